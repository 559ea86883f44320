"""Verifying a game directory: structure, hashes, draws, and a full replay; everything that is wrong, in turn order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from adjudicator import __version__
from adjudicator.acts.chain import verify_chain
from adjudicator.acts.opened_draws import OpenedDraws
from adjudicator.acts.past import list_unfinished, read_past, verify_past
from adjudicator.acts.refusals import RulesVersionError
from adjudicator.acts.replay import Held, Replay, compare_turn, replay_setup, replay_turn
from adjudicator.acts.sealing import take_over
from adjudicator.chance import commit, commit_public_keys
from adjudicator.core.charter import Charter, Level
from adjudicator.core.due import find_wanted_epoch
from adjudicator.core.facts import list_knowledge
from adjudicator.core.recorded_act import RecordedAct, change_charter, move_deadlines, select_acts
from adjudicator.proof.hashing import hash_bytes, join_nodes
from adjudicator.registry import UnknownGameError, load_game
from adjudicator.store.audit import Audit, audit_files, audit_structure
from adjudicator.store.branches import FileShelf
from adjudicator.store.bundle import CHARTER, KEYS, REPORTS, read_nodes, unbundle_turn
from adjudicator.store.charter import read_charter
from adjudicator.store.damage import DamageError
from adjudicator.store.gamedir import GameDirectory, NoGameError
from adjudicator.store.header import LOCAL, MANIFEST, Before, read_local, read_manifest
from adjudicator.store.json_text import read_json
from adjudicator.store.redactions import REDACTED

_LONGEST = 300
"""Characters of a finding that quotes an error."""


@dataclass(slots=True)
class Findings:
    """What a verification found: ``findings`` are damage, ``remarks`` are worth knowing.

    ``diverged`` is the finding, if any, that a turn played again is not the recorded one; ``reworded`` are turns whose
    reports, built again, are not what they were.
    """

    path: str
    turns: int = -1
    head: str = ""
    findings: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    diverged: str = ""
    reworded: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing is damaged."""
        return not self.findings


def verify_game(path: str, expect: str | None = None, *, reports: bool = False, any_version: bool = False) -> Findings:
    """Verify the game directory at ``path``.

    ``expect`` is a head (or the first eight digits or more of one) that the history must contain; ``reports`` has
    every report built again and compared; ``any_version`` plays the game again by the installed version of its rules
    where it runs by another.
    """
    found = Findings(path)
    directory = GameDirectory(path)
    try:
        charter, charter_text = directory.read_charter()
    except (NoGameError, DamageError) as error:
        found.findings.append(str(error))
        return found
    audit = audit_structure(directory.path, charter.setting.seats)
    _verify_tokens(directory, charter, found)
    secret = _read_secret(directory, charter, found)
    if not audit.turns and charter.commitment.level is not Level.L1:
        _verify_unstarted(path, audit, expect, found)
        return found
    acts = read_past(audit, charter.id, found.findings)
    evidence = Evidence(charter, charter_text, audit, secret, acts, any_version)
    _verify_record(evidence, expect, found, rebuild_reports=reports)
    return found


def _verify_unstarted(path: str, audit: Audit, expect: str | None, found: Findings) -> None:
    """A game that waits for its seats; its charter is all the history it has."""
    from adjudicator.acts.verify_lobby import verify_lobby

    found.findings += audit.findings
    found.remarks += audit.remarks
    if expect is not None:
        found.findings.append(f"turns: no turn has the expected head {expect}: history was cut off or replaced")
    try:
        findings, remarks = verify_lobby(path)
    except (UnknownGameError, RulesVersionError) as error:
        findings, remarks = [f"{CHARTER}: {error}"], []
    found.findings += findings
    found.remarks += remarks


def verify_archive(path: str, expect: str | None = None, *, reports: bool = False) -> Findings:
    """Verify the archive at ``path`` as :func:`verify_game` does a directory; findings name its members."""
    from adjudicator.acts.archive import check_extracts
    from adjudicator.store.archive import GAME, list_game_files, read_archive

    found = Findings(path)
    inside = Findings(path)
    try:
        members = read_archive(path)
        files = list_game_files(members)
        charter = read_charter(files[CHARTER])
    except KeyError:
        found.findings.append(f"{GAME}{CHARTER}: missing")
        return found
    except DamageError as error:
        found.findings.append(str(error))
        return found
    except OSError as error:
        found.findings.append(f"archive: unreadable ({error.strerror})")
        return found
    audit = audit_files(files)
    acts = read_past(audit, charter.id, inside.findings)
    evidence = Evidence(charter, files[CHARTER], audit, None, acts)
    _verify_record(evidence, expect, inside, rebuild_reports=reports)
    found.turns, found.head = inside.turns, inside.head
    found.findings += [GAME + finding for finding in inside.findings]
    found.remarks += [GAME + remark for remark in inside.remarks]
    check_extracts(members, found, rebuild=reports)
    return found


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a history is verified from; ``secret`` is None where it is not at hand."""

    charter: Charter
    charter_text: bytes
    audit: Audit
    secret: bytes | None
    acts: tuple[RecordedAct, ...]
    any_version: bool = False


def _verify_record(evidence: Evidence, expect: str | None, found: Findings, *, rebuild_reports: bool) -> None:
    charter, audit = evidence.charter, evidence.audit
    found.findings += audit.findings
    found.remarks += audit.remarks
    heads = verify_chain(charter, audit, found.findings)
    _verify_redactions(audit, found)
    found.remarks += list_unfinished(audit)
    abandoned = verify_past(charter, evidence.charter_text, audit, evidence.acts, heads, found.findings)
    if expect is not None and not any(head.startswith(expect) for head in heads):
        place = next((place for head, place in abandoned.items() if head.startswith(expect)), None)
        if place is None:
            found.findings.append(f"turns: no turn has the expected head {expect}: history was cut off or replaced")
        else:
            found.remarks.append(f"{place}: has the expected head {expect}; this turn no longer stands")
    if heads:
        found.turns, found.head = len(heads) - 1, heads[-1]
        _verify_replay(evidence, found, heads, rebuild_reports=rebuild_reports)


def _verify_redactions(audit: Audit, found: Findings) -> None:
    """Every file that is said to be redacted is there as it was left, and is not what it was."""
    for name, digest in audit.redacted.items():
        _, number, inner = name.split("/", 2)
        data = audit.past.get(name) if name in audit.past else audit.turns.get(int(number), {}).get(inner)
        if data is None:
            found.findings.append(f"{name}: missing, though {REDACTED} lists it")
        elif hash_bytes(data) != digest:
            found.findings.append(f"{name}: not what {REDACTED} says")
    if audit.redacted:
        first, count = next(iter(audit.redacted)), len(audit.redacted)
        found.remarks.append(
            f"{first}: {f'{count} files are' if count > 1 else '1 file is'} redacted; letters, notes and comments are "
            "gone, so the hash of what was sent cannot be checked, but the orders give the recorded turns"
        )


def _verify_tokens(directory: GameDirectory, charter: Charter, found: Findings) -> None:
    """Every seat has the hash of a token, where there are any."""
    if not directory.has_private("seats.json"):
        found.remarks.append("private/seats.json: not here, so no token can be checked")
        return
    try:
        hashes = directory.read_token_hashes()
    except DamageError as error:
        found.findings.append(str(error))
        return
    for seat in charter.setting.seats:
        if len(hashes.get(seat, "")) != len(hash_bytes(b"")):
            found.findings.append(f"private/seats.json: no token hash of {seat}")


def _verify_replay(evidence: Evidence, found: Findings, heads: list[str], *, rebuild_reports: bool) -> None:
    """Play the whole game again from its recorded orders and name the first divergence."""
    charter, audit = evidence.charter, evidence.audit
    try:
        game = load_game(charter.module, charter.game)
    except UnknownGameError as error:
        found.findings.append(f"{CHARTER}: {error}")
        return
    if game.version != charter.version and not evidence.any_version:
        found.findings.append(
            f"{CHARTER}: rules version {charter.version}; installed is {game.version}; see adjudicate upgrade"
        )
        return
    secret = evidence.secret or _find_revealed(audit, charter, found)
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
                again = replay_turn(game, terms[number], secret, last, recorded, files)
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
            _rebuild_reports(evidence, replay, terms[number], told, files, earlier, found)


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


def _read_secret(directory: GameDirectory, charter: Charter, found: Findings) -> bytes | None:
    """The secret, held against its commitment; None where it is not here."""
    try:
        secret = directory.read_secret()
    except DamageError as error:
        if directory.has_private("secret"):
            found.findings.append(str(error))
        return None
    _verify_commitment(charter, secret, "private/secret", found)
    return secret


def _find_revealed(audit: Audit, charter: Charter, found: Findings) -> bytes | None:
    """The secret that the newest turn shows, held against its commitment; None where the game is not over."""
    newest = max(audit.turns)
    place = f"turns/{newest:04}/chance.json"
    try:
        revealed = read_json(audit.turns[newest]["chance.json"])["revealed"]
        secret = bytes.fromhex(revealed) if isinstance(revealed, str) else None
    except (KeyError, ValueError):
        return None  # said when this turn is replayed
    if secret is None:
        found.remarks.append("private/secret: not here, so draws are compared with the record, not computed again")
        return None
    _verify_commitment(charter, secret, place, found)
    return secret


def _verify_commitment(charter: Charter, secret: bytes, place: str, found: Findings) -> None:
    if commit(charter.id, secret) != charter.commitment.secret:
        found.findings.append(f"{place}: not the secret that was committed to")
    elif commit_public_keys(charter.id, secret, charter.commitment.epochs) != charter.commitment.public_root:
        found.findings.append(f"{CHARTER}: the public root does not belong to the secret")


def _rebuild_reports(
    evidence: Evidence,
    replay: Replay,
    charter: Charter,
    heads: tuple[str, str],
    files: Mapping[str, bytes],
    earlier: Mapping[str, bytes] | None,
    found: Findings,
) -> None:
    from adjudicator.acts.evidence import gather_evidence
    from adjudicator.acts.rerun import find_rerun
    from adjudicator.report.evidence import Witness
    from adjudicator.report.page import Occasion
    from adjudicator.report.render import render_reports

    knowledge = list_knowledge(replay.game, replay.record)
    handed_on = (read_local(earlier[LOCAL]), earlier[REPORTS]) if earlier else None
    occasion = Occasion(
        replay.game,
        charter.id,
        charter.setting.edition,
        charter.pacing,
        charter.sample,
        replay.record,
        *heads,
        witness=Witness(gather_evidence(replay.record, knowledge, files, handed_on)),
        wanted=find_wanted_epoch(replay.game, charter, replay.record),
    )
    number = replay.record.number
    if evidence.acts:
        shelf = FileShelf(evidence.audit.list_all())
        try:
            rerun = find_rerun(shelf, evidence.acts, replay.game, charter.id, replay.record)
        except DamageError as error:
            found.findings.append(f"turns/{number:04}/reports: cannot be built again: {error}")
            return
        occasion = occasion._replace(acts=select_acts(evidence.acts, number, number), rerun=rerun)
    try:
        listed = read_json(files[REPORTS])["reports"]
    except (KeyError, ValueError):
        return  # said before, when hashes were compared
    if not isinstance(listed, dict):
        return
    built = {name: hash_bytes(data) for name, data in render_reports(occasion).items()}
    different = sorted(name for name in built.keys() | listed.keys() if built.get(name) != listed.get(name))
    if not different:
        return
    rules = read_manifest(files[MANIFEST])["rules"]
    words = f"turns/{number:04}/reports: {', '.join(different)} cannot be built again as they were"
    found.reworded.append(words)
    if rules["version"] != replay.game.version:
        found.remarks.append(f"{words}: version {rules['version']} of the rules told them")
    elif rules["program"] != __version__:
        found.remarks.append(f"{words}: version {rules['program']} of the program wrote them, this is {__version__}")
    else:
        found.findings.append(words)
