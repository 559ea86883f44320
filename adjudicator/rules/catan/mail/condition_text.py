"""Conditions in words: ``if the robber is on D or you hold 1 ore``, ``unless order 2 was done``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias, cast

from adjudicator.core.json_value import JsonObject


class Saying(NamedTuple):
    """A condition's words, and those of its contrary.

    ``{}`` stands for what it asks for, or for the name of that in ``names``.
    """

    true: str
    false: str
    names: Mapping[str, str] = MappingProxyType({})


Sayings: TypeAlias = Mapping[str, Saying]
NO_SAYINGS: Sayings = MappingProxyType({})
_SAYINGS: Sayings = {
    "have": Saying("you hold {}", "you do not hold {}"),
    "card": Saying("you can play a {} card", "you cannot play a {} card"),
    "rolled": Saying("the dice show {}", "the dice do not show {}"),
    "robber": Saying("the robber is on {}", "the robber is not on {}"),
    "free": Saying("{} is free", "{} is not free"),
}
_GROUPS = {"all": ("and", "or"), "any": ("or", "and")}
"""What joins the parts of a group, and those of its contrary."""


def quote_condition(condition: JsonObject, sayings: Sayings = NO_SAYINGS) -> str:
    """``if ...`` or ``unless ...``; ``sayings`` are those of a game built on this one."""
    inner = condition.get("not")
    if isinstance(inner, Mapping):
        return f"unless {_say(inner, sayings, true=True)}"
    return f"if {_say(condition, sayings, true=True)}"


def _say(condition: JsonObject, sayings: Sayings, *, true: bool) -> str:
    ((key, asked),) = ((key, value) for key, value in condition.items() if key != "is")
    if key == "not":
        return _say(cast("JsonObject", asked), sayings, true=not true)
    if key in _GROUPS:
        return _join(key, cast("Sequence[JsonObject]", asked), sayings, true=true)
    if key == "line":
        return f"order {asked} was {'' if true else 'not '}{condition['is']}"
    saying = sayings.get(key) or _SAYINGS.get(key) or Saying(f"{{}} {key}", f"not {{}} {key}")
    return (saying.true if true else saying.false).format(saying.names.get(str(asked).lower(), asked))


def _join(key: str, parts: Sequence[JsonObject], sayings: Sayings, *, true: bool) -> str:
    """The parts of a group; a group within it that has parts of its own stands in brackets."""
    word = _GROUPS[key][0 if true else 1]
    said = [_say(part, sayings, true=true) for part in parts]
    if len(parts) > 1:
        said = [f"({words})" if _is_group(part) else words for part, words in zip(parts, said, strict=True)]
    return f" {word} ".join(said)


def _is_group(condition: JsonObject) -> bool:
    """Whether a condition has several parts, however often it is turned around."""
    ((key, asked),) = ((key, value) for key, value in condition.items() if key != "is")
    if key == "not":
        return _is_group(cast("JsonObject", asked))
    return key in _GROUPS and len(cast("Sequence[JsonObject]", asked)) > 1
