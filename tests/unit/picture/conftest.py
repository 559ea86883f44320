"""Trial positions: caravans grown at random on the shipped boards, as views."""

from __future__ import annotations

from collections.abc import Callable
from random import Random  # noqa: TID251  the trial positions are ours, not a game's

import pytest

from adjudicator.rules.through_the_desert.boards.reading import load_board
from adjudicator.rules.through_the_desert.picture.layout import AreaView, CamelView, View, lay_out

ALLPLAY = ("red", "teal", "yellow", "pink", "purple")
CLASSIC = ("pink", "yellow", "green", "turquoise", "purple")
TABLE = ("amira", "bilal", "ayse", "dario", "emre")


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
    pieces: list[CamelView] = []
    areas: list[AreaView] = []
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
        "seats": {seat: {} for seat in table},
    }


@pytest.fixture(scope="session")
def grow() -> Callable[..., View]:
    """Trial positions; see :func:`grow_position`."""
    return grow_position


@pytest.fixture(params=[(2, 14), (3, 80), (4, 24), (5, 110)], ids=lambda of: f"{of[0]}-seats-{of[1]}-camels")
def view(request: pytest.FixtureRequest) -> View:
    """Positions early and late, on both boards."""
    seats, camels = request.param
    return grow_position(seats, camels, seed=seats)


@pytest.fixture
def river_view() -> View:
    """Four seats, the river between columns L and M, tokens face down, and two leaders returned."""
    view = grow_position(4, 90, seed=3)
    layout = lay_out(view["board"])
    beside = [name for name in layout.hexes if name.startswith("L")]
    view["board"]["river"] = [f"{name}-{other}" for name in beside for other in layout.onward[name] if other[0] == "M"]
    view["water"] = dict.fromkeys(view["water"])
    view["seats"] = {"amira": {"returned": "green"}, "bilal": {"returned": None}, "ayse": {}, "dario": {}}
    return view


@pytest.fixture
def newest(view: View) -> list[str]:
    """The hexes of the last few camels of ``view``, in the order in which they were placed."""
    return [camel["hex"] for camel in view["camels"][-5:]]
