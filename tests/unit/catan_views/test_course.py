"""The course of a game, added up as it is played. Oracle: the events, and everybody's buildings before every roll."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest

from adjudicator.core.table import Event, Onlooker, Setting
from adjudicator.kit.charts import Series
from adjudicator.kit.words import count_of
from adjudicator.ledger.keys import SecretChance
from adjudicator.registry import AnyGame
from adjudicator.rules.catan import GAME as CATAN
from adjudicator.rules.catan.actions import MAX_SEATS
from adjudicator.rules.catan.cards import COUNT, KNIGHT, VICTORY_POINT, count_kind
from adjudicator.rules.catan.course import ALL_WAYS, WAYS, read_course, read_raised
from adjudicator.rules.catan.dealing import TOTALS
from adjudicator.rules.catan.report.charts import draw_strip, tell_ending
from adjudicator.rules.catan.state import AHEAD, COURSE, GAINS, TURN, State
from adjudicator.rules.catan.topology import PATH_NAMES
from adjudicator.rules.catan.views.known import View, as_state
from adjudicator.rules.catan_caravans import GAME as CARAVANS
from adjudicator.rules.catan_caravans.routes import ROUTE_NAMES
from adjudicator.rules.catan_caravans.state import caravans_of


class Step(NamedTuple):
    """A position, what led to it, and the position after."""

    before: State
    events: tuple[Event, ...]
    after: State


def play(game: AnyGame, seats: int, number: int) -> Iterator[Step]:
    chance = SecretChance(f"course-{number}", bytes(32))
    names = ("amira", "bilal", "carla", "dario")[:seats]
    state, _ = game.kernel.setup(Setting(next(iter(game.editions)), {}, names), chance)
    played = 0
    while decisions := game.kernel.decisions(state):
        legal = game.kernel.legal(state, decisions[0].seat)
        played += 1
        after, events = game.kernel.apply(state, decisions[0].seat, legal[played * 7919 % len(legal)], chance)
        yield Step(state, events, after)
        state = after


def count_cards(event: Event, fact: str) -> int:
    cards = event.facts[fact]
    assert isinstance(cards, dict)
    return sum(int(str(count)) for count in cards.values())


def add_up(tally: Counter[tuple[str, object]], event: Event) -> None:
    """What the event says about hands."""
    facts = event.facts
    match event.kind:
        case "produced":
            for seat, cards in facts["cards"].items():  # type: ignore[union-attr]  # a mapping
                tally["produced", seat] += sum(cards.values())
        case "discarded":
            tally["discarded", facts["seat"]] += count_cards(event, "cards")
        case "card-stolen":
            tally["took", facts["seat"]] += 1
            tally["lost", facts["victim"]] += 1
        case "card-played" if "given" in facts:
            tally["took", facts["seat"]] += count_cards(event, "given")
            for seat, count in facts["given"].items():  # type: ignore[union-attr]  # a mapping
                tally["lost", seat] += count


GAMES = [(CATAN, 3, 1), (CATAN, 4, 2), (CARAVANS, 3, 3), (CARAVANS, 4, 4)]


@pytest.mark.parametrize(("game", "seats", "number"), GAMES)
def test_hands_are_counted_as_the_events_tell_them(game: AnyGame, seats: int, number: int) -> None:
    tally: Counter[tuple[str, object]] = Counter()
    for step in play(game, seats, number):
        for event in step.events:
            add_up(tally, event)
        course = read_course(step.after.table, step.after.cells)
        for name, seat in zip(step.after.table.seats, course.seats, strict=True):
            assert (seat.produced, seat.discarded, seat.took, seat.lost) == tuple(
                tally[what, name] for what in ("produced", "discarded", "took", "lost")
            )
        assert sum(course.produced) == sum(seat.produced for seat in course.seats)
    assert {what for what, _ in tally} == {"produced", "discarded", "took", "lost"}


@pytest.mark.parametrize(("game", "seats", "number"), GAMES)
def test_what_was_to_be_expected_is_added_up_roll_by_roll(game: AnyGame, seats: int, number: int) -> None:
    expected, due = [0] * seats, [0] * seats
    by_number = [0] * len(WAYS)
    for step in play(game, seats, number):
        for event in step.events:
            if event.kind == "dice-rolled":
                cells = step.before.cells if step.before.turn else step.after.cells
                for total in TOTALS:
                    for seat in range(seats):
                        gain = cells[GAINS + total * MAX_SEATS + seat] % COUNT
                        expected[seat] += gain * WAYS[total]
                        by_number[total] += gain * WAYS[total]
                        due[seat] += gain if total == event.facts["total"] else 0
        course = read_course(step.after.table, step.after.cells)
        assert [round(seat.expected * ALL_WAYS) for seat in course.seats] == expected
        assert [round(each * ALL_WAYS) for each in course.expected] == by_number
        assert [seat.produced + seat.missed for seat in course.seats] == due
    assert any(seat.missed for seat in course.seats)


@pytest.mark.parametrize(("game", "seats", "number"), GAMES)
def test_the_standing_after_every_table_turn_is_kept(game: AnyGame, seats: int, number: int) -> None:
    standings: list[list[tuple[int, int]]] = []
    for step in play(game, seats, number):
        if step.after.turn > step.before.turn:
            standings.append([public_standing(step.after, seat) for seat in step.after.table.numbers])
        course = read_course(step.after.table, step.after.cells)
        over = game.kernel.ending(step.after) is not None
        kept = [list(zip(seat.points, seat.cards, strict=True)) for seat in course.seats]
        assert len(kept[0]) == step.after.turn + over
        for turn in range(1, len(standings) - 1):
            # the next dice have fallen: hands have grown, points have not
            assert [of_seat[turn][0] for of_seat in kept] == [points for points, _ in standings[turn]]
    assert [of_seat[-1] for of_seat in kept] == [public_standing(step.after, seat) for seat in step.after.table.numbers]
    assert course.longest[-1] == step.after.longest
    assert course.largest[-1] == step.after.largest


def public_standing(state: State, seat: int) -> tuple[int, int]:
    number = state.table.numbers[seat]
    hidden = count_kind(state.developments(number), VICTORY_POINT) * state.table.edition.card_points
    return state.points(number) - hidden, state.hand(number) % COUNT


@pytest.mark.parametrize(("game", "seats", "number"), GAMES)
def test_it_is_kept_in_which_table_turn_each_piece_came_to_the_board(game: AnyGame, seats: int, number: int) -> None:
    raised: dict[str, dict[object, int]] = {"roads": {}, "settlements": {}, "cities": {}}
    built = {"road-built": ("roads", "path"), "settlement-built": ("settlements", "intersection")}
    built["city-built"] = "cities", "intersection"
    for step in play(game, seats, number):
        for event in step.events:
            if event.kind in built:
                kind, fact = built[event.kind]
                raised[kind][event.facts[fact]] = step.before.cells[TURN]
        last = step.after
    for kind, turns in raised.items():
        assert {
            PATH_NAMES[place] if kind == "roads" else place: turn
            for place, turn in read_raised(last.cells, kind).items()
        } == turns


def test_small_boards_show_every_piece_once_in_the_course_of_a_game() -> None:
    *_, step = play(CARAVANS, 4, 4)
    known = CARAVANS.views.see(step.after, {}, Onlooker.PUBLIC)
    boards = draw_strip(known, step.after.cells)
    assert [board.words for board in boards][-1] == "at the end"
    drawn = "".join(board.picture for board in boards)
    roads = sum(seat.roads.bit_count() for seat in known.seats)
    houses = sum(seat.settlements.bit_count() + 2 * seat.cities.bit_count() for seat in known.seats)
    assert (drawn.count("M") - drawn.count("h0"), drawn.count("h0")) == (roads, houses)


@pytest.mark.parametrize(("game", "seats", "number"), GAMES)
def test_the_course_comes_back_from_a_dump(game: AnyGame, seats: int, number: int) -> None:
    for place, step in enumerate(play(game, seats, number)):
        if place % 40 == 0 or game.kernel.ending(step.after):
            saved = json.loads(json.dumps(game.kernel.dump(step.after)))
            assert game.kernel.load(saved).cells[COURSE:AHEAD] == step.after.cells[COURSE:AHEAD]


@pytest.mark.parametrize(("game", "seats", "number"), GAMES)
def test_a_finished_game_opens_every_hand_and_a_running_one_none(game: AnyGame, seats: int, number: int) -> None:
    steps = list(play(game, seats, number))
    for step in (*steps[:: len(steps) // 9], steps[-1]):
        known = game.views.see(step.after, {}, "amira")
        parts = game.exhibit.parts(known, "amira", ())
        over = game.kernel.ending(step.after) is not None
        assert (parts["ending"] is not None) == over
        hands = [line for line in getattr(parts["ending"], "records", ()) if line.startswith("Left in ")]
        assert len(hands) == (seats if over else 0)
        if over:
            assert [list(parts[name]) for name in ("trades", "vote", "hand")] == [[], [], []]


def tell_records(known: View, points: Sequence[Sequence[int]] | None = None, awards: str = "") -> Sequence[str]:
    """What stands on record of a game that ended in ``known``, with other ``points`` after every table turn.

    ``awards`` has the number of the seat that held the longest road after each of them, or a dash.
    """
    course = read_course(known.table, as_state(known).cells)
    courses = points or [seat.points for seat in course.seats]
    held = [None if seat == "-" else known.table.numbers[int(seat)] for seat in awards] or course.longest
    race = [Series(name, values) for name, values in zip(known.table.seats, courses, strict=True)]
    return tell_ending(known, course._replace(longest=held), race).records


@pytest.mark.parametrize(("game", "seats", "number"), GAMES)
def test_an_award_that_nobody_has_is_nobodys_on_record(game: AnyGame, seats: int, number: int) -> None:
    known = game.views.see(list(play(game, seats, number))[-1].after, {}, Onlooker.PUBLIC)
    armies = [count_kind(seat.played, KNIGHT) for seat in known.seats]
    lengths = [seat.road_length for seat in known.seats]
    for holder in known.table.numbers:
        records = tell_records(known._replace(longest=holder, largest=holder))
        assert f"Longest road: {known.seats[holder].name}, length {lengths[holder]}." in records
        assert f"Largest army: {known.seats[holder].name}, {count_of(armies[holder], 'knight')}." in records
    road, army, *_ = tell_records(known._replace(longest=None, largest=None))
    assert road.startswith("Longest road: nobody; ")
    assert road.endswith(f" came closest (length {max(lengths)}).")
    assert {seat.name for seat in known.seats if seat.name in road} == {
        seat.name for seat, length in zip(known.seats, lengths, strict=True) if length == max(lengths)
    }
    assert army.startswith("Largest army: nobody")
    unarmed = known._replace(largest=None, seats=tuple(seat._replace(played=0) for seat in known.seats))
    assert "Largest army: nobody." in tell_records(unarmed)


def test_the_biggest_swing_is_the_table_turn_that_moved_most_from_one_seat_to_another() -> None:
    known = CATAN.views.see(list(play(CATAN, 3, 1))[-1].after, {}, Onlooker.PUBLIC)
    loser, winner, _ = known.table.seats
    words = f"Biggest swing: table turn 2, {winner} gained 3 points and {loser} lost 2, with the longest road."
    for points, told in (
        ([[2, 4, 2, 4], [2, 2, 5, 3], [2, 2, 2, 2]], [words]),
        ([[2, 4, 4, 9], [2, 2, 5, 5], [2, 2, 2, 2]], []),
    ):
        assert [line for line in tell_records(known, points, "-011") if "swing" in line] == told


@pytest.mark.parametrize(
    ("produced", "missed", "expected", "told"),
    [(29, 0, 31.5, "-3"), (30, 0, 30.5, "0"), (31, 1, 30.5, "+2 (the robber blocked 1)"), (29, 0, 31.4, "-2")],
)
def test_the_luck_of_the_dice_is_what_the_table_shows(produced: int, missed: int, expected: float, told: str) -> None:
    known = CATAN.views.see(list(play(CATAN, 3, 1))[-1].after, {}, Onlooker.PUBLIC)
    course = read_course(known.table, as_state(known).cells)
    first = course.seats[0]._replace(produced=produced, missed=missed, expected=expected)
    course = course._replace(seats=[first, *course.seats[1:]])
    race = [Series(name, seat.points) for name, seat in zip(known.table.seats, course.seats, strict=True)]
    (line,) = [said for said in tell_ending(known, course, race).records if said.startswith("Luck of the dice")]
    assert f": {known.table.seats[0]} {told};" in line


@pytest.mark.parametrize("number", range(3, 7))
def test_the_longest_caravan_is_on_record(number: int) -> None:
    state = list(play(CARAVANS, 3, number))[-1].after
    ending = CARAVANS.exhibit.parts(CARAVANS.views.see(state, {}, Onlooker.PUBLIC), Onlooker.PUBLIC, ())["ending"]
    routes = caravans_of(state.extra).routes
    of_carrier = Counter(routes.carriers[camel.route] for camel in routes.laid)
    (told,) = (line for line in getattr(ending, "records", ()) if line.startswith("Longest caravan: "))
    shared = list(of_carrier.values()).count(max(of_carrier.values())) > 1
    assert told.endswith(f", {count_of(max(of_carrier.values()), 'camel')}{' each' if shared else ''}.")
    assert all(
        ROUTE_NAMES[carrier] in told for carrier, count in of_carrier.items() if count == max(of_carrier.values())
    )
