"""The board as SVG, to stand in a page: no script, nothing from elsewhere; its pieces.

A turn adds areas, oases, water and caravans to the printed board. A caravan is one group of camels, which stand on
ground of its colour; an area has the colour of the caravan that closed it, strewn with its owner's shapes. All is said
by attributes, so that a mail client without style sheets shows the same by day; the style sheet is for the night and
for small screens.

A colour is told by its letter as well as its paint, a seat by the shape of its badge as well as by its initial. The
five paints of an edition differ in lightness step by step, so that they stay apart in grey and for the colour-blind.

A camel has the paint and the letter of its colour, and at its feet its owner's badge: the seat's shape with its
initial. A leader has a rider. Letters are bold and corners round where the drawing around them says so, which says how
large letters are, too. The badge as its own reader sees it lies hidden on that of every seat: the board is the same for
all readers, and what stands round it shows that of the first seat by the properties ``--you1:inline`` and
``--ink1:#fff``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from string import ascii_lowercase
from typing import NamedTuple

from adjudicator.core.seat_names import cut_names
from adjudicator.kit.charts import SHAPES, shape_steps
from adjudicator.kit.hexes import Hex, list_hexes
from adjudicator.kit.words import count_of, pick_letters
from adjudicator.rules.through_the_desert.picture.badges import draw_badge, name_badge
from adjudicator.rules.through_the_desert.picture.ground import draw_ground
from adjudicator.rules.through_the_desert.picture.outlines import COARSE, COARSE_SCALE, Point, trace
from adjudicator.rules.through_the_desert.state import COLOURS, Area, State, Table

_STYLE = (
    "<style>.legend svg{font:bold 14.5px Verdana,Arial,sans-serif;stroke-linejoin:round}"
    "@media(max-width:40rem){.ri{font-family:Arial,sans-serif;font-size:calc(19px + 12px*var(--far,0));"
    "letter-spacing:calc(-2px*var(--far,0));transform:translateY(calc(4px*var(--far,0)))}}"
    "@media screen and (prefers-color-scheme:dark){.fr{fill:#2b2117;stroke:#6b553a}.s1{stop-color:#54442f}"
    ".s2{stop-color:#3c3023}.ed{stroke:#8d7145}.gr{stroke:#6e5a3e}.du{fill:#2c2218}.na{fill:#f3e3c2;stroke:#30261a}"
    ".ri{fill:#dcc79d}.rk{fill:#4a4036;stroke:#a08f78}.r1{fill:#8d7b66}.o1{fill:#86a85a;stroke:#c4e39b}"
    ".dl{stroke:#e8d3a8}.tr{fill-opacity:.55;stroke:#f3e3c2}.cm{stroke:#fff3d6;stroke-width:1.2}}</style>"
)
_BROAD = 1000
"""A wider drawing wants three quarters of a wide page, so that its letters are no smaller than 11 pixels."""
DISC = (24, -5)
"""Where the disc of a newest hex lies, seen from its middle: clear of its name, of the next hex's and of the badge."""
_NAME = 11
"""Columns of a name that the title of a caravan or an area has; the legend has more of it."""
_STREWN = tuple(shape_steps(shape, 4.2) for shape in SHAPES)


def draw_board(known: State, newest: Sequence[str] = ()) -> str:
    """The board of ``known`` as one ``<svg>`` element; hexes in ``newest`` are ringed and numbered in that order."""
    table, ground = known.table, draw_ground(known.table.board)
    middles, brief = ground.middles, tuple(cut_names(table.seats, _NAME).values())
    caravans = [(*divmod(caravan, COLOURS), mask) for caravan, mask in enumerate(known.camels) if mask]
    places = [middles[table.board.grid.index_of[name]] for name in newest]
    camels = sum(mask.bit_count() for _, _, mask in caravans)
    return "".join(
        (
            _open_drawing(ground.width, ground.height),
            f"<title>The board, with {count_of(camels, 'camel') if camels else 'no camels yet'}</title>{_STYLE}<defs>",
            ground.defs,
            *_define_pieces(known, [(seat, colour) for seat, colour, _ in caravans]),
            *_strew_grounds([(seat + 1, table.colours[colour]) for seat, colour, _, _ in known.areas]),
            "</defs>",
            ground.below,
            *(_draw_area(table, area, brief[area.seat], middles) for area in known.areas),
            *_draw_tracks(table, caravans, middles),
            ground.above,
            *(f'<use href="#ring" x="{x}" y="{y}"/>' for x, y in places),
            *_draw_pieces("oasis", ((middles[index], "oasis") for index in list_hexes(known.oases))),
            *_draw_pieces("", ((middles[i], name_water(known.values[i])) for i in list_hexes(known.water))),
            *(
                part
                for seat, colour, mask in caravans
                for part in _draw_pieces(
                    f"{escape(brief[seat])}: {table.colours[colour]}, {count_of(mask.bit_count(), 'camel')}",
                    ((middles[i], name_camel(seat + 1, table.colours[colour])) for i in list_hexes(mask)),
                    middles.get(known.leaders[seat * COLOURS + colour]),
                )
            ),
            ground.names,
            *(_draw_numbers(places) if places else ()),
            "</svg>",
        )
    )


def _open_drawing(width: int, height: int) -> str:
    """The opening tag. The drawing takes the room it gets; ``--close`` is the width from which all can be read."""
    broad = ' class="broad"' if width > _BROAD else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"{broad} role="img" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="Verdana,Arial,sans-serif" font-size="14.5" font-weight="bold"'
        ' text-anchor="middle" stroke-linejoin="round"'
        f' style="width:100%;height:auto;max-width:{width}px;--close:{width * 4 // 5}px">'
    )


def _strew_grounds(areas: Sequence[tuple[int, str]]) -> Iterator[str]:
    """The grounds of ``areas``, by the number of their seat, from 1, and the colour that closed them: patterns."""
    if areas:
        yield '<path id="tile" d="M0 0h30v26h-30z" fill-opacity=".4"/>'
        yield '<pattern id="tiles" width="30" height="26" patternUnits="userSpaceOnUse"/>'
    for number in dict(areas):
        right, down, steps = _STREWN[number - 1]
        shapes = "".join(f"M{x + right} {y + down}{steps}" for x, y in ((8, 7), (23, 20)))
        yield f'<path id="o{number}" d="{shapes}" fill="#fff" stroke="#222" opacity=".7"/>'
    for number, colour in dict.fromkeys(areas):
        yield (
            f'<pattern id="{name_ground(number, colour)}" href="#tiles"><use href="#tile" fill="{PAINTS[colour].fill}"'
            f'/><use href="#o{number}"/></pattern>'
        )


def name_ground(number: int, colour: str) -> str:
    """The ground of an area of the seat of that ``number``, from 1, closed by ``colour``."""
    return f"a{number}{PAINTS[colour].letter}"


def _draw_area(table: Table, area: Area, seat: str, middles: Mapping[Hex, Point]) -> str:
    colour = table.colours[area.colour]
    path = trace(middles[index] for index in list_hexes(area.hexes))
    title = f"{escape(seat)}: {count_of(area.points, 'point')}, closed by {colour}"
    return f'<path d="{path}" fill="url(#{name_ground(area.seat + 1, colour)})"><title>{title}</title></path>'


def _draw_tracks(table: Table, caravans: Sequence[tuple[int, int, int]], middles: Mapping[Hex, Point]) -> Iterator[str]:
    """The ground on which the caravans of each colour stand."""
    paths: dict[int, str] = {}
    for _, colour, mask in caravans:
        paths[colour] = paths.get(colour, "") + trace((middles[index] for index in list_hexes(mask)), COARSE)
    yield '<g class="tr" '
    yield f'{COARSE_SCALE} fill-opacity=".55" stroke="#3b2a14" stroke-width=".43">'
    for colour, path in paths.items():
        yield f'<path d="{path}" fill="{PAINTS[table.colours[colour]].fill}"/>'
    yield "</g>"


def _draw_pieces(title: str, pieces: Iterable[tuple[Point, str]], leader: Point | None = None) -> Iterator[str]:
    yield f"<g><title>{title}</title>" if title else '<g class="pieces">'
    for (x, y), what in pieces:
        piece = f'<use href="#{what}" x="{x}" y="{y}"/>'
        yield f'<g>{piece}<use href="#{RIDER}" x="{x}" y="{y}"/></g>' if (x, y) == leader else piece
    yield "</g>"


def _draw_numbers(places: Sequence[Point]) -> Iterator[str]:
    """A disc in each of the newest hexes, with its number."""
    yield '<g class="fine" fill="#fff">'
    for number, (x, y) in enumerate(places, 1):
        yield f'<use href="#disc" x="{x + DISC[0]}" y="{y + DISC[1]}"/>'
        yield f'<text x="{x + DISC[0]}" y="{y + DISC[1] + 5}">{number}</text>'
    yield "</g>"


class Paint(NamedTuple):
    """How a camel colour is shown: its letter (unique within an edition), the fill and the ink upon it."""

    letter: str
    fill: str
    ink: str


PAINTS = {
    "pink": Paint("P", "#f8b0cc", "#000"),
    "yellow": Paint("Y", "#f7e03c", "#000"),
    "green": Paint("G", "#2f6b1c", "#fff"),
    "turquoise": Paint("T", "#0f9597", "#000"),
    "purple": Paint("U", "#5b2a86", "#fff"),
    "red": Paint("R", "#c02f1d", "#fff"),
    "teal": Paint("T", "#0f9488", "#000"),
}


def letter_seats(seats: Iterable[str], ids: Iterable[str] = ()) -> dict[str, str]:
    """A small letter for every seat, in table order: the first of its name that no seat before it has.

    What is written in signs that need more than a column, or from right to left, has one of its ``ids``.
    """
    names = tuple(seats)
    return dict(zip(names, pick_letters(names, ascii_lowercase, tuple(ids)), strict=True))


_CAMEL = (
    '<path id="camel" class="cm" stroke="#1d130a" stroke-width="1.4"'
    ' d="M-20-3q1-4 5-4l1-2 2 2q2 1 2 5 0 5 2 5 2 0 4-5 4-8 8 0 2 4 6 4 4 1 4 5l1 7-2-4-1 5 1 12h-4'
    'l-1-8-2-1v9h-3v-9h-8v9h-3v-8l-1 8h-4v-9q-5-4-5-14-2 0-4 0-1-1 0-3z"/>'
)
RIDER = "r"
"""What sits on the camel of a leader, drawn round the same middle."""
_RIDER = (
    f'<g id="{RIDER}" fill="#fff" stroke="#1d130a" stroke-width="1.4"><path d="M-9 1q1-5 8-6 7 1 8 6-8 2-16 0z"/>'
    '<circle cx="-1" cy="-5" r="4.2"/><path d="M-4-5q3-2 6 0v2q-3 2-6 0z" fill="#6b3f1d" stroke="none"/></g>'
)
_PALM = (
    '<g id="palm"><path d="M-3 16q5-10 1-18h4q4 9 1 18z" fill="#6b4a2b"/>'
    '<path d="M1-3q-8-9-18 1 10-2 18-1zM-1-3q8-9 18 1-10-2-18-1zM1-4q-12-1-12 12 5-8 12-12zM-1-4q12-1 12 12-5-8-12-12z'
    'M0-3q-8-7-6-16 8 7 6 16zM0-3q8-7 6-16-8 7-6 16z" fill="#1d5c2a"/></g>'
)
_OASIS = (
    '<g id="oasis"><path class="o1" d="M-27 0l14-23h26l14 23-14 23h-26z" fill="#bcd98c" stroke="#7fae55"'
    ' stroke-width="2"/><path d="M-16 17q3-6 15-6 13 0 17 6-2 6-16 6-14 0-16-6z" fill="#2f83c4"'
    ' stroke="#1d5a8e"/><path d="M-9 16q6-3 12 0m-4 4q6-2 10-1" stroke="#d6ecfb" fill="none"/>'
    '<use href="#palm" transform="translate(-11 2)scale(.8)"/><use href="#palm" transform="translate(12 1)scale(.75)"/>'
    "</g>"
)
"""It leaves room in its hex for the number of a placement left of it, which reaches beyond its own."""
_POND = (
    '<g id="pond"><path d="M-22 6c0-9 9-12 19-12 13 0 25 2 25 12 0 9-10 12-24 12-12 0-20-4-20-12z" fill="#1d5fa6"'
    ' stroke="#cfe3f2" stroke-width="2"/><path d="M-17 3q4-5 9-4m12-1q7 0 11 4m-29 10q5 3 11 2m10-1q6-1 9-5"'
    ' fill="none" stroke="#8fc3ec" stroke-width="1.5" stroke-linecap="round"/></g>'
)


def name_mount(colour: str) -> str:
    """A camel of that ``colour`` that belongs to nobody."""
    return f"m{PAINTS[colour].letter}"


def name_water(value: int) -> str:
    """Water of that ``value``; 0 for what lies face down."""
    return f"w{value}"


def name_camel(number: int, colour: str) -> str:
    """A camel of the seat of that ``number``, from 1; a leader has the ``RIDER`` upon it as well."""
    return f"{'abcde'[number - 1]}{PAINTS[colour].letter}"


def _define_pieces(known: State, caravans: Iterable[tuple[int, int]]) -> Iterator[str]:
    """The definitions for ``caravans`` (seat and colour), for water and for the legend."""
    yield f"{_CAMEL}{_RIDER}{_PALM}{_OASIS}{_POND}"
    for number, initial in enumerate(letter_seats(known.table.seats, known.table.ids).values(), 1):
        yield draw_badge(number, initial)
    for colour in known.table.colours:
        letter, fill, ink = PAINTS[colour]
        yield (
            f'<g id="{name_mount(colour)}" fill="{fill}"><use href="#camel"/>'
            f'<text x="-7" y="15.5" fill="{ink}">{letter}</text></g>'
        )
    for value in list_worths(known):
        yield (
            f'<g id="{name_water(value)}"><use href="#pond"/>'
            f'<text y="12" font-size="18" fill="#fff">{value or "?"}</text></g>'
        )
    for seat, number in caravans:
        colour = known.table.colours[number]
        yield (
            f'<g id="{name_camel(seat + 1, colour)}"><use href="#{name_mount(colour)}"/>'
            f'<use href="#{name_badge(seat + 1)}"/></g>'
        )


def list_worths(known: State) -> list[int]:
    """What the tokens on the board are worth, each worth once, the least first; 0 for those that lie face down."""
    return sorted({known.values[index] for index in list_hexes(known.water)})
