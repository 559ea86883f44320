"""All that a moderator should see of a folder of games: how each stands, and what waits for a word of his."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.acts.status import read_status
from adjudicator.acts.status_line import GameStatus, find_games, find_line
from adjudicator.core.instant import write_instant
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.post.keeping import MailPlace
from adjudicator.post.sending.outbox import WaitingLetter, list_waiting
from adjudicator.post.serving.health import read_health
from adjudicator.post.serving.quarantine import QuarantinedGame, list_quarantined
from adjudicator.store.files import read_regular
from adjudicator.store.json_text import read_json
from adjudicator.store.reply_keys import POST


class ParkedMail(NamedTuple):
    """A mail that waits for the moderator: its copy, and why it was parked; the game it seems to be for."""

    path: str
    reason: str
    game: str


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
        yield ParkedMail(mail, str(said.get("reason") or "its record cannot be read"), str(said.get("game") or ""))


def desk_to_json(desk: Desk, games: list[JsonValue]) -> JsonObject:
    """What ``--json`` prints, with the ``games`` as ``status`` prints them."""
    return {
        "games": games,
        "parked": [{"mail": mail.path, "reason": mail.reason, "game": mail.game or None} for mail in desk.parked],
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
