"""Playing a whole game again from its recorded orders, up to the first divergence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from adjudicator.acts.replay import Held, Replay, compare_turn, replay_setup, replay_turn
from adjudicator.acts.sealing import take_over
from adjudicator.acts.verification.findings import Evidence, Findings
from adjudicator.acts.verification.opened_draws import OpenedDraws
from adjudicator.acts.verification.past import Line
from adjudicator.acts.verification.rebuilt import compare_reports
from adjudicator.acts.verification.secret import find_revealed
from adjudicator.core.charter import Charter
from adjudicator.core.due import find_furthest
from adjudicator.core.recorded_act import Anchor, RecordedAct, Rewind, change_charter, move_deadlines, select_acts
from adjudicator.proof.hashing import join_nodes
from adjudicator.registry import UnknownGameError, load_game
from adjudicator.store.acts import name_act
from adjudicator.store.audit import Audit
from adjudicator.store.bundle import CHARTER, KEYS, REPORTS, read_nodes, unbundle_turn
from adjudicator.store.charter import read_charter
from adjudicator.store.damage import DamageError
from adjudicator.store.header import LOCAL, MANIFEST, Before, read_local, read_manifest

_LONGEST = 300
"""Characters of a finding that quotes an error."""


def verify_replay(
    evidence: Evidence, found: Findings, heads: Sequence[str], lines: Sequence[Line], *, rebuild_reports: bool
) -> None:
    """Play the whole game again from its recorded orders and name the first divergence.

    Then the same for the abandoned ``lines``.
    """
    charter, audit = evidence.charter, evidence.audit
    try:
        game = load_game(charter.module, charter.game)
    except UnknownGameError as error:
        found.unplayed = f"{CHARTER}: {error}; no turn was played again"
        found.findings.append(found.unplayed)
        return
    if game.version != charter.version and not evidence.any_version:
        wrote = read_manifest(audit.turns[len(heads) - 1][MANIFEST])["rules"]["program"]
        found.unplayed = (
            f"{CHARTER}: version {charter.version} of the rules is needed, installed is {game.version}, so no turn was "
            f"played again; the program that wrote the newest turn, version {wrote}, has it; adjudicate upgrade "
            "--check tries the installed one"
        )
        found.findings.append(found.unplayed)
        return
    secret = evidence.secret or find_revealed(audit, charter, found)
    held = Held(game, charter, secret, _read_nodes(charter, audit, found))
    reports = Findings(found.path) if rebuild_reports else None
    played = _play_line(evidence, held, heads, [], reports)
    if reports is not None:
        found.findings += reports.findings
        found.remarks += reports.remarks
        found.reworded += reports.reworded
    if played.diverged:
        found.diverged = played.diverged
        found.findings.append(found.diverged)
        return
    if not evidence.any_version:
        _play_abandoned(evidence, held, played.turns, lines, found, rebuild_reports=rebuild_reports)


def _play_abandoned(
    evidence: Evidence,
    held: Held,
    standing: Sequence[Played],
    lines: Sequence[Line],
    found: Findings,
    *,
    rebuild_reports: bool,
) -> None:
    """Play the abandoned ``lines``, newest first, from where each forks from the line that took its place."""
    turns = standing
    for line in lines:
        if line.to >= len(turns) or line.heads[line.to] != turns[line.to].head:
            return  # the line after it diverged
        audit = replace(evidence.audit, turns=line.turns)
        then = replace(evidence, audit=audit, acts=line.acts)
        reports = Findings(found.path)
        played = _play_line(then, held, line.heads, turns[: line.to + 1], reports if rebuild_reports else None)
        found.findings += [f"{line.where}/{finding}" for finding in reports.findings]
        found.remarks += [f"{line.where}/{remark}" for remark in reports.remarks]
        if played.diverged:
            found.findings.append(f"{line.where}/{played.diverged}")
        else:
            asked = find_furthest(held.game, held.charter, played.turns[-1].replay.record)
            found.findings += _list_late_anchors(evidence.acts[len(line.acts) :], line.where, asked)
        turns = played.turns


def _list_late_anchors(acts: Sequence[RecordedAct], where: str, asked: int | None) -> Iterator[str]:
    """New anchors among ``acts`` for epochs up to ``asked``: nonces of that one were asked for on an abandoned line."""
    for act in acts:
        if asked is not None and isinstance(act.change, Anchor) and act.change.epoch <= asked:
            words = (
                f"counts from epoch {act.change.epoch}, but nonces of epoch {asked} were asked for by then, in {where}"
            )
            yield f"{name_act(act.number)}: epoch: {words}"


class Played(NamedTuple):
    """A turn that came out as recorded, and what the turn after it is held against."""

    head: str
    replay: Replay
    before: Before
    draws: OpenedDraws


class Course(NamedTuple):
    """The turns of a line that came out as recorded, from the first on; what ``diverged`` in the one after them."""

    turns: Sequence[Played]
    diverged: str


def _play_line(
    evidence: Evidence, held: Held, heads: Sequence[str], start: Sequence[Played], reports: Findings | None
) -> Course:
    """Play the line of turns in ``evidence`` whose ``heads`` these are; ``start`` has those that were played before.

    ``reports`` takes what is wrong with the reports of each turn, where they are to be built again.
    """
    game, secret, terms = held.game, held.secret, _list_terms(evidence, len(heads))
    keep = any(isinstance(act.change, Rewind) for act in evidence.acts)
    turns = list(start)
    last = turns[-1] if turns else None
    for number in range(len(start), len(heads)):
        head, files, where = heads[number], evidence.audit.turns[number], f"turns/{number:04}"
        draws = last.draws.copy() if last and keep else last.draws if last else OpenedDraws(held.charter)
        try:
            recorded = unbundle_turn(game, files)
            if last is None:
                again = replay_setup(game, terms[number], secret, recorded, files)
            else:
                due = move_deadlines(last.replay.record.due, select_acts(evidence.acts, number, number))
                replay = replace(last.replay, record=last.replay.record._replace(due=due))
                acts = select_acts(evidence.acts, 0, number)
                again = replay_turn(game, terms[number], secret, replay, recorded, files, acts)
            by_terms = replace(held, charter=terms[number])
            divergence = compare_turn(by_terms, again, last and last.replay, last and last.before, files)
            manifest = read_manifest(files[MANIFEST])
            divergence = divergence or draws.find_fault(manifest, recorded.draws)
            before = take_over(manifest, read_local(files[LOCAL]), head, files[REPORTS])
        except Exception as error:  # noqa: BLE001 - damaged data may break anything; that it does is the finding
            words = str(error) if isinstance(error, DamageError) else repr(error)
            return Course(turns, f"{where}: cannot be replayed: {words}"[:_LONGEST])
        if divergence is not None:
            return Course(turns, f"{where}/{divergence}")
        last = Played(head, again, before, draws)
        turns.append(last)
        if not keep:
            del turns[:-1]
        if reports is not None:
            told = (head, heads[number - 1] if number else "")
            files_before = evidence.audit.turns[number - 1] if number else None
            compare_reports(evidence, again, terms[number], told, files, files_before, reports)
    return Course(turns, "")


def _list_terms(evidence: Evidence, turns: int) -> list[Charter]:
    """The charter that was in force in each turn."""
    text = evidence.audit.turns[0].get(CHARTER, evidence.charter_text)
    try:
        founded = evidence.charter if text == evidence.charter_text else read_charter(text)
    except DamageError:
        # its hash has told already
        founded = evidence.charter
    return [change_charter(founded, select_acts(evidence.acts, 0, number)) for number in range(turns)]


def _read_nodes(charter: Charter, audit: Audit, found: Findings) -> list[bytes]:
    """The nodes over the public keys that turn 0 holds, held against the root that was committed to."""
    try:
        nodes = read_nodes(audit.turns.get(0, {})[KEYS])
        fits = join_nodes(nodes).hex() == charter.commitment.public_root
    except (KeyError, IndexError):
        nodes, fits = [], False
    except DamageError as error:
        found.findings.append(str(error))
        return []
    if not fits:
        found.findings.append(f"turns/0000/{KEYS}: not the nodes over the public keys that were committed to")
    return nodes
