"""Letters as mails: complete, from checked names only, and the same bytes and Message-ID whenever one is made again."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Final, NamedTuple

from adjudicator.core.charter import LONGEST_ADDRESS, is_address

MARK: Final = "adjudicator"
"""What ``X-Loop`` says: a mail that has it comes from a program like this one, and is answered by none."""
_HOST: Final = "adjudicator.invalid"
"""Stands for a host in a Message-ID; no host has the name (RFC 2606), so none can be mistaken for it."""


class Attachment(NamedTuple):
    """A file that goes with a letter; ``kind`` is its type, such as ``text/html``."""

    name: str
    kind: str
    data: bytes


class Letter(NamedTuple):
    """A letter to one seat of one game: to ``address``, whose owner is called ``name``.

    ``about`` names it among the letters of its game, such as ``7.dora.receipt``. ``answers`` says whether it answers a
    mail, and is not one that goes out by itself.
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


def write_mail(letter: Letter) -> bytes:
    """The mail of ``letter``. Raises ``ValueError`` for an address that is none."""
    identity = hashlib.sha256(f"{letter.game}\n{letter.about}\n{letter.address}\n{letter.text}".encode()).hexdigest()
    if not is_address(letter.address):
        raise ValueError("no mail address")
    user, _, host = letter.address.rpartition("@")
    # the standard library decodes encoded words in a name, line breaks and all
    name = "".join(part for part in letter.name.replace("=?", "= ?") if part.isprintable())[:LONGEST_ADDRESS]
    mail = EmailMessage(policy=SMTP)
    mail["To"] = Address(name, user, host)
    mail["Subject"] = letter.subject
    mail["Date"] = format_datetime(letter.at)
    mail["Message-ID"] = f"<{letter.game}.{letter.about}.{identity[:16]}@{_HOST}>"
    mail["Auto-Submitted"] = "auto-replied" if letter.answers else "auto-generated"
    mail["X-Loop"] = MARK
    mail["X-Unsent"] = "1"
    mail.set_content(letter.text, cte="quoted-printable")
    for attachment in letter.attachments:
        main, _, sub = attachment.kind.partition("/")
        mail.add_attachment(attachment.data, maintype=main, subtype=sub, cte="base64", filename=attachment.name)
    if mail.is_multipart():
        mail.set_boundary(f"=_{identity[16:48]}")
    return bytes(mail)
