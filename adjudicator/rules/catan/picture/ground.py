"""Where hexes, intersections and paths lie in the drawing; and what is printed there: sea, hexes, numbers and harbours.

A hex is 124 wide and 144 high, a path 72 long; round the island there is room for harbours. What is printed is drawn
once for each board and kept.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from adjudicator.kit.charts import write_labels, write_step
from adjudicator.kit.hexes import Hex
from adjudicator.rules.catan.picture import TerrainLook
from adjudicator.rules.catan.picture.marks import ROBBER, SEA, draw_pattern, name_pattern, name_rate
from adjudicator.rules.catan.topology import (
    ANY,
    BARE,
    CORNERS,
    ENDS,
    HARBOUR_PATHS,
    HEX_POINTS,
    INTERSECTION_POINTS,
    LETTERS,
    RED,
    Board,
    PathNumber,
    Point,
)

_HALF, _QUARTER = 62, 36
PATH_LENGTH = 2 * _QUARTER
_SIDE, _TOP = 66, 44
WIDTH = 10 * _HALF + 2 * _SIDE
HEIGHT = 16 * _QUARTER + 2 * _TOP


def _place(point: Point) -> Point:
    return _SIDE + (point[0] + 1) * _HALF, _TOP + (point[1] + 2) * _QUARTER


MIDDLES = tuple(_place(point) for point in HEX_POINTS)
"""The middle of each hex."""
SPOTS = tuple(_place(point) for point in INTERSECTION_POINTS)
"""Each intersection."""
POINTS_UP = tuple(point[1] % 3 == 1 for point in INTERSECTION_POINTS)
"""Whether an intersection is the top of a hex or bay below it; else it is the bottom of one above."""


def outline(tile: int) -> str:
    """The path round a hex."""
    x, y = MIDDLES[tile]
    steps = f"l{_HALF} {_QUARTER}v{2 * _QUARTER}l-{_HALF} {_QUARTER}-{_HALF}-{_QUARTER}v-{2 * _QUARTER}z"
    return f"M{x} {y - 2 * _QUARTER}{steps}"


def ends_of(path: PathNumber) -> tuple[Point, Point]:
    """Both ends of a path."""
    low, high = ENDS[path]
    return SPOTS[low], SPOTS[high]


def middle_of(path: PathNumber) -> Point:
    """The middle of a path."""
    (low_x, low_y), (high_x, high_y) = ends_of(path)
    return (low_x + high_x) // 2, (low_y + high_y) // 2


def line_along(path: PathNumber, inset: int) -> str:
    """A line along a path, beginning and ending ``inset`` before its ends."""
    (low_x, low_y), (high_x, high_y) = ends_of(path)
    right, down = round((high_x - low_x) * inset / PATH_LENGTH), round((high_y - low_y) * inset / PATH_LENGTH)
    return f"M{low_x + right} {low_y + down}{write_step(high_x - low_x - 2 * right, high_y - low_y - 2 * down)}"


def place_at(path: PathNumber, along: float, sideways: float = 0) -> Point:
    """A place near a path: so far from its middle towards its lower end, and so far to its side.

    The side is above a slanting path and right of an upright one; less than 0 is towards the upper end, and to the
    other side. A building's number stands neither at the upper end above the path nor at the lower end below it.
    """
    (upper_x, upper_y), (lower_x, lower_y) = sorted(ends_of(path), key=lambda end: end[1])
    right, down = (lower_x - upper_x) / PATH_LENGTH, (lower_y - upper_y) / PATH_LENGTH
    side_x, side_y = (down, -right) if right >= 0 else (-down, right)
    x, y = (upper_x + lower_x) / 2, (upper_y + lower_y) / 2
    return round(x + right * along + side_x * sideways), round(y + down * along + side_y * sideways)


def find_end(path: PathNumber, taken: Container[int]) -> int:
    """The end of a path at which more room is left: 1 the lower one, -1 the upper one where the lower is ``taken``."""
    return -1 if max(ENDS[path], key=lambda end: SPOTS[end][1]) in taken else 1


def is_upright(path: PathNumber) -> bool:
    """Whether a path goes straight up."""
    (upper_x, _), (lower_x, _) = ends_of(path)
    return upper_x == lower_x


def step_off(path: PathNumber, distance: int) -> Point:
    """The step from a path on the coast out to the sea."""
    ends = set(ENDS[path])
    tile = next(tile for tile, corners in enumerate(CORNERS) if ends <= set(corners))
    (x, y), (middle_x, middle_y) = middle_of(path), MIDDLES[tile]
    return round((x - middle_x) * distance / _HALF), round((y - middle_y) * distance / _HALF)


_WIDE = 8
"""Letters of a terrain's name from which on it is set narrower, so that it fits between paths in any type."""
_HALO = 'stroke="#fff" stroke-width="4" stroke-linejoin="round" paint-order="stroke"'


def draw_ground(board: Board, robber: Hex | None, grounds: Mapping[str, TerrainLook]) -> str:
    """All that lies below paths and pieces. Where the robber is, a number makes room for him, a figure is left out."""
    return _draw_ground(board, robber, tuple({terrain: grounds[terrain] for terrain in board.terrains}.items()))


@lru_cache(maxsize=64)
def _draw_ground(board: Board, robber: Hex | None, shown: tuple[tuple[str, TerrainLook], ...]) -> str:
    grounds, terrains = dict(shown), [*enumerate(board.terrains)]
    outlines = {name: "".join(outline(tile) for tile, terrain in terrains if terrain == name) for name in grounds}
    island = "".join(f'<path id="land-{terrain}" d="{path}"/>' for terrain, path in outlines.items())
    tokens = [(tile, number) for tile, number in enumerate(board.numbers) if number != BARE]
    sides = 'stroke="#fbf3df" stroke-width="8" stroke-linejoin="round"'
    return "".join(
        (
            "<defs>",
            *(draw_pattern(terrain, ground) for terrain, ground in (*shown, ("sea", SEA))),
            f'<path id="land-sea" d="M0 0h{WIDTH}v{HEIGHT}h-{WIDTH}z"/>',
            f'<g id="island" stroke-linejoin="round">{island}</g>',
            f'</defs><use href="#land-sea" class="deep" fill="{SEA.fill}"/>',
            f'<g class="sea">{_draw_terrain("sea", SEA)}</g>',
            '<use href="#island" class="shoal" fill="none" stroke="#8fb3cc" stroke-width="30"/>',
            _draw_harbours(board.harbours),
            '<use href="#island" fill="none" stroke="#4d4538" stroke-width="12"/><g class="land">',
            *(_draw_terrain(terrain, grounds[terrain], sides) for terrain in grounds),
            f'</g><g fill="#111" {_HALO}>',
            *_name_hexes([(tile, terrain, bool(grounds[terrain].figure)) for tile, terrain in terrains]),
            "</g>",
            *_draw_tokens([token for token in tokens if token[1] not in RED], robber),
            *_draw_tokens([token for token in tokens if token[1] in RED], robber, red=True),
            *(_draw_figure(tile, grounds[terrain].figure) for tile, terrain in terrains if tile != robber),
        )
    )


def _draw_terrain(terrain: str, ground: TerrainLook, sides: str = "") -> str:
    return (
        f'<use href="#land-{terrain}" fill="{ground.fill}"/>'
        f'<use href="#land-{terrain}" fill="url(#{name_pattern(terrain)})" fill-opacity=".6" {sides}/>'
    )


def _name_hexes(hexes: Iterable[tuple[int, str, bool]]) -> Iterator[str]:
    """Letter and terrain of each hex, given whether a figure stands there."""
    letters, words = list[tuple[Point, str]](), ""
    for tile, terrain, beside in hexes:
        x, y = MIDDLES[tile]
        narrow = ' textLength="50" lengthAdjust="spacingAndGlyphs"' if len(terrain) > _WIDE else ""
        letters.append(((x - 28 * beside, y + (6 if beside else -20)), LETTERS[tile]))
        words += f'<text x="{x + 26 * beside}" y="{y + (4 if beside else 28)}"{narrow}>{terrain}</text>'
    yield f'<g class="name" font-size="16" font-weight="bold">{write_labels(letters)}</g>'
    yield f'<g class="fine" font-size="11">{words}</g>'


def _draw_tokens(tokens: Sequence[tuple[int, int]], robber: Hex | None, *, red: bool = False) -> Iterator[str]:
    """Number tokens, all of them red or none."""
    if not tokens:
        return
    discs, chains, numbers = "", "", list[tuple[Point, str]]()
    for tile, number in tokens:
        x, y = MIDDLES[tile]
        x += 17 * (tile == robber)
        dots = 6 - abs(7 - number)
        discs += f"M{x} {y}h0"
        chains += "".join(f"M{x - 2 * (dots - 1) + 4 * dot} {y + 11}h0" for dot in range(dots))
        numbers.append(((x, y + 6), str(number)))
    ink, wide, size, weight = ("#a50f15", 30, 19, 700) if red else ("#222", 34, 17, 400)
    more = " red" if red else ""
    yield (
        f'<g class="token{more}" fill="{ink}" font-size="{size}" font-weight="{weight}" stroke-linecap="round">'
        f'<path d="{discs}" stroke="{ink}" stroke-width="36"/>'
        f'<path d="{discs}" stroke="#fffaf0" stroke-width="{wide}"/>'
        f'{write_labels(numbers)}<path class="fine" d="{chains}" stroke="{ink}" stroke-width="3"/></g>'
    )


def _draw_figure(tile: int, figure: str) -> str:
    x, y = MIDDLES[tile]
    return f'<g transform="translate({x} {y}) scale(.8)">{figure}</g>' if figure else ""


def draw_robber(tile: Hex, *, in_figure: bool) -> str:
    """The robber on a hex: beside its number, or in the place of its figure and no larger."""
    x, y = MIDDLES[tile]
    place = f"translate({x} {y - 1}) scale(.8)" if in_figure else f"translate({x - 21} {y - 6})"
    return f'<g class="pieces"><g transform="{place}"><title>robber</title>{ROBBER}</g></g>'


def _draw_harbours(harbours: Iterable[str]) -> str:
    """Ships whose sails say what is traded, and piers to both ends of their paths."""
    piers, hulls, sails, rates, words = "", "", "", "", ""
    for path, kind in zip(HARBOUR_PATHS, harbours, strict=True):
        x, y = middle_of(path)
        right, down = step_off(path, 38)
        x, y = x + right, y + down
        piers += "".join(f"M{x} {y}{write_step(end_x - x, end_y - y)}" for end_x, end_y in ends_of(path))
        hulls += f"M{x - 24} {y + 9}h48l-7 9h-34z"
        sails += f"M{x - 21} {y - 18}q-3 13 0 26h42q3-13 0-26z"
        bold = "" if kind == ANY else ' font-weight="bold"'
        rates += f'<text x="{x}" y="{y - 6}">{name_rate(kind)}</text>'
        words += f'<text x="{x}" y="{y + 4}"{bold}>{kind}</text>'
    return (
        f'<path class="pier" d="{piers}" fill="none" stroke="#6b4a2b" stroke-width="5" stroke-dasharray="5 3"/>'
        f'<g stroke="#333" stroke-width="1.5" stroke-linejoin="round"><path d="{hulls}" fill="#8a5a33"/>'
        f'<path d="{sails}" fill="#fff"/></g><g font-size="11" fill="#111">'
        f'<g font-size="13" font-weight="bold">{rates}</g>{words}</g>'
    )
