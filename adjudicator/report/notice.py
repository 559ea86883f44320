"""The notice to each seat when turns are abandoned: what no longer counts, and what becomes of its files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from adjudicator.core.act_kinds import name_turns
from adjudicator.core.instant import write_deadline, write_instant
from adjudicator.core.record import TurnRecord
from adjudicator.core.recorded_act import RecordedAct, tell_act
from adjudicator.core.table import Seat
from adjudicator.report.form import HEAD_DIGITS
from adjudicator.report.render import make_plain, wrap
from adjudicator.report.rerun import tell_turn

if TYPE_CHECKING:
    from adjudicator.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
K = TypeVar("K")


def write_notice(
    game: Game[S, A, K],
    act: RecordedAct,
    seat: Seat,
    abandoned: Sequence[TurnRecord[S]],
    carried: Sequence[str],
    due: Mapping[str, datetime],
    standing: tuple[int, str],
) -> str:
    """The letter to ``seat`` about the rewind ``act``.

    ``abandoned`` are the turns that no longer count, ``carried`` says what becomes of the seat's files, ``due`` are
    the deadlines now, ``standing`` is the number of the turn that play goes on from, and its head.
    """
    turn, head = standing
    lines = [
        f"{game.title}: game {act.game}, RERUN",
        f"Seat: {seat}",
        f"Date: {write_instant(act.at)}",
        "",
        wrap(tell_act(act)),
        "",
        wrap(
            f"Your report of turn {turn} stands again, and orders for turn {turn + 1} are wanted; answer its head, "
            f"{head[:HEAD_DIGITS]}. Of reports with a higher number, {name_turns(turn + 1, act.after_turn)} no longer: "
            "keep them, they show what was changed. What comes in their place is marked RERUN and says what is "
            "different."
        ),
        *(wrap(f"Deadline ({name}): {write_deadline(instant)}.") for name, instant in due.items()),
        "",
        "Your orders:",
        "",
        *(wrap(line, "- ") for line in carried or ["You had sent none for the turns that are abandoned."]),
        "",
        "What no longer counts, as you were told it:",
        "",
        *(wrap(line, "- ") for line in _tell_abandoned(game, abandoned, seat) or ["See your reports of those turns."]),
    ]
    return make_plain("\n".join(lines)) + "\n"


def _tell_abandoned(game: Game[S, A, K], abandoned: Sequence[TurnRecord[S]], seat: Seat) -> list[str]:
    return [
        f"Turn {record.number}: {line}"
        for record in abandoned
        for line in tell_turn(game, record, seat) or ["nothing that you were told of."]
    ]
