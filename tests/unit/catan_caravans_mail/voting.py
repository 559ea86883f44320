"""A table that plays with caravans by mail; by default amira has built and camels lie on R1 11-21.

The positions then are a = R1 10-11, b = R1 11-12, c = R2 33-34, d = R3 30-31.
"""

from __future__ import annotations

from typing import Any

from unit.catan_mail.mailing import Mail

from adjudicator.core.table import Pacing, Setting
from adjudicator.registry import find_game
from adjudicator.rules.catan_caravans.cases import CARAVAN_CASES
from adjudicator.rules.catan_caravans.state import Vote, caravans_of

GAME = find_game("catan-caravans")
SEATS = ("amira", "bilal", "chadi", "dina")
ONE_ONE = (1, 1)


def table(
    hands: dict[str, str] | None = None,
    *,
    vote: Any = None,
    seats: int = 3,
    pacing: Pacing = Pacing.SEAT,
    camels: tuple[str, ...] = ("R1 21-11",),
    has: dict[str, Any] | None = None,
    **facts: Any,
) -> Mail:
    """A game in turn 5 of amira: in her turn, or in the ``vote`` after it."""
    edition, options = facts.pop("edition", "great-caravan"), facts.pop("options", {})
    names = SEATS[:seats]
    owned: dict[str, Any] = {seat: {"hand": cards} for seat, cards in (hands or {}).items()}
    for seat, things in (has or {}).items():
        owned[seat] = {**owned.get(seat, {}), **things}
    extra: dict[str, Any] = {"camels": list(camels)}
    if vote is not None:
        extra["vote"] = vote
    content = {"turn": 5, "extra": extra, "seats": owned, **facts}
    defaults = {option.name: option.default for option in GAME.options}
    setting = Setting(edition, {**defaults, "board": "beginners", **options}, names)
    return Mail(CARAVAN_CASES.read_position(content, setting), game=GAME, pacing=pacing)


def voting(hands: dict[str, str] | None = None, **facts: Any) -> Mail:
    """The vote is open and nothing has been said."""
    return table(hands, vote={}, **facts)


def vote_of(mail: Mail) -> Vote | None:
    return caravans_of(mail.state.extra).vote


def laid(mail: Mail) -> dict[str, Any]:
    """The cards laid in the last turn, by seat."""
    assert mail.verdict is not None
    return {str(e.facts["seat"]): e.facts["cards"] for e in mail.verdict.events if e.kind == "bid-laid"}


def decided(mail: Mail) -> tuple[str, list[str], str]:
    """How the vote was decided, by whom, and where the camel went."""
    facts = mail.event("vote-decided")
    return facts["how"], facts["seats"], f"{facts['route']} {facts['path']}"
