"""What a post office writes: answers to mails, letters to its moderator, reminders.

An answer goes to the registered address and no other, and there are so many a day at most.
"""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from adjudicator.acts.filing import FilingAnswer
from adjudicator.acts.outbox import find_addressee, list_receipt_lines, name_receipt, post_receipt
from adjudicator.acts.status import read_game_status
from adjudicator.acts.upkeep import open_sound
from adjudicator.core.printing import print_safely
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.kit.words import end_sentence
from adjudicator.ledger.turn import list_named_asks
from adjudicator.post.keeping import make_place
from adjudicator.post.office import POST, PostOffice, Speaker
from adjudicator.proof.hashing import hash_bytes
from adjudicator.report.letters import name_reminder, write_reminder
from adjudicator.report.mail import Letter, write_mail
from adjudicator.report.plain_text import wrap
from adjudicator.store.files import hold_still, read_regular, replace_file, write_loose
from adjudicator.store.gamedir import OUTBOX, SENT, GameDirectory

MOST_ANSWERS: Final = 20
"""Answers to one seat's address on one day (of UTC): nobody sends more files, and two programs stop each other so."""
LONGEST: Final = timedelta(hours=24)
"""Nobody is reminded longer before a deadline."""
_BAR: Final = "| "
"""Before each line of a player, so that none can be mistaken for one of ours."""
_ADVICE = """\
Sorry, {name} No orders were found in your email, and nothing was filed:
{reason}

Copy the form at the end of your report into your reply and fill it in. A text
file with the form, attached, will do as well. If your email was for the
moderator, you need not do anything: the moderator can read it.
"""
_NOTE = """\
{name} ({seat}) has sent a file for turn {turn} of {game}, with a note for you:

{note}

{answer}
"""
_NOTICE = """\
{game} cannot go on, and is left alone. All other games go on.

    {reason}

`adjudicate verify` says what is damaged, if anything is.
The game is tried again once something in its folder changes, and every hour.

Emails that come for it are parked. Once it goes on, move them in your mail program
from Parked back to the inbox, and they are filed.
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
    to = find_addressee(directory, seat, holder=answer.away or speaker.holder)
    if not seat or to is None or directory.has_letter(f"{name_receipt(receipt.turn, seat, digest)}.eml"):
        return
    count = _count_answer(office, speaker.game, to.address, digest, now)
    if count > MOST_ANSWERS:
        return
    more: list[str] = []
    if receipt.seat is None:
        whose = f"game {speaker.game}, seat {speaker.seat}, turn {speaker.turn}"
        other = "To send orders for another game, seat or turn, reply to its own email."
        words = f"You replied to the email for {whose}. {other}"
        more += ["", wrap(words)]
    if answer.away and receipt.state not in ACCEPTED:
        words = "A substitute plays your seat. It is yours again as soon as a file from you is accepted."
        more += ["", wrap(words)]
    if count == MOST_ANSWERS:
        more += [
            "",
            f"You have had {count} answers today; this is the last until tomorrow. What you send still counts.",
        ]
    facts = directory, speaker.game, seat, answer, sentences, now
    place = post_receipt(*facts, key=digest, answers=True, turn=speaker.turn, more=more)
    if place is not None:
        yield os.path.join(speaker.path, place)


def list_unsent(speaker: Speaker, answer: FilingAnswer, sentences: Mapping[str, str]) -> tuple[str, ...]:
    """The receipt of a seat without an address, line by line, for the moderator to pass on; nothing for any other."""
    seat = answer.receipt.seat
    if seat is None or find_addressee(GameDirectory(speaker.path), seat, holder=answer.away or speaker.holder):
        return ()
    return tuple(list_receipt_lines(answer, sentences, kept=True))


def write_advice(office: str, speaker: Speaker, digest: str, reason: str, now: datetime) -> Iterator[str]:
    """What is answered to a mail of the ``speaker`` in which no move file was found, for that ``reason``; its place."""
    directory, seat = GameDirectory(speaker.path), speaker.seat or ""
    to, stem = (
        find_addressee(directory, seat, holder=speaker.holder),
        f"{speaker.turn or 0:04}-{seat}-advice-{digest[:8]}",
    )
    if to is None or directory.has_letter(f"{stem}.eml"):
        return
    if _count_answer(office, speaker.game, to.address, digest, now) > MOST_ANSWERS:
        return
    charter, _ = directory.read_charter()
    called = directory.read_tokens().call_holder(seat, charter.seat_names, speaker.holder)
    letter = Letter(
        game=speaker.game,
        about=stem,
        address=to.address,
        name=called,
        subject=f"{speaker.game}, turn {speaker.turn or 0}: no orders were found in your email",
        text=_ADVICE.format(name=end_sentence(called), reason=wrap(f"{reason}.")),
        at=now,
        answers=True,
        wanted=directory.count_turns(),
    )
    directory.write_letter(f"{stem}.eml", write_mail(letter))
    yield os.path.join(speaker.path, OUTBOX, f"{stem}.eml")


def write_note(office: PostOffice, speaker: Speaker, answer: FilingAnswer, now: datetime) -> Iterator[str]:
    """The note in the file of the ``speaker`` as a letter to the moderator, in the office's outbox; its place."""
    if not (answer.note and office.moderator):
        return
    receipt = answer.receipt
    to = find_addressee(GameDirectory(speaker.path), receipt.seat, holder=answer.away or speaker.holder)
    key = hash_bytes(f"{receipt.turn}\n{answer.note}".encode())[:8]
    name = f"{speaker.game}-{receipt.seat}-note-{key}.eml"
    if _is_posted(office, name):
        return
    if _count_answer(office.folder, speaker.game, f"{office.moderator}\n{receipt.seat}", key, now) > MOST_ANSWERS:
        return
    shown = [wrap(line, _BAR).replace("\n  ", f"\n{_BAR}") for line in answer.note.splitlines()]
    text = _NOTE.format(
        name=answer.name,
        seat=receipt.seat,
        turn=receipt.turn,
        game=speaker.game,
        note="\n".join(shown),
        answer=wrap(
            f"Reply to {to.address}; this address is for orders." if to else "The player has no address on file."
        ),
    )
    subject = f"{speaker.game}, turn {receipt.turn}: a note from {answer.name}"
    letter = Letter(speaker.game, f"{receipt.seat}.note.{key}", office.moderator, "", subject, text, now)
    yield _post(office, name, letter)


def write_notice(office: PostOffice, path: str, reason: str, now: datetime) -> bool:
    """Tell the moderator that the game at ``path`` cannot go on; whether a letter was written."""
    if not office.moderator:
        return False
    # a folder may be called anything, and nothing of that may end up in a header
    game = re.sub(r"[^A-Za-z0-9-]+", "-", os.path.basename(path))[:40]
    text = _NOTICE.format(game=game, reason=print_safely(reason, lambda _: " "))
    name = f"{game}-quarantined-{hash_bytes(text.encode())[:8]}.eml"
    if _is_posted(office, name):
        return False
    _post(office, name, Letter(game, "quarantined", office.moderator, "", f"{game} cannot go on", text, now))
    return True


def _is_posted(office: PostOffice, name: str) -> bool:
    """Whether a letter to the moderator was written before."""
    return any(os.path.lexists(os.path.join(office.folder, POST, place, name)) for place in (OUTBOX, SENT))


def _post(office: PostOffice, name: str, letter: Letter) -> str:
    """Put a letter into the outbox of the office itself; its place."""
    path = os.path.join(make_place(office.folder, OUTBOX), name)
    replace_file(path, write_mail(letter))
    return path


def _count_answer(office: str, game: str, address: str, key: str, now: datetime) -> int:
    """Which answer to the ``address`` about the ``game`` today this one is, with its ``key``.

    One that was counted already, but not written since the process was killed, keeps its number. A count that is lost
    does no harm.
    """
    path = os.path.join(make_place(office, "answered"), hash_bytes(f"{game}\n{address}".encode())[:32])
    today, short = now.astimezone(UTC).date().isoformat(), key[:8]
    keys: list[str] = []
    with suppress(OSError, ValueError):
        day, *counted = read_regular(path, 400).decode().split()
        keys = counted if day == today else []
    if short in keys:
        return keys.index(short) + 1
    if len(keys) <= MOST_ANSWERS:
        write_loose(path, f"{' '.join((today, *keys, short))}\n".encode())
    return len(keys) + 1


class Reminder(NamedTuple):
    """What was written, and when somebody may have to be reminded next."""

    letters: tuple[str, ...]
    again: datetime


def remind_game(path: str, now: datetime) -> Reminder:
    """Write letters to whoever is awaited in the game at ``path``, once a turn, if it is time.

    That is when a day is left, or half of a shorter time. Raises what ``open_game`` raises.
    """
    with hold_still(path):
        opened = open_sound(path)
        status = read_game_status(opened, path)
        directory = opened.directory
        if status.due is None or status.late_from is None:
            return Reminder((), now + LONGEST)
        asked = opened.record.circumstances.now
        moment = max(status.due - LONGEST, asked + (status.due - asked) / 2)
        if now < moment:
            return Reminder((), moment)
        turn = opened.record.number + 1
        named = list_named_asks(opened.game, opened.charter, opened.record)
        written = []
        for seat in dict.fromkeys(ask.seat for ask in status.awaiting if ask.must):
            name = f"{name_reminder(turn, opened.head, seat)}.eml"
            to = find_addressee(directory, seat, opened.charter.seat_names)
            if to is None or directory.has_letter(name):
                continue
            missing = {ask._replace(duty="") for ask in status.awaiting if ask.seat == seat}
            duties = [ask.duty for ask in named if ask._replace(duty="") in missing]
            letter = write_reminder(opened.charter, turn, opened.head, seat, to, duties, status.due, now)
            directory.write_letter(name, write_mail(letter))
            written.append(name)
    return Reminder(tuple(written), max(now + timedelta(minutes=30), status.due))
