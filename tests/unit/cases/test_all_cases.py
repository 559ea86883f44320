"""Our own cases: every one comes out as it says, and together they speak of everything."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from adjudicator.cases import Case, read_case
from adjudicator.cases.running import run_file
from adjudicator.registry import AnyGame, find_game, list_games

CASES = Path(__file__).parents[2] / "cases"
FILES = sorted(CASES.rglob("*.yaml"))
NOT_YET: dict[str, set[str]] = {
    "through-the-desert": set(),
    "catan": set(),
    "catan-caravans": set(),
}
"""Rulings about what cannot be played yet."""
NOT_OF_ORDERS = {
    "counter-not-taken",
    "no-taker",  # told of a proposal in the report, when the answers are in
    "not-your-turn",  # orders that come early are judged as if the seat's move came now
    "others-first",
}
NOT_FOR_PLAYERS: dict[str, set[str]] = {
    # why an order was skipped or kept as it was written, and how a standing order ended: told when it does
    "through-the-desert": {
        "condition-false",
        "condition-false-of",
        "never-again",
        "never-asked",
        "times-up",
        "unread",
        "until-true",
        "until-true-of",
    },
    "catan": {
        "between-turns",  # for games built on this one
        "not-now",  # stands in where no other reason fits
        "robber-barred",  # for games built on this one
        *NOT_OF_ORDERS,
    },
    "catan-caravans": {
        "no-bidder-you",  # how a report tells no-bidder to the seat that it names
        "not-now",
        *NOT_OF_ORDERS,
    },
}
"""Problem codes without a case."""


def game_of(file: Path) -> str:
    """The game that a case file lies under; chapters may have folders of their own."""
    return file.relative_to(CASES).parts[0]


BASE_OF = {"catan-caravans": "catan"}
"""Games whose cases may rest on those of the game they are built on."""


def text_of(game: AnyGame) -> str:
    names = {game.name, BASE_OF.get(game.name)}
    return "".join(file.read_text(encoding="utf-8") for file in FILES if game_of(file) in names)


def case_of(file: Path) -> Case:
    case, _, problems = read_case(file.read_bytes())
    assert problems == ()
    assert case is not None
    return case


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_case_comes_out_as_it_says(file: Path) -> None:
    result = run_file(file.read_bytes(), file.name)
    assert result.ok, "\n".join(result.to_lines())


@pytest.fixture(scope="module")
def cases() -> dict[Path, Case]:
    return {file: case_of(file) for file in FILES}


@pytest.fixture(scope="module", params=[folder.name for folder in sorted(CASES.iterdir())])
def game(request: pytest.FixtureRequest) -> AnyGame:
    return find_game(request.param)


def test_numbers_are_unique_and_match_file_names(cases: dict[Path, Case]) -> None:
    counted = Counter((case.game, case.id) for case in cases.values())
    assert [number for number, count in counted.items() if count > 1] == []
    for file, case in cases.items():
        assert file.stem.startswith(f"{case.id}-")
        assert game_of(file) == case.game


def test_every_case_is_about_an_installed_game(cases: dict[Path, Case]) -> None:
    editions = {name: find_game(name).editions for name in list_games()}
    for case in cases.values():
        assert case.setting.edition in editions[case.game]


def test_a_case_numbered_after_a_ruling_shows_it(cases: dict[Path, Case]) -> None:
    rulings = {name: find_game(name).rulings for name in list_games()}
    for case in cases.values():
        ruling = case.id.partition("-")[0]
        assert ruling in case.rulings or ruling not in rulings[case.game]


def test_every_ruling_has_a_case(game: AnyGame, cases: dict[Path, Case]) -> None:
    games = {game.name, BASE_OF.get(game.name)}
    shown = {ruling for case in cases.values() if case.game in games for ruling in case.rulings}
    assert set(game.rulings) - shown == NOT_YET[game.name]


def test_every_edition_and_every_value_of_an_option_has_a_case(game: AnyGame, cases: dict[Path, Case]) -> None:
    settings = [case.setting for case in cases.values() if case.game == game.name]
    assert {setting.edition for setting in settings} == set(game.editions)
    assert {len(setting.seats) for setting in settings} == set(game.seats)
    played = {
        (option.name, setting.options.get(option.name, option.default))
        for setting in settings
        for option in game.options
        if option.matters(len(setting.seats))
    }
    offered = {(option.name, value) for option in game.options for value in option.values}
    numbers = {(name, value) for name, value in offered - played if value.isdecimal()}
    # of an option that is a number, some values stand for all
    assert offered - played - numbers == set()
    assert {name for name, _ in numbers} <= {name for name, value in played if value.isdecimal()}


def test_every_problem_that_orders_can_have_is_in_a_case(game: AnyGame) -> None:
    text, kinds = text_of(game), game.orders.kinds
    # no words for one kind, nor what was recorded in other words
    codes = {code for code in game.orders.sentences if code.rpartition("-")[2] not in kinds and " " not in code}
    missing = {code for code in codes if f"code: {code}," not in text and f"because: {code}\n" not in text}
    assert missing == NOT_FOR_PLAYERS[game.name]


CATAN_EVENTS = (
    *("seats-drawn", "board-laid", "settlement-built", "road-built", "city-built", "income", "turn-began"),
    *("dice-foretold", "dice-rolled", "produced", "bank-short", "discarded", "robber-moved", "card-stolen"),
    *("card-bought", "card-played", "bank-traded", "traded", "longest-road", "largest-army", "game-over"),
    *("offer-posted", "offer-withdrawn", "trade-proposed", "counter-offered", "proposal-closed"),
)
CARAVAN_EVENTS = (
    *("oasis-laid", "vote-opened", "bid-laid", "vote-decided", "camel-placed", "cards-paid", "route-ended"),
    "routes-merged",
)
EVENTS = {
    "catan": CATAN_EVENTS,
    "catan-caravans": (*CATAN_EVENTS, *CARAVAN_EVENTS),
    "through-the-desert": (
        "leader-returned",
        "leader-placed",
        "camel-placed",
        "water-claimed",
        "oasis-linked",
        "area-enclosed",
        "largest-caravan",
        "game-over",
    ),
}
ENDINGS = {"catan": ("victory",), "catan-caravans": ("victory",), "through-the-desert": ("last-camel", "stuck")}


def test_every_event_and_every_way_to_end_is_in_a_case(game: AnyGame) -> None:
    text = text_of(game)
    assert [kind for kind in EVENTS[game.name] if not re.search(rf"- {kind}(: {{|\n|:\n)", text)] == []
    assert [ending for ending in ENDINGS[game.name] if f"ending: {ending}" not in text] == []
