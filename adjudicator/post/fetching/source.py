"""Where a post office has its mails from: a mailbox on a server, or a Maildir. What was dealt with is put away.

Nothing is put away before its effect is on disk, so a mail that comes twice has come once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from threading import Event
from typing import Final, NamedTuple, Protocol

from adjudicator.post.keeping import MailPlace

FOLDERS: Final[Mapping[MailPlace, str]] = {place: place.value.capitalize() for place in MailPlace}
"""Into which folder of a mailbox a mail goes, by the place where it ended."""


class FetchedMail(NamedTuple):
    """A mail as it lies in the mailbox: its name there, and its bytes, no more than show whether they are too many."""

    name: str
    data: bytes


class SourceDownError(Exception):
    """The mailbox cannot be reached for now; the message says why."""


class MailSource(Protocol):
    """A mailbox. Each call may raise :class:`SourceDownError`; the next one after that connects anew.

    ``there`` has the names of all mails that lay in it when mails were last fetched.
    """

    there: frozenset[str]

    def fetch(self, most: int, left: Collection[str]) -> list[FetchedMail]:
        """The oldest mails, at most so many, but for those that are ``left`` alone."""

    def put_away(self, name: str, place: MailPlace) -> None:
        """Move a mail into the folder of its ``place``."""

    def wait(self, seconds: float, stop: Event) -> None:
        """Return when there may be a new mail, after so many ``seconds``, or soon after ``stop`` is set."""

    def close(self) -> None:
        """Leave the mailbox; raises nothing."""
