"""Editions and options of the scenario, as differences from the base game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.core.table import Option
from adjudicator.rules.catan.editions import BASE, TARGETS, Edition, RobberStart
from adjudicator.rules.catan.editions import OPTIONS as BASE_OPTIONS
from adjudicator.rules.catan.editions import adapt as adapt_base
from adjudicator.rules.catan.topology import CENTRE

CAMELS = 22
"""How many camels there are (ruling C33)."""
AS_EDITION = "edition"
"""The value of an option that leaves the matter to the edition."""

GREAT_CARAVAN = replace(
    BASE,
    name="great-caravan",
    title="The Great Caravan; to 13 points unless the option target says otherwise",
    target=13,
    barren="oasis",
    barren_hex=CENTRE,
    robber_start=RobberStart.BARREN,
    robber_returns=True,
)
"""The page of that name, taken at its word (rulings C01, C12)."""
BOX = replace(
    GREAT_CARAVAN,
    name="box",
    title="the caravans as in the box; to 12 points unless the option target says otherwise",
    target=12,
    robber_start=RobberStart.ASIDE,
    robber_returns=False,
)

EDITIONS: Mapping[str, Edition] = {edition.name: edition for edition in (GREAT_CARAVAN, BOX)}
"""By name, the default first."""

TARGET_OPTION = Option(
    "target",
    "The first to have this many points or more on their own turn wins; 'edition': as the edition says.",
    (AS_EDITION, *TARGETS),
    AS_EDITION,
)
ROBBER_OPTION = Option(
    "robber",
    "The robber and the oasis: 'returns' starts the robber there and lets it come back; 'barred' starts it beside the "
    "board and keeps it off the oasis; 'edition': as the edition says.",
    (AS_EDITION, "returns", "barred"),
    AS_EDITION,
)
COAST_OPTION = Option("coast", "Whether camels may stand on paths between land and sea.", ("yes", "no"), "yes")
FLANK_OPTION = Option(
    "flank", "Whether a route may run into the side or the rear of a route, and end there.", ("yes", "no"), "yes"
)
OPTIONS: tuple[Option, ...] = (
    *(TARGET_OPTION if option.name == TARGET_OPTION.name else option for option in BASE_OPTIONS),
    ROBBER_OPTION,
    COAST_OPTION,
    FLANK_OPTION,
    Option(
        "votepress",
        "Who may write during a vote: all ('public'), those who laid cards ('bidders'), or nobody ('none').",
        ("public", "bidders", "none"),
        "public",
    ),
    Option(
        "negotiate-hours",
        "How many hours those who laid cards have to change what they prefer once the cards are known; 0: no time.",
        ("0", "12", "24", "48"),
        "0",
    ),
)

_ROBBER: Mapping[str, tuple[RobberStart, bool]] = {
    "returns": (RobberStart.BARREN, True),
    "barred": (RobberStart.ASIDE, False),
}


def adapt(edition: Edition, options: Mapping[str, str]) -> Edition:
    """``edition`` as the options change it."""
    target = options["target"]
    resolved = {**options, "target": str(edition.target) if target == AS_EDITION else target}
    adapted = adapt_base(edition, resolved)
    if options["robber"] == AS_EDITION:
        return adapted
    start, returns = _ROBBER[options["robber"]]
    return replace(adapted, robber_start=start, robber_returns=returns)
