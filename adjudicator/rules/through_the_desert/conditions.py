"""Conditions of orders: a closed little language about what anybody can see on the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from adjudicator.core.json_value import JsonObject
from adjudicator.rules.through_the_desert.order_text import read_hex
from adjudicator.rules.through_the_desert.state import State


def holds(condition: JsonObject, known: State) -> bool:
    """Whether ``condition`` is true of what is known.

    A hex ``is`` ``taken`` (a camel or leader stands there), ``water`` (a token lies there), ``closed`` (inside an
    enclosed area) or ``empty`` (none of these, and no oasis). ``all``, ``any`` and ``not`` combine conditions.
    Raises the errors of :func:`read_hex` for a hex that is not on the board.
    """
    if "hex" in condition:
        spot = 1 << read_hex(known.table, str(condition["hex"]))
        facts = {
            "taken": known.occupied & spot,
            "water": known.water & spot,
            "closed": known.closed & spot,
            "empty": spot & ~(known.occupied | known.water | known.closed | known.oases),
        }
        return bool(facts[str(condition["is"])])
    if "not" in condition:
        return not holds(cast("JsonObject", condition["not"]), known)
    parts = [holds(part, known) for part in _parts(condition)]
    return all(parts) if "all" in condition else any(parts)


def _parts(condition: JsonObject) -> Sequence[JsonObject]:
    return cast("Sequence[JsonObject]", condition.get("all", condition.get("any", ())))


def list_hexes(condition: JsonObject) -> Iterator[str]:
    """Every hex a condition names, as written."""
    if "hex" in condition:
        yield str(condition["hex"])
    inner = condition.get("not")
    if isinstance(inner, Mapping):
        yield from list_hexes(inner)
    for part in _parts(condition):
        yield from list_hexes(part)
