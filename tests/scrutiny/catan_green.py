"""Games of Catan with random scripts: no green receipt for a line that is passed over for what its sender could see.

What a sender can see are the pieces on the board, the cards of his own and what he played with them. A green file whose
line is refused for one of these, or after its receipt called it done, is a trouble.

    cd tests && python -m scrutiny.catan_green 200
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

from oracle.catan_positions import lay_out
from oracle.dice import Dice
from torture.tally import Tally, count
from unit.catan_mail.mailing import Mail
from unit.catan_mail.order_mix import Mixer

from adjudicator.core.agenda import Fate
from adjudicator.core.deadlines import WhenSilent
from adjudicator.intake.receipt import ReceiptState
from adjudicator.rules.catan.mail import check, remarks

VISIBLE = frozenset(
    {
        "bought-this-turn",
        "card-not-held",
        "city-already",
        "gift",
        "like-for-like",
        "no-cities-left",
        "no-roads-left",
        "not-at-road",
        "not-your-settlement",
        "one-card-a-turn",
        "path-apart",
        "victim-yourself",
    }
)
"""Reasons that nobody else can bring about."""
_ON_ROADS = frozenset({"not-at-road", "path-apart"})
_ON_BUILDINGS = _ON_ROADS | {"city-already", "not-your-settlement"}
_PLACES = ((19, (19, 20)), (42, (42, 43)), (10, (10, 11)), (30, (30, 31)), (13, (12, 13)), (35, (34, 35)))
_TURNS, _TRIES = 6, 12


class Planner(Mixer):
    """Scripts in which one order of five is a plan."""

    def value(self, kind: str) -> Any:
        plans: dict[str, Any] = {
            "settlement": "best",
            "city": "best",
            "road": {"toward": self.spot()},
            "bank": self.dice.pick(({"toward": "city"}, {"keep": "1 ore", "rest": self.card()})),
            "build": [f"city {self.spot()}", f"road {self.path()}", "settlement any", "card"][self.dice.below(3) :],
            "try": self.dice.pick((f"city {self.spot()}", f"road {self.path()}", f"monopoly {self.card()}")),
        }
        may_plan = kind in {"build", "try"} or (kind in plans and self.chance(1, 3))
        return plans[kind] if may_plan else super().value(kind)

    def order(self, depth: int = 0) -> dict[str, Any]:
        kind = self.dice.pick(("build", "try"))
        return {kind: self.value(kind)} if self.chance(1, 8) else super().order(depth)


def _begin(dice: Dice) -> Mail:
    seats = ("amira", "bilal", "chadi")
    places = dice.shuffled(_PLACES)
    kinds = ("brick", "lumber", "wool", "grain", "ore")
    cards = ("knight", "monopoly", "year-of-plenty", "road-building")
    players: dict[str, Any] = {}
    for number, seat in enumerate(seats):
        own = places[2 * number : 2 * number + 2]
        players[seat] = {
            "settlements": sorted(spot for spot, _ in own),
            "roads": [road for _, road in own],
            "hand": {kind: dice.below(4) for kind in kinds},
            "cards": {card: 1 for card in cards if not dice.below(3)},
        }
    return Mail(lay_out(players, turn=5))


def _find_open(lines: Sequence[str]) -> AbstractSet[str]:
    """Reasons that rest on what is built before, where a line leaves that to its moment."""
    if any(re.search(r"\b(?:best|any|toward)\b", line) for line in lines):
        return _ON_BUILDINGS
    return _ON_ROADS if any("road" in line and " or " in line for line in lines) else frozenset()


def play_game(number: int) -> Tally:
    """One game: every line of a green script is a trial."""
    dice = Dice("catan-green", number)
    mail, mixer = _begin(dice), Planner(dice, bad=0)
    tally = Tally()
    for _ in range(_TURNS):
        if not mail.game.kernel.decisions(mail.state):
            break
        told: dict[str, list[str]] = {}
        for seat in mail.state.table.seats:
            for _ in range(_TRIES):
                orders = [mixer.order() for _ in range(1 + dice.below(3))]
                text = "\n".join(f"- {order!r}" for order in [*orders, {"end": "turn"}])
                judgement = mail.judge(seat, text)
                if judgement.state is ReceiptState.GREEN and judgement.file is not None:
                    told[seat] = list(mail.forecast(seat, text))
                    mail.files[seat] = judgement.file
                    break
        verdict = mail.run((1 + dice.below(6), 1 + dice.below(6)), leave=WhenSilent(late=True))
        for result in verdict.results:
            if result.seat not in told or result.source.value != "orders":
                continue
            called_done = f"{result.text}: done" in told[result.seat]
            visible = VISIBLE - _find_open(told[result.seat])
            seen = [refusal.code for refusal in result.refusals if refusal.code in visible]
            wrong = result.fate is Fate.REFUSED and (called_done or len(seen) == len(result.refusals) > 0)
            where = f"game {number}, {result.seat}: {result.text}"
            tally = tally.plus(count(1, [str(seen or "called done")] if wrong else [], where))
    return tally


def _remark_on_nothing() -> None:
    check.remark_on_file = lambda *_: ()  # type: ignore[assignment]  # plants a defect


def _forget_cards_played() -> None:
    remarks._NOT_THIS_TURN -= {"one-card-a-turn", "card-not-held"}


def _pass_plans_over() -> None:
    remarks._LOOKED_AT -= {"build", "try"}


DEFECTS = {
    "remark-on-nothing": _remark_on_nothing,
    "forget-cards-played": _forget_cards_played,
    "pass-plans-over": _pass_plans_over,
}


def plant(name: str) -> None:
    """Plant a defect in this process."""
    DEFECTS[name]()


def play_games(folder: Path, numbers: Iterable[int], *, enough: int = 20) -> Tally:
    """Play the games with these numbers, or until ``enough`` went wrong."""
    del folder
    tally = Tally()
    for number in numbers:
        tally = tally.plus(play_game(number))
        if len(tally.failures) >= enough:
            break
    return tally


def main(games: int) -> int:
    """Plays so many games and says what was passed over."""
    tally = play_games(Path(), range(games), enough=1_000)
    sys.stdout.write(f"{games} games, {tally.tried} green lines: {len(tally.failures)} passed over for what was seen\n")
    sys.stdout.writelines(f"{failure}\n" for failure in tally.failures[:40])
    return 1 if tally.failures else 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
