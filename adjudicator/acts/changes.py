"""Changing a running game: its charter, the running deadline, who has a seat, and the version of its rules.

Each is a recorded act, from the next turn on. Another version of the rules is taken only where the whole history comes
out the same by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from datetime import datetime
from enum import Enum
from typing import NamedTuple, cast

from adjudicator.acts.desk.settings import check_setting, tidy_setting
from adjudicator.acts.filing import file_dropped
from adjudicator.acts.letters.posting import put_letter, seal_letter
from adjudicator.acts.new import list_unfit_people
from adjudicator.acts.opened import LONGEST_PAUSE, OpenGame, open_game
from adjudicator.acts.recording import ActResult, Intent, expect_seat, record_act
from adjudicator.acts.reports import describe_move_files, describe_opened
from adjudicator.acts.verification.findings import ALONE, Effort
from adjudicator.acts.verify import verify_game
from adjudicator.core.act_kinds import (
    ALIASES,
    Edit,
    Extend,
    Replace,
    Upgrade,
    get_key,
    set_key,
)
from adjudicator.core.charter import CHARTER, Charter, say_address_fault
from adjudicator.core.instant import add_hours, count_years, write_instant
from adjudicator.core.json_value import JsonObject
from adjudicator.core.recorded_act import RecordedAct, tell_act
from adjudicator.core.refusals import ActRefusedError
from adjudicator.core.table import Onlooker, Seat
from adjudicator.intake.speaker import hash_token
from adjudicator.proof.hashing import hash_bytes, keyed
from adjudicator.registry import find_zone
from adjudicator.report.letters import write_invitation
from adjudicator.report.page import ReportContext
from adjudicator.report.render import render_report, wrap
from adjudicator.report.report_letter import ReportsToSend, write_invitation_letter
from adjudicator.store.acts import Item, Write
from adjudicator.store.charter import write_charter
from adjudicator.store.files import hold_still
from adjudicator.store.formats import DamageError, write_json
from adjudicator.store.gamedir import OUTBOX, SEATS, SeatRecord
from adjudicator.store.header import MANIFEST

_TAKEN_OVER = (
    "You are taking over this seat in a game that is under way. What the seat knows is in its newest report, below. "
    "The orders of the player before you count until you send others; the old token no longer works."
)


def edit_charter(
    path: str, settings: Mapping[str, str], reason: str, now: datetime, *, dry_run: bool = False
) -> ActResult:
    """Change ``settings`` (keys as in ``game.yaml``, such as ``deadlines.turn``) from the next turn on.

    Raises ``ActRefusedError`` and what ``record_act`` raises.
    """
    named = {(full := ALIASES.get(key, key)): tidy_setting(full, value) for key, value in settings.items()}

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
        text = write_charter(charter)
        return Intent(change=Edit(changed, hash_bytes(text)), write=lambda _: [Write(CHARTER, text.decode())])

    return record_act(
        path, Edit, plan, reason, now, is_same=lambda change, _: change.settings == named, dry_run=dry_run
    )


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
        return Intent(change=Extend(hours, due), write=lambda _: [])

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
    if address is not None and (fault := say_address_fault(address)):
        raise ActRefusedError(f"the address {fault}")

    def is_same(change: Replace, opened: OpenGame) -> bool:
        kept = opened.directory.read_seats().get(seat)
        return (change.seat, change.name) == (seat, name) and (kept["address"] if kept else "") == (address or "")

    def plan(opened: OpenGame) -> Intent:
        expect_seat(opened, seat)
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
            away = [holder["token_sha256"] for holder in before.get("holders", [])]
            entry["replaced"] = [*before.get("replaced", []), *away, before["token_sha256"]]

        def write(act: RecordedAct) -> list[Item]:
            letter = invite(opened._replace(charter=renamed), act, seat, token, address or "")
            return [
                *([Write(CHARTER, text.decode())] if text else []),
                Write(SEATS, write_json(cast("JsonObject", {**seats, seat: entry})).decode()),
                letter,
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


def invite(opened: OpenGame, act: RecordedAct, seat: Seat, token: str, address: str, note: str = _TAKEN_OVER) -> Item:
    """The letter to whoever holds ``seat`` by ``act``: the invitation with the ``token``, and the seat's newest report.

    It is a mail where there is an ``address``.
    """
    stem = f"{opened.record.number:04}-{seat}-invitation-{act.number:04}"
    if address:
        return _write_mail(opened, act, stem, seat, _introduce(opened, act, seat, token, note), address)
    return Write(f"{OUTBOX}/{stem}.txt", write_letter(opened, act, seat, token, note))


def write_letter(opened: OpenGame, act: RecordedAct, seat: Seat, token: str, note: str = _TAKEN_OVER) -> str:
    """The same as a text, which says what is on file and what is asked."""
    report = render_report(_describe_with(opened, act), seat)[f"{seat}.txt"].decode()
    return f"{_introduce(opened, act, seat, token, note)}\n\n\n{report}"


def _describe_with(opened: OpenGame, act: RecordedAct) -> ReportContext:
    return describe_opened(opened)._replace(pending=(*opened.pending, act))


def _write_mail(opened: OpenGame, act: RecordedAct, stem: str, seat: Seat, introduction: str, address: str) -> Item:
    """The same as a mail to ``address``."""
    context = _describe_with(opened, act)
    reports = render_report(context, seat) | render_report(context, Onlooker.PUBLIC)
    sent = ReportsToSend(opened.charter, opened.record.number, opened.head, reports, opened.asks, opened.due, act.at)
    schema = describe_move_files(opened.game, opened.charter, opened.record.state, opened.record.agendas)
    return put_letter(seal_letter(write_invitation_letter(sent, seat, address, stem, introduction, schema)))


def _introduce(opened: OpenGame, act: RecordedAct, seat: Seat, token: str, note: str) -> str:
    """The invitation to a game that has begun."""
    founded = hash_bytes(opened.turns.read_part(0, MANIFEST))
    invitation = write_invitation(opened.game, opened.charter, seat, token, founded, act.at)
    advice = opened.foundation.mixer.tell_successor(opened.foundation, opened.record)
    told = wrap(tell_act(act, find_zone(opened.charter.zone)))
    return f"{invitation}{advice and f'{chr(10)}{advice}'}\n{told}\n\n{wrap(note)}"


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
