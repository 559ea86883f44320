"""Setting a game up: charter, secret, tokens, turn 0."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from adjudicator.chance import SecretChance, commit, commit_public_keys
from adjudicator.core.charter import Charter, Commitment, WhenBlocked, is_id
from adjudicator.core.instant import write_instant
from adjudicator.core.table import Pacing, Setting
from adjudicator.intake.judge import hash_token
from adjudicator.registry import AnyGame
from adjudicator.report.page import Occasion
from adjudicator.store.bundle import MANIFEST, bundle_reports, bundle_turn, hash_bytes
from adjudicator.store.charter import write_charter
from adjudicator.store.files import make_folder, remove_tree, sync_folder, write_synced
from adjudicator.store.gamedir import CHARTER, GameDirectory
from adjudicator.turn import play_setup


class RefusedError(Exception):
    """The game cannot be set up like that; the message says why and what would work."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a moderator wants: see ``adjudicate new --help``. ``addresses`` by seat, where known."""

    id: str
    game: AnyGame
    edition: str
    options: Mapping[str, str]
    seats: tuple[str, ...]
    addresses: Mapping[str, str]
    pacing: Pacing
    deadline_hours: int
    when_blocked: WhenBlocked
    sample: bool


@dataclass(frozen=True, slots=True)
class Founded:
    """A game that was set up."""

    path: str
    id: str
    head: str
    seats: tuple[str, ...]
    letters: tuple[str, ...]
    reports: str


def set_up_game(
    path: str, plan: Plan, secret: bytes, token_key: bytes, now: datetime, *, dry_run: bool = False
) -> Founded:
    """Set ``plan`` up as a new game directory at ``path``, in one act; with ``dry_run`` only see whether it can be.

    ``secret`` and ``token_key`` are 32 random bytes each; only the secret is kept. Raises :class:`RefusedError` for a
    plan that cannot be, ``FileExistsError`` where there is something at ``path``.
    """
    from adjudicator.chance import keyed
    from adjudicator.report.render import render_reports

    _check_names(plan)
    if os.path.lexists(path):
        raise FileExistsError(path)
    commitment = Commitment(
        level="L1",
        secret=commit(plan.id, secret),
        public_root=commit_public_keys(plan.id, secret, plan.game.epochs),
        epochs=plan.game.epochs,
    )
    setting = Setting(plan.edition, plan.options, plan.seats)
    charter = Charter(
        id=plan.id,
        game=plan.game.name,
        module=plan.game.module,
        version=plan.game.version,
        setting=setting,
        pacing=plan.pacing,
        deadlines={"turn": plan.deadline_hours} if plan.deadline_hours else {},
        when_blocked=plan.when_blocked,
        commitment=commitment,
        sample=plan.sample,
    )
    charter_text = write_charter(charter)
    try:
        record = play_setup(plan.game, charter, SecretChance(plan.id, secret), now)
    except ValueError as error:
        raise RefusedError(str(error)) from error
    seats = plan.game.kernel.seats(record.state)
    files = bundle_turn(plan.game, record, {}, {}, None, (plan.id, charter_text))
    head = hash_bytes(files[MANIFEST])
    occasion = Occasion(plan.game, plan.id, plan.edition, plan.pacing, plan.sample, record, head, "")
    files |= bundle_reports(head, render_reports(occasion))
    tokens = {seat: keyed(token_key, "token", plan.id.encode(), seat.encode()).hex()[:32] for seat in seats}
    letters = {
        f"0000-{seat}-invitation.txt": _write_invitation(plan, seat, tokens[seat], commitment, head, now)
        for seat in seats
    }
    if not dry_run:
        private = {
            seat: {"token_sha256": hash_token(tokens[seat]), "address": plan.addresses.get(seat, "")} for seat in seats
        }
        _write_game(path, charter_text, files, secret, private, letters)
    reports = os.path.join(path, "turns", "0000", "reports")
    return Founded(path, plan.id, head, seats, tuple(f"outbox/{name}" for name in letters), reports)


def _write_game(
    path: str,
    charter_text: bytes,
    files: Mapping[str, bytes],
    secret: bytes,
    private: Mapping[str, Mapping[str, str]],
    letters: Mapping[str, str],
) -> None:
    """Write a game directory aside and rename it into place, so that it is there whole or not at all."""
    parent, name = os.path.split(os.path.abspath(path))
    os.makedirs(parent, exist_ok=True)
    aside = os.path.join(parent, f".{name}.aside")
    remove_tree(aside)
    make_folder(aside)
    directory = GameDirectory(aside)
    write_synced(os.path.join(aside, CHARTER), charter_text)
    directory.write_private(secret, private)
    for letter, text in letters.items():
        directory.write_letter(letter, text.encode())
    directory.turns.commit(0, files)
    sync_folder(aside)
    os.rename(aside, path)
    sync_folder(parent)


def _check_names(plan: Plan) -> None:
    names = (plan.id, *plan.seats)
    for name in names:
        if not is_id(name):
            raise RefusedError(
                f"{name!r} cannot be an id: a small letter, then up to 31 small letters, digits or hyphens; "
                "public, moderator, null, true and false are taken"
            )
    for seat, address in plan.addresses.items():
        if not address.isprintable() or " " in address or "@" not in address:
            raise RefusedError(f"the address of {seat} is not one: {address!r}")
    doubles = sorted({seat for seat in plan.seats if plan.seats.count(seat) > 1})
    if doubles:
        raise RefusedError(f"seat {doubles[0]!r} is named twice")


def _write_invitation(plan: Plan, seat: str, token: str, commitment: Commitment, head: str, now: datetime) -> str:
    return f"""\
{plan.game.title}: game {plan.id}
Seat: {seat}
Date: {write_instant(now)}

You hold the seat {seat} in this game. Your token, which shows that a file
comes from you; keep it to yourself and put it into your move files:

token: {token}

The moderator's promise about chance (level {commitment.level}):

commitment:  {commitment.secret}
public root: {commitment.public_root}

The secret behind the commitment is shown when the game ends; with it anybody
can compute every draw again. Until then the moderator, who holds it, could
know draws in advance, but cannot change them.

Head of turn 0: {head}
"""
