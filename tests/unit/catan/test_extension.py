"""A game built on Catan: told as data and functions, without the base knowing it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from oracle.catan_positions import NOTHING_DRAWN, Loaded, lay_out

from adjudicator.core.chance import Chance
from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import Decision, Event, IllegalActionError
from adjudicator.rules.catan import CatanKernel
from adjudicator.rules.catan.actions import END_TURN, Action, BuildCity, MoveRobber
from adjudicator.rules.catan.cards import ONE, unpack
from adjudicator.rules.catan.rules import BASE, BASE_RULES, BetweenTurns, PositionChange
from adjudicator.rules.catan.state import Stage, State, Table
from adjudicator.rules.catan.topology import CENTRE, PATH_NAMED, PATHS

WOOL = 2
LINE = [(16, 17), (17, 18), (18, 19), (19, 20)]
HAND = {"wool": 2, "grain": 2, "ore": 3}


@dataclass(frozen=True)
class Raise(Action):
    """Put up a flag on a path, for a wool, or none."""

    path: int | None


# The extra is the tuple of flagged paths; one seat after the other may put one up after a turn with building.
Flags = tuple[tuple[int, ...], int]


def flags_of(extra: object) -> Flags:
    assert isinstance(extra, tuple)
    return extra


def begin(table: Table, chance: Chance) -> tuple[Flags, tuple[Event, ...]]:
    del table, chance
    return ((), 0), (Event("flags-ready", {}),)


def weigh(extra: object) -> tuple[int, ...]:
    flagged, _ = flags_of(extra)
    return tuple(2 if path in flagged else 1 for path in range(PATHS))


def bonus(extra: object, buildings: int) -> int:
    flagged, _ = flags_of(extra)
    return (buildings & 1).bit_count() * len(flagged)


def close_turn(state: State) -> PositionChange:
    flagged, _ = flags_of(state.extra)
    return PositionChange((flagged, len(state.table.seats) if state.built else 0))


def open_decisions(state: State) -> tuple[tuple[int, str], ...]:
    _, left = flags_of(state.extra)
    return ((len(state.table.seats) - left, "flag"),) if left else ()


def legal(state: State, seat: int) -> Sequence[Action]:
    return [Raise(None), *(Raise(path) for path in range(3) if state.hand(seat) >> 16 & 255)]


def act(state: State, seat: int, action: Action) -> PositionChange:
    assert isinstance(action, Raise)
    flagged, left = flags_of(state.extra)
    if action.path is None:
        return PositionChange((flagged, left - 1))
    taken = tuple(ONE[WOOL] if number == seat else 0 for number in range(len(state.table.seats)))
    raised = Event("flag-raised", {"seat": state.table.seats[seat], "path": action.path})
    return PositionChange(((*flagged, action.path), left - 1), taken, ONE[WOOL], (raised,))


def load(saved: JsonValue) -> object:
    assert isinstance(saved, Sequence)
    flagged, left = saved
    assert isinstance(flagged, Sequence)
    return (tuple(flagged), left)


def dump(extra: object) -> JsonValue:
    flagged, left = flags_of(extra)
    return [list(flagged), left]


INTERLUDE = BetweenTurns(close_turn, open_decisions, legal, act)
RULES = replace(
    BASE_RULES,
    begin=begin,
    weigh=weigh,
    bonus=bonus,
    bonus_name="flags",
    between_turns=INTERLUDE,
    dump=dump,
    load=load,
)
KERNEL = CatanKernel(RULES)


def built(**facts: object) -> State:
    """Amira has just built a city, and the others hold wool."""
    wool = {"hand": {"wool": 1}}
    amira = {"hand": HAND, "settlements": [20, 0], "roads": LINE}
    state = lay_out({"amira": amira, "bilal": wool, "chadi": wool}, kernel=KERNEL, extra=[[], 0], **facts)
    return KERNEL.apply(state, "amira", BuildCity(20), NOTHING_DRAWN)[0]


def test_nothing_comes_between_turns_in_which_nothing_calls_for_it() -> None:
    state = lay_out({"amira": {"settlements": [0]}}, kernel=KERNEL, extra=[[], 0])

    state, _ = KERNEL.apply(state, "amira", END_TURN, Loaded((1, 1)))

    assert KERNEL.decisions(state) == (Decision("bilal", "turn"),)


def test_an_interlude_decides_before_the_next_turn_begins() -> None:
    state, _ = KERNEL.apply(built(), "amira", END_TURN, NOTHING_DRAWN)

    assert state.stage is Stage.INTERLUDE
    assert KERNEL.phase(state) == "interlude"
    assert KERNEL.decisions(state) == (Decision("amira", "flag"),)
    assert KERNEL.mover(state) == "amira"
    assert KERNEL.load(KERNEL.dump(state)) == state
    with pytest.raises(IllegalActionError):
        KERNEL.apply(state, "bilal", Raise(None), NOTHING_DRAWN)
    with pytest.raises(IllegalActionError):
        KERNEL.apply(state, "amira", END_TURN, NOTHING_DRAWN)
    with pytest.raises(IllegalActionError):
        KERNEL.apply(state, "amira", Raise(70), NOTHING_DRAWN)


def test_its_actions_pay_tell_and_pass_the_turn_at_the_end() -> None:
    state, _ = KERNEL.apply(built(), "amira", END_TURN, NOTHING_DRAWN)
    state, events = KERNEL.apply(state, "amira", Raise(0), NOTHING_DRAWN)
    assert [event.kind for event in events] == ["flag-raised"]
    assert unpack(state.hand(0))[WOOL] == 1
    assert unpack(state.bank)[WOOL] == 16
    state, _ = KERNEL.apply(state, "bilal", Raise(None), NOTHING_DRAWN)
    state, events = KERNEL.apply(state, "chadi", Raise(1), Loaded((1, 1)))

    assert [event.kind for event in events] == ["flag-raised", "turn-began", "dice-rolled"]
    assert flags_of(state.extra) == ((0, 1), 0)
    assert KERNEL.mover(state) == "bilal"


def test_weights_lengthen_roads_at_once() -> None:
    kernel = CatanKernel(replace(RULES, between_turns=INTERLUDE._replace(legal=flag_anything)))
    amira = {"hand": HAND, "settlements": [20, 0], "roads": LINE}
    state = lay_out({"amira": amira}, kernel=kernel, extra=[[], 0])
    state, _ = kernel.apply(state, "amira", BuildCity(20), NOTHING_DRAWN)
    state, _ = kernel.apply(state, "amira", END_TURN, NOTHING_DRAWN)

    state, events = kernel.apply(state, "amira", Raise(PATH_NAMED["17-18"]), NOTHING_DRAWN)

    assert state.road_length(0) == 5
    assert [event.kind for event in events] == ["flag-raised", "longest-road"]
    assert kernel.load(kernel.dump(state)) == state


def flag_anything(state: State, seat: int) -> Sequence[Action]:
    del state, seat
    return [Raise(None), *map(Raise, range(PATHS))]


def test_bonus_points_count_and_win_on_the_spot() -> None:
    state, _ = KERNEL.apply(built(options={"target": "5"}), "amira", END_TURN, NOTHING_DRAWN)
    scores = {score.seat: dict(score.parts) for score in KERNEL.scores(state)}
    assert scores["amira"]["flags"] == 0
    state, _ = KERNEL.apply(state, "amira", Raise(0), NOTHING_DRAWN)
    assert state.points(0) == 4

    state, events = KERNEL.apply(state, "bilal", Raise(1), NOTHING_DRAWN)

    assert [event.kind for event in events] == ["flag-raised", "game-over"]
    assert KERNEL.ending(state) == "victory"


def test_bonus_points_of_others_win_on_their_own_turn_before_the_roll() -> None:
    bilal = {"hand": {"wool": 1}, "settlements": [0], "cities": [4, 6]}
    amira = {"hand": HAND, "settlements": [20], "roads": LINE[3:]}
    players = {"amira": amira, "bilal": bilal}
    state = lay_out(players, kernel=KERNEL, extra=[[], 0], options={"target": "6"})
    state, _ = KERNEL.apply(state, "amira", BuildCity(20), NOTHING_DRAWN)
    state, _ = KERNEL.apply(state, "amira", END_TURN, NOTHING_DRAWN)
    state, _ = KERNEL.apply(state, "amira", Raise(0), NOTHING_DRAWN)
    assert state.points(1) == 6
    state, _ = KERNEL.apply(state, "bilal", Raise(None), NOTHING_DRAWN)

    state, events = KERNEL.apply(state, "chadi", Raise(None), NOTHING_DRAWN)

    assert [event.kind for event in events] == ["turn-began", "game-over"]
    assert events[1].facts["winners"] == ["bilal"]


def test_the_robber_may_start_beside_the_board_and_be_barred_from_the_barren_hex() -> None:
    edition = replace(BASE, name="lake", robber_returns=False, barren="lake", barren_hex=CENTRE)
    kernel = CatanKernel(replace(BASE_RULES, editions={"lake": edition}))
    state = lay_out({"bilal": {"hand": {"ore": 1}, "settlements": [20]}}, kernel=kernel, robber=None, stage="robber")

    assert state.robber is None
    assert kernel.load(kernel.dump(state)) == state
    moves = kernel.legal(state, "amira")
    hexes = {move.hex for move in moves if isinstance(move, MoveRobber)}
    assert hexes == set(range(19)) - {CENTRE}
    _, events = kernel.apply(state, "amira", moves[0], NOTHING_DRAWN)
    assert events[0].facts["from"] is None


def test_the_barren_hex_may_have_a_fixed_place_and_another_name() -> None:
    edition = replace(BASE, name="lake", barren="lake", barren_hex=CENTRE)
    kernel = CatanKernel(replace(BASE_RULES, editions={"lake": edition}))
    for board in ("variable", "beginners"):
        state = lay_out({}, kernel=kernel, options={"board": board})
        assert state.table.board.terrains[CENTRE] == "lake"
        assert state.table.board.terrains.count("lake") == 1
        assert state.robber == CENTRE
