"""What moderators mistype: the answer says what would work."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.shell import BEFORE_DEADLINE, SET_UP, adjudicate, copy_game, found


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return found(tmp_path_factory.mktemp("table"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seat", "Amira", "--seat", "bob"), "are taken; write amira"),
        (("--seat", "ann=Ann Lee ann@example.org", "--seat", "bob"), "write 'Ann Lee <ann@example.org>'"),
        (("--seat", "ann=Ann Lee <ann@example.org", "--seat", "bob"), "write 'Ann Lee <ann@example.org>'"),
        (("--seat", "ann=Ann<ann.example.org>", "--seat", "bob"), "is not one such as ann@example.org"),
        (("--seat", "ann", "--seat", "bob", "--policy", "presse=none"), "did you mean policies.press?"),
        (("--seat", "ann", "--seat", "bob", "--deadline", "3 days hour 20"), "put a comma before 'hour'"),
        (
            ("--seat", "ann", "--seat", "bob", "--deadline", "3 days, hour 20, holidays 2026-12-24..2026-12-20"),
            "the second day must not be before the first",
        ),
    ],
)
def test_what_new_refuses_comes_with_what_would_do(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    ran = adjudicate("new", tmp_path / "g", "--game", "through-the-desert", *words, "--now", SET_UP)
    assert (ran.code, said in ran.err) == (2, True), ran
    assert not (tmp_path / "g").exists()


def test_the_folder_of_a_new_game_is_offered_as_an_id(tmp_path: Path) -> None:
    seats = ("--seat", "ann", "--seat", "bob")
    ran = adjudicate("new", tmp_path / "My Game", "--game", "through-the-desert", *seats, "--now", SET_UP)
    assert ran.err.endswith("are taken; write my-game\n"), ran


@pytest.mark.parametrize("more", [(), ("x",)])
def test_a_command_with_a_slip_is_no_game(more: tuple[str, ...]) -> None:
    ran = adjudicate("statu", *more)
    assert (ran.code, ran.err) == (2, "adjudicate: there is no command or game 'statu' (did you mean status?)\n")


def test_a_word_that_is_no_command_runs_no_turn_of_the_games_behind_it(tmp_path: Path) -> None:
    game = copy_game("g42", tmp_path)
    ran = adjudicate("look", game, "--now", BEFORE_DEADLINE)
    assert (ran.code, ran.err) == (2, "adjudicate: there is no command or game 'look'\n")
    assert not (game / "turns" / "0007.turn").exists()
    assert adjudicate(game, "--now", BEFORE_DEADLINE).code == 0
    assert (game / "turns" / "0007.turn").exists()


def test_the_game_beside_is_offered(game: Path) -> None:
    ran = adjudicate("show", game.with_name("tyo"))
    assert ran.err.endswith("is not a game directory: there is no such folder; did you mean toy?\n"), ran
    assert adjudicate("show", game.with_name("x")).err.endswith("there is no such folder\n")
    archive = game.with_name("toy.zip")
    archive.write_bytes(b"")
    for words in (("show", archive), ("unpack", archive, "--turn", "0", game.with_name("parts"))):
        ran = adjudicate(*words)
        assert (ran.code, "it is a file; `adjudicate import` makes a game directory out" in ran.err) == (2, True), ran
    assert adjudicate("show", game / "game.yaml").err.endswith("is not a game directory: it is a file\n")


@pytest.mark.parametrize("words", [("status",), ("desk",), ("serve",), ("message", "Hello"), ("receive", "-")])
def test_a_file_where_a_folder_is_wanted_is_called_one(words: tuple[str, ...], game: Path) -> None:
    command, *more = words
    for name, said in (("game.yaml", "it is a file, not a game folder"), ("away", "there is no such folder")):
        ran = adjudicate(command, game / name, *more)
        assert (ran.code, f"{name}: {said}" in " ".join(ran.err.split())) == (2, True), ran


@pytest.mark.parametrize("command", ["check", "submit"])
def test_a_seat_that_nobody_has_is_a_usage_error_and_nothing_is_filed(command: str, game: Path) -> None:
    (game.parent / "ann.yaml").write_text("game: toy\nturn: 1\nseat: ann\norders: []\n")
    ran = adjudicate(command, game, game.parent / "ann.yaml", "--seat", "anne", "--now", SET_UP)
    assert (ran.code, "there is no seat 'anne'; the seats are" in ran.err) == (2, True), ran
    assert not (game / "refused").exists()


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        ("2020-01-01", "2020-01-03", "the holiday is over already: its last day is 2020-01-03, and today is"),
        ("2027-01-03", "2027-01-01", "the last day of the holiday, 2027-01-01, is before the first, 2027-01-03"),
        ("2027-01-03", "2029-01-01", "a holiday can last a year at most"),
    ],
)
def test_a_holiday_that_cannot_be_says_why(first: str, last: str, said: str, game: Path) -> None:
    words = ("--seat", "ann", "--from", first, "--to", last, "--reason", "x", "--now", SET_UP)
    ran = adjudicate("holiday", game, *words)
    assert (ran.code, said in ran.err) == (3, True), ran


@pytest.mark.parametrize(
    ("until", "code", "said"),
    [
        ("tomorrow", 2, "'tomorrow' is not an instant such as 2026-12-20T18:00+01:00"),
        ("2020-01-01T00:00Z", 3, " UTC; extend can only make it later"),
        ("2190-01-01T00:00Z", 3, "the deadline would be Friday 1 January 2190, 00:00 UTC, "),
    ],
)
def test_an_instant_that_will_not_do_is_answered_in_words(until: str, code: int, said: str, game: Path) -> None:
    ran = adjudicate("extend", game, "--until", until, "--reason", "x", "--now", SET_UP)
    assert (ran.code, said in ran.err) == (code, True), ran


@pytest.mark.parametrize(
    ("person", "said"),
    [
        ("Fay <fay@example.org", "write 'Fay <fay@example.org>'"),
        ("fay@example.org", "the address is all there is; write 'Name <fay@example.org>'"),
        ("", "give one of --person NAME and --end"),
    ],
)
def test_a_substitute_needs_a_name(person: str, said: str, game: Path) -> None:
    words = ("--seat", "ann", "--person", person, "--reason", "x", "--now", SET_UP)
    ran = adjudicate("substitute", game, *words)
    assert (ran.code, said in ran.err) == (2, True), ran


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("missed=house", "did you mean policies.missed?"),
        ("timezone=Europe/Berlin", "timezone was agreed for good when the game was set up"),
        ("names=x", "adjudicate replace --name gives a seat to somebody of another name"),
    ],
)
def test_a_key_that_edit_does_not_know_is_answered_with_one_that_it_does(setting: str, said: str, game: Path) -> None:
    ran = adjudicate("edit", game, "--set", setting, "--reason", "x", "--now", SET_UP)
    assert (ran.code, said in ran.err) == (3, True), ran


def test_a_folder_of_games_is_no_game(game: Path) -> None:
    ran = adjudicate("archive", game.parent, "-o", game.with_name("a.zip"))
    assert ran.code == 2
    assert f"there are games in it: name toy, or all of them as {game.parent.name}/*" in ran.err


def test_the_house_plays_a_seat_or_it_does_not(game: Path) -> None:
    ran = adjudicate("house", game, "--seat", "ann", "--end", "--reason", "x", "--now", SET_UP)
    assert ran.err == "adjudicate: the house does not play ann\n"


def test_deadlines_to_come_are_listed_while_the_next_is_one_of_them(tmp_path: Path) -> None:
    found(tmp_path, "--deadline", "2 days, hour 20")
    assert "  then by Monday 5 January 2026, 20:00 UTC" in adjudicate("status", tmp_path, "--now", SET_UP).out
    late = adjudicate("status", tmp_path, "--now", "2026-03-01T00:00:00Z").out
    assert "(passed)" in late
    assert "then by" not in late
