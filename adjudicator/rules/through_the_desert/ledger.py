"""What each seat has, at a glance: caravans by colour, water tokens, leaders off the board, the reader's own camels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from adjudicator.core.seat_names import cut_names, fill_lines, measure, pad
from adjudicator.core.table import Reader, SeatNumber
from adjudicator.rules.through_the_desert.legal import find_bound, opening_colours
from adjudicator.rules.through_the_desert.saved import list_leaders, of_seat
from adjudicator.rules.through_the_desert.state import BOXED, COLOURS, NOWHERE, Phase, State, WaterTokens

_WIDTH, _GAP = 78, 2
_LONGEST_NAME = 12
"""A longer name of a seat is cut, so that the columns keep their room."""
_YOU, _AHEAD = " (you)", "ahead"
_WORDS = "Camels of each caravan, its leader counted, and the oases it has linked"
_RIVER_WORDS = "Camels of each caravan, its leader counted, the oases it has linked, and 'river' where it has crossed"


class Caravan(NamedTuple):
    """One caravan: its camels with the leader, 0 where it has none, and what it scored: oases, and ``river``."""

    size: int
    scored: tuple[str, ...]


class CaravanTable(NamedTuple):
    """The table of caravans: one row a seat, one column a colour, and below each column who leads and by how much.

    ``words`` say what a cell tells.
    """

    words: str
    colours: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Caravan, ...]], ...]
    leads: tuple[str, ...]


def list_caravans(known: State) -> CaravanTable | None:
    """Every caravan of ``known``; None while no leader stands."""
    if not known.occupied:
        return None
    seats = known.table.seats
    caravans = [_describe_caravan(known, number) for number in range(len(known.camels))]
    rows = tuple((seat, tuple(of_seat(caravans, number))) for number, seat in known.table.numbered)
    leads = tuple(_name_leader(seats, [caravan.size for caravan in caravans[c::COLOURS]]) for c in range(COLOURS))
    return CaravanTable(_RIVER_WORDS if known.table.board.river else _WORDS, known.table.colours, rows, leads)


def _describe_caravan(known: State, caravan: int) -> Caravan:
    links = known.table.board.grid.names_of(known.linked[caravan])
    crossed = ("river",) if known.crossed >> caravan & 1 else ()
    return Caravan(known.camels[caravan].bit_count(), (*links, *crossed))


def _name_leader(seats: Sequence[str], sizes: Sequence[int], most_names: int = 5) -> str:
    """Who has the largest caravan of a colour, and its lead; leaders count (ruling F2).

    Of those who are level at most so many are named, or else counted.
    """
    most = max(sizes)
    holders = [seat for seat, size in zip(seats, sizes, strict=True) if size == most]
    if not most:
        return "-"
    if len(holders) == 1:
        return f"{holders[0]} by {most - max((size for size in sizes if size != most), default=0)}"
    if len(holders) == sum(map(bool, sizes)):
        return "all level"
    return f"{', '.join(holders) if len(holders) <= most_names else len(holders)} level"


def write_ledger(ledger: CaravanTable, you: str = "") -> str:
    """``ledger`` in plain lines of at most 78 columns; a full cell takes several. The row of ``you`` is marked."""
    seats = [seat for seat, _ in ledger.rows]
    brief = cut_names(seats, _LONGEST_NAME)
    heads = [f"{brief[seat]}{_YOU if seat == you else ''}" for seat in seats]
    name = max(measure(head) for head in (*heads, _AHEAD) if measure(head) <= _LONGEST_NAME + len(_YOU))
    width = (_WIDTH - name) // COLOURS - _GAP
    called = list(cut_names(seats, width).values())
    named = len(seats) if called == seats else 1
    sizes = zip(*([caravan.size for caravan in caravans] for _, caravans in ledger.rows), strict=True)
    rows = [
        ("", ledger.colours),
        *zip(heads, (tuple(map(_write_caravan, caravans)) for _, caravans in ledger.rows), strict=True),
        (_AHEAD, tuple(_name_leader(called, colour, named) for colour in sizes)),
    ]
    return "\n".join(_lay_row(head, tuple(cells), name, width) for head, cells in rows)


def _write_caravan(caravan: Caravan) -> str:
    return " ".join((str(caravan.size), *caravan.scored)) if caravan.size else "-"


@lru_cache(maxsize=256)
def _lay_row(head: str, cells: tuple[str, ...], name: int, width: int) -> str:
    """A row in lines; most are the same for all readers."""
    lines = []
    if measure(head) > name:
        lines.append(fill_lines(head, _WIDTH))
        head = ""
    columns = [[head], *(fill_lines(cell, width).split("\n") for cell in cells)]
    for number in range(max(map(len, columns))):
        line = [column[number] if number < len(column) else "" for column in columns]
        lines.append((" " * _GAP).join([pad(line[0], name), *(pad(cell, width) for cell in line[1:])]).rstrip())
    return "\n".join(lines)


def list_holdings(known: State, reader: Reader) -> Iterator[str]:
    """What stands in no table: the reader's own camels, leaders off the board, the law of first ones."""
    if reader in known.table.seats and known.occupied:
        yield f"Yours (* the leader): {_list_own(known, known.table.number_of[reader])}."
    if known.phase is Phase.LEADERS and known.occupied and (hand := _list_off_board(known, NOWHERE, reader)):
        yield f"Leaders in hand: {hand}."
    if known.table.leaders_each < COLOURS and (boxed := _list_off_board(known, BOXED, reader)):
        yield f"Leaders returned to the box: {boxed}."
    yield from tell_first_leaders(known, reader)


def _by_seat(known: State, reader: Reader, parts: Sequence[str]) -> str:
    return "; ".join(
        f"{'you' if seat == reader else seat} {part}"
        for seat, part in zip(known.table.seats, parts, strict=True)
        if part
    )


def _list_off_board(known: State, place: int, reader: Reader) -> str:
    return _by_seat(known, reader, [", ".join(list_leaders(known, seat, place)) for seat, _ in known.table.numbered])


def _list_own(known: State, seat: SeatNumber) -> str:
    names = known.table.board.grid.names
    parts = []
    for colour in range(COLOURS):
        leader, mask = known.leaders[seat * COLOURS + colour], known.camels[seat * COLOURS + colour]
        if leader >= 0:
            others = " ".join(known.table.board.grid.names_of(mask & ~(1 << leader)))
            parts.append(f"{known.table.colours[colour]} {names[leader]}* {others}".rstrip())
    return "; ".join(parts) or "none yet"


def list_tokens(taken: WaterTokens) -> str:
    """The water tokens of a seat: the values of those that are known, and how many others there are."""
    values = [f"{value}" for value, count in enumerate(taken[:3], start=1) for _ in range(count)]
    return " ".join([*values, *([f"{taken.unseen} hidden"] if taken.unseen else [])])


def tell_first_leaders(known: State, reader: Reader) -> Iterator[str]:
    """The law that first leaders differ in colour, while it binds anybody: who opened with what, what is left (L3)."""
    seats, colours = known.table.seats, known.table.colours
    standing = [
        [colours[c] for c in range(COLOURS) if known.leaders[seat * COLOURS + c] >= 0] for seat in range(len(seats))
    ]
    if known.phase not in {Phase.RETURNS, Phase.LEADERS} or all(standing):
        return
    opened = [
        f"{'you' if seat == reader else seat} {first[0]}" for seat, first in zip(seats, standing, strict=True) if first
    ]
    line = "First leaders must differ in colour."
    if known.table.first_bound and not opened:
        bound = [colours[colour] for colour in find_bound(known)]
        which = f"{bound[0]}, the colour that {seats[-1]} returned" if bound else f"the colour that {seats[-1]} returns"
        line += f" {seats[0]} has to open with {which}."
    if opened:
        line += f" So far: {', '.join(opened)}."
    if known.phase is Phase.LEADERS and reader in seats and not standing[known.table.number_of[reader]]:
        left = [colours[colour] for colour in sorted(opening_colours(known, known.table.number_of[reader]))]
        waived = any(colour == first[0] for first in standing if first for colour in left)
        why = " (the one nobody opened is the one you returned, so you are free; ruling L4)" if waived else ""
        line += f" Left for you now: {', '.join(left)}{why}."
    yield line
