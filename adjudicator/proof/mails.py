"""Mails as they were kept: folders, mail folders, mbox files, single mails, saved reports and move files.

Whatever is read may be hostile. Everything is measured before it is parsed, no link is followed, nothing is written.
"""

import email
import os
import re
import stat
from collections.abc import Iterator
from email.message import Message
from typing import NamedTuple

from adjudicator.core.system_errors import say_system_error
from adjudicator.proof.proof_file import is_proof

LARGEST_FILE = 64 * 1024 * 1024
LARGEST_MAIL = 4 * 1024 * 1024
LARGEST_HEAD = 64 * 1024
"""Bytes that the headers of a mail may have."""
MOST_FILES = 20_000
MOST_PIECES = 100_000
MOST_PARTS = 40
DEEPEST = 8
_FROM = re.compile(rb"^From .*\r?\n(?=[A-Za-z][A-Za-z0-9-]{0,60}:|>From )", re.MULTILINE)
_FIRST = re.compile(rb"From .*\r?\n")
_MIME = re.compile(rb"^(?:MIME-Version|Content-Transfer-Encoding):", re.IGNORECASE | re.MULTILINE)
_FIELD = re.compile(rb"[A-Za-z][A-Za-z0-9-]{1,40}:[ \t]")
_MOVE_FILE = re.compile(rb"^(?:turn:[ \t]*[0-9]|(?:anchor|opening):)", re.MULTILINE)
_FORM = re.compile(rb"^token:[ \t]*#", re.MULTILINE)
"""An order form as it comes with a report: nobody has filled in who sends it."""
_CHECKED = b"chec", b"ked:"
"""Half of the word at which the line begins that reports end with: the other half may be spoilt."""
_INVITATION = re.compile(rb"^public root: +[0-9a-f]{64}", re.MULTILINE)


class Piece(NamedTuple):
    """A file, or a part of a mail: where it was found, and its bytes."""

    source: str
    data: bytes


class PlayerMail(NamedTuple):
    """What was found: proofs, what may be reports, the player's files, letters.

    ``remarks`` say what could not be read.
    """

    proofs: list[Piece]
    reports: list[Piece]
    move_files: list[Piece]
    invitations: list[Piece]
    remarks: list[str]


def gather(paths: list[str]) -> PlayerMail:
    """All that lies at ``paths``. Raises ``FileNotFoundError`` for one where there is nothing."""
    found = PlayerMail([], [], [], [], [])
    seen: set[bytes] = set()
    count = 0
    for path in paths:
        for name, place in _list_files(path, found.remarks):
            count += 1
            if count > MOST_FILES:
                found.remarks.append(f"{name}: more than {MOST_FILES} files; the rest is skipped")
                return found
            for piece in _read_pieces(name, place, found.remarks):
                if len(seen) > MOST_PIECES:
                    found.remarks.append(f"{name}: more than {MOST_PIECES} emails; the rest is skipped")
                    return found
                if piece.data not in seen and _sort_in(piece, found):
                    seen.add(piece.data)
    return found


def _sort_in(piece: Piece, found: PlayerMail) -> bool:
    """Put a piece where it belongs; whether it belongs anywhere."""
    if is_proof(piece.source, piece.data):
        found.proofs.append(piece)
    elif _INVITATION.search(piece.data):
        found.invitations.append(piece)
    elif piece.source.endswith((".yaml", ".yml")) and _MOVE_FILE.search(piece.data):
        if _FORM.search(piece.data):
            return False
        found.move_files.append(piece)
    elif any(half in piece.data for half in _CHECKED):
        found.reports.append(piece)
    else:
        return False
    return True


def _list_files(path: str, remarks: list[str]) -> Iterator[tuple[str, str]]:
    """Every regular file at or below ``path``: its name for messages, and where it is."""
    if stat.S_ISDIR(os.stat(path).st_mode):
        yield from _walk_folder(path, "", 0, remarks)
    else:
        yield os.path.basename(path), path


def _walk_folder(path: str, below: str, depth: int, remarks: list[str]) -> Iterator[tuple[str, str]]:
    try:
        with os.scandir(os.path.join(path, below)) as entries:
            ordered = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        remarks.append(f"{below or path}: unreadable ({say_system_error(error)})")
        return
    for entry in ordered:
        name = f"{below}/{entry.name}" if below else entry.name
        if entry.is_dir(follow_symlinks=False):
            if depth < DEEPEST:
                yield from _walk_folder(path, name, depth + 1, remarks)
            else:
                remarks.append(f"{name}: too deep; skipped")
        elif entry.is_file(follow_symlinks=False):
            yield name, entry.path
        else:
            remarks.append(f"{name}: not a regular file; skipped")


def _read_pieces(name: str, place: str, remarks: list[str]) -> Iterator[Piece]:
    """The pieces in the file at ``place``: itself, or the parts of the mails in it."""
    try:
        handle = os.open(place, os.O_RDONLY | os.O_NONBLOCK)
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                remarks.append(f"{name}: not a regular file; skipped")
                return
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        remarks.append(f"{name}: unreadable ({say_system_error(error)})")
        return
    if len(data) > LARGEST_FILE:
        remarks.append(f"{name}: larger than {LARGEST_FILE} bytes; skipped")
    elif data.startswith(b"From "):
        for number, mail in enumerate(_split_mbox(data), start=1):
            yield from _read_mail(f"{name}, email {number}", mail, remarks)
    elif name.endswith(".eml") or _is_mail(name, data):
        yield from _read_mail(name, data, remarks)
    else:
        yield Piece(name, data)


def _is_mail(name: str, data: bytes) -> bool:
    """Whether a file without the ending of a mail is one: it has headers, and lies in a mail folder or has no ending.

    Or its headers are of those that only mails have.
    """
    if not _FIELD.match(data):
        return False
    folder = name.split("/")[-2:-1]
    head = data[: min(_find_head(data), LARGEST_HEAD)]
    return folder in (["cur"], ["new"]) or "." not in name.rpartition("/")[2] or bool(_MIME.search(head))


def _find_head(data: bytes) -> int:
    """Where the headers of a mail end."""
    return min((end for end in (data.find(b"\n\n"), data.find(b"\n\r\n")) if end >= 0), default=len(data))


def _split_mbox(data: bytes) -> Iterator[bytes]:
    """The mails of an mbox file: each begins behind a line ``From …`` at the beginning or after an empty line.

    The empty line before it belongs to the file, not to the mail.
    """
    found = ((match, data[max(0, match.start() - 3) : match.start()]) for match in _FROM.finditer(data))
    starts = [match for match, before in found if before.endswith((b"\n\n", b"\n\r\n"))]
    first = _FIRST.match(data)
    begins = [*([first] if first else []), *starts]
    for match, following in zip(begins, [*starts, None], strict=True):
        mail = data[match.end() : following.start() if following else len(data)]
        yield next((mail.removesuffix(end) for end in (b"\r\n", b"\n") if mail.endswith(b"\n" + end)), mail)


def _read_mail(source: str, data: bytes, remarks: list[str]) -> Iterator[Piece]:
    """The parts of one mail that may be of interest, decoded."""
    head = _find_head(data)
    parts = len(re.findall(rb"(?i)^content-type:", data[: LARGEST_MAIL + 1], re.MULTILINE))
    if len(data) > LARGEST_MAIL or head > LARGEST_HEAD or parts > MOST_PARTS:
        remarks.append(f"{source}: too large, or in too many parts, for an email of this game; skipped")
        return
    try:
        mail = email.message_from_bytes(data)
        leaves = [part for part in mail.walk() if not part.is_multipart()]
        has_page = any(_is_page(part) for part in leaves)
        pieces = [
            _decode_part(source, number, part)
            for number, part in enumerate(leaves, start=1)
            # beside a page that is attached, one of the mail's own is a shorter one, with a picture for its board
            if not (has_page and part.get_content_type() == "text/html" and part.get_filename() is None)
        ]
    except Exception as error:  # noqa: BLE001 - the standard library's parser has raised many things at damaged mails
        remarks.append(f"{source}: cannot be read as an email ({type(error).__name__})")
        return
    yield from pieces


def _is_page(part: Message) -> bool:
    return str(part.get_filename() or "").endswith(".html")


def _decode_part(source: str, number: int, part: Message) -> Piece:
    data = part.get_payload(decode=True)
    name = str(part.get_filename() or f"part {number}")[-100:]
    if part.get_content_type() in ("text/yaml", "application/yaml", "application/x-yaml") and not name.endswith(
        ".yaml"
    ):
        name += ".yaml"
    text = _write_utf8(data, part.get_content_charset()) if isinstance(data, bytes) else b""
    return Piece(f"{source}, {name}", text)


def _write_utf8(data: bytes, charset: str | None) -> bytes:
    """The text of a part as we write it, where its mail has it in other letters."""
    if charset in (None, "utf-8", "us-ascii"):
        return data
    try:
        return data.decode(charset or "utf-8").encode()
    except (LookupError, UnicodeError):
        return data
