"""Format 1: one manifest with the plain hash of every file; to mail it would have given hidden facts away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from adjudicator.core.instant import read_instant
from adjudicator.core.json_value import JsonObject
from adjudicator.core.record import Circumstances
from adjudicator.core.table import Seat
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.branches import list_accepted_in
from adjudicator.store.damage import DamageError
from adjudicator.store.inbox import Filed
from adjudicator.store.json_text import read_json

_MANIFEST, _REPORTS, _ORDERS = "turn.json", "reports.json", "orders/"


def list_heads(turns: Sequence[Mapping[str, bytes]], game: str) -> list[str]:
    """See :class:`adjudicator.store.migrations.Reader`."""
    heads: list[str] = []
    for number, files in enumerate(turns):
        where = f"turns/{number:04}"
        try:
            manifest = read_json(files[_MANIFEST])
            listed = cast("Mapping[str, str]", manifest["files"])
            reports = hash_bytes(turns[number - 1][_REPORTS]) if number else None
            expected = (1, game, number, heads[-1] if heads else None, reports)
            told = tuple(manifest[key] for key in ("format", "game", "turn", "previous", "previous_reports"))
        except (KeyError, ValueError, TypeError) as error:
            raise DamageError(f"{where}/{_MANIFEST}", f"not a manifest ({error!r})") from error
        if told != expected:
            raise DamageError(f"{where}/{_MANIFEST}", "does not follow the turn before")
        kept = {name for name in files if name not in {_MANIFEST, _REPORTS} and not name.startswith("reports/")}
        for name in sorted(kept | set(listed)):
            if name not in files or listed.get(name) != hash_bytes(files[name]):
                raise DamageError(f"{where}/{name}", "not what the manifest says")
        heads.append(hash_bytes(files[_MANIFEST]))
    return heads


def read_circumstances(files: Mapping[str, bytes]) -> Circumstances:
    """See :class:`adjudicator.store.migrations.Reader`."""
    manifest: JsonObject = read_json(files[_MANIFEST])
    now = read_instant(cast("str", manifest["now"]))
    return Circumstances(now, manifest["forced"] is True, manifest["late"] is True)


def list_files(files: Mapping[str, bytes], seats: Sequence[Seat]) -> Mapping[Seat, Sequence[Filed]]:
    """See :class:`adjudicator.store.migrations.Reader`."""
    orders = {name.removeprefix(_ORDERS): data for name, data in files.items() if name.startswith(_ORDERS)}
    return list_accepted_in(orders, seats, _ORDERS.rstrip("/"))
