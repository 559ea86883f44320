"""The nonce of a move file, held against the chain that its seat has fixed (chance level L2)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adjudicator.core.order import MoveFile
from adjudicator.core.pledge import Renewed
from adjudicator.core.problem import START, Gravity, Problem
from adjudicator.core.table import Seat
from adjudicator.proof.nonces import find_epoch, hash_down

SENTENCES: Mapping[str, str] = {
    "missing-nonce": (
        "no nonce: this turn wants yours of epoch {epoch}; unless an earlier file of yours for this turn has it, "
        "fill it in with: adjudicate nonces stamp FILE --epoch {epoch}{chain}"
    ),
    "other-epoch": "this is your nonce of epoch {found}; wanted is the one of epoch {epoch}",
    "wrong-nonce": "this is not your nonce of epoch {epoch}, nor any other of a chain of yours",
    "other-chain": (
        "this nonce is of a chain of yours that does not count for epoch {epoch}; fill in the right one with: "
        "adjudicate nonces stamp FILE --epoch {epoch}{chain}"
    ),
    "others-nonce": "this nonce is of the chain of another seat; wanted is yours of epoch {epoch}",
    "needless-nonce": "no nonce is wanted of you in this turn, and this one is not used; keep later ones to yourself",
    "no-orders": "the file has neither orders nor a nonce that is wanted",
}
_NONCE = re.compile(r"[0-9a-f]{64}")
_BLANK = re.compile(r"epoch ([0-9]{1,5})(?: of ([0-9a-f]{8}))?")
_SHOWN = 8
"""Digits of an anchor that tell a seat's chains apart."""


class Wanted(NamedTuple):
    """The nonces that a turn wants: of which ``epoch``, of which seats (``due``), and what they are held against.

    ``anchors`` (hex) has the published end of each seat's chain that counts for this epoch, ``length`` how many links
    stand above it. ``renewed`` has the seats that got a new anchor or another holder in the game.
    """

    epoch: int
    due: frozenset[Seat]
    anchors: Mapping[Seat, str]
    length: int
    renewed: Mapping[Seat, Renewed] = {}

    def is_waived(self, seat: Seat) -> bool:
        """Whether no turn waits for the nonce of ``seat``, since it may have none to give."""
        return seat in self.renewed and self.renewed[seat].waived


def is_filled_in(nonce: str | None) -> bool:
    """Whether a nonce stands there, right or wrong."""
    return nonce is not None and _NONCE.fullmatch(nonce) is not None


class Blank(NamedTuple):
    """Which nonce is to be filled in: its epoch, and the first digits of the anchor of a new chain."""

    epoch: int
    chain: str | None


def read_blank(nonce: str) -> Blank | None:
    """Which nonce is to be filled in, where the form's own words still stand in its place."""
    match = _BLANK.fullmatch(nonce)
    return Blank(int(match[1]), match[2]) if match else None


def write_blank(epoch: int, renewed: Renewed | None = None) -> str:
    """What stands in a form in place of the nonce of ``epoch``, of a seat whose chain was ``renewed``."""
    return f"epoch {epoch}" + (f" of {renewed.anchor[:_SHOWN]}" if renewed and renewed.anchor else "")


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
        if not wanted.is_waived(seat):
            yield Problem("missing-nonce", Gravity.UNWISE, place, _name_wanted(wanted, seat))
        elif not file.has_orders:
            yield Problem("no-orders", Gravity.INVALID, START)
    elif is_filled_in(file.nonce) and not is_right(wanted, seat, file.nonce):
        yield _explain(wanted, seat, bytes.fromhex(file.nonce))._replace(place=place)


def _name_wanted(wanted: Wanted, seat: Seat) -> dict[str, str | int]:
    chain = f" --chain {wanted.anchors[seat][:_SHOWN]}" if seat in wanted.renewed else ""
    return {"epoch": wanted.epoch, "chain": chain}


def _explain(wanted: Wanted, seat: Seat, nonce: bytes) -> Problem:
    """What a wrong nonce is; that may take as many hashes as chains have links, and is done for wrong ones only."""
    found = find_epoch(bytes.fromhex(wanted.anchors[seat]), nonce, wanted.length)
    if found is not None:
        return Problem("other-epoch", Gravity.INVALID, START, {"epoch": wanted.epoch, "found": found})
    own = wanted.renewed[seat].others if seat in wanted.renewed else ()
    if any(find_epoch(bytes.fromhex(anchor), nonce, wanted.length) is not None for anchor in own):
        return Problem("other-chain", Gravity.INVALID, START, _name_wanted(wanted, seat))
    others = (anchor for other, anchor in wanted.anchors.items() if other != seat)
    stolen = any(find_epoch(bytes.fromhex(anchor), nonce, wanted.length) is not None for anchor in others)
    return Problem("others-nonce" if stolen else "wrong-nonce", Gravity.INVALID, START, {"epoch": wanted.epoch})
