"""Playing a whole game again from its recorded orders, up to the first divergence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from adjudicator.acts.verification.difference import compare_turn
from adjudicator.acts.verification.effort import share_out
from adjudicator.acts.verification.findings import Evidence, Findings
from adjudicator.acts.verification.opened_draws import OpenedDraws
from adjudicator.acts.verification.past import Line
from adjudicator.acts.verification.rebuilt import compare_reports
from adjudicator.acts.verification.secret import find_revealed
from adjudicator.core.charter import CHARTER, Charter
from adjudicator.core.recorded_act import RecordedAct, change_charter, select_acts
from adjudicator.ledger.accepted import read_arrived
from adjudicator.ledger.keys import RecordedKeys, SecretKeys
from adjudicator.ledger.last_turn import LastTurn, load_turn
from adjudicator.ledger.turn import Foundation, Moment, Turn, first_turn, next_turn
from adjudicator.proof.hashing import join_nodes
from adjudicator.registry import AnyGame, UnknownGameError, load_game
from adjudicator.store.audit import Audit
from adjudicator.store.branches import NO_SHELF, FileShelf, Shelf
from adjudicator.store.bundle import CHANCE, KEYS, read_draws, read_nodes
from adjudicator.store.charter import read_charter
from adjudicator.store.damage import DamageError
from adjudicator.store.header import MANIFEST, read_manifest

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
    _check_nodes(charter, audit, found)
    diverged = _play_line(evidence, game, secret, heads, 0, found if rebuild_reports else None)
    if diverged:
        found.diverged = diverged
        found.findings.append(diverged)
    elif not evidence.any_version:
        _play_abandoned(evidence, game, secret, lines, found, rebuild_reports=rebuild_reports)


def _play_abandoned(
    evidence: Evidence,
    game: AnyGame,
    secret: bytes | None,
    lines: Sequence[Line],
    found: Findings,
    *,
    rebuild_reports: bool,
) -> None:
    """Play the abandoned ``lines``, newest first, from where each forks from the line that took its place."""
    for line in lines:
        then = replace(evidence, audit=replace(evidence.audit, turns=line.turns), acts=line.acts)
        reports = Findings(found.path)
        diverged = _play_line(then, game, secret, line.heads, line.to + 1, reports if rebuild_reports else None)
        found.findings += [f"{line.where}/{finding}" for finding in reports.findings]
        found.remarks += [f"{line.where}/{remark}" for remark in reports.remarks]
        if diverged:
            found.findings.append(f"{line.where}/{diverged}")


class _Line(NamedTuple):
    """A line of turns to be played again; every turn is played from the one before it as that is kept."""

    game: AnyGame
    secret: bytes | None
    turns: Mapping[int, Mapping[str, bytes]]
    terms: Sequence[Charter]
    acts: tuple[RecordedAct, ...]
    shelf: Shelf
    wrong: Mapping[int, str]
    rebuild_reports: bool

    def play(self, numbers: range) -> tuple[str, Findings]:
        """What diverges first in the turns of these ``numbers``, and what is wrong with reports up to there."""
        found = Findings("")
        last: LastTurn | None = None
        for number in numbers:
            files, where = self.turns[number], f"turns/{number:04}"
            try:
                if last is None and number:
                    last = load_turn(self.game, self.turns[number - 1])
                kept = load_turn(self.game, files)
                foundation = Foundation(self.game, self.terms[number], self.turns[0].__getitem__, self.acts, self.shelf)
                again = _play_again(foundation, self.secret, last, kept, files)
                divergence = compare_turn(again.files, files)
            except Exception as error:  # noqa: BLE001 - damaged data may break anything; that it does is the finding
                words = str(error) if isinstance(error, DamageError) else repr(error)
                return f"{where}: cannot be replayed: {words}"[:_LONGEST], found
            if divergence is not None:
                return f"{where}/{divergence}", found
            if number in self.wrong:
                return self.wrong[number], found
            last = kept
            if self.rebuild_reports:
                compare_reports(again, self.game, kept, found)
        return "", found


def _play_line(
    evidence: Evidence, game: AnyGame, secret: bytes | None, heads: Sequence[str], first: int, found: Findings | None
) -> str:
    """Play the turns from ``first`` on of the line in ``evidence`` whose ``heads`` these are; what diverges, if any.

    ``found`` takes what is wrong with the reports of each turn, where they are to be built again.
    """
    turns = evidence.audit.turns
    shelf = FileShelf(evidence.audit.list_all()) if evidence.acts else NO_SHELF
    terms = _list_terms(evidence, len(heads))
    wrong = _find_wrong_draw(evidence.charter, turns, len(heads))
    line = _Line(game, secret, turns, terms, evidence.acts, shelf, wrong, found is not None)
    for diverged, reports in share_out(line.play, first, len(heads), evidence.effort):
        if found is not None:
            found.findings += reports.findings
            found.remarks += reports.remarks
            found.reworded += reports.reworded
        if diverged:
            return diverged
    return ""


def _find_wrong_draw(charter: Charter, turns: Mapping[int, Mapping[str, bytes]], count: int) -> Mapping[int, str]:
    """The first turn, if any, whose header opens a key that does not give the draws, and what is wrong.

    What is wrong with the turn besides is told where it is played again, and before this.
    """
    draws = OpenedDraws(charter)
    for number in range(count):
        files, where = turns[number], f"turns/{number:04}"
        try:
            fault = draws.find_fault(read_manifest(files[MANIFEST]), read_draws(files[CHANCE]))
        except (DamageError, KeyError, ValueError, TypeError) as error:
            return {number: f"{where}: cannot be replayed: {error!r}"[:_LONGEST]}
        if fault is not None:
            return {number: f"{where}/{fault}"}
    return {}


def _play_again(
    foundation: Foundation, secret: bytes | None, last: LastTurn | None, kept: LastTurn, files: Mapping[str, bytes]
) -> Turn:
    """The turn that is ``kept`` as ``files``, once more from the one before it and the files that had arrived."""
    keys = RecordedKeys(kept.record, kept.manifest, kept.local) if secret is None else SecretKeys(secret)
    circumstances = kept.record.circumstances
    moment = Moment(circumstances.now, circumstances.forced, kept.manifest["rules"]["program"])
    if last is None:
        arrived = read_arrived(files, foundation.charter.setting.seats)
        return first_turn(foundation, arrived, moment, keys)
    arrived = read_arrived(files, foundation.game.kernel.seats(last.record.state))
    return next_turn(foundation, last, arrived, moment, keys)


def _list_terms(evidence: Evidence, turns: int) -> list[Charter]:
    """The charter that was in force in each turn."""
    text = evidence.audit.turns[0].get(CHARTER, evidence.charter_text)
    try:
        founded = evidence.charter if text == evidence.charter_text else read_charter(text)
    except DamageError:
        # its hash has told already
        founded = evidence.charter
    return [change_charter(founded, select_acts(evidence.acts, 0, number)) for number in range(turns)]


def _check_nodes(charter: Charter, audit: Audit, found: Findings) -> None:
    """The nodes over the public keys that turn 0 holds are those of the root that was committed to."""
    try:
        fits = join_nodes(read_nodes(audit.turns.get(0, {})[KEYS])).hex() == charter.commitment.public_root
    except (KeyError, IndexError):
        fits = False
    except DamageError as error:
        found.findings.append(str(error))
        return
    if not fits:
        found.findings.append(f"turns/0000/{KEYS}: not the nodes over the public keys that were committed to")
