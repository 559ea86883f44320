"""Many games in one call: several processes work on them, and what is said is what one would have said."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from cli.shell import BEFORE_DEADLINE, Ran, adjudicate, copy_game, newest
from parts import turn_of

from adjudicator.acts.side_by_side import work_side_by_side

COUNT = 12


def lay_out(folder: Path) -> list[Path]:
    """Games that are due, one of them damaged, one that is no game, and one that is over."""
    games = []
    for number in range(COUNT):
        below = folder / f"{number:02}"
        below.mkdir(parents=True)
        games.append(below / "missing" if number == 3 else copy_game("finished-2005" if number == 9 else "g42", below))
    (turn_of(games[5], 6) / "state.json").write_text("{}")
    return games


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[int, bool], Ran]:
    """What is said by so many processes, in words and as JSON; each time of games of the same places."""
    folder = tmp_path_factory.mktemp("many")
    answers = {}
    for jobs in (1, 3):
        for as_json in (False, True):
            games = lay_out(folder / "games")
            words = ["--jobs", jobs, "--now", BEFORE_DEADLINE, *(["--json"] if as_json else [])]
            answers[jobs, as_json] = adjudicate("run", *games, *words)
            assert [newest(game) for game in games[:3]] == [7, 7, 7]
            (folder / "games").rename(folder / f"{jobs}{as_json}")
    return answers


@pytest.mark.parametrize("as_json", [False, True])
def test_what_is_said_and_in_which_order_is_the_same(told: dict[tuple[int, bool], Ran], as_json: bool) -> None:
    assert told[3, as_json] == told[1, as_json]


def test_every_game_is_told_though_others_are_damaged(told: dict[tuple[int, bool], Ran]) -> None:
    assert told[3, False].code == 2
    assert told[3, False].out.count("g42, turn 7: adjudicated") == COUNT - 3
    assert [line.split("/")[-2] for line in told[3, False].err.splitlines() if "missing" in line] == ["03"]
    statuses = [game["status"] for game in told[3, True].json]
    assert (statuses.index("over"), [at for at, status in enumerate(statuses) if status == "failed"]) == (9, [3, 5])


def test_a_game_that_is_named_twice_is_not_in_its_own_way(tmp_path: Path) -> None:
    games = [copy_game("g42", tmp_path)] * COUNT
    ran = adjudicate(*games, "--turn", 7, "--jobs", 3, "--now", BEFORE_DEADLINE)
    assert (ran.code, ran.err, ran.out.count("has run already")) == (0, "", COUNT - 1)


def test_one_that_is_killed_takes_nothing_with_it() -> None:
    def work(number: int) -> int:
        if number in {4, 7}:
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number

    done = list(work_side_by_side(work, range(20), 2))
    assert done == [None if number in {4, 7} else number * number for number in range(20)]


def test_who_works_for_one_that_was_killed_stops() -> None:
    told, tell = os.pipe()
    items = range(200_000)
    killed = os.fork()
    if killed == 0:
        list(work_side_by_side(lambda _: os.write(tell, b"."), items, 2))
        os._exit(0)
    os.close(tell)
    heard = len(os.read(told, 1)) + len(os.read(told, 1))
    os.kill(killed, signal.SIGKILL)
    os.waitpid(killed, 0)
    while data := os.read(told, 65536):  # ends when nobody is left who could write
        heard += len(data)
    os.close(told)
    assert heard < len(items)
