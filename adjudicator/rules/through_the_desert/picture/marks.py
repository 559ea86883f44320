"""Which mark stands for what: letters and paints for colours, letters for seats, whose shapes are those of charts.

A colour is told by its letter as well as its paint, a seat by the shape of its badge as well as by its initial. The
five paints of an edition differ in lightness step by step, so that they stay apart in grey and for the colour-blind.
"""

from __future__ import annotations

from collections.abc import Iterable
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


def letter_seats(seats: Iterable[str]) -> dict[str, str]:
    """A small letter for every seat, in table order: the first of its name that no seat before it has."""
    names = tuple(seats)
    return dict(zip(names, pick_letters(names, ascii_lowercase), strict=True))
