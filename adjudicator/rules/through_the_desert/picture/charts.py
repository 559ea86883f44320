"""Pictures of how a game goes: the caravans by colour with the camels that are left, and the board in the course of it.

The land that they are drawn on is that of the board, which is on the same page. A hex is a dot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.kit.charts.bars import Bar, Group, draw_groups
from adjudicator.kit.charts.ending import SmallBoard
from adjudicator.kit.charts.paper import write_labels
from adjudicator.rules.through_the_desert.picture.ground import Point, PrintedBoard
from adjudicator.rules.through_the_desert.picture.pieces import PAINTS
from adjudicator.rules.through_the_desert.state import COLOURS, State

_SMALL_LAND = '<g id="small-land"><use href="#land" fill="#eadcb4"/><use href="#range" fill="#8d8379"/></g>'
_RIM = "#111"
_HALO = "filter:drop-shadow(0 0 3px #000)"
"""What tells pale camels from the sand where colours are not seen."""
_SHADES = (("#f3cc6c", "#111"), ("#db8636", "#111"), ("#a4481f", "#fff"), ("#431009", "#fff"))
"""Paint and ink for each quarter of the game, the first camels the lightest, in even steps of grey."""
_LETTER = 38
"""The height of letters on the heat map: not too small on a phone."""


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


def draw_strip(known: State, ground: PrintedBoard) -> list[SmallBoard]:
    """A small board after each quarter of the game; the camels that are new since the one before have a dark rim."""
    names = known.table.board.grid.names
    leaders = [(number % COLOURS, index) for number, index in enumerate(known.leaders) if index >= 0]
    land, older, boards = _SMALL_LAND, "", list[SmallBoard]()
    for colour, name in enumerate(known.table.colours):
        older += _dots((ground.middles[names[index]] for owner, index in leaders if owner == colour), PAINTS[name].fill)
    for number, (first, after) in enumerate(_quarter(known), 1):
        placed = [(camel.caravan % COLOURS, camel.hex) for camel in known.trail[first:after]]
        dots, paints = "", ""
        for colour, name in enumerate(known.table.colours):
            if path := _trace_dots(ground.middles[names[index]] for owner, index in placed if owner == colour):
                dots += f'<path id="q{number}{colour}" d="{path}"/>'
                paints += f'<use href="#q{number}{colour}" stroke="{PAINTS[name].fill}"/>'
        words = f"after {after} camels"
        picture = (
            f'{land}<g stroke="{_RIM}" stroke-width="50"><g id="quarter{number}">{dots}</g></g>'
            f'<g style="{_HALO}"><g id="until{number}" stroke-width="35">{older}{paints}</g></g>'
        )
        boards.append(SmallBoard(_frame(f"The board {words}", ground.width, ground.height, picture), words))
        land, older = '<use href="#small-land"/>', f'<use href="#until{number}"/>'
    return boards


def _quarter(known: State) -> Iterator[tuple[int, int]]:
    """From which camel to which each quarter of the game goes."""
    for number in range(1, len(_SHADES) + 1):
        yield len(known.trail) * (number - 1) // len(_SHADES), len(known.trail) * number // len(_SHADES)


def draw_heat_map(known: State, ground: PrintedBoard) -> SmallBoard:
    """When each hex was taken, quarter by quarter of the game, and the points that its camel brought at once.

    Below it each quarter says which camels it has. Their places are those of the small boards, on the same page.
    """
    names, camels, foot = known.table.board.grid.names, known.trail, ground.height + 30
    leaders = (ground.middles[names[index]] for index in known.leaders if index >= 0)
    drawn = [
        f'<g font-family="Verdana,Arial,sans-serif" font-size="{_LETTER}" font-weight="bold" text-anchor="middle">',
        '<use href="#land" fill="#fbf5e6" stroke="#6d4f28" stroke-width="3"/><use href="#land" fill="url(#grid)"/>',
        f'<use href="#range" fill="#bfae94"/><g stroke-width="20">{_dots(leaders, "#555")}</g><g stroke-width="48">',
    ]
    words = ""
    for number, ((first, end), (paint, ink)) in enumerate(zip(_quarter(known), _SHADES, strict=True)):
        if first == end:
            continue
        left = 40 + ground.width * number // len(_SHADES)
        drawn.append(f'<g stroke="{paint}"><use href="#quarter{number + 1}"/><path d="M{left} {foot}h0"/></g>')
        middles = ((ground.middles[names[camel.hex]], camel.points) for camel in camels[first:end])
        points = write_labels([((x, y + 14), str(points)) for (x, y), points in middles if points])
        drawn.append(f'<g fill="{ink}">{points}</g>')
        words += f'<text x="{left + 34}" y="{foot + 13}">{first + 1}\u2013{end}</text>'
    drawn.append(f'<g fill="currentColor" font-weight="normal" text-anchor="start">{words}</g></g></g>')
    title = "When each hex was taken"
    picture = _frame(title, ground.width, foot + 30, "".join(drawn))
    return SmallBoard(picture, f"{title}, and the points it brought: light first, dark last. Grey dots are leaders.")


def _frame(title: str, width: int, height: int, drawing: str) -> str:
    return (
        f'<svg role="img" viewBox="0 0 {width} {height}" stroke-linecap="round"><title>{title}</title>{drawing}</svg>'
    )


def _dots(places: Iterable[Point], paint: str) -> str:
    path = _trace_dots(places)
    return f'<path d="{path}" stroke="{paint}"/>' if path else ""


def _trace_dots(places: Iterable[Point]) -> str:
    path, before = "", (0, 0)
    for x, y in sorted(places):
        path += f"m{x - before[0]}{'' if y < before[1] else ' '}{y - before[1]}h0"
        before = (x, y)
    return path
