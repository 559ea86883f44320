"""The letter that brings a seat its report: to read at once, to answer, to look at in full, to check, to remember.

Its text is the report in plain text, its page the report's page with the board as an image. With it come the order
form as a file, the page in full, what proves it, and the deadline for a calendar.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Final, NamedTuple

from adjudicator.core.act_kinds import Deadlines
from adjudicator.core.agenda import Ask
from adjudicator.core.charter import MOVE_FILE_SCHEMA, Charter
from adjudicator.core.deadlines import find_last
from adjudicator.core.instant import write_deadline
from adjudicator.core.table import Onlooker, Seat
from adjudicator.report.mail import Attachment, Letter, write_appointment
from adjudicator.report.mail_page import PICTURE, find_board, find_form, write_mail_page
from adjudicator.report.picture import draw_png
from adjudicator.zones import find_zone

FORM_KIND: Final = "application/yaml"
_PLAIN_ANSWER: Final = """
If you answer a mail of this game, and the answer goes to an address with a
long key in it, such as table+k7x2...@example.org, you need not copy the token:
the address stands for your seat and for the turn.
"""


class ReportsToSend(NamedTuple):
    """The reports of ``turn`` by their file names, such as ``dora.html``, and what is asked after it.

    ``at`` is when the turn ran, ``rerun`` whether it takes the place of another.
    """

    charter: Charter
    turn: int
    head: str
    reports: Mapping[str, bytes]
    asks: Collection[Ask]
    due: Deadlines
    at: datetime
    rerun: bool = False


def write_report_letter(sent: ReportsToSend, seat: Seat, address: str, above: str = "") -> Letter:
    """The letter to ``seat`` at ``address``; ``above`` stands above its report."""
    charter = sent.charter
    page, text = (sent.reports[f"{seat}.{kind}"].decode() for kind in ("html", "txt"))
    images = draw_board(sent.reports)
    return Letter(
        game=charter.id,
        about=f"{sent.turn:04}-{seat}-report{f'-{sent.head[:8]}' if sent.rerun else ''}",
        address=address,
        name=charter.seat_names.of.get(seat, seat),
        subject=_write_subject(sent, seat),
        text=f"{above}\n\n{text}" if above else text,
        at=sent.at,
        attachments=tuple(list_attachments(sent, seat)),
        html=write_mail_page(page, pictured=bool(images), above=above),
        images=images,
        wanted=sent.turn + 1,
    )


def write_invitation_letter(
    sent: ReportsToSend,
    seat: Seat,
    address: str,
    about: str,
    invitation: str,
    schema: bytes,
) -> Letter:
    """The same with the ``invitation`` above the report, and the schema of move files for editors."""
    letter, invitation = write_report_letter(sent, seat, address), f"{invitation.rstrip()}\n{_PLAIN_ANSWER}"
    page = sent.reports[f"{seat}.html"].decode()
    return letter._replace(
        about=about,
        subject=f"{sent.charter.id}: your invitation",
        text=f"{invitation}\n\n{letter.text}",
        html=write_mail_page(page, pictured=bool(letter.images), above=invitation),
        attachments=(*letter.attachments, Attachment(MOVE_FILE_SCHEMA, "application/json", schema)),
    )


def draw_board(reports: Mapping[str, bytes]) -> tuple[Attachment, ...]:
    """The board as everybody may see it, as an image; none where the game draws none, or nothing that can be drawn."""
    drawing = find_board(reports[f"{Onlooker.PUBLIC.value}.html"].decode())
    try:
        return (Attachment(PICTURE, "image/png", draw_png(drawing)),) if drawing else ()
    except ValueError:
        return ()


def list_attachments(sent: ReportsToSend, seat: Seat) -> Iterator[Attachment]:
    """The form, the page in full, what proves it, and the deadline."""
    stem = f"{sent.charter.id}-{sent.turn:04}-{seat}"
    page = sent.reports[f"{seat}.html"]
    if form := find_form(page.decode()):
        yield Attachment(f"{sent.charter.id}-{sent.turn + 1:04}-{seat}.yaml", FORM_KIND, form.encode())
    yield Attachment(f"{stem}.html", "text/html", page)
    if proof := sent.reports.get(f"{seat}.proof"):
        yield Attachment(f"{stem}.proof", "text/plain", proof)
    if deadline := _find_deadline(sent, seat):
        data = write_appointment(sent.charter.id, sent.turn + 1, seat, deadline, sent.at)
        yield Attachment(f"{stem}.ics", "text/calendar", data)


def _find_deadline(sent: ReportsToSend, seat: Seat) -> datetime | None:
    return find_last([ask for ask in sent.asks if ask.seat == seat], sent.due)


def _write_subject(sent: ReportsToSend, seat: Seat) -> str:
    """Made of ids and numbers alone: nothing that people wrote stands in a header."""
    rerun = "RERUN, " if sent.rerun else ""
    subject = f"{rerun}{sent.charter.id}: report of turn {sent.turn}"
    deadline = _find_deadline(sent, seat)
    if deadline is not None:
        return f"{subject}, orders by {write_deadline(deadline, find_zone(sent.charter.zone))}"
    asked = any(ask.seat == seat and ask.must for ask in sent.asks)
    return f"{subject}, your orders are wanted" if asked else subject
