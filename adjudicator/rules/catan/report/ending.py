"""How a game ended: podium, race and turning points, records, luck, and every hand laid open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.table import SeatNumber
from adjudicator.kit.charts.ending import Ending, EndingStory, draw_ending
from adjudicator.kit.charts.moments import Moment, Turning, find_moments
from adjudicator.kit.charts.paper import Course as Race
from adjudicator.kit.words import count_of, join_words
from adjudicator.rules.catan.awards import score_seats
from adjudicator.rules.catan.cards import DEVELOPMENTS, KNIGHT, count_kind, name_cards
from adjudicator.rules.catan.course import Course
from adjudicator.rules.catan.views.known import Known, KnownSeat, as_state

SOURCES = {
    "settlements": "settlements",
    "cities": "cities",
    "longest-road": "road",
    "largest-army": "army",
    "victory-points": "cards",
}
"""The parts of a score in a word each."""


def tell_ending(known: Known, course: Course, points: Sequence[Race]) -> Ending:
    """The end of a game, at which everybody may know everything. ``points`` are those after every table turn."""
    scores = [
        score._replace(parts={SOURCES.get(part, part): worth for part, worth in score.parts.items()})
        for score in score_seats(as_state(known))
    ]
    turns = len(points[0].values) - 1
    moments = find_moments(points, turns)
    hidden = {score.seat: score.parts["cards"] for score in scores if score.parts["cards"]}
    turned_over = join_words([f"{seat} {worth}" for seat, worth in hidden.items()])
    story = EndingStory(
        moments=[_tell_moment(known, course, points, moment) for moment in moments],
        closing=f"Points in hidden cards, turned over at the end: {turned_over}." if hidden else "",
        records=list(_tell_records(known, course)),
        boards=(),
    )
    races = [Race(race.seat, [*race.values, score.points]) for race, score in zip(points, scores, strict=True)]
    return draw_ending(scores, [known.table.seats[known.mover]], races, moments, story)


def _tell_moment(known: Known, course: Course, points: Sequence[Race], moment: Moment) -> str:
    """What happened in a table turn: the points it brought, and an award that changed hands."""
    seat, turn = known.table.numbers[moment.seat], moment.step
    name, now = points[seat].seat, points[seat].values[turn]
    what = f"makes the longest leap, to {now}" if moment.what is Turning.LEAP else f"takes the lead with {now}"
    gained = f" ({moment.gained} new)" if moment.gained > 0 else " (others fell back)"
    awards = [
        award
        for award, held in (("the longest road", course.longest), ("the largest army", course.largest))
        if held[turn] == seat != held[turn - 1]
    ]
    came = f", and {join_words(awards)}" if awards else ""
    return f"Table turn {turn}: {name} {what} points{gained}{came}."


def _tell_records(known: Known, course: Course) -> Iterator[str]:
    """Road and army, the luck of the dice, the robber, and all hands."""
    names = known.table.seats
    longest = max(seat.road_length for seat in known.seats)
    roads = [seat.name for seat in known.seats if seat.road_length == longest]
    yield f"Longest road: {join_words(roads)}, {count_of(longest, 'road')}."
    most = max(count_kind(seat.played, KNIGHT) for seat in known.seats)
    if most:
        armies = [seat.name for seat in known.seats if count_kind(seat.played, KNIGHT) == most]
        yield f"Largest army: {join_words(armies)}, {count_of(most, 'knight')}."
    for held, award in ((course.longest, "longest road"), (course.largest, "largest army")):
        changes = [f"{names[seat]} (table turn {turn})" for turn, seat in _list_changes(held)]
        if len(changes) > 1:
            yield f"The {award} changed hands: {join_words(changes)}."
    yield f"Luck of the dice, in cards more or less than were due: {'; '.join(_tell_luck(names, course))}."
    for seat in known.seats:
        yield f"Left in {seat.name}'s hand: {_tell_hand(seat)}."


def _list_changes(held: Sequence[SeatNumber | None]) -> Iterator[tuple[int, SeatNumber]]:
    before = None
    for turn, seat in enumerate(held):
        if seat is not None and seat != before:
            yield turn, seat
        before = seat


def _tell_luck(names: Sequence[str], course: Course) -> Iterator[str]:
    for name, seat in zip(names, course.seats, strict=True):
        luck = round(seat.produced + seat.missed - seat.expected)
        kept = f" (the robber kept {seat.missed})" if seat.missed else ""
        yield f"{name} {f'{luck:+}' if luck else 'just as many'}{kept}"


def _tell_hand(seat: KnownSeat) -> str:
    assert seat.hand is not None
    assert seat.unplayed is not None
    resources = [f"{count} {card}" for card, count in name_cards(seat.hand).items()]
    developments = name_cards(seat.unplayed, DEVELOPMENTS).items()
    told = [count_of(count, f"{card.replace('-', ' ')} card") for card, count in developments]
    return join_words([*resources, *told]) or "nothing"
