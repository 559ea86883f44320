"""Random orders in the words of the schemas: some make sense, most do not."""

from __future__ import annotations

from typing import Any

from oracle.catan_positions import SEATS
from oracle.dice import Dice

from adjudicator.rules.catan.topology import ENDS, LETTERS, PATH_NAMES, PATHS_AT

CARDS = ("brick", "lumber", "wool", "grain", "ore", "Wool", "sheep", "wolo")
NAMES = (*SEATS, "Amira", "zoe", "any")
DEVELOPMENTS = ("knight", "road-building", "year-of-plenty", "monopoly")
SCRIPT = (
    *("place", "settlement", "city", "road", "buy", "end", "roll", "knight", "robber", "road-building"),
    *("plenty", "monopoly", "bank", "discard", "take", "propose", "accept", "refuse"),
)
STANDING = ("offer", "want", "refuse", "discard", "robber", "knight", "road-building", "plenty", "monopoly")


class Mixer:
    """Orders drawn from ``dice``. ``bad`` of ten words are not to be found in the game."""

    def __init__(self, dice: Dice, bad: int = 1) -> None:
        self.dice = dice
        self.bad = bad

    def chance(self, part: int, whole: int) -> bool:
        return self.dice.below(whole) < part

    def word(self, good: int, words: tuple[str, ...]) -> str:
        return self.dice.pick(words if self.chance(self.bad, 10) else words[:good])

    def card(self) -> str:
        return self.word(5, CARDS)

    def seat(self) -> str:
        return self.word(3, NAMES)

    def cards(self) -> str:
        if self.chance(1, 2):
            return f"1 {self.card()}"
        parts = [f"{1 + self.dice.below(4)} {self.card()}" for _ in range(1 + self.dice.below(2))]
        return ", ".join(parts) if self.chance(9, 10) else self.card()

    def path(self) -> str:
        return self.dice.pick(PATH_NAMES) if self.chance(19, 20) else f"{self.dice.below(60)}-{self.dice.below(60)}"

    def spot(self) -> int:
        return self.dice.below(54)

    def robbing(self) -> str:
        letter = self.dice.pick(LETTERS)
        return f"{letter} from {self.seat()}" if self.chance(1, 2) else letter

    def placement(self) -> str:
        spot = self.spot()
        paths = [name for number, name in enumerate(PATH_NAMES) if PATHS_AT[spot] >> number & 1]
        return f"{spot} {self.dice.pick(paths) if self.chance(19, 20) else self.path()}"

    def pair(self) -> str:
        number = self.dice.below(len(PATH_NAMES))
        near = [name for other, name in enumerate(PATH_NAMES) if set(ENDS[other]) & set(ENDS[number])]
        return f"{PATH_NAMES[number]} {self.dice.pick(near)}"

    def text(self, kind: str) -> Any:
        match kind:
            case "place":
                return self.placement()
            case "settlement" | "city":
                return self.spot()
            case "road":
                return self.path()
            case "knight" | "robber":
                return "play" if kind == "knight" and self.chance(1, 6) else self.robbing()
            case "road-building":
                return self.dice.pick(["play", self.path(), self.pair(), self.pair()])
            case "monopoly":
                return self.card()
            case "bank":
                return self.dice.pick([f"{self.card()} for {self.card()}", f"8 {self.card()} for 2 {self.card()}"])
        return self.cards()

    def terms(self, key: str) -> dict[str, Any]:
        terms: dict[str, Any] = {"give": self.cards(), "get": self.cards()}
        if self.chance(1, 3):
            terms[key] = [self.seat() for _ in range(1 + self.dice.below(2))]
        return terms

    def condition(self, depth: int = 0) -> dict[str, Any]:
        if depth < 2 and self.chance(1, 3):
            key = self.dice.pick(("all", "any", "not"))
            parts = [self.condition(depth + 1) for _ in range(1 + self.dice.below(2))]
            return {key: parts[0] if key == "not" else parts}
        free = self.dice.pick((self.path(), self.spot()))
        return self.dice.pick(
            (
                {"have": self.cards()},
                {"card": self.dice.pick(DEVELOPMENTS)},
                {"rolled": 2 + self.dice.below(11)},
                {"robber": self.dice.pick(LETTERS)},
                {"free": free},
                {"line": 1 + self.dice.below(6), "is": self.dice.pick(("done", "refused"))},
            )
        )

    def order(self, depth: int = 0) -> dict[str, Any]:
        if depth < 2 and self.chance(1, 8):
            block: dict[str, Any] = {"if": self.condition()}
            keys = self.dice.pick((("then",), ("then", "else"), ("else",)))
            return block | {key: [self.order(depth + 1) for _ in range(1 + self.dice.below(2))] for key in keys}
        kind = self.dice.pick(SCRIPT)
        order = {kind: self.value(kind)}
        if self.chance(1, 5):
            order["if"] = self.condition()
            if self.chance(1, 4) and depth < 2:
                order["else"] = [self.order(depth + 1)]
        return order

    def value(self, kind: str) -> Any:
        match kind:
            case "buy" | "end" | "roll":
                return {"buy": "card", "end": "turn", "roll": "dice"}[kind]
            case "take":
                return f"{self.seat()} {1 + self.dice.below(3)}"
            case "accept" | "refuse":
                return self.seat()
            case "propose":
                return self.terms("to")
        if self.chance(1, 3):
            return [self.text(kind) for _ in range(1 + self.dice.below(4))]
        return self.text(kind)

    def standing(self) -> dict[str, Any]:
        kind = self.dice.pick(STANDING)
        value = self.value(kind)
        if kind in ("offer", "want"):
            value = self.terms("to" if kind == "offer" else "from")
            for key, limit in (("keep", self.cards()), ("times", 1 + self.dice.below(2)), ("until", 9)):
                if self.chance(1, 4):
                    value[key] = limit
        elif kind == "discard":
            value = {self.dice.pick(("keep", "first")): self.dice.shuffled(CARDS[:5])[: 1 + self.dice.below(4)]}
        order = {kind: value}
        if self.chance(1, 5):
            order["if"] = self.condition()
        return order

    def file(self, orders: int = 4) -> dict[str, list[dict[str, Any]]]:
        lists = {"orders": [self.order() for _ in range(self.dice.below(orders + 1))]}
        if self.chance(1, 3):
            lists["standing"] = [self.standing() for _ in range(self.dice.below(4))]
        if self.chance(1, 4):
            lists["fallback"] = [self.order() for _ in range(1 + self.dice.below(3))]
        return lists
