"""Views of Catan for the pictures: games played at random by the kernel, with camels made up on top."""

from __future__ import annotations

from random import Random  # noqa: TID251  the trial positions are ours, not a game's

from adjudicator.core.chance import Label
from adjudicator.core.table import Setting
from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.actions import (
    Action,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    EndTurn,
    Roll,
    TradeWithBank,
)
from adjudicator.rules.catan.kernel import CatanKernel
from adjudicator.rules.catan.picture.svg import NEW_CITY, NEW_SETTLEMENT, ROAD
from adjudicator.rules.catan.picture.view import BoardView, HexView, Newest, NewPiece, SeatView, View
from adjudicator.rules.catan.state import ROBBER, ROLLS, State
from adjudicator.rules.catan.topology import (
    CENTRE,
    CORNERS,
    END_SUMS,
    ENDS,
    HARBOUR_PATHS,
    HEXES,
    LETTERS,
    PATH_NAMES,
    PATHS_AT,
)
from adjudicator.rules.catan_caravans.picture_view import CaravanView, RouteView

SEATS = ("amira", "bilal", "chadi", "dalia")
KERNEL = CatanKernel()


class Seeded:
    """Dice and cards from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)  # noqa: S311

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        del epoch, label, hidden
        return self.random.randrange(below)


def play_randomly(seats: tuple[str, ...] = SEATS, seed: int = 0, turns: int = 200) -> State:
    """The position after so many table turns, or at the end; seats build where they can, cities last."""
    chance = Seeded(seed)
    state, _ = KERNEL.setup(Setting("base", {"board": "variable"}, seats), chance)
    while (decisions := KERNEL.decisions(state)) and KERNEL.epoch(state) <= turns:
        seat = decisions[0].seat
        state, _ = KERNEL.apply(state, seat, choose(state, seat, chance.random), chance)
    return state


def choose(state: State, seat: str, random: Random) -> Action:
    """One of the legal actions, building before trading before ending the turn."""
    legal = list(KERNEL.legal(state, seat))
    for kinds, share in (
        ((BuildSettlement,), 1.0),
        ((BuildCity,), 0.7),
        ((BuildRoad,), 0.8),
        ((Roll,), 1.0),
        ((TradeWithBank,), 0.3),
        ((EndTurn,), 0.8),
    ):
        some = [action for action in legal if isinstance(action, kinds)]
        if some and random.random() < share:
            return random.choice(some)
    return random.choice(legal)


def view_state(state: State) -> View:
    """The part of the view that pictures read."""
    board, cells = state.table.board, state.cells
    hexes: dict[str, HexView] = {
        letter: {"terrain": board.terrains[tile], "number": board.numbers[tile] or None}
        for tile, letter in enumerate(LETTERS)
    }
    harbours = {PATH_NAMES[path]: kind for path, kind in zip(HARBOUR_PATHS, board.harbours, strict=True)}
    seats: dict[str, SeatView] = {
        name: {
            "settlements": list(list_bits(state.settlements(seat))),
            "cities": list(list_bits(state.cities(seat))),
            "roads": [PATH_NAMES[path] for path in list_bits(state.roads(seat))],
        }
        for seat, name in enumerate(state.table.seats)
    }
    layout: BoardView = {"hexes": hexes, "harbours": harbours}
    return {
        "board": layout,
        "robber": None if cells[ROBBER] == HEXES else LETTERS[cells[ROBBER]],
        "rolls": {str(total): cells[ROLLS + total] for total in range(2, 13)},
        "seats": seats,
    }


def play_view(seats: tuple[str, ...] = SEATS, seed: int = 0, turns: int = 200) -> View:
    """What is seen after so many turns of a game at random."""
    return view_state(play_randomly(seats, seed, turns))


def newest_of(view: View) -> Newest:
    """Some pieces of each seat, as if they were new."""
    pieces: list[NewPiece] = []
    for has in view["seats"].values():
        pieces += [NewPiece(ROAD, path) for path in has["roads"][-1:]]
        pieces += [NewPiece(NEW_CITY, str(number)) for number in has["cities"][-1:]]
        pieces += [NewPiece(NEW_SETTLEMENT, str(number)) for number in has["settlements"][-1:] if not has["cities"]]
    return {piece: number for number, piece in enumerate(pieces, start=1)}


def add_caravans(view: View, seed: int = 0, camels: int = 14, upward: bool = True) -> CaravanView:
    """``view`` with the desert made an oasis in the middle and so many camels; no route crosses another."""
    random = Random(seed)  # noqa: S311
    hexes: dict[str, HexView] = dict(view["board"]["hexes"])
    old = next(letter for letter, tile in hexes.items() if tile["terrain"] == "desert")
    middle = LETTERS[CENTRE]
    hexes[old] = hexes[middle]
    hexes[middle] = {"terrain": "oasis", "number": None}
    corners = CORNERS[CENTRE][0 if upward else 1 :: 2]
    border = set(CORNERS[CENTRE])
    spokes = [path for corner in corners for path in list_bits(PATHS_AT[corner]) if not set(ENDS[path]) <= border]
    trails: list[list[int]] = [[], [], []]
    fronts: list[int | None] = [None] * 3
    taken: set[int] = set()
    for _ in range(camels):
        route = random.randrange(3)
        front = fronts[route]
        if not trails[route]:
            options = [spokes[route]] if spokes[route] not in taken else []
            front = corners[route]
        else:
            options = [] if front is None else [path for path in list_bits(PATHS_AT[front]) if path not in taken]
        if options and front is not None:
            path = random.choice(options)
            taken.add(path)
            trails[route].append(path)
            fronts[route] = END_SUMS[path] ^ front
    routes: dict[str, RouteView] = {}
    open_paths: list[tuple[str, int]] = []
    for name, trail, front in zip(("R1", "R2", "R3"), trails, fronts, strict=True):
        options = [] if front is None else [path for path in list_bits(PATHS_AT[front]) if path not in taken]
        open_paths += [(name, path) for path in options]
        ended = bool(trail) and not options
        routes[name] = {
            "camels": [PATH_NAMES[path] for path in trail],
            "front": front,
            "ended": ended,
        }
    return {
        **view,
        "board": {**view["board"], "hexes": hexes},
        "oasis": {"spokes": [PATH_NAMES[path] for path in spokes]},
        "routes": routes,
        "positions": {
            f"V{number}": {"route": route, "path": PATH_NAMES[path]}
            for number, (route, path) in enumerate(open_paths, start=1)
        },
    }
