"""``adjudicate board``: draws and judges a board file, or makes one."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.cli.boards import find_bench, read_board_file, tell_notes
from adjudicator.cli.exit_codes import ExitCode
from adjudicator.cli.output import print_json, say, say_all
from adjudicator.cli.parameters import JsonOption
from adjudicator.core.boards import BoardBench, Note, Review
from adjudicator.core.json_value import JsonObject
from adjudicator.registry import AnyGame, find_game, list_games, load_game


def command(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="The board file; - reads standard input.", show_default=False)
    ] = None,
    seats: Annotated[
        int | None, typer.Option("--seats", metavar="K", help="For so many seats; without it, for any number.")
    ] = None,
    random: Annotated[bool, typer.Option("--random", help="Make a board and print its file.")] = False,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="HEX", help="With --random: hex digits of any length.")
    ] = None,
    side: Annotated[
        str | None, typer.Option("--side", metavar="SIDE", help="With --random: which side, such as river.")
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="NAME", help="The game; the one with board files unless given.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Draw the board in FILE and say what is wrong with it, or make a board with --random.

    Errors mean that the board cannot be played. Remarks say where it is not like a printed one, which may be a slip
    of whoever typed it. A file without errors is played with `adjudicate new … --board FILE`.

    Exit codes: 0 it can be played, 1 it has errors.
    """
    rules = _find_rules(game)
    bench = find_bench(rules)
    if seats is not None and seats not in rules.seats:
        says = f"{rules.name} is for {rules.seats.start} to {rules.seats.stop - 1} seats"
        raise typer.BadParameter(says, param_hint="--seats")
    if (file is None) != random:
        raise typer.BadParameter("give either FILE or --random", param_hint="FILE")
    if not random and (seed is not None or side is not None):
        raise typer.BadParameter("goes with --random only", param_hint="--seed" if seed is not None else "--side")
    edition = next(iter(rules.editions))
    if random:
        text = bench.make(_take_seed(seed), seats, _take_side(bench, side))
        if as_json:
            print_json({"file": None, "text": text, **_to_json(bench.review(text, edition, seats))})
        else:
            say_all(text.removesuffix("\n"))
        return
    path = file or ""
    review = bench.review(read_board_file(path), edition, seats)
    if as_json:
        print_json({"file": path, "text": review.text, **_to_json(review)})
    else:
        _tell(path, review)
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


def _take_seed(seed: str | None) -> int:
    if seed is None:
        raise typer.BadParameter("--random makes a board from --seed HEX; any hex digits will do", param_hint="--seed")
    try:
        return int.from_bytes(bytes.fromhex(seed if len(seed) % 2 == 0 else f"0{seed}"))
    except ValueError as error:
        raise typer.BadParameter(f"{seed!r} is not hex", param_hint="--seed") from error


def _take_side(bench: BoardBench, side: str | None) -> str:
    if side is not None and side not in bench.sides:
        raise typer.BadParameter(f"{side!r} is not one of {', '.join(bench.sides)}", param_hint="--side")
    return side or bench.sides[0]


def _tell(path: str, review: Review) -> None:
    if review.drawing:
        say(review.title)
        say(review.origin)
        say("")
        say_all("\n".join(review.drawing))
    tell_notes(path, "error", review.errors)
    tell_notes(path, "remark", review.remarks)
    if review.errors:
        say(f"{path}: cannot be played")
    else:
        say(f"{path}: can be played with {', '.join(map(str, review.seats))} seats")


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
