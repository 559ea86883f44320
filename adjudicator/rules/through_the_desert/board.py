"""Boards: data files read into masks.

A board file names its playable columns and rows, the mountains among them, the pools (small water holes), the palm
spaces and the sides of hexes along which a river runs. ``extends`` takes over another board and adds to it. The two
boards we ship are labelled reconstructions; somebody who owns the game can write a file of their own.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypedDict

from adjudicator.kit.hexes import HexGrid

_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "boards")


class BoardFile(TypedDict, total=False):
    """The content of a board file; see the module's description."""

    name: str
    title: str
    origin: str
    extends: str
    rows: dict[str, str]
    mountains: list[str]
    pools: list[str]
    palms: list[str]
    river: list[str]


@dataclass(frozen=True, eq=False)
class Board:
    """A board: its grid of playable hexes (mountains are not playable), and masks of what is printed on them."""

    name: str
    title: str
    origin: str
    grid: HexGrid
    mountains: tuple[str, ...]
    pools: int
    palms: int
    river: tuple[tuple[str, str], ...]

    @cached_property
    def everywhere(self) -> int:
        """The mask of all playable hexes."""
        return self.grid.field


def _span(rows: str) -> range:
    first, last = rows.split("-")
    return range(int(first) - 1, int(last))


def build_board(content: BoardFile, base: Board | None = None) -> Board:
    """The board that a file's ``content`` describes, on top of ``base`` where the file extends one.

    Raises ``KeyError`` or ``ValueError`` for a file that contradicts itself (a pool outside the field).
    """
    spots = {(ord(letter) - ord("A"), y) for letter, rows in content["rows"].items() for y in _span(rows)}
    mountains = [*content.get("mountains", [])]
    pools, palms, river = [*content.get("pools", [])], [*content.get("palms", [])], [*content.get("river", [])]
    if base is not None:
        spots |= {base.grid.position(index) for index in base.grid.index_of.values()}
        mountains = [*base.mountains, *mountains]
        pools = base.grid.names_of(base.pools) + pools
        palms = base.grid.names_of(base.palms) + palms
        river = [f"{one}-{other}" for one, other in base.river] + river
    spots -= {(ord(name[0]) - ord("A"), int(name[1:]) - 1) for name in mountains}
    columns, rows = max(x for x, _ in spots) + 1, max(y for _, y in spots) + 1
    grid = HexGrid(columns, rows, sum(1 << (x * (rows + 1) + y) for x, y in spots))
    sides: list[tuple[str, str]] = []
    for side in river:
        one, _, other = side.partition("-")
        if not grid.neighbours[grid.index_of[one]] >> grid.index_of[other] & 1:
            raise ValueError(f"{side} is not a side between two hexes")
        sides.append((one, other))
    return Board(
        name=content["name"],
        title=content["title"],
        origin=content["origin"],
        grid=grid,
        mountains=tuple(mountains),
        pools=grid.mask_of(pools),
        palms=grid.mask_of(palms),
        river=tuple(sides),
    )


@cache
def load_board(name: str) -> Board:
    """The board shipped under ``name`` (``small`` or ``full``). Raises ``FileNotFoundError`` for another name."""
    with open(os.path.join(_FOLDER, f"{name}.json"), encoding="utf-8") as file:
        content: BoardFile = json.load(file)
    base = load_board(content["extends"]) if "extends" in content else None
    return build_board(content, base)
