"""One turn against itself: its files as its manifests list them, and its reports as its list of them says.

Whoever verifies a history asks this of every turn, and whoever builds upon a turn asks it of that one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.bundle import REPORT_FOLDER, REPORTS, read_report_list
from adjudicator.store.damage import DamageError
from adjudicator.store.header import LOCAL, MANIFEST, SavedLocal, SavedManifest, read_local, read_manifest
from adjudicator.store.json_text import write_json

_LONGEST = 300
"""Characters of a reason that quotes an error."""


def read_manifests(where: str, files: Mapping[str, bytes]) -> tuple[SavedManifest, SavedLocal]:
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
        raise DamageError(f"{where}/{name}", f"not a manifest ({error!r})"[:_LONGEST]) from error


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
    if manifest["private_root"] != hash_bytes(files[LOCAL]):
        yield f"{where}/{LOCAL}: not what the manifest says"
    listed = {**local["files"], **manifest["files"]}
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
