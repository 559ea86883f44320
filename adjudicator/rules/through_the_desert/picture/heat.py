"""The board as a record of the game: when each hex was taken, and what the camel brought that was placed there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.rules.through_the_desert.picture.ground import draw_ground, outline
from adjudicator.rules.through_the_desert.picture.layout import lay_out
from adjudicator.rules.through_the_desert.picture.marks import shape_steps
from adjudicator.rules.through_the_desert.picture.view import BoardView

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
