"""The sample games of Catan with The Great Caravan, played by the scripted players of the waits benchmark."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir, "bench"))

from players.aims import imagine
from players.deals import Market
from players.player import Habits, answer
from players.scripts import write_script

from adjudicator.acts.filing import submit_file
from adjudicator.acts.open_game import OpenGame, open_game
from adjudicator.acts.run import run_turn
from adjudicator.core.agenda import Ask
from adjudicator.core.instant import add_hours
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.table import Pacing, Seat
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.rules.catan.state import Stage

HOURS = 10
"""From one turn to the next."""
_MOST_FILES = 4


def play_turn(path: str, habits: Mapping[Seat, Habits], start: datetime) -> bool:
    """Every asked seat sends a file, then the turn runs; whether the game goes on."""
    opened = open_game(path)
    sent = add_hours(start, (opened.record.number + 1) * HOURS - _MOST_FILES)
    for number, ask in enumerate(list_open(opened)):
        send(opened, ask.seat, answer(habits[ask.seat], opened.see(ask.seat), ask), add_hours(sent, number))
    outcome = run_turn(path, None, add_hours(start, (opened.record.number + 1) * HOURS))
    assert outcome.turn == opened.record.number + 1, outcome
    return not outcome.over


def list_open(opened: OpenGame) -> list[Ask]:
    """Who has to be heard before the next turn; in the set-up also who may send places in advance."""
    missing = opened.list_missing(opened.asks, opened.record.agendas)
    early = [ask for ask in opened.asks if not ask.must and not opened.record.agendas[ask.seat].items]
    return [*missing, *early]


def send(opened: OpenGame, seat: Seat, lists: Mapping[str, Sequence[JsonObject]], now: datetime) -> None:
    """Submit a file of these lists of orders, which has to be accepted."""
    lines = [f"game: {opened.charter.id}", f"turn: {opened.record.number + 1}", f"seat: {seat}"]
    lines.append(f'after: "{opened.head[:16]}"')
    for name, orders in lists.items():
        lines += write_list(name, orders)
    text = "\n".join(lines) + "\n"
    given, _ = submit_file(opened.directory.path, text.encode(), f"{seat}.yaml", seat, now)
    assert given.receipt.state in ACCEPTED, (text, given)


def write_list(name: str, orders: Sequence[JsonObject]) -> list[str]:
    """A list of orders as a person would write it."""
    if not orders:
        return [f"{name}: []"]
    lines = [f"{name}:"]
    for order in orders:
        lines += [f"{'    ' if number else '  - '}{key}: {write_value(order[key])}" for number, key in enumerate(order)]
    return lines


def write_value(value: JsonValue) -> str:
    """A value in one line, without quotes."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {write_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, str) and "," not in value:
        return value
    if isinstance(value, list):
        return f"[{', '.join(map(write_value, value))}]"
    return json.dumps(value)


def play_to_vote(path: str, habits: Mapping[Seat, Habits], start: datetime, turns: int) -> None:
    """Play until a vote is open after at least so many table turns; all but one of those awaited have answered.

    The seat that is next to move has sent the script of its turn along.
    """
    while play_turn(path, habits, start):
        opened = open_game(path)
        state = opened.record.state
        missing = list_open(opened)
        if state.turn < turns or state.stage is not Stage.INTERLUDE or len(missing) < len(state.table.seats) - 1:
            continue
        following = state.table.seats[(state.mover + 1) % len(state.table.seats)]
        sent = add_hours(start, (opened.record.number + 1) * HOURS - _MOST_FILES)
        for number, ask in enumerate(missing[:-1]):
            known = opened.see(ask.seat)
            lists = answer(habits[ask.seat], known, ask)
            if ask.seat == following:
                seat = known.table.number_of[ask.seat]
                script, _ = write_script(known, seat, imagine(known, seat), robber=False, market=Market.TAKE)
                lists = {**lists, "orders": [*lists["orders"], *script]}
            send(opened, ask.seat, lists, add_hours(sent, number))
        return


ASKED, STANDING = Habits(standing=False, pacing=Pacing.SEAT), Habits(standing=True, pacing=Pacing.SEAT)
IN_ROUNDS = Habits(standing=True, pacing=Pacing.ROUND)
