"""The board in characters: at most 78 columns of printable ASCII.

Every line is one height of the board, so it shows every second column; the two lines of a row carry the same number,
first the odd columns (B, D, ...), then the even ones (A, C, ...), which sit half a hex lower. A cell is five characters
wide, and columns follow each other every three. Hexes that are free show their names, as a player would write them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

from adjudicator.core.printing import fill_lines
from adjudicator.kit.hexes import list_hexes
from adjudicator.kit.words import NO_BREAK, list_unbroken
from adjudicator.rules.through_the_desert.board import Board
from adjudicator.rules.through_the_desert.picture import PAINTS, letter_seats
from adjudicator.rules.through_the_desert.state import COLOURS, Area, State, Table

WIDTH = 78
_CELL, _PITCH, _LABEL = 5, 3, 2
_RIVER = "river: "


def draw_text(known: State, newest: AbstractSet[str] = frozenset()) -> str:
    """The board of ``known`` in characters, with its legend below; the hexes in ``newest`` are bracketed."""
    letters = list(letter_seats(known.table.seats, known.table.ids).values())
    cells = _fill_cells(known, newest, letters)
    return "\n".join([*draw_map(known.table.board, cells), "", *_explain(known, letters)]) + "\n"


def draw_seats_text(seats: Iterable[str], own: str, ids: Iterable[str] = ()) -> str:
    """Whose letter is whose, in lines to follow the board; the reader's ``own`` seat is marked."""
    letters = letter_seats(seats, ids)
    called = (f"{letter} {seat}{' (you)' if seat == own else ''}" for seat, letter in letters.items())
    signs = f"*{NO_BREAK}a leader; [{NO_BREAK}]{NO_BREAK}placed in this turn."
    words = _wrap_sentence(f"Camels, second letter: {list_unbroken(called)}; {signs}")
    return f"{words}\n"


def draw_map(board: Board, cells: Mapping[str, str]) -> list[str]:
    """The lines of the map, column letters and row numbers all round; ``cells`` has the mark of every hex by name."""
    return [*_draw_letters(board), *_draw_rows(board, cells), *reversed(_draw_letters(board))]


def _fill_cells(known: State, newest: AbstractSet[str], letters: Sequence[str]) -> dict[str, str]:
    """What stands in every cell, by the name of its hex."""
    table = known.table
    names, names_of = table.board.grid.names, table.board.grid.names_of
    cells = {name: f"{name.lower():>3}" for name in table.board.grid.index_of}
    cells |= dict.fromkeys(table.board.mountains, " ^^^")
    for area in known.areas:
        cells |= dict.fromkeys(names_of(area.hexes), _mark_area(table, area, letters))
    cells |= {name: f"&{name.lower()}&" for name in names_of(known.oases)}
    cells |= {names[i]: f"{names[i].lower():>3}~{known.values[i] or '?'}" for i in list_hexes(known.water)}
    for caravan, mask in enumerate(known.camels):
        mark = PAINTS[table.colours[caravan % COLOURS]].letter + letters[caravan // COLOURS]
        for index in list_hexes(mask):
            camel = f"{mark}*" if index == known.leaders[caravan] else mark
            cells[names[index]] = f"[{camel}]" if names[index] in newest else f" {camel}"
    return cells


def _draw_letters(board: Board) -> list[str]:
    """The two lines of column letters: the odd columns, then the even ones."""
    lines = []
    for parity in (1, 0):
        line = [" "] * WIDTH
        for x in range(parity, board.columns, 2):
            line[_LABEL + x * _PITCH + 1] = chr(ord("A") + x)
        lines.append("".join(line).rstrip())
    return lines


def _draw_rows(board: Board, cells: Mapping[str, str]) -> Iterator[str]:
    width = _LABEL + (board.columns - 1) * _PITCH + _CELL
    lines = {height: [" "] * width for height in board.heights}
    for name, spot in board.places.items():
        start = _LABEL + spot.x * _PITCH
        cell = cells[name]
        lines[spot.height][start : start + len(cell)] = cell
    for height, line in lines.items():
        number = f"{height // 2 + 1:>{_LABEL}}"
        line[:_LABEL] = number
        # where the last cell leaves no room between, the number on its right would read as a part of it
        yield "".join(line) + (number if " " in (line[-1], number[0]) else "")


def _explain(known: State, letters: Sequence[str]) -> list[str]:
    """The legend, which ends where ``draw_seats_text`` goes on.

    Items that belong together are joined by no-break spaces until the lines are wrapped.
    """
    table = known.table
    supply = zip(table.colours, known.supply, strict=True)
    colours = (f"{PAINTS[colour].letter} {colour} ({left} left)" for colour, left in supply)
    worths = {known.values[index] for index in list_hexes(known.water)}
    water = (*(["d9~2 water worth 2"] if any(worths) else ()), *(["d9~? water face down"] if 0 in worths else ()))
    sentences = [f"Hexes: {list_unbroken(('d9 free', *water, '&d9& oasis', '^^^ mountain'))}."]
    points: dict[str, int] = {}
    for area in known.areas:
        mark = _mark_area(table, area, letters)
        points[mark] = points.get(mark, 0) + area.points
    if points:
        closed = list_unbroken(f"{mark} for {total}" for mark, total in points.items())
        sentences.append(f"Areas closed by a caravan: {closed}.")
    if table.board.river:
        sentences.append("The river runs between the two hexes of each pair:")
    lines = [*map(_wrap_sentence, sentences), *list_river(table.board.sides)]
    return [*lines, _wrap_sentence(f"Camels, first letter: {list_unbroken(colours)}.")]


@lru_cache(maxsize=256)
def _wrap_sentence(sentence: str) -> str:
    return fill_lines(sentence, WIDTH, further="  ").replace("\u00a0", " ")


def list_river(sides: Iterable[str]) -> list[str]:
    """The lines that list a river, side by side: each says which two hexes it parts."""
    lines = fill_lines(" ".join(sides), WIDTH - len(_RIVER)).split("\n")
    return [f"{_RIVER}{line}" for line in lines if line]


def _mark_area(table: Table, area: Area, letters: Sequence[str]) -> str:
    return f":{PAINTS[table.colours[area.colour]].letter.lower()}{letters[area.seat]}:"
