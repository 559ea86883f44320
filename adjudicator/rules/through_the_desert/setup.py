"""Setting up: what chance decides before anybody places a leader (rulings S1 to S6)."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.core.chance import Chance
from adjudicator.core.table import Event, SeatNumber, Setting
from adjudicator.kit.hexes import list_hexes
from adjudicator.rules.through_the_desert.board import Board
from adjudicator.rules.through_the_desert.boards.reading import find_board
from adjudicator.rules.through_the_desert.editions import RANDOM
from adjudicator.rules.through_the_desert.score import draw_token
from adjudicator.rules.through_the_desert.setting import read_palms
from adjudicator.rules.through_the_desert.state import BOXED, COLOURS, NOWHERE, Phase, State, Table, WaterTokens

SETUP = 0
"""The epoch of the set-up's draws."""


def draw_board(setting: Setting, chance: Chance) -> Board | None:
    """The board, where the option leaves it to chance: made from one draw; None where it does not."""
    if setting.options.get("board") != RANDOM:
        return None
    from adjudicator.rules.through_the_desert.boards.bench import DesertBoards  # noqa: PLC0415 - seldom wanted

    seats = len(setting.seats)
    seed = chance.draw(SETUP, ("board",), 1 << 64)
    return find_board(DesertBoards().make(seed, seats, setting.options.get("side", "")), seats)


def set_up(table: Table, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """The position before the first leader, and what the set-up drew.

    ``table`` has the seats as they signed up; their order at the table is drawn (S4). Palm trees stand on palm
    spaces drawn evenly or named (S1), every pool and every palm space without a tree gets a water token drawn from all
    (S2), or one whose value nobody knows yet (W6); with five seats the leaders returned are drawn (S5) unless the
    option says that each chooses.
    """
    table = replace(table, seats=tuple(_draw_order(table, chance)))
    board, seats = table.board, len(table.seats)
    oases = _plant_trees(table, chance)
    water = board.pools | board.palms & ~oases
    values = [0] * (board.grid.columns * board.grid.stride)
    tokens = list(table.edition.tokens)
    for index in () if table.face_down else list_hexes(water):
        values[index] = value = draw_token(chance, SETUP, board.grid.names[index], tokens)
        tokens[value - 1] -= 1
    leaders = [NOWHERE] * (seats * COLOURS)
    events: list[Event] = []
    phase = Phase.LEADERS
    if table.leaders_each < COLOURS:
        if table.returns_chosen:
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
        on_move=SeatNumber(0),
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
        taken=(WaterTokens(),) * seats,
        crossed=0,
        trail=(),
        ending=None,
        largest=(),
    )
    return state, tuple(events)


def _draw_order(table: Table, chance: Chance) -> list[str]:
    """The seat that is named to begin, where one is, and the others as they are drawn."""
    named = dict(table.options)["first-seat"]
    order = [] if named == RANDOM else [named]
    left = sorted(set(table.seats).difference(order))
    return order + [left.pop(chance.draw(SETUP, ("seat", number), len(left))) for number in range(len(left))]


def _plant_trees(table: Table, chance: Chance) -> int:
    """The mask of the palm spaces with trees, named or drawn."""
    named, board = dict(table.options)["palms"], table.board
    if named != RANDOM:
        return read_palms(named, board, table.edition.trees)
    spaces, oases = list(list_hexes(board.palms)), 0
    for number in range(table.edition.trees):
        oases |= 1 << spaces.pop(chance.draw(SETUP, ("palm", number), len(spaces)))
    return oases
