"""Writing a game anew in today's format: every turn is played again from its orders, and must come out the same."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import nullcontext
from datetime import datetime
from typing import NamedTuple

from adjudicator.acts.founding import found_turn
from adjudicator.acts.opened import expect_started, open_game
from adjudicator.acts.recording import Recorded, check_reason
from adjudicator.acts.refusals import ActRefusedError
from adjudicator.acts.run import bundle_next
from adjudicator.chance import SecretChance, commit, list_public_nodes
from adjudicator.core.charter import Charter
from adjudicator.core.recorded_act import Migrate, RecordedAct
from adjudicator.proof.hashing import hash_bytes
from adjudicator.registry import load_game
from adjudicator.store.acts import list_acts, name_act, write_act
from adjudicator.store.branches import FolderShelf, name_branch, name_turn
from adjudicator.store.bundle import CHARTER, bundle_record
from adjudicator.store.damage import DamageError
from adjudicator.store.files import make_folder, remove_tree, sync_folder, write_synced
from adjudicator.store.gamedir import MIGRATION, GameDirectory
from adjudicator.store.header import FORMAT, MANIFEST
from adjudicator.store.journal import Item, Move, Write, carry_out
from adjudicator.store.lock import hold_lock
from adjudicator.store.migrations import READERS, find_format
from adjudicator.turn import play_turn

SAME = ("state.json", "agenda.json", "events.json", "chance.json")
"""What a turn came to: written alike in every format so far."""


class Old(NamedTuple):
    """A game in an older format: its turns and their heads."""

    directory: GameDirectory
    charter: Charter
    charter_text: bytes
    format: int
    turns: list[Mapping[str, bytes]]
    heads: list[str]


def read_format(path: str) -> int:
    """The format in which the turns at ``path`` are kept.

    Raises :class:`DamageError`, ``NoGameError``, ``NotStartedError``.
    """
    directory = GameDirectory(path)
    directory.expect_charter()
    expect_started(directory, directory.read_charter()[0])
    return find_format(directory.turns.read(0, MANIFEST))


def migrate_game(path: str, reason: str, now: datetime, *, dry_run: bool = False) -> Recorded:
    """Write the game at ``path`` anew in today's format, as a recorded act; its old turns are kept in a branch.

    With ``dry_run`` it is only seen whether every turn comes out the same. Raises ``ActRefusedError`` where one does
    not, :class:`DamageError`, ``BusyError``, ``NoGameError``, ``OSError``.
    """
    check_reason(reason)
    directory = GameDirectory(path)
    directory.expect_charter()
    with nullcontext() if dry_run else hold_lock(directory.path):
        if not dry_run:
            directory.clean()
        if read_format(path) == FORMAT:
            acts = list_acts(directory.path, directory.read_charter()[0].id)
            if acts and isinstance(acts[-1].change, Migrate) and acts[-1].reason == reason:
                return Recorded(directory.path, acts[-1], already=True, letters=())
            raise ActRefusedError(f"the game is kept in format {FORMAT}, which is today's")
        old = _read_old(directory)
        if list_acts(directory.path, old.charter.id):
            raise DamageError("acts", f"a game of format {old.format} has none")
        aside = os.path.join(directory.path, MIGRATION)
        try:
            head = _write_anew(old, aside)
        except BaseException:
            remove_tree(aside)
            raise
        change = Migrate(old.format, FORMAT, 1, head)
        act = RecordedAct(old.charter.id, 1, None, now, len(old.turns) - 1, old.heads[-1], reason, change)
        if not dry_run:
            carry_out(directory.path, _list_items(act, change))
        remove_tree(aside)
    return Recorded(directory.path, act, already=False, letters=())


def _list_items(act: RecordedAct, change: Migrate) -> list[Item]:
    turns = range(act.after_turn + 1)
    return [
        *(Move(name_turn(None, turn), name_turn(change.branch, turn)) for turn in reversed(turns)),
        *(Move(f"{MIGRATION}/{name_turn(None, turn)}", name_turn(None, turn)) for turn in turns),
        Write(name_act(act.number), write_act(act).decode()),
    ]


def _read_old(directory: GameDirectory) -> Old:
    charter, text = directory.read_charter()
    shelf, newest = FolderShelf(directory.path), directory.turns.newest()
    if newest is None:
        raise DamageError("turns", "there is no turn 0")
    turns = [shelf.read_below(name_turn(None, number)) for number in range(newest + 1)]
    number = find_format(turns[0][MANIFEST])
    heads = READERS[number].list_heads(turns, charter.id)
    if turns[0].get(CHARTER) != text:
        raise DamageError(CHARTER, "differs from the copy in turns/0000")
    if os.path.lexists(os.path.join(directory.path, *name_branch(1).split("/"))):
        raise DamageError(name_branch(1), "no act has made this branch; put it somewhere else")
    return Old(directory, charter, text, number, turns, heads)


def _write_anew(old: Old, aside: str) -> str:
    """Write the turns of ``old`` in today's format below ``aside``; the newest head. Raises ``ActRefusedError``."""
    charter, reader = old.charter, READERS[old.format]
    game = load_game(charter.module, charter.game)
    if game.version != charter.version:
        raise ActRefusedError(
            f"the game runs by version {charter.version} of its rules, installed is {game.version}; write it anew with "
            "that version installed, then upgrade"
        )
    secret = old.directory.read_secret()
    if commit(charter.id, secret) != charter.commitment.secret:
        raise DamageError("private/secret", "not the secret that was committed to")
    remove_tree(aside)
    make_folder(aside)
    write_synced(os.path.join(aside, CHARTER), old.charter_text)
    scratch = GameDirectory(aside)
    nodes = list_public_nodes(charter.id, secret, charter.commitment.epochs)
    first = found_turn(game, charter, old.charter_text, secret, nodes, reader.read_circumstances(old.turns[0]).now)
    _expect_same(first.files, old.turns[0], 0)
    scratch.turns.commit(0, first.files)
    head = first.head
    for number, files in enumerate(old.turns[1:], 1):
        opened = open_game(aside)
        consumed = {seat: list(filed) for seat, filed in reader.list_files(files, opened.seats).items()}
        circumstances = reader.read_circumstances(files)
        chance = SecretChance(charter.id, secret)
        record = play_turn(game, charter, opened.record, opened.agendas_with(consumed), chance, circumstances)
        _expect_same(bundle_record(game, record), files, number)
        bundle = bundle_next(opened, record, consumed, secret)
        scratch.turns.commit(number, bundle)
        head = hash_bytes(bundle[MANIFEST])
    sync_folder(aside)
    return head


def _expect_same(new: Mapping[str, bytes], old: Mapping[str, bytes], turn: int) -> None:
    different = [name for name in SAME if new[name] != old.get(name)]
    if different:
        raise ActRefusedError(f"turns/{turn:04}/{different[0]}: comes out differently when the turn is played again")
