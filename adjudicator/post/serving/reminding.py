"""Reminders: a letter to each seat that is awaited, once a turn, when a day is left, or half of a shorter time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from adjudicator.acts.letters.answering import find_address
from adjudicator.acts.soundness import open_sound
from adjudicator.acts.status import read_game_status
from adjudicator.ledger.turn import list_named_asks
from adjudicator.report.letters import name_reminder, write_reminder
from adjudicator.report.mail import write_mail
from adjudicator.store.files import hold_still

LONGEST: Final = timedelta(hours=24)
"""Nobody is reminded longer before a deadline."""


class Reminder(NamedTuple):
    """What was written, and when somebody may have to be reminded next."""

    letters: tuple[str, ...]
    again: datetime


def find_moment(asked: datetime, due: datetime) -> datetime:
    """When to remind somebody who was ``asked`` then and has until ``due``."""
    return max(due - LONGEST, asked + (due - asked) / 2)


def remind_game(path: str, now: datetime) -> Reminder:
    """Write letters to whoever is awaited in the game at ``path``, if it is time. Raises what ``open_game`` raises."""
    with hold_still(path):
        opened = open_sound(path)
        status = read_game_status(opened, path)
        directory = opened.directory
        if status.due is None or status.late_from is None:
            return Reminder((), now + LONGEST)
        moment = find_moment(opened.record.circumstances.now, status.due)
        if now < moment:
            return Reminder((), moment)
        turn = opened.record.number + 1
        named = list_named_asks(opened.game, opened.charter, opened.record)
        written = []
        for seat in dict.fromkeys(ask.seat for ask in status.awaiting if ask.must):
            name = f"{name_reminder(turn, opened.head, seat)}.eml"
            address = find_address(directory, seat)
            if address is None or directory.has_letter(name):
                continue
            missing = {ask._replace(duty="") for ask in status.awaiting if ask.seat == seat}
            duties = [ask.duty for ask in named if ask._replace(duty="") in missing]
            letter = write_reminder(opened.charter, turn, opened.head, seat, address, duties, status.due, now)
            directory.write_letter(name, write_mail(letter))
            written.append(name)
    return Reminder(tuple(written), max(now + timedelta(minutes=30), status.due))
