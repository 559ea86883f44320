"""Positions of Catan written down sparsely, and dice that fall as told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from oracle.catan_map import PATHS
from oracle.catan_rules import CARDS, RESOURCES, write_path

from adjudicator.core.chance import Label, NoChance
from adjudicator.core.table import Event, Setting
from adjudicator.rules.catan import CatanKernel
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.state import State

KERNEL = CatanKernel()
SEATS = ("amira", "bilal", "chadi", "dalia")
NOTHING_DRAWN = NoChance()


class Loaded:
    """Dice that show ``dice``, one pair after the other; other draws by the label's first word, else 0."""

    def __init__(self, *dice: tuple[int, int], **others: int) -> None:
        self.dice = list(dice)
        self.others = others
        self.drawn: list[tuple[int, Label, int, bool]] = []

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        self.drawn.append((epoch, label, below, hidden))
        if label[0] == "dice" and self.dice:
            value = self.dice[0][int(label[1])] - 1
            if label[1] == 1:
                self.dice.pop(0)
            return value
        return self.others.get(str(label[0]).replace("-", "_"), 0)


def lay_out(players: Mapping[str, Mapping[str, Any]], *, kernel: CatanKernel = KERNEL, **facts: Any) -> State:
    """A position on the beginners' board, in amira's first turn after the roll unless ``facts`` say otherwise.

    The first seats sit in the order of their names. A player's roads are pairs; what is in no hand is in the bank.
    """
    seats = SEATS[: facts.pop("count", 3)]
    edition = next(iter(kernel.rules.editions))
    options = {"board": "beginners", **facts.pop("options", {})}
    state, _ = kernel.setup(Setting(edition, options, seats), Loaded())
    saved: dict[str, Any] = {**kernel.dump(state)}
    nothing: dict[str, Any] = {"hand": {}, "settlements": [], "cities": [], "roads": [], "cards": {}, "played": {}}
    everybody: dict[str, Any] = {seat: {**nothing, "owes": 0, **players.get(seat, {})} for seat in seats}
    for player in everybody.values():
        assert set(player["roads"]) <= set(PATHS)
        player["roads"] = [write_path(path) for path in player["roads"]]
    hands = [Counter(player["hand"]) for player in everybody.values()]
    drawn = [Counter(player[place]) for player in everybody.values() for place in ("cards", "played")]
    saved |= {
        "seats": everybody,
        "bank": dict(Counter(dict.fromkeys(RESOURCES, 19)) - sum(hands, Counter())),
        "deck": dict(Counter(CARDS) - sum(drawn, Counter())),
        "stage": "turn",
        "turn": 1,
        "dice": 8,
        "placed": 2 * len(seats),
    }
    return kernel.load(saved | facts)


def legal(state: State, seat: str = "amira") -> list[Action]:
    """The listed actions of a seat."""
    return list(KERNEL.legal(state, seat))


def play(state: State, *actions: Action, seat: str = "amira", chance: Any = NOTHING_DRAWN) -> State:
    """The position after some actions of one seat."""
    for action in actions:
        state, _ = KERNEL.apply(state, seat, action, chance)
    return state


def hear(state: State, action: Action, *, seat: str = "amira", chance: Any = NOTHING_DRAWN) -> dict[str, Event]:
    """What one action brings about, the last event of each kind."""
    return {event.kind: event for event in KERNEL.apply(state, seat, action, chance)[1]}
