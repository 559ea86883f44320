"""What chance level L2 does at every point where the program asks what players add to the draws."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from adjudicator.core.act_kinds import PACING, Edit
from adjudicator.core.chance import Mixes, Mixing, WantedOfSeats
from adjudicator.core.charter import CHARTER, Charter
from adjudicator.core.recorded_act import RecordedAct, list_handed_on
from adjudicator.core.seat_names import SeatNames
from adjudicator.core.table import Seat
from adjudicator.ledger.inputs import Arrived
from adjudicator.ledger.mixer import Foundation, Mixer, Read, WaitingGame
from adjudicator.nonces.joined import (
    START,
    JoiningTerms,
    read_anchors,
    read_joined,
    read_start,
    write_chain_lost,
    write_joining_invitation,
    write_start,
)
from adjudicator.nonces.wanted import (
    SENTENCES,
    WantedNonces,
    find_wanted_epoch,
    list_due,
    mix_turn,
    tell_handed_on,
    tell_mixed,
)
from adjudicator.proof.block import BlockError
from adjudicator.proof.hashing import hash_bytes
from adjudicator.proof.header_text import Header, read_header
from adjudicator.proof.mix_checks import find_late_choices
from adjudicator.proof.nonces import commit_opening, hash_down
from adjudicator.registry import AnyGame
from adjudicator.store.acts import name_act
from adjudicator.store.damage import DamageError
from adjudicator.store.gamedir import JOINED, GameDirectory
from adjudicator.store.record import TurnRecord


class Nonces(Mixer):
    """Every seat that is asked adds a nonce, of a chain that it committed to when it joined."""

    sentences = SENTENCES
    fixed: Mapping[str, str] = {
        PACING: (
            "at chance level L2 the pacing stays as it was agreed: whose nonces go into which draws follows from it, "
            "and when it is changed some of them may be known"
        )
    }

    def want(self, foundation: Foundation, start: TurnRecord[Any]) -> WantedNonces | None:
        """See :class:`Mixer`."""
        game, charter, read = foundation.game, foundation.charter, foundation.read
        epoch = find_wanted_epoch(game, charter, start)
        if epoch is None:
            return None
        return WantedNonces(
            epoch=epoch,
            due=frozenset(list_due(game, charter, start)),
            read_anchors=lambda: read_anchors(read(START)),
            length=charter.commitment.epochs,
            waived=list_handed_on(foundation.acts),
        )

    def mix(self, foundation: Foundation, start: TurnRecord[Any], given: Mapping[Seat, str]) -> Mixing:
        """See :class:`Mixer`."""
        return mix_turn(foundation.game, foundation.charter, start, given)

    def tell(self, record: TurnRecord[Any], wanted: WantedOfSeats | None, names: SeatNames) -> Iterator[str]:
        """See :class:`Mixer`."""
        yield from tell_mixed(record, names)
        if isinstance(wanted, WantedNonces):
            yield from tell_handed_on(wanted.waived)

    def set_up(self, charter: Charter, arrived: Arrived) -> tuple[Mixing, dict[str, bytes]]:
        """See :class:`Mixer`."""
        from adjudicator.nonces.joining import collect_joined, mix_setup  # noqa: PLC0415 - not in a turn

        joined = collect_joined(charter, arrived)
        return mix_setup(joined), {START: write_start(joined)}

    def invite(self, game: AnyGame, charter: Charter, seat: Seat, token: str, now: datetime) -> str:
        """See :class:`Mixer`."""
        return write_joining_invitation(game, charter, seat, token, now)

    def open_waiting(self, directory: GameDirectory, charter: Charter, charter_text: bytes) -> WaitingGame:
        """See :class:`Mixer`."""
        from adjudicator.nonces.start import open_waiting  # noqa: PLC0415 - not in a turn

        return open_waiting(directory, charter, charter_text)

    def begin_simulated(
        self, path: str, submit: Callable[[Seat, str, datetime], None], draw: Callable[[str], bytes], now: datetime
    ) -> None:
        """See :class:`Mixer`."""
        from adjudicator.nonces.start import begin_simulated  # noqa: PLC0415 - not in a turn

        begin_simulated(path, submit, draw, now)

    def tell_successor(self, foundation: Foundation, record: TurnRecord[Any]) -> str:
        """See :class:`Mixer`."""
        draws_yet = foundation.game.kernel.furthest_epoch(record.state, foundation.charter.pacing) is not None
        return write_chain_lost(foundation.charter) if draws_yet else ""

    def verify(self, acts: Sequence[RecordedAct], manifests: Mapping[str, bytes]) -> Iterator[str]:
        """See :class:`Mixer`. An epoch has the same nonces on every line; the pacing stays."""
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

    def verify_begun(self, directory: GameDirectory, read: Read) -> tuple[Sequence[str], Sequence[str]]:
        """See :class:`Mixer`. Turn 0 took up ``joined.json``; at most an interrupted command has left it."""
        if not os.path.lexists(os.path.join(directory.path, JOINED)):
            return (), ()
        try:
            published, started = read_joined(directory), read_start(read(START))
        except DamageError as error:
            return (str(error),), ()
        pledges = {seat: entry.pledge for seat, entry in started.items()}
        if published != JoiningTerms(hash_bytes(read(CHARTER)), pledges):
            return (f"{JOINED}: not with what the seats have joined, by turns/0000/{START}",), ()
        return (), (f"{JOINED}: left by an interrupted command; the next run removes it",)

    def list_wrong(self, seats: Sequence[Seat], fixed: Sequence[Mixes], read: Read) -> Iterator[tuple[int, Seat]]:
        """See :class:`Mixer`. Wrong are nonces that are not what their seats had committed to."""
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


MIXER = Nonces()
