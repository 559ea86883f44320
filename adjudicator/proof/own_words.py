"""What a player's own files say of chance and of heads, held against headers: his word beside the moderator's."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.proof.copies import hash_spellings
from adjudicator.proof.hashing import hash_bytes
from adjudicator.proof.header_text import Header, read_consumed
from adjudicator.proof.mails import Piece
from adjudicator.proof.mix_checks import is_upgraded, list_settled
from adjudicator.proof.news import find_wanted_nonce
from adjudicator.proof.nonce_checks import Joined
from adjudicator.proof.nonces import commit_opening
from adjudicator.proof.reports import Told

_SAID = re.compile(
    rb"^(game|turn|seat|after|nonce|anchor|commitment|opening):[ \t]*[\"']?([0-9a-z-]{1,64})(?![0-9a-z-])", re.MULTILINE
)
_DIGITS = re.compile(r"[0-9a-f]{64}")
_START = "start.json"


class _OwnFile(NamedTuple):
    """A file of the player's by what its lines say; what a line does not say is empty."""

    source: str
    said: Mapping[str, str]
    hashes: set[str]

    def get(self, name: str) -> str:
        return self.said.get(name, "")

    def get_hash(self, name: str) -> str:
        """What 64 digits stand behind ``name``."""
        return self.get(name) if _DIGITS.fullmatch(self.get(name)) else ""


def _read_own(game: str, pieces: Sequence[Piece]) -> list[_OwnFile]:
    files = []
    for piece in pieces:
        said = {name.decode(): value.decode() for name, value in _SAID.findall(piece.data)}
        if said.get("game") == game:
            files.append(_OwnFile(piece.source, said, hash_spellings(piece.data)))
    return files


def read_own_joins(game: str, pieces: Sequence[Piece]) -> dict[str, Joined]:
    """With what the player himself joined, by his file: for want of the letter that lists it."""
    joins: dict[str, set[Joined]] = {}
    for file in _read_own(game, pieces):
        if file.get_hash("anchor") and file.get_hash("commitment"):
            joins.setdefault(file.get("seat"), set()).add(Joined(file.get("anchor"), file.get("commitment")))
    # of several that were sent only the letter says which one counts
    return {seat: next(iter(one)) for seat, one in joins.items() if len(one) == 1}


def check_own_words(told: Told, pieces: Sequence[Piece], listed: Mapping[str, Joined]) -> None:
    """The player's nonces, his opening, his anchor and the heads he quoted are what headers and letter say they are.

    ``listed`` is with what everybody joined, by the letter; empty where that is not here.
    """
    own = _read_own(told.game, pieces)
    _check_joining(told, own, listed)
    known = {digest: file for file in own for digest in file.hashes}
    taken: dict[str, dict[str, list[list[str]]]] = {}
    for report in told.reports:
        if report.proof.orders:
            consumed = read_consumed(report.proof.orders.value)
            taken.setdefault(report.header.head, {}).setdefault(report.reader, consumed)
    asked = {(report.header.head, report.reader): find_wanted_nonce(report.piece.data) for report in told.reports}
    quoted: dict[tuple[str, str], frozenset[str]] = {}  # by head and seat, what its newest files quote
    settled: dict[str, frozenset[int]] = {}  # by head, the epochs whose mixes hold since turns before a rewind
    for header in told.lines.ordered:
        before = told.lines.parent(header)
        settled[header.head] = (settled[before.head] if before else frozenset()) | list_settled(header)
        for seat, consumed in taken.get(header.head, {}).items():
            if header.turn == 0:
                quoted[header.head, seat] = frozenset()
                continue
            files = [next((known[digest] for digest in digests[:2] if digest in known), None)
                     for _, *digests in consumed]  # fmt: skip
            here = [file for file in files if file]
            earlier = quoted.get((before.head, seat)) if before else None
            if earlier is None or len(here) < len(files):
                continue  # a turn or a file that is not here may say anything
            wanted = None if is_upgraded(header) else asked.get((header.previous or "", seat))
            about_nonce = _check_nonce(header, seat, here, wanted, settled[header.head])
            told.ledger.findings += [f"{told.place(header)}: {words}" for words in about_nonce]
            # a head is published when its seat is asked, so that one quoted earlier may come now
            now = frozenset(file.get("after") for file in here) - {""}
            quoted[header.head, seat] = now or earlier
            echo = header.echoes.get(seat)
            if echo and echo not in now | earlier and not (before and before.echoes.get(seat) == echo):
                words = f"echoes.{seat}: {echo} is not the head that your files quote"
                told.ledger.findings.append(f"{told.place(header)}: {words}")


def _check_nonce(
    header: Header, seat: str, files: Sequence[_OwnFile], wanted: int | None, settled: Collection[int]
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
        yield f"rng.mixes.{epoch}: nothing of {seat}, but the turn took up the nonce in {given[-1].source}"
    elif mix[seat] != given[-1].get("nonce"):
        yield f"rng.mixes.{epoch}: {seat}: not the nonce in {given[-1].source}"


def _check_joining(told: Told, own: Sequence[_OwnFile], listed: Mapping[str, Joined]) -> None:
    """Turn 0 goes by what everybody joined with."""
    joins = [file for file in own if file.get_hash("anchor") and file.get_hash("commitment")]
    first = told.headers.get(0)
    openings = first.mixes.get(0, {}) if first else {}
    for seat in dict.fromkeys(file.get("seat") for file in joins):
        joined = {Joined(file.get("anchor"), file.get("commitment")) for file in joins if file.get("seat") == seat}
        if seat in listed and listed[seat] not in joined:
            told.ledger.findings.append(f"the list of anchors: {seat}: not what your file says that you joined with")
        bare = openings.get(seat)
        if first and bare and commit_opening(bytes.fromhex(bare)) not in {one.commitment for one in joined}:
            words = f"rng.mixes.0: {seat}: does not open the commitment in your file"
            told.ledger.findings.append(f"{told.place(first)}: {words}")
    opened = [file for file in own if file.get_hash("opening")]
    for seat in dict.fromkeys(file.get("seat") for file in opened):
        said = {file.get("opening") for file in opened if file.get("seat") == seat}
        if first and seat in openings and openings[seat] not in said:
            told.ledger.findings.append(f"{told.place(first)}: rng.mixes.0: {seat}: not the opening in your file")
    if first and openings and openings.keys() <= listed.keys():
        files = first.fields.get("files")
        if not isinstance(files, Mapping) or files.get(_START) != _hash_start(openings, listed):
            words = f"files.{_START}: not what the list of anchors says that everybody joined with"
            told.ledger.findings.append(f"{told.place(first)}: {words}")
    elif first and openings and first.level == "L2":
        told.ledger.remarks.append("the list of anchors is not here: put the letter that everybody got into the folder")


def _hash_start(openings: Mapping[str, str | None], listed: Mapping[str, Joined]) -> str:
    """The hash of ``start.json``, as the program writes it, from the openings and the list of anchors."""
    seats = {seat: {**listed[seat]._asdict(), "opening": opening} for seat, opening in openings.items()}
    return hash_bytes(b'{\n"format": 1,\n"seats": ' + json.dumps(seats).encode() + b"\n}\n")
