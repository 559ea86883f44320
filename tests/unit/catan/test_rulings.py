"""The rulings of the base game, each by its number."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from oracle.catan_map import CORNERS_OF
from oracle.catan_positions import KERNEL, NOTHING_DRAWN, SEATS, Loaded, hear, lay_out, legal, play

from adjudicator.chance import SecretChance
from adjudicator.core.chance import WouldDraw
from adjudicator.core.table import Decision, IllegalActionError, Setting
from adjudicator.rules.catan.actions import (
    BUY_CARD,
    END_TURN,
    PLAY_KNIGHT,
    PLAY_ROAD_BUILDING,
    ROLL,
    Action,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    Discard,
    MoveRobber,
    PlayKnight,
    PlayMonopoly,
    PlayPlenty,
    PlayRoadBuilding,
    Trade,
    TradeWithBank,
)
from adjudicator.rules.catan.cards import KNIGHT, ONE, count_kind, pack, unpack
from adjudicator.rules.catan.state import Stage, State
from adjudicator.rules.catan.topology import LETTERS, PATH_NAMED

BRICK, LUMBER, WOOL, GRAIN, ORE = range(5)
AMIRA, BILAL, CHADI = range(3)
FIRST_LINE = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6)]
THIRD_LINE = [(16, 17), (17, 18), (18, 19), (19, 20), (20, 21), (21, 22), (22, 23)]


def robber_to(letter: str, victim: int | None = None) -> MoveRobber:
    return MoveRobber(LETTERS.index(letter), victim)


def road(name: str) -> BuildRoad:
    return BuildRoad(PATH_NAMED[name])


def kinds(actions: list[Action]) -> set[type[Action]]:
    return {type(action) for action in actions}


def holders(state: State) -> tuple[int | None, int | None]:
    return state.longest, state.largest


# B01


def rolled(players: dict[str, dict[str, object]], dice: tuple[int, int], **bank: int) -> State:
    """After the dice of the first turn, with so many cards in the bank."""
    full = dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 19)
    cards = {"cards": {"knight": 1}}
    state = lay_out(
        {"amira": cards, **{seat: {**player} for seat, player in players.items()}},
        bank={**full, **bank},
        dice=0,
        stage="before-roll",
    )
    return play(state, ROLL, chance=Loaded(dice))


def test_b01_a_settlement_gets_one_card_and_a_city_two() -> None:
    state = rolled({"bilal": {"settlements": [25]}, "chadi": {"cities": [36]}}, (4, 4))

    assert unpack(state.hand(BILAL)) == (0, 0, 0, 0, 1)
    assert unpack(state.hand(CHADI)) == (0, 0, 0, 0, 2)


def test_b01_a_single_seat_gets_what_is_left() -> None:
    state = rolled({"chadi": {"cities": [36]}}, (4, 4), ore=1)

    assert unpack(state.hand(CHADI)) == (0, 0, 0, 0, 1)
    assert count_kind(state.bank, ORE) == 0


def test_b01_several_seats_get_nothing_of_a_short_resource() -> None:
    state = rolled({"bilal": {"settlements": [25]}, "chadi": {"cities": [36]}}, (4, 4), ore=2)

    assert state.hand(BILAL) == state.hand(CHADI) == 0
    assert count_kind(state.bank, ORE) == 2


def test_b01_a_single_seat_with_several_buildings_is_still_single() -> None:
    state = rolled({"chadi": {"cities": [36], "settlements": [25]}}, (4, 4), ore=2)

    assert unpack(state.hand(CHADI)) == (0, 0, 0, 0, 2)


def test_b01_each_resource_is_judged_by_itself() -> None:
    players = {"bilal": {"settlements": [25, 38]}, "chadi": {"cities": [36]}}
    state = rolled(players, (4, 4), ore=2)

    assert unpack(state.hand(BILAL)) == (0, 1, 0, 0, 0)


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


def test_b01_the_robber_silences_its_hex_only() -> None:
    players = {"amira": {"cards": {"knight": 1}}, "bilal": {"settlements": [25]}, "chadi": {"settlements": [38]}}
    state = play(lay_out(players, robber="L", dice=0, stage="before-roll"), ROLL, chance=Loaded((4, 4)))

    assert state.hand(BILAL) == 0
    assert unpack(state.hand(CHADI)) == (0, 1, 0, 0, 0)


# B02


def seven(hands: dict[str, dict[str, int]], spots: tuple[int, ...] = (0, 3, 5), **facts: object) -> State:
    """After a 7 of amira, who has a knight too; each has a settlement."""
    players: dict[str, dict[str, object]] = {
        seat: {"hand": hand, "settlements": [spot]} for (seat, hand), spot in zip(hands.items(), spots, strict=True)
    }
    players["amira"]["cards"] = {"knight": 1}
    state = lay_out(players, **{"dice": 0, "stage": "before-roll", **facts})
    return play(state, ROLL, chance=Loaded((3, 4)))


def test_b02_everyone_above_seven_discards_half_rounded_down() -> None:
    state = seven({"amira": {"wool": 8}, "bilal": {"wool": 7}, "chadi": {"ore": 9, "brick": 2}})

    assert KERNEL.decisions(state) == (Decision("amira", "discard"), Decision("chadi", "discard"))
    assert [state.owes(seat) for seat in range(3)] == [4, 0, 5]
    assert set(legal(state, "chadi")) == {Discard(pack((brick, 0, 0, 0, 5 - brick))) for brick in range(3)}


def test_b02_discards_come_in_any_order_and_the_robber_after_the_last() -> None:
    state = seven({"amira": {"wool": 8}, "bilal": {"wool": 7}, "chadi": {"ore": 9, "brick": 2}})

    state = play(state, Discard(pack((1, 0, 0, 0, 4))), seat="chadi")
    assert KERNEL.decisions(state) == (Decision("amira", "discard"),)
    state = play(state, Discard(pack((0, 0, 4, 0, 0))))

    assert KERNEL.decisions(state) == (Decision("amira", "robber"),)
    assert unpack(state.hand(CHADI)) == (1, 0, 0, 0, 5)
    assert count_kind(state.bank, WOOL) == 8


def test_b02_nobody_discards_for_another_or_twice() -> None:
    state = seven({"amira": {"wool": 8}, "bilal": {"wool": 7}, "chadi": {"ore": 10}})
    state = play(state, Discard(pack((0, 0, 0, 0, 5))), seat="chadi")

    for seat in ("bilal", "chadi"):
        with pytest.raises(IllegalActionError):
            play(state, Discard(pack((0, 0, 3, 0, 0))), seat=seat)


def test_b02_the_robber_goes_to_another_hex_the_desert_included() -> None:
    state = seven({"amira": {}, "bilal": {"ore": 1}, "chadi": {}}, robber="E")
    moves = legal(state)

    assert robber_to("J") in moves
    assert robber_to("E") not in moves
    assert len({move.hex for move in moves if isinstance(move, MoveRobber)}) == 18


def test_b02_a_victim_with_cards_must_be_named() -> None:
    state = seven({"amira": {}, "bilal": {"ore": 1}, "chadi": {"wool": 1}})
    moves = set(legal(state))

    assert {robber_to("B", BILAL)} == {move for move in moves if move.hex == LETTERS.index("B")}
    assert {robber_to("C", CHADI)} == {move for move in moves if move.hex == LETTERS.index("C")}


def test_b02_without_a_victim_with_cards_nothing_is_stolen() -> None:
    state = seven({"amira": {"ore": 1}, "bilal": {}, "chadi": {"wool": 1}})

    assert robber_to("B") in legal(state)
    assert robber_to("A") in legal(state)  # amira's own hex
    told = hear(state, robber_to("B"))
    assert "card-stolen" not in told
    assert told["robber-moved"].facts == {"seat": "amira", "from": "J", "hex": "B"}


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


def test_b03_trades_are_with_the_seat_on_turn_and_after_the_roll() -> None:
    state = lay_out({"amira": WEALTH, "bilal": {"hand": {"ore": 1}}, "chadi": {"hand": {"grain": 1}}})
    offer = Trade(BILAL, ONE[WOOL], ONE[ORE])

    after = play(state, offer)

    assert unpack(after.hand(AMIRA)) == (4, 0, 3, 0, 1)
    assert unpack(after.hand(BILAL)) == (0, 0, 1, 0, 0)
    with pytest.raises(IllegalActionError):
        play(state, Trade(CHADI, ONE[ORE], ONE[GRAIN]), seat="bilal")
    before = lay_out(
        {"amira": {**WEALTH, "cards": {"knight": 1}}, "bilal": {"hand": {"ore": 1}}}, dice=0, stage="before-roll"
    )
    assert not KERNEL.is_legal(before, "amira", offer)


def test_b03_trades_are_never_listed() -> None:
    state = lay_out({"amira": WEALTH, "bilal": {"hand": {"ore": 1}}})
    offer = Trade(BILAL, ONE[WOOL], ONE[ORE])

    assert KERNEL.is_legal(state, "amira", offer)
    assert offer not in KERNEL.legal(state, "amira")
    assert Trade not in kinds(legal(state))


@pytest.mark.parametrize(
    ("give", "take", "why"),
    [
        ({}, {"ore": 1}, "a gift"),
        ({"wool": 1}, {}, "a gift"),
        ({"wool": 1}, {"wool": 1}, "like for like"),
        ({"wool": 2}, {"wool": 1, "ore": 1}, "like for like"),
        ({"wool": 5}, {"ore": 1}, "more than the mover has"),
        ({"wool": 1}, {"ore": 2}, "more than the partner has"),
        ({"grain": 1}, {"ore": 1}, "what the mover has not"),
    ],
)
def test_b03_no_gifts_no_like_for_like_nothing_that_is_not_there(
    give: dict[str, int], take: dict[str, int], why: str
) -> None:
    state = lay_out({"amira": WEALTH, "bilal": {"hand": {"ore": 1, "wool": 3}}})
    names = ("brick", "lumber", "wool", "grain", "ore")
    bundles = [pack([cards.get(name, 0) for name in names]) for cards in (give, take)]

    assert not KERNEL.is_legal(state, "amira", Trade(BILAL, *bundles)), why


@pytest.mark.parametrize("trade", [Trade(BILAL, -1, ONE[ORE]), Trade(BILAL, 1 << 40, ONE[ORE]), Trade(BILAL, 200, 1)])
def test_b03_numbers_that_are_no_cards_are_no_trade(trade: Trade) -> None:
    state = lay_out({"amira": WEALTH, "bilal": {"hand": {"ore": 1}}})

    assert not KERNEL.is_legal(state, "amira", trade)


@pytest.mark.parametrize("partner", [AMIRA, 3, -1])
def test_b03_nobody_trades_with_himself_or_a_seat_that_is_not(partner: int) -> None:
    state = lay_out({"amira": {"hand": {"brick": 1, "ore": 1}}, "chadi": {"hand": {"ore": 1}}})

    assert not KERNEL.is_legal(state, "amira", Trade(partner, ONE[BRICK], ONE[ORE]))


@pytest.mark.parametrize(("spots", "rates"), [([19], (4, 4)), ([0], (3, 3)), ([28], (2, 4)), ([28, 0], (2, 3))])
def test_b03_the_bank_gives_the_best_rate(spots: list[int], rates: tuple[int, int]) -> None:
    for resource, rate in zip(("brick", "wool"), rates, strict=True):
        kind = (BRICK, WOOL)[resource == "wool"]
        for held in (rate - 1, rate):
            state = lay_out({"amira": {"hand": {resource: held}, "settlements": spots}})
            assert (TradeWithBank(kind, ORE) in legal(state)) == (held == rate)
        assert unpack(play(state, TradeWithBank(kind, ORE)).hand(AMIRA)) == (0, 0, 0, 0, 1)


def test_b03_the_bank_gives_only_what_it_has() -> None:
    state = lay_out({"amira": WEALTH}, bank={"lumber": 1, "grain": 0})

    trades = [action for action in legal(state) if isinstance(action, TradeWithBank)]

    assert set(trades) == {TradeWithBank(BRICK, LUMBER), TradeWithBank(WOOL, LUMBER)}


# B04

ALL_CARDS = {"knight": 2, "victory-point": 1, "road-building": 1, "year-of-plenty": 1, "monopoly": 1}
CARD_KINDS = {PlayKnight, PlayRoadBuilding, PlayPlenty, PlayMonopoly}


@pytest.mark.parametrize("moment", [{"dice": 0, "stage": "before-roll"}, {}], ids=["before", "after"])
def test_b04_any_card_may_be_played_before_or_after_the_roll(moment: dict[str, object]) -> None:
    state = lay_out({"amira": {"cards": ALL_CARDS, "settlements": [19]}}, **moment)

    assert kinds(legal(state)) >= CARD_KINDS


def test_b04_one_card_a_turn() -> None:
    state = lay_out({"amira": {"cards": ALL_CARDS, "settlements": [19], "hand": {"wool": 1}}})

    after = play(state, PlayMonopoly(ORE))

    assert not kinds(legal(after)) & CARD_KINDS


def test_b04_after_a_card_before_the_roll_the_roll_follows_at_once() -> None:
    state = lay_out({"amira": {"cards": ALL_CARDS, "settlements": [19]}}, dice=0, stage="before-roll")

    after = play(state, PlayMonopoly(ORE), chance=Loaded((1, 4)))

    assert (after.stage, after.dice) == (Stage.TURN, 5)
    assert not kinds(legal(after)) & CARD_KINDS


def test_b04_not_on_the_turn_it_was_bought() -> None:
    hand = {"wool": 2, "grain": 1, "ore": 1}
    state = play(lay_out({"amira": {"hand": hand, "settlements": [19]}}), BUY_CARD, chance=Loaded(dev_card=0))

    assert count_kind(state.developments(AMIRA), KNIGHT) == 1
    assert PLAY_KNIGHT not in legal(state)


def test_b04_an_older_card_of_the_same_kind_may_be_played() -> None:
    hand = {"wool": 1, "grain": 1, "ore": 1}
    state = lay_out({"amira": {"hand": hand, "settlements": [19], "cards": {"knight": 1}}})
    bought = play(state, BUY_CARD, chance=Loaded(dev_card=0))

    after = play(bought, PLAY_KNIGHT, robber_to("E"))

    assert count_kind(after.developments(AMIRA), KNIGHT) == 1


def test_b04_bought_cards_may_be_played_next_turn() -> None:
    hand = {"wool": 2, "grain": 1, "ore": 1}
    state = play(lay_out({"amira": {"hand": hand, "settlements": [19]}}), BUY_CARD, chance=Loaded(dev_card=0))

    for seat in SEATS[:3]:
        state = play(state, END_TURN, seat=seat, chance=Loaded((6, 6)))

    assert KERNEL.decisions(state) == (Decision("amira", "before-roll"),)
    assert PLAY_KNIGHT in legal(state)


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


def test_b04_no_card_without_cards_left() -> None:
    hand = {"wool": 1, "grain": 1, "ore": 1}

    assert BUY_CARD not in legal(lay_out({"amira": {"hand": hand, "settlements": [19]}}, deck={}))


def test_b04_monopoly_takes_all_cards_of_a_kind() -> None:
    hands = {"amira": {"ore": 1}, "bilal": {"ore": 3, "wool": 1}, "chadi": {"wool": 2}}
    players = {
        seat: {"hand": hand, "cards": {"monopoly": 1} if seat == "amira" else {}} for seat, hand in hands.items()
    }

    told = hear(lay_out(players), PlayMonopoly(ORE))
    state = play(lay_out(players), PlayMonopoly(ORE))

    assert told["card-played"].facts == {"seat": "amira", "card": "monopoly", "resource": "ore", "given": {"bilal": 3}}
    assert [unpack(state.hand(seat)) for seat in range(3)] == [(0, 0, 0, 0, 4), (0, 0, 1, 0, 0), (0, 0, 2, 0, 0)]


# B05


def with_roads(roads: list[tuple[int, int]], **more: object) -> dict[str, object]:
    return {"roads": roads, "settlements": [roads[0][0]], "cards": {"road-building": 1}, "hand": {"ore": 1}, **more}


def fifteen() -> list[tuple[int, int]]:
    return [*FIRST_LINE, *THIRD_LINE, (23, 24), (24, 25)]


def test_b05_road_building_gives_two_roads() -> None:
    state = play(lay_out({"amira": with_roads(FIRST_LINE[:1])}), PLAY_ROAD_BUILDING)

    assert KERNEL.decisions(state) == (Decision("amira", "road"),)
    state = play(state, road("1-2"))
    assert KERNEL.decisions(state) == (Decision("amira", "road"),)
    state = play(state, road("2-3"))

    assert KERNEL.decisions(state) == (Decision("amira", "turn"),)
    assert state.roads(AMIRA).bit_count() == 3
    assert unpack(state.hand(AMIRA)) == (0, 0, 0, 0, 1)


def test_b05_with_one_piece_it_gives_one_road() -> None:
    state = play(lay_out({"amira": with_roads(fifteen()[:14])}), PLAY_ROAD_BUILDING, road("24-25"))

    assert KERNEL.decisions(state) == (Decision("amira", "turn"),)


def test_b05_with_one_site_it_gives_one_road() -> None:
    # Amira's road ends in the top left corner; bilal holds the ways out but one.
    mine = {"roads": [(0, 1)], "settlements": [0], "cards": {"road-building": 1}, "hand": {"ore": 1}}
    bilal = {"settlements": [2, 8], "roads": []}
    state = lay_out({"amira": mine, "bilal": bilal, "chadi": {"roads": [(0, 8)]}})

    state = play(state, PLAY_ROAD_BUILDING, road("1-2"))

    assert KERNEL.decisions(state) == (Decision("amira", "turn"),)


@pytest.mark.parametrize("piece", ["site", "piece"])
def test_b05_with_no_piece_or_no_site_it_may_not_be_played(piece: str) -> None:
    if piece == "piece":
        players = {"amira": with_roads(fifteen())}
    else:
        players = {
            "amira": with_roads([(0, 1)]),
            "bilal": {"settlements": [2, 8]},
            "chadi": {"roads": [(0, 8), (1, 2)]},
        }
    assert PLAY_ROAD_BUILDING not in legal(lay_out(players))


def test_b05_plenty_takes_any_two_cards() -> None:
    players = {"amira": {"cards": {"year-of-plenty": 1}}}
    choices = [action.cards for action in legal(lay_out(players)) if isinstance(action, PlayPlenty)]

    assert len(choices) == 15
    assert set(choices) == {ONE[one] + ONE[other] for one, other in product(range(5), repeat=2)}
    assert unpack(play(lay_out(players), PlayPlenty(2 * ONE[ORE])).hand(AMIRA)) == (0, 0, 0, 0, 2)


def test_b05_plenty_takes_what_a_short_bank_has() -> None:
    players = {"amira": {"cards": {"year-of-plenty": 1}, "hand": {"ore": 1}}}

    def choices(**bank: int) -> list[tuple[int, ...]]:
        plays = legal(lay_out(players, bank=bank))
        return [unpack(action.cards) for action in plays if isinstance(action, PlayPlenty)]

    assert choices(wool=1, grain=1) == [(0, 0, 1, 1, 0)]
    assert choices(wool=2) == [(0, 0, 2, 0, 0)]
    assert choices(wool=1) == [(0, 0, 1, 0, 0)]
    assert choices() == []


# B06

RICH = {"brick": 4, "lumber": 4, "wool": 4, "grain": 4, "ore": 4}


def test_b06_five_settlements() -> None:
    roads = [(16, 17), (17, 18)]
    spots = [0, 2, 4, 6, 16]
    five = {"hand": RICH, "settlements": spots, "roads": roads}
    four = {"hand": RICH, "settlements": spots[1:], "roads": roads}

    assert BuildSettlement not in kinds(legal(lay_out({"amira": five})))
    assert BuildSettlement(18) in legal(lay_out({"amira": four}))


def test_b06_four_cities() -> None:
    players = {"amira": {"hand": RICH, "cities": [0, 2, 4, 6], "settlements": [16]}}

    assert BuildCity not in kinds(legal(lay_out(players)))


def test_b06_fifteen_roads() -> None:
    assert BuildRoad not in kinds(legal(lay_out({"amira": with_roads(fifteen(), hand=RICH)})))
    assert BuildRoad in kinds(legal(lay_out({"amira": with_roads(fifteen()[:14], hand=RICH)})))


def test_b06_a_city_returns_its_settlement() -> None:
    players = {"amira": {"hand": RICH, "settlements": [0, 2, 4, 6, 16], "roads": [(16, 17), (17, 18)]}}

    state = play(lay_out(players), BuildCity(16))

    assert unpack(state.hand(AMIRA)) == (4, 4, 4, 2, 1)
    assert BuildSettlement(18) in legal(state)
    assert state.points(AMIRA) == 6


# B07


def test_b07_a_cut_road_may_be_extended_from_both_sides_but_not_out_of_the_rivals_intersection() -> None:
    roads = [(18, 19), (19, 20)]
    amira = {"hand": RICH, "roads": roads, "settlements": [17]}
    state = lay_out({"amira": amira, "bilal": {"settlements": [19]}})

    sites = {action for action in legal(state) if isinstance(action, BuildRoad)}

    assert sites == {road(name) for name in ("16-17", "7-17", "17-18", "18-29", "20-21", "20-31")}


def test_b07_a_rivals_settlement_cuts_the_longest_road() -> None:
    amira = {"roads": THIRD_LINE[:6], "settlements": [16]}
    bilal = {"roads": [(9, 19), (9, 10)], "hand": RICH, "settlements": [11]}
    state = lay_out({"amira": amira, "bilal": bilal}, longest="amira", mover="bilal")
    assert state.road_length(AMIRA) == 6

    state, events = KERNEL.apply(state, "bilal", BuildSettlement(19), NOTHING_DRAWN)

    assert state.road_length(AMIRA) == 3
    assert state.longest is None
    assert state.points(AMIRA) == 1
    assert events[-1].facts == {"seat": None, "from": "amira", "length": 3}


def test_b07_the_distance_rule() -> None:
    amira = {"hand": RICH, "roads": [(18, 19), (19, 20)], "settlements": [18]}

    sites = [action for action in legal(lay_out({"amira": amira})) if isinstance(action, BuildSettlement)]
    assert sites == [BuildSettlement(20)]
    near = lay_out({"amira": amira, "bilal": {"cities": [21]}})
    assert BuildSettlement not in kinds(legal(near))


# B08


def test_b08_five_roads_take_it_and_a_tie_does_not() -> None:
    amira = {"roads": FIRST_LINE[:4], "settlements": [0], "hand": RICH}
    state = play(lay_out({"amira": amira}), road("4-5"))
    assert holders(state)[0] == AMIRA

    bilal = {"roads": THIRD_LINE[:4], "settlements": [16], "hand": RICH}
    players = {"amira": {**amira, "roads": FIRST_LINE[:5]}, "bilal": bilal}
    state = lay_out(players, longest="amira", mover="bilal")
    state = play(state, road("20-21"), seat="bilal")
    assert holders(state)[0] == AMIRA
    state = play(state, road("21-22"), seat="bilal")
    assert holders(state)[0] == BILAL
    assert [state.points(seat) for seat in (AMIRA, BILAL)] == [1, 3]


def test_b08_set_aside_when_others_tie_and_taken_by_the_next_sole_leader() -> None:
    bilal = {"roads": THIRD_LINE[:5], "settlements": [16], "hand": {"brick": 1, "lumber": 1}}
    chadi_line = [(38, 39), (39, 40), (40, 41), (41, 42), (42, 43)]
    chadi = {"roads": [*chadi_line, (4, 12), (12, 13)], "settlements": [38, 13], "hand": RICH}
    players = {"amira": {"roads": FIRST_LINE, "settlements": [0]}, "bilal": bilal, "chadi": chadi}
    state = lay_out(players, longest="amira", mover="chadi")
    assert [state.road_length(seat) for seat in range(3)] == [6, 5, 5]

    state = play(state, BuildSettlement(4), seat="chadi")

    assert [state.road_length(seat) for seat in range(3)] == [4, 5, 5]
    assert state.longest is None
    state = play(state, END_TURN, seat="chadi", chance=Loaded((1, 1)))
    state = play(state, END_TURN, chance=Loaded((1, 1)))
    state = play(state, road("21-22"), seat="bilal")
    assert state.longest == BILAL


def test_b08_a_holder_who_is_cut_keeps_it_on_a_tie() -> None:
    chadi = {"roads": [(4, 12), (12, 13)], "settlements": [13], "hand": RICH}
    bilal = {"roads": THIRD_LINE[:4], "settlements": [16]}
    players = {"amira": {"roads": [*FIRST_LINE, (0, 8)], "settlements": [0]}, "bilal": bilal, "chadi": chadi}
    state = lay_out(players, longest="amira", mover="chadi")
    assert state.road_length(AMIRA) == 7

    state = play(state, BuildSettlement(4), seat="chadi")

    assert state.road_length(AMIRA) == 5
    assert state.longest == AMIRA


def test_b08_the_longest_road_passes_to_a_third_seat_at_once() -> None:
    chadi = {"roads": [(4, 12), (12, 13)], "settlements": [13], "hand": RICH}
    bilal = {"roads": THIRD_LINE[:5], "settlements": [16]}
    players = {"amira": {"roads": FIRST_LINE, "settlements": [0]}, "bilal": bilal, "chadi": chadi}
    state = lay_out(players, longest="amira", mover="chadi")

    told = hear(state, BuildSettlement(4), seat="chadi")

    assert told["longest-road"].facts == {"seat": "bilal", "from": "amira", "length": 5}


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


def test_b09_three_knights_take_the_largest_army_and_more_take_it_over() -> None:
    amira = knight_player(1, 2, hand={"ore": 1})
    state = play(lay_out({"amira": amira}), PLAY_KNIGHT)
    assert state.largest == AMIRA
    assert hear(lay_out({"amira": amira}), PLAY_KNIGHT)["largest-army"].facts["knights"] == 3

    tied = lay_out({"amira": amira, "bilal": {"played": {"knight": 3}}}, largest="bilal")
    assert play(tied, PLAY_KNIGHT).largest == BILAL
    more = lay_out({"amira": {**amira, "played": {"knight": 3}}, "bilal": {"played": {"knight": 3}}}, largest="bilal")
    assert play(more, PLAY_KNIGHT).largest == AMIRA
    assert KERNEL.scores(play(more, PLAY_KNIGHT))[BILAL].points == 0


def test_b09_a_knight_before_the_roll_is_followed_by_the_roll() -> None:
    state = lay_out({"amira": knight_player(1, 0)}, dice=0, stage="before-roll")

    with pytest.raises(WouldDraw):
        play(state, PLAY_KNIGHT, robber_to("E"))


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


def test_b10_settlements_are_placed_forwards_and_backwards_and_the_second_brings_cards() -> None:
    state, _ = KERNEL.setup(Setting("base", {"board": "beginners"}, SEATS[:3]), Loaded())
    order: list[Decision] = []
    while not KERNEL.epoch(state):
        (decision,) = KERNEL.decisions(state)
        order.append(decision)
        action = KERNEL.legal(state, decision.seat)[0]
        state, events = KERNEL.apply(state, decision.seat, action, Loaded((1, 2)))
        if decision.kind == "settlement":
            assert ("income" in {event.kind for event in events}) == (len(order) > 6)

    assert [seat for seat, kind in order if kind == "settlement"] == [*SEATS[:3], *reversed(SEATS[:3])]
    assert [kind for _, kind in order] == ["settlement", "road"] * 6
    assert KERNEL.mover(state) == "amira"
    assert CORNERS_OF["A"] >= {0, 2}
