"""Views and events are what the published schemas say, for every reader."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from oracle.catan_positions import lay_out
from unit.catan_views.random_games import play, readers_of

from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Event, Onlooker, Score
from adjudicator.registry import find_resources
from adjudicator.rules.catan.cards import ONE
from adjudicator.rules.catan.topology import Board
from adjudicator.rules.catan.views.game_views import CatanViews
from adjudicator.rules.catan.views.known import EMPTY_BOOK, EVENTS, Offer, Proposal, Terms, TradeBook, View, see_state

WOOL, ORE = ONE[2], ONE[4]
VIEWS = CatanViews()
FOLDER = Path(find_resources("schemas")) / "output" / "catan"
EVERY = 40
"""Every so many positions of a game are checked; all its kinds of events are."""
ORDERED = [
    {"kind": "offer-posted", "give": {"wool": 1}, "get": {"ore": 1}, "to": [], "times": None, "until": None}
    | {"seat": "amira", "number": 1},
    {"kind": "offer-posted", "give": {"wool": 1}, "get": {"ore": 1}, "to": ["bilal"], "times": 2, "until": 30}
    | {"seat": "amira", "number": 2},
    {"kind": "offer-withdrawn", "seat": "amira", "number": 1},
    {"kind": "trade-proposed", "seat": "amira", "give": {"wool": 1}, "get": {"ore": 1}, "to": ["bilal", "chadi"]},
    {"kind": "counter-offered", "seat": "bilal", "to": "amira", "give": {"ore": 1}, "get": {"wool": 2}},
    {"kind": "proposal-closed", "seat": "amira"},
]


def load_schema(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((FOLDER / f"{name}.json").read_text()))


def complaints(schema: Draft202012Validator, content: JsonObject) -> list[str]:
    return [error.message for error in schema.iter_errors(content)]


def test_every_event_has_its_schema_with_every_fact() -> None:
    listed = load_schema("event").schema["oneOf"]
    facts = {entry["title"]: set(entry["properties"]) - {"kind"} for entry in listed}
    assert facts == {kind: set(row) for kind, row in EVENTS.items()}
    assert all(entry["description"] and entry["properties"]["kind"]["const"] == entry["title"] for entry in listed)


@pytest.mark.parametrize("number", range(9))
def test_random_games(number: int) -> None:
    view, event_schema = load_schema("view"), load_schema("event")
    events: dict[tuple[str, tuple[str, ...]], Event] = {}
    state = None
    for place, (happened, state) in enumerate(play(number)):
        for reader in readers_of(state):
            for event in happened:
                heard = VIEWS.hear(event, reader)
                assert heard is not None
                events[heard.kind, tuple(heard.facts)] = heard
            if place % EVERY == 0:
                assert complaints(view, VIEWS.to_json(see_state(state, EMPTY_BOOK, reader))) == []
    assert state is not None
    assert complaints(view, VIEWS.to_json(see_state(state, EMPTY_BOOK, Onlooker.PUBLIC))) == []
    assert [complaints(event_schema, event.to_json()) for event in events.values()] == [[]] * len(events)


@pytest.mark.parametrize("event", ORDERED, ids=lambda event: event["kind"])
def test_events_of_the_orders(event: JsonObject) -> None:
    assert complaints(load_schema("event"), event) == []


def test_a_fact_or_a_key_too_many_is_refused() -> None:
    assert complaints(load_schema("event"), {"kind": "proposal-closed", "seat": "amira", "why": "refused"})
    known = see_state(lay_out({}), EMPTY_BOOK, "amira")
    assert complaints(load_schema("view"), {**VIEWS.to_json(known), "secret": 1})


def knows(book: TradeBook = EMPTY_BOOK, reader: str = "amira") -> View:
    players = {
        "amira": {"hand": {"wool": 2, "ore": 1}, "settlements": [0], "cities": [20], "roads": [(16, 17)]},
        "bilal": {"hand": {"grain": 3}, "cards": {"victory-point": 1, "knight": 1}, "played": {"knight": 3}},
    }
    state = lay_out(players, largest="bilal", ahead=[[3, 5], [1, 1], [0, 0]], rolls={"8": 1})
    return see_state(state, book, reader)


def test_the_view_of_a_position() -> None:
    view = dict(VIEWS.to_json(knows()))
    board, seats = view.pop("board"), view.pop("seats")
    assert isinstance(board, dict)
    assert isinstance(seats, dict)

    assert view == {
        "phase": "play",
        "stage": "turn",
        "mover": "amira",
        "turn": 1,
        "dice": 8,
        "ahead": [{"seat": "bilal", "turn": 2, "dice": [1, 1]}],
        "rolls": {str(total): int(total == 8) for total in range(2, 13)},
        "target": 10,
        "robber": "J",
        "bank": {"brick": 19, "lumber": 19, "wool": 17, "grain": 16, "ore": 18},
        "deck": 20,
        "longest_road": None,
        "largest_army": "bilal",
        "offers": [],
        "proposal": None,
    }
    assert board["hexes"]["A"] == {"terrain": "mountains", "number": 10}
    assert board["hexes"]["J"] == {"terrain": "desert", "number": None}
    assert (len(board["hexes"]), len(board["harbours"])) == (19, 9)
    assert list(seats) == ["amira", "bilal", "chadi"]
    rates = {"brick": 3, "lumber": 3, "wool": 3, "grain": 3, "ore": 3}
    assert seats["amira"] == {
        "cards": 3,
        "hand": {"wool": 2, "ore": 1},
        "developments": 0,
        "unplayed": {},
        "fresh": {},
        "played": {},
        "settlements": [0],
        "cities": [20],
        "roads": ["16-17"],
        "rates": rates,
        "road_length": 1,
        "owes": 0,
        "points": 3,
    }
    hidden = {"hand": None, "unplayed": None, "fresh": None}
    assert (
        seats["bilal"].items()
        >= {"cards": 3, "developments": 2, "played": {"knight": 3}, "points": 2, **hidden}.items()
    )


@pytest.mark.parametrize(
    ("turn", "stage", "phase"), [(0, "road", "set-up"), (3, "interlude", "interlude"), (3, "over", "over")]
)
def test_phases(turn: int, stage: str, phase: str) -> None:
    view = VIEWS.to_json(see_state(lay_out({}, turn=turn, stage=stage, dice=0), EMPTY_BOOK, "amira"))
    assert (view["phase"], view["stage"]) == (phase, stage)


def test_offers_and_the_open_proposal() -> None:
    book = TradeBook(
        offers=(Offer(1, 1, WOOL, ORE, (), None, None), Offer(1, 2, ORE, 2 * WOOL, (0, 2), 3, 30)),
        proposal=Proposal(0, (Terms(WOOL, ORE, (1, 2)), Terms(ORE, WOOL, (1,))), (1, 3)),
    )
    view = VIEWS.to_json(knows(book))

    one, other, ore = {"wool": 1}, {"wool": 2}, {"ore": 1}
    assert view["offers"] == [
        {"seat": "bilal", "number": 1, "give": one, "get": ore, "to": [], "left": None, "until": None},
        {"seat": "bilal", "number": 2, "give": ore, "get": other, "to": ["amira", "chadi"], "left": 3, "until": 30},
    ]
    assert view["proposal"] == {"seat": "amira", "number": 1, "give": one, "get": ore, "to": ["bilal", "chadi"]} | {
        "or": [{"number": 3, "give": ore, "get": one, "to": ["bilal"]}]
    }
    assert complaints(load_schema("view"), view) == []


def test_a_game_built_on_this_one_adds_its_own_keys() -> None:
    views = CatanViews(describe=lambda known: {"camels_left": known.turn})
    assert views.to_json(knows()) == {**VIEWS.to_json(knows()), "camels_left": 1}


def test_scores_leave_out_what_the_reader_may_not_know() -> None:
    def points_of(reader: str) -> tuple[int, int, bool, bool]:
        (_, mine, _, know_mine), (_, theirs, parts, know_theirs), _ = VIEWS.scores(knows(reader=reader))
        assert parts["largest-army"] == 2
        return mine, theirs, know_mine, know_theirs

    assert points_of("amira")[:2] == (3, 2)
    assert points_of("bilal")[:2] == (3, 3)
    assert points_of("amira")[3] is False
    assert points_of("bilal")[3] is True


@pytest.mark.parametrize("number", range(3))
def test_scores_are_the_points_of_the_view(number: int) -> None:
    for place, (_, state) in enumerate(play(number)):
        if place % EVERY == 0:
            for reader in readers_of(state):
                known = see_state(state, EMPTY_BOOK, reader)
                assert VIEWS.scores(known) == tuple(
                    Score(seat.name, seat.points, score.parts, score.complete)
                    for seat, score in zip(known.seats, VIEWS.scores(known), strict=True)
                )


def test_the_schema_knows_every_piece_of_the_board() -> None:
    boards: list[Board] = [next(play(number)).state.table.board for number in range(9)]
    schema = load_schema("view").schema["properties"]["board"]["properties"]
    terrains = schema["hexes"]["additionalProperties"]["properties"]["terrain"]["enum"]
    assert {terrain for board in boards for terrain in board.terrains} == set(terrains)
    assert {kind for board in boards for kind in board.harbours} == set(
        schema["harbours"]["additionalProperties"]["enum"]
    )
