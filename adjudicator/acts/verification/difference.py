"""Where a turn that is kept is not the one that comes out when it is played again."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.json_value import JsonValue
from adjudicator.store.header import LOCAL, MANIFEST
from adjudicator.store.json_text import read_json


def compare_turn(again: Mapping[str, bytes], files: Mapping[str, bytes]) -> str | None:
    """The first file, and the field in it, where the turn kept as ``files`` is not ``again``; None where it is.

    Orders are what it was played from, so they are not looked at; their hashes are.
    """
    told = [name for name in again if not name.startswith("orders/")]
    for name in sorted(told, key=lambda name: (name == LOCAL) + 2 * (name == MANIFEST)):
        if again[name] != files[name]:
            field = find_difference(read_json(again[name]), read_json(files[name]))
            field = field.removeprefix("/") if name in {LOCAL, MANIFEST} else field
            return f"{name}: {field}: not what a replay gives" if field else f"{name}: not written as we write it"
    return None


def find_difference(one: JsonValue, other: JsonValue, path: str = "") -> str:
    """Where two JSON values first differ, as a path of keys and numbers."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in [*one, *(key for key in other if key not in one)]:
            if key not in one or key not in other:
                return f"{path}/{key}"
            if one[key] != other[key]:
                return find_difference(one[key], other[key], f"{path}/{key}")
    if isinstance(one, list) and isinstance(other, list):
        for number, (left, right) in enumerate(zip(one, other, strict=False)):
            if left != right:
                return find_difference(left, right, f"{path}/{number}")
        return f"{path}/{min(len(one), len(other))}" if len(one) != len(other) else path or "/"
    return path or "/"
