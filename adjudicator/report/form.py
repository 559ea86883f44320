"""The order form: the next move file, filled in as far as it can be, with what is legal in comments."""

import re

from adjudicator.core.chance import WantedOfSeats
from adjudicator.core.charter import MOVE_FILE_SCHEMA
from adjudicator.core.table import Seat
from adjudicator.intake.speaker import LINE_TO_FILL_IN
from adjudicator.registry import AnyGame

_NUMBER = re.compile(r"[0-9]+(?:e[0-9]+)?|0b[01]+")
HEAD_DIGITS = 16
"""How much of a head a form quotes: so much that nobody makes two histories whose heads begin alike."""


def shorten_head(head: str) -> str:
    """The first digits of ``head``, as players read them to each other: ``4f3c 91d2``."""
    return f"{head[:4]} {head[4:8]}"


def _write_head(head: str) -> str:
    """Its first digits; in quotes, which phones bend, only where an editor would take them for a number."""
    digits = head[:HEAD_DIGITS]
    return f'"{digits}"' if _NUMBER.fullmatch(digits) else digits


def write_form(
    game: AnyGame, known: object, game_id: str, turn: int, head: str, seat: Seat, wanted: WantedOfSeats | None = None
) -> str:
    """The form with which ``seat``, who knows ``known``, answers the report with ``head`` in ``turn``.

    ``wanted`` is what the turn wants of seats besides orders, if anything.
    """
    lines = [
        f"# yaml-language-server: $schema={MOVE_FILE_SCHEMA}",
        f"game: {game_id}",
        f"turn: {turn}",
        f"seat: {seat}",
        LINE_TO_FILL_IN,
        f"after: {_write_head(head)}",
        *(wanted.write_lines(seat) if wanted else ()),
        *game.exhibit.form_lines(known, seat),
    ]
    return "\n".join(lines) + "\n"
