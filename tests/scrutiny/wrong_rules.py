"""Rules of Through the Desert that are a little wrong: a defect is a line of a module and what stands there instead.

Planted in this process: the functions of the module go on with the code of the changed source.
"""

from __future__ import annotations

import inspect
from importlib import import_module
from types import FunctionType, ModuleType
from typing import NamedTuple

PACKAGE = "adjudicator.rules.through_the_desert"


class Defect(NamedTuple):
    """In which module, which words, once, become which."""

    module: str
    right: str
    wrong: str


DEFECTS = {
    # the river
    "river-scored-again": Defect("play", "and not crossed >> caravan & 1", "and True"),
    "river-once-a-seat": Defect(
        "play", "not crossed >> caravan & 1", "not crossed >> seat * COLOURS & (1 << COLOURS) - 1"
    ),
    "river-scored-by-the-shore": Defect("play", "board.across[index] & camels and", "board.across[index] and"),
    "river-scored-beside-anybody": Defect("play", "board.across[index] & camels", "board.across[index] & occupied"),
    "river-not-from-the-leader": Defect(
        "play", "board.across[index] & camels", "board.across[index] & camels & ~(1 << state.leaders[caravan])"
    ),
    "river-holds-camels-back": Defect(
        "play", "state.reach[caravan] | near", "state.reach[caravan] | near & ~board.across[index]"
    ),
    "river-without-points": Defect("score", "crossed.bit_count() * edition.river_points", "0"),
    "river-told-without-a-trace": Defect("play", "gained += edition.river_points", "gained += 0"),
    # leaders
    "serpentine-never-turns": Defect("state", "Phase.LEADERS and passed % 2", "Phase.LEADERS and False"),
    "serpentine-turns-once": Defect("state", "Phase.LEADERS and passed % 2", "Phase.LEADERS and passed"),
    "serpentine-for-camels": Defect("state", "table.serpentine and phase is Phase.LEADERS and", "table.serpentine and"),
    "no-waiver": Defect("legal", "frozenset(hand - used or hand)", "frozenset(hand - used)"),
    "no-first-leader-bound": Defect("legal", "not used and state.table.first_bound", "not used and False"),
    "first-leaders-of-any-colour": Defect("legal", "frozenset(hand - used or hand)", "frozenset(hand)"),
    "leaders-beside-leaders": Defect("legal", "grow(state.occupied)", "state.occupied"),
    # water
    "tokens-put-back": Defect("score", "there - sum(has[number] for has in others)", "there"),
    "tokens-of-others-put-back": Defect("score", "[*taken[:seat], mine, *taken[seat + 1 :]]", "[mine]"),
    "token-under-the-camel-put-back": Defect(
        "play", "state, taken, seat, who, inside", "state, state.taken, seat, who, inside"
    ),
    "tokens-drawn-backwards": Defect("score", "in list_hexes(tokens)", "in reversed(list(list_hexes(tokens)))"),
    "tokens-drawn-openly": Defect("score", "left, hidden=True)", "left, hidden=False)"),
    "tokens-drawn-a-turn-early": Defect("score", "state.moves + 1", "state.moves"),
    "tokens-of-threes-first": Defect("score", "return 1 if pick < left[0]", "return 3 if pick < left[0]"),
    # camels and areas
    "rivals-may-touch": Defect("legal", "others |= reach[caravan]", "others |= 0"),
    "closed-areas-stay-open": Defect("play", "closed |= hexes", "closed |= 0"),
    "oases-count-as-hexes": Defect("play", "(hexes & ~state.oases).bit_count()", "hexes.bit_count()"),
    "areas-with-rivals": Defect("score", "while not grown & others:", "while True:"),
    "two-camels-at-once": Defect("state", "if opening < short else", "if False else"),
    "ties-bring-nothing": Defect("score", "else edition.tied_points", "else 0"),
    # set-up
    "trees-anywhere": Defect("setup", "if named != RANDOM:", "if False:"),
    "anybody-begins": Defect("setup", "if named == RANDOM else [named]", "if True else []"),
}


def plant(name: str) -> None:
    """Plant the defect of this name."""
    defect = DEFECTS[name]
    module = import_module(f"{PACKAGE}.{defect.module}")
    source = inspect.getsource(module)
    assert defect.right in source, f"{defect.module} has no {defect.right!r} any more"
    changed: dict[str, object] = {"__name__": module.__name__}
    exec(compile(source.replace(defect.right, defect.wrong, 1), f"{defect.module} with {name}", "exec"), changed)  # noqa: S102 - our own source
    _go_on_with(module, changed)


def _go_on_with(module: ModuleType, changed: dict[str, object]) -> None:
    """Whoever holds a function of the module runs the changed code from now on."""
    for word, new in changed.items():
        old = getattr(module, word, None)
        if isinstance(old, FunctionType) and isinstance(new, FunctionType) and old.__module__ == module.__name__:
            old.__code__ = new.__code__
