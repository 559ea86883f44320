"""What must hold in every game of Catan, with caravans and without: that nothing is made or lost, replay, round trips,
refusals, secrecy, one result on every machine.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import pytest
from oracle.catan_positions import KERNEL, SEATS
from oracle.dice import Dice

from adjudicator.core.table import Event, IllegalActionError, Setting, event_from_json
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.catan import CatanKernel
from adjudicator.rules.catan.actions import CLOSED, Action, Discard, Trade
from adjudicator.rules.catan.cards import ONE, is_bundle, pack, unpack
from adjudicator.rules.catan.state import Stage, State
from adjudicator.rules.catan.topology import PATHS
from adjudicator.rules.catan_caravans.kernel import KERNEL as CARAVAN_KERNEL
from adjudicator.rules.catan_caravans.routes import ROUTES, CamelPlace
from adjudicator.rules.catan_caravans.state import Agree, LayOut, PlaceCamel, Prefer, caravans_of, see_extra

MOST_TURNS = 2000
Step = tuple[State, str, Action, tuple[Event, ...]]
BIDS = [LayOut(pack((0, 0, wool, grain, 0))) for wool in range(6) for grain in range(6)]
ANYWHERE = [CamelPlace(route, path) for route in range(ROUTES) for path in range(PATHS)]
NO_BIDS = [LayOut(-1), LayOut(ONE[0]), LayOut(ONE[4]), LayOut(1 << 40)]


class Variant(NamedTuple):
    """Catan, or a game built on it: how it is set up, and how many random games of it are played."""

    name: str
    kernel: CatanKernel
    edition: str
    games: int

    def begin(self, number: int, seats: tuple[str, ...]) -> tuple[State, SecretChance]:
        """The first position of a numbered game, and its chance."""
        chance = SecretChance(f"{self.name}-{number}", bytes(32))
        return self.kernel.setup(Setting(self.edition, {}, seats), chance)[0], chance

    def play(self, number: int, seats: int) -> Game:
        """A random game: every position with what was done there, and the last position."""
        state, chance = self.begin(number, SEATS[:seats])
        dice = Dice(f"{self.name} conduct", seats, number)
        steps: list[Step] = []
        while decisions := self.kernel.decisions(state):
            seat = dice.pick(decisions).seat
            action = dice.pick(self.kernel.legal(state, seat))
            after, events = self.kernel.apply(state, seat, action, chance)
            steps.append((state, seat, action, events))
            state = after
            assert state.turn < MOST_TURNS
        return Game(steps, state)


class Game(NamedTuple):
    """A game that was played to its end."""

    steps: list[Step]
    last: State

    @property
    def states(self) -> list[State]:
        """All positions, the last one included."""
        return [*(step[0] for step in self.steps), self.last]


BASE, CARAVANS = Variant("base", KERNEL, "base", 6), Variant("caravans", CARAVAN_KERNEL, "great-caravan", 4)
VARIANTS = (BASE, CARAVANS)


@pytest.fixture(scope="module", params=[3, 4])
def seats(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(scope="module")
def played(seats: int) -> dict[Variant, list[Game]]:
    return {variant: [variant.play(number, seats) for number in range(variant.games)] for variant in VARIANTS}


@pytest.fixture(params=VARIANTS, ids=lambda variant: variant.name)
def variant(request: pytest.FixtureRequest) -> Variant:
    one: Variant = request.param
    return one


@pytest.fixture
def games(variant: Variant, played: dict[Variant, list[Game]]) -> list[Game]:
    return played[variant]


@pytest.fixture
def base(played: dict[Variant, list[Game]]) -> list[Game]:
    return played[BASE]


@pytest.fixture
def caravans(played: dict[Variant, list[Game]]) -> list[Game]:
    return played[CARAVANS]


def list_bids(state: State) -> list[int]:
    """The cards that lie on the table in a vote."""
    vote = caravans_of(state.extra).vote if state.extra else None
    return [] if vote is None else [cards or 0 for cards in vote.bids]


def test_no_card_is_made_or_lost(games: list[Game]) -> None:
    for game in games:
        for state in game.states:
            bundles = [state.bank, *list_bids(state), *(state.hand(seat) for seat in range(len(state.table.seats)))]
            assert all(is_bundle(bundle) for bundle in bundles)
            assert unpack(sum(bundles)) == (19,) * 5


def test_no_development_card_and_no_piece_is_made_or_lost(games: list[Game]) -> None:
    for game in games:
        for state in game.states:
            seats = range(len(state.table.seats))
            drawn = [cards for seat in seats for cards in (state.developments(seat), state.played(seat))]
            assert all(is_bundle(bundle) for bundle in (state.deck, *drawn))
            assert unpack(state.deck + sum(drawn)) == (14, 5, 2, 2, 2)
            for seat in seats:
                assert state.roads(seat).bit_count() <= 15
                assert state.settlements(seat).bit_count() <= 5
                assert state.cities(seat).bit_count() <= 4
            for pieces in ([state.roads(seat) for seat in seats], buildings(state)):
                assert sum(mask.bit_count() for mask in pieces) == sum(pieces).bit_count()


def buildings(state: State) -> list[int]:
    seats = range(len(state.table.seats))
    return [mask for seat in seats for mask in (state.settlements(seat), state.cities(seat))]


@pytest.mark.sampled(1)
def test_what_is_built_step_by_step_is_what_follows_from_the_position(variant: Variant, games: list[Game]) -> None:
    kernel = variant.kernel
    for game in games:
        for state in game.states[:: 1 if variant is BASE else 7]:
            assert kernel.load(json.loads(json.dumps(kernel.dump(state)))) == state


def test_every_game_ends_with_a_winner_on_turn(base: list[Game]) -> None:
    for steps, last in base:
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


def test_a_turn_with_building_brings_exactly_one_camel(caravans: list[Game]) -> None:
    for steps, last in caravans:
        built = {state.turn for state, *_, events in steps for event in events if event.kind == "city-built"}
        built |= {
            state.turn
            for state, *_, events in steps
            for event in events
            if event.kind == "settlement-built" and event.facts["paid"]
        }
        placed = [state.turn for state, *_, events in steps for event in events if event.kind == "camel-placed"]
        assert placed == sorted(built - ({last.turn} - set(placed)))


def test_a_replay_of_the_actions_gives_the_same_states(variant: Variant, games: list[Game]) -> None:
    for number, (steps, last) in enumerate(games):
        state, chance = variant.begin(number, tuple(sorted(last.table.seats)))
        for recorded, seat, action, told in steps:
            assert state == recorded
            state, events = variant.kernel.apply(state, seat, action, chance)
            assert events == told
        assert state == last
        drawn = [(draw.epoch, draw.label, draw.hidden) for draw in chance.draws]
        assert len(set(drawn)) == len(drawn)
        assert all(draw.hidden == (draw.label[0] in {"steal", "dev-card"}) for draw in chance.draws)


def test_events_are_plain_data(games: list[Game]) -> None:
    for steps, _ in games:
        for *_, events in steps:
            for event in events:
                assert event_from_json(json.loads(json.dumps(event.to_json()))) == event


def test_points_follow_from_the_events(base: list[Game]) -> None:
    for steps, last in base:
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


def test_exactly_what_is_legal_is_accepted(seats: int) -> None:
    steps, _ = BASE.play(99, seats)
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


def test_exactly_what_is_legal_is_accepted_in_a_vote(caravans: list[Game]) -> None:
    """Bids of the hand, rankings of open positions, other bidders; nothing of anybody else."""
    steps, _ = caravans[0]
    chance = SecretChance("any", bytes(32))
    votes = [state for state, *_ in steps if state.stage is Stage.INTERLUDE]
    assert votes
    for state in votes[::3]:
        (asked,) = CARAVAN_KERNEL.decisions(state)
        positions = caravans_of(state.extra).positions
        listed = list(CARAVAN_KERNEL.legal(state, asked.seat))
        rankings = [Prefer(ranking) for size in (2, 3) for ranking in permutations(positions[:4], size)]
        every = [*CLOSED, *BIDS, *NO_BIDS, Discard(0), *map(Agree, range(5)), Prefer(()), *rankings]
        every += [action for place in ANYWHERE for action in (PlaceCamel(place), Prefer((place,)))]
        for action in every:
            legal = action in listed or (asked.kind == "prefer" and action in rankings)
            assert CARAVAN_KERNEL.is_legal(state, asked.seat, action) == legal
            if not legal:
                with pytest.raises(IllegalActionError):
                    CARAVAN_KERNEL.apply(state, asked.seat, action, chance)
        assert set(listed) <= set(every)
        for other in state.table.seats:
            if other != asked.seat:
                with pytest.raises(IllegalActionError):
                    CARAVAN_KERNEL.apply(state, other, listed[0], chance)


def test_a_seat_sees_the_same_whatever_others_prefer(caravans: list[Game]) -> None:
    chance = SecretChance("any", bytes(32))
    compared = 0
    for steps, _ in caravans:
        for state, seat, *_ in steps:
            if state.stage is not Stage.INTERLUDE or CARAVAN_KERNEL.decisions(state)[0].kind != "prefer":
                continue
            after = [
                CARAVAN_KERNEL.apply(state, seat, action, chance)[0] for action in CARAVAN_KERNEL.legal(state, seat)
            ]
            if any(
                CARAVAN_KERNEL.decisions(one) == () or CARAVAN_KERNEL.decisions(one)[0].kind != "prefer"
                for one in after
            ):
                continue
            compared += 1
            number = state.table.number_of[seat]
            for reader in (None, *range(len(state.table.seats))):
                seen = {repr(see_extra(one.extra, reader)) for one in after}
                assert len(seen) == (len(after) if reader == number else 1)
    assert compared


def digest_games() -> str:
    """A digest of what happens in two random games of each variant."""
    told: list[object] = []
    for variant in VARIANTS:
        for steps, last in (variant.play(7, 3), variant.play(8, 4)):
            told += [[event.to_json() for *_, events in steps for event in events], variant.kernel.dump(last)]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


@pytest.mark.slow
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
