"""Caravans on the board in characters: arrows, camels, names of routes and positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.kit.words import list_unbroken
from adjudicator.rules.catan.picture.view import Sign, View
from adjudicator.rules.catan.topology import CORNERS, ENDS, LETTERS, PATH_NAMED
from adjudicator.rules.catan_caravans.picture.view import as_caravans, find_oasis, list_positions

_ARROWS = (Sign(1, -1, "^"), Sign(2, 0, ">"), Sign(2, 4, ">"), Sign(1, 5, "v"), Sign(-2, 4, "<"), Sign(-2, 0, "<"))
"""The arrow at each corner of the oasis, and its step from the place of the hex's letter."""


def list_signs(plain: View) -> Mapping[str, Sequence[Sign]]:
    """Arrows at the corners of the oasis from which routes begin."""
    view = as_caravans(plain)
    letter = find_oasis(view)
    if letter is None:
        return {}
    spokes = {end for path in view["oasis"]["spokes"] for end in ENDS[PATH_NAMED[path]]}
    corners = zip(CORNERS[LETTERS.index(letter)], _ARROWS, strict=True)
    return {letter: [arrow for corner, arrow in corners if corner in spokes]}


def list_words(plain: View) -> Mapping[str, str]:
    """The names of positions; else ``&`` for a camel, or the name of its route where it is the newest."""
    view = as_caravans(plain)
    words: dict[str, str] = {}
    for name, route in view.get("routes", {}).items():
        words |= dict.fromkeys(route["camels"], "&")
        words |= dict.fromkeys(route["camels"][-1:], name)
    votes: dict[str, str] = {}
    for name, position in list_positions(view).items():
        votes[position["path"]] = votes.get(position["path"], "") + name
    return words | votes


def explain(plain: View) -> Iterator[str]:
    """Where the arrows lead, where each route lies and goes on, and what is meant by the names of positions."""
    view = as_caravans(plain)
    if "oasis" in view:
        yield f"Oasis: arrows to {list_unbroken(view['oasis']['spokes'])}."
    if "routes" in view:
        yield "Camels: & is a camel beside its path, R1 the newest camel of route R1."
        for name, route in view["routes"].items():
            goes = "has ended" if route["ended"] else f"goes on at {route['front']}"
            if route["camels"]:
                yield f"Route {name}: {list_unbroken(route['camels'])}; it {goes}."
    positions = list_positions(view)
    if positions:
        named = (f"{name} {position['route']} {position['path']}" for name, position in positions.items())
        yield f"The next camel: {list_unbroken(named)}."
