"""Pictures of how a game goes: the caravans by colour with the camels that are left, and small boards in a row."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kit.charts.bars import Bar, Group, draw_groups
from adjudicator.kit.charts.ending import SmallBoard
from adjudicator.rules.through_the_desert.picture.layout import HexPlace, Layout
from adjudicator.rules.through_the_desert.picture.marks import PAINTS
from adjudicator.rules.through_the_desert.state import COLOURS, State

_SPREAD, _HALF, _EDGE = 9, 5, 8
"""On a small board: from column to column, half the way from row to row, and round it."""
_SAND, _ROCK, _RIM = "#eadcb4", "#8d8379", "#111"
_BOARDS = 4


def draw_caravans(known: State) -> str:
    """How long the caravan of every seat is, colour by colour, and how many camels of the colour are left.

    The longest stand out; leaders count (ruling F2). The game ends when a colour is used up (ruling T5).
    """
    groups = []
    for colour, name in enumerate(known.table.colours):
        sizes = [mask.bit_count() for mask in known.camels[colour::COLOURS]]
        bars = [Bar(size, strong=size == max(sizes)) for size in sizes]
        groups.append(Group(bars, (name, f"{known.supply[colour]} left")))
    return draw_groups("Camels of every caravan, and camels left", groups, known.table.seats)


def draw_strip(known: State, layout: Layout) -> list[SmallBoard]:
    """Small boards at even steps of the game; the camels that are new since the one before have a dark rim."""
    names, camels = known.table.board.grid.names, known.trail
    width, height = layout.columns * _SPREAD + _EDGE, (layout.bottom - layout.top) * _HALF + 2 * _EDGE
    spots = {name: _place(spot, layout) for name, spot in layout.hexes.items()}
    mountains = (_place(spot, layout) for spot in layout.mountains.values())
    ground = f'<g id="strip-ground">{_dots(spots.values(), 11, _SAND)}{_dots(mountains, 11, _ROCK)}</g>'
    leaders = [(number % COLOURS, index) for number, index in enumerate(known.leaders) if index >= 0]
    boards, before = [], 0
    for number in range(1, _BOARDS + 1):
        after = len(camels) * number // _BOARDS
        fresh = _dots((spots[names[camel.hex]] for camel in camels[before:after]), 10, _RIM)
        shown = [*leaders, *((camel.caravan % COLOURS, camel.hex) for camel in camels[:after])]
        paints = "".join(
            _dots((spots[names[index]] for owner, index in shown if owner == colour), 7, PAINTS[name].fill)
            for colour, name in enumerate(known.table.colours)
        )
        words = f"after {after} camels"
        picture = (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" width="{width}"'
            f' height="{height}" stroke-linecap="round" style="width:100%;height:auto"><title>The board {words}</title>'
            f"{ground}{fresh}{paints}</svg>"
        )
        boards.append(SmallBoard(picture, words))
        ground, before = '<use href="#strip-ground"/>', after
    return boards


def _place(spot: HexPlace, layout: Layout) -> tuple[int, int]:
    return _EDGE + spot.x * _SPREAD, _EDGE + (spot.height - layout.top) * _HALF


def _dots(spots: Iterable[tuple[int, int]], size: int, paint: str) -> str:
    path = "".join(f"M{x} {y}h0" for x, y in spots)
    return f'<path d="{path}" stroke="{paint}" stroke-width="{size}"/>' if path else ""
