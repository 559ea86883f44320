"""Writing games: which are installed, random games of them, and CASE files."""

import time
from typing import Annotated

import typer

from adjudicator.acts.simulate import Wish, play_directories, play_kernels
from adjudicator.cases import find_case_files
from adjudicator.cases.running import Result, run_file
from adjudicator.cli.completing import complete_kind
from adjudicator.cli.output import complain, print_json, report_fault, say, show_progress, worst
from adjudicator.cli.parameters import (
    EditionOption,
    JsonOption,
    KindOption,
    LevelOption,
    RulesOption,
    name_value,
    read_submission,
    split_options,
    take_edition,
    take_hex,
)
from adjudicator.core.chance import USUAL_LEVEL
from adjudicator.core.order import EITHER
from adjudicator.core.refusals import ExitCode
from adjudicator.core.table import Pacing, say_seats
from adjudicator.intake.schema import find_schema, list_keys
from adjudicator.kit.words import count_of
from adjudicator.registry import AnyGame, UnknownGameError, find_game, list_games


def simulate(
    game: KindOption,
    seats: Annotated[int, name_value("--seats", "K", "How many seats.")],
    games: Annotated[int, typer.Option("--games", metavar="N", min=0, help="How many games.")],
    seed: Annotated[str, name_value("--seed", "HEX", "Hex digits of any length.")],
    edition: EditionOption = None,
    option: RulesOption = None,
    pacing: Annotated[Pacing | None, typer.Option("--pacing", help="With --out: what a turn covers.")] = None,
    level: LevelOption = USUAL_LEVEL,
    out: Annotated[str | None, name_value("--out", "DIR", "Write real game directories here.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Play random legal games. With --out each becomes a game directory that passes `adjudicate verify`.

    Example: adjudicate simulate --game catan --seats 4 --games 100 --seed 1
    """
    rules = find_game(game)
    chosen = take_edition(edition, rules)
    if seats not in rules.seats:
        raise typer.BadParameter(f"{game} is for {say_seats(rules.seats)}", param_hint="--seats")
    digits = take_hex(seed)
    wish = Wish(rules, chosen, split_options(option or []), seats, pacing or rules.default_pacing, digits, level)
    begin = time.perf_counter()
    try:
        with show_progress("games", as_json=as_json) as progress:
            if out is None:
                tally = play_kernels(wish, games, progress.watch)
            else:
                tally = play_directories(wish, games, out, progress.watch)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    seconds = time.perf_counter() - begin
    rate = 1 / seconds if seconds else 0.0
    if as_json:
        print_json(
            {
                "games": tally.games,
                "decisions": tally.decisions,
                "seconds": seconds,
                "games_per_second": tally.games * rate,
                "decisions_per_second": tally.decisions * rate,
                "ended": dict(tally.ended),
            }
        )
        return
    say(f"{count_of(tally.games, 'game')}, {count_of(tally.decisions, 'decision')} in {seconds:.2f} s")
    say(f"{tally.games * rate:.1f} games a second, {tally.decisions * rate:.0f} decisions a second")
    for reason, count in tally.ended.items():
        say(f"  ended by {reason}: {count}")


def cases(
    paths: Annotated[list[str], typer.Argument(metavar="PATH…", help="CASE files, or folders of them.")],
    as_json: JsonOption = False,
) -> None:
    """Run CASE files: what is done, and what should come of it.

    Exit codes: 0 everything is as the cases say, 1 a case turns out differently or cannot be read.

    Example: adjudicate cases tests/cases/catan
    """
    try:
        files = list(find_case_files(paths))
    except FileNotFoundError as error:
        raise typer.BadParameter(str(error), param_hint="PATH") from error
    codes: list[ExitCode] = []
    results: list[Result] = []
    for file in files:
        try:
            result = run_file(read_submission(file), file)
        except typer.BadParameter:
            raise
        except Exception as error:  # noqa: BLE001 - one case that breaks our rules must not hide the others
            complain(f"FAIL {file}")
            codes.append(report_fault(error))
            continue
        codes.append(ExitCode.DONE if result.ok else ExitCode.PROBLEMS)
        results.append(result)
        if not as_json:
            for line in result.to_lines():
                say(line)
    if as_json:
        print_json([result.to_json() for result in results])
    else:
        good = codes.count(ExitCode.DONE)
        say(f"{count_of(len(codes), 'case')}: {good} ok, {len(codes) - good} failed")
    raise typer.Exit(worst(codes))


def games(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="One game, in full.", autocompletion=complete_kind)
    ] = None,
) -> None:
    """List the installed games. With NAME: its editions, options and numbered rulings.

    Example: adjudicate games catan
    """
    if name is None:
        for installed in list_games():
            try:
                game = find_game(installed)
            except UnknownGameError as error:
                say(f"{installed}: {error}")
                continue
            say(f"{game.name}: {game.title}, {say_seats(game.seats)}")
            say(f"  editions: {', '.join(game.editions)}")
        return
    _tell_game(find_game(name))


def _tell_game(game: AnyGame) -> None:
    say(f"{game.name}: {game.title}, {say_seats(game.seats)}, rules version {game.version}")
    say(f"pacing: {game.default_pacing.value} unless the charter says otherwise")
    say("editions:")
    for edition, title in game.editions.items():
        say(f"  {edition}: {title}")
    say("options:")
    for option in game.options:
        only = f", only with {' or '.join(map(str, option.seats))} seats" if option.seats else ""
        say(f"  {option.name}: {', '.join(option.values) or option.takes} (default {option.default}{only})")
        say(f"    {option.description}")
    say("orders: " + ", ".join((*game.orders.kinds, *([EITHER] if game.orders.bundled else []))))
    conditions = [*list_keys(find_schema(game.schemas, "condition")), *game.orders.conditions]
    say(f"conditions: {', '.join(conditions) or 'none'}")
    say("rulings:" if game.rulings else "rulings: none")
    for number, ruling in game.rulings.items():
        say(f"  {number}: {ruling}")
