"""Rule sets as data and functions: editions and options, every tunable number as a named field, and what a game adds.

A game built on this one is told as a difference. It keeps what it knows beyond the base in one value of its own, the
``extra`` of a state, which the base carries along and never looks into, and hands in the functions below. The base's
own are neutral.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.core.chance import Chance
from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import Event, Option, SeatNumber
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import Bundle, pack
from adjudicator.rules.catan.topology import PATHS

if TYPE_CHECKING:
    from adjudicator.rules.catan.state import State, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """The numbers and names of one rule set; what is not given is as in the base game.

    ``bank`` is the number of cards of each resource, ``developments`` the development cards by kind; the fields in
    ``_cost`` are bundles of resources. ``roads``, ``settlements`` and ``cities`` count the pieces of one seat.
    ``barren`` names the terrain that yields nothing; it lies on ``barren_hex`` in the variable set-up, or anywhere
    if that is None. With ``robber_returns`` the robber begins there and may be moved there again; else it begins beside
    the board.

    House rules: the robber spares seats with fewer than ``spared_points`` on the table, and in the first
    ``calm_rounds`` rounds a 7 is rolled again.
    """

    name: str
    title: str
    developments: Bundle
    road_cost: Bundle
    settlement_cost: Bundle
    city_cost: Bundle
    card_cost: Bundle
    target: int = 10
    bank: int = 19
    roads: int = 15
    settlements: int = 5
    cities: int = 4
    settlement_points: int = 1
    city_points: int = 2
    card_points: int = 1
    longest_points: int = 2
    longest_minimum: int = 5
    largest_points: int = 2
    largest_minimum: int = 3
    hand_limit: int = 7
    bank_rate: int = 4
    harbour_rate: int = 3
    special_rate: int = 2
    free_roads: int = 2
    barren: str = "desert"
    barren_hex: int | None = None
    robber_returns: bool = True
    spared_points: int = 0
    calm_rounds: int = 0


BASE = Edition(
    name="base",
    title="the base game",
    developments=pack((14, 5, 2, 2, 2)),
    road_cost=pack((1, 1, 0, 0, 0)),
    settlement_cost=pack((1, 1, 1, 1, 0)),
    city_cost=pack((0, 0, 0, 2, 3)),
    card_cost=pack((0, 0, 1, 1, 1)),
)
EDITIONS: Mapping[str, Edition] = {BASE.name: BASE}

SPARED_POINTS = 3
"""What a friendly robber spares, fewer points than this."""
TARGETS = tuple(str(points) for points in range(5, 21))
OPTIONS: tuple[Option, ...] = (
    Option(
        "board",
        "The board: 'variable' shuffles terrain and harbours and lays the number tokens in letter order from a corner "
        "drawn at random; 'beginners' is the fixed board.",
        ("variable", "beginners"),
        "variable",
        means={
            "variable": "Terrain and harbours are shuffled; the number tokens lie in letter order from a corner "
            "drawn at random.",
            "beginners": "The fixed board for beginners.",
        },
    ),
    Option(
        "spread",
        "On the variable board: 'yes' shuffles the number tokens, but so that no 6 or 8 lies next to a 6 or 8.",
        ("no", "yes"),
        "no",
        means={
            "no": "The number tokens are not shuffled.",
            "yes": "The number tokens are shuffled, but no 6 or 8 lies next to another 6 or 8.",
        },
    ),
    Option("target", "The first to have this many points or more on their own turn wins.", TARGETS, str(BASE.target)),
    # what tables like to play otherwise; off by default (rulings B11 to B13)
    Option(
        "friendly-robber",
        "House rule: with 'yes' the robber may not go to a hex where a rival with fewer than 3 points (buildings, "
        "longest road, largest army) has a building; if that leaves no hex, it may go to any.",
        ("no", "yes"),
        "no",
        means={
            "no": "The robber may go to any hex, as in the rules.",
            "yes": "House rule: the robber may not go to a hex where a rival with fewer than 3 points (buildings, "
            "longest road, largest army) has a building; if that leaves no hex, it may go to any.",
        },
    ),
    Option(
        "calm-rounds",
        "House rule: for this many rounds at the start, every 7 is rolled again; 0: a 7 counts from the start.",
        ("0", "1", "2"),
        "0",
        means={
            "0": "A 7 counts from the start, as in the rules.",
            "1": "House rule: in the first round every 7 is rolled again.",
            "2": "House rule: in the first two rounds every 7 is rolled again.",
        },
    ),
    Option(
        "discard-limit",
        "House rule: after a 7, a player who holds more cards than this discards half of them; 7: as in the rules.",
        ("7", "8", "9", "10", "11", "12"),
        str(BASE.hand_limit),
        means={
            "7": "After a 7, a player who holds more than seven cards discards half of them, as in the rules.",
            "": "House rule: after a 7, only a player who holds more cards than this discards half of them.",
        },
    ),
    # how the game is played by mail (rulings section 4)
    Option(
        "preroll",
        "Before the roll: 'at-once' plays standing cards and rolls without asking; 'ask' waits for the player.",
        ("at-once", "ask"),
        "at-once",
        means={
            "at-once": "The dice are rolled without asking you; a standing order can play a development card before "
            "that.",
            "ask": "If you hold a development card, you are asked before the roll.",
        },
        asks=True,
    ),
    Option(
        "discard",
        "After a 7: 'standing' discards by standing order or from the largest pile; 'ask' waits for all who owe cards.",
        ("standing", "ask"),
        "standing",
        means={
            "standing": "After a 7 your cards are discarded by your standing order, or else from the largest pile.",
            "ask": "After a 7 you are asked what to discard, unless you have a standing order.",
        },
        asks=True,
    ),
    Option(
        "trade-hours",
        "How many hours a proposal waits for answers; 0: only standing offers and wishes answer.",
        ("0", "12", "24", "48", "72"),
        "24",
        means={
            "0": "Proposals do not wait: only standing offers and wishes answer them.",
            "": "A proposal waits this many hours for answers.",
        },
        asks=True,
    ),
)


def adapt(edition: Edition, options: Mapping[str, str]) -> Edition:
    """``edition`` as the options change it."""
    return replace(
        edition,
        target=int(options["target"]),
        hand_limit=int(options["discard-limit"]),
        spared_points=SPARED_POINTS if options["friendly-robber"] == "yes" else 0,
        calm_rounds=int(options["calm-rounds"]),
    )


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

    close_turn: Callable[[State], PositionChange]
    open_decisions: Callable[[State], tuple[tuple[SeatNumber, str], ...]]
    legal: Callable[[State, SeatNumber], Sequence[Action]]
    act: Callable[[State, SeatNumber, Action], PositionChange]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rules:
    """A rule set.

    ``adapt`` gives an edition as the options change it; ``begin`` the extra of a new game and what its set-up drew.
    ``weigh`` says how much a road on each path counts for the longest road; the weights are positive. ``bonus`` gives
    points beyond the base's to a seat whose settlements and cities stand on a mask of intersections, under
    ``bonus_name``; without a name there are none. ``dump`` and ``load`` write and read the extra as JSON. ``see`` gives
    the extra as a reader may know it: the number of his seat (None for an onlooker), and whether he may know
    everything. ``conditions`` are questions about the extra that orders may ask beside the base's: by key, from the
    extra, the seats and what stands behind the key to the answer.
    """

    editions: Mapping[str, Edition]
    options: tuple[Option, ...]
    adapt: Callable[[Edition, Mapping[str, str]], Edition]
    begin: Callable[[Table, Chance], tuple[object, tuple[Event, ...]]]
    weigh: Callable[[object], tuple[int, ...]]
    bonus: Callable[[object, int], int]
    bonus_name: str | None
    between_turns: BetweenTurns | None
    dump: Callable[[object], JsonValue]
    load: Callable[[JsonValue], object]
    see: Callable[[object, SeatNumber | None, bool], object]
    conditions: Mapping[str, Callable[[object, tuple[str, ...], JsonValue], bool]]


_ONES = (1,) * PATHS

BASE_RULES = Rules(
    editions=EDITIONS,
    options=OPTIONS,
    adapt=adapt,
    begin=lambda table, chance: (None, ()),  # noqa: ARG005 - the base game's extra is nothing, here and below
    weigh=lambda extra: _ONES,  # noqa: ARG005
    bonus=lambda extra, buildings: 0,  # noqa: ARG005
    bonus_name=None,
    between_turns=None,
    dump=lambda extra: None,  # noqa: ARG005
    load=lambda content: None,  # noqa: ARG005
    see=lambda extra, reader, everything: None,  # noqa: ARG005
    conditions={},
)
