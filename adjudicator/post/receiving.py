"""Receiving: each mail ends in one place, with the reason, and what it says is on disk before it is put there."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from enum import Enum
from typing import Final, NamedTuple

from adjudicator.acts.filing import FilingAnswer, submit_file
from adjudicator.acts.status_line import find_games
from adjudicator.core.charter import CHARTER, is_address
from adjudicator.core.json_value import JsonValue
from adjudicator.core.receipt import ACCEPTED, ReceiptState
from adjudicator.core.refusals import MendableError
from adjudicator.intake.tokens import hash_token
from adjudicator.post.finding import FoundFile, NotFoundError, find_file
from adjudicator.post.lines import read_lines
from adjudicator.post.opening import MAX_MAIL, UnopenedError, open_mail
from adjudicator.proof.hashing import hash_bytes
from adjudicator.report.mail import Letter, write_mail
from adjudicator.report.receipt import write_receipt
from adjudicator.store.damage import DamageError
from adjudicator.store.files import make_folder, read_regular, replace_file
from adjudicator.store.gamedir import OUTBOX, GameDirectory, NoGameError
from adjudicator.store.json_text import write_json
from adjudicator.store.lock import BusyError

POST: Final = "post"
"""The folder beside the games in which every mail that came in is kept, by its place."""
_ID = re.compile(rb"^id: *\"?([a-z][a-z0-9-]{0,31})\"?\s*$", re.MULTILINE)
_SUBJECTS = {
    ReceiptState.GREEN: "your orders are in",
    ReceiptState.YELLOW: "your orders are in, with remarks",
    ReceiptState.RED: "your orders cannot be used",
    ReceiptState.STALE: "your orders are for an older report",
    ReceiptState.LATE: "your orders came too late",
    ReceiptState.NEEDLESS: "nothing is to be ordered",
}
_RUN = re.compile(rb"[0-9A-Fa-f]{32}")
_HIDDEN = b"x" * 32
_ENCODED = re.compile(
    rb"^content-transfer-encoding[ \t]*:\s*(?!7bit|8bit|binary)|charset[^\r\n]{0,9}utf-?(?:7|16|32)",
    re.IGNORECASE | re.MULTILINE,
)
_CONTENT = re.compile(rb"^(?:content-|mime-)[^\n]*\n(?:[ \t][^\n]*\n)*", re.IGNORECASE | re.MULTILINE)
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_TOKEN = re.compile(r"(?<![0-9A-Fa-f])[0-9A-Fa-f]{32}(?![0-9A-Fa-f])")


class MailPlace(Enum):
    """Where a mail ends."""

    PROCESSED = "processed"
    """Its move file was accepted, or had been before."""
    REFUSED = "refused"
    """Its move file was refused, and its sender is told why."""
    PARKED = "parked"
    """Nobody knows whom it is from, or what it wants; it waits for the moderator, and nobody is answered."""
    SILENT = "silent"
    """No person wrote it."""


class MailRecord(NamedTuple):
    """What became of one mail: ``mail`` is what it is called, ``reason`` is for the moderator."""

    mail: str
    place: MailPlace
    reason: str = ""
    game: str | None = None
    turn: int | None = None
    seat: str | None = None
    state: str | None = None
    letters: tuple[str, ...] = ()


class PostOffice:
    """The games below a folder by their ids, and the folder's post; made once for any number of mails."""

    def __init__(self, folder: str) -> None:
        """``folder`` holds game directories, at any depth."""
        self.folder = os.path.abspath(folder)
        self._games: Mapping[str, str] | None = None

    def find_game(self, game: str) -> str | None:
        """The directory of the game with that id. Raises ``OSError`` where the folder cannot be read."""
        if self._games is None or game not in self._games:
            self._games = dict(_list_games(self.folder))
        return self._games.get(game)


def _list_games(folder: str) -> Iterator[tuple[str, str]]:
    for path in find_games(folder):
        try:
            match = _ID.search(read_regular(os.path.join(path, CHARTER)))
        except OSError:
            continue
        if match:
            yield match[1].decode(), path


def receive_mail(office: PostOffice, data: bytes, name: str, now: datetime, *, dry_run: bool = False) -> MailRecord:
    """What becomes of the mail ``data``, which is called ``name``; a copy of it is kept with the record.

    Raises ``BusyError`` while its game is at work, and ``OSError``: then nothing has happened to it.
    """
    known = os.path.join(office.folder, POST, MailPlace.PROCESSED.value, f"{hash_bytes(data)[:32]}.json")
    if os.path.lexists(known):  # an older mail that comes again displaces no newer one
        return MailRecord(name, MailPlace.PROCESSED, "it was taken in before")
    record = _judge(office, data, name, now, dry_run=dry_run)
    if not dry_run:
        keep_mail(office.folder, data, record)
    return record


def _judge(office: PostOffice, data: bytes, name: str, now: datetime, *, dry_run: bool) -> MailRecord:
    try:
        mail = open_mail(data)
        if mail.automatic:
            return MailRecord(name, MailPlace.SILENT, mail.automatic)
        found = find_file(mail)
    except (UnopenedError, NotFoundError) as error:
        return MailRecord(name, MailPlace.PARKED, str(error))
    path = office.find_game(found.game) if found.game else None
    if path is None:
        return MailRecord(name, MailPlace.PARKED, "there is no game of the name that it gives")
    try:
        speaker = _find_speaker(path, found)
        answer, sentences = submit_file(path, found.text.encode(), "your mail", speaker, now, dry_run=dry_run)
    except BusyError:
        raise
    except (DamageError, NoGameError, MendableError) as error:
        return MailRecord(name, MailPlace.PARKED, str(error), found.game)
    record = _tell(name, found.game, answer)
    if dry_run or record.place is MailPlace.PARKED:
        return record
    return record._replace(letters=tuple(_answer(path, mail.digest, answer, sentences, now)))


def _find_speaker(path: str, found: FoundFile) -> str | None:
    """The seat whose token stands in a file, however unreadable the file is otherwise; None where there is not one."""
    seats = GameDirectory(path).read_token_hashes()
    said = {hash_token(run.lower()) for run in _TOKEN.findall(found.text)}
    speakers = [seat for seat, token in seats.items() if token in said]
    return speakers[0] if len(speakers) == 1 else None


def _answer(path: str, digest: str, answer: FilingAnswer, sentences: Mapping[str, str], now: datetime) -> Iterator[str]:
    """The receipt as a letter in the outbox of the game at ``path``, for a seat that has an address; its place."""
    directory, receipt = GameDirectory(path), answer.receipt
    seat = receipt.seat or ""
    known = directory.read_seats().get(seat)
    name = f"{receipt.turn or 0:04}-{seat}-receipt-{digest[:8]}.eml"
    if known is None or not is_address(known["address"]) or directory.has_letter(name):
        return
    lines = write_receipt(
        answer.file,
        answer.name,
        receipt,
        answer.forecast,
        answer.corrected,
        sentences,
        kept=True,
        again=answer.again,
    )
    letter = Letter(
        game=receipt.game,
        about=f"{receipt.turn or 0}.{seat}.receipt",
        address=known["address"],
        name=answer.name,
        subject=f"{receipt.game}, turn {receipt.turn}: {_SUBJECTS[receipt.state]}",
        text="\n".join(lines) + "\n",
        at=now,
        answers=True,
    )
    directory.write_letter(name, write_mail(letter))
    yield os.path.join(path, OUTBOX, name)


def _tell(name: str, game: str, answer: FilingAnswer) -> MailRecord:
    receipt = answer.receipt
    if receipt.state in ACCEPTED:
        place, reason = MailPlace.PROCESSED, ""
    elif answer.refused_speaker or receipt.seat is None:
        place, reason = MailPlace.PARKED, "nothing in it shows that it is from a player of this game"
    else:
        place, reason = MailPlace.REFUSED, f"its move file is {receipt.state.value}"
    return MailRecord(name, place, reason, game, receipt.turn, receipt.seat, receipt.state.value)


def keep_mail(folder: str, data: bytes, record: MailRecord) -> None:
    """Keep what became of a mail, named by the mail's hash; the same mail again is the same file.

    The mail itself is kept where it is parked, without anything that looks like a token: elsewhere its move file is
    kept, and whoever handed the mail over still has it.
    """
    place = os.path.join(folder, POST, record.place.value)
    make_folder(os.path.join(folder, POST))
    make_folder(place)
    digest = hash_bytes(data)[:32]
    if record.place is MailPlace.PARKED:
        replace_file(os.path.join(place, f"{digest}.eml"), hide_tokens(data[: MAX_MAIL + 1]))
    replace_file(os.path.join(place, f"{digest}.json"), write_json(record_to_json(record)))


def hide_tokens(data: bytes) -> bytes:
    """A mail without anything that looks like a token; one that is encoded is kept as its headers and its texts."""
    if not _ENCODED.search(data):
        return _RUN.sub(_HIDDEN, data)
    head = _CONTENT.sub(b"", _HEAD_END.split(data, maxsplit=1)[0] + b"\n")
    try:
        texts = [read_lines(text).encode("utf-8", "replace") for text in open_mail(data).texts]
    except UnopenedError:
        texts = []
    return _RUN.sub(_HIDDEN, b"\n".join((head + b"Content-Type: text/plain; charset=utf-8\n", *texts)))


def record_to_json(record: MailRecord) -> dict[str, JsonValue]:
    """What ``--json`` prints of one mail."""
    return {
        "mail": record.mail,
        "place": record.place.value,
        "game": record.game,
        "turn": record.turn,
        "seat": record.seat,
        "state": record.state,
        "reason": record.reason or None,
        "letters": list(record.letters),
    }
