"""Named tuples as JSON and back, by their annotations: for a position that is a record of plain things."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

R = TypeVar("R")


class RecordError(ValueError):
    """What was read is not such a record; the message says where."""


def dump_record(record: object) -> Any:  # noqa: ANN401 - JSON of any shape
    """``record`` as JSON: named tuples by the names of their fields, enums by their values, tuples as lists.

    Raises ``TypeError`` for what is no part of a plain record.
    """
    match record:
        case None | bool() | int() | str():
            return record.value if isinstance(record, Enum) else record
        case Enum():
            return record.value
        case tuple() if hasattr(record, "_fields"):
            return {name: dump_record(getattr(record, name)) for name in record._fields}
        case tuple():
            return [dump_record(item) for item in record]
    raise TypeError(f"a position is made of named tuples, tuples, enums, text, numbers and None, not of {record!r}")


def load_record(kind: type[R], saved: object) -> R:
    """The record of the type ``kind`` that :func:`dump_record` wrote as ``saved``. Raises :class:`RecordError`."""
    return cast("R", _load(kind, saved, kind.__name__))


def _load(kind: Any, saved: Any, where: str) -> Any:  # noqa: ANN401 - an annotation, and JSON of any shape
    origin, inner = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        return None if saved is None else _load(next(one for one in inner if one is not NoneType), saved, where)
    if origin is tuple:
        items = _expect(Sequence, saved, where)
        if len(inner) != len(items) and inner[-1] is not ...:
            raise RecordError(f"{where} has {len(items)} items, not {len(inner)}")
        kinds = inner[:1] * len(items) if inner[-1] is ... else inner
        pairs = enumerate(zip(kinds, items, strict=True))
        return tuple(_load(one, item, f"{where}[{number}]") for number, (one, item) in pairs)
    if issubclass(kind, tuple):
        fields = _expect(Mapping, saved, where)
        hints = _list_hints(kind)
        if fields.keys() != hints.keys():
            raise RecordError(f"{where} has the keys {', '.join(fields)}, not {', '.join(hints)}")
        return kind(**{name: _load(hint, fields[name], f"{where}.{name}") for name, hint in hints.items()})
    if issubclass(kind, Enum):
        return kind(saved)
    return _expect(kind, saved, where)


def _expect(kind: type, saved: Any, where: str) -> Any:  # noqa: ANN401 - JSON of any shape
    if not isinstance(saved, kind) or (kind is Sequence and isinstance(saved, str)):
        raise RecordError(f"{where} is {saved!r}, and no {kind.__name__}")
    return saved


@cache
def _list_hints(kind: type) -> Mapping[str, Any]:
    return {name: hint for name, hint in get_type_hints(kind).items() if name in kind._fields}  # type: ignore[attr-defined]  # a named tuple's
