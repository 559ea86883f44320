"""What reports say of nonces, at chance level L2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from adjudicator.core.mixing import MOST_WITHHELD
from adjudicator.core.record import TurnRecord
from adjudicator.core.table import Seat
from adjudicator.intake.nonces import write_blank

S = TypeVar("S")


def write_nonce_line(epoch: int) -> str:
    """The line of an order form that is to hold the nonce of ``epoch``."""
    return f"nonce: {write_blank(epoch)}   # filled in by: adjudicate nonces stamp FILE (epoch {epoch})"


def tell_wanted(epoch: int) -> str:
    """What a seat is told that has to give its nonce."""
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
