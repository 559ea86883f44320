"""Who has the longest road and the largest army, and who keeps them on a tie; everybody's points."""

from functools import lru_cache

from adjudicator.core.table import Score, SeatNumber
from adjudicator.rules.catan import state as at
from adjudicator.rules.catan.cards import KNIGHT, VICTORY_POINT, count_kind
from adjudicator.rules.catan.state import NOBODY, Cells, Draft, State, Table
from adjudicator.rules.catan.topology import (
    END_MASKS,
    END_SUMS,
    ENDS,
    PATHS_AT,
    PathNumber,
    list_intersections,
    list_paths,
)


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
        parts = count_parts(state.table, state.cells, number)
        if state.table.rules.bonus_name is not None:
            buildings = state.settlements(number) | state.cities(number)
            parts[state.table.rules.bonus_name] = state.table.rules.bonus(state.extra, buildings)
        scores.append(Score(seat, sum(parts.values()), parts))
    return tuple(scores)


def count_parts(table: Table, cells: Cells, seat: SeatNumber) -> dict[str, int]:
    """The points of a seat by where they come from, but for the rule set's bonus."""
    edition = table.edition
    return {
        "settlements": cells[at.SETTLEMENTS + seat].bit_count() * edition.settlement_points,
        "cities": cells[at.CITIES + seat].bit_count() * edition.city_points,
        "longest-road": edition.longest_points if cells[at.LONGEST] == seat else 0,
        "largest-army": edition.largest_points if cells[at.LARGEST] == seat else 0,
        "victory-points": count_kind(cells[at.CARDS + seat], VICTORY_POINT) * edition.card_points,
    }
