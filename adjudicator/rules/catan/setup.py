"""How a position comes to be: set up as chance decides, or read from the JSON in which a moderator can read it.

Only what cannot be derived is written: pieces, cards, awards, the moment of the turn.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias, cast

from adjudicator.core.chance import Chance
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.table import Event, Setting
from adjudicator.kit.words import count_of, join_words, suggest
from adjudicator.rules.catan import state as at
from adjudicator.rules.catan.actions import MAX_SEATS
from adjudicator.rules.catan.cards import DEVELOPMENTS, EACH, name_cards, read_cards
from adjudicator.rules.catan.course import dump_course, load_course
from adjudicator.rules.catan.dealing import TOTALS, pack_dice, unpack_dice
from adjudicator.rules.catan.pieces import derive
from adjudicator.rules.catan.rules import Edition, Rules
from adjudicator.rules.catan.state import MIN_SEATS, NOBODY, NOWHERE, STAGE_NAMES, State, Table
from adjudicator.rules.catan.topology import (
    BARE,
    BEGINNERS,
    CORNER_HEXES,
    HARBOUR_PATHS,
    HARBOURS,
    HEX_NEIGHBOURS,
    HEXES,
    LETTERS,
    PATH_NAMED,
    PATH_NAMES,
    RED,
    TERRAINS,
    TOKENS,
    YIELDS,
    Board,
    describe_board,
    list_intersections,
    list_paths,
    mask_of,
    read_board,
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
        raise ValueError(f"no edition {setting.edition!r}; there are {join_words(rules.editions)}")
    if not MIN_SEATS <= len(setting.seats) <= MAX_SEATS:
        raise ValueError(f"{count_of(len(setting.seats), 'seat')}; the game is for {MIN_SEATS} to {MAX_SEATS}")
    known = {option.name: option for option in rules.options}
    for name, value in setting.options.items():
        if name not in known:
            raise ValueError(f"no option {name!r}{suggest(name, known)}; there are {join_words(known)}")
        if value not in known[name].values:
            raise ValueError(f"option {name} is one of {join_words(known[name].values, 'or')}, not {value!r}")
    options = {name: setting.options.get(name, option.default) for name, option in known.items()}
    return rules.adapt(edition, options), options


def start_cells(edition: Edition, board: Board) -> list[int]:
    """The cells of an empty board: all cards in the bank, the robber at its start; the first settlement is due."""
    cells = [0] * at.CELLS
    cells[at.BANK] = edition.bank * EACH
    cells[at.DECK] = edition.developments
    barren = next(tile for tile, terrain in enumerate(board.terrains) if terrain == edition.barren)
    cells[at.ROBBER] = barren if edition.robber_returns else at.OFF_BOARD
    cells[at.LONGEST] = cells[at.LARGEST] = NOBODY
    cells[at.ANCHOR] = NOWHERE
    for seat in range(MAX_SEATS):
        cells[at.RATES + seat] = edition.bank_rate * EACH
    return cells


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


class _Form(NamedTuple):
    """How the number in a cell is written at a table of such seats, and read again."""

    write: Callable[[int, tuple[str, ...]], JsonValue]
    read: Callable[..., int]


_NUMBER = _Form(lambda number, _: number, lambda number, _: number)
_FLAG = _Form(lambda number, _: bool(number), lambda flag, _: int(flag))
_STAGE = _Form(lambda stage, _: STAGE_NAMES[stage], lambda name, _: STAGE_NAMES.index(name))
_SEAT = _Form(
    lambda seat, names: None if seat == NOBODY else names[seat],
    lambda name, names: NOBODY if name is None else names.index(name),
)
_HEX = _Form(
    lambda tile, _: None if tile == at.OFF_BOARD else LETTERS[tile],
    lambda letter, _: at.OFF_BOARD if letter is None else LETTERS.index(letter),
)
_SPOT = _Form(lambda spot, _: None if spot == NOWHERE else spot, lambda spot, _: NOWHERE if spot is None else spot)
_SPOTS = _Form(lambda mask, _: list(list_intersections(mask)), lambda spots, _: mask_of(spots))
_PATHS = _Form(
    lambda mask, _: [PATH_NAMES[path] for path in list_paths(mask)],
    lambda names, _: mask_of(PATH_NAMED[name] for name in names),
)
_RESOURCES = _Form(lambda cards, _: dict[str, JsonValue](name_cards(cards)), lambda named, _: read_cards(named))
_DEVELOPMENTS = _Form(
    lambda cards, _: dict[str, JsonValue](name_cards(cards, DEVELOPMENTS)),
    lambda named, _: read_cards(named, DEVELOPMENTS),
)

_Forms: TypeAlias = Mapping[str, tuple[int, _Form]]
_MOMENT: _Forms = {
    "stage": (at.STAGE, _STAGE),
    "mover": (at.MOVER, _SEAT),
    "turn": (at.TURN, _NUMBER),
    "dice": (at.DICE, _NUMBER),
}
_SHARED: _Forms = {
    "bank": (at.BANK, _RESOURCES),
    "deck": (at.DECK, _DEVELOPMENTS),
    "robber": (at.ROBBER, _HEX),
    "new": (at.NEW, _DEVELOPMENTS),
    "card_played": (at.CARD_PLAYED, _FLAG),
    "free_roads": (at.FREE_ROADS, _NUMBER),
    "built": (at.BUILT, _NUMBER),
    "steals": (at.STEALS, _NUMBER),
    "placed": (at.PLACED, _NUMBER),
    "anchor": (at.ANCHOR, _SPOT),
    "longest": (at.LONGEST, _SEAT),
    "largest": (at.LARGEST, _SEAT),
}
_OF_SEAT: _Forms = {
    "hand": (at.HAND, _RESOURCES),
    "settlements": (at.SETTLEMENTS, _SPOTS),
    "cities": (at.CITIES, _SPOTS),
    "roads": (at.ROADS, _PATHS),
    "cards": (at.CARDS, _DEVELOPMENTS),
    "played": (at.PLAYED, _DEVELOPMENTS),
    "owes": (at.OWES, _NUMBER),
}
"""Where each part of a dump stands in the cells: of the moment, of what all share, of each seat."""


def dump_state(state: State) -> JsonObject:
    """``state`` by names, ``seats`` in table order.

    ``ahead`` are dice published ahead, from this turn on (0 and 0 where they were not); ``rolls`` how often each total
    was rolled; ``new`` the cards bought in this turn; ``course`` how the game went so far.
    """
    table, cells, extra = state
    names = table.seats

    def write(forms: _Forms, seat: int = 0) -> dict[str, JsonValue]:
        return {name: form.write(cells[place + seat], names) for name, (place, form) in forms.items()}

    return {
        "edition": table.edition.name,
        "options": dict(table.options),
        "board": cast("JsonObject", describe_board(table.board)),
        **write(_MOMENT),
        "ahead": [list(unpack_dice(cells[at.AHEAD + ahead])) for ahead in range(len(names))],
        "rolls": {str(total): cells[at.ROLLS + total] for total in TOTALS if cells[at.ROLLS + total]},
        **write(_SHARED),
        "seats": {name: write(_OF_SEAT, seat) for seat, name in enumerate(names)},
        "course": dump_course(table, cells),
        "extra": table.rules.dump(extra),
    }


def load_state(rules: Rules, saved: Mapping[str, Any]) -> State:
    """The position that :func:`dump_state` wrote.

    Raises ``KeyError`` or ``ValueError`` for a position that was not written by us.
    """
    names = tuple(saved["seats"])
    edition, options = read_setting(rules, Setting(saved["edition"], saved["options"], names))
    board = read_board(saved["board"])
    table = Table(rules, edition, tuple(options.items()), names, board)
    extra = rules.load(saved["extra"])
    cells = start_cells(edition, board)

    def read(forms: _Forms, written: Mapping[str, Any], seat: int = 0) -> None:
        for name, (place, form) in forms.items():
            cells[place + seat] = form.read(written[name], names)

    read({**_MOMENT, **_SHARED}, saved)
    for seat, of_seat in enumerate(saved["seats"].values()):
        read(_OF_SEAT, of_seat, seat)
    for ahead, dice in enumerate(saved["ahead"]):
        cells[at.AHEAD + ahead] = pack_dice(dice)
    for total, count in saved["rolls"].items():
        cells[at.ROLLS + int(total)] = count
    load_course(table, cells, saved["course"])
    derive(table, cells, extra)
    return State(table, tuple(cells), extra)
