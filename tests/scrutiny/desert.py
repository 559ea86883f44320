"""Through the Desert beside its second implementation (``tests/oracle/desert.py``), action by action.

After every action both say the same of the position, of what each seat may do, of the events, points and draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from oracle.tables import deal
from torture.tally import Tally, count

WANTED = ("river", "face-down", "random board", "serpentine")
FEWEST = 5
"""One game in so many has each of them."""


def referee(folder: Path, numbers: Iterable[int], *, enough: int = 20) -> Tally:
    """Play the games with these numbers to their end, or until ``enough`` went wrong; ``fired`` counts the actions."""
    del folder
    tally, met = Tally(), Counter[str]()
    for number in numbers:
        actions, trouble = 0, []
        try:
            game = deal(number)
            met.update(game.marks)
            while game.match.oracle.on_move is not None:
                game.match.play(game.policy(game.match.oracle, game.dice))
                actions += 1
        except Exception as error:  # noqa: BLE001 - whatever a wrong kernel raises is a disagreement
            trouble.append(f"action {actions + 1}: {type(error).__name__}: {error}")
        tally = tally.plus(count(actions, trouble, f"table {number}"))
        if len(tally.failures) >= enough:
            return tally
    rare = [mark for mark in WANTED if met[mark] * FEWEST < tally.tried]
    return tally.plus(count(0, [f"only {met[mark]} of {mark}" for mark in rare], "what was played"))
