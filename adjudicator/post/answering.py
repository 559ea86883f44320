"""Answers to mails: the receipt as a letter, to the registered address and no other, and so many a day at most."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from adjudicator.acts.filing import FilingAnswer
from adjudicator.acts.letters.answering import find_address, name_receipt, post_receipt
from adjudicator.acts.run import RunResult
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.post.keys import Speaker
from adjudicator.post.office import PostOffice
from adjudicator.proof.hashing import hash_bytes
from adjudicator.report.mail import Letter, write_mail
from adjudicator.report.render import wrap
from adjudicator.store.files import make_folder, read_regular, replace_file, write_loose
from adjudicator.store.gamedir import OUTBOX, SENT, GameDirectory
from adjudicator.store.reply_keys import POST

MOST_ANSWERS: Final = 20
"""Answers to one seat's address on one day (of UTC): nobody sends more files, and two programs stop each other so."""

_BAR: Final = "| "
"""Before each line of a player, so that none can be mistaken for one of ours."""

_ADVICE = """\
Sorry, {name}. No orders were found in your mail, and nothing was filed:
{reason}

Copy the form at the end of your report into the text of a mail, fill it in,
and answer. A text file with the form, attached, will do as well. If your mail
was for the moderator, you need not do anything: the moderator can read it.
"""


def write_answer(
    office: str, speaker: Speaker, digest: str, answer: FilingAnswer, sentences: Mapping[str, str], now: datetime
) -> Iterator[str]:
    """The receipt as a letter in the outbox of the speaker's game, for a seat that has an address; its place.

    ``digest`` is that of the mail. Whoever answered the mail of a seat is told which it was, where his file is for
    another game, seat or turn.
    """
    directory, receipt = GameDirectory(speaker.path), answer.receipt
    seat = receipt.seat or (speaker.seat if speaker.turn is not None else None)
    address = find_address(directory, seat, answer.away or speaker.holder)
    if not seat or address is None or directory.has_letter(f"{name_receipt(receipt.turn, seat, digest)}.eml"):
        return
    count = _count_answer(office, speaker.game, address, now)
    if count > MOST_ANSWERS:
        return
    more: list[str] = []
    if receipt.seat is None:
        told = f"game {speaker.game}, seat {speaker.seat}, turn {speaker.turn}"
        words = f"You answered the mail that asked for the orders of {told}; orders for another go to its own address."
        more += ["", wrap(words)]
    if answer.away and receipt.state not in ACCEPTED:
        words = "A substitute plays your seat. It is yours again with the first file of yours that is accepted."
        more += ["", wrap(words)]
    if count == MOST_ANSWERS:
        more += ["", f"This is answer {count} of today. More files are filed, and answered from tomorrow on."]
    place = post_receipt(
        directory,
        speaker.game,
        seat,
        answer,
        sentences,
        now,
        key=digest,
        answers=True,
        turn=speaker.turn,
        more=more,
    )
    if place is not None:
        yield os.path.join(speaker.path, place)


def write_advice(office: str, speaker: Speaker, digest: str, reason: str, now: datetime) -> Iterator[str]:
    """What is answered to a mail of the ``speaker`` in which no move file was found, for that ``reason``; its place."""
    directory, seat = GameDirectory(speaker.path), speaker.seat or ""
    address, stem = find_address(directory, seat, speaker.holder), f"{speaker.turn or 0:04}-{seat}-advice-{digest[:8]}"
    if address is None or directory.has_letter(f"{stem}.eml"):
        return
    if _count_answer(office, speaker.game, address, now) > MOST_ANSWERS:
        return
    charter, _ = directory.read_charter()
    called = charter.names.get(seat, seat.capitalize())
    letter = Letter(
        game=speaker.game,
        about=stem,
        address=address,
        name=called,
        subject=f"{speaker.game}, turn {speaker.turn or 0}: no orders were found in your mail",
        text=_ADVICE.format(name=called, reason=wrap(f"{reason}.")),
        at=now,
        answers=True,
        wanted=directory.count_turns(),
    )
    directory.write_letter(f"{stem}.eml", write_mail(letter))
    yield os.path.join(speaker.path, OUTBOX, f"{stem}.eml")


_NOTE = """\
{name} ({seat}) has sent a file for turn {turn} of {game}, with a note for you:

{note}

{answer}
"""


def write_note(office: str, moderator: str, speaker: Speaker, answer: FilingAnswer, now: datetime) -> Iterator[str]:
    """The note in the file of the ``speaker`` as a letter to the ``moderator``, in the office's outbox; its place."""
    if not (answer.note and moderator):
        return
    receipt = answer.receipt
    address = find_address(GameDirectory(speaker.path), receipt.seat, answer.away or speaker.holder)
    key = hash_bytes(f"{receipt.turn}\n{answer.note}".encode())[:8]
    name = f"{speaker.game}-{receipt.seat}-note-{key}.eml"
    folder = os.path.join(office, POST)
    if any(os.path.lexists(os.path.join(folder, place, name)) for place in (OUTBOX, SENT)):
        return
    if _count_answer(office, speaker.game, f"{moderator}\n{receipt.seat}", now) > MOST_ANSWERS:
        return
    shown = [wrap(line, _BAR).replace("\n  ", f"\n{_BAR}") for line in answer.note.splitlines()]
    letter = Letter(
        game=speaker.game,
        about=f"{receipt.seat}.note.{key}",
        address=moderator,
        name="",
        subject=f"{speaker.game}, turn {receipt.turn}: a note from {receipt.seat}",
        text=_NOTE.format(
            name=answer.name,
            seat=receipt.seat,
            turn=receipt.turn,
            game=speaker.game,
            note="\n".join(shown),
            answer=wrap(f"Answer to {address}; this address takes orders." if address else "There is no address."),
        ),
        at=now,
    )
    for place in (folder, os.path.join(folder, OUTBOX)):
        make_folder(place)
    replace_file(os.path.join(folder, OUTBOX, name), write_mail(letter))
    yield os.path.join(folder, OUTBOX, name)


def answer_dropped(
    office: PostOffice, path: str, result: RunResult, answer: FilingAnswer, now: datetime
) -> Iterator[str]:
    """The letters for a file that the moderator copied into the inbox of the game at ``path``, filed by a run."""
    receipt = answer.receipt
    if receipt.seat is None:
        return
    letter = post_receipt(GameDirectory(path), result.game, receipt.seat, answer, result.sentences, now, key=receipt.id)
    if letter is not None:
        yield os.path.join(path, letter)
    yield from write_note(office.folder, office.moderator, Speaker(path, result.game, receipt.seat), answer, now)


def _count_answer(office: str, game: str, address: str, now: datetime) -> int:
    """How many answers this is to the ``address`` about the ``game`` today. One count that is lost does no harm."""
    folder = os.path.join(office, POST, "answered")
    path = os.path.join(folder, hash_bytes(f"{game}\n{address}".encode())[:32])
    today, count = now.astimezone(UTC).date().isoformat(), 0
    with suppress(OSError, ValueError):
        day, _, said = read_regular(path, 100).decode().partition(" ")
        count = int(said) if day == today else 0
    make_folder(os.path.dirname(folder))
    make_folder(folder)
    write_loose(path, f"{today} {count + 1}\n".encode())
    return count + 1
