"""Letters as mails: complete, from checked names only, and the same bytes and Message-ID whenever one is made again."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from adjudicator.core.charter import LONGEST_ADDRESS, is_address
from adjudicator.core.printing import print_safely

MARK: Final = "adjudicator"
"""What ``X-Loop`` says: a mail that has it comes from a program like this one, and is answered by none."""
WANTED: Final = "X-Orders-For-Turn"
"""Says for which turn orders are wanted; whoever sends the letter makes the address to answer to from it."""
_HOST: Final = "adjudicator.invalid"
"""Stands for a host in a Message-ID; no host has the name (RFC 2606), so none can be mistaken for it."""


class Attachment(NamedTuple):
    """A file that goes with a letter, or an image that stands in it; ``kind`` is its type, such as ``text/html``."""

    name: str
    kind: str
    data: bytes


class Letter(NamedTuple):
    """A letter to one seat of one game: to ``address``, whose owner is called ``name``.

    ``about`` names it among the letters of its game, and so its file, such as ``0007-dora-report``. ``answers`` says
    whether it answers a mail, and is not one that goes out by itself. ``wanted`` is the turn for which its reader is to
    send orders, 0 for none; an answer to it counts for that turn. ``html`` says the same as ``text``, and shows the
    ``images`` by their names.
    """

    game: str
    about: str
    address: str
    name: str
    subject: str
    text: str
    at: datetime
    answers: bool = False
    attachments: Sequence[Attachment] = ()
    html: str = ""
    images: Sequence[Attachment] = ()
    wanted: int = 0


def write_mail(letter: Letter) -> bytes:
    """The mail of ``letter``, always the same bytes. Raises ``ValueError`` for an address that is none."""
    from email.headerregistry import Address  # noqa: PLC0415 - slow, and for seats with addresses alone
    from email.message import EmailMessage  # noqa: PLC0415
    from email.policy import SMTP  # noqa: PLC0415
    from email.utils import format_datetime  # noqa: PLC0415

    identity = hashlib.sha256(f"{letter.game}\n{letter.about}\n{letter.address}\n{letter.text}".encode()).hexdigest()
    if not is_address(letter.address):
        raise ValueError("no email address")
    user, _, host = letter.address.rpartition("@")
    # the standard library decodes encoded words in a name, line breaks and all
    name = print_safely(letter.name.replace("=?", "= ?"), lambda _: "")[:LONGEST_ADDRESS]
    mail = EmailMessage(policy=SMTP)
    mail["To"] = Address(name, user, host)
    mail["Subject"] = letter.subject
    mail["Date"] = format_datetime(letter.at)
    mail["Message-ID"] = f"<{letter.game}.{letter.about}.{identity[:16]}@{_HOST}>"
    mail["Auto-Submitted"] = "auto-replied" if letter.answers else "auto-generated"
    mail["X-Loop"] = MARK
    mail["X-Unsent"] = "1"
    if letter.wanted:
        mail[WANTED] = str(letter.wanted)
    mail.set_content(letter.text, cte="quoted-printable")
    if letter.html:
        mail.add_alternative(letter.html, subtype="html", cte="quoted-printable")
        page = mail.get_payload(1)
        assert isinstance(page, EmailMessage), "the second of two alternatives"
        for image in letter.images:
            page.add_related(image.data, *image.kind.split("/"), cid=f"<{image.name}>", disposition="inline")
    for attachment in letter.attachments:
        main, _, sub = attachment.kind.partition("/")
        mail.add_attachment(attachment.data, maintype=main, subtype=sub, cte="base64", filename=attachment.name)
    for number, part in enumerate(mail.walk()):
        if part.is_multipart():
            part.set_boundary(f"=_{identity[16:46]}{number:02x}")
    # the library would leave the first line of a long subject empty; ours are short of what a line may hold
    return re.sub(rb"^Subject: ?\r\n ", b"Subject: ", bytes(mail), count=1, flags=re.MULTILINE)


_LONGEST: Final = 74
"""Letters of a line; the standard has 75 bytes, and ours are ASCII."""


def write_appointment(game: str, turn: int, seat: str, deadline: datetime, at: datetime, moved: int = 0) -> bytes:
    """The ``deadline`` for the orders of ``seat`` for ``turn``, as of ``at``; ``moved`` is larger the later it was set.

    In a calendar one that is larger takes the place of another of the same game, turn and seat.
    """
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//adjudicator//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:{game}.{turn}.{seat}@adjudicator.invalid",
        f"SEQUENCE:{moved}",
        f"DTSTAMP:{_write_time(at)}",
        f"DTSTART:{_write_time(deadline)}",
        f"SUMMARY:{game}: your orders for turn {turn} ({seat})",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
        "END:VCALENDAR",
    )
    return "".join(f"{part}\r\n" for line in lines for part in _fold(line)).encode("ascii")


def _write_time(instant: datetime) -> str:
    return instant.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _fold(line: str) -> Iterator[str]:
    yield line[:_LONGEST]
    for begin in range(_LONGEST, len(line), _LONGEST - 1):
        yield f" {line[begin : begin + _LONGEST - 1]}"
