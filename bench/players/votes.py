"""Votes on camels: which position a player wants, and how many cards it is worth to him."""

from __future__ import annotations

from adjudicator.core.json_value import JsonObject
from adjudicator.rules.catan.views.known import View
from adjudicator.rules.catan_caravans.routes import CamelPlace, Routes, lay_camel
from adjudicator.rules.catan_caravans.state import Caravans, caravans_of

VOTE = "vote"
_LISTED = 12
_POINT, _PROMISE, _DOUBLED = 1.0, 0.5, 0.3
"""A point now, a building where the next camel makes one, a doubled road."""
_WORTH_CARDS = 0.9


def has_votes(known: View) -> bool:
    """Whether the game has votes at all."""
    return isinstance(known.extra, Caravans)


def vote_orders(known: View, seat: int, *, standing: bool) -> list[JsonObject]:
    """A bid and a list of positions for one vote, or ``standing`` orders for every vote until the seat's next turn.

    The standing list goes on with positions that one camel more would open.
    """
    routes = caravans_of(known.extra).routes
    open_ = {position: rate_position(known, seat, routes, position) for position in routes.positions}
    if not open_:
        return [{"bid": 0}]
    ranked = sorted(open_, key=lambda position: (-open_[position], position))
    best, worst = open_[ranked[0]], open_[ranked[-1]]
    later = _look_ahead(known, seat, routes, ranked) if standing else []
    spare = min(2, int((best - worst) / _WORTH_CARDS))
    bid: JsonObject = {"bid": {"up-to": spare, "over": "best", "pay": ["wool", "grain"]} if spare else 0}
    return [bid, {"prefer": [position.name for position in [*ranked, *later][:_LISTED]]}]


def _look_ahead(known: View, seat: int, routes: Routes, ranked: list[CamelPlace]) -> list[CamelPlace]:
    """Positions that open when one camel more is laid, the best first."""
    found: dict[CamelPlace, float] = {}
    for position in ranked:
        after = lay_camel(routes, position)
        for following in after.positions:
            if following not in ranked:
                found[following] = rate_position(known, seat, after, following)
    return sorted(found, key=lambda position: (-found[position], position))


def rate_position(known: View, seat: int, routes: Routes, position: CamelPlace) -> float:
    """What a camel there brings the seat, in points, less a share of what it brings the others."""
    after = lay_camel(routes, position)
    gains = [_gain(known, other, routes, after, position.path) for other in range(len(known.seats))]
    others = sum(gains) - gains[seat]
    return gains[seat] - 0.4 * others


def _gain(known: View, seat: int, routes: Routes, after: Routes, path: int) -> float:
    mine = known.seats[seat]
    buildings = mine.settlements | mine.cities
    joints = after.joints & ~routes.joints
    gain = _POINT * (buildings & joints).bit_count()
    front = after.front(after.laid[-1].route)
    if front is not None and buildings >> front & 1 and not after.joints >> front & 1:
        gain += _PROMISE
    if mine.roads >> path & 1:
        gain += _DOUBLED
    return gain
