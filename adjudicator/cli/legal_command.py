"""``adjudicate legal``: every legal next order."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.acts.opened import open_game
from adjudicator.cli.output import print_json, say, say_all
from adjudicator.cli.parameters import GameArgument, JsonOption, take_seat
from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import Pacing


def command(
    game: GameArgument,
    seat: Annotated[str, typer.Option("--seat", metavar="S", help="The seat; as if its move came now.")],
    as_json: JsonOption = False,
) -> None:
    """List every legal next order of seat S; each can stand in a move file under `orders:` as it is."""
    opened = open_game(game)
    take_seat(seat, opened.seats)
    state = opened.record.state
    known = opened.game.views.see(state, seat)
    asks = opened.game.orders.asks(known, {}, Pacing.ROUND)
    decision = next((ask.decision for ask in asks if ask.seat == seat), None)
    actions = opened.game.kernel.legal(state, seat) if decision else ()
    orders: list[JsonValue] = [dict(opened.game.orders.write(known, action)) for action in actions]
    if as_json:
        print_json({"turn": opened.record.number + 1, "seat": seat, "decision": decision, "orders": orders})
        return
    if decision is None:
        say(f"{opened.charter.id}: the game is over, there is nothing to order")
    for order in orders:
        assert isinstance(order, dict)
        say_all("\n".join(f"- {key}: {value}" for key, value in order.items()))
