"""Receipts beside the files they are for: in turns, where manifests have their hashes, and where files wait.

What waits or was refused is in no chain yet. There a receipt has a checksum, belongs to its name, and says what its
place says. That nobody changed it on purpose, or took it away with its file, cannot be seen: its sender has the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from adjudicator.core.json_value import JsonObject
from adjudicator.core.receipt import ACCEPTED, dump_receipt, load_receipt
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.checksum import CHECKSUM, Fit, check, drop_checksum
from adjudicator.store.json_text import read_json

_RECEIPT = ".receipt.json"
_WAITING = re.compile(r"(?P<where>(?:branches/[0-9]{4,}/)?inbox/(?P<seat>[^/]+))/(?P<number>[0-9]{2,9})\.yaml")
_REFUSED = re.compile(r"refused/(?P<stem>[^/]+)\.yaml")


class Said(NamedTuple):
    """What was found about receipts."""

    findings: list[str]
    remarks: list[str]


def audit_receipts(
    pairs: Mapping[str, bytes], turns: Iterable[Mapping[str, bytes]], redacted: Mapping[str, str]
) -> Said:
    """Each kept file has a receipt that was given for it, and the other way round.

    ``pairs`` are all files of the game directory that were read, by name, ``turns`` those of each turn by their names
    there; ``redacted`` names the files that are no longer what was sent.
    """
    said = Said([], [])
    for name, data in pairs.items():
        if name.endswith(_RECEIPT):
            _audit_receipt(name, data, pairs, turns, redacted, said)
        elif name.endswith(".yaml") and name.removesuffix(".yaml") + _RECEIPT not in pairs:
            # a rewind files what was copied into the inbox, before it moves that
            if "/orders/" in name or (name.startswith("branches/") and _WAITING.fullmatch(name)):
                said.findings.append(f"{name}: has no receipt")
            elif name.startswith(("inbox/", "refused/")):
                said.remarks.append(f"{name}: has no receipt yet; its sender was told nothing")
    said.remarks.extend(_list_gaps(pairs, turns))
    said.remarks.extend(_list_unchecked(pairs))
    return said


def _audit_receipt(
    name: str,
    data: bytes,
    pairs: Mapping[str, bytes],
    turns: Iterable[Mapping[str, bytes]],
    redacted: Mapping[str, str],
    said: Said,
) -> None:
    """Hold the receipt ``data`` against the file it is for, add what is wrong to ``said``."""
    file = name.removesuffix(_RECEIPT) + ".yaml"
    try:
        receipt = read_json(data)
        changed = "/orders/" not in name and check(data) is Fit.CHANGED
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
        # were the word "checksum" itself changed, there would be none
        yield "holds what no receipt has"
        return
    if waiting is not None and receipt.seat != waiting["seat"]:
        yield f"given to {receipt.seat or 'nobody'}, not to {waiting['seat']}"
    if refused is not None and f"{receipt.seat or 'unknown'}-{receipt.id}" != refused["stem"]:
        yield f"is receipt {receipt.id} of {receipt.seat or 'nobody'}"
    if (receipt.standing in ACCEPTED) is (waiting is None):
        yield f"says {receipt.standing.value} of a file that {'is refused' if waiting is None else 'waits'}"


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


def _list_unchecked(pairs: Mapping[str, bytes]) -> Iterator[str]:
    """Receipts that were given before there were checksums."""
    old = [
        name
        for name, data in pairs.items()
        if name.endswith(_RECEIPT) and "/orders/" not in name and f'"{CHECKSUM}"'.encode() not in data
    ]
    if old:
        count = f"{len(old)} receipts have" if len(old) > 1 else "1 receipt has"
        yield f"{old[0]}: {count} no checksum, as earlier versions of the program wrote them"
