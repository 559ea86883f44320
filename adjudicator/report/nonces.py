"""What reports say of nonces, at chance level L2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from adjudicator.core.mixing import MOST_WITHHELD
from adjudicator.core.record import TurnRecord
from adjudicator.core.table import Seat
from adjudicator.intake.nonces import write_blank

S = TypeVar("S")


def write_nonce_line(epoch: int) -> str:
    """The line of an order form that is to hold the nonce of ``epoch``."""
    blank = write_blank(epoch)
    return f"nonce: {blank}   # filled in by: adjudicate nonces stamp FILE ({blank})"


def tell_wanted(epoch: int, *, handed_on: bool = False) -> str:
    """What a seat is told that has to give its nonce, or may, where it was ``handed_on`` to another person."""
    if handed_on:
        return (
            "If you have the keyring of whoever joined this game in your seat, your file may bring the nonce of epoch "
            f"{epoch}, which adjudicate nonces stamp FILE fills in. The turn does not wait for it; without it nothing "
            "of yours is mixed into the draws, which counts as a nonce withheld."
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


def tell_handed_on(seats: Sequence[Seat]) -> Iterator[str]:
    """Which ``seats`` may have no nonce to give, since other persons hold them."""
    for seat in seats:
        yield (
            f"Whoever holds the seat {seat} now may not know its chain of nonces: no turn waits for them, and those "
            "that do not come count as withheld."
        )
