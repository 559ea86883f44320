"""The list of redacted files of a game, ``redacted.json``.

A redacted file has lost its letters, notes and comments, and nothing else. The chain keeps the hash of the file as it
was; this list has the hash of the file as it is, so that neither can be changed unnoticed by accident.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator.store.json_text import read_json, write_json

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
        raise ValueError("not a list that we wrote")
    return listed
