"""Boards as sets of hexes, and as drawings.

In a drawing every line is half a hex lower than the one before it, and column x stands at character 2x. A point is a
plain hex, ``o`` a pool, ``Y`` a palm space, ``^`` a mountain; nothing is outside.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cache

from oracle.hexes import Hex, name, names, neighbours, read

from adjudicator.rules.through_the_desert.board import Board, lay_grid


@dataclass(frozen=True)
class Field:
    """A board. ``playable`` includes pools and palm spaces, not ``mountains``; a side of the river is its two hexes."""

    playable: frozenset[Hex]
    mountains: frozenset[Hex] = frozenset()
    pools: frozenset[Hex] = frozenset()
    palms: frozenset[Hex] = frozenset()
    river: frozenset[frozenset[Hex]] = frozenset()

    @property
    def features(self) -> frozenset[Hex]:
        """Pools and palm spaces."""
        return self.pools | self.palms

    def __or__(self, other: Field) -> Field:
        """Two parts of one board, side by side."""
        return Field(
            self.playable | other.playable,
            self.mountains | other.mountains,
            self.pools | other.pools,
            self.palms | other.palms,
            self.river | other.river,
        )


def read_drawing(drawing: str) -> Field:
    """The field that ``drawing`` shows. Raises ``ValueError`` for a sign that stands between two hexes."""
    signs: dict[Hex, str] = {}
    for down, line in enumerate(drawing.splitlines()):
        for place, sign in enumerate(line):
            if sign == " ":
                continue
            x, between = divmod(place, 2)
            y, off = divmod(down - (1 if x % 2 == 0 else 0), 2)
            if between or off:
                raise ValueError(f"{sign!r} in line {down}, character {place}, stands between two hexes")
            signs[x, y] = sign

    def spots(wanted: str) -> frozenset[Hex]:
        return frozenset(spot for spot, sign in signs.items() if sign in wanted)

    return Field(spots(".oY"), spots("^"), spots("o"), spots("Y"))


def write_map(field: Field) -> str:
    """``field`` as a board file: the map of a report, and below it the sides of the river."""
    columns = 1 + max(x for x, _ in field.playable | field.mountains)
    heads = ["" for _ in range(2)]
    for x in range(columns):
        line = (x + 1) % 2  # odd columns stand higher
        heads[line] = heads[line].ljust(4 + 3 * x) + name((x, 0))[0]
    rows = []
    for y in range(1 + max(y for _, y in field.playable | field.mountains)):
        for parity in (1, 0):
            row = f"{y + 1:2}"
            for x in range(parity, columns, 2):
                row = row.ljust(4 + 3 * x - ((x, y) in field.palms)) + _sign(field, (x, y))
            rows.append(row.rstrip())
    river = " ".join("-".join(names(side)) for side in sorted(field.river, key=sorted))
    lines = [
        "title: Any shape",
        "origin: Made for a test.",
        "",
        *heads,
        *rows,
        *(["", f"river: {river}"] if river else []),
    ]
    return "".join(f"{line}\n" for line in lines)


def _sign(field: Field, spot: Hex) -> str:
    if spot in field.mountains:
        return "^^^"
    if spot not in field.playable:
        return ""
    word = name(spot).lower()
    return f"&{word}&" if spot in field.palms else f"{word}~" if spot in field.pools else word


@cache
def build(field: Field) -> Board:
    """The adjudicator's board for ``field``."""
    grid = lay_grid(names(field.playable))
    return Board(
        name="drawn",
        title="drawn",
        origin="drawn for a test",
        grid=grid,
        mountains=tuple(names(field.mountains)),
        pools=grid.mask_of(names(field.pools)),
        palms=grid.mask_of(names(field.palms)),
        river=tuple((one, other) for one, other in map(names, sorted(field.river, key=sorted))),
    )


def read_board(board: Board) -> Field:
    """The field of one of the adjudicator's boards."""
    grid = board.grid

    def spots(mask: int) -> frozenset[Hex]:
        return frozenset(grid.position(grid.index_of[word]) for word in grid.names_of(mask))

    mountains = frozenset((ord(word[0]) - ord("A"), int(word[1:]) - 1) for word in board.mountains)
    river = frozenset(frozenset(read(side)) for side in board.river)
    return Field(spots(board.everywhere), mountains, spots(board.pools), spots(board.palms), river)


def divide(field: Field, bank: AbstractSet[Hex]) -> Field:
    """``field`` with a river round ``bank``: along every side with a hex of it on one hand only."""
    sides = {frozenset((spot, near)) for spot in bank & field.playable for near in neighbours(spot)}
    return replace(field, river=field.river | {side for side in sides if side <= field.playable and not side <= bank})
