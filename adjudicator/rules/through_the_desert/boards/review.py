"""Boards of Through the Desert as files, judged; see :class:`adjudicator.core.notation.BoardFiles`.

Errors say what makes a board unfit to be played on, remarks where it is not like the printed ones, for somebody who
enters his own and may have slipped. The counts are those of the printed rules; the rest was measured on the mountain
side of the small board. Each is told with the spot of the file that shows it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain
from operator import or_

from adjudicator.core.notation import Note, Review
from adjudicator.kit.hexes import HexGrid, list_hexes
from adjudicator.kit.words import count_of, join_words
from adjudicator.rules.through_the_desert.board import AROUND, STRIP_FROM, Board, HexPlace, locate, name_spot
from adjudicator.rules.through_the_desert.boards import BoardSource, Complaint, DrawingError, read_board, tidy_text
from adjudicator.rules.through_the_desert.boards.random_board import (
    APART,
    FEWEST_NEIGHBOURS,
    SMALL_PALMS,
    SMALL_POOLS,
    SMALL_SIZE,
    STRIP_PALMS,
    STRIP_POOLS,
    STRIP_SIZE,
    make_board,
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
        words = says if len(seats) == len(faults) else f"not for {join_words(seats)} seats: {says}"
        yield Complaint(line, column, words)


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


Finding = tuple[str, str]
"""The hex or side that shows it, and what is wrong or odd."""
_MOST_NAMED = 6


def list_faults(source: BoardSource, edition: Edition, seats: int) -> list[Complaint]:
    """Why so many ``seats`` cannot play ``edition`` on the board; none where they can."""
    board = source.board.for_seats(seats)
    found = chain(
        _find_islands(board),
        _find_shortages(board, edition),
        _find_cut_points(board, edition),
        _find_crowding(board, edition, seats),
    )
    return [source.complain(*finding) for finding in found]


def _find_islands(board: Board) -> Iterator[Finding]:
    """Parts of the board that nobody can reach from the largest one."""
    parts = sorted(_list_parts(board, board.everywhere), key=int.bit_count)
    for part in parts[:-1]:
        names = board.grid.names_of(part)
        named = join_words(names[:_MOST_NAMED]) + (" and more" if len(names) > _MOST_NAMED else "")
        yield names[0], f"{named} cannot be reached from the rest of the board"


def _find_shortages(board: Board, edition: Edition) -> Iterator[Finding]:
    """Too few palm spaces for the trees, or more water than there are tokens (ruling S2)."""
    palms, pools, tokens = board.palms.bit_count(), board.pools.bit_count(), sum(edition.tokens)
    if palms < edition.trees:
        says = f"{count_of(palms, 'palm space')} (&&), but there are {edition.trees} palm trees to be placed"
        yield board.grid.names_of(board.palms)[0] if palms else _first(board), says
    needed = pools + max(0, palms - edition.trees)
    if needed > tokens:
        says = (
            f"{pools} pools (~) and {palms} palm spaces, {edition.trees} of them with trees, need {needed} water "
            f"tokens, but there are {tokens}"
        )
        yield board.grid.names_of(board.pools | board.palms)[-1], says


def _find_cut_points(board: Board, edition: Edition) -> Iterator[Finding]:
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
            yield grid.names[index], says


def _find_crowding(board: Board, edition: Edition, seats: int) -> Iterator[Finding]:
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
        yield _first(board), says


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


_MOST_TOUCHED, _FAIR_PART = 2, 4


def list_oddities(source: BoardSource, seats: int | None) -> list[Complaint]:
    """What is not as on the printed boards, on the part that so many ``seats`` use, or any."""
    board = source.board if seats is None else source.board.for_seats(seats)
    found = [*_compare_counts(board), *_find_gaps(source)]
    if not board.strip and (seats is None or seats >= STRIP_FROM):
        found.append((_first(board), "no hex is marked with + as part of the strip for four and five seats"))
    for find in (_find_crowded, _find_lonely, _find_odd_palms, _find_narrows, _find_ranges, _follow_river):
        found += find(board)
    if board.strip:
        found += ((_first(board), f"without the strip, {says}") for _, says in _follow_river(board.small_area))
    return [source.complain(*finding) for finding in found]


def _first(board: Board) -> str:
    """The hex that stands for the whole board."""
    return board.grid.names[next(list_hexes(board.everywhere))]


def _find_gaps(source: BoardSource) -> Iterator[Finding]:
    """Lines of the map that are not there, or blank, between others: every row has two."""
    first_on = {locate(name).height: name for name in reversed(source.places) if "-" not in name}
    for height in range(min(first_on), max(first_on)):
        if height not in first_on:
            columns = "A, C, E" if height % 2 else "B, D, F"
            after = next(first_on[later] for later in range(height, max(first_on) + 1) if later in first_on)
            yield after, f"row {height // 2 + 1} has no line for the columns {columns}, ...; every row has two"


def _compare_counts(board: Board) -> Iterator[Finding]:
    small = board.small_area
    area = "the small area" if board.strip else "the board"
    counts: list[tuple[str, int, Sequence[int], str]] = [
        (area, small.everywhere.bit_count(), SMALL_SIZE, "hexes"),
        (area, small.pools.bit_count(), (SMALL_POOLS,), "pools"),
        (area, small.palms.bit_count(), (SMALL_PALMS,), "palm spaces"),
    ]
    if board.strip:
        counts += [
            ("the strip", board.strip.bit_count(), STRIP_SIZE, "hexes"),
            ("the whole board", board.pools.bit_count(), (SMALL_POOLS + STRIP_POOLS,), "pools"),
            ("the whole board", board.palms.bit_count(), (SMALL_PALMS + STRIP_PALMS,), "palm spaces"),
        ]
    for where, count, usual, what in counts:
        if count not in usual:
            printed = " to ".join(map(str, dict.fromkeys((usual[0], usual[-1]))))
            noun = what.removesuffix("s") if count == 1 else what
            yield _first(board), f"{where} has {count} {noun}; a printed one has {printed}"


def _find_crowded(board: Board) -> Iterator[Finding]:
    """Features side by side, and hexes between too many of them."""
    grid, features = board.grid, board.pools | board.palms
    for index in list_hexes(board.everywhere):
        name, near = grid.names[index], grid.neighbours[index] & features
        if not features >> index & 1:
            if near.bit_count() > _MOST_TOUCHED:
                yield name, f"{name} touches {near.bit_count()} pools and palm spaces"
        elif near >> index:
            others = grid.names_of(near >> index << index)
            yield name, f"{join_words([name, *others])} lie side by side, all pools or palm spaces"


def _find_lonely(board: Board) -> Iterator[Finding]:
    """Pools far from every other feature, and hexes far from all."""
    grid, features = board.grid, board.pools | board.palms
    # steps are counted across mountains too, as they were on the board that was measured
    column = (1 << grid.rows) - 1
    whole = HexGrid(grid.columns, grid.rows, sum(column << x * grid.stride for x in range(grid.columns)))
    for index in list_hexes(board.everywhere):
        name, within = grid.names[index], whole.grow(whole.grow(1 << index))
        if not within & features & ~(1 << index):
            if board.pools >> index & 1:
                yield name, f"pool {name} has no other pool or palm space within two steps"
            elif not features >> index & 1:
                yield name, f"{name} has no pool or palm space within two steps"


def _find_odd_palms(board: Board) -> Iterator[Finding]:
    grid, palms = board.grid, board.grid.names_of(board.palms)
    for number, name in enumerate(palms):
        if grid.neighbours[grid.index_of[name]].bit_count() < len(AROUND):
            yield name, f"palm space {name} is not open on all sides"
        for other in palms[:number]:
            steps = locate(name).count_steps(locate(other))
            if steps < APART:
                yield name, f"palm spaces {other} and {name} are only {count_of(steps, 'step')} apart"


def _find_narrows(board: Board) -> Iterator[Finding]:
    """Corners with few neighbours, and hexes that alone lead to others."""
    grid = board.grid
    for index in list_hexes(board.everywhere):
        name, around = grid.names[index], grid.neighbours[index]
        if around.bit_count() < FEWEST_NEIGHBOURS:
            yield name, f"{name} has only {count_of(around.bit_count(), 'neighbour')}"
        if around & ~grid.flood(around & -around, board.everywhere & ~(1 << index)):
            yield name, f"{name} is the only way between two parts of the board"


def _find_ranges(board: Board) -> Iterator[Finding]:
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
        yield _first(board), f"{inside} ranges of mountains lie inside; a printed board has one"


def _follow_river(board: Board) -> Iterator[Finding]:
    """The river runs from edge to edge or to mountains and leaves room on both banks."""
    if not board.river:
        return
    index_of, banks = board.grid.index_of, _list_banks(board)
    for one, other in board.river:
        if any(bank >> index_of[one] & bank >> index_of[other] & 1 for bank in banks):
            side = f"{one}-{other}"
            yield side, f"at {side} one can walk round the river: it ends in the desert"
    sizes = [bank.bit_count() for bank in banks]
    if len(sizes) > 1 and _FAIR_PART * min(sizes) < sum(sizes):
        says = f"a bank of the river has {min(sizes)} of {sum(sizes)} hexes, less than a quarter"
        yield "-".join(board.river[0]), says


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
