"""Preferences of a vote whose cards are laid: out of the way of new orders, but not forgotten."""

from __future__ import annotations

import json

from adjudicator.core.agenda import Agenda, Item
from adjudicator.core.agenda_json import dump_agenda, load_agenda
from adjudicator.rules.catan.mail.memory import recall


def write_ballots(items: tuple[Item, ...]) -> str:
    """The orders as the text that an agenda's memory keeps; empty for none."""
    return json.dumps(dump_agenda(Agenda(items))) if items else ""


def recall_ballots(agenda: Agenda) -> tuple[Item, ...]:
    """The orders that were there when the seat laid its cards in the newest vote."""
    text = recall(agenda).seen
    return load_agenda(json.loads(text)).items if text else ()
