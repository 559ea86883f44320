"""How a game goes, added up as it is played: what the dice brought, what was taken, and every table turn's standing.

All of it lies on the table: numbers of cards, never their kinds, and points without hidden cards. The numbers stand in
cells of the position from ``COURSE`` on, so that no turn has to read the ones before it.
"""

from collections.abc import Mapping, Sequence
from itertools import chain, compress
from operator import ne
from typing import Any, NamedTuple

from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan import state as at
from adjudicator.rules.catan.actions import MAX_SEATS
from adjudicator.rules.catan.cards import COUNT, VICTORY_POINT, count_kind
from adjudicator.rules.catan.state import Cells, Draft, Table
from adjudicator.rules.catan.topology import INTERSECTIONS, PATH_NAMES, PATHS

WAYS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""In how many of 36 ways two dice show each number from 0 to 12."""
ALL_WAYS = 36
NUMBER_WIDTH = 24
"""The cells that go by number have so many bits for each, the lowest for 0."""
_NUMBER = (1 << NUMBER_WIDTH) - 1
_BYTE = 8
_AWARDS = 2
"""A standing begins with two bytes: the seats, from 1, that hold the longest road and the largest army, or 0."""
_OF_SEAT = 2
"""Then it has two bytes of each seat: its points without hidden cards, and the resource cards in its hand."""
_SPOTS = tuple(map(str, range(INTERSECTIONS)))
PIECES: Mapping[str, Sequence[str]] = {"roads": PATH_NAMES, "settlements": _SPOTS, "cities": _SPOTS}
"""By kind of piece the names of its places, in the order in which ``RAISED`` has them."""
_FIRST = dict(zip(PIECES, (0, PATHS, PATHS + INTERSECTIONS), strict=True))
_STAMP = 12
"""``RAISED`` has so many bits for each place: the table turn in which a piece came there, plus 1, or 0."""
_OVER = at.Stage.OVER.value
COUNTS = {
    "produced": at.PRODUCED,
    "unreached": at.UNREACHED_WAYS,
    "missed": at.MISSED,
    "took": at.TOOK,
    "lost": at.LOST,
    "discarded": at.DISCARDED,
}
"""What is counted by seat, by its name in a dump."""


def note_yield(cells: list[int], seat: SeatNumber, number: int) -> None:
    """The seat gets a card more from now on when ``number`` is rolled: the rolls before did not bring it."""
    rolls = sum(cells[at.ROLLS : at.ROLLS + len(WAYS)])
    cells[at.UNREACHED] += rolls << NUMBER_WIDTH * number
    cells[at.UNREACHED_WAYS + seat] += rolls * WAYS[number]


def note_standing(draft: Draft) -> None:
    """Note how everybody stands as a table turn ends, or the set-up."""
    cells, table = draft.cells, draft.table
    rules, worth = table.rules, table.edition.card_points
    standing = [cells[at.LONGEST] + 1, cells[at.LARGEST] + 1]
    for seat in table.numbers:
        points, cards = cells[at.POINTS + seat], cells[at.CARDS + seat]
        if cards:
            points -= count_kind(cards, VICTORY_POINT) * worth
        if rules.bonus_name is not None:
            points += rules.bonus(draft.extra, cells[at.SETTLEMENTS + seat] | cells[at.CITIES + seat])
        standing += (points, cells[at.HAND + seat] % COUNT)
    cells[at.STANDINGS] |= int.from_bytes(standing, "little") << _BYTE * len(standing) * cells[at.TURN]


def note_piece(cells: list[int], kind: str, place: int) -> None:
    """A piece of that ``kind``, one of ``PIECES``, comes to the board."""
    cells[at.RAISED] |= cells[at.TURN] + 1 << _STAMP * (_FIRST[kind] + place)


def read_raised(cells: Cells, kind: str) -> Mapping[int, int]:
    """The table turn in which each piece of a ``kind`` came to the board, 0 for the set-up, by the piece's place."""
    of_kind = cells[at.RAISED] >> _STAMP * _FIRST[kind]
    stamps = (of_kind >> _STAMP * place & (1 << _STAMP) - 1 for place in range(len(PIECES[kind])))
    return {place: stamp - 1 for place, stamp in enumerate(stamps) if stamp}


class SeatCourse(NamedTuple):
    """What the game brought one seat, in numbers of cards.

    ``produced`` came by the dice, and ``expected`` was to be expected of so many rolls; ``missed`` did not come
    although it was rolled, because of the robber or an empty bank. ``took`` and ``lost`` went from hand to hand without
    a trade. ``points`` and ``cards`` have the standing after the set-up and after every table turn.
    """

    produced: int
    expected: float
    missed: int
    took: int
    lost: int
    discarded: int
    points: Sequence[int]
    cards: Sequence[int]


class GameCourse(NamedTuple):
    """The course of a game: by seat in table order, and by number from 0 to 12, cards of all seats together.

    ``longest`` and ``largest`` have the seat that held the award after the set-up and after every table turn.
    """

    seats: Sequence[SeatCourse]
    produced: Sequence[int]
    expected: Sequence[float]
    longest: Sequence[SeatNumber | None]
    largest: Sequence[SeatNumber | None]


def read_course(table: Table, cells: Cells) -> GameCourse:
    """The course as ``cells`` have it."""
    rolls = sum(cells[at.ROLLS : at.ROLLS + len(WAYS)])
    gains = [
        [gain % COUNT for gain in cells[first : first + MAX_SEATS]]
        for first in range(at.GAINS, at.GAINS + len(WAYS) * MAX_SEATS, MAX_SEATS)
    ]
    longest, largest, points, cards = _read_standings(table, cells)
    unreached = _read_numbers(cells[at.UNREACHED])
    return GameCourse(
        seats=[
            SeatCourse(
                produced=cells[at.PRODUCED + seat],
                expected=(
                    sum(ways * of_number[seat] for ways, of_number in zip(WAYS, gains, strict=True)) * rolls
                    - cells[at.UNREACHED_WAYS + seat]
                )
                / ALL_WAYS,
                missed=cells[at.MISSED + seat],
                took=cells[at.TOOK + seat],
                lost=cells[at.LOST + seat],
                discarded=cells[at.DISCARDED + seat],
                points=points[seat],
                cards=cards[seat],
            )
            for seat in table.numbers
        ],
        produced=_read_numbers(cells[at.NUMBER_PRODUCED]),
        expected=[
            (sum(of_number) * rolls - before) * ways / ALL_WAYS
            for ways, of_number, before in zip(WAYS, gains, unreached, strict=True)
        ],
        longest=[table.numbers[held - 1] if held else None for held in longest],
        largest=[table.numbers[held - 1] if held else None for held in largest],
    )


def _read_numbers(cell: int) -> list[int]:
    return [cell >> NUMBER_WIDTH * number & _NUMBER for number in range(len(WAYS))]


def _read_standings(table: Table, cells: Cells) -> tuple[bytes, bytes, list[bytes], list[bytes]]:
    """Rows with a byte for each standing: who held the two awards, and by seat points and cards."""
    width = _AWARDS + _OF_SEAT * len(table.seats)
    steps = cells[at.TURN] + (cells[at.STAGE] == _OVER)
    rows = cells[at.STANDINGS].to_bytes(width * steps, "little")
    of_seats = [rows[place::width] for place in range(_AWARDS, width)]
    return rows[::width], rows[1::width], of_seats[::_OF_SEAT], of_seats[1::_OF_SEAT]


def dump_course(table: Table, cells: Cells) -> JsonObject:
    """The course as JSON: by number from 2 to 12, and by seat; ``unreached`` is what rolls did not bring before.

    ``longest`` and ``largest`` have who came to hold the award (None: nobody) by the turn after which it was so,
    ``raised`` by kind of piece in which table turn each came to the board. Of a seat ``counts`` are as in ``COUNTS``;
    ``cards`` are turn by turn, ``points`` by the turn where they changed.
    """
    names = (None, *table.seats)
    longest, largest, points, cards = _read_standings(table, cells)
    return {
        "produced": _read_numbers(cells[at.NUMBER_PRODUCED])[2:],
        "unreached": _read_numbers(cells[at.UNREACHED])[2:],
        "longest": {turn: names[held] for turn, held in _list_changes(longest).items()},
        "largest": {turn: names[held] for turn, held in _list_changes(largest).items()},
        "raised": {
            kind: {places[place]: turn for place, turn in read_raised(cells, kind).items()}
            for kind, places in PIECES.items()
        },
        "seats": {
            name: {
                "counts": {key: cells[place + seat] for key, place in COUNTS.items()},
                "points": _list_changes(points[seat]),
                "cards": list(cards[seat]),
            }
            for seat, name in enumerate(table.seats)
        },
    }


def _list_changes(row: Sequence[int]) -> dict[str, int]:
    steps = compress(range(1, len(row)), map(ne, row[1:], row))
    return {str(step): row[step] for step in chain(range(min(1, len(row))), steps)}


def _fill_row(changes: Mapping[str, int], steps: int) -> bytes:
    row = bytearray(steps)
    for step, value in sorted((int(step), value) for step, value in changes.items()):
        row[step:] = bytes((value,)) * (steps - step)
    return bytes(row)


def load_course(table: Table, cells: list[int], saved: Mapping[str, Any]) -> None:
    """Write into ``cells`` what :func:`dump_course` wrote."""
    cells[at.NUMBER_PRODUCED] = _pack_numbers(saved["produced"])
    cells[at.UNREACHED] = _pack_numbers(saved["unreached"])
    for kind, places in PIECES.items():
        for name, turn in saved["raised"][kind].items():
            cells[at.RAISED] |= turn + 1 << _STAMP * (_FIRST[kind] + places.index(name))
    held = {name: number for number, name in enumerate((None, *table.seats))}
    of_seats = [saved["seats"][name] for name in table.seats]
    steps = len(of_seats[0]["cards"])
    rows: list[Sequence[int]] = [
        _fill_row({turn: held[name] for turn, name in award.items()}, steps)
        for award in (saved["longest"], saved["largest"])
    ]
    for seat, of_seat in enumerate(of_seats):
        rows += [_fill_row(of_seat["points"], steps), of_seat["cards"]]
        for key, place in COUNTS.items():
            cells[place + seat] = of_seat["counts"][key]
    cells[at.STANDINGS] = int.from_bytes(chain.from_iterable(zip(*rows, strict=True)), "little")


def _pack_numbers(from_two: Sequence[int]) -> int:
    return sum(count << NUMBER_WIDTH * number for number, count in enumerate(from_two, start=2))
