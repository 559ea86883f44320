"""What makes a board unfit to be played on: errors, each with the spot of the file that shows it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kit.hexes import list_hexes
from adjudicator.kit.words import count_of, join_words
from adjudicator.rules.through_the_desert.board import Board
from adjudicator.rules.through_the_desert.boards.reading import BoardSource
from adjudicator.rules.through_the_desert.editions import Edition
from adjudicator.rules.through_the_desert.picture.sheet import Complaint

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
