"""Odd files, surroundings and words: others' mistakes are said plainly and are nobody's fault but theirs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from cli.shell import BEFORE_DEADLINE, SOON, adjudicate, copy_game, found, run_installed, snapshot, table_order

HUGE = 3 << 30
NEW = ("--game", "through-the-desert", "--seat", "ann", "--seat", "bob")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-16", "ascii:strict"])
def test_what_is_printed_does_not_depend_on_the_terminal(tmp_path: Path, encoding: str) -> None:
    game = copy_game("g42", tmp_path)
    file = tmp_path / "m\xfc2.yaml"
    file.write_text("game: g42\nturn: 7\nseat: amira\norders:\n  - plcae: Camel \u5b57 \U0001f42a\n")
    words = ("check", game, file, "--seat", "amira", "--now", BEFORE_DEADLINE)
    ran, plain = run_installed(*words, env={"PYTHONIOENCODING": encoding}), adjudicate(*words)
    assert ran == plain
    assert ran.code == 1
    assert "m\xfc2.yaml:5:5: invalid: unknown order" in ran.out
    page = ("show", game, "--format", "html", "--moderator")
    assert run_installed(*page, env={"PYTHONIOENCODING": encoding}) == adjudicate(*page)


@pytest.mark.parametrize(
    ("seat", "says"),
    [
        ("7", "'seat' must be the id of a seat"),
        ("1.5", "there is no seat '1.5'"),  # a text to the reader, and no seat
        ("true", "'seat' must be the id of a seat"),
        ("[dora]", "'seat' must be the id of a seat"),
        ("{dora: 1}", "'seat' must be the id of a seat"),
    ],
)
def test_a_seat_that_is_no_text_is_told_beside_another_mistake(tmp_path: Path, seat: str, says: str) -> None:
    game = copy_game("g42", tmp_path)
    file = tmp_path / "sent.yaml"
    file.write_text(f"game: g42\nturn: 7\nseat: {seat}\norders:\n  - plcae: pink D4\n")
    for command in ("check", "submit"):
        ran = adjudicate(command, game, file, "--seat", "dora", "--now", BEFORE_DEADLINE)
        assert ran.code == 1, ran
        assert f"sent.yaml:3:7: invalid: {says}" in ran.out
        assert "sent.yaml:5:5: invalid: unknown order 'plcae'" in ran.out


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("/dev/zero", "not a regular file"),
        ("pipe", "not a regular file"),
        ("link", "a link, not a regular file"),
        (".", "it is a folder"),
        ("nothing", "there is no such file"),
        ("huge", "hexadecimal"),
    ],
)
def test_a_secret_file_is_a_file(tmp_path: Path, name: str, complaint: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(HUGE)
    ran = adjudicate("new", "zz", *NEW, "--secret-file", name, cwd=tmp_path)
    assert (ran.code, ran.out) == (2, ""), ran
    assert complaint in " ".join(ran.err.split())
    assert not (tmp_path / "zz").exists()


@pytest.mark.parametrize("name", ["game.yaml", "turns/0006.turn", "turns/0000.turn", "private/secret"])
def test_a_huge_file_in_a_game_is_damage_at_its_place(tmp_path: Path, name: str) -> None:
    game = copy_game("g42", tmp_path)
    os.truncate(game / name, HUGE)
    for words in (("run", game, "--force", "--now", "2026-09-22T08:00:00Z"), ("verify", game)):
        ran = adjudicate(*words)
        assert ran.code == 1, ran
        assert name in ran.out + ran.err


@pytest.mark.parametrize("reason", ["\u3164", " \u115f\u1160 ", "\uffa0", "\u2800\u2800", "\u0301", " ", ""])
def test_a_reason_that_looks_empty_is_none(tmp_path: Path, reason: str) -> None:
    game = found(tmp_path)
    before = snapshot(game)
    ran = adjudicate("extend", game, "--hours", "2", "--reason", reason, "--now", SOON)
    assert ran.code == 3
    assert "give a reason" in ran.err
    assert snapshot(game) == before
    assert adjudicate("extend", game, "--hours", "2", "--reason", f"{reason}.", "--now", SOON).code in {0, 3}


@pytest.mark.parametrize(
    ("address", "instead"),
    [("ann@b\xfccher.example", "ann@xn--bcher-kva.example"), ("\xe4nn@example.org", "another one")],
)
def test_an_address_that_no_letter_would_reach_is_answered_with_one_that_works(
    tmp_path: Path, address: str, instead: str
) -> None:
    game = found(tmp_path)
    seat = table_order(game)[0]
    for words in (("replace", "--address", address), ("substitute", "--person", f"Fay <{address}>")):
        ran = adjudicate(words[0], game, "--seat", seat, *words[1:], "--reason", "ill", "--now", SOON)
        assert (ran.code, instead in ran.err) == (3, True), ran


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("address", "good"),
    [
        ("ann@example.org", True),
        ("a.b+c_d-e'f@mail.example.org", True),
        ("ann@xn--bcher-kva.example", True),
        ("ann@localhost", True),
        ("@", False),
        ("a@@b", False),
        ("x@y,z@w", False),
        ("x@y;z@w", False),
        ("x@y z", False),
        ("Ann <ann@example.org>", False),
        (".ann@example.org", False),
        ("ann..b@example.org", False),
        ("ann@.example.org", False),
        ("ann@example..org", False),
        ("ann@", False),
        ("@example.org", False),
        ("ann", False),
        ("a\u3164b@example.org\n", False),
        (f"{'a' * 65}@example.org", False),
        (f"ann@{'a' * 5000}", False),
    ],
)
def test_an_address_is_one_address(tmp_path: Path, address: str, good: bool) -> None:
    game = found(tmp_path)
    words = ("replace", game, "--seat", table_order(game)[0], "--address", address, "--reason", "ill", "--now", SOON)
    ran = adjudicate(*words)
    assert ran.code == (0 if good else 3), ran
    assert good or ("is not one such as ann@example.org" in ran.err and len(ran.err) < 1000)
    ran = adjudicate("new", tmp_path / "zz", *NEW[:-1], f"bob={address}", "--now", SOON)
    assert ran.code == (0 if good else 2), ran
