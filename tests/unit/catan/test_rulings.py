"""Rulings of the base game, by number, where CASE files say too little: labels of draws, what lists leave out, ties."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from oracle.catan_positions import KERNEL, NOTHING_DRAWN, SEATS, Loaded, hear, lay_out, legal, play

from adjudicator.core.table import Decision, Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.catan.actions import (
    BUY_CARD,
    PLAY_KNIGHT,
    ROLL,
    Action,
    BuildRoad,
    MoveRobber,
    PlayKnight,
    PlayMonopoly,
    PlayPlenty,
    PlayRoadBuilding,
    Trade,
)
from adjudicator.rules.catan.cards import ONE, unpack
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan.topology import LETTERS, PATH_NAMED

BRICK, LUMBER, WOOL, GRAIN, ORE = range(5)
AMIRA, BILAL, CHADI = range(3)


def robber_to(letter: str, victim: int | None = None) -> MoveRobber:
    return MoveRobber(LETTERS.index(letter), victim)


def road(name: str) -> BuildRoad:
    return BuildRoad(PATH_NAMED[name])


def kinds(actions: list[Action]) -> set[type[Action]]:
    return {type(action) for action in actions}


# B01


def test_b01_the_shortage_is_told() -> None:
    state = lay_out(
        {"amira": {"cards": {"knight": 1}}, "bilal": {"settlements": [25]}, "chadi": {"cities": [36]}},
        bank={"ore": 2},
        dice=0,
        stage="before-roll",
    )

    told = hear(state, ROLL, chance=Loaded((4, 4)))

    assert told["bank-short"].facts == {"resource": "ore", "asked": 3, "left": 2, "seat": None}
    assert "produced" not in told


# B02


def seven(hands: dict[str, dict[str, int]], spots: tuple[int, ...] = (0, 3, 5), **facts: object) -> State:
    """After a 7 of amira, who has a knight too; each has a settlement."""
    players: dict[str, dict[str, object]] = {
        seat: {"hand": hand, "settlements": [spot]} for (seat, hand), spot in zip(hands.items(), spots, strict=True)
    }
    players["amira"]["cards"] = {"knight": 1}
    state = lay_out(players, **{"dice": 0, "stage": "before-roll", **facts})
    return play(state, ROLL, chance=Loaded((3, 4)))


def test_b02_the_stolen_card_is_drawn_hidden_among_all_of_the_victims() -> None:
    state = seven({"amira": {}, "bilal": {"brick": 1, "ore": 2}, "chadi": {}})
    chance = Loaded(steal=1)

    state, events = KERNEL.apply(state, "amira", robber_to("B", BILAL), chance)

    assert chance.drawn == [(1, ("steal", 0), 3, True)]
    assert events[1].facts == {"seat": "amira", "victim": "bilal", "resource": "ore"}
    assert unpack(state.hand(AMIRA)) == (0, 0, 0, 0, 1)
    assert unpack(state.hand(BILAL)) == (1, 0, 0, 0, 1)


def test_b02_two_steals_of_one_turn_are_two_draws() -> None:
    state = seven({"amira": {}, "bilal": {"brick": 1, "ore": 2}, "chadi": {}}, spots=(0, 11, 5))
    chance = Loaded()

    play(state, robber_to("B", BILAL), PLAY_KNIGHT, robber_to("F", BILAL), chance=chance)

    assert [(label, below) for _, label, below, _ in chance.drawn] == [(("steal", 0), 3), (("steal", 1), 2)]


# B03

WEALTH = {"hand": {"brick": 4, "wool": 4}, "settlements": [19]}


def test_b03_trades_are_never_listed() -> None:
    state = lay_out({"amira": WEALTH, "bilal": {"hand": {"ore": 1}}})
    offer = Trade(BILAL, ONE[WOOL], ONE[ORE])

    assert KERNEL.is_legal(state, "amira", offer)
    assert offer not in KERNEL.legal(state, "amira")
    assert Trade not in kinds(legal(state))


@pytest.mark.parametrize("trade", [Trade(BILAL, -1, ONE[ORE]), Trade(BILAL, 1 << 40, ONE[ORE]), Trade(BILAL, 200, 1)])
def test_b03_numbers_that_are_no_cards_are_no_trade(trade: Trade) -> None:
    state = lay_out({"amira": WEALTH, "bilal": {"hand": {"ore": 1}}})

    assert not KERNEL.is_legal(state, "amira", trade)


@pytest.mark.parametrize("partner", [AMIRA, 3, -1])
def test_b03_nobody_trades_with_himself_or_a_seat_that_is_not(partner: int) -> None:
    state = lay_out({"amira": {"hand": {"brick": 1, "ore": 1}}, "chadi": {"hand": {"ore": 1}}})

    assert not KERNEL.is_legal(state, "amira", Trade(partner, ONE[BRICK], ONE[ORE]))


# B04

ALL_CARDS = {"knight": 2, "victory-point": 1, "road-building": 1, "year-of-plenty": 1, "monopoly": 1}
CARD_KINDS = {PlayKnight, PlayRoadBuilding, PlayPlenty, PlayMonopoly}


@pytest.mark.parametrize("moment", [{"dice": 0, "stage": "before-roll"}, {}], ids=["before", "after"])
def test_b04_any_card_may_be_played_before_or_after_the_roll(moment: dict[str, object]) -> None:
    state = lay_out({"amira": {"cards": ALL_CARDS, "settlements": [19]}}, **moment)

    assert kinds(legal(state)) >= CARD_KINDS


def test_b04_point_cards_count_at_once_and_are_never_played() -> None:
    hand = {"wool": 1, "grain": 1, "ore": 1}
    state = lay_out({"amira": {"hand": hand, "cities": [19]}})

    chance = Loaded((6, 6), dev_card=14)
    state, events = KERNEL.apply(state, "amira", BUY_CARD, chance)

    assert chance.drawn[0] == (1, ("dev-card", "amira", 0), 25, True)
    assert events[0].facts == {"seat": "amira", "card": "victory-point"}
    assert state.points(AMIRA) == 3


def test_b04_cards_are_drawn_from_those_left() -> None:
    cards = {"wool": 2, "grain": 2, "ore": 2, "brick": 1}
    state = lay_out({"amira": {"hand": cards, "settlements": [19]}})
    chance = Loaded()

    play(state, BUY_CARD, BUY_CARD, chance=chance)

    assert [(label, below) for _, label, below, _ in chance.drawn] == [
        (("dev-card", "amira", 0), 25),
        (("dev-card", "amira", 1), 24),
    ]


# B05


def test_b05_plenty_takes_any_two_cards() -> None:
    players = {"amira": {"cards": {"year-of-plenty": 1}}}
    choices = [action.cards for action in legal(lay_out(players)) if isinstance(action, PlayPlenty)]

    assert len(choices) == 15
    assert set(choices) == {ONE[one] + ONE[other] for one, other in product(range(5), repeat=2)}
    assert unpack(play(lay_out(players), PlayPlenty(2 * ONE[ORE])).hand(AMIRA)) == (0, 0, 0, 0, 2)


# B07

RICH = {"brick": 4, "lumber": 4, "wool": 4, "grain": 4, "ore": 4}


def test_b07_a_cut_road_may_be_extended_from_both_sides_but_not_out_of_the_rivals_intersection() -> None:
    roads = [(18, 19), (19, 20)]
    amira = {"hand": RICH, "roads": roads, "settlements": [17]}
    state = lay_out({"amira": amira, "bilal": {"settlements": [19]}})

    sites = {action for action in legal(state) if isinstance(action, BuildRoad)}

    assert sites == {road(name) for name in ("16-17", "7-17", "17-18", "18-29", "20-21", "20-31")}


# B09


def knight_player(points: int, played: int, **more: object) -> dict[str, object]:
    cities = [0, 2, 4, 6][: points // 2]
    settlements = [16, 18][: points % 2]
    base = {"cities": cities, "settlements": settlements, "cards": {"knight": 1}, "played": {"knight": played}}
    return {**base, **more}


def test_b09_a_knight_before_the_roll_wins_before_the_roll_once_the_robber_has_moved() -> None:
    state = lay_out(
        {"amira": knight_player(8, 2), "bilal": {"hand": {"ore": 1}, "settlements": [20]}}, dice=0, stage="before-roll"
    )

    state, events = KERNEL.apply(state, "amira", PLAY_KNIGHT, NOTHING_DRAWN)
    assert [event.kind for event in events] == ["card-played", "largest-army"]
    assert KERNEL.decisions(state) == (Decision("amira", "robber"),)
    chance = Loaded()
    state, events = KERNEL.apply(state, "amira", robber_to("E", BILAL), chance)

    assert [event.kind for event in events] == ["robber-moved", "card-stolen", "game-over"]
    assert [label[0] for _, label, _, _ in chance.drawn] == ["steal"]
    assert KERNEL.ending(state) == "victory"
    assert KERNEL.decisions(state) == ()
    assert KERNEL.mover(state) is None


# B10


def test_b10_the_order_of_play_is_drawn_once_for_all() -> None:
    orders = Counter(
        KERNEL.setup(Setting("base", {}, SEATS[:3]), SecretChance(f"order-{number}", bytes(32)))[0].table.seats
        for number in range(300)
    )

    assert len(orders) == 6
    assert min(orders.values()) > 25


def test_b10_the_order_of_signing_up_changes_nothing() -> None:
    states = [
        KERNEL.setup(Setting("base", {}, seats), SecretChance("order", bytes(32)))[0]
        for seats in (SEATS, tuple(reversed(SEATS)))
    ]

    assert states[0] == states[1]
