"""``adjudicate simulate``: random legal games."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Annotated

import typer

from adjudicator.acts.simulate import Wish, play_directories, play_kernels
from adjudicator.cli.output import print_json, say
from adjudicator.cli.parameters import JsonOption, LevelOption, split_options
from adjudicator.core.mixing import USUAL_LEVEL
from adjudicator.core.table import Pacing
from adjudicator.registry import find_game

_START = datetime(2026, 1, 1, tzinfo=UTC)


def command(
    game: Annotated[str, typer.Option("--game", metavar="NAME", help="Which game; see `adjudicate games`.")],
    seats: Annotated[int, typer.Option("--seats", metavar="K", help="How many seats.")],
    games: Annotated[int, typer.Option("--games", metavar="N", min=0, help="How many games.")],
    seed: Annotated[str, typer.Option("--seed", metavar="HEX", help="Hex digits of any length.")],
    edition: Annotated[str | None, typer.Option("--edition", metavar="E", help="The edition of the rules.")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", metavar="K=V", help="A rules option.")] = None,
    pacing: Annotated[Pacing | None, typer.Option("--pacing", help="With --out: what a turn covers.")] = None,
    level: LevelOption = USUAL_LEVEL,
    out: Annotated[str | None, typer.Option("--out", metavar="DIR", help="Write real game directories here.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Play N random legal games: on the bare kernel, or with --out, at any --level, as game directories that verify."""
    rules = find_game(game)
    chosen = edition or next(iter(rules.editions))
    if chosen not in rules.editions:
        raise typer.BadParameter(f"{game} has the editions {', '.join(rules.editions)}", param_hint="--edition")
    if seats not in rules.seats:
        raise typer.BadParameter(
            f"{game} is for {rules.seats.start} to {rules.seats.stop - 1} seats", param_hint="--seats"
        )
    try:
        digits = bytes.fromhex(seed if len(seed) % 2 == 0 else f"0{seed}")
    except ValueError as error:
        raise typer.BadParameter(f"{seed!r} is not hex", param_hint="--seed") from error
    wish = Wish(rules, chosen, split_options(option or []), seats, pacing or rules.default_pacing, digits, level)
    begin = time.perf_counter()
    try:
        tally = play_kernels(wish, games) if out is None else play_directories(wish, games, out, _START)
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
    say(f"{tally.games} games, {tally.decisions} decisions in {seconds:.2f} s")
    say(f"{tally.games * rate:.1f} games a second, {tally.decisions * rate:.0f} decisions a second")
    for reason, count in tally.ended.items():
        say(f"  ended by {reason}: {count}")
