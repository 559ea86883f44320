"""Actions of CASE files: what can be listed can be written and read, trades are told whole."""

from __future__ import annotations

import pytest
from oracle.catan_positions import KERNEL, SEATS, lay_out

from adjudicator.core.notation import ActionTextError
from adjudicator.core.table import Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.catan.actions import Trade
from adjudicator.rules.catan.cards import ONE
from adjudicator.rules.catan.cases import CatanCases
from adjudicator.rules.catan.mail.language.order_text import write_action

BENCH = CatanCases()
BRICK, LUMBER, WOOL, GRAIN, ORE = range(5)
BILAL = 1


def test_every_legal_action_is_read_from_its_text() -> None:
    chance = SecretChance("texts", bytes(32))
    state, _ = KERNEL.setup(Setting("base", {"board": "beginners"}, SEATS), chance)
    for number in range(400):
        decisions = KERNEL.decisions(state)
        if not decisions:
            break
        seat = decisions[0].seat
        legal = KERNEL.legal(state, seat)
        for action in legal[:60]:
            ((key, words),) = write_action(state.table, action).items()
            assert BENCH.read_action(state, f"{key} {words}") == action
        state, _ = KERNEL.apply(state, seat, legal[number * 7 % len(legal)], chance)
    assert state.turn > 20


@pytest.mark.parametrize(
    ("text", "trade"),
    [
        ("trade 1 wool for 1 ore with bilal", Trade(BILAL, ONE[WOOL], ONE[ORE])),
        ("trade  wool  for ore with bilal", Trade(BILAL, ONE[WOOL], ONE[ORE])),
        ("trade 2 brick, 1 wool for 3 ore with bilal", Trade(BILAL, 2 * ONE[BRICK] + ONE[WOOL], 3 * ONE[ORE])),
        ("trade nothing for 1 ore with bilal", Trade(BILAL, 0, ONE[ORE])),
    ],
)
def test_a_trade_is_told_whole(text: str, trade: Trade) -> None:
    assert BENCH.read_action(lay_out({}), text) == trade


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not-understood"),
        ("pass", "not-understood"),
        ("trade wool for ore", "not-understood"),
        ("trade wool with bilal", "not-understood"),
        ("trade wool for ore with zora", "nobody-called-so"),
        ("trade gold for ore with bilal", "unknown-card"),
        ("knight F", "not-understood"),
        ("place 12 12-13", "not-understood"),
        ("bank 8 wool for 2 ore", "not-understood"),
        ("bank 3 wool for ore", "wrong-rate"),
        ("road 0-2", "unknown-path"),
    ],
)
def test_a_text_that_is_no_single_action_says_why(text: str, code: str) -> None:
    with pytest.raises(ActionTextError) as caught:
        BENCH.read_action(lay_out({}), text)
    assert caught.value.code == code
