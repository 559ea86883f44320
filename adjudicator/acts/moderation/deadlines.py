"""Moving deadlines: further or to an instant, in a pause and after it, for holidays and times the program was off."""

from datetime import date, datetime

from adjudicator.acts.moderation.recording import ActResult, Intent, expect_seat, record_act
from adjudicator.acts.opened import LONGEST_PAUSE, OpenGame, open_game
from adjudicator.core.act_kinds import Deadlines, Extend, Holiday, Pause, Resume
from adjudicator.core.deadlines import (
    count_days_away,
    list_holidays,
    make_up_for_outage,
    pass_holidays,
    resume_deadlines,
)
from adjudicator.core.instant import add_hours, count_years, write_deadline, write_instant
from adjudicator.core.refusals import ActRefusedError
from adjudicator.core.rhythm import Break
from adjudicator.core.table import Seat


def extend_deadline(
    path: str, hours: int | None, until: datetime | None, reason: str, now: datetime, *, dry_run: bool = False
) -> ActResult:
    """Move the deadline of what is asked now ``hours`` further, or to ``until``; one of the two is given.

    Raises ``ActRefusedError`` and what ``record_act`` raises.
    """

    def plan(opened: OpenGame) -> Intent:
        _expect_running(opened)
        running = opened.due
        classes = list(dict.fromkeys(ask.deadline for ask in opened.asks if ask.must or ask.deadline in running))
        if hours is not None:
            due = {name: add_hours(running[name], hours) for name in classes if name in running}
            if not due:
                raise ActRefusedError(
                    "no deadline is running; --until INSTANT sets one, and adjudicate edit --set deadline=HOURS gives "
                    "the turns after this one theirs"
                )
        else:
            assert until is not None
            due = {name: until for name in classes if name not in running or until > running[name]}
            if not due:
                latest = max(running[name] for name in classes)
                raise ActRefusedError(f"the deadline is {write_instant(latest)}; extend can only make it later")
        for name, instant in due.items():
            if instant <= now:
                raise ActRefusedError(
                    f"the deadline ({name}) would be {write_instant(instant)}, which has passed; give a later one"
                )
            if instant - now > LONGEST_PAUSE:
                raise ActRefusedError(
                    f"the deadline would be {write_instant(instant)}, {count_years(now, instant)} years away; give an "
                    "earlier one"
                )
        return Intent(change=Extend(hours, due))

    def is_same(change: Extend, _: OpenGame) -> bool:
        if hours is not None or change.hours is not None:
            return change.hours == hours
        return set(change.due.values()) == {until}

    return record_act(path, Extend, plan, reason, now, is_same=is_same, dry_run=dry_run)


def _expect_running(opened: OpenGame) -> None:
    if opened.paused:
        raise ActRefusedError("the game is paused, so no deadline passes; adjudicate resume sets the next one")
    if not opened.asks:
        raise ActRefusedError("nobody is asked, so there is no deadline to move; the next turn can be run")


def pause_game(path: str, reason: str, now: datetime, *, dry_run: bool = False) -> ActResult:
    """Let no deadline pass and no turn run until :func:`resume_game`; orders are still taken.

    Raises ``ActRefusedError`` and what ``record_act`` raises.
    """

    def plan(opened: OpenGame) -> Intent:
        if opened.paused:
            raise ActRefusedError(
                f"the game is paused already, since {write_deadline(opened.paused, opened.zone)}; adjudicate resume "
                "ends the pause"
            )
        return Intent(Pause())

    return record_act(path, Pause, plan, reason, now, is_same=lambda *_: True, dry_run=dry_run)


def resume_game(path: str, reason: str, now: datetime, *, dry_run: bool = False) -> ActResult:
    """End a pause: everybody has at least the time that was left when it began, and the minimum of the charter.

    Raises ``ActRefusedError`` and what ``record_act`` raises.
    """

    def plan(opened: OpenGame) -> Intent:
        if not opened.paused:
            raise ActRefusedError("the game is not paused")
        due = resume_deadlines(opened.charter.deadlines, opened.due, opened.pending, now, opened.zone)
        return Intent(Resume(opened.pass_holidays(due)))

    return record_act(path, Resume, plan, reason, now, is_same=lambda *_: True, dry_run=dry_run)


OFF = "no email could be read"
STOOD = "the game could not go on"


def extend_after_outage(path: str, alive: datetime, now: datetime, why: str = OFF) -> ActResult | None:
    """Move the deadlines of the game at ``path`` since the program was off from ``alive`` until ``now``, or ``why``.

    Whoever runs games by the clock asks this of each before the first run after a start, so that no outage counts
    against anybody. None where nobody lost time by it: it was short, nobody is awaited, or the game is paused or over.
    Raises what ``open_game`` and ``record_act`` raise.
    """
    before = open_game(path)
    found = _find_moved(before, alive, now)
    if not found:
        return None

    def plan(opened: OpenGame) -> Intent:
        return Intent(Extend(None, _find_moved(opened, alive, now) or found))

    reason = f"{why} since {write_deadline(alive, before.zone)}, and nobody is to lose time by that"
    return record_act(path, Extend, plan, reason, now, is_same=lambda *_: True, dry_run=False)


def _find_moved(opened: OpenGame, alive: datetime, now: datetime) -> Deadlines:
    if opened.over or opened.paused:
        return {}
    missing = opened.list_missing(opened.asks, opened.agendas_with(opened.list_accepted()))
    return opened.pass_holidays(
        make_up_for_outage(opened.charter.deadlines, missing, opened.due, alive, now, opened.zone)
    )


LONGEST_HOLIDAY = 366
"""Days."""


def note_holiday(
    path: str, seat: Seat, first: date, last: date, reason: str, now: datetime, *, dry_run: bool = False
) -> ActResult:
    """Note that the player of ``seat`` is away on the days from ``first`` to ``last``.

    A deadline on one of them by which the seat is asked moves beyond them, the running one at once. The charter says
    how many days a year a player has. Raises ``ActRefusedError`` and what ``record_act`` raises.
    """

    def plan(opened: OpenGame) -> Intent:
        expect_seat(opened, seat)
        today = now.astimezone(opened.zone).date()
        if not first <= last or last < today or (last - first).days >= LONGEST_HOLIDAY:
            raise ActRefusedError(
                "a holiday ends on or after its first day, lasts at most a year, and must not be over already"
            )
        away = [*list_holidays(opened.acts), (seat, Break(first, last))]
        allowed = opened.charter.holidays
        for year in range(first.year, last.year + 1):
            days = count_days_away(away, seat, year)
            if allowed is not None and days > allowed:
                raise ActRefusedError(
                    f"{seat} would be away for {days} days in {year}; the charter allows {allowed} "
                    "(adjudicate edit --set policies.holidays=DAYS)"
                )
        due = pass_holidays(opened.charter.deadlines, opened.asks, opened.due, away, opened.zone)
        moved = {name: until for name, until in due.items() if until != opened.due[name]}
        return Intent(Holiday(seat, str(first), str(last), moved))

    def is_same(change: Holiday, _: OpenGame) -> bool:
        return (change.seat, change.first, change.last) == (seat, str(first), str(last))

    return record_act(path, Holiday, plan, reason, now, is_same=is_same, dry_run=dry_run)
