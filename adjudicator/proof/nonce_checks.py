"""Nonces held against what their seats had committed to, by headers alone: when they joined, or by a new anchor.

Which chain of a seat counts for an epoch follows from the new anchors that headers tell of: the last one whose first
epoch is not later, else the one it joined with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from adjudicator.proof.hashing import Json
from adjudicator.proof.header_text import Header
from adjudicator.proof.nonces import commit_opening, hash_down
from adjudicator.proof.reports import Told

_MOST_STEPS = 1 << 18
"""So many links of chains are hashed for one line of turns."""
MOST_ANCHORS = 256
"""New anchors that are followed."""
_HEX = re.compile(r"[0-9a-f]{64}")


class NewAnchor(NamedTuple):
    """A new chain of ``seat`` that counts from ``epoch``: act ``number``, made when ``head`` was the newest."""

    seat: str
    anchor: str
    epoch: int
    head: str
    after_turn: int
    number: int


class Joined(NamedTuple):
    """With what a seat joined: the anchor of its chain, the commitment to its opening."""

    anchor: str
    commitment: str


def list_new_anchors(header: Header) -> list[NewAnchor]:
    """The new anchors among the acts that ``header`` tells of; what is none of ours is left out."""
    found = []
    for act in header.acts:
        if isinstance(act, Mapping) and act.get("kind") == "anchor":
            texts = [act.get(name) for name in ("seat", "anchor", "head")]
            numbers = [act.get(name) for name in ("epoch", "after_turn", "number")]
            seat, anchor, head = (text if isinstance(text, str) else "" for text in texts)
            epoch, turn, number = (value if isinstance(value, int) else -1 for value in numbers)
            if _HEX.fullmatch(anchor) and epoch > 0:
                found.append(NewAnchor(seat, anchor, epoch, head, turn, number))
    return found


def find_late_choices(known: Mapping[str, Header]) -> Iterator[tuple[str, str]]:
    """What was chosen when draws could be known: heads of turns and what is wrong, of ``known`` headers by their heads.

    An epoch has the same nonces on every line, and a new chain has no part in an epoch that was fixed before.
    """
    fixed: dict[str, int] = {}
    first: dict[int, tuple[Mapping[str, str | None], int]] = {}
    ordered = sorted(known.values(), key=lambda header: (header.turn, header.head))
    for header in ordered:
        fixed[header.head] = max(*header.mixes, -1, fixed.get(header.previous or "", -1))
        for epoch, mix in sorted(header.mixes.items()):
            earlier, turn = first.setdefault(epoch, (mix, header.turn))
            for seat in sorted(seat for seat in {**earlier, **mix} if earlier.get(seat, "") != mix.get(seat, "")):
                yield header.head, f"rng.mixes.{epoch}: {seat}: another nonce than a turn {turn} has for this epoch"
    for header in ordered:
        for new in list_new_anchors(header):
            first_told = header.previous == new.head and not _was_told(new, header)
            last = max(fixed.get(new.head, -1), *(header.mixes if first_told else ()), -1)
            if last >= new.epoch:
                words = f"the new anchor of {new.seat} counts from epoch {new.epoch}, but {last} was fixed by then"
                yield header.head, f"acts: {words}"


def _was_told(new: NewAnchor, header: Header) -> bool:
    """Whether turns that were abandoned with that of ``header`` had told of the ``new`` anchor before."""
    for act in header.acts:
        if isinstance(act, Mapping) and act.get("kind") == "rewind":
            number, turn = act.get("number"), act.get("after_turn")
            if isinstance(number, int) and isinstance(turn, int) and number > new.number and turn > new.after_turn:
                return True
    return False


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
    """What nonces are held against after a header: with what seats ``joined``, new ``anchors``, the last ``links``.

    A link, an epoch and its nonce, is of a seat and an anchor, which is empty where no report here tells it.
    """

    joined: Mapping[str, Joined]
    anchors: tuple[NewAnchor, ...] = ()
    links: Mapping[tuple[str, str], tuple[int, bytes]] = {}


def check_chains(told: Told, joined: Mapping[str, Joined]) -> None:
    """Every nonce is of the chain of its seat that counts, or at least of one chain with those before it.

    ``joined`` is what the seats joined with, as far as it is known. Behind a missing turn there may be another chain.
    """
    fixed: dict[str, _Fixed] = {}
    steps = 0
    for header in told.lines.ordered:
        before = told.lines.parent(header)
        held = fixed[before.head] if before else _Fixed({} if header.turn else joined)
        held = held._replace(anchors=(*held.anchors, *list_new_anchors(header))[-MOST_ANCHORS:])
        links = dict(held.links)
        for epoch, seat, nonce in _list_nonces(header):
            bare, pledge = bytes.fromhex(nonce), held.joined.get(seat)
            if epoch == 0:
                right = pledge is None or commit_opening(bare) == pledge.commitment
            else:
                counting = find_counting(held.anchors, seat, epoch)
                anchor = counting.anchor if counting else pledge.anchor if pledge else ""
                lower, link = links.get((seat, anchor)) or (0, bytes.fromhex(anchor))
                steps += max(0, epoch - lower)
                if steps > _MOST_STEPS:
                    words = f"nonces from turn {header.turn} on are not checked: their chains are too long"
                    told.ledger.remarks.append(words)
                    return
                right = not link or epoch <= lower or hash_down(bare, epoch - lower) == link
                links[seat, anchor] = epoch, bare
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


def find_counting(anchors: Sequence[NewAnchor], seat: str, epoch: int) -> NewAnchor | None:
    """The one of the new ``anchors`` whose chain counts for ``seat`` and ``epoch``; None where it is no new one."""
    return next((new for new in reversed(anchors) if new.seat == seat and new.epoch <= epoch), None)
