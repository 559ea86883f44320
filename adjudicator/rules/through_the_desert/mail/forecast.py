"""The forecast of a receipt: order by order what happens if nobody moves first, and who could prevent it.

``certain`` means that nothing anybody can do before that move comes prevents it. Everything is seen with the sender's
eyes; nothing is drawn.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from adjudicator.core.agenda import EMPTY, Agenda, Item, Refusal
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.order import UNREAD, Order
from adjudicator.core.table import SeatNumber
from adjudicator.kit.words import end_sentence, join_words
from adjudicator.rules.through_the_desert.legal import Action, ActionKind, find_bound
from adjudicator.rules.through_the_desert.mail.asks import Move, list_moves, rehearse
from adjudicator.rules.through_the_desert.mail.conditions import foresee
from adjudicator.rules.through_the_desert.mail.moves import refuse_order, try_choices
from adjudicator.rules.through_the_desert.mail.quoting import (
    is_unreadable,
    join_reasons,
    quote_action,
    quote_chain,
    quote_choices,
    quote_order,
    say_round,
)
from adjudicator.rules.through_the_desert.mail.threats import Threats
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.state import Phase, State
from adjudicator.rules.through_the_desert.written import comes_later, count_actions, kind_of

Reasons: TypeAlias = list[tuple[str, object]]
"""Codes of refusals, each with the facts that tell it from others."""
_OF_FIRST_LEADERS = frozenset({"colour-opened", "colour-bound"})


class Outlook(NamedTuple):
    """What is said of one order: what it does if nobody moves first, and in words on whom that depends.

    ``actions`` is empty where it does nothing; ``later`` says how many of one's own moves come before.
    """

    order: Order
    later: int
    actions: tuple[Action, ...]
    certain: bool
    words: str


class Forecaster:
    """Follows the orders of ``seat`` through its moves to come."""

    def __init__(self, known: State, seat: SeatNumber) -> None:
        self.known, self.seat = known, seat
        self._moves = list_moves(known)
        self._camels: dict[SeatNumber, int] = {}
        self._others: frozenset[SeatNumber] = frozenset()
        """Who has placed something before the move that is looked at."""
        self._returners: frozenset[SeatNumber] = frozenset()
        """Who has returned a leader before it."""
        self._later = -1
        self._unsure: frozenset[SeatNumber] = frozenset()
        """On whom the orders so far depend."""
        self._lost = False
        """Whether some move before is not filled by these orders, so that nobody knows what it will do."""
        self._dropped = 0
        """How many actions of the move under way are set aside with an order that is not possible."""
        self._position = known._replace(left=0)
        self._move = Move(0, seat, ActionKind.CAMEL, 0)
        self._placed: list[int] = []
        self._before: list[tuple[int, State]] = []
        """For each order that does something, its line and the position it finds."""
        self._threats = Threats(known, seat, {})
        self._enders: frozenset[SeatNumber] = frozenset()
        """Who could end the game before the move that is looked at."""
        self._come_to_next()

    def _come_to_next(self) -> None:
        """Goes on to the next move of the seat; what rivals place on the way is counted."""
        for move in self._moves:
            if move.seat == self.seat:
                self._move, self._later = move, self._later + 1
                self._position = move.begin(self._position._replace(moves=self.known.moves))
                self._threats = Threats(self.known, self.seat, dict(self._camels))
                self._enders = self._threats.find_enders(self._position.supply)
                self._enders |= self._threats.find_stuck(len(self._placed))
                return
            if move.kind is ActionKind.RETURN:
                self._returners |= {move.seat}
                continue
            self._others |= {move.seat}
            if move.kind is ActionKind.CAMEL:
                self._camels[move.seat] = self._camels.get(move.seat, 0) + move.due

    def follow(self, orders: Sequence[Order]) -> Iterator[Outlook]:
        """What becomes of ``orders``, one after the other."""
        for order in orders:
            if self._dropped > 0 and kind_of(order) is self._move.kind:
                is_skipped = foresee(order.condition, self._position, self.seat).holds is False
                self._dropped -= 0 if is_skipped else count_actions(order)
                yield Outlook(order, self._later, (), False, "set aside with the order before it")
                continue
            if not self._position.left:
                if self._placed and 0 in self._position.supply:
                    self._lost = True
                    words = "not possible as things stand: your earlier move ends the game"
                    yield Outlook(order, self._later + 1, (), False, words)
                    continue
                self._come_to_next()
            while kind_of(order) is ActionKind.CAMEL and self._move.kind is not ActionKind.CAMEL:
                self._lost = True
                self._come_to_next()
            yield self._look(order)

    def _look(self, order: Order) -> Outlook:
        condition = order.condition
        found = foresee(condition, self._position, self.seat)
        if found.holds is False:
            self._unsure |= self._others
            cause = self._find_cause(lambda then: foresee(condition, then, self.seat).fact, found.fact)
            words = f"skipped as things stand{cause}: {say_round(found.fact)}"
            return Outlook(order, self._later, (), False, words)
        unsettled = found.holds is None
        chains = [chain for chain in try_choices(self._position, order) if not isinstance(chain, Refusal)]
        if not chains:
            refusals = refuse_order(self._position, order)
            reasons = _leave_lists(refusals)
            cause = self._find_cause(lambda then: _compare_reasons(then, order, reasons), reasons)
            self._lost = True
            if not unsettled:
                self._dropped = self._position.left - count_actions(order)
                self._position = self._position._replace(left=0)
            why = f"{quote_choices(order)}, which cannot be read" if order.kind == UNREAD else join_reasons(refusals)
            return Outlook(order, self._later, (), False, f"not possible as things stand{cause}: {why}")
        chain, *others = chains
        rivals = self._unsure | self._find_rivals(chain) | (self._others if condition is not None else frozenset())
        if unsettled and not self._lost:
            words = f"{quote_chain(self.known.table, chain)}, which depends on what the water taken before it is worth"
            self._lost = True
        else:
            words = self._say(chain, rivals, others, is_asked=condition is not None)
        self._before.append((order.place.line, self._position))
        for action in chain:
            self._position = carry_out(self._position, self.seat, action)[0]
            if action.kind is ActionKind.CAMEL:
                self._placed.append(action.colour)
        self._unsure = rivals
        return Outlook(order, self._later, chain, not rivals and not self._lost, words)

    def _find_cause(self, ask: Callable[[State], object], answer: object) -> str:
        """Where ``ask`` would have another ``answer`` but for an order before, words that name it; else none."""
        now = self._position
        for line, before in reversed(self._before):
            then = before._replace(on_move=now.on_move, phase=now.phase, left=now.left, moves=now.moves)
            if ask(then) != answer:
                return f" after your order in line {line}"
        return ""

    def _find_rivals(self, chain: Sequence[Action]) -> frozenset[SeatNumber]:
        """Who could prevent a chain of actions that nothing before it calls into question."""
        if any(action.kind is ActionKind.RETURN for action in chain):
            return self._returners
        if any(action.kind is not ActionKind.CAMEL for action in chain) or self.known.phase is not Phase.CAMELS:
            binds = self.known.table.first_bound and not find_bound(self.known)
            return self._others | (self._returners if binds else frozenset())
        threats, found = self._threats, self._enders
        placed = [*self._placed]
        for action in chain:
            placed.append(action.colour)
            found |= threats.find(action) | threats.find_spenders(action.colour, placed.count(action.colour))
        return found

    def _say(
        self,
        chain: Sequence[Action],
        rivals: frozenset[SeatNumber],
        others: Sequence[Sequence[Action]],
        *,
        is_asked: bool,
    ) -> str:
        """What ``chain`` does, on whom it depends, and what of ``others`` is done else; ``is_asked`` by a condition."""
        done = quote_chain(self.known.table, chain)
        if self._lost:
            return f"{done}, which depends on the moves before it"
        if not rivals:
            return f"{done}, which is certain"
        dependent = (
            f"{done}, which depends on {join_words([self.known.table.seats[rival] for rival in sorted(rivals)])}"
        )
        if not others:
            return dependent
        if is_asked:  # rivals may make the condition false, and then no choice is taken
            return f"{dependent}; otherwise, if its condition is still true, the next choice that is left"
        spare = next((other for other in others if not self._unsure and not self._find_rivals(other)), None)
        else_done = (
            f"{quote_chain(self.known.table, spare)}, which is certain" if spare else "the next choice that is left"
        )
        return f"{dependent}; otherwise {else_done}"


def _compare_reasons(then: State, order: Order, reasons: Reasons) -> Reasons:
    """Why ``order`` cannot be done ``then``, nothing where it can; ``reasons`` if the law of first leaders hides it."""
    refusals = refuse_order(then, order)
    return reasons if any(why.code in _OF_FIRST_LEADERS for why in refusals) else _leave_lists(refusals)


def _leave_lists(refusals: Sequence[Refusal]) -> Reasons:
    """What makes reasons different: all but the list of one's other colours."""
    return [(why.code, {name: fact for name, fact in why.facts.items() if name != "colours"}) for why in refusals]


_ORDINALS = ("third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_MOVES = ("", ", your move after next", *(f", your {ordinal} move" for ordinal in _ORDINALS))


def forecast_file(known: State, seat: SeatNumber, agenda: Agenda) -> Iterator[str]:
    """What is on file with a new file taken up: a line for each order, then what stands behind them."""
    forecaster = Forecaster(known, seat)
    for outlook in forecaster.follow([item.order for item in agenda.items]):
        which = _MOVES[outlook.later] if outlook.later < len(_MOVES) else f", your {outlook.later + 1}th move"
        line = f"Line {outlook.order.place.line}{which}{_say_understood(outlook.order)}"
        yield end_sentence(f"{line}: {outlook.words}")
    if agenda.standing:
        yield f"Standing orders, for a camel without an order: {_quote(agenda.standing)}."
    if agenda.fallback:
        yield _say_fallback(known, seat, agenda)
    if agenda.later:
        goes_beyond = not (move := rehearse(known, seat, agenda, WhenSilent())).left and move.agenda.items
        word = "These orders replace your plan" if goes_beyond else "Kept for the moves after this one"
        yield f"{word}: {_quote(agenda.later)}."


def _say_understood(order: Order) -> str:
    """How an order was understood that leaves something open: its choices and its condition."""
    is_plain = not order.branches and order.condition is None and len(order.places) == 1
    return "" if is_plain else f" ({quote_order(order)})"


def _say_fallback(known: State, seat: SeatNumber, agenda: Agenda) -> str:
    """What the fallback orders would do by themselves."""
    move = rehearse(known, seat, EMPTY._replace(fallback=agenda.fallback), WhenSilent(late=True))
    if not move.steps:
        return f"Fallback: {_quote(agenda.fallback)}. {_say_idle(known, seat, agenda.fallback)}."
    done = ", then ".join(quote_action(known.table, step.action) for step in move.steps)
    short = "; what follows depends on what the water you take is worth" if move.unsettled else ""
    short = ", which is not the whole move" if move.left else short
    return f"Fallback, if your next move came now: {done}{short}."


def _say_idle(known: State, seat: SeatNumber, fallback: Sequence[Item]) -> str:
    """Why ``fallback`` would do nothing in the next move."""
    several = len(fallback) > 1
    readable = [item.order for item in fallback if not is_unreadable(item.order)]
    if not readable:
        return "Nothing will come of it"
    if all(comes_later(known, seat, order) for order in readable):
        piece = "leaders" if any(kind_of(order) is ActionKind.LEADER for order in readable) else "camels"
        return f"{'They wait' if len(readable) > 1 else 'It waits'} until you place {piece}"
    return f"As things stand, {'none of these is' if several else 'this is not'} possible in your next move"


def _quote(items: Sequence[Item]) -> str:
    return "; ".join(quote_order(item.order) for item in items)
