"""With what the seats of a game joined, read again from the files that turn 0 took up (chance level L2)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.charter import Charter
from adjudicator.core.mixing import Mixing
from adjudicator.core.pledge import Joined, Pledge
from adjudicator.core.table import Seat
from adjudicator.intake.joining import read_accepted_join
from adjudicator.ledger.accepted import Arrived, list_accepted
from adjudicator.proof.nonces import commit_opening
from adjudicator.store.damage import DamageError


def collect_joined(charter: Charter, arrived: Arrived) -> dict[Seat, Joined]:
    """With what every seat joined, by the files that turn 0 takes up.

    Raises :class:`DamageError` where a file is missing or does not fit.
    """
    return {seat: _collect(seat, arrived) for seat in charter.setting.seats}


def mix_setup(joined: Mapping[Seat, Joined]) -> Mixing:
    """What is mixed into the set-up: the openings of all seats."""
    mixes = {0: {seat: entry.opening for seat, entry in joined.items()}}
    return Mixing(mixes, mixes)


def _collect(seat: Seat, arrived: Arrived) -> Joined:
    pledge: Pledge | None = None
    opening: str | None = None
    for filed in list_accepted(arrived.get(seat, ())):
        name = f"orders/{seat}/{filed.name}"
        try:
            file = read_accepted_join(filed.data)
        except ValueError as error:
            raise DamageError(name, f"not the file that was accepted: {error}") from error
        if file.opening is None:
            pledge = file.pledge
        elif pledge is None or commit_opening(bytes.fromhex(file.opening)) != pledge.commitment:
            raise DamageError(name, "does not open what the seat committed to when it joined")
        else:
            opening = file.opening
    if pledge is None or opening is None:
        raise DamageError(f"orders/{seat}", "has no join file and no opening")
    return Joined(pledge, opening)
