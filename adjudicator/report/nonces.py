"""What reports say of nonces, at chance level L2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from adjudicator.core.mixing import MOST_WITHHELD
from adjudicator.core.pledge import Renewed
from adjudicator.core.record import TurnRecord
from adjudicator.core.table import Seat
from adjudicator.intake.nonces import write_blank

S = TypeVar("S")


def write_nonce_line(epoch: int, renewed: Renewed | None = None) -> str:
    """The line of an order form that is to hold the nonce of ``epoch``, of a seat whose chain was ``renewed``."""
    blank = write_blank(epoch, renewed)
    return f"nonce: {blank}   # filled in by: adjudicate nonces stamp FILE ({blank})"


def tell_wanted(epoch: int, renewed: Renewed | None = None) -> str:
    """What a seat is told that has to give its nonce, or may, where its chain was ``renewed``."""
    if renewed is not None and renewed.waived:
        return (
            f"If you have the chain that counts for epoch {epoch}, your file may bring its nonce, which adjudicate "
            "nonces stamp FILE fills in. The turn does not wait for it; without it nothing of yours is mixed into the "
            "draws, which counts as a nonce withheld."
        )
    return (
        f"Your file needs your nonce of epoch {epoch}, which adjudicate nonces stamp FILE fills in. Without it the "
        "turn waits for the deadline; then nothing of yours is mixed into the draws, and everybody is told."
    )


def tell_mixed(record: TurnRecord[S]) -> Iterator[str]:
    """Whose nonces were mixed into the epochs that the turn of ``record`` fixed, and who has withheld how many."""
    if record.mixes:
        mix = record.mixes[max(record.mixes)]
        given = [seat for seat, nonce in mix.items() if nonce is not None]
        missing = [seat for seat, nonce in mix.items() if nonce is None]
        first, last = min(record.mixes), max(record.mixes)
        epochs = f"epoch {first}" if first == last else f"epochs {first} to {last}"
        lost = f"; missing: {', '.join(missing)}" if missing else ""
        yield f"Mixed into the draws of {epochs}: the nonces of {', '.join(given) or 'nobody'}{lost}."
    yield from tell_withheld(record.withheld)


def tell_withheld(withheld: Mapping[Seat, int]) -> Iterator[str]:
    """Who has withheld how many nonces so far, and of whom that is more than can be taken for bad luck."""
    for seat, count in withheld.items():
        words = f"{seat} has withheld {count} nonce{'s' if count > 1 else ''} so far"
        yield f"{words}, more than {MOST_WITHHELD}: ask why." if count > MOST_WITHHELD else f"{words}."


def tell_renewed(renewed: Mapping[Seat, Renewed]) -> Iterator[str]:
    """Which seats may have no nonce to give, and how long."""
    for seat, entry in renewed.items():
        if entry.handed_on:
            yield (
                f"Whoever holds the seat {seat} now may not know its chain of nonces: no turn waits for them until a "
                "new anchor of this seat is recorded and counts."
            )
        elif entry.later is not None:
            yield (
                f"The new chain of {seat} counts from epoch {entry.later}; until then no turn waits for nonces of "
                "this seat, and those that do not come count as withheld."
            )
