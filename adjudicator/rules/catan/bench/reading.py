"""From a sparse, free position to a state. Whether the rules could lead there is nobody's question."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.bench import Fault, PositionError
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Setting
from adjudicator.rules.catan.bench.board_reading import find_board_contradictions, find_board_faults, lay_board
from adjudicator.rules.catan.bench.extension import Extension
from adjudicator.rules.catan.bench.moment import put_moment
from adjudicator.rules.catan.bench.names import find_wrong_names
from adjudicator.rules.catan.bench.pieces import find_piece_faults, put_seats
from adjudicator.rules.catan.bench.stock import put_stock
from adjudicator.rules.catan.bench.written import Written, as_written
from adjudicator.rules.catan.cards import KNIGHT, count_kind
from adjudicator.rules.catan.derived import derive
from adjudicator.rules.catan.rules import Rules
from adjudicator.rules.catan.setup import read_setting, start_cells
from adjudicator.rules.catan.state import LARGEST, LENGTH, LONGEST, NOBODY, PLAYED, State, Table


def read_position(rules: Rules, extension: Extension, content: JsonObject, setting: Setting) -> State:
    """The state that ``content`` describes. Raises :class:`PositionError`."""
    written = as_written(content)
    edition, options = read_setting(rules, setting)
    board_written = written.get("board", {})
    _stop_at([*find_wrong_names(written, setting.seats), *find_board_faults(board_written, edition)])
    board = lay_board(board_written, edition)
    faults = [*find_board_contradictions(board_written, board, edition), *find_piece_faults(written, edition)]
    _stop_at(faults)
    table = Table(rules, edition, tuple(options.items()), setting.seats, board)
    extra = _read_extra(extension, written, table)
    cells = start_cells(edition, board)
    put_seats(cells, written, table.seats)
    faults += put_stock(cells, written, edition, len(table.seats), extension.count_held(extra))
    faults += put_moment(cells, written, table)
    faults += _put_awards(cells, written, table, extra)
    _stop_at(faults)
    derive(table, cells, extra)
    return State(table, tuple(cells), extra)


def _stop_at(faults: list[Fault]) -> None:
    if faults:
        raise PositionError(faults)


def _read_extra(extension: Extension, written: Written, table: Table) -> object:
    try:
        return extension.read(written.get("extra", {}), table)
    except PositionError as error:
        raise PositionError([fault._replace(path=("extra", *fault.path)) for fault in error.faults]) from error


def _put_awards(cells: list[int], written: Written, table: Table, extra: object) -> Iterator[Fault]:
    """Fill in who holds the awards: as written, or who alone has most; a fault where several have."""
    measured = list(cells)
    derive(table, measured, extra)
    edition, seats = table.edition, range(len(table.seats))
    lengths = [measured[LENGTH + seat] for seat in seats]
    knights = [count_kind(cells[PLAYED + seat], KNIGHT) for seat in seats]
    if "longest" in written:
        cells[LONGEST] = _number(written["longest"], table)
    else:
        what = "say who holds the longest road (longest: a seat, or null)"
        yield from _award(cells, LONGEST, lengths, edition.longest_minimum, table, what)
    if "largest" in written:
        cells[LARGEST] = _number(written["largest"], table)
    else:
        what = "say who holds the largest army (largest: a seat, or null)"
        yield from _award(cells, LARGEST, knights, edition.largest_minimum, table, what)


def _award(
    cells: list[int], place: int, counts: list[int], minimum: int, table: Table, question: str
) -> Iterator[Fault]:
    best = max(counts)
    if best < minimum:
        return
    holders = [name for name, count in zip(table.seats, counts, strict=True) if count == best]
    if len(holders) == 1:
        cells[place] = table.seats.index(holders[0])
    else:
        yield Fault(("seats",), f"{' and '.join(holders)} have {best} each; {question}")


def _number(name: str | None, table: Table) -> int:
    return NOBODY if name is None else table.seats.index(name)
