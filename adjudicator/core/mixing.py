"""Mixing: which nonces of which seats go into the draws of an epoch, at chance level L2.

The mix of an epoch is fixed at the first turn that may draw in it, from the seats that were asked before that turn,
whether the turn comes to draw or not: nothing that anybody does within the turn can change who is mixed in
(``docs/decisions/014-nonces.md``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from adjudicator.core.table import Seat
from adjudicator.proof.nonces import hash_down

Mix: TypeAlias = Mapping[Seat, str | None]
"""The nonce (hex) of every seat that was due; None for one that gave none."""
Mixes: TypeAlias = Mapping[int, Mix]
"""Mixes by epoch."""

NO_MIXES: Mixes = MappingProxyType({})
NOBODY: Mapping[Seat, int] = MappingProxyType({})
MOST_WITHHELD = 2
"""Nonces that may get lost without anybody wondering; more are remarked upon, which is all that happens."""


class Mixing(NamedTuple):
    """What is mixed in: ``fixed`` in this turn, ``known`` in all.

    ``known`` has every epoch that may still be drawn in, or at least the last one. ``withheld`` counts for each seat
    the turns, this one included, that wanted a nonce of it and got none. At level L1 all of them are empty.
    """

    fixed: Mixes = NO_MIXES
    known: Mixes = NO_MIXES
    withheld: Mapping[Seat, int] = NOBODY


NO_MIXING = Mixing()


class Nonces(NamedTuple):
    """The nonces of one turn: those that came (hex), and the seats whose nonce is waited for."""

    given: Mapping[Seat, str]
    missing: tuple[Seat, ...]


NO_NONCES = Nonces({}, ())


def find_wanted(known: Mixes, furthest: int | None) -> int | None:
    """The epoch whose nonce a turn wants that may draw up to ``furthest``; None where nothing is left to be fixed."""
    return furthest if furthest is not None and furthest > max(known, default=-1) else None


def fix_mixes(
    before: Mixing,
    wanted: int,
    due: Sequence[Seat],
    given: Mapping[Seat, str],
    settled: Mixes = NO_MIXES,
) -> Mixing:
    """What is mixed in after a turn that wanted the nonce of epoch ``wanted`` of the seats ``due``.

    ``given`` are the nonces of that epoch that came, each held against its chain before; those of epochs between
    follow from them. ``settled`` are mixes that turns fixed which were abandoned since; they hold, so that no rewind
    changes a draw.
    """
    fixed: dict[int, Mix] = {}
    for epoch in range(max(before.known, default=-1) + 1, wanted + 1):
        fixed[epoch] = settled.get(epoch) or {
            seat: hash_down(bytes.fromhex(given[seat]), wanted - epoch).hex() if seat in given else None for seat in due
        }
    silent = (
        [seat for seat, nonce in settled[wanted].items() if nonce is None]
        if wanted in settled
        else [seat for seat in due if seat not in given]
    )
    withheld = {**before.withheld, **{seat: before.withheld.get(seat, 0) + 1 for seat in silent}}
    return Mixing(fixed, {**before.known, **fixed}, withheld)


def drop_finished(known: Mixes, epoch: int) -> Mixes:
    """Those of ``known`` that may still be drawn in, now that play is in ``epoch``, and the last one.

    Epochs are fixed one after the other, those in which nothing is drawn too, so the last one has to be remembered.
    """
    last = max(known, default=epoch)
    return {number: mix for number, mix in known.items() if number >= min(epoch, last)}
