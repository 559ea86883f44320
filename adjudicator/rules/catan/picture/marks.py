"""Which mark stands for what, on the board and in its legend: terrains by fill and pattern, seats by letter and paint.

A terrain is told by its word and its pattern as well as by its fill, a seat by the letter on each of its pieces as well
as by its paint. Fills and paints differ in lightness step by step, so that they stay apart in grey and for
colour-blind readers. The legend is small pictures with words, to be laid out by the page.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.rules.catan.picture import NO_EXPANSION, BoardView, ExpansionPicture, Mark, SeatView, TerrainLook
from adjudicator.rules.catan.topology import ANY, YIELDS


class Paint(NamedTuple):
    """How a seat's pieces are shown: the fill and the ink of the letter upon it."""

    fill: str
    ink: str


GROUNDS = {
    "forest": TerrainLook(
        "#6fa26a",
        32,
        30,
        '<path d="M9 2l6 9h-3l4 7H10v3H8v-3H2l4-7H3zM25 17l5 8h-3l3 5h-4-2-5l3-5h-3z" fill="#2f5f31"/>',
    ),
    "mountains": TerrainLook(
        "#a3a7b4",
        40,
        32,
        '<path d="M2 17L11 3l9 14zM20 31l8-12 8 12z" fill="#5a5f70"/>'
        '<path d="M11 3l3 5-3 2-3-2zM28 19l2 4-2 1-2-1z" fill="#fff"/>',
    ),
    "hills": TerrainLook(
        "#e2a37d",
        24,
        16,
        '<path d="M0 1h24M0 9h24M5 1v8M17 9v8M17-7v8" stroke="#9c4f28" stroke-width="1.6" fill="none"/>',
    ),
    "pasture": TerrainLook(
        "#bfe08c",
        40,
        34,
        '<path d="M5 12v3M12 12v3M25 29v3M32 29v3" stroke="#333" stroke-width="1.5"/>'
        '<path d="M3 9a3 3 0 0 1 5-3 3 3 0 0 1 5 0 3 3 0 0 1 1 6H5a3 3 0 0 1-2-3zM23 26a3 3 0 0 1 5-3 3 3 0 0 1 5 0 3'
        ' 3 0 0 1 1 6h-9a3 3 0 0 1-2-3z" fill="#fff" stroke="#555" stroke-width=".8"/>'
        '<path d="M13 6h4l1 3h-4zM33 23h4l1 3h-4z" fill="#333"/>',
    ),
    "fields": TerrainLook(
        "#f6df7e",
        22,
        26,
        '<path d="M6 25V7M6 12q-4-1-4-5 4 1 4 5 0-4 4-5 0 4-4 5M6 18q-4-1-4-5 4 1 4 5 0-4 4-5 0 4-4 5M6 7q-2-3 0-6 2'
        " 3 0 6M17 26V13M17 20q-4-1-4-5 4 1 4 5 0-4 4-5 0 4-4 5"
        'M17 0v7" stroke="#a87900" stroke-width="1.3" fill="none"/>',
    ),
    "desert": TerrainLook(
        "#fbf1d8", 36, 20, '<path d="M2 8q6-6 12 0M20 18q6-6 12 0" stroke="#c9ab6b" stroke-width="1.6" fill="none"/>'
    ),
}
"""By terrain, from dark to light."""
SEA = TerrainLook(
    "#cfe3f0",
    60,
    36,
    '<path d="M4 10q6-5 12 0t12 0M34 28q6-5 12 0t12 0" stroke="#8fb3cc" stroke-width="2" fill="none"/>',
)

PAINTS = (Paint("#f26341", "#111"), Paint("#fff", "#111"), Paint("#16306e", "#fff"), Paint("#f2a400", "#111"))
"""In table order."""
INKS = ("#d8432b", "currentColor", "#2f6bc9", "#a87400")
"""In table order, the paints as lines of charts have them: each stands out by 3 to 1 at least from white pages and from
black ones, and what is white on the board is written like words.
"""


def name_pattern(terrain: str) -> str:
    """The id of the pattern of a terrain."""
    return f"ground-{terrain}"


def draw_pattern(terrain: str, ground: TerrainLook) -> str:
    """The pattern of a terrain, for the definitions of a drawing."""
    return (
        f'<pattern id="{name_pattern(terrain)}" width="{ground.width}" height="{ground.height}"'
        f' patternUnits="userSpaceOnUse">{ground.tile}</pattern>'
    )


def name_rate(kind: str) -> str:
    """What the bank asks at a harbour of that kind."""
    return "3:1" if kind == ANY else "2:1"


SEAT_LETTERS = "WXYZ"
"""What stands for seats on the board: letters that no hex has."""


def letter_seats(names: Sequence[str]) -> dict[str, str]:
    """A letter of ``SEAT_LETTERS`` for every seat, in table order; one that is called by such a letter has that."""
    own = {name: name.upper() for name in names if len(name) == 1 and name.upper() in SEAT_LETTERS}
    left = iter(letter for letter in SEAT_LETTERS if letter not in own.values())
    return {name: own.get(name) or next(left) for name in names}


def list_lettered(view: BoardView) -> Iterator[tuple[SeatView, str, Paint]]:
    """Every seat with its letter and its paint."""
    letters = letter_seats([has.name for has in view.seats])
    return zip(view.seats, letters.values(), PAINTS, strict=False)


def frame_mark(drawing: str, width: int = 40, height: int = 28) -> str:
    """The ``<svg>`` element of a legend's entry: ``drawing`` on a ground of that width and 40 high."""
    size = f'width="{width * height // 40}" height="{height}" viewBox="0 0 {width} 40"'
    return f'<svg {size} aria-hidden="true">{drawing}</svg>'


ROBBER = (
    '<path d="M-12 22v-4q0-3 3-4-1-11 3-15a9 9 0 1 1 12 0q4 4 3 15 3 1 3 4v4z" fill="#222" stroke="#fff"'
    ' stroke-width="2"/>'
    '<path d="M-7-8h14v4H-7z" fill="#fff"/><path d="M-4.5-7h2v2h-2zM2.5-7h2v2h-2z" fill="#222"/>'
)
"""The robber round its own middle."""

SETTLEMENT = "m-12 11v-13l12-12 12 12v13z"
"""The steps round a settlement from its middle."""
CITY = "m-18 13v-16h11v-5l11-11 11 11v21z"
"""The steps round a city from its middle."""
LIGHT = "#fff45c"
"""The rim of what is new."""


def list_marks(view: BoardView, more: ExpansionPicture = NO_EXPANSION) -> tuple[tuple[Mark, ...], ...]:
    """The marks of ``view``'s picture in groups: terrains, the rest, what ``more`` adds; :func:`list_seats` has seats.

    The patterns are those that :func:`~adjudicator.rules.catan.picture.svg.draw_board` defines, so the legend belongs
    on the page of its board.
    """
    groups = (_list_terrains(view, {**GROUNDS, **more.grounds}), _list_others())
    added = tuple(more.list_marks(view))
    return (*map(tuple, groups), *([added] if added else []))


def list_seats(view: BoardView, own: str) -> Iterator[Mark]:
    """The pieces of every seat; those of the reader's ``own`` as the board shows them to him."""
    for has, letter, paint in list_lettered(view):
        mine = has.name == own
        words = f"{has.name} (you)" if mine else has.name
        yield Mark(_draw_pieces(letter, paint, outlined=mine), words, mine)


OWN_OUTLINE = ("#111", 11), ("#fff", 7)
"""The colours and widths of a second outline round a building of the reader's own."""


def _draw_pieces(letter: str, paint: Paint, *, outlined: bool) -> str:
    """A road, a settlement and a city; outlines stand as far apart as pieces without them, and none sticks out."""
    begin, between = (6, 29) if outlined else (1, 18)
    house, hall = begin + 40 + between + 12, begin + 40 + 2 * between + 24 + 18
    shapes = f'd="M{begin} 12h40v17h-40zM{house} 22{SETTLEMENT}M{hall} 24{CITY}" stroke-linejoin="round"'
    outline = "".join(
        f'<path {shapes} fill="none" stroke="{colour}" stroke-width="{width}"/>'
        for colour, width in (OWN_OUTLINE if outlined else ())
    )
    return frame_mark(
        f'{outline}<path {shapes} fill="{paint.fill}" stroke="#111" stroke-width="2"/>'
        f'<g fill="{paint.ink}"><text x="{begin + 20}" y="25.5" font-size="14">{letter}</text>'
        f'<text x="{house}" y="31" font-size="15">{letter}</text>'
        f'<text x="{hall + 4}" y="33" font-size="15">{letter}</text></g>',
        hall + 15 + begin,
        34,
    )


def _list_terrains(view: BoardView, grounds: Mapping[str, TerrainLook]) -> Iterator[Mark]:
    for terrain, ground in grounds.items():
        if terrain in view.board.terrains:
            shape = 'd="M4 4h52v32H4z"'
            tile = (
                f'<path {shape} fill="{ground.fill}"/>'
                f'<path {shape} fill="url(#{name_pattern(terrain)})" fill-opacity=".6" stroke="#111"/>'
            )
            yield Mark(frame_mark(tile, 60), f"{terrain}: {YIELDS.get(terrain, 'nothing')}")


def _list_others() -> Iterator[Mark]:
    number = (
        '<circle cx="20" cy="20" r="17" fill="#fffaf0" stroke="#a50f15" stroke-width="3.5"/>'
        '<text x="20" y="25" font-size="18" fill="#a50f15">8</text>'
        '<path d="M12 31h0M16 31h0M20 31h0M24 31h0M28 31h0" stroke="#a50f15" stroke-width="3" stroke-linecap="round"/>'
    )
    yield Mark(frame_mark(number), "number; dots: ways to roll it, out of 36")
    yield Mark(frame_mark(f'<g transform="translate(20 18) scale(.85)">{ROBBER}</g>'), "robber")
    sign = '<path d="M3 6h48v28H3z" fill="#fff" stroke="#333" stroke-width="1.5"/>'
    yield Mark(frame_mark(f'{sign}<text x="27" y="26" font-size="17">2:1</text>', 54), "harbour")
    disc = '<circle cx="20" cy="20" r="15" fill="#fff" stroke="#555" stroke-width="1.5"/>'
    yield Mark(frame_mark(f'{disc}<text x="20" y="26" font-size="17">12</text>'), "intersection")
    shape = f'd="M20 22{SETTLEMENT}" stroke-linejoin="round"'
    rim = f'<path {shape} stroke="#111" stroke-width="15"/><path {shape} stroke="{LIGHT}" stroke-width="9"/>'
    house = f'{rim}<path {shape} fill="#ccc" stroke="#111" stroke-width="2"/>'
    number = f'<circle cx="44" cy="12" r="11" fill="{LIGHT}" stroke="#111" stroke-width="2"/>'
    number += '<text x="44" y="18" font-size="17">1</text>'
    yield Mark(frame_mark(house + number, 58), "new since the last turn, in order")
