"""The documents are true: links lead somewhere, commands run, everything that has a name is mentioned."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator import __version__
from adjudicator.cli.exit_codes import ExitCode
from adjudicator.cli.main import COMMANDS
from adjudicator.core.receipt import Standing
from adjudicator.rules.through_the_desert import GAME

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
PROGRAM = os.path.join(os.path.dirname(sys.executable), "adjudicate")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)", page.read_text())
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


def test_the_readme_commands_run_as_written(tmp_path: Path) -> None:
    block = (ROOT / "README.md").read_text().split("## The main job")[1].split("(`make demo`")[0]
    lines = [line.split("#")[0] for line in block.splitlines() if line.startswith("    adjudicate")]
    assert len(lines) == 7
    (tmp_path / "games").mkdir()
    codes = []
    for line in lines:
        words = shlex.split(line)
        done = subprocess.run([PROGRAM, *words[1:]], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr
        codes.append(done.returncode)
        if words[1] == "form":
            (tmp_path / "amira.yaml").write_text(done.stdout)
    # nobody but amira has answered, so the turn is not due yet
    assert codes == [0, 0, 0, 0, ExitCode.NOT_YET, 0, 0]


def test_every_command_has_help_and_is_mentioned() -> None:
    told = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True, check=True).stdout
    pages = "\n".join(page.read_text() for page in PAGES)
    for command in COMMANDS:
        assert re.search(rf"^\s+{command}\s", told, re.MULTILINE)
        assert re.search(rf"adjudicate {command}\b|`{command}`", pages), command


def test_every_exit_code_receipt_and_order_is_told() -> None:
    moderators = (ROOT / "docs" / "moderators.md").read_text()
    assert all(re.search(rf"\b{code.value}\b", moderators) for code in ExitCode)
    players = (ROOT / "docs" / "players.md").read_text()
    assert all(f"| {standing.value} |" in players for standing in Standing)
    assert all(f"`{kind}: " in players for kind in GAME.orders.kinds)


def test_the_changelog_and_the_package_agree_on_the_version() -> None:
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text()
    assert f'version = "{__version__}"' in (ROOT / "pyproject.toml").read_text()
