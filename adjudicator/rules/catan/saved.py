"""The position as JSON that a moderator can read, and back.

Only what cannot be derived is written: pieces, cards, awards, the moment of the turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypedDict, cast

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.table import Setting
from adjudicator.rules.catan import state as at
from adjudicator.rules.catan.board import BARE, Board
from adjudicator.rules.catan.cards import DEVELOPMENTS, name_cards, read_cards
from adjudicator.rules.catan.course import SavedCourse, dump_course, load_course
from adjudicator.rules.catan.dealing import TOTALS, pack_dice, unpack_dice
from adjudicator.rules.catan.pieces import derive
from adjudicator.rules.catan.rules import Rules
from adjudicator.rules.catan.setup import describe_board, read_setting, start_cells
from adjudicator.rules.catan.state import NOBODY, NOWHERE, Stage, State, Table
from adjudicator.rules.catan.topology import (
    HARBOUR_PATHS,
    LETTERS,
    PATH_NAMED,
    PATH_NAMES,
    Intersection,
    list_intersections,
    list_paths,
    mask_of,
)


class SavedBoard(TypedDict):
    """Terrain and number by hex, harbours by path."""

    terrain: Mapping[str, str]
    numbers: Mapping[str, int]
    harbours: Mapping[str, str]


class SavedSeat(TypedDict):
    """What one seat has: cards by name, pieces by place, and how many cards it still has to discard."""

    hand: Mapping[str, int]
    settlements: Sequence[Intersection]
    cities: Sequence[Intersection]
    roads: Sequence[str]
    cards: Mapping[str, int]
    played: Mapping[str, int]
    owes: int


class SavedState(TypedDict):
    """A position by names. ``seats`` are in table order; ``new`` cards were bought in this turn.

    ``ahead`` are dice published ahead, from this turn on (0 and 0 where they were not); ``rolls`` how often each
    total was rolled; ``course`` how the game went so far.
    """

    edition: str
    options: Mapping[str, str]
    board: SavedBoard
    stage: str
    mover: str
    turn: int
    dice: int
    ahead: Sequence[Sequence[int]]
    rolls: Mapping[str, int]
    bank: Mapping[str, int]
    deck: Mapping[str, int]
    robber: str | None
    new: Mapping[str, int]
    card_played: bool
    free_roads: int
    built: int
    steals: int
    placed: int
    anchor: Intersection | None
    longest: str | None
    largest: str | None
    seats: Mapping[str, SavedSeat]
    course: SavedCourse
    extra: JsonValue


_STAGE_NAMES = tuple(stage.name.lower().replace("_", "-") for stage in Stage)


def dump_state(state: State) -> JsonObject:
    """``state`` by names; see :class:`SavedState`."""
    table, cells, extra = state
    names = table.seats

    def holder(place: int) -> str | None:
        return None if cells[place] == NOBODY else names[cells[place]]

    saved: SavedState = {
        "edition": table.edition.name,
        "options": dict(table.options),
        "board": cast("SavedBoard", describe_board(table.board)),
        "stage": _STAGE_NAMES[cells[at.STAGE]],
        "mover": names[cells[at.MOVER]],
        "turn": cells[at.TURN],
        "dice": cells[at.DICE],
        "ahead": [list(unpack_dice(cells[at.AHEAD + ahead])) for ahead in range(len(names))],
        "rolls": {str(total): cells[at.ROLLS + total] for total in TOTALS if cells[at.ROLLS + total]},
        "bank": name_cards(cells[at.BANK]),
        "deck": name_cards(cells[at.DECK], DEVELOPMENTS),
        "robber": None if cells[at.ROBBER] == at.OFF_BOARD else LETTERS[cells[at.ROBBER]],
        "new": name_cards(cells[at.NEW], DEVELOPMENTS),
        "card_played": bool(cells[at.CARD_PLAYED]),
        "free_roads": cells[at.FREE_ROADS],
        "built": cells[at.BUILT],
        "steals": cells[at.STEALS],
        "placed": cells[at.PLACED],
        "anchor": None if cells[at.ANCHOR] == NOWHERE else Intersection(cells[at.ANCHOR]),
        "longest": holder(at.LONGEST),
        "largest": holder(at.LARGEST),
        "seats": {
            name: {
                "hand": name_cards(cells[at.HAND + seat]),
                "settlements": list(list_intersections(cells[at.SETTLEMENTS + seat])),
                "cities": list(list_intersections(cells[at.CITIES + seat])),
                "roads": [PATH_NAMES[path] for path in list_paths(cells[at.ROADS + seat])],
                "cards": name_cards(cells[at.CARDS + seat], DEVELOPMENTS),
                "played": name_cards(cells[at.PLAYED + seat], DEVELOPMENTS),
                "owes": cells[at.OWES + seat],
            }
            for seat, name in enumerate(names)
        },
        "course": dump_course(table, cells),
        "extra": table.rules.dump(extra),
    }
    return cast("JsonObject", saved)


def load_state(rules: Rules, content: JsonObject) -> State:
    """The position that :func:`dump_state` wrote.

    Raises ``KeyError`` or ``ValueError`` for a position that was not written by us.
    """
    saved = cast("SavedState", content)
    names = tuple(saved["seats"])
    edition, options = read_setting(rules, Setting(saved["edition"], saved["options"], names))
    board = read_board(saved["board"])
    table = Table(rules, edition, tuple(options.items()), names, board)
    extra = rules.load(saved["extra"])
    cells = start_cells(edition, board)
    cells[at.STAGE] = _STAGE_NAMES.index(saved["stage"])
    cells[at.MOVER] = names.index(saved["mover"])
    cells[at.TURN] = saved["turn"]
    cells[at.DICE] = saved["dice"]
    for ahead, (one, other) in enumerate(saved["ahead"]):
        cells[at.AHEAD + ahead] = pack_dice((one, other))
    for total, count in saved["rolls"].items():
        cells[at.ROLLS + int(total)] = count
    cells[at.BANK] = read_cards(saved["bank"])
    cells[at.DECK] = read_cards(saved["deck"], DEVELOPMENTS)
    cells[at.ROBBER] = at.OFF_BOARD if saved["robber"] is None else LETTERS.index(saved["robber"])
    cells[at.NEW] = read_cards(saved["new"], DEVELOPMENTS)
    cells[at.CARD_PLAYED] = int(saved["card_played"])
    cells[at.FREE_ROADS] = saved["free_roads"]
    cells[at.BUILT] = saved["built"]
    cells[at.STEALS] = saved["steals"]
    cells[at.PLACED] = saved["placed"]
    cells[at.ANCHOR] = NOWHERE if saved["anchor"] is None else saved["anchor"]
    cells[at.LONGEST] = NOBODY if saved["longest"] is None else names.index(saved["longest"])
    cells[at.LARGEST] = NOBODY if saved["largest"] is None else names.index(saved["largest"])
    for seat, name in enumerate(names):
        of_seat = saved["seats"][name]
        cells[at.HAND + seat] = read_cards(of_seat["hand"])
        cells[at.SETTLEMENTS + seat] = mask_of(of_seat["settlements"])
        cells[at.CITIES + seat] = mask_of(of_seat["cities"])
        cells[at.ROADS + seat] = mask_of(PATH_NAMED[path] for path in of_seat["roads"])
        cells[at.CARDS + seat] = read_cards(of_seat["cards"], DEVELOPMENTS)
        cells[at.PLAYED + seat] = read_cards(of_seat["played"], DEVELOPMENTS)
        cells[at.OWES + seat] = of_seat["owes"]
    if "course" in saved:  # a position that was kept before this was counted has none
        load_course(table, cells, saved["course"])
    derive(table, cells, extra)
    return State(table, tuple(cells), extra)


@lru_cache(maxsize=64)
def _share_board(terrains: tuple[str, ...], numbers: tuple[int, ...], harbours: tuple[str, ...]) -> Board:
    """One board for every position of a game, since much is worked out once for each board."""
    return Board(terrains, numbers, harbours)


def read_board(saved: SavedBoard) -> Board:
    """The board that a dump describes."""
    return _share_board(
        terrains=tuple(saved["terrain"][letter] for letter in LETTERS),
        numbers=tuple(saved["numbers"].get(letter, BARE) for letter in LETTERS),
        harbours=tuple(saved["harbours"][PATH_NAMES[path]] for path in HARBOUR_PATHS),
    )
