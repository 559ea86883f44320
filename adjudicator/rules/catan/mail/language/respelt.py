"""Orders and conditions that are written with keys, with misspelt words in them that can mean one thing each.

Where that is all that is wrong, the line is certain: nothing is left out of it, and nothing is put in.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice, product
from typing import Final

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.name_rules import write_latin
from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.cards import RESOURCES
from adjudicator.rules.catan.mail.conditions import AT_LEAST, AT_MOST, holds
from adjudicator.rules.catan.mail.language.meant_condition import is_whole, write_flow
from adjudicator.rules.catan.mail.language.meant_terms import LIMITS, PROPOSE, TAKE
from adjudicator.rules.catan.mail.language.misspelt import list_near
from adjudicator.rules.catan.mail.language.spelling import EVERYBODY, READ, join_names, spell_kind
from adjudicator.rules.catan.mail.language.vocabulary import (
    is_understood,
    list_items,
    read_cards_text,
    read_seats,
    read_terms,
)
from adjudicator.rules.catan.mail.offers import ANYBODY, LEADER, list_refused, read_kinds
from adjudicator.rules.catan.mail.proposals import AGAIN, NOBODY, REFUSE
from adjudicator.rules.catan.mail.reasons import judge_terms
from adjudicator.rules.catan.state import Table
from adjudicator.rules.catan.views.known import View

_TERMS: Final = frozenset({"give", "get", "ask", *(key for keys in LIMITS.values() for key in keys)})
_REFUSED: Final = frozenset({"give", "get", "from"})
_WHOM: Final = frozenset({"to", "from"})
_WISHES: Final = frozenset({"keep", "first"})
_ASKED: Final = frozenset(
    {
        *("all", "any", "army", "card", "free", "hand", "have", "is", "leads", "line", "longest-road", "not", "of"),
        *("points", "robber", "rolled", AT_LEAST, AT_MOST),
    }
)
_SAME: Final = {**dict.fromkeys(("got", "has", "hold", "holds", "own"), "have"), "and": "all", "or": "any"}
"""What people write for a key of a condition."""
_LIMITS: Final[Mapping[str, Mapping[str, int]]] = {
    **{key: {AT_LEAST: 0, AT_MOST: 0} for key in ("is", "exactly", "equals", "equal")},
    **{key: {AT_LEAST: 1} for key in ("more-than", "above", "over")},
    **{key: {AT_MOST: -1} for key in ("less-than", "fewer-than", "below", "under")},
}
"""Other words for limits, and what is to be added to the number behind them."""
_WORDS: Final = frozenset({*READ, *EVERYBODY, AGAIN, ANYBODY, LEADER, NOBODY, "done", "me", "mine", "refused"})
_FEW, _MOST = 8, 200
"""So many spellings of a part are tried, and of the whole."""
_ALONE: Final = (*EVERYBODY, ANYBODY, LEADER)
"""Who is named without brackets."""
_WORD = re.compile(r"[a-z][a-z0-9-]+", re.IGNORECASE)


def respell_order(known: View, kind: str, value: JsonValue, *, is_mended: bool = False) -> str:
    """The line of an order of ``kind``; empty where more is wrong with it than misspelt words.

    It is empty, too, where nothing is, unless it ``is_mended`` already, or where it may mean several things.
    """
    if (
        kind in LIMITS
        and isinstance(value, list)
        and all(isinstance(part, Mapping) and len(part) == 1 for part in value)
    ):
        together = {key: said for part in value if isinstance(part, Mapping) for key, said in part.items()}
        # one side alone is no proposal: square brackets stand for the others
        is_mended, value = True, together if len(together) == len(value) else value
    if kind in LIMITS and value != (alone := _write_alone(value)):
        is_mended, value = True, alone
    keys = {"discard": _WISHES, REFUSE: _REFUSED}.get(kind, _TERMS if kind in LIMITS else frozenset())
    shapes = Mapping | list | str if kind == REFUSE else Mapping | list
    spellings = _list_spellings(known, value, keys) if keys and isinstance(value, shapes) else ()
    listed = {"discard": _WISHES, REFUSE: _REFUSED}.get(kind, _WHOM)
    found = _find_only(_write_out(one, listed) for one in islice(spellings, _MOST) if _is_read(known.table, kind, one))
    is_mended = is_mended or found != _write_out(value, listed)
    return f"{kind}: {write_flow(found)}" if found is not None and is_mended else ""


def _write_alone(value: JsonValue) -> JsonValue:
    """Terms with the cards of a side that are a list of one as they stand in it: ``{give: [ore], get: wool}``."""
    if isinstance(value, list):
        return [_write_alone(part) for part in value]
    if not isinstance(value, Mapping):
        return value
    sides = {key: said for key, said in value.items() if key in ("give", "get") and isinstance(said, list)}
    return {**value, **{key: said[0] for key, said in sides.items() if len(said) == 1}}


def respell_condition(known: View, seat: SeatNumber, asked: JsonValue, *, is_mended: bool = False) -> str:
    """The line of a condition; empty where more is wrong with it than misspelt words.

    It is empty, too, where nothing is, unless it ``is_mended`` already.
    """
    keys = _ASKED | known.table.rules.conditions.keys()
    spellings = _list_spellings(known, asked, keys) if isinstance(asked, Mapping) else ()
    whole = (one for one in islice(spellings, _MOST) if is_whole(known, one))
    found = _find_only(one for one in whole if is_understood(holds, one, known, seat, {}))
    return f"if: {write_flow(found)}" if found is not None and (is_mended or found != asked) else ""


def _find_only(readings: Iterable[JsonValue]) -> JsonValue:
    """The one that ``readings`` are; None where there is none, or another one."""
    first, *others = [*readings] or [None]
    return None if any(other != first for other in others) else first


def _write_out(value: JsonValue, listed: Collection[str]) -> JsonValue:
    """Terms in their usual order, with a list behind the keys that are ``listed``."""
    if isinstance(value, list):
        return [_write_out(part, listed) if isinstance(part, Mapping) else part for part in value]
    if not isinstance(value, Mapping):
        return [value] if "from" in listed and isinstance(value, str) and value not in _ALONE else value
    ordered = {key: value[key] for key in ("give", "get") if key in value} | dict(value)
    lists = {key: [*list_items(said)] for key, said in value.items() if key in listed and said not in _ALONE}
    return ordered | lists


def _list_spellings(known: View, value: JsonValue, keys: frozenset[str]) -> Iterator[JsonValue]:
    """``value`` with words that are like them in place of those that are none."""
    match value:
        case Mapping():
            value = _name_limit(_name_hand(value)) if "have" in keys else value
            spelt = [[*_spell(_SAME.get(key, key), keys)] for key in map(write_latin, value)]
            parts = [[*islice(_list_spellings(known, part, keys), _FEW)] for part in value.values()]
            for names, said in product(product(*spelt), product(*parts)):
                if len({*names}) == len(names):
                    yield dict(zip(names, said, strict=True))
        case list():
            yield from map(list, product(*([*islice(_list_spellings(known, part, keys), _FEW)] for part in value)))
        case str():
            words = _WORDS | known.table.number_of.keys()
            value = join_names(write_latin(value), known.table.number_of)
            choices = [[*_spell(word.lower(), words)] for word in _WORD.findall(value)]
            for choice in product(*choices):
                yield "".join(part + word for part, word in zip(_WORD.split(value), (*choice, ""), strict=True))
        case _:
            yield value


def _name_hand(asked: JsonObject) -> JsonObject:
    """What is asked of the hand, where it is written as each card with its number: ``{wool: 1}``."""
    kinds = [spell_kind(key) for key in asked]
    if not kinds or not all(
        kind in RESOURCES and type(count) is int for kind, count in zip(kinds, asked.values(), strict=True)
    ):
        return asked
    return {"have": ", ".join(f"{count} {kind}" for kind, count in zip(kinds, asked.values(), strict=True))}


def _name_limit(asked: JsonObject) -> JsonObject:
    """What is asked of a number, with the limits that orders have: ``{is: 8}`` is no less and no more."""
    found: dict[str, JsonValue] = {}
    for key, said in asked.items():
        limits = _LIMITS.get(key, {}) if type(said) is int else {}
        meant = (
            {limit: said + more for limit, more in limits.items()} if isinstance(said, int) and limits else {key: said}
        )
        if not found.keys().isdisjoint(meant):
            return asked
        found |= meant
    return found


def _spell(word: str, known: frozenset[str]) -> Iterator[str]:
    near = [word] if word in known else list(list_near(word, known))
    yield from near or [word]


def _is_read(table: Table, kind: str, value: JsonValue) -> bool:
    """Whether all of ``value`` behind ``kind`` can be read."""
    parts = list_items(value)
    if kind in LIMITS and kind != TAKE:
        return all(isinstance(terms, Mapping) and _has_terms(table, kind, terms) for terms in parts)
    if not isinstance(value, Mapping):
        return kind == REFUSE and _names_seats(table, value)
    keys = _WISHES if kind == "discard" else _REFUSED
    cards = [names for key, names in value.items() if key != "from"]
    return (
        (len(value) == 1 or (bool(value) and kind == REFUSE))
        and value.keys() <= keys
        and all(is_understood(read_kinds, one) for one in cards)
        and (kind != REFUSE or _names_seats(table, value))
    )


def _has_terms(table: Table, kind: str, terms: JsonObject) -> bool:
    asks = {"ask"} if kind == PROPOSE and terms.get("ask") in (AGAIN, NOBODY) else set()
    if not {"give", "get"} <= terms.keys() <= {"give", "get", *LIMITS[kind], *asks}:
        return False
    cards = [str(terms[key]) for key in ("keep", "up-to") if key in terms]
    numbers = all(type(terms[key]) is int for key in ("times", "until") if key in terms)
    if not numbers or not is_understood(read_terms, table, terms):
        return False
    read = read_terms(table, terms)
    return judge_terms(read.give, read.get) is None and all(is_understood(read_cards_text, one) for one in cards)


def _names_seats(table: Table, refused: JsonValue) -> bool:
    named = [name for name in list_refused(refused) if name not in (ANYBODY, LEADER)]
    return is_understood(read_seats, table, named)
