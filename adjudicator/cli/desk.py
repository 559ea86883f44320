"""``adjudicate desk`` and ``adjudicate message``: what waits for the moderator, and what he says to everybody."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from typing import Annotated, Final

import typer

from adjudicator.acts.status_line import find_games
from adjudicator.cli.output import complain, print_json, say
from adjudicator.cli.parameters import DryRunOption, JsonOption, NowOption, take_now
from adjudicator.cli.status import status_to_json, tell_status
from adjudicator.core.instant import say_distance
from adjudicator.core.refusals import ExitCode
from adjudicator.post.desk import Desk, desk_to_json, drop_parked, file_parked, read_desk, write_messages
from adjudicator.post.keeping import record_to_json
from adjudicator.post.office import PostOffice, UnknownSpeakerError
from adjudicator.post.outbox import MAIL, put_back

_SOON: Final = timedelta(seconds=1)


def desk(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder with the games.")],
    file: Annotated[
        str | None, typer.Option("--file", metavar="MAIL", help="File a parked mail: you know whom it is from.")
    ] = None,
    seat: Annotated[str | None, typer.Option("--seat", metavar="S", help="With --file: the seat it is from.")] = None,
    game: Annotated[str | None, typer.Option("--game", metavar="ID", help="With --file: the game it is for.")] = None,
    drop: Annotated[str | None, typer.Option("--drop", metavar="MAIL", help="Remove a parked mail.")] = None,
    resend: Annotated[
        str | None, typer.Option("--resend", metavar="LETTER", help="Send a letter again, from sent/ or outbox/.")
    ] = None,
    now: NowOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show all games, and what waits for you.

    That is: parked mails, letters that could not be sent, and games that cannot go on.

    A parked mail is filed with --file, --game and --seat: you vouch for its sender. Exit codes: 0 done, 1 a game cannot
    go on, 2 no such mail or letter, 75 the game is busy.

    Example: adjudicate desk games --file 5d41 --game oasis --seat bilal
    """
    if not os.path.isdir(folder):
        raise typer.BadParameter(f"{folder}: no such folder", param_hint="DIR")
    instant = take_now(now)
    if file is not None:
        _file(folder, file, game, seat, instant, as_json=as_json)
    elif drop is not None:
        say(f"removed {drop_parked(folder, drop)}")
    elif resend is not None:
        _resend(resend)
    else:
        raise typer.Exit(_show(read_desk(folder), instant, as_json=as_json))


def _file(folder: str, mail: str, game: str | None, seat: str | None, now: datetime, *, as_json: bool) -> None:
    if game is None or seat is None:
        raise typer.BadParameter("say with --game and --seat whose it is", param_hint="--file")
    try:
        path = PostOffice(folder).find_game(game)
    except UnknownSpeakerError as error:
        raise typer.BadParameter(str(error), param_hint="--game") from error
    if path is None:
        raise typer.BadParameter(f"there is no game {game} in {folder}", param_hint="--game")
    record = file_parked(folder, mail, path, game, seat, now)
    if as_json:
        print_json(record_to_json(record))
        return
    say(f"{record.game}, turn {record.turn}, {record.seat}: {record.state}")
    for letter in record.letters:
        say(f"    {letter}")


def _resend(letter: str) -> None:
    place, name = os.path.split(os.path.abspath(letter))
    try:
        put_back(os.path.dirname(place), name.removesuffix(MAIL))
    except OSError as error:
        raise typer.BadParameter(f"{letter}: {error.strerror}", param_hint="--resend") from error
    say(f"{name} will be sent")


def _show(desk: Desk, now: datetime, *, as_json: bool) -> ExitCode:
    if as_json:
        print_json(desk_to_json(desk, [status_to_json(status, now) for status in desk.games]))
    else:
        _tell(desk, now)
    return ExitCode.PROBLEMS if desk.quarantined else ExitCode.DONE


def _tell(desk: Desk, now: datetime) -> None:
    for status in desk.games:
        tell_status(status, now)
    if desk.quarantined:
        say("games that cannot go on:")
        for game in desk.quarantined:
            say(f"  {game.path}: {game.reason} (since {game.since})")
    if desk.parked:
        say("parked mails, which wait for you (--file or --drop):")
        for mail in desk.parked:
            say(f"  {mail.path}")
            say(f"    from {mail.sender or 'nobody'}, subject: {mail.subject or 'none'}")
            say(f"    {mail.reason}" + (f" ({mail.game})" if mail.game else ""))
    if desk.stuck:
        say("letters that could not be sent:")
        for letter in desk.stuck:
            assert letter.tried is not None
            after = letter.tried.next
            again = "--resend it" if after is None else f"tried again {say_distance(max(after - now, _SOON))}"
            say(f"  {letter.path}: {letter.tried.reason} ({again})")
    say(f"{desk.waiting} letters wait to be sent" if desk.waiting != 1 else "1 letter waits to be sent")
    if desk.health is not None:
        state = "stopped; served" if desk.health.get("stopped") else "serving"
        said = ", ".join(f"{name} {desk.health.get(name)}" for name in ("mails", "turns", "fetching", "sending"))
        say(f"{state} from {desk.health.get('started')}, last seen at {desk.health.get('at')}: {said}")


def message(
    place: Annotated[str, typer.Argument(metavar="DIR|GAME", help="A game, or a folder with games.")],
    words: Annotated[list[str], typer.Argument(metavar="TEXT…", help="Your message.")],
    now: NowOption = None,
    dry_run: DryRunOption = False,
) -> None:
    """Write a letter with your words to everybody in a game.

    Each seat with an address gets one, in its game's outbox/; for a folder, so do those of all games below it. Exit
    codes: 0 done, 3 the text has a token in it.

    Example: adjudicate message games/oasis "No turns before Monday."
    """
    try:
        paths = list(find_games(place))
    except OSError as error:
        raise typer.BadParameter(f"{place}: {error.strerror}", param_hint="DIR|GAME") from error
    if not paths:
        complain("no games here")
        raise typer.Exit(ExitCode.USAGE)
    instant = take_now(now)
    for path in paths:
        for letter in write_messages(path, " ".join(words), instant, dry_run=dry_run):
            say(letter)
