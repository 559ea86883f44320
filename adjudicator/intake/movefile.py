"""From the bytes of a move file to its orders: read, checked against the schemas, and all of its problems at once.

A file is checked once, when it comes in; :func:`read_accepted` reads it again later and trusts the receipt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TypeVar

from adjudicator.core.json_value import JsonValue
from adjudicator.core.mixing import ADDITION
from adjudicator.core.order import BARE, EITHER, ELSE, THEN, TIMES, UNTIL, MoveFile, Order, Press, Unread, Vocabulary
from adjudicator.core.problem import START, Gravity, Place, Problem, worst_gravity
from adjudicator.intake.reader import (
    MAX_PROBLEMS,
    ORDER_LISTS,
    Document,
    Path,
    in_order,
    read_document,
)
from adjudicator.intake.sentences import invalid

_KEYS = frozenset({"game", "turn", "seat", "token", "after", "draft", ADDITION, *ORDER_LISTS, "press", "note"})

_Kind = TypeVar("_Kind")


def read_move_file(data: bytes, vocabulary: Vocabulary) -> tuple[MoveFile | None, tuple[Problem, ...]]:
    """The move file in ``data``, or None, and everything that is wrong with it, by place.

    The value of each order is checked against the game's schema of that name, a condition against ``condition``.
    """
    document, problems = read_document(data)
    if document is None:
        return None, problems
    document = _fill_in(document)
    # What was hard to read is not judged further: complaints about our own guesses would help nobody.
    hard_lines = {problem.place.line for problem in problems}
    further = [
        problem
        for problem in islice(_check(document, vocabulary), MAX_PROBLEMS + 1)
        if problem.place.line not in hard_lines or problem.code == "missing-key"
    ]
    problems = in_order((*problems, *further))
    if worst_gravity(problems) is Gravity.INVALID:
        return None, problems
    return _build(document), problems


def salvage_move_file(data: bytes, vocabulary: Vocabulary) -> MoveFile | None:
    """What can be understood of a file that :func:`read_move_file` refused, so that the rest can be judged too.

    Orders that were not understood are ``unread``. None where not even game, turn and seat can be told.
    """
    document, _ = read_document(data)
    if document is None or not isinstance(document.value, Mapping):
        return None
    said = document.value
    game, turn, seat = said.get("game"), said.get("turn"), said.get("seat")
    if not isinstance(game, str) or type(turn) is not int or not (seat is None or isinstance(seat, str)):
        return None
    token, addition = said.get("token"), said.get(ADDITION)
    good, unread = _sort_out(said.get("orders"), document, vocabulary)
    places = _places(document, said)
    return MoveFile(
        game=game,
        turn=turn,
        seat=seat,
        token=str(token) if isinstance(token, str | int) else None,
        after=None,
        draft=False,
        orders=tuple(good),
        standing=None,
        fallback=None,
        press=(),
        note=None,
        places=places,
        addition=addition if isinstance(addition, str) else None,
        has_orders="orders" in said or addition is None,
        unread=unread,
    )


def _sort_out(items: JsonValue, document: Document, vocabulary: Vocabulary) -> tuple[list[Order], tuple[Unread, ...]]:
    """The items of a list of orders that are understood, and the others. What is no list may have been meant as one."""
    from adjudicator.intake.order_check import MOST_ORDERS, check_order  # noqa: PLC0415 - an accepted file needs no schemas

    if isinstance(items, dict):
        keys = [key for key in items if key != "if"][:MOST_ORDERS]
        return [], tuple(Unread(0, {key: items[key]}, document.key_places["orders", key]) for key in keys)
    if not isinstance(items, list):
        return [], (Unread(0, items, document.place_of(("orders",))),) if isinstance(items, str) else ()
    good: list[Order] = []
    unread: list[Unread] = []
    for index, item in islice(enumerate(items), MOST_ORDERS):
        path = ("orders", index)
        if isinstance(item, dict) and not any(check_order(item, path, document, vocabulary)):
            good.append(_order(item, path, document))
        else:
            unread.append(Unread(len(good), item, document.place_of(path)))
    return good, tuple(unread)


def read_accepted(data: bytes) -> MoveFile:
    """The move file in ``data``, which was accepted before, without checking it against the schemas again.

    Raises ``ValueError`` for what cannot have been accepted: the file was changed since.
    """
    document, problems = read_document(data)
    if document is None or problems:
        raise ValueError("an accepted file can no longer be read")
    return _build(_fill_in(document))


def _fill_in(document: Document) -> Document:
    """``orders:`` with nothing behind it, as in a form that nobody filled in, is an empty list."""
    value = document.value
    if isinstance(value, dict) and "orders" in value and value["orders"] is None:
        return document._replace(value={**value, "orders": []})
    return document


def _check(document: Document, vocabulary: Vocabulary) -> Iterator[Problem]:
    from adjudicator.intake.order_check import check_orders  # noqa: PLC0415 - an accepted file needs no schemas
    from adjudicator.intake.schema import check_schema  # noqa: PLC0415 - the same

    if not isinstance(document.value, Mapping):
        yield invalid("no-keys", document.place_of(()))
        return
    yield from check_schema(document.value, (), document, "move-file")
    for name in ORDER_LISTS:
        items = document.value.get(name)
        if isinstance(items, list):
            yield from check_orders(items, (name,), document, vocabulary)


def _build(document: Document) -> MoveFile:
    """The move file that the document says. Raises ``ValueError`` where it says none."""
    envelope = _expect(document.value, dict)
    if not envelope.keys() <= _KEYS:
        raise ValueError("an accepted file has keys that no move file has")
    has_orders = "orders" in envelope or ADDITION not in envelope
    return MoveFile(
        game=_expect(envelope.get("game"), str),
        turn=_expect(envelope.get("turn"), int),
        seat=_text(envelope.get("seat")),
        token=_text(envelope.get("token")),
        after=_text(envelope.get("after")),
        draft=_expect(envelope.get("draft", False), bool),
        orders=_orders(document, "orders") if has_orders else (),
        standing=_orders(document, "standing") if "standing" in envelope else None,
        fallback=_orders(document, "fallback") if "fallback" in envelope else None,
        press=tuple(_letters(document)) if "press" in envelope else (),
        note=_text(envelope.get("note")),
        places=_places(document, envelope),
        addition=_text(envelope.get(ADDITION)),
        has_orders=has_orders,
    )


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


def _orders(document: Document, name: str) -> tuple[Order, ...]:
    return _list_orders(_expect(document.value, dict).get(name), (name,), document)


def _list_orders(items: JsonValue, path: Path, document: Document) -> tuple[Order, ...]:
    return tuple(
        _order(_expect(item, dict), (*path, index), document) for index, item in enumerate(_expect(items, list))
    )


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
        then=_list_orders(item[THEN], (*path, THEN), document) if THEN in item else (),
        otherwise=_list_orders(item[ELSE], (*path, ELSE), document) if ELSE in item else (),
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
        seats = () if to == "all" else tuple(_expect(seat, str) for seat in _expect(to, list))
        yield Press(seats, _expect(letter.get("text"), str), document.place_of(("press", index)))
