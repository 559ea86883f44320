"""A game's history as its mails tell it: its headers as a tree, acts of the moderator, and all that is found in it.

A mailbox may lack any mail. So a head is often known only from the header after it, or from an act, and what a missing
header would say is left open: nothing here takes a gap for a lie.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import islice
from typing import NamedTuple

from adjudicator.core.json_value import JsonObject
from adjudicator.proof.copies import Copy
from adjudicator.proof.hashing import PUBLIC
from adjudicator.proof.header import Header, read_header
from adjudicator.proof.mails import Piece
from adjudicator.proof.proof_file import BlockError, Proof, read_proof, read_proof_file

_MOST_ACTS = 1 << 14
"""Rewinds that are followed, each as often as a header tells of it."""
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


class AbandonedTurns(NamedTuple):
    """A rewind: when turn ``last`` with ``head`` was the newest, the turns after ``to`` were abandoned."""

    head: str
    last: int
    to: int


class Relation(Enum):
    """How two headers of one turn go together."""

    REPLACED = "an act says that one took the place of the other"
    OPEN = "a missing email may say so"
    SPLIT = "whatever is missing, they are two histories"


class Lines:
    """The headers that are here, by head, each linked to the one before it."""

    def __init__(self, headers: Mapping[str, Header]) -> None:
        """``headers`` are of one game, by head."""
        self.headers = headers
        self.ordered = sorted(headers.values(), key=lambda header: (header.turn, header.head))
        rewinds = ((header, read_change(act)) for header in self.ordered for act in header.acts)
        self._rewinds: dict[str, list[AbandonedTurns]] = {}
        for header, change in islice(((header, change) for header, change in rewinds if change), _MOST_ACTS):
            self._rewinds.setdefault(header.head, []).append(change)
        self.rewinds = list(dict.fromkeys(taken for rewinds in self._rewinds.values() for taken in rewinds))
        """All that headers tell of, each once."""
        self._place_in_runs()
        self.abandoned: dict[str, AbandonedTurns] = {}
        """Heads that are here and no longer count, each with the act that said so first."""
        for one in self.rewinds:
            for head in self._list_taken(one):
                self.abandoned.setdefault(head, one)

    def _place_in_runs(self) -> None:
        """Cut the tree into runs without forks, so that an ancestor is found in a few steps."""
        self._run: dict[str, int] = {}
        self._runs: list[list[str]] = []
        self._holder: dict[str, str | None] = {}
        for header in self.ordered:
            before = self.parent(header)
            self._holder[header.head] = (
                header.head if header.head in self._rewinds else self._holder[before.head] if before else None
            )
            if before and self._runs[self._run[before.head]][-1] == before.head:
                self._run[header.head] = self._run[before.head]
                self._runs[self._run[header.head]].append(header.head)
            else:
                self._run[header.head] = len(self._runs)
                self._runs.append([header.head])

    def parent(self, header: Header) -> Header | None:
        """The header before ``header``; None where it is not here."""
        before = self.headers.get(header.previous or "")
        return before if before and before.turn == header.turn - 1 else None

    def climb(self, head: str) -> Iterator[Header]:
        """The header with ``head`` and those before it, as far as they are here without a gap."""
        header = self.headers.get(head)
        while header:
            yield header
            header = self.parent(header)

    def find_at(self, head: str | None, last: int, turn: int) -> str | None:
        """The head of ``turn`` in the line that had ``head`` at turn ``last``; None where a missing mail would say."""
        while head is not None and last > turn:
            run = self._run.get(head)
            first = self.headers[self._runs[run][0]] if run is not None else None
            if run is None or first is None or self.headers[head].turn != last:
                return None
            if first.turn <= turn:
                return self._runs[run][turn - first.turn]
            head, last = first.previous, first.turn - 1
        return head if last == turn else None

    def find_end(self, header: Header) -> tuple[str | None, int]:
        """The first head below ``header`` that is not here, and its turn; None and -1 where turn 0 is here."""
        while True:
            first = self.headers[self._runs[self._run[header.head]][0]]
            before = self.parent(first)
            if before is None:
                return first.previous, first.turn - 1
            header = before

    def list_known(self, header: Header) -> tuple[set[str], bool]:
        """The heads that whoever played up to ``header`` may have been told, as far as they are here.

        Those before it, and those of all lines that acts up to it abandoned. Also whether these are all of them.
        """
        known: set[str] = set()
        line = list(self.climb(header.head))
        whole = line[-1].turn == 0
        for one in line:
            known |= {one.head, *([one.previous] if one.previous else [])}
            for taken in self._rewinds.get(one.head, ()):
                heads = self._list_taken(taken)
                known |= {taken.head, *heads, *(self.headers[head].previous or "" for head in heads)}
                whole = whole and len(heads) == taken.last - taken.to
        return known, whole

    def relate(self, one: Header, other: Header) -> Relation:
        """How two headers of one turn with different heads go together."""
        found = {self._replaces(one, other), self._replaces(other, one)}
        return next(relation for relation in Relation if relation in found)

    def _replaces(self, newer: Header, older: Header) -> Relation:
        """Whether ``newer`` can have been run after a rewind that abandoned ``older``: its own line has to say so."""
        turn, possible = newer.turn, False
        holder = self._holder[newer.head]
        while holder is not None:
            header = self.headers[holder]
            if self.find_at(older.head, turn, header.turn) == holder:
                break  # what both follow was there before either
            for taken in self._rewinds[holder]:
                if taken.to < turn <= taken.last:
                    head = self.find_at(taken.head, taken.last, turn)
                    if head == older.head:
                        return Relation.REPLACED
                    possible = possible or head is None
            before = self.parent(header)
            holder = self._holder[before.head] if before else None
        end, last = self.find_end(newer)
        unseen = end is not None and self.find_at(older.head, turn, last) != end
        return Relation.OPEN if newer.rerun and (possible or unseen) else Relation.SPLIT

    def _list_taken(self, change: AbandonedTurns) -> list[str]:
        """The heads that ``change`` abandoned, newest first, as far as they are here without a gap."""
        header = self.headers.get(change.head)
        if header is None or header.turn != change.last:
            return []
        return [one.head for one in self.climb(change.head) if one.turn > change.to]


def read_change(act: JsonObject) -> AbandonedTurns | None:
    """What an act says of turns taken back; None for other acts, and for what no act of ours is like."""
    head, last, to = act.get("head"), act.get("after_turn"), act.get("to")
    if not isinstance(head, str) or not isinstance(last, int) or not isinstance(to, int):
        return None
    return AbandonedTurns(head, last, to) if act.get("kind") == "rewind" and 0 <= to < last else None


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
    except RecursionError as error:
        raise BlockError(f"damaged ({type(error).__name__})") from error
    except ValueError as error:
        raise BlockError(str(error)) from error


def check_acts(history: History) -> None:
    """Acts are numbered; one number is one act in all headers, and where no turn is missing none is left out.

    Each was made at the head that it names, and is told by the first header after it: an act that is dated back could
    say of a draw that is known what should have been said before it.
    """
    acts: dict[int, tuple[JsonObject, str]] = {}
    counts: dict[str, int] = {}
    for header in history.lines.ordered:
        before, place = history.lines.parent(header), history.place(header)
        count = 0 if header.turn == 0 else counts.get(before.head) if before else None
        numbered = [(act, number) for act in header.acts if isinstance(number := act.get("number"), int)]
        if len(numbered) < len(header.acts):
            history.find(header, "acts: one is not written as the program writes acts")
        for act, number in numbered:
            known, source = acts.setdefault(number, (act, place))
            if known != act:
                history.find(
                    header, f"acts: number {number} differs from the one in {source}: two histories were shown"
                )
            if count is not None:
                if number != count + 1:
                    history.find(header, f"acts: number {number} follows {count}")
                count = number
            if _hides_secret(history.lines, act):
                words = "secret_known: does not agree with what was then the newest turn"
                history.find(header, f"acts: number {number}: {words}")
        for act in find_misplaced(history.lines, header):
            words = "was not recorded between the turn that it names and this one"
            history.find(header, f"acts: number {act.get('number')}: {words}")
        if count is not None:
            counts[header.head] = count


def _hides_secret(lines: Lines, act: JsonObject) -> bool:
    """Whether a rewind says otherwise of the secret than the turn, if it is here, that it took back."""
    head = act.get("head")
    if act.get("kind") != "rewind" or not isinstance(head, str) or head not in lines.headers:
        return False
    return (lines.headers[head].revealed is not None) is not act.get("secret_known")


def find_misplaced(lines: Lines, header: Header) -> Sequence[JsonObject]:
    """The acts in ``header`` that were not made at the heads they name, as far as these are here; the last one first.

    Going back from the turn before ``header``: a rewind leads to the line that it abandoned, on which the acts before
    it were made.
    """
    found: list[JsonObject] = []
    head, last, lowest = header.previous, header.turn - 1, header.turn - 1
    back = False
    for act in reversed(header.acts):
        change = read_change(act)
        if change is None:
            at, turn = act.get("head"), act.get("after_turn")
        else:
            at, turn = act.get("to_head"), change.to
        inside = isinstance(turn, int) and lowest <= turn <= last and (back or turn == last)
        if not inside or not isinstance(turn, int) or lines.find_at(head, last, turn) not in (at, None):
            found.append(act)
        if change is not None:
            head, last, back = change.head, change.last, True
    return found
