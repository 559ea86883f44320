"""The set-up: places ranked by what two settlements bring together."""

from __future__ import annotations

from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.cards import KINDS, RESOURCES, unpack
from adjudicator.rules.catan.state import BARRED
from adjudicator.rules.catan.topology import (
    ANY,
    BARE,
    END_SUMS,
    HEXES_AT,
    INTERSECTIONS,
    NEIGHBOURS,
    PATH_NAMES,
    PATHS_AT,
)
from adjudicator.rules.catan.views.known import View, as_state
from players.economy import Cards, Economy, yield_of

_LISTED = 30
_EMPTY: Cards = (0, 0, 0, 0, 0)
_WANTED: tuple[tuple[Cards, float], ...] = (
    ((2, 2, 0, 0, 0), 1.0),
    ((1, 1, 1, 1, 0), 1.0),
    ((0, 0, 0, 2, 3), 1.0),
    ((0, 0, 1, 1, 1), 0.6),
)
"""What a player will want to pay for, and how much it matters."""


def rank_places(known: View, seat: int) -> list[str]:
    """Free settlements with a road each, the best first: ``12 12-13``."""
    state = as_state(known)
    free = [spot for spot in range(INTERSECTIONS) if not state.cells[BARRED] >> spot & 1]
    mine = [*list_bits(known.seats[seat].settlements)]
    second = bool(mine)
    ranked = sorted(free, key=lambda spot: (-rate_places(known, [*mine, spot], second=second), spot))
    return [f"{spot} {choose_road(known, spot, set(ranked[:_LISTED]))}" for spot in ranked[:_LISTED]]


def rank_second_places(known: View, first: str) -> list[str]:
    """The second list of the seat that places twice in a row, as if its ``first`` place were had."""
    taken = int(first.split(maxsplit=1)[0])
    state = as_state(known)
    barred = state.cells[BARRED] | 1 << taken | NEIGHBOURS[taken]
    free = [spot for spot in range(INTERSECTIONS) if not barred >> spot & 1]
    ranked = sorted(free, key=lambda spot: (-rate_places(known, [taken, spot], second=True), spot))
    return [f"{spot} {choose_road(known, spot, set(ranked))}" for spot in ranked[:_LISTED]]


def rate_places(known: View, spots: list[int], *, second: bool) -> float:
    """How good these settlements are together: cards a roll, and how soon they pay for what is wanted."""
    board = known.table.board
    income = [0.0] * KINDS
    for spot in spots:
        for kind, cards in enumerate(yield_of(board, spot)):
            income[kind] += cards
    rates = [4] * KINDS
    for spot in spots:
        harbour = board.harbour_at[spot]
        if harbour == ANY:
            rates = [min(rate, 3) for rate in rates]
        elif harbour is not None:
            rates[RESOURCES.index(harbour)] = 2
    economy = Economy(tuple(income), tuple(rates))
    hand: Cards = unpack(board.incomes[spots[-1]]) if second else _EMPTY
    speed = sum(weight / (2 + economy.wait_for(_EMPTY, cost)) for cost, weight in _WANTED)
    start = 1 / (2 + economy.wait_for(hand, (2, 2, 1, 1, 0))) if second else 0.0
    numbers = {board.numbers[tile] for spot in spots for tile in HEXES_AT[spot]} - {BARE}
    return 2 * economy.total + 3 * speed + start + 0.02 * len(numbers)


def choose_road(known: View, spot: int, wanted: set[int]) -> str:
    """The road towards the best further site that is two paths away."""
    board = known.table.board
    state = as_state(known)
    barred = state.cells[BARRED] | 1 << spot | NEIGHBOURS[spot]
    best, chosen = -1.0, next(list_bits(PATHS_AT[spot]))
    for path in list_bits(PATHS_AT[spot]):
        middle = END_SUMS[path] ^ spot
        for beyond in list_bits(NEIGHBOURS[middle] & ~(1 << spot)):
            worth = sum(yield_of(board, beyond)) + (0.1 if board.harbour_at[beyond] else 0)
            worth = 0 if barred >> beyond & 1 else worth * (0.6 if beyond in wanted else 1)
            if worth > best:
                best, chosen = worth, path
    return PATH_NAMES[chosen]
