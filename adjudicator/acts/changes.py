"""Changing a running game: its charter, the running deadline, who has a seat, and the version of its rules.

Each is a recorded act, from the next turn on. Another version of the rules is taken only where the whole history comes
out the same by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from datetime import datetime
from enum import Enum
from typing import NamedTuple, cast

from adjudicator.acts.filing import file_dropped
from adjudicator.acts.new import list_unfit_people
from adjudicator.acts.opened import LONGEST_PAUSE, OpenGame, open_game
from adjudicator.acts.recording import ActResult, Intent, record_act
from adjudicator.acts.reports import describe_opened
from adjudicator.acts.verification.findings import ALONE, Effort
from adjudicator.acts.verify import verify_game
from adjudicator.core.act_kinds import (
    ALIASES,
    BLOCKED,
    DEADLINES,
    PACING,
    Edit,
    Extend,
    Replace,
    Upgrade,
    get_key,
    set_key,
)
from adjudicator.core.charter import CHARTER, LONGEST_ADDRESS, Charter, WhenBlocked, is_address
from adjudicator.core.deadlines import MOST_HOURS
from adjudicator.core.instant import add_hours, count_years, write_instant
from adjudicator.core.json_value import JsonObject
from adjudicator.core.recorded_act import RecordedAct, tell_act
from adjudicator.core.refusals import ActRefusedError
from adjudicator.core.table import Pacing, Seat, choose_values
from adjudicator.intake.tokens import hash_token
from adjudicator.proof.hashing import hash_bytes, keyed
from adjudicator.registry import AnyGame
from adjudicator.report.letters import write_invitation
from adjudicator.report.render import render_report, wrap
from adjudicator.store.acts import Item, Write
from adjudicator.store.charter import write_charter
from adjudicator.store.damage import DamageError
from adjudicator.store.gamedir import OUTBOX, SEATS, SeatRecord
from adjudicator.store.header import MANIFEST
from adjudicator.store.json_text import write_json
from adjudicator.store.lock import hold_still
from adjudicator.zones import find_zone

_ELSEWHERE: Mapping[str, str] = {
    "seats": "the seats stay; adjudicate replace gives one to another person",
    "rules": "adjudicate upgrade takes the game to another version of its rules",
}
_FIXED = ("format", "id", "game", "edition", "options", "chance", "sample", "keep_reports")
"""What was agreed for good; the history could not be played again by anything else."""


def edit_charter(
    path: str, settings: Mapping[str, str], reason: str, now: datetime, *, dry_run: bool = False
) -> ActResult:
    """Change ``settings`` (keys as in ``game.yaml``, such as ``deadlines.turn``) from the next turn on.

    Raises ``ActRefusedError`` and what ``record_act`` raises.
    """
    named = {ALIASES.get(key, key): value for key, value in settings.items()}

    def plan(opened: OpenGame) -> Intent:
        for key, value in named.items():
            _check_setting(opened.charter, opened.game, key, value)
        changed = {key: value for key, value in named.items() if get_key(opened.charter, key) != value}
        if not changed:
            raise ActRefusedError("; ".join(f"{key} is {value} already" for key, value in named.items()))
        for key, words in opened.foundation.mixer.fixed.items():
            if key in changed:
                raise ActRefusedError(words)
        charter = opened.charter
        for key, value in changed.items():
            charter = set_key(charter, key, value)
        text = write_charter(charter)
        return Intent(change=Edit(changed, hash_bytes(text)), write=lambda _: [Write(CHARTER, text.decode())])

    return record_act(
        path, Edit, plan, reason, now, is_same=lambda change, _: change.settings == named, dry_run=dry_run
    )


def _check_setting(charter: Charter, game: AnyGame, key: str, value: str) -> None:
    """Nothing where ``key`` may change and may be ``value``. Raises ``ActRefusedError`` that says what would work."""
    first = key.partition(".")[0]
    classes = game.deadlines(choose_values(game.options, charter.setting.options), MOST_HOURS)
    if key == PACING:
        _expect_one_of(key, value, [pacing.value for pacing in Pacing])
    elif key == BLOCKED:
        _expect_one_of(key, value, [policy.value for policy in WhenBlocked])
    elif key.startswith(DEADLINES):
        if key.removeprefix(DEADLINES) not in classes:
            raise ActRefusedError(f"there is no {key!r}; this game has {_join(DEADLINES + name for name in classes)}")
        digits = value.isascii() and value.isdigit() and len(value) <= len(str(MOST_HOURS))
        if not digits or int(value) > MOST_HOURS or str(int(value)) != value:
            raise ActRefusedError(f"{key} is a whole number of hours, 0 (none) to {MOST_HOURS}, not {value!r}")
    else:
        able = _join([PACING, BLOCKED, *(DEADLINES + name for name in classes)])
        if first in _ELSEWHERE:
            raise ActRefusedError(f"{key} is not changed by edit: {_ELSEWHERE[first]}; edit changes {able}")
        if first in _FIXED:
            raise ActRefusedError(f"{key} was agreed for good when the game was set up; you can change {able}")
        raise ActRefusedError(f"the charter has no {key!r}; you can change {able}")


def _expect_one_of(key: str, value: str, values: list[str]) -> None:
    if value not in values:
        raise ActRefusedError(f"{key} is {' or '.join(values)}, not {value!r}")


def _join(names: Iterable[str]) -> str:
    return ", ".join(names)


def extend_deadline(
    path: str, hours: int | None, until: datetime | None, reason: str, now: datetime, *, dry_run: bool = False
) -> ActResult:
    """Move the deadline of what is asked now ``hours`` further, or to ``until``; one of the two is given.

    Raises ``ActRefusedError`` and what ``record_act`` raises.
    """

    def plan(opened: OpenGame) -> Intent:
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
                raise ActRefusedError(f"the deadline is {write_instant(latest)}; extend moves it only further away")
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
        return Intent(change=Extend(hours, due), write=lambda _: [])

    def is_same(change: Extend, _: OpenGame) -> bool:
        if hours is not None or change.hours is not None:
            return change.hours == hours
        return set(change.due.values()) == {until}

    return record_act(path, Extend, plan, reason, now, is_same=is_same, dry_run=dry_run)


def replace_player(
    path: str,
    seat: Seat,
    address: str | None,
    reason: str,
    token_key: bytes,
    now: datetime,
    *,
    name: str = "",
    dry_run: bool = False,
) -> ActResult:
    """Give ``seat`` a new token, made from the random ``token_key``, and a letter for whoever holds it from now on.

    The old token is no longer accepted from that moment. Name and address are forgotten unless new ones are given.
    Raises ``ActRefusedError`` and what ``record_act`` raises.
    """
    if address is not None and not is_address(address):
        raise ActRefusedError(f"the address is not one such as ann@example.org: {address[:LONGEST_ADDRESS]!r}")

    def is_same(change: Replace, opened: OpenGame) -> bool:
        kept = opened.directory.read_seats().get(seat)
        return (change.seat, change.name) == (seat, name) and (kept["address"] if kept else "") == (address or "")

    def plan(opened: OpenGame) -> Intent:
        if seat not in opened.seats:
            raise ActRefusedError(f"there is no seat {seat!r}; the seats are {', '.join(opened.seats)}")
        renamed = _name_player(opened, seat, name)
        text = write_charter(renamed) if renamed != opened.charter else b""
        seats = opened.directory.read_seats()
        if lost := [other for other in opened.seats if other not in {seat, *seats}]:
            raise DamageError(SEATS, f"has no token of {', '.join(lost)}")
        before = seats.get(seat)
        if not dry_run:
            # what came with the old token came in time
            file_dropped(opened, now)
        token = keyed(token_key, "token", opened.charter.id.encode(), seat.encode()).hex()[:32]
        entry: SeatRecord = {"token_sha256": hash_token(token), "address": address or ""}
        if before:
            # nobody may speak with it any more, and nobody may keep it
            entry["replaced"] = [*before.get("replaced", []), before["token_sha256"]]

        def write(act: RecordedAct) -> list[Item]:
            letter = write_letter(opened._replace(charter=renamed), act, seat, token)
            return [
                *([Write(CHARTER, text.decode())] if text else []),
                Write(SEATS, write_json(cast("JsonObject", {**seats, seat: entry})).decode()),
                Write(f"{OUTBOX}/{opened.record.number:04}-{seat}-invitation-{act.number:04}.txt", letter),
            ]

        return Intent(Replace(seat, renamed.names.get(seat, ""), hash_bytes(text) if text else ""), write=write)

    return record_act(path, Replace, plan, reason, now, is_same=is_same, dry_run=dry_run)


def _name_player(opened: OpenGame, seat: Seat, name: str) -> Charter:
    """The charter where ``seat`` is called ``name``, or by its id where that is empty. Raises ``ActRefusedError``."""
    others = {other: called for other, called in opened.charter.names.items() if other != seat}
    names = {**others, seat: name} if name not in {"", seat} else others
    if unfit := list(list_unfit_people(opened.game, opened.seats, names)):
        raise ActRefusedError("; ".join(unfit))
    return opened.charter._replace(names={one: names[one] for one in opened.charter.setting.seats if one in names})


def write_letter(opened: OpenGame, act: RecordedAct, seat: Seat, token: str) -> str:
    """The invitation, and below it the newest report of the seat, which says what is on file and what is asked."""
    founded = hash_bytes(opened.turns.read_part(0, MANIFEST))
    invitation = write_invitation(opened.game, opened.charter, seat, token, founded, act.at)
    context = describe_opened(opened)
    report = render_report(context._replace(pending=(*opened.pending, act)), seat)[f"{seat}.txt"].decode()
    note = (
        "You take this seat over in a game that has begun. What the seat knows stands in its newest report, below. "
        "Orders that its last holder sent count until you send others; the old token no longer works."
    )
    advice = opened.foundation.mixer.tell_successor(opened.foundation, opened.record)
    told = wrap(tell_act(act, find_zone(opened.charter.zone)))
    return f"{invitation}{advice and f'{chr(10)}{advice}'}\n{told}\n\n{wrap(note)}\n\n\n{report}"


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
    damage = [finding for finding in found.findings if finding != found.diverged and finding not in found.reworded]
    if damage:
        place, _, reason = damage[0].partition(": ")
        raise DamageError(place, reason or "damaged")
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
            raise ActRefusedError(f"{opened.charter.id} runs by version {before} of its rules, which is installed")
        if before > installed:
            raise ActRefusedError(
                f"{opened.charter.id} runs by version {before} of its rules; installed is the older version {installed}"
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

    return record_act(
        path,
        Upgrade,
        plan,
        reason,
        now,
        is_same=lambda change, opened: change.version == opened.game.version,
        dry_run=dry_run,
    )
