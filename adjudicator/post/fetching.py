"""Where a post office has its mails from: a mailbox on a server, or a Maildir. What was dealt with is put away.

Nothing is put away before its effect is on disk, so a mail that comes twice has come once.

Mails of a server come by IMAP, waited for with IDLE, and go to a folder once they are dealt with; those of a Maildir go
into its folders, as Maildir++ names them.
"""

import imaplib
import os
import ssl
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from select import select
from threading import Event
from time import monotonic
from typing import Final, NamedTuple, Protocol, TypeVar

from imap_tools import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError, MailboxLoginError

from adjudicator.core.system_errors import say_system_error
from adjudicator.post.keeping import MailPlace
from adjudicator.post.mail_server import PATIENCE, advise, say_fault
from adjudicator.post.opening import MAX_MAIL
from adjudicator.post.settings import Server, Tls
from adjudicator.store.files import make_folder, read_regular

FOLDERS: Final[Mapping[MailPlace, str]] = {place: place.value.capitalize() for place in MailPlace}
"""Into which folder of a mailbox a mail goes, by the place where it ended."""
_NEW: Final = ("new", "cur")
_PAUSE: Final = 0.5
"""Seconds between two looks for new mails."""
_SLICE: Final = 1.0
"""Seconds after which whoever waits looks whether to stop."""
_LONGEST_IDLE: Final = 240.0
"""Seconds after which IDLE is begun anew: so a connection that nobody closed is noticed."""
_T = TypeVar("_T")


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


class MaildirSource:
    """The Maildir at a path."""

    def __init__(self, path: str) -> None:
        """``path`` is a folder with ``new`` and ``cur``."""
        self._path = path
        self.there: frozenset[str] = frozenset()

    def fetch(self, most: int, left: Collection[str]) -> list[FetchedMail]:
        """The oldest mails, by their names, which begin with the time."""
        try:
            self.there = frozenset(self._list())
            names = sorted(self.there.difference(left), key=os.path.basename)
            return [FetchedMail(name, read_regular(os.path.join(self._path, name), MAX_MAIL)) for name in names[:most]]
        except OSError as error:
            raise SourceDownError(f"{self._path}: {say_system_error(error, 'folder')}") from error

    def _list(self) -> Iterator[str]:
        for folder in _NEW:
            with os.scandir(os.path.join(self._path, folder)) as entries:
                for entry in entries:
                    if entry.is_file(follow_symlinks=False) and not entry.name.startswith("."):
                        yield f"{folder}/{entry.name}"

    def put_away(self, name: str, place: MailPlace) -> None:
        """Move a mail into ``.Processed`` and the like; one that is gone already is no matter."""
        folder = os.path.join(self._path, f".{FOLDERS[place]}")
        try:
            for made in (folder, *(os.path.join(folder, part) for part in ("tmp", *_NEW))):
                make_folder(made)
            kept = os.path.basename(name)
            os.rename(
                os.path.join(self._path, name), os.path.join(folder, "cur", kept if ":2," in kept else f"{kept}:2,S")
            )
        except FileNotFoundError:
            return
        except OSError as error:
            raise SourceDownError(f"{self._path}: {say_system_error(error, 'folder')}") from error

    def wait(self, seconds: float, stop: Event) -> None:
        """Look every now and then whether ``new`` has changed."""
        until = monotonic() + seconds
        before = self._stamp()
        while monotonic() < until and not stop.wait(min(_PAUSE, max(0.0, until - monotonic()))):
            if self._stamp() != before:
                return

    def _stamp(self) -> int:
        try:
            return os.stat(os.path.join(self._path, "new")).st_mtime_ns
        except OSError as error:
            raise SourceDownError(f"{self._path}: {say_system_error(error, 'folder')}") from error

    def close(self) -> None:
        """Nothing is open."""


class ImapSource:
    """A folder of a mailbox on a server; connected when it is first asked for something."""

    def __init__(self, server: Server, every: float, patience: float = PATIENCE) -> None:
        """``every`` so many seconds a server is asked for mails that does not tell of them."""
        self._server = server
        self._every = every
        self._patience = patience
        self._box: BaseMailBox | None = None
        self._has_more = False
        """Whether mails came while the server searched, so that it will not tell of them again."""
        self._below = ""
        """What the names of the folders begin with for mails that were dealt with, such as ``INBOX.``."""
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
            raise SourceDownError(f"the mail server does not give email {uid}")
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
            is_refused = isinstance(error, MailboxLoginError)
            words = "the mail server does not let us in: check user and password" if is_refused else say_fault(error)
            raise SourceDownError(words) from error

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
        raise SourceDownError(f"the mail server does not let us make the folder {FOLDERS[MailPlace.PROCESSED]}")


def check_mailbox(source: MailSource) -> str:
    """What keeps mails from being fetched; nothing where they can be. Nothing is changed but folders made."""
    try:
        source.fetch(1, ())
    except SourceDownError as error:
        return advise(str(error))
    finally:
        source.close()
    return ""
