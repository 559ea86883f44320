"""Names of people: what a seat is called in everything that is read by people.

Orders, records, files and JSON know a seat by its id. Sentences and pictures are made with its name instead: what a
reader knows is handed to the game's exhibit with the seats renamed (:meth:`adjudicator.core.game.Views.rename`), and
the facts of events and problems by :meth:`SeatNames.in_facts`. So no sentence is ever searched for ids.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar, cast
from unicodedata import category

from adjudicator.core.json_value import JsonValue
from adjudicator.core.name_rules import TAKEN, look_alike
from adjudicator.core.printing import ISOLATES, JOINERS, cut_letters, isolate, measure
from adjudicator.core.table import Event, Onlooker, Reader, Seat

if TYPE_CHECKING:
    from adjudicator.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
K = TypeVar("K")
V = TypeVar("V")

WIDEST_NAME = 40
"""Columns of a name in a line that is not broken: with an id it fits."""
WIDEST_CALL = 20
"""Columns of a name that sentences use as it is; of a longer one they use its first words."""
_PARTICLES = ("-von", "-van", "-de", "-di", "-da", "-zu", "-el", "-al")
"""How a double name ends before its second half: ``Köhler-von Wittgenstein``."""
_PAIRED = '"\u201c\u201d\u201e\u00ab\u00bb[]'
"""What stands on both sides of a nickname."""
_OWN = "'s"
_NO_JOINERS = dict.fromkeys(map(ord, JOINERS))


class Addressee(NamedTuple):
    """Whom the letters to a seat reach: what the person is called, who may be a substitute, and the address."""

    name: str
    address: str


class SeatNames(NamedTuple):
    """The names of seats that have one, as sentences use them; of the others the id is the name.

    ``whole`` are the names in full of which sentences use the first words alone.
    """

    of: Mapping[Seat, str] = MappingProxyType({})
    whole: Mapping[Seat, str] = MappingProxyType({})

    def call(self, seat: Seat) -> str:
        """What the seat is called in sentences."""
        return self.of.get(seat, seat)

    def introduce(self, seat: Seat, most: float = inf) -> str:
        """The name with the id that orders need, ``Dora Köhler (dora)``; the id alone where that is the name.

        It is the whole name, but for what takes more than ``most`` columns.
        """
        return f"{cut_letters(self.write_out(seat), most)} ({seat})" if seat in self.of else seat

    def write_out(self, seat: Seat) -> str:
        """The whole name, nothing for a seat without one."""
        return self.whole.get(seat, self.of.get(seat, ""))

    def without(self, seats: Collection[Seat]) -> SeatNames:
        """The names of the other seats, where it is not known, or not to be said, who has ``seats``."""
        return self._replace(of={seat: name for seat, name in self.of.items() if seat not in seats})

    def call_reader(self, reader: Reader) -> Reader:
        """``reader`` as one among renamed seats."""
        return reader if isinstance(reader, Onlooker) else self.call(reader)

    def in_facts(self, facts: Mapping[str, V], seat_facts: Collection[str]) -> Mapping[str, V]:
        """``facts`` with the seats renamed in those that ``seat_facts`` names, be it deep inside."""
        return cast("Mapping[str, V]", _rename(cast("JsonValue", facts), self.of, seat_facts)) if self.of else facts

    def in_events(self, events: Sequence[Event], seat_facts: Collection[str]) -> Sequence[Event]:
        """``events`` with the seats renamed."""
        return [Event(event.kind, self.in_facts(event.facts, seat_facts)) for event in events] if self.of else events


NO_NAMES = SeatNames()


class ShownKnowledge(NamedTuple, Generic[K]):
    """What a game's exhibit makes sentences and pictures of: what the reader knows, who he is, what he heard."""

    known: K
    reader: Reader
    heard: Sequence[Event]


def show(
    game: Game[S, A, K], names: SeatNames, known: K, reader: Reader, heard: Sequence[Event] = ()
) -> ShownKnowledge[K]:
    """What ``reader`` knows and has ``heard``, with the seats of ``game`` renamed; a game may do without names."""
    renamed = game.views.rename(known, names.of) if names.of else known
    if renamed is known:
        return ShownKnowledge(known, reader, heard)
    return ShownKnowledge(renamed, names.call_reader(reader), names.in_events(heard, game.seat_facts))


def _rename(
    value: JsonValue, names: Mapping[Seat, str], seat_facts: Collection[str], *, whole: bool = False
) -> JsonValue:
    """``value`` with the seats in it renamed: those of a ``whole`` fact of seats, else those in such facts below it."""
    if isinstance(value, str):
        seat = value.removesuffix(_OWN)
        return names[seat] + value[len(seat) :] if whole and seat in names else value
    if value is None or isinstance(value, int | float):
        return value
    if isinstance(value, Mapping):
        return {
            names.get(key, key) if whole else key: _rename(inner, names, seat_facts, whole=key in seat_facts)
            for key, inner in value.items()
        }
    return [_rename(inner, names, seat_facts, whole=whole) for inner in value]


@lru_cache(maxsize=64)
def show_names(names: tuple[tuple[Seat, str], ...], seats: tuple[Seat, ...] = ()) -> SeatNames:
    """``names`` as they are shown among ``seats``; those written from right to left each in an isolate of its own."""
    given = {seat: name for seat, name in names if name != seat}
    called = {seat: _shorten(seat, given, seats) for seat in given}
    return SeatNames(
        MappingProxyType({seat: isolate(name) for seat, name in called.items()}),
        MappingProxyType({seat: isolate(name) for seat, name in given.items() if name != called[seat]}),
    )


def _shorten(seat: Seat, names: Mapping[Seat, str], seats: Sequence[Seat]) -> str:
    """What sentences call ``seat``: its name, or what of it fits, where that looks like nobody else's.

    Who has a name that no line has room for, and begins like somebody else's, is called by the id.
    """
    name = names[seat]
    others = [names[other] for other in names if other != seat]
    for most in (WIDEST_CALL, WIDEST_NAME):
        if measure(name) <= most:
            return name
        brief = cut_name(name, most)
        taken = (*TAKEN, *seats, *others, *(cut_name(other, most) for other in others))
        if not any(look_alike(brief, word) for word in taken if word != seat):
            return brief
    return seat


def cut_name(name: str, most: int = WIDEST_CALL) -> str:
    """The first words of ``name`` that fit into ``most`` columns; of a long first word what fits of that.

    It does not end in small words such as ``von`` or ``de la``, in signs that cannot be read out, nor in a quotation.
    """
    begin, end = ISOLATES if name.startswith(ISOLATES) else ("", "")
    words = name.strip("".join(ISOLATES)).split(" ")
    for count in range(len(words), 0, -1):
        brief = " ".join(words[:count])
        is_small = words[count - 1].islower() or words[count - 1].endswith(_PARTICLES)
        trails = is_small and not words[0].islower()
        closes = brief[-1] in _PAIRED or brief[-1] == "."
        is_open = sum(map(_PAIRED.count, brief)) % 2
        is_read = category(brief.rstrip(JOINERS)[-1])[0] in "LMN"
        if measure(brief) <= most and not trails and not is_open and (closes or is_read):
            return f"{begin}{brief}{end}"
    return cut_letters(name, most)


def cut_names(names: Sequence[str], most: int) -> Mapping[str, str]:
    """Each of ``names`` as a narrow table has it: its first words or letters that no other name of them begins with."""
    return _cut_names(tuple(names), most)


@lru_cache(maxsize=256)
def _cut_names(names: tuple[str, ...], most: int) -> Mapping[str, str]:
    for cut in (cut_name, cut_letters):
        brief = [name if measure(name) <= most else cut(name, most) for name in names]
        if len({name.translate(_NO_JOINERS) for name in brief}) == len(brief):
            return MappingProxyType(dict(zip(names, brief, strict=True)))
    return MappingProxyType({name: name for name in names})
