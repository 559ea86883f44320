"""``adjudicate status``: the games below a folder.

A page of its own, since it asks for so little: where every game has its line, nothing else of the program is loaded.
"""

from datetime import datetime
from typing import Annotated

import typer

from adjudicator.acts.status_line import GameStatus, find_games, find_line
from adjudicator.cli.completing import complete_game
from adjudicator.cli.output import complain, name_place, print_json, say, worst
from adjudicator.cli.parameters import JsonOption, NowOption, expect_games, take_now
from adjudicator.core.agenda import list_awaiting
from adjudicator.core.instant import say_distance, write_deadline, write_instant
from adjudicator.core.json_value import JsonValue
from adjudicator.core.refusals import ExitCode
from adjudicator.core.seat_names import SeatNames
from adjudicator.core.system_errors import say_system_error
from adjudicator.kit.words import join_words
from adjudicator.registry import find_zone


def status(
    folders: Annotated[
        list[str] | None,
        typer.Argument(metavar="[DIR…]", help="Where to look; by default here.", autocompletion=complete_game),
    ] = None,
    now: NowOption = None,
    as_json: JsonOption = False,
) -> None:
    """List games: turn, deadline, who is awaited, each seat's file.

    Example: adjudicate status games
    """
    instant = take_now(now)
    paths: list[str] = []
    for folder in folders or ["."]:
        expect_games(folder)
        try:
            paths += find_games(folder)
        except OSError as error:
            raise typer.BadParameter(f"{folder}: {say_system_error(error, 'folder')}", param_hint="DIR") from error
    statuses = [find_line(path) or _open(path) for path in paths]
    if as_json:
        print_json([status_to_json(status, instant) for status in statuses])
    else:
        for status in statuses:
            tell_status(status, instant)
        if not statuses:
            complain("no games here")
    raise typer.Exit(worst(_find_code(status) for status in statuses))


def _find_code(status: GameStatus) -> ExitCode:
    if status.busy:
        return ExitCode.DONE if status.game else ExitCode.BUSY
    return ExitCode.PROBLEMS if status.trouble else ExitCode.DONE


def _open(path: str) -> GameStatus:
    """Where a game stands that has no line."""
    from adjudicator.acts.status import read_status  # noqa: PLC0415 - for a game that has no line

    return read_status(path)


def status_to_json(status: GameStatus, now: datetime) -> dict[str, JsonValue]:
    """What ``--json`` prints of one game."""
    pending: JsonValue = [saved for saved, _ in _list_pending(status)]
    return {
        "path": status.path,
        "game": status.game,
        "turn": status.turn,
        "head": status.head,
        "over": status.over,
        "deadline": write_instant(status.due) if status.due else None,
        "late": is_late(status, now),
        "awaiting": list_awaiting(status.awaiting),
        "seats": [{"seat": seat.seat, "file": seat.file, "awaited": seat.awaited} for seat in status.seats],
        "trouble": status.trouble or None,
        **({"pending": pending} if pending else {}),
        **({"paused": write_instant(status.paused)} if status.paused else {}),
        **({"schedule": [write_instant(instant) for instant in status.schedule]} if status.schedule else {}),
        **({"lineage": dict(status.lineage)} if status.lineage else {}),
    }


def is_late(status: GameStatus, now: datetime) -> bool:
    """Whether every deadline has passed of what must be answered."""
    return status.late_from is not None and now >= status.late_from


def tell_status(status: GameStatus, now: datetime) -> None:
    """Say how a game stands, in a line or two."""
    if status.trouble:
        complain(f"{status.path}: {status.trouble}")
        if not status.game:
            return
    if status.turn < 0:
        joining = join_words(map(status.call, status.joining))
        waiting = f"awaited: {joining}" if joining else "all are in: ready to start"
        say(f"{status.game}: not started, waits for {status.waits_for}; {waiting}  ({name_place(status.path)})")
        say(_list_files(status))
        return
    if status.over:
        say(f"{status.game}: over after turn {status.turn}  ({name_place(status.path)})")
        return
    due = f", {_say_deadline(status, status.due, now)}" if status.due else ""
    due = f", paused since {write_deadline(status.paused, find_zone(status.zone))}" if status.paused else due
    awaited = join_words(status.call(ask.seat) for ask in status.awaiting)
    state = f"awaited: {awaited}" if awaited else _say_ready(status, now)
    state += f"; {status.lacking}" if status.lacking else ""
    say(f"{status.game}: turn {status.turn} has run{due}; {state}  ({name_place(status.path)})")
    say(_list_files(status))
    if status.schedule and not (status.due and status.due <= now):  # a turn that is late puts off those after it
        deadlines = "; ".join(write_deadline(instant, find_zone(status.zone)) for instant in status.schedule)
        say(f"  then by {deadlines}, if each turn waits for its deadline")
    for seat, words in status.lineage:
        say(f"  the seat {seat} went {words}")
    for _, words in _list_pending(status):
        say(f"  pending: {words}")


def _say_ready(status: GameStatus, now: datetime) -> str:
    """That all orders are in, and until when the turn waits all the same, where it does."""
    if status.paused:
        return "all orders are in"
    if status.delayed is None or now >= status.delayed or is_late(status, now):
        return "all orders are in: ready to run"
    until = write_deadline(status.delayed, find_zone(status.zone))
    return f"all orders are in; the turn waits until {until}, as agreed"


def _list_files(status: GameStatus) -> str:
    """What became of the newest file of each seat; one that is no answer, such as a draft, is awaited all the same."""
    names = _read_names(status)
    lacks = {seat.seat: ", still awaited" for seat in status.seats if seat.awaited and seat.file != "none"}
    said = (f"{names.introduce(seat.seat)}: {seat.file}{lacks.get(seat.seat, '')}" for seat in status.seats)
    return "  " + "  ".join(said)


def _read_names(status: GameStatus) -> SeatNames:
    return SeatNames({seat.seat: seat.called for seat in status.seats if seat.called})


def _say_deadline(status: GameStatus, due: datetime, now: datetime) -> str:
    """By when the turn is due, and how far away that is."""
    grace = status.late_from is not None and due <= now < status.late_from
    zone = find_zone(status.zone)
    far = "passed" if is_late(status, now) else say_distance(now, due, zone)
    if grace:
        far = "passed; late files still count"
    return f"deadline {write_deadline(due, zone)} ({far})"


def _list_pending(status: GameStatus) -> list[tuple[JsonValue, str]]:
    """The acts that no turn has taken up yet, as JSON and in words; few games have any."""
    if not status.pending:
        return []
    from adjudicator.core.recorded_act import dump_act, tell_each  # noqa: PLC0415 - few games have any

    told = tell_each(status.pending, find_zone(status.zone), _read_names(status))
    return list(zip(map(dump_act, status.pending), told, strict=True))
