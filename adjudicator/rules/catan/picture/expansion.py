"""What a game built on this one adds to the picture of the board, as data and functions; the base game adds nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.rules.catan.picture.marks import Ground, Mark
from adjudicator.rules.catan.picture.view import View


class Sign(NamedTuple):
    """A sign on a hex of the board in characters: so many columns right of the hex's letter, so many lines down."""

    right: int
    down: int
    sign: str


class ExpansionPicture(NamedTuple):
    """What is drawn beside the base game's board, pieces and legend.

    ``keys`` are the keys of the view that these functions read, and ``pieces`` the events that put a piece on the
    board, each with the fact that names its path or intersection. ``grounds`` are further terrains.

    As SVG, ``draw_below`` gives what lies under roads and buildings, ``draw_above`` what lies over them; both get the
    names of the paths and intersections of the newest turn. ``list_marks`` explains them in the legend, nothing where
    there is nothing of them.

    In characters, ``list_signs`` gives by letter the signs on a hex, ``list_words`` by name what stands at the right
    of a path's cell of five characters, and ``explain`` sentences below the board (no-break spaces in what belongs
    together).
    """

    keys: tuple[str, ...] = ()
    pieces: Mapping[str, str] = MappingProxyType({})
    grounds: Mapping[str, Ground] = MappingProxyType({})
    draw_below: Callable[[View, AbstractSet[str]], str] = lambda view, newest: ""  # noqa: ARG005 - adds nothing
    draw_above: Callable[[View, AbstractSet[str]], Iterable[str]] = lambda view, newest: ()  # noqa: ARG005
    list_marks: Callable[[View], Sequence[Mark]] = lambda view: ()  # noqa: ARG005
    list_signs: Callable[[View], Mapping[str, Iterable[Sign]]] = lambda view: MappingProxyType({})  # noqa: ARG005
    list_words: Callable[[View], Mapping[str, str]] = lambda view: MappingProxyType({})  # noqa: ARG005
    explain: Callable[[View], Iterable[str]] = lambda view: ()  # noqa: ARG005


NO_EXPANSION = ExpansionPicture()
