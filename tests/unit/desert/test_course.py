"""The course of a game, found out again from where the camels stand: the events of the game itself are the oracle."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest

from adjudicator.core.table import Event, Onlooker, Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.course import CamelGain, count_by_turn, draw_end, trace_gains
from adjudicator.rules.through_the_desert.state import State, group_turns

NAMES = ("amira", "bilal", "carla", "dario", "emine")
SOURCES = {"water-claimed": "water", "oasis-linked": "oases", "river-crossed": "river", "area-enclosed": "areas"}


def play_game(edition: str, seats: int, options: dict[str, str], number: int) -> tuple[list[State], list[CamelGain]]:
    """All positions of a game, and what each camel brought by the events that followed it."""
    chance = SecretChance(f"course-{number}", bytes(32))
    state, _ = GAME.kernel.setup(Setting(edition, options, NAMES[:seats]), chance)
    states, gains = [state], list[CamelGain]()
    while mover := GAME.kernel.mover(state):
        legal = GAME.kernel.legal(state, mover)
        state, events = GAME.kernel.apply(state, mover, legal[len(states) * 7919 % len(legal)], chance)
        states.append(state)
        if any(event.kind == "camel-placed" for event in events):
            gains.append(read_gain(events))
    return states, gains


def read_gain(events: Sequence[Event]) -> CamelGain:
    brought = dict.fromkeys(CamelGain._fields, 0)
    for event in events:
        if event.kind in SOURCES:
            brought[SOURCES[event.kind]] += int(str(event.facts["points"]))
    return CamelGain(**brought)


@pytest.mark.parametrize(
    ("edition", "seats", "options"),
    [
        ("2005", 3, {}),
        ("2005", 4, {}),
        ("manual", 5, {}),
        ("manual", 2, {"water": "face-down"}),
        ("allplay", 4, {}),
        ("allplay", 3, {"side": "river"}),
    ],
)
def test_every_camel_brought_what_the_game_said_when_it_was_placed(
    edition: str, seats: int, options: dict[str, str]
) -> None:
    for number in range(3):
        states, told = play_game(edition, seats, options, number)
        assert list(trace_gains(states[-1])) == told
        assert sum(map(sum, told)) > 0


def test_a_reader_who_does_not_know_the_water_counts_everything_else() -> None:
    states, told = play_game("2005", 3, {}, 1)
    late = states[-9]
    known = GAME.views.see(late, {}, Onlooker.PUBLIC)

    dry = [gain._replace(water=0) for gain in told[: len(late.trail)]]
    assert list(trace_gains(known)) == dry
    assert [sum(map(sum, of_seat)) for of_seat in count_by_turn(known).gains] == [
        sum(sum(gain) for gain, camel in zip(dry, late.trail, strict=False) if camel.caravan // 5 == seat)
        for seat in range(3)
    ]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_camels_of_a_table_turn_are_those_of_one_move(seats: int) -> None:
    states, _ = play_game("manual", seats, {}, 2)
    for before, after in pairwise(states):
        if after.trail:
            turns = group_turns(after)
            under_way = after.left > 0 and after.moves == before.moves and before.left > after.left
            begun = after.table.leader_moves
            assert all(len({camel.caravan // 5 for camel in turn}) == 1 for turn in turns)
            assert len(turns) == after.moves - begun + (under_way or after.ending is not None)


def test_points_by_turn_add_up_to_the_scores() -> None:
    states, _ = play_game("2005", 4, {"taken-water": "shown"}, 5)
    for state in (states[len(states) // 2], states[-1]):
        known = GAME.views.see(state, {}, "amira")
        assert [points[-1] for points in count_by_turn(known).points] == [
            score.points for score in GAME.kernel.scores(state)
        ]


@pytest.mark.parametrize("number", range(8))
def test_all_who_share_a_record_are_on_it(number: int) -> None:
    """Areas and table turns that brought as much as any other."""
    states, _ = play_game("2005", 3, {}, number)
    known = GAME.views.see(states[-1], {}, Onlooker.PUBLIC)
    ending = draw_end(known, Onlooker.PUBLIC)
    assert ending is not None
    told = {record.split(":")[0]: record for record in ending.records}
    most = max((area.points for area in known.areas), default=0)
    assert ("Largest area" in told) == (most > 0)
    if most:
        owners = {NAMES.index(known.table.seats[area.seat]) for area in known.areas if area.points == most}
        assert {number for number, name in enumerate(NAMES) if name in told["Largest area"]} == owners
    gains = [sum(gain) for of_seat in count_by_turn(known).gains for gain in of_seat]
    best = gains.count(max(gains))
    if best == 1:
        assert "Best table turns" not in told
        assert "Best table turn" in told
    else:
        assert len(re.findall(r"\d+", told["Best table turns"])) == best + 1
        assert told["Best table turns"].endswith(f", {max(gains)} points each.")
