"""What is legal: masks first, actions made only when somebody looks at them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple, overload

from adjudicator.core.table import SeatNumber
from adjudicator.kit.hexes import Hex, list_hexes, select_hex
from adjudicator.rules.through_the_desert.state import BOXED, COLOURS, NOWHERE, Phase, State


class ActionKind(Enum):
    """What an action does, in the order of play."""

    RETURN = "return"
    LEADER = "leader"
    CAMEL = "camel"

    def comes_after(self, other: ActionKind) -> bool:
        """Whether such actions are for a later phase than ``other`` ones."""
        kinds = list(ActionKind)
        return kinds.index(self) > kinds.index(other)


DECISIONS = {Phase.RETURNS: ActionKind.RETURN, Phase.LEADERS: ActionKind.LEADER, Phase.CAMELS: ActionKind.CAMEL}
"""What is decided in each phase."""


class Action(NamedTuple):
    """Return the leader of a colour to the box, or place a leader or a camel of it on a hex (a bit index)."""

    kind: ActionKind
    colour: int
    hex: Hex = NOWHERE


class LegalActions(Sequence[Action]):
    """Actions of one kind as a mask of hexes for each colour; by colour first, then hex by hex."""

    __slots__ = ("_length", "kind", "masks")

    def __init__(self, kind: ActionKind, masks: Sequence[int]) -> None:
        """``masks`` has one mask for each colour of the edition; bit 0 stands for the colour itself in returns."""
        self.kind = kind
        self.masks = masks
        self._length = -1

    def __len__(self) -> int:
        if self._length < 0:
            self._length = sum([mask.bit_count() for mask in self.masks])
        return self._length

    def _action(self, colour: int, index: Hex) -> Action:
        return Action(self.kind, colour, NOWHERE if self.kind is ActionKind.RETURN else index)

    @overload
    def __getitem__(self, number: int) -> Action: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Action]: ...
    def __getitem__(self, number: int | slice) -> Action | Sequence[Action]:
        if isinstance(number, slice):
            return tuple(self)[number]
        rest = number if number >= 0 else number + len(self)
        for colour, mask in enumerate(self.masks):
            count = mask.bit_count()
            if 0 <= rest < count:
                return self._action(colour, select_hex(mask, rest))
            rest -= count
        raise IndexError(number)

    def __iter__(self) -> Iterator[Action]:
        for colour, mask in enumerate(self.masks):
            for index in list_hexes(mask):
                yield self._action(colour, index)

    def __contains__(self, action: object) -> bool:
        """Whether ``action`` is among them, without listing them."""
        if not isinstance(action, Action) or action.kind is not self.kind or not 0 <= action.colour < len(self.masks):
            return False
        if self.kind is ActionKind.RETURN:
            return action.hex == NOWHERE and bool(self.masks[action.colour])
        return action.hex >= 0 and bool(self.masks[action.colour] >> action.hex & 1)


NOTHING = LegalActions(ActionKind.CAMEL, ())


def list_camels(state: State, seat: SeatNumber) -> LegalActions:
    """All camels that ``seat`` may place now (2005 "Placing Camels"; rulings T3, E8)."""
    return LegalActions(ActionKind.CAMEL, [camel_mask(state, seat, colour) for colour in range(COLOURS)])


def camel_mask(state: State, seat: SeatNumber, colour: int) -> int:
    """Where ``seat`` may place a camel of one ``colour`` now: beside its own caravan, and no other's of that colour."""
    if not state.supply[colour]:
        return 0
    reach, mine = state.reach, seat * COLOURS
    barred = state.occupied | state.closed | state.oases
    for other in reach[colour:mine:COLOURS] + reach[mine + COLOURS + colour :: COLOURS]:
        barred |= other
    return reach[mine + colour] & ~barred


def leader_mask(state: State) -> int:
    """Where any leader may be placed now (2005 "Placing Caravan Leaders"; rulings L1, L2)."""
    grow = state.table.board.grid.grow
    return state.table.board.everywhere & ~(grow(state.oases) | grow(state.occupied) | state.water | state.closed)


def leader_colours(state: State, seat: SeatNumber) -> frozenset[int]:
    """The colours of which ``seat`` may place a leader now.

    A first leader differs in colour from every leader that another seat has placed (2005 "Placing Caravan Leaders";
    ruling L3). With five seats the last one may be left with only the colour it returned; ruling L4 says what then.
    """
    mine = range(seat * COLOURS, (seat + 1) * COLOURS)
    hand = {caravan % COLOURS for caravan in mine if state.leaders[caravan] == NOWHERE}
    if any(state.leaders[caravan] >= 0 for caravan in mine):
        return frozenset(hand)
    used = {caravan % COLOURS for caravan, index in enumerate(state.leaders) if index >= 0}
    if seat == 0 and not used and state.phase is Phase.LEADERS:
        return frozenset(hand & find_bound(state) or hand)
    return frozenset(hand - used or hand)


def opening_colours(state: State, seat: SeatNumber) -> frozenset[int]:
    """Those of :func:`leader_colours` that can still be left when ``seat`` opens, for whoever plans ahead."""
    colours = leader_colours(state, seat)
    bound = find_bound(state)
    return (colours & bound if seat == 0 else colours - bound) or colours


def find_bound(state: State) -> frozenset[int]:
    """The colour that the first seat has to open with, while it is bound by option (ruling L4); else nothing.

    It is the one that the last seat returned, or will return, since all others have returned the others. It is gone
    before anybody else opens.
    """
    if not state.table.first_bound or any(index >= 0 for index in state.leaders):
        return frozenset()
    last = (len(state.table.seats) - 1) * COLOURS
    boxed = {caravan % COLOURS for caravan, index in enumerate(state.leaders[:last]) if index == BOXED}
    return frozenset(range(COLOURS)) - boxed if len(boxed) == COLOURS - 1 else frozenset()


def seat_phase(state: State, seat: SeatNumber) -> Phase:
    """What ``seat`` has to do next, which late in a phase is the next one's work for seats that are through."""
    mine = state.leaders[seat * COLOURS : (seat + 1) * COLOURS]
    if state.phase is Phase.RETURNS and BOXED in mine:
        return Phase.LEADERS
    if state.phase is Phase.LEADERS and NOWHERE not in mine:
        return Phase.CAMELS
    return state.phase


def is_legal(state: State, seat: SeatNumber, action: Action) -> bool:
    """Whether ``action`` is among the legal actions of ``seat``, as if its move came now."""
    if state.phase is Phase.CAMELS:
        is_camel = action.kind is ActionKind.CAMEL and action.hex >= 0
        return is_camel and bool(camel_mask(state, seat, action.colour) >> action.hex & 1)
    return action in list_legal(state, seat)


def list_legal(state: State, seat: SeatNumber) -> LegalActions:
    """All legal actions of ``seat``, as if its move came now."""
    phase = state.phase if state.phase is Phase.CAMELS else seat_phase(state, seat)
    if phase is Phase.CAMELS:
        return list_camels(state, seat)
    if phase is Phase.LEADERS:
        mask, colours = leader_mask(state), leader_colours(state, seat)
        return LegalActions(ActionKind.LEADER, [mask if colour in colours else 0 for colour in range(COLOURS)])
    if phase is Phase.RETURNS:
        returned = {caravan % COLOURS for caravan, index in enumerate(state.leaders) if index == BOXED}
        return LegalActions(ActionKind.RETURN, [int(colour not in returned) for colour in range(COLOURS)])
    return NOTHING


def list_left(state: State, seat: SeatNumber) -> LegalActions:
    """Those of :func:`list_legal` that can still be left when ``seat`` is on move, for whoever plans ahead."""
    legal = list_legal(state, seat)
    if legal.kind is not ActionKind.LEADER or not find_bound(state):
        return legal
    left = opening_colours(state, seat)
    return LegalActions(legal.kind, [mask if colour in left else 0 for colour, mask in enumerate(legal.masks)])
