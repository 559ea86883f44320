"""The guide for authors, followed to the letter: its games are those of this folder, its commands do what it says."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from cli.shell import adjudicate
from third_games.installed import HERE

GUIDE = (HERE.parents[1] / "docs" / "game-authors.md").read_text()


def list_blocks(mark: str) -> list[str]:
    """What stands in the guide behind the ``mark``, block by block."""
    return re.findall(rf"<!-- {mark} -->\n```\w+\n(.*?)```", GUIDE, re.DOTALL)


@pytest.mark.parametrize(
    ("mark", "path"), [("hex", "hex/hex_by_mail/__init__.py"), ("rps", "rock_paper_scissors/rps_by_mail/__init__.py")]
)
def test_the_games_of_the_guide_are_those_that_are_tested(mark: str, path: str) -> None:
    assert "\n\n".join(list_blocks(mark)) == (HERE / path).read_text()


def test_so_are_its_project_and_its_twins() -> None:
    assert list_blocks("hex-project") == [(HERE / "hex" / "pyproject.toml").read_text()]
    (twins,) = list_blocks("rps-twins")
    assert (HERE / "throw_twins.py").read_text().endswith(f"import annotations\n\n{twins}")


@pytest.mark.slow
@pytest.mark.usefixtures("installed")
def test_its_commands_lead_from_nothing_to_a_board_in_the_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (file,) = list_blocks("hex-file")
    (tmp_path / "ana.yaml").write_text(file)
    lines = [line for block in list_blocks("hex-run") for line in block.splitlines()]
    assert lines[0] == "pip install --editable hex"
    told = {line: adjudicate(*line.split()[1:]) for line in lines[1:]}
    assert {line: ran.code for line, ran in told.items() if ran.code} == {}
    assert "ana placed a stone on c3." in told["adjudicate run first"].out
    reports = tmp_path / "first" / "turns" / "0001" / "reports"
    assert "\n    3 . . X . .\n" in (reports / "bob.txt").read_text()
    assert '<svg viewBox="0 0 195 127">' in (reports / "bob.html").read_text()
    assert "fill=#b3261e" in (reports / "bob.html").read_text().replace('"', "")
    assert "place d2 or b4, if legal c2" in (reports / "ana.txt").read_text()
    assert adjudicate("verify", "first").code == 0


@pytest.mark.slow
@pytest.mark.parametrize("mark", ["hex", "rps"])
def test_its_tests_pass(mark: str, hex_by_mail: ModuleType, rps_by_mail: ModuleType) -> None:
    assert hex_by_mail.GAME.name != rps_by_mail.GAME.name
    written: dict[str, Any] = {}
    for block in [*list_blocks(f"{mark}-twins"), *list_blocks(f"{mark}-test")]:
        exec(block, written)  # noqa: S102 - the page is ours
    (test,) = (value for name, value in written.items() if name.startswith("test_"))
    test()
