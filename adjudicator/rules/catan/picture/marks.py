"""Which mark stands for what: fills and patterns for terrains, letters and paints for seats.

A terrain is told by its word and its pattern as well as by its fill, a seat by the letter on each of its pieces as well
as by its paint. Fills and paints differ in lightness step by step, so that they stay apart in grey and for
colour-blind readers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.rules.catan.board import ANY


class TerrainLook(NamedTuple):
    """How a terrain is shown: its fill, and a pattern as SVG on a tile of that width and height.

    ``figure`` is drawn round the middle of each of its hexes, whose letter and name then stand beside it.
    """

    fill: str
    width: int
    height: int
    tile: str
    figure: str = ""


class Mark(NamedTuple):
    """An entry of the legend: a small ``<svg>`` element, the words for it, which are plain text, and whether it is for
    the reader's own pieces.
    """

    picture: str
    words: str
    own: bool = False


class Paint(NamedTuple):
    """How a seat's pieces are shown: the fill and the ink of the letter upon it."""

    fill: str
    ink: str


GROUNDS = {
    "forest": TerrainLook(
        "#6fa26a",
        32,
        30,
        '<path d="M9 2l6 9h-3l4 7H10v3H8v-3H2l4-7H3zM25 17l5 8h-3l3 5h-4-2-5l3-5h-3z" fill="#2f5f31"/>',
    ),
    "mountains": TerrainLook(
        "#a3a7b4",
        40,
        32,
        '<path d="M2 17L11 3l9 14zM20 31l8-12 8 12z" fill="#5a5f70"/>'
        '<path d="M11 3l3 5-3 2-3-2zM28 19l2 4-2 1-2-1z" fill="#fff"/>',
    ),
    "hills": TerrainLook(
        "#e2a37d",
        24,
        16,
        '<path d="M0 1h24M0 9h24M5 1v8M17 9v8M17-7v8" stroke="#9c4f28" stroke-width="1.6" fill="none"/>',
    ),
    "pasture": TerrainLook(
        "#bfe08c",
        40,
        34,
        '<path d="M5 12v3M12 12v3M25 29v3M32 29v3" stroke="#333" stroke-width="1.5"/>'
        '<path d="M3 9a3 3 0 0 1 5-3 3 3 0 0 1 5 0 3 3 0 0 1 1 6H5a3 3 0 0 1-2-3zM23 26a3 3 0 0 1 5-3 3 3 0 0 1 5 0 3'
        ' 3 0 0 1 1 6h-9a3 3 0 0 1-2-3z" fill="#fff" stroke="#555" stroke-width=".8"/>'
        '<path d="M13 6h4l1 3h-4zM33 23h4l1 3h-4z" fill="#333"/>',
    ),
    "fields": TerrainLook(
        "#f6df7e",
        22,
        26,
        '<path d="M6 25V7M6 12q-4-1-4-5 4 1 4 5 0-4 4-5 0 4-4 5M6 18q-4-1-4-5 4 1 4 5 0-4 4-5 0 4-4 5M6 7q-2-3 0-6 2'
        " 3 0 6M17 26V13M17 20q-4-1-4-5 4 1 4 5 0-4 4-5 0 4-4 5"
        'M17 0v7" stroke="#a87900" stroke-width="1.3" fill="none"/>',
    ),
    "desert": TerrainLook(
        "#fbf1d8", 36, 20, '<path d="M2 8q6-6 12 0M20 18q6-6 12 0" stroke="#c9ab6b" stroke-width="1.6" fill="none"/>'
    ),
}
"""By terrain, from dark to light."""
SEA = TerrainLook(
    "#cfe3f0",
    60,
    36,
    '<path d="M4 10q6-5 12 0t12 0M34 28q6-5 12 0t12 0" stroke="#8fb3cc" stroke-width="2" fill="none"/>',
)

PAINTS = (Paint("#e8543a", "#111"), Paint("#fff", "#111"), Paint("#16306e", "#fff"), Paint("#f2a400", "#111"))
"""In table order."""
INKS = ("#d8432b", "currentColor", "#2f6bc9", "#a87400")
"""In table order, the paints as lines of charts have them: each stands out by 3 to 1 at least from white pages and from
black ones, and what is white on the board is written like words.
"""


def name_pattern(terrain: str) -> str:
    """The id of the pattern of a terrain."""
    return f"ground-{terrain}"


def draw_pattern(terrain: str, ground: TerrainLook) -> str:
    """The pattern of a terrain, for the definitions of a drawing."""
    return (
        f'<pattern id="{name_pattern(terrain)}" width="{ground.width}" height="{ground.height}"'
        f' patternUnits="userSpaceOnUse">{ground.tile}</pattern>'
    )


def name_rate(kind: str) -> str:
    """What the bank asks at a harbour of that kind."""
    return "3:1" if kind == ANY else "2:1"


SEAT_LETTERS = "WXYZ"
"""What stands for seats on the board: letters that no hex has."""


def letter_seats(seats: Iterable[str]) -> dict[str, str]:
    """A letter of ``SEAT_LETTERS`` for every seat, in table order; one that is called by such a letter has that."""
    names = tuple(seats)
    own = {name: name.upper() for name in names if len(name) == 1 and name.upper() in SEAT_LETTERS}
    left = iter(letter for letter in SEAT_LETTERS if letter not in own.values())
    return {name: own.get(name) or next(left) for name in names}


def frame_mark(drawing: str, width: int = 40, height: int = 28) -> str:
    """The ``<svg>`` element of a legend's entry: ``drawing`` on a ground of that width and 40 high."""
    size = f'width="{width * height // 40}" height="{height}" viewBox="0 0 {width} 40"'
    return f'<svg {size} aria-hidden="true">{drawing}</svg>'
