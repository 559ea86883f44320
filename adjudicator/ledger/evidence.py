"""The evidence of a turn, from its files and those of the turn before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.core.facts import Knowledge
from adjudicator.core.record import TurnRecord
from adjudicator.core.table import Seat
from adjudicator.report.evidence import Evidence
from adjudicator.store.bundle import read_report_list
from adjudicator.store.damage import DamageError
from adjudicator.store.header import LOCAL, MANIFEST, SavedLocal, list_consumed, read_local


def gather_evidence(
    record: TurnRecord[Any],
    knowledge: Knowledge,
    files: Mapping[str, bytes],
    earlier: tuple[SavedLocal, bytes] | None,
) -> Evidence:
    """The evidence of the turn of ``record``, after which ``knowledge`` is known.

    ``files`` hold its manifests and receipts, ``earlier`` is the local manifest and ``reports.json`` of the turn
    before. Raises :class:`DamageError`.
    """
    try:
        local = read_local(files[LOCAL])
        consumed = list_consumed(local["files"], files)
        seats: dict[Seat, Any] = {seat: consumed.get(seat, []) for seat in knowledge.facts}
        salt = bytes.fromhex(local["salt"])
        handed_on = _read_earlier(*earlier) if earlier else None
    except (KeyError, ValueError, TypeError) as error:
        raise DamageError(f"turns/{record.number:04}", f"its reports cannot be proved ({error!r})") from error
    return Evidence(files[MANIFEST], salt, seats, knowledge.facts, record.draws, handed_on)


def _read_earlier(local: SavedLocal, reports: bytes) -> tuple[bytes, Mapping[str, str]]:
    return bytes.fromhex(local["salt"]), read_report_list(reports)["reports"]
