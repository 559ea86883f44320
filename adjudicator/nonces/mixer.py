"""What chance level L2 does at every point where the program asks what players add to the draws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from adjudicator.core.act_kinds import PACING
from adjudicator.core.charter import Charter
from adjudicator.core.mixing import Mixes, Mixing, Wanted
from adjudicator.core.record import TurnRecord
from adjudicator.core.recorded_act import RecordedAct, list_handed_on
from adjudicator.core.table import Seat
from adjudicator.ledger.accepted import Arrived
from adjudicator.ledger.desk import WaitingGame
from adjudicator.ledger.mixer import Mixer, Read
from adjudicator.ledger.turn import Foundation
from adjudicator.nonces.joined import START, read_anchors, write_start
from adjudicator.nonces.letters import write_chain_lost, write_joining_invitation
from adjudicator.nonces.schedule import find_wanted_epoch, list_due, mix_turn
from adjudicator.nonces.wanted import SENTENCES, WantedNonces, tell_handed_on, tell_mixed
from adjudicator.registry import AnyGame
from adjudicator.store.gamedir import GameDirectory


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

        def read_chains() -> Mapping[Seat, str]:
            return read_anchors(read(START))

        return WantedNonces(
            epoch=epoch,
            due=frozenset(list_due(game, charter, start)),
            read_anchors=read_chains,
            length=charter.commitment.epochs,
            waived=list_handed_on(foundation.acts),
        )

    def mix(self, foundation: Foundation, start: TurnRecord[Any], given: Mapping[Seat, str]) -> Mixing:
        """See :class:`Mixer`."""
        return mix_turn(foundation.game, foundation.charter, start, given)

    def tell(self, record: TurnRecord[Any], wanted: Wanted | None) -> Iterator[str]:
        """See :class:`Mixer`."""
        yield from tell_mixed(record)
        if isinstance(wanted, WantedNonces):
            yield from tell_handed_on(wanted.waived)

    def set_up(self, charter: Charter, arrived: Arrived) -> tuple[Mixing, dict[str, bytes]]:
        """See :class:`Mixer`."""
        from adjudicator.nonces.joining import collect_joined, mix_setup

        joined = collect_joined(charter, arrived)
        return mix_setup(joined), {START: write_start(joined)}

    def invite(self, game: AnyGame, charter: Charter, seat: Seat, token: str, now: datetime) -> str:
        """See :class:`Mixer`."""
        return write_joining_invitation(game, charter, seat, token, now)

    def open_waiting(self, directory: GameDirectory, charter: Charter, charter_text: bytes) -> WaitingGame:
        """See :class:`Mixer`."""
        from adjudicator.nonces.start import open_waiting

        return open_waiting(directory, charter, charter_text)

    def begin_simulated(
        self, path: str, submit: Callable[[Seat, str, datetime], None], draw: Callable[[str], bytes], now: datetime
    ) -> None:
        """See :class:`Mixer`."""
        from adjudicator.nonces.start import begin_simulated

        begin_simulated(path, submit, draw, now)

    def tell_successor(self, foundation: Foundation, record: TurnRecord[Any]) -> str:
        """See :class:`Mixer`."""
        draws_yet = foundation.game.kernel.furthest_epoch(record.state, foundation.charter.pacing) is not None
        return write_chain_lost(foundation.charter) if draws_yet else ""

    def verify(self, acts: Sequence[RecordedAct], manifests: Mapping[str, bytes]) -> Iterator[str]:
        """See :class:`Mixer`."""
        from adjudicator.nonces.verification import verify_nonces

        return verify_nonces(acts, manifests)

    def verify_begun(self, directory: GameDirectory, read: Read) -> tuple[Sequence[str], Sequence[str]]:
        """See :class:`Mixer`."""
        from adjudicator.nonces.verification import verify_joined

        return verify_joined(directory, read)

    def list_wrong(self, seats: Sequence[Seat], fixed: Sequence[Mixes], read: Read) -> Iterator[tuple[int, Seat]]:
        """See :class:`Mixer`."""
        from adjudicator.nonces.verification import list_wrong

        return list_wrong(seats, fixed, read)


MIXER = Nonces()
