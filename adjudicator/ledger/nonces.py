"""The nonces of a turn: which are wanted, and which came with the files that were accepted (chance level L2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core.charter import Charter
from adjudicator.core.due import list_due
from adjudicator.core.mixing import NO_NONCES, Nonces
from adjudicator.core.order import MoveFile
from adjudicator.core.record import TurnRecord
from adjudicator.core.recorded_act import RecordedAct, list_handed_on
from adjudicator.core.table import Seat
from adjudicator.intake.nonces import Wanted, is_filled_in, is_right
from adjudicator.registry import AnyGame
from adjudicator.store.damage import DamageError
from adjudicator.store.joined import read_start


def read_anchors(data: bytes) -> dict[Seat, str]:
    """The anchor of each seat's chain, from ``start.json``. Raises :class:`DamageError`."""
    return {seat: entry.pledge.anchor for seat, entry in read_start(data).items()}


def want_nonces(
    charter: Charter,
    last: TurnRecord[Any],
    game: AnyGame,
    epoch: int,
    joined: Mapping[Seat, str],
    acts: Sequence[RecordedAct],
) -> Wanted:
    """What the nonces of ``epoch`` are held against in the turn after ``last``.

    ``joined`` are the anchors that the seats joined with, ``acts`` those which that turn or an earlier one takes up.
    """
    return Wanted(
        epoch=epoch,
        due=frozenset(list_due(game, charter, last)),
        anchors=joined,
        length=charter.commitment.epochs,
        waived=list_handed_on(acts),
    )


def gather_nonces(wanted: Wanted | None, files: Mapping[Seat, Sequence[tuple[str, MoveFile]]]) -> Nonces:
    """The nonce that each seat's accepted ``files`` brought last; none where none is wanted.

    Raises :class:`DamageError` for a wrong one, which cannot have been accepted, or not with these anchors.
    """
    if wanted is None:
        return NO_NONCES
    given: dict[Seat, str] = {}
    for seat in sorted(wanted.due):
        for name, file in files.get(seat, ()):
            if is_filled_in(file.nonce):
                assert file.nonce is not None
                if not is_right(wanted, seat, file.nonce):
                    raise DamageError(
                        f"orders/{seat}/{name}", f"its nonce is not the one of epoch {wanted.epoch} of the seat's chain"
                    )
                given[seat] = file.nonce
    missing = tuple(seat for seat in sorted(wanted.due) if seat not in given and seat not in wanted.waived)
    return Nonces(given, missing)
