"""What is one seat's own: its leaves under the roots of headers, its reports byte for byte, the files it sent."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.proof.copies import Copy, hash_spellings, restore
from adjudicator.proof.draws import commit
from adjudicator.proof.hashing import FACTS, ORDERS, REPORTS, climb, list_readers, salt_leaf, salt_turn, seal
from adjudicator.proof.header import Header
from adjudicator.proof.history import History, Report
from adjudicator.proof.mails import Piece
from adjudicator.proof.proof_file import Opening

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

    @property
    def turn(self) -> int:
        """The turn that it is for; -1 where it does not say."""
        return int(self.get("turn")) if self.get("turn").isdigit() else -1

    def get_hash(self, name: str) -> str:
        """What 64 digits stand behind ``name``."""
        return self.get(name) if _DIGITS.fullmatch(self.get(name)) else ""


class SeatTurnFiles(NamedTuple):
    """The ``files`` of a seat that a turn took up, which are all here, as are those of all turns before.

    ``quoted`` are the heads that its newest files quoted before.
    """

    header: Header
    seat: str
    files: Sequence[OwnFile]
    quoted: frozenset[str]


def check_openings(history: History) -> None:
    """The reader's own leaves are under the roots of the header."""
    for report in history.reports:
        header, proof = report.header, report.proof
        if proof.seat is None:
            continue
        if proof.seat not in header.seats:
            history.find(report, f"seat: {proof.seat} is not a seat of this game")
            continue
        index, count = header.seats.index(proof.seat), len(header.seats)
        orders, facts = (ORDERS, proof.orders, header.orders_root), (FACTS, proof.facts, header.hidden_root)
        for name, opening, root in (orders, facts):
            if opening is None:
                history.find(report, f"{name}: missing in the proof")
            elif _find_root(opening, f"{name}/{proof.seat}", index, count) != root:
                history.find(report, f"{name}: not what the header was made from")
            else:
                history.counts[name] += 1
                _check_salt(history, report, name, opening)


def _check_salt(history: History, report: Report, name: str, opening: Opening[Any]) -> None:
    """Once the secret is shown, salts are those that it gives."""
    secret, header = history.newest.revealed, report.header
    if secret is None or commit(history.game, bytes.fromhex(secret)) != header.commitment:
        return
    salt = salt_turn(bytes.fromhex(secret), history.game, header.turn, header.previous, header.acts)
    if salt_leaf(salt, f"{name}/{report.reader}") != opening.salt:
        history.find(report, f"{name}: its salt is not the one that the secret gives")


def check_bodies(history: History) -> None:
    """Reports and their proofs are, byte for byte, what a later turn commits to; nothing else that is quoted counts."""
    following = _list_committed(history)
    changed: list[tuple[tuple[str, str, str], Report | Copy, int]] = []
    intact: set[tuple[str, str, str]] = set()
    bodies: list[tuple[str, str, bytes, Report | Copy]] = [
        *((report.header.head, "proof", report.piece.data, report) for report in history.reports),
        *(
            (head, "html" if b"<html" in copy.data.lower() else "txt", copy.data, copy)
            for head, copies in history.copies.items()
            for copy in copies
        ),
    ]
    history.copies = {}
    for head, form, sent, body in bodies:
        hashes, turn = following.get((head, body.reader), (None, 0))
        data = sent if hashes is None else restore(sent, hashes)
        if data is None:
            changed.append(((head, body.reader, form), body, turn))
            continue
        if hashes:
            intact.add((head, body.reader, form))
        if isinstance(body, Copy) and (hashes or not body.quoted):
            history.counts["bodies"] += bool(hashes)
            history.copies.setdefault(head, []).append(body._replace(data=data, proved=bool(hashes)))
    for name, body, turn in changed:
        what = "proof" if isinstance(body, Report) else "report"
        if name in intact:
            history.remarks.append(
                f"{body.place}: this copy is not the report as the turn made it; another that is here is"
            )
        elif isinstance(body, Copy) and body.quoted:
            history.remarks.append(f"{body.place}: quotes a report, but not word for word; skipped")
        else:
            words = "changed on its way (re-wrapped?), or by somebody; ask for it as an attachment"
            said = f"not, byte for byte, the one that turn {turn} speaks of: this copy of the {what} was"
            history.find(body, f"{what}: {said} {words}")
    last, over = history.newest.turn, history.newest.revealed is not None
    history.remarks.append(
        f"no turn after turn {last}, the end of the game, confirms the wording of its report"
        if over
        else f"the wording of turn {last} is confirmed only by the turn after it"
    )


def _list_committed(history: History) -> Mapping[tuple[str, str], tuple[frozenset[str], int]]:
    """By head and reader the hashes, in all forms, that later turns commit to, and the number of one of these turns."""
    following: dict[tuple[str, str], tuple[frozenset[str], int]] = {}
    for report in history.reports:
        header, opening = report.header, report.proof.reports
        readers = list_readers(header.seats)
        if header.previous is None or report.reader not in readers:
            continue
        if opening is None:
            history.find(report, "reports: missing in the proof")
            continue
        index = readers.index(report.reader)
        if _find_root(opening, f"{REPORTS}/{report.reader}", index, len(readers)) != header.previous_reports:
            history.find(report, "reports: not what previous_reports was made from")
            continue
        name, hashes = (header.previous, report.reader), frozenset(opening.value.values())
        following[name] = hashes & following.get(name, (hashes, 0))[0], header.turn
    return following


def _find_root(opening: Opening[Any], path: str, index: int, count: int) -> str | None:
    """The root over the leaf that ``opening`` opens; None where it cannot be one of such a tree."""
    try:
        return climb(seal(opening.salt, path, opening.value), index, count, opening.path).hex()
    except ValueError:
        return None


def read_own(game: str, pieces: Sequence[Piece]) -> list[OwnFile]:
    """The player's files for ``game``."""
    files = []
    for piece in pieces:
        said = {name.decode(): value.decode() for name, value in _SAID.findall(piece.data)}
        if said.get("game") == game:
            files.append(OwnFile(piece.source, said, hash_spellings(piece.data)))
    return files


def list_taken_up(history: History, own: Sequence[OwnFile]) -> Iterator[SeatTurnFiles]:
    """What turns took up of the player's ``own`` files, as far as a run of turns is here from its beginning."""
    known = {digest: file for file in own for digest in file.hashes}
    taken: dict[str, dict[str, list[list[str]]]] = {}
    for report in history.reports:
        if report.proof.orders:
            taken.setdefault(report.header.head, {}).setdefault(report.reader, report.proof.orders.value)
    quoted: dict[tuple[str, str], frozenset[str]] = {}  # by head and seat, what its newest files quote
    for header in history.lines.ordered:
        before = history.lines.parent(header)
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
            yield SeatTurnFiles(header, seat, here, earlier)


def list_quoted(files: Sequence[OwnFile]) -> frozenset[str]:
    """The heads that ``files`` quote."""
    return frozenset(file.get("after") for file in files) - {""}


def check_quoted_heads(history: History, own: Sequence[OwnFile]) -> None:
    """The heads that the player quoted are those that headers say he did."""
    for header, seat, files, quoted in list_taken_up(history, own):
        before, echo = history.lines.parent(header), header.echoes.get(seat)
        if echo and echo not in list_quoted(files) | quoted and not (before and before.echoes.get(seat) == echo):
            history.find(header, f"echoes.{seat}: {echo} is not the head that your files quote")


def check_move_files(history: History, files: Sequence[OwnFile]) -> None:
    """The player's own ``files`` are those that the turns took up, abandoned ones included."""
    own = [file for file in files if file.turn >= 0]
    known = {digest: file.source for file in own for digest in file.hashes}
    used: set[str] = set()
    done: set[tuple[str, str]] = set()
    others: list[tuple[Report, str]] = []
    for report in history.reports:
        opening = report.proof.orders
        if opening is None or (report.header.head, report.reader) in done:
            continue
        done.add((report.header.head, report.reader))
        for name, *digests in opening.value:
            sources = {known[digest] for digest in digests[:2] if digest in known}
            used |= sources
            if sources:
                history.counts["move_files"] += 1
            else:
                others.append((report, name))
    idle = {(file.turn, file.get("seat")) for file in own if file.source not in used}
    for report, name in others:
        # a file that is not here says nothing, unless one for the same turn was passed over
        if not idle.isdisjoint({(report.header.turn, report.reader), (report.header.turn, "")}):
            words = "either one that you sent was changed, or another that you sent is not here"
            history.find(report, f"orders: {name} is not one of your files for this turn; {words}")
    unused = sorted({file.source for file in own if file.turn in history.headers} - used)
    history.remarks += [f"{source}: no turn took this file up (refused, or never received?)" for source in unused]
