"""What a plan comes to in a position: the steps of each way to follow it, the best first."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.actions import CITY_AT, ROAD_AT, SETTLEMENT_AT, Action, MoveRobber, TradeWithBank
from adjudicator.rules.catan.board import BARE
from adjudicator.rules.catan.cards import KINDS, ONE, RESOURCES, Bundle, count_kind
from adjudicator.rules.catan.mail.language.order_text import list_steps
from adjudicator.rules.catan.mail.language.spelling import spell
from adjudicator.rules.catan.mail.plans.wording import (
    SOFT,
    Aim,
    BestPlace,
    SavingFor,
    TradingRest,
    WayTo,
    read_aim,
    split_line,
)
from adjudicator.rules.catan.mail.wording import find_victims
from adjudicator.rules.catan.sites import first_settlement_sites, free_road_sites
from adjudicator.rules.catan.state import ALL_ROADS, BARRED, OCCUPIED, REACH, Stage, State
from adjudicator.rules.catan.topology import (
    ENDS,
    HEXES_AT,
    LETTERS,
    PATH_NAMES,
    PATHS_AT,
    Intersection,
    PathNumber,
    cross,
    list_intersections,
    list_paths,
)

_BLOCKED_PIPS = 7


class Way(NamedTuple):
    """Steps that carry an order out, and the words for them; ``chosen`` where the order left them to the moment."""

    words: str
    steps: tuple[Action, ...]
    chosen: bool = True


def list_ways(state: State, seat: SeatNumber, kind: str, text: str | int) -> Iterator[Way]:
    """The ways to carry out one alternative of an order, the best first: one where it says all itself.

    Whoever alone can be robbed need not be named.

    ``state`` is a position made of what the seat knows. Raises the errors of the order texts.
    """
    if kind in SOFT:
        kind, text = split_line(kind, str(text))
    aim = read_aim(kind, text)
    if aim is not None:
        yield from _follow(state, seat, aim)
        return
    steps = list_steps(state.table, state.rates(seat), kind, text)
    hexes = [LETTERS[step.hex] for step in steps if isinstance(step, MoveRobber)]
    place, *rest = str(spell(kind, text)).split(maxsplit=1)
    is_terrain = hexes != [] and place not in LETTERS
    yield Way(" ".join([kind, hexes[0] if is_terrain else place, *rest]), steps, chosen=is_terrain)
    aimed = steps[-1]
    if isinstance(aimed, MoveRobber) and aimed.victim is None:
        victims = find_victims(state, seat, aimed.hex)
        if len(victims) == 1:
            words = f"{kind} {LETTERS[aimed.hex]} from {state.table.seats[victims[0]]}"
            yield Way(words, (*steps[:-1], MoveRobber(aimed.hex, victims[0])))


def _follow(state: State, seat: SeatNumber, aim: Aim) -> Iterator[Way]:
    match aim:
        case BestPlace("place"):
            sites = list_intersections(first_settlement_sites(state.table, state.cells, seat))
            for spot in sorted(sites, key=lambda spot: (-_count_pips(state, spot), spot)):
                for path in list_paths(PATHS_AT[spot]):
                    yield Way(f"place {spot} {PATH_NAMES[path]}", (SETTLEMENT_AT[spot], ROAD_AT[path]))
        case BestPlace(kind):
            mask = state.settlements(seat) if kind == "city" else _find_sites(state, seat)
            actions: Mapping[int, Action] = dict(enumerate(CITY_AT if kind == "city" else SETTLEMENT_AT))
            spots = sorted(list_intersections(mask), key=lambda spot: (-_count_pips(state, spot), spot))
            yield from (Way(f"{kind} {spot}", (actions[spot],)) for spot in spots)
        case WayTo(intersection):
            paths = find_paths(state, seat, intersection)
            yield from (Way(f"road {PATH_NAMES[path]}", (ROAD_AT[path],)) for path in paths)
        case SavingFor(purchase):
            yield from _trade(state, seat, aim, state.table.prices[purchase])
        case TradingRest(take, keep):
            yield from _trade(state, seat, aim, keep + ONE[take])


def _find_sites(state: State, seat: SeatNumber) -> int:
    """Where a settlement could stand, whatever it costs."""
    if state.stage is Stage.SETTLEMENT:
        return first_settlement_sites(state.table, state.cells, seat)
    return state.cells[REACH + seat] & ~state.cells[BARRED]


def _count_pips(state: State, spot: Intersection) -> int:
    numbers = [state.table.board.numbers[tile] for tile in HEXES_AT[spot]]
    return sum(6 - abs(_BLOCKED_PIPS - number) for number in numbers if number != BARE)


def find_paths(state: State, seat: SeatNumber, target: Intersection) -> list[PathNumber]:
    """The first path of each shortest way from the seat's roads to ``target``; none where there is none to go.

    A way goes along free paths, and past no building of another seat.
    """
    cells = state.cells
    reached = cells[REACH + seat]
    if reached >> target & 1:
        return []
    own = state.settlements(seat) | state.cities(seat)
    closed = cells[OCCUPIED] & ~own
    distances = _measure(cells[ALL_ROADS], closed, target)
    found: list[tuple[int, PathNumber]] = []
    for path in list_paths(free_road_sites(state.table, cells, seat)):
        far = [end for end in ENDS[path] if not reached >> end & 1 and not closed >> end & 1 and end in distances]
        found += [(min(distances[end] for end in far), path)] if far else []
    nearest = min((distance for distance, _ in found), default=0)
    return [path for distance, path in found if distance == nearest]


def _measure(roads: int, closed: int, target: Intersection) -> dict[Intersection, int]:
    """How many roads it takes from each intersection to ``target``."""
    distances = {target: 0}
    if closed >> target & 1:
        return {}
    waiting = deque([target])
    while waiting:
        spot = waiting.popleft()
        for path in list_paths(PATHS_AT[spot] & ~roads):
            other = cross(path, spot)
            if other not in distances and not closed >> other & 1:
                distances[other] = distances[spot] + 1
                waiting.append(other)
    return distances


def _trade(state: State, seat: SeatNumber, aim: SavingFor | TradingRest, keep: Bundle) -> Iterator[Way]:
    """The bank trades that an aim comes to, one after the other while cards and bank allow; nothing for none."""
    rates = state.rates(seat)
    hand = [count_kind(state.hand(seat), kind) for kind in range(KINDS)]
    bank = [count_kind(state.bank, kind) for kind in range(KINDS)]
    trades: list[TradeWithBank] = []
    while True:
        lacked = [kind for kind in range(KINDS) if hand[kind] < count_kind(keep, kind)]
        takes = lacked if isinstance(aim, SavingFor) else [aim.take]
        takes = [kind for kind in takes if bank[kind]]
        spare = {
            kind: hand[kind] - count_kind(keep, kind)
            for kind in range(KINDS)
            if kind not in takes and hand[kind] - count_kind(keep, kind) >= count_kind(rates, kind)
        }
        if not takes or not spare:
            break
        take = max(takes, key=lambda kind: (count_kind(keep, kind) - hand[kind], -kind))
        give = min(spare, key=lambda kind: (count_kind(rates, kind), -spare[kind], kind))
        trades.append(TradeWithBank(give, take))
        rate = count_kind(rates, give)
        hand[give] -= rate
        hand[take] += 1
        bank[give] += rate
        bank[take] -= 1
    if trades:
        words = ", ".join(f"{RESOURCES[trade.give]} for {RESOURCES[trade.take]}" for trade in trades)
        yield Way(f"bank {words}", tuple(trades))
