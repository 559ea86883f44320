from __future__ import annotations

from itertools import product

import pytest
from oracle.catan_positions import KERNEL, lay_out
from oracle.dice import Dice

from adjudicator.rules.catan.actions import CLOSED, END_TURN, NUMBER_OF, ROLL, Discard, TradeWithBank
from adjudicator.rules.catan.cards import COUNT, kind_at, name_cards, pack, read_cards, unpack
from adjudicator.rules.catan.legal import LegalActions
from adjudicator.rules.catan.sites import Discards


def test_every_numbered_action_is_a_different_one() -> None:
    assert len(NUMBER_OF) == len(CLOSED)


def test_a_list_of_actions_is_a_sequence() -> None:
    numbers = [0, 1, 7, 60, 200, 300]
    actions = LegalActions(sum(1 << number for number in numbers))
    expected = [CLOSED[number] for number in numbers]

    assert list(actions) == expected
    assert [actions[number] for number in range(len(actions))] == expected
    assert (actions[-1], actions[-6]) == (expected[-1], expected[0])
    assert tuple(actions[1:4]) == tuple(expected[1:4])
    assert all(action in actions for action in expected)
    assert sum(action in actions for action in CLOSED) == len(expected)
    assert "end" not in actions
    for number in (6, -7):
        with pytest.raises(IndexError):
            actions[number]


def test_the_harmless_action_comes_first() -> None:
    state = lay_out({"amira": {"hand": {"wool": 4}, "cards": {"knight": 1}, "settlements": [19]}})
    before = lay_out({"amira": {"cards": {"knight": 1}}}, dice=0, stage="before-roll")

    assert KERNEL.legal(state, "amira")[0] == END_TURN
    assert KERNEL.legal(before, "amira")[0] == ROLL


@pytest.mark.parametrize("number", range(40))
def test_discards_are_exactly_the_parts_of_the_hand(number: int) -> None:
    dice = Dice("discards", number)
    counts = [dice.below(6) for _ in range(5)]
    size = sum(counts) // 2
    parts = [part for part in product(*(range(count + 1) for count in counts)) if sum(part) == size]
    discards = Discards(pack(counts), size)

    assert [unpack(action.cards) for action in discards if isinstance(action, Discard)] == parts
    assert len(discards) == len(parts)
    assert [discards[index] for index in range(len(parts))] == [Discard(pack(part)) for part in parts]
    assert discards[-1] == Discard(pack(parts[-1]))
    assert all(Discard(pack(part)) in discards for part in parts)
    with pytest.raises(IndexError):
        discards[len(parts)]


@pytest.mark.parametrize("cards", [pack((1, 1, 1, 0, 0)), pack((5, 0, 0, 0, 0)), pack((0, 0, 0, 0, 4)), -4, 4 << 40])
def test_other_bundles_are_no_discards(cards: int) -> None:
    assert Discard(cards) not in Discards(pack((4, 4, 0, 0, 0)), 4)


def test_a_large_hand_is_not_listed_to_be_counted() -> None:
    discards = Discards(pack((19, 19, 19, 19, 19)), 47)

    assert len(discards) == 95_875
    assert discards[len(discards) // 2] in discards


def test_bundles_are_counted_named_and_read_back() -> None:
    bundle = pack((1, 0, 3, 0, 2))

    assert bundle % COUNT == 6
    assert name_cards(bundle) == {"brick": 1, "wool": 3, "ore": 2}
    assert read_cards(name_cards(bundle)) == bundle
    assert [kind_at(bundle, number) for number in range(6)] == [0, 2, 2, 2, 4, 4]
    with pytest.raises(IndexError):
        kind_at(bundle, 6)


def test_a_seat_not_on_turn_is_told_what_its_turn_would_allow() -> None:
    state = lay_out({"amira": {}, "bilal": {"hand": {"wool": 4}, "settlements": [19]}})

    assert set(KERNEL.legal(state, "bilal")) == {END_TURN, *(TradeWithBank(2, take) for take in (0, 1, 3, 4))}
