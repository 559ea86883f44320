"""Catan through the command: what happened to somebody once and must not happen again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from cli.shell import GAMES, adjudicate, write_file
from our_games import OUR_GAMES
from parts import newest_of, turn_of

from adjudicator.intake import judge, sentences
from adjudicator.registry import find_game

OUTSTANDING = 4
DAY = "2026-01-0{}T00:00:00Z"
SEATS = ("amira", "bilal", "chen")


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three seats after the set-up, which the defaults have placed; somebody is to play the first turn."""
    folder = tmp_path_factory.mktemp("pattern")
    secret = folder / "secret"
    secret.write_text("12" * 64)
    path = folder / "g"
    seats = [part for seat in SEATS for part in ("--seat", seat)]
    founded = adjudicate(
        *("new", path, "--game", "catan", "--secret-file", secret, "--now", DAY.format(1)),
        *seats,
    )
    assert founded.code == 0, founded
    for _ in range(5):
        assert adjudicate("run", path, "--force", "--now", DAY.format(1)).code == 0
    return path


@pytest.fixture
def game(pattern: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(pattern, tmp_path / pattern.name))


def status(game: Path) -> dict[str, object]:
    told = adjudicate("status", game, "--json", "--now", DAY.format(1)).json
    return told[0] if isinstance(told, list) else told


def send(game: Path, seat: str, orders: list[str], now: str = DAY.format(1)) -> None:
    turn = int(str(status(game)["turn"])) + 1
    file = write_file(game.parent / "move.yaml", "g", turn, seat, orders)
    ran = adjudicate("submit", game, file, "--seat", seat, "--now", now)
    assert ran.code == 0, ran


def newest(game: Path, name: str) -> dict[str, object]:
    content = json.loads((turn_of(game, newest_of(game)) / name).read_text())
    assert isinstance(content, dict)
    return content


def test_a_receipt_says_either_that_play_waits_or_that_the_turn_does_not(game: Path) -> None:
    hands = newest(game, "state.json")["seats"]
    assert isinstance(hands, dict)
    mover = str(newest(game, "state.json")["mover"])
    give = next(iter(hands[mover]["hand"]))
    turn = int(str(status(game)["turn"])) + 1
    orders = [f"propose: {{give: 1 {give}, get: 1 {'ore' if give != 'ore' else 'wool'}}}"]

    def check(orders: list[str]) -> str:
        file = write_file(game.parent / "move.yaml", "g", turn, mover, orders)
        return adjudicate("check", game, file, "--seat", mover, "--now", DAY.format(1)).out

    assert "and play waits for you" in check(orders)
    assert "he turn does not have to wait for you" not in check(orders)
    assert "he turn does not have to wait for you" in check([*orders, "end: turn"])


def test_a_forced_turn_waits_for_the_answers_to_a_proposal(game: Path) -> None:
    hands = newest(game, "state.json")["seats"]
    assert isinstance(hands, dict)
    mover = str(newest(game, "state.json")["mover"])
    give = next(iter(hands[mover]["hand"]))
    get = "ore" if give != "ore" else "wool"
    send(game, mover, [f"propose: {{give: 1 {give}, get: 1 {get}}}", "end: turn"])

    assert adjudicate("run", game, "--force", "--now", DAY.format(1)).code == 0

    assert newest(game, "state.json")["mover"] == mover
    others = [seat for seat in SEATS if seat != mover]
    assert sorted(ask["seat"] for ask in status(game)["awaiting"]) == sorted(others)
    for seat in others:
        send(game, seat, [f"refuse: {mover}"])
    assert adjudicate("run", game, "--now", DAY.format(1)).code == 0
    assert newest(game, "state.json")["mover"] != mover


def test_what_a_receipt_calls_the_end_of_the_file_is_no_order_when_the_turn_runs(game: Path) -> None:
    state = newest(game, "state.json")
    assert isinstance(state["seats"], dict)
    table, mover = list(state["seats"]), str(state["mover"])
    after = table[(table.index(mover) + 1) % len(table)]
    send(game, mover, ["end: turn"])
    send(game, after, ["robber: A", "end: turn"])

    assert adjudicate("run", game, "--now", DAY.format(1)).code == 0

    agenda = newest(game, "agenda.json")[after]
    assert isinstance(agenda, dict)
    assert (agenda["items"], len(agenda["answers"])) == ([], 1)
    assert newest(game, "state.json")["mover"] == after
    assert adjudicate("verify", game).code == 0


def test_the_status_names_seats_for_which_standing_orders_answer(tmp_path: Path) -> None:
    game = shutil.copytree(GAMES / "caravan", tmp_path / "caravan")
    files = {"amira": "green", "bilal": "green", "chadi": "none", "dora": "standing"}
    for _ in ("by its line", "opened"):
        (told,) = adjudicate("status", game, "--json").json
        assert {seat["seat"]: seat["file"] for seat in told["seats"]} == files
        (game / "private" / "status.json").unlink(missing_ok=True)


def test_what_does_nothing_puts_no_deadline_off(game: Path) -> None:
    state = newest(game, "state.json")
    mover, due = str(state["mover"]), newest(game, "turn.json")["due"]
    send(game, mover, ["{try: city 53}"])

    assert adjudicate("run", game, "--now", DAY.format(2)).code == 0

    assert newest(game, "state.json")["mover"] == mover
    assert newest(game, "turn.json")["due"] == due


def test_orders_for_another_roll_alone_make_no_turn(game: Path) -> None:
    state = newest(game, "state.json")
    other = 2 if state["dice"] != 2 else 3
    send(game, str(state["mover"]), [f"{{end: turn, if: {{rolled: {other}}}}}"])

    assert adjudicate("run", game, "--now", DAY.format(2)).code == OUTSTANDING


def test_a_misspelt_seat_is_told_like_any_other_mistake(game: Path) -> None:
    file = write_file(game.parent / "move.yaml", "g", 6, "amria", [])
    ran = adjudicate("check", game, file)
    assert ran.code == 1
    assert "there is no seat 'amria' in this game (did you mean amira?)" in ran.out


@pytest.mark.parametrize("name", OUR_GAMES)
def test_no_code_of_a_game_is_one_of_the_intake(name: str) -> None:
    own = find_game(name).orders.sentences
    assert [code for code in own if code in judge._SENTENCES or code in sentences.SENTENCES] == []


@pytest.mark.parametrize("name", ["any", "all", "builder", "best"])
def test_a_word_of_the_orders_is_no_name_for_a_seat(tmp_path: Path, name: str) -> None:
    seats = ["--seat", name, "--seat", "bilal", "--seat", "chen"]
    ran = adjudicate("new", tmp_path / "g", "--game", "catan-caravans", *seats)
    assert ran.code != 0
    assert name in ran.err
    assert not (tmp_path / "g").exists()


def test_a_file_beside_orders_that_answer_all_is_not_said_to_keep_play_waiting(game: Path) -> None:
    (seat,) = [seat for seat in SEATS if f"'seat': '{seat}'" in str(status(game)["awaiting"])]
    file = game.parent / "standing.yaml"
    file.write_text(f"game: g\nturn: {int(str(status(game)['turn'])) + 1}\nseat: {seat}\nstanding: []\n")
    said = "play waits for you"
    assert said in adjudicate("check", game, file, "--seat", seat, "--now", DAY.format(1)).out
    send(game, seat, ["end: turn"])
    out = adjudicate("check", game, file, "--seat", seat, "--now", DAY.format(1)).out
    assert said not in out
    assert "Your orders stay as they are: end turn." in out
    assert "the turn does not have to wait for you" in out
