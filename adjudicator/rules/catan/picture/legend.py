"""The legend of the drawn board: small pictures with words, to be laid out by the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.rules.catan.board import YIELDS
from adjudicator.rules.catan.picture.caravans import CAMEL, DARK, SAND
from adjudicator.rules.catan.picture.ground import ROBBER
from adjudicator.rules.catan.picture.marks import GROUNDS, PAINTS, Paint, letter_seats, name_pattern
from adjudicator.rules.catan.picture.pieces import CITY, LIGHT, SETTLEMENT
from adjudicator.rules.catan.picture.view import View

_ATTRIBUTES = 'font-family="Verdana,Arial,sans-serif" font-weight="bold" text-anchor="middle"'


class Mark(NamedTuple):
    """One entry: a small ``<svg>`` element, and the words for it, which are plain text."""

    picture: str
    words: str


def list_marks(view: View) -> tuple[tuple[Mark, ...], ...]:
    """The marks of ``view``'s picture in groups: seats, terrains, the rest, and caravans where there are any.

    The patterns are those that :func:`~adjudicator.rules.catan.picture.svg.draw_board` defines, so the legend belongs
    on the page of its board.
    """
    groups = [tuple(_list_seats(view)), tuple(_list_terrains(view)), tuple(_list_others())]
    if "routes" in view:
        groups.append(tuple(_list_caravans(view)))
    return tuple(groups)


def _list_seats(view: View) -> Iterator[Mark]:
    for (seat, letter), paint in zip(letter_seats(view["seats"]).items(), PAINTS, strict=False):
        yield Mark(_frame(_draw_pieces(letter, paint), 132, 34), seat)


def _draw_pieces(letter: str, paint: Paint) -> str:
    """A road, a settlement and a city."""
    return (
        f'<g fill="{paint.fill}" stroke="#111" stroke-width="2" stroke-linejoin="round"><path d="M4 14h40v13H4z"/>'
        f'<path d="M66 22{SETTLEMENT}"/><path d="M106 24{CITY}"/></g>'
        f'<g fill="{paint.ink}"><text x="24" y="25" font-size="12">{letter}</text>'
        f'<text x="66" y="31" font-size="14">{letter}</text><text x="110" y="33" font-size="17">{letter}</text></g>'
    )


def _list_terrains(view: View) -> Iterator[Mark]:
    found = {tile["terrain"] for tile in view["board"]["hexes"].values()}
    for terrain, ground in GROUNDS.items():
        if terrain in found:
            shape = 'd="M4 4h52v32H4z"'
            tile = (
                f'<path {shape} fill="{ground.fill}"/>'
                f'<path {shape} fill="url(#{name_pattern(terrain)})" fill-opacity=".6" stroke="#111"/>'
            )
            yield Mark(_frame(tile, 60), f"{terrain}: {YIELDS.get(terrain, 'nothing')}")


def _list_others() -> Iterator[Mark]:
    number = (
        '<circle cx="20" cy="20" r="17" fill="#fffaf0" stroke="#a50f15" stroke-width="3.5"/>'
        '<text x="20" y="25" font-size="18" fill="#a50f15">8</text>'
        '<path d="M12 31h0M16 31h0M20 31h0M24 31h0M28 31h0" stroke="#a50f15" stroke-width="3" stroke-linecap="round"/>'
    )
    yield Mark(_frame(number), "number; dots: ways of 36 to roll it")
    yield Mark(_frame(f'<g transform="translate(20 18) scale(.85)">{ROBBER}</g>'), "robber")
    sign = '<path d="M3 6h48v28H3z" fill="#fff" stroke="#333" stroke-width="1.5"/>'
    yield Mark(_frame(f'{sign}<text x="27" y="26" font-size="17">2:1</text>', 54), "harbour")
    disc = '<circle cx="20" cy="20" r="14" fill="#fff" stroke="#555" stroke-width="1.5"/>'
    yield Mark(_frame(f'{disc}<text x="20" y="25" font-size="15">12</text>'), "intersection")
    shape = f'd="M20 22{SETTLEMENT}" stroke-linejoin="round"'
    rim = f'<path {shape} stroke="#111" stroke-width="15"/><path {shape} stroke="{LIGHT}" stroke-width="9"/>'
    yield Mark(_frame(f'{rim}<path {shape} fill="#ccc" stroke="#111" stroke-width="2"/>'), "of the newest turn")


def _list_caravans(view: View) -> Iterator[Mark]:
    edge = f'stroke="{DARK}" stroke-width="2"'
    camel = f'<circle cx="20" cy="20" r="17" fill="{SAND}" {edge}/>'
    figure = f'<path d="{CAMEL}" transform="translate(20 20) scale(1.5)" fill="{DARK}"/>'
    yield Mark(_frame(camel + figure), "camel, beside its path")
    letter = '<text x="20" y="27" font-size="19" fill="#fff">A</text>'
    head = f'<path d="M12 37l30-17-30-17zM3 20a17 17 0 1 0 34 0a17 17 0 1 0-34 0z" fill="{DARK}"/>'
    yield Mark(_frame(head + letter, 46), "newest camel of route A, pointing onward")
    yield Mark(_frame(f'<path d="M4 4h32v32H4z" fill="{DARK}"/>{letter}'), "route A has ended")
    arrow = f'<path d="M36 20L22 6v9H6v10h16v9z" fill="{DARK}"/>'
    yield Mark(_frame(arrow), "where a first camel may lie")
    if view.get("positions"):
        ring = f'<circle cx="20" cy="20" r="16" fill="#fff" {edge} stroke-dasharray="6 3"/>'
        yield Mark(_frame(f'{ring}<text x="20" y="26" font-size="19">a</text>'), "position to vote for")


def _frame(drawing: str, width: int = 40, height: int = 24) -> str:
    size = f'width="{width * height // 40}" height="{height}" viewBox="0 0 {width} 40"'
    return f'<svg {size} {_ATTRIBUTES} aria-hidden="true" style="vertical-align:middle">{drawing}</svg>'
