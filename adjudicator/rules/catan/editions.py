"""Editions and options: every tunable number of the rules, as named fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from adjudicator.core.table import Option
from adjudicator.rules.catan.cards import Bundle, pack


class RobberStart(Enum):
    """Where the robber is before it is first moved."""

    BARREN = "barren"
    """On the hex that yields nothing."""
    ASIDE = "aside"
    """Beside the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """The numbers and names of one rule set.

    ``bank`` is the number of cards of each resource, ``developments`` the development cards by kind; the fields in
    ``_cost`` are bundles of resources. ``roads``, ``settlements`` and ``cities`` count the pieces of one seat.
    ``barren`` names the terrain that yields nothing; it lies on ``barren_hex`` in the variable set-up, or anywhere
    if that is None. ``robber_returns`` says whether the robber may be moved there.
    """

    name: str
    title: str
    target: int
    bank: int
    developments: Bundle
    roads: int
    settlements: int
    cities: int
    road_cost: Bundle
    settlement_cost: Bundle
    city_cost: Bundle
    card_cost: Bundle
    settlement_points: int
    city_points: int
    card_points: int
    longest_points: int
    longest_minimum: int
    largest_points: int
    largest_minimum: int
    hand_limit: int
    bank_rate: int
    harbour_rate: int
    special_rate: int
    free_roads: int
    barren: str
    barren_hex: int | None
    robber_start: RobberStart
    robber_returns: bool


BASE = Edition(
    name="base",
    title="the base game",
    target=10,
    bank=19,
    developments=pack((14, 5, 2, 2, 2)),
    roads=15,
    settlements=5,
    cities=4,
    road_cost=pack((1, 1, 0, 0, 0)),
    settlement_cost=pack((1, 1, 1, 1, 0)),
    city_cost=pack((0, 0, 0, 2, 3)),
    card_cost=pack((0, 0, 1, 1, 1)),
    settlement_points=1,
    city_points=2,
    card_points=1,
    longest_points=2,
    longest_minimum=5,
    largest_points=2,
    largest_minimum=3,
    hand_limit=7,
    bank_rate=4,
    harbour_rate=3,
    special_rate=2,
    free_roads=2,
    barren="desert",
    barren_hex=None,
    robber_start=RobberStart.BARREN,
    robber_returns=True,
)

EDITIONS: Mapping[str, Edition] = {BASE.name: BASE}

BOARD_OPTION = Option(
    "board",
    "The board: 'variable' shuffles terrain and harbours and lays the number tokens in letter order from a corner that "
    "is drawn; 'beginners' is the fixed board.",
    ("variable", "beginners"),
    "variable",
)
SPREAD_OPTION = Option(
    "spread",
    "On the variable board: 'yes' shuffles the number tokens, but so that no 6 or 8 lies next to a 6 or 8.",
    ("no", "yes"),
    "no",
)
MAIL_OPTIONS = (
    Option(
        "preroll",
        "Before the roll: 'at-once' plays standing cards and rolls without asking; 'ask' waits for the seat on turn.",
        ("at-once", "ask"),
        "at-once",
    ),
    Option(
        "discard",
        "After a 7: 'standing' discards by standing order or from the largest pile; 'ask' waits for all who must.",
        ("standing", "ask"),
        "standing",
    ),
    Option(
        "trade-hours",
        "How many hours a proposal waits for answers; 0: only standing offers and wishes answer.",
        ("0", "12", "24", "48", "72"),
        "24",
    ),
)
"""How the game is played by mail (rulings section 4)."""
TARGETS = tuple(str(points) for points in range(5, 21))
OPTIONS: tuple[Option, ...] = (
    BOARD_OPTION,
    SPREAD_OPTION,
    Option("target", "The first to have this many points or more on their own turn wins.", TARGETS, str(BASE.target)),
    *MAIL_OPTIONS,
)


def adapt(edition: Edition, options: Mapping[str, str]) -> Edition:
    """``edition`` as the options change it."""
    return replace(edition, target=int(options["target"]))
