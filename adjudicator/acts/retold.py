"""A turn that is kept, told again as its reports told it."""

from __future__ import annotations

from typing import Any

from adjudicator.acts.opened import OpenGame
from adjudicator.core.facts import list_knowledge
from adjudicator.ledger.evidence import gather_evidence
from adjudicator.ledger.occasion import describe_turn
from adjudicator.report.evidence import Evidence
from adjudicator.report.page import Occasion
from adjudicator.store.bundle import REPORTS
from adjudicator.store.header import LOCAL, MANIFEST, read_local


def describe_opened(opened: OpenGame) -> Occasion[Any, Any, Any]:
    """What the reports of the turn that is opened are about, without proofs. Raises :class:`DamageError`."""
    foundation = opened.foundation._replace(charter=opened.told or opened.charter)
    return describe_turn(foundation, opened.record, opened.head, opened.manifest["previous"] or "")


def read_evidence(opened: OpenGame) -> Evidence:
    """The evidence of the turn that is opened. Raises :class:`DamageError`."""
    turns, number = opened.directory.turns, opened.record.number
    receipts = [name for name in opened.local["files"] if name.endswith(".receipt.json")]
    files = {name: turns.read(number, name) for name in (MANIFEST, LOCAL, *receipts)}
    earlier = None
    if number:
        earlier = read_local(turns.read(number - 1, LOCAL)), turns.read(number - 1, REPORTS)
    return gather_evidence(opened.record, list_knowledge(opened.game, opened.record), files, earlier)
