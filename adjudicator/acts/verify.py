"""Verifying a game directory: structure, hashes, draws, and a full replay; everything that is wrong, in turn order."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import nullcontext

from adjudicator.acts.verification.chain import verify_chain
from adjudicator.acts.verification.effort import ALONE, Effort
from adjudicator.acts.verification.findings import Evidence, Findings
from adjudicator.acts.verification.past import list_damaged, list_unfinished, read_past, verify_past
from adjudicator.acts.verification.replayed import verify_replay
from adjudicator.acts.verification.secret import read_secret
from adjudicator.core.charter import CHARTER, Charter
from adjudicator.core.refusals import RulesVersionError
from adjudicator.ledger.mixer import find_mixer
from adjudicator.proof.hashing import hash_bytes
from adjudicator.registry import UnknownGameError
from adjudicator.store.audit import Audit, audit_files, audit_structure
from adjudicator.store.charter import read_charter
from adjudicator.store.damage import DamageError
from adjudicator.store.gamedir import GameDirectory, NoGameError, OlderLayoutError
from adjudicator.store.header import MANIFEST
from adjudicator.store.lock import hold_still
from adjudicator.store.redactions import REDACTED
from adjudicator.store.turn_file import SUFFIX


def verify_game(
    path: str,
    expect: str | None = None,
    *,
    reports: bool = False,
    any_version: bool = False,
    locked: bool = False,
    effort: Effort = ALONE,
) -> Findings:
    """Verify the game directory at ``path``, as it was at one moment.

    ``expect`` is a head (or the first eight digits or more of one) that the history must contain; ``reports`` has
    every report built again and compared; ``any_version`` plays the game again by the installed version of its rules
    where it runs by another. The caller of one that is ``locked`` holds its lock. Raises ``BusyError``.
    """
    found = Findings(path)
    directory = GameDirectory(path)
    with nullcontext() if locked else hold_still(directory.path):
        evidence = _read_directory(directory, expect, found, any_version=any_version, effort=effort)
        hashes = _read_hashes(directory)
    if evidence is not None:
        _verify_record(evidence, expect, found, rebuild_reports=reports)
    _mask_names(hashes, found)
    return found


def _read_directory(
    directory: GameDirectory, expect: str | None, found: Findings, *, any_version: bool, effort: Effort
) -> Evidence | None:
    """All that is verified of a game; None where there is no history yet, or none that can be read."""
    try:
        charter, charter_text = directory.read_charter()
    except (NoGameError, DamageError, OlderLayoutError) as error:
        found.findings.append(str(error))
        return None
    audit = audit_structure(directory.path, charter.setting.seats)
    _verify_tokens(directory, charter, found)
    secret = read_secret(directory, charter, found)
    if not audit.turns and charter.commitment.level.mixes:
        _verify_unstarted(found.path, audit, expect, found)
        return None
    if audit.interrupted:
        _verify_journal(directory, found)
    _verify_begun(directory, charter, audit, found)
    acts = read_past(audit, charter.id, found.findings)
    return Evidence(charter, charter_text, audit, secret, acts, any_version, effort)


def _read_hashes(directory: GameDirectory) -> Collection[str]:
    """The hashes of all tokens of the game, as far as they can be read."""
    try:
        return {*directory.read_token_hashes().values(), *directory.read_replaced_hashes()}
    except DamageError:
        # that nothing is known of tokens is among the findings
        return ()


def _verify_journal(directory: GameDirectory, found: Findings) -> None:
    """The list of an act that was interrupted can be gone through: else what hides behind it is never checked."""
    from adjudicator.store.journal import read_items

    try:
        read_items(directory.path)
    except DamageError as error:
        found.findings.append(str(error))


def _mask_names(hashes: Collection[str], found: Findings) -> None:
    """No finding tells a token, of which these are the ``hashes``, though somebody has named a file by one."""
    from adjudicator.intake.tokens import mask_tokens

    for told in (found.findings, found.remarks):
        masked = (mask_tokens(words.encode("utf-8", "surrogatepass"), hashes).data for words in told)
        told[:] = [words.decode("utf-8", "surrogatepass") for words in masked]


def _verify_unstarted(path: str, audit: Audit, expect: str | None, found: Findings) -> None:
    """A game that waits for its seats; its charter is all the history it has."""
    from adjudicator.acts.soundness import verify_lobby

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


def _verify_begun(directory: GameDirectory, charter: Charter, audit: Audit, found: Findings) -> None:
    """Nothing is left of what comes before turn 0."""
    first = audit.turns.get(0, {})
    findings, remarks = find_mixer(charter.commitment.level).verify_begun(directory, lambda name: first.get(name, b""))
    found.findings += findings
    found.remarks += remarks


def verify_archive(path: str, expect: str | None = None, *, reports: bool = False, effort: Effort = ALONE) -> Findings:
    """Verify the archive at ``path`` as :func:`verify_game` does a directory; findings name its members."""
    from adjudicator.store.archive import read_archive

    try:
        return verify_members(path, read_archive(path), expect, reports=reports, effort=effort)
    except DamageError as error:
        complaint = str(error)
    except OSError as error:
        complaint = f"archive: unreadable ({error.strerror})"
    return Findings(path, findings=[complaint])


def verify_members(
    path: str,
    members: Mapping[str, bytes],
    expect: str | None = None,
    *,
    reports: bool = False,
    pages: bool = True,
    effort: Effort = ALONE,
) -> Findings:
    """Verify the ``members`` of the archive that was read from ``path``.

    ``pages`` has the play-by-play and the replay built again and compared. Raises :class:`DamageError` for a charter
    that cannot be read.
    """
    from adjudicator.acts.archive import check_extracts
    from adjudicator.store.archive import GAME, list_game_files

    found, inside = Findings(path), Findings(path)
    files = list_game_files(members)
    if CHARTER not in files:
        raise DamageError(f"{GAME}{CHARTER}", "missing")
    charter = read_charter(files[CHARTER])
    audit = audit_files(files)
    acts = read_past(audit, charter.id, inside.findings)
    evidence = Evidence(charter, files[CHARTER], audit, None, acts, effort=effort)
    _verify_record(evidence, expect, inside, rebuild_reports=reports)
    found.turns, found.head = inside.turns, inside.head
    found.findings += [GAME + finding for finding in inside.findings]
    found.remarks += [GAME + remark for remark in inside.remarks]
    found.unplayed = GAME + inside.unplayed if inside.unplayed else ""
    check_extracts(members, found, rebuild=pages)
    return found


def _verify_record(evidence: Evidence, expect: str | None, found: Findings, *, rebuild_reports: bool) -> None:
    charter, audit = evidence.charter, evidence.audit
    damaged = list_damaged(evidence.acts)
    for told, said in ((found.findings, audit.findings), (found.remarks, audit.remarks)):
        told += [
            words
            for words in said
            if not words.startswith(tuple(f"{place}{end}" for place in damaged for end in ("/", SUFFIX)))
        ]
    found.remarks += [f"{place}: {words}" for place, words in damaged.items()]
    heads = verify_chain(charter, audit, found.findings)
    _verify_redactions(audit, found)
    found.remarks += list_unfinished(audit)
    past = verify_past(charter, evidence.charter_text, audit, evidence.acts, heads, found.findings)
    manifests = {f"turns/{number:04}/{MANIFEST}": turn.get(MANIFEST, b"") for number, turn in audit.turns.items()}
    damaged = list_damaged(evidence.acts)
    manifests |= {
        name: data
        for name, data in audit.past.items()
        if name.endswith(f"/{MANIFEST}") and name.removesuffix(f"/{MANIFEST}") not in damaged
    }
    found.findings += find_mixer(charter.commitment.level).verify(evidence.acts, manifests)
    if expect is not None and not any(head.startswith(expect) for head in heads):
        place = next((place for head, place in past.heads.items() if head.startswith(expect)), None)
        if place is None:
            found.findings.append(f"turns: no turn has the expected head {expect}: history was cut off or replaced")
        else:
            found.remarks.append(f"{place}: has the expected head {expect}; this turn no longer stands")
            found.outdated = place
    if heads:
        found.turns, found.head = len(heads) - 1, heads[-1]
        verify_replay(evidence, found, heads, past.lines, rebuild_reports=rebuild_reports)


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
