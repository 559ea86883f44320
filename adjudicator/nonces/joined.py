"""What the seats of a game joined with, and how they opened it: as it lies on disk, and as letters tell it.

``joined.json`` is written when everybody has joined: from then on the charter, anchors and commitments stand.
``start.json`` in turn 0 has the same with the openings; it is all that nonces are later held against.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple, cast

from adjudicator.core.charter import Charter
from adjudicator.core.instant import write_deadline
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Seat
from adjudicator.proof.nonces import Pledge
from adjudicator.registry import AnyGame, find_zone
from adjudicator.report.letters import list_terms
from adjudicator.store.damage import DamageError
from adjudicator.store.files import read_regular, replace_file
from adjudicator.store.gamedir import JOINED, GameDirectory
from adjudicator.store.json_text import read_json, write_json

START = "start.json"
_FORMAT = 1
_JOINED_FORMAT = 2
_HEX = re.compile(r"[0-9a-f]{64}")


class JoinRecord(NamedTuple):
    """A pledge, and the opening (hex) of its commitment, which is mixed into the set-up."""

    pledge: Pledge
    opening: str


class JoiningTerms(NamedTuple):
    """What stands once everybody has joined: the SHA-256 of the charter, and with what each seat joined."""

    charter: str
    pledges: Mapping[Seat, Pledge]


def write_joined(directory: GameDirectory, published: JoiningTerms) -> None:
    """Note with what everybody joined, durable when this returns; it stays so until the game begins."""
    replace_file(os.path.join(directory.path, JOINED), _write_joined(published))


def read_joined(directory: GameDirectory) -> JoiningTerms | None:
    """With what everybody joined a game that has not begun; None while somebody has not. Raises `DamageError`."""
    try:
        data = read_regular(os.path.join(directory.path, JOINED))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DamageError(JOINED, error.strerror or str(error)) from error
    saved, entries = _read(JOINED, data, _JOINED_FORMAT, ("anchor", "commitment"))
    pledges = {seat: Pledge(entry["anchor"], entry["commitment"]) for seat, entry in entries.items()}
    published = JoiningTerms(str(saved.get("charter")), pledges)
    if _write_joined(published) != data:
        raise DamageError(JOINED, "not written as the program writes it")
    return published


def _write_joined(published: JoiningTerms) -> bytes:
    seats = {seat: pledge._asdict() for seat, pledge in published.pledges.items()}
    return write_json({"format": _JOINED_FORMAT, "charter": published.charter, "seats": seats})


def write_start(joined: Mapping[Seat, JoinRecord]) -> bytes:
    """``start.json``."""
    seats = {seat: {**entry.pledge._asdict(), "opening": entry.opening} for seat, entry in joined.items()}
    return write_json({"format": _FORMAT, "seats": seats})


def read_start(data: bytes) -> dict[Seat, JoinRecord]:
    """What :func:`write_start` wrote. Raises :class:`DamageError`."""
    _, entries = _read(START, data, _FORMAT, ("anchor", "commitment", "opening"))
    return {
        seat: JoinRecord(Pledge(entry["anchor"], entry["commitment"]), entry["opening"])
        for seat, entry in entries.items()
    }


@lru_cache(maxsize=8)
def read_anchors(data: bytes) -> Mapping[Seat, str]:
    """The anchor of each seat's chain, from ``start.json``. Raises :class:`DamageError`."""
    return {seat: entry.pledge.anchor for seat, entry in read_start(data).items()}


def _read(
    name: str, data: bytes, number: int, keys: tuple[str, ...]
) -> tuple[JsonObject, dict[Seat, Mapping[str, str]]]:
    """The file ``name`` of format ``number``, and in it what has ``keys`` for each seat. Raises `DamageError`."""
    try:
        saved = read_json(data)
        entries = cast("Mapping[Seat, JsonObject]", saved["seats"])
        known = saved["format"] == number and all(_is_entry(entry, keys) for entry in entries.values())
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise DamageError(name, f"not what the program writes: {error}") from error
    if not known:
        raise DamageError(name, f"not what the program writes: {', '.join(keys)} of 64 digits for each seat")
    return saved, cast("dict[Seat, Mapping[str, str]]", dict(entries))


def _is_entry(entry: JsonObject, keys: tuple[str, ...]) -> bool:
    return tuple(entry) == keys and all(_HEX.fullmatch(str(value)) for value in entry.values())


def write_joining_invitation(game: AnyGame, charter: Charter, seat: Seat, token: str, now: datetime) -> str:
    """The letter that asks ``seat`` to join: its ``token``, the promise about chance, and what to send back."""
    commitment = charter.commitment
    return f"""\
{game.title}: game {charter.id}
Date: {write_deadline(now, find_zone(charter.zone))}

You are invited to this game. Your token shows that a file is yours; show it to
nobody:

game: {charter.id}
seat: {seat}
token: {token}

How this game is played:

{chr(10).join(list_terms(game, charter))}

Chance (level {commitment.level}): the moderator has committed to a secret, and every
player adds secrets too, so that nobody can choose a draw. The moderator's
promise:

commitment:  {commitment.secret}
public root: {commitment.public_root}
epochs:      {commitment.epochs}

The game begins when everybody has joined. Save this letter as a file and run

    adjudicate nonces join LETTER -o join.yaml

It makes your secrets, keeps them in your keyring, and writes the file to send
back. When all have joined you get a list of what they joined with, and are
asked for one more file; then the game begins.

The same by hand: join.yaml has the lines game, seat and token from above, and

anchor: "link 0 of a chain of {commitment.epochs} links, 64 digits 0-9 a-f"
commitment: "to 32 random bytes, 64 digits"

docs/decisions/014-nonces.md says how they are made.
"""


def write_anchors(game: AnyGame, charter: Charter, seat: Seat, pledges: Mapping[Seat, Pledge], now: datetime) -> str:
    """The letter that tells ``seat`` with what everybody joined, and asks for its opening."""
    commitment = charter.commitment
    listed = "\n".join(
        f"seat {name}\n  anchor:     {pledge.anchor}\n  commitment: {pledge.commitment}"
        for name, pledge in pledges.items()
    )
    return f"""\
{game.title}: game {charter.id}
Date: {write_deadline(now, find_zone(charter.zone))}

Everybody has joined. This list stays as it is from now on, and everybody gets
the same one. Compare it with those of other players if you like.

game: {charter.id}
seat: {seat}

commitment:  {commitment.secret}
public root: {commitment.public_root}

{listed}

Save this letter as a file and run

    adjudicate nonces open LETTER -o open.yaml

It compares the list with what you joined with and with your invitation, and
writes the last file that is needed before the game begins. Send it back.

The same by hand: open.yaml has the lines game, seat and token, and

opening: "the 32 bytes behind your commitment, 64 digits 0-9 a-f"
"""


def write_chain_lost(charter: Charter) -> str:
    """The part of a letter that tells whoever takes a seat over what becomes of its nonces."""
    return f"""\
Draws of this game are mixed with nonces of the players (level {charter.commitment.level}). Those of
your seat are in the keyring of the player who joined the game in it. Without
that keyring you have none to give, and need not give any: no turn waits for
them, and everybody's report says that nothing of yours is mixed in.
"""
