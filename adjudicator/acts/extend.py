"""Extending the running deadline, as a recorded act."""

from __future__ import annotations

from datetime import datetime

from adjudicator.acts.opened import LONGEST_PAUSE, OpenGame
from adjudicator.acts.recording import Intent, Recorded, record_act
from adjudicator.core.instant import add_hours, count_years, write_instant
from adjudicator.core.recorded_act import Extend, RecordedAct
from adjudicator.core.refusals import ActRefusedError


def extend_deadline(
    path: str, hours: int | None, until: datetime | None, reason: str, now: datetime, *, dry_run: bool = False
) -> Recorded:
    """Move the deadline of what is asked now ``hours`` further, or to ``until``; one of the two is given.

    Raises ``ActRefusedError`` and what ``record_act`` raises.
    """

    def plan(opened: OpenGame) -> Intent | RecordedAct:
        if opened.over:
            raise ActRefusedError("the game is over; nobody is waited for")
        last = opened.pending[-1] if opened.pending else None
        if last and last.reason == reason and isinstance(last.change, Extend) and _is_same(last.change, hours, until):
            return last
        standing = opened.due
        classes = list(dict.fromkeys(ask.deadline for ask in opened.asks if ask.must or ask.deadline in standing))
        if hours is not None:
            due = {name: add_hours(standing[name], hours) for name in classes if name in standing}
            if not due:
                raise ActRefusedError(
                    "no deadline is running; --until INSTANT sets one, and adjudicate edit --set deadline=HOURS gives "
                    "the turns after this one theirs"
                )
        else:
            assert until is not None
            due = {name: until for name in classes if name not in standing or until > standing[name]}
            if not due:
                latest = max(standing[name] for name in classes)
                raise ActRefusedError(f"the deadline is {write_instant(latest)}; extend moves it only further away")
        past = [name for name, instant in due.items() if instant <= now]
        if past:
            raise ActRefusedError(
                f"the deadline ({past[0]}) would be {write_instant(due[past[0]])}, which has passed; give a later one"
            )
        distant = [instant for instant in due.values() if instant - now > LONGEST_PAUSE]
        if distant:
            raise ActRefusedError(
                f"the deadline would be {write_instant(distant[0])}, {count_years(now, distant[0])} years away; give "
                "an earlier one"
            )
        return Intent(change=Extend(hours, due), write=lambda _: [])

    return record_act(path, plan, reason, now, dry_run=dry_run)


def _is_same(change: Extend, hours: int | None, until: datetime | None) -> bool:
    """Whether ``change`` was made by the same words."""
    if hours is not None or change.hours is not None:
        return change.hours == hours
    return set(change.due.values()) == {until}
