"""Who knows of nonces: one package, loaded for games of chance level L2 alone, and the few files that name them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = ROOT / "adjudicator"
NAMES = re.compile(r"nonce|Level\.L|L2")
NAMERS = {
    "core/chance.py",  # the level, where its package is, and the key of a move file
    "cli/main.py",  # a command
    "cli/examine.py",  # what it prints
    "proof/draws.py",
    "proof/mix_checks.py",
    "proof/history.py",  # what verify-mail counts
}
LOOK = """
import sys
from adjudicator.acts.dice import audit_dice
from adjudicator.acts.open_game import open_game
from adjudicator.acts.status import read_status
from adjudicator.acts.upkeep import describe_opened
from adjudicator.acts.verify import verify_game

path = sys.argv[1]
assert verify_game(path, reports=True).ok
read_status(path)
audit_dice(path)
describe_opened(open_game(path))
print(*(name for name in sys.modules if name.startswith("adjudicator.nonces")))
"""


def test_few_files_name_nonces_outside_of_their_package() -> None:
    found = {
        place.relative_to(PROGRAM).as_posix()
        for place in PROGRAM.rglob("*.py")
        if NAMES.search(place.read_text()) and not place.is_relative_to(PROGRAM / "rules")
    }
    assert {name for name in found if not name.startswith("nonces/")} == NAMERS


@pytest.mark.parametrize(("game", "loads"), [("g42", False), ("reef", True)])
def test_a_game_of_level_one_loads_nothing_of_them(game: str, loads: bool) -> None:
    looked = subprocess.run(
        [sys.executable, "-c", LOOK, str(ROOT / "games" / game)], capture_output=True, text=True, check=True
    )
    assert bool(looked.stdout.split()) is loads
