"""How a game went, camel by camel: the points of every seat as a chart, and as a table in characters.

The heat map is the board as a record: when each hex was taken, and what the camel brought that was placed there.

Seats are told apart by the dash of their line, by the shape of their tokens upon it, and by the name at its end.
Lengths are in units of the drawing, which is little wider than a phone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import accumulate, chain
from typing import NamedTuple

from adjudicator.rules.through_the_desert.picture.ground import draw_ground, outline
from adjudicator.rules.through_the_desert.picture.layout import lay_out
from adjudicator.rules.through_the_desert.picture.marks import SHAPES, shape_steps
from adjudicator.rules.through_the_desert.picture.view import BoardView

PointsBySeat = Mapping[str, Sequence[int]]
"""For each seat, in table order, its points before the first camel and after every one, then its total at the end."""

_WIDTH, _LEFT, _TOP, _BASE, _HEIGHT = 440, 30, 40, 220, 252
_END = 16
"""How far behind the last camel the totals stand, to which the largest caravans lift the lines."""
_CHARACTER = 6.8
"""The width of a character, about."""
_APART = 14
"""How far apart the names at the ends of lines stand."""
_DASHES = ("", "9 4", "2 3", "12 3 2 3", "5 5")
_INKS = ("#1b1b1b", "#9c3a00", "#00558c", "#4d2173", "#4d5a00")
_BETWEEN = 15
"""So many camels lie between two tokens on a line."""
_COLUMNS = 12
"""The table has a column for every tenth camel, or for every twentieth where these would be more."""


def trace_course(seats: Sequence[str], placed: Sequence[tuple[int, int]], totals: Sequence[int]) -> PointsBySeat:
    """The course of a game in which camels were ``placed``: by whom (the seat's number), bringing how many points."""
    return {
        seat: (*accumulate((points if owner == number else 0 for owner, points in placed), initial=0), totals[number])
        for number, seat in enumerate(seats)
    }


class _Scale(NamedTuple):
    camels: int
    highest: int
    right: float

    def across(self, camels: float) -> int:
        return round(_LEFT + (self.right - _LEFT) * camels / max(self.camels, 1))

    def up(self, points: float) -> int:
        return round(_BASE - (_BASE - _TOP) * points / max(self.highest, 1))


def draw_chart(course: PointsBySeat) -> str:
    """The chart as one ``<svg>`` element: points upwards, the camels placed by all to the right, a line a seat."""
    names = {seat: f"{points[-1]} {seat}" for seat, points in course.items()}
    right = _WIDTH - _END - 6 - max(map(len, names.values())) * _CHARACTER
    camels = len(next(iter(course.values()))) - 2
    scale = _Scale(camels, max(map(max, course.values())), max(right, _WIDTH / 3))
    heights = _spread({seat: scale.up(points[-1]) for seat, points in course.items()})
    lines = (_draw_line(number, points, scale) for number, points in enumerate(course.values()))
    ends = (
        f'<text x="{scale.right + _END + 4:.0f}" y="{heights[seat] + 4}" font-weight="bold">{escape(name)}</text>'
        for seat, name in names.items()
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}"'
        f' height="{_HEIGHT}" font-family="Verdana,Arial,sans-serif" font-size="11"'
        ' style="width:100%;height:auto;max-width:660px"><title>Points of every seat, camel by camel</title>'
        f"{''.join(chain(_draw_grid(scale), lines, ends))}</svg>"
    )


def _spread(heights: Mapping[str, int]) -> dict[str, int]:
    """The heights at which names stand: their lines' own, moved up where two would meet; five fit above the top."""
    spread: dict[str, int] = {}
    free = _BASE
    for seat, height in sorted(heights.items(), key=lambda item: -item[1]):
        spread[seat] = min(height, free)
        free = spread[seat] - _APART
    return spread


def _draw_grid(scale: _Scale) -> Iterator[str]:
    right = scale.across(scale.camels)
    steps = range(0, scale.highest + 1, 20 if scale.highest > 40 else 10)  # noqa: PLR2004 - legible
    rules = "".join(f"M{_LEFT} {scale.up(points)}H{right}" for points in steps)
    yield f'<path d="{rules}" stroke="#ccc"/><g fill="#555">'
    for points in steps:
        yield f'<text x="{_LEFT - 5}" y="{scale.up(points) + 4}" text-anchor="end">{points}</text>'
    for camels in range(0, scale.camels + 1, 20):
        yield f'<text x="{scale.across(camels)}" y="{_BASE + 15}" text-anchor="middle">{camels}</text>'
    yield f'<text x="{_LEFT}" y="{_BASE + 29}">camels placed by all</text></g>'


def _draw_line(number: int, points: Sequence[int], scale: _Scale) -> str:
    gains = (at for at in range(1, scale.camels + 1) if points[at] != points[at - 1])
    steps = "".join(f"H{scale.across(at)}V{scale.up(points[at])}" for at in gains)
    end = scale.across(scale.camels)
    line = f"M{_LEFT} {_BASE}{steps}H{end}L{end + _END} {scale.up(points[-1])}"
    right, down, outline = shape_steps(SHAPES[number], 4)
    places = range(3 * (number + 1), scale.camels + 1, _BETWEEN)
    tokens = "".join(f"M{scale.across(at) + right} {scale.up(points[at]) + down}{outline}" for at in places)
    dashes = f' stroke-dasharray="{_DASHES[number]}"' if _DASHES[number] else ""
    return (
        f'<path d="{line}" fill="none" stroke="{_INKS[number]}" stroke-width="2"{dashes}/>'
        f'<path d="{tokens}" fill="#fff" stroke="{_INKS[number]}" stroke-width="1.5"/>'
    )


def tabulate_course(course: PointsBySeat) -> tuple[tuple[str, ...], tuple[tuple[str, tuple[str, ...]], ...]]:
    """The same as columns and rows: the points of each seat after every tenth camel, and at the end."""
    camels = len(next(iter(course.values()))) - 2
    step = 10 if camels <= 10 * _COLUMNS else 20
    marks = range(step, camels + 1, step)
    rows = tuple((seat, (*(str(points[at]) for at in marks), str(points[-1]))) for seat, points in course.items())
    return (*map(str, marks), "end"), rows


_MOST = 720
"""No wider than that on a screen, since it has no names to read."""
_SHADES = (("#f3cc6c", "#111"), ("#e59a41", "#111"), ("#c46a2d", "#111"), ("#8a3218", "#fff"), ("#431009", "#fff"))
"""Fill and ink for each fifth of the game, the first camels the lightest, in even steps of grey."""


def draw_heat(board: BoardView, placed: Sequence[tuple[str, int]], leaders: Sequence[str]) -> str:
    """The heat map as one ``<svg>`` element; ``placed`` has the hex and the points of every camel, in order."""
    ground = draw_ground(lay_out(board))
    fifths: list[list[tuple[str, int]]] = [[] for _ in _SHADES]
    for number, camel in enumerate(placed):
        fifths[number * len(_SHADES) // len(placed)].append(camel)
    middles = ground.middles
    right, down, ring = shape_steps("circle", 9)
    rings = "".join(f"M{middles[name][0] + right} {middles[name][1] + down}{ring}" for name in leaders)
    width = min(ground.width, _MOST)
    frame = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {ground.width} {ground.height}"'
        f' width="{ground.width}" height="{ground.height}" font-family="Verdana,Arial,sans-serif" font-size="30"'
        f' font-weight="bold" text-anchor="middle" style="width:100%;height:auto;max-width:{width}px">'
        "<title>When each hex was taken, and the points it brought</title>"
    )
    return "".join(
        (
            frame,
            ground.below,
            *(_draw_fifth(camels, shade, middles) for camels, shade in zip(fifths, _SHADES, strict=True)),
            ground.lines,
            f'<path d="{rings}" fill="#fff" stroke="#222" stroke-width="3"/></svg>',
        )
    )


def _draw_fifth(
    camels: Sequence[tuple[str, int]], shade: tuple[str, str], middles: Mapping[str, tuple[int, int]]
) -> str:
    fill, ink = shade
    hexes = "".join(outline(middles[name]) for name, _ in camels)
    return (
        f'<path d="{hexes}" fill="{fill}" stroke="#fff"/><g fill="{ink}">{"".join(_write_points(camels, middles))}</g>'
    )


def _write_points(camels: Sequence[tuple[str, int]], middles: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    for name, points in camels:
        if points:
            x, y = middles[name]
            yield f'<text x="{x}" y="{y + 11}">{points}</text>'


def draw_scale() -> str:
    """The shades from the first fifth of the game to the last, as a small ``<svg>`` element for a sentence."""
    tiles = "".join(f'<path d="M{4 + 24 * n} 4h24v16h-24z" fill="{fill}"/>' for n, (fill, _) in enumerate(_SHADES))
    size = 'width="128" height="24" viewBox="0 0 128 24"'
    return f'<svg {size} aria-hidden="true" style="vertical-align:middle">{tiles}</svg>'
