"""Playing a whole game again from its recorded orders, up to the first divergence."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.acts.replay import Held, Replay, compare_turn, replay_setup, replay_turn
from adjudicator.acts.sealing import take_over
from adjudicator.acts.verification.findings import Evidence, Findings
from adjudicator.acts.verification.opened_draws import OpenedDraws
from adjudicator.acts.verification.rebuilt import compare_reports
from adjudicator.acts.verification.secret import find_revealed
from adjudicator.core.charter import Charter
from adjudicator.core.recorded_act import change_charter, move_deadlines, select_acts
from adjudicator.proof.hashing import join_nodes
from adjudicator.registry import UnknownGameError, load_game
from adjudicator.store.audit import Audit
from adjudicator.store.bundle import CHARTER, KEYS, REPORTS, read_nodes, unbundle_turn
from adjudicator.store.charter import read_charter
from adjudicator.store.damage import DamageError
from adjudicator.store.header import LOCAL, MANIFEST, Before, read_local, read_manifest

_LONGEST = 300
"""Characters of a finding that quotes an error."""


def verify_replay(evidence: Evidence, found: Findings, heads: list[str], *, rebuild_reports: bool) -> None:
    """Play the whole game again from its recorded orders and name the first divergence."""
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
            f"played again; version {wrote} of the program has it; adjudicate upgrade --check tries the installed one"
        )
        found.findings.append(found.unplayed)
        return
    secret = evidence.secret or find_revealed(audit, charter, found)
    held = Held(game, charter, secret, _read_nodes(charter, audit, found))
    draws = OpenedDraws(charter)
    terms = _list_terms(evidence, len(heads))
    replay: Replay | None = None
    before: Before | None = None
    for number, head in enumerate(heads):
        files = audit.turns[number]
        where = f"turns/{number:04}"
        try:
            recorded = unbundle_turn(game, files)
            if replay is None:
                again = replay_setup(game, terms[number], secret, recorded, files)
            else:
                due = move_deadlines(replay.record.due, select_acts(evidence.acts, number, number))
                last = replace(replay, record=replay.record._replace(due=due))
                acts = select_acts(evidence.acts, 0, number)
                again = replay_turn(game, terms[number], secret, last, recorded, files, acts)
            divergence = compare_turn(replace(held, charter=terms[number]), again, replay, before, files)
            manifest = read_manifest(files[MANIFEST])
            divergence = divergence or draws.find_fault(manifest, recorded.draws)
            replay = again
            before = take_over(manifest, read_local(files[LOCAL]), head, files[REPORTS])
        except Exception as error:  # noqa: BLE001 - damaged data may break anything; that it does is the finding
            words = str(error) if isinstance(error, DamageError) else repr(error)
            found.diverged = f"{where}: cannot be replayed: {words}"[:_LONGEST]
            found.findings.append(found.diverged)
            return
        if divergence is not None:
            found.diverged = f"{where}/{divergence}"
            found.findings.append(found.diverged)
            return
        if rebuild_reports:
            told = (head, heads[number - 1] if number else "")
            earlier = audit.turns[number - 1] if number else None
            compare_reports(evidence, replay, terms[number], told, files, earlier, found)


def _list_terms(evidence: Evidence, turns: int) -> list[Charter]:
    """The charter that was in force in each turn."""
    text = evidence.audit.turns[0].get(CHARTER, evidence.charter_text)
    founded = evidence.charter if text == evidence.charter_text else read_charter(text)
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
