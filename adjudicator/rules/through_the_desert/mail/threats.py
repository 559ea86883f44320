"""Who could prevent a camel before it is placed: seats that move before and could take, touch or enclose its hex."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from adjudicator.core.table import SeatNumber
from adjudicator.kit.hexes import Hex, list_hexes
from adjudicator.rules.through_the_desert.legal import Action, list_camels
from adjudicator.rules.through_the_desert.state import COLOURS, State

_FOLLOWED = 2
"""So many camels of a rival are tried out for whether they close an area; of more we say that they might."""


class Threats:
    """What rivals could do before a move of ``seat``, of whom each places as many camels as ``camels`` says at most.

    Rather too much than too little: what is not named here cannot happen. Each is looked at by himself, since another
    seat's camel never helps to reach or to enclose anything.
    """

    def __init__(self, known: State, seat: SeatNumber, camels: Mapping[SeatNumber, int]) -> None:
        self.known, self.seat = known, seat
        self.camels = {rival: count for rival, count in camels.items() if count}
        self._reach = cache(self._find_reach)

    def find(self, action: Action) -> frozenset[SeatNumber]:
        """The rivals who could make the camel of ``action`` impossible. It is legal if they do nothing."""
        return frozenset(rival for rival in self.camels if self._threatens(rival, action))

    def find_spenders(self, colour: int, wanted: int) -> frozenset[SeatNumber]:
        """The rivals who could leave fewer than ``wanted`` camels of ``colour`` without ending the game."""
        if self.known.supply[colour] - sum(self.camels.values()) >= wanted:
            return frozenset()
        return frozenset(rival for rival in self.camels if self.known.camels[rival * COLOURS + colour])

    def find_enders(self, supply: Sequence[int]) -> frozenset[SeatNumber]:
        """The rivals who could place the last camel of a colour, of which ``supply`` has so many (ruling T7)."""
        owners = [
            {rival: count for rival, count in self.camels.items() if self.known.camels[rival * COLOURS + colour]}
            for colour in range(COLOURS)
        ]
        scarce = (by for by, left in zip(owners, supply, strict=True) if left <= sum(by.values()))
        return frozenset(rival for by in scarce for rival in by)

    def find_stuck(self, placed: int) -> frozenset[SeatNumber]:
        """The rivals who might find no hex for a camel, which ends the game (ruling T6), once ``placed`` are ours."""
        camels = {**self.camels, self.seat: placed}
        return frozenset(rival for rival in self.camels if not self._is_safe(rival, camels))

    def _is_safe(self, rival: SeatNumber, camels: Mapping[SeatNumber, int]) -> bool:
        """Whether ``rival`` has a hex for each camel, whatever others do and wherever his other camels go."""
        safe: set[Hex] = set()
        for index in self._list_safe(rival, camels):
            safe.add(index)
            if len(safe) == camels[rival]:
                return True
        return False

    def _list_safe(self, rival: SeatNumber, camels: Mapping[SeatNumber, int]) -> Iterator[Hex]:
        """Hexes that stay legal for ``rival`` unless he takes them, though all place as many as ``camels`` says.

        Only the caravan beside it could enclose such a hex.
        """
        known, grow, legal = self.known, self.known.table.board.grid.grow, list_camels(self.known, rival).masks
        others = [(other, count) for other, count in camels.items() if count and other != rival]
        free = ~0
        for other, count in others:
            for colour in range(COLOURS):
                free &= ~self._reach(other, colour, count)
        for colour in range(COLOURS):
            if known.supply[colour] < sum(count for by, count in camels.items() if known.camels[by * COLOURS + colour]):
                continue
            left, caravan = legal[colour] & free, rival * COLOURS + colour
            for other, count in others:
                left &= ~grow(self._reach(other, colour, count))
            for index in list_hexes(left):
                spot = _bit(index)
                reach = self._reach(rival, colour, camels[rival]) & ~spot
                before = map(_bit, list_hexes(legal[colour] & ~spot)) if camels[rival] <= _FOLLOWED else (reach,)
                if not any(self._is_closed_by(caravan, added, spot) for added in before):
                    yield index

    def _threatens(self, rival: SeatNumber, action: Action) -> bool:
        spot = 1 << action.hex
        near = self.known.table.board.grid.neighbours[action.hex]
        count = self.camels[rival]
        if any(self._reach(rival, colour, count) & spot for colour in range(COLOURS)):
            return True
        return bool(near & self._reach(rival, action.colour, count)) or self._may_enclose(rival, spot)

    def _find_reach(self, seat: SeatNumber, colour: int, camels: int) -> int:
        """Where ``seat`` could have placed a camel of ``colour`` with so many ``camels``."""
        known, grow = self.known, self.known.table.board.grid.grow
        caravan = seat * COLOURS + colour
        reached = known.camels[caravan]
        free = known.table.board.everywhere & ~(known.occupied | known.closed | known.oases)
        for other in range(colour, len(known.reach), COLOURS):
            if other != caravan:
                free &= ~known.reach[other]
        for _ in range(min(camels, known.supply[colour])):
            reached |= grow(reached) & free
        return reached & ~known.camels[caravan]

    def _may_enclose(self, rival: SeatNumber, spot: int) -> bool:
        """Whether ``rival`` could close an area with ``spot`` in it; never next to a camel of ours (ruling E2)."""
        known, grow = self.known, self.known.table.board.grid.grow
        mine = known.camels[self.seat * COLOURS : (self.seat + 1) * COLOURS]
        if any(grow(spot) & camels for camels in mine):
            return False
        count = self.camels[rival]
        for colour in range(COLOURS):
            caravan, reach = rival * COLOURS + colour, self._reach(rival, colour, count)
            if self._is_closed_by(caravan, reach & ~spot, spot) and (
                count > _FOLLOWED
                or any(
                    self._is_closed_by(caravan, first | second, spot)
                    for first in map(_bit, list_hexes(reach))
                    for second in map(_bit, list_hexes(reach if count > 1 else first))
                )
            ):
                return True
        return False

    def _is_closed_by(self, caravan: int, added: int, spot: int) -> bool:
        """Whether the part around ``spot`` meets no camel but those of ``caravan`` with ``added`` ones."""
        known, grid = self.known, self.known.table.board.grid
        others, field = known.occupied & ~known.camels[caravan], grid.field & ~known.camels[caravan] & ~added
        part = spot
        while True:
            grown = grid.grow(part) & field
            if grown & others:
                return False
            if grown == part:
                return True
            part = grown


def _bit(index: Hex) -> int:
    return 1 << index
