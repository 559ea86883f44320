"""From the bytes of a move file to its orders: read, checked against the schemas, and all of its problems at once.

What is well formed is read as it was sent, and the rest as its sender wrote it. A file is checked once, when it comes
in; :func:`read_accepted` reads it again later and trusts the receipt.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import islice
from operator import itemgetter
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

from adjudicator.core.chance import ADDITION
from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import (
    BARE,
    EITHER,
    ELSE,
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
    Vocabulary,
    describe,
    worst_gravity,
)
from adjudicator.intake.reader import MAX_PROBLEMS, ORDER_LISTS, Document, Path, in_order, read_document
from adjudicator.intake.sentences import SENTENCES, closest, invalid

_Kind = TypeVar("_Kind")


ENVELOPE: Final = frozenset(
    {"game", "turn", "seat", "token", "after", "draft", ADDITION, "orders", "standing", "fallback", "press", "note"}
)
"""The keys of a move file, which stand at the left edge."""
LISTS: Final = frozenset({"orders", "standing", "fallback", "press"})
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


def read_sent(data: bytes) -> tuple[Document | None, tuple[Problem, ...]]:
    """The document in ``data`` as it was sent by mail or from a phone, with a remark for each thing undone in it.

    See :func:`~adjudicator.intake.reader.read_document`; places are of the lines that were sent.
    """
    document, problems = read_document(data)
    if tell_shape(document, problems) is Shape.WELL_FORMED:
        return document, problems
    from adjudicator.intake.mending import read_mended  # noqa: PLC0415 - most files need no mending

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
        and said.keys() <= ENVELOPE
        and all(not isinstance(value, str) or value == value.lower() for value in ids)
        and all(isinstance(item, dict) and all(_LOW_KEY.fullmatch(key) for key in item) for item in items)
    )
    return Shape.WELL_FORMED if is_well_formed else Shape.FILE


def _listed(value: JsonValue) -> Sequence[JsonValue]:
    return value if isinstance(value, list) else () if value is None or value == "all" else (value,)


Fault: TypeAlias = tuple[Place, str]
"""What is wrong with an item that was not understood, in words, and where."""
_Unread: TypeAlias = Mapping[Path, Sequence[Fault]]
"""The faults of the items that were not understood, by path."""
_ALL_READ: _Unread = MappingProxyType({})
_LISTS_BESIDE = ("standing", "fallback")


def read_move_file(data: bytes, vocabulary: Vocabulary) -> tuple[MoveFile | None, tuple[Problem, ...]]:
    """The move file in ``data``, or None, and everything that is wrong with it, by place.

    The value of each order is checked against the game's schema of that name, a condition against ``condition``. Where
    orders may be for later moves there is a file all the same if only orders are wrong, which are ``UNREAD`` then.
    """
    document, problems = read_sent(data)
    if document is None:
        return None, problems
    document = _fill_in(document)
    # What was hard to read is not judged further: complaints about our own guesses would help nobody.
    hard_lines = {problem.place.line for problem in problems if problem.gravity is Gravity.INVALID}
    further = [
        problem
        for problem in islice(_check(document, vocabulary), MAX_PROBLEMS + 1)
        if problem.place.line not in hard_lines or problem.code == "missing-key"
    ]
    problems = in_order((*problems, *further))
    if worst_gravity(problems) is not Gravity.INVALID:
        return _build(document), problems
    if not vocabulary.plans or not isinstance(document.value, dict) or len(problems) >= MAX_PROBLEMS:
        return None, problems
    wrong = [problem for problem in problems if problem.gravity is Gravity.INVALID]
    unread = _find_items(document, [(problem.place, describe(problem, SENTENCES)) for problem in wrong])
    is_all = sum(map(len, unread.values())) == len(wrong)
    return _build(document, unread) if is_all else None, problems


def salvage_move_file(data: bytes, vocabulary: Vocabulary) -> MoveFile | None:
    """What can be understood of a file that :func:`read_move_file` refused, so that the rest can be judged too.

    Orders that were not understood are ``UNREAD``, or left out where no order can wait. None where not even game, turn
    and seat can be told.
    """
    document, _ = read_sent(data)
    if document is None or not isinstance(document.value, Mapping):
        return None
    said = document.value
    game, turn, seat = (_find_scalar(said, key) for key in ("game", "turn", "seat"))
    if not isinstance(game, str) or type(turn) is not int or not (seat is None or isinstance(seat, str)):
        return None
    token, addition = said.get("token"), said.get(ADDITION)
    orders = tuple(_sort_out("orders", said.get("orders"), document, vocabulary))
    others = {key: _list_texts(key, said[key], document, vocabulary) for key in _LISTS_BESIDE if key in said}
    good = tuple(order for order in orders if order.kind != UNREAD)
    gap = next((number for number, order in enumerate(orders) if order.kind == UNREAD), None)
    places = _places(document, said)
    return MoveFile(
        game=game,
        turn=turn,
        seat=seat,
        token=str(token) if isinstance(token, str | int) else None,
        after=None,
        draft=False,
        orders=orders if vocabulary.plans else good,
        standing=others.get("standing") if vocabulary.plans else None,
        fallback=others.get("fallback") if vocabulary.plans else None,
        press=(),
        note=None,
        places=places,
        addition=addition if isinstance(addition, str) else None,
        has_orders=_speaks_of_orders(said),
        gap=None if vocabulary.plans else gap,
    )


def _find_scalar(said: Mapping[str, JsonValue], key: str) -> JsonValue:
    """What stands behind ``key``, or behind a misspelling of it."""
    if key in said:
        return said[key]
    return next(
        (value for written, value in said.items() if written not in ENVELOPE and closest(written, ENVELOPE) == key),
        None,
    )


def _list_texts(key: str, items: JsonValue, document: Document, vocabulary: Vocabulary) -> tuple[Order, ...]:
    """What is no list, of those that are judged beside the orders; lists are judged once all of a file can be read."""
    return tuple(_sort_out(key, items, document, vocabulary)) if isinstance(items, str | dict) else ()


def _sort_out(name: str, items: JsonValue, document: Document, vocabulary: Vocabulary) -> Iterator[Order]:
    """The items of a list of orders, as far as they are understood. What is no list may have been meant as one."""
    from adjudicator.intake.move_file_schema import MOST_ORDERS, check_order  # noqa: PLC0415 - an accepted file needs no schemas

    if isinstance(items, dict):
        keys = [key for key in items if key != "if"][:MOST_ORDERS]
        yield from (_unread({key: items[key]}, document.key_places[name, key], ()) for key in keys)
    elif isinstance(items, str):
        yield _unread(items, document.place_of((name,)), ())
    for index, item in islice(enumerate(items if isinstance(items, list) else ()), MOST_ORDERS):
        path = (name, index)
        problems = list(check_order(item, path, document, vocabulary)) if isinstance(item, dict) else None
        if isinstance(item, dict) and not problems:
            yield _order(item, path, document)
        else:
            faults = [(problem.place, describe(problem, SENTENCES)) for problem in problems or ()]
            yield _unread(item, document.place_of(path), faults)


def _unread(item: JsonValue, place: Place, faults: Sequence[Fault]) -> Order:
    places = tuple(place for place, _ in faults)
    return Order(UNREAD, item, None, place, places, faults=tuple(words for _, words in faults))


def _find_items(document: Document, faults: Sequence[Fault]) -> dict[Path, list[Fault]]:
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
    document = _fill_in(document)
    return _build(document, _find_items(document, faults) if faults else _ALL_READ)


def _fill_in(document: Document) -> Document:
    """``orders:`` with nothing behind it, as in a form that nobody filled in, is an empty list."""
    value = document.value
    if isinstance(value, dict) and "orders" in value and value["orders"] is None:
        return document._replace(value={**value, "orders": []})
    return document


def _check(document: Document, vocabulary: Vocabulary) -> Iterator[Problem]:
    from adjudicator.intake import move_file_schema, schema  # noqa: PLC0415 - an accepted file needs no schemas

    if not isinstance(document.value, Mapping):
        yield invalid("no-keys", document.place_of(()))
        return
    outside = {document.key_places[key,]: key for key in document.value if key in vocabulary.kinds}
    for problem in schema.check_schema(document.value, (), document, "move-file"):
        key = outside.get(problem.place)
        yield problem if key is None else invalid("order-outside", problem.place, key=key)
    for name in ORDER_LISTS:
        items = document.value.get(name)
        if isinstance(items, list):
            yield from move_file_schema.check_orders(items, (name,), document, vocabulary)


def _build(document: Document, unread: _Unread = _ALL_READ) -> MoveFile:
    """The move file that the document says, with the orders at ``unread`` as they are written.

    Raises ``ValueError`` where it says none.
    """
    envelope = _expect(document.value, dict)
    if not envelope.keys() <= ENVELOPE:
        raise ValueError("an accepted file has keys that no move file has")
    has_orders = _speaks_of_orders(envelope)
    return MoveFile(
        game=_expect(envelope.get("game"), str),
        turn=_expect(envelope.get("turn"), int),
        seat=_text(envelope.get("seat")),
        token=_text(envelope.get("token")),
        after=_text(envelope.get("after")),
        draft=_expect(envelope.get("draft", False), bool),
        orders=_orders(document, "orders", unread) if has_orders else (),
        standing=_orders(document, "standing", unread) if "standing" in envelope else None,
        fallback=_orders(document, "fallback", unread) if "fallback" in envelope else None,
        press=tuple(_letters(document)) if "press" in envelope else (),
        note=_text(envelope.get("note")),
        places=_places(document, envelope),
        addition=_text(envelope.get(ADDITION)),
        has_orders=has_orders,
    )


def _speaks_of_orders(envelope: Mapping[str, JsonValue]) -> bool:
    return "orders" in envelope or envelope.keys().isdisjoint((ADDITION, "standing", "fallback"))


def _places(document: Document, envelope: Mapping[str, JsonValue]) -> dict[str, Place]:
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


def _orders(document: Document, name: str, unread: _Unread) -> tuple[Order, ...]:
    return tuple(_list_orders(_expect(document.value, dict).get(name), (name,), document, unread))


def _list_orders(items: JsonValue, path: Path, document: Document, unread: _Unread = _ALL_READ) -> Iterator[Order]:
    for index, item in enumerate(_expect(items, list)):
        place = (*path, index)
        if place in unread:
            yield _unread(item, document.place_of(place), unread[place])
        else:
            yield _order(_expect(item, dict), place, document)


def _order(item: dict[str, JsonValue], path: Path, document: Document) -> Order:
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
        return _order(item, path, document)
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
            document.place_of(("press", index)),
        )
