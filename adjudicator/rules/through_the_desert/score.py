"""Points: largest caravans, and everything added up (2005 "Game End and Final Scoring"; rulings F1 to F5)."""

from __future__ import annotations

from adjudicator.core.event import Event
from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import Score
from adjudicator.rules.through_the_desert.state import COLOURS, State, Taken


def find_largest(state: State) -> tuple[tuple[int, ...], ...]:
    """For each colour the seats that hold its largest caravan as the board stands; the leader counts (ruling F2)."""
    largest: list[tuple[int, ...]] = []
    for colour in range(COLOURS):
        sizes = [mask.bit_count() for mask in state.camels[colour::COLOURS]]
        most = max(sizes)
        largest.append(tuple(seat for seat, size in enumerate(sizes) if size == most and most))
    return tuple(largest)


def largest_points(state: State, largest: tuple[tuple[int, ...], ...]) -> list[int]:
    """Each seat's points for ``largest`` caravans: the full award alone, the lesser one to each who ties (F3, F4)."""
    edition = state.table.edition
    points = [0] * len(state.table.seats)
    for holders in largest:
        award = edition.largest_points if len(holders) == 1 else edition.tied_points
        for seat in holders:
            points[seat] += award
    return points


def count_points(taken: Taken) -> int:
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


def score_ending(state: State) -> tuple[Event, ...]:
    """The events of the end: one for each holder of a largest caravan, then the game's end with its winners."""
    table = state.table
    events: list[Event] = []
    for colour, holders in enumerate(state.largest):
        award = table.edition.largest_points if len(holders) == 1 else table.edition.tied_points
        for seat in holders:
            size = state.camels[seat * COLOURS + colour].bit_count()
            facts: dict[str, JsonValue] = {
                "seat": table.seats[seat],
                "colour": table.colours[colour],
                "size": size,
                "points": award,
            }
            events.append(Event("largest-caravan", facts))
    assert state.ending is not None
    scores = score_seats(state)
    best = max(score.points for score in scores)
    winners = [score.seat for score in scores if score.points == best]
    return (*events, Event("game-over", {"reason": state.ending.value, "winners": winners, "points": best}))
