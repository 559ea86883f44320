"""Instants that do not exist, names that steer terminals, streams that are closed."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from cli.shell import COMMAND, adjudicate, copy_game, run_installed

DESERT = ("--game", "through-the-desert", "--seat", "ann", "--seat", "bob")
ODD = "a\x1b]0;owned\x07b"


@pytest.fixture(scope="module")
def g42(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_game("g42", tmp_path_factory.mktemp("odd"))


@pytest.mark.parametrize(
    "more",
    [
        ("--deadline", "99999999999"),
        ("--deadline", "99999999"),
        ("--now", "9999-12-31T23:59:59Z"),
        ("--now", "0001-01-01T00:00:00+14:00"),
        ("--now", "0999-01-01T00:00:00Z"),
    ],
)
def test_far_instants_are_usage_errors(tmp_path: Path, more: tuple[str, str]) -> None:
    assert adjudicate("new", tmp_path / "g1", *DESERT, *more).code == 2
    assert list(tmp_path.iterdir()) == []


def test_the_advice_about_instants_works(g42: Path) -> None:
    ran = adjudicate("status", g42, "--now", "2026-09-22")
    advice = re.search(r"write for example (\S+)", " ".join(ran.err.split()))
    assert advice is not None
    assert adjudicate("status", g42, "--now", advice[1]).code == 0


def test_no_name_is_a_usage_error_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "w").mkdir()
    ran = adjudicate("new", "", *DESERT, "--id", "g1", cwd=tmp_path / "w")
    assert (ran.code, [path.name for path in tmp_path.iterdir()]) == (2, ["w"])


def test_new_has_a_dry_run(tmp_path: Path) -> None:
    assert adjudicate("new", tmp_path / "g1", *DESERT, "--dry-run").code == 0
    assert list(tmp_path.iterdir()) == []


def test_a_turn_that_is_not_there_is_a_usage_error(g42: Path) -> None:
    ran = adjudicate("show", g42, "--turn", 99)
    assert (ran.code, "damaged" in ran.err) == (2, False)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("show", "{g}", "--turn", "x"), "write a whole number, 0 or more, for example --turn 3"),
        (("show", "{g}", "--turn", "-1"), "write a whole number, 0 or more, for example --turn 3"),
        (("extend", "{g}", "--hours", "-3"), "write a whole number from 1 to 8784, for example --hours 3"),
        (("simulate", "--seats", "two"), "write a whole number, for example --seats 3"),
        (("rewind", "{g}"), "Missing option '--to'."),
    ],
)
def test_what_is_no_number_is_told_in_plain_words(g42: Path, words: tuple[str, ...], says: str) -> None:
    ran = adjudicate(*(word.format(g=g42) for word in words))
    assert (ran.code, says in ran.err) == (2, True), ran.err


@pytest.mark.parametrize("expect", ["", "4", "62b598f", "zzzzzzzz"])
def test_an_expected_head_has_at_least_eight_digits(g42: Path, expect: str) -> None:
    assert adjudicate("verify", g42, "--expect", expect).code == 2


@pytest.mark.parametrize(
    "words",
    [
        ("check", "{g}", ODD),
        ("submit", "{g}", ODD),
        ("status", ODD),
        ("run", ODD),
        ("verify", ODD),
        ("games", ODD),
        ("cases", ODD),
        ("run", "{g}", f"--{ODD}"),
        ("run", "{g}", "--now", ODD),
        ("show", "{g}", "--seat", ODD),
        ("show", "{g}", "--format", ODD),
        ("new", "x", *DESERT, "--secret-file", ODD),
        ("new", "x", *DESERT, "--option", ODD),
        ("new", "x", *DESERT, "--seat", ODD),
        ("simulate", "--game", ODD, "--seats", "2", "--games", "1", "--seed", "1"),
    ],
    ids=" ".join,
)
def test_no_escape_sequence_reaches_the_terminal(g42: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    ran = adjudicate(*(str(g42) if word == "{g}" else word for word in words), cwd=tmp_path)
    assert ran.code in {1, 2}
    assert (ran.out + ran.err).replace("\n", "").isprintable()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("command", "codes"),
    [
        ("{c} games >&-", {0}),
        ("{c} games 2>&-", {0}),
        ("{c} check {g} - <&-", {1}),
        ("{c} games >/dev/full", {70}),
        ("{c} games >/dev/full 2>/dev/full", {70}),
        ("{c} {g} --turn 7 --now 2026-09-22T08:00:00Z >/dev/full 2>/dev/full", {70}),
        ("{c} nonsense 2>/dev/full", {2}),
        ("{c} verify {g} --expect 00000000 2>/dev/full", {1}),
    ],
)
def test_closed_streams_are_no_fault_of_ours(g42: Path, command: str, codes: set[int]) -> None:
    words = ["bash", "-c", f"set -o pipefail; {command.format(c=COMMAND, g=g42)}"]
    ran = subprocess.run(words, capture_output=True, text=True, check=False)
    assert ran.returncode in codes
    assert "our own fault" not in ran.stderr
    assert "Exception ignored" not in ran.stderr


def test_h_is_help() -> None:
    assert adjudicate("-h") == adjudicate("--help")


def test_a_cache_that_is_broken_or_cannot_be_written_is_done_without(g42: Path, tmp_path: Path) -> None:
    cache = {"XDG_CACHE_HOME": str(tmp_path)}
    report = run_installed("show", g42, env=cache)
    for path in tmp_path.rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:16])
    assert run_installed("show", g42, env=cache) == report
    words = ["bash", "-c", f"ulimit -f 0; {COMMAND} show {g42} | cat"]
    empty = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "none")}
    ran = subprocess.run(words, capture_output=True, text=True, env=empty, check=False)
    assert ran.stdout == report.out
