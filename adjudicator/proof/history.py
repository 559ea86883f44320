"""A game's history as mails tell it: one chain of headers, the same promise in all, and no second history."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from adjudicator.proof.draw_checks import check_draws, check_secret
from adjudicator.proof.hashing import Json
from adjudicator.proof.header_text import Header
from adjudicator.proof.mails import Piece
from adjudicator.proof.own_checks import check_bodies, check_move_files, check_openings
from adjudicator.proof.reports import Ledger, Report, Told

_SAME = ("seats", "rng.level", "rng.commitment", "rng.public_root", "rng.epochs")
"""What every header of a game has in common."""
_SHORTEST = 8
"""Digits of a head that an echo has at least."""
_MOST_GAPS = 20
_MOST_LINES = 50
"""Abandoned lines that are followed."""
_PROMISE = re.compile(rb"^(commitment|public root|Head of turn 0): +([0-9a-f]{64})\s*$", re.MULTILINE)
_INVITED = re.compile(rb": game ([a-z][a-z0-9-]{0,31})\r?\n")


def check_history(
    game: str, reports: Sequence[Report], move_files: Sequence[Piece], invitations: Sequence[Piece]
) -> Told:
    """Hold everything that the mails of one game say against everything else.

    Turns that a rewind abandoned are a line of their own, held against the turns that both lines share.
    """
    known = {report.header.head: report.header for report in reports}
    gone: set[str] = set()
    abandoned: list[frozenset[str]] = []
    for act in [act for header in known.values() for act in header.acts]:
        heads = _find_abandoned(act, known, gone)
        if heads:
            gone |= heads
            abandoned.append(heads)
    told = _check_line(game, [report for report in reports if report.header.head not in gone] or reports)
    for heads in abandoned[:_MOST_LINES]:
        first = min(known[head].turn for head in heads)
        line = [r for r in reports if r.header.head in heads or (r.header.turn < first and r.header.head not in gone)]
        found = _check_line(game, line).ledger.findings
        told.ledger.findings += [finding for finding in found if finding not in told.ledger.findings]
        words = (
            f"{len(heads)} of them {'are' if len(heads) > 1 else 'is'} here and {'were' if len(heads) > 1 else 'was'}"
        )
        told.ledger.remarks.append(f"turns from {first} on were abandoned by a rewind; {words} followed too")
    check_move_files(told, reports, move_files)
    _check_invitations(told, invitations)
    return told


def _check_line(game: str, reports: Sequence[Report]) -> Told:
    told = _collect(game, reports)
    _check_chain(told)
    _check_echoes(told)
    check_openings(told)
    check_bodies(told)
    check_draws(told)
    check_secret(told)
    return told


def _find_abandoned(act: Json, known: Mapping[str, Header], gone: Collection[str]) -> frozenset[str]:
    """The heads that an act of the moderator abandoned, as far as they are here, besides those that are ``gone``."""
    if not isinstance(act, Mapping) or act.get("kind") != "rewind":
        return frozenset()
    head, last = act.get("head"), act.get("to")
    heads: set[str] = set()
    while isinstance(head, str) and isinstance(last, int) and head in known and known[head].turn > last:
        if head in heads or head in gone:
            break
        heads.add(head)
        head = known[head].previous
    return frozenset(heads)


def _collect(game: str, reports: Sequence[Report]) -> Told:
    """One header for every turn; two of them are a split view, or one of the mails was changed."""
    ordered = sorted(reports, key=lambda report: (report.header.turn, report.piece.source))
    headers: dict[int, Header] = {}
    sources: dict[int, str] = {}
    ledger = Ledger()
    for report in ordered:
        header, data = report.header, report.piece.data
        for name, head in (("head", header.head), ("previous", header.previous)):
            if head is not None and head.encode() not in data:
                ledger.findings.append(f"{report.place}: {name}: the report prints another than its proof gives")
        if not re.search(rb"\b%s,\s+turn\s+%d\b" % (game.encode(), header.turn), data):
            ledger.findings.append(f"{report.place}: game, turn: the report is headed as another than its proof is for")
        first = headers.setdefault(header.turn, header)
        source = sources.setdefault(header.turn, report.piece.source)
        if first.head != header.head:
            names = [name for name in {**first.fields, **header.fields}
                     if first.fields.get(name) != header.fields.get(name)]  # fmt: skip
            ledger.findings.append(
                f"{report.place}: {', '.join(names) or 'header'}: another history than {source} has: a split view, or "
                "one of the two was changed"
            )
    return Told(game, ordered, headers, sources, ledger)


def _check_chain(told: Told) -> None:
    """Each header quotes the head before; what never changes is the same in all."""
    turns = sorted(told.headers)
    first = told.headers[turns[0]]
    for turn in turns:
        header, before = told.headers[turn], told.headers.get(turn - 1)
        if (header.previous is None) != (turn == 0):
            told.ledger.findings.append(f"{told.place(turn)}: previous: turn 0 alone has none")
        elif before is not None and header.previous != before.head:
            words = f"not the head of turn {turn - 1} in {told.sources[turn - 1]}"
            told.ledger.findings.append(f"{told.place(turn)}: previous: {words}")
        told.ledger.findings += [
            f"{told.place(turn)}: {name}: not the same as in turn {turns[0]}"
            for name in _SAME
            if _look_up(header.fields, name) != _look_up(first.fields, name)
        ]
    gaps = [(last + 1, turn - 1) for last, turn in pairwise([-1, *turns]) if turn > last + 1]
    if gaps:
        spans = [str(begin) if begin == end else f"{begin} to {end}" for begin, end in gaps[:_MOST_GAPS]]
        more = ", and others" if len(gaps) > _MOST_GAPS else ""
        told.ledger.remarks.append(f"no reports of turns {', '.join(spans)}{more}: what they say cannot be checked")


def _check_echoes(told: Told) -> None:
    """Every head that a seat has quoted is one of this history."""
    known: dict[str, list[str]] = {}
    doubtful = 0
    turns = sorted(told.headers)
    for position, turn in enumerate(turns):
        header = told.headers[turn]
        if header.previous:
            known.setdefault(header.previous[:_SHORTEST], []).append(header.previous)
        for seat, echo in header.echoes.items():
            if any(head.startswith(echo) for head in known.get(echo[:_SHORTEST], ())):
                continue
            if position < turn:
                doubtful += 1
                continue
            words = f"{seat} has quoted {echo}, which is no head of this history: a split view"
            told.ledger.findings.append(f"{told.place(turn)}: echoes.{seat}: {words}")
        known.setdefault(header.head[:_SHORTEST], []).append(header.head)
    if doubtful:
        told.ledger.remarks.append(f"{doubtful} echoes quote heads that are not here, perhaps of missing turns")


def _check_invitations(told: Told, invitations: Sequence[Piece]) -> None:
    """The promise in the invitation is the one that every header repeats."""
    first = told.headers[min(told.headers)]
    expected = {"commitment": first.commitment, "public root": first.public_root}
    if first.turn <= 1:
        expected["Head of turn 0"] = first.previous or first.head
    for piece in invitations:
        if not any(name.decode() == told.game for name in _INVITED.findall(piece.data)):
            continue
        promised = {name.decode(): value.decode() for name, value in _PROMISE.findall(piece.data)}
        told.ledger.findings += [
            f"{piece.source}: {name}: not what turn {first.turn} says"
            for name, value in expected.items()
            if promised.get(name, value) != value
        ]


def _look_up(fields: Mapping[str, Json], name: str) -> Json:
    """The value at a name of several steps."""
    value: Json = fields
    for step in name.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value
