"""What the author of a game writes where an order is an action: its rules, its look and, where it has any, its secrets.

``S`` is the position: a named tuple of plain things. An action is a text, as a player writes it behind the order's key,
in lower case: ``c2``.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Generic, NamedTuple, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from adjudicator.core.chance import Chance, Label
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Event, Reader, Seat, Setting

S = TypeVar("S")


class Dice:
    """Chance for one action: what is drawn is told apart by name, and by how often that name was drawn from."""

    def __init__(self, chance: Chance | None, epoch: int, place: Label) -> None:
        self._chance, self._epoch, self._place = chance, epoch, place
        self._drawn: dict[str, int] = {}

    def draw(self, name: str, below: int, *, hidden: bool = False) -> int:
        """A whole number from 0 to ``below - 1``, all equally likely; ``hidden`` where not everybody may see it.

        Raises ``ValueError`` in play where the game says that it draws nothing.
        """
        if self._chance is None:
            raise ValueError("the game draws in play: say draws=True where you make it")
        number = self._drawn[name] = self._drawn.get(name, 0) + 1
        return self._chance.draw(self._epoch, (name, *self._place, number), below, hidden=hidden)


class Illegal(NamedTuple):
    """Why an action is not legal, as the end of a sentence: ``there is a stone already``.

    ``for_good`` where it never will be, whatever happens: then an order of it is refused when it is sent.
    """

    why: str
    for_good: bool = False


class ActionRules(ABC, Generic[S]):
    """The rules. Pure: the same arguments give the same values, and nothing that is handed in is changed."""

    position: type[S]
    """The named tuple that a position is."""
    conditions: Mapping[str, Callable[[S, Seat, str], bool]] = MappingProxyType({})
    """What an order may ask behind ``if``, besides ``legal``: answered by the position as the seat knows it, the seat,
    and what is asked, as a player wrote it, in lower case. Raises ``ValueError`` for what it does not understand."""

    @abstractmethod
    def setup(self, setting: Setting, dice: Dice) -> tuple[S, Sequence[Event]]:
        """The position before anybody acts, and what happened on the way there.

        Raises ``ValueError`` for options that cannot be together.
        """

    @abstractmethod
    def awaited(self, position: S) -> Sequence[Seat]:
        """Who has to act now; several where they act at once; nobody when the game is over. Everybody may know it."""

    @abstractmethod
    def legal(self, position: S, seat: Seat) -> Sequence[str]:
        """All legal actions in a fixed order; for a seat that is not awaited, as if its move came now."""

    @abstractmethod
    def apply(self, position: S, seat: Seat, action: str, dice: Dice) -> tuple[S, Sequence[Event]]:
        """The position after an ``action``, which was found legal, and what happened."""

    @abstractmethod
    def points(self, position: S) -> Mapping[Seat, int]:
        """Everybody's points so far; at the end the most win."""

    def refuse(self, position: S, seat: Seat, action: str) -> Illegal:
        """Why an ``action`` is not legal; whatever a player wrote, in lower case; raises nothing."""
        return Illegal("it is not among the legal ones")

    def act_for_silent(self, position: S, seat: Seat) -> str | None:
        """What is done for a seat that missed its deadline and gave no fallback; None where the game waits for it."""
        return None

    def dump(self, position: S) -> JsonObject:
        """The position as JSON that a person can read."""
        saved: JsonObject = dump_record(position)
        return saved

    def load(self, saved: JsonObject) -> S:
        """The position that :meth:`dump` wrote."""
        return load_record(self.position, saved)


class Secrets(Generic[S]):
    """What a reader may know: everything, in a game without secrets."""

    def see(self, position: S, reader: Reader) -> S:
        """``position`` with something else in the place of whatever ``reader`` may not know."""
        return position

    def hear(self, event: Event, reader: Reader) -> Event | None:
        """The event as ``reader`` may know it; None where he may not know of it."""
        return event


class Look(Generic[S]):
    """How what a reader knows is shown."""

    def tell(self, event: Event) -> str:
        """The event in a sentence."""
        facts = " ".join(str(value) for value in event.facts.values())
        return f"{event.kind.capitalize()}: {facts}."

    def draw_text(self, position: S) -> str:
        """The board as lines of characters, at most 78 wide."""
        return ""

    def draw_svg(self, position: S) -> str:
        """The board as an SVG element, which scales by its ``viewBox``; texts from players have to be escaped."""
        return ""


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
