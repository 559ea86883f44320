"""Files that came without a token, for whose sender the moderator vouched: the seat is told where it used to send one.

A seat sends tokens from the first accepted file with one on: the next file has its token, or a remark that it was left
out, so the last file tells. It is the one on file, or else the last that a turn of the line that stands took up, of
the newest ones: what a file costs does not grow with its game.
"""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.core.table import Seat
from adjudicator.intake.judge import Judgement, tell_left_out
from adjudicator.intake.speaker import LEFT_OUT
from adjudicator.intake.tokens import came_with_token
from adjudicator.store.damage import DamageError
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.inbox import FiledFile, read_receipt, receipt_name

LOOKED_BACK = 64
"""Turns that are looked through. The files of a seat that was silent for longer begin anew."""


def remark_left_out(
    directory: GameDirectory, hashes: Collection[Seat], last: FiledFile | None, judgement: Judgement
) -> Judgement:
    """``judgement`` of an accepted file, with a remark where a token was left out that its seat used to send.

    ``hashes`` are of the seats' tokens, ``last`` is the last accepted file of the seat, where any is on file.
    """
    seat = judgement.seat
    # a game without tokens, such as one from an archive, never took a file with one
    if judgement.vouched is None or seat is None or seat not in hashes:
        return judgement
    used = sends_tokens(directory, seat, last)
    return tell_left_out(judgement, judgement.vouched) if used else judgement


def sends_tokens(directory: GameDirectory, seat: Seat, waiting: FiledFile | None) -> bool:
    """Whether files of ``seat`` have come with a token; ``waiting`` is the last accepted one, where any is on file."""
    last = waiting or _find_last_taken(directory, seat)
    if last is None:
        return False
    return came_with_token(last.data) or any(problem.code == LEFT_OUT for problem in last.receipt.problems)


def _find_last_taken(directory: GameDirectory, seat: Seat) -> FiledFile | None:
    """The last file of ``seat`` that one of the newest turns took up; None where none did, or those before are damaged.

    Looked for backwards, so that all searches of a game together read each turn once for each seat at most.
    """
    turns = directory.turns
    newest = turns.newest()
    try:
        for turn in () if newest is None else range(newest, max(newest - LOOKED_BACK, -1), -1):
            parts = turns.read(turn)
            names = [name for name in parts if name.startswith(f"orders/{seat}/") and name.endswith(".yaml")]
            if names:
                last = max(names, key=lambda name: (len(name), name))
                receipt = read_receipt(parts[receipt_name(last)])
                return FiledFile(seat, last.rpartition("/")[2], parts[last], receipt)
    except (DamageError, ValueError, KeyError):
        # damage is told where the game is checked; a file is not turned away because a remark cannot be made
        return None
    return None
