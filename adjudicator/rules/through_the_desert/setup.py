"""Setting up: what chance decides before anybody places a leader (rulings S1 to S6)."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.core.chance import Chance
from adjudicator.core.event import Event
from adjudicator.kit.hexes import list_bits
from adjudicator.rules.through_the_desert.state import BOXED, COLOURS, NOWHERE, Phase, State, Table

SETUP = 0
"""The epoch of the set-up's draws."""


def set_up(table: Table, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """The position before the first leader, and what the set-up drew.

    ``table`` has the seats as they signed up; their order at the table is drawn (S4). Palm trees stand on palm
    spaces drawn evenly (S1), every pool and every palm space without a tree gets a water token drawn from all (S2);
    with five seats the leaders returned are drawn (S5) unless the option says that each chooses.
    """
    table = replace(table, seats=tuple(_draw_order(table.seats, chance)))
    board, seats = table.board, len(table.seats)
    spaces = list(list_bits(board.palms))
    oases = 0
    for number in range(table.edition.trees):
        oases |= 1 << spaces.pop(chance.draw(SETUP, ("palm", number), len(spaces)))
    water = board.pools | board.palms & ~oases
    values = [0] * (board.grid.columns * board.grid.stride)
    tokens = list(table.edition.tokens)
    for index in list_bits(water):
        pick = chance.draw(SETUP, ("water", board.grid.names[index]), sum(tokens))
        value = 1 if pick < tokens[0] else 2 if pick < tokens[0] + tokens[1] else 3
        tokens[value - 1] -= 1
        values[index] = value
    leaders = [NOWHERE] * (seats * COLOURS)
    events: list[Event] = []
    phase = Phase.LEADERS
    if table.leaders_each < COLOURS:
        if table.option("returned-leaders") == "choice":
            phase = Phase.RETURNS
        else:
            colours = list(range(COLOURS))
            for seat, name in enumerate(table.seats):
                colour = colours.pop(chance.draw(SETUP, ("returned-leader", name), len(colours)))
                leaders[seat * COLOURS + colour] = BOXED
                events.append(Event("leader-returned", {"seat": name, "colour": table.colours[colour]}))
    state = State(
        table=table,
        phase=phase,
        on_move=0,
        left=1,
        moves=0,
        oases=oases,
        water=water,
        values=tuple(values),
        supply=(table.edition.camels[seats],) * COLOURS,
        leaders=tuple(leaders),
        camels=(0,) * (seats * COLOURS),
        reach=(0,) * (seats * COLOURS),
        linked=(0,) * (seats * COLOURS),
        occupied=0,
        closed=0,
        areas=(),
        taken=((0, 0, 0),) * seats,
        ending=None,
        largest=(),
    )
    return state, tuple(events)


def _draw_order(names: tuple[str, ...], chance: Chance) -> list[str]:
    left = sorted(names)
    return [left.pop(chance.draw(SETUP, ("seat", number), len(left))) for number in range(len(names))]
