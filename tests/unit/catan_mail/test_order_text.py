"""Texts of Catan orders: what players write is read, what the program writes is read back, errors name the word."""

from __future__ import annotations

from typing import Any

import pytest
from oracle.catan_positions import KERNEL, SEATS, lay_out
from oracle.dice import Dice

from adjudicator.core.order import Order, Vocabulary
from adjudicator.core.table import Setting
from adjudicator.intake.checking import read_move_file
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.catan.actions import (
    BUY_CARD,
    CLOSED,
    END_TURN,
    GIVE_UP_ROADS,
    PLAY_KNIGHT,
    PLAY_ROAD_BUILDING,
    ROLL,
    Action,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    Discard,
    MoveRobber,
    PlayMonopoly,
    PlayPlenty,
    Trade,
    TradeWithBank,
)
from adjudicator.rules.catan.cards import EACH, pack
from adjudicator.rules.catan.mail.language.order_text import (
    FORMS,
    list_alternatives,
    list_steps,
    write_action,
)
from adjudicator.rules.catan.mail.language.quoting import quote_alternative, quote_order
from adjudicator.rules.catan.mail.language.vocabulary import (
    OrderTextError,
    read_cards_text,
    read_take,
    read_terms,
    write_cards_text,
)
from adjudicator.rules.catan.mail.wording import UNREADABLE
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan.topology import PATH_NAMED

BRICK, LUMBER, WOOL, GRAIN, ORE = range(5)
TABLE = lay_out({}, count=4).table
FOUR_TO_ONE = 4 * EACH


def road(name: str) -> BuildRoad:
    return BuildRoad(PATH_NAMED[name])


def complain(error: OrderTextError, words: str) -> str:
    return UNREADABLE[error.code].format_map({"order": words, **error.facts})


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("2 wool, 1 ore", (0, 0, 2, 0, 1)),
        ("2 wool 1 ore", (0, 0, 2, 0, 1)),
        ("2 wool,1 ore", (0, 0, 2, 0, 1)),
        ("wool, ore", (0, 0, 1, 0, 1)),
        ("wool", (0, 0, 1, 0, 0)),
        ("WOOL 3 Brick", (3, 0, 1, 0, 0)),
        ("wool wool", (0, 0, 2, 0, 0)),
        ("19 grain", (0, 0, 0, 19, 0)),
    ],
)
def test_cards_are_read_in_every_usual_form(text: str, counts: tuple[int, ...]) -> None:
    assert read_cards_text(text) == pack(counts)


def test_cards_are_written_so_that_they_are_read_back() -> None:
    dice = Dice("cards")
    for _ in range(200):
        bundle = pack([dice.below(12) for _ in range(5)]) or EACH
        assert read_cards_text(write_cards_text(bundle)) == bundle
    assert write_cards_text(pack((0, 0, 2, 0, 1))) == "2 wool, 1 ore"
    assert write_cards_text(0) == "nothing"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gold", "x: no cards are called gold; the cards are brick, lumber, wool, grain and ore"),
        ("2", "x: 2 is not a number of cards; write one from 1 to 95 before each resource"),
        ("1 2 wool", "x: 1 2 is not a number of cards; write one from 1 to 95 before each resource"),
        ("0 wool", "x: 0 is not a number of cards; write one from 1 to 95 before each resource"),
        ("96 wool", "x: 96 is not a number of cards; write one from 1 to 95 before each resource"),
        ("90 wool 90 ore", "x: 90 wool 90 ore is not a number of cards; write one from 1 to 95 before each resource"),
    ],
)
def test_what_is_no_card_is_named_with_the_word_that_was_meant(text: str, sentence: str) -> None:
    with pytest.raises(OrderTextError) as caught:
        read_cards_text(text)

    assert complain(caught.value, "x") == sentence


def test_a_number_too_long_for_any_hand_is_refused_like_any_other() -> None:
    with pytest.raises(OrderTextError):
        read_cards_text(f"{'9' * 5000} wool")


@pytest.mark.parametrize(
    ("key", "text", "steps"),
    [
        ("place", "12 12-13", (BuildSettlement(12), road("12-13"))),
        ("place", "13 12-13", (BuildSettlement(13), road("12-13"))),
        ("settlement", 12, (BuildSettlement(12),)),
        ("settlement", "0", (BuildSettlement(0),)),
        ("city", 53, (BuildCity(53),)),
        ("road", "12-13", (road("12-13"),)),
        ("road", "13-12", (road("12-13"),)),
        ("buy", "card", (BUY_CARD,)),
        ("end", "turn", (END_TURN,)),
        ("roll", "dice", (ROLL,)),
        ("knight", "F from bilal", (PLAY_KNIGHT, MoveRobber(5, 1))),
        ("knight", "f from Bilal", (PLAY_KNIGHT, MoveRobber(5, 1))),
        ("knight", "F", (PLAY_KNIGHT, MoveRobber(5, None))),
        ("knight", "play", (PLAY_KNIGHT,)),
        ("robber", "S from dalia", (MoveRobber(18, 3),)),
        ("robber", "A", (MoveRobber(0, None),)),
        ("road-building", "12-13 13-14", (PLAY_ROAD_BUILDING, road("12-13"), road("13-14"))),
        ("road-building", "12-13, 13-14", (PLAY_ROAD_BUILDING, road("12-13"), road("13-14"))),
        ("road-building", "12-13", (PLAY_ROAD_BUILDING, road("12-13"), GIVE_UP_ROADS)),
        ("road", "none", (GIVE_UP_ROADS,)),
        ("road-building", "play", (PLAY_ROAD_BUILDING,)),
        ("plenty", "2 ore", (PlayPlenty(pack((0, 0, 0, 0, 2))),)),
        ("plenty", "wool, ore", (PlayPlenty(pack((0, 0, 1, 0, 1))),)),
        ("monopoly", "ore", (PlayMonopoly(ORE),)),
        ("bank", "wool for ore", (TradeWithBank(WOOL, ORE),)),
        ("bank", "8 wool for 2 ore", (TradeWithBank(WOOL, ORE),) * 2),
        ("bank", "wool for 2 ore", (TradeWithBank(WOOL, ORE),) * 2),
        ("discard", "2 wool, 1 ore", (Discard(pack((0, 0, 2, 0, 1))),)),
    ],
)
def test_an_order_is_read_step_by_step(key: str, text: str | int, steps: tuple[object, ...]) -> None:
    assert list_steps(TABLE, key, text) == steps


@pytest.mark.parametrize(
    ("key", "text", "sentence"),
    [
        ("robber", "T from bilal", "x: T is not a hex; hexes are lettered from A to S"),
        ("robber", "F from bilall", ("x: there is no seat 'bilall' (did you mean bilal?); "
                                      "the seats are amira, bilal, chadi and dalia")),
        ("robber", "F from", ("x: 'F from' cannot be read (expected: where the robber goes and whom it robs, "
                               "such as F from {seat} or F)")),
        ("settlement", 54, "x: there is no intersection 54; they are numbered from 0 to 53"),
        ("city", "x", "x: there is no intersection x; they are numbered from 0 to 53"),
        ("road", "12-14", "x: 12-14 is not a path; paths at 12: 4-12, 11-12, 12-13; paths at 14: 6-14, 13-14, 14-15"),
        ("road", "53-99", "x: 53-99 is not a path; paths at 53: 45-53, 52-53"),
        ("road", "97-99", ("x: 97-99 is not a path; "
                           "a path is named by the two intersections that it joins, such as 12-13")),
        ("road", "12", "x: 12 is not a path; a path is named by the two intersections that it joins, such as 12-13"),
        ("place", "12 13-14", "x: the road 13-14 does not begin at 12; paths there: 4-12, 11-12, 12-13"),
        ("place", "12", ("x: '12' cannot be read "
                         "(expected: an intersection and a path that begins there, "
                         "such as 12 12-13, or the word best)")),
        ("road-building", "12-13 13-12", "x: 12-13 is named twice; name two paths"),
        ("road-building", "1-2 2-3 3-4", ("x: '1-2 2-3 3-4' cannot be read "
                                          "(expected: one or two paths, such as 12-13 13-14)")),
        ("bank", "ore for ore", "x: ore for ore is not a trade; ask for something else"),
        ("bank", "2 wool", ("x: '2 wool' cannot be read (expected: what you give for what you take, "
                            "such as wool for ore or 8 wool for 2 ore, toward city, or {keep: 2 ore, rest: wool})")),
        ("bank", "0 wool for ore", "x: 0 is not a number of cards; write one from 1 to 95 before each resource"),
        ("buy", "2 cards", "x: '2 cards' cannot be read (expected: the word card)"),
    ],
)  # fmt: skip
def test_what_says_nothing_is_refused_with_the_word_and_what_would_work(
    key: str, text: str | int, sentence: str
) -> None:
    with pytest.raises(OrderTextError) as caught:
        list_steps(TABLE, key, text)

    assert complain(caught.value, "x") == sentence


@pytest.mark.parametrize(
    ("deal", "trades"),
    [
        ("wool for ore", 1),
        ("4 wool for 1 ore", 1),
        ("8 wool for 2 ore", 2),
        ("wool for 3 ore", 3),
        ("4 wool for ore", 1),
    ],
)
def test_a_deal_with_the_bank_is_so_many_trades_at_the_rate(deal: str, trades: int) -> None:
    assert list_steps(TABLE, "bank", deal, FOUR_TO_ONE) == (TradeWithBank(WOOL, ORE),) * trades


def test_a_harbour_changes_how_many_trades_a_deal_is() -> None:
    rates = pack((4, 4, 2, 4, 4))

    assert list_steps(TABLE, "bank", "8 wool for 4 ore", rates) == (TradeWithBank(WOOL, ORE),) * 4
    with pytest.raises(OrderTextError) as caught:
        list_steps(TABLE, "bank", "8 wool for 2 ore", rates)
    assert caught.value.code == "wrong-rate"
    assert complain(caught.value, "bank 8 wool for 2 ore") == (
        "bank 8 wool for 2 ore: the bank asks 2 wool for each card; write for example 'bank: 4 wool for 2 ore'"
    )


def read_back(state: State, seat: str, action: Action) -> tuple[Action, ...]:
    """The kernel's actions behind the text of an action."""
    ((key, text),) = write_action(state.table, action).items()
    assert isinstance(text, str | int)
    return list_steps(state.table, key, text, state.rates(state.table.number_of[seat]))


@pytest.mark.parametrize("number", range(3))
def test_every_legal_action_is_written_and_read_back(number: int) -> None:
    chance, dice = SecretChance(f"texts-{number}", bytes(32)), Dice("texts", number)
    state, _ = KERNEL.setup(Setting("base", {}, SEATS[: 3 + number % 2]), chance)
    while decisions := KERNEL.decisions(state):
        seat = dice.pick(decisions).seat
        legal = KERNEL.legal(state, seat)
        for action in [legal[place] for place in range(min(len(legal), 200))]:
            assert read_back(state, seat, action) == (action,)
        state, _ = KERNEL.apply(state, seat, dice.pick(legal), chance)


def test_every_action_is_written_as_an_order_that_the_intake_accepts() -> None:
    vocabulary = Vocabulary((*FORMS, "propose"), ("catan",))
    actions = [action for action in CLOSED if not isinstance(action, TradeWithBank) or action.give != action.take]
    actions += [Discard(pack((3, 0, 1, 0, 2))), Trade(1, pack((0, 0, 1, 0, 0)), pack((0, 0, 0, 0, 1)))]

    for action in actions:
        ((key, value),) = write_action(TABLE, action).items()
        lines = value if not isinstance(value, dict) else f"{{give: {value['give']}, get: {value['get']}, to: [bilal]}}"
        file, problems = read_move_file(f"game: g\nturn: 1\norders:\n  - {key}: {lines}\n".encode(), vocabulary)
        assert problems == ()
        assert file is not None
        assert (file.orders[0].kind, file.orders[0].value) == (key, value)


def test_terms_and_offers_name_seats_of_the_table() -> None:
    terms = read_terms(TABLE, {"give": "1 wool", "get": "ore", "to": ["chadi", "Bilal", "chadi"]})

    assert terms == (pack((0, 0, 1, 0, 0)), pack((0, 0, 0, 0, 1)), (2, 1))
    assert read_terms(TABLE, {"give": "wool", "get": "ore", "from": ["dalia"]}).to == (3,)
    assert read_terms(TABLE, {"give": "wool", "get": "ore"}).to == ()
    assert read_take(TABLE, "bilal 2") == (1, 2)
    for text in ("2", "bilal", "bilal 0", "zoe 1"):
        with pytest.raises(OrderTextError):
            read_take(TABLE, text)


def parse(text: str) -> Order:
    kinds = (*FORMS, "take", "propose", "accept", "refuse", "offer", "want")
    data = f"game: g\nturn: 1\norders:\n  - {text}\n".encode()
    file, problems = read_move_file(data, Vocabulary(kinds, ("catan",), blocks=True))
    assert problems == ()
    assert file is not None
    return file.orders[0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("road: 12-13", "road 12-13"),
        ("road: [12-13, 13-14]", "road 12-13 or 13-14"),
        ("settlement: [12, 20]", "settlement 12 or 20"),
        ("end: turn", "end turn"),
        ("knight: F from bilal", "knight F from bilal"),
        ("take: bilal 2", "take bilal 2"),
        ("refuse: leader", "refuse the leader's proposals"),
        ("refuse: {give: ore, from: [leader]}", "refuse to give ore when the leader proposes it"),
        ("discard: 2 wool, 1 ore", "discard 2 wool, 1 ore"),
        ("discard: {keep: [ore, grain]}", "discard, keeping ore then grain"),
        ("discard: {first: [wool, brick, ore]}", "discard first wool, brick then ore"),
        ("propose: {give: 1 wool, get: 1 ore}", "propose 1 wool for 1 ore to everybody"),
        ("propose: {give: 1 wool, get: 1 ore, to: [bilal, chadi]}", "propose 1 wool for 1 ore to bilal or chadi"),
        ("accept: amira", "accept amira's proposal"),
        ("refuse: amira", "refuse amira's proposal"),
        ("refuse: any", "refuse any proposal"),
        ("refuse: [amira, bilal]", "refuse proposals from amira and bilal"),
        ("offer: {give: 1 wool, get: 1 ore}", "offer 1 wool for 1 ore to anybody"),
        (
            "offer: {give: 1 wool, get: 1 ore, times: 2, keep: 1 wool, until: 30}",
            "offer 1 wool for 1 ore to anybody, twice, keeping 1 wool, until table turn 30",
        ),
        (
            "offer: {give: wool, get: ore, to: [bilal, chadi], times: 1}",
            "offer 1 wool for 1 ore to bilal or chadi, once",
        ),
        ("want: {give: wool, get: 2 ore, times: 3}", "want 2 ore for 1 wool from anybody, 3 times"),
        ("want: {give: wool, get: 2 ore, from: [bilal]}", "want 2 ore for 1 wool from bilal"),
        (
            "if: {have: wool}\n    then: [{road: 12-13}, {end: turn}]\n    else: [{buy: card}]",
            "if you hold 1 wool, then road 12-13 and end turn, else buy card",
        ),
    ],
)
def test_an_order_is_quoted_as_its_player_would_say_it(text: str, words: str) -> None:
    assert quote_order(parse(text)) == words


def test_one_alternative_is_quoted_alone() -> None:
    order = parse("settlement: [12, 20]")

    assert list_alternatives(order) == (12, 20)
    assert [quote_alternative(order, number) for number in range(2)] == ["settlement 12", "settlement 20"]
    assert quote_alternative(parse("road: 12-13"), 0) == "road 12-13"


def test_orders_of_a_game_built_on_this_one_are_quoted_too() -> None:
    place: Any = parse("end: turn").place

    def order(kind: str, value: Any) -> Order:
        return Order(kind, value, None, place, (place,))

    assert quote_order(order("bid", 0)) == "bid 0"
    assert quote_order(order("bid", {"up-to": 4})) == "bid"
    assert quote_order(order("prefer", ["R2 24-35", "c"])) == "prefer R2 24-35 or c"
