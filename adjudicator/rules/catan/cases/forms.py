"""How people write the parts of a position of Catan, and actions: cards as text, roads in chains, names.

Cards are written as text, ``2 wool, 1 ore`` or ``none``: these and no others; or by name, ``{wool: 2}``: the kinds that
are not named stay as they are. Roads are written one by one or in chains, ``12-13-14``. What a game built on this one
adds to its CASE files it hands in as functions.

An action is an order's key and value, parted by a blank; a trade is told whole: ``trade 1 wool for 1 ore with bilal``
is what both have agreed on, seen from the seat on turn. A knight and Road Building are played by ``knight play`` and
``road-building play``; the robber and the roads are actions of their own.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, cast

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.notation import ActionTextError, Path, PositionFault
from adjudicator.core.table import SeatNumber
from adjudicator.kit.positions import ANY, Form, Forms, name_keys, name_one
from adjudicator.kit.words import join_words
from adjudicator.rules.catan import topology
from adjudicator.rules.catan.actions import Action, Trade
from adjudicator.rules.catan.cards import DEVELOPMENTS, RESOURCES, Bundle
from adjudicator.rules.catan.mail.language.order_text import FORMS, list_steps
from adjudicator.rules.catan.mail.language.vocabulary import OrderTextError, read_cards_text, read_seat
from adjudicator.rules.catan.state import State, Table
from adjudicator.rules.catan.topology import (
    HARBOUR_PATHS,
    INTERSECTIONS,
    LETTERS,
    PATH_NAMED,
    PATH_NAMES,
    TOKENS,
    YIELDS,
    PathNumber,
)

_MOST = 99
"""More of a kind than any edition has."""
_NONE = "none"
_ITEM = re.compile(r"(?:(\d{1,2})\s+)?([a-z]+(?:-[a-z]+)*)(?:\s*,\s*|\s+|$)")
_HINT = "write for example '2 wool, 1 ore', or none"
_HARBOUR_PLACES = tuple(PATH_NAMES[path] for path in HARBOUR_PATHS)
_KINDS_OF_HARBOUR = (topology.ANY, *RESOURCES)


def _read_text(text: str) -> dict[str, int]:
    """The counts in ``2 wool, 1 ore``, names unchecked. Raises ``ValueError``."""
    counts: dict[str, int] = {}
    words, at = text.strip(), 0
    if words == _NONE:
        return counts
    while at < len(words):
        item = _ITEM.match(words, at)
        if item is None:
            raise ValueError(f"'{text}' is not a list of cards; {_HINT}")
        count, name = item.groups()
        counts[name] = counts.get(name, 0) + int(count or 1)
        at = item.end()
    if not counts:
        raise ValueError(f"nothing stands there; {_HINT}")
    return counts


def read_counts(written: JsonValue, there: JsonValue, names: tuple[str, ...] = RESOURCES) -> dict[str, int]:
    """The cards of a position by name, from what is written of them, which is right, and what is there without it."""
    if isinstance(written, str):
        counts = _read_text(written)
    else:
        counts = {**cast("Mapping[str, int]", there or {}), **cast("Mapping[str, int]", written)}
    return {name: counts[name] for name in names if counts.get(name)}


def say_counts(counts: JsonValue) -> str:
    """Cards in words."""
    return ", ".join(f"{count} {name}" for name, count in cast("Mapping[str, int]", counts or {}).items()) or _NONE


def find_wrong_cards(written: JsonValue, path: Path, names: tuple[str, ...]) -> Iterator[PositionFault]:
    """The form of the text, kinds that are none of ``names``."""
    is_text = isinstance(written, str)
    try:
        counts = _read_text(written) if isinstance(written, str) else cast("Mapping[str, int]", written)
    except ValueError as error:
        yield PositionFault(path, str(error))
        return
    for name, count in counts.items():
        if name not in names:
            says = f"there are no {name} cards there; the kinds are {join_words(names)}"
            yield PositionFault(path if is_text else (*path, name), says, is_key=not is_text)
        elif count > _MOST:
            yield PositionFault(path, f"{count} {name} cards are more than any edition has")


def _write_cards(names: tuple[str, ...]) -> Form:
    return Form(
        read=lambda written, there: read_counts(written, there, names),
        say=say_counts,
        check=lambda written, path: find_wrong_cards(written, path, names),
    )


RESOURCE_CARDS, DEVELOPMENT_CARDS = _write_cards(RESOURCES), _write_cards(DEVELOPMENTS)


def _read_spots(written: JsonValue, there: JsonValue) -> JsonValue:
    del there
    return sorted(set(cast("Sequence[int]", written)))


def _find_wrong_spots(written: JsonValue, path: Path) -> Iterator[PositionFault]:
    for place, number in enumerate(cast("Sequence[int]", written)):
        if not 0 <= number < INTERSECTIONS:
            says = f"there is no intersection {number}; they are numbered 0 to {INTERSECTIONS - 1}"
            yield PositionFault((*path, place), says)


def find_wrong_chains(chains: Sequence[str], path: Path) -> Iterator[PositionFault]:
    """Steps of chains that are no paths of the board."""
    for place, chain in enumerate(chains):
        for one, other in _list_steps(chain):
            if _name_path(one, other) not in PATH_NAMED:
                yield PositionFault((*path, place), f"there is no path from {one} to {other}")


def list_chain(chain: str) -> list[PathNumber]:
    """The paths of a chain that is right."""
    return [PATH_NAMED[_name_path(one, other)] for one, other in _list_steps(chain)]


def _list_steps(chain: str) -> list[tuple[int, int]]:
    return list(pairwise(int(number) for number in chain.split("-")))


def _name_path(one: int, other: int) -> str:
    return f"{min(one, other)}-{max(one, other)}"


def _read_roads(written: JsonValue, there: JsonValue) -> JsonValue:
    del there
    paths = {path for chain in cast("Sequence[str]", written) for path in list_chain(chain)}
    return [PATH_NAMES[path] for path in sorted(paths)]


def _find_wrong_spot(written: JsonValue, path: Path) -> Iterator[PositionFault]:
    if not 0 <= cast("int", written) < INTERSECTIONS:
        yield PositionFault(path, f"there is no intersection {written}")


def _find_wrong_number(written: JsonValue, path: Path) -> Iterator[PositionFault]:
    if written is not None and written not in TOKENS:
        yield PositionFault(path, f"there is no number token {written}; there are 2 to 12 without 7")


def _say_dice(dice: JsonValue) -> str:
    shown = cast("Sequence[int]", dice or ())
    return " and ".join(map(str, shown)) if any(shown) else _NONE


_SPOTS = Form(read=_read_spots, check=_find_wrong_spots)
_ROADS = Form(read=_read_roads, check=lambda written, path: find_wrong_chains(cast("Sequence[str]", written), path))
_HEXES = name_keys(LETTERS, f"there is no hex {{name}}; they are lettered A to {LETTERS[-1]}")


def list_forms(seats: tuple[str, ...], barren: str) -> Forms:
    """The forms of the base game's parts, at a table of ``seats`` where the hex without cards is ``barren``."""
    seat = f"there is no seat {{name}}; the seats are {join_words(seats)}"
    terrains = (*YIELDS, barren)
    return {
        ("mover",): name_one(seats, seat),
        ("longest",): name_one(seats, seat, what="who holds the longest road"),
        ("largest",): name_one(seats, seat, what="who holds the largest army"),
        ("card-played",): Form(what="a card was played in this turn"),
        ("free-roads",): Form(what="free roads left"),
        ("robber",): name_one(
            LETTERS, f"there is no hex {{name}}; they are lettered A to {LETTERS[-1]}", "beside the board"
        ),
        ("anchor",): Form(check=_find_wrong_spot),
        ("ahead",): Form(whole=False),
        ("ahead", ANY): Form(say=_say_dice),
        ("bank",): RESOURCE_CARDS,
        ("deck",): DEVELOPMENT_CARDS,
        ("board", "terrain"): _HEXES,
        ("board", "terrain", ANY): name_one(
            terrains, f"there is no terrain {{name}}; there are {join_words(terrains)}"
        ),
        ("board", "numbers"): _HEXES,
        ("board", "numbers", ANY): Form(check=_find_wrong_number, what="number on {2}"),
        ("board", "harbours"): name_keys(
            _HARBOUR_PLACES, f"{{name}} has no harbour; they are at {join_words(_HARBOUR_PLACES)}"
        ),
        ("board", "harbours", ANY): name_one(
            _KINDS_OF_HARBOUR, f"there is no harbour for {{name}}; there are {join_words(_KINDS_OF_HARBOUR)}"
        ),
        ("seats",): name_keys(seats, seat),
        ("seats", ANY, "hand"): RESOURCE_CARDS,
        ("seats", ANY, "rates"): RESOURCE_CARDS._replace(what="rates of the bank for {1}"),
        ("seats", ANY, "cards"): DEVELOPMENT_CARDS._replace(what="development cards of {1}"),
        ("seats", ANY, "owes"): Form(what="cards that {1} has to discard"),
        ("seats", ANY, "fresh"): DEVELOPMENT_CARDS,
        ("seats", ANY, "played"): DEVELOPMENT_CARDS,
        ("seats", ANY, "settlements"): _SPOTS,
        ("seats", ANY, "cities"): _SPOTS,
        ("seats", ANY, "roads"): _ROADS,
    }


NOT_UNDERSTOOD = "not-understood"
_TRADE = "trade"
_TERMS = re.compile(r"(.+) for (.+) with (\S+)")
_NOTHING = "nothing"


def read_action(state: State, text: str) -> Action:
    """The one action that ``text`` asks for. Raises :class:`ActionTextError`."""
    key, _, rest = " ".join(text.split()).partition(" ")
    try:
        if key == _TRADE:
            return _read_trade(state.table, rest)
        if key not in FORMS:
            raise ActionTextError(NOT_UNDERSTOOD)
        actions = list_steps(state.table, key, rest, state.rates(state.mover))
    except OrderTextError as error:
        raise ActionTextError(error.code) from error
    if len(actions) != 1:
        raise ActionTextError(NOT_UNDERSTOOD)
    return actions[0]


def _read_trade(table: Table, text: str) -> Trade:
    terms = _TERMS.fullmatch(text)
    if terms is None:
        raise ActionTextError(NOT_UNDERSTOOD)
    give, take, partner = terms.groups()
    return Trade(read_seat(table, partner), _read_side(give), _read_side(take))


def _read_side(text: str) -> Bundle:
    return 0 if text == _NOTHING else read_cards_text(text)


def _list_no_forms(seats: tuple[str, ...]) -> Forms:
    del seats
    says = "this game has nothing beyond the base game"
    return {("extra",): Form(check=lambda written, path: [PositionFault(path, says)] if written else [])}


class ExpansionCases(NamedTuple):
    """How the extra of a state is written, and the actions that only the rule set knows.

    ``read`` makes the extra from what stands behind ``extra`` in a position (an empty mapping where nothing does), and
    raises ``PositionError``, with paths that begin with ``extra``. ``describe`` says all that may stand there, and
    ``list_forms`` how people write it at a table of these seats, by ways that begin with ``extra``. ``count_held``
    gives the resource cards that lie with the extra, in no hand and not in the bank. ``read_action`` reads an action's
    text, None where it is none of its own, and raises ``ActionTextError``; ``explain`` gives the code of the reason why
    such an action of a seat is not legal, None for other actions. The base game's own add nothing.
    """

    read: Callable[[JsonObject, Table], object] = lambda content, table: None  # noqa: ARG005 - the base game has none
    describe: Callable[[object, Table], JsonObject] = lambda extra, table: {}  # noqa: ARG005
    list_forms: Callable[[tuple[str, ...]], Forms] = _list_no_forms
    count_held: Callable[[object], Bundle] = lambda extra: 0  # noqa: ARG005
    read_action: Callable[[State, str], Action | None] = lambda state, text: None  # noqa: ARG005
    explain: Callable[[State, SeatNumber, Action], str | None] = lambda state, seat, action: None  # noqa: ARG005


NO_EXPANSION = ExpansionCases()
