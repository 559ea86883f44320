"""Nonces held against what their seats had committed to when they joined, by headers alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import NamedTuple

from adjudicator.proof.hashing import Json
from adjudicator.proof.header_text import Header
from adjudicator.proof.nonces import commit_opening, hash_down
from adjudicator.proof.reports import Told

_MOST_STEPS = 1 << 18
"""So many links of chains are hashed for one line of turns."""


class Joined(NamedTuple):
    """With what a seat joined: the anchor of its chain, the commitment to its opening."""

    anchor: str
    commitment: str


def find_late_choices(known: Mapping[str, Header]) -> Iterator[tuple[str, str]]:
    """What was chosen when draws could be known: heads of turns and what is wrong, of ``known`` headers by their heads.

    An epoch has the same nonces on every line.
    """
    first: dict[int, tuple[Mapping[str, str | None], int]] = {}
    for header in sorted(known.values(), key=lambda header: (header.turn, header.head)):
        for epoch, mix in sorted(header.mixes.items()):
            earlier, turn = first.setdefault(epoch, (mix, header.turn))
            for seat in sorted(seat for seat in {**earlier, **mix} if earlier.get(seat, "") != mix.get(seat, "")):
                yield header.head, f"rng.mixes.{epoch}: {seat}: another nonce than a turn {turn} has for this epoch"


def check_choices(told: Told) -> None:
    """What :func:`find_late_choices` finds in the headers that are here; and a rewind settles what was fixed."""
    headers = told.lines.headers
    told.ledger.findings += [f"{told.place(headers[head])}: {words}" for head, words in find_late_choices(headers)]
    settled: dict[str, Mapping[str, Json]] = {}
    for header in told.lines.ordered:
        before = told.lines.parent(header)
        held = dict(settled[before.head]) if before else {}
        for act in header.acts:
            mixes = act.get("mixes") if isinstance(act, Mapping) else None
            if isinstance(act, Mapping) and isinstance(mixes, Mapping):
                held |= mixes
                _hold_settled(told, header, act, mixes)
        for epoch, mix in header.mixes.items():
            if held.get(str(epoch), mix) != mix:
                words = f"rng.mixes.{epoch}: not what a rewind says that holds"
                told.ledger.findings.append(f"{told.place(header)}: {words}")
        settled[header.head] = held


def _hold_settled(told: Told, header: Header, act: Mapping[str, Json], mixes: Mapping[str, Json]) -> None:
    """The ``mixes`` that the rewind ``act`` says hold are those of the turns that it took back.

    Of a turn that nobody was told of it could say anything, so that its report is asked for.
    """
    head, last, to = act.get("head"), act.get("after_turn"), act.get("to")
    if not isinstance(head, str) or not isinstance(last, int) or not isinstance(to, int):
        return
    gone = list(takewhile(lambda header: header.turn > to, told.lines.climb(head)))
    fixed = {str(epoch): mix for header in gone for epoch, mix in header.mixes.items() if mix}
    place = f"{told.place(header)}: acts: mixes"
    if len(gone) == last - to:
        if fixed != {epoch: mix for epoch, mix in mixes.items() if mix}:
            told.ledger.findings.append(f"{place}: not those that were fixed by the turns which the rewind took back")
    elif mixes:
        first = gone[-1] if gone else None
        turn, wanted = (first.turn - 1, first.previous) if first else (last, head)
        told.ledger.questions.append(
            f"{place}: that the turns which the rewind took back had fixed these, a report that is missing here has to "
            f"say: ask for that of turn {turn} with the head {wanted}"
        )


class _Fixed(NamedTuple):
    """What nonces are held against after a header: with what seats ``joined``, and the last link of each.

    A link is an epoch and its nonce.
    """

    joined: Mapping[str, Joined]
    links: Mapping[str, tuple[int, bytes]] = {}


def check_chains(told: Told, joined: Mapping[str, Joined]) -> None:
    """Every nonce is of the chain of its seat, or at least of one chain with those before it.

    ``joined`` is what the seats joined with, as far as it is known.
    """
    fixed: dict[str, _Fixed] = {}
    steps = 0
    for header in told.lines.ordered:
        before = told.lines.parent(header)
        held = fixed[before.head] if before else _Fixed(joined)
        links = dict(held.links)
        for epoch, seat, nonce in _list_nonces(header):
            bare, pledge = bytes.fromhex(nonce), held.joined.get(seat)
            if epoch == 0:
                right = pledge is None or commit_opening(bare) == pledge.commitment
            else:
                lower, link = links.get(seat) or (0, bytes.fromhex(pledge.anchor if pledge else ""))
                steps += max(0, epoch - lower)
                if steps > _MOST_STEPS:
                    words = f"nonces from turn {header.turn} on are not checked: their chains are too long"
                    told.ledger.remarks.append(words)
                    return
                right = not link or epoch <= lower or hash_down(bare, epoch - lower) == link
                links[seat] = epoch, bare
            told.ledger.counts["nonces"] += 1
            if not right:
                words = f"{seat}: not a nonce that this seat had committed to"
                told.ledger.findings.append(f"{told.place(header)}: rng.mixes.{epoch}: {words}")
        fixed[header.head] = held._replace(links=links)


def _list_nonces(header: Header) -> Iterator[tuple[int, str, str]]:
    for epoch, mix in sorted(header.mixes.items()):
        for seat, nonce in mix.items():
            if nonce is not None:
                yield epoch, seat, nonce
