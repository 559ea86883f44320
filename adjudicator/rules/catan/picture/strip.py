"""Small boards at even steps of a finished game, on which one sees who went where.

The island is that of the drawn board, which is on the same page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.kit.charts.ending import SmallBoard
from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.course import read_raised
from adjudicator.rules.catan.picture.marks import PAINTS
from adjudicator.rules.catan.picture.places import HEIGHT, SPOTS, WIDTH, line_along
from adjudicator.rules.catan.state import Cells
from adjudicator.rules.catan.topology import PATH_NAMES
from adjudicator.rules.catan.views.known import Known

_BOARDS = 4
_LAND = "#c9ab6b"
_RIM = "filter:drop-shadow(0 0 6px #000)drop-shadow(0 0 3px #000)"
"""What tells pieces from the land where colours are not seen."""
_WIDTHS = {"roads": 22, "settlements": 46, "cities": 66}


def draw_strip(known: Known, cells: Cells) -> Sequence[SmallBoard]:
    """The board after each quarter of the table turns of the game that ``cells`` have."""
    boards, before = list[SmallBoard](), -1
    raised = {kind: read_raised(cells, kind) for kind in _WIDTHS}
    for number in range(1, _BOARDS + 1):
        after = known.turn * number // _BOARDS
        words = "at the end" if number == _BOARDS else f"after table turn {after}"
        layers = {kind: _trace_new(known, kind, raised[kind], before, after) for kind in _WIDTHS}
        groups = "".join(_draw_layer(kind, lines, number) for kind, lines in layers.items())
        picture = (
            f'<svg role="img" viewBox="0 0 {WIDTH} {HEIGHT}" fill="none"'
            f' stroke-linecap="round"><title>The board {words}</title>'
            f'<use href="#island" fill="{_LAND}" stroke="{_LAND}" stroke-width="70"/>'
            f'<g style="{_RIM}">{groups}</g></svg>'
        )
        boards.append(SmallBoard(picture, words))
        before = after
    return boards


def _draw_layer(kind: str, lines: Sequence[str], number: int) -> str:
    """The pieces of a kind, those of the boards before and then the new ones of each seat."""
    older = f'<use href="#{kind}{number - 1}"/>' if number > 1 else ""
    fresh = (f'<path d="{line}" stroke="{paint.fill}"/>' for line, paint in zip(lines, PAINTS, strict=False) if line)
    return f'<g id="{kind}{number}" stroke-width="{_WIDTHS[kind]}">{older}{"".join(fresh)}</g>'


def _trace_new(known: Known, kind: str, raised: Mapping[int, int], before: int, after: int) -> list[str]:
    """By seat, the pieces of a kind that came to the board after the table turn ``before`` and until ``after``.

    One of which it is not known when it came has been there from the start.
    """
    lines = []
    for seat in known.seats:
        owned = {"roads": seat.roads, "settlements": seat.settlements | seat.cities, "cities": seat.cities}[kind]
        places = [place for place in list_bits(owned) if before < raised.get(place, 0) <= after]
        if kind == "roads":
            lines.append("".join(line_along(PATH_NAMES[place], 0) for place in places))
        else:
            lines.append("".join(f"M{SPOTS[place][0]} {SPOTS[place][1]}h0" for place in places))
    return lines
