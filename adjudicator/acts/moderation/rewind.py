"""Taking a game back to an earlier turn, as a recorded act: the abandoned line is kept, orders are carried over."""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime

from adjudicator.acts.filing import file_dropped
from adjudicator.acts.letters import put_letter, write_letter_with_newest, write_text_letter
from adjudicator.acts.moderation.recording import ActResult, Intent, record_act
from adjudicator.acts.open_game import OpenGame, open_game
from adjudicator.acts.outbox import list_addressees, withdraw_letters
from adjudicator.acts.soundness import (
    check_arrived,
    check_kept,
    expect_none,
    find_known_heads,
    find_missing_turn,
    read_receipted,
    read_waiting,
)
from adjudicator.acts.status_line import read_line
from adjudicator.core.act_kinds import DamagedTurn, Replace, Rewind, Substitute
from adjudicator.core.charter import Charter
from adjudicator.core.deadlines import find_last, set_deadlines
from adjudicator.core.recorded_act import RecordedAct
from adjudicator.core.refusals import ActRefusedError, NoSuchTurnError
from adjudicator.core.table import Seat
from adjudicator.ledger.abandoned_turns import (
    RefiledFile,
    drop_strangers,
    find_damaged,
    judge_offer,
    list_mixes,
    list_offers,
    name_owner,
    shows_secret,
    tell_carried,
)
from adjudicator.report.letters import write_notice
from adjudicator.store.acts import Item, RenameFile, Write, list_acts
from adjudicator.store.branches import FileShelf, FolderShelf, list_accepted_in, name_branch, name_turn
from adjudicator.store.checks import REDACTED, list_redacted, write_redactions
from adjudicator.store.formats import NO_ACT, SUFFIX, DamageError
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.inbox import receipt_name, write_waiting

MOST_LOST = 99
"""Turns that may be gone altogether; what has a higher number than they leave is no turn of this game."""


def rewind_game(
    path: str, to: int, reason: str, now: datetime, *, secret_known: bool = False, dry_run: bool = False
) -> ActResult:
    """Take the game at ``path`` back to turn ``to``.

    The turns after it go to ``branches/`` with the inbox, unchanged. Files for the first of them come back into the
    inbox, judged again, and each seat gets a notice. ``secret_known`` allows it for a game that is over. Raises
    ``ActRefusedError``, ``NoSuchTurnError`` and what ``record_act`` raises.
    """
    abandoned: dict[int, Mapping[str, bytes]] = {}
    damaged: dict[int, DamagedTurn] = {}

    def recover(prepare: Callable[[], OpenGame]) -> OpenGame:
        opened = _open_though_damaged(prepare, path, to)
        turns, found = _read_abandoned(opened.directory, opened.charter, opened.acts, to, opened.record.number)
        abandoned.update(drop_strangers(turns, found))
        damaged.update(found)
        return opened

    def is_same(change: Rewind, opened: OpenGame) -> bool:
        return change.to == to == opened.record.number

    def plan(opened: OpenGame) -> Intent:
        newest = opened.record.number
        if to > newest:
            raise NoSuchTurnError(f"there is no turn {to} yet; the newest is {newest}")
        if to == newest:
            raise ActRefusedError(f"turn {to} is already the newest; there is nothing to take back")
        over = shows_secret(abandoned[newest]) is not False
        if over and not secret_known:
            raise ActRefusedError(_say_secret_known(newest, damaged=newest in damaged))
        if not dry_run and newest not in damaged:
            # what lies in the inbox was sent for the turn that is abandoned with it
            file_dropped(opened, now)
        if not dry_run:
            _settle(opened, to)
        before = open_game(path, to)
        branch = _find_branch(opened)
        due = before.pass_holidays(set_deadlines(opened.charter, now, opened.zone))
        change = Rewind(to, before.head, branch, due, over, list_mixes(abandoned), damaged)
        return Intent(change, lambda act: _list_items(opened, before, act, change))

    return record_act(path, Rewind, plan, reason, now, is_same=is_same, dry_run=dry_run, recover=recover)


def _find_branch(opened: OpenGame) -> int:
    """The number of the branch that the next rewind makes. Raises :class:`DamageError` where something is there."""
    branch = 1 + sum(isinstance(act.change, Rewind) for act in opened.acts)
    if FolderShelf(opened.directory.path).read_below(name_branch(branch)):
        raise DamageError(name_branch(branch), NO_ACT)
    return branch


def _say_secret_known(newest: int, *, damaged: bool) -> str:
    """Why a game is not taken back without consent, whose turn ``newest`` has shown the chance secret, or may have."""
    why = (
        f"turn {newest} is so damaged that nobody can tell whether it was the last one, which shows the chance secret"
        if damaged
        else "the game is over, and its last turn has shown the chance secret: whoever reads it can compute every draw "
        "to come"
    )
    return f"{why}. If all agree to play on, say so with --yes-the-secret-is-known"


def _settle(opened: OpenGame, to: int) -> None:
    """Make durable what a run need not: that consumed files are gone, and the reports of the turns after ``to``."""
    opened.directory.inbox.settle(opened.seats)
    for turn in range(to + 1, opened.record.number + 1):
        opened.directory.turns.settle_reports(turn)


def _open_though_damaged(prepare: Callable[[], OpenGame], path: str, to: int) -> OpenGame:
    """The game at ``path``, whose turn ``to`` is whole, whatever is damaged after it. Raises :class:`DamageError`."""
    try:
        opened = prepare()
    except DamageError as error:
        return _open_damaged(path, to, error)
    if to < opened.record.number:
        expect_none(check_kept(opened, to))
    return opened


def _open_damaged(path: str, to: int, error: DamageError) -> OpenGame:
    """The game at ``path`` as of its newest turn, though that is damaged: what cannot be read is as of turn ``to``.

    Raises ``error`` where that turn is whole, or turn ``to`` is none to go on from, and :class:`DamageError` for what
    else is damaged.
    """
    directory = GameDirectory(path)
    charter, _ = directory.read_charter()
    acts = list_acts(directory.path, charter.id)
    waiting = read_waiting(directory, charter.setting.seats)
    lost = find_missing_turn(directory, acts, waiting, read_line(directory.path))
    newest = lost.turn if lost else directory.turns.newest()
    if newest is None or not 0 <= to < newest:
        raise error
    before = open_game(path, to)
    expect_none(check_kept(before, to))
    files, damaged = _read_abandoned(directory, charter, acts, to, newest)
    if not damaged:
        raise error
    if newest in damaged:
        record = before.record._replace(number=newest)
        opened = before._replace(charter=charter, record=record, head=damaged[newest].head, charter_then=None)
    else:
        opened = open_game(path)
    expect_none(check_arrived(read_receipted(opened), [files[newest]]))
    return opened


def _read_abandoned(
    directory: GameDirectory, charter: Charter, acts: Sequence[RecordedAct], to: int, newest: int
) -> tuple[dict[int, Mapping[str, bytes]], dict[int, DamagedTurn]]:
    """All that can be read of the turns after ``to`` and their reports, and which of them are damaged."""
    turns: dict[int, Mapping[str, bytes]] = {}
    broken: list[int] = []
    missing = 0
    for turn in range(to + 1, newest + 1):
        salvaged = directory.turns.salvage(turn)
        missing += 1 if salvaged == {} else 0
        if missing > MOST_LOST:
            words = f"more than {MOST_LOST} turns before it are missing, so it does not belong here"
            raise DamageError(name_turn(None, newest), words)
        if salvaged is None:
            turns[turn] = {**directory.turns.read(turn)}
            with suppress(DamageError):
                turns[turn] = {**turns[turn], **directory.turns.read_reports(turn)}
        else:
            turns[turn] = salvaged
            broken.append(turn)
    before = directory.turns.read(to) if turns else {}
    heads = find_known_heads(directory, acts)
    return turns, find_damaged(turns, before, list_redacted(directory.path), charter.id, broken, heads)


def _list_items(opened: OpenGame, before: OpenGame, act: RecordedAct, change: Rewind) -> list[Item]:
    """All that a rewind writes: turns newest first, so that there is never a gap; then the inbox, then letters."""
    items: list[Item] = []
    for turn in range(act.after_turn, change.to, -1):
        kept, to = name_turn(None, turn), name_turn(change.branch, turn)
        beside = opened.directory.turns.folder(turn)
        if os.path.lexists(beside):
            # first, since there is no turn without a record
            items.append(RenameFile(kept, to))
        if turn not in change.damaged or os.path.lexists(f"{beside}{SUFFIX}"):
            items.append(RenameFile(f"{kept}{SUFFIX}", f"{to}{SUFFIX}"))
    for seat in opened.seats:
        items += _move_waiting(opened, change, seat)
    before = before._replace(acts=(*opened.acts, act))
    carried = _judge_again(opened, before, act, change)
    for seat, ones in carried.items():
        for one in ones:
            items += _file(seat, one)
    items += [*_rename_redacted(opened, act, change), *withdraw_letters(opened.directory, change.to)]
    return [*items, *_write_notices(opened, before, act, change, carried)]


def _rename_redacted(opened: OpenGame, act: RecordedAct, change: Rewind) -> list[Item]:
    """The list of redacted files, with those of the abandoned turns where they are now."""
    redacted = list_redacted(opened.directory.path)
    if not redacted:
        return []
    moved = {
        f"{name_turn(None, turn)}/": f"{name_turn(change.branch, turn)}/"
        for turn in range(change.to + 1, act.after_turn + 1)
    }
    renamed: dict[str, str] = {}
    for name, digest in redacted.items():
        folder = next((folder for folder in moved if name.startswith(folder)), "")
        renamed[moved.get(folder, "") + name.removeprefix(folder)] = digest
    return [Write(REDACTED, write_redactions(renamed).decode())]


def _move_waiting(opened: OpenGame, change: Rewind, seat: Seat) -> list[Item]:
    """The files of ``seat`` in the inbox, moved in one act with their receipts; what nobody filed stays behind."""
    inbox, branch = f"inbox/{seat}", f"{name_branch(change.branch)}/inbox/{seat}"
    filed = opened.list_filed(seat)
    if filed and opened.directory.inbox.is_tidy(seat):
        return [RenameFile(inbox, branch)]
    names = [name for file in filed for name in (file.name, receipt_name(file.name))]
    return [RenameFile(f"{inbox}/{name}", f"{branch}/{name}") for name in names]


def _judge_again(opened: OpenGame, before: OpenGame, act: RecordedAct, change: Rewind) -> dict[Seat, list[RefiledFile]]:
    """What becomes of each seat's files for the first turn that is abandoned; they are still where they were."""
    turn = change.to + 1
    salvaged = opened.directory.turns.salvage(turn)
    files = opened.directory.turns.read(turn) if salvaged is None else salvaged
    shelf = FileShelf({f"{name_turn(change.branch, turn)}/{name}": data for name, data in files.items()})
    intake = before.intake()
    return {
        seat: judge_offer(intake, seat, offer, act.at)
        for seat, offer in list_offers(shelf, [*opened.acts, act], turn, opened.seats).items()
    }


def _file(seat: Seat, one: RefiledFile) -> list[Item]:
    stem = f"inbox/{seat}/{one.filed.name}" if one.accepted else f"refused/{seat}-{one.receipt.id}.yaml"
    receipt = write_waiting(one.receipt).decode()
    return [Write.of_bytes(stem, one.filed.data), Write(receipt_name(stem), receipt)]


def _write_notices(
    opened: OpenGame, before: OpenGame, act: RecordedAct, change: Rewind, carried: Mapping[Seat, list[RefiledFile]]
) -> list[Item]:
    """A letter to each seat, made from what it may know of both lines."""
    turns = [turn for turn in range(change.to + 1, act.after_turn + 1) if turn not in change.damaged]
    played = [open_game(opened.directory.path, turn) for turn in turns]
    abandoned = [(one.record, (one.charter_then or one.charter).seat_names) for one in played]
    intake = before.intake()
    addresses = list_addressees(opened.directory, opened.charter.seat_names)
    asked = {ask.deadline for ask in before.asks}
    due = None if opened.paused else {name: instant for name, instant in change.due.items() if name in asked}
    letters: list[Item] = []
    for seat in opened.seats:
        is_new = _came_later(before, seat)
        lines = [
            *tell_carried(carried.get(seat, ()), intake, is_new=is_new),
            *_tell_later(opened, act, change, seat, is_new=is_new),
        ]
        resumes_at = (change.to, before.head)
        text = write_notice(opened.game, opened.charter, act, seat, abandoned, lines, due, resumes_at, is_new=is_new)
        stem, subject = f"{change.to:04}-{seat}-rewind-{act.number:04}", f"turn {change.to + 1} is played again"
        to = addresses.get(seat)
        if is_new:
            letter = write_letter_with_newest(before, act, stem, seat, to, subject, text)
        else:
            deadline = find_last([ask for ask in before.asks if ask.seat == seat], due or {})
            letter = write_text_letter(opened.charter, stem, seat, to, subject, text, act.at, deadline, act.number)
        letters.append(put_letter(letter))
    return letters


def _came_later(before: OpenGame, seat: Seat) -> bool:
    """Whether ``seat`` has changed hands since the turn that is the newest again, so that nobody there may have it."""
    later = [act.change for act in before.pending if act.head != before.head]
    return any(isinstance(change, Replace | Substitute) and change.seat == seat for change in later)


def _tell_later(opened: OpenGame, act: RecordedAct, change: Rewind, seat: Seat, *, is_new: bool) -> list[str]:
    """What becomes of the seat's files for the turns after the first one that is abandoned."""
    shelf = FolderShelf(opened.directory.path)
    turns = []
    for turn in range(change.to + 2, act.after_turn + 1):
        if turn in change.damaged:
            continue
        place = f"{name_turn(None, turn)}/orders"
        if list_accepted_in(shelf.read_below(place), (seat,), place)[seat]:
            turns.append(turn)
    if opened.list_filed(seat):
        turns.append(act.after_turn + 1)
    lost = [
        f"The moderator's record of turn {turn} is damaged: please send your orders for it again, unless they are "
        "named here."
        for turn in change.damaged
    ]
    return lost + [
        f"{name_owner(is_new=is_new)} files for turn {turn} are kept too, and are tried again when that turn comes, "
        "unless you have sent newer orders."
        for turn in turns
    ]
