"""Reminders: what is still wanted of a seat, and by when."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from adjudicator.core.charter import Charter
from adjudicator.core.instant import say_distance, write_deadline
from adjudicator.core.table import Seat
from adjudicator.report.mail import Letter
from adjudicator.report.render import wrap
from adjudicator.zones import find_zone


def name_reminder(turn: int, head: str, seat: Seat) -> str:
    """What the reminder of ``seat`` for ``turn``, after the one with ``head``, is called among its game's letters."""
    return f"{turn:04}-{seat}-reminder-{head[:8]}"


def write_reminder(
    charter: Charter,
    turn: int,
    head: str,
    seat: Seat,
    address: str,
    duties: Sequence[str],
    deadline: datetime,
    now: datetime,
) -> Letter:
    """The letter that reminds ``seat`` of its ``duties`` for ``turn``, in sentences, and of the ``deadline``.

    ``head`` is that of the turn before.
    """
    until = write_deadline(deadline, find_zone(charter.zone))
    lines = (
        f"{charter.id} waits for your orders for turn {turn}, until {until} ({say_distance(deadline - now)}).",
        "",
        *duties,
        "",
        "Reply to the mail with your newest report: the form is at its end, and attached as a file.",
    )
    return Letter(
        game=charter.id,
        about=name_reminder(turn, head, seat),
        address=address,
        name=charter.seat_names.of.get(seat, seat),
        subject=f"{charter.id}: your orders for turn {turn} are wanted by {until}",
        text="".join(f"{wrap(line)}\n" for line in lines),
        at=now,
        wanted=turn,
    )
