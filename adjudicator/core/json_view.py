"""Pieces of the JSON output that several commands share."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.agenda import Ask
from adjudicator.core.json_value import JsonValue


def list_awaiting(asks: Sequence[Ask]) -> list[JsonValue]:
    """Who is awaited, as ``awaiting:[{seat,decision,must}]``."""
    return [{"seat": ask.seat, "decision": ask.decision, "must": ask.must} for ask in asks]
