"""A turn retold piece by piece. Oracle: the game itself, played action by action."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import pytest

from adjudicator.core.table import Event, Onlooker, Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.registry import AnyGame
from adjudicator.rules.catan import GAME as CATAN
from adjudicator.rules.catan.views.known import View
from adjudicator.rules.catan_caravans import GAME as CARAVANS
from adjudicator.rules.catan_caravans.state import Caravans

SPAN = 11
"""So many actions make a turn here."""


class Board(NamedTuple):
    """What a moment has to show."""

    turn: int
    pieces: tuple[tuple[int, int, int], ...]
    robber: object
    rolls: tuple[int, ...]
    longest: object
    largest: object
    camels: object


def look_at(known: View) -> Board:
    pieces = tuple((seat.settlements, seat.cities, seat.roads) for seat in known.seats)
    camels = known.extra.routes if isinstance(known.extra, Caravans) else None
    return Board(known.turn, pieces, known.robber, known.rolls, known.longest, known.largest, camels)


@pytest.mark.parametrize("game", [CATAN, CARAVANS])
def test_every_board_that_ever_lay_there_is_a_moment(game: AnyGame) -> None:
    chance = SecretChance("retold", bytes(32))
    state, _ = game.kernel.setup(Setting(next(iter(game.editions)), {}, ("amira", "bilal", "carla")), chance)
    known, told = [game.views.see(state, {}, Onlooker.PUBLIC)], list[list[Event]]()
    while decisions := game.kernel.decisions(state):
        legal = game.kernel.legal(state, decisions[0].seat)
        state, events = game.kernel.apply(state, decisions[0].seat, legal[len(told) * 7919 % len(legal)], chance)
        heard = [game.views.hear(event, Onlooker.PUBLIC) for event in events]
        known.append(game.views.see(state, {}, Onlooker.PUBLIC))
        told.append([event for event in heard if event is not None])
    for start, end in pairwise([*range(0, len(told), SPAN), len(told)]):
        heard_then = [event for events in told[start:end] for event in events]
        moments = game.views.retell(known[start], known[end], heard_then)
        assert [event for moment in moments for event in moment.heard] == heard_then
        assert moments[-1].known == known[end]
        shown = [look_at(moment.known) for moment in moments]
        pieces = {board.pieces for board in shown}
        assert {look_at(then).pieces for then in known[start + 1 : end + 1]} <= pieces | {look_at(known[start]).pieces}
        assert {look_at(then).turn for then in known[start + 1 : end + 1]} <= {board.turn for board in shown} | {
            known[start].turn
        }
        assert look_at(known[end]) == shown[-1]
        camels = [look_at(known[start]).camels, *(board.camels for board in shown)]
        assert all(look_at(then).camels in camels for then in known[start + 1 : end + 1])
        follow = shown[:-1]
        assert all(before.turn <= after.turn for before, after in pairwise(follow))


def test_dice_robber_and_awards_follow_the_events() -> None:
    chance = SecretChance("awards", bytes(32))
    state, _ = CATAN.kernel.setup(Setting("base", {}, ("amira", "bilal", "carla")), chance)
    before, events = CATAN.views.see(state, {}, Onlooker.PUBLIC), list[Event]()
    while decisions := CATAN.kernel.decisions(state):
        legal = CATAN.kernel.legal(state, decisions[0].seat)
        state, happened = CATAN.kernel.apply(state, decisions[0].seat, legal[len(events) * 31 % len(legal)], chance)
        events += happened
        if happened[-1].kind == "robber-moved":
            break
    heard = [event for event in (CATAN.views.hear(event, Onlooker.PUBLIC) for event in events) if event is not None]
    after = CATAN.views.see(state, {}, Onlooker.PUBLIC)
    # as if play had gone on after it, so that nothing is taken from the last position
    moments = CATAN.views.retell(before, after, [*heard, Event("turn-began", {"seat": "amira", "turn": 99})])

    assert look_at(moments[-2].known) == look_at(after)
