"""What a player's own files say, held against headers: his word beside the moderator's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.proof.copies import hash_spellings
from adjudicator.proof.header_text import Header, read_consumed
from adjudicator.proof.mails import Piece
from adjudicator.proof.reports import Told

_SAID = re.compile(rb"^([a-z]+):[ \t]*[\"']?([0-9a-z-]{1,64})(?![0-9a-z-])", re.MULTILINE)
_DIGITS = re.compile(r"[0-9a-f]{64}")


class OwnFile(NamedTuple):
    """A file of the player's by what its lines say; what a line does not say is empty."""

    source: str
    said: Mapping[str, str]
    hashes: set[str]

    def get(self, name: str) -> str:
        """What stands behind ``name``."""
        return self.said.get(name, "")

    def get_hash(self, name: str) -> str:
        """What 64 digits stand behind ``name``."""
        return self.get(name) if _DIGITS.fullmatch(self.get(name)) else ""


class TakenUp(NamedTuple):
    """The ``files`` of a seat that a turn took up, which are all here, as are those of all turns before.

    ``quoted`` are the heads that its newest files quoted before.
    """

    header: Header
    seat: str
    files: Sequence[OwnFile]
    quoted: frozenset[str]


def read_own(game: str, pieces: Sequence[Piece]) -> list[OwnFile]:
    """The player's files for ``game``."""
    files = []
    for piece in pieces:
        said = {name.decode(): value.decode() for name, value in _SAID.findall(piece.data)}
        if said.get("game") == game:
            files.append(OwnFile(piece.source, said, hash_spellings(piece.data)))
    return files


def list_taken_up(told: Told, own: Sequence[OwnFile]) -> Iterator[TakenUp]:
    """What turns took up of the player's ``own`` files, as far as a run of turns is here from its beginning."""
    known = {digest: file for file in own for digest in file.hashes}
    taken: dict[str, dict[str, list[list[str]]]] = {}
    for report in told.reports:
        if report.proof.orders:
            consumed = read_consumed(report.proof.orders.value)
            taken.setdefault(report.header.head, {}).setdefault(report.reader, consumed)
    quoted: dict[tuple[str, str], frozenset[str]] = {}  # by head and seat, what its newest files quote
    for header in told.lines.ordered:
        before = told.lines.parent(header)
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
            # a head is published when its seat is asked, so that one quoted earlier may come now
            quoted[header.head, seat] = list_quoted(here) or earlier
            yield TakenUp(header, seat, here, earlier)


def list_quoted(files: Sequence[OwnFile]) -> frozenset[str]:
    """The heads that ``files`` quote."""
    return frozenset(file.get("after") for file in files) - {""}


def check_own_words(told: Told, pieces: Sequence[Piece]) -> None:
    """The heads that the player quoted are those that headers say he did."""
    for header, seat, files, quoted in list_taken_up(told, read_own(told.game, pieces)):
        before, echo = told.lines.parent(header), header.echoes.get(seat)
        if echo and echo not in list_quoted(files) | quoted and not (before and before.echoes.get(seat) == echo):
            words = f"echoes.{seat}: {echo} is not the head that your files quote"
            told.ledger.findings.append(f"{told.place(header)}: {words}")
