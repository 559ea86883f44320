"""The help of the program and of each command: 80 columns, plain in a pipe, in colour on a terminal."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from cli.shell import adjudicate, run_on_a_terminal

from adjudicator.cli.main import COMMANDS, GROUPS, build_command

OVERVIEW = Path(__file__).with_name("help.txt")


def test_the_overview_is_as_it_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = adjudicate("--help")
    assert (told.code, told.err) == (0, "")
    assert told.out == OVERVIEW.read_text()


def test_the_overview_has_a_line_for_each_command() -> None:
    lines = OVERVIEW.read_text().splitlines()
    assert max(map(len, lines)) <= 80
    assert not [line for line in lines if line.endswith("...") and not line.startswith("Usage:")]
    for heading, names in GROUPS.items():
        begin = lines.index(f"{heading}:") + 1
        assert [line.split()[0] for line in lines[begin : begin + len(names)]] == list(names)
        assert all(line.endswith(".") for line in lines[begin : begin + len(names)])
        assert not "".join(lines[begin + len(names) : begin + len(names) + 1])


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_ends_with_an_example_that_is_understood(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = adjudicate(command, "--help")
    assert told.code == 0
    assert told.out.startswith(f"Usage: adjudicate {command} ")
    assert "\x1b" not in told.out
    *others, last = told.out.splitlines()
    assert max(map(len, [*others, last])) <= 80
    assert told.out.count("Example:") == 1
    mark, program, name, *words = shlex.split(last.partition(" > ")[0])
    assert (mark, program, name) == ("Example:", "adjudicate", command)
    with build_command(command).make_context(command, words) as context:
        assert context.args == []


@pytest.mark.parametrize("words", [("--help",), ("show", "--help")])
def test_on_a_terminal_the_help_is_in_colour_unless_that_is_not_wanted(words: tuple[str, ...]) -> None:
    plain = adjudicate(*words).out
    coloured = run_on_a_terminal(*words, env={"COLUMNS": "80"}).out
    assert "\x1b[1mOptions:\x1b[0m" in coloured
    assert "  \x1b[36m-h, --help\x1b[0m" in coloured
    for code in ("\x1b[1m", "\x1b[36m", "\x1b[0m"):
        coloured = coloured.replace(code, "")
    assert coloured == plain
    for refusal in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert run_on_a_terminal(*words, env={"COLUMNS": "80", **refusal}).out == plain
