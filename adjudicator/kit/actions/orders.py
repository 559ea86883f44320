"""The order language: one item is one action, taken in order; alternatives stand inside an item.

An item whose condition is false is skipped; conditions are whether an action is legal, what the game itself can be
asked, and all, any, not of these. Of an item that has become impossible the player is asked again, and what he planned
for later moves waits. Standing orders act where there is no order, fallback orders when a deadline has passed.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar, cast

from adjudicator.core.agenda import (
    Act,
    Agenda,
    Ask,
    BlockedOrder,
    Fate,
    Item,
    NoOrder,
    OrderResult,
    Question,
    Refusal,
    Reply,
    Source,
    enlist,
)
from adjudicator.core.deadlines import WhenSilent, announce_house
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import Gravity, MoveFile, Order, Place, Problem, list_questions
from adjudicator.core.table import Decision, Pacing, Seat
from adjudicator.kit.actions.kernel import ActionKernel, GameProgress
from adjudicator.kit.actions.rules import ActionRules
from adjudicator.kit.defaults import PlainOrders
from adjudicator.kit.words import ListSentence, join_words

S = TypeVar("S")

LEGAL = "legal"
_JOINED = {"all": " and ", "any": " or "}


class QuestionError(ValueError):
    """A question of the game found no answer in what is asked; the message is ``heap x9``."""


def clean(text: object) -> str:
    """An action as a player wrote it, in the way that a game spells it."""
    return " ".join(str(text).lower().split())


def holds(rules: ActionRules[S], known: GameProgress[S], seat: Seat, condition: JsonObject) -> bool:
    """Whether ``condition`` is true for ``seat``; a question that the game does not know is not.

    Raises :class:`QuestionError`.
    """
    ((key, asked),) = condition.items()
    if key == "not":
        return not holds(rules, known, seat, cast("JsonObject", asked))
    if key in _JOINED:
        parts = (holds(rules, known, seat, part) for part in cast("Sequence[JsonObject]", asked))
        return all(parts) if key == "all" else any(parts)
    if key == LEGAL:
        return clean(asked) in rules.legal(known.position, seat)
    if key not in rules.conditions:
        return False
    try:
        return bool(rules.conditions[key](known.position, seat, clean(asked)))
    except Exception as error:  # an author's own code, handed what a player wrote; no game may stop at that
        raise QuestionError(quote_condition(condition)) from error


def say_conditions(rules: ActionRules[S]) -> str:
    """How a player writes conditions of this game, and which there are."""
    known = join_words([f"'{key}'" for key in (LEGAL, *rules.conditions)])
    return (
        f"An order with a condition, such as 'if: {{{LEGAL}: ACTION}}', is skipped unless that is true when its "
        f"turn comes. A condition can ask for {known}; combine several with 'not', 'all' and 'any'."
    )


def quote_condition(condition: JsonObject) -> str:
    """``legal c2``, ``not (legal c2 or legal c3)``."""
    ((key, asked),) = condition.items()
    if key == "not":
        return f"not {_bracket(cast('JsonObject', asked))}"
    if key in _JOINED:
        return _JOINED[key].join(_bracket(part) for part in cast("Sequence[JsonObject]", asked))
    return f"{key} {asked}" if asked != "" else f"{key} ''"


def _bracket(condition: JsonObject) -> str:
    text = quote_condition(condition)
    return f"({text})" if _JOINED.keys() & condition.keys() else text


_SENTENCES = {
    "impossible": "{order}: {why}",
    "condition-false": "its condition was not met",
    "condition-not-understood": "'{asked}' in its condition is not understood",
    "condition-wrong": "if: '{asked}' is not understood",
    "condition-unknown": ListSentence(
        "if: a condition cannot ask for {key!r}; in this game it can ask for {known:and}"
    ),
    "orders-missing": "you have not given the order that you are asked for",
}
_SOURCES = {Source.ORDERS: "your orders", Source.STANDING: "your standing orders", Source.FALLBACK: "your fallback"}


class ActionOrders(PlainOrders[GameProgress[S], str]):
    """See :class:`adjudicator.core.game.OrderLanguage`."""

    halts = True
    sentences: Mapping[str, str] = _SENTENCES

    def __init__(self, kernel: ActionKernel[S], duty: str) -> None:
        self.kernel, self.rules, self.duty = kernel, kernel.rules, duty
        self.kinds = (kernel.order,)
        self.conditions = tuple(kernel.rules.conditions)

    def asks(self, known: GameProgress[S], pacing: Pacing) -> tuple[Ask, ...]:
        """Everybody who is awaited; in a round all who can act, the seat on move first."""
        seats = self.kernel.list_awaited(known)
        if pacing is Pacing.ROUND and len(seats) == 1:
            first = known.seats.index(seats[0])
            others = known.seats[first + 1 :] + known.seats[:first]
            seats += tuple(seat for seat in others if self.kernel.legal(known, seat))
        order = self.kernel.order
        return tuple(Ask(seat, order, 1, must=True, deadline="turn", duty=self.duty) for seat in seats)

    def answers(self, known: GameProgress[S], agenda: Agenda, ask: Ask) -> bool:
        """Whether there is an order, or a standing order that can act as things stand."""
        return bool(agenda.items or self._find_first(known, ask.seat, agenda.standing, Source.STANDING))

    def say_if_silent(self, known: GameProgress[S], agenda: Agenda, ask: Ask, when_silent: WhenSilent) -> str:
        """What is done with what is on file, as things stand."""
        question = self._imagine(known, ask.seat, agenda)
        reply = self.reply(question)
        blocked = isinstance(reply, BlockedOrder)
        if not isinstance(reply, Act) and when_silent.allows_fallback(blocked=blocked):
            reply = self.fall_back(question)
        if not isinstance(reply, Act):
            is_filed = agenda.items or agenda.standing or agenda.fallback
            why = "none of your orders on file can be carried out" if is_filed else "you have no order on file"
            if when_silent.calls_house(blocked=blocked):
                return announce_house(why)
            waits = "the game waits for you"
            if agenda.items:
                waits = "as things stand the turn stops at your move, and everybody has to wait for you"
            return f"If you send nothing, {waits}: {why}."
        source = reply.results[-1].source
        why = _SOURCES.get(source, "as every silent seat does")
        stands = "" if ask.seat in self.kernel.list_awaited(known) else "as things stand "
        return f"If you send nothing, {stands}you {self.kernel.order} {reply.action} ({why})."

    def check(self, known: GameProgress[S], seat: Seat, file: MoveFile) -> tuple[Problem, ...]:
        """What can never be, or not now where it would be done now; what is for later may become possible."""
        asked = seat in self.kernel.list_awaited(known)
        problems = [
            problem
            for number, order in enumerate([*file.orders, *(file.standing or ()), *(file.fallback or ())])
            for problem in self._check_order(known, seat, order, is_next=asked and not number and bool(file.orders))
        ]
        is_empty = file.gap is None and not (file.orders or file.standing or file.fallback)
        if asked and file.has_orders and is_empty:
            problems.append(Problem("orders-missing", Gravity.UNWISE, file.places.get("orders", Place(1, 1))))
        return tuple(problems)

    def _check_order(self, known: GameProgress[S], seat: Seat, order: Order, *, is_next: bool) -> Iterator[Problem]:
        """``is_next`` says that the order is what the seat does next, with nobody before it."""
        if order.condition is not None:
            yield from self._check_condition(known, seat, order.condition, order.condition_place or order.place)
        legal = frozenset(self.kernel.legal(known, seat))
        refused = [
            (action, place, self.kernel.refuse(known, seat, action))
            for action, place in _list_choices(order)
            if action not in legal
        ]
        none_left = len(refused) == len(_list_choices(order))
        decided = is_next and order.condition is None
        is_vain = none_left and (decided or all(one.for_good for *_, one in refused))
        for action, place, (why, for_good) in refused:
            if for_good or decided:
                facts = {"order": f"{order.kind} {action}", "why": why}
                yield Problem("impossible", Gravity.ILLEGAL if is_vain else Gravity.UNWISE, place, facts)

    def _check_condition(
        self, known: GameProgress[S], seat: Seat, condition: JsonObject, place: Place
    ) -> Iterator[Problem]:
        """Every question is tried, whichever of them the condition hangs on as things stand."""
        words = (LEGAL, *self.rules.conditions)
        for question in list_questions(condition):
            (key,) = question
            if key not in words:
                facts = {"key": key, "known": ", ".join(words)}
                yield Problem("condition-unknown", Gravity.INVALID, place, facts)
                continue
            try:
                holds(self.rules, known, seat, question)
            except QuestionError as error:
                yield Problem("condition-wrong", Gravity.INVALID, place, {"asked": str(error)})

    def forecast(self, known: GameProgress[S], seat: Seat, file: MoveFile, filed: Agenda) -> tuple[str, ...]:
        """What the first order does as things stand, and what of the others has to become possible yet."""
        reply = self.reply(self._imagine(known, seat, enlist(filed, file, "")))
        if not isinstance(reply, Act):
            return ("As things stand, none of these orders can be carried out.",) if file.orders else ()
        later = (self._try(known, seat, Item(order, ""), Source.ORDERS)[1] for order in file.orders)
        waits = [f"{one.text}, since {one.refusals[0].facts['why']}" for one in later if one.fate is Fate.BLOCKED]
        return (
            f"As things stand, when your move comes: {self.kernel.order} {reply.action}.",
            *(f"Not possible as things stand, but kept for its turn: {one}." for one in waits),
        )

    def reply(self, question: Question[GameProgress[S], str]) -> Reply[str]:
        """The first item whose condition is true; where there is none, or it is blocked, a standing order."""
        known, seat, agenda = question.known, question.decision.seat, question.agenda
        results: list[OrderResult] = []
        items, is_blocked = agenda.items, False
        while items and not is_blocked:
            item, items = items[0], items[1:]
            action, result = self._try(known, seat, item, Source.ORDERS)
            results.append(result)
            if action is not None:
                return Act(action, {seat: agenda._replace(items=items)}, tuple(results))
            is_blocked = result.fate is Fate.BLOCKED
        left = agenda._replace(items=(), later=items or agenda.later)
        if standing := self._find_first(known, seat, agenda.standing, Source.STANDING):
            return Act(standing[0], {seat: left}, (*results, standing[1]))
        return (BlockedOrder if is_blocked else NoOrder)({seat: left}, tuple(results))

    def fall_back(self, question: Question[GameProgress[S], str]) -> Reply[str]:
        """The first fallback order that is possible; then what the game does for a silent seat."""
        known, seat = question.known, question.decision.seat
        if fallback := self._find_first(known, seat, question.agenda.fallback, Source.FALLBACK):
            return Act(fallback[0], {}, (fallback[1],))
        action = self.rules.act_for_silent(known.position, seat)
        if action is None:
            return NoOrder()
        text = f"{self.kernel.order} {action}"
        return Act(action, {}, (OrderResult(seat, Source.POLICY, "", 0, text, Fate.DONE, text),))

    def _find_first(
        self, known: GameProgress[S], seat: Seat, items: Sequence[Item], source: Source
    ) -> tuple[str, OrderResult] | None:
        """What the first of ``items`` does that can be done now, and what became of it."""
        for item in items:
            action, result = self._try(known, seat, item, source)
            if action is not None:
                return action, result
        return None

    def _try(self, known: GameProgress[S], seat: Seat, item: Item, source: Source) -> tuple[str | None, OrderResult]:
        """The first legal alternative of ``item``, if any, and what became of the item."""
        order, text, refusals = item.order, self.quote(item.order), list[Refusal]()

        def tell(fate: Fate, done: str | None = None, choice: int = 0) -> OrderResult:
            line = order.place.line
            return OrderResult(seat, source, item.file, line, text, fate, done, choice, tuple(refusals))

        try:
            is_wanted = order.condition is None or holds(self.rules, known, seat, order.condition)
        except QuestionError as error:
            refusals.append(Refusal(text, "condition-not-understood", {"order": text, "asked": str(error)}))
            return None, tell(Fate.SKIPPED)
        if not is_wanted:
            refusals.append(Refusal(text, "condition-false", {"order": text}))
            return None, tell(Fate.SKIPPED)
        legal = self.kernel.legal(known, seat)
        for number, (action, _) in enumerate(_list_choices(order), start=1):
            words = f"{order.kind} {action}"
            if action in legal:
                return action, tell(Fate.DONE, words, number)
            why = self.kernel.refuse(known, seat, action).why
            refusals.append(Refusal(words, "impossible", {"order": words, "why": why}))
        return None, tell(Fate.BLOCKED)

    def _imagine(self, known: GameProgress[S], seat: Seat, agenda: Agenda) -> Question[GameProgress[S], str]:
        """The question that its move would put to ``seat``, if it came now."""
        legal = self.kernel.legal(known, seat)
        decision = Decision(seat, self.kernel.order)
        return Question(decision, known, legal, {seat: agenda}, Pacing.SEAT, legal.__contains__, lambda _: known)

    def write(self, known: GameProgress[S], action: str) -> Mapping[str, JsonValue]:
        """``{"place": "c2"}``."""
        return {self.kernel.order: action}

    def quote(self, order: Order) -> str:
        """``place c2 or c3, if legal c4``."""
        choices = " or ".join(action for action, _ in _list_choices(order))
        return f"{order.kind} {choices}" + (f", if {quote_condition(order.condition)}" if order.condition else "")


def _list_choices(order: Order) -> list[tuple[str, Place]]:
    """The alternatives of an order, each with its place."""
    written = order.value if isinstance(order.value, list | tuple) else [order.value]
    places = order.places if len(order.places) == len(written) else (order.place,) * len(written)
    return [(clean(action), place) for action, place in zip(written, places, strict=True)]
