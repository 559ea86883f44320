"""Charts of how a game goes, as static SVG of our own: lines by turn, columns, stacked bars, a podium.

Nothing needs colour: lines differ in dash and tokens and end in their names, bars carry their numbers. What is drawn in
``currentColor`` follows the page, light or dark.

All are drawn on a sheet as wide as a phone, in inks that show on light and on dark ground, with short names.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise, starmap
from typing import NamedTuple
from unicodedata import category, east_asian_width

from adjudicator.core.seat_names import cut_names
from adjudicator.kit.words import YOU

WIDTH = 350
"""Units of a sheet's width. On a phone a unit is a pixel, so no letter is smaller than ``LETTER``."""
LETTER = 11.5
"""The height of letters."""
CHARACTER = 6.6
"""The width of a character, about."""
_THIN, _SLIM, _BROAD = "ijl.,'", "frt-", "mw\u2026"
_WIDTHS = {**dict.fromkeys(_THIN, 3.2), **dict.fromkeys(_SLIM, 4.6), **dict.fromkeys(_BROAD, 9.8)}
"""Of characters that are narrower or wider."""
_CAPITAL = 1.6
"""How much wider a letter is as a capital among capitals, about."""
_UNSEEN = frozenset({"Mn", "Me", "Cf"})
"""What stands above or below other characters, or is not drawn at all."""
_CASELESS, _FIRST_CASELESS = 8.2, "\u0900"
"""How wide letters are of scripts that have no capitals, from Devanagari on."""
INKS = ("currentColor", "#c8560b", "#2b7cc0", "#8e5fc7", "#5f8a00")
"""By seat in table order: each stands out by 3 to 1 at least from a white page and from a black one."""
LONGEST_NAME = 13
"""Columns of a name that there is room for beside a line or in a legend."""
SHORT_NAME = 11
"""Columns of a name that there is room for beside a row or a bar."""
_LAST = 2
"""So many letters at the end tell names apart that begin alike."""
_COLUMN = 7.2
"""The room of each of those columns."""
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


class Series(NamedTuple):
    """What one seat had after every step: points, cards; the value before the first step is the first of ``values``."""

    seat: str
    values: Sequence[int]


def frame_sheet(title: str, height: float, drawing: str, more: str = "", top: int = 0) -> str:
    """The ``<svg>`` element of a chart; ``title`` says in a few words what it shows, ``more`` are attributes.

    Nothing is drawn above ``top``.

    How large it is, and its letters, the style sheet of the page says, once for all.
    """
    box = f"0 {top} {WIDTH} {height - top:.0f}"
    return f'<svg class="sheet" role="img" viewBox="{box}"{more}><title>{escape(title)}</title>{drawing}</svg>'


def write_text(x: float, y: float, text: object, more: str = "") -> str:
    """A text that begins at ``x``, or stands as the attributes ``more`` say."""
    return f'<text x="{x:.0f}" y="{y:.0f}"{" " + more if more else ""}>{escape(str(text))}</text>'


@lru_cache(maxsize=1024)
def measure(text: str) -> float:
    """How wide a text is, about; a chart is laid out alike whether names begin with capitals or not."""
    small = sum(_WIDTHS.get(character) or _measure_character(character) for character in text.lower())
    return small + _CAPITAL * sum(one.isupper() and other.isupper() for one, other in pairwise(text))


def _measure_character(character: str) -> float:
    """How wide a character is, about, whichever letter it is of its script."""
    if character.isascii():
        return CHARACTER
    kind = category(character)
    if kind in _UNSEEN:
        return 0
    if east_asian_width(character) in "WF":
        return LETTER
    return _CASELESS if kind == "Lo" and character >= _FIRST_CASELESS else CHARACTER


def write_labels(labels: Sequence[tuple[tuple[int, int], str]]) -> str:
    """Short texts, each round its own place; all that are single signs as one element."""
    signs = [(place, text) for place, text in labels if len(text) == 1]
    across, down = ([place[side] for place, _ in signs] for side in (0, 1))
    if len(set(down)) == 1:
        down = down[:1]  # each further sign stays at that height
    places = f'x="{" ".join(map(str, across))}" y="{" ".join(map(str, down))}"'
    single = f"<text {places}>{''.join(sign for _, sign in signs)}</text>" if signs else ""
    return single + "".join(write_text(*place, text) for place, text in labels if len(text) > 1)


def choose_step(highest: int, most: int) -> int:
    """A round step by which at most ``most`` marks reach ``highest``."""
    return next((step for step in _STEPS if highest <= step * most), _STEPS[-1])


def call_seats(seats: Sequence[str], most: int) -> Mapping[str, str]:
    """Each of ``seats`` as a chart has it: in ``most`` columns, or in fewer where its letters are too wide for them."""
    brief, columns, room = cut_names(seats, most), most, most * _COLUMN
    while columns > 1 and any(measure(name) > room for name in brief.values()):
        columns -= 1
        fewer = cut_names(seats, columns)
        # of names that begin alike there may be no fewer
        brief = {
            seat: min(name, fewer[seat], key=measure) if measure(name) > room else name for seat, name in brief.items()
        }
    ends = {seat: _cut_middle(name, room) for seat, name in brief.items()}
    return ends if len({*ends.values()}) == len(ends) else brief


def _cut_middle(name: str, room: float) -> str:
    """``name`` with only so much of its beginning, before its last letters, that it has ``room``: ``WWWWW…WWX``."""
    if measure(name) <= room:
        return name
    end = f"…{name[-_LAST:]}"
    return next((cut for kept in range(len(name), 0, -1) if measure(cut := f"{name[:kept]}{end}") <= room), name)


def address_reader(charts: str, seats: Sequence[str], reader: str) -> str:
    """``charts`` of games with those ``seats``, in which the ``reader`` is called *you*: charts are drawn once for all.

    What stands last in a drawing under such a name is the seat, whatever else may be called so.
    """
    called = {escape(call_seats(seats, width)[reader]) for width in (LONGEST_NAME, SHORT_NAME)}
    label = re.compile(rf"<text [^>]*>(?:\d+ )?({'|'.join(map(re.escape, called))})</text>")
    drawings = charts.split("<svg")
    for number, drawing in enumerate(drawings):
        if not any(f"{name}</text>" in drawing for name in called):  # most have nobody's name, and are long
            continue
        for found in list(label.finditer(drawing))[-1:]:
            drawings[number] = f"{drawing[: found.start(1)]}{YOU}{drawing[found.end(1) :]}"
    return "<svg".join(drawings)


SHAPES = ("circle", "square", "triangle", "diamond", "cross")
"""The shape of a seat's tokens, in table order."""

_CORNERS = {
    "square": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "triangle": ((0, -1.25), (1.22, 0.88), (-1.22, 0.88)),
    "diamond": ((0, -1.28), (1.28, 0), (0, 1.28), (-1.28, 0)),
    "cross": (
        *((-0.5, -0.95), (0.5, -0.95), (0.5, -0.5), (1.07, -0.5), (1.07, 0.5), (0.5, 0.5)),
        *((0.5, 0.95), (-0.5, 0.95), (-0.5, 0.5), (-1.07, 0.5), (-1.07, -0.5), (-0.5, -0.5)),
    ),
}


def shape_steps(shape: str, radius: float) -> tuple[int, int, str]:
    """The outline of a token: where it begins, seen from the middle, and the path from there, in relative steps."""
    if shape == "circle":
        r = round(radius)
        return -r, 0, f"a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0-{2 * r} 0z"
    corners = [(round(x * radius), round(y * radius)) for x, y in _CORNERS[shape]]
    steps = [(x - from_x, y - from_y) for (from_x, from_y), (x, y) in pairwise(corners)]
    return *corners[0], "".join(starmap(write_step, steps)) + "z"


def write_step(right: int, down: int) -> str:
    """A relative step of a path."""
    if right and down:
        return f"l{right}{'' if down < 0 else ' '}{down}"
    return f"v{down}" if down else f"h{right}"
