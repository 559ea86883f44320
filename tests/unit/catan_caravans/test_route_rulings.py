"""Where camels may go: rulings C10 and C21 to C33, each by its number, where CASE files do not tell it."""

from __future__ import annotations

import pytest
from oracle.caravan_positions import camel, grow, lay_out_camels, open_to, search, write
from oracle.catan_positions import NOTHING_DRAWN, SEATS, Loaded

from adjudicator.core.table import Setting
from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.actions import BuildRoad
from adjudicator.rules.catan.topology import CENTRE, CORNERS, PATH_NAMED, PATH_NAMES
from adjudicator.rules.catan_caravans.kernel import KERNEL, end_vote
from adjudicator.rules.catan_caravans.routes import ROUTE_NAMES, SPOKES, Routes, lay_camel, read_position
from adjudicator.rules.catan_caravans.state import Caravans, Vote, VoteBasis, VoteResult, load_extra

TO_23 = ("R1 11-21", "R1 11-12", "R1 12-13", "R1 13-23")
B_TO_24 = ("R2 33-34", "R2 34-35", "R2 24-35")


def told(routes: Routes, name: str) -> list[tuple[str, object]]:
    """What a camel at a position brings about for the routes."""
    nobody = (None,) * 3
    outcome = VoteResult(VoteBasis.MOVER, (0,), camel(name).position)
    events = end_vote(SEATS[:3], Caravans(routes, None), Vote(0, nobody, nobody), outcome).events
    return [(event.kind, next(iter(event.facts.values()))) for event in events[2:]]


# C10


@pytest.mark.parametrize(
    ("drawn", "spokes"), [(0, ["11-21", "33-34", "30-31"]), (1, ["22-23", "32-42", "19-20"])], ids=["top", "side"]
)
def test_c10_one_of_two_layouts_is_drawn(drawn: int, spokes: list[str]) -> None:
    state, events = KERNEL.setup(Setting("great-caravan", {}, SEATS[:3]), Loaded(oasis=drawn))

    assert events[-1].kind == "oasis-laid"
    assert events[-1].facts == {"spokes": spokes}
    assert [PATH_NAMES[spoke.path] for spoke in SPOKES[drawn]] == spokes
    assert {spoke.corner for spoke in SPOKES[drawn]} == set(CORNERS[CENTRE][drawn::2])
    assert KERNEL.load(KERNEL.dump(state)) == state


# C21


@pytest.mark.parametrize("layout", [0, 1])
def test_c21_a_first_camel_lies_on_a_spoke_and_points_away(layout: int) -> None:
    routes = grow(layout=layout)

    assert [position.path for position in routes.positions] == [spoke.path for spoke in SPOKES[layout]]
    for route, position in enumerate(routes.positions):
        front = lay_camel(routes, position).front(route)
        assert front is not None
        assert front not in CORNERS[CENTRE]
        assert routes.front(route) is None


# C23


def test_c23_a_route_grows_only_at_its_front() -> None:
    routes = grow("R1 11-21", "R1 10-11")

    assert [name for name in open_to(routes) if name.startswith("R1")] == ["R1 2-10", "R1 9-10"]
    with pytest.raises(ValueError, match="no camel can be laid at R1 11-12"):
        load_extra(
            {"spokes": ["11-21", "33-34", "30-31"], "coast": True, "flank": True, "vote": None}
            | {"camels": ["R1 11-21", "R1 10-11", "R1 11-12"]}
        )


# C24


def test_c24_a_later_camel_may_lie_on_the_border_of_the_oasis() -> None:
    assert open_to(grow(*TO_23, "R1 22-23"))[:2] == ["R1 21-22", "R1 22-33"]


# C25


def test_c25_roads_and_buildings_hinder_no_camel() -> None:
    state = lay_out_camels({"bilal": {"settlements": [11], "roads": [(10, 11), (11, 12)]}}, "R1 11-21")

    assert open_to(state.extra.routes)[:2] == ["R1 10-11", "R1 11-12"]  # type: ignore[attr-defined]


def test_c25_a_road_may_be_built_beside_a_camel() -> None:
    amira = {"hand": {"brick": 1, "lumber": 1}, "settlements": [11]}
    state = lay_out_camels({"amira": amira}, "R1 11-21")

    state, _ = KERNEL.apply(state, "amira", BuildRoad(PATH_NAMED["11-21"]), NOTHING_DRAWN)

    assert state.road_length(0) == 2


# C26


def test_c26_where_there_is_no_third_path_both_end() -> None:
    a, b = ("R1 11-21", "R1 11-12", "R1 4-12", "R1 4-5"), ("R2 24-25", "R2 15-25", "R2 14-15", "R2 6-14")
    apart = grow(*a, *B_TO_24, *b)

    assert told(apart, "R2 5-6") == [("route-ended", "R1"), ("route-ended", "R2")]
    assert told(apart, "R1 5-6") == [("route-ended", "R1"), ("route-ended", "R2")]


def test_c26_all_three_routes_may_become_one() -> None:
    united = grow(*TO_23, *B_TO_24, "R2 23-24", "R1 22-23", "R1 22-33")
    routes = grow(*TO_23, *B_TO_24, "R2 23-24", "R1 22-23", "R1 21-22")

    assert united.has_ended(0)  # it has run into the rear of route R2
    assert routes.has_ended(0)  # and here into its own
    meeting = grow("R1 11-21", "R1 11-12", "R2 33-34", "R2 34-35", "R2 24-35", "R2 23-24", "R2 13-23", "R1 12-13")
    assert open_to(meeting) == ["R1 13-14", "R3 30-31"]
    west = (
        "R3 30-31",
        "R3 29-30",
        "R3 18-29",
        "R3 18-19",
        "R3 9-19",
        "R3 9-10",
        "R3 2-10",
        "R3 2-3",
        "R3 3-4",
        "R3 4-5",
    )
    last = grow(*[position.name for position in meeting.laid], "R1 13-14", "R1 6-14", *west)
    assert told(last, "R3 5-6") == [("route-ended", "R1"), ("route-ended", "R2"), ("route-ended", "R3")]
    inland = grow(*[position.name for position in meeting.laid], "R1 13-14", *west)
    joined = lay_camel(lay_camel(inland, read_position("R3 5-6")), read_position("R3 6-14"))
    assert joined.members(0) == (0, 1, 2)
    assert open_to(joined) == ["R1 14-15"]


# C27


def test_c27_a_front_that_runs_into_the_rear_of_a_route_ends() -> None:
    routes = grow("R1 11-21", *B_TO_24, "R2 23-24", "R2 22-23")

    assert told(routes, "R2 21-22") == [("route-ended", "R2")]
    assert open_to(lay_camel(routes, read_position("R2 21-22"))) == ["R1 10-11", "R1 11-12", "R3 30-31"]


# C29


def test_c29_two_camels_at_its_corner_bar_it() -> None:
    routes = grow(*TO_23, "R1 22-23", "R1 22-33")

    assert told(routes, "R1 32-33") == [("route-ended", "R2")]
    assert open_to(lay_camel(routes, read_position("R1 32-33"))) == ["R1 31-32", "R1 32-42", "R3 30-31"]


# C31


def test_c31_any_route_may_be_begun_or_left_alone() -> None:
    assert open_to(grow("R3 30-31")) == ["R1 11-21", "R2 33-34", "R3 29-30", "R3 30-40"]


# C32


def test_c32_an_ended_route_has_no_position() -> None:
    routes = search(0)

    assert routes.camels_left
    assert all(routes.has_ended(route) for route in range(3))


# C33


def test_c33_with_the_last_camel_all_routes_end() -> None:
    routes = search(0, left=[0])

    assert len(routes.laid) == len(list(list_bits(routes.camels))) == 22
    assert all(routes.has_ended(route) for route in range(3))
    before = load_extra(write(routes)).routes
    assert before == routes


def test_c33_the_last_camel_ends_the_routes_that_could_go_on() -> None:
    routes = search(4, left=[1])

    ended = [fact for kind, fact in told(routes, routes.positions[0].name) if kind == "route-ended"]

    assert ended == [ROUTE_NAMES[route] for route in range(3) if not routes.has_ended(route)]
    assert ended


def test_positions_are_named_and_read_back() -> None:
    for position in grow(*TO_23, *B_TO_24).positions:
        assert read_position(position.name) == position
    with pytest.raises(ValueError, match="not in tuple"):
        read_position("D 0-1")
    with pytest.raises(KeyError):
        read_position("R1 0-2")
