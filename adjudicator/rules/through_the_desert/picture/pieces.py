"""What lies and stands on a board: marks of colours and seats, drawings round the middle of a hex, and the legend.

A colour is told by its letter as well as its paint, a seat by the shape of its badge as well as by its initial. The
five paints of an edition differ in lightness step by step, so that they stay apart in grey and for the colour-blind.

A camel has the paint and the letter of its colour, and at its feet its owner's badge: the seat's shape with its
initial. A leader has a rider. Letters are bold and corners round where the drawing around them says so, which says how
large letters are, too. The badge as its own reader sees it lies hidden on that of every seat: the board is the same for
all readers, and what stands round it shows that of the first seat by the properties ``--you1:inline`` and
``--ink1:#fff``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from string import ascii_lowercase
from typing import NamedTuple

from adjudicator.kit.charts.paper import SHAPES, shape_steps
from adjudicator.kit.words import pick_letters
from adjudicator.rules.through_the_desert.picture.ground import draw_dark_line, draw_water_line
from adjudicator.rules.through_the_desert.picture.view import CamelView, View


class Paint(NamedTuple):
    """How a camel colour is shown: its letter (unique within an edition), the fill and the ink upon it."""

    letter: str
    fill: str
    ink: str


PAINTS = {
    "pink": Paint("P", "#f8b0cc", "#111"),
    "yellow": Paint("Y", "#f7e03c", "#111"),
    "green": Paint("G", "#2f6b1c", "#fff"),
    "turquoise": Paint("T", "#0f9597", "#111"),
    "purple": Paint("U", "#5b2a86", "#fff"),
    "red": Paint("R", "#c02f1d", "#fff"),
    "teal": Paint("T", "#0f9488", "#111"),
}


def letter_seats(seats: Iterable[str]) -> dict[str, str]:
    """A small letter for every seat, in table order: the first of its name that no seat before it has."""
    names = tuple(seats)
    return dict(zip(names, pick_letters(names, ascii_lowercase), strict=True))


_CAMEL = (
    '<path id="camel" class="cm" stroke="#1d130a" stroke-width="1.4"'
    ' d="M-20-3q1-4 5-4l1-2 2 2q2 1 2 5 0 5 2 5 2 0 4-5 4-8 8 0 2 4 6 4 4 1 4 5l1 7-2-4-1 5 1 12h-4'
    'l-1-8-2-1v9h-3v-9h-8v9h-3v-8l-1 8h-4v-9q-5-4-5-14-2 0-4 0-1-1 0-3z"/>'
)
RIDER = "rider"
"""What sits on the camel of a leader, drawn round the same middle."""
_RIDER = (
    f'<g id="{RIDER}" fill="#fff" stroke="#1d130a" stroke-width="1.4"><path d="M-9 0q1-5 8-7 7 2 8 7-8 2-16 0z"/>'
    '<circle cx="-1" cy="-7" r="4.2"/><path d="M-4-7q3-2 6 0v2q-3 2-6 0z" fill="#6b3f1d" stroke="none"/></g>'
)
_PALM = (
    '<g id="palm"><path d="M-3 16q5-10 1-18h4q4 9 1 18z" fill="#6b4a2b"/>'
    '<path d="M1-3q-8-9-18 1 10-2 18-1zM-1-3q8-9 18 1-10-2-18-1zM1-4q-12-1-12 12 5-8 12-12zM-1-4q12-1 12 12-5-8-12-12z'
    'M0-3q-8-7-6-16 8 7 6 16zM0-3q8-7 6-16-8 7-6 16z" fill="#1d5c2a"/></g>'
)
_OASIS = (
    '<g id="oasis"><path class="o1" d="M-28 0l14-24h28l14 24-14 24h-28z" fill="#bcd98c" stroke="#7fae55"'
    ' stroke-width="2"/><path d="M-16 17q3-6 15-6 13 0 17 6-2 6-16 6-14 0-16-6z" fill="#2f83c4"'
    ' stroke="#1d5a8e"/><path d="M-9 16q6-3 12 0m-4 4q6-2 10-1" stroke="#d6ecfb" fill="none"/>'
    '<use href="#palm" transform="translate(-11 2)scale(.8)"/><use href="#palm" transform="translate(12 1)scale(.75)"/>'
    "</g>"
)
_POND = (
    '<g id="pond"><path d="M-22 6c0-9 9-12 19-12 13 0 25 2 25 12 0 9-10 12-24 12-12 0-20-4-20-12z" fill="#1d5fa6"'
    ' stroke="#cfe3f2" stroke-width="2"/><path d="M-17 3q4-5 9-4m12-1q7 0 11 4m-29 10q5 3 11 2m10-1q6-1 9-5"'
    ' fill="none" stroke="#8fc3ec" stroke-width="1.5" stroke-linecap="round"/></g>'
)
FACE_DOWN = 0
"""In place of the value of water that lies face down."""

_SHAPES = tuple(shape_steps(shape, {"triangle": 10, "cross": 10}.get(shape, 9)) for shape in SHAPES)
"""The outlines of badges: what has less room for an initial is larger."""
_MIDDLES = {"cross": 13}
"""How far below the middle of its hex that of a badge lies, where that is not 14: clear of the label below it."""
_DROPS = {"triangle": 7}
"""How far below the middle of its badge an initial stands, where that is not 5."""


def name_badge(number: int) -> str:
    """The badge of the seat of that ``number``, from 1, at the feet of a camel."""
    return f"b{number}"


def name_mount(colour: str) -> str:
    """A camel of that ``colour`` that belongs to nobody."""
    return f"m{PAINTS[colour].letter}"


def name_water(value: int) -> str:
    """Water of that ``value``."""
    return f"w{value}"


def name_camel(number: int, colour: str) -> str:
    """A camel of the seat of that ``number``, from 1; a leader has the ``RIDER`` upon it as well."""
    return f"{'abcde'[number - 1]}{PAINTS[colour].letter}"


def draw_pieces(
    camels: Iterable[CamelView], initials: Mapping[str, str], colours: Iterable[str], water: Collection[int]
) -> Iterator[str]:
    """The definitions for ``camels``, ``water`` and a legend with those ``colours``; ``initials`` by seat."""
    yield f"{_CAMEL}{_RIDER}{_PALM}{_OASIS}{_POND}"
    order = {seat: number for number, seat in enumerate(initials, 1)}
    for seat, number in order.items():
        yield _draw_badge(number, initials[seat])
    for colour in colours:
        letter, fill, ink = PAINTS[colour]
        yield (
            f'<g id="{name_mount(colour)}" fill="{fill}"><use href="#camel"/>'
            f'<text x="-6" y="13" fill="{ink}">{letter}</text></g>'
        )
    for value in sorted(water):
        yield (
            f'<g id="{name_water(value)}"><use href="#pond"/>'
            f'<text y="12" font-size="18" fill="#fff">{value or "?"}</text></g>'
        )
    for seat, colour in dict.fromkeys((camel["seat"], camel["colour"]) for camel in camels):
        number = order[seat]
        yield (
            f'<g id="{name_camel(number, colour)}"><use href="#{name_mount(colour)}"/>'
            f'<use href="#{name_badge(number)}"/></g>'
        )


def _draw_badge(number: int, initial: str) -> str:
    """The badge of a seat, white; as its own reader sees it, black in a ring."""
    right, down, steps = _SHAPES[number - 1]
    middle = _MIDDLES.get(SHAPES[number - 1], 14)
    shape = f'<use href="#shape{number}"'
    letter = f'<text x="15" y="{middle + _DROPS.get(SHAPES[number - 1], 5)}"'
    return (
        f'<path id="shape{number}" d="M{15 + right} {middle + down}{steps}"/>'
        f'<g id="{name_badge(number)}" stroke="#111">{shape} fill="#fff" stroke-width="1.8"/>'
        f'<g style="display:var(--you{number},none)">'
        f'{shape} stroke-width="8"/>{shape} stroke="#ffd21f" stroke-width="5" paint-order="stroke"/></g>'
        f'{letter} stroke="none" style="fill:var(--ink{number},#111)">{initial}</text></g>'
    )


_SCALE = 0.82
"""How large a mark is, beside the board at its full size."""


class Mark(NamedTuple):
    """One entry: a small ``<svg>`` element, and the words for it, which are plain text."""

    picture: str
    words: str


def list_marks(view: View) -> tuple[tuple[Mark, ...], ...]:
    """The marks of ``view``'s picture in groups: seats, colours with the camels left, the rest."""
    groups = (_list_seats(view), _list_colours(view), _list_others(view))
    return tuple(group for group in map(tuple, groups) if group)


def _list_seats(view: View) -> Iterator[Mark]:
    for number, seat in enumerate(view["seats"], 1):
        yield Mark(_frame(f'<use href="#{name_badge(number)}" x="2" y="3"/>', "0 0 34 34"), seat)


def _list_colours(view: View) -> Iterator[Mark]:
    for colour, left in view["supply"].items():
        camel = f'<use href="#{name_mount(colour)}" x="21" y="11"/>'
        yield Mark(_frame(camel, "0 0 41 34"), f"{colour}, {left} left")


def _list_others(view: View) -> Iterator[Mark]:
    leader = '<use href="#camel" x="21" y="11" fill="#c9b48a"/><use href="#rider" x="21" y="11"/>'
    yield Mark(_frame(leader, "0 0 41 34"), "leader")
    newest = '<use href="#ring" x="33" y="29"/><use href="#disc" x="33" y="29"/>'
    first = '<text x="33" y="36" font-size="20" fill="#fff">1</text>'
    yield Mark(_frame(newest + first, "0 0 66 58", 0.57), "placed in the newest turn, numbered in order")
    values = {value or FACE_DOWN for value in view["water"].values()}
    if values - {FACE_DOWN}:
        yield Mark(_frame(f'<use href="#{name_water(max(values))}" x="25" y="19"/>', "0 0 50 40"), "water")
    if FACE_DOWN in values:
        yield Mark(_frame(f'<use href="#{name_water(FACE_DOWN)}" x="25" y="19"/>', "0 0 50 40"), "water, face down")
    if view["board"]["strip"]:
        yield Mark(_frame(draw_dark_line("M4 34L20 22L20 6")), "edge of the board for fewer seats, no border here")
    if view["board"]["river"]:
        yield Mark(_frame(draw_water_line('path d="M4 12L20 28L36 12"')), "river")
    yield Mark(_frame('<use href="#oasis" x="30" y="26"/>', "0 0 60 52", 0.5), "oasis")
    if view["areas"]:
        area = view["areas"][0]
        number = list(view["seats"]).index(area["seat"]) + 1
        fill = f"url(#area{number}{PAINTS[area['colour']].letter})"
        closed = f'<path d="M4 26l13-22h26l13 22-13 22h-26z" fill="{fill}" stroke="#6d4f28" stroke-width="2"/>'
        yield Mark(_frame(closed, "0 0 60 52", 0.5), "closed area: its caravan's colour, its owner's shape")


def _frame(drawing: str, box: str = "0 0 40 40", scale: float = _SCALE) -> str:
    wide, high = (round(int(side) * scale) for side in box.split()[2:])
    size = f'width="{wide}" height="{high}" viewBox="{box}"'
    return f'<svg {size} aria-hidden="true">{drawing}</svg>'
