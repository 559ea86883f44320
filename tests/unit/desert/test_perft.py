"""Counts of action sequences from fixed positions: any slip in what is legal, or in what an action does, changes one.

``perft.txt`` has the positions and the counts. A line names a position, how it comes about (a case, or a set-up with
its edition, seats, options and the number of actions played by a rule), and for each depth the number of sequences of
so many actions and, among their last actions, how many take water, link an oasis, close an area, cross the river, and
end the game.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from adjudicator.cases import read_case
from adjudicator.core.table import Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.state import State

HERE = Path(__file__).parent
CASES = HERE.parents[1] / "cases" / "through-the-desert"
SEATS = ("amira", "bilal", "carla", "dario", "emine")
KINDS = ("water-claimed", "oasis-linked", "area-enclosed", "river-crossed", "game-over")
CHANCE = SecretChance("perft", bytes(32))
LINES = [line for line in (HERE / "perft.txt").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def reach_position(text: str) -> State:
    """``case E3-01``, or ``manual 3 water=face-down after 40``: edition, seats, options, actions played."""
    words = text.split()
    if words[0] == "case":
        (file,) = CASES.glob(f"{words[1]}-*.yaml")
        case, _, _ = read_case(file.read_bytes())
        assert case is not None
        assert case.before is not None
        return GAME.cases.read_position(case.before, case.setting)
    options = dict(word.split("=") for word in words[2:-2])
    state, _ = GAME.kernel.setup(Setting(words[0], options, SEATS[: int(words[1])]), CHANCE)
    for number in range(int(words[-1])):
        mover = GAME.kernel.mover(state)
        assert mover is not None
        legal = GAME.kernel.legal(state, mover)
        state, _ = GAME.kernel.apply(state, mover, legal[number * 7919 % len(legal)], CHANCE)
    return state


def count(state: State, depth: int) -> Counter[str]:
    mover = GAME.kernel.mover(state)
    found: Counter[str] = Counter()
    if mover is None:
        return found
    for action in GAME.kernel.legal(state, mover):
        after, events = GAME.kernel.apply(state, mover, action, CHANCE)
        if depth > 1:
            found += count(after, depth - 1)
        else:
            found["sequences"] += 1
            found.update({event.kind for event in events}.intersection(KINDS))
    return found


@pytest.mark.sampled(4)
@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split(":")[0])
def test_the_counts_are_what_they_were(line: str) -> None:
    name, position, *written = line.split(":")
    state = reach_position(position)
    assert write_line(name, position, state, len(written)) == line


def write_line(name: str, position: str, state: State, depths: int) -> str:
    counts = [count(state, depth) for depth in range(1, depths + 1)]
    told = ("".join(f" {found[kind]}" for kind in ("sequences", *KINDS)) for found in counts)
    return ":".join((name, position, *told))
