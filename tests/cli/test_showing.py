"""``form``, ``legal``, ``show``, ``status``, ``games``: what is told, to whom, and that nothing is written."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import cast

import pytest
from cli.shell import BEFORE_DEADLINE, adjudicate, copy_game, snapshot, table_order, token

from adjudicator.registry import list_games

SAMPLES = Path(__file__).resolve().parents[2] / "games"

SHOW_KEYS = ["game", "turn", "head", "phase", "over", "awaiting", "scores", "view", "events"]
SEATS = ["bilal", "chen", "dora", "amira"]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of games that nobody writes to; see the last test but one."""
    folder = tmp_path_factory.mktemp("table")
    for name in ("g42", "finished-2005"):
        copy_game(name, folder)
    return folder


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """g42 after turn 7, whose reports are the program's newest."""
    game = copy_game("g42", tmp_path_factory.mktemp("played"))
    assert adjudicate(game, "--now", BEFORE_DEADLINE).code == 0
    return game


@pytest.mark.parametrize("reader", [*SEATS, "public", "moderator"])
def test_show_gives_the_stored_report_byte_for_byte(played: Path, reader: str) -> None:
    options = {"public": [], "moderator": ["--moderator"]}.get(reader, ["--seat", reader])
    for form, suffix in (("text", "txt"), ("html", "html")):
        stored = (played / "turns" / "0007" / "reports" / f"{reader}.{suffix}").read_text()
        assert adjudicate("show", played, *options, "--format", form).out.rstrip() == stored.rstrip()


def test_show_of_an_older_turn_is_the_report_of_that_turn(table: Path) -> None:
    words = adjudicate("show", table / "g42", "--turn", 3, "--seat", "dora").out
    assert words.splitlines()[0] == "Through the Desert: g42, turn 3"
    told = adjudicate("show", table / "g42", "--turn", 0, "--format", "json").json
    assert (told["turn"], told["phase"]) == (0, "leaders")


def test_json_of_a_turn_has_the_promised_keys(table: Path) -> None:
    told = adjudicate("show", table / "g42", "--format", "json").json
    assert list(told) == SHOW_KEYS
    assert told["awaiting"] == [{"seat": seat, "decision": "camel", "must": True} for seat in SEATS]
    assert [score["seat"] for score in told["scores"]] == SEATS
    assert all(list(score) == ["seat", "points", "complete"] for score in told["scores"])
    assert set(told["view"]) == {"board", "oases", "water", "camels", "areas", "supply", "seats"}
    assert set(told["view"]["board"]) == {"name", "title", "origin", "hexes", "mountains", "river", "strip"}
    assert all(set(camel) == {"hex", "colour", "seat", "leader"} for camel in told["view"]["camels"])
    assert told["events"]
    assert all(next(iter(event)) == "kind" for event in told["events"])
    over = adjudicate("show", table / "finished-2005", "--format", "json").json
    assert (over["over"], over["phase"], over["awaiting"]) == (True, "over", [])
    assert over["events"][-1]["kind"] == "game-over"


def test_what_is_hidden_is_shown_to_its_owner_and_the_moderator_only(tmp_path: Path) -> None:
    played = ("simulate", "--game", "through-the-desert", "--seats", "2", "--games", "1", "--seed", "01")
    assert adjudicate(*played, "--option", "taken-water=hidden", "--out", tmp_path / "games").code == 0
    game = tmp_path / "games" / "sim-0000"
    one, two = table_order(game)

    def water(*reader: str) -> dict[str, tuple[int, object]]:
        seats = adjudicate("show", game, "--turn", 20, "--format", "json", *reader).json["view"]["seats"]
        return {seat: (entry["water_tokens"], entry["water"]) for seat, entry in seats.items()}

    told = water("--moderator")
    counts = {seat: count for seat, (count, _) in told.items()}
    assert all(counts.values())
    assert all(sum(cast("dict[str, int]", values).values()) == counts[seat] for seat, (_, values) in told.items())
    assert water() == {one: (counts[one], None), two: (counts[two], None)}
    assert water("--seat", one) == {one: told[one], two: (counts[two], None)}


@pytest.mark.parametrize(
    "options",
    [("--seat", "eve"), ("--seat", "dora", "--moderator"), ("--format", "pdf"), ("--turn", "-1"), ("--turn", "x")],
)
def test_show_refuses_what_it_cannot_show(table: Path, options: tuple[str, ...]) -> None:
    ran = adjudicate("show", table / "g42", *options)
    assert (ran.code, ran.out) == (2, "")


@pytest.mark.parametrize("seat", SEATS)
def test_every_legal_order_is_valid_verbatim_and_none_is_left_out(table: Path, seat: str, tmp_path: Path) -> None:
    told = adjudicate("legal", table / "g42", "--seat", seat, "--json").json
    assert list(told) == ["turn", "seat", "decision", "orders", "templates"]
    assert told["templates"] == []  # every order of this game is listed
    assert (told["turn"], told["seat"], told["decision"]) == (7, seat, "camel")
    lines = adjudicate("legal", table / "g42", "--seat", seat).out.splitlines()
    assert lines == [f"- place: {order['place']}" for order in told["orders"]]
    assert len(set(lines)) == len(lines) > 20
    files = []
    for number, line in enumerate(lines):
        files.append(tmp_path / f"{number}.yaml")
        files[-1].write_text(f"game: g42\nturn: 7\nseat: {seat}\norders:\n{line}\n")
    told_of = adjudicate("check", table / "g42", *files, "--seat", seat, "--json").json
    assert [[p["code"] for p in answer["problems"]] for answer in told_of] == [["orders-missing"]] * len(lines)


def test_a_form_is_a_valid_file_and_its_examples_are_what_is_due(table: Path, tmp_path: Path) -> None:
    files = []
    for seat in SEATS:
        form = adjudicate("form", table / "g42", "--seat", seat).out
        assert max(map(len, form.splitlines())) <= 78
        form = form.replace("\ntoken:", f"\ntoken: {token(table / 'g42', seat)}")
        (tmp_path / f"{seat}-empty.yaml").write_text(form)
        (tmp_path / f"{seat}-filled.yaml").write_text(form.replace("# - place:", "- place:"))
        files += [tmp_path / f"{seat}-empty.yaml", tmp_path / f"{seat}-filled.yaml"]
    ran = adjudicate("check", table / "g42", *files, "--json")
    assert [answer["state"] for answer in ran.json] == ["red", "green"] * len(
        SEATS
    )  # an empty one displaces no orders on file


def test_there_is_no_form_for_a_game_that_is_over_and_nothing_legal_in_it(table: Path) -> None:
    ran = adjudicate("form", table / "finished-2005", "--seat", "jamal")
    assert (ran.code, ran.out) == (0, "")
    told = adjudicate("legal", table / "finished-2005", "--seat", "jamal", "--json").json
    assert (told["decision"], told["orders"], told["templates"]) == (None, [], [])


def test_status_of_a_folder_lists_its_games(table: Path) -> None:
    told = adjudicate("status", table, "--json", "--now", BEFORE_DEADLINE).json
    assert [(game["game"], game["turn"], game["over"]) for game in told] == [
        ("finished-2005", 17, True),
        ("g42", 6, False),
    ]
    g42 = told[1]
    assert (g42["deadline"], g42["late"], g42["awaiting"]) == ("2026-09-22T08:00:00Z", False, [])
    assert [seat["file"] for seat in g42["seats"]] == ["green", "green", "green", "yellow"]
    words = adjudicate("status", table / "g42", "--now", BEFORE_DEADLINE).out
    assert (
        "g42: turn 6 has run, deadline Tuesday 22 September 2026, 08:00 UTC (in less than an hour); all orders are"
        in words
    )
    assert adjudicate("status", cwd=table).out.count("finished-2005: over after turn 17") == 1


def test_status_says_what_is_broken_and_goes_on(table: Path, tmp_path: Path) -> None:
    shutil.copytree(table, tmp_path / "all")
    (tmp_path / "all" / "finished-2005" / "game.yaml").write_text("format: 1\n")
    (tmp_path / "all" / "nothing").mkdir()
    ran = adjudicate("status", tmp_path / "all", "--json")
    assert ran.code == 1
    assert [(game["game"], game["trouble"] is None) for game in ran.json] == [("", False), ("g42", True)]
    assert adjudicate("status", tmp_path / "absent").code == 2


def test_games_lists_editions_options_and_rulings() -> None:
    lines = adjudicate("games").out.splitlines()
    assert "through-the-desert: Through the Desert, 2 to 5 seats" in lines
    assert [line.partition(":")[0] for line in lines if not line.startswith(" ")] == list(list_games())
    told = adjudicate("games", "through-the-desert").out
    for word in ("2005", "manual", "allplay", "returned-leaders", "first-leader", "taken-water", "S1:", "E9:"):
        assert word in told
    assert adjudicate("games", "chess").code == 2


def test_a_seat_that_is_not_there_is_a_usage_error_that_names_the_seats(table: Path) -> None:
    for command in ("form", "legal", "show"):
        ran = adjudicate(command, table / "g42", "--seat", "eve")
        assert (ran.code, "the seats are bilal, chen, dora and amira" in " ".join(ran.err.split())) == (2, True)


def test_whoever_only_asks_writes_nothing(table: Path) -> None:
    before = snapshot(table)
    g42 = table / "g42"
    for words in (
        ("form", g42, "--seat", "dora"),
        ("legal", g42, "--seat", "dora"),
        ("show", g42, "--format", "html"),
        ("status", table),
        ("verify", g42, "--reports"),
    ):
        adjudicate(*words)
    assert snapshot(table) == before


def test_a_folder_that_is_no_game_is_a_usage_error(tmp_path: Path) -> None:
    for words in (("run", tmp_path), ("form", tmp_path, "--seat", "a"), ("show", tmp_path), ("check", tmp_path, "-")):
        ran = adjudicate(*words)
        assert (ran.code, "is not a game directory" in ran.err) == (2, True), words


def test_json_is_one_document(table: Path) -> None:
    assert json.loads(adjudicate("verify", table / "g42", "--json").out)["ok"] is True


def test_in_a_vote_every_seat_can_list_its_bids() -> None:
    for seat in ("amira", "chadi", "dora"):
        listed = adjudicate("legal", SAMPLES / "caravan", "--seat", seat, "--json").json
        assert listed["decision"] == "vote"
        assert {"bid": 0} in listed["orders"]
        assert [next(iter(order)) for order in listed["templates"]] == ["bid", "prefer"]
