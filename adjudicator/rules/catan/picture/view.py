"""What the pictures read: the view of a game as plain data, typed key by key.

A game built on this one draws from keys of its own beside these, and says what it adds as data and functions.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias, TypedDict

from adjudicator.rules.catan.topology import Point


class HexView(TypedDict):
    """One hex: its terrain, and its number, None where it has no token."""

    terrain: str
    number: int | None


class BoardView(TypedDict):
    """The board: hexes by letter, and what is traded at the harbour on a path, a resource or ``any``."""

    hexes: Mapping[str, HexView]
    harbours: Mapping[str, str]


class SeatView(TypedDict):
    """What one seat has on the board; paths by name, ``12-13``."""

    settlements: Sequence[int]
    cities: Sequence[int]
    roads: Sequence[str]


class View(TypedDict):
    """What the pictures use of what one reader may know of a game.

    ``seats`` stand in table order; ``robber`` is the letter of its hex, None beside the board; ``rolls`` says how often
    each total of the dice has come.
    """

    board: BoardView
    robber: str | None
    rolls: Mapping[str, int]
    seats: Mapping[str, SeatView]


class NewPiece(NamedTuple):
    """A piece on the board: the kind of event that put it there, and the name of its intersection or path."""

    event: str
    place: str


Newest: TypeAlias = Mapping[NewPiece, int]
"""The pieces of the newest turn, numbered from 1 in the order in which they were put there."""
NOTHING_NEW: Newest = MappingProxyType({})


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

    ``keys`` are the keys of the view that these functions read, and ``pieces`` the events that put a piece on the
    board, each with the fact that names its path or intersection. ``grounds`` are further terrains.

    As SVG, ``draw_below`` gives what lies under roads and buildings, ``draw_above`` what lies over them;
    ``clear_roads`` says by path how a road makes room for that, ``place_numbers`` where the numbers of its own new
    pieces stand. ``list_marks`` explains it all in the legend, nothing where there is nothing of them.

    In characters, ``list_signs`` gives by letter the signs on a hex, ``list_words`` by name what stands at the right
    of a path's cell of five characters, and ``explain`` sentences below the board (no-break spaces in what belongs
    together).
    """

    keys: tuple[str, ...] = ()
    pieces: Mapping[str, str] = MappingProxyType({})
    grounds: Mapping[str, TerrainLook] = MappingProxyType({})
    draw_below: Callable[[View, Newest], str] = lambda view, newest: ""  # noqa: ARG005 - adds nothing
    draw_above: Callable[[View, Newest], Iterable[str]] = lambda view, newest: ()  # noqa: ARG005
    clear_roads: Callable[[View], Mapping[str, Clearing]] = lambda view: MappingProxyType({})  # noqa: ARG005
    place_numbers: Callable[[View, Newest], Iterable[tuple[int, Point]]] = lambda view, newest: ()  # noqa: ARG005
    list_marks: Callable[[View], Sequence[Mark]] = lambda view: ()  # noqa: ARG005
    list_signs: Callable[[View], Mapping[str, Iterable[Sign]]] = lambda view: MappingProxyType({})  # noqa: ARG005
    list_words: Callable[[View], Mapping[str, str]] = lambda view: MappingProxyType({})  # noqa: ARG005
    explain: Callable[[View], Iterable[str]] = lambda view: ()  # noqa: ARG005


NO_EXPANSION = ExpansionPicture()
