"""When a vote is called and how cards are laid: rulings C14 and C40 to C52, where CASE files do not tell it."""

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
    prefer,
)
from oracle.catan_positions import NOTHING_DRAWN, SEATS, Loaded

from adjudicator.core.table import IllegalActionError, Setting
from adjudicator.rules.catan.actions import (
    BUY_CARD,
    END_TURN,
    BuildRoad,
    Trade,
    TradeWithBank,
)
from adjudicator.rules.catan.cards import ONE
from adjudicator.rules.catan.topology import PATH_NAMED
from adjudicator.rules.catan_caravans.kernel import KERNEL
from adjudicator.rules.catan_caravans.state import LayOut

WOOL, GRAIN = 2, 3
AMIRA, BILAL = 0, 1
RICH = {"hand": {"wool": 3, "grain": 2, "brick": 1}}
EVERYBODY = {"amira": RICH, "bilal": RICH, "chadi": RICH}


# C14


def test_c14_settlements_of_the_set_up_cause_no_vote() -> None:
    state, _ = KERNEL.setup(Setting("great-caravan", {}, SEATS[:3]), Loaded())
    while KERNEL.phase(state) == "set-up":
        seat = KERNEL.decisions(state)[0].seat
        state, _ = KERNEL.apply(state, seat, KERNEL.legal(state, seat)[-1], Loaded((1, 2)))

    state, events = KERNEL.apply(state, KERNEL.decisions(state)[0].seat, END_TURN, Loaded((1, 2)))

    assert kinds(events)[0] == "turn-began"


# C40


def test_c40_roads_and_cards_call_for_no_vote() -> None:
    amira = {"settlements": [0], "hand": {"brick": 1, "lumber": 1, "wool": 1, "grain": 1, "ore": 1}}
    state = lay_out_camels({"amira": amira})
    state, _ = go_on(state, BuildRoad(PATH_NAMED["0-1"]), BUY_CARD)

    _, events = go_on(state, END_TURN)

    assert kinds(events) == ["turn-began", "dice-rolled"]


# C42


def test_c42_nothing_else_happens_while_the_vote_is_open() -> None:
    state = build_and_end({"amira": {"hand": {"wool": 4, "brick": 2, "lumber": 1}}, "bilal": RICH})
    others = [END_TURN, TradeWithBank(WOOL, 4), BuildRoad(PATH_NAMED["45-53"]), Trade(BILAL, ONE[WOOL], ONE[GRAIN])]

    for action in others:
        with pytest.raises(IllegalActionError):
            KERNEL.apply(state, "amira", action, NOTHING_DRAWN)


# C51


def test_c51_any_wool_and_grain_or_none() -> None:
    state = build_and_end({"amira": {"hand": {"wool": 2, "grain": 1, "brick": 3}}})

    assert list(KERNEL.legal(state, "amira")) == [lay(wool, grain) for wool in range(3) for grain in range(2)]
    assert list(KERNEL.legal(state, "bilal")) == [PASS]
    for cards in (lay(3), lay(0, 2), LayOut(ONE[0]), LayOut(-ONE[WOOL]), prefer("R1 11-21"), camel("R1 11-21")):
        assert not KERNEL.is_legal(state, "amira", cards)


# C52


def test_c52_nobody_lays_twice() -> None:
    state, _ = go_on(build_and_end(EVERYBODY), lay(1))

    assert KERNEL.legal(state, "amira") == ()
    with pytest.raises(IllegalActionError):
        KERNEL.apply(state, "amira", lay(1), NOTHING_DRAWN)
