"""The legend of the drawn board: small pictures with words, to be laid out by the page.

Its pictures refer to drawings that the board defines, so it belongs on the page of its board.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.rules.through_the_desert.picture.ground import draw_dark_line, draw_water_line
from adjudicator.rules.through_the_desert.picture.pieces import FACE_DOWN, PAINTS, name_badge, name_mount
from adjudicator.rules.through_the_desert.picture.view import View

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
    leader = '<g fill="#c9b48a" stroke="#1d130a" stroke-width="1.4"><use href="#camel" x="21" y="11"/>'
    yield Mark(_frame(f'{leader}<use href="#rider" x="21" y="11"/></g>', "0 0 41 34"), "leader")
    newest = '<use href="#ring" x="33" y="29"/><use href="#disc" x="33" y="29"/>'
    first = '<text x="33" y="36" font-size="20" font-weight="bold" fill="#fff">1</text>'
    yield Mark(_frame(newest + first, "0 0 66 58", 0.57), "placed in the newest turn, numbered in order")
    values = {value or FACE_DOWN for value in view["water"].values()}
    if values - {FACE_DOWN}:
        yield Mark(_frame(f'<use href="#water{max(values)}" x="25" y="19"/>', "0 0 50 40"), "water")
    if FACE_DOWN in values:
        yield Mark(_frame(f'<use href="#water{FACE_DOWN}" x="25" y="19"/>', "0 0 50 40"), "water, face down")
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
