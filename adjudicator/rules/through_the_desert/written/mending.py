"""What an item of a list was probably meant to be that is no order: ``pink L5``, ``Place: pink L5``, ``pink: L5``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import EITHER, TIMES, UNTIL, Order
from adjudicator.rules.through_the_desert.legal import ActionKind
from adjudicator.rules.through_the_desert.state import Table
from adjudicator.rules.through_the_desert.written.orders import KEY_OF, KEYS, read_order
from adjudicator.rules.through_the_desert.written.tokens import CONDITION_WORDS

_KEY_AND_TEXT = re.compile(rf"\W*({'|'.join(KEYS)})\b[\s:=]*(.*)", re.IGNORECASE | re.DOTALL)
BESIDE = frozenset({"if", TIMES, UNTIL})
"""Keys that stand beside an order's own."""
_SYNONYMS = dict.fromkeys(("camel", "camels", "put", EITHER), KEY_OF[ActionKind.CAMEL])
"""Other words for a key, as people write them."""
_QUESTIONS = frozenset(
    ("is", "holds", "closed", "linked", "all", "any", "not", "supply", "caravan", "points", "round", "crossed")
)
"""Keys of what stands behind ``if``."""
_NO_LETTERS = re.compile(r"[^a-z]+")


def guess_key(item: JsonValue) -> str | None:
    """The key that ``item``, which was not understood, was probably meant to have; None where it has none."""
    match item:
        case str():
            match = _KEY_AND_TEXT.fullmatch(item)
            return match[1].lower() if match else None
        case Mapping():
            return next(filter(None, map(_find_kind, item)), None)
        case _:
            return None


def mend_item(table: Table, unread: Order, due: str) -> Order:
    """The order that ``unread`` was probably meant to be; ``due`` is the key where it has none of its own."""
    guesses = [
        Order(key, value, None, unread.place, (unread.place,)) for key, value in _list_guesses(unread.value, due)
    ]
    return next((order for order in guesses if read_order(table, order).alternatives), guesses[0])


def is_sound(table: Table, unread: Order, order: Order, beside: frozenset[str]) -> bool:
    """Whether ``unread`` says ``order`` as it should, so that what is wrong are the keys ``beside`` it."""
    keys = unread.value.keys() if isinstance(unread.value, Mapping) else frozenset()
    return not keys.isdisjoint(beside) and keys - beside == {order.kind} and not read_order(table, order).faults


def list_conditions(item: JsonValue) -> dict[str, str]:
    """The keys of ``item`` that were probably meant to stand beside an order, each with what to write for it."""
    keys = item.items() if isinstance(item, Mapping) else ()
    return {key: spelt for key, value in keys if (spelt := _spell_beside(key, value))}


def _spell_beside(key: str, value: JsonValue) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - only a misspelt key needs it

    if key in BESIDE or _find_kind(key):
        return ""
    word = _NO_LETTERS.sub("", key.lower())
    near = get_close_matches(word, [TIMES, UNTIL], n=1, cutoff=0.7)
    if near:
        return f"{near[0]}:"
    if word in {"unless", "except", "not", "never"}:
        return "if: {not: ...}"
    asks = isinstance(value, Mapping) and not _QUESTIONS.isdisjoint(value)
    return "if:" if asks or word in CONDITION_WORDS else ""


def leave_out_beside(unread: Order) -> Order:
    """What of ``unread`` says what to do, without its conditions."""
    if not isinstance(unread.value, Mapping):
        return unread
    return unread._replace(
        value={key: value for key, value in unread.value.items() if key not in BESIDE} or unread.value
    )


def _list_guesses(item: JsonValue, due: str) -> Iterator[tuple[str, JsonValue]]:
    """Keys and values, likeliest first; at least one."""
    match item:
        case str():
            match = _KEY_AND_TEXT.fullmatch(item)
            yield (match[1].lower(), match[2]) if match else (due, item)
        case Mapping():
            said = {key: value for key, value in item.items() if key not in BESIDE and not _spell_beside(key, value)}
            yield from _list_guesses_of_mapping(said, due)
        case [Mapping() as inner, *_]:
            yield from _list_guesses(inner, due)
        case _:
            yield due, item


def _list_guesses_of_mapping(item: Mapping[str, JsonValue], due: str) -> Iterator[tuple[str, JsonValue]]:
    """By a key that is one of ours but for its spelling; the values of further keys are further choices, or orders."""
    kinds = {key: kind for key in item if (kind := _find_kind(key))}
    for key, kind in kinds.items():
        texts = [item[key], *(value for other, value in item.items() if other != key)]
        joint = " and " if len(kinds) > 1 else " or "
        yield kind, joint.join(map(str, texts)) if len(texts) > 1 else texts[0]
    yield from ((due, value) for value in item.values() if isinstance(value, str))
    yield due, dict(item)


def _find_kind(key: str) -> str | None:
    from difflib import get_close_matches  # noqa: PLC0415 - only a misspelt key needs it

    word = _NO_LETTERS.sub("", key.lower())
    return _SYNONYMS.get(word) or next(iter(get_close_matches(word, KEYS, n=1, cutoff=0.7)), None)
