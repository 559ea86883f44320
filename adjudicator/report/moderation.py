"""What the moderator did, told to everybody: each recorded act in a sentence, with its reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from adjudicator.core.recorded_act import (
    DEADLINES,
    PACING,
    Damaged,
    Edit,
    Extend,
    RecordedAct,
    Replace,
    Rewind,
)
from adjudicator.report.deadline import write_deadline

_BLOCKED = {
    "ask": "the turn ends there and the seat is asked first next time",
    "fallback": "its fallback orders are used",
}
_PACING = {"seat": "one seat's move", "round": "a round, with orders of all seats to one deadline"}


def tell_acts(acts: Sequence[RecordedAct]) -> list[str]:
    """The acts in sentences, in order."""
    return [tell_act(act) for act in acts]


def tell_act(act: RecordedAct) -> str:
    """What was done, when and why."""
    return f"The moderator {_tell_change(act)} ({write_deadline(act.at)}), because: {act.reason}"


def _tell_change(act: RecordedAct) -> str:
    change = act.change
    if isinstance(change, Rewind):
        known = "; the game was over, so its chance secret is known" if change.secret_known else ""
        lost = "".join(_tell_damaged(turn, found) for turn, found in change.damaged.items())
        counted = name_turns(change.to + 1, act.after_turn)
        return f"took the game back to turn {change.to}: {counted} no longer{lost}{known}"
    if isinstance(change, Edit):
        return "changed the charter: " + "; ".join(_tell_setting(key, value) for key, value in change.settings.items())
    if isinstance(change, Extend):
        return f"moved the deadline of turn {act.after_turn + 1}: {tell_deadlines(change.due)}"
    if isinstance(change, Replace):
        return f"gave the seat {change.seat} to another person"
    words = "and reads the same" if change.same_words else "though old reports would read differently"
    return (
        f"took the game from version {change.version_before} of its rules to version {change.version}: every turn so "
        f"far comes out the same, {words}"
    )


def _tell_damaged(turn: int, found: Damaged) -> str:
    return f"; the record of turn {turn} was damaged ({', '.join(found.files) or 'missing'})"


def name_turns(first: int, last: int) -> str:
    """``turn 8 counts`` or ``turns 8 to 10 count``."""
    return f"turn {first} counts" if first == last else f"turns {first} to {last} count"


def _tell_setting(key: str, value: str) -> str:
    if key == PACING:
        return f"from now on a turn is {_PACING[value]}"
    name = key.removeprefix(DEADLINES)
    if name == key:
        return f"where all of a seat's orders became impossible, {_BLOCKED[value]}"
    hours = "1 hour" if value == "1" else f"{value} hours"
    return f"deadlines of the class {name} {f'are {hours} from now on' if value != '0' else 'end with the running one'}"


def tell_deadlines(due: Mapping[str, datetime]) -> str:
    """Deadlines by class, such as ``turn: Tuesday, 2026-09-22 at 08:00 UTC``."""
    return "; ".join(f"{name}: {write_deadline(instant)}" for name, instant in due.items())
