"""Setting up: the board and the order of the seats, as chance decides them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

from adjudicator.core.chance import Chance
from adjudicator.core.table import Event, Option, Setting
from adjudicator.kit.words import count_of
from adjudicator.rules.catan import state as at
from adjudicator.rules.catan.actions import MAX_SEATS
from adjudicator.rules.catan.board import BARE, BEGINNERS, HARBOURS, RED, TERRAINS, TOKENS, YIELDS, Board
from adjudicator.rules.catan.cards import EACH
from adjudicator.rules.catan.order_of_play import begin_set_up
from adjudicator.rules.catan.rules import Edition, RobberStart, Rules
from adjudicator.rules.catan.state import MIN_SEATS, NOBODY, NOWHERE, State, Table
from adjudicator.rules.catan.topology import (
    CORNER_HEXES,
    HARBOUR_PATHS,
    HEX_NEIGHBOURS,
    HEXES,
    LETTERS,
    PATH_NAMES,
    mask_of,
    spiral,
)

SETUP = 0
"""The epoch of the set-up's draws."""


def set_up(rules: Rules, setting: Setting, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """The position before the first settlement, and what the set-up drew.

    The order of the seats is drawn (ruling B10); the first one begins. Raises ``ValueError`` for a setting that the
    rule set does not have.
    """
    edition, options = read_setting(rules, setting)
    seats = _draw_order(setting.seats, chance)
    board = _lay_board(edition, options, chance)
    table = Table(rules, edition, tuple(options.items()), seats, board)
    cells = start_cells(edition, board)
    begin_set_up(cells)
    extra, events = rules.begin(table, chance)
    return State(table, tuple(cells), extra), (
        Event("seats-drawn", {"seats": list(seats)}),
        Event("board-laid", describe_board(board)),
        *events,
    )


def read_setting(rules: Rules, setting: Setting) -> tuple[Edition, Mapping[str, str]]:
    """The edition as the options change it, and every option's value.

    Raises ``ValueError`` for an edition, an option, a value or a number of seats that does not exist.
    """
    edition = rules.editions.get(setting.edition)
    if edition is None:
        raise ValueError(f"no edition {setting.edition!r}; there are {', '.join(rules.editions)}")
    if not MIN_SEATS <= len(setting.seats) <= MAX_SEATS:
        raise ValueError(f"{count_of(len(setting.seats), 'seat')}; the game is for {MIN_SEATS} to {MAX_SEATS}")
    known = {option.name: option for option in rules.options}
    for name, value in setting.options.items():
        _check_option(known, name, value)
    options = {name: setting.options.get(name, option.default) for name, option in known.items()}
    return rules.adapt(edition, options), options


def _check_option(known: Mapping[str, Option], name: str, value: str) -> None:
    if name not in known:
        raise ValueError(f"no option {name!r}; there are {', '.join(known)}")
    if value not in known[name].values:
        raise ValueError(f"option {name} is one of {', '.join(known[name].values)}, not {value!r}")


def start_cells(edition: Edition, board: Board) -> list[int]:
    """The cells of an empty board: all cards in the bank, the robber at its start."""
    cells = [0] * at.CELLS
    cells[at.BANK] = edition.bank * EACH
    cells[at.DECK] = edition.developments
    barren = next(tile for tile, terrain in enumerate(board.terrains) if terrain == edition.barren)
    cells[at.ROBBER] = barren if edition.robber_start is RobberStart.BARREN else at.OFF_BOARD
    cells[at.LONGEST] = cells[at.LARGEST] = NOBODY
    cells[at.ANCHOR] = NOWHERE
    for seat in range(MAX_SEATS):
        cells[at.RATES + seat] = edition.bank_rate * EACH
    return cells


def describe_board(board: Board) -> dict[str, dict[str, str] | dict[str, int]]:
    """Terrain and number by hex, harbours by path."""
    return {
        "terrain": dict(zip(LETTERS, board.terrains, strict=True)),
        "numbers": {letter: number for letter, number in zip(LETTERS, board.numbers, strict=True) if number != BARE},
        "harbours": {PATH_NAMES[path]: kind for path, kind in zip(HARBOUR_PATHS, board.harbours, strict=True)},
    }


def _draw_order(names: tuple[str, ...], chance: Chance) -> tuple[str, ...]:
    left = sorted(names)
    return tuple(left.pop(chance.draw(SETUP, ("seat", number), len(left))) for number in range(len(names)))


def _lay_board(edition: Edition, options: Mapping[str, str], chance: Chance) -> Board:
    if options["board"] == "beginners":
        return replace(
            BEGINNERS,
            terrains=tuple(terrain if terrain in YIELDS else edition.barren for terrain in BEGINNERS.terrains),
        )
    terrains = _draw_terrains(edition, chance)
    if options["spread"] == "yes":
        numbers = _draw_spread_numbers(terrains, chance)
    else:
        order = spiral(CORNER_HEXES[chance.draw(SETUP, ("corner",), len(CORNER_HEXES))])
        numbers = [BARE] * HEXES
        fertile = [tile for tile in order if terrains[tile] in YIELDS]
        for tile, token in zip(fertile, TOKENS, strict=True):
            numbers[tile] = token
    left = list(HARBOURS)
    harbours = [left.pop(chance.draw(SETUP, ("harbour", PATH_NAMES[path]), len(left))) for path in HARBOUR_PATHS]
    return Board(tuple(terrains), tuple(numbers), tuple(harbours))


def _draw_terrains(edition: Edition, chance: Chance) -> list[str]:
    left = list(TERRAINS)
    if edition.barren_hex is None:
        left.append(edition.barren)
    return [
        edition.barren if tile == edition.barren_hex else left.pop(chance.draw(SETUP, ("terrain", letter), len(left)))
        for tile, letter in enumerate(LETTERS)
    ]


def _draw_spread_numbers(terrains: list[str], chance: Chance) -> list[int]:
    """Number tokens at random, evenly over all ways that keep the red ones apart.

    The hexes of the red tokens are drawn first, together, among all sets of hexes of which no two are neighbours.
    """
    fertile = [tile for tile, terrain in enumerate(terrains) if terrain in YIELDS]
    red = [token for token in TOKENS if token in RED]
    other = [token for token in TOKENS if token not in RED]
    sets = [
        tiles
        for tiles in combinations(fertile, len(red))
        if not any(HEX_NEIGHBOURS[tile] & mask_of(tiles) for tile in tiles)
    ]
    chosen = sets[chance.draw(SETUP, ("red-hexes",), len(sets))]
    numbers = [BARE] * HEXES
    for tile in fertile:
        left = red if tile in chosen else other
        numbers[tile] = left.pop(chance.draw(SETUP, ("number", LETTERS[tile]), len(left)))
    return numbers
