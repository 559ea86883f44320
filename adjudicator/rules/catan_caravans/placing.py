"""The end of a vote: the camel is placed, and what was laid out goes to the bank."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.event import Event
from adjudicator.core.json_value import JsonValue
from adjudicator.rules.catan.cards import name_cards
from adjudicator.rules.catan.rules import Change
from adjudicator.rules.catan.topology import PATH_NAMES
from adjudicator.rules.catan_caravans.routes import ROUTE_LETTERS, ROUTES, Routes, lay_camel
from adjudicator.rules.catan_caravans.state import Caravans, Vote
from adjudicator.rules.catan_caravans.vote import Outcome


def end_vote(seats: Sequence[str], caravans: Caravans, vote: Vote, outcome: Outcome) -> Change:
    """Place the camel where ``outcome`` says, and pay (ruling C57).

    All of it is public. ``camel-placed`` names the seat at the end of whose turn it happens; who decided is told by
    ``vote-decided``.
    """
    position = outcome.position
    assert position is not None
    place: dict[str, JsonValue] = {"route": ROUTE_LETTERS[position.route], "path": PATH_NAMES[position.path]}
    lists = vote.lists
    bidders = [seat for seat in vote.clockwise if vote.bids[seat]]
    decided: dict[str, JsonValue] = {
        "how": outcome.how.value,
        "seats": [seats[seat] for seat in vote.clockwise if seat in outcome.seats],
        **place,
        "lists": {seats[seat]: [preferred.name for preferred in lists[seat]] for seat in bidders},
    }
    routes = lay_camel(caravans.routes, position)
    paid = [Event("cards-paid", {"seat": seats[seat], "cards": name_cards(vote.bids[seat] or 0)}) for seat in bidders]
    events = (
        Event("vote-decided", decided),
        Event("camel-placed", {**place, "seat": seats[vote.builder]}),
        *_tell_routes(caravans.routes, routes),
        *paid,
    )
    return Change(Caravans(routes, None), returned=sum(cards or 0 for cards in vote.bids), events=events)


def _tell_routes(before: Routes, after: Routes) -> list[Event]:
    """Which routes have become one, and which have ended (rulings C26, C32, C33)."""
    events: list[Event] = []
    for carrier in range(ROUTES):
        members = after.members(carrier)
        if members and members != before.members(carrier):
            events.append(Event("routes-merged", {"routes": [ROUTE_LETTERS[route] for route in members]}))
    events += [
        Event("route-ended", {"route": ROUTE_LETTERS[route]})
        for route in range(ROUTES)
        if after.has_ended(route) and not before.has_ended(route)
    ]
    return events
