"""Boards of Through the Desert as files, judged; see :class:`adjudicator.core.bench.BoardBench`.

Errors say what makes a board unfit to be played on, remarks where it is not like the printed ones, for somebody who
enters his own and may have slipped. The counts are those of the printed rules; the rest was measured on the mountain
side of the small board. Each is told with the spot of the file that shows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_

from adjudicator.core.bench import Note, Review
from adjudicator.kit.hexes import HexGrid, list_hexes
from adjudicator.kit.words import count_of, join_words
from adjudicator.rules.through_the_desert.board import AROUND, STRIP_FROM, Board, HexPlace, locate, name_spot
from adjudicator.rules.through_the_desert.boards.random_board import make_board
from adjudicator.rules.through_the_desert.boards.reading import (
    BoardSource,
    Complaint,
    DrawingError,
    read_board,
    tidy_text,
)
from adjudicator.rules.through_the_desert.editions import EDITIONS, Edition
from adjudicator.rules.through_the_desert.picture.text import draw_map, list_river


class DesertBoards:
    """Reads, judges and makes board files."""

    option = "board"
    sides: tuple[str, ...] = ("mountain", "river")

    def review(self, text: str, edition: str, seats: int | None) -> Review:
        """See the protocol. What only some numbers of seats cannot play is a remark, unless it is they who ask."""
        kept = tidy_text(text)
        try:
            source = read_board(kept)
        except DrawingError as error:
            return Review(kept, "", "", (), (), _note(error.complaints), ())
        asked = tuple(EDITIONS[edition].boards) if seats is None else (seats,)
        faults = {number: list_faults(source, EDITIONS[edition], number) for number in asked}
        fit = tuple(number for number in asked if not faults[number])
        hindrances = tuple(_tell_unfit(faults))
        board = source.board if seats is None else source.board.for_seats(seats)
        remarks = [*(hindrances if fit else ()), *list_oddities(source, seats)]
        return Review(
            text=kept,
            title=board.title,
            origin=board.origin,
            drawing=tuple(draw_board(board)),
            seats=fit,
            errors=() if fit else _note(hindrances),
            remarks=_note(remarks),
        )

    def make(self, seed: int, seats: int | None, side: str) -> str:
        """See the protocol; with two and three seats the board has no strip."""
        return write_board(make_board(seed, with_strip=(seats or STRIP_FROM) >= STRIP_FROM, with_river=side == "river"))


def _tell_unfit(faults: dict[int, list[Complaint]]) -> Iterable[Complaint]:
    """What hinders some numbers of seats; where it is not all that were asked for, it is told which."""
    hindered: dict[Complaint, list[str]] = {}
    for number, found in faults.items():
        for fault in found:
            hindered.setdefault(fault, []).append(str(number))
    for (line, column, says), seats in hindered.items():
        told = says if len(seats) == len(faults) else f"not for {join_words(seats)} seats: {says}"
        yield Complaint(line, column, told)


def _note(complaints: Iterable[Complaint]) -> tuple[Note, ...]:
    """The complaints, each once, in the order of the file."""
    return tuple(Note(*complaint) for complaint in sorted(set(complaints)))


def write_board(board: Board) -> str:
    """The file of ``board``: title, origin, map, river."""
    return "\n".join([f"title: {board.title}", f"origin: {board.origin}", "", *draw_board(board)]) + "\n"


def draw_board(board: Board) -> list[str]:
    """The lines of the map of ``board``, and below it the sides of its river."""
    cells = {name: _write_cell(board, name.lower(), 1 << index) for name, index in board.grid.index_of.items()}
    lines = draw_map(board, cells | dict.fromkeys(board.mountains, " ^^^"))
    return [*lines, *([""] if board.river else []), *list_river(board.sides)]


def _write_cell(board: Board, name: str, spot: int) -> str:
    mark = "+" if board.strip & spot else ""
    if board.palms & spot:
        return f"{f'+{name}':>4}&" if mark else f"&{name}&"
    pool = "~" if board.pools & spot else ""
    return f"{mark + name:>{3 + len(mark)}}{pool}"


_MOST_NAMED = 6


def list_faults(source: BoardSource, edition: Edition, seats: int) -> list[Complaint]:
    """Why so many ``seats`` cannot play ``edition`` on the board; none where they can."""
    board = source.board.for_seats(seats)
    return [
        *_find_islands(source, board),
        *_find_shortages(source, board, edition),
        *_find_cut_points(source, board, edition),
        *_find_crowding(source, board, edition, seats),
    ]


def _find_islands(source: BoardSource, board: Board) -> Iterator[Complaint]:
    """Parts of the board that nobody can reach from the largest one."""
    parts = sorted(_list_parts(board, board.everywhere), key=int.bit_count)
    for part in parts[:-1]:
        names = board.grid.names_of(part)
        named = join_words(names[:_MOST_NAMED]) + (" and more" if len(names) > _MOST_NAMED else "")
        yield source.complain(names[0], f"{named} cannot be reached from the rest of the board")


def _find_shortages(source: BoardSource, board: Board, edition: Edition) -> Iterator[Complaint]:
    """Too few palm spaces for the trees, or more water than there are tokens (ruling S2)."""
    palms, pools, tokens = board.palms.bit_count(), board.pools.bit_count(), sum(edition.tokens)
    some = board.grid.names[next(list_hexes(board.everywhere))]
    if palms < edition.trees:
        says = f"{count_of(palms, 'palm space')} (&&), but there are {edition.trees} palm trees to be placed"
        yield source.complain(board.grid.names_of(board.palms)[0] if palms else some, says)
    needed = pools + max(0, palms - edition.trees)
    if needed > tokens:
        says = (
            f"{pools} pools (~) and {palms} palm spaces, {edition.trees} of them with trees, need {needed} water "
            f"tokens, but there are {tokens}"
        )
        yield source.complain(board.grid.names_of(board.pools | board.palms)[-1], says)


def _find_cut_points(source: BoardSource, board: Board, edition: Edition) -> Iterator[Complaint]:
    """Hexes on which a leader would enclose a part of the board before anybody places a camel (ruling L7)."""
    grid = board.grid
    for index in list_hexes(_list_standing(board, edition)):
        rest = board.everywhere & ~(1 << index)
        around = grid.neighbours[index] & rest
        if not around or grid.flood(around & -around, around) == around:
            continue
        near = grid.flood(around & -around, rest)
        if around & ~near:
            parts = sorted((near, *_list_parts(board, rest & ~near)), key=int.bit_count)
            behind = join_words(grid.names_of(parts[0])[:_MOST_NAMED])
            says = f"{grid.names[index]} is the only way to {behind}: a leader on it would enclose them in the set-up"
            yield source.complain(grid.names[index], says)


def _find_crowding(source: BoardSource, board: Board, edition: Edition, seats: int) -> Iterator[Complaint]:
    """Too little room for the leaders: each keeps others from its hex and those beside it (rulings L1, L6)."""
    grid, plain = board.grid, board.everywhere & ~(board.pools | board.palms)
    leaders = edition.leaders[seats] * seats
    shaded = sorted(((grid.neighbours[index] & plain).bit_count() for index in list_hexes(board.palms)), reverse=True)
    room = plain.bit_count() - sum(shaded[: edition.trees])
    taken = sorted(((grid.neighbours[index] & plain).bit_count() + 1 for index in list_hexes(plain)), reverse=True)
    blocked = sum(taken[: leaders - 1])
    if room <= blocked:
        says = (
            f"the {leaders} leaders may not all find a place: {room} hexes may be left for them, and "
            f"{leaders - 1} leaders may block {blocked}"
        )
        yield source.complain(grid.names[next(list_hexes(board.everywhere))], says)


def _list_standing(board: Board, edition: Edition) -> int:
    """The hexes on which a leader may stand: never beside a tree, and all palm spaces have one if there are no more."""
    plain = board.everywhere & ~(board.pools | board.palms)
    return plain if board.palms.bit_count() > edition.trees else plain & ~board.grid.grow(board.palms)


def _list_parts(board: Board, field: int) -> Iterator[int]:
    """The connected parts of ``field``."""
    while field:
        part = board.grid.flood(field & -field, field)
        yield part
        field &= ~part


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
