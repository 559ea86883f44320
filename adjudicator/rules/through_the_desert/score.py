"""What brings points: water, enclosed areas, the largest caravans, and everything added up.

Water: rulings S2, W1, W6; the end: 2005 "Game End and Final Scoring", rulings F1 to F5. An area of a caravan is a
maximal connected set of hexes without camels that is bordered by that caravan alone; board edge, dark line and
mountains are the ends of the field (2005 "Enclosing Areas"; rulings E1 to E10). Put differently: take the caravan
away, and every part of the rest that holds no camel is enclosed by it.
"""

from collections.abc import Sequence

from adjudicator.core.chance import Chance
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.table import Event, Score, SeatNumber
from adjudicator.kit.hexes import Hex, HexGrid, list_hexes
from adjudicator.rules.through_the_desert.state import COLOURS, State, WaterTokens


def draw_token(chance: Chance, epoch: int, name: str, left: Sequence[int], *, hidden: bool = False) -> int:
    """The value of the token on the hex ``name``, drawn evenly; ``left`` counts the tokens of value 1, 2 and 3."""
    pick = chance.draw(epoch, ("water", name), sum(left), hidden=hidden)
    return 1 if pick < left[0] else 2 if pick < left[0] + left[1] else 3


def claim_water(
    state: State, taken: tuple[WaterTokens, ...], seat: SeatNumber, who: JsonObject, tokens: int, chance: Chance | None
) -> tuple[tuple[WaterTokens, ...], list[Event]]:
    """What everybody has once ``seat`` took the ``tokens`` (a mask) on top of ``taken``, and an event for each.

    A token that lies face down is drawn from what nobody has taken yet (W6); without ``chance`` it stays unseen.
    ``who`` are the facts that tell whose camel it was.
    """
    table, events, mine = state.table, list[Event](), [*taken[seat]]
    for index in list_hexes(tokens):
        name, value = table.board.grid.names[index], state.values[index]
        facts = {**who, "hex": name}
        if table.face_down:
            facts["face_down"] = True
            if chance is not None:
                others = [*taken[:seat], mine, *taken[seat + 1 :]]
                left = [there - sum(has[number] for has in others) for number, there in enumerate(table.edition.tokens)]
                value = draw_token(chance, state.moves + 1, name, left, hidden=True)
        if value:
            facts |= {"value": value, "points": value}
        mine[value - 1] += 1  # without a value the last of the four, which counts what is unseen
        events.append(Event("water-claimed", facts))
    return (*taken[:seat], WaterTokens(*mine), *taken[seat + 1 :]), events


def find_enclosed(grid: HexGrid, caravan: int, occupied: int, closed: int, index: Hex) -> list[int]:
    """The areas (masks) that the camel just placed on ``index`` closes for its ``caravan``.

    ``caravan`` and ``occupied`` include the new camel; ``closed`` are the areas closed before. Only a part next to
    the new camel can be new (ruling E4). A part is followed only until another camel is met.
    """
    others = occupied & ~caravan
    field = grid.field & ~caravan
    grow, neighbours = grid.grow, grid.neighbours
    seeds = neighbours[index] & ~occupied & ~closed
    areas: list[int] = []
    while seeds:
        part = seeds & -seeds
        grown = (part | neighbours[part.bit_length() - 1]) & field
        while not grown & others:
            if grown == part:
                areas.append(part)
                break
            part, grown = grown, grow(grown) & field
        # a part that met a camel may be known only in part: its other seeds meet the same camel again, at small cost
        seeds &= ~grown
    return areas


def find_largest(state: State) -> tuple[tuple[SeatNumber, ...], ...]:
    """For each colour the seats that hold its largest caravan as the board stands; the leader counts (ruling F2)."""
    largest: list[tuple[SeatNumber, ...]] = []
    for colour in range(COLOURS):
        sizes = [mask.bit_count() for mask in state.camels[colour::COLOURS]]
        most = max(sizes)
        largest.append(tuple(SeatNumber(seat) for seat, size in enumerate(sizes) if size == most and most))
    return tuple(largest)


def largest_points(state: State, largest: tuple[tuple[SeatNumber, ...], ...]) -> list[int]:
    """Each seat's points for ``largest`` caravans: the full award alone, the lesser one to each who ties (F3, F4)."""
    points = [0] * len(state.table.seats)
    for holders in largest:
        for seat in holders:
            points[seat] += _award(state, holders)
    return points


def _award(state: State, holders: tuple[SeatNumber, ...]) -> int:
    edition = state.table.edition
    return edition.largest_points if len(holders) == 1 else edition.tied_points


def count_points(taken: WaterTokens) -> int:
    """What the tokens taken are worth, as far as their values are known."""
    return taken.ones + 2 * taken.twos + 3 * taken.threes


def score_seats(state: State) -> tuple[Score, ...]:
    """Everybody's points so far.

    Area points are counted from the moment of closing, although they are paid at the end: nothing can change them.
    Largest caravans are counted at the end only. Water a reader may not know counts 0. On a board with a river, those
    points are a part of their own.
    """
    edition = state.table.edition
    caravans = largest_points(state, state.largest)
    scores: list[Score] = []
    for number, seat in enumerate(state.table.seats):
        linked = state.linked[number * COLOURS : (number + 1) * COLOURS]
        parts = {
            "water": count_points(state.taken[number]),
            "oases": sum(mask.bit_count() for mask in linked) * edition.oasis_points,
        }
        if state.table.board.river:
            crossed = state.crossed >> number * COLOURS & (1 << COLOURS) - 1
            parts["river"] = crossed.bit_count() * edition.river_points
        parts["areas"] = sum(area.points for area in state.areas if area.seat == number)
        parts["caravans"] = caravans[number]
        scores.append(Score(seat, sum(parts.values()), parts, complete=not state.taken[number].unseen))
    return tuple(scores)


def find_winners(scores: Sequence[Score]) -> tuple[list[str], int]:
    """The seats with the most points, which share the victory (ruling F5), and these points."""
    most = max(score.points for score in scores)
    return [score.seat for score in scores if score.points == most], most


def score_ending(state: State) -> tuple[Event, ...]:
    """The events of the end: one for each holder of a largest caravan, then the game's end with its winners."""
    table = state.table
    events: list[Event] = []
    for colour, holders in enumerate(state.largest):
        for seat in holders:
            who: dict[str, JsonValue] = {"seat": table.seats[seat], "colour": table.colours[colour]}
            size = state.camels[seat * COLOURS + colour].bit_count()
            events.append(Event("largest-caravan", {**who, "size": size, "points": _award(state, holders)}))
    assert state.ending is not None
    winners, points = find_winners(score_seats(state))
    return (*events, Event("game-over", {"reason": state.ending.value, "winners": winners, "points": points}))
