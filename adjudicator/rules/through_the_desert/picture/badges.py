"""The badges of seats at the feet of camels: a shape with an initial, which it has room for."""

from typing import NamedTuple

from adjudicator.kit.charts import SHAPES, shape_steps


class Badge(NamedTuple):
    """A badge: the radius of its outline, how far that reaches to each side, how far below the middle of its hex its
    own middle lies, and how far below that its initial stands.
    """

    radius: int
    reach: int
    middle: int
    drop: int


_BADGES = {
    "circle": Badge(9, 9, 14, 5),
    "square": Badge(9, 8, 14, 5),
    "triangle": Badge(10, 12, 14, 7),
    "diamond": Badge(9, 12, 14, 5),
    "cross": Badge(10, 11, 15, 5),
}
"""By shape: what has less room for an initial is larger. All stay clear of the name below and of the disc above."""
_TAILED_BADGES = {
    "circle": Badge(10, 10, 14, 3),
    "square": Badge(10, 9, 14, 4),
    "triangle": Badge(11, 13, 13, 5),
    "diamond": Badge(10, 13, 14, 3),
    "cross": Badge(11, 12, 16, 2),
}
"""The same for an initial that reaches below the line: it stands higher, and has a little more room."""
_TAILED = frozenset(
    "gjpqy\u03b2\u03b3\u03b6\u03b7\u03bc\u03be\u03c1\u03c2\u03c6\u03c7\u03c8\u0440\u0443\u0444\u0446\u0449\u0458"
)
_LEANING = {"b": 1.5, "h": 1.5, "k": 1.5, "d": -1.5}
"""How far right of the middle of a triangle an initial stands whose stem would touch a side of it."""
BESIDE = 15
"""How far right of the middle of its hex that of a badge lies."""


def choose_badge(number: int, initial: str) -> Badge:
    """The badge of the seat of that ``number``, from 1."""
    return (_TAILED_BADGES if initial in _TAILED else _BADGES)[SHAPES[number - 1]]


def name_badge(number: int) -> str:
    """The badge of the seat of that ``number``, from 1, at the feet of a camel."""
    return f"b{number}"


def draw_badge(number: int, initial: str) -> str:
    """The badge of a seat, white; as its own reader sees it, black in a ring."""
    badge = choose_badge(number, initial)
    right, down, steps = shape_steps(SHAPES[number - 1], badge.radius)
    shape = f'<use href="#s{number}"'
    # a small l could be taken for a stroke
    sign = "\u2113" if initial == "l" else initial
    lean = _LEANING.get(initial, 0) if SHAPES[number - 1] == "triangle" else 0
    letter = f'<text x="{BESIDE + lean}" y="{badge.middle + badge.drop}"'
    return (
        f'<path id="s{number}" d="M{BESIDE + right} {badge.middle + down}{steps}"/>'
        f'<g id="{name_badge(number)}" stroke="#111">{shape} fill="#fff" stroke-width="1.8"/>'
        f'<g style="display:var(--you{number},none)">'
        f'{shape} stroke-width="8"/>{shape} stroke="#ffd21f" stroke-width="5" paint-order="stroke"/></g>'
        f'{letter} stroke="none" style="fill:var(--ink{number},#111)">{sign}</text></g>'
    )
