"""The board in characters: at most 78 columns of printable ASCII.

Every line is one height of the board, so it shows every second column; the two lines of a row carry the same number,
first the odd columns (B, D, ...), then the even ones (A, C, ...), which sit half a hex lower. A cell is five characters
wide, and columns follow each other every three. Hexes that are free show their names, as a player would write them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache

from adjudicator.core.seat_names import fill_lines
from adjudicator.kit.words import list_unbroken
from adjudicator.rules.through_the_desert.picture.layout import AreaView, Layout, View, lay_out
from adjudicator.rules.through_the_desert.picture.svg import PAINTS, letter_seats

WIDTH = 78
_CELL, _PITCH, _LABEL = 5, 3, 2
_RIVER = "river: "


def draw_text(view: View, newest: AbstractSet[str] = frozenset()) -> str:
    """The board of ``view`` in characters, with its legend below; the hexes in ``newest`` are bracketed.

    Raises ``KeyError`` where the view names a seat or colour that it does not have.
    """
    layout = lay_out(view["board"])
    letters = letter_seats(view["seats"])
    cells = _fill_cells(view, newest, letters)
    return "\n".join([*draw_map(layout, cells), "", *_explain(view, letters)]) + "\n"


def draw_seats_text(seats: Iterable[str], own: str) -> str:
    """Whose letter is whose, in lines to follow the board; the reader's ``own`` seat is marked."""
    called = (f"{letter} {seat}{' (you)' if seat == own else ''}" for seat, letter in letter_seats(seats).items())
    words = _wrap_sentence(
        f"Camels, second letter: {list_unbroken(called)}; * a leader; in brackets: placed in the newest turn."
    )
    return f"{words}\n"


def draw_map(layout: Layout, cells: Mapping[str, str]) -> list[str]:
    """The lines of the map, column letters and row numbers all round; ``cells`` has the mark of every hex by name."""
    return [*_draw_letters(layout), *_draw_rows(layout, cells), *reversed(_draw_letters(layout))]


def _fill_cells(view: View, newest: AbstractSet[str], letters: Mapping[str, str]) -> dict[str, str]:
    """What stands in every cell, by the name of its hex."""
    cells = {name: f"{name.lower():>3}" for name in view["board"]["hexes"]}
    cells |= dict.fromkeys(view["board"]["mountains"], " ^^^")
    for area in view["areas"]:
        cells |= dict.fromkeys(area["hexes"], _mark_area(area, letters))
    cells |= {name: f"&{name.lower()}&" for name in view["oases"]}
    cells |= {name: f"{name.lower():>3}~{'?' if value is None else value}" for name, value in view["water"].items()}
    for camel in view["camels"]:
        mark = PAINTS[camel["colour"]].letter + letters[camel["seat"]] + "*" * camel["leader"]
        cells[camel["hex"]] = f"[{mark}]" if camel["hex"] in newest else f" {mark}"
    return cells


def _draw_letters(layout: Layout) -> list[str]:
    """The two lines of column letters: the odd columns, then the even ones."""
    lines = []
    for parity in (1, 0):
        line = [" "] * WIDTH
        for x in range(parity, layout.columns, 2):
            line[_LABEL + x * _PITCH + 1] = chr(ord("A") + x)
        lines.append("".join(line).rstrip())
    return lines


def _draw_rows(layout: Layout, cells: Mapping[str, str]) -> Iterator[str]:
    width = _LABEL + (layout.columns - 1) * _PITCH + _CELL
    lines = {height: [" "] * width for height in range(layout.top, layout.bottom + 1)}
    for name, spot in (layout.hexes | layout.mountains).items():
        start = _LABEL + spot.x * _PITCH
        cell = cells[name]
        lines[spot.height][start : start + len(cell)] = cell
    for height, line in lines.items():
        number = f"{height // 2 + 1:>{_LABEL}}"
        line[:_LABEL] = number
        # where the last cell leaves no room between, the number on its right would read as a part of it
        yield "".join(line) + (number if " " in (line[-1], number[0]) else "")


def _explain(view: View, letters: Mapping[str, str]) -> list[str]:
    """The legend; items that belong together are joined by no-break spaces until the lines are wrapped."""
    colours = (f"{PAINTS[colour].letter} {colour} ({left} left)" for colour, left in view["supply"].items())
    sentences = [
        f"Camels, first letter: {list_unbroken(colours)}.",
        f"Hexes: {list_unbroken(('d9 free', *_explain_water(view), '&d9& oasis', '^^^ mountain'))}.",
        *_explain_areas(view, letters),
        *(["The river runs between the two hexes of each pair:"] if view["board"]["river"] else []),
    ]
    return [*map(_wrap_sentence, sentences), *list_river(view["board"]["river"])]


@lru_cache(maxsize=256)
def _wrap_sentence(sentence: str) -> str:
    return fill_lines(sentence, WIDTH, further="  ").replace("\u00a0", " ")


def list_river(sides: Iterable[str]) -> list[str]:
    """The lines that list a river, side by side: each says which two hexes it parts."""
    lines = fill_lines(" ".join(sides), WIDTH - len(_RIVER)).split("\n")
    return [f"{_RIVER}{line}" for line in lines if line]


def _explain_water(view: View) -> Iterator[str]:
    values = view["water"].values()
    if any(value is not None for value in values):
        yield "d9~2 water worth 2"
    if None in values:
        yield "d9~? water face down"


def _explain_areas(view: View, letters: Mapping[str, str]) -> Iterator[str]:
    points: dict[str, int] = {}
    for area in view["areas"]:
        mark = _mark_area(area, letters)
        points[mark] = points.get(mark, 0) + area["points"]
    if points:
        yield f"Areas closed by a caravan: {list_unbroken(f'{mark} for {total}' for mark, total in points.items())}."


def _mark_area(area: AreaView, letters: Mapping[str, str]) -> str:
    return f":{PAINTS[area['colour']].letter.lower()}{letters[area['seat']]}:"
