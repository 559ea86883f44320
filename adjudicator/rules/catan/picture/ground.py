"""What is printed on a board, as SVG: sea, hexes, number tokens and harbours; drawn once for each board and kept."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from adjudicator.rules.catan.board import ANY, RED
from adjudicator.rules.catan.picture.marks import TerrainLook, draw_pattern, name_pattern, name_rate
from adjudicator.rules.catan.picture.places import HEIGHT, MIDDLES, WIDTH, ends_of, middle_of, outline, step_off
from adjudicator.rules.catan.picture.view import BoardView

ROBBER = (
    '<path d="M-12 22v-4q0-3 3-4-1-11 3-15a9 9 0 1 1 12 0q4 4 3 15 3 1 3 4v4z" fill="#222" stroke="#fff"'
    ' stroke-width="2"/>'
    '<path d="M-7-8h14v4H-7z" fill="#fff"/><path d="M-4.5-7h2v2h-2zM2.5-7h2v2h-2z" fill="#222"/>'
)
"""The robber round its own middle."""

_HALO = 'stroke="#fff" stroke-width="4" stroke-linejoin="round" paint-order="stroke"'


def draw_ground(board: BoardView, robber: str | None, grounds: Mapping[str, TerrainLook]) -> str:
    """All that lies below paths and pieces. Where the robber is, the number makes room for him."""
    hexes = tuple((letter, tile["terrain"], tile["number"]) for letter, tile in board["hexes"].items())
    shown = {terrain: grounds[terrain] for _, terrain, _ in hexes}
    return _draw_ground(hexes, tuple(board["harbours"].items()), robber, tuple(shown.items()))


@lru_cache(maxsize=64)
def _draw_ground(
    hexes: tuple[tuple[str, str, int | None], ...],
    harbours: tuple[tuple[str, str], ...],
    robber: str | None,
    shown: tuple[tuple[str, TerrainLook], ...],
) -> str:
    grounds = dict(shown)
    terrains: dict[str, str] = {}
    for letter, terrain, _ in hexes:
        terrains[terrain] = terrains.get(terrain, "") + outline(letter)
    island = "".join(terrains.values())
    return "".join(
        (
            f"<defs>{''.join(draw_pattern(terrain, ground) for terrain, ground in shown)}</defs>",
            f'<path d="M0 0h{WIDTH}v{HEIGHT}h-{WIDTH}z" fill="#d9e9f4"/>',
            f'<path d="{island}" fill="none" stroke="#8fb3cc" stroke-width="26" stroke-linejoin="round"/>',
            _draw_harbours(dict(harbours)),
            f'<path d="{island}" fill="none" stroke="#4d4538" stroke-width="12" stroke-linejoin="round"/>',
            *(_draw_terrain(terrain, grounds[terrain], path) for terrain, path in terrains.items()),
            f'<path d="{island}" fill="none" stroke="#fbf3df" stroke-width="8" stroke-linejoin="round"/>',
            f'<g fill="#111" {_HALO}>',
            *(_name_hex(letter, terrain, beside=bool(grounds[terrain].figure)) for letter, terrain, _ in hexes),
            "</g>",
            *(_draw_token(letter, number, letter == robber) for letter, _, number in hexes if number),
            *(_draw_figure(letter, figure) for letter, terrain, _ in hexes if (figure := grounds[terrain].figure)),
        )
    )


def _draw_terrain(terrain: str, ground: TerrainLook, path: str) -> str:
    return (
        f'<path d="{path}" fill="{ground.fill}"/>'
        f'<path d="{path}" fill="url(#{name_pattern(terrain)})" fill-opacity=".6"/>'
    )


def _name_hex(letter: str, terrain: str, *, beside: bool) -> str:
    x, y = MIDDLES[letter]
    if beside:
        return (
            f'<text x="{x - 40}" y="{y + 6}" font-size="17" font-weight="bold">{letter}</text>'
            f'<text x="{x + 36}" y="{y + 4}" font-size="11">{terrain}</text>'
        )
    return (
        f'<text x="{x}" y="{y - 27}" font-size="17" font-weight="bold">{letter}</text>'
        f'<text x="{x}" y="{y + 33}" font-size="11">{terrain}</text>'
    )


def _draw_token(letter: str, number: int, robbed: bool) -> str:
    x, y = MIDDLES[letter]
    x, y = x + 17 * robbed, y - 2
    red = number in RED
    dots = 6 - abs(7 - number)
    chain = "".join(f"M{x - 2 * (dots - 1) + 4 * dot} {y + 11}h0" for dot in range(dots))
    ink = "#a50f15" if red else "#222"
    return (
        f'<circle cx="{x}" cy="{y}" r="18" fill="#fffaf0" stroke="{ink}" stroke-width="{3.5 if red else 1}"/>'
        f'<text x="{x}" y="{y + 5}" font-size="{18 if red else 15}" fill="{ink}"'
        f' font-weight="{700 if red else 400}">{number}</text>'
        f'<path d="{chain}" stroke="{ink}" stroke-width="3" stroke-linecap="round"/>'
    )


def _draw_figure(letter: str, figure: str) -> str:
    x, y = MIDDLES[letter]
    return f'<g transform="translate({x} {y}) scale(.9)">{figure}</g>'


def draw_robber(letter: str, numbered: bool) -> str:
    """The robber on a hex, beside its number."""
    x, y = MIDDLES[letter]
    return f'<g transform="translate({x - (22 if numbered else 34)} {y - 4})"><title>robber</title>{ROBBER}</g>'


def _draw_harbours(harbours: Mapping[str, str]) -> str:
    piers, signs = "", ""
    for path, kind in harbours.items():
        x, y = middle_of(path)
        right, down = step_off(path, 34)
        x, y = x + right, y + down
        piers += "".join(f"M{x} {y}L{end_x} {end_y}" for end_x, end_y in ends_of(path))
        bold = ' font-weight="bold"'
        signs += (
            f'<path d="M{x - 24} {y - 15}h48v30h-48z" fill="#fff" stroke="#333" stroke-width="1.5"/>'
            f'<text x="{x}" y="{y - 2}" font-size="13"{bold}>{name_rate(kind)}</text>'
            f'<text x="{x}" y="{y + 10}" font-size="11"{"" if kind == ANY else bold}>{kind}</text>'
        )
    return (
        f'<path d="{piers}" fill="none" stroke="#6b4a2b" stroke-width="5" stroke-dasharray="5 3"/>'
        f'<g fill="#111">{signs}</g>'
    )
