"""The words of orders: cards, hexes, intersections, paths, seats, trades, and every way in which they can be wrong."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.table import SeatNumber
from adjudicator.kit.hexes import Hex
from adjudicator.kit.words import COMMON, join_words, suggest
from adjudicator.rules.catan import topology
from adjudicator.rules.catan.cards import RESOURCES, Bundle, pack, unpack
from adjudicator.rules.catan.mail.language.spelling import spell_cards, spell_kind, spell_path, spell_whom
from adjudicator.rules.catan.state import Table
from adjudicator.rules.catan.views.known import Terms

Facts: TypeAlias = dict[str, str | int]
Reason: TypeAlias = tuple[str, Facts]
"""A code, and the facts of its sentence without ``order``."""


class OrderTextError(ValueError):
    """The words of an order say nothing that exists: which words, the code of what is wrong, and its sentence's facts.

    ``unknown-card``, ``nobody-called-so``, ``unknown-hex``, ``unknown-intersection`` and ``unknown-path`` name what
    there is not, ``card-count`` a number without a resource behind it or one that no hand can hold. ``road-apart`` is a
    road that does not begin at its settlement, ``same-road`` one named twice, ``wrong-rate`` numbers that do not fit
    the bank's rate, ``like-for-like`` something asked for its own kind, ``wrong-words`` a form that the order has not.
    """

    def __init__(self, code: str, word: str, **facts: str | int) -> None:
        super().__init__(word)
        self.code = code
        self.facts: Facts = {"word": word, "legal": "", **facts}


_SMALL = COMMON | {"and", "but", "card", "cards", "for", "never", "not"}
"""Words that nobody calls a card or a seat."""


def explain_word(error: OrderTextError) -> tuple[str, Facts]:
    """The code and the facts of ``error``; of a small word it is not said that nothing is called so."""
    word, known = str(error.facts["word"]), str(error.facts.get("known", "")).split(", ")
    if error.code not in ("unknown-card", "nobody-called-so") or word.lower() not in _SMALL:
        return error.code, error.facts
    return "wrong-words", {**error.facts, "word": f"'{word}'", "says": join_words(known, "or")}


def is_understood(read: Callable[..., object], *said: object) -> bool:
    """Whether ``read``, which raises :class:`OrderTextError`, can read what is ``said``."""
    try:
        read(*said)
    except OrderTextError:
        return False
    return True


def list_items(value: JsonValue) -> Sequence[JsonValue]:
    """What a list has; the one value where it is none."""
    return value if isinstance(value, Sequence) and not isinstance(value, str) else [value]


MOST_CARDS = 95
"""So many cards at most are read; there are no more in the game."""


def read_kind(word: str) -> int:
    """The number of the resource called ``word``, by any of its names. Raises :class:`OrderTextError`."""
    name = spell_kind(word)
    if name not in RESOURCES:
        raise OrderTextError("unknown-card", word, suggestion=suggest(word, RESOURCES), known=", ".join(RESOURCES))
    return RESOURCES.index(name)


def read_count(word: str) -> int:
    """The number of cards that ``word`` says. Raises :class:`OrderTextError` where no hand holds so many, or 0."""
    # A longer word is no number of cards, and may be longer than Python reads.
    if len(word) > len(str(MOST_CARDS)) or not 1 <= int(word) <= MOST_CARDS:
        raise OrderTextError("card-count", word, limit=MOST_CARDS)
    return int(word)


@lru_cache(maxsize=1024)
def read_cards_text(text: str) -> Bundle:
    """The cards that ``text`` names; a resource without a number is one card.

    Raises :class:`OrderTextError`.
    """
    counts = [0] * len(RESOURCES)
    number: str | None = None
    for word in spell_cards(text).replace(",", " ").split():
        if not word.isdecimal():
            counts[read_kind(word)] += 1 if number is None else read_count(number)
            number = None
        elif number is None:
            number = word
        else:
            raise OrderTextError("card-count", f"{number} {word}", limit=MOST_CARDS)
    if number is not None or not 1 <= sum(counts) <= MOST_CARDS:
        raise OrderTextError("card-count", text if number is None else number, limit=MOST_CARDS)
    return pack(counts)


@lru_cache(maxsize=1024)
def write_cards_text(bundle: Bundle) -> str:
    """The text that names the cards of ``bundle``: ``2 wool, 1 ore``; ``nothing`` for none."""
    return ", ".join(f"{count} {name}" for name, count in zip(RESOURCES, unpack(bundle), strict=True) if count) or (
        "nothing"
    )


def join_cards(text: str) -> str:
    """``1 wool, 2 grain and 1 ore`` for ``1 wool, 2 grain, 1 ore``."""
    return " and ".join(text.rsplit(", ", 1))


def say_cards(text: str) -> str:
    """``1 wool, 1 ore`` for ``wool and a stone``: cards as they were understood; what cannot be read stays as it is."""
    try:
        return write_cards_text(read_cards_text(text))
    except OrderTextError:
        return spell_cards(text)


_PATH = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")
_INTERSECTION = re.compile(r"0|[1-9][0-9]?")


def read_hex(word: str) -> Hex:
    """The number of the hex lettered ``word``, in either letter case. Raises :class:`OrderTextError`."""
    letter = word.upper().removeprefix("HEX").strip()
    number = topology.LETTERS.find(letter) if len(letter) == 1 else -1
    if number < 0:
        raise OrderTextError("unknown-hex", word, first=topology.LETTERS[0], last=topology.LETTERS[-1])
    return Hex(number)


def read_tile(table: Table, word: str) -> Hex:
    """The hex lettered ``word``, or the only one of the terrain called so. Raises :class:`OrderTextError`."""
    terrains, name = table.board.terrains, word.lower()
    return Hex(terrains.index(name)) if terrains.count(name) == 1 else read_hex(word)


def read_intersection(word: str | int) -> topology.Intersection:
    """The number of an intersection, written as text or number. Raises :class:`OrderTextError`."""
    text = str(word)
    if not _INTERSECTION.fullmatch(text) or int(text) >= topology.INTERSECTIONS:
        raise OrderTextError("unknown-intersection", _quote(text.strip(" ,;.")), last=topology.INTERSECTIONS - 1)
    return topology.Intersection(int(text))


def _quote(text: str) -> str:
    """``text`` as it stands in a sentence: a text of several words would be read on with it."""
    return f"'{text}'" if " " in text else text


def read_path(word: str) -> topology.PathNumber:
    """The number of the path between two intersections, named in either order: ``12-13``, ``13-12``.

    Raises :class:`OrderTextError`, whose facts name the paths that there are at the two intersections.
    """
    match = _PATH.fullmatch(spell_path(word))
    ends = sorted(topology.Intersection(int(end)) for end in match.groups()) if match else []
    path = topology.PATH_NAMED.get("-".join(map(str, ends)))
    if path is None:
        raise OrderTextError("unknown-path", _quote(word), near=_name_near(ends))
    return path


def name_paths_at(intersection: topology.Intersection) -> str:
    """The paths of an intersection: ``11-12, 12-13, 12-22``."""
    return ", ".join(topology.PATH_NAMES[path] for path in topology.list_paths(topology.PATHS_AT[intersection]))


def _name_near(ends: list[topology.Intersection]) -> str:
    known = [f"paths at {end}: {name_paths_at(end)}" for end in dict.fromkeys(ends) if end < topology.INTERSECTIONS]
    return "; ".join(known) or "a path is named by the two intersections that it joins, such as 12-13"


def read_seat(table: Table, word: str) -> SeatNumber:
    """The number of the seat called ``word``, in any letter case. Raises :class:`OrderTextError`."""
    number = table.number_of.get(word.lower())
    if number is None:
        raise OrderTextError(
            "nobody-called-so", word, suggestion=suggest(word, table.seats), known=", ".join(table.seats)
        )
    return number


_TAKE = re.compile(r"([a-z][a-z0-9-]*)(?:'s)?,? +(?:offer )?(?:number |no\. ?|#)?([1-9][0-9]{0,3})", re.IGNORECASE)
_TAKE_TURNED = re.compile(r"(?:offer )?#?([1-9][0-9]{0,3}),? +(?:of|from|by) +([a-z][a-z0-9-]*)", re.IGNORECASE)


WHOM = ("to", "from", "of")
"""The keys behind which an order with terms says whom it is for."""


def read_terms(table: Table, value: JsonObject) -> Terms:
    """The terms of an ``offer``, a ``propose``, a ``want`` or a ``take``; no seats where they are for everybody.

    Raises the errors of :mod:`adjudicator.rules.catan.mail.language.vocabulary`.
    """
    give, get = read_cards_text(str(value["give"])), read_cards_text(str(value["get"]))
    whom = list_items(next((value[key] for key in WHOM if key in value), []))
    return Terms(give, get, () if [spell_whom(str(name)) for name in whom] == ["any"] else read_seats(table, whom))


def read_seats(table: Table, names: JsonValue) -> tuple[SeatNumber, ...]:
    """The numbers of one seat or a list, each once, in the order of the list. Raises :class:`OrderTextError`."""
    return tuple(dict.fromkeys(read_seat(table, str(name)) for name in list_items(names)))


def read_take(table: Table, text: str) -> tuple[SeatNumber, int]:
    """Whose offer, and its number. Raises :class:`OrderTextError`."""
    match = _TAKE.fullmatch(spell_take(text))
    if match is None:
        raise OrderTextError("wrong-words", f"'{text}'", says="a seat and the number of its offer, such as {seat} 2")
    return read_seat(table, match[1]), int(match[2])


def spell_take(text: str) -> str:
    """``bilal 2`` for ``offer 2 of Bilal`` and ``bilal's offer #2``."""
    said = " ".join(text.split())
    match, turned = _TAKE.fullmatch(said), _TAKE_TURNED.fullmatch(said)
    if turned:
        return f"{turned[2]} {turned[1]}".lower()
    return f"{match[1]} {match[2]}".lower() if match else said


_ACCEPT = re.compile(r"(\S+)(?: +([1-9]))?")


def read_accepted(table: Table, text: str) -> tuple[SeatNumber, int]:
    """Whose proposal is accepted, and the number of the terms, 0 for any. Raises :class:`OrderTextError`."""
    match = _ACCEPT.fullmatch(" ".join(text.split()))
    assert match is not None  # the schema of accept asks for it
    return read_seat(table, match[1]), int(match[2] or 0)
