"""Which mark stands for what: letters and paints for colours, letters, shapes and hatchings for seats.

A colour is told by its letter as well as its paint, a seat by the shape of its tokens as well as by the band that
joins them. The five paints of an edition differ in lightness step by step, so that they stay apart in grey and for
colour-blind readers.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from string import ascii_lowercase
from typing import NamedTuple

from adjudicator.kit.words import pick_letters


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

SHAPES = ("circle", "square", "triangle", "diamond", "cross")
"""The shape of a seat's tokens, in table order."""

_CORNERS = {
    "square": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "triangle": ((0, -1.25), (1.22, 0.88), (-1.22, 0.88)),
    "diamond": ((0, -1.28), (1.28, 0), (0, 1.28), (-1.28, 0)),
    "cross": (
        *((-0.5, -1.2), (0.5, -1.2), (0.5, -0.5), (1.2, -0.5), (1.2, 0.5), (0.5, 0.5)),
        *((0.5, 1.2), (-0.5, 1.2), (-0.5, 0.5), (-1.2, 0.5), (-1.2, -0.5), (-0.5, -0.5)),
    ),
}


HATCHINGS = (
    "M-2 2l4-4M0 8l8-8M6 10l4-4",
    "M0 2h8M0 6h8",
    "M-2 6l4 4M0 0l8 8M6-2l4 4",
    "M2 0v8M6 0v8",
    "M-2 2l4-4M0 8l8-8M6 10l4-4M-2 6l4 4M0 0l8 8M6-2l4 4",
)
"""The hatching of a seat's areas, in table order, as a path on a tile of 8 by 8 that fits its neighbours.

Rising, level, falling, upright, crossed.
"""


def shape_steps(shape: str, radius: float) -> tuple[int, int, str]:
    """The outline of a token: where it begins, seen from the middle, and the path from there, in relative steps."""
    if shape == "circle":
        r = round(radius)
        return -r, 0, f"a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0-{2 * r} 0z"
    corners = [(round(x * radius), round(y * radius)) for x, y in _CORNERS[shape]]
    steps = [(x - from_x, y - from_y) for (from_x, from_y), (x, y) in pairwise(corners)]
    return *corners[0], "l" + " ".join(f"{right} {down}" for right, down in steps) + "z"


def letter_seats(seats: Iterable[str]) -> dict[str, str]:
    """A small letter for every seat, in table order: the first of its name that no seat before it has."""
    names = tuple(seats)
    return dict(zip(names, pick_letters(names, ascii_lowercase), strict=True))
