"""Where a game stands and who is awaited, and the line that says so to whoever asks next."""

import os
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from adjudicator.acts.open_game import OpenGame, open_game, open_lobby
from adjudicator.acts.soundness import expect_sound
from adjudicator.acts.status_line import STATUS, GameStatus, SeatStatus, find_line, read_line, write_line
from adjudicator.core.agenda import Ask
from adjudicator.core.chance import Additions
from adjudicator.core.charter import TURN_CLASS
from adjudicator.core.deadlines import find_delay, find_last, find_late
from adjudicator.core.instant import read_instant
from adjudicator.core.recorded_act import list_lineage
from adjudicator.core.refusals import MendableError
from adjudicator.core.rhythm import Rhythm, predict_deadlines
from adjudicator.core.table import Pacing, Seat
from adjudicator.kit.words import join_words
from adjudicator.ledger.inputs import Arrived, list_accepted
from adjudicator.ledger.mixer import WaitingGame
from adjudicator.store.files import BusyError, hold_still, write_loose
from adjudicator.store.formats import explain_damage, tell_why

_AHEAD = 3
"""Deadlines of turns to come that are foretold."""
_BRIEFLY = 0.2
"""Seconds that are waited for a game which can be told as it stood before."""


def read_status(path: str) -> GameStatus:
    """Where the game at ``path`` stands, at one moment; where it is busy, as its line says that it stood."""
    before = read_line(path)
    before = None if before and before.brief else before
    try:
        with hold_still(path, _BRIEFLY if before else None):
            lobby = open_lobby(path)
            if lobby:
                return _read_lobby(lobby, path)
            opened = open_game(path)
            expect_sound(opened)
            return read_game_status(opened, path)
    except BusyError:
        words = "busy: another adjudicate is working on it; "
        if before:
            return before._replace(trouble=words + "this is how it stood before that", busy=True)
        return GameStatus(path, trouble=words + "try again", busy=True)
    except MendableError as error:
        return GameStatus(path, trouble=str(error))
    except OSError as error:
        return GameStatus(path, trouble=f"{error.filename or path}: {tell_why(error)}")
    except Exception as error:  # noqa: BLE001 - damaged data may break anything, and must not silence other games
        return GameStatus(
            path, trouble=f"cannot be read: {explain_damage(error)}; adjudicate verify says what is damaged"
        )


def _read_lobby(lobby: WaitingGame, path: str) -> GameStatus:
    awaited = lobby.awaited
    seats = []
    for seat in lobby.seats:
        files = list_accepted(lobby.list_filed(seat))
        state = files[-1].receipt.state.value if files else "none"
        seats.append(SeatStatus(seat, state, seat in awaited, called=lobby.charter.seat_names.write_out(seat)))
    return GameStatus(path=path, game=lobby.charter.id, seats=tuple(seats), joining=awaited, waits_for=lobby.wanted)


def read_game_status(opened: OpenGame, path: str) -> GameStatus:
    """Where a game that has begun stands; ``path`` is the name it is told by."""
    asks, paused = opened.asks, opened.paused
    accepted = opened.list_accepted()
    additions = opened.find_additions(accepted)
    awaited = opened.list_missing(asks, opened.agendas_with(accepted), additions.missing)
    seats = []
    for seat, files in accepted.items():
        state = files[-1].receipt.state.value if files else _find_kept(opened, seat)
        filed = tuple(file.name for file in files)
        called = opened.charter.seat_names.write_out(seat)
        seats.append(SeatStatus(seat, state, any(ask.seat == seat for ask in awaited), filed, called))
    return GameStatus(
        path=path,
        game=opened.charter.id,
        turn=opened.record.number,
        over=opened.over,
        head=opened.head,
        due=None if paused else find_last(asks, opened.due),
        late_from=None if paused else find_late(asks, opened.due, opened.charter.deadlines),
        awaiting=awaited,
        seats=tuple(seats),
        pending=opened.pending,
        lacking="it waits for adjudicate resume"
        if paused and not awaited
        else say_lacking(additions, opened.charter.seat_names.call),
        acts=len(opened.acts),
        zone=opened.charter.zone,
        paused=paused,
        delayed=None if paused or awaited else find_delayed(opened, asks, accepted),
        lineage=tuple(
            (seat, "; ".join(words)) for seat, words in list_lineage(opened.acts, opened.start.agendas).items()
        ),
        schedule=() if paused or opened.over else tuple(_predict(opened, asks)),
    )


def _find_kept(opened: OpenGame, seat: Seat) -> str:
    """What is in force of a ``seat`` that has sent no file since the newest turn."""
    agenda = opened.start.agendas[seat]
    if agenda.items or agenda.answers:
        return "kept"
    wanted = [ask for ask in opened.asks if ask.seat == seat and ask.must] if agenda.standing else []
    answers = wanted and not any(opened.list_missing((ask,), opened.start.agendas) for ask in wanted)
    return "standing" if answers else "none"


def say_lacking(additions: Additions, call: Callable[[Seat], str]) -> str:
    """What a turn waits for of what seats add to draws, of seats that ``call`` gives their names; empty for nothing."""
    return f"{additions.what} {join_words(map(call, additions.missing))}" if additions.missing else ""


def find_delayed(opened: OpenGame, asks: tuple[Ask, ...], accepted: Arrived) -> datetime | None:
    """Until when a turn waits though what it ``asks`` is all in, for those who think again; None where it does not."""
    delay = find_delay(opened.charter.deadlines, asks)
    received = [read_instant(file.receipt.received) for files in accepted.values() for file in files] if delay else []
    return max(received) + delay if received else None


def _predict(opened: OpenGame, asks: tuple[Ask, ...]) -> list[datetime]:
    """The deadlines of turns to come, where they fall by more than plain hours and every turn waits for its own.

    Holidays are passed where every turn asks everybody.
    """
    rule, running = opened.charter.deadlines.get(TURN_CLASS), find_last(asks, opened.due)
    if running is None or not isinstance(rule, Rhythm):
        return []
    ahead = [running]
    for _ in range(_AHEAD):
        (due,) = predict_deadlines(rule, ahead[-1], opened.zone, 1)
        is_asked = opened.charter.pacing is Pacing.ROUND
        ahead.append(opened.pass_holidays({TURN_CLASS: due})[TURN_CLASS] if is_asked else due)
    return ahead[1:]


def keep_line(opened: OpenGame) -> GameStatus:
    """Leave the line of the game, whose lock the caller holds; a disk that is full or read-only goes without."""
    path = opened.directory.path
    place = os.path.join(path, *STATUS.split("/"))
    status = read_game_status(opened, "")
    with suppress(OSError):
        line = write_line(status)
        there = read_line(path)
        if there is None or write_line(there) != line or find_line(path) is None:
            write_loose(place, line)
    return status
