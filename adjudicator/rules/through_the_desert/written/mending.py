"""What an item of a list was probably meant to be that is no order: ``pink L5``, ``Place: pink L5``, ``pink: L5``.

The same of conditions in another shape (``K6 is free``, ``{linked: {hex: D3}}``, ``round 4``), and of ``either`` whose
branches are not lists in a list.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import EITHER, TIMES, UNTIL, Order
from adjudicator.kit.negation import is_unless
from adjudicator.kit.words import find_near, join_words
from adjudicator.rules.through_the_desert.legal import Action, ActionKind
from adjudicator.rules.through_the_desert.state import Table
from adjudicator.rules.through_the_desert.written import (
    BESIDE,
    KEY_AND_TEXT,
    KEY_OF,
    KEYS,
    NO_LETTERS,
    Reading,
    WordFault,
    find_kind,
    read_colour,
    read_order,
    write_branches,
    write_line,
)
from adjudicator.rules.through_the_desert.written.misread import (
    STATES,
    is_certain,
    propose_later,
    write_apart,
    write_listed,
    write_with_condition,
)
from adjudicator.rules.through_the_desert.written.readings import FaultKind
from adjudicator.rules.through_the_desert.written.tokens import CONDITION_WORDS, OWNED, read_hex_name, shorten

_WORDS_FOR_AND = frozenset(("also", "and", "next", "then"))
_QUESTIONS = frozenset((*OWNED, "is", "all", "any", "not", "supply", "caravan", "points", "round", "crossed"))
"""Keys of what stands behind ``if``."""


def read_meant(table: Table, unread: Order, due: str, *, takes_more: bool = False) -> tuple[Order, WordFault]:
    """The order that an item was probably meant to be where ``due`` is wanted, and what is wrong with it or it says.

    Where the move ``takes_more`` orders than one, places that are listed in place of orders may be several.
    """
    guesses = [
        Order(key, value, None, unread.place, (unread.place,)) for key, value in _list_guesses(unread.value, due)
    ]
    order = next((order for order in guesses if _says_actions(read_order(table, order))), guesses[0])
    if KEYS[due].comes_after(KEYS[order.kind]):  # a leader when all of them stand
        order = order._replace(kind=due)
    reading = read_order(table, order)
    meant = tuple(alternative.action for alternative in reading.alternatives)
    understood = WordFault(FaultKind.NOT_UNDERSTOOD, "", unread.place, (meant,), meant[0].colour if meant else None)
    if takes_more and meant and may_be_several(unread):
        is_plain = isinstance(order.value, list) and len(order.value) == len(meant)
        kind = FaultKind.PERHAPS_TWO_ORDERS if is_plain else FaultKind.TWO_READINGS
        understood = understood._replace(kind=kind, readings=(meant,) if is_plain else (meant, meant[:1]))
    return order, reading.faults[0] if reading.faults else understood


def may_be_several(unread: Order) -> bool:
    """Whether ``unread`` stands in place of a list, with a list behind its key: of places, or of orders."""
    if unread.faults or not isinstance(unread.value, Mapping) or find_either(unread.value):
        return False
    listed = [value for key, value in unread.value.items() if find_kind(key) == KEY_OF[ActionKind.CAMEL]]
    return any(isinstance(value, list) and len(value) > 1 for value in listed)


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
    if keys == {"if"}:  # its order stands in another item
        return ""
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
    kept = [f"'{key}:'" for key in unread.value if key in around] if isinstance(unread.value, Mapping) else []
    return f"{f' beside its {join_words(kept)}' if kept else ''}{f', and {spelt}' if spelt else ''}"


def spell_conditions(table: Table, unread: Order) -> str:
    """How what was meant to stand beside an order is spelt."""
    item = unread.value if isinstance(unread.value, Mapping) else {}
    parts = []
    for key, spelling in list_conditions(table, item).items():
        example = "for example " if names_example(table, item[key], spelling) else ""
        parts.append(f"{example}'{spelling}'" + ("" if key in BESIDE else f" for '{shorten(key)}:'"))
    return " and ".join(parts)


def names_example(table: Table, asked: JsonValue, spelling: str) -> bool:
    """Whether the ``spelling`` of what is ``asked`` has a seat that nobody named."""
    example = table.ids[0]
    return f"seat: {example}" in spelling and example not in str(asked).lower()


def list_conditions(table: Table, item: JsonValue) -> dict[str, str]:
    """What to write for each key of ``item`` that was meant to stand beside an order, where it is not written so."""
    keys = item.items() if isinstance(item, Mapping) else ()
    return {
        key: spelt for key, value in keys if (spelt := _spell_asked(table, key, value) or _spell_beside(key, value))
    }


def _spell_asked(table: Table, key: str, asked: JsonValue) -> str:
    """The condition that was probably meant behind a ``key`` for conditions; empty where it is written so."""
    if is_unless(key):
        asked_for = mend_condition(table, asked) or (asked if _asks(asked) else None)
        return f"if: {{not: {write_condition(asked_for)}}}" if asked_for else ""
    meant = mend_condition(table, asked) if key in {"if", UNTIL} or _spell_beside(key, asked) == "if:" else None
    return "" if meant is None or meant == asked else f"{UNTIL if key == UNTIL else 'if'}: {write_condition(meant)}"


def _asks(value: JsonValue) -> bool:
    """Whether ``value`` is a question as it stands behind ``if``."""
    return isinstance(value, Mapping) and not _QUESTIONS.isdisjoint(value)


def _spell_beside(key: str, value: JsonValue) -> str:
    if key in BESIDE or find_kind(key):
        return ""
    word = NO_LETTERS.sub("", key.lower())
    if is_unless(key) or word in {"except", "not", "never", "ifnot"}:
        return "if: {not: ...}"
    if word == f"{UNTIL}not":
        return f"{UNTIL}: {{not: ...}}"
    if near := find_near(word, (TIMES, UNTIL), 0.7):
        return f"{near}:"
    return "if:" if _asks(value) or word in CONDITION_WORDS else ""


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
    match list(item.items()):
        case [(key, [*texts])] if key.lower() == "both" and all(isinstance(text, str) for text in texts):
            yield due, " and ".join(map(str, texts))
        case _:
            yield due, dict(item)


_ASKED = re.compile(r"(?:if\s+)?([A-Za-z][ -]?[0-9]{1,5})\s+(?:is\s+|=\s*)?(.+)", re.IGNORECASE)

_SURE = 0.75
"""How like a state is to another word that was surely meant, of 1."""
_ROUND = re.compile(r"(?:if\s+|from\s+|it\s+is\s+)?round\s*(?:is|=|>=)?\s*([0-9]{1,3})\+?", re.IGNORECASE)


def mend_condition(table: Table, asked: JsonValue) -> JsonObject | None:
    """The condition that ``asked`` was probably meant to be, which may be itself; None where nobody can tell."""
    if isinstance(asked, str):
        if match := _ROUND.fullmatch(asked.strip()):
            return _ask_round(int(match[1]))
        match = _ASKED.fullmatch(asked.strip())
        return _ask_state(match[1], match[2]) if match else None
    if not isinstance(asked, Mapping):
        return None
    if len(asked) == 1:
        ((key, inner),) = asked.items()
        if key in ("all", "any") and isinstance(inner, list):
            parts = [mend_condition(table, part) for part in inner]
            return {key: [part for part in parts if part]} if parts and all(parts) else None
        if key == "not":
            part = mend_condition(table, inner)
            return {"not": part} if part else None
        if isinstance(inner, str):
            return mend_condition(table, inner) if key == "hex" else _ask_spot(key, inner)
        if key == "round" and isinstance(inner, int):
            return _ask_round(inner)
        if key not in OWNED:
            return None
    return _mend_hex(table, asked)


def _ask_spot(key: str, inner: str) -> JsonObject | None:
    """The question that ``{K6: empty}`` or ``{closed: K6}`` asks."""
    spot, word = (key, inner) if read_hex_name(key) else (inner, key)
    return _ask_state(spot, word) if read_hex_name(spot) else None


def _mend_hex(table: Table, asked: JsonObject) -> JsonObject | None:
    """A question about a hex, with the hex outside, and with a seat or a colour where one is wanted."""
    key = next((key for key in asked if key != "hex"), "hex")
    inner = asked.get(key)
    within = inner if isinstance(inner, Mapping) else {}
    spot = within.get("hex", asked.get("hex"))
    if not isinstance(spot, str) or read_hex_name(spot) is None or asked.keys() - {"hex", key}:
        return None
    if key == "is" and isinstance(inner, str):
        return _ask_state(spot, inner) or (_ask_owner(table, spot, inner, True) if inner in OWNED else None)
    if key in STATES and inner is True:
        return _ask_state(spot, key)
    return _ask_owner(table, spot, key, inner) if key in OWNED else None


def _ask_state(spot: str, word: str) -> JsonObject | None:
    word = word.strip().lower().removeprefix("is ").strip()
    said = word.removeprefix("not ").strip()
    near = find_near(said, STATES, _SURE)
    state = near if near[:1] == said[:1] else said  # one that begins otherwise may say the opposite: untaken
    if state not in STATES:
        return None
    question: JsonObject = {"hex": spot, "is": STATES[state]}
    return {"not": question} if word != said else question


def _ask_owner(table: Table, spot: str, key: str, owner: JsonValue) -> JsonObject | None:
    """Whether a hex ``holds`` a piece of an ``owner``, or is ``closed`` or ``linked`` by it; a seat where none is."""
    who: JsonObject | None = None
    if isinstance(owner, Mapping):
        who = {name: value for name, value in owner.items() if name != "hex"}
    elif isinstance(owner, str):
        named = {"seat": owner in table.ids, "colour": read_colour(table, owner) is not None}
        who = {name: owner for name, is_named in named.items() if is_named} or None
    elif owner is True:
        who = {}
    return None if who is None else {"hex": spot, key: who or {"seat": table.ids[0]}}


def _ask_round(number: int) -> JsonObject:
    """From that round on: so it is the end of ``until round 4``, and a line for which that is too long says more."""
    return {"round": {"at-least": number}}


def write_condition(asked: JsonValue) -> str:
    """A condition as it stands in a file, in one line: ``{hex: D3, linked: {seat: bilal}}``."""
    match asked:
        case bool():
            return "true" if asked else "false"
        case Mapping():
            return f"{{{', '.join(f'{key}: {write_condition(value)}' for key, value in asked.items())}}}"
        case list():
            return f"[{', '.join(map(write_condition, asked))}]"
        case _:
            return str(asked)


Branch = tuple[tuple[Action, ...], ...]
"""What each step of a branch may be."""


class EitherGuess(NamedTuple):
    """What was probably meant: one camel to choose, branches to choose, or either of the two; empty where not that.

    Branches may still be of unlike length.
    """

    choice: tuple[Action, ...]
    branches: tuple[Branch, ...]


def find_either(item: JsonValue) -> str | None:
    """The key of ``item`` that is ``either`` but for its spelling."""
    keys = item if isinstance(item, Mapping) else ()
    return next((key for key in keys if find_near(key, (EITHER,), 0.75)), None)


def read_branches(table: Table, unread: Order, key: str) -> EitherGuess:
    """What an item says that has ``either`` as its ``key``."""
    item = unread.value if isinstance(unread.value, Mapping) else {}
    said = [item[key], item["or"]] if "or" in item else item[key]
    parts = _part_text(table, said) if isinstance(said, str) else [said] if isinstance(said, Mapping) else said
    read = [_read_part(table, unread, part) for part in parts] if isinstance(parts, list) else []
    as_choice = tuple(action for choice, _ in read for action in choice)
    as_branches = tuple(branch for _, branch in read)
    lengths = {len(branch) for branch in as_branches}
    return EitherGuess(
        as_choice if read and all(choice for choice, _ in read) else (),
        as_branches
        if (len(read) > 1 or _is_listed(parts)) and min(lengths, default=0) > 0 and max(lengths) > 1
        else (),
    )


def _is_listed(parts: JsonValue) -> bool:
    return isinstance(parts, list) and all(isinstance(part, list) for part in parts)


_OR = re.compile(r",?\s+or(?:\s+else)?\s+", re.IGNORECASE)
_JOINED = re.compile(r"(?:\s*[,;&+]|\s+(?:and|then)(?=\s))+\s*", re.IGNORECASE)


def _part_text(table: Table, text: str) -> list[JsonValue]:
    """``text`` as branches where *or* stands between as many places each; in another list it is one choice more."""
    branches = [_part_steps(table, part) for part in _OR.split(text)]
    is_even = len(branches) > 1 and len(branches[0]) > 1 and len(set(map(len, branches))) == 1
    return list(branches) if is_even else [text]


def _part_steps(table: Table, text: str) -> list[JsonValue]:
    """The places that ``text`` joins, each with its colour or that of the one before it; nothing if one has none."""
    colour = None
    steps: list[JsonValue] = []
    for step in _JOINED.split(text.strip()):
        named = next((number for word in step.split() if (number := read_colour(table, word)) is not None), colour)
        if named is None or not any(map(read_hex_name, step.split())):
            return []
        steps.append(f"{table.colours[named]} {step}" if read_hex_name(step) else step)
        colour = named
    return steps


def _read_part(table: Table, unread: Order, part: JsonValue) -> tuple[tuple[Action, ...], Branch]:
    """One item of ``either``: as places to choose from, and as a branch; each empty where it cannot be that."""
    place = KEY_OF[ActionKind.CAMEL]
    match part:
        case Mapping() if set(part) == {place}:
            inner = part[place]
            choice, branch = _read_place(table, unread, inner)
            return choice, _read_part(table, unread, inner)[1] if isinstance(inner, list) else branch
        case str() if len(steps := _part_steps(table, part)) > 1 and " or " not in part:
            return _read_part(table, unread, steps)
        case [*steps]:
            values = [step[place] if isinstance(step, Mapping) and set(step) == {place} else step for step in steps]
            choices = tuple(_read_place(table, unread, value)[0] for value in values)
            single = choices[0] if len(choices) == 1 else ()
            return single, choices if all(choices) else ()
        case _:
            return _read_place(table, unread, part)


def _read_place(table: Table, unread: Order, value: JsonValue) -> tuple[tuple[Action, ...], Branch]:
    """A text as the places to choose from that it says, or the branch that it joins with ``and``."""
    count = len(value) if isinstance(value, list) else 1
    order = Order(KEY_OF[ActionKind.CAMEL], value, None, unread.place, (unread.place,) * count)
    alternatives, faults = read_order(table, order)
    if faults and all(is_certain(table, fault, propose_later(fault)) for fault in faults):
        choice = tuple(dict.fromkeys(faults[0].readings[0]))
        return choice, (choice,)
    if not faults:
        choice = tuple(dict.fromkeys(alternative.action for alternative in alternatives))
        return choice, (choice,)
    joined = len(faults) == 1 and faults[0].kind is FaultKind.TWO_ORDERS and faults[0].readings
    return (), tuple((action,) for action in faults[0].readings[0]) if joined else ()


def write_either(table: Table, unread: Order, key: str, meant: EitherGuess, beside: frozenset[str]) -> str:
    """What to write for an item whose ``key`` was to be ``either``; empty where it is written as it should."""
    written = unread.value[key] if isinstance(unread.value, Mapping) else None
    lists = [branch for branch in written if isinstance(branch, list)] if isinstance(written, list) else []
    has_keys = any(
        isinstance(step, Mapping) and find_kind(next(iter(step), "")) is None for one in lists for step in one
    )
    if key == EITHER and lists == written and len(set(map(len, lists))) == 1 and not has_keys:
        return spell_conditions(table, unread)
    kept = keep_beside(table, unread, beside)
    lines = [write_line(table, meant.choice)] if meant.choice else []
    lines += [write_branches(table, meant.branches)] if meant.branches else []
    lines = [f"'{line}'{kept}" if kept else f"'- {line}'" for line in lines]
    return " for one camel, or ".join(lines) + (" for all of a branch" if len(lines) > 1 else "")
