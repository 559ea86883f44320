"""Routes and vote as JSON that a moderator can read, and back; and what of it a reader may know."""

from collections.abc import Mapping, Sequence
from typing import TypedDict, cast

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.cards import Bundle, name_cards, read_cards
from adjudicator.rules.catan.topology import PATH_NAMES
from adjudicator.rules.catan_caravans.routes import (
    POSITION_NAMES,
    ROUTE_NAMES,
    ROUTES,
    SPOKES,
    CamelPlace,
    OasisTerms,
    Routes,
    begin_routes,
    lay_camel,
    read_position,
)
from adjudicator.rules.catan_caravans.state import (
    Agree,
    Ballot,
    Caravans,
    HiddenBallot,
    Prefer,
    Vote,
    VoteStage,
    caravans_of,
)


class SavedVote(TypedDict):
    """A vote; ``bids`` and ``ballots`` go by seat in table order, null where nothing was said yet.

    A ballot is ``{"prefer": ["R2 16-21", ...]}``, ``{"agree": seat number}`` or ``{}`` for one that is not known.
    """

    builder: SeatNumber
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
    """The paths where the routes begin, in their order."""
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
    routes = begin_routes(OasisTerms(layout, saved["coast"], saved["flank"]))
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
    return Agree(SeatNumber(cast("int", saved["agree"]))) if "agree" in saved else HiddenBallot.SEALED


def see_extra(extra: object, reader: SeatNumber | None, everything: bool = False) -> Caravans:
    """What the seat of number ``reader`` (None: an onlooker) knows.

    Camels and cards laid out are open to all. While preferences are being gathered, those of others are sealed: only
    that they are in is known.
    """
    routes, vote = caravans_of(extra)
    if vote is None:
        return Caravans(routes, None)
    secret = vote.awaited[0] is VoteStage.PREFER and not everything
    ballots = tuple(
        HiddenBallot.SEALED if secret and ballot is not None and seat != reader else ballot
        for seat, ballot in enumerate(vote.ballots)
    )
    return Caravans(routes, Vote(vote.builder, vote.bids, ballots))


def describe_extra(extra: object, seats: Sequence[str]) -> JsonObject:
    """The keys that a view adds to the base game's: ``oasis``, ``routes``, ``camels_left``, ``positions``, ``vote``.

    A route's ``front`` is null before it begins, ``with`` names the routes it has merged with. Of the vote, ``awaits``
    is the seat it waits for, and ``ballots`` have for every seat that has said what it prefers a list of positions,
    the seat it agrees with, or null where that is not known.
    """
    routes, vote = caravans_of(extra)
    return {
        "oasis": {"spokes": name_spokes(routes.terms.layout)},
        "routes": {ROUTE_NAMES[route]: _describe_route(routes, route) for route in range(ROUTES)},
        "camels_left": routes.camels_left,
        "positions": describe_positions(routes.positions),
        "vote": None if vote is None else _describe_vote(vote, routes.positions, seats),
    }


def describe_positions(positions: Sequence[CamelPlace]) -> dict[str, JsonValue]:
    """Positions by their names in the vote."""
    return {
        name: {"route": ROUTE_NAMES[position.route], "path": PATH_NAMES[position.path]}
        for name, position in zip(POSITION_NAMES, positions, strict=False)
    }


def _describe_route(routes: Routes, route: int) -> JsonObject:
    members = routes.members(routes.carriers[route])
    return {
        "camels": [PATH_NAMES[path] for path in routes.camels_of(route)],
        "front": routes.front(route),
        "ended": routes.has_ended(route),
        "with": [ROUTE_NAMES[other] for other in members if other != route],
    }


def _describe_vote(vote: Vote, positions: tuple[CamelPlace, ...], seats: Sequence[str]) -> JsonObject:
    stage, awaited = vote.awaited
    if awaited is None:
        (awaited,) = vote.settle(positions).seats
    bids = {seats[seat]: name_cards(cards) for seat in vote.clockwise if (cards := vote.bids[seat]) is not None}
    said = ((seat, vote.ballots[seat]) for seat in vote.clockwise)
    ballots = {seats[seat]: describe_ballot(ballot, seats) for seat, ballot in said if ballot is not None}
    phase: JsonObject = {"builder": seats[vote.builder], "stage": stage.value, "awaits": seats[awaited]}
    return {**phase, "bids": bids, "ballots": ballots}


def describe_ballot(ballot: Ballot | None, seats: Sequence[str]) -> JsonValue:
    """The positions of a ballot, or the seat that it agrees with; None where it is not known, or there is none."""
    if isinstance(ballot, Prefer):
        return [position.name for position in ballot.positions]
    return seats[ballot.seat] if isinstance(ballot, Agree) else None
