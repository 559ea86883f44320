"""``adjudicate simulate``: bare kernels, and game directories that are as good as played by mail."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.shell import Ran, adjudicate

KEYS = ["games", "decisions", "seconds", "games_per_second", "decisions_per_second", "ended"]
GAMES = (
    ("2005", 2, "round", ()),
    ("manual", 3, "seat", ("taken-water=hidden",)),
    ("allplay", 4, "round", ("taken-water=shown",)),
    ("2005", 5, "round", ("returned-leaders=choice", "first-leader=bind")),
    ("allplay", 5, "seat", ("returned-leaders=random", "first-leader=waive")),
)
"""Edition, seats, pacing, options: together every edition, number of seats, pacing and value of an option."""


def simulate(seats: int, games: int, *more: str) -> Ran:
    return adjudicate("simulate", "--game", "through-the-desert", "--seats", seats, "--games", games, *more)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One simulated game directory of each kind."""
    folder = tmp_path_factory.mktemp("simulated")
    for number, (edition, seats, pacing, options) in enumerate(GAMES):
        chosen = [part for option in options for part in ("--option", option)]
        wish = ("--seed", "beef", "--edition", edition, "--pacing", pacing, "--out", str(folder / str(number)))
        ran = simulate(seats, 1, *wish, *chosen, "--json")
        assert ran.code == 0, ran
        assert (ran.json["games"], sum(ran.json["ended"].values())) == (1, 1)
    return folder


@pytest.mark.slow
def test_every_simulated_directory_verifies_with_its_reports(folder: Path) -> None:
    paths = sorted(folder.glob("*/sim-0000"))
    assert len(paths) == len(GAMES)
    ran = adjudicate("verify", *paths, "--reports", "--json")
    assert [(verdict["ok"], verdict["findings"]) for verdict in ran.json] == [(True, [])] * len(GAMES)
    assert ran.code == 0


def test_they_are_finished_and_keep_the_newest_reports_only(folder: Path) -> None:
    told = adjudicate("status", folder, "--json").json
    assert [game["over"] for game in told] == [True] * len(GAMES)
    for game in told:
        reports = [path.parent.name for path in Path(game["path"]).glob("turns/*/reports")]
        assert reports == [f"{game['turn']:04}"]


def test_nothing_of_a_simulated_game_was_refused_or_forced(folder: Path) -> None:
    assert list(folder.rglob("refused")) == []
    assert not [path for path in folder.rglob("*.turn") if '"forced": true' in path.read_text()]


def test_the_same_seed_plays_the_same_games(folder: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    simulate(2, 1, "--seed", "beef", "--edition", "2005", "--out", str(again))
    heads = [
        adjudicate("show", game, "--format", "json").json["head"]
        for game in (again / "sim-0000", folder / "0" / "sim-0000")
    ]
    assert heads[0] == heads[1]
    one, same, other = (simulate(2, 3, "--seed", seed, "--json").json for seed in ("1", "01", "2"))
    assert one["decisions"] == same["decisions"] != other["decisions"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_json_of_the_bare_kernel_has_the_promised_keys(seats: int) -> None:
    ran = simulate(seats, 2, "--seed", "0123456789abcdef0", "--json")
    assert ran.code == 0
    assert list(ran.json) == KEYS
    assert ran.json["games"] == 2
    assert ran.json["decisions"] > 100
    assert sum(ran.json["ended"].values()) == 2
    assert set(ran.json["ended"]) <= {"last-camel", "stuck"}


@pytest.mark.parametrize(
    "wrong",
    [
        ("--seats", "1"),
        ("--seats", "6"),
        ("--games", "-1"),
        ("--seed", "xyz"),
        ("--edition", "2004"),
        ("--option", "camels=9"),
        ("--option", "taken-water=wet"),
        ("--pacing", "fast"),
        ("--game", "chess"),
    ],
)
def test_a_wish_that_cannot_be_is_a_usage_error(wrong: tuple[str, str]) -> None:
    assert simulate(3, 1, "--seed", "1", *wrong).code == 2


def test_no_games_are_no_trouble_and_what_is_there_is_left_alone(tmp_path: Path) -> None:
    assert simulate(2, 0, "--seed", "1", "--json").json["games"] == 0
    (tmp_path / "sim-0000").mkdir()
    ran = simulate(2, 1, "--seed", "1", "--out", str(tmp_path))
    assert ran.code == 2
    assert list((tmp_path / "sim-0000").iterdir()) == []
