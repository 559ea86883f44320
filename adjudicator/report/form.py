"""The order form: the next move file, filled in as far as it can be, with what is legal in comments."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from adjudicator.core.table import Seat

if TYPE_CHECKING:
    from adjudicator.core.game import Game

K = TypeVar("K")
S = TypeVar("S")
A = TypeVar("A")

HEAD_DIGITS = 16
"""How much of a head a form quotes: so much that nobody makes two histories whose heads begin alike."""


def write_form(
    game: Game[S, A, K],
    known: K,
    game_id: str,
    turn: int,
    head: str,
    seat: Seat,
    nonce: int | None = None,
) -> str:
    """The form with which ``seat``, who knows ``known``, answers the report with ``head`` in ``turn``.

    ``nonce`` is the epoch of the nonce that is wanted of it, None where none is.
    """
    nonce_lines: list[str] = []
    if nonce is not None:
        from adjudicator.report.nonces import write_nonce_line  # noqa: PLC0415 - only at chance level L2

        nonce_lines.append(write_nonce_line(nonce))
    lines = [
        f"game: {game_id}",
        f"turn: {turn}",
        f"seat: {seat}",
        f'after: "{head[:HEAD_DIGITS]}"',
        *nonce_lines,
        *game.exhibit.form_lines(known, seat),
    ]
    return "\n".join(lines) + "\n"
