"""The extra of a position as JSON that a moderator can read, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict, cast

from adjudicator.core.json_value import JsonValue
from adjudicator.rules.catan.cards import Bundle, name_cards, read_cards
from adjudicator.rules.catan.topology import PATH_NAMES
from adjudicator.rules.catan_caravans.actions import Agree, Prefer
from adjudicator.rules.catan_caravans.routes import SPOKES, Terms, begin_routes, lay_camel, read_position
from adjudicator.rules.catan_caravans.state import Ballot, Caravans, Sealed, Vote, caravans_of


class SavedVote(TypedDict):
    """A vote; ``bids`` and ``ballots`` go by seat in table order, null where nothing was said yet.

    A ballot is ``{"prefer": ["B 16-21", ...]}``, ``{"agree": seat number}`` or ``{}`` for one that is not known.
    """

    builder: int
    bids: Sequence[Mapping[str, int] | None]
    ballots: Sequence[Mapping[str, JsonValue] | None]


class SavedCaravans(TypedDict):
    """The spokes in the order of the routes, the options that rule the routes, the camels as they were laid."""

    spokes: Sequence[str]
    coast: bool
    flank: bool
    camels: Sequence[str]
    vote: SavedVote | None


def name_spokes(layout: int) -> list[str]:
    """The paths where routes A, B and C begin."""
    return [PATH_NAMES[spoke.path] for spoke in SPOKES[layout]]


def dump_extra(extra: object) -> JsonValue:
    """``extra`` by names; see :class:`SavedCaravans`."""
    routes, vote = caravans_of(extra)
    saved: SavedCaravans = {
        "spokes": name_spokes(routes.terms.layout),
        "coast": routes.terms.coast,
        "flank": routes.terms.flank,
        "camels": [position.name for position in routes.laid],
        "vote": None if vote is None else _dump_vote(vote),
    }
    return cast("JsonValue", saved)


def load_extra(content: JsonValue) -> Caravans:
    """The extra that :func:`dump_extra` wrote.

    Raises ``KeyError`` or ``ValueError`` for one that was not written by us, a camel out of place included.
    """
    saved = cast("SavedCaravans", content)
    layout = [name_spokes(layout) for layout in range(len(SPOKES))].index(list(saved["spokes"]))
    routes = begin_routes(Terms(layout, saved["coast"], saved["flank"]))
    for name in saved["camels"]:
        position = read_position(name)
        if position not in routes.positions:
            raise ValueError(f"no camel can be laid at {name}")
        routes = lay_camel(routes, position)
    vote = saved["vote"]
    return Caravans(routes, None if vote is None else _load_vote(vote))


def _dump_vote(vote: Vote) -> SavedVote:
    return {
        "builder": vote.builder,
        "bids": [None if cards is None else name_cards(cards) for cards in vote.bids],
        "ballots": [None if ballot is None else _dump_ballot(ballot) for ballot in vote.ballots],
    }


def _load_vote(saved: SavedVote) -> Vote:
    bids: list[Bundle | None] = [None if cards is None else read_cards(cards) for cards in saved["bids"]]
    ballots = [None if ballot is None else _load_ballot(ballot) for ballot in saved["ballots"]]
    return Vote(saved["builder"], tuple(bids), tuple(ballots))


def _dump_ballot(ballot: Ballot) -> Mapping[str, JsonValue]:
    if isinstance(ballot, Prefer):
        return {"prefer": [position.name for position in ballot.positions]}
    return {"agree": ballot.seat} if isinstance(ballot, Agree) else {}


def _load_ballot(saved: Mapping[str, JsonValue]) -> Ballot:
    if "prefer" in saved:
        return Prefer(tuple(map(read_position, cast("Sequence[str]", saved["prefer"]))))
    return Agree(cast("int", saved["agree"])) if "agree" in saved else Sealed.SEALED
