"""A game's history as mails tell it: every header follows another, the same promise in all, and no second history."""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, islice

from adjudicator.proof.copies import Copy
from adjudicator.proof.draw_checks import NO_TABLES, Tables, check_draws, check_secret
from adjudicator.proof.header import Header
from adjudicator.proof.history import AbandonedTurns, History, Lines, Relation, Report, check_acts
from adjudicator.proof.mails import Piece
from adjudicator.proof.mix_checks import check_chains, check_mixes
from adjudicator.proof.own_files import check_bodies, check_move_files, check_openings, check_quoted_heads, read_own
from adjudicator.proof.proof_file import write_title

_SAME = ("seats", "level", "commitment", "public_root", "epochs")
"""What every header of a game has in common; all but the seats stand under ``rng``."""
_UNPROVED = "moderator"
"""Who holds the directory and is proved nothing."""
_SHORTEST = 8
"""Digits of a head that an echo has at least."""
_RECENT = 20
"""Turns before that are looked at first for a head that is quoted."""
_MOST_GAPS = 20
_MOST_HEADERS = 12
"""Headers of one turn that are compared with each other."""
_PROMISE = re.compile(rb"^(commitment|public root|Head of turn 0): +([0-9a-f]{64})\s*$", re.MULTILINE)
_INVITED = re.compile(rb": game ([a-z][a-z0-9-]{0,31})\r?\n")


def check_history(
    game: str,
    reports: Sequence[Report],
    copies: Sequence[Copy],
    move_files: Sequence[Piece],
    invitations: Sequence[Piece],
    tables: Tables = NO_TABLES,
) -> History:
    """Hold everything that the mails of one game say against everything else; of ``reports`` there is at least one."""
    history = _collect(game, reports)
    for report in history.reports:
        if report.title != write_title(game, report.header.turn, report.proof.seat):
            history.find(report, "its first line names another game, turn or reader than the proof itself")
    _place_copies(history, copies)
    _check_headers(history)
    _check_links(history)
    _check_views(history)
    check_acts(history)
    _check_echoes(history)
    check_openings(history)
    check_bodies(history)
    check_draws(history, tables)
    check_mixes(history)
    own = read_own(game, move_files)
    check_chains(history, own, invitations)
    check_quoted_heads(history, own)
    check_secret(history)
    _tell_abandoned(history)
    check_move_files(history, own)
    _check_invitations(history, invitations)
    return history


def _collect(game: str, reports: Sequence[Report]) -> History:
    """The headers that are here, and which of them count."""
    ordered = sorted(reports, key=lambda report: (report.header.turn, report.piece.source))
    headers: dict[str, Header] = {}
    sources: dict[str, str] = {}
    for report in ordered:
        headers.setdefault(report.header.head, report.header)
        sources.setdefault(report.header.head, report.piece.source)
    lines = Lines(headers)
    return History(game, ordered, lines, _choose_standing(lines, sources), sources)


def _place_copies(history: History, copies: Sequence[Copy]) -> None:
    """Each report belongs to the header of its turn whose head begins as it prints."""
    proved = {(report.header.head, report.reader) for report in history.reports}
    alone: set[int] = set()
    for copy in copies:
        headers = [header for header in history.lines.ordered if header.turn == copy.turn]
        header = next((header for header in headers if header.head.startswith(copy.digits)), None)
        missing = not headers or (header is not None and (header.head, copy.reader) not in proved)
        if missing and copy.reader != _UNPROVED:
            alone.add(copy.turn)
        if header:
            history.copies.setdefault(header.head, []).append(copy)
            if copy.heads - {header.head}:
                history.find(copy, "head: not the head that the proof of this report gives")
        elif any(header.head.startswith(copy.digits) for header in history.lines.ordered):
            history.find(copy, "its heading is that of another report than its proof")
        elif headers:
            source = history.sources[headers[0].head]
            words = f"checked: {copy.digits}: the report prints another head than the proof in {source} gives"
            if copy.rerun or any(header.rerun for header in headers):
                either = "Either one of the two was taken back, or two histories were shown"
                history.questions.append(f"{copy.place}: {words}. {either}: ask for the proof of this report")
            else:
                history.find(copy, words)
    if alone:
        words = "without their proofs: ask for them as attachments"
        history.remarks.append(f"reports of {_name_spans(alone)} {words}")
    unread = {header.turn for header in history.lines.ordered if header.head not in history.copies}
    if unread:
        words = "beside their proofs: their wording is not checked"
        history.remarks.append(f"no reports of {_name_spans(unread)} {words}")


def _name_spans(turns: Collection[int]) -> str:
    """``turns``, of which there is at least one, in words."""
    begins = sorted(turn for turn in turns if turn - 1 not in turns)
    ends = sorted(turn for turn in turns if turn + 1 not in turns)
    spans = [str(begin) if begin == end else f"{begin} to {end}" for begin, end in zip(begins, ends, strict=True)]
    noun = "turn" if len(turns) == 1 else "turns"
    return f"{noun} " + ", ".join(spans[:_MOST_GAPS]) + (", and others" if len(spans) > _MOST_GAPS else "")


def _choose_standing(lines: Lines, sources: Mapping[str, str]) -> dict[int, Header]:
    """For each turn the header that counts: it leads up to the newest, or no act has abandoned it."""
    counting = [header for header in lines.ordered if header.head not in lines.abandoned] or lines.ordered
    last = max(header.turn for header in counting)
    newest = min((header for header in counting if header.turn == last), key=lambda header: sources[header.head])
    line = {header.head for header in lines.climb(newest.head)}
    standing: dict[int, Header] = {}
    for header in sorted(
        lines.ordered,
        key=lambda header: (header.head not in line, header.head in lines.abandoned, sources[header.head]),
    ):
        if header.turn <= last:
            standing.setdefault(header.turn, header)
    return standing


def _check_headers(history: History) -> None:
    """What never changes is the same in all; turn 0 alone follows none; and what is missing."""
    first = history.lines.ordered[0]
    for header in history.lines.ordered:
        if (header.previous is None) != (header.turn == 0):
            history.find(header, "previous: only turn 0 has no turn before it")
        for name in _SAME:
            if getattr(header, name) != getattr(first, name):
                field = name if name == "seats" else f"rng.{name}"
                history.find(header, f"{field}: not the same as in turn {first.turn}")
    gaps = set(range(max(history.headers))) - history.headers.keys()
    if gaps:
        history.remarks.append(f"no proofs of {_name_spans(gaps)}: what they say cannot be checked")


def _check_links(history: History) -> None:
    """Each header quotes the head before. Where that one is missing, another of its turn may have been abandoned."""
    lines = history.lines
    counting: dict[int, list[str]] = {}
    for header in lines.ordered:
        if header.head not in lines.abandoned:
            counting.setdefault(header.turn, []).append(history.sources[header.head])
    for header in lines.ordered:
        if header.turn == 0 or lines.parent(header):
            continue
        place = history.place(header)
        if header.previous in lines.headers:
            history.find(header, "previous: the head of another turn than the one before")
        others = counting.get(header.turn - 1)
        if others and header.head not in lines.abandoned:
            source = min(others)
            history.questions.append(
                f"{place}: previous: not the head of turn {header.turn - 1} in {source}. Either that turn was taken "
                "back and an email that says so is missing here, or two histories were shown: ask for the report of "
                f"turn {header.turn - 1} with the head {header.previous}"
            )


def _check_views(history: History) -> None:
    """Two headers of one turn are a split view, or one of the mails was changed, unless an act explains them."""
    lines = history.lines
    turns: dict[int, list[Header]] = {}
    for header in sorted(lines.headers.values(), key=lambda header: history.sources[header.head]):
        turns.setdefault(header.turn, []).append(header)
    split: set[tuple[str | None, str | None]] = set()
    for turn in sorted(turns):
        headers = turns[turn]
        if len(headers) > _MOST_HEADERS:
            words = f"turn {turn}: {len(headers)} different headers; only {_MOST_HEADERS} are compared"
            history.remarks.append(words)
        for first, header in combinations(headers[:_MOST_HEADERS], 2):
            source = history.sources[first.head]
            relation = Relation.SPLIT if (first.previous, header.previous) in split else lines.relate(first, header)
            if relation is Relation.SPLIT:
                split |= {(first.head, header.head), (header.head, first.head)}
                names = [name for name in {**first.fields, **header.fields}
                         if first.fields.get(name) != header.fields.get(name)]  # fmt: skip
                words = "two histories were shown, or one of the two was changed"
                history.find(header, f"{', '.join(names) or 'header'}: not the history in {source}: {words}")
            elif relation is Relation.OPEN and not (lines.parent(first) and lines.parent(header)):
                words = "rerun: it says that it replaces a turn that was taken back; whether that is the one in"
                missing = "only a report that is missing here can say"
                history.questions.append(f"{history.place(header)}: {words} {source}, {missing}")


def _check_echoes(history: History) -> None:
    """Every head that a seat has quoted is one that could be told to it."""
    doubtful = 0
    for header in history.lines.ordered:
        before = history.lines.parent(header)
        # what the turn before has published already is held against the heads that it had
        fresh = {seat: echo for seat, echo in header.echoes.items() if not before or before.echoes.get(seat) != echo}
        if not fresh:
            continue
        # most quote a head not long before, so that all that are known need not be listed
        recent = [one.previous for one in islice(history.lines.climb(header.head), _RECENT) if one.previous]
        old = {seat: echo for seat, echo in fresh.items() if not any(head.startswith(echo) for head in recent)}
        if not old:
            continue
        known, whole = history.lines.list_known(header)
        begins: dict[str, list[str]] = {}
        for head in known - {header.head}:
            begins.setdefault(head[:_SHORTEST], []).append(head)
        for seat, echo in old.items():
            if any(head.startswith(echo) for head in begins.get(echo[:_SHORTEST], ())):
                continue
            if whole:
                words = "which is not a head of this history: two histories were shown"
                history.find(header, f"echoes.{seat}: {seat} has quoted {echo}, {words}")
            else:
                doubtful += 1
    if doubtful:
        history.remarks.append(f"heads that players quoted and that are not here, perhaps of missing turns: {doubtful}")


def _tell_abandoned(history: History) -> None:
    """What acts took back, and how much of it is here."""
    taken: dict[AbandonedTurns, list[str]] = {}
    for head, change in history.lines.abandoned.items():
        taken.setdefault(change, []).append(head)
    for change in history.lines.rewinds:
        count = len(taken.get(change, ()))
        words = f"{count} of them {'is here and was' if count == 1 else 'are here and were'} followed too"
        history.remarks.append(
            f"turns from {change.to + 1} on no longer count, since a rewind took them back; "
            f"{words if count else 'none of them is here'}"
        )
    if history.lines.rewinds:
        history.remarks.append(
            "everybody is told of a rewind: a player who was not has another head of the newest turn, so compare heads"
        )


def _check_invitations(history: History, invitations: Sequence[Piece]) -> None:
    """The promise in the invitation is the one that every header repeats."""
    first = history.headers[min(history.headers)]
    expected = {"commitment": first.commitment, "public root": first.public_root}
    if first.turn <= 1:
        expected["Head of turn 0"] = first.previous or first.head
    for piece in invitations:
        if not any(name.decode() == history.game for name in _INVITED.findall(piece.data)):
            continue
        promised = {name.decode(): value.decode() for name, value in _PROMISE.findall(piece.data)}
        history.findings += [
            f"{piece.source}: {name}: not what turn {first.turn} says"
            for name, value in expected.items()
            if promised.get(name, value) != value
        ]
