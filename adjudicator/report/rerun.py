"""A rerun: a turn that takes the place of an abandoned one of the same number, and what that changed for a reader.

Both turns are told to the reader as each is told by itself, from what he may know of it; the sentences are compared,
never the positions. So he learns of the abandoned turn what its report told him, and of the new one what this one does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.core.recorded_act import RecordedAct
from adjudicator.core.seat_names import SeatNames, show
from adjudicator.core.table import Reader, Seat
from adjudicator.registry import AnyGame
from adjudicator.store.record import TurnRecord


class Rerun(NamedTuple):
    """The abandoned turn of the same number with its ``head``, the rewind that abandoned it, and carried orders.

    ``record`` is None where the turn was damaged by then.
    ``carried`` says of each seat what becomes of its files for the turn after, in sentences for it alone.
    """

    act: RecordedAct
    record: TurnRecord[Any] | None
    head: str
    carried: Mapping[Seat, Sequence[str]]


def tell_turn(game: AnyGame, names: SeatNames, record: TurnRecord[Any], reader: Reader) -> list[str]:
    """What happened in the turn, as the reader is told it in its report."""
    known = game.views.see(record.state, record.agendas, reader)
    heard = [event for event in (game.views.hear(event, reader) for event in record.events) if event is not None]
    shown = show(game, names, known, reader, heard)
    return game.exhibit.tell(shown.known, shown.heard, shown.reader).lines


def compare_tellings(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """What only one of two tellings of a turn says, in order."""
    from difflib import SequenceMatcher  # noqa: PLC0415 - hardly any turn is a rerun

    lines: list[str] = []
    for word, i, j, m, n in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if word != "equal":
            lines += [f"No longer: {line}" for line in before[i:j]]
            lines += [f"Now instead: {line}" if j > i else f"New: {line}" for line in after[m:n]]
    return lines


def say_rerun(rerun: Rerun, number: int) -> str:
    """The label: what this turn, of the same ``number``, takes the place of."""
    return (
        f"RERUN. This turn {number} takes the place of an earlier turn {number} (head {rerun.head[:16]}), which no "
        "longer counts; nor do its reports."
    )


def tell_changes(game: AnyGame, names: SeatNames, rerun: Rerun, lines: Sequence[str], reader: Reader) -> list[str]:
    """What the rerun changed, where ``lines`` tell the new turn to the reader."""
    if rerun.record is None:
        return ["We cannot say, since the moderator's record of the earlier turn was damaged. Compare the two reports."]
    changes = compare_tellings(tell_turn(game, names, rerun.record, reader), lines)
    return changes or ["Nothing: this report says the same as the earlier one, word for word."]
