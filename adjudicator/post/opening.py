"""Opening a mail: within limits, whoever sent it, and without an exception whatever its bytes are.

The standard library's parser is used in its old form, which raises least; every access to it is guarded.
"""

import email
import email.errors
import email.header
import email.utils
import hashlib
import re
from collections.abc import Iterator
from email.message import Message
from enum import Enum
from typing import Final, NamedTuple

from adjudicator.intake.reader import utf_16_encoding

MAX_MAIL: Final = 256 * 1024
"""Bytes of a mail; a longer one is parked unread."""
MAX_HEADERS: Final = 32 * 1024
"""Bytes of the headers of a mail."""
MAX_PARTS: Final = 40
"""Parts of a mail, counted by their headers."""
_LONGEST_SUBJECT: Final = 500
_MOST_RECEIVED: Final = 25
"""So many servers do not stand between a player and us; a mail with more goes round and round."""

_PART = re.compile(rb"^content-type[ \t]*:", re.IGNORECASE | re.MULTILINE)
_LONG_CONTENT = re.compile(rb"^content-(?:[^\r\n]|\r?\n[ \t]){4000}", re.IGNORECASE | re.MULTILINE)
_BOUNDARY = re.compile(rb"^--", re.MULTILINE)
_MOST_BOUNDARIES: Final = 1000
"""Lines of a mail that begin as those between parts do; parts need no headers."""
_CHARSET = re.compile(
    r"(?:iso|windows|cp|koi8|mac|utf-?16|utf-?32|big5|gb|euc|shift|latin)[\w-]{0,20}|(?:us-)?ascii", re.IGNORECASE
)
"""Charsets of mails; Python knows others, some of them slow, some of them no charsets."""
_SHIFTING = re.compile("iso-?2022-", re.IGNORECASE)
"""Charsets of which every byte could be ASCII."""
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_ROBOT = re.compile(
    r"(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|owner-[^@]*|[^@]*-request|bounces?[^@]*)@", re.IGNORECASE
)
_ROBOT_SUBJECT = re.compile(
    r"(?:re: *)?(?:auto(?:matic|matische|-?)? *-?(?:reply|response|antwort)|out of (?:the )?office"
    r"|abwesenheits?(?:notiz|meldung)|r\xe9ponse automatique|respuesta autom\xe1tica|risposta automatica"
    r"|undeliver(?:able|ed)|mail delivery|delivery (?:status|failure)|returned mail|read receipt)\b",
    re.IGNORECASE,
)
"""How programs begin the subjects of what nobody wrote, where they say it in no other header."""
_ROBOT_HEADERS = ("X-Loop", "X-Auto-Response-Suppress", "X-Autoreply")
_ADDRESSEES = ("Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To", "Cc")
_KEY = re.compile(r"\+([a-z2-7]{26})@", re.IGNORECASE)
_MOST_KEYS: Final = 8
_YAML_TYPES = frozenset({"text/yaml", "text/x-yaml", "application/yaml", "application/x-yaml"})
_NAMES = (".yaml", ".yml", ".txt")
_CLOSED = {
    **dict.fromkeys((".doc", ".docx"), "a Word document"),
    **dict.fromkeys((".odt", ".rtf", ".pages"), "a word processor's document"),
    **dict.fromkeys((".zip", ".gz", ".7z"), "an archive"),
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".heic"), "a picture"),
    ".pdf": "a PDF",
    "winmail.dat": "a file winmail.dat, which Outlook makes",
}
"""Attachments in which nobody looks for orders, by the end of their names, and what they are called."""


class Origin(Enum):
    """Where in a mail a text stands, in the order in which a move file is looked for."""

    ATTACHED = "attachment"
    TEXT = "text"
    HTML = "html"


class MailText(NamedTuple):
    """A text of a mail: where it stands, and the text with its lines as they were written."""

    origin: Origin
    text: str
    flowed: bool = False


class OpenedMail(NamedTuple):
    """What is looked at of a mail.

    ``digest`` is the SHA-256 of its bytes in hex; ``automatic`` says why nobody wrote it, or is empty; ``closed`` names
    attachments that are not opened. ``sender`` is the address that it claims to come from, ``keys`` are those in the
    addresses to which it went.
    """

    digest: str
    texts: tuple[MailText, ...] = ()
    automatic: str = ""
    closed: tuple[str, ...] = ()
    sender: str = ""
    keys: tuple[str, ...] = ()


class UnopenedError(Exception):
    """The mail is beyond the limits; the message says which."""


def open_mail(data: bytes) -> OpenedMail:
    """What is in the mail ``data``. Raises :class:`UnopenedError` for one that is beyond the limits."""
    check_limits(data)
    digest = hashlib.sha256(data).hexdigest()
    try:
        mail = email.message_from_bytes(data)
        return OpenedMail(
            digest,
            tuple(_list_texts(mail)),
            find_robot(mail),
            tuple(dict.fromkeys(_list_closed(mail))),
            find_address(read_header(mail, "From")),
            list_keys(mail),
        )
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise UnopenedError(f"it cannot be read as an email ({type(error).__name__})") from None


def check_limits(data: bytes) -> None:
    """Raise :class:`UnopenedError` where reading ``data`` could cost more than a mail is worth."""
    if len(data) > MAX_MAIL:
        raise UnopenedError(f"it is longer than {MAX_MAIL // 1024} kB")
    end = _BLANK_LINE.search(data)
    if (end.start() if end else len(data)) > MAX_HEADERS:
        raise UnopenedError(f"its headers are longer than {MAX_HEADERS // 1024} kB")
    if _LONG_CONTENT.search(data):
        raise UnopenedError("the header of one of its parts is too long")
    if sum(1 for _ in _BOUNDARY.finditer(data)) > _MOST_BOUNDARIES or sum(1 for _ in _PART.finditer(data)) > MAX_PARTS:
        raise UnopenedError(f"it has more than {MAX_PARTS} parts")


def read_header(mail: Message, name: str) -> str:
    """The first header ``name`` in one line, or nothing; whatever stands there, a text comes back."""
    value = mail.get(name, "")
    return " ".join(str(value).split())


def find_robot(mail: Message) -> str:
    """Why nobody wrote ``mail`` by hand, or nothing (RFC 3834, and what programs do besides)."""
    if read_header(mail, "Auto-Submitted").lower() not in {"", "no"}:
        return "it says that it was sent automatically"
    names = mail.keys()
    if read_header(mail, "Precedence").lower() in {"bulk", "junk", "list", "auto_reply"} or any(
        name.lower().startswith("list-") for name in names
    ):
        return "it came through a mailing list"
    if any(mail.get(name) is not None for name in _ROBOT_HEADERS):
        return "it says that it was sent automatically"
    if _ROBOT_SUBJECT.match(decode_words(read_header(mail, "Subject"))):
        return "its subject is that of an automatic email"
    if (
        read_header(mail, "Return-Path") == "<>"
        or mail.get("X-Failed-Recipients") is not None
        or mail.get_content_type() == "multipart/report"
    ):
        return "it is a notice from a mail server"
    if _ROBOT.match(find_address(read_header(mail, "From"))):
        return "it comes from a mail server"
    if any(_is_calendar_reply(part) for part in mail.walk()):
        return "it is a reply to a calendar invitation"
    if len(mail.get_all("Received", [])) > _MOST_RECEIVED:
        return "it has been passed on too often, as in a mail loop"
    return ""


def list_keys(mail: Message) -> tuple[str, ...]:
    """The keys in the addresses to which ``mail`` went, each once; no more than anybody has."""
    headers = (str(value) for name in _ADDRESSEES for value in mail.get_all(name, []))
    return tuple(dict.fromkeys(key.lower() for header in headers for key in _KEY.findall(header)))[:_MOST_KEYS]


def decode_words(header: str) -> str:
    """A ``header`` with its encoded words decoded, or as it is where they cannot be; of a long one its beginning."""
    try:
        return str(email.header.make_header(email.header.decode_header(header[:_LONGEST_SUBJECT])))
    except (ValueError, LookupError, email.errors.HeaderParseError):
        return header


def find_address(header: str) -> str:
    """The one address in ``header``, lower case; nothing where there is none, or more."""
    found = email.utils.getaddresses([header[:1000]])
    return found[0][1].lower() if len(found) == 1 and header.count("@") == 1 else ""


def _is_calendar_reply(part: Message) -> bool:
    method = str(part.get_param("method", "")).upper()
    return part.get_content_type() == "text/calendar" and method in {"REPLY", "COUNTER"}


def _walk(mail: Message) -> Iterator[Message]:
    """The parts of ``mail`` that are no mails of their own."""
    if mail.get_content_maintype() == "message":
        return
    payload = mail.get_payload()
    if mail.is_multipart() and isinstance(payload, list):
        for part in payload:
            if isinstance(part, Message):
                yield from _walk(part)
    else:
        yield mail


def _name_of(part: Message) -> str:
    return str(part.get_filename("") or "").lower()


def _list_closed(mail: Message) -> Iterator[str]:
    if any(part.get_content_type() == "message/rfc822" for part in mail.walk()):
        yield "a forwarded email"
    for part in _walk(mail):
        name = _name_of(part)
        if part.get_content_maintype() == "image" and part.get("Content-ID") is not None:
            continue  # a company's sign
        for end, what in _CLOSED.items():
            if name.endswith(end) or (end == "winmail.dat" and part.get_content_type() == "application/ms-tnef"):
                yield what


def _list_texts(mail: Message) -> Iterator[MailText]:
    """The texts of ``mail``, attachments first, HTML last."""
    texts = [text for part in _walk(mail) if (text := _read_part(part)) is not None]
    for origin in Origin:
        yield from (text for text in texts if text.origin is origin)


def _read_part(part: Message) -> MailText | None:
    kind, name = part.get_content_type(), _name_of(part)
    is_attached = str(part.get_content_disposition() or "") == "attachment" or bool(name)
    if kind in _YAML_TYPES or (is_attached and name.endswith(_NAMES)):
        origin = Origin.ATTACHED
    elif is_attached or kind not in {"text/plain", "text/html"}:
        return None
    else:
        origin = Origin.TEXT if kind == "text/plain" else Origin.HTML
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return None
    flowed = origin is Origin.TEXT and str(part.get_param("format", "")).lower() == "flowed"
    return MailText(origin, decode_text(payload, str(part.get_content_charset("") or "")), flowed)


def decode_text(data: bytes, charset: str) -> str:
    """The text in ``data``: UTF-8 where it can be that, whatever its sender calls it, else as it is called."""
    marked = utf_16_encoding(data)
    called = charset if _CHARSET.fullmatch(charset) else "cp1252"
    shifts = _SHIFTING.match(called) and b"\x1b" in data
    known = (called, "utf-8-sig", "cp1252") if shifts else ("utf-8-sig", called, "cp1252")
    for name in (marked,) if marked else known:
        try:
            return data.decode(name).removeprefix("\ufeff").encode("utf-8", "replace").decode()
        except (UnicodeDecodeError, LookupError, ValueError):
            continue
    return data.decode("latin-1")
