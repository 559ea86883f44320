"""Verifying what is beside the line that stands: recorded acts against the manifests, and the branches they made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple, TypeAlias

from adjudicator.acts.verification.chain import verify_chain, verify_echoes
from adjudicator.core.charter import CHARTER, Charter
from adjudicator.core.recorded_act import (
    Damaged,
    RecordedAct,
    Rewind,
    change_charter,
    dump_act,
    find_abandoned,
    select_acts,
)
from adjudicator.ledger.abandoned import list_mixes, shows_secret
from adjudicator.ledger.terms import is_in_force
from adjudicator.store.acts import ACTS, name_act, read_acts
from adjudicator.store.audit import Audit
from adjudicator.store.branches import BRANCHES, name_branch
from adjudicator.store.charter import read_charter
from adjudicator.store.damage import DamageError
from adjudicator.store.header import MANIFEST, read_manifest
from adjudicator.store.journal import JOURNAL

_TURNS = "turns/"


class Found(NamedTuple):
    """What is wrong: ``quotes`` are heads that orders quote and that are not there, which may follow from the rest."""

    findings: list[str]
    quotes: list[str]


Chain: TypeAlias = Callable[[Mapping[int, Damaged], Audit, Found], list[str]]
"""Holds the turns of an audit, some known to be damaged, against one another; gives heads, adds what is wrong."""


def read_past(audit: Audit, game: str, findings: list[str]) -> tuple[RecordedAct, ...]:
    """The acts of ``game`` in ``audit``; none, and a finding, where they are damaged."""
    try:
        return read_acts({name: data for name, data in audit.past.items() if name.startswith(f"{ACTS}/")}, game)
    except DamageError as error:
        findings.append(str(error))
        return ()


def list_damaged(acts: Sequence[RecordedAct]) -> dict[str, str]:
    """The turns that were damaged when ``acts`` abandoned them, by where they lie: what is to be said of each."""
    return {
        f"{name_branch(act.change.branch)}/{_TURNS}{turn:04}": f"was damaged when {name_act(act.number)} took the game "
        f"back ({', '.join(found.files) or 'missing'}); nothing in it is checked, and its line is not played again"
        for act in acts
        if isinstance(act.change, Rewind)
        for turn, found in act.change.damaged.items()
    }


def list_unfinished(audit: Audit) -> list[str]:
    """What is to be said where an act was interrupted."""
    words = "an act of the moderator was interrupted; the next run finishes it, and until then acts and branches are"
    return [f"{JOURNAL}: {words} not checked"] if audit.interrupted else []


class Line(NamedTuple):
    """The turns that stood when a rewind abandoned those after ``to``; these are in the branch ``where``.

    ``heads`` has the head of every turn, ``acts`` those that were recorded by then.
    """

    where: str
    to: int
    turns: dict[int, dict[str, bytes]]
    heads: list[str]
    acts: tuple[RecordedAct, ...]


@dataclass(slots=True)
class Past:
    """What is beside the line that stands: where each abandoned head is, and lines as whole as they were, newest first.

    A line with something wrong in its chain is not among them, nor one with turns that were damaged by then.
    """

    heads: dict[str, str] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)


def verify_past(
    charter: Charter,
    text: bytes,
    audit: Audit,
    acts: Sequence[RecordedAct],
    heads: Sequence[str],
    findings: list[str],
) -> Past:
    """Recorded acts, the charter they made (``charter``, in ``text``), and branches.

    ``heads`` are those of the line that stands.
    """
    quotes: list[str] = []
    verify_echoes(audit, heads, quotes, acts)
    if audit.interrupted:
        findings += quotes
        return Past()
    _verify_charter(charter, text, audit, acts, findings)
    _verify_taken_up(audit, acts, len(heads), findings)

    def chain(damaged: Mapping[int, Damaged], line: Audit, found: Found) -> list[str]:
        line_heads = verify_chain(charter, line, found.findings, damaged)
        verify_echoes(line, line_heads, found.quotes, acts, damaged)
        return line_heads

    past = _verify_branches(audit, acts, heads, chain, Found(findings, quotes))
    findings += quotes
    return past


def _verify_charter(
    charter: Charter, text: bytes, audit: Audit, acts: Sequence[RecordedAct], findings: list[str]
) -> None:
    """The charter is what the acts have made of the one that turn 0 holds."""
    if 0 not in audit.turns:
        # that it is missing is a finding already, and the reason of what could be said here
        return
    founded = audit.turns[0].get(CHARTER)
    if founded is None or not is_in_force(text, founded, acts):
        findings.append(f"{CHARTER}: differs from the copy in turns/0000 and from what acts have made of it")
        return
    try:
        made = change_charter(read_charter(founded), acts)
    except (DamageError, ValueError) as error:
        findings.append(f"{ACTS}: cannot be applied to the charter of turn 0: {error}")
        return
    if made != charter:
        findings.append(f"{CHARTER}: not what the acts make of the copy in turns/0000")


def _verify_taken_up(audit: Audit, acts: Sequence[RecordedAct], turns: int, findings: list[str]) -> None:
    """The manifests of the first ``turns`` turns hold the acts that were recorded before them, and mark reruns."""
    for number in range(turns):
        place = f"{_TURNS}{number:04}/{MANIFEST}"
        manifest = read_manifest(audit.turns[number][MANIFEST])
        if list(manifest.get("acts", ())) != [dump_act(act) for act in select_acts(acts, number, number)]:
            findings.append(f"{place}: acts: not those that {ACTS}/ has for this turn")
        abandoned = find_abandoned(select_acts(acts, 0, number), number)
        if manifest.get("rerun", False) is not (abandoned is not None):
            findings.append(f"{place}: rerun: not what the acts before this turn say")


def _verify_branches(
    audit: Audit, acts: Sequence[RecordedAct], heads: Sequence[str], chain: Chain, found: Found
) -> Past:
    """Hold every branch against the act that made it, and every act against the line that stood when it was recorded.

    The lines are put together again backwards from the one that stands, with ``heads``.
    """
    line, line_heads = dict(audit.turns), list(heads)
    past, findings = Past(), found.findings
    branches = _sort_branches(audit)
    damaged: dict[int, Damaged] = {}
    for position, act in reversed(list(enumerate(acts))):
        if isinstance(act.change, Rewind):
            where, to = name_branch(act.change.branch), act.change.to
            if line_heads[to : to + 1] != [act.change.to_head]:
                findings.append(
                    f"{name_act(act.number)}: to_head: not the head of turn {to} that the branch forks from"
                )
                return past
            damaged = {turn: damaged[turn] for turn in damaged if turn <= to} | dict(act.change.damaged)
            turns = {**{turn: {} for turn in act.change.damaged}, **branches.pop(act.change.branch, {})}
            if sorted(turns) != list(range(to + 1, act.after_turn + 1)):
                findings.append(f"{where}: not turns {to + 1} to {act.after_turn}, as {name_act(act.number)} says")
                return past
            findings += [f"{name_act(act.number)}: {words}" for words in _compare_said(act, act.change, turns, where)]
            line = {**{number: line[number] for number in range(to + 1)}, **turns}
            known = len(findings), len(found.quotes)
            line_heads = _verify_line(audit, line, where, to, partial(chain, damaged), found)
            if (len(findings), len(found.quotes)) == known and not damaged:
                past.lines.append(Line(where, to, dict(line), line_heads, tuple(acts[:position])))
            past.heads |= {
                head: f"{where}/{_TURNS}{number:04}" for number, head in enumerate(line_heads) if number > to
            }
        if line_heads[act.after_turn : act.after_turn + 1] != [act.head]:
            findings.append(f"{name_act(act.number)}: head: not the head of turn {act.after_turn} at that time")
    findings += [f"{name_branch(branch)}: no act has made this branch" for branch in branches]
    return past


def _compare_said(
    act: RecordedAct, change: Rewind, turns: Mapping[int, Mapping[str, bytes]], where: str
) -> Iterator[str]:
    """What ``act`` says otherwise of the abandoned ``turns`` than they do, which lie in the branch ``where``."""
    if change.mixes != list_mixes(turns):
        yield f"mixes: not those that the turns in {where} had fixed"
    shown = shows_secret(turns[act.after_turn])
    if shown is not None and change.secret_known is not shown:
        yield f"secret_known: not what turn {act.after_turn} in {where} shows"


def _sort_branches(audit: Audit) -> dict[int, dict[int, dict[str, bytes]]]:
    """The files of each turn of each branch, by their names there."""
    branches: dict[int, dict[int, dict[str, bytes]]] = {}
    for name, data in audit.past.items():
        parts = name.split("/", 4)
        if parts[0] == BRANCHES:
            turns = branches.setdefault(int(parts[1]), {})
            if f"{parts[2]}/" == _TURNS:
                turns.setdefault(int(parts[3]), {})[parts[4]] = data
    return branches


def _verify_line(
    audit: Audit,
    line: Mapping[int, dict[str, bytes]],
    where: str,
    to: int,
    chain: Callable[[Audit, Found], list[str]],
    found: Found,
) -> list[str]:
    """The heads of a line that stood once; what is wrong with its turns after ``to`` is found in the branch."""
    prefix = f"{where}/"
    redacted = {name.removeprefix(prefix): digest for name, digest in audit.redacted.items()}
    here = Found([], [])
    heads = chain(replace(audit, turns=dict(line), redacted=redacted), here)
    later = tuple(f"{_TURNS}{number:04}" for number in line if number > to)
    for told, new in zip(found, here, strict=True):
        told += [prefix + finding for finding in new if finding.startswith(later)]
    return heads
