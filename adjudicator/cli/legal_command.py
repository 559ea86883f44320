"""``adjudicate legal``: every legal next order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

import typer

from adjudicator.acts.opened import OpenGame, open_game
from adjudicator.cli.output import print_json, say_all
from adjudicator.cli.parameters import GameArgument, JsonOption, take_seat
from adjudicator.core.driver import list_asked
from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import Pacing, Seat
from adjudicator.store.lock import hold_still


def command(
    game: GameArgument,
    seat: Annotated[str, typer.Option("--seat", metavar="S", help="The seat; as if its move came now.")],
    as_json: JsonOption = False,
) -> None:
    """List every legal next order of seat S; each can stand in a move file under `orders:` as it is.

    With --json, orders that are too many to be listed, such as trades, are given as templates to be filled in.
    """
    with hold_still(game):
        opened = open_game(game)
        take_seat(seat, opened.seats)
        told = list_orders(opened, seat)
    if as_json:
        print_json(told)
        return
    for line in list_order_lines(opened, told):
        say_all(line)


def list_orders(opened: OpenGame, seat: Seat) -> dict[str, JsonValue]:
    """What ``--json`` prints: the turn, the seat, its decision, orders and templates."""
    state = opened.record.state
    known = opened.see(seat)
    # who is not asked now is answered as if the move came now, as in a round
    asks = (*opened.asks, *list_asked(opened.game, state, opened.record.agendas, Pacing.ROUND))
    decision = next((ask.decision for ask in asks if ask.seat == seat), None)
    actions = opened.game.kernel.legal(state, seat) if decision else ()
    orders: list[JsonValue] = [dict(opened.game.orders.write(known, action)) for action in actions]
    templates: list[JsonValue] = [dict(order) for order in opened.game.orders.templates(known, seat) if decision]
    number = opened.record.number + 1
    return {"turn": number, "seat": seat, "decision": decision, "orders": orders, "templates": templates}


def list_order_lines(opened: OpenGame, told: Mapping[str, JsonValue]) -> Iterator[str]:
    """The same in words."""
    orders = told["orders"]
    assert isinstance(orders, list)
    if not orders:
        why = "the game is over" if opened.over else f"{told['seat']} has nothing to decide now"
        yield f"{opened.charter.id}: {why}, there is nothing to order"
    for order in orders:
        assert isinstance(order, dict)
        yield "\n".join(f"- {key}: {value}" for key, value in order.items())
