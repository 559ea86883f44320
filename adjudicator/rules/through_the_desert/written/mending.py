"""What an item of a list was probably meant to be that is no order: ``pink L5``, ``Place: pink L5``, ``pink: L5``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import TIMES, UNTIL, Order
from adjudicator.kit.words import join_words
from adjudicator.rules.through_the_desert.legal import Action
from adjudicator.rules.through_the_desert.state import Table
from adjudicator.rules.through_the_desert.written.misasked import mend_condition, write_condition
from adjudicator.rules.through_the_desert.written.misread import write_apart, write_listed, write_with_condition
from adjudicator.rules.through_the_desert.written.orders import (
    BESIDE,
    KEY_AND_TEXT,
    KEYS,
    NO_LETTERS,
    Reading,
    WordFault,
    find_kind,
    read_order,
    write_line,
)
from adjudicator.rules.through_the_desert.written.readings import FaultKind
from adjudicator.rules.through_the_desert.written.tokens import CONDITION_WORDS, shorten

_WORDS_FOR_AND = frozenset(("also", "and", "next", "then"))
_QUESTIONS = frozenset(
    ("is", "holds", "closed", "linked", "all", "any", "not", "supply", "caravan", "points", "round", "crossed")
)
"""Keys of what stands behind ``if``."""


def read_meant(table: Table, unread: Order, due: str) -> tuple[Order, WordFault]:
    """The order that an item was probably meant to be where ``due`` is wanted, and what is wrong with it or it says."""
    guesses = [
        Order(key, value, None, unread.place, (unread.place,)) for key, value in _list_guesses(unread.value, due)
    ]
    order = next((order for order in guesses if _says_actions(read_order(table, order))), guesses[0])
    if KEYS[due].comes_after(KEYS[order.kind]):  # a leader when all of them stand
        order = order._replace(kind=due)
    reading = read_order(table, order)
    meant = tuple(alternative.action for alternative in reading.alternatives)
    understood = WordFault(FaultKind.NOT_UNDERSTOOD, "", unread.place, (meant,), meant[0].colour if meant else None)
    return order, reading.faults[0] if reading.faults else understood


def _says_actions(reading: Reading) -> bool:
    return bool(reading.alternatives) or any(fault.kind is FaultKind.TWO_ORDERS for fault in reading.faults)


def write_instead(
    table: Table, unread: Order, order: Order, offers: Sequence[Sequence[Action]], beside: frozenset[str]
) -> str:
    """What to write for ``unread``, which was meant to be ``order``; empty where that does not help."""
    conditions = list_conditions(table, unread.value)
    if any(spelling.partition(":")[0] not in beside for spelling in conditions.values()):
        return ""
    fault = next(iter(read_order(table, order).faults), None)
    keys = unread.value.keys() if isinstance(unread.value, Mapping) else frozenset()
    around = beside.union(conditions)
    is_told = bool(unread.faults) or not keys.isdisjoint(around)
    if not fault and is_told and keys - around == {order.kind}:  # the order is sound by itself
        return spell_conditions(table, unread)
    if offers and fault and fault.kind is FaultKind.CONDITION:
        return write_with_condition(table, offers[0])
    if fault and fault.kind is FaultKind.PERHAPS_TWO_ORDERS and fault.readings:
        return "" if keep_beside(table, unread, beside) else write_apart(table, fault, "- ")
    if fault and fault.kind is FaultKind.BRANCHES:
        lines = [write_listed(table, fault, offers)]
    else:
        all_of_them = fault and fault.kind is FaultKind.TWO_ORDERS
        lines = [write_line(table, offer) for offer in (offers if all_of_them else offers[:1])]
    if len(lines) != 1:
        return "" if keep_beside(table, unread, beside) else " and below it ".join(f"'- {line}'" for line in lines)
    return f"'{lines[0]}'{kept}" if (kept := keep_beside(table, unread, beside)) else f"'- {lines[0]}'"


def keep_beside(table: Table, unread: Order, beside: frozenset[str]) -> str:
    """What stays beside a new line, and how conditions there are spelt."""
    spelt = spell_conditions(table, unread)
    around = beside - list_conditions(table, unread.value).keys()
    kept = [f"{key}:" for key in unread.value if key in around] if isinstance(unread.value, Mapping) else []
    return f"{f' beside its {join_words(kept)}' if kept else ''}{f', and {spelt}' if spelt else ''}"


def spell_conditions(table: Table, unread: Order) -> str:
    """How what was meant to stand beside an order is spelt."""
    spelt = list_conditions(table, unread.value).items()
    return " and ".join(
        f"'{spelling}'" if key in BESIDE else f"'{spelling}' for '{shorten(key)}:'" for key, spelling in spelt
    )


def list_conditions(table: Table, item: JsonValue) -> dict[str, str]:
    """What to write for each key of ``item`` that was meant to stand beside an order, where it is not written so."""
    keys = item.items() if isinstance(item, Mapping) else ()
    return {
        key: spelt for key, value in keys if (spelt := _spell_asked(table, key, value) or _spell_beside(key, value))
    }


def _spell_asked(table: Table, key: str, asked: JsonValue) -> str:
    """The condition that was probably meant behind a ``key`` for conditions; empty where it is written so."""
    meant = mend_condition(table, asked) if key in {"if", UNTIL} or _spell_beside(key, asked) == "if:" else None
    return "" if meant is None or meant == asked else f"{UNTIL if key == UNTIL else 'if'}: {write_condition(meant)}"


def _spell_beside(key: str, value: JsonValue) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - only a misspelt key needs it

    if key in BESIDE or find_kind(key):
        return ""
    word = NO_LETTERS.sub("", key.lower())
    near = get_close_matches(word, [TIMES, UNTIL], n=1, cutoff=0.7)
    if near:
        return f"{near[0]}:"
    if word in {"unless", "except", "not", "never"}:
        return "if: {not: ...}"
    asks = isinstance(value, Mapping) and not _QUESTIONS.isdisjoint(value)
    return "if:" if asks or word in CONDITION_WORDS else ""


def _list_guesses(item: JsonValue, due: str) -> Iterator[tuple[str, JsonValue]]:
    """Keys and values, likeliest first; at least one."""
    match item:
        case str():
            match = KEY_AND_TEXT.fullmatch(item)
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
    kinds = {key: kind for key in item if (kind := find_kind(key))}
    follows = any(not _WORDS_FOR_AND.isdisjoint(NO_LETTERS.split(key.lower())) for key in item)
    for key, kind in kinds.items():
        texts = [item[key], *(value for other, value in item.items() if other != key)]
        joint = " and " if len(kinds) > 1 or follows else " or "
        yield kind, joint.join(map(str, texts)) if len(texts) > 1 else texts[0]
    if kinds and follows:
        return
    yield from ((due, value) for value in item.values() if isinstance(value, str))
    yield due, dict(item)
