"""Trial positions: caravans grown at random on the shipped boards, written down by names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random  # noqa: TID251  the trial positions are ours, not a game's
from typing import TypedDict

from adjudicator.rules.through_the_desert.board import Board, lay_grid
from adjudicator.rules.through_the_desert.boards import load_board
from adjudicator.rules.through_the_desert.cases.drawing import DrawnCamel
from adjudicator.rules.through_the_desert.editions import EDITIONS
from adjudicator.rules.through_the_desert.picture.ground import draw_ground
from adjudicator.rules.through_the_desert.picture.outlines import Point
from adjudicator.rules.through_the_desert.saved import NamedArea, load_state
from adjudicator.rules.through_the_desert.state import State

ALLPLAY = ("red", "teal", "yellow", "pink", "purple")
CLASSIC = ("pink", "yellow", "green", "turquoise", "purple")
TABLE = ("amira", "bilal", "ayse", "dario", "emre")


class BoardView(TypedDict):
    """A board by the names of its hexes; ``river`` has its sides."""

    name: str
    hexes: Sequence[str]
    mountains: Sequence[str]
    river: Sequence[str]
    strip: Sequence[str]


class View(TypedDict):
    """What pictures show of a position, by names; ``water`` has None for a token that lies face down."""

    board: BoardView
    oases: Sequence[str]
    water: Mapping[str, int | None]
    camels: Sequence[DrawnCamel]
    areas: Sequence[NamedArea]
    supply: Mapping[str, int]
    seats: Sequence[str]


def see_board(view: View) -> Board:
    """The board of ``view``, always the same object for the same one."""
    board = view["board"]
    grid = lay_grid(board["hexes"])
    return Board(
        name=board["name"],
        title="A trial board",
        origin="Made by a test.",
        grid=grid,
        mountains=tuple(board["mountains"]),
        pools=0,
        palms=0,
        river=tuple((one, other) for one, _, other in (side.partition("-") for side in board["river"])),
        strip=grid.mask_of(board["strip"]),
    )


def see_state(view: View) -> State:
    """The position that ``view`` writes down."""
    colours = (*view["supply"], *(colour for colour in CLASSIC if colour not in view["supply"]))[:5]
    board = see_board(view)

    def of_caravans(leaders: bool) -> dict[str, dict[str, list[str]]]:
        listed: dict[str, dict[str, list[str]]] = {seat: {} for seat in view["seats"]}
        for camel in view["camels"]:
            if camel["leader"] or not leaders:
                listed[camel["seat"]].setdefault(camel["colour"], []).append(camel["hex"])
        return listed

    leaders = {
        seat: {colour: of_seat[0] for colour, of_seat in caravans.items()}
        for seat, caravans in of_caravans(leaders=True).items()
    }
    state = load_state(
        {
            "edition": "2005" if set(colours) == set(CLASSIC) else "allplay",
            "options": {},
            "seats": list(view["seats"]),
            "phase": "camels",
            "on_move": None,
            "left": 1,
            "moves": 0,
            "oases": list(view["oases"]),
            "water": dict(view["water"]),
            "supply": {colour: view["supply"].get(colour, 0) for colour in colours},
            "leaders": leaders,
            "camels": of_caravans(leaders=False),
            "linked": {seat: {} for seat in view["seats"]},
            "areas": list(view["areas"]),
            "taken": {seat: [0, 0, 0] for seat in view["seats"]},
            "ending": None,
            "largest": {},
        },  # type: ignore[dict-item]
        board,
    )
    assert state.table.colours == EDITIONS[state.table.edition.name].colours == colours
    return state


def grow_position(seats: int, camels: int, seed: int = 0, colours: tuple[str, ...] = CLASSIC) -> View:
    """A view of a game with ``seats`` seats in which about ``camels`` camels (leaders included) have been placed.

    Leaders keep apart and caravans of one colour never touch, as in the game; caravans grow slender where they can,
    so that they reach far and close areas, which are found by flooding; water is taken where a camel comes to stand.
    """
    random = Random(seed)  # noqa: S311
    board = load_board("small" if seats < 4 else "full")
    grid, names = board.grid, board.grid.names_of
    table = TABLE[:seats]
    palms = random.sample(names(board.palms), 5)
    oases = grid.mask_of(palms)
    water: dict[str, int | None] = {name: random.randint(1, 3) for name in names((board.pools | board.palms) & ~oases)}
    caravans: dict[tuple[str, str], int] = {}
    pieces: list[DrawnCamel] = []
    areas: list[NamedArea] = []
    closed = taken = 0

    def put(seat: str, colour: str, index: int, leader: bool) -> None:
        nonlocal taken
        taken |= 1 << index
        caravans[seat, colour] = caravans.get((seat, colour), 0) | 1 << index
        water.pop(grid.names[index], None)
        pieces.append({"hex": grid.names[index], "colour": colour, "seat": seat, "leader": leader})

    near = 0
    for number, seat in enumerate(table):
        returned = colours[number] if seats == 5 else None
        for colour in (colour for colour in colours if colour != returned):
            free = board.everywhere & ~near & ~grid.grow(oases) & ~grid.mask_of(list(water))
            index = grid.index_of[random.choice(names(free))]
            put(seat, colour, index, leader=True)
            near |= grid.grow(1 << index)

    moves = 0
    while len(pieces) < camels and moves < 4000:
        moves += 1
        seat, colour = random.choice(list(caravans))
        mine = caravans[seat, colour]
        rivals = sum(mask for (other, same), mask in caravans.items() if same == colour and other != seat)
        free = grid.grow(mine) & ~taken & ~closed & ~oases & ~grid.grow(rivals)
        if not free:
            continue
        slender = [name for name in names(free) if (grid.neighbours[grid.index_of[name]] & mine).bit_count() == 1]
        put(seat, colour, grid.index_of[random.choice(slender or names(free))], leader=False)
        mine = caravans[seat, colour]
        empty = board.everywhere & ~mine & ~closed
        while empty:
            part = grid.flood(empty & -empty, empty)
            empty &= ~part
            if not part & taken:
                closed |= part
                for name in names(part):
                    water.pop(name, None)
                points = (part & ~oases).bit_count()
                areas.append({"seat": seat, "colour": colour, "hexes": names(part), "points": points})
    return {
        "board": {
            "name": board.name,
            "hexes": names(board.everywhere),
            "mountains": list(board.mountains),
            "river": [f"{one}-{other}" for one, other in board.river],
            "strip": names(board.strip),
        },
        "oases": sorted(palms),
        "water": water,
        "camels": pieces,
        "areas": areas,
        "supply": {colour: max(0, 26 - sum(piece["colour"] == colour for piece in pieces)) for colour in colours},
        "seats": table,
    }


def find_middles(view: View) -> dict[str, Point]:
    """The middles of the hexes of ``view`` in its picture, by name."""
    board = see_board(view)
    return {board.grid.names[index]: middle for index, middle in draw_ground(board).middles.items()}
