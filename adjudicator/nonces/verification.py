"""Whether nonces are those that seats had committed to, and none was chosen when draws could be known."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.act_kinds import PACING, Edit
from adjudicator.core.mixing import Mixes
from adjudicator.core.recorded_act import RecordedAct
from adjudicator.core.table import Seat
from adjudicator.ledger.mixer import Read
from adjudicator.nonces.joined import START, read_joined, read_start
from adjudicator.proof.block import BlockError
from adjudicator.proof.hashing import hash_bytes
from adjudicator.proof.header_text import Header, read_header
from adjudicator.proof.mix_checks import find_late_choices
from adjudicator.proof.nonces import commit_opening, hash_down
from adjudicator.store.acts import name_act
from adjudicator.store.damage import DamageError
from adjudicator.store.gamedir import JOINED, GameDirectory


def verify_nonces(acts: Sequence[RecordedAct], manifests: Mapping[str, bytes]) -> Iterator[str]:
    """An epoch has the same nonces on every line, by the ``manifests`` of all of them; the pacing stays."""
    for act in acts:
        if isinstance(act.change, Edit) and PACING in act.change.settings:
            words = "whose nonces go into which draws follows from it, and it does not change at level L2"
            yield f"{name_act(act.number)}: settings/{PACING}: {words}"
    headers: dict[str, Header] = {}
    for data in manifests.values():
        try:
            headers[hash_bytes(data)] = read_header(data)
        except (BlockError, ValueError, TypeError, RecursionError):
            continue  # said before
    places = {hash_bytes(data): name for name, data in manifests.items()}
    for head, words in find_late_choices(headers):
        yield f"{places[head]}: {words}"


def verify_joined(directory: GameDirectory, read: Read) -> tuple[Sequence[str], Sequence[str]]:
    """Findings and remarks about ``joined.json`` in a game that has begun.

    Turn 0 took it up, so that at most an interrupted command has left it.
    """
    if not os.path.lexists(os.path.join(directory.path, JOINED)):
        return (), ()
    try:
        published, started = read_joined(directory), read_start(read(START))
    except DamageError as error:
        return (str(error),), ()
    if published != {seat: entry.pledge for seat, entry in started.items()}:
        return (f"{JOINED}: not with what the seats have joined, by turns/0000/{START}",), ()
    return (), (f"{JOINED}: left by an interrupted command; the next run removes it",)


def list_wrong(seats: Sequence[Seat], fixed: Sequence[Mixes], read: Read) -> Iterator[tuple[int, Seat]]:
    """The nonces, in what each turn ``fixed``, that are not what their seats had committed to."""
    joined = read_start(read(START))
    if joined.keys() != set(seats):
        raise DamageError(f"turns/0000/{START}", "does not name the seats of the charter")
    for mixes in fixed:
        for epoch, mix in mixes.items():
            for seat, nonce in mix.items():
                if nonce is None:
                    continue
                pledge, bare = joined[seat].pledge, bytes.fromhex(nonce)
                right = pledge.anchor if epoch else pledge.commitment
                if right != (hash_down(bare, epoch).hex() if epoch else commit_opening(bare)):
                    yield epoch, seat
