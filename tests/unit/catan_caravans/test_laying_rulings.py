"""When a vote is called and how cards are laid: rulings C14, C34 and C40 to C52, each by its number."""

from __future__ import annotations

import pytest
from oracle.caravan_positions import (
    PASS,
    build_and_end,
    camel,
    go_on,
    kinds,
    lay,
    lay_out_camels,
    open_to,
    prefer,
    search,
)
from oracle.catan_positions import NOTHING_DRAWN, SEATS, Loaded

from adjudicator.core.table import IllegalActionError, Setting
from adjudicator.rules.catan.actions import (
    BUY_CARD,
    END_TURN,
    Action,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    Trade,
    TradeWithBank,
)
from adjudicator.rules.catan.cards import ONE, unpack
from adjudicator.rules.catan.state import Stage, State
from adjudicator.rules.catan.topology import PATH_NAMED
from adjudicator.rules.catan_caravans.actions import LayOut
from adjudicator.rules.catan_caravans.kernel import KERNEL
from adjudicator.rules.catan_caravans.state import caravans_of

WOOL, GRAIN = 2, 3
AMIRA, BILAL = 0, 1
RICH = {"hand": {"wool": 3, "grain": 2, "brick": 1}}
EVERYBODY = {"amira": RICH, "bilal": RICH, "chadi": RICH}


def camels(state: State) -> list[str]:
    return [position.name for position in caravans_of(state.extra).routes.laid]


def asked(state: State) -> tuple[str, str]:
    (decision,) = KERNEL.decisions(state)
    return decision.seat, decision.kind


# C14


def test_c14_settlements_of_the_set_up_cause_no_vote() -> None:
    state, _ = KERNEL.setup(Setting("great-caravan", {}, SEATS[:3]), Loaded())
    while KERNEL.phase(state) == "set-up":
        seat = KERNEL.decisions(state)[0].seat
        state, _ = KERNEL.apply(state, seat, KERNEL.legal(state, seat)[-1], Loaded((1, 2)))

    state, events = KERNEL.apply(state, KERNEL.decisions(state)[0].seat, END_TURN, Loaded((1, 2)))

    assert kinds(events)[0] == "turn-began"


# C34


def test_c34_at_a_single_position_the_camel_is_placed_at_once() -> None:
    routes = search(1)
    amira = {"settlements": [53], "hand": {"ore": 3, "grain": 4}}
    state = lay_out_camels({"amira": amira, "bilal": RICH}, routes=routes)
    state, _ = go_on(state, BuildCity(53))

    state, events = KERNEL.apply(state, "amira", END_TURN, Loaded((1, 1)))

    (name,) = open_to(routes)
    assert kinds(events)[:2] == ["vote-decided", "camel-placed"]
    assert "cards-paid" not in kinds(events)
    route, path = name.split(" ")
    decided = {"how": "only-position", "seats": [], "route": route, "path": path, "lists": {}}
    assert events[0].facts == decided
    assert events[1].facts == {"route": route, "path": path, "seat": "amira"}
    assert camels(state)[-1] == name
    assert state.mover == BILAL
    assert unpack(state.hand(AMIRA))[GRAIN] == 2


def test_c34_without_a_position_there_is_no_vote() -> None:
    state = lay_out_camels({"amira": {"settlements": [53], "hand": {"ore": 3, "grain": 2}}}, routes=search(0))

    state, events = go_on(state, BuildCity(53), END_TURN)

    assert kinds(events) == ["turn-began", "dice-rolled"]


# C40


def test_c40_roads_and_cards_call_for_no_vote() -> None:
    amira = {"settlements": [0], "hand": {"brick": 1, "lumber": 1, "wool": 1, "grain": 1, "ore": 1}}
    state = lay_out_camels({"amira": amira})
    state, _ = go_on(state, BuildRoad(PATH_NAMED["0-1"]), BUY_CARD)

    _, events = go_on(state, END_TURN)

    assert kinds(events) == ["turn-began", "dice-rolled"]


@pytest.mark.parametrize("build", [BuildSettlement(2), BuildCity(0)], ids=["settlement", "city"])
def test_c40_a_settlement_or_city_does(build: Action) -> None:
    hand = {"brick": 1, "lumber": 1, "wool": 1, "grain": 2, "ore": 3}
    amira = {"settlements": [0], "roads": [(0, 1), (1, 2)], "hand": hand}

    state, events = go_on(lay_out_camels({"amira": amira}, "R1 11-21"), build, END_TURN)

    assert kinds(events) == ["vote-opened"]
    assert events[0].facts == {
        "seat": "amira",
        "positions": {
            "V1": {"route": "R1", "path": "10-11"},
            "V2": {"route": "R1", "path": "11-12"},
            "V3": {"route": "R2", "path": "33-34"},
            "V4": {"route": "R3", "path": "30-31"},
        },
    }
    assert state.stage is Stage.INTERLUDE
    assert KERNEL.mover(state) == "amira"


# C41


def test_c41_one_camel_a_turn() -> None:
    hand = {"brick": 1, "lumber": 1, "wool": 1, "grain": 5, "ore": 6}
    amira = {"settlements": [0], "roads": [(0, 1), (1, 2)], "hand": hand}
    state = lay_out_camels({"amira": amira})
    state, _ = go_on(state, BuildSettlement(2), BuildCity(2), BuildCity(0), END_TURN)

    state, _ = go_on(state, PASS, PASS, PASS, camel("R1 11-21"))

    assert camels(state) == ["R1 11-21"]
    assert asked(state) == ("bilal", "turn")


# C42


def test_c42_nothing_else_happens_while_the_vote_is_open() -> None:
    state = build_and_end({"amira": {"hand": {"wool": 4, "brick": 2, "lumber": 1}}, "bilal": RICH})
    others = [END_TURN, TradeWithBank(WOOL, 4), BuildRoad(PATH_NAMED["45-53"]), Trade(BILAL, ONE[WOOL], ONE[GRAIN])]

    for action in others:
        with pytest.raises(IllegalActionError):
            KERNEL.apply(state, "amira", action, NOTHING_DRAWN)


# C50


def test_c50_cards_are_laid_clockwise_from_the_builder() -> None:
    state = build_and_end({"bilal": RICH, "chadi": {}})
    seen = []
    for action in (PASS, lay(1), PASS):
        seen.append(asked(state))
        state, events = go_on(state, action)
    assert seen == [("amira", "bid"), ("bilal", "bid"), ("chadi", "bid")]

    later = lay_out_camels({"bilal": {"settlements": [53], "hand": {"ore": 3, "grain": 2}}}, mover="bilal", count=4)
    later, _ = go_on(later, BuildCity(53), END_TURN)
    for seat in ("bilal", "chadi", "dalia", "amira"):
        assert asked(later) == (seat, "bid")
        later, events = go_on(later, PASS)
        assert events[0].facts == {"seat": seat, "cards": {}}
    assert asked(later) == ("bilal", "camel")


# C51


def test_c51_any_wool_and_grain_or_none() -> None:
    state = build_and_end({"amira": {"hand": {"wool": 2, "grain": 1, "brick": 3}}})

    assert list(KERNEL.legal(state, "amira")) == [lay(wool, grain) for wool in range(3) for grain in range(2)]
    assert list(KERNEL.legal(state, "bilal")) == [PASS]
    for cards in (lay(3), lay(0, 2), LayOut(ONE[0]), LayOut(-ONE[WOOL]), prefer("R1 11-21"), camel("R1 11-21")):
        assert not KERNEL.is_legal(state, "amira", cards)


def test_c51_one_card_one_vote() -> None:
    state = build_and_end(EVERYBODY)

    state, _ = go_on(state, lay(1, 1), lay(2, 1), PASS)

    vote = caravans_of(state.extra).vote
    assert vote is not None
    assert vote.votes == (2, 3, 0)


# C52


def test_c52_nobody_lays_twice() -> None:
    state, _ = go_on(build_and_end(EVERYBODY), lay(1))

    assert KERNEL.legal(state, "amira") == ()
    with pytest.raises(IllegalActionError):
        KERNEL.apply(state, "amira", lay(1), NOTHING_DRAWN)
