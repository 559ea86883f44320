"""Packages of others that are broken: it is told, and every other game goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.shell import adjudicate
from third_games.installed import write_about

BROKEN = {
    "without rules": (
        "from adjudicator.seam import ActionRules\n\n\nclass Rules(ActionRules):\n    pass\n\n\nRULES = Rules()\n",
        "cannot be loaded: TypeError: Can't instantiate abstract class Rules",
    ),
    "with a slip": ("GAME =\n", "cannot be loaded: SyntaxError: invalid syntax"),
    "lacking a library": ("import no_such_library\n", "cannot be loaded: ModuleNotFoundError: No module named"),
    "under another name": (
        "GAM = 1\n",
        "cannot be loaded: AttributeError: module 'broken_game' has no attribute 'GAME'",
    ),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_package_that_cannot_be_loaded_is_told_and_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    text, says = BROKEN[how]
    (tmp_path / "broken_game.py").write_text(text)
    write_about(tmp_path, "broken-game", "1.0", {"broken": "broken_game:GAME"})
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    ran = adjudicate("games")
    assert ran.code == 0
    assert f"broken: the rules 'broken_game:GAME' {says}" in ran.out
    assert "through-the-desert: Through the Desert, 2 to 5 seats" in ran.out.splitlines()
    new = adjudicate("new", tmp_path / "g", "--game", "broken", "--seat", "ann", "--seat", "bob")
    assert new.code == 2
    assert says.partition(":")[0] in new.err
    assert not (tmp_path / "g").exists()
