"""Nonces held against what their seats had committed to when they joined, and against the player's own files."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from adjudicator.proof.hashing import hash_bytes
from adjudicator.proof.header_text import Header
from adjudicator.proof.mails import Piece
from adjudicator.proof.mix_checks import is_upgraded, list_settled
from adjudicator.proof.nonces import Pledge, commit_opening, hash_down
from adjudicator.proof.own_files import OwnFile, list_taken_up, read_own
from adjudicator.proof.reports import History

_MOST_STEPS = 1 << 18
"""So many links of chains are hashed for one line of turns."""
_WANTED = re.compile(rb"^nonce: epoch ([0-9]{1,5})\b", re.MULTILINE)
"""The line of an order form for a nonce."""
_LISTED = re.compile(rb"^game: ([a-z][a-z0-9-]{0,31})\r?$", re.MULTILINE)
_PLEDGE = re.compile(
    rb"^seat ([a-z][a-z0-9-]{0,31})\r?\n +anchor: +([0-9a-f]{64})\r?\n +commitment: +([0-9a-f]{64})\s*$", re.MULTILINE
)
_START = "start.json"


def check_chains(history: History, move_files: Sequence[Piece], letters: Sequence[Piece]) -> None:
    """Every nonce and opening is what its seat committed to, and what the player's own files say of his.

    With what everybody joined stands in one of the ``letters``, and, for want of it, in what files say.
    """
    own, listed = read_own(history.game, move_files), _read_joined(history.game, letters)
    _follow_chains(history, {**_read_own_joins(own), **listed})
    _check_joining(history, own, listed)
    asked = {(head, copy.reader): _find_wanted(copy.data) for head, copies in history.copies.items() for copy in copies}
    settled: dict[str, frozenset[int]] = {}  # by head, the epochs whose mixes hold since turns before a rewind
    for header in history.lines.ordered:
        before = history.lines.parent(header)
        settled[header.head] = (settled[before.head] if before else frozenset()) | list_settled(header)
    for header, seat, files, _ in list_taken_up(history, own):
        wanted = None if is_upgraded(header) else asked.get((header.previous or "", seat))
        for words in _check_nonce(header, seat, files, wanted, settled[header.head]):
            history.find(header, words)


def _read_joined(game: str, letters: Sequence[Piece]) -> dict[str, Pledge]:
    """With what the seats joined, by the letter that lists it; nothing where it is not here."""
    for piece in letters:
        if game.encode() in _LISTED.findall(piece.data):
            return {
                seat.decode(): Pledge(anchor.decode(), commitment.decode())
                for seat, anchor, commitment in _PLEDGE.findall(piece.data)
            }
    return {}


def _read_own_joins(own: Sequence[OwnFile]) -> dict[str, Pledge]:
    """With what the player himself joined, by his file: for want of the letter that lists it."""
    joins: dict[str, set[Pledge]] = {}
    for file in own:
        if file.get_hash("anchor") and file.get_hash("commitment"):
            joins.setdefault(file.get("seat"), set()).add(Pledge(file.get("anchor"), file.get("commitment")))
    # of several that were sent only the letter says which one counts
    return {seat: next(iter(one)) for seat, one in joins.items() if len(one) == 1}


def _find_wanted(data: bytes) -> int | None:
    """The epoch whose nonce the order form in the report ``data`` asks for; None where it asks for none."""
    match = _WANTED.search(data)
    return int(match[1]) if match else None


def _follow_chains(history: History, joined: Mapping[str, Pledge]) -> None:
    """Every nonce is of the chain of its seat, or at least of one chain with those before it.

    ``joined`` is what the seats joined with, as far as it is known.
    """
    known: dict[str, Mapping[str, tuple[int, bytes]]] = {}  # by head, the epoch and nonce that each seat gave last
    steps = 0
    for header in history.lines.ordered:
        before = history.lines.parent(header)
        links = dict(known[before.head]) if before else {}
        for epoch, seat, nonce in _list_nonces(header):
            bare, pledge = bytes.fromhex(nonce), joined.get(seat)
            if epoch == 0:
                right = pledge is None or commit_opening(bare) == pledge.commitment
            else:
                lower, link = links.get(seat) or (0, bytes.fromhex(pledge.anchor if pledge else ""))
                steps += max(0, epoch - lower)
                if steps > _MOST_STEPS:
                    words = f"nonces from turn {header.turn} on are not checked: their chains are too long"
                    history.remarks.append(words)
                    return
                right = not link or epoch <= lower or hash_down(bare, epoch - lower) == link
                links[seat] = epoch, bare
            history.counts["nonces"] += 1
            if not right:
                history.find(
                    header, f"rng.mixes.{epoch}: {seat}: not a nonce of the chain that this seat fixed before the game"
                )
        known[header.head] = links


def _list_nonces(header: Header) -> Iterator[tuple[int, str, str]]:
    for epoch, mix in sorted(header.mixes.items()):
        for seat, nonce in mix.items():
            if nonce is not None:
                yield epoch, seat, nonce


def _check_nonce(
    header: Header, seat: str, files: Sequence[OwnFile], wanted: int | None, settled: Collection[int]
) -> Iterator[str]:
    """A turn mixes in the last nonce that the ``files`` gave which it took up.

    ``wanted`` is the epoch of the nonce that the seat's form had asked for, where that is known.
    """
    given = [file for file in files if file.get_hash("nonce") and file.get("turn") == str(header.turn)]
    last = max(header.mixes, default=0)
    epoch = wanted if wanted is not None and wanted not in settled else last
    if not epoch or not given or epoch in settled:
        return
    mix = header.mixes.get(epoch, {})
    if seat not in mix and wanted is None:
        return  # a nonce that nobody asked for is not used
    if mix.get(seat) is None:
        yield f"rng.mixes.{epoch}: nothing from {seat}, but the turn took up the nonce in {given[-1].source}"
    elif mix[seat] != given[-1].get("nonce"):
        yield f"rng.mixes.{epoch}: {seat}: not the nonce in {given[-1].source}"


def _check_joining(history: History, own: Sequence[OwnFile], listed: Mapping[str, Pledge]) -> None:
    """Turn 0 goes by what everybody joined with."""
    joins = [file for file in own if file.get_hash("anchor") and file.get_hash("commitment")]
    first = history.headers.get(0)
    openings = first.mixes.get(0, {}) if first else {}
    for seat in dict.fromkeys(file.get("seat") for file in joins):
        joined = {Pledge(file.get("anchor"), file.get("commitment")) for file in joins if file.get("seat") == seat}
        if seat in listed and listed[seat] not in joined:
            history.findings.append(f"the list of anchors: {seat}: not what your join file says")
        bare = openings.get(seat)
        if first and bare and commit_opening(bytes.fromhex(bare)) not in {one.commitment for one in joined}:
            history.find(first, f"rng.mixes.0: {seat}: does not open the commitment in your file")
    opened = [file for file in own if file.get_hash("opening")]
    for seat in dict.fromkeys(file.get("seat") for file in opened):
        said = {file.get("opening") for file in opened if file.get("seat") == seat}
        if first and seat in openings and openings[seat] not in said:
            history.find(first, f"rng.mixes.0: {seat}: not the opening in your file")
    if first and openings and openings.keys() <= listed.keys():
        files = first.fields.get("files")
        if not isinstance(files, Mapping) or files.get(_START) != _hash_start(openings, listed):
            history.find(first, f"files.{_START}: does not match the list of anchors")
    elif first and openings and first.mixed:
        history.remarks.append("the list of anchors is not here: put the letter that everybody got into the folder")


def _hash_start(openings: Mapping[str, str | None], listed: Mapping[str, Pledge]) -> str:
    """The hash of ``start.json``, as the program writes it, from the openings and the list of anchors."""
    seats = {seat: {**listed[seat]._asdict(), "opening": opening} for seat, opening in openings.items()}
    return hash_bytes(b'{\n"format": 1,\n"seats": ' + json.dumps(seats).encode() + b"\n}\n")
