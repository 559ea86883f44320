"""Points, and where they come from."""

from __future__ import annotations

from adjudicator.core.table import Score
from adjudicator.rules.catan.cards import VICTORY_POINT, count_kind
from adjudicator.rules.catan.state import State


def score_seats(state: State) -> tuple[Score, ...]:
    """Everybody's points so far, hidden victory points included."""
    edition, rules = state.table.edition, state.table.rules
    scores: list[Score] = []
    for number, seat in enumerate(state.table.seats):
        settlements, cities = state.settlements(number), state.cities(number)
        parts = {
            "settlements": settlements.bit_count() * edition.settlement_points,
            "cities": cities.bit_count() * edition.city_points,
            "longest-road": edition.longest_points if state.longest == number else 0,
            "largest-army": edition.largest_points if state.largest == number else 0,
            "victory-points": count_kind(state.developments(number), VICTORY_POINT) * edition.card_points,
        }
        if rules.bonus_name is not None:
            parts[rules.bonus_name] = rules.bonus(state.extra, settlements | cities)
        scores.append(Score(seat, sum(parts.values()), parts))
    return tuple(scores)
