"""Mails from a mailbox on a server, by IMAP: waited for with IDLE, and moved to a folder once they are dealt with."""

from __future__ import annotations

import imaplib
import ssl
from collections.abc import Callable, Collection
from contextlib import suppress
from select import select
from threading import Event
from time import monotonic
from typing import Final, TypeVar

from imap_tools import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError, MailboxLoginError

from adjudicator.post.fetching.source import FOLDERS, FetchedMail, SourceDownError
from adjudicator.post.keeping import MailPlace
from adjudicator.post.opening import MAX_MAIL
from adjudicator.post.settings import Server, Tls

PATIENCE: Final = 30.0
"""Seconds that a server may take for one answer."""
_SLICE: Final = 1.0
"""Seconds after which whoever waits looks whether to stop."""
_LONGEST_IDLE: Final = 240.0
"""Seconds after which IDLE is begun anew: so a connection that nobody closed is noticed."""
_T = TypeVar("_T")


class ImapSource:
    """A folder of a mailbox on a server; connected when it is first asked for something."""

    def __init__(self, server: Server, every: float, patience: float = PATIENCE) -> None:
        """``every`` so many seconds a server is asked for mails that does not tell of them."""
        self._server = server
        self._every = every
        self._patience = patience
        self._box: BaseMailBox | None = None
        self._has_more = False
        self._below = ""
        self.there: frozenset[str] = frozenset()

    def fetch(self, most: int, left: Collection[str]) -> list[FetchedMail]:
        """The oldest mails, named by their UIDs; nothing is marked as seen."""
        return self._guard(lambda box: self._fetch(box, most, left))

    def _fetch(self, box: BaseMailBox, most: int, left: Collection[str]) -> list[FetchedMail]:
        box.client.response("EXISTS")  # what was said before is no news
        uids = box.uids("UNDELETED", charset=None)
        counts = [int(count) for count in box.client.response("EXISTS")[1] if count]
        # what came while the server searched is told once, here, and never by IDLE
        self._has_more = bool(counts) and counts[-1] > len(uids)
        self.there = frozenset(uids)
        found = ((uid, self._read(box, uid)) for uid in [uid for uid in uids if uid not in left][:most])
        return [FetchedMail(uid, data) for uid, data in found if data is not None]

    def _read(self, box: BaseMailBox, uid: str) -> bytes | None:
        """The first bytes of a mail; None where it is gone."""
        kind, data = box.client.uid("FETCH", uid, f"(BODY.PEEK[]<0.{MAX_MAIL + 1}>)")
        if kind != "OK":
            raise SourceDownError(f"the mail server does not give mail {uid}")
        return next((part[1] for part in data if isinstance(part, tuple)), None)

    def put_away(self, name: str, place: MailPlace) -> None:
        """Move a mail; where the server cannot move, copy and delete it."""
        self._guard(lambda box: box.move(name, self._below + FOLDERS[place]))

    def wait(self, seconds: float, stop: Event) -> None:
        """Wait with IDLE, and without for servers that do not know it."""
        if self._has_more:
            self._has_more = False
            return
        if seconds > 0 and not stop.is_set():
            self._guard(lambda box: self._wait(box, seconds, stop))

    def _wait(self, box: BaseMailBox, seconds: float, stop: Event) -> None:
        if "IDLE" not in box.client.capabilities:
            stop.wait(min(seconds, self._every))
            return
        until = monotonic() + min(seconds, _LONGEST_IDLE)
        with box.idle:
            while not stop.is_set() and (rest := until - monotonic()) > 0:
                # not the library's poll, which takes half a line for a whole one where the rest is on its way
                if select([box.client.socket()], [], [], min(_SLICE, rest))[0]:
                    if not box.client.readline():
                        raise SourceDownError("the mail server closed the connection")
                    return

    def close(self) -> None:
        """Log out."""
        box, self._box = self._box, None
        if box is not None:
            with suppress(ImapToolsError, imaplib.IMAP4.error, OSError):
                box.logout()

    def _guard(self, do: Callable[[BaseMailBox], _T]) -> _T:
        """Do something with the mailbox, connected; whatever comes between ends the connection."""
        try:
            self._box = self._box or self._connect()
            return do(self._box)
        except (SourceDownError, ImapToolsError, imaplib.IMAP4.error, OSError) as error:
            box, self._box = self._box, None
            if box is not None:
                with suppress(OSError):
                    box.client.shutdown()
            raise SourceDownError(say_fault(error)) from error

    def _connect(self) -> BaseMailBox:
        server, patience = self._server, self._patience
        box: BaseMailBox
        if server.tls is Tls.IMPLICIT:
            box = MailBox(server.host, server.port, patience, ssl_context=ssl.create_default_context())
        elif server.tls is Tls.STARTTLS:
            box = MailBoxStartTls(server.host, server.port, patience, ssl_context=ssl.create_default_context())
        else:
            box = MailBoxUnencrypted(server.host, server.port, patience)
        try:
            log_in = box.login if (server.user + server.password).isascii() else box.login_utf8
            log_in(server.user, server.password, initial_folder=None)
            # many servers say only now that they can move and idle
            box.client.capabilities = tuple(box.client.capability()[1][-1].decode().upper().split())
            self._make_folders(box)
            box.folder.set(server.folder)
        except BaseException:
            with suppress(OSError):
                box.client.shutdown()
            raise
        return box

    def _make_folders(self, box: BaseMailBox) -> None:
        """Make the folders for mails that were dealt with; on some servers all folders stand below the inbox."""
        there = {folder.name: folder.delim for folder in box.folder.list()}
        for below in ("", *{f"INBOX{delim}" for delim in there.values()}):
            try:
                for name in FOLDERS.values():
                    if below + name not in there:
                        box.folder.create(below + name)
                        box.client.subscribe(below + name)
            except ImapToolsError:
                continue
            self._below = below
            return
        raise SourceDownError(f"the mail server lets us make no folder {FOLDERS[MailPlace.PROCESSED]}")


def say_fault(error: Exception) -> str:
    """What went wrong, in one line without user and password."""
    if isinstance(error, MailboxLoginError):
        return "the mail server does not let us in: check user and password"
    if isinstance(error, TimeoutError):
        return "the mail server does not answer"
    return " ".join(str(getattr(error, "strerror", None) or error or type(error).__name__).split())[:200]
