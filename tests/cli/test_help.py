"""The help of the program and of each command, as it is printed into a pipe, 80 columns wide."""

from __future__ import annotations

import pytest
from cli.shell import adjudicate

from adjudicator.cli.commands import COMMANDS, GROUPS


def test_the_help_lists_the_commands_in_groups() -> None:
    told = adjudicate("--help")
    assert told.code == 0
    sections: dict[str, list[str]] = {}
    for line in told.out.splitlines():
        if line.endswith(":") and not line.startswith(" "):
            sections[line.removesuffix(":")] = listed = []
        elif line.startswith("  ") and line[2] != " " and sections:
            listed.append(line.split()[0])
    assert {heading: sections[heading] for heading in GROUPS} == {
        heading: list(names) for heading, names in GROUPS.items()
    }
    assert sum(map(len, GROUPS.values())) == len(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    told = adjudicate(command, "--help")
    assert told.code == 0
    assert told.out.startswith(f"Usage: adjudicate {command} ")
