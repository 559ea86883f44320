"""The legend of the board: a small picture of each mark, and the words for it."""

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.rules.through_the_desert.picture import (
    RIDER,
    letter_seats,
    list_worths,
    name_ground,
    name_mount,
    name_water,
)
from adjudicator.rules.through_the_desert.picture.badges import BESIDE, Badge, choose_badge, name_badge
from adjudicator.rules.through_the_desert.picture.ground import draw_dark_line, draw_water_line
from adjudicator.rules.through_the_desert.state import State

_SCALE = 0.82
"""How large a mark is, beside the board at its full size."""
_MOUNTED, _MOUNT_BOX = 'x="26" y="11"', "0 0 43 40"
"""Where a camel stands in its mark, which it fills."""


class Mark(NamedTuple):
    """One entry: a small ``<svg>`` element, and the words for it, which are plain text."""

    picture: str
    words: str


def list_marks(known: State) -> tuple[tuple[Mark, ...], ...]:
    """The marks of the picture of ``known`` in groups: seats, colours with the camels left, the rest."""
    initials = letter_seats(known.table.seats, known.table.ids)
    seats = (
        Mark(_frame_badge(number, choose_badge(number, initial)), seat)
        for number, (seat, initial) in enumerate(initials.items(), 1)
    )
    colours = (
        Mark(_frame_mark(f'<use href="#{name_mount(colour)}" {_MOUNTED}/>', _MOUNT_BOX), f"{colour}, {left} left")
        for colour, left in zip(known.table.colours, known.supply, strict=True)
    )
    return tuple(seats), tuple(colours), tuple(_list_others(known))


def _list_others(known: State) -> Iterator[Mark]:
    board, worths = known.table.board, list_worths(known)
    leader = f'<use href="#camel" {_MOUNTED} fill="#c9b48a"/><use href="#{RIDER}" {_MOUNTED}/>'
    yield Mark(_frame_mark(leader, _MOUNT_BOX), "leader")
    newest = '<use href="#ring" x="33" y="29"/><use href="#disc" transform="translate(33 29)scale(1.3)"/>'
    first = '<text x="33" y="36" font-size="20" fill="#fff">1</text>'
    yield Mark(_frame_mark(newest + first, "0 0 66 58", 0.57), "placed in the newest turn, numbered in order")
    if any(worths):
        yield Mark(_frame_mark(f'<use href="#{name_water(worths[-1])}" x="25" y="14"/>', "0 0 50 40"), "water")
    if 0 in worths:
        yield Mark(_frame_mark(f'<use href="#{name_water(0)}" x="25" y="14"/>', "0 0 50 40"), "water, face down")
    if board.strip:
        yield Mark(_frame_mark(draw_dark_line("M4 34L20 22L20 6")), "edge of the board for fewer seats, no border here")
    if board.river:
        yield Mark(_frame_mark(draw_water_line('path d="M4 12L20 28L36 12"')), "river")
    yield Mark(_frame_mark('<use href="#oasis" x="30" y="26"/>', "0 0 60 52", 0.5), "oasis")
    if known.areas:
        fill = f"url(#{name_ground(known.areas[0].seat + 1, known.table.colours[known.areas[0].colour])})"
        closed = f'<path d="M4 26l13-22h26l13 22-13 22h-26z" fill="{fill}" stroke="#6d4f28" stroke-width="2"/>'
        yield Mark(_frame_mark(closed, "0 0 60 52", 0.5), "closed area: its caravan's colour, its owner's shape")


def _frame_badge(number: int, badge: Badge) -> str:
    """It begins where camels do; on both sides there is room for the ring of the reader's own.

    Every one is as wide as that needs, so that its name stands close to it.
    """
    middle = badge.reach + 4
    return _frame_mark(f'<use href="#{name_badge(number)}" x="{middle - BESIDE}" y="3"/>', f"0 0 {2 * middle} 34")


def _frame_mark(drawing: str, box: str = "0 0 40 40", scale: float = _SCALE) -> str:
    wide, high = (round(int(side) * scale) for side in box.split()[2:])
    size = f'width="{wide}" height="{high}" viewBox="{box}"'
    return f'<svg {size} aria-hidden="true">{drawing}</svg>'
