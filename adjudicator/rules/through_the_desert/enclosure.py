"""Enclosed areas.

An area of a caravan is a maximal connected set of hexes without camels that is bordered by that caravan alone; board
edge, dark line and mountains are the ends of the field (2005 "Enclosing Areas"; rulings E1 to E10). Put differently:
take the caravan away, and every part of the rest that holds no camel is enclosed by it.
"""

from __future__ import annotations

from adjudicator.kit.hexes import HexGrid


def find_enclosed(grid: HexGrid, caravan: int, occupied: int, closed: int, index: int) -> list[int]:
    """The areas (masks) that the camel just placed on ``index`` closes for its ``caravan``.

    ``caravan`` and ``occupied`` include the new camel; ``closed`` are the areas closed before. Only a part next to
    the new camel can be new (ruling E4). A part is followed only until another camel is met.
    """
    others = occupied & ~caravan
    field = grid.field & ~caravan
    grow, neighbours = grid.grow, grid.neighbours
    seeds = neighbours[index] & ~occupied & ~closed
    areas: list[int] = []
    while seeds:
        part = seeds & -seeds
        grown = (part | neighbours[part.bit_length() - 1]) & field
        while not grown & others:
            if grown == part:
                areas.append(part)
                break
            part, grown = grown, grow(grown) & field
        # a part that met a camel may be known only in part: its other seeds meet the same camel again, at small cost
        seeds &= ~grown
    return areas
