"""The hash chain of a game, turn by turn: manifests, the files they name, reports, and the turn before."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from adjudicator.acts.sealing import find_reports_root
from adjudicator.core.charter import Charter
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.audit import Audit
from adjudicator.store.bundle import REPORTS
from adjudicator.store.damage import DamageError
from adjudicator.store.header import LOCAL, MANIFEST, SavedLocal, SavedManifest, read_local, read_manifest
from adjudicator.store.json_text import read_json, write_json

_LONGEST = 300
"""Characters of a finding that quotes an error."""


def verify_chain(charter: Charter, audit: Audit, findings: list[str]) -> list[str]:
    """Hold every turn against its manifests and the turn before; the heads of the turns up to the first gap."""
    heads: list[str] = []
    before: SavedLocal | None = None
    if not audit.turns:
        findings.append("turns/0000: missing, and no other turn is there")
    for number in range(len(audit.turns)):
        where = f"turns/{number:04}"
        files = audit.turns.get(number)
        if files is None:
            findings.append(f"{where}: missing, though later turns are there")
            break
        missing = [name for name in (MANIFEST, LOCAL) if name not in files]
        if missing:
            findings.append(f"{where}/{missing[0]}: missing" if files else f"{where}: an empty folder, and no turn")
            break
        name = MANIFEST
        try:
            manifest = read_manifest(files[MANIFEST])
            public, told = dict(manifest["files"]), (manifest["game"], manifest["turn"])
            previous, root = manifest["previous"], manifest["private_root"]
            name = LOCAL
            local = read_local(files[LOCAL])
            private = dict(local["files"])
            dict(local["echoed"])
            bytes.fromhex(local["salt"])
        except (KeyError, ValueError, TypeError) as error:
            findings.append(f"{where}/{name}: not a manifest ({error!r})"[:_LONGEST])
            break
        if told != (charter.id, number):
            findings.append(f"{where}/{MANIFEST}: is turn {told[1]} of game {told[0]}")
        if previous != (heads[-1] if heads else None):
            findings.append(f"{where}/{MANIFEST}: previous is not the head of the turn before")
        if before is not None:
            _verify_previous_reports(number, manifest, before, audit, findings)
        if root != hash_bytes(files[LOCAL]):
            findings.append(f"{where}/{LOCAL}: not what the manifest says")
        _compare_files(where, files, {**private, **public}, audit.redacted, findings)
        heads.append(hash_bytes(files[MANIFEST]))
        _verify_reports(where, files, heads[-1], findings)
        before = local
    return heads


def verify_echoes(audit: Audit, heads: Sequence[str], findings: list[str]) -> None:
    """Whatever orders quote is a head of a turn before theirs; ``heads`` are those of the turns of ``audit``.

    To be asked last: where a branch is missing, that is why a quoted head is not found.
    """
    # orders that were carried over a rewind quote heads of abandoned turns
    abandoned = [hash_bytes(data) for name, data in audit.past.items() if name.endswith(f"/{MANIFEST}")]
    for number in range(len(heads)):
        local = read_local(audit.turns[number][LOCAL])
        for seat, echo in sorted(local["echoed"].items()):
            if not any(head.startswith(str(echo)) for head in (*heads[:number], *abandoned)):
                findings.append(
                    f"turns/{number:04}/{LOCAL}: echoed/{seat}: quotes {echo}, which is no head of this history"
                )


def _verify_previous_reports(
    number: int, manifest: SavedManifest, before: SavedLocal, audit: Audit, findings: list[str]
) -> None:
    """The manifest of turn ``number`` commits to the reports listed in the turn before."""
    place = f"turns/{number - 1:04}/{REPORTS}"
    data = audit.turns[number - 1].get(REPORTS)
    try:
        root = find_reports_root(before, data or b"", place)
    except DamageError:
        root = None
    if root is None or manifest.get("previous_reports") != root:
        findings.append(f"{place}: not what the next manifest says")


def _compare_files(
    where: str, files: Mapping[str, bytes], listed: Mapping[str, str], redacted: Collection[str], findings: list[str]
) -> None:
    hashed = {name for name in files if name not in {MANIFEST, LOCAL, REPORTS} and not name.startswith("reports/")}
    for name in sorted(hashed | set(listed)):
        if name not in files:
            findings.append(f"{where}/{name}: missing")
        elif name not in listed:
            findings.append(f"{where}/{name}: not in the manifest")
        elif hash_bytes(files[name]) != listed[name] and f"{where}/{name}" not in redacted:
            findings.append(f"{where}/{name}: not what the manifest says")


def _verify_reports(where: str, files: Mapping[str, bytes], head: str, findings: list[str]) -> None:
    try:
        saved = read_json(files[REPORTS])
        listed = saved["reports"]
        assert isinstance(listed, dict)
    except KeyError:
        findings.append(f"{where}/{REPORTS}: missing")
        return
    except (ValueError, AssertionError, TypeError):
        findings.append(f"{where}/{REPORTS}: not a list of reports")
        return
    if saved.get("head") != head:
        findings.append(f"{where}/{REPORTS}: its head is not the hash of {MANIFEST}")
    if write_json({"head": head, "reports": listed}) != files[REPORTS]:
        findings.append(f"{where}/{REPORTS}: not written as a list of reports is")
    for name, data in files.items():
        if name.startswith("reports/") and listed.get(name.removeprefix("reports/")) != hash_bytes(data):
            findings.append(f"{where}/{name}: not what {REPORTS} says")
