"""Where a board is not like the printed ones: remarks, for somebody who enters his own and may have slipped.

The counts are those of the printed rules; the rest was measured on the mountain side of the small board.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from adjudicator.kit.hexes import HexGrid, list_hexes
from adjudicator.kit.words import count_of, join_words
from adjudicator.rules.through_the_desert.board import STRIP_FROM, Board
from adjudicator.rules.through_the_desert.boards.reading import BoardSource
from adjudicator.rules.through_the_desert.picture.layout import AROUND, HexPlace, locate, name_spot
from adjudicator.rules.through_the_desert.picture.sheet import Complaint

SMALL_POOLS, SMALL_PALMS, FULL_POOLS, FULL_PALMS = 32, 6, 43, 7
SMALL_SIZE, STRIP_SIZE = range(184, 195), range(55, 66)
PALM_SPACING, MOST_TOUCHED, FEWEST_NEIGHBOURS, FAIR_PART = 6, 2, 3, 4


def list_oddities(source: BoardSource, seats: int | None) -> Iterator[Complaint]:
    """What is not as on the printed boards, on the part that so many ``seats`` use, or any."""
    board = source.board if seats is None else source.board.for_seats(seats)
    yield from _compare_counts(source, board)
    yield from _find_gaps(source)
    if not board.strip and (seats is None or seats >= STRIP_FROM):
        yield source.complain(_first(board), "no hex is marked with + as part of the strip for four and five seats")
    yield from _find_crowded(source, board)
    yield from _find_lonely(source, board)
    yield from _find_odd_palms(source, board)
    yield from _find_narrows(source, board)
    yield from _find_ranges(source, board)
    if board.river:
        yield from _follow_river(source, board)
        if board.strip:
            small = (says for _, _, says in _follow_river(source, board.small_area))
            yield from (source.complain(_first(board), f"without the strip, {says}") for says in small)


def _first(board: Board) -> str:
    """The hex that stands for the whole board."""
    return board.grid.names[next(list_hexes(board.everywhere))]


def _find_gaps(source: BoardSource) -> Iterator[Complaint]:
    """Lines of the map that are not there, or blank, between others: every row has two."""
    first_on = {locate(name).height: name for name in reversed(source.places) if "-" not in name}
    for height in range(min(first_on), max(first_on)):
        if height not in first_on:
            columns = "A, C, E" if height % 2 else "B, D, F"
            after = next(first_on[later] for later in range(height, max(first_on) + 1) if later in first_on)
            yield source.complain(
                after, f"row {height // 2 + 1} has no line for the columns {columns}, ...; every row has two"
            )


def _compare_counts(source: BoardSource, board: Board) -> Iterator[Complaint]:
    small = board.small_area
    area = "the small area" if board.strip else "the board"
    counts = [
        (area, small.everywhere.bit_count(), SMALL_SIZE, "hexes"),
        (area, small.pools.bit_count(), range(SMALL_POOLS, SMALL_POOLS + 1), "pools"),
        (area, small.palms.bit_count(), range(SMALL_PALMS, SMALL_PALMS + 1), "palm spaces"),
    ]
    if board.strip:
        counts += [
            ("the strip", board.strip.bit_count(), STRIP_SIZE, "hexes"),
            ("the whole board", board.pools.bit_count(), range(FULL_POOLS, FULL_POOLS + 1), "pools"),
            ("the whole board", board.palms.bit_count(), range(FULL_PALMS, FULL_PALMS + 1), "palm spaces"),
        ]
    for where, count, usual, what in counts:
        if count not in usual:
            printed = str(usual.start) if len(usual) == 1 else f"{usual.start} to {usual.stop - 1}"
            noun = what.removesuffix("s") if count == 1 else what
            yield source.complain(_first(board), f"{where} has {count} {noun}; a printed one has {printed}")


def _find_crowded(source: BoardSource, board: Board) -> Iterator[Complaint]:
    """Features side by side, and hexes between too many of them."""
    grid, features = board.grid, board.pools | board.palms
    for index in list_hexes(board.everywhere):
        name, near = grid.names[index], grid.neighbours[index] & features
        if not features >> index & 1:
            if near.bit_count() > MOST_TOUCHED:
                yield source.complain(name, f"{name} touches {near.bit_count()} pools and palm spaces")
        elif near >> index:
            others = grid.names_of(near >> index << index)
            yield source.complain(name, f"{join_words([name, *others])} lie side by side, all pools or palm spaces")


def _find_lonely(source: BoardSource, board: Board) -> Iterator[Complaint]:
    """Pools far from every other feature, and hexes far from all."""
    grid, features = board.grid, board.pools | board.palms
    # steps are counted across mountains too, as they were on the board that was measured
    column = (1 << grid.rows) - 1
    whole = HexGrid(grid.columns, grid.rows, sum(column << x * grid.stride for x in range(grid.columns)))
    for index in list_hexes(board.everywhere):
        name, within = grid.names[index], whole.grow(whole.grow(1 << index))
        if not within & features & ~(1 << index):
            if board.pools >> index & 1:
                yield source.complain(name, f"pool {name} has no other pool or palm space within two steps")
            elif not features >> index & 1:
                yield source.complain(name, f"{name} has no pool or palm space within two steps")


def _find_odd_palms(source: BoardSource, board: Board) -> Iterator[Complaint]:
    grid, palms = board.grid, board.grid.names_of(board.palms)
    for number, name in enumerate(palms):
        if grid.neighbours[grid.index_of[name]].bit_count() < len(AROUND):
            yield source.complain(name, f"palm space {name} is not open on all sides")
        for other in palms[:number]:
            steps = _measure(locate(name), locate(other))
            if steps < PALM_SPACING:
                yield source.complain(name, f"palm spaces {other} and {name} are only {count_of(steps, 'step')} apart")


def _find_narrows(source: BoardSource, board: Board) -> Iterator[Complaint]:
    """Corners with few neighbours, and hexes that alone lead to others."""
    grid = board.grid
    for index in list_hexes(board.everywhere):
        name, around = grid.names[index], grid.neighbours[index]
        if around.bit_count() < FEWEST_NEIGHBOURS:
            yield source.complain(name, f"{name} has only {count_of(around.bit_count(), 'neighbour')}")
        if around & ~grid.flood(around & -around, board.everywhere & ~(1 << index)):
            yield source.complain(name, f"{name} is the only way between two parts of the board")


def _find_ranges(source: BoardSource, board: Board) -> Iterator[Complaint]:
    """One range of mountains lies inside, with desert all round."""
    mountains, inside = {locate(name) for name in board.mountains}, 0
    while mountains:
        parts, edge = [mountains.pop()], False
        for x, height in parts:
            for right, down in AROUND:
                spot = HexPlace(x + right, height + down)
                if spot in mountains:
                    mountains.remove(spot)
                    parts.append(spot)
                edge |= spot not in parts and (spot.x < 0 or name_spot(spot) not in board.grid.index_of)
        inside += not edge
    if inside != 1:
        yield source.complain(_first(board), f"{inside} ranges of mountains lie inside; a printed board has one")


def _follow_river(source: BoardSource, board: Board) -> Iterator[Complaint]:
    """The river runs from edge to edge or to mountains and leaves room on both banks."""
    index_of, banks = board.grid.index_of, _list_banks(board)
    for one, other in board.river:
        if any(bank >> index_of[one] & bank >> index_of[other] & 1 for bank in banks):
            side = f"{one}-{other}"
            yield source.complain(side, f"at {side} one can walk round the river: it ends in the desert")
    sizes = [bank.bit_count() for bank in banks]
    if len(sizes) > 1 and FAIR_PART * min(sizes) < sum(sizes):
        says = f"a bank of the river has {min(sizes)} of {sum(sizes)} hexes, less than a quarter"
        yield source.complain("-".join(board.river[0]), says)


def _list_banks(board: Board) -> list[int]:
    """The parts of the board that the river parts from one another, as masks."""
    neighbours, banks, left = board.grid.neighbours, list[int](), board.everywhere
    while left:
        bank = edge = left & -left
        while edge:
            beside = (neighbours[index] & ~board.across[index] for index in list_hexes(edge))
            edge = reduce(or_, beside) & ~bank
            bank |= edge
        banks.append(bank)
        left &= ~bank
    return banks


def _measure(one: HexPlace, other: HexPlace) -> int:
    """How many steps apart two places are, across anything."""
    aside, down = abs(one.x - other.x), abs(one.height - other.height)
    return aside + max(0, down - aside) // 2
