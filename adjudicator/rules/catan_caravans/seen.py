"""What a reader may know of routes and vote, and how a view writes it."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.rules.catan.cards import name_cards
from adjudicator.rules.catan.topology import PATH_NAMES
from adjudicator.rules.catan_caravans.actions import Agree, Prefer
from adjudicator.rules.catan_caravans.routes import POSITION_LETTERS, ROUTE_LETTERS, ROUTES, Position, Routes
from adjudicator.rules.catan_caravans.saved import name_spokes
from adjudicator.rules.catan_caravans.state import Ballot, Caravans, Sealed, Stage, Vote, caravans_of


def see_extra(extra: object, reader: int | None, everything: bool = False) -> Caravans:
    """What the seat of number ``reader`` (None: an onlooker) knows.

    Camels and cards laid out are open to all. While preferences are being gathered, those of others are sealed: only
    that they are in is known.
    """
    routes, vote = caravans_of(extra)
    if vote is None:
        return Caravans(routes, None)
    secret = vote.awaited[0] is Stage.PREFER and not everything
    ballots = tuple(
        Sealed.SEALED if secret and ballot is not None and seat != reader else ballot
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
        "routes": {ROUTE_LETTERS[route]: _describe_route(routes, route) for route in range(ROUTES)},
        "camels_left": routes.camels_left,
        "positions": describe_positions(routes.positions),
        "vote": None if vote is None else _describe_vote(vote, routes.positions, seats),
    }


def describe_positions(positions: Sequence[Position]) -> dict[str, JsonValue]:
    """Positions by the letters of the vote."""
    return {
        letter: {"route": ROUTE_LETTERS[position.route], "path": PATH_NAMES[position.path]}
        for letter, position in zip(POSITION_LETTERS, positions, strict=False)
    }


def _describe_route(routes: Routes, route: int) -> JsonObject:
    members = routes.members(routes.carriers[route])
    return {
        "camels": [PATH_NAMES[path] for path in routes.camels_of(route)],
        "front": routes.front(route),
        "ended": routes.has_ended(route),
        "with": [ROUTE_LETTERS[other] for other in members if other != route],
    }


def _describe_vote(vote: Vote, positions: tuple[Position, ...], seats: Sequence[str]) -> JsonObject:
    stage, awaited = vote.awaited
    if awaited is None:
        (awaited,) = vote.settle(positions).seats
    return {
        "builder": seats[vote.builder],
        "stage": stage.value,
        "awaits": seats[awaited],
        "bids": {
            seats[seat]: name_cards(vote.bids[seat] or 0) for seat in vote.clockwise if vote.bids[seat] is not None
        },
        "ballots": {
            seats[seat]: _describe_ballot(ballot, seats)
            for seat in vote.clockwise
            if (ballot := vote.ballots[seat]) is not None
        },
    }


def _describe_ballot(ballot: Ballot, seats: Sequence[str]) -> JsonValue:
    if isinstance(ballot, Prefer):
        return [position.name for position in ballot.positions]
    return seats[ballot.seat] if isinstance(ballot, Agree) else None
