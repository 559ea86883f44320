"""Reports with their proofs, and the ledger in which everything found is written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from adjudicator.proof.block import BlockError, find_blocks, read_block
from adjudicator.proof.hashing import hash_bytes
from adjudicator.proof.header_text import Header, Proof, read_header, read_proof
from adjudicator.proof.leaves import PUBLIC
from adjudicator.proof.mails import Piece


class Report(NamedTuple):
    """A report from a mail: the piece, its header, its proof."""

    piece: Piece
    header: Header
    proof: Proof

    @property
    def place(self) -> str:
        """The report, for messages."""
        return f"{self.piece.source}: turn {self.header.turn}"

    @property
    def reader(self) -> str:
        """Whose report it is."""
        return self.proof.seat or PUBLIC


@dataclass
class Ledger:
    """What was found: ``findings`` are wrong, ``remarks`` worth knowing, ``counts`` say how much was checked."""

    findings: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys(("bodies", "orders", "facts", "keys", "draws", "move_files"), 0)
    )


@dataclass
class Told:
    """A game as its reports tell it, oldest first; ``headers`` has one for each turn, ``sources`` where it stood."""

    game: str
    reports: Sequence[Report]
    headers: Mapping[int, Header]
    sources: Mapping[int, str]
    ledger: Ledger

    @property
    def newest(self) -> Header:
        """The header of the newest turn."""
        return self.headers[max(self.headers)]

    def place(self, turn: int) -> str:
        """The header of ``turn``, for messages."""
        return f"{self.sources[turn]}: turn {turn}"


def read_report(piece: Piece) -> Report:
    """The report in ``piece``. Raises :class:`BlockError`."""
    blocks = find_blocks(piece.data)
    if len(blocks) != 1:
        raise BlockError("the proof is damaged" if not blocks else f"{len(blocks)} proofs in one report")
    try:
        text, proof = read_block(blocks[0])
        return Report(piece, read_header(text), read_proof(proof))
    except (RecursionError, TypeError) as error:
        raise BlockError(f"damaged ({type(error).__name__})") from error


def hash_spellings(data: bytes) -> set[str]:
    """The hashes of ``data`` as it is, and with line ends as we write them: a mail may have changed those."""
    return {hash_bytes(data), hash_bytes(data.replace(b"\r\n", b"\n"))}
