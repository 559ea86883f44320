"""Orders and conditions in a few words, as players would say them: ``offer 1 wool for 1 ore to anybody, twice``."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias, cast

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import THEN, Order
from adjudicator.kit.words import join_words, say_times
from adjudicator.rules.catan.mail.conditions import AT_LEAST, AT_MOST, MINE, split_question
from adjudicator.rules.catan.mail.language.order_text import has_text, write_text
from adjudicator.rules.catan.mail.language.spelling import WORDS_ALONE, spell_kind, spell_path, spell_whom
from adjudicator.rules.catan.mail.language.vocabulary import list_items, say_cards, spell_take
from adjudicator.rules.catan.mail.plans import spell_order

_WAITING = {"nobody": ", if standing orders agree", "again": ", asking once more"}


def quote_order(order: Order) -> str:
    """The order and its condition in a few words; kind and condition alone where a game built on this one says more."""
    asked = "" if order.condition is None else quote_condition(order.condition)
    if order.kind == THEN:
        return ", ".join([*([asked] if asked else []), _quote_block(order)])
    return " ".join([_quote_deed(order), *([asked] if asked else [])])


def _quote_deed(order: Order) -> str:
    """What is to be done, whatever the condition."""
    kind, value = order.kind, order.value
    match kind:
        case "propose" | "counter":
            say = quote_terms if kind == "propose" else _quote_sides
            return f"{kind} {join_words([say(cast('JsonObject', terms)) for terms in list_items(value)], 'or')}"
        case "offer" | "want" | "take" if isinstance(value, Mapping):
            return _quote_standing(kind, value)
        case "discard" if isinstance(value, Mapping):
            wish = "discard first" if "first" in value else "discard, keeping"
            return f"{wish} {_kinds(value.get('first', value.get('keep')), 'then')}"
        case "refuse":
            return _quote_refusal(value) if isinstance(value, Mapping) else _refuse(value)
        case "accept":
            name, _, number = " ".join(str(value).lower().split()).partition(" ")
            whose = "the" if name == "please" else f"{name}'s"
            return f"accept terms {number} of {whose} proposal" if number else f"accept {whose} proposal"
        case "take":
            return f"take {spell_take(str(value))}"
    return " ".join([kind, *_words_of(kind, value)])


def _quote_block(order: Order) -> str:
    """``then buy card and end turn, else end turn``: the orders of a block that depends on a condition."""
    branches = (("then", order.then), ("else", order.otherwise))
    return ", ".join(f"{word} {join_words([quote_order(item) for item in items])}" for word, items in branches if items)


def quote_alternative(order: Order, number: int) -> str:
    """One of the alternatives of an order whose values are texts: ``road 12-13``."""
    value = order.value
    chosen = value[number] if isinstance(value, Sequence) and not isinstance(value, str) else value
    return " ".join([order.kind, *_words_of(order.kind, chosen)])


def _words_of(kind: str, value: JsonValue) -> list[str]:
    """``12-13 or 13-14``, as it was understood; nothing for what is no text."""
    if isinstance(value, bool) or value is None:
        return [spell_order(kind, str(value or ""))] if kind in WORDS_ALONE else []
    items = [value] if isinstance(value, str | int | float | Mapping) else value
    words = [spell_order(kind, write_text(item)) for item in items if isinstance(item, str | int) or has_text(item)]
    return [" or ".join(words)] if words else []


def _seats(value: JsonValue, word: str) -> str:
    names = [spell_whom(str(name)) for name in list_items(value)]
    return join_words(["anybody" if name == "any" else name for name in names], word)


def _kinds(names: JsonValue, word: str) -> str:
    return join_words([spell_kind(str(name)) for name in list_items(names)], word)


def _cards(value: JsonObject, key: str) -> str:
    return say_cards(str(value.get(key)))


def _limits(value: JsonObject) -> str:
    """``, twice, keeping 1 wool, until table turn 30``."""
    parts = []
    if "times" in value:
        times = value["times"]
        parts.append(say_times(times) if isinstance(times, int) else str(times))
    if "keep" in value:
        parts.append(f"keeping {_cards(value, 'keep')}")
    if "until" in value:
        parts.append(f"until table turn {value['until']}")
    return "".join(f", {part}" for part in parts)


_SIDES = {
    "offer": ("give", "get", "to", "to"),
    "want": ("get", "give", "from", "from"),
    "take": ("get", "give", "of", "from"),
}
"""Which side is said first, which then, behind which key those stand whom an order is for, and how they are told."""


def _quote_standing(kind: str, value: JsonObject) -> str:
    """``want 1 ore for 1 wool from bilal, twice``."""
    one, other, key, word = _SIDES[kind]
    whom = _seats(value[key], "or") if value.get(key) else "anybody"
    return f"{kind} {_cards(value, one)} for {_cards(value, other)} {word} {whom}{_limits(value)}"


def quote_terms(value: JsonObject) -> str:
    """``1 wool for 1 ore to bilal``: one of the terms of a proposal."""
    to = _seats(value.get("to", "any"), "or")
    text = f"{_quote_sides(value)} to {'everybody' if to == 'anybody' else to}"
    if "up-to" in value:
        text += f" (for a counter-offer up to {_cards(value, 'up-to')})"
    return text + _WAITING.get(str(value.get("ask")), "")


def _quote_sides(value: JsonObject) -> str:
    return f"{_cards(value, 'give')} for {_cards(value, 'get')}"


def _quote_refusal(value: JsonObject) -> str:
    parts = [f"to {key} {_kinds(value[key], 'or')}" for key in ("give", "get") if key in value]
    whom = _seats(value.get("from", "any"), "or")
    who = "the leader" if whom == "leader" else whom
    if not parts:
        return f"refuse whatever {who} proposes"
    return f"refuse {' '.join(parts)}" + ("" if whom == "anybody" else f" when {who} proposes it")


def _refuse(value: JsonValue) -> str:
    names = _seats(value, "and")
    if names == "leader":
        return "refuse the leader's proposals"
    if isinstance(value, str):
        return "refuse any proposal" if names == "anybody" else f"refuse {names}'s proposal"
    return f"refuse proposals from {names}"


class Saying(NamedTuple):
    """A condition's words, and those of its contrary.

    ``{}`` stands for what it asks for, or for the name of that in ``names``; where a seat has something, ``{name}`` for
    the seat, ``{has}`` for the verb, and ``{limits}`` for how many are counted.
    """

    true: str
    false: str
    names: Mapping[str, str] = MappingProxyType({})


Sayings: TypeAlias = Mapping[str, Saying]
NO_SAYINGS: Sayings = MappingProxyType({})
_PEOPLE = {
    "all": "all together",
    "me": "you",
    "nobody": "nobody",
    "anybody": "somebody else",
    "builder": "the builder",  # of games built on this one
}
_CONTRARY = {"nobody": "somebody", "somebody else": "nobody else"}
_COUNTED = {"points": "point"}
"""What is counted, where it is not cards."""
_SAYINGS: Sayings = {
    "have": Saying("you hold {}", "you do not hold {}"),
    "card": Saying("you can play a {} card", "you cannot play a {} card"),
    "rolled": Saying("the dice show {}", "the dice do not show {}"),
    "robber": Saying("the robber is on {}", "the robber is not on {}", {MINE: "your land"}),
    "free": Saying("{} is free", "{} is not free"),
    "leads": Saying("{name} {has} the lead", "{name} {has} the lead", _PEOPLE),
    "longest-road": Saying("{name} {has} the longest road", "{name} {has} the longest road", _PEOPLE),
    "army": Saying("{name} {has} the largest army", "{name} {has} the largest army", _PEOPLE),
    "points": Saying("{name} {has} {limits} on the table", "{name} {has} {limits} on the table"),
    "hand": Saying("{name} {has} {limits} in hand", "{name} {has} {limits} in hand"),
}
_SPELLERS: Mapping[str, Callable[[str], str]] = {
    "have": lambda text: join_words(say_cards(text).split(", ")),
    "free": spell_path,
    "robber": str.upper,
}
_GROUPS = {"all": ("and", "or"), "any": ("or", "and")}
"""What joins the parts of a group, and those of its contrary."""


def quote_condition(condition: JsonObject, sayings: Sayings = NO_SAYINGS) -> str:
    """``if ...`` or ``unless ...``; ``sayings`` are those of a game built on this one."""
    inner = condition.get("not")
    if isinstance(inner, Mapping):
        return f"unless {_say_condition(inner, sayings, true=True)}"
    return f"if {_say_condition(condition, sayings, true=True)}"


def _say_condition(condition: JsonObject, sayings: Sayings, *, true: bool) -> str:
    key, asked = split_question(condition)
    if key == "not":
        return _say_condition(cast("JsonObject", asked), sayings, true=not true)
    if key in _GROUPS:
        return _join_group(key, cast("Sequence[JsonObject]", asked), sayings, true=true)
    if key == "line":
        return f"order {asked} was {'' if true else 'not '}{condition['is']}"
    is_counted = isinstance(asked, Mapping)
    saying = sayings.get(key) or _SAYINGS.get(key) or _say_plainly(key, is_counted=is_counted)
    pattern = saying.true if true else saying.false
    if is_counted:
        counted = cast("JsonObject", asked)
        limits = _say_limits(counted, _COUNTED.get(key, "card"))
        whom = str(counted.get("of", "me" if key in _SAYINGS else "all")).lower()
        name = saying.names.get(whom, _PEOPLE.get(whom, whom))
    else:
        limits = ""
        name = saying.names.get(str(asked).lower(), _SPELLERS.get(key, str.lower)(str(asked)))
    name, has = _say_has(name, true=true)
    return pattern.format(name, name=name, has=has, limits=limits)


def _say_plainly(key: str, *, is_counted: bool) -> Saying:
    """The words for what a game built on this one asks in an order of this one: ``the builder laid 2 cards``."""
    words = f"{{name}} {key} {{limits}}" if is_counted else f"{{}} {key}"
    return Saying(words, f"not {words}", _PEOPLE)


def _say_has(name: str, *, true: bool) -> tuple[str, str]:
    """``bilal has``, ``you do not have``, and for the contrary of ``nobody has`` ``somebody has``."""
    if not true and name in _CONTRARY:
        return _CONTRARY[name], "has"
    have, has = ("have", "has") if true else ("do not have", "does not have")
    return name, have if name == "you" else has


def _join_group(key: str, parts: Sequence[JsonObject], sayings: Sayings, *, true: bool) -> str:
    """The parts of a group; a group within it that has parts of its own stands in brackets."""
    word = _GROUPS[key][0 if true else 1]
    said = [_say_condition(part, sayings, true=true) for part in parts]
    if len(parts) > 1:
        said = [f"({words})" if _is_group(part) else words for part, words in zip(parts, said, strict=True)]
    return f" {word} ".join(said)


def _is_group(condition: JsonObject) -> bool:
    """Whether a condition has several parts, however often it is turned around."""
    key, asked = split_question(condition)
    if key == "not":
        return _is_group(cast("JsonObject", asked))
    return key in _GROUPS and len(cast("Sequence[JsonObject]", asked)) > 1


def _say_limits(limits: Mapping[str, JsonValue], counted: str) -> str:
    """``at least 8 points``, ``at most 1 card`` or both limits; ``counted`` is the word for one."""
    named = [word for word in (AT_LEAST, AT_MOST) if word in limits]
    words = " and ".join(f"{word.replace('-', ' ')} {limits[word]}" for word in named)
    return f"{words} {counted}{'' if named and limits[named[-1]] == 1 else 's'}"
