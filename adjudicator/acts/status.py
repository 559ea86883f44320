"""The games below a folder: where each stands and who is awaited."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from adjudicator.acts.lobby import open_lobby
from adjudicator.acts.opened import OpenGame, open_game
from adjudicator.acts.refusals import FormatError, RulesVersionError
from adjudicator.core.agenda import Ask
from adjudicator.core.recorded_act import RecordedAct
from adjudicator.ledger.accepted import list_accepted
from adjudicator.ledger.mixer import WaitingGame
from adjudicator.registry import UnknownGameError
from adjudicator.store.damage import DamageError
from adjudicator.store.gamedir import CHARTER, NoGameError


@dataclass(frozen=True, slots=True)
class SeatStatus:
    """A seat's file: the colour of what is in force (``none``, ``kept`` for orders left over), whether it is due."""

    seat: str
    file: str
    awaited: bool


@dataclass(frozen=True, slots=True)
class GameStatus:
    """Where a game stands; ``pending`` are acts that no turn has taken up, ``trouble`` is why it cannot be read.

    ``lacking`` says what is awaited besides orders, if anything. A game that has not begun has turn -1, and ``joining``
    are the seats that it waits for; ``waits_for`` says what for.
    """

    path: str
    game: str = ""
    turn: int = -1
    over: bool = False
    head: str = ""
    due: datetime | None = None
    late: bool = False
    awaiting: tuple[Ask, ...] = ()
    seats: tuple[SeatStatus, ...] = ()
    pending: tuple[RecordedAct, ...] = ()
    trouble: str = ""
    lacking: str = ""
    joining: tuple[str, ...] = ()
    waits_for: str = ""


def find_games(path: str) -> Iterator[str]:
    """The game directories at and directly or deeper below ``path``, by name; a game's own folders are not searched."""
    if os.path.isfile(os.path.join(path, CHARTER)):
        yield path
        return
    with os.scandir(path) as entries:
        folders = sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))
    for name in folders:
        if not name.startswith("."):
            yield from find_games(os.path.join(path, name))


def read_status(path: str, now: datetime) -> GameStatus:
    """Where the game at ``path`` stands."""
    try:
        lobby = open_lobby(path)
        return read_standing(open_game(path), path, now) if lobby is None else _read_lobby(lobby, path)
    except (DamageError, FormatError, NoGameError, UnknownGameError, RulesVersionError, OSError) as error:
        return GameStatus(path, trouble=str(error))
    except Exception as error:  # noqa: BLE001 - damaged data may break anything, and must not silence other games
        return GameStatus(path, trouble=f"cannot be read: {error!r}; adjudicate verify says what is damaged")


def _read_lobby(lobby: WaitingGame, path: str) -> GameStatus:
    awaited = lobby.awaited
    seats = []
    for seat in lobby.seats:
        files = list_accepted(lobby.list_filed(seat))
        seats.append(SeatStatus(seat, files[-1].receipt.standing.value if files else "none", seat in awaited))
    return GameStatus(
        path=path,
        game=lobby.charter.id,
        seats=tuple(seats),
        joining=awaited,
        waits_for=lobby.wanted,
    )


def read_standing(opened: OpenGame, path: str, now: datetime) -> GameStatus:
    """Where a game that has begun stands; ``path`` is the name it is told by."""
    in_force = {seat: filed for seat in opened.seats if (filed := opened.find_in_force(seat))}
    accepted = {seat: list_accepted(opened.list_filed(seat)) for seat in opened.seats}
    additions = opened.find_additions(accepted)
    awaited = opened.list_missing(opened.agendas_with(accepted), additions.missing)
    seats = []
    for seat in opened.seats:
        colour = in_force[seat].receipt.standing.value if seat in in_force else "none"
        if seat not in in_force and opened.record.agendas[seat].items:
            colour = "kept"
        seats.append(SeatStatus(seat, colour, any(ask.seat == seat for ask in awaited)))
    standing = opened.due
    due = max((standing[ask.deadline] for ask in opened.asks if ask.deadline in standing), default=None)
    return GameStatus(
        path=path,
        game=opened.charter.id,
        turn=opened.record.number,
        over=opened.over,
        head=opened.head,
        due=due,
        late=opened.is_late(now),
        awaiting=awaited,
        seats=tuple(seats),
        pending=opened.pending,
        lacking=additions.words,
    )
