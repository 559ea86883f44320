"""From the bytes of a move file to its orders: read, checked against the schemas, and all of its problems at once.

What is well formed is read as it was sent, and the rest as its sender wrote it. A file is checked once, when it comes
in; :func:`read_accepted` reads it again later and trusts the receipt.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from operator import itemgetter
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

from adjudicator.core.chance import ADDITION
from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import (
    BARE,
    EITHER,
    ELSE,
    FILE_KEYS,
    START,
    THEN,
    TIMES,
    UNREAD,
    UNTIL,
    Gravity,
    MoveFile,
    Order,
    Place,
    Press,
    Problem,
    worst_gravity,
)
from adjudicator.intake.reader import ORDER_LISTS, Document, Path, read_document

_Kind = TypeVar("_Kind")


ENVELOPE: Final = FILE_KEYS | {ADDITION}
"""The keys of a move file, which stand at the left edge."""
JOINING: Final = frozenset({"anchor", "commitment", "opening"})
"""The keys of the files with which a seat joins a game to whose draws players add; they have no orders."""
ORDER_PARTS: Final = frozenset({"if", THEN, ELSE, TIMES, UNTIL})
"""The keys that belong to an order, and stand nowhere at the left edge."""
LISTS: Final = frozenset({"orders", "standing", "fallback", "press"})
FURTHER_LISTS: Final = ("standing", "fallback")
BESIDE_ORDERS: Final = ("press", "note")
"""What else a file may be sent for: with one of these keys it needs no ``orders``."""
IDS: Final = frozenset({"game", "seat"})
"""Keys whose values are ids, and ids are lower case."""
_ID = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_LOW_KEY = re.compile(r"[a-z][a-z-]*")


class Shape(Enum):
    """What a text can be read as, before anybody looks at what it wants."""

    NOTHING = "nothing"
    FILE = "file"
    """A mapping with a game, whatever else is wrong with it."""
    WELL_FORMED = "well-formed"
    """Keys of a move file and no others, ids in lower case, and lists of items with keys in lower case."""


ODD_DIGITS: Final = ("\uff10", "\u0660", "\u06f0", "\u0966")
"""The noughts of keyboards that write wide, Arabic, Persian and Indian digits; the others follow each."""
ODD_DIGIT: Final = re.compile(f"[{''.join(f'{nought}-{chr(ord(nought) + 9)}' for nought in ODD_DIGITS)}]")


def read_sent(data: bytes) -> tuple[Document | None, tuple[Problem, ...]]:
    """The document in ``data`` as it was sent by mail or from a phone, with a remark for each thing undone in it.

    See :func:`~adjudicator.intake.reader.read_document`; places are of the lines that were sent.
    """
    document, problems = read_document(data)
    if tell_shape(document, problems) is Shape.WELL_FORMED:
        return document, problems
    from adjudicator.intake.mailed.mending import read_mended  # noqa: PLC0415 - most files need no mending

    return read_mended(data)


def tell_shape(document: Document | None, problems: Sequence[Problem]) -> Shape:
    """What ``document``, or nothing that can be read, is; ``problems`` came up when it was read."""
    said = document.value if document is not None else None
    if not isinstance(said, dict) or not isinstance(game := said.get("game"), str) or not _ID.fullmatch(game):
        return Shape.NOTHING
    ids = [said.get(key) for key in sorted(IDS)]
    items = [item for key in sorted(LISTS) for item in _listed(said.get(key))]
    is_well_formed = (
        not problems
        and not any(isinstance(said.get(key), dict) for key in ORDER_LISTS)
        and said.keys() <= ENVELOPE
        and not any(_has_odd_digit(said.get(key)) for key in ("turn", *ORDER_LISTS))
        and all(not isinstance(value, str) or value == value.lower() for value in ids)
        and all(isinstance(item, dict) and all(_LOW_KEY.fullmatch(key) for key in item) for item in items)
        and not any(
            isinstance(item, dict) and isinstance(item.get(key), dict | str) for item in items for key in _BLOCKS
        )
    )
    return Shape.WELL_FORMED if is_well_formed else Shape.FILE


_BLOCKS = ("then", "else")
"""Keys of an order behind which there is a list of orders."""


def _has_odd_digit(value: JsonValue) -> bool:
    """Whether digits of another keyboard stand anywhere in ``value``."""
    if isinstance(value, str):
        return not value.isascii() and ODD_DIGIT.search(value) is not None
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(map(_has_odd_digit, inner))


def _listed(value: JsonValue) -> Sequence[JsonValue]:
    return value if isinstance(value, list) else () if value is None or value == "all" else (value,)


Fault: TypeAlias = tuple[Place, str]
"""What is wrong with an item that was not understood, in words, and where."""
UnreadItems: TypeAlias = Mapping[Path, Sequence[Fault]]
"""The faults of the items that were not understood, by path."""
ALL_READ: UnreadItems = MappingProxyType({})


def leave_unread(item: JsonValue, place: Place, faults: Sequence[Fault]) -> Order:
    """The ``item`` at ``place`` as it is written, with what is wrong with it."""
    places = tuple(place for place, _ in faults)
    return Order(UNREAD, item, None, place, places, faults=tuple(words for _, words in faults))


def find_items(document: Document, faults: Sequence[Fault]) -> dict[Path, list[Fault]]:
    """Those of ``faults``, each with its place, that stand in an item of a list of orders, by the path of the item."""
    said = _expect(document.value, dict)
    begins: list[tuple[Place, Path]] = [(document.key_places[key,], ()) for key in said]
    for name in ORDER_LISTS:
        items = said.get(name)
        paths = [(name, index) for index in range(len(items) if isinstance(items, list) else 0)]
        begins += [(document.place_of(path), path) for path in paths]
    begins.sort()
    found: dict[Path, list[Fault]] = {}
    for place, words in faults:
        number = bisect_right(begins, place, key=itemgetter(0)) - 1
        path = begins[number][1] if number >= 0 else ()
        if path:
            found.setdefault(path, []).append((place, words))
    return found


def read_accepted(data: bytes, faults: Sequence[Fault] = ()) -> MoveFile:
    """The move file in ``data``, which was accepted before, without checking it against the schemas again.

    ``faults`` are what its receipt says of items that were not understood.
    Raises ``ValueError`` for what cannot have been accepted: the file was changed since.
    """
    document, problems = read_sent(data)
    if document is None or worst_gravity(problems) is Gravity.INVALID:
        raise ValueError("an accepted file can no longer be read")
    document = fill_in(document)
    if faults and isinstance(document.value, dict):
        # once such a file was accepted with a misspelt key beside them, which said nothing
        known = {key: value for key, value in document.value.items() if key in ENVELOPE}
        document = document._replace(value=known)
    return build_file(document, find_items(document, faults) if faults else ALL_READ)


def fill_in(document: Document) -> Document:
    """``orders:`` with nothing behind it, as in a form that nobody filled in, is an empty list."""
    value = document.value
    if isinstance(value, dict) and "orders" in value and value["orders"] is None:
        return document._replace(value={**value, "orders": []})
    return document


def build_file(document: Document, unread: UnreadItems = ALL_READ) -> MoveFile:
    """The move file that the document says, with the orders at ``unread`` as they are written.

    Raises ``ValueError`` where it says none.
    """
    envelope = _expect(document.value, dict)
    if not envelope.keys() <= ENVELOPE:
        raise ValueError("an accepted file has keys that no move file has")
    has_orders = speaks_of_orders(envelope)

    def read(name: str) -> tuple[Order, ...]:
        return tuple(_list_orders(envelope.get(name), (name,), document, unread))

    return MoveFile(
        game=_expect(envelope.get("game"), str),
        turn=_expect(envelope.get("turn"), int),
        seat=_text(envelope.get("seat")),
        token=_text(envelope.get("token")),
        after=_text(envelope.get("after")),
        draft=_expect(envelope.get("draft", False), bool),
        orders=read("orders") if has_orders else (),
        standing=read("standing") if "standing" in envelope else None,
        fallback=read("fallback") if "fallback" in envelope else None,
        press=tuple(_letters(document)) if "press" in envelope else (),
        note=_text(envelope.get("note")),
        places=list_places(document, envelope),
        addition=_text(envelope.get(ADDITION)),
        has_orders=has_orders,
    )


def speaks_of_orders(envelope: Mapping[str, JsonValue]) -> bool:
    """Whether a file with these keys speaks of orders."""
    return "orders" in envelope or envelope.keys().isdisjoint((ADDITION, *FURTHER_LISTS, *BESIDE_ORDERS))


def list_places(document: Document, envelope: Mapping[str, JsonValue]) -> dict[str, Place]:
    """Where to point for each key of the envelope: at a plain value, at the key of a list."""
    return {
        key: document.key_places.get((key,), START) if isinstance(value, list | dict) else document.place_of((key,))
        for key, value in envelope.items()
    }


def _expect(value: JsonValue, kind: type[_Kind]) -> _Kind:
    # By the exact type: Python takes true for a number.
    if type(value) is not kind:
        raise ValueError(f"an accepted file has {type(value).__name__} where {kind.__name__} should be")
    return value


def _text(value: JsonValue) -> str | None:
    # A head or token of digits alone is read as a number, and a number's digits are the text that stood there.
    return None if value is None else str(value) if type(value) is int else _expect(value, str)


def _list_orders(items: JsonValue, path: Path, document: Document, unread: UnreadItems = ALL_READ) -> Iterator[Order]:
    for index, item in enumerate(_expect(items, list)):
        place = (*path, index)
        if place in unread:
            yield leave_unread(item, document.place_of(place), unread[place])
        else:
            yield build_order(_expect(item, dict), place, document)


def build_order(item: dict[str, JsonValue], path: Path, document: Document) -> Order:
    """The order that ``item`` at ``path`` says. Raises ``ValueError`` where it says none."""
    kinds = [key for key in item if key not in {"if", ELSE, TIMES, UNTIL}] or [THEN for key in item if key == ELSE]
    if len(kinds) != 1:
        raise ValueError("an accepted file has an item that is not one order")
    if "if" not in item and (THEN in item or ELSE in item):
        raise ValueError("an accepted file has a block without a condition")
    kind = kinds[0]
    value = None if kind in {THEN, EITHER} else item[kind]
    paths = [(*path, kind, index) for index in range(len(value))] if isinstance(value, list) else [(*path, kind)]
    times, until = item.get(TIMES), item.get(UNTIL)
    return Order(
        kind=kind,
        value=value,
        condition=_expect(item["if"], dict) if "if" in item else None,
        place=document.place_of(path),
        places=tuple(document.place_of(path) for path in paths) if kind != THEN else (document.place_of(path),),
        condition_place=_place_condition(item["if"], (*path, "if"), document) if "if" in item else None,
        then=tuple(_list_orders(item[THEN], (*path, THEN), document)) if THEN in item else (),
        otherwise=tuple(_list_orders(item[ELSE], (*path, ELSE), document)) if ELSE in item else (),
        branches=tuple(_list_branches(item[EITHER], (*path, EITHER), document)) if kind == EITHER else (),
        times=None if times is None else _expect(times, int),
        until=None if until is None else _expect(until, dict),
        until_place=None if until is None else _place_condition(until, (*path, UNTIL), document),
    )


def _list_branches(branches: JsonValue, path: Path, document: Document) -> Iterator[tuple[Order, ...]]:
    for number, branch in enumerate(_expect(branches, list)):
        items = enumerate(_expect(branch, list))
        yield tuple(_bundled_order(item, (*path, number, index), document) for index, item in items)


def _bundled_order(item: JsonValue, path: Path, document: Document) -> Order:
    """An order in a branch; one that is only a value gets its kind from its game."""
    if isinstance(item, dict):
        return build_order(item, path, document)
    paths = [(*path, index) for index in range(len(item))] if isinstance(item, list) else [path]
    return Order(BARE, item, None, document.place_of(path), tuple(document.place_of(inner) for inner in paths))


def _place_condition(condition: JsonValue, path: Path, document: Document) -> Place:
    """Where a condition asks: behind its first key."""
    first = next(iter(condition), None) if isinstance(condition, Mapping) else None
    return document.place_of(path if first is None else (*path, first))


def _letters(document: Document) -> Iterator[Press]:
    for index, item in enumerate(_expect(_expect(document.value, dict).get("press"), list)):
        letter = _expect(item, dict)
        to = letter.get("to")
        seats = [_expect(seat, str).lower() for seat in ([to] if isinstance(to, str) else _expect(to, list))]
        yield Press(
            () if seats == ["all"] else tuple(seats),
            _expect(letter.get("text"), str),
            document.place_of(("press", index, "to")),
        )
