"""What a player could build next, what it would cost, and what it would be worth to him."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.core.chance import NoChance
from adjudicator.kit.hexes import list_bits
from adjudicator.rules.catan.actions import CITY_AT, ROAD_AT, SETTLEMENT_AT, Action
from adjudicator.rules.catan.cards import DEVELOPMENTS, KNIGHT, RESOURCES, count_kind, pack, unpack
from adjudicator.rules.catan.legal import apply_action
from adjudicator.rules.catan.state import (
    ALL_ROADS,
    BARRED,
    CARD_PLAYED,
    DICE,
    FRONT,
    HAND,
    MOVER,
    NEW,
    OCCUPIED,
    OWES,
    REACH,
    STAGE,
    Stage,
    State,
)
from adjudicator.rules.catan.topology import ANY, END_SUMS, ENDS, PATH_NAMES, PATHS_AT
from adjudicator.rules.catan.views.known import View, as_state
from players.economy import Cards, Economy, add, read_economy, yield_of

ROAD: Cards = (1, 1, 0, 0, 0)
SETTLEMENT: Cards = (1, 1, 1, 1, 0)
CITY: Cards = (0, 0, 0, 2, 3)
CARD: Cards = (0, 0, 1, 1, 1)
_RICH: Cards = (9, 9, 9, 9, 9)
_FARTHEST = 3
_ROLLS_A_POINT = 8
_CARDS_A_POINT = 6


class Step(NamedTuple):
    """One purchase: its price, its order, and the action it stands for (None for a card, whose kind is drawn)."""

    cost: Cards
    key: str
    text: str | int
    action: Action | None


class Aim(NamedTuple):
    """Purchases that belong together. ``worth`` is in points, ``score`` says how much a roll of waiting brings."""

    steps: tuple[Step, ...]
    cost: Cards
    worth: float
    wait: float
    score: float


class Prospect(NamedTuple):
    """A position as its seat plans in it: what is not known are stand-ins.

    ``knights`` counts those played and in hand, ``bought`` the development cards bought in the plan.
    """

    state: State
    seat: int
    known: View
    knights: int
    bought: int = 0

    @property
    def hand(self) -> Cards:
        """The seat's cards."""
        return unpack(self.state.hand(self.seat))

    def with_hand(self, hand: Cards) -> Prospect:
        """The same with other cards in hand."""
        cells = list(self.state.cells)
        cells[HAND + self.seat] = pack(hand)
        return self._replace(state=State(self.state.table, tuple(cells), self.state.extra))

    def build(self, step: Step) -> Prospect:
        """The position after a purchase, paid from the hand."""
        hand = tuple(held - price for held, price in zip(self.hand, step.cost, strict=True))
        if step.action is None:
            return self.with_hand(hand)._replace(bought=self.bought + 1)  # type: ignore[arg-type]
        rich = self.with_hand(add(_RICH, _RICH))
        state, _ = apply_action(rich.state, self.seat, step.action, NoChance())
        return self._replace(state=state).with_hand(hand)  # type: ignore[arg-type]


def imagine(known: View, seat: int) -> Prospect:
    """The seat's own turn after the roll, as far as it knows things now."""
    table, cells = known.table, list(as_state(known).cells)
    if seat != known.mover:
        cells[NEW] = cells[CARD_PLAYED] = 0
    cells[STAGE], cells[MOVER], cells[DICE] = Stage.TURN.value, seat, cells[DICE] or 2
    for other in range(len(known.seats)):
        cells[OWES + other] = 0
    mine = known.seats[seat]
    knights = count_kind(mine.played, KNIGHT) + count_kind(mine.unplayed or 0, KNIGHT)
    return Prospect(State(table, tuple(cells), known.extra), seat, known, knights)


def list_aims(prospect: Prospect) -> list[Aim]:
    """Everything worth building next, the best first."""
    state, seat, known = prospect.state, prospect.seat, prospect.known
    economy = read_economy(state, seat)
    target = known.table.edition.target
    mine = state.points(seat)
    left = max(1, target - max(mine, *(other.points for other in known.seats)))
    horizon = left * _ROLLS_A_POINT
    aims = [
        *_list_cities(prospect, economy, horizon),
        *_list_settlements(prospect, economy, horizon),
        *_list_cards(prospect, economy),
        *_list_longest(prospect, economy),
    ]
    if target - mine <= 2:
        aims = [aim._replace(score=aim.score * (3 if aim.worth >= target - mine else 1)) for aim in aims]
    return sorted(aims, key=lambda aim: (-aim.score, aim.cost, aim.steps[-1].key, str(aim.steps[-1].text)))


def _make_aim(prospect: Prospect, economy: Economy, steps: tuple[Step, ...], worth: float) -> Aim:
    cost: Cards = (0, 0, 0, 0, 0)
    for step in steps:
        cost = add(cost, step.cost)
    wait = economy.wait_for(prospect.hand, cost)
    pace = max(economy.total, 0.1)
    score = worth / (wait + 0.5 * sum(cost) / pace + 1)
    return Aim(steps, cost, worth, wait, score)


def _worth_of_income(economy: Economy, cards: tuple[float, ...], horizon: float) -> float:
    """What more income is worth in points until the end; more of what is scarce counts more."""
    mean = economy.total / len(cards)
    total = 0.0
    for kind, more in enumerate(cards):
        scarce = 1.4 if economy.income[kind] < mean / 2 else 0.8 if economy.income[kind] > 2 * mean else 1.0
        total += more * scarce
    return total * horizon / _CARDS_A_POINT


def _list_cities(prospect: Prospect, economy: Economy, horizon: float) -> list[Aim]:
    state, seat = prospect.state, prospect.seat
    if state.cities(seat).bit_count() >= state.table.edition.cities:
        return []
    return [
        _make_aim(
            prospect,
            economy,
            (Step(CITY, "city", spot, CITY_AT[spot]),),
            1 + _worth_of_income(economy, yield_of(state.table.board, spot, state.robber), horizon),
        )
        for spot in list_bits(state.settlements(seat))
    ]


def _list_settlements(prospect: Prospect, economy: Economy, horizon: float) -> list[Aim]:
    state, seat = prospect.state, prospect.seat
    edition = state.table.edition
    if state.settlements(seat).bit_count() >= edition.settlements:
        return []
    aims: list[Aim] = []
    for spot, paths in _find_sites(prospect).items():
        if state.roads(seat).bit_count() + len(paths) > edition.roads:
            continue
        roads = tuple(_road(path) for path in paths)
        worth = 1 + _worth_of_income(economy, yield_of(state.table.board, spot, state.robber), horizon)
        worth += _worth_of_harbour(economy, state.table.board.harbour_at[spot], horizon)
        worth += _count_bonus(state, seat, spot)
        worth *= 0.85 ** len(paths)
        aims.append(
            _make_aim(prospect, economy, (*roads, Step(SETTLEMENT, "settlement", spot, SETTLEMENT_AT[spot])), worth)
        )
    return aims


def _worth_of_harbour(economy: Economy, harbour: str | None, horizon: float) -> float:
    if harbour is None:
        return 0.0
    if harbour == ANY:
        saved = economy.total * 0.06 if max(economy.rates) > 3 else 0.0
    else:
        kind = RESOURCES.index(harbour)
        saved = economy.income[kind] * (1 / 2 - 1 / economy.rates[kind])
    return saved * horizon / _CARDS_A_POINT


def _count_bonus(state: State, seat: int, spot: int) -> int:
    """Points that the rule set gives for a building there."""
    own = state.settlements(seat) | state.cities(seat)
    bonus = state.table.rules.bonus
    return bonus(state.extra, own | 1 << spot) - bonus(state.extra, own)


def _road(path: int) -> Step:
    return Step(ROAD, "road", PATH_NAMES[path], ROAD_AT[path])


def _find_sites(prospect: Prospect) -> dict[int, tuple[int, ...]]:
    """Free sites within reach, and the roads that lead there."""
    cells, seat = prospect.state.cells, prospect.seat
    own = prospect.state.settlements(seat) | prospect.state.cities(seat)
    closed = cells[OCCUPIED] & ~own
    ways: dict[int, tuple[int, ...]] = dict.fromkeys(list_bits(cells[REACH + seat] | own), ())
    edge = list(ways)
    for _ in range(_FARTHEST):
        further: list[int] = []
        for spot in edge:
            if closed >> spot & 1:
                continue
            for path in list_bits(PATHS_AT[spot] & ~cells[ALL_ROADS]):
                other = END_SUMS[path] ^ spot
                if other not in ways:
                    ways[other] = (*ways[spot], path)
                    further.append(other)
        edge = further
    return {spot: paths for spot, paths in ways.items() if not cells[BARRED] >> spot & 1}


def _list_cards(prospect: Prospect, economy: Economy) -> list[Aim]:
    known, seat = prospect.known, prospect.seat
    if known.deck - prospect.bought <= 0:
        return []
    edition = known.table.edition
    rival = max(
        (count_kind(other.played, KNIGHT) for number, other in enumerate(known.seats) if number != seat), default=0
    )
    needed = (
        max(edition.largest_minimum, rival + 1 if known.largest != seat else 0) - prospect.knights - prospect.bought
    )
    army = 0.0 if known.largest == seat or needed <= 0 else min(0.5, 0.56 * 2 / (needed + 1))
    steps = (Step(CARD, "buy", "card", None),)
    return [_make_aim(prospect, economy, steps, 0.4 + army)]


def _list_longest(prospect: Prospect, economy: Economy) -> list[Aim]:
    """Roads that take the longest road, if a few are enough."""
    state, seat = prospect.state, prospect.seat
    if state.longest == seat:
        return []
    edition = state.table.edition
    others = [state.road_length(n) for n in range(len(state.table.seats)) if n != seat]
    wanted = max(edition.longest_minimum, max(others) + 1 if state.longest is not None else 0)
    missing = wanted - state.road_length(seat)
    if missing > _FARTHEST or state.roads(seat).bit_count() + missing > edition.roads:
        return []
    steps: list[Step] = []
    now = prospect
    while now.state.road_length(seat) < wanted:
        if len(steps) == _FARTHEST:
            return []
        step = _lengthen(now)
        if step is None:
            return []
        steps.append(step)
        now = now.build(step)
        if now.state.stage is Stage.OVER:
            break
    worth = edition.longest_points * (1.2 if state.longest is not None else 0.8)
    return [_make_aim(prospect, economy, tuple(steps), worth)] if steps else []


def _lengthen(prospect: Prospect) -> Step | None:
    """The road that makes the longest trail longest, rather one with a way on."""
    cells, seat = prospect.state.cells, prospect.seat
    if prospect.state.roads(seat).bit_count() >= prospect.state.table.edition.roads:
        return None
    best: tuple[int, int, int] | None = None
    for path in list_bits(cells[FRONT + seat] & ~cells[ALL_ROADS]):
        after = prospect.build(_road(path)).state
        onward = sum((PATHS_AT[end] & ~after.cells[ALL_ROADS]).bit_count() for end in ENDS[path])
        rank = (after.road_length(seat), onward, -path)
        if best is None or rank > best:
            best = rank
    return None if best is None else _road(-best[2])


def playable(known: View, seat: int) -> dict[str, int]:
    """The development cards that may be played in the seat's turn, by name."""
    mine = known.seats[seat]
    fresh = mine.fresh or 0 if seat == known.mover else 0
    if known.card_played and seat == known.mover:
        return {}
    counts = {
        name: count_kind(mine.unplayed or 0, kind) - count_kind(fresh, kind) for kind, name in enumerate(DEVELOPMENTS)
    }
    return {name: count for name, count in counts.items() if count > 0 and name != "victory-point"}
