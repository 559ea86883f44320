"""Where a seat's orders can lead, in the move now due and beyond: every choice among its alternatives and conditions.

Whoever is on move is preceded by nobody, so what its own camels close is known. Before any other move rivals may place:
they can take hexes away, which is no reason to refuse anything, and they can keep an area open.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from adjudicator.core.order import UNREAD, Order
from adjudicator.core.table import SeatNumber
from adjudicator.rules.through_the_desert.legal import (
    Action,
    ActionKind,
    LegalActions,
    find_bound,
    is_legal,
    leader_mask,
    list_left,
)
from adjudicator.rules.through_the_desert.mail import reasons
from adjudicator.rules.through_the_desert.mail.asks import count_due, find_move, list_moves
from adjudicator.rules.through_the_desert.mail.conditions import foresee
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.state import BOXED, COLOURS, NOWHERE, State
from adjudicator.rules.through_the_desert.written import comes_later, count_actions, kind_of
from adjudicator.rules.through_the_desert.written.mending import Branch

_UNDERSTOOD = 1000
"""``left`` of a position that looks ahead: no move ends in it."""


class ReachedPosition(NamedTuple):
    """A position that the move can come to: what is legal in it, and the lines of the orders that lead to it."""

    position: State
    seat: SeatNumber
    legal: LegalActions
    lines: tuple[int, ...]

    def allows(self, action: Action) -> bool:
        """Whether ``action`` is legal here, or illegal for a reason that others' moves may lift (ruling L4)."""
        if action in self.legal:
            return True
        if action.kind is not ActionKind.LEADER:
            return False
        bound = find_bound(self.position)
        if bound and (action.colour in bound) == (self.seat > 0):
            return False
        mine = self.position.leaders[self.seat * COLOURS : (self.seat + 1) * COLOURS]
        waiting = BOXED in mine and not any(index >= 0 for index in mine) and self.seat != self.position.on_move
        if not waiting or mine[action.colour] != NOWHERE:
            return False
        return bool(leader_mask(self.position) >> action.hex & 1)


def _merge(spots: dict[frozenset[Action], ReachedPosition]) -> dict[frozenset[Action], ReachedPosition]:
    """One spot in place of all: what any of them lists as legal is legal there."""
    if len(spots) < 2:  # noqa: PLR2004 - several
        return spots
    done, first = next(iter(spots.items()))
    masks = [reduce(or_, column) for column in zip(*(spot.legal.masks for spot in spots.values()), strict=True)]
    return {done: first._replace(legal=LegalActions(first.legal.kind, masks))}


def _look(position: State, seat: SeatNumber, lines: tuple[int, ...]) -> ReachedPosition:
    return ReachedPosition(position, seat, list_left(position, seat), lines)


def find_room(known: State, seat: SeatNumber, before: Sequence[Order]) -> int | None:
    """How many camels are still to be placed in the later move that the orders ``before`` lead to.

    None where that is not known, or it is the move now due.
    """
    if not before or any(order.condition or order.kind == UNREAD for order in before):
        return None
    done = sum(count_actions(order) for order in before if kind_of(order) is ActionKind.CAMEL)
    for move in list_moves(known):
        if move.seat == seat and move.kind is ActionKind.CAMEL:
            if done < move.due:
                return None if move == find_move(known, seat) else move.due - done
            done -= move.due
    return None


class Prospect:
    """The spots that are reached after some of the orders, and how many actions of the move are done in each."""

    def __init__(self, known: State, seat: SeatNumber) -> None:
        self.known, self.seat = known, seat
        self.due = due = count_due(known, seat)
        """How many actions make the move whole."""
        self.on_move = seat == known.on_move
        self.may_be_whole = False
        """Whether the move may be over here, so that what follows is for a later one."""
        self.is_lost = False
        """Whether an order before was not understood or cannot be, so that nobody knows where the others start."""
        self._reach = list(known.reach[seat * COLOURS : (seat + 1) * COLOURS])
        """By colour, every hex that the orders so far could bring within reach."""
        self._reasons: dict[Action, str] = {}
        first = _look(known._replace(left=_UNDERSTOOD), seat, ())
        self._levels: list[dict[frozenset[Action], ReachedPosition]] = [
            {frozenset(): first},
            *({} for _ in range(due - 1)),
        ]

    def is_later(self, number: int, order: Order) -> bool:
        """Whether the order that comes after ``number`` actions may be for a later move, as far as is known."""
        beyond = number >= self.due and (self.is_lost or comes_later(self.known, self.seat, order))
        return beyond or self.may_be_whole

    def extend_reach(self, actions: Iterable[Action]) -> None:
        """From here on each of ``actions`` may have been done, in this move or a later one."""
        for action in actions:
            if action.kind is ActionKind.CAMEL:
                self._reach[action.colour] |= self.known.table.board.grid.neighbours[action.hex]

    def find_reason(self, action: Action) -> str:
        """The code of the reason why ``action`` is not legal now; empty where it is."""
        if action not in self._reasons:
            legal = is_legal(self.known, self.seat, action)
            self._reasons[action] = "" if legal else reasons.explain(self.known, self.seat, action, offer=False)[0]
        return self._reasons[action]

    def is_hopeless(self, action: Action, *, is_later: bool) -> bool:
        """Whether no order of one's own can make ``action`` possible; for a later move, none of those before it."""
        code = self.find_reason(action)
        if code in reasons.LASTING or not is_later:
            return code in reasons.LASTING
        out_of_reach = action.kind is ActionKind.CAMEL and not self._reach[action.colour] >> action.hex & 1
        return (code == "not-next" and out_of_reach) or code == "wrong-kind"

    def spots(self) -> Iterator[ReachedPosition]:
        """Every spot within the move, the shortest way first."""
        for level in self._levels:
            yield from level.values()

    def follow(self, order: Order, branches: Sequence[Branch]) -> tuple[ReachedPosition | None, list[bool]]:
        """Lets ``order`` choose among ``branches``: the first spot it comes to, and which of them some spot allows.

        A branch is done as a whole: it has the actions that each of its steps may be. The spot is None where the order
        is certainly not reached within the move, or is never possible but skipped after some choice before it.
        """
        reached: ReachedPosition | None = None
        is_skipped = False
        possible = [False] * len(branches)
        last = len(self._levels) - 1
        for number in range(last, -1, -1):
            come: dict[frozenset[Action], ReachedPosition] = {}
            for done, spot in list(self._levels[number].items()):
                skips = self._may_skip(order, spot)
                is_skipped = is_skipped or skips is True
                if skips is not True:
                    come[done] = spot
                if skips is False:
                    del self._levels[number][done]
            reached = next(iter(come.values()), reached)
            # where the last action of the move is done, it does not matter from which spot
            for done, spot in (_merge(come) if number == last else come).items():
                for place, branch in enumerate(branches):
                    if self._walk(number, done, spot, branch, order.place.line):
                        possible[place] = True
        return (reached if any(possible) or not is_skipped else None), possible

    def _walk(self, number: int, done: frozenset[Action], spot: ReachedPosition, steps: Branch, line: int) -> bool:
        """Whether ``steps`` can be done from ``spot`` on; where they lead is noted."""
        found = False
        for action in steps[0]:
            if not spot.allows(action):
                continue
            if len(steps) == 1:
                self._go_on(number, done, spot, action, line)
                found = True
            elif number + 1 < len(self._levels):
                after = self._step(spot, action, line)
                found = self._walk(number + 1, done | {action}, after, steps[1:], line) or found
        return found

    def _may_skip(self, order: Order, spot: ReachedPosition) -> bool | None:
        """Whether the condition is false; None where that depends on others, or on face-down water taken before."""
        if order.condition is None:
            return False
        truth = foresee(order.condition, spot.position, self.seat).holds if self.on_move else None
        return None if truth is None else not truth

    def _go_on(self, number: int, done: frozenset[Action], spot: ReachedPosition, action: Action, line: int) -> None:
        if number + 1 == len(self._levels):
            self.may_be_whole = True
            return
        after = done | {action}
        if after not in self._levels[number + 1]:
            self._levels[number + 1][after] = self._step(spot, action, line)

    def _step(self, spot: ReachedPosition, action: Action, line: int) -> ReachedPosition:
        position = carry_out(spot.position, self.seat, action)[0]
        if not self.on_move:
            position = position._replace(closed=spot.position.closed, areas=spot.position.areas)
        return _look(position, self.seat, (*spot.lines, line))

    def explain_choice(
        self, action: Action, words: str, spot: ReachedPosition | None, *, offer: bool
    ) -> tuple[str, reasons.Facts]:
        """Why ``action``, in ``words``, cannot be; where that rests on orders before it, their lines are named."""
        position = self.known
        if spot is not None and spot.lines and self.find_reason(action) not in reasons.LASTING:
            position = spot.position
            lines = " and ".join(f"line {line}" for line in spot.lines)
            words += f" (after your order in {lines})"
        code, facts = reasons.explain(position, self.seat, action, offer=offer)
        return code, {"legal": "", "order": words, **facts}
