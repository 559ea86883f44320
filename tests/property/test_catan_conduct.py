"""What must hold in every game of Catan: conservation, replay, round trips, refusals, one result on every machine."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from oracle.catan_positions import KERNEL, SEATS
from oracle.dice import Dice

from adjudicator.chance import SecretChance
from adjudicator.core.event import Event, event_from_json
from adjudicator.core.table import IllegalActionError, Setting
from adjudicator.rules.catan.actions import CLOSED, Action, Discard, Trade
from adjudicator.rules.catan.cards import ONE, count_kind, is_bundle, unpack
from adjudicator.rules.catan.state import State

GAMES = 6
MOST_TURNS = 2000
Step = tuple[State, str, Action, tuple[Event, ...]]


def play_game(number: int, seats: int) -> tuple[list[Step], State]:
    """A random game: every position with what was done there, and the last position."""
    chance, dice = SecretChance(f"conduct-{number}", bytes(32)), Dice("conduct", seats, number)
    state, _ = KERNEL.setup(Setting("base", {}, SEATS[:seats]), chance)
    steps: list[Step] = []
    while decisions := KERNEL.decisions(state):
        seat = dice.pick(decisions).seat
        action = dice.pick(KERNEL.legal(state, seat))
        after, events = KERNEL.apply(state, seat, action, chance)
        steps.append((state, seat, action, events))
        state = after
        assert state.turn < MOST_TURNS
    return steps, state


@pytest.fixture(scope="module", params=[3, 4])
def games(request: pytest.FixtureRequest) -> list[tuple[list[Step], State]]:
    return [play_game(number, request.param) for number in range(GAMES)]


def count_cards(state: State, kind: int) -> int:
    seats = range(len(state.table.seats))
    return count_kind(state.bank, kind) + sum(count_kind(state.hand(seat), kind) for seat in seats)


def test_no_card_and_no_piece_is_made_or_lost(games: list[tuple[list[Step], State]]) -> None:
    for steps, last in games:
        for state in (*(step[0] for step in steps), last):
            seats = range(len(state.table.seats))
            bundles = [state.bank, state.deck, *(state.hand(seat) for seat in seats)]
            bundles += [cards for seat in seats for cards in (state.developments(seat), state.played(seat))]
            assert all(is_bundle(bundle) for bundle in bundles)
            assert [count_cards(state, kind) for kind in range(5)] == [19] * 5
            drawn = [unpack(state.developments(seat) + state.played(seat)) for seat in seats]
            assert [sum(kinds) for kinds in zip(unpack(state.deck), *drawn, strict=True)] == [14, 5, 2, 2, 2]
            for seat in seats:
                assert state.roads(seat).bit_count() <= 15
                assert state.settlements(seat).bit_count() <= 5
                assert state.cities(seat).bit_count() <= 4
            for pieces in ([state.roads(seat) for seat in seats], buildings(state)):
                assert sum(mask.bit_count() for mask in pieces) == sum(pieces).bit_count()


def buildings(state: State) -> list[int]:
    seats = range(len(state.table.seats))
    return [mask for seat in seats for mask in (state.settlements(seat), state.cities(seat))]


def test_what_is_built_step_by_step_is_what_follows_from_the_position(games: list[tuple[list[Step], State]]) -> None:
    for steps, last in games:
        for state in (*(step[0] for step in steps), last):
            assert KERNEL.load(json.loads(json.dumps(KERNEL.dump(state)))) == state


def test_every_game_ends_with_a_winner_on_turn(games: list[tuple[list[Step], State]]) -> None:
    for steps, last in games:
        assert KERNEL.ending(last) == "victory"
        points = {score.seat: score.points for score in KERNEL.scores(last)}
        over = steps[-1][3][-1]
        winner = last.table.seats[last.mover]
        assert over.kind == "game-over"
        assert over.facts == {"reason": "victory", "winners": [winner], "points": points[winner]}
        assert points[winner] >= 10
        for state, *_ in steps:
            assert KERNEL.mover(state) is not None
            ahead = [seat for seat in range(len(state.table.seats)) if state.points(seat) >= 10]
            assert state.mover not in ahead or KERNEL.decisions(state)[0].kind == "robber"


def test_a_replay_of_the_actions_gives_the_same_states(games: list[tuple[list[Step], State]]) -> None:
    for number, (steps, last) in enumerate(games):
        chance = SecretChance(f"conduct-{number}", bytes(32))
        state, _ = KERNEL.setup(Setting("base", {}, tuple(sorted(last.table.seats))), chance)
        for recorded, seat, action, told in steps:
            assert state == recorded
            state, events = KERNEL.apply(state, seat, action, chance)
            assert events == told
        assert state == last
        drawn = [(draw.epoch, draw.label, draw.hidden) for draw in chance.draws]
        assert len(set(drawn)) == len(drawn)
        assert all(draw.hidden == (draw.label[0] in {"steal", "dev-card"}) for draw in chance.draws)


def test_events_are_plain_data(games: list[tuple[list[Step], State]]) -> None:
    for steps, _ in games:
        for *_, events in steps:
            for event in events:
                assert event_from_json(json.loads(json.dumps(event.to_json()))) == event


def test_points_follow_from_the_events(games: list[tuple[list[Step], State]]) -> None:
    for steps, last in games:
        earned = Counter[str]()
        for *_, events in steps:
            for event in events:
                earned.update(points_of(event))
        assert {score.seat: score.points for score in KERNEL.scores(last)} == {
            seat: earned[seat] for seat in last.table.seats
        }


def points_of(event: Event) -> Counter[str]:
    facts = event.facts
    if event.kind in {"longest-road", "largest-army"}:
        return Counter({str(facts["seat"]): 2, str(facts["from"]): -2})
    if event.kind in {"settlement-built", "city-built"} or facts.get("card") == "victory-point":
        return Counter({str(facts["seat"]): 1})
    return Counter()


@pytest.mark.parametrize("seats", [3, 4])
def test_exactly_what_is_legal_is_accepted(seats: int) -> None:
    steps, _ = play_game(99, seats)
    chance = SecretChance("any", bytes(32))
    for state, seat, action, _ in steps[::9]:
        listed = KERNEL.legal(state, seat)
        every = (*CLOSED, *listed, Discard(ONE[0]), Discard(0), Discard(-1), Trade(0, 0, 0))
        for tried in every:
            legal = tried in listed
            assert KERNEL.is_legal(state, seat, tried) == legal
            if not legal:
                with pytest.raises(IllegalActionError):
                    KERNEL.apply(state, seat, tried, chance)
        deciding = {decision.seat for decision in KERNEL.decisions(state)}
        for other in set(state.table.seats) - deciding:
            assert len(KERNEL.legal(state, other)) > 0
            with pytest.raises(IllegalActionError):
                KERNEL.apply(state, other, action, chance)


def digest_games() -> str:
    """A digest of what happens in two random games."""
    played = [play_game(number, seats) for number, seats in ((7, 3), (8, 4))]
    told = [[event.to_json() for *_, events in steps for event in events] for steps, _ in played]
    return hashlib.sha256(json.dumps([told, [KERNEL.dump(last) for _, last in played]]).encode()).hexdigest()


def test_hash_order_changes_nothing() -> None:
    here = str(Path(__file__).resolve())
    program = (
        "import importlib.util, sys; sys.path.insert(0, sys.argv[2]);"
        "spec = importlib.util.spec_from_file_location('conduct', sys.argv[1]);"
        "module = importlib.util.module_from_spec(spec); spec.loader.exec_module(module); print(module.digest_games())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program, here, str(Path(here).parent.parent)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("0", "1", "4242")
    }
    assert digests == {digest_games()}
