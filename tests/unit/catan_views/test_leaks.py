"""Two positions that differ in nothing that a reader may know are the same to him."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from unit.catan_views.random_games import Below, picker, play

from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Event, Onlooker, Reader
from adjudicator.rules.catan.cards import (
    COUNT,
    DEVELOPMENTS,
    EACH,
    KINDS,
    ONE,
    RESOURCES,
    VICTORY_POINT,
    Bundle,
    count_kind,
    unpack,
)
from adjudicator.rules.catan.report import describe_phase
from adjudicator.rules.catan.report.words import tell_events
from adjudicator.rules.catan.state import BANK, CARDS, DECK, HAND, NEW, PLAYED, POINTS, Stage, State
from adjudicator.rules.catan.views.game_views import CatanViews
from adjudicator.rules.catan.views.known import EMPTY_BOOK, View, see_state

See = Callable[[State, Reader], View]
Hear = Callable[[Event, Reader], Event | None]

VIEWS = CatanViews()
SCORED = 8
"""Scores are compared at every eighth position; the view has the points of all."""


def see(state: State, reader: Reader) -> View:
    return see_state(state, EMPTY_BOOK, reader)


def deal(pool: list[int], sizes: list[int], below: Below) -> list[Bundle]:
    left = pool.copy()
    return [sum(ONE[left.pop(below(len(left)))] for _ in range(size)) for size in sizes]


def lay_open(*bundles: Bundle) -> list[int]:
    return [kind for bundle in bundles for kind in range(KINDS) for _ in range(count_kind(bundle, kind))]


def twin_of(state: State, reader: Reader, below: Below) -> State:
    """The position with all cards dealt anew that ``reader`` cannot see: every hand keeps its size."""
    cells = list(state.cells)
    others = [seat for seat, name in enumerate(state.table.seats) if name != reader]
    hands = [cells[HAND + seat] for seat in others]
    for seat, hand in zip(others, deal(lay_open(*hands), [hand % COUNT for hand in hands], below), strict=True):
        cells[HAND + seat] = hand
    held = [cells[CARDS + seat] for seat in others]
    *cards, cells[DECK] = deal(lay_open(*held, cells[DECK]), [bundle % COUNT for bundle in (*held, cells[DECK])], below)
    for seat, bundle, before in zip(others, cards, held, strict=True):
        cells[CARDS + seat] = bundle
        more = count_kind(bundle, VICTORY_POINT) - count_kind(before, VICTORY_POINT)
        cells[POINTS + seat] += more * state.table.edition.card_points
        if seat == state.mover:
            (cells[NEW],) = deal(lay_open(bundle), [cells[NEW] % COUNT], below)
    twin = State(state.table, tuple(cells), state.extra)
    check_conservation(twin)
    return twin


def check_conservation(state: State) -> None:
    cells, edition, seats = state.cells, state.table.edition, range(len(state.table.seats))
    assert sum(cells[HAND + seat] for seat in seats) + cells[BANK] == edition.bank * EACH
    assert sum(cells[CARDS + seat] + cells[PLAYED + seat] for seat in seats) + cells[DECK] == edition.developments
    cards = unpack(state.developments(state.mover))
    assert all(new <= card for new, card in zip(unpack(state.new_developments(state.mover)), cards, strict=True))


def twin_event(event: Event, reader: Reader) -> Event:
    """The event with other secrets, if ``reader`` has no part in them."""
    if event.kind == "card-stolen" and reader not in (event.facts["seat"], event.facts["victim"]):
        other = RESOURCES[RESOURCES.index(str(event.facts["resource"])) - 1]
        return Event(event.kind, {**event.facts, "resource": other})
    if event.kind == "card-bought" and reader != event.facts["seat"]:
        other = DEVELOPMENTS[DEVELOPMENTS.index(str(event.facts["card"])) - 1]
        return Event(event.kind, {**event.facts, "card": other})
    return event


class Search:
    """Looks for leaks in ``games``; ``found`` names what differs, ``compared`` counts positions that had a twin."""

    def __init__(self, games: range, see: See = see, hear: Hear = VIEWS.hear) -> None:
        self.found: set[str] = set()
        self.compared = 0
        self.changed_events = 0
        for number in games:
            self.search(number, see, hear)

    def search(self, number: int, see: See, hear: Hear) -> None:
        below = picker(number, 2)
        for place, (events, state) in enumerate(play(number)):
            if state.stage is Stage.OVER:
                return
            seats: tuple[Reader, ...] = (*state.table.seats, Onlooker.PUBLIC)
            reader = seats[place % len(seats)]
            twin = twin_of(state, reader, below)
            known, twins = see(state, reader), see(twin, reader)
            self.compare_events(events, reader, (known, twins), hear)
            if twin.cells == state.cells:
                continue
            self.compared += 1
            self.note("view", VIEWS.to_json(known) == VIEWS.to_json(twins))
            self.note("phase", describe_phase(known) == describe_phase(twins))
            if place % SCORED == 0:
                self.note("scores", VIEWS.scores(known) == VIEWS.scores(twins))

    def compare_events(self, events: tuple[Event, ...], reader: Reader, known: tuple[View, View], hear: Hear) -> None:
        changed = tuple(twin_event(event, reader) for event in events)
        self.changed_events += changed != events
        one, other = ([heard for event in list_ if (heard := hear(event, reader))] for list_ in (events, changed))
        self.note("events", one == other)
        self.note("sentences", tell_events(known[0], one) == tell_events(known[1], other))

    def note(self, what: str, same: bool) -> None:
        if not same:
            self.found.add(what)


@pytest.mark.slow
def test_sixty_games_leak_nothing() -> None:
    search = Search(range(60))

    assert search.found == set()
    assert search.compared > 20_000
    assert search.changed_events > 500


def test_a_view_of_everything_is_caught() -> None:
    search = Search(range(2), see=lambda state, _: see(state, Onlooker.MODERATOR))
    assert search.found == {"view", "scores"}


def test_points_with_the_hidden_ones_are_caught() -> None:
    def count_all(state: State, reader: Reader) -> View:
        known = see(state, reader)
        return known._replace(
            seats=tuple(seat._replace(points=state.points(number)) for number, seat in enumerate(known.seats))
        )

    assert Search(range(4), see=count_all).found == {"view"}


def test_a_deck_face_up_is_caught() -> None:
    search = Search(range(2), see=lambda state, reader: see(state, reader)._replace(deck=state.deck))
    assert search.found == {"view"}


def test_another_seats_new_cards_are_caught() -> None:
    def show_new(state: State, reader: Reader) -> View:
        known = see(state, reader)
        seats = list(known.seats)
        seats[known.mover] = seats[known.mover]._replace(fresh=state.new_developments(known.mover))
        return known._replace(seats=tuple(seats))

    assert Search(range(4), see=show_new).found == {"view"}


def test_events_told_to_everybody_in_full_are_caught() -> None:
    assert Search(range(4), hear=lambda event, _: event).found == {"events", "sentences"}


def test_nothing_is_hidden_at_the_end() -> None:
    *_, (_, state) = play(0)
    views: list[JsonObject] = [VIEWS.to_json(see(state, reader)) for reader in ("amira", "bilal", Onlooker.PUBLIC)]
    assert views == [VIEWS.to_json(see(state, Onlooker.MODERATOR))] * 3
