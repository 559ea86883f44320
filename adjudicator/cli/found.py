"""Founding: set a game up, and draw, judge or make the board that it is played on."""

import os
from collections.abc import Sequence
from typing import Annotated

import typer

from adjudicator.acts.new import NewGame, NewGamePlan, RefusedError, set_up_game
from adjudicator.cli.completing import complete_policy, complete_zone
from adjudicator.cli.output import UntoldError, complain, finish_words, name_place, print_json, say, say_all
from adjudicator.cli.parameters import (
    DryRunOption,
    EditionOption,
    JsonOption,
    KindOption,
    LevelOption,
    NowOption,
    RulesOption,
    name_kind,
    name_value,
    read_submission,
    split_deadlines,
    split_options,
    split_person,
    take_edition,
    take_hex,
    take_now,
    take_rule,
)
from adjudicator.core.chance import USUAL_LEVEL
from adjudicator.core.charter import CHARTER, TURN_CLASS, WhenBlocked
from adjudicator.core.instant import UTC_ZONE
from adjudicator.core.json_value import JsonObject
from adjudicator.core.notation import BoardFiles, Note, Review, UnfitBoardError
from adjudicator.core.refusals import ExitCode
from adjudicator.core.rhythm import Rhythm, Rule, count_hours
from adjudicator.core.system_errors import say_system_error
from adjudicator.core.table import Pacing, say_seats
from adjudicator.kit.words import count_of, join_words
from adjudicator.registry import AnyGame, find_game, list_games, load_game
from adjudicator.store.files import read_regular
from adjudicator.store.gamedir import OUTBOX, SECRET_BYTES
from adjudicator.store.inbox import LIMIT

RANDOM = "random"
"""In place of a file: a board that the game makes for itself."""


def new(
    directory: Annotated[str, typer.Argument(metavar="DIR", help="The new game's directory.")],
    game: KindOption,
    seat: Annotated[
        list[str],
        name_value("--seat", "ID[=PERSON]", "A seat, once for each. PERSON is a name, an address or 'Name <address>'."),
    ],
    edition: EditionOption = None,
    option: RulesOption = None,
    board: Annotated[
        str | None, name_value("--board", "FILE", "A board file of your own (see `adjudicate board`), or random.")
    ] = None,
    pacing: Annotated[Pacing | None, typer.Option("--pacing", help="A turn is one seat's move, or a round.")] = None,
    game_id: Annotated[str | None, name_value("--id", "ID", "The id; by default DIR's name.")] = None,
    deadline: Annotated[
        str,
        name_value(
            "--deadline",
            "RULE",
            "Hours a turn, 0 for none; or '3 days, weekdays mon-fri, hour 20, minimum 48 hours, grace 6 hours'.",
        ),
    ] = "72",
    deadline_of: Annotated[
        list[str] | None,
        name_value("--deadline-of", "CLASS=RULE", "The same for one class of deadline, such as vote=24."),
    ] = None,
    blocked: Annotated[
        WhenBlocked, typer.Option("--blocked", help="What to do when all of a seat's orders become impossible.")
    ] = WhenBlocked.ASK,
    policy: Annotated[
        list[str] | None,
        name_value("--policy", "K=V", "Such as missed=house, abandoned=3, holidays=21, press=none.", complete_policy),
    ] = None,
    secret_file: Annotated[
        str | None,
        name_value(
            "--secret-file",
            "F",
            "A file with the chance secret, 64 hex digits, or 128 with the token key; by default both are drawn.",
        ),
    ] = None,
    level: LevelOption = USUAL_LEVEL,
    timezone: Annotated[
        str,
        typer.Option(
            "--timezone",
            metavar="ZONE",
            help="The time zone of deadlines, such as Europe/Berlin.",
            autocompletion=complete_zone,
        ),
    ] = UTC_ZONE,
    sample: Annotated[bool, typer.Option("--sample", help="Mark as a sample whose secrets are public.")] = False,
    keep_reports: Annotated[
        bool, typer.Option("--keep-reports", help="Keep the reports of all turns on disk, not just of the newest.")
    ] = False,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Set up a game, with an invitation for each seat.

    DIR gets turn 0 and the first reports as well; where the players have to join first, `adjudicate start` writes them.

    Example: adjudicate new g50 --game catan --seat ann --seat ben --seat cleo
    """
    if not directory:
        raise typer.BadParameter("name a folder", param_hint="DIR")
    rules = find_game(game)
    chosen = take_edition(edition, rules)
    secret, token_key = _take_secrets(secret_file)
    seats = [split_person(entry) for entry in seat]
    turn_rule = take_rule(deadline.removeprefix(f"{TURN_CLASS}="), "--deadline")
    of_turn: dict[str, Rule] = {TURN_CLASS: turn_rule} if isinstance(turn_rule, Rhythm) else {}
    plan = NewGamePlan(
        id=os.path.basename(os.path.abspath(directory)) if game_id is None else game_id,
        game=rules,
        edition=chosen,
        options=_take_options(rules, option or [], board),
        seats=tuple(one.seat for one in seats),
        addresses={one.seat: one.address for one in seats if one.address},
        names={one.seat: one.name for one in seats if one.name},
        zone=timezone,
        pacing=pacing or rules.default_pacing,
        deadline_hours=count_hours(turn_rule),
        when_blocked=blocked,
        sample=sample,
        deadlines={**of_turn, **split_deadlines(deadline_of or [])},
        level=level,
        keep_reports=keep_reports,
        policies=split_options(policy or [], "--policy"),
    )
    outbox = name_place(directory, OUTBOX)
    try:
        founded = set_up_game(directory, plan, secret, token_key, take_now(now), dry_run=dry_run)
    except UnfitBoardError as error:
        _tell_notes(board or game, "error", error.errors)
        complain(
            f"adjudicate: {board or 'the board'} cannot be played with "
            f"{count_of(len(seats), 'seat')}; no game was set up"
        )
        raise typer.Exit(ExitCode.PROBLEMS) from error
    except FileExistsError as error:
        if not os.path.isfile(os.path.join(directory, CHARTER)):
            raise
        raise RefusedError(f"{directory} exists already and is a game; its invitations are in {outbox}") from error
    _tell_notes(board or game, "remark", founded.remarks)
    try:
        _tell(founded, directory, dry_run=dry_run, as_json=as_json)
        finish_words()
    except UntoldError as error:
        if dry_run:
            raise
        complain(f"adjudicate: standard output: {error}; {founded.id} is set up, its invitations are in {outbox}")
        raise typer.Exit(ExitCode.FAULT) from error


def _tell(founded: NewGame, directory: str, *, dry_run: bool, as_json: bool) -> None:
    if as_json:
        turn, head = (0, founded.head) if founded.head else (None, None)
        print_json({"game": founded.id, "turn": turn, "head": head, "seats": list(founded.seats)})
        return
    place = name_place(directory)
    if dry_run:
        say(f"{founded.id}: could be set up in {place}")
        return
    if founded.head:
        say(f"{founded.id}: set up in {place} (head {founded.head[:16]})")
        say(f"  table order: {', '.join(map(founded.names.introduce, founded.seats))}")
        say(f"  reports: {name_place(founded.reports)}")
    else:
        say(f"{founded.id}: set up in {place}; it begins with `adjudicate start` when everybody has joined")
    say("  invitations, each with that seat's token:")
    for letter in founded.letters:
        say(f"    {name_place(directory, letter)}")


def _take_options(rules: AnyGame, options: list[str], board: str | None) -> dict[str, str]:
    """The options given, the board among them; a usage error where the board is named twice."""
    given, placed = split_options(options), _take_board(rules, board)
    for name in given.keys() & placed.keys():
        says = f"--option {name} and --board both name the board; give one of them"
        raise typer.BadParameter(says, param_hint="--board")
    return given | placed


def _take_secrets(path: str | None) -> tuple[bytes, bytes]:
    """The chance secret and the token key: from the file, else from the system."""
    if path is None:
        return os.urandom(SECRET_BYTES), os.urandom(SECRET_BYTES)
    try:
        data = bytes.fromhex("".join(read_regular(path, LIMIT).decode("ascii").split()))
    except (OSError, ValueError) as error:
        why = (
            say_system_error(error)
            if isinstance(error, OSError)
            else "it must have hexadecimal digits and nothing else"
        )
        raise typer.BadParameter(f"{path}: {why}", param_hint="--secret-file") from error
    if len(data) == SECRET_BYTES:
        return data, os.urandom(SECRET_BYTES)
    if len(data) == 2 * SECRET_BYTES:
        return data[:SECRET_BYTES], data[SECRET_BYTES:]
    raise typer.BadParameter(f"{path}: {2 * len(data)} hex digits, wanted are 64 or 128", param_hint="--secret-file")


def board(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="The board file; - reads standard input.", show_default=False)
    ] = None,
    seats: Annotated[int | None, name_value("--seats", "K", "For this many seats; by default for any number.")] = None,
    random: Annotated[bool, typer.Option("--random", help="Make a board and print its file.")] = False,
    seed: Annotated[str | None, name_value("--seed", "HEX", "With --random: hex digits of any length.")] = None,
    side: Annotated[str | None, name_value("--side", "SIDE", "With --random: which side, such as river.")] = None,
    game: Annotated[str | None, name_kind("The game; by default the one with board files.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Draw a board file and say what is wrong with it, or make one.

    Errors mean that the board cannot be played. Remarks say where it differs from a printed one, which may be a
    typing mistake. A file without errors is played with `adjudicate new … --board FILE`.

    Exit codes: 0 it can be played, 1 it has errors.

    Example: adjudicate board --random --seed 2026
    """
    rules = _find_rules(game)
    board_files = _find_board_files(rules)
    if seats is not None and seats not in rules.seats:
        says = f"{rules.name} is for {say_seats(rules.seats)}"
        raise typer.BadParameter(says, param_hint="--seats")
    if (file is None) != random:
        raise typer.BadParameter("give either FILE or --random", param_hint="FILE")
    if not random and (seed is not None or side is not None):
        raise typer.BadParameter("goes with --random only", param_hint="--seed" if seed is not None else "--side")
    edition = next(iter(rules.editions))
    if random:
        if seed is None:
            says = "--random makes a board from --seed HEX; any hex digits will do"
            raise typer.BadParameter(says, param_hint="--seed")
        text = board_files.make(int.from_bytes(take_hex(seed)), seats, _take_side(board_files, side))
        if as_json:
            print_json({"file": None, "text": text, **_to_json(board_files.review(text, edition, seats))})
        else:
            say_all(text.removesuffix("\n"))
        return
    path = file or ""
    review = board_files.review(_read_board_file(path), edition, seats)
    if as_json:
        print_json({"file": path, "text": review.text, **_to_json(review)})
    else:
        _tell_review(path, review)
    raise typer.Exit(ExitCode.PROBLEMS if review.errors else ExitCode.DONE)


def _find_rules(name: str | None) -> AnyGame:
    """The game called ``name``; without one, the first that has boards as files."""
    if name is not None:
        return find_game(name)
    games = (load_game(module, installed) for installed, module in list_games().items())
    found = next((rules for rules in games if rules.boards is not None), None)
    if found is None:
        raise typer.BadParameter("no installed game has boards as files", param_hint="--game")
    return found


def _take_side(board_files: BoardFiles, side: str | None) -> str:
    if side is not None and side not in board_files.sides:
        raise typer.BadParameter(f"{side!r} is not one of {join_words(board_files.sides, 'or')}", param_hint="--side")
    return side or board_files.sides[0]


def _tell_review(path: str, review: Review) -> None:
    if review.drawing:
        say(review.title)
        say(review.origin)
        say("")
        say_all("\n".join(review.drawing))
    _tell_notes(path, "error", review.errors)
    _tell_notes(path, "remark", review.remarks)
    if review.errors:
        say(f"{path}: cannot be played")
    else:
        say(f"{path}: can be played with {join_words(map(str, review.seats), 'or')} seats")


def _to_json(review: Review) -> JsonObject:
    return {
        "title": review.title,
        "origin": review.origin,
        "drawing": list(review.drawing),
        "seats": list(review.seats),
        "errors": [_note(note) for note in review.errors],
        "remarks": [_note(note) for note in review.remarks],
    }


def _note(note: Note) -> JsonObject:
    return {"line": note.line, "column": note.column, "message": note.says}


def _find_board_files(game: AnyGame) -> BoardFiles:
    """What ``game`` does with board files; a usage error for a game without such."""
    if game.boards is None:
        raise typer.BadParameter(f"{game.name} has no boards as files", param_hint="--game")
    return game.boards


def _take_board(game: AnyGame, path: str | None) -> dict[str, str]:
    """The option that puts the board behind ``--board`` into a charter; none where there is none."""
    if path is None:
        return {}
    board_files = _find_board_files(game)
    return {board_files.option: RANDOM if path == RANDOM else _read_board_file(path, "--board")}


def _read_board_file(path: str, hint: str = "FILE") -> str:
    """The text of the board file at ``path``, given behind ``hint``.

    A usage error for one that cannot be read, or is no text.
    """
    try:
        data = read_submission(path)
    except OSError as error:
        raise typer.BadParameter(f"{path}: {say_system_error(error)}", param_hint=hint) from error
    if len(data) > LIMIT:
        raise typer.BadParameter(f"{path}: more than {LIMIT} bytes is not a board", param_hint=hint)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line, column = data.count(b"\n", 0, error.start) + 1, error.start - data.rfind(b"\n", 0, error.start)
        complain(f"{path}:{line}:{column}: error: not UTF-8; save the file as UTF-8")
        raise typer.Exit(ExitCode.PROBLEMS) from error
    return text if text.endswith("\n") else text + "\n"


def _tell_notes(path: str, gravity: str, notes: Sequence[Note]) -> None:
    """Complain of what is said about the board file at ``path``, a line for each."""
    for line, column, says in notes:
        complain(f"{path}:{line}:{column}: {gravity}: {says}")
