"""The mail server that letters go to, for as long as it lets us, and what it says when it does not;
and the envelope of a letter.
"""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Collection
from contextlib import suppress
from email.parser import BytesHeaderParser
from email.utils import formataddr
from typing import Final, NamedTuple

from adjudicator.core.charter import is_address
from adjudicator.post.opening import find_address
from adjudicator.post.settings import PostSettings, Server, Tls
from adjudicator.report.mail import WANTED

NOBODY: Final = ""
"""The sender on the envelope of a letter that must never be answered by a mail server (RFC 3834, 3.3)."""
_HEAD_END: Final = re.compile(rb"\r?\n\r?\n")
_FOR_PROGRAMS: Final = re.compile(rb"^(?:X-Unsent|%b):[^\n]*\n" % WANTED.encode(), re.IGNORECASE | re.MULTILINE)
"""What whoever sends a letter is told, and not whoever gets it."""
PATIENCE: Final = 30.0
"""Seconds that a server may take for one answer."""
_SERVICE_CLOSES: Final = 421
_FOR_GOOD: Final = 500


NO_SERVER: Final = "none is set (smtp); letters stay in each game's outbox/, and you send them"
"""What is said of the mail server where the settings name none."""


class ServerDownError(Exception):
    """The mail server takes no letters at all for now; the message says why."""


class LetterRefusedError(Exception):
    """The mail server does not take this letter; ``for_good`` says that it is no use to try again."""

    def __init__(self, words: str, *, for_good: bool = True) -> None:
        """``words`` say why."""
        super().__init__(words)
        self.for_good = for_good


class UnfitLetterError(LetterRefusedError):
    """The letter must not be sent; the message says why."""


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


class MailServer:
    """A connection to the server that letters go to, for as long as it lasts."""

    def __init__(self, server: Server, patience: float = PATIENCE) -> None:
        """Nothing is connected before the first letter."""
        self._server = server
        self._patience = patience
        self._connection: smtplib.SMTP | None = None
        self._takes_nobody = True

    def send(self, letter: Envelope, own_address: str) -> None:
        """Hand ``letter`` over. Raises :class:`ServerDownError` and :class:`LetterRefusedError`."""
        try:
            connection = self._connection or self.connect()
            sender = letter.sender if self._takes_nobody else own_address
            try:
                connection.sendmail(sender, [letter.recipient], letter.data)
            except smtplib.SMTPSenderRefused as error:
                if sender != NOBODY or error.smtp_code < _FOR_GOOD:
                    raise
                # not every server takes letters without a sender, though every one should
                self._takes_nobody = False
                connection.sendmail(own_address, [letter.recipient], letter.data)
        except smtplib.SMTPRecipientsRefused as error:
            code, words = next(iter(error.recipients.values()))
            self._refuse(code, words, for_good=code >= _FOR_GOOD)
        except smtplib.SMTPSenderRefused as error:
            self._refuse(error.smtp_code, error.smtp_error, for_good=False)
        except smtplib.SMTPDataError as error:
            self._refuse(error.smtp_code, error.smtp_error, for_good=error.smtp_code >= _FOR_GOOD)
        except (smtplib.SMTPException, OSError) as error:
            self.close()
            raise ServerDownError(say_fault(error)) from error

    def connect(self) -> smtplib.SMTP:
        """Connect and log in. Raises ``OSError``, ``SMTPException``."""
        server, place = self._server, (self._server.host, self._server.port)
        if server.tls is Tls.IMPLICIT:
            context = ssl.create_default_context()
            connection: smtplib.SMTP = smtplib.SMTP_SSL(*place, timeout=self._patience, context=context)
        else:
            connection = smtplib.SMTP(*place, timeout=self._patience)
        try:
            if server.tls is Tls.STARTTLS:
                connection.starttls(context=ssl.create_default_context())
            if server.user:
                connection.login(server.user, server.password)
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        return connection

    def close(self) -> None:
        """Leave the server, if one is connected."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(smtplib.SMTPException, OSError):
                connection.quit()
            connection.close()

    def _refuse(self, code: int, words: bytes | str, *, for_good: bool) -> None:
        said = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
        if code == _SERVICE_CLOSES:
            self.close()
            raise ServerDownError(f"{code} {said}")
        raise LetterRefusedError(_cut(f"{code} {said}"), for_good=for_good)


def say_fault(error: Exception) -> str:
    """What the server said, or what came between us and it, in one line without what was sent."""
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return f"the mail server does not let us in ({error.smtp_code}): check user and password"
    if isinstance(error, smtplib.SMTPResponseException):
        said = error.smtp_error
        words = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
        return _cut(f"{error.smtp_code} {words}")
    if isinstance(error, TimeoutError):
        return "the mail server does not answer"
    return _cut(str(getattr(error, "strerror", None) or error or type(error).__name__))


def _cut(words: str) -> str:
    return " ".join(words.split())[:200]


_ADVICE = (
    ("not let us in", "many providers want a password made for programs (an app password), not your own"),
    ("refused", "nothing listens there: check host and port"),
    ("not known", "there is no server of that name: check host"),
    ("No address", "there is no server of that name: check host"),
    ("WRONG_VERSION", "the server does not speak TLS from the start on this port: try tls: starttls"),
    ("CERTIFICATE_VERIFY_FAILED", "the server's certificate is not of this host: use the name it was made for"),
    ("does not answer", "check host and port, and whether a firewall is in between"),
    ("no such folder", "make the Maildir, or correct its path"),
)


def advise(fault: str) -> str:
    """A fault, and what would mend it."""
    return next((f"{fault}; {advice}" for sign, advice in _ADVICE if sign in fault), fault)


def check_sending(settings: PostSettings) -> str:
    """What keeps letters from being sent; nothing where they can be. None is sent."""
    if settings.smtp is None:
        return ""
    server = MailServer(settings.smtp)
    try:
        connection = server.connect()
        connection.ehlo_or_helo_if_needed()
        code, words = connection.mail(settings.address)
        if not 200 <= code < 300:  # noqa: PLR2004 - how a mail server says yes
            return advise(
                f"the mail server accepts nothing from {settings.address}: {code} {words.decode(errors='replace')}"
            )
        connection.rset()
    except (smtplib.SMTPException, OSError) as error:
        return advise(say_fault(error))
    finally:
        server.close()
    return ""
