"""Receiving: the mails that are handed over, in files, folders, Maildirs, mailboxes in one file, and standard input.

Each ends in one place, with the reason, and what it says is on disk before it is put there.
"""

import os
import re
import sys
from collections.abc import Iterator
from datetime import datetime
from typing import Final, NamedTuple

from adjudicator.acts.filing import FilingAnswer, submit_file
from adjudicator.core.refusals import MendableError
from adjudicator.core.system_errors import say_system_error
from adjudicator.intake.receipt import ACCEPTED, Receipt
from adjudicator.post.file_in_mail import AS_SENT, FoundFile, NotFoundError, find_file
from adjudicator.post.keeping import (
    MailPlace,
    MailRecord,
    begin_mail,
    keep_mail,
    was_begun,
    was_dropped,
    was_processed,
)
from adjudicator.post.letters import list_unsent, write_advice, write_answer, write_note
from adjudicator.post.office import PostOffice, Speaker, UnknownSpeakerError, find_former, find_owner, find_speaker
from adjudicator.post.older_files import QUOTED, OlderFiles
from adjudicator.post.opening import MailText, OpenedMail, Origin, UnopenedError, open_mail
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.files import BusyError, read_regular
from adjudicator.store.formats import DamageError
from adjudicator.store.gamedir import GameDirectory, NoGameError
from adjudicator.store.inbox import read_receipt

STDIN: Final = "-"
_MAILDIR = ("new", "cur")
_FROM = re.compile(rb"^From [^\n]*\n", re.MULTILINE)
_BLANK_LINE = re.compile(rb"(?:.*\n\r?\n)?\Z", re.DOTALL)
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)
_BEFORE: Final = "it was taken in before"
_LARGEST: Final = 64 * 1024 * 1024
"""Bytes of a mailbox in one file."""


class GivenMail(NamedTuple):
    """A mail that was handed over: what it is called, and its bytes, or why it cannot be read."""

    name: str
    data: bytes
    fault: str = ""


def list_mails(path: str) -> Iterator[GivenMail]:
    """The mails at ``path``, in the order of their names; ``-`` is standing input.

    A folder with ``new`` and ``cur`` is a Maildir, any other holds a mail a file; a file that begins with ``From `` is
    a mailbox (mboxrd). A file in a folder that cannot be read ends nothing. Raises ``OSError`` for ``path``.
    """
    if path == STDIN:
        yield from _split(STDIN, sys.stdin.buffer.read(_LARGEST))
    elif os.path.isdir(path):
        folders = [os.path.join(path, name) for name in _MAILDIR]
        is_maildir = all(map(os.path.isdir, folders))
        for folder in folders if is_maildir else [path]:
            for name in sorted(os.listdir(folder)):
                file = os.path.join(folder, name)
                if not name.startswith(".") and not os.path.isdir(file):
                    yield _read(file)
    else:
        yield from _split(path, read_regular(path, _LARGEST))


def _read(file: str) -> GivenMail:
    try:
        return GivenMail(file, read_regular(file))
    except OSError as error:
        return GivenMail(file, b"", say_system_error(error))


def _split(name: str, data: bytes) -> Iterator[GivenMail]:
    """The mails in one file, which may be a mailbox, one without mails too."""
    if not data.strip():
        return
    if not data.startswith(b"From "):
        yield GivenMail(name, data)
        return
    starts = [
        match for match in _FROM.finditer(data) if _BLANK_LINE.match(data[max(match.start() - 4, 0) : match.start()])
    ]
    ends = [match.start() for match in starts[1:]] + [len(data)]
    for number, (match, end) in enumerate(zip(starts, ends, strict=True), start=1):
        yield GivenMail(f"{name}#{number}", _ESCAPED.sub(rb"\1", data[match.end() : end]))


def receive_mail(office: PostOffice, data: bytes, name: str, now: datetime, *, dry_run: bool = False) -> MailRecord:
    """What becomes of the mail ``data``, which is called ``name``; a copy of it is kept with the record.

    Raises ``BusyError`` while its game is at work, and ``OSError``: then nothing has happened to it.
    """
    if was_processed(office.folder, data):  # an older mail that comes again displaces no newer one
        return MailRecord(name, MailPlace.PROCESSED, _BEFORE)
    if was_dropped(office.folder, data):
        return MailRecord(name, MailPlace.SILENT, "the moderator dropped it")
    record = _judge(office, data, name, now, dry_run=dry_run)
    if not dry_run:
        keep_mail(office.folder, data, record)
    return record


def _judge(office: PostOffice, data: bytes, name: str, now: datetime, *, dry_run: bool) -> MailRecord:
    try:
        mail = open_mail(data)
        if mail.automatic:
            return MailRecord(name, MailPlace.SILENT, mail.automatic)
        if office.address and mail.sender == office.address.lower():
            return MailRecord(name, MailPlace.SILENT, "it comes from this post office itself")
        try:
            found, speaker = _find_sent(office, mail, now, is_begun=was_begun(office.folder, data))
        except NotFoundError as error:
            place = MailPlace.REFUSED if error.meant else MailPlace.PARKED
            return _advise(office, mail, MailRecord(name, place, str(error)), now, dry_run=dry_run)
    except (UnopenedError, UnknownSpeakerError, DamageError) as error:
        return MailRecord(name, MailPlace.PARKED, str(error))
    file = found.text.encode()
    try:
        if not dry_run and begin_mail(office.folder, data):
            filed = _find_filed(speaker, file)
            if filed is not None:
                return _tell(name, speaker, filed, found, is_known=True)._replace(reason=_BEFORE)
        answer, sentences = submit_file(
            *(speaker.path, file, "your email", speaker.seat, now),
            dry_run=dry_run,
            reply_turn=speaker.turn,
            holder=speaker.holder,
        )
    except BusyError:
        raise
    except (DamageError, NoGameError, MendableError) as error:
        return MailRecord(name, MailPlace.PARKED, str(error), speaker.game)
    record = _tell(name, speaker, answer.receipt, found, is_known=_is_known(speaker, answer))
    if dry_run or record.place is MailPlace.PARKED:
        return record
    answers = write_answer(office.folder, speaker, mail.digest, answer, sentences, now)
    notes = write_note(office, speaker, answer, now)
    unsent = list_unsent(speaker, answer, sentences)
    return record._replace(letters=(*answers, *notes), note=answer.note, receipt=unsent)


def _advise(office: PostOffice, mail: OpenedMail, record: MailRecord, now: datetime, *, dry_run: bool) -> MailRecord:
    """A mail in which no move file was found; who answered a letter of ours is told so, and nobody else."""
    speaker = find_owner(office, mail.keys)
    if speaker is None:
        return record._replace(place=MailPlace.PARKED)
    record = record._replace(game=speaker.game, turn=speaker.turn, seat=speaker.seat)
    if dry_run:
        return record
    return record._replace(letters=tuple(write_advice(office.folder, speaker, mail.digest, record.reason, now)))


def _find_sent(office: PostOffice, mail: OpenedMail, now: datetime, *, is_begun: bool) -> tuple[FoundFile, Speaker]:
    """The move file in ``mail``, and who speaks in it; ``is_begun`` says that it may be filed already.

    Raises :class:`NotFoundError`, :class:`UnknownSpeakerError`, ``DamageError``, ``OSError``.
    """
    found = find_file(mail)
    speaker = find_speaker(office, mail.keys, found)
    older = OlderFiles(speaker, now)
    if found.is_several:
        found = find_file(mail._replace(texts=(MailText(Origin.TEXT, older.leave_out(found.text)),)))
    if found.is_quoted and older.has_form(found.text):
        raise NotFoundError(AS_SENT, meant=False)
    if found.is_quoted and not is_begun and older.has(found.text):
        raise NotFoundError(QUOTED, meant=False)
    return found, speaker


def _find_filed(speaker: Speaker, file: bytes) -> Receipt | None:
    """The receipt of a ``file`` that was being filed when something interrupted, where it was accepted.

    The one on file is no matter: it gets its receipt again. One that was displaced since, or that a turn has taken up,
    must not count once more.
    """
    directory, sent = GameDirectory(speaker.path), hash_bytes(file)
    if speaker.seat is None:
        return None
    filed = directory.inbox.list_filed(speaker.seat)
    receipts = [one.receipt for one in filed[:-1]]
    newest = directory.turns.newest()
    if newest is not None:
        parts = directory.turns.read(newest)
        begin = f"orders/{speaker.seat}/"
        receipts += [
            read_receipt(data) for part, data in parts.items() if part.startswith(begin) and part.endswith(".json")
        ]
    return next((one for one in receipts if one.sent_sha256 == sent and one.state in ACCEPTED), None)


def _is_known(speaker: Speaker, answer: FilingAnswer) -> bool:
    """Whether it is certain who sent the file: by his key, or as far as his token is right."""
    return speaker.turn is not None or not (answer.refused_speaker or answer.receipt.seat is None)


def _tell(name: str, speaker: Speaker, receipt: Receipt, found: FoundFile, *, is_known: bool) -> MailRecord:
    if receipt.state in ACCEPTED:
        place, reason = MailPlace.PROCESSED, ""
    elif is_known:
        place, reason = MailPlace.REFUSED, f"its move file is {receipt.state.value}"
    elif former := find_former(speaker.path, found):
        place, reason = MailPlace.PARKED, f"its token is an old one of the seat {former}, which has changed hands"
    else:
        place, reason = MailPlace.PARKED, "nothing in it shows that it is from a player of this game"
    seat = receipt.seat or (speaker.seat if is_known else None)
    return MailRecord(name, place, reason, speaker.game, receipt.turn, seat, receipt.state.value)
