"""All that a moderator should see of a folder of games: how each stands, and what waits for a word of his;
his messages to everybody in a game, and the parked mails whose sender he knows.
"""

import os
import re
from collections.abc import Iterator
from datetime import datetime
from email import message_from_string
from typing import Final, NamedTuple

from adjudicator.acts.filing import submit_file
from adjudicator.acts.outbox import list_addressees
from adjudicator.acts.status import read_status
from adjudicator.acts.status_line import GameStatus, find_games, find_line
from adjudicator.core.instant import write_instant
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import describe
from adjudicator.core.printing import show_line
from adjudicator.core.refusals import ActRefusedError, ExitCode, MendableError
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.intake.tokens import mask_tokens
from adjudicator.post.file_in_mail import NotFoundError, find_file
from adjudicator.post.health import QuarantinedGame, list_quarantined, read_health
from adjudicator.post.keeping import MailPlace, MailRecord, drop_mail, hide_in_text, keep_mail
from adjudicator.post.letters import list_unsent, write_answer
from adjudicator.post.office import POST, Speaker
from adjudicator.post.opening import MAX_MAIL, UnopenedError, decode_words, open_mail, read_header
from adjudicator.post.outbox import WaitingLetter, list_waiting
from adjudicator.proof.hashing import hash_bytes
from adjudicator.report.mail import Letter, write_mail
from adjudicator.store.files import hold_still, read_regular
from adjudicator.store.formats import read_json
from adjudicator.store.gamedir import OUTBOX, GameDirectory

_WIDEST: Final = 60
"""Columns of a sender or a subject; whoever wrote them is nobody we know."""
_HIDDEN: Final = re.compile(r"^([> \t]*token *:)[ \t]*[\"']?x{26,}[\"']?[ \t]*$", re.MULTILINE | re.IGNORECASE)


class ParkedMail(NamedTuple):
    """A mail that waits for the moderator: its copy, and why it was parked; the game it seems to be for.

    ``sender`` and ``subject`` are what it says of itself, fit to be shown.
    """

    path: str
    reason: str
    game: str
    sender: str
    subject: str


class OfficeStatus(NamedTuple):
    """What lies on the desk. ``waiting`` counts letters that go out by themselves; ``stuck`` are those in trouble."""

    games: tuple[GameStatus, ...]
    parked: tuple[ParkedMail, ...]
    stuck: tuple[WaitingLetter, ...]
    waiting: int
    quarantined: tuple[QuarantinedGame, ...]
    health: JsonObject | None


def read_desk(folder: str) -> OfficeStatus:
    """What lies on the desk of the office in ``folder``. Raises ``OSError`` where it cannot be read."""
    paths = [os.path.abspath(path) for path in find_games(folder)]
    waiting = (letter for path in (*paths, os.path.join(folder, POST)) for letter in list_waiting(path))
    letters = [letter for letter in waiting if not letter.is_withdrawn]
    stuck = tuple(letter for letter in letters if letter.tried is not None)
    return OfficeStatus(
        games=tuple(find_line(path) or read_status(path) for path in paths),
        parked=tuple(list_parked(folder)),
        stuck=stuck,
        waiting=len(letters) - len(stuck),
        quarantined=tuple(list_quarantined(folder)),
        health=read_health(folder),
    )


def list_parked(folder: str) -> Iterator[ParkedMail]:
    """The mails that are parked."""
    place = os.path.join(folder, POST, MailPlace.PARKED.value)
    try:
        names = sorted(name for name in os.listdir(place) if name.endswith(".json"))
    except OSError:
        return
    for name in names:
        try:
            said = read_json(read_regular(os.path.join(place, name)))
        except (OSError, ValueError):
            said = {}
        mail = os.path.join(place, name.removesuffix(".json") + ".eml")
        reason = str(said.get("reason") or "its record cannot be read")
        yield ParkedMail(mail, reason, str(said.get("game") or ""), *_read_headers(mail))


def _read_headers(path: str) -> tuple[str, str]:
    """From whom the mail at ``path`` claims to be, and its subject."""
    try:
        head = read_regular(path).split(b"\n\n", 1)[0].decode("utf-8", "replace")
    except OSError:
        return "", ""
    mail = message_from_string(f"{head}\n\n")
    return _show(read_header(mail, "From")), _show(read_header(mail, "Subject"))


def _show(header: str) -> str:
    """A ``header`` in one line that is not too wide, and steers no terminal."""
    return show_line(hide_in_text(decode_words(header)), _WIDEST)


def desk_to_json(desk: OfficeStatus, games: list[JsonValue]) -> JsonObject:
    """What ``--json`` prints, with the ``games`` as ``status`` prints them."""
    return {
        "games": games,
        "parked": [
            {
                "mail": mail.path,
                "from": mail.sender,
                "subject": mail.subject,
                "reason": mail.reason,
                "game": mail.game or None,
            }
            for mail in desk.parked
        ],
        "letters": {
            "waiting": desk.waiting,
            "stuck": [
                {
                    "letter": letter.path,
                    "tries": letter.tried.tries,
                    "next": write_instant(letter.tried.next) if letter.tried.next else None,
                    "reason": letter.tried.reason,
                }
                for letter in desk.stuck
                if letter.tried is not None
            ],
        },
        "quarantined": [game._asdict() for game in desk.quarantined],
        "health": desk.health,
    }


def write_messages(path: str, text: str, now: datetime, *, dry_run: bool = False) -> Iterator[str]:
    """Write the ``text`` to each seat of the game at ``path``; where the letters lie.

    The same text again for the same turn is not written again. Raises ``ActRefusedError`` for a text with a token in
    it, and what ``open_game`` raises.
    """
    directory = GameDirectory(path)
    directory.expect_charter()
    with hold_still(directory.path):
        charter, _ = directory.read_charter()
        turn = (directory.turns.newest() or 0) + 1
        if mask_tokens(text.encode(), directory.read_tokens().everyone).found:
            raise ActRefusedError("the text has a seat's token in it; everybody would read it")
        for seat, to in list_addressees(directory, charter.seat_names).items():
            name = f"{turn:04}-{seat}-message-{hash_bytes(text.encode())[:8]}.eml"
            if directory.has_letter(name):
                continue
            letter = Letter(
                game=charter.id,
                about=f"{turn}.{seat}.message",
                address=to.address,
                name="" if to.name == seat else to.name,
                subject=f"{charter.id}: a word from the moderator",
                text=f"{text.rstrip()}\n",
                at=now,
                wanted=turn,
            )
            if not dry_run:
                directory.write_letter(name, write_mail(letter))
            yield os.path.join(path, OUTBOX, name)


def list_unreachable(path: str) -> list[str]:
    """What the seats of the game at ``path`` that have no address are called. Raises what ``open_game`` raises."""
    directory = GameDirectory(path)
    names = directory.read_charter()[0].seat_names
    reached = list_addressees(directory, names)
    return [names.call(seat) for seat in directory.read_seats() if seat not in reached]


class NoSuchMailError(MendableError):
    """There is no parked mail of that name, or there is no move file in it; the message says which."""

    code = ExitCode.USAGE


def file_parked(office: str, mail: str, path: str, game: str, seat: str, now: datetime) -> MailRecord:
    """File the move file in the parked ``mail`` for ``seat`` of the ``game`` at ``path``, and write the receipt.

    One that says that it is another's stays parked. Raises :class:`NoSuchMailError`, ``ActRefusedError``,
    ``BusyError``, ``NoGameError``, ``DamageError``, ``OSError``.
    """
    place = find_parked(office, mail)
    data = read_regular(place, MAX_MAIL)
    try:
        opened = open_mail(data)
        found = find_file(opened)
    except (UnopenedError, NotFoundError) as error:
        raise NoSuchMailError(f"{place}: {error}") from error
    # what looked like a token was hidden when the mail was parked; the moderator's word stands in its place
    text = _HIDDEN.sub(r"\1", found.text).encode()
    tried, sentences = submit_file(path, text, "the email", seat, now, dry_run=True)
    if tried.refused_speaker:
        why = "; ".join(describe(problem, sentences) for problem in tried.problems)
        raise ActRefusedError(f"{place} stays parked: {why}")
    answer, sentences = submit_file(path, text, "your email", seat, now)
    receipt = answer.receipt
    is_accepted, speaker = receipt.state in ACCEPTED, Speaker(path, game, seat)
    record = MailRecord(
        mail=os.path.basename(place),
        place=MailPlace.PROCESSED if is_accepted else MailPlace.REFUSED,
        reason="filed by the moderator's word",
        game=game,
        turn=receipt.turn,
        seat=receipt.seat,
        state=receipt.state.value,
        letters=tuple(write_answer(office, speaker, opened.digest, answer, sentences, now)),
        receipt=list_unsent(speaker, answer, sentences),
    )
    keep_mail(office, data, record, os.path.basename(place).removesuffix(".eml"))
    return record


def drop_parked(office: str, mail: str) -> str:
    """Remove a parked mail and its record for good; where it lay. Raises :class:`NoSuchMailError`."""
    place = find_parked(office, mail)
    drop_mail(office, os.path.basename(place).removesuffix(".eml"))
    return place


def find_parked(office: str, mail: str) -> str:
    """Where the parked ``mail`` lies, named by its file or by how its name begins. Raises :class:`NoSuchMailError`."""
    folder = os.path.join(office, POST, MailPlace.PARKED.value)
    begin = os.path.basename(mail).removesuffix(".eml")
    try:
        found = [name for name in sorted(os.listdir(folder)) if name.startswith(begin) and name.endswith(".eml")]
    except OSError:
        found = []
    if not begin or len(found) != 1:
        count = "more than one parked email begins" if len(found) > 1 else "no parked email begins"
        raise NoSuchMailError(f"{count} with {begin!r}; adjudicate desk lists them")
    return os.path.join(folder, found[0])
