"""The order language: one item is one action, taken in order; alternatives stand inside an item.

An item whose condition is false is skipped; items beyond what is due stay for later turns. Whatever becomes impossible
here stays impossible, since camels never leave: that is why a check today can refuse for good.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.agenda import Act, Agenda, Ask, Blocked, Done, Fate, Item, OrderResult, Refusal, Reply, Source
from adjudicator.core.event import Event
from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import MoveFile, Order
from adjudicator.core.problem import Problem
from adjudicator.core.question import Question
from adjudicator.core.table import Decision, Pacing
from adjudicator.rules.through_the_desert.check import SENTENCES, check_orders
from adjudicator.rules.through_the_desert.conditions import holds
from adjudicator.rules.through_the_desert.legal import Action, ActionKind, seat_phase
from adjudicator.rules.through_the_desert.order_text import (
    KEY_OF,
    KEYS,
    list_alternatives,
    quote_order,
    read_action,
    write_action,
)
from adjudicator.rules.through_the_desert.reasons import explain
from adjudicator.rules.through_the_desert.state import Phase, State, count_leader_moves
from adjudicator.rules.through_the_desert.words import join_words

DECISIONS = {Phase.RETURNS: ActionKind.RETURN, Phase.LEADERS: ActionKind.LEADER, Phase.CAMELS: ActionKind.CAMEL}
_ORDER_OF_PLAY = (ActionKind.RETURN, ActionKind.LEADER, ActionKind.CAMEL)


def count_due(known: State, seat: int) -> int:
    """How many camels ``seat`` places in its next move, were the camel phase reached by then (ruling T1)."""
    if known.phase is Phase.CAMELS and seat == known.on_move:
        return known.left
    seats = len(known.table.seats)
    first = max(known.moves, count_leader_moves(known.table))
    ahead = (seat - first) % seats
    short = 1 if seats == 2 else 2  # noqa: PLR2004 - two players
    opening = first + ahead - count_leader_moves(known.table)
    return 1 if opening < short else known.table.edition.camels_a_move


def _result(
    seat: str,
    item: Item,
    fate: Fate,
    source: Source = Source.ORDERS,
    done: str | None = None,
    choice: int = 0,
    refusals: tuple[Refusal, ...] = (),
) -> OrderResult:
    order = item.order
    return OrderResult(seat, source, item.file, order.place.line, quote_order(order), fate, done, choice, refusals)


class DesertOrders:
    """See :class:`adjudicator.core.game.OrderLanguage`."""

    kinds = tuple(KEYS)
    blocks = False
    halts = True
    sentences: Mapping[str, str] = SENTENCES

    def asks(self, known: State, pacing: Pacing) -> tuple[Ask, ...]:
        """In a round everybody's next move, the seat on move first; else the seat on move alone."""
        if known.phase is Phase.OVER:
            return ()
        seats = known.table.seats
        turns = range(len(seats) if pacing is Pacing.ROUND else 1)
        return tuple(self._ask(known, (known.on_move + ahead) % len(seats), ahead) for ahead in turns)

    def _ask(self, known: State, seat: int, ahead: int) -> Ask:
        kind = DECISIONS[seat_phase(known, seat)]
        count = count_due(known, seat) if kind is ActionKind.CAMEL else 1
        duty = {
            ActionKind.RETURN: "Return one leader to the box.",
            ActionKind.LEADER: "Place one leader.",
            ActionKind.CAMEL: f"Place {count} camel{'s' if count > 1 else ''}.",
        }[kind]
        if ahead:
            seats = known.table.seats
            before = join_words([seats[(known.on_move + number) % len(seats)] for number in range(ahead)])
            duty += f" {before} will move before you, so give alternatives."
        name = known.table.seats[seat]
        return Ask(name, kind.value, count, must=True, deadline="turn", duty=duty)

    def answers(self, known: State, agenda: Agenda, ask: Ask) -> bool:
        """Whether there are as many items of the kind that is due as the move takes."""
        del known
        return sum(KEYS[item.order.kind].value == ask.decision for item in agenda.items) >= ask.due

    def announce(self, known: State, agenda: Agenda, ask: Ask) -> str:
        """Without fallback orders a silent seat holds up the game."""
        del known, ask
        if agenda.fallback:
            orders = "; ".join(quote_order(item.order) for item in agenda.fallback)
            return f"If I hear nothing, your fallback orders are used after the deadline: {orders}."
        return "If I hear nothing, the game waits for you."

    def promise(self, known: State, seat: str, agenda: Agenda) -> tuple[str, ...]:
        """Nothing happens while others move."""
        del known, seat, agenda
        return ()

    def check(self, known: State, seat: str, file: MoveFile) -> tuple[Problem, ...]:
        """What is illegal under every choice of alternatives, and what is surely not meant."""
        number = known.table.seats.index(seat)
        phase = seat_phase(known, number)
        due = count_due(known, number) if phase is Phase.CAMELS else 1
        return check_orders(known, number, file, due)

    def forecast(self, known: State, seat: str, file: MoveFile) -> tuple[str, ...]:
        """Nothing: what an order does here is what it says."""
        del known, seat, file
        return ()

    def take_up(self, known: State, seat: str, agenda: Agenda) -> tuple[Agenda, tuple[Event, ...]]:
        """The agenda as it is: there are no public standing orders."""
        del known, seat
        return agenda, ()

    def settle(self, question: Question[State, Action]) -> Reply[Action]:
        """Nothing happens by itself."""
        del question
        return Done()

    def reply(self, question: Question[State, Action]) -> Reply[Action]:
        """The first item that is to be done now; its first legal alternative."""
        known, decision, legal, agenda = question.known, question.decision, question.legal, question.agenda
        seat = known.table.seats.index(decision.seat)
        results: list[OrderResult] = []
        items = agenda.items
        while items:
            item, items = items[0], items[1:]
            if self._is_later(item.order, decision):
                return Done({decision.seat: agenda._replace(items=(item, *items))}, tuple(results))
            order = item.order
            if order.condition is not None and not holds(order.condition, known):
                results.append(_result(decision.seat, item, Fate.SKIPPED))
                continue
            action, result = self._choose(known, seat, item, legal, Source.ORDERS)
            results.append(result)
            if action is None:
                results += [_result(decision.seat, rest, Fate.SET_ASIDE) for rest in items]
                return Blocked({decision.seat: agenda._replace(items=())}, tuple(results))
            return Act(action, {decision.seat: agenda._replace(items=items)}, tuple(results))
        return Done({decision.seat: agenda._replace(items=())}, tuple(results))

    def fall_back(self, question: Question[State, Action]) -> Reply[Action]:
        """The first fallback order that is legal now; the list is kept for other times."""
        known, decision, legal, agenda = question.known, question.decision, question.legal, question.agenda
        seat = known.table.seats.index(decision.seat)
        results: list[OrderResult] = []
        for item in agenda.fallback:
            if item.order.condition is None or holds(item.order.condition, known):
                action, result = self._choose(known, seat, item, legal, Source.FALLBACK)
                if action is not None:
                    return Act(action, {}, (result,))
                results.append(result)
        return Done({}, tuple(results))

    def _is_later(self, order: Order, decision: Decision) -> bool:
        return _ORDER_OF_PLAY.index(KEYS[order.kind]) > _ORDER_OF_PLAY.index(ActionKind(decision.kind))

    def _choose(
        self, known: State, seat: int, item: Item, legal: Sequence[Action], source: Source
    ) -> tuple[Action | None, OrderResult]:
        name, order = known.table.seats[seat], item.order
        refusals: list[Refusal] = []
        for number, text in enumerate(list_alternatives(order), start=1):
            action = read_action(known.table, order.kind, text)
            if action in legal:
                done = f"{order.kind} {write_action(known.table, action)}"
                return action, _result(name, item, Fate.DONE, source, done, number, tuple(refusals))
            code, facts = explain(known, seat, action)
            words = f"{order.kind} {write_action(known.table, action)}"
            refusals.append(Refusal(words, code, {**facts, "legal": "", "order": words}))
        return None, _result(name, item, Fate.BLOCKED, source, None, 0, tuple(refusals))

    def write(self, known: State, action: Action) -> Mapping[str, JsonValue]:
        """``{"place": "teal D9"}``."""
        return {KEY_OF[action.kind]: write_action(known.table, action)}

    def templates(self, known: State, seat: str) -> Sequence[Mapping[str, JsonValue]]:
        """None: every order is listed."""
        del known, seat
        return ()

    def quote(self, order: Order) -> str:
        """``place teal D9 or pink H4``."""
        return quote_order(order)
