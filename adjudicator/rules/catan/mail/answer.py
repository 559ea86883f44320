"""What the order language remembers on an agenda, and its answer in the making: what changes on whose agenda, what
became of orders, what everybody is told.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.core.agenda import Act, Agenda, Fate, Item, NoOrder, OrderResult, Question, Refusal, Source
from adjudicator.core.json_value import JsonObject
from adjudicator.core.order import Order
from adjudicator.core.table import Event, Seat
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import Bundle, name_cards, read_cards
from adjudicator.rules.catan.mail.language.quoting import quote_order
from adjudicator.rules.catan.views.known import Terms, View


class StandingTrade(NamedTuple):
    """A standing order about trade that was taken up: its number (0 for a wish) and how often it was carried out."""

    number: int
    done: int = 0


class OpenTerms(NamedTuple):
    """Terms that wait for answers, as they were proposed, and what their maker tells nobody.

    ``limit`` is the most that it gives for a counter-offer, ``choice`` the number by which they are called.
    """

    terms: Terms
    limit: Bundle | None
    choice: int


class OpenProposal(NamedTuple):
    """The proposal that waits for answers; ``item`` is the order that made it, of whose fate the answers decide."""

    terms: tuple[OpenTerms, ...]
    item: ProposalItem


class ProposalItem(NamedTuple):
    """Where the order stands that made a proposal, its number in its list, and whether it was a fallback order."""

    file: str
    line: int
    words: str
    number: int
    fallback: bool


class ScriptProgress(NamedTuple):
    """How far a list of orders has got.

    ``file`` is where it came from, ``places`` where each of its orders stands there (line and column), ``left`` where
    those stand that are still on the agenda. ``fates`` has for the number of each order that was reached in table turn
    ``turn``, from 1, whether it was carried out. ``fallback`` says that the list is that of the fallback orders,
    ``ends`` that it spoke of the end of the turn as the adjudication began.
    """

    turn: int = 0
    file: str = ""
    places: tuple[tuple[int, int], ...] = ()
    left: tuple[tuple[int, int], ...] = ()
    fates: Mapping[str, bool] = {}
    fallback: bool = False
    ends: bool = False

    def number_of(self, order: Order) -> int:
        """The number of the order that ``order`` is, or whose block it stands in."""
        return bisect_right(self.places, order.place)


class Memory(NamedTuple):
    """What the order language keeps in mind between two questions to a seat, and between two turns.

    ``progress`` is how far the list has got, ``under_way`` are the steps still to be taken of an order that was begun,
    as orders by key. ``posted`` has every standing order about trade by its words, ``next_number`` the number of the
    next offer. ``seen`` is what a game on top remembers, as text. ``fallback_turn`` is the table turn whose script the
    fallback orders became, ``asked_turn`` the one in which a proposal last waited. ``met`` are the words of the
    standing orders about trade that were compared with those of others in table turn ``met_turn``.
    """

    progress: ScriptProgress = ScriptProgress()
    under_way: tuple[tuple[str, str | int], ...] = ()
    proposal: OpenProposal | None = None
    posted: Mapping[str, StandingTrade] = {}
    next_number: int = 1
    seen: str = ""
    fallback_turn: int = -1
    asked_turn: int = -1
    met: tuple[str, ...] = ()
    met_turn: int = -1


NOTHING = Memory()


def recall(agenda: Agenda) -> Memory:
    """The memory of ``agenda``."""
    if agenda.memory is None:
        return NOTHING
    saved: dict[str, Any] = dict(agenda.memory)
    progress, proposal = dict(saved["progress"]), saved["proposal"]
    for key in ("places", "left"):
        progress[key] = tuple(map(tuple, progress[key]))
    saved["progress"] = ScriptProgress(**progress)
    saved["under_way"] = tuple(map(tuple, saved["under_way"]))
    saved["proposal"] = None if proposal is None else _load_proposal(**proposal)
    saved["posted"] = {words: StandingTrade(*posted) for words, posted in saved["posted"].items()}
    saved["met"] = tuple(saved.get("met", ()))
    return Memory(**saved)


def _load_proposal(terms: Sequence[Mapping[str, Any]], item: Sequence[Any]) -> OpenProposal:
    opened = (
        OpenTerms(
            Terms(read_cards(saved["give"]), read_cards(saved["get"]), tuple(saved["to"])),
            None if saved["limit"] is None else read_cards(saved["limit"]),
            saved["choice"],
        )
        for saved in terms
    )
    return OpenProposal(tuple(opened), ProposalItem(*item))


def remember(agenda: Agenda, memory: Memory) -> Agenda:
    """``agenda`` with this memory; without any where there is nothing to remember."""
    if memory == NOTHING:
        return agenda._replace(memory=None)
    progress, proposal = memory.progress, memory.proposal
    places, left, fates = list(map(list, progress.places)), list(map(list, progress.left)), dict(progress.fates)
    saved = {
        **memory._asdict(),
        "progress": {**progress._asdict(), "places": places, "left": left, "fates": fates},
        "under_way": list(map(list, memory.under_way)),
        "proposal": None if proposal is None else _save_proposal(proposal),
        "posted": {words: list(posted) for words, posted in memory.posted.items()},
        "met": list(memory.met),
    }
    unsaid = ("asked_turn",) if memory.asked_turn == NOTHING.asked_turn else ()
    for key in unsaid if memory.met else (*unsaid, "met", "met_turn"):
        del saved[key]
    return agenda._replace(memory=saved)


def _save_proposal(proposal: OpenProposal) -> JsonObject:
    terms: list[JsonObject] = [
        {
            "give": name_cards(opened.terms.give),
            "get": name_cards(opened.terms.get),
            "to": list(opened.terms.to),
            "limit": None if opened.limit is None else name_cards(opened.limit),
            "choice": opened.choice,
        }
        for opened in proposal.terms
    ]
    return {"terms": terms, "item": list(proposal.item)}


def list_places(items: Sequence[Item]) -> tuple[tuple[int, int], ...]:
    """Where the orders of ``items`` stand."""
    return tuple(item.order.place for item in items)


def adopt_fallback(agenda: Agenda, turn: int) -> Agenda:
    """``agenda`` with the fallback orders as the script of table turn ``turn``, past a deadline."""
    places = list_places(agenda.fallback)
    file = agenda.fallback[0].file if agenda.fallback else ""
    progress = ScriptProgress(turn, file, places, (*places, *list_places(agenda.items)), fallback=True)
    memory = recall(agenda)._replace(progress=progress, fallback_turn=turn)
    return remember(lend_fallback(agenda), memory)


def is_under_way(agenda: Agenda) -> bool:
    """Whether the list on ``agenda`` is the one of which the memory says how far it has got.

    An end of the turn that came in a file of its own may have been added to it. A list that is new may stand in a file
    of the same name, at the same places.
    """
    if agenda.renewed:
        return False
    progress, items = recall(agenda).progress, agenda.items
    left = len(progress.left) or len(items)
    return progress.left == list_places(items[:left]) and (not items or items[0].file == progress.file)


def number_items(agenda: Agenda) -> Sequence[int]:
    """The numbers of the orders on ``agenda`` in the list as it was sent; those in a block have the block's."""
    if not is_under_way(agenda):
        return range(1, len(agenda.items) + 1)
    progress = recall(agenda).progress
    added = len(progress.places) + 1
    sent = (progress.fallback or item.file == progress.file for item in agenda.items)
    return [progress.number_of(item.order) if own else added for item, own in zip(agenda.items, sent, strict=True)]


def lend_fallback(agenda: Agenda) -> Agenda:
    """``agenda`` with the fallback orders before its own, for one decision."""
    return agenda._replace(items=(*agenda.fallback, *agenda.items))


def is_lent(agenda: Agenda, item: Item) -> bool:
    """Whether ``item`` is one of the agenda's fallback orders, or stands in the block of one."""
    return any(item.file == other.file and _stands_in(item.order, other.order) for other in agenda.fallback)


def _stands_in(order: Order, outer: Order) -> bool:
    return order == outer or any(_stands_in(order, inner) for inner in (*outer.then, *outer.otherwise))


class QuestionAnswer:
    """What the order language is about to reply to one question. It lives as long as the question."""

    def __init__(self, question: Question[View, Action]) -> None:
        self.question = question
        self.known, self.table, self.name = question.known, question.known.table, question.decision.seat
        self.seat = self.table.number_of[self.name]
        self.lent = False
        """Whether fallback orders stand among the others, for this question alone."""
        self._changed: dict[Seat, Agenda] = {}
        """Agendas that are no longer those of the question."""
        self._recalled: tuple[Agenda, Memory] | None = None
        """What was read last of the deciding seat's memory, and from which agenda."""
        self._results: list[OrderResult] = []
        self.events: list[Event] = []

    def agenda_of(self, seat: Seat) -> Agenda:
        """The agenda of a seat as it stands by now."""
        return self._changed.get(seat) or self.question.agendas[seat]

    @property
    def agenda(self) -> Agenda:
        """The deciding seat's agenda as it stands by now."""
        return self.agenda_of(self.name)

    @property
    def memory(self) -> Memory:
        """What it remembers; read once for each agenda."""
        agenda = self.agenda
        if self._recalled is None or self._recalled[0] is not agenda:
            self._recalled = agenda, recall(agenda)
        return self._recalled[1]

    @property
    def fates(self) -> Mapping[str, bool]:
        """What became of the orders of this table turn, by number."""
        progress = self.memory.progress
        return progress.fates if progress.turn == self.known.turn else {}

    def change(self, seat: Seat, agenda: Agenda) -> None:
        """Put another agenda in the place of a seat's."""
        self._changed[seat] = agenda

    def keep_items(self, items: Sequence[Item], seat: Seat | None = None) -> None:
        """Leave these orders on the agenda of the deciding seat, or of another."""
        owner = seat or self.name
        agenda = self.agenda_of(owner)._replace(items=tuple(items))
        memory = recall(agenda)
        progress = memory.progress._replace(left=list_places(items))
        self.change(owner, remember(agenda, memory._replace(progress=progress)))

    def drop_kinds(self, kinds: Collection[str], seat: Seat | None = None) -> None:
        """Take orders of these kinds, which answer a question, from the agenda of the deciding seat, or of another."""
        owner = seat or self.name
        agenda = self.agenda_of(owner)
        self.keep_items([item for item in agenda.items if item.order.kind not in kinds], owner)
        self.keep_answers([item for item in agenda.answers if item.order.kind not in kinds], owner)

    def keep_answers(self, answers: Sequence[Item], seat: Seat | None = None) -> None:
        """Leave these answers on the agenda of the deciding seat, or of another."""
        owner = seat or self.name
        self.change(owner, self.agenda_of(owner)._replace(answers=tuple(answers)))

    def source_of(self, item: Item) -> Source:
        """Whether ``item`` is one of the orders, or a fallback order that took their place."""
        if self._is_answer(self.name, item):
            return Source.ORDERS
        fallback = self.memory.progress.fallback or (self.lent and is_lent(self.agenda, item))
        return Source.FALLBACK if fallback else Source.ORDERS

    def _is_answer(self, seat: Seat, item: Item) -> bool:
        """Whether ``item`` came in a file that only answers, and so is no part of a script."""
        return any(item is other for other in self.question.agendas[seat].answers)

    def remember(self, memory: Memory) -> None:
        """Change what the deciding seat's agenda remembers."""
        self.change(self.name, remember(self.agenda, memory))

    def note(
        self,
        item: Item,
        fate: Fate,
        *,
        source: Source | None = None,
        done: str | None = None,
        choice: int = 0,
        refusals: tuple[Refusal, ...] = (),
        seat: Seat | None = None,
        text: str | None = None,
    ) -> None:
        """Note what became of an order, for its player and for conditions on its number.

        Without ``seat`` it is one of the deciding seat's, without ``source`` one of its script; ``text`` quotes it
        where a game on top does so in its own way. Answers have no number.
        """
        order, owner = item.order, seat or self.name
        where = source or (self.source_of(item) if owner == self.name else Source.ORDERS)
        words = text or quote_order(order)
        line = order.place.line
        self._results.append(OrderResult(owner, where, item.file, line, words, fate, done, choice, refusals))
        borrowed = self.lent and where is Source.FALLBACK
        numbered = not self._is_answer(owner, item)
        if source is None and owner == self.name and not borrowed and numbered:
            self._set_fate(self.memory.progress.number_of(order), done=fate is Fate.DONE)

    def note_proposal(
        self, made: ProposalItem, *, taken: bool, done: str | None = None, refusals: tuple[Refusal, ...] = ()
    ) -> None:
        """Note what became of the order that made a proposal, now that the answers are in."""
        source = Source.FALLBACK if made.fallback else Source.ORDERS
        fate = Fate.DONE if taken else Fate.REFUSED
        self._results.append(
            OrderResult(self.name, source, made.file, made.line, made.words, fate, done, refusals=refusals)
        )
        if made.file == self.memory.progress.file:
            self._set_fate(made.number, done=taken)

    def _set_fate(self, number: int, *, done: bool) -> None:
        memory = self.memory
        fates = {**self.fates, str(number): done or self.fates.get(str(number), False)}
        progress = memory.progress._replace(fates=fates, turn=self.known.turn)
        self.remember(memory._replace(progress=progress))

    def note_policy(self, text: str) -> None:
        """Note what is done for a silent seat."""
        self._results.append(OrderResult(self.name, Source.POLICY, "", 0, text, Fate.DONE, done=text))

    def act(self, action: Action) -> Act[Action]:
        """The reply: this action."""
        return Act(action, self._changed, tuple(self._results), tuple(self.events))

    def stop(self) -> NoOrder:
        """The reply: no order for this decision."""
        return NoOrder(self._changed, tuple(self._results), tuple(self.events))
