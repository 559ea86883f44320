"""Plain JSON data, for values that cross a seam: its type, the shapes that data of ours has, and where two differ."""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

JsonScalar: TypeAlias = str | int | float | bool | None
JsonValue: TypeAlias = JsonScalar | Sequence["JsonValue"] | Mapping[str, "JsonValue"]
JsonObject: TypeAlias = Mapping[str, JsonValue]


_DIGEST = re.compile(r"[0-9a-f]{64}")
Shape: TypeAlias = Callable[[object], bool]
"""Whether a value is of the kind that is wanted."""


def expect_fields(saved: JsonObject, wanted: Mapping[str, Shape]) -> None:
    """Nothing where ``saved`` has every field of ``wanted`` in its shape. Raises ``ValueError``, which names one."""
    for name, fits in wanted.items():
        if name not in saved:
            raise ValueError(f"has no {name}")
        if not fits(saved[name]):
            raise ValueError(f"{name}: not what the program writes there")


def is_text(value: object) -> bool:
    """Whether ``value`` is a string."""
    return isinstance(value, str)


def is_number(value: object) -> bool:
    """Whether ``value`` is a whole number, from 0 on."""
    return type(value) is int and value >= 0


def is_flag(value: object) -> bool:
    """Whether ``value`` is true or false."""
    return isinstance(value, bool)


def is_scalar(value: object) -> bool:
    """Whether ``value`` holds no others."""
    return value is None or isinstance(value, str | int | float)


def is_digest(value: object) -> bool:
    """Whether ``value`` is 32 bytes in hex digits, as hashes, salts and keys are."""
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def or_null(shape: Shape) -> Shape:
    """``shape``, or null."""
    return lambda value: value is None or shape(value)


def list_of(shape: Shape) -> Shape:
    """A list of nothing but ``shape``."""
    return lambda value: isinstance(value, list) and all(map(shape, value))


def mapping_of(shape: Shape) -> Shape:
    """An object whose values all are ``shape``."""
    return lambda value: isinstance(value, dict) and all(map(shape, value.values()))


def record_of(optional: Mapping[str, Shape] = MappingProxyType({}), /, **fields: Shape) -> Shape:
    """An object that has each of ``fields``, perhaps some ``optional`` ones, and perhaps others."""
    return lambda value: (
        isinstance(value, dict)
        and all(name in value and fits(value[name]) for name, fits in fields.items())
        and all(fits(value[name]) for name, fits in optional.items() if name in value)
    )


def find_difference(one: JsonValue, other: JsonValue) -> str:
    """Where two JSON values first differ, as a path of keys and numbers; nothing where they do not."""
    if isinstance(one, list) and isinstance(other, list):
        one, other = ({str(number): value for number, value in enumerate(values)} for values in (one, other))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in [*one, *other]:
            if key not in one or key not in other or one[key] != other[key]:
                return f"/{key}{find_difference(one.get(key), other.get(key))}"
    return ""
