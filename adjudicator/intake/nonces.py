"""The nonce of a move file, held against the chain that its seat has fixed (chance level L2)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.order import MoveFile
from adjudicator.core.problem import START, Gravity, Problem
from adjudicator.core.table import Seat
from adjudicator.proof.nonces import find_epoch, hash_down

SENTENCES: Mapping[str, str] = {
    "missing-nonce": (
        "no nonce: this turn wants yours of epoch {epoch}; unless an earlier file of yours for this turn has it, "
        "fill it in with: adjudicate nonces stamp FILE --epoch {epoch}"
    ),
    "other-epoch": "this is your nonce of epoch {found}; wanted is the one of epoch {epoch}",
    "wrong-nonce": "this is not your nonce of epoch {epoch}, nor any other of your chain",
    "others-nonce": "this nonce is of the chain of another seat; wanted is yours of epoch {epoch}",
    "needless-nonce": "no nonce is wanted of you in this turn, and this one is not used; keep later ones to yourself",
    "no-orders": "the file has neither orders nor a nonce that is wanted",
}
_NONCE = re.compile(r"[0-9a-f]{64}")
_BLANK = re.compile(r"epoch ([0-9]{1,5})")


class Wanted(NamedTuple):
    """The nonces that a turn wants: of which ``epoch``, of which seats (``due``), and what they are held against.

    ``anchors`` (hex) has the published end of each seat's chain, ``length`` how many links stand above it. No turn
    waits for the nonces of the seats ``waived``: whoever holds them now may have none to give.
    """

    epoch: int
    due: frozenset[Seat]
    anchors: Mapping[Seat, str]
    length: int
    waived: Sequence[Seat] = ()


def is_filled_in(nonce: str | None) -> bool:
    """Whether a nonce stands there, right or wrong."""
    return nonce is not None and _NONCE.fullmatch(nonce) is not None


def read_blank(nonce: str) -> int | None:
    """The epoch whose nonce is to be filled in, where the form's own words still stand in its place."""
    match = _BLANK.fullmatch(nonce)
    return int(match[1]) if match else None


def write_blank(epoch: int) -> str:
    """What stands in a form in place of the nonce of ``epoch``."""
    return f"epoch {epoch}"


def is_right(wanted: Wanted, seat: Seat, nonce: str) -> bool:
    """Whether ``nonce`` is the one that is wanted of ``seat``."""
    return hash_down(bytes.fromhex(nonce), wanted.epoch).hex() == wanted.anchors[seat]


def check_nonce(wanted: Wanted | None, seat: Seat, file: MoveFile) -> Iterator[Problem]:
    """What is wrong with the nonce of ``file``; ``wanted`` is None where the turn wants none of anybody."""
    place = file.places.get("nonce", START)
    if wanted is None or seat not in wanted.due:
        if not file.has_orders:
            yield Problem("no-orders", Gravity.INVALID, START)
        elif file.nonce is not None:
            yield Problem("needless-nonce", Gravity.UNWISE, place)
        return
    if file.nonce is None or read_blank(file.nonce) is not None:
        if seat not in wanted.waived:
            yield Problem("missing-nonce", Gravity.UNWISE, place, {"epoch": wanted.epoch})
        elif not file.has_orders:
            yield Problem("no-orders", Gravity.INVALID, START)
    elif is_filled_in(file.nonce) and not is_right(wanted, seat, file.nonce):
        yield _explain(wanted, seat, bytes.fromhex(file.nonce))._replace(place=place)


def _explain(wanted: Wanted, seat: Seat, nonce: bytes) -> Problem:
    """What a wrong nonce is; that may take as many hashes as chains have links, and is done for wrong ones only."""
    found = find_epoch(bytes.fromhex(wanted.anchors[seat]), nonce, wanted.length)
    if found is not None:
        return Problem("other-epoch", Gravity.INVALID, START, {"epoch": wanted.epoch, "found": found})
    others = (anchor for other, anchor in wanted.anchors.items() if other != seat)
    stolen = any(find_epoch(bytes.fromhex(anchor), nonce, wanted.length) is not None for anchor in others)
    return Problem("others-nonce" if stolen else "wrong-nonce", Gravity.INVALID, START, {"epoch": wanted.epoch})
