"""Enclosure against its definition (rulings E), on positions that no game would reach so soon."""

from __future__ import annotations

from collections import Counter

import pytest
from oracle.desert import Caravan, Oracle
from oracle.dice import Dice
from oracle.encounters import BY_CAMELS, meet
from oracle.hexes import Hex, around, components, neighbours
from oracle.maps import DRAWN, SMALL_BOARD
from oracle.match import count_kinds, resume
from oracle.positions import besieged_position, empty_table, put_leader, random_field, sparse_position

BOARDS = [*DRAWN.values(), SMALL_BOARD]
POSITIONS = 600
OFTEN = 3


def position(seed: int) -> Oracle:
    """The position of that number: every other one on a board of its own, every third a caravan about to close."""
    dice = Dice("position", seed)
    board = random_field(dice) if seed % 2 else dice.pick(BOARDS)
    return sparse_position(board, dice) if seed % 3 else besieged_position(board, dice)


def bordered_by_one_caravan(oracle: Oracle) -> dict[Caravan, list[set[Hex]]]:
    """The definition's other wording: free parts of the board that the camels of one caravan alone border."""
    areas: dict[Caravan, list[set[Hex]]] = {caravan: [] for caravan, camels in oracle.camels.items() if camels}
    for part in components(set(oracle.board.playable) - oracle.occupied()):
        owners = [caravan for caravan, camels in oracle.camels.items() if camels & around(part)]
        if len(owners) == 1:
            areas[owners[0]].append(part)
    return {caravan: sorted(parts, key=min) for caravan, parts in areas.items()}


def test_both_wordings_of_the_definition_say_the_same() -> None:
    for seed in range(POSITIONS):
        oracle = position(seed)

        by_border = bordered_by_one_caravan(oracle)

        assert {caravan: oracle.enclosed_by(caravan) for caravan in by_border} == by_border, seed


@pytest.mark.slow
def test_every_camel_that_could_be_placed_encloses_what_the_definition_says() -> None:
    met: Counter[str] = Counter()
    for seed in range(POSITIONS):
        oracle = position(seed)
        match = resume(oracle)
        assert oracle.on_move is not None
        for move in oracle.legal(oracle.on_move):
            trial = match.fork()
            happenings = trial.play(move)
            met.update(meet(oracle, move, happenings, trial.oracle))

    assert {kind for kind, times in met.items() if times >= OFTEN} >= BY_CAMELS.keys(), met


def test_one_camel_closes_three_areas_at_once() -> None:
    board = DRAWN["plain"]
    gap: Hex = (5, 2)
    pockets = set(neighbours(gap)[::2])
    oracle = empty_table(board, seats=2, supply=20, oases=set(), water={})
    put_leader(oracle, "amira", "pink", neighbours(gap)[1])
    oracle.camels["amira", "pink"] |= around(pockets) - {gap}
    put_leader(oracle, "bilal", "green", (0, 0))

    happenings = resume(oracle).play(("camel", "pink", gap))

    assert count_kinds(happenings)["area-enclosed"] == 3
    assert [facts["hexes"] for kind, facts in happenings if kind == "area-enclosed"] == [["E3"], ["F2"], ["G3"]]
