"""Whole games from the set-up on: the kernel and the oracle agree on everything after every action."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from oracle.desert import COLOURS, LEADERS, SUPPLY, Oracle
from oracle.desert import OPTIONS as AGREED
from oracle.dice import Dice
from oracle.maps import FULL_BOARD, SMALL_BOARD
from oracle.match import KERNEL, NOTHING_DRAWN, Match, begin
from oracle.policies import Policy, fence, race, wander

from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.through_the_desert.editions import EDITIONS, OPTIONS
from adjudicator.rules.through_the_desert.legal import ActionKind

POLICIES: dict[str, Policy] = {"wander": wander, "fence": fence, "race": race}
FIVE_SEAT_OPTIONS = [
    {"returned-leaders": returned, "first-leader": first}
    for returned in ("random", "choice")
    for first in ("waive", "bind")
]


def play_game(match: Match, policy: Policy, dice: Dice) -> Match:
    """``match``, played to its end."""
    while match.oracle.on_move is not None:
        check_conservation(match.oracle, len(match.history))
        match.play(policy(match.oracle, dice))
    check_conservation(match.oracle, len(match.history))
    return match


def check_conservation(oracle: Oracle, actions: int) -> None:
    """No camel and no token is made or lost."""
    for colour in oracle.colours:
        led = sum(owner == colour for _, owner in oracle.leaders)
        standing = sum(len(oracle.camels[seat, colour]) for seat in oracle.seats)
        assert standing - led + oracle.supply[colour] == SUPPLY[len(oracle.seats)]
    standing = sum(len(camels) for camels in oracle.camels.values())
    chosen = len(oracle.returned) if oracle.option("returned-leaders") == "choice" else 0
    assert standing + chosen == actions
    tokens = len(oracle.water) + sum(len(taken) for taken in oracle.taken.values())
    assert tokens == len(oracle.board.pools) + len(oracle.board.palms) - len(oracle.oases)


def table(seats: int, edition: str, options: dict[str, str], seed: str) -> Match:
    """A match at its beginning."""
    board = SMALL_BOARD if seats < 4 else FULL_BOARD
    return begin(seats, edition, options, SecretChance(seed, bytes(32)), board)


@pytest.fixture(scope="module", params=list(POLICIES))
def finished(request: pytest.FixtureRequest) -> list[Match]:
    """A game for every number of seats, played in one way."""
    policy = POLICIES[request.param]
    return [
        play_game(table(seats, "2005", {}, f"{request.param}-{seats}"), policy, Dice(request.param, seats))
        for seats in (2, 3, 4, 5)
    ]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_edition_is_played_by_the_rules(seats: int, edition: str) -> None:
    match = table(seats, edition, {}, f"{edition}-{seats}")

    play_game(match, wander, Dice(edition, seats))

    assert match.oracle.ending is not None
    assert set(match.oracle.supply) == set(COLOURS[edition])


@pytest.mark.slow
@pytest.mark.parametrize("options", FIVE_SEAT_OPTIONS, ids=lambda options: "-".join(options.values()))
def test_five_seats_return_and_open_by_every_option(options: dict[str, str]) -> None:
    waived = 0
    for number in range(12):
        match = table(5, "2005", options, f"five-{number}")
        while match.oracle.phase in {"returns", "leaders"}:
            match.play(wander(match.oracle, Dice("five", number, len(match.history))))
        openings = [facts["colour"] for kind, facts in match.events if kind == "leader-placed"][:5]
        waived += len(set(openings)) < 5
        assert sorted(match.oracle.returned.values()) == sorted(match.oracle.colours)
        if options["first-leader"] == "bind":
            assert openings[0] == match.oracle.returned[match.oracle.seats[-1]]

    assert bool(waived) == (options["first-leader"] == "waive")


def test_hiding_taken_water_changes_nothing_in_the_rules() -> None:
    shown = play_game(table(3, "2005", {"taken-water": "shown"}, "hidden"), wander, Dice("hidden"))
    hidden = play_game(table(3, "2005", {"taken-water": "hidden"}, "hidden"), wander, Dice("hidden"))

    assert shown.events == hidden.events


def test_both_sides_know_the_same_options_and_defaults() -> None:
    assert {option.name: option.default for option in OPTIONS} == AGREED


def test_points_add_up_from_the_events(finished: list[Match]) -> None:
    for match in finished:
        earned = Counter[str]()
        for kind, facts in match.events:
            if kind in {"water-claimed", "oasis-linked", "area-enclosed", "largest-caravan"}:
                earned[facts["seat"]] += facts["points"]

        assert {score.seat: score.points for score in KERNEL.scores(match.state)} == {
            seat: earned[seat] for seat in match.oracle.seats
        }


def test_turns_are_of_one_camel_at_first_and_of_two_from_then_on(finished: list[Match]) -> None:
    for match in finished:
        camels = [seat for _, seat, action in match.history if action.kind is ActionKind.CAMEL]
        seats = match.oracle.seats
        singles = 1 if len(seats) == 2 else 2
        turns = [seats[:singles], *[(seat, seat) for seat in (seats[singles:] + seats * len(camels))]]
        expected = [seat for turn in turns for seat in turn]

        assert camels == expected[: len(camels)]


def test_leaders_are_placed_clockwise_and_nothing_is_enclosed_by_them(finished: list[Match]) -> None:
    for match in finished:
        seats, count = match.oracle.seats, LEADERS[len(match.oracle.seats)]
        placed = match.events[: len(seats) * count]

        assert [kind for kind, _ in placed] == ["leader-placed"] * len(placed)
        assert [facts["seat"] for _, facts in placed] == [*seats] * count


def test_a_replay_of_the_actions_gives_the_same_states(finished: list[Match]) -> None:
    for match in finished:
        state = match.first
        for recorded, seat, action in match.history:
            assert state == recorded
            state, _ = KERNEL.apply(state, seat, action, NOTHING_DRAWN)

        assert state == match.state


def test_a_game_goes_on_from_its_dump_as_if_nothing_had_happened(finished: list[Match]) -> None:
    for match in finished:
        state = match.first
        for _, seat, action in match.history:
            state, _ = KERNEL.apply(KERNEL.load(KERNEL.dump(state)), seat, action, NOTHING_DRAWN)

        assert state == match.state


def test_playing_on_leaves_earlier_states_as_they_were(finished: list[Match]) -> None:
    for match in finished:
        dumps = [KERNEL.dump(state) for state, _, _ in match.history]

        assert all(before != after for before, after in pairwise(dumps))
        assert dumps[0] == KERNEL.dump(match.first)


def test_the_list_of_legal_actions_is_a_sequence(finished: list[Match]) -> None:
    for match in finished:
        for state, seat, taken in match.history[::7]:
            legal = KERNEL.legal(state, seat)
            listed = list(legal)

            assert len(legal) == len(listed)
            assert [legal[number] for number in range(len(legal))] == listed
            assert [legal[number - len(legal)] for number in range(len(legal))] == listed
            assert list(legal[2:-1]) == listed[2:-1]
            assert list(legal[::-2]) == listed[::-2]
            assert list(reversed(legal)) == listed[::-1]
            assert all(action in legal for action in listed)
            assert taken in legal
            assert legal.index(taken) == listed.index(taken)
            for beyond in (len(legal), -len(legal) - 1):
                with pytest.raises(IndexError):
                    legal[beyond]
