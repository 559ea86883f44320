"""Changing what was agreed: deadlines, keys of the charter, and the version of the rules.

Deadlines move further or to an instant, in a pause and after it, for holidays and times the program was off. What the
charter cannot be is refused with what would work instead. Another version of the rules is taken only where the whole
history comes out the same by it.
"""

from collections.abc import Mapping
from contextlib import nullcontext
from datetime import date, datetime
from enum import Enum
from typing import NamedTuple

from adjudicator.acts.moderation.recording import ActResult, Intent, expect_house, expect_seat, list_added, record_act
from adjudicator.acts.open_game import LONGEST_PAUSE, OpenGame, open_game
from adjudicator.acts.side_by_side import ALONE, Effort
from adjudicator.acts.soundness import expect_none
from adjudicator.acts.verify import verify_game
from adjudicator.core.act_kinds import Deadlines, Edit, Extend, Holiday, Pause, Resume, Rewind, Upgrade
from adjudicator.core.charter import (
    ABANDONED,
    ALIASES,
    CHARTER,
    DEADLINES,
    MISSED,
    TERMS,
    Charter,
    MissedPolicy,
    get_key,
    say_value_fault,
    set_key,
    tidy_value,
)
from adjudicator.core.deadlines import (
    count_days_away,
    find_last,
    list_absences,
    list_holidays,
    make_up_for_outage,
    pass_holidays,
    resume_deadlines,
)
from adjudicator.core.instant import add_hours, count_years, write_deadline, write_instant
from adjudicator.core.refusals import ActRefusedError
from adjudicator.core.rhythm import MOST_HOURS, Break, count_least
from adjudicator.core.table import Onlooker, Seat, choose_values
from adjudicator.kit.words import find_near, join_words
from adjudicator.ledger.inputs import read_files
from adjudicator.proof.hashing import hash_bytes
from adjudicator.registry import AnyGame
from adjudicator.store.acts import Write
from adjudicator.store.charter import write_charter
from adjudicator.store.files import hold_still

_PAST_HOLIDAY = "A player who is awaited is on holiday at the time asked for, so the deadline falls after the holiday."


def extend_deadline(
    path: str, hours: int | None, until: datetime | None, reason: str, now: datetime, *, dry_run: bool = False
) -> ActResult:
    """Move the deadline of what is asked now ``hours`` further, or to ``until``; one of the two is given.

    Where somebody awaited is on holiday then, it moves past the holiday, as letters have promised.
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
                latest = write_deadline(max(running[name] for name in classes), opened.zone)
                raise ActRefusedError(f"the deadline is {latest}; extend can only make it later")
        passed = opened.pass_holidays(due)
        for name, instant in passed.items():
            said = write_deadline(instant, opened.zone)
            if instant <= now:
                raise ActRefusedError(f"the deadline ({name}) would be {said}, which has passed; give a later one")
            if instant - now > LONGEST_PAUSE:
                years = count_years(now, instant)
                raise ActRefusedError(f"the deadline would be {said}, {years} years away; give an earlier one")
        return Intent(change=Extend(hours, passed), note=_PAST_HOLIDAY if passed != due else "")

    def is_same(change: Extend, opened: OpenGame) -> bool:
        if until is None or change.hours is not None:
            return change.hours == hours
        return opened.pass_holidays(dict.fromkeys(change.due, until)) == change.due

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
                f"the game has been paused since {write_deadline(opened.paused, opened.zone)}; adjudicate resume "
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
        known = opened.game.views.see(opened.start.state, opened.start.agendas, Onlooker.PUBLIC)
        # of the house too, from which a seat may come back
        asked = {ask.deadline for ask in opened.game.orders.asks(known, opened.charter.pacing)}
        running = {name: until for name, until in opened.due.items() if name in asked}
        due = resume_deadlines(opened.charter.deadlines, running, opened.pending, now, opened.zone)
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

    reason = f"{why} since {write_deadline(alive, before.zone)}, and nobody should lose time by that"
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
        if last < first:
            raise ActRefusedError(f"the last day of the holiday, {last}, is before the first, {first}")
        if last < today:
            raise ActRefusedError(f"the holiday is over already: its last day is {last}, and today is {today}")
        if (last - first).days >= LONGEST_HOLIDAY:
            raise ActRefusedError("a holiday can last a year at most; give the seat to another person with replace")
        further = (seat, Break(first, last))
        away = [*list_holidays(opened.acts), further]
        allowed = opened.charter.holidays
        for year in range(first.year, last.year + 1):
            days = count_days_away(away, seat, year)
            if allowed is not None and days > allowed:
                who = opened.charter.seat_names.call(seat)
                raise ActRefusedError(
                    f"{who} would be away for {days} days in {year}; the charter allows {allowed} "
                    "(adjudicate edit --set policies.holidays=DAYS)"
                )
        absences = list_absences(opened.acts, [further])
        due = pass_holidays(opened.charter.deadlines, opened.asks, opened.due, absences, opened.zone)
        moved = {name: until for name, until in due.items() if until != opened.due[name]}
        return Intent(Holiday(seat, str(first), str(last), moved))

    def is_same(change: Holiday, _: OpenGame) -> bool:
        return (change.seat, change.first, change.last) == (seat, str(first), str(last))

    return record_act(path, Holiday, plan, reason, now, is_same=is_same, dry_run=dry_run)


def edit_charter(
    path: str, settings: Mapping[str, str], reason: str, now: datetime, *, dry_run: bool = False
) -> ActResult:
    """Change ``settings`` (keys as in ``game.yaml``, such as ``deadlines.turn``) at once, for the turn waited for too.

    Raises ``ActRefusedError`` and what ``record_act`` raises.
    """
    named = {(full := ALIASES.get(key, key)): tidy_value(full, value) for key, value in settings.items()}

    def plan(opened: OpenGame) -> Intent:
        for key, value in named.items():
            check_setting(opened.charter, opened.game, key, value)
        changed = {key: value for key, value in named.items() if get_key(opened.charter, key) != value}
        if not changed:
            raise ActRefusedError("; ".join(f"{key} is {value} already" for key, value in named.items()))
        for key, words in opened.foundation.mixer.fixed.items():
            if key in changed:
                raise ActRefusedError(words)
        charter = opened.charter
        for key, value in changed.items():
            charter = set_key(charter, key, value)
        if charter.press is not opened.charter.press:
            _expect_no_letters(opened)
        _expect_time(opened, charter, now)
        text = write_charter(charter)
        return Intent(change=Edit(changed, hash_bytes(text)), write=lambda _: [Write(CHARTER, text.decode())])

    return record_act(
        path, Edit, plan, reason, now, is_same=lambda change, _: change.settings == named, dry_run=dry_run
    )


def _expect_time(opened: OpenGame, charter: Charter, now: datetime) -> None:
    """Nothing where whoever is asked as well by the new ``charter`` has the least time for it that it gives.

    Raises ``ActRefusedError``.
    """
    added = list_added(opened, charter)
    due = find_last(added, opened.due)
    least = [count_least(rule) for name, rule in charter.deadlines.items() if name in {ask.deadline for ask in added}]
    wanted = add_hours(now, max(least, default=0))
    if due and due < wanted and not opened.paused:
        who, until = join_words(dict.fromkeys(ask.seat for ask in added)), write_deadline(due, opened.zone)
        raise ActRefusedError(
            f"{who} would be asked in turn {opened.record.number + 1} too, by {until}; give them their time first: "
            f"adjudicate extend --until {write_instant(wanted)}"
        )


def _expect_no_letters(opened: OpenGame) -> None:
    """Nothing where no letter waits that was taken by what was agreed. Raises ``ActRefusedError``."""
    turn = opened.record.number + 1
    sent = read_files(opened.list_accepted())
    if senders := [seat for seat, files in sent.items() if any(file.press for _, file in files)]:
        raise ActRefusedError(
            f"letters of {join_words(senders)} wait for turn {turn}, and go out as was agreed when they were taken; "
            "edit policies.press when that turn has run"
        )
    rewinds = [act.after_turn for act in opened.acts if isinstance(act.change, Rewind)]
    if (last := max(rewinds, default=-1) + 1) >= turn:
        raise ActRefusedError(
            f"the game was taken back, and letters for the turns up to {last} may still wait; edit policies.press when "
            f"turn {last} has run"
        )


_ELSEWHERE: Mapping[str, str] = {
    "seats": "the seats stay; adjudicate replace gives one to another person",
    "names": "adjudicate replace --name gives a seat to somebody of another name",
    "rules": "adjudicate upgrade takes the game to another version of its rules",
}
_FIXED = ("format", "id", "game", "edition", "options", "chance", "sample", "keep_reports", "timezone")
"""What was agreed for good; the history could not be played again by anything else."""


def check_setting(charter: Charter, game: AnyGame, key: str, value: str) -> None:
    """Nothing where ``key`` may change and may be ``value``. Raises ``ActRefusedError`` that says what would work."""
    classes = game.deadlines(choose_values(game.options, charter.setting.options), MOST_HOURS)
    named = [DEADLINES + name for name in classes]
    if key.startswith(DEADLINES) and key not in named:
        raise ActRefusedError(f"there is no {key!r}; this game has {join_words(named)}")
    if key not in (*TERMS, *named):
        first, able = key.partition(".")[0], join_words([*TERMS, *named])
        if first in _ELSEWHERE:
            raise ActRefusedError(f"edit does not change {key}: {_ELSEWHERE[first]}; edit can change {able}")
        if first in _FIXED:
            raise ActRefusedError(f"{key} was agreed for good when the game was set up; you can change {able}")
        able_to = (*TERMS, *named)
        near = next((term for term in able_to if term.endswith(f".{key}")), "") or find_near(key, able_to)
        hint = f"did you mean {near}?" if near else f"you can change {able}"
        raise ActRefusedError(f"the charter has no {key!r}; {hint}")
    if fault := say_value_fault(key, value):
        raise ActRefusedError(fault)
    if (key, value) == (MISSED, MissedPolicy.HOUSE.value) or (key == ABANDONED and value != "0"):
        expect_house(game)


class Sameness(Enum):
    """How a history comes out by another version of the rules."""

    IDENTICAL = "identical"
    """Byte for byte, reports included."""
    WORDING = "wording only"
    """Every position, event and draw is the same; old reports would read differently."""
    DIFFERS = "differs"
    """Something else would have happened, or would be known."""


class Comparison(NamedTuple):
    """A game's history by the installed rules; ``places`` are where it comes out differently, the first one first."""

    game: str
    turns: int
    version_before: int
    version: int
    sameness: Sameness
    places: tuple[str, ...]


def compare_versions(path: str, *, locked: bool = False, effort: Effort = ALONE) -> Comparison:
    """Play the history of the game at ``path`` again by the installed version of its rules.

    The caller of one that is ``locked`` holds its lock. Raises :class:`DamageError` for a history that is damaged
    whatever the rules, and what ``open_game`` raises.
    """
    with nullcontext() if locked else hold_still(path):
        opened = open_game(path, any_version=True)
    found = verify_game(path, reports=True, any_version=True, locked=locked, effort=effort)
    expect_none(finding for finding in found.findings if finding not in {found.diverged, *found.reworded})
    places = (found.diverged,) if found.diverged else tuple(found.reworded)
    sameness = Sameness.DIFFERS if found.diverged else Sameness.WORDING if places else Sameness.IDENTICAL
    return Comparison(opened.charter.id, found.turns, opened.charter.version, opened.game.version, sameness, places)


def upgrade_game(path: str, reason: str, now: datetime, *, dry_run: bool = False, effort: Effort = ALONE) -> ActResult:
    """Pin the game at ``path`` to the installed version of its rules, as a recorded act.

    Raises ``ActRefusedError`` where its history does not come out the same, and what ``record_act`` raises.
    """

    def plan(opened: OpenGame) -> Intent:
        before, installed = opened.charter.version, opened.game.version
        if before == installed:
            raise ActRefusedError(f"{opened.charter.id} already uses version {before} of its rules, the installed one")
        if before > installed:
            raise ActRefusedError(
                f"{opened.charter.id} uses version {before} of its rules; the installed version is older ({installed})"
            )
        comparison = compare_versions(path, locked=True, effort=effort)
        if comparison.sameness is Sameness.DIFFERS:
            raise ActRefusedError(
                f"by version {installed} of the rules the history differs from {comparison.places[0]}; "
                f"play on with the program that has version {before}"
            )
        text = write_charter(opened.charter._replace(version=installed))
        same_words = comparison.sameness is Sameness.IDENTICAL
        change = Upgrade(before, installed, same_words, hash_bytes(text))
        return Intent(change, lambda _: [Write(CHARTER, text.decode())])

    def is_same(change: Upgrade, opened: OpenGame) -> bool:
        return change.version == opened.game.version

    return record_act(path, Upgrade, plan, reason, now, is_same=is_same, dry_run=dry_run)
