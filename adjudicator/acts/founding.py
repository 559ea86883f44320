"""Turn 0: what the charter, the secret and, at level L2, the seats' openings make of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from adjudicator.acts.sealing import seal_with_secret
from adjudicator.chance import SecretChance
from adjudicator.core.charter import Charter
from adjudicator.core.due import find_wanted_epoch
from adjudicator.core.mixing import NO_MIXING, Mixing
from adjudicator.core.pledge import Joined
from adjudicator.core.record import TurnRecord
from adjudicator.core.table import Seat
from adjudicator.proof.hashing import hash_bytes
from adjudicator.registry import AnyGame
from adjudicator.report.page import Occasion
from adjudicator.store.bundle import Founding, bundle_reports, bundle_turn, locate
from adjudicator.store.header import MANIFEST, NOTHING_TAKEN
from adjudicator.turn import play_setup

NO_FILES: Mapping[str, bytes] = {}
NOBODY: Mapping[Seat, Joined] = {}


class FirstTurn(NamedTuple):
    """Turn 0, ready to be committed: its record, all of its files, its head."""

    record: TurnRecord[Any]
    files: dict[str, bytes]
    head: str


def mix_setup(joined: Mapping[Seat, Joined]) -> Mixing:
    """What is mixed into the set-up: the openings of all seats, where they have joined."""
    if not joined:
        return NO_MIXING
    mixes = {0: {seat: entry.opening for seat, entry in joined.items()}}
    return Mixing(mixes, mixes)


def found_turn(
    game: AnyGame,
    charter: Charter,
    charter_text: bytes,
    secret: bytes,
    nodes: Sequence[bytes],
    now: datetime,
    joined: Mapping[Seat, Joined] = NOBODY,
    letters: Mapping[str, bytes] = NO_FILES,
) -> FirstTurn:
    """Turn 0 with its reports. ``letters`` are the files (with receipts) with which the seats have joined, by name.

    ``nodes`` are those over the public keys. Raises ``ValueError`` for a setting the game does not have.
    """
    from adjudicator.acts.evidence import gather_evidence
    from adjudicator.report.evidence import Witness
    from adjudicator.report.render import render_reports

    mixing = mix_setup(joined)
    record = play_setup(game, charter, SecretChance(charter.id, secret, mixing.known), now, mixing)
    seals = seal_with_secret(charter, secret, 0, None, (), lambda: nodes)
    founding = Founding(charter_text, [node.hex() for node in nodes], joined)
    position = locate(game, record)
    files = bundle_turn(game, charter, record, position, letters, NOTHING_TAKEN, None, seals, founding)
    head = hash_bytes(files[MANIFEST])
    occasion = Occasion(
        game,
        charter.id,
        charter.setting.edition,
        charter.pacing,
        charter.when_blocked,
        charter.sample,
        record,
        head,
        "",
        witness=Witness(gather_evidence(record, position.knowledge, files, None)),
        wanted=find_wanted_epoch(game, charter, record),
    )
    files |= bundle_reports(head, render_reports(occasion))
    return FirstTurn(record, files, head)
