"""What must hold in every game with caravans: conservation, replay, refusals, secrecy, one result on every machine."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest
from oracle.catan_positions import SEATS
from oracle.dice import Dice

from adjudicator.chance import SecretChance
from adjudicator.core.event import Event, event_from_json
from adjudicator.core.table import IllegalActionError, Setting
from adjudicator.rules.catan.actions import CLOSED, Action, Discard
from adjudicator.rules.catan.cards import ONE, is_bundle, pack, unpack
from adjudicator.rules.catan.state import Stage, State
from adjudicator.rules.catan.topology import PATHS
from adjudicator.rules.catan_caravans.actions import Agree, LayOut, PlaceCamel, Prefer
from adjudicator.rules.catan_caravans.kernel import KERNEL
from adjudicator.rules.catan_caravans.routes import ROUTES, Position
from adjudicator.rules.catan_caravans.saved import see_extra
from adjudicator.rules.catan_caravans.state import caravans_of

GAMES = 4
MOST_TURNS = 2000
Step = tuple[State, str, Action, tuple[Event, ...]]
BIDS = [LayOut(pack((0, 0, wool, grain, 0))) for wool in range(4) for grain in range(4)]
ANYWHERE = [Position(route, path) for route in range(ROUTES) for path in range(PATHS)]
NO_BIDS = [LayOut(-1), LayOut(ONE[0]), LayOut(ONE[4]), LayOut(1 << 40)]


def play_game(number: int, seats: int) -> tuple[list[Step], State]:
    """A random game: every position with what was done there, and the last position."""
    chance, dice = SecretChance(f"caravans-{number}", bytes(32)), Dice("caravan conduct", seats, number)
    state, _ = KERNEL.setup(Setting("great-caravan", {}, SEATS[:seats]), chance)
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


def test_no_card_is_made_or_lost(games: list[tuple[list[Step], State]]) -> None:
    for steps, last in games:
        for state in (*(step[0] for step in steps), last):
            vote = caravans_of(state.extra).vote
            laid = () if vote is None else [cards or 0 for cards in vote.bids]
            bundles = [state.bank, *laid, *(state.hand(seat) for seat in range(len(state.table.seats)))]
            assert all(is_bundle(bundle) for bundle in bundles)
            assert unpack(sum(bundles)) == (19,) * 5


def test_a_turn_with_building_brings_exactly_one_camel(games: list[tuple[list[Step], State]]) -> None:
    for steps, last in games:
        built = {state.turn for state, *_, events in steps for event in events if event.kind == "city-built"}
        built |= {
            state.turn
            for state, *_, events in steps
            for event in events
            if event.kind == "settlement-built" and event.facts["paid"]
        }
        placed = [state.turn for state, *_, events in steps for event in events if event.kind == "camel-placed"]
        assert placed == sorted(built - ({last.turn} - set(placed)))


def test_a_replay_of_the_actions_gives_the_same_states(games: list[tuple[list[Step], State]]) -> None:
    for number, (steps, last) in enumerate(games):
        chance = SecretChance(f"caravans-{number}", bytes(32))
        state, _ = KERNEL.setup(Setting("great-caravan", {}, tuple(sorted(last.table.seats))), chance)
        for recorded, seat, action, told in steps:
            assert state == recorded
            state, events = KERNEL.apply(state, seat, action, chance)
            assert events == told
        assert state == last
        drawn = [(draw.epoch, draw.label, draw.hidden) for draw in chance.draws]
        assert len(set(drawn)) == len(drawn)


def test_events_are_plain_data(games: list[tuple[list[Step], State]]) -> None:
    for steps, _ in games:
        for *_, events in steps:
            for event in events:
                assert event_from_json(json.loads(json.dumps(event.to_json()))) == event


def test_exactly_what_is_legal_is_accepted(games: list[tuple[list[Step], State]]) -> None:
    """In a vote: bids of the hand, rankings of open positions, other bidders; nothing of anybody else."""
    steps, _ = games[0]
    chance = SecretChance("any", bytes(32))
    votes = [state for state, *_ in steps if state.stage is Stage.INTERLUDE]
    assert votes
    for state in votes[::3]:
        (asked,) = KERNEL.decisions(state)
        positions = caravans_of(state.extra).positions
        listed = list(KERNEL.legal(state, asked.seat))
        rankings = [Prefer(ranking) for size in (2, 3) for ranking in permutations(positions[:4], size)]
        every = [*CLOSED, *BIDS, *NO_BIDS, Discard(0), *map(Agree, range(5)), Prefer(()), *rankings]
        every += [action for place in ANYWHERE for action in (PlaceCamel(place), Prefer((place,)))]
        for action in every:
            legal = action in listed or (asked.kind == "prefer" and action in rankings)
            assert KERNEL.is_legal(state, asked.seat, action) == legal
            if not legal:
                with pytest.raises(IllegalActionError):
                    KERNEL.apply(state, asked.seat, action, chance)
        assert set(listed) <= set(every)
        for other in state.table.seats:
            if other != asked.seat:
                with pytest.raises(IllegalActionError):
                    KERNEL.apply(state, other, listed[0], chance)


def test_a_seat_sees_the_same_whatever_others_prefer(games: list[tuple[list[Step], State]]) -> None:
    chance = SecretChance("any", bytes(32))
    compared = 0
    for steps, _ in games:
        for state, seat, *_ in steps:
            if state.stage is not Stage.INTERLUDE or KERNEL.decisions(state)[0].kind != "prefer":
                continue
            after = [KERNEL.apply(state, seat, action, chance)[0] for action in KERNEL.legal(state, seat)]
            if any(KERNEL.decisions(one) == () or KERNEL.decisions(one)[0].kind != "prefer" for one in after):
                continue
            compared += 1
            number = state.table.number_of[seat]
            for reader in (None, *range(len(state.table.seats))):
                seen = {repr(see_extra(one.extra, reader)) for one in after}
                assert len(seen) == (len(after) if reader == number else 1)
    assert compared


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
