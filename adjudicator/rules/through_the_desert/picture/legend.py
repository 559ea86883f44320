"""The legend of the drawn board: small pictures with words, to be laid out by the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.kit.charts.shapes import SHAPES, shape_steps
from adjudicator.rules.through_the_desert.picture.ground import draw_dark_line, draw_water_line
from adjudicator.rules.through_the_desert.picture.marks import PAINTS
from adjudicator.rules.through_the_desert.picture.svg import DROP, PALM
from adjudicator.rules.through_the_desert.picture.view import View

_ATTRIBUTES = 'font-family="Verdana,Arial,sans-serif" font-weight="bold" text-anchor="middle"'


class Mark(NamedTuple):
    """One entry: a small ``<svg>`` element, and the words for it, which are plain text."""

    picture: str
    words: str


def list_marks(view: View) -> tuple[tuple[Mark, ...], ...]:
    """The marks of ``view``'s picture in groups: seats, colours with the camels left, leaders in the box, the rest.

    The hatchings are those that :func:`~adjudicator.rules.through_the_desert.picture.svg.draw_board` defines, so the
    legend belongs on the page of its board.
    """
    groups = (_list_seats(view), _list_colours(view), _list_returned(view), _list_others(view))
    return tuple(group for group in map(tuple, groups) if group)


def _list_seats(view: View) -> Iterator[Mark]:
    for number, seat in enumerate(view["seats"]):
        token = _draw_token(number, 20, 12.5, 'fill="#fff" stroke="#222" stroke-width="2.5"')
        hatching = f'<path d="M42 4h24v32h-24z" fill="url(#seat{number + 1})" stroke="#222"/>'
        yield Mark(_frame(token + hatching, 70), seat)


def _list_colours(view: View) -> Iterator[Mark]:
    for colour, left in view["supply"].items():
        paint = PAINTS[colour]
        tile = f'<path d="M4 4h32v32h-32z" fill="{paint.fill}" stroke="#222"/>'
        letter = f'<text x="20" y="26" font-size="18" fill="{paint.ink}">{paint.letter}</text>'
        yield Mark(_frame(tile + letter), f"{colour}, {left} left")


def _list_returned(view: View) -> Iterator[Mark]:
    """Each leader that was returned: its token in its saddle, struck out."""
    strike = (
        '<path d="M4 37L36 3" stroke="#fff" stroke-width="7"/><path d="M4 37L36 3" stroke="#111" stroke-width="3"/>'
    )
    for number, (seat, known) in enumerate(view["seats"].items()):
        colour = known.get("returned")
        if colour:
            paint = PAINTS[colour]
            saddle = _draw_token(number, 20, 17, 'fill="#fff" stroke="#222" stroke-width="2.5"')
            token = _draw_token(number, 20, 11.5, f'fill="{paint.fill}" stroke="#222" stroke-width="1.6"')
            letter = f'<text x="20" y="25" font-size="13" fill="{paint.ink}">{paint.letter}</text>'
            yield Mark(_frame(f"{saddle}{token}{letter}{strike}"), f"{seat} returned the {colour} leader")


def _list_others(view: View) -> Iterator[Mark]:
    saddle = _draw_token(0, 20, 17, 'fill="#fff" stroke="#222" stroke-width="2.5"')
    yield Mark(_frame(saddle + _draw_token(0, 20, 11.5, 'fill="#bbb" stroke="#222" stroke-width="1.6"')), "leader")
    ring = '<path d="M3 20l9-16h16l9 16-9 16h-16z" fill="none" stroke="#111" stroke-width="5"/>'
    yield Mark(_frame(ring), "placed in the newest turn")
    values = view["water"].values()
    if any(value is not None for value in values):
        yield Mark(_draw_drop("2"), "water")
    if None in values:
        yield Mark(_draw_drop("?"), "water, face down")
    if view["board"]["strip"]:
        yield Mark(_frame(draw_dark_line("M4 34L20 22L20 6")), "dark line of the board for fewer seats, no border here")
    if view["board"]["river"]:
        yield Mark(_frame(draw_water_line("M2 12L20 28L38 12")), "river")
    yield Mark(_frame(f'<g transform="translate(20 21)">{PALM}</g>'), "oasis")
    closed = '<path d="M3 20l9-16h16l9 16-9 16h-16z" fill="url(#seat1)" stroke="#222"/>'
    yield Mark(_frame(closed), "closed area, in its owner's hatching and its caravan's colour")


def _draw_drop(value: str) -> str:
    return _frame(
        f'<path d="M20 3{DROP}" fill="#1d5fa6"/><text x="20" y="29" font-size="16" fill="#fff">{value}</text>'
    )


def _draw_token(number: int, middle: int, radius: float, attributes: str) -> str:
    right, down, steps = shape_steps(SHAPES[number], radius)
    return f'<path d="M{middle + right} {20 + down}{steps}" {attributes}/>'


def _frame(drawing: str, width: int = 40) -> str:
    size = f'width="{width * 3 // 5}" height="24" viewBox="0 0 {width} 40"'
    return f'<svg {size} {_ATTRIBUTES} aria-hidden="true" style="vertical-align:middle">{drawing}</svg>'
