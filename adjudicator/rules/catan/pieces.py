"""Roads, settlements and cities: placing them, what follows from where they stand, the longest road, and points."""

from functools import lru_cache

from adjudicator.core.table import Score, SeatNumber
from adjudicator.rules.catan import state as at
from adjudicator.rules.catan.actions import MAX_SEATS, Action, BuildCity, BuildRoad, BuildSettlement
from adjudicator.rules.catan.cards import KNIGHT, RESOURCES, VICTORY_POINT, Bundle, count_kind, name_cards, pack, unpack
from adjudicator.rules.catan.course import note_piece, note_yield
from adjudicator.rules.catan.rules import Edition
from adjudicator.rules.catan.state import NOBODY, Cells, Draft, Stage, State, Table
from adjudicator.rules.catan.topology import (
    ANY,
    END_MASKS,
    END_SUMS,
    ENDS,
    HEX_MASKS_AT,
    NEIGHBOURS,
    PATH_NAMES,
    PATHS_AT,
    Intersection,
    PathNumber,
    list_intersections,
    list_paths,
)

_TURN = Stage.TURN.value


@lru_cache(maxsize=1024)
def measure_roads(roads: int, closed: int, weights: tuple[int, ...]) -> int:
    """The longest road: the weight of the heaviest trail in ``roads`` that uses none of them twice.

    Intersections may repeat. A trail may begin or end at a rival's building, but not pass it (rulings B07, C73).
    ``roads`` is a mask of paths, ``closed`` the intersections that a trail may not pass, ``weights`` says how much
    each path counts, more than 0. The newest answers are kept, since positions are read far more often than their
    roads change.
    """
    nodes = 0
    for path in list_paths(roads):
        nodes |= END_MASKS[path]
    return max([_follow(node, roads, closed, weights) for node in list_intersections(nodes)], default=0)


def measure_with(path: PathNumber, roads: int, closed: int, weights: tuple[int, ...], before: int) -> int:
    """The weight of the heaviest trail after a road was built on ``path``.

    ``roads`` includes it; ``before`` is what :func:`measure_roads` said without it. Where the road leads out into the
    open, only the trails that begin with it are new.
    """
    rest = roads & ~(1 << path)
    low, high = ENDS[path]
    if closed >> high & 1 or not PATHS_AT[high] & rest:
        inner = low
    elif closed >> low & 1 or not PATHS_AT[low] & rest:
        inner = high
    else:
        return measure_roads(roads, closed, weights)
    onward = 0 if closed >> inner & 1 else _follow(inner, rest, closed, weights)
    return max(before, weights[path] + onward)


def _follow(node: int, roads: int, closed: int, weights: tuple[int, ...]) -> int:
    """The weight of the heaviest trail through ``roads`` that begins at ``node``."""
    best = 0
    ways = PATHS_AT[node] & roads
    while ways:
        bit = ways & -ways
        ways ^= bit
        path = bit.bit_length() - 1
        weight = weights[path]
        far = END_SUMS[path] ^ node
        rest = roads ^ bit
        if PATHS_AT[far] & rest and not closed >> far & 1:
            weight += _follow(far, rest, closed, weights)
        if weight > best:  # noqa: PLR1730 - max() is a call, and this is the innermost loop
            best = weight
    return best


def rival_buildings(cells: Cells, seat: SeatNumber) -> int:
    """The intersections that other seats hold, a mask."""
    return cells[at.OCCUPIED] & ~(cells[at.SETTLEMENTS + seat] | cells[at.CITIES + seat])


def measure_seat(cells: list[int], seat: SeatNumber, weights: tuple[int, ...]) -> None:
    """Measure the longest road of a seat from scratch."""
    cells[at.LENGTH + seat] = measure_roads(cells[at.ROADS + seat], rival_buildings(cells, seat), weights)


def award_longest(draft: Draft) -> None:
    """Give, pass or set aside the longest road, by the lengths as they stand.

    The holder keeps it on a tie. Without a holder among the longest, one seat alone takes it and several leave it
    aside until one of them is alone (rulings B08, C74).
    """
    cells, table = draft.cells, draft.table
    edition = table.edition
    lengths = cells[at.LENGTH : at.LENGTH + len(table.seats)]
    best = max(lengths)
    holder = cells[at.LONGEST]
    if best < edition.longest_minimum:
        taker = NOBODY
    elif holder != NOBODY and lengths[holder] == best:
        return
    else:
        taker = lengths.index(best) if lengths.count(best) == 1 else NOBODY
    if taker != holder:
        draft.note("longest-road", {**_pass_award(draft, at.LONGEST, taker, edition.longest_points), "length": best})


def award_largest(draft: Draft, seat: SeatNumber) -> None:
    """Give the largest army to ``seat`` if it has just played the knight that earns it."""
    cells = draft.cells
    knights = count_kind(cells[at.PLAYED + seat], KNIGHT)
    holder = cells[at.LARGEST]
    if seat == holder or knights < draft.table.edition.largest_minimum:
        return
    if holder != NOBODY and knights <= count_kind(cells[at.PLAYED + holder], KNIGHT):
        return
    points = draft.table.edition.largest_points
    draft.note("largest-army", {**_pass_award(draft, at.LARGEST, seat, points), "knights": knights})


def _pass_award(draft: Draft, award: int, taker: int, points: int) -> dict[str, str | None]:
    """The award in this cell goes to ``taker``, and its points; by name who has it now and who had it before."""
    cells = draft.cells
    holder, cells[award] = cells[award], taker
    for seat, change in ((holder, -points), (taker, points)):
        if seat != NOBODY:
            cells[at.POINTS + seat] += change
    names = {NOBODY: None, **dict(enumerate(draft.table.seats))}
    return {"seat": names[taker], "from": names[holder]}


def score_seats(state: State) -> tuple[Score, ...]:
    """Everybody's points so far, hidden victory points included."""
    scores: list[Score] = []
    for number, seat in zip(state.table.numbers, state.table.seats, strict=True):
        parts = _count_parts(state.table, state.cells, number)
        if state.table.rules.bonus_name is not None:
            buildings = state.settlements(number) | state.cities(number)
            parts[state.table.rules.bonus_name] = state.table.rules.bonus(state.extra, buildings)
        scores.append(Score(seat, sum(parts.values()), parts))
    return tuple(scores)


def _count_parts(table: Table, cells: Cells, seat: SeatNumber) -> dict[str, int]:
    """The points of a seat by where they come from, but for the rule set's bonus."""
    edition = table.edition
    return {
        "settlements": cells[at.SETTLEMENTS + seat].bit_count() * edition.settlement_points,
        "cities": cells[at.CITIES + seat].bit_count() * edition.city_points,
        "longest-road": edition.longest_points if cells[at.LONGEST] == seat else 0,
        "largest-army": edition.largest_points if cells[at.LARGEST] == seat else 0,
        "victory-points": count_kind(cells[at.CARDS + seat], VICTORY_POINT) * edition.card_points,
    }


def pay(draft: Draft, seat: SeatNumber, price: Bundle) -> None:
    """Move a price from a hand to the bank."""
    draft.cells[at.HAND + seat] -= price
    draft.cells[at.BANK] += price


def build_city(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """A city in place of a settlement, which goes back to its seat (ruling B06)."""
    assert isinstance(action, BuildCity)
    edition, cells = draft.table.edition, draft.cells
    intersection = action.intersection
    pay(draft, seat, edition.city_cost)
    cells[at.BUILT] += 1
    cells[at.SETTLEMENTS + seat] &= ~(1 << intersection)
    cells[at.CITIES + seat] |= 1 << intersection
    cells[at.POINTS + seat] += edition.city_points - edition.settlement_points
    _add_gains(draft, seat, intersection)
    note_piece(cells, "cities", intersection)
    draft.note("city-built", {"seat": draft.table.seats[seat], "intersection": intersection})


def place_settlement(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """A settlement of the set-up; the second one brings a card of every hex next to it."""
    assert isinstance(action, BuildSettlement)
    cells, table = draft.cells, draft.table
    build_settlement(draft, seat, action)
    if cells[at.PLACED] >= len(table.seats):
        income = table.board.incomes[action.intersection]
        cells[at.HAND + seat] += income
        cells[at.BANK] -= income
        if income:
            draft.note("income", {"seat": table.seats[seat], "cards": name_cards(income)})
    cells[at.ANCHOR] = action.intersection


def build_settlement(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """Put a settlement on the board, in a turn for its price; it may cut a rival's road."""
    assert isinstance(action, BuildSettlement)
    cells, table = draft.cells, draft.table
    intersection, spot = action.intersection, 1 << action.intersection
    paid = cells[at.STAGE] == _TURN
    if paid:
        pay(draft, seat, table.edition.settlement_cost)
        cells[at.BUILT] += 1
    cells[at.SETTLEMENTS + seat] |= spot
    cells[at.FRONT + seat] |= PATHS_AT[intersection]
    cells[at.POINTS + seat] += table.edition.settlement_points
    _occupy(table, cells, seat, intersection)
    _add_gains(draft, seat, intersection)
    note_piece(cells, "settlements", intersection)
    draft.note("settlement-built", {"seat": table.seats[seat], "intersection": intersection, "paid": paid})
    cut = False
    for rival in table.numbers:
        if rival != seat and cells[at.REACH + rival] & spot:
            cells[at.FRONT + rival] = find_front(cells, rival)
            measure_seat(cells, rival, table.rules.weigh(draft.extra))
            cut = True
    if cut:
        award_longest(draft)


def build_road(draft: Draft, seat: SeatNumber, action: Action) -> None:
    """Put a road on the board, in a turn for its price; those of the set-up and of Road Building cost nothing."""
    assert isinstance(action, BuildRoad)
    cells, table, path = draft.cells, draft.table, action.path
    paid = cells[at.STAGE] == _TURN
    if paid:
        pay(draft, seat, table.edition.road_cost)
    closed = rival_buildings(cells, seat)
    roads = cells[at.ROADS + seat] | 1 << path
    cells[at.ROADS + seat] = roads
    cells[at.ALL_ROADS] |= 1 << path
    cells[at.REACH + seat] |= END_MASKS[path]
    for end in ENDS[path]:
        if not closed >> end & 1:
            cells[at.FRONT + seat] |= PATHS_AT[end]
    before = cells[at.LENGTH + seat]
    length = measure_with(path, roads, closed, table.rules.weigh(draft.extra), before)
    note_piece(cells, "roads", path)
    draft.note("road-built", {"seat": table.seats[seat], "path": PATH_NAMES[path], "paid": paid})
    if length != before:
        cells[at.LENGTH + seat] = length
        award_longest(draft)


def find_front(cells: Cells, seat: SeatNumber) -> int:
    """The paths next to a seat's roads and buildings, but for those beyond a rival's building."""
    own = cells[at.SETTLEMENTS + seat] | cells[at.CITIES + seat]
    front = 0
    for node in list_intersections((cells[at.REACH + seat] | own) & ~rival_buildings(cells, seat)):
        front |= PATHS_AT[node]
    return front


def _occupy(table: Table, cells: list[int], seat: SeatNumber, intersection: Intersection) -> None:
    """What follows for everybody, for the robber and for the seat's trades from a building, a city or not."""
    cells[at.OCCUPIED] |= 1 << intersection
    cells[at.BARRED] |= 1 << intersection | NEIGHBOURS[intersection]
    cells[at.PRESENCE + seat] |= HEX_MASKS_AT[intersection]
    harbour = table.board.harbour_at[intersection]
    if harbour is not None:
        cells[at.RATES + seat] = _better_rates(cells[at.RATES + seat], harbour, table.edition)


def _better_rates(rates: Bundle, harbour: str, edition: Edition) -> Bundle:
    """The bank's rates for a seat that has come to a harbour."""
    usual = edition.harbour_rate if harbour == ANY else edition.special_rate
    best = [
        min(rate, usual) if harbour in (ANY, name) else rate
        for name, rate in zip(RESOURCES, unpack(rates), strict=True)
    ]
    return pack(best)


def _add_gains(draft: Draft, seat: SeatNumber, intersection: Intersection) -> None:
    for number, card in draft.table.board.yields[intersection]:
        draft.cells[at.GAINS + number * MAX_SEATS + seat] += card
        note_yield(draft.cells, seat, number)


def derive(table: Table, cells: list[int], extra: object) -> None:
    """Fill the cells that actions keep up to date from pieces, cards and awards; now they are as on an empty board."""
    for seat in table.numbers:
        cells[at.ALL_ROADS] |= cells[at.ROADS + seat]
        for path in list_paths(cells[at.ROADS + seat]):
            cells[at.REACH + seat] |= END_MASKS[path]
        for spot in list_intersections(cells[at.SETTLEMENTS + seat] | cells[at.CITIES + seat]):
            _occupy(table, cells, seat, spot)
            size = 2 if cells[at.CITIES + seat] >> spot & 1 else 1
            for number, card in table.board.yields[spot]:
                cells[at.GAINS + number * MAX_SEATS + seat] += size * card
    weights = table.rules.weigh(extra)
    for seat in table.numbers:
        cells[at.FRONT + seat] = find_front(cells, seat)
        measure_seat(cells, seat, weights)
        cells[at.POINTS + seat] = sum(_count_parts(table, cells, seat).values())
