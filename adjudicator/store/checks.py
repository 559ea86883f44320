"""What was written and is as it was: a turn against its manifests, files against their receipts, what was redacted.

Whoever verifies a history asks this of all there is, and whoever builds upon a turn asks it of that one and of what
waits. What waits or was refused is in no chain yet. There a receipt has a checksum, belongs to its name, and says what
its place says. That nobody changed it on purpose, or took it away with its file, cannot be seen: its sender has the
answer.

A redacted file, listed in ``redacted.json``, has lost its letters, notes and comments, and nothing else. The chain
keeps the hash of the file as it was; the list has the hash of the file as it is, so that neither can be changed
unnoticed by accident.
"""

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from adjudicator.core.json_value import JsonObject
from adjudicator.intake.receipt import ACCEPTED, dump_receipt, load_receipt
from adjudicator.proof.hashing import hash_bytes
from adjudicator.proof.header import Header
from adjudicator.store.files import read_regular
from adjudicator.store.formats import CHECKSUM, DamageError, drop_checksum, explain_damage, fits, read_json, write_json
from adjudicator.store.header import LOCAL, MANIFEST, SavedLocal, read_local, read_manifest
from adjudicator.store.record import REPORT_FOLDER, REPORTS, read_report_list

REDACTED = "redacted.json"
FORMAT = 1
_SEAT_FILE = r"/[a-z][a-z0-9-]{0,31}/[0-9]{2,9}\.yaml"
_BRANCH = r"branches/[0-9]{4,}/"
_FILE = re.compile(rf"(?:(?:{_BRANCH})?turns/[0-9]{{4,}}/orders|{_BRANCH}inbox){_SEAT_FILE}")
_HASH = re.compile(r"[0-9a-f]{64}")


def write_redactions(files: Mapping[str, str]) -> bytes:
    """The list of ``files``: the SHA-256 of each as it is now, by name."""
    return write_json({"format": FORMAT, "files": dict(sorted(files.items()))})


def read_redactions(data: bytes) -> dict[str, str]:
    """The SHA-256 of each redacted file by name. Raises ``ValueError`` for another list than we write."""
    saved = read_json(data)
    files = saved.get("files")
    if not isinstance(files, dict) or saved != {"format": FORMAT, "files": files}:
        raise ValueError("not a list of redacted files")
    listed: dict[str, str] = {}
    for name, digest in files.items():
        if not _FILE.fullmatch(name) or not isinstance(digest, str) or not _HASH.fullmatch(digest):
            raise ValueError(f"lists {name!r}, which is not a file that can be redacted")
        listed[name] = digest
    if write_redactions(listed) != data:
        raise ValueError("not a list that the program wrote")
    return listed


def list_redacted(path: str) -> Mapping[str, str]:
    """The files of the game in ``path`` that are redacted, as ``redacted.json`` has them. Raises `DamageError`."""
    place = os.path.join(path, REDACTED)
    if not os.path.lexists(place):
        return {}
    try:
        return read_redactions(read_regular(place))
    except (OSError, ValueError) as error:
        raise DamageError(REDACTED, str(error)) from error


_LONGEST = 300
"""Characters of a reason that quotes an error."""


def read_manifests(where: str, files: Mapping[str, bytes]) -> tuple[Header, SavedLocal]:
    """Both manifests of the turn ``where`` with ``files``. Raises :class:`DamageError` where one is missing or none."""
    for name in (MANIFEST, LOCAL):
        if name not in files:
            raise DamageError(f"{where}/{name}", "missing")
    name = MANIFEST
    try:
        manifest = read_manifest(files[name])
        name = LOCAL
        return manifest, read_local(files[name])
    except ValueError as error:
        raise DamageError(f"{where}/{name}", f"not a manifest ({explain_damage(error)})"[:_LONGEST]) from error


def check_turn(where: str, files: Mapping[str, bytes], redacted: Collection[str]) -> Iterator[str]:
    """What is wrong with the ``files`` of the turn ``where``, by their names there; each begins with the file's place.

    ``redacted`` are the places of files that are no longer what was sent.
    """
    try:
        manifest, local = read_manifests(where, files)
    except DamageError as error:
        # there is nothing that the rest could be held against
        yield str(error)
        return
    if manifest.private_root != hash_bytes(files[LOCAL]):
        yield f"{where}/{LOCAL}: not what the manifest says"
    listed = {**local["files"], **manifest.files}
    hashed = {name for name in files if name not in {MANIFEST, LOCAL, REPORTS} and not name.startswith(REPORT_FOLDER)}
    for name in sorted(hashed | set(listed)):
        if name not in files:
            yield f"{where}/{name}: missing"
        elif name not in listed:
            yield f"{where}/{name}: not in the manifest"
        elif hash_bytes(files[name]) != listed[name] and f"{where}/{name}" not in redacted:
            yield f"{where}/{name}: not what the manifest says"
    yield from _check_reports(where, files)


def _check_reports(where: str, files: Mapping[str, bytes]) -> Iterator[str]:
    """The list of reports has the head of the turn, and the hash of every report that is there."""
    if REPORTS not in files:
        yield f"{where}/{REPORTS}: missing"
        return
    try:
        saved = read_report_list(files[REPORTS])
    except ValueError:
        yield f"{where}/{REPORTS}: not a list of reports"
        return
    head, listed = hash_bytes(files[MANIFEST]), saved["reports"]
    if saved["head"] != head:
        yield f"{where}/{REPORTS}: its head is not the hash of {MANIFEST}"
    if write_json({"head": head, "reports": listed}) != files[REPORTS]:
        yield f"{where}/{REPORTS}: not written as a list of reports is"
    for name, data in files.items():
        if name.startswith(REPORT_FOLDER) and listed.get(name.removeprefix(REPORT_FOLDER)) != hash_bytes(data):
            yield f"{where}/{name}: not what {REPORTS} says"


_RECEIPT = ".receipt.json"
_WAITING = re.compile(r"(?P<where>(?:branches/[0-9]{4,}/)?inbox/(?P<seat>[^/]+))/(?P<number>[0-9]{2,9})\.yaml")
_REFUSED = re.compile(r"refused/(?P<stem>[^/]+)\.yaml")


class ReceiptFindings(NamedTuple):
    """What was found about receipts."""

    findings: list[str]
    remarks: list[str]


def audit_receipts(
    pairs: Mapping[str, bytes], turns: Iterable[Mapping[str, bytes]], redacted: Mapping[str, str]
) -> ReceiptFindings:
    """Each kept file has a receipt that was given for it, and the other way round.

    ``pairs`` are all files of the game directory that were read, by name, ``turns`` those of each turn by their names
    there; ``redacted`` names the files that are no longer what was sent.
    """
    said = ReceiptFindings([], [])
    for name, data in pairs.items():
        if name.endswith(_RECEIPT):
            _audit_receipt(name, data, pairs, turns, redacted, said)
        elif name.endswith(".yaml") and name.removesuffix(".yaml") + _RECEIPT not in pairs:
            # a rewind files what was copied into the inbox, before it moves that
            if "/orders/" in name or (name.startswith("branches/") and _WAITING.fullmatch(name)):
                said.findings.append(f"{name}: has no receipt")
            elif name.startswith(("inbox/", "refused/")):
                said.remarks.append(f"{name}: has no receipt yet; its sender has had no answer")
    said.remarks.extend(_list_gaps(pairs, turns))
    return said


def _audit_receipt(
    name: str,
    data: bytes,
    pairs: Mapping[str, bytes],
    turns: Iterable[Mapping[str, bytes]],
    redacted: Mapping[str, str],
    said: ReceiptFindings,
) -> None:
    """Hold the receipt ``data`` against the file it is for, add what is wrong to ``said``."""
    file = name.removesuffix(_RECEIPT) + ".yaml"
    try:
        receipt = read_json(data)
        changed = "/orders/" not in name and not fits(data)
    except ValueError:
        said.findings.append(f"{name}: not a receipt")
        return
    if file not in pairs and name.startswith("inbox/") and _was_consumed(name, drop_checksum(data), turns):
        said.remarks.append(f"{name}: left by an interrupted run; the next one removes it")
    elif file not in pairs:
        said.findings.append(f"{file}: missing, though it has a receipt")
    elif changed:
        said.findings.append(f"{name}: changed since it was written: its checksum does not fit")
    elif receipt.get("sha256") != hash_bytes(pairs[file]) and file not in redacted:
        said.findings.append(f"{file}: not the file its receipt was given for")
    else:
        said.findings.extend(f"{name}: {fault}" for fault in _list_misplaced(file, receipt))


def _list_misplaced(file: str, saved: JsonObject) -> Iterator[str]:
    """What the receipt ``saved`` of a ``file`` that waits or was refused says otherwise than its place does."""
    waiting, refused = _WAITING.fullmatch(file), _REFUSED.fullmatch(file)
    if waiting is None and refused is None:
        return
    try:
        receipt = load_receipt(saved)
    except (KeyError, ValueError, TypeError, AttributeError):
        yield "not a receipt"
        return
    if dump_receipt(receipt) != {key: value for key, value in saved.items() if key != CHECKSUM}:
        yield "holds what no receipt has"
        return
    if waiting is not None and receipt.seat != waiting["seat"]:
        yield f"given to {receipt.seat or 'nobody'}, not to {waiting['seat']}"
    elif waiting is not None and receipt.in_force != f"inbox/{waiting['seat']}/{waiting['number']}.yaml":
        yield f"given for {receipt.in_force}"
    if refused is not None and f"{receipt.seat or 'unknown'}-{receipt.id}" != refused["stem"]:
        yield f"is receipt {receipt.id} of {receipt.seat or 'nobody'}"
    if (receipt.state in ACCEPTED) is (waiting is None):
        yield f"says {receipt.state.value} of a file that {'is refused' if waiting is None else 'waits'}"


def _was_consumed(name: str, data: bytes, turns: Iterable[Mapping[str, bytes]]) -> bool:
    """Whether a turn holds the very file ``name`` of the inbox, or its receipt."""
    return any(files.get(name.replace("inbox/", "orders/", 1)) == data for files in turns)


def _list_gaps(pairs: Mapping[str, bytes], turns: Iterable[Mapping[str, bytes]]) -> Iterator[str]:
    """Each seat's files in an inbox are numbered as they came; a number left out is worth a look, and may be right."""
    numbers: dict[str, set[int]] = {}
    for name, data in pairs.items():
        match = _WAITING.fullmatch(name)
        if match is not None and not _was_consumed(name, data, turns):
            numbers.setdefault(match["where"], set()).add(int(match["number"]))
    for where, present in numbers.items():
        missing = next((number for number in range(1, max(present)) if number not in present), None)
        if missing is not None:
            yield (
                f"{where}: {missing:02} is not there though {max(present):02} is; numbered files were taken away, "
                "refused, or copied in under other numbers"
            )
