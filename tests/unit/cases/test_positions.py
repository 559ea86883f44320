"""Positions of Through the Desert as people write them: what is left unsaid, and drawings there and back."""

from __future__ import annotations

import pytest

from adjudicator.core.json_value import JsonObject
from adjudicator.core.notation import PositionError
from adjudicator.core.table import Setting
from adjudicator.rules.through_the_desert import DesertKernel
from adjudicator.rules.through_the_desert.cases import DesertCases
from adjudicator.rules.through_the_desert.picture.text import draw_text
from adjudicator.rules.through_the_desert.state import COLOURS, State

KERNEL, NOTATION = DesertKernel(), DesertCases()


class Firsts:
    """Chance that always gives the first of what there is."""

    def draw(self, epoch: int, label: tuple[str | int, ...], below: int, *, hidden: bool = False) -> int:
        del epoch, label, below, hidden
        return 0


def setting(*seats: str) -> Setting:
    return Setting("2005", {}, seats)


def play(seats: int, actions: int, stride: int) -> State:
    """A position somewhere in a game, reached by taking every ``stride``-th legal action."""
    state, _ = KERNEL.setup(setting(*("amira", "bilal", "carla", "dario")[:seats]), Firsts())
    for number in range(actions):
        if not KERNEL.decisions(state):
            break
        mover = KERNEL.mover(state)
        assert mover is not None
        legal = KERNEL.legal(state, mover)
        state, _ = KERNEL.apply(state, mover, legal[number * stride % len(legal)], Firsts())
    return state


def draw(state: State) -> str:
    """The board in characters, without its legend."""
    return draw_text(state).partition("\n\n")[0]


@pytest.mark.parametrize(("seats", "actions", "stride"), [(2, 5, 17), (2, 60, 13), (3, 90, 29), (4, 120, 7)])
def test_a_drawing_of_a_report_is_a_position(seats: int, actions: int, stride: int) -> None:
    state = play(seats, actions, stride)
    drawing = draw(state)
    assert list(NOTATION.compare(state, {"text": drawing})) == []
    again = NOTATION.read_position({"text": drawing, "phase": state.phase.value}, setting(*state.table.seats))
    assert draw(again) == drawing
    assert again.camels == state.camels
    assert again.linked == state.linked
    assert again.water == state.water
    assert sorted(again.areas) == sorted(state.areas)
    assert again.supply == state.supply


def test_every_change_of_a_drawn_position_is_noticed() -> None:
    state = play(2, 60, 13)
    for index in range(len(state.camels)):
        if state.camels[index]:
            camels = (*state.camels[:index], 0, *state.camels[index + 1 :])
            moved = state._replace(camels=camels, occupied=state.occupied & ~state.camels[index])
            assert len(NOTATION.compare(moved, {"text": draw(state)})) == state.camels[index].bit_count()


def test_what_is_left_unsaid_is_simple() -> None:
    state = NOTATION.read_position({"leaders": {"amira": {"pink": "c3"}}}, setting("amira", "bilal"))
    assert state.table.board.name == "small"
    assert (state.on_move, state.left, state.water, state.oases, state.areas) == (0, 2, 0, 0, ())
    assert state.supply == (22,) * COLOURS
    assert KERNEL.epoch(state) == 2 * 5 + 2 + 1


@pytest.mark.parametrize(
    ("content", "mover", "left"),
    [
        ({"mover": "bilal"}, "bilal", 2),
        ({"opening": True}, "amira", 1),
        ({"opening": True, "mover": "bilal"}, "bilal", 2),
        ({"left": 1}, "amira", 1),
        ({"phase": "leaders"}, "amira", 1),
        ({"phase": "leaders", "leaders": {"amira": {"pink": "C3"}}}, "bilal", 1),
        ({"phase": "leaders", "leaders": {"amira": {"pink": "C3"}}, "mover": "amira"}, "amira", 1),
    ],
)
def test_who_is_on_move_with_how_much_to_do(content: JsonObject, mover: str, left: int) -> None:
    state = NOTATION.read_position(content, setting("amira", "bilal"))
    assert (KERNEL.mover(state), state.left) == (mover, left)


def test_a_caravan_is_linked_to_what_it_touches_unless_the_case_says_otherwise() -> None:
    content: dict[str, JsonObject | list[str]] = {"leaders": {"amira": {"pink": "C3"}}, "oases": ["D3"]}
    linked = NOTATION.read_position(content, setting("amira", "bilal"))
    assert list(NOTATION.compare(linked, {"linked": {"amira": {"pink": ["D3"]}}})) == []
    free = NOTATION.read_position({**content, "linked": {"amira": {"pink": []}}}, setting("amira", "bilal"))
    assert list(NOTATION.compare(free, {"linked": {"amira": {"pink": []}}})) == []


CLOSED = """\
       B     D
          C     E
  2    Pa    d2
  2       Pa    e2
  3    :pa:  d3
  3       Pa*   e3
  4    Pa    d4
  4       c4    Yb*
"""


def test_an_area_that_is_drawn_and_listed_is_one_area() -> None:
    drawn: JsonObject = {"board": "drawn", "text": CLOSED}
    listed: JsonObject = {"seat": "amira", "colour": "pink", "hexes": ["B3"]}

    alone = NOTATION.read_position(drawn, setting("amira", "bilal"))
    both = NOTATION.read_position({**drawn, "areas": [listed]}, setting("amira", "bilal"))

    assert [score.parts["areas"] for score in KERNEL.scores(alone)] == [1, 0]
    assert both._replace(table=alone.table) == alone


def test_an_area_listed_otherwise_than_drawn_is_a_fault() -> None:
    drawn: JsonObject = {"board": "drawn", "text": CLOSED}
    rival: JsonObject = {"seat": "bilal", "colour": "yellow", "hexes": ["B3"]}

    with pytest.raises(PositionError, match="B3 is drawn as closed by another caravan"):
        NOTATION.read_position({**drawn, "areas": [rival]}, setting("amira", "bilal"))


def test_a_river_runs_between_hexes_of_the_drawing() -> None:
    drawn: JsonObject = {"board": "drawn", "text": CLOSED}
    position = NOTATION.read_position({**drawn, "river": ["b3-c3"]}, setting("amira", "bilal"))
    assert position.table.board.river == (("B3", "C3"),)
    for river in (["B3-D3"], ["A1-A2"]):
        with pytest.raises(PositionError, match=f"{river[0]} is not a side between two hexes"):
            NOTATION.read_position({**drawn, "river": river}, setting("amira", "bilal"))
    with pytest.raises(PositionError, match="river belongs to a board that is drawn"):
        NOTATION.read_position({"river": ["B3-C3"]}, setting("amira", "bilal"))
