"""Proofs of reports, what these say in words, and the history that they tell, with all that is found in it."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from adjudicator.proof.block import BlockError, read_proof_file
from adjudicator.proof.copies import Copy
from adjudicator.proof.header_text import Header, Proof, read_header, read_proof
from adjudicator.proof.leaves import PUBLIC
from adjudicator.proof.lines import Lines
from adjudicator.proof.mails import Piece

_HEADING, _OWN = "What happened", "You"
_ONE = r"(?:[^(),\n]+ \()?[a-z][a-z0-9-]{0,31}\)?"
_AWAITED = re.compile(rf"^Awaited(?:\sby\s.*?)?:\s({_ONE}(?:,\s{_ONE})*)\.$", re.MULTILINE | re.DOTALL)
"""Behind the name of a person stands the id of the seat in brackets; neither brackets nor commas are in a name."""
_AWAITED_HTML = re.compile(r"^<p>Awaited(?: by [^<]*?)?: ([^<]+)\.</p>$", re.MULTILINE)
_ITEM = re.compile(r"<li>(.*?)</li>", re.DOTALL)
_BULLET = "- "
COUNTED: Mapping[str, str] = {
    "bodies": "report{s} byte for byte",
    "orders": "turn{s} with your orders",
    "facts": "turn{s} with what only you knew",
    "keys": "key{s}",
    "nonces": "nonce{s}",
    "draws": "public draw{s}",
    "told": "sentence{s} about draws",
    "setup": "",
    "move_files": "move file{s} of yours",
}
"""What is checked, and how its count is told; of the set-up, which was made again or not, in other words.

``s`` is empty for one.
"""


class Report(NamedTuple):
    """What proves a report: the file from a mail, with its title, the header, the proof."""

    piece: Piece
    title: str
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
class History:
    """A game as its reports tell it, oldest first.

    ``lines`` are all headers, those that no longer count included; ``sources`` says of each head where it stood;
    ``headers`` has the one of each turn that counts, as far as can be told. ``copies`` are, by head, the reports whose
    wording can be read: none that is known to have been changed on its way.

    Of what was found ``findings`` are wrong, ``questions`` open, ``remarks`` worth knowing; ``counts`` were checked. A
    question is what missing mails would answer: either way it is worth asking for them.
    """

    game: str
    reports: Sequence[Report]
    lines: Lines
    headers: Mapping[int, Header]
    sources: Mapping[str, str]
    copies: dict[str, list[Copy]] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0))

    @property
    def newest(self) -> Header:
        """The header of the newest turn."""
        return self.headers[max(self.headers)]

    def place(self, header: Header) -> str:
        """A header, for messages."""
        return f"{self.sources[header.head]}: turn {header.turn}"

    def find(self, where: Header | Report | Copy, words: str) -> None:
        """Note what is wrong with a header, a proof or a report."""
        self.findings.append(f"{self.place(where) if isinstance(where, Header) else where.place}: {words}")


def read_report(piece: Piece) -> Report:
    """The proof in ``piece``. Raises :class:`BlockError`."""
    try:
        title, text, proof = read_proof_file(piece.data)
        return Report(piece, title, read_header(text), read_proof(proof))
    except (RecursionError, TypeError) as error:
        raise BlockError(f"damaged ({type(error).__name__})") from error


def list_sentences(data: bytes, turn: int) -> list[str]:
    """The sentences about ``turn`` in the report ``data``, its reader's own first; none where it has no such part.

    What players write cannot get in: it stands in other parts, cannot begin a line and cannot make a tag.
    """
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    if f"<h2>{_HEADING}</h2>" in text:
        return _read_html(text, turn)
    return _read_text(text.split("\n"), turn)


def _read_html(text: str, turn: int) -> list[str]:
    part = text.partition(f"<h2>{_HEADING}</h2>")[2].partition("<h2>")[0]
    lists = [part.partition(f"<h3>{head}</h3>")[2].partition("</ul>")[0] for head in (_OWN, f"Turn {turn}")]
    return [" ".join(html.unescape(item).split()) for items in lists for item in _ITEM.findall(items)]


def _read_text(lines: list[str], turn: int) -> list[str]:
    underline = "-" * len(_HEADING)
    starts = [number for number, line in enumerate(lines) if line == underline and lines[number - 1] == _HEADING]
    sentences: list[str] = []
    inside = False
    for line in lines[starts[0] + 1 :] if starts else ():
        if inside and line.startswith(_BULLET):
            sentences.append(line.removeprefix(_BULLET).strip())
        elif inside and line.startswith("  ") and sentences:
            sentences[-1] += f" {line.strip()}"
        elif line and not line.strip("-"):
            break
        else:
            inside = line in {f"{_OWN}:", f"Turn {turn}:"}
    return sentences


def list_awaited(data: bytes) -> set[str]:
    """The seats that the report ``data`` says must be heard before the next turn; none where it does not say."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    said = _AWAITED_HTML.findall(text) if "<body>" in text else _AWAITED.findall(text)
    listed = (html.unescape(names).replace("\n", " ").split(", ") for names in said)
    return {name.rpartition("(")[2].removesuffix(")") for names in listed for name in names}
