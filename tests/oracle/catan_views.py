"""Views of Catan for the pictures: games played at random by the kernel, with camels made up on top."""

from __future__ import annotations

from dataclasses import replace
from random import Random  # noqa: TID251  the trial positions are ours, not a game's

from adjudicator.core.chance import Label
from adjudicator.core.table import Setting
from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan import CatanKernel
from adjudicator.rules.catan.actions import (
    Action,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    EndTurn,
    Roll,
    TradeWithBank,
)
from adjudicator.rules.catan.picture import NEW_CITY, NEW_SETTLEMENT, ROAD, BoardView, Newest, NewPiece, SeatView
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan.topology import BARE, CENTRE
from adjudicator.rules.catan_caravans.editions import OASIS
from adjudicator.rules.catan_caravans.picture_view import Sight
from adjudicator.rules.catan_caravans.routes import CamelPlace, OasisTerms, begin_routes, lay_camel

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


def view_state(state: State) -> BoardView:
    """The part of the position that pictures read."""
    pieces = zip(state.table.numbers, state.table.seats, strict=True)
    seats = [SeatView(name, state.settlements(seat), state.cities(seat), state.roads(seat)) for seat, name in pieces]
    return BoardView(state.table.board, state.robber, tuple(seats))


def play_view(seats: tuple[str, ...] = SEATS, seed: int = 0, turns: int = 200) -> BoardView:
    """What is seen after so many turns of a game at random."""
    return view_state(play_randomly(seats, seed, turns))


def newest_of(view: BoardView) -> Newest:
    """Some pieces of each seat, as if they were new."""
    pieces: list[NewPiece] = []
    for has in view.seats:
        built = NEW_CITY if has.cities else NEW_SETTLEMENT
        pieces += [NewPiece(ROAD, path) for path in list(list_bits(has.roads))[-1:]]
        pieces += [NewPiece(built, number) for number in list(list_bits(has.cities or has.settlements))[-1:]]
    return {piece: number for number, piece in enumerate(pieces, start=1)}


def add_caravans(view: BoardView, seed: int = 0, camels: int = 14, upward: bool = True) -> BoardView:
    """``view`` with the desert made an oasis in the middle and so many camels; no route crosses another."""
    random = Random(seed)  # noqa: S311
    terrains, numbers = list(view.board.terrains), list(view.board.numbers)
    old = terrains.index("desert")
    terrains[old], numbers[old] = terrains[CENTRE], numbers[CENTRE]
    terrains[CENTRE], numbers[CENTRE] = OASIS, BARE
    routes = begin_routes(OasisTerms(0 if upward else 1, coast=True, flank=False))
    for _ in range(camels):
        if routes.positions:
            routes = lay_camel(routes, random.choice(routes.positions))
    board = replace(view.board, terrains=tuple(terrains), numbers=tuple(numbers))
    return view._replace(board=board, extra=Sight(routes, is_voting=True))


def open_positions(view: BoardView, *positions: CamelPlace) -> BoardView:
    """The same with these positions open to the next camel."""
    assert isinstance(view.extra, Sight)
    routes = view.extra.routes._replace(positions=positions)
    return view._replace(extra=view.extra._replace(routes=routes))
