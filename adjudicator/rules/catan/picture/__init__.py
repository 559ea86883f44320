"""The board of Catan as people see it: ``svg`` and ``marks`` are for pages, ``text`` is for characters.

Here stands what the pictures read, which lies on the table, as a value of its own; and what a game on top adds to them.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from adjudicator.core.table import Event
from adjudicator.kit.hexes import Hex
from adjudicator.rules.catan.topology import PATH_NAMED, Board, PathNumber, Point


class SeatView(NamedTuple):
    """What a seat has on the board: masks of intersections, and of paths."""

    name: str
    settlements: int = 0
    cities: int = 0
    roads: int = 0


class BoardView(NamedTuple):
    """What the pictures use of what a reader knows of a game; it is the same for every reader.

    ``seats`` stand in table order; ``robber`` is None beside the board. ``extra`` is what the pictures of a game built
    on this one read. ``between_turns`` is whether the report lists what is open between two turns, so that the board
    need not.
    """

    board: Board
    robber: Hex | None
    seats: tuple[SeatView, ...]
    is_over: bool = False
    extra: object = None
    between_turns: bool = False


ROAD, NEW_SETTLEMENT, NEW_CITY = "road-built", "settlement-built", "city-built"
"""The events that put a piece on the board."""
BUILDINGS = frozenset({NEW_SETTLEMENT, NEW_CITY})
"""Those of them that put it on an intersection; all others put it on a path."""


class NewPiece(NamedTuple):
    """A piece on the board: the kind of event that put it there, and its intersection or path."""

    event: str
    place: int


Newest: TypeAlias = Mapping[NewPiece, int]
"""The pieces of the newest turn, numbered from 1 in the order in which they were put there."""
NOTHING_NEW: Newest = MappingProxyType({})


def number_pieces(news: Iterable[Event], more: Iterable[str]) -> Newest:
    """The pieces that events put on the board, numbered in order; ``more`` are further events that put one on a path.

    A settlement that became a city in the same turn counts as the city alone.
    """
    kinds = {ROAD, *BUILDINGS, *more}
    put = [
        NewPiece(event.kind, int(str(event.facts["intersection"])))
        if event.kind in BUILDINGS
        else NewPiece(event.kind, PATH_NAMED[str(event.facts["path"])])
        for event in news
        if event.kind in kinds
    ]
    grown = {NewPiece(NEW_SETTLEMENT, place) for kind, place in put if kind == NEW_CITY}
    return {piece: number for number, piece in enumerate((piece for piece in put if piece not in grown), 1)}


class TerrainLook(NamedTuple):
    """How a terrain is shown: its fill, and a pattern as SVG on a tile of that width and height.

    ``figure`` is drawn round the middle of each of its hexes, whose letter and name then stand beside it.
    """

    fill: str
    width: int
    height: int
    tile: str
    figure: str = ""


class Mark(NamedTuple):
    """An entry of the legend: a small ``<svg>`` element, the words for it, which are plain text, and whether it is for
    the reader's own pieces.
    """

    picture: str
    words: str
    own: bool = False


class Clearing(NamedTuple):
    """How a road makes room on its path for something that has a name of its own.

    All are distances from the middle of the path towards its lower end: ``letter`` is where the road's letter stands;
    between ``begin`` and ``end`` the road is not drawn, nowhere if they are the same.
    """

    letter: int
    begin: int = 0
    end: int = 0


WHOLE = Clearing(0)
"""A road that has its path for itself."""


class Sign(NamedTuple):
    """A sign on a hex of the board in characters: so many columns right of the hex's letter, so many lines down."""

    right: int
    down: int
    sign: str


class ExpansionPicture(NamedTuple):
    """What is drawn beside the base game's board, pieces and legend.

    ``see`` makes of the extra of a position what these functions read of it, and nothing that some readers may not
    know. ``pieces`` are further events that put a piece on a path, and ``grounds`` further terrains.

    As SVG, ``draw_below`` gives what lies under roads and buildings, ``draw_above`` what lies over them;
    ``clear_roads`` says by path how a road makes room for that, ``place_numbers`` where the numbers of its own new
    pieces stand. ``list_marks`` explains it all in the legend, nothing where there is nothing of them.

    In characters, ``list_signs`` gives by hex the signs on it, ``list_words`` what stands at the right of a path's
    cell of five characters, and ``explain`` sentences below the board (no-break spaces in what belongs together).
    """

    see: Callable[[object], object] = lambda extra: None  # noqa: ARG005 - adds nothing, here and below
    pieces: frozenset[str] = frozenset()
    grounds: Mapping[str, TerrainLook] = MappingProxyType({})
    draw_below: Callable[[BoardView, Newest], str] = lambda view, newest: ""  # noqa: ARG005
    draw_above: Callable[[BoardView, Newest], Iterable[str]] = lambda view, newest: ()  # noqa: ARG005
    clear_roads: Callable[[BoardView], Mapping[PathNumber, Clearing]] = lambda view: MappingProxyType({})  # noqa: ARG005
    place_numbers: Callable[[BoardView, Newest], Iterable[tuple[int, Point]]] = lambda view, newest: ()  # noqa: ARG005
    list_marks: Callable[[BoardView], Iterable[Mark]] = lambda view: ()  # noqa: ARG005
    list_signs: Callable[[BoardView], Mapping[Hex, Iterable[Sign]]] = lambda view: MappingProxyType({})  # noqa: ARG005
    list_words: Callable[[BoardView], Mapping[PathNumber, str]] = lambda view: MappingProxyType({})  # noqa: ARG005
    explain: Callable[[BoardView], Iterable[str]] = lambda view: ()  # noqa: ARG005


NO_EXPANSION = ExpansionPicture()
