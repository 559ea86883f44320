"""What charts are drawn on: a sheet as wide as a phone, inks that show on light and on dark ground, short names."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH = 350
"""Units of a sheet's width. On a phone a unit is a pixel, so no letter is smaller than ``LETTER``."""
LETTER = 11.5
"""The height of letters."""
CHARACTER = 6.6
"""The width of a character, about."""
INKS = ("currentColor", "#c8560b", "#2b7cc0", "#8e5fc7", "#5f8a00")
"""By seat in table order: each stands out by 3 to 1 at least from a white page and from a black one."""
_LONGEST_NAME = 13
_WIDEST = 560
"""Pixels a sheet has at most on a wide screen."""
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


class Course(NamedTuple):
    """What one seat had after every step: points, cards; the value before the first step is the first of ``values``."""

    seat: str
    values: Sequence[int]


def frame_sheet(title: str, height: float, drawing: str, more: str = "") -> str:
    """The ``<svg>`` element of a chart; ``title`` says in a few words what it shows, ``more`` are attributes."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}"'
        f' height="{height:.0f}" font-family="Verdana,Arial,sans-serif" font-size="{LETTER}" fill="currentColor"'
        f' style="width:100%;height:auto;max-width:{_WIDEST}px"{more}><title>{escape(title)}</title>{drawing}</svg>'
    )


def write_text(x: float, y: float, text: object, more: str = "") -> str:
    """A text that begins at ``x``, or stands as the attributes ``more`` say."""
    return f'<text x="{x:.0f}" y="{y:.0f}"{" " + more if more else ""}>{escape(str(text))}</text>'


def shorten_name(name: str, most: int = _LONGEST_NAME) -> str:
    """``name``, cut where a chart has no room for it."""
    return name if len(name) <= most else f"{name[: most - 1]}\u2026"


def choose_step(highest: int, most: int) -> int:
    """A round step by which at most ``most`` marks reach ``highest``."""
    return next((step for step in _STEPS if highest <= step * most), _STEPS[-1])
