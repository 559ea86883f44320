"""Conditions on what everybody sees of the seats, asked where the answer changes with one point or card more.

An answer that looked at anything hidden would be another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.rules.catan.views.known import View
from adjudicator.testing.twins import Below

_TITLES = ("leads", "longest-road", "army")


def draw_condition(known: View, below: Below) -> Mapping[str, Any]:
    """A question about the seats, mostly close to what the table shows."""
    seats, place = known.seats, below(len(known.seats))
    one = seats[place]
    if not below(3):
        return ({"robber": "mine"}, {_TITLES[below(len(_TITLES))]: one.name})[below(2)]
    key, count = (("points", one.points), ("hand", one.cards))[below(2)]
    of = "anybody" if not below(4) else one.name
    return {key: {"of": of, ("at-least", "at-most")[below(2)]: max(0, count - 1 + below(3))}}


def list_narrow_conditions(known: View, number: int) -> Iterator[Mapping[str, Any]]:
    """Questions of seat ``number`` about every other one.

    The table says no to those about numbers, but would say yes with one point or card more.
    """
    others = [seat for place, seat in enumerate(known.seats) if place != number]
    for key in ("points", "hand"):
        counts = [seat.points if key == "points" else seat.cards for seat in others]
        yield {key: {"of": "anybody", "at-least": max(counts) + 1}}
        for seat, count in zip(others, counts, strict=True):
            yield {key: {"of": seat.name, "at-least": count + 1}}
            yield {"not": {key: {"of": seat.name, "at-most": count}}}
    yield from ({title: seat.name} for title in _TITLES for seat in others)
