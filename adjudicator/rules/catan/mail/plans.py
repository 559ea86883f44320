"""The words of plans: ``settlement: best``, ``road: {toward: 15}``, ``bank: toward city``, ``try: city 24``; and
why there is no way to follow one now.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudicator.core.table import SeatNumber
from adjudicator.kit.words import join_words
from adjudicator.rules.catan import topology
from adjudicator.rules.catan.actions import CITY_AT, ROAD_AT, SETTLEMENT_AT, Action, MoveRobber, TradeWithBank
from adjudicator.rules.catan.cards import KINDS, ONE, RESOURCES, Bundle, count_kind
from adjudicator.rules.catan.mail.language import vocabulary
from adjudicator.rules.catan.mail.language.order_text import FORMS, list_steps
from adjudicator.rules.catan.mail.language.spelling import PURCHASES_CALLED, spell
from adjudicator.rules.catan.mail.wording import find_missing_cards, find_victims
from adjudicator.rules.catan.sites import first_settlement_sites, free_road_sites
from adjudicator.rules.catan.state import ALL_ROADS, BARRED, OCCUPIED, REACH, Stage, State, Table
from adjudicator.rules.catan.topology import BARE

BUILD, TRY = "build", "try"
SOFT = (BUILD, TRY)
"""Orders that may come to nothing: that is told, and the file is accepted."""
PURCHASES = ("road", "settlement", "city", "card")
"""What can be bought, in the order of a table's prices."""
_TRIED = ("settlement", "city", "road", "buy", "bank", "knight", "road-building", "plenty", "monopoly")
_ARTICLES = ("a", "an", "the", "new", "build")
_TOWARD = re.compile(r"toward (\S+)")
_REST = re.compile(r"all(?: but (.+))? for (\S+)")
NOTHING_LACKS = "nothing-lacks"
"""All that a plan saves for is in hand already."""


class BestPlace(NamedTuple):
    """The possible place with the best numbers."""

    kind: str


class WayTo(NamedTuple):
    """The next road on the shortest way to an intersection."""

    intersection: topology.Intersection


class SavingFor(NamedTuple):
    """Trades with the bank for what a purchase lacks, paid with what it does not need."""

    purchase: int


class TradingRest(NamedTuple):
    """Trades with the bank for one resource, paid with all but what is kept."""

    take: int
    keep: Bundle


Aim = BestPlace | WayTo | SavingFor | TradingRest


def _split_line(key: str, text: str) -> tuple[str, str]:
    """The order that stands in one line behind ``build`` or ``try``; a building without a place is the best.

    Raises :class:`OrderTextError`.
    """
    said = text.replace(":", " ").split()
    aims = [word.lower() for word in said[:1]] == ["knight"]  # a is a hex there
    kind, *words = [word for word in said if aims or word.lower() not in _ARTICLES] or [""]
    kind, rest = PURCHASES_CALLED.get(kind.lower(), kind.lower()), " ".join(words)
    is_card = spell("buy", rest) == "card" if kind == "buy" else kind == "card" and rest in ("", "card")
    if is_card and "cards" not in map(str.lower, said):  # how many are meant is not said
        return "buy", "card"
    if kind in ("settlement", "city") and not rest:
        return kind, "best"
    if kind in (PURCHASES[:3] if key == BUILD else _TRIED) and rest:
        return kind, spell(kind, rest)
    raise vocabulary.OrderTextError("wrong-words", f"'{text}'", says=FORMS[key])


def spell_order(kind: str, text: str | int) -> str:
    """What stands behind ``kind`` in the words of the report, if it is understood."""
    if kind not in SOFT:
        return spell(kind, text)
    try:
        inner, words = _split_line(kind, str(text))
    except vocabulary.OrderTextError:
        return str(text)
    return words if kind == BUILD and inner == "buy" else f"{inner} {words}"


def _read_aim(kind: str, text: str | int) -> Aim | None:
    """What a plan is after; None for an order that says all itself. Raises the errors of the vocabulary."""
    words = spell(kind, text)
    if kind in ("place", "settlement", "city") and words == "best":
        return BestPlace(kind)
    toward = _TOWARD.fullmatch(words)
    if toward is not None and kind == "road":
        return WayTo(vocabulary.read_intersection(toward[1]))
    if toward is not None and kind == "bank":
        if toward[1] not in PURCHASES:
            raise vocabulary.OrderTextError("wrong-words", f"'{text}'", says=f"toward {join_words(PURCHASES, 'or')}")
        return SavingFor(PURCHASES.index(toward[1]))
    rest = _REST.fullmatch(words)
    if rest is not None and kind == "bank":
        if rest[1] and not all(cards[0].isdecimal() for cards in rest[1].split(", ")):
            # one card, as anywhere, or all that there are of it
            raise vocabulary.OrderTextError("wrong-words", f"'{text}'", says="how many cards you keep, such as 2 ore")
        return TradingRest(vocabulary.read_kind(rest[2]), vocabulary.read_cards_text(rest[1]) if rest[1] else 0)
    return None


def read_line(kind: str, text: str | int) -> tuple[str, str | int, Aim | None]:
    """One alternative: its order, that which stands behind ``build`` or ``try``, and what it is after.

    Raises the errors of the vocabulary.
    """
    if kind in SOFT:
        kind, text = _split_line(kind, str(text))
    return kind, text, _read_aim(kind, text)


def check_line(table: Table, kind: str, text: str | int) -> None:
    """Read one alternative for the errors in it, which are raised."""
    kind, text, aim = read_line(kind, text)
    if aim is None:
        list_steps(table, kind, text)


def explain_plan(state: State, seat: SeatNumber, kind: str, text: str | int) -> vocabulary.Reason:
    """Why no way leads to what ``text`` behind ``kind`` is after, as far as nobody's cards but the seat's tell it."""
    *_, aim = read_line(kind, text)
    assert aim is not None
    match aim:
        case BestPlace("city"):
            return "nothing-to-raise", {}
        case BestPlace():
            return "no-place-at-roads", {}
        case WayTo(intersection):
            code = "road-arrived" if state.cells[REACH + seat] >> intersection & 1 else "no-way"
            return code, {"intersection": intersection}
        case SavingFor(purchase):
            price = state.table.prices[purchase]
            missing = find_missing_cards(state.hand(seat), price)
            if not missing:
                return NOTHING_LACKS, {"price": vocabulary.write_cards_text(price)}
            return _explain_trade(state, seat, price, missing)
        case TradingRest(take, keep):
            return _explain_trade(state, seat, keep, ONE[take])


def _explain_trade(state: State, seat: SeatNumber, keep: Bundle, wanted: Bundle) -> vocabulary.Reason:
    """The bank has nothing of what is wanted, or what may go is too little for its rates."""
    kinds = [kind for kind in range(KINDS) if count_kind(wanted, kind)]
    if not any(count_kind(state.bank, kind) for kind in kinds):
        take = " and ".join(RESOURCES[kind] for kind in kinds)
        return "bank-out", {"take": take, "bank": vocabulary.write_cards_text(state.bank)}
    hand = state.hand(seat)
    spare = find_missing_cards(keep, hand)
    spared = [kind for kind in range(KINDS) if count_kind(spare, kind)]
    rates = join_words([f"{count_kind(state.rates(seat), kind)} {RESOURCES[kind]}" for kind in spared], "or")
    facts: vocabulary.Facts = {
        "wanted": vocabulary.write_cards_text(wanted),
        "spare": vocabulary.write_cards_text(spare),
    }
    return "too-little-to-spare", {**facts, "rates": f"; for one card the bank takes {rates}" if rates else ""}


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
    kind, text, aim = read_line(kind, text)
    if aim is not None:
        yield from _follow(state, seat, aim)
        return
    steps = list_steps(state.table, kind, text, state.rates(seat))
    hexes = [topology.LETTERS[step.hex] for step in steps if isinstance(step, MoveRobber)]
    place, *rest = str(spell(kind, text)).split(maxsplit=1)
    is_terrain = hexes != [] and place not in topology.LETTERS
    yield Way(" ".join([kind, hexes[0] if is_terrain else place, *rest]), steps, chosen=is_terrain)
    aimed = steps[-1]
    if isinstance(aimed, MoveRobber) and aimed.victim is None:
        victims = find_victims(state, seat, aimed.hex)
        if len(victims) == 1:
            words = f"{kind} {topology.LETTERS[aimed.hex]} from {state.table.seats[victims[0]]}"
            yield Way(words, (*steps[:-1], MoveRobber(aimed.hex, victims[0])))


def _follow(state: State, seat: SeatNumber, aim: Aim) -> Iterator[Way]:
    match aim:
        case BestPlace("place"):
            for spot in _rank_spots(state.table, first_settlement_sites(state.table, state.cells, seat)):
                for path in topology.list_paths(topology.PATHS_AT[spot]):
                    yield Way(f"place {spot} {topology.PATH_NAMES[path]}", (SETTLEMENT_AT[spot], ROAD_AT[path]))
        case BestPlace(kind):
            sites: int = state.settlements(seat) if kind == "city" else _find_sites(state, seat)
            built: Sequence[Action] = CITY_AT if kind == "city" else SETTLEMENT_AT
            yield from (Way(f"{kind} {spot}", (built[spot],)) for spot in _rank_spots(state.table, sites))
        case WayTo(intersection):
            paths = find_paths(state, seat, intersection)
            yield from (Way(f"road {topology.PATH_NAMES[path]}", (ROAD_AT[path],)) for path in paths)
        case SavingFor(purchase):
            yield from _trade(state, seat, aim, state.table.prices[purchase])
        case TradingRest(take, keep):
            yield from _trade(state, seat, aim, keep + ONE[take])


def _find_sites(state: State, seat: SeatNumber) -> int:
    """Where a settlement could stand, whatever it costs."""
    if state.stage is Stage.SETTLEMENT:
        return first_settlement_sites(state.table, state.cells, seat)
    return state.cells[REACH + seat] & ~state.cells[BARRED]


def _rank_spots(table: Table, spots: int) -> list[topology.Intersection]:
    """The intersections of a mask, those with the best numbers first."""
    return sorted(topology.list_intersections(spots), key=lambda spot: (-count_pips(table, spot), spot))


def count_pips(table: Table, spot: topology.Intersection) -> int:
    """How many of 36 rolls bring something at an intersection."""
    numbers = [table.board.numbers[tile] for tile in topology.HEXES_AT[spot]]
    return sum(6 - abs(_BLOCKED_PIPS - number) for number in numbers if number != BARE)


def find_paths(state: State, seat: SeatNumber, target: topology.Intersection) -> list[topology.PathNumber]:
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
    found: list[tuple[int, topology.PathNumber]] = []
    for path in topology.list_paths(free_road_sites(state.table, cells, seat)):
        far = [
            end for end in topology.ENDS[path] if not reached >> end & 1 and not closed >> end & 1 and end in distances
        ]
        found += [(min(distances[end] for end in far), path)] if far else []
    nearest = min((distance for distance, _ in found), default=0)
    return [path for distance, path in found if distance == nearest]


def _measure(roads: int, closed: int, target: topology.Intersection) -> dict[topology.Intersection, int]:
    """How many roads it takes from each intersection to ``target``."""
    distances = {target: 0}
    if closed >> target & 1:
        return {}
    waiting = deque([target])
    while waiting:
        spot = waiting.popleft()
        for path in topology.list_paths(topology.PATHS_AT[spot] & ~roads):
            other = topology.cross(path, spot)
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
