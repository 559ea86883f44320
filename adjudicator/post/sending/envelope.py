"""The envelope of a letter: whom it goes to, whom it comes from, and its bytes as they go over the wire."""

from __future__ import annotations

import re
from collections.abc import Collection
from email.parser import BytesHeaderParser
from email.utils import formataddr
from typing import Final, NamedTuple

from adjudicator.core.charter import is_address
from adjudicator.post.opening import find_address
from adjudicator.report.mail import WANTED

NOBODY: Final = ""
"""The sender on the envelope of a letter that must never be answered by a mail server (RFC 3834, 3.3)."""
_HEAD_END: Final = re.compile(rb"\r?\n\r?\n")
_FOR_PROGRAMS: Final = re.compile(rb"^(?:X-Unsent|%b):[^\n]*\n" % WANTED.encode(), re.IGNORECASE | re.MULTILINE)
"""What whoever sends a letter is told, and not whoever gets it."""


class Envelope(NamedTuple):
    """A letter as a mail server takes it: the ``sender`` and the ``recipient`` on its envelope, and its bytes.

    ``wanted`` is the turn for which it asks for orders, 0 where it does not say.
    """

    sender: str
    recipient: str
    data: bytes
    wanted: int = 0

    def ask_reply(self, address: str) -> Envelope:
        """The same letter, to be answered to ``address`` unless it names another."""
        named = BytesHeaderParser().parsebytes(self.data).get("Reply-To") is not None
        return self if named else self._replace(data=f"Reply-To: {address}\r\n".encode() + self.data)


class UnfitLetterError(Exception):
    """The letter must not be sent; the message says why."""


def address_letter(data: bytes, address: str, name: str, registered: Collection[str] | None) -> Envelope:
    """The letter ``data`` with its envelope, from the office ``name`` at ``address``.

    It goes to the one address that it names, which must be one of the ``registered``, if these are known. Raises
    :class:`UnfitLetterError`.
    """
    head = BytesHeaderParser().parsebytes(data)
    to = [str(value) for value in head.get_all("To", [])]
    if len(to) != 1 or any(head.get(field) is not None for field in ("Cc", "Bcc", "Resent-To")):
        raise UnfitLetterError("a letter goes to one address")
    recipient = find_address(to[0])
    if not is_address(recipient):
        raise UnfitLetterError("it names no address that letters can go to")
    if registered is not None and recipient not in {known.lower() for known in registered}:
        raise UnfitLetterError("no seat of the game has the address any more")
    end = _HEAD_END.search(data)
    if end is None:
        raise UnfitLetterError("the letter has no text")
    fields = _FOR_PROGRAMS.sub(b"", data[: end.start()] + b"\r\n")
    if head.get("From") is None:
        fields = b"From: " + formataddr((name, address)).encode() + b"\r\n" + fields
    is_answer = str(head.get("Auto-Submitted", "")).strip().lower() == "auto-replied"
    wanted = str(head.get(WANTED, ""))
    turn = int(wanted) if re.fullmatch("[0-9]{1,9}", wanted) else 0
    return Envelope(NOBODY if is_answer else address, recipient, fields + b"\r\n" + data[end.end() :], turn)
