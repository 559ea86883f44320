"""All that a moderator should see of a folder of games: how each stands, and what waits for a word of his."""

from __future__ import annotations

import os
from collections.abc import Iterator
from email import message_from_string
from typing import Final, NamedTuple

from adjudicator.acts.status import read_status
from adjudicator.acts.status_line import GameStatus, find_games, find_line
from adjudicator.core.instant import write_instant
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.seat_names import show_line
from adjudicator.post.keeping import MailPlace, hide_in_text
from adjudicator.post.opening import decode_words, read_header
from adjudicator.post.sending.outbox import WaitingLetter, list_waiting
from adjudicator.post.serving.health import read_health
from adjudicator.post.serving.quarantine import QuarantinedGame, list_quarantined
from adjudicator.store.files import read_regular
from adjudicator.store.json_text import read_json
from adjudicator.store.reply_keys import POST

_WIDEST: Final = 60
"""Columns of a sender or a subject; whoever wrote them is nobody we know."""


class ParkedMail(NamedTuple):
    """A mail that waits for the moderator: its copy, and why it was parked; the game it seems to be for.

    ``sender`` and ``subject`` are what it says of itself, fit to be shown.
    """

    path: str
    reason: str
    game: str
    sender: str
    subject: str


class Desk(NamedTuple):
    """What lies on the desk. ``waiting`` counts letters that go out by themselves; ``stuck`` are those in trouble."""

    games: tuple[GameStatus, ...]
    parked: tuple[ParkedMail, ...]
    stuck: tuple[WaitingLetter, ...]
    waiting: int
    quarantined: tuple[QuarantinedGame, ...]
    health: JsonObject | None


def read_desk(folder: str) -> Desk:
    """What lies on the desk of the office in ``folder``. Raises ``OSError`` where it cannot be read."""
    paths = [os.path.abspath(path) for path in find_games(folder)]
    waiting = (letter for path in (*paths, os.path.join(folder, POST)) for letter in list_waiting(path))
    letters = [letter for letter in waiting if not letter.is_withdrawn]
    stuck = tuple(letter for letter in letters if letter.tried is not None)
    return Desk(
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


def desk_to_json(desk: Desk, games: list[JsonValue]) -> JsonObject:
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
        "quarantined": [{"path": game.path, "since": game.since, "reason": game.reason} for game in desk.quarantined],
        "health": desk.health,
    }
