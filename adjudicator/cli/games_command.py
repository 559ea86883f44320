"""``adjudicate games``: what is installed."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.cli.output import say
from adjudicator.registry import AnyGame, find_game, list_games


def command(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="One game, in full.")] = None,
) -> None:
    """List the installed games; with NAME its editions, options and numbered rulings."""
    if name is None:
        for installed in list_games():
            game = find_game(installed)
            say(f"{game.name}: {game.title}, {game.seats.start} to {game.seats.stop - 1} seats")
            say(f"  editions: {', '.join(game.editions)}")
        return
    _tell(find_game(name))


def _tell(game: AnyGame) -> None:
    say(f"{game.name}: {game.title}, {game.seats.start} to {game.seats.stop - 1} seats, rules version {game.version}")
    say(f"pacing: {game.default_pacing.value} unless the charter says otherwise")
    say("editions:")
    for edition, title in game.editions.items():
        say(f"  {edition}: {title}")
    say("options:")
    for option in game.options:
        only = f", only with {' or '.join(map(str, option.seats))} seats" if option.seats else ""
        say(f"  {option.name}: {', '.join(option.values) or option.takes} (default {option.default}{only})")
        say(f"    {option.description}")
    say("orders: " + ", ".join(game.orders.kinds))
    say("rulings:")
    for number, ruling in game.rulings.items():
        say(f"  {number}: {ruling}")
