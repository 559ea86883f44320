"""Water that lies face down: drawn when it is taken, told to its taker alone, known to all at the end (ruling W6)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TypeAlias

import pytest
from jsonschema import Draft202012Validator

from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Event, Onlooker, Pacing, Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.registry import find_resources
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.course import draw_end
from adjudicator.rules.through_the_desert.legal import Action
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.state import Phase, State, WaterTokens

SEATS = ("amira", "bilal", "carla")
RULES, VIEWS = GAME.kernel, GAME.views
SCHEMAS = Path(find_resources("schemas")) / "output" / "through-the-desert"
FACE_DOWN = {"water": "face-down"}
Played: TypeAlias = tuple[list[tuple[State, str, Action, State, list[Event]]], SecretChance]
"""A game: before, who, what, after, events; and what it was drawn from."""


def complaints(schema: str, content: JsonObject) -> list[str]:
    validator = Draft202012Validator(json.loads((SCHEMAS / f"{schema}.json").read_text()))
    return [error.message for error in validator.iter_errors(json.loads(json.dumps(content)))]


def play_on(options: dict[str, str], number: int = 0) -> Played:
    """A game to its end."""
    chance = SecretChance(f"face-down-{number}", bytes(32))
    state, _ = RULES.setup(Setting("manual", options, SEATS), chance)
    steps = []
    while mover := RULES.mover(state):
        legal = RULES.legal(state, mover)
        action = legal[len(steps) * 7919 % len(legal)]
        after, events = RULES.apply(state, mover, action, chance)
        steps.append((state, mover, action, after, list(events)))
        state = after
    return steps, chance


@pytest.fixture(scope="module")
def game() -> Played:
    return play_on(FACE_DOWN)


def test_the_set_up_draws_no_token_and_play_draws_each_in_the_epoch_of_its_move(game: Played) -> None:
    steps, chance = game
    taken = [
        (before.moves + 1, ("water", event.facts["hex"]))
        for before, _, _, _, events in steps
        for event in events
        if event.kind == "water-claimed"
    ]
    assert taken
    assert [(draw.epoch, draw.label) for draw in chance.draws if draw.hidden] == taken
    assert {draw.label[0] for draw in chance.draws if not draw.hidden} == {"seat", "palm"}
    assert [draw.below for draw in chance.draws if draw.hidden] == list(range(45, 45 - len(taken), -1))


def test_others_hear_that_a_token_was_taken_and_not_its_value(game: Played) -> None:
    steps, _ = game
    claims = [event for *_, events in steps for event in events if event.kind == "water-claimed"]
    for event in claims:
        taker = str(event.facts["seat"])
        for reader in (*SEATS, *Onlooker):
            heard = VIEWS.hear(event, reader)
            assert heard is not None
            knows = reader in {taker, Onlooker.MODERATOR}
            assert ({"value", "points"} <= heard.facts.keys()) == knows
            assert {"seat", "colour", "hex", "face_down"} <= heard.facts.keys()
            assert complaints("event", heard.to_json()) == []


def test_values_are_known_to_their_taker_numbers_to_all_and_everything_at_the_end(game: Played) -> None:
    steps, _ = game
    for _, _, _, after, _ in steps[::9] + steps[-1:]:
        over = after.phase is Phase.OVER
        for reader in (*SEATS, *Onlooker):
            known = VIEWS.see(after, {}, reader)
            assert known.trail == tuple(camel if over else camel._replace(points=0) for camel in after.trail)
            assert not any(known.values)
            for seat, mine, seen in zip(after.table.seats, after.taken, known.taken, strict=True):
                open_to = over or reader in {seat, Onlooker.MODERATOR} or not sum(mine)
                assert seen == (mine if open_to else WaterTokens(unseen=sum(mine)))
            view = VIEWS.to_json(known)
            assert complaints("view", view) == []
            scores = VIEWS.scores(known)
            assert [score.complete for score in scores] == [not taken.unseen for taken in known.taken]


def test_looking_ahead_draws_nothing_and_counts_the_token_as_unseen(game: Played) -> None:
    steps, _ = game
    for before, seat, action, after, events in steps:
        ahead, told = carry_out(before, before.table.seats.index(seat), action)
        claims = [event for event in told if event.kind == "water-claimed"]
        assert all("value" not in event.facts for event in claims)
        assert [event.kind for event in told] == [event.kind for event in events][: len(told)]
        number = before.table.seats.index(seat)
        assert ahead.taken[number].unseen == len(claims)
        assert sum(ahead.taken[number]) == sum(after.taken[number])


def test_the_trail_adds_up_to_all_points_but_the_largest_caravans(game: Played) -> None:
    steps, _ = game
    end = steps[-1][3]
    for number, score in enumerate(RULES.scores(end)):
        mine = sum(camel.points for camel in end.trail if camel.caravan // 5 == number)
        assert mine == score.points - score.parts["caravans"]


def test_tokens_come_evenly_from_what_is_left() -> None:
    values = Counter[int]()
    for number in range(40):
        steps, _ = play_on(FACE_DOWN, number)
        values.update(
            int(str(event.facts["value"])) for *_, events in steps for event in events if event.kind == "water-claimed"
        )
    total = sum(values.values())
    assert set(values) == {1, 2, 3}
    assert all(abs(count - total / 3) < 0.1 * total for count in values.values())
    end = steps[-1][3]
    assert all(sum(taken[value] for taken in end.taken) <= 15 for value in range(3))


def test_nonces_are_wanted_while_a_camel_may_take_what_lies_face_down(game: Played) -> None:
    steps, _ = game
    for before, *_ in steps:
        begins, moves = before.table.leader_moves, before.moves
        assert RULES.furthest_epoch(before, Pacing.SEAT) == (moves + 1 if moves >= begins and before.water else None)
        by_round = RULES.furthest_epoch(before, Pacing.ROUND)
        assert by_round == (moves + 3 if moves + 3 > begins and before.water else None)
    face_up, _ = play_on({})
    assert {RULES.furthest_epoch(before, pacing) for before, *_ in face_up for pacing in Pacing} == {None}


def test_face_up_water_is_told_to_everybody_and_left_out_of_the_count_of_others() -> None:
    steps, _ = play_on({})
    claim = next(event for *_, events in steps for event in events if event.kind == "water-claimed")
    assert VIEWS.hear(claim, Onlooker.PUBLIC) == claim
    assert "face_down" not in claim.facts
    after = steps[-2][3]
    assert {score.complete for score in VIEWS.scores(VIEWS.see(after, {}, Onlooker.PUBLIC))} == {False}
    assert {score.complete for score in VIEWS.scores(VIEWS.see(after, {}, Onlooker.MODERATOR))} == {True}


def test_the_table_of_points_explains_the_brackets_that_it_has(game: Played) -> None:
    steps, _ = game
    end = steps[-1][3]
    first = next(after for *_, after, _ in steps if any(map(sum, after.taken)))
    taker = next(seat for seat, taken in zip(first.table.seats, first.taken, strict=True) if sum(taken))
    other = next(seat for seat in SEATS if seat != taker)

    def explain(state: State, seat: str) -> str:
        return " ".join(GAME.exhibit.scores(VIEWS.see(state, {}, seat), seat).remarks)

    assert explain(steps[0][0], taker) == "In brackets: caravans, counted at the end only."
    assert explain(first, taker) == "In brackets: water tokens (2x3: two 3s); caravans, counted at the end only."
    assert explain(first, other) == "In brackets: water tokens taken; caravans, counted at the end only."
    assert explain(end, other) == "In brackets: water tokens (2x3: two 3s)."


def test_tokens_are_counted_in_words(game: Played) -> None:
    steps, _ = game
    end = steps[-1][3]._replace(taken=(WaterTokens(5, 0, 3), WaterTokens(1, 2, 15), WaterTokens()))
    first, second, _ = end.table.seats
    ending = draw_end(VIEWS.see(end, {}, second), second)

    assert ending is not None
    assert ending.records[-1].replace("\u00a0", " ") == (
        f"Water tokens, turned over: {first} (five 1s and three 3s) and you (one 1, two 2s and fifteen 3s)."
    )
