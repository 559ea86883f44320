"""Our own cases: every one comes out as it says, and together they speak of everything."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from adjudicator.cases.case import Case
from adjudicator.cases.reading import read_case
from adjudicator.cases.result import run_file
from adjudicator.registry import AnyGame, find_game, list_games

CASES = Path(__file__).parents[2] / "cases"
FILES = sorted(CASES.rglob("*.yaml"))
NOT_YET = {
    "through-the-desert": {"L5", "W6"},  # serpentine placement and aquifers are not offered
}
"""Rulings about what cannot be played yet."""
NOT_FOR_PLAYERS = {"standing-asleep"}
"""Problem codes without a case: it goes as soon as standing orders are acted on."""


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
        assert file.parent.name == case.game


def test_every_case_is_about_an_installed_game(cases: dict[Path, Case]) -> None:
    for case in cases.values():
        assert case.game in list_games()
        assert case.setting.edition in find_game(case.game).editions


def test_a_case_numbered_after_a_ruling_shows_it(cases: dict[Path, Case]) -> None:
    for case in cases.values():
        ruling = case.id.partition("-")[0]
        assert ruling in case.rulings or ruling not in find_game(case.game).rulings


def test_every_ruling_has_a_case(game: AnyGame, cases: dict[Path, Case]) -> None:
    shown = {ruling for case in cases.values() if case.game == game.name for ruling in case.rulings}
    assert set(game.rulings) - shown == NOT_YET[game.name]


def test_every_edition_and_every_value_of_an_option_has_a_case(game: AnyGame, cases: dict[Path, Case]) -> None:
    settings = [case.setting for case in cases.values() if case.game == game.name]
    assert {setting.edition for setting in settings} == set(game.editions)
    assert {len(setting.seats) for setting in settings} == set(game.seats)
    played = {(name, value) for setting in settings for name, value in setting.options.items()}
    assert {(option.name, value) for option in game.options for value in option.values} == played


def test_every_problem_that_orders_can_have_is_in_a_case(game: AnyGame) -> None:
    texts = [file.read_text(encoding="utf-8") for file in FILES if file.parent.name == game.name]
    missing = {
        code
        for code in game.orders.sentences
        if not any(f"code: {code}," in text or f"because: {code}\n" in text for text in texts)
    }
    assert missing == NOT_FOR_PLAYERS


EVENTS = {
    "through-the-desert": (
        "leader-returned",
        "leader-placed",
        "camel-placed",
        "water-claimed",
        "oasis-linked",
        "area-enclosed",
        "largest-caravan",
        "game-over",
    )
}
ENDINGS = {"through-the-desert": ("last-camel", "stuck")}


def test_every_event_and_every_way_to_end_is_in_a_case(game: AnyGame) -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in FILES if file.parent.name == game.name)
    assert [kind for kind in EVENTS[game.name] if f"- {kind}: {{" not in text] == []
    assert [ending for ending in ENDINGS[game.name] if f"ending: {ending}" not in text] == []
