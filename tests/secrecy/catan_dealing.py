"""A position of Catan with all cards dealt anew that a reader cannot see; every hand keeps its size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from secrecy.catan_fitting import lay_open

from adjudicator.core.table import Reader
from adjudicator.rules.catan.cards import COUNT, ONE, VICTORY_POINT, count_kind, unpack
from adjudicator.rules.catan.state import CARDS, DECK, HAND, NEW, POINTS, State
from adjudicator.testing.twins import BOLDEST, SHY, Below


def deal_anew(state: State, reader: Reader, below: Below, boldness: int, changed: Counter[str]) -> State:
    """All cards dealt anew that ``reader`` cannot see: boldly all, else a card or two; shyly the deck alone."""
    cells = list(state.cells)
    others = [seat for seat, name in enumerate(state.table.seats) if name != reader]
    if boldness == BOLDEST:
        _deal(cells, [HAND + seat for seat in others], below)
        places = [CARDS + seat for seat in others]
    else:
        if boldness < SHY:
            _swap_one(cells, [HAND + seat for seat in others], below)
        places = [CARDS + seat for seat in others if seat != state.mover]
    _deal(cells, [*places, DECK], below)
    for seat in others:
        more = count_kind(cells[CARDS + seat], VICTORY_POINT) - count_kind(state.cells[CARDS + seat], VICTORY_POINT)
        cells[POINTS + seat] += more * state.table.edition.card_points
        if seat == state.mover and CARDS + seat in places:
            pool = lay_open(cells[CARDS + seat])
            cells[NEW] = sum(ONE[pool.pop(below(len(pool)))] for _ in range(cells[NEW] % COUNT))
    mover = state.mover
    gained = cells[POINTS + mover] - state.cells[POINTS + mover]
    if state.points(mover) < state.table.edition.target <= state.points(mover) + gained:
        return deal_anew(state, reader, below, SHY, changed)  # it would have won
    changed["hands"] += any(cells[HAND + seat] != state.cells[HAND + seat] for seat in others)
    changed["development cards"] += any(cells[CARDS + seat] != state.cells[CARDS + seat] for seat in others)
    changed["deck"] += cells[DECK] != state.cells[DECK]
    twin = State(state.table, tuple(cells), state.extra)
    assert _count_cards(twin) == _count_cards(state)
    assert all(new <= card for new, card in zip(unpack(cells[NEW]), unpack(cells[CARDS + mover]), strict=True))
    return twin


def _deal(cells: list[int], places: Sequence[int], below: Below) -> None:
    """Shuffle the cards of several bundles; every bundle keeps its size."""
    pool = [kind for place in places for kind in lay_open(cells[place])]
    for place in places:
        cells[place] = sum(ONE[pool.pop(below(len(pool)))] for _ in range(cells[place] % COUNT))


def _swap_one(cells: list[int], places: Sequence[int], below: Below) -> None:
    """Two hands exchange a card."""
    full = [place for place in places if cells[place]]
    if len(full) > 1:
        one = full.pop(below(len(full)))
        other = full.pop(below(len(full)))
        give, take = (pool[below(len(pool))] for pool in (lay_open(cells[one]), lay_open(cells[other])))
        cells[one] += ONE[take] - ONE[give]
        cells[other] += ONE[give] - ONE[take]


def _count_cards(state: State) -> tuple[int, int]:
    """All resource cards in hands, all development cards that are not played."""
    cells, seats = state.cells, range(len(state.table.seats))
    return sum(cells[HAND + seat] for seat in seats), sum(cells[CARDS + seat] for seat in seats) + cells[DECK]
