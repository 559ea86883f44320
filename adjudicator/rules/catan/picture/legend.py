"""The legend of the drawn board: small pictures with words, to be laid out by the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.rules.catan.board import YIELDS
from adjudicator.rules.catan.picture.ground import ROBBER
from adjudicator.rules.catan.picture.marks import (
    GROUNDS,
    PAINTS,
    Mark,
    Paint,
    TerrainLook,
    frame_mark,
    letter_seats,
    name_pattern,
)
from adjudicator.rules.catan.picture.svg import CITY, LIGHT, SETTLEMENT
from adjudicator.rules.catan.picture.view import NO_EXPANSION, ExpansionPicture, View


def list_marks(view: View, more: ExpansionPicture = NO_EXPANSION) -> tuple[tuple[Mark, ...], ...]:
    """The marks of ``view``'s picture in groups: terrains, the rest, what ``more`` adds; :func:`list_seats` has seats.

    The patterns are those that :func:`~adjudicator.rules.catan.picture.svg.draw_board` defines, so the legend belongs
    on the page of its board.
    """
    groups = (_list_terrains(view, {**GROUNDS, **more.grounds}), _list_others())
    added = tuple(more.list_marks(view))
    return (*map(tuple, groups), *([added] if added else []))


def list_seats(view: View, own: str) -> Iterator[Mark]:
    """The pieces of every seat; those of the reader's ``own`` as the board shows them to him."""
    for (seat, letter), paint in zip(letter_seats(view["seats"]).items(), PAINTS, strict=False):
        mine = seat == own
        outline = "".join(
            f'<path d="{_PIECES}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"/>'
            for colour, width in ((("#111", 14), ("#fff", 9)) if mine else ())
        )
        words = f"{seat} (you)" if mine else seat
        yield Mark(frame_mark(f"{outline}{_draw_pieces(letter, paint)}", 152, 34), words, mine)


_PIECES = f"M8 14h40v13H8zM77 22{SETTLEMENT}M124 24{CITY}"
"""A road, a settlement and a city."""


def _draw_pieces(letter: str, paint: Paint) -> str:
    return (
        f'<path d="{_PIECES}" fill="{paint.fill}" stroke="#111" stroke-width="2" stroke-linejoin="round"/>'
        f'<g fill="{paint.ink}"><text x="28" y="25.5" font-size="14">{letter}</text>'
        f'<text x="77" y="31" font-size="15">{letter}</text><text x="128" y="33" font-size="15">{letter}</text></g>'
    )


def _list_terrains(view: View, grounds: Mapping[str, TerrainLook]) -> Iterator[Mark]:
    found = {tile["terrain"] for tile in view["board"]["hexes"].values()}
    for terrain, ground in grounds.items():
        if terrain in found:
            shape = 'd="M4 4h52v32H4z"'
            tile = (
                f'<path {shape} fill="{ground.fill}"/>'
                f'<path {shape} fill="url(#{name_pattern(terrain)})" fill-opacity=".6" stroke="#111"/>'
            )
            yield Mark(frame_mark(tile, 60), f"{terrain}: {YIELDS.get(terrain, 'nothing')}")


def _list_others() -> Iterator[Mark]:
    number = (
        '<circle cx="20" cy="20" r="17" fill="#fffaf0" stroke="#a50f15" stroke-width="3.5"/>'
        '<text x="20" y="25" font-size="18" fill="#a50f15">8</text>'
        '<path d="M12 31h0M16 31h0M20 31h0M24 31h0M28 31h0" stroke="#a50f15" stroke-width="3" stroke-linecap="round"/>'
    )
    yield Mark(frame_mark(number), "number; dots: ways of 36 to roll it")
    yield Mark(frame_mark(f'<g transform="translate(20 18) scale(.85)">{ROBBER}</g>'), "robber")
    sign = '<path d="M3 6h48v28H3z" fill="#fff" stroke="#333" stroke-width="1.5"/>'
    yield Mark(frame_mark(f'{sign}<text x="27" y="26" font-size="17">2:1</text>', 54), "harbour")
    disc = '<circle cx="20" cy="20" r="15" fill="#fff" stroke="#555" stroke-width="1.5"/>'
    yield Mark(frame_mark(f'{disc}<text x="20" y="26" font-size="17">12</text>'), "intersection")
    shape = f'd="M20 22{SETTLEMENT}" stroke-linejoin="round"'
    rim = f'<path {shape} stroke="#111" stroke-width="15"/><path {shape} stroke="{LIGHT}" stroke-width="9"/>'
    house = f'{rim}<path {shape} fill="#ccc" stroke="#111" stroke-width="2"/>'
    number = f'<circle cx="44" cy="12" r="11" fill="{LIGHT}" stroke="#111" stroke-width="2"/>'
    number += '<text x="44" y="18" font-size="17">1</text>'
    yield Mark(frame_mark(house + number, 58), "new since the last turn, in order")
