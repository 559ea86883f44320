"""What only one player knew, in words for him: the facts of a proof, of whatever game they are."""

from collections.abc import Iterator, Mapping
from typing import Final

from adjudicator.core.json_value import JsonValue

LONGEST: Final = 300
"""What is longer is cut."""


def tell_facts(facts: JsonValue, seat: str) -> str:
    """The ``facts`` that ``seat`` knew, such as ``hand: brick 1, grain 2``; empty where there are none."""
    told = "; ".join(_tell_named(facts, seat))
    return told if len(told) <= LONGEST else f"{told[:LONGEST]} …"


def _tell_named(facts: JsonValue, seat: str, name: str = "") -> Iterator[str]:
    """Each fact behind its name, and behind those that it stands in; the seat itself needs none."""
    if not isinstance(facts, Mapping) or all(not isinstance(inner, Mapping | list) for inner in facts.values()):
        if words := _tell_value(facts):
            yield f"{name}: {words}" if name else words
        return
    for key, inner in facts.items():
        own = key in {"seats", seat}
        yield from _tell_named(inner, seat, name if own else f"{name} {key}".strip())


def _tell_value(value: JsonValue) -> str:
    """A number, a text, or a list of them; of a count by kinds those of which there are any."""
    if isinstance(value, Mapping):
        counts = {key: inner for key, inner in value.items() if inner not in (0, "", None)}
        return ", ".join(
            f"{inner} of kind {key}" if key.isdecimal() else f"{key} {inner}" for key, inner in counts.items()
        )
    if isinstance(value, list):
        return ", ".join(filter(None, map(_tell_value, value)))
    return "" if value is None else {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
