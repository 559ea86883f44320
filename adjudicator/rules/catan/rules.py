"""What a rule set is made of, as data and functions: the base game's, or those of a game built on it.

A game built on this one is told as a difference. It keeps what it knows beyond the base in one value of its own, the
``extra`` of a state, which the base carries along and never looks into, and hands in the functions below. The base's
own are neutral.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core.chance import Chance
from adjudicator.core.event import Event
from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import Option, SeatNumber
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import Bundle
from adjudicator.rules.catan.editions import EDITIONS, OPTIONS, Edition, adapt
from adjudicator.rules.catan.topology import PATHS

if TYPE_CHECKING:
    from adjudicator.rules.catan.state import State, Table


class PositionChange(NamedTuple):
    """What happens to the position between two turns.

    ``extra`` takes the place of the old one. ``taken`` has the cards that leave each seat's hand, in table order
    (empty: none), ``returned`` the cards that go to the bank. ``events`` say what happened.
    """

    extra: object
    taken: tuple[Bundle, ...] = ()
    returned: Bundle = 0
    events: tuple[Event, ...] = ()


class BetweenTurns(NamedTuple):
    """What comes between the end of a seat's turn and the next seat's.

    ``close_turn`` is called when the seat on turn has ended it, before anything else happens; the state's
    ``built`` counts what it built and paid for. While ``open_decisions`` (seat and kind, in table order) is not
    empty, its seats choose among ``legal`` and ``act`` says what follows; ``act`` raises ``IllegalActionError``.
    When the weights of the paths change, the longest road is measured again. The seat on turn wins if it has the
    points.
    """

    close_turn: Callable[[State, Chance], PositionChange]
    open_decisions: Callable[[State], tuple[tuple[SeatNumber, str], ...]]
    legal: Callable[[State, SeatNumber], Sequence[Action]]
    act: Callable[[State, SeatNumber, Action, Chance], PositionChange]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rules:
    """A rule set.

    ``adapt`` gives an edition as the options change it; ``begin`` the extra of a new game and what its set-up drew.
    ``weigh`` says how much a road on each path counts for the longest road; the weights are positive. ``bonus`` gives
    points beyond the base's to a seat whose settlements and cities stand on a mask of intersections, under
    ``bonus_name``; without a name there are none. ``dump`` and ``load`` write and read the extra as JSON. ``see`` gives
    the extra as a reader may know it: the number of his seat (None for an onlooker), and whether he may know
    everything. ``conditions`` are questions about the extra that orders may ask beside the base's: by key, from the
    extra, the seats, the asking seat's number and what stands behind the key to the answer.
    """

    editions: Mapping[str, Edition]
    options: tuple[Option, ...]
    adapt: Callable[[Edition, Mapping[str, str]], Edition]
    begin: Callable[[Table, Chance], tuple[object, tuple[Event, ...]]]
    weigh: Callable[[object], Sequence[int]]
    bonus: Callable[[object, int], int]
    bonus_name: str | None
    between_turns: BetweenTurns | None
    dump: Callable[[object], JsonValue]
    load: Callable[[JsonValue], object]
    see: Callable[[object, SeatNumber | None, bool], object]
    conditions: Mapping[str, Callable[[object, tuple[str, ...], SeatNumber, JsonValue], bool]]


_ONES = (1,) * PATHS


def _begin(table: Table, chance: Chance) -> tuple[object, tuple[Event, ...]]:
    del table, chance
    return None, ()


def _weigh(extra: object) -> Sequence[int]:
    del extra
    return _ONES


def _bonus(extra: object, buildings: int) -> int:
    del extra, buildings
    return 0


def _see(extra: object, reader: SeatNumber | None, everything: bool) -> object:
    del extra, reader, everything
    return None


def _nothing(content: object) -> None:
    del content


BASE_RULES = Rules(
    editions=EDITIONS,
    options=OPTIONS,
    adapt=adapt,
    begin=_begin,
    weigh=_weigh,
    bonus=_bonus,
    bonus_name=None,
    between_turns=None,
    dump=_nothing,
    load=_nothing,
    see=_see,
    conditions={},
)
