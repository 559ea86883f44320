"""Rock, paper, scissors by mail: all throw at once, and nobody sees a throw before everybody has thrown.

A throw scores a point for every seat that it beats. The first to have enough points wins.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from adjudicator.seam import (
    ActionGame,
    ActionRules,
    Dice,
    Event,
    Look,
    Onlooker,
    Option,
    Reader,
    Seat,
    Secrets,
    Setting,
)

BEATS = {"rock": "scissors", "paper": "rock", "scissors": "paper"}
OPEN, UNSEEN = "", "?"


class Position(NamedTuple):
    """``throws`` are those of the round under way: OPEN for who has not thrown, UNSEEN where a reader may not look."""

    seats: tuple[Seat, ...]
    goal: int
    wins: tuple[int, ...]
    throws: tuple[str, ...]


class RpsRules(ActionRules[Position]):
    position = Position

    def setup(self, setting: Setting, dice: Dice) -> tuple[Position, list[Event]]:
        count = len(setting.seats)
        return Position(setting.seats, int(setting.options["goal"]), (0,) * count, (OPEN,) * count), []

    def awaited(self, position: Position) -> list[Seat]:
        if max(position.wins) >= position.goal:
            return []
        return [seat for seat, throw in zip(position.seats, position.throws, strict=True) if throw == OPEN]

    def legal(self, position: Position, seat: Seat) -> list[str]:
        return list(BEATS)

    def apply(self, position: Position, seat: Seat, action: str, dice: Dice) -> tuple[Position, list[Event]]:
        thrown = dict(zip(position.seats, position.throws, strict=True)) | {seat: action}
        if OPEN in thrown.values():
            return position._replace(throws=tuple(thrown.values())), []
        beaten = [list(thrown.values()).count(BEATS[throw]) for throw in thrown.values()]
        wins = tuple(before + more for before, more in zip(position.wins, beaten, strict=True))
        shown = Event("shown", {"throws": thrown})
        return position._replace(wins=wins, throws=(OPEN,) * len(wins)), [shown]

    def points(self, position: Position) -> dict[Seat, int]:
        return dict(zip(position.seats, position.wins, strict=True))


class RpsSecrets(Secrets[Position]):
    def see(self, position: Position, reader: Reader) -> Position:
        seen = [
            throw if throw == OPEN or reader in (seat, Onlooker.MODERATOR) else UNSEEN
            for seat, throw in zip(position.seats, position.throws, strict=True)
        ]
        return Position(position.seats, position.goal, position.wins, tuple(seen))

    def hear(self, event: Event, reader: Reader) -> Event | None:
        return Event("shown", {"throws": event.facts["throws"]}) if event.kind == "shown" else None


class RpsLook(Look[Position]):
    def tell(self, event: Event) -> str:
        thrown = cast("dict[Seat, str]", event.facts["throws"])
        return ", ".join(f"{seat} threw {throw}" for seat, throw in thrown.items()) + "."

    def draw_text(self, position: Position) -> str:
        words = {OPEN: "has not thrown", UNSEEN: "has thrown"}
        thrown = zip(position.seats, position.throws, strict=True)
        return "\n".join(f"{seat} {words.get(throw, f'has thrown {throw}')}" for seat, throw in thrown)


GAME = ActionGame(
    name="rock-paper-scissors",
    title="Rock, Paper, Scissors",
    module="rps_by_mail:GAME",
    seats=range(2, 5),
    order="throw",
    duty="Throw rock, paper or scissors.",
    rules=RpsRules(),
    look=RpsLook(),
    secrets=RpsSecrets(),
    seat_facts=["throws"],
    options=(Option("goal", "How many points win.", ("3", "5", "10"), "3"),),
)
