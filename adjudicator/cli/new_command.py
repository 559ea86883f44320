"""``adjudicate new``: set a game up."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from adjudicator.acts.new import Founded, Plan, RefusedError, set_up_game
from adjudicator.cli.boards import take_board, tell_notes
from adjudicator.cli.exit_codes import ExitCode
from adjudicator.cli.output import UntoldError, complain, finish_words, print_json, say
from adjudicator.cli.parameters import DryRunOption, JsonOption, LevelOption, NowOption, split_options, take_now
from adjudicator.core.boards import UnfitBoardError
from adjudicator.core.charter import CHARTER, WhenBlocked
from adjudicator.core.mixing import USUAL_LEVEL
from adjudicator.core.table import Pacing
from adjudicator.registry import AnyGame, find_game
from adjudicator.store.charter import MOST_HOURS
from adjudicator.store.files import read_regular
from adjudicator.store.gamedir import OUTBOX, SECRET_BYTES
from adjudicator.store.inbox import LIMIT


def command(
    directory: Annotated[str, typer.Argument(metavar="DIR", help="The new game's directory.")],
    game: Annotated[str, typer.Option("--game", metavar="NAME", help="Which game; see `adjudicate games`.")],
    seat: Annotated[list[str], typer.Option("--seat", metavar="NAME[=ADDRESS]", help="A seat; once for each.")],
    edition: Annotated[str | None, typer.Option("--edition", metavar="E", help="The edition of the rules.")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", metavar="K=V", help="A rules option.")] = None,
    board: Annotated[
        str | None,
        typer.Option("--board", metavar="FILE", help="A board file of your own (see `adjudicate board`), or random."),
    ] = None,
    pacing: Annotated[Pacing | None, typer.Option("--pacing", help="A turn is one seat's move, or a round.")] = None,
    game_id: Annotated[str | None, typer.Option("--id", metavar="ID", help="The id; DIR's name unless given.")] = None,
    deadline: Annotated[
        int, typer.Option("--deadline", metavar="HOURS", min=0, max=MOST_HOURS, help="Hours a turn; 0 for none.")
    ] = 72,
    deadline_of: Annotated[
        list[str] | None,
        typer.Option("--deadline-of", metavar="CLASS=HOURS", help="Hours for a class, such as vote=24; 0 for none."),
    ] = None,
    blocked: Annotated[
        WhenBlocked, typer.Option("--blocked", help="When all of a seat's orders became impossible.")
    ] = WhenBlocked.ASK,
    secret_file: Annotated[
        str | None,
        typer.Option("--secret-file", metavar="F", help="64 hex digits (128: token key too) instead of the system's."),
    ] = None,
    level: LevelOption = USUAL_LEVEL,
    sample: Annotated[bool, typer.Option("--sample", help="Mark as a sample whose secrets are public.")] = False,
    keep_reports: Annotated[
        bool, typer.Option("--keep-reports", help="Keep the reports of all turns on disk, not of the newest alone.")
    ] = False,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Set up a game in DIR: turn 0 with its reports, the commitment to chance, and an invitation for each seat."""
    if not directory:
        raise typer.BadParameter("name a folder", param_hint="DIR")
    rules = find_game(game)
    chosen = edition or next(iter(rules.editions))
    if chosen not in rules.editions:
        raise typer.BadParameter(f"{game} has the editions {', '.join(rules.editions)}", param_hint="--edition")
    secret, token_key = _take_secrets(secret_file)
    names, addresses = _split_seats(seat)
    plan = Plan(
        id=os.path.basename(os.path.abspath(directory)) if game_id is None else game_id,
        game=rules,
        edition=chosen,
        options=_take_options(rules, option or [], board),
        seats=names,
        addresses=addresses,
        pacing=pacing or rules.default_pacing,
        deadline_hours=deadline,
        when_blocked=blocked,
        sample=sample,
        deadlines=_split_deadlines(deadline_of or []),
        level=level,
        keep_reports=keep_reports,
    )
    outbox = os.path.join(directory, OUTBOX)
    try:
        founded = set_up_game(directory, plan, secret, token_key, take_now(now), dry_run=dry_run)
    except UnfitBoardError as error:
        tell_notes(board or game, "error", error.errors)
        complain(f"adjudicate: {board or 'the board'} cannot be played with {len(names)} seats; no game was set up")
        raise typer.Exit(ExitCode.PROBLEMS) from error
    except FileExistsError as error:
        if not os.path.isfile(os.path.join(directory, CHARTER)):
            raise
        raise RefusedError(f"{directory} exists already and is a game; its invitations are in {outbox}") from error
    tell_notes(board or game, "remark", founded.remarks)
    try:
        _tell(founded, directory, dry_run=dry_run, as_json=as_json)
        finish_words()
    except UntoldError as error:
        if dry_run:
            raise
        complain(f"adjudicate: standard output: {error}; {founded.id} is set up, its invitations are in {outbox}")
        raise typer.Exit(ExitCode.FAULT) from error


def _tell(founded: Founded, directory: str, *, dry_run: bool, as_json: bool) -> None:
    if as_json:
        turn, head = (0, founded.head) if founded.head else (None, None)
        print_json({"game": founded.id, "turn": turn, "head": head, "seats": list(founded.seats)})
        return
    if dry_run:
        say(f"{founded.id}: could be set up in {directory}")
        return
    if founded.head:
        say(f"{founded.id}: set up in {directory} (head {founded.head[:16]})")
        say(f"  table order: {', '.join(founded.seats)}")
        say(f"  reports: {founded.reports}")
    else:
        say(f"{founded.id}: set up in {directory}; it begins with `adjudicate start` when everybody has joined")
    say("  invitations, each with that seat's token:")
    for letter in founded.letters:
        say(f"    {os.path.join(directory, letter)}")


def _take_options(rules: AnyGame, options: list[str], board: str | None) -> dict[str, str]:
    """The options given, the board among them; a usage error where the board is named twice."""
    given, placed = split_options(options), take_board(rules, board)
    for name in given.keys() & placed.keys():
        says = f"--option {name} and --board both name the board; give one of them"
        raise typer.BadParameter(says, param_hint="--board")
    return given | placed


def _split_seats(seats: list[str]) -> tuple[tuple[str, ...], dict[str, str]]:
    pairs = [entry.partition("=") for entry in seats]
    return tuple(name for name, _, _ in pairs), {name: address for name, _, address in pairs if address}


def _split_deadlines(entries: list[str]) -> dict[str, int]:
    """``CLASS=HOURS`` texts as a mapping; anything else is a usage error."""
    hours: dict[str, int] = {}
    for entry in entries:
        name, _, number = entry.partition("=")
        digits = number.isascii() and number.isdigit() and len(number) <= len(str(MOST_HOURS))
        if not digits or int(number) > MOST_HOURS:
            raise typer.BadParameter(f"{entry!r} is not CLASS=HOURS, 0 to {MOST_HOURS}", param_hint="--deadline-of")
        hours[name] = int(number)
    return hours


def _take_secrets(path: str | None) -> tuple[bytes, bytes]:
    """The chance secret and the token key: from the file, else from the system."""
    if path is None:
        return os.urandom(SECRET_BYTES), os.urandom(SECRET_BYTES)
    try:
        data = bytes.fromhex("".join(read_regular(path, LIMIT).decode("ascii").split()))
    except OSError as error:
        raise typer.BadParameter(f"{path}: {error.strerror}", param_hint="--secret-file") from error
    except ValueError as error:
        raise typer.BadParameter(f"{path}: {error}", param_hint="--secret-file") from error
    if len(data) == SECRET_BYTES:
        return data, os.urandom(SECRET_BYTES)
    if len(data) == 2 * SECRET_BYTES:
        return data[:SECRET_BYTES], data[SECRET_BYTES:]
    raise typer.BadParameter(f"{path}: {2 * len(data)} hex digits, wanted are 64 or 128", param_hint="--secret-file")
