"""Packages of others that are broken: it is told, and every other game goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.shell import Ran, adjudicate
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


@pytest.mark.sampled(2)
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


STUMBLING = """
from typing import NamedTuple

from adjudicator.seam import ActionGame, ActionRules


class Position(NamedTuple):
    seats: tuple[str, ...]
    phase: int = 0


class Rules(ActionRules):
    position = Position

    def setup(self, setting, dice):
        return Position(setting.seats), []

    def awaited(self, position):
        return [position.seats[position.phase % 2]]

    def legal(self, position, seat):
        return ["draft"] if position.phase < 2 else ["play"]

    def apply(self, position, seat, action, dice):
        return position._replace(phase=position.phase + {"draft": 1}[action]), []

    def points(self, position):
        return {}


GAME = ActionGame(
    name="stumbling", title="Stumbling", module="stumbling_game:GAME", seats=range(2, 3), order="do",
    duty="Draft, then play.", rules=Rules(),
)
"""


@pytest.fixture
def stumbling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game in two phases that stumbles in the second."""
    (tmp_path / "stumbling_game.py").write_text(STUMBLING)
    write_about(tmp_path, "stumbling-game", "1.0", {"stumbling": "stumbling_game:GAME"})
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    new = adjudicate("new", tmp_path / "g", "--game", "stumbling", "--seat", "ann", "--seat", "bob")
    assert new.code == 0, new
    return tmp_path / "g"


def send(game: Path, seat: str, *orders: str) -> Ran:
    file = game.parent / f"{seat}.yaml"
    file.write_text(f"game: g\nturn: 1\nseat: {seat}\norders:\n" + "".join(f"  - do: {order}\n" for order in orders))
    return adjudicate("submit", game, file, "--seat", seat)


def test_a_plan_for_the_next_phase_is_nothing_to_remark_on(stumbling: Path) -> None:
    sent = send(stumbling, "ann", "draft", "play")
    assert "ann.yaml: green: accepted for ann" in sent.err
    assert "As things stand, when your move comes: do draft.\n" in sent.out
    assert (
        "Not possible as things stand, but kept for its turn: do play, since it is not among the legal ones.\n"
        in sent.out
    )


@pytest.mark.slow
def test_who_stumbles_is_named(stumbling: Path) -> None:
    send(stumbling, "ann", "draft", "play")
    send(stumbling, "bob", "draft")
    assert adjudicate("run", stumbling).code == 0
    assert adjudicate("run", stumbling).code == 0
    ran = adjudicate("run", stumbling)
    assert ran.code == 70
    assert ": a fault of the game stumbling, KeyError; the details are in " in ran.err
    assert len(ran.err.splitlines()) == 1


def test_of_one_edition_nothing_is_said(stumbling: Path) -> None:
    report = (stumbling / "turns" / "0000" / "reports" / "ann.txt").read_text()
    assert "For ann. You move next.\n" in report
    assert "Edition" not in report + (stumbling / "outbox" / "0000-ann-invitation.txt").read_text()
