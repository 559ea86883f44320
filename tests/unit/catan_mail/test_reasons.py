"""Why an action is not legal: every reason with a position that has it, in words that say what would work."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from oracle.catan_positions import KERNEL, SEATS, lay_out
from oracle.dice import Dice

from adjudicator.core.table import Setting
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
from adjudicator.rules.catan.cards import ONE, RESOURCES
from adjudicator.rules.catan.mail.language import vocabulary
from adjudicator.rules.catan.mail.reasons import LASTING, explain
from adjudicator.rules.catan.mail.wording import NOT_LEGAL, SENTENCES, UNREADABLE
from adjudicator.rules.catan.order_of_play import is_deciding
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan.topology import LETTERS, PATH_NAMED
from adjudicator.rules.catan.views.known import EMPTY_BOOK, as_state, see_state

Player = Mapping[str, Any]
BRICK, LUMBER, WOOL, GRAIN, ORE = range(5)
A_WOOL, AN_ORE = ONE[WOOL], ONE[ORE]
RICH = dict.fromkeys(RESOURCES, 4)
FIFTEEN = [*((n, n + 1) for n in range(6)), *((n, n + 1) for n in range(7, 15)), (16, 17)]
SEVEN = {"stage": "robber", "dice": 7}
DISCARDING = {"stage": "discard", "dice": 7}
SET_UP = {"turn": 0, "dice": 0, "placed": 2}


def lay(amira: Player = {}, bilal: Player = {}, chadi: Player = {}, **facts: Any) -> State:  # noqa: B006 - never changed
    """Amira has a settlement at 12 and two roads that run into bilal's settlement at 23; chadi lives far away."""
    players = {
        "amira": {"hand": RICH, "settlements": [12], "roads": [(12, 13), (13, 23)], **amira},
        "bilal": {"hand": {"wool": 2}, "settlements": [23], "roads": [(22, 23)], **bilal},
        "chadi": {"settlements": [40], **chadi},
    }
    return lay_out(players, **facts)


def bar_robber(state: State) -> State:
    table = state.table
    return state._replace(table=replace(table, edition=replace(table.edition, robber_returns=False)))


def road(name: str) -> BuildRoad:
    return BuildRoad(PATH_NAMED[name])


def befriend(state: State) -> State:
    table = state.table
    return state._replace(table=replace(table, edition=replace(table.edition, spared_points=3)))


def robber(letter: str, victim: int | None = None) -> MoveRobber:
    return MoveRobber(LETTERS.index(letter), victim)


@dataclass(frozen=True)
class Waltz(Action):
    """An action of a game built on this one."""


CASES: list[tuple[str, State, Action, str]] = [
    ("game-over", lay(stage="over"), END_TURN, "the game is over"),
    ("between-turns", lay(stage="interlude"), END_TURN, "this cannot be done now"),
    ("not-now", lay(), Waltz(), "this cannot be done now"),
    ("set-up", lay(stage="settlement", **SET_UP), road("12-13"),
     "the set-up is not over; place a settlement, for example 'place: 0 0-1'"),
    ("set-up", lay({"roads": []}, stage="road", anchor=12, **SET_UP), END_TURN,
     "the set-up is not over; place a road, for example 'road: 4-12'"),
    ("roll-first", lay(stage="before-roll", dice=0), END_TURN, "this cannot be done now"),
    ("rolled-already", lay(), ROLL,
     ("the dice of this turn have already been rolled; leave this out, and write what else you do, at least "
      "'end: turn'")),
    ("discard-first", lay({"owes": 10}, **DISCARDING), END_TURN, "this cannot be done now"),
    ("robber-first", lay(**SEVEN), END_TURN, "this cannot be done now"),
    ("free-roads-first", lay(stage="free-roads", free_roads=2), END_TURN, "this cannot be done now"),
    ("robber-not-due", lay(), robber("A"), "the robber moves only after a 7 or a knight"),
    ("robber-not-due", lay(stage="before-roll", dice=0), robber("A"), "the robber moves only after a 7 or a knight"),
    ("discard-not-due", lay(), Discard(A_WOOL), "you owe no cards; only a 7 makes anybody discard"),
    ("cannot-pay", lay({"hand": {"lumber": 1}}), road("4-12"),
     "it needs 1 brick and 1 lumber; you hold 1 lumber, so 1 brick is missing"),
    ("cannot-pay", lay({"hand": {"lumber": 1, "wool": 4}}), road("4-12"),
     ("it needs 1 brick and 1 lumber; you hold 1 lumber and 4 wool, so 1 brick is missing; "
      "'bank: wool for brick' would bring it")),
    ("cannot-pay", lay({"hand": {"lumber": 1, "wool": 4}}, bank={"wool": 13}), road("4-12"),
     ("it needs 1 brick and 1 lumber; you hold 1 lumber and 4 wool, so 1 brick is missing; "
      "'propose: {give: 1 wool, get: 1 brick}' would ask the others for it")),
    ("cannot-pay", lay({"hand": {}, "roads": [(12, 13), (13, 14)]}, {"settlements": [34]}), BuildSettlement(14),
     ("it needs 1 brick, 1 lumber, 1 wool and 1 grain; you hold nothing, "
      "so 1 brick, 1 lumber, 1 wool and 1 grain are missing")),
    ("cannot-pay", lay({"hand": {"ore": 3}}), BuildCity(12),
     "it needs 2 grain and 3 ore; you hold 3 ore, so 2 grain are missing"),
    ("cannot-pay", lay({"hand": {"ore": 3, "wool": 1}}), BUY_CARD,
     ("it needs 1 wool, 1 grain and 1 ore; you hold 1 wool and 3 ore, so 1 grain is missing; "
      "'propose: {give: 1 ore, get: 1 grain}' would ask the others for it")),
    ("path-taken", lay(), road("12-13"),
     "12-13 already has your own road; free paths next to your roads: 4-12, 11-12, 13-14"),
    ("path-taken", lay({"hand": {}}), road("22-23"),
     "22-23 already has bilal's road; free paths next to your roads: 11-12, 13-14, 4-12"),
    ("path-apart", lay(), road("0-1"),
     "0-1 is not next to your roads or buildings; free paths next to your roads: 11-12, 4-12, 13-14"),
    ("path-beyond", lay(), road("23-24"),
     ("23-24 lies beyond bilal's settlement at 23, which blocks the way; "
      "free paths next to your roads: 13-14, 11-12, 4-12")),
    ("road-not-at-settlement", lay({"roads": []}, stage="road", anchor=12, **SET_UP), road("0-1"),
     "the road belongs to the settlement just placed at 12; free paths there: 11-12, 4-12, 12-13"),
    ("path-taken", lay(stage="road", anchor=12, **SET_UP), road("12-13"),
     "12-13 already has your own road; free paths there: 4-12, 11-12"),
    ("path-apart", lay(stage="free-roads", free_roads=1), road("0-1"),
     "0-1 is not next to your roads or buildings; free paths next to your roads: 11-12, 4-12, 13-14"),
    ("no-free-road", lay(), GIVE_UP_ROADS, "no Road Building card gives you a road now"),
    ("no-roads-left", lay({"roads": FIFTEEN}), road("17-18"),
     "all 15 of your roads are on the board, and you get none back"),
    ("no-roads-left", lay({"roads": FIFTEEN, "cards": {"road-building": 1}}), PLAY_ROAD_BUILDING,
     "all 15 of your roads are on the board, and you get none back"),
    ("no-road-site", lay({"roads": [], "settlements": [], "cards": {"road-building": 1}}), PLAY_ROAD_BUILDING,
     "no path next to your roads is free, so the card would be wasted"),
    ("intersection-taken", lay(), BuildSettlement(12),
     "12 already has your own settlement; no intersection at your roads is free"),
    ("intersection-taken", lay(bilal={"settlements": [], "cities": [23]}), BuildCity(23),
     "23 already has bilal's city; your settlements: 12"),
    ("too-near", lay(), BuildSettlement(13),
     "13 is next to your own settlement at 12; no intersection at your roads is free"),
    ("too-near", lay(stage="settlement", **SET_UP), BuildSettlement(22),
     ("22 is next to bilal's settlement at 23; "
      "free intersections: 21, 33, 20, 32, 34, 31 and 37 more")),
    ("not-at-road", lay({"roads": [(12, 13), (13, 14)]}, {"settlements": [34]}), BuildSettlement(0),
     "0 is not at one of your roads; free intersections at your roads: 14"),
    ("no-settlements-left", lay({"settlements": [0, 2, 16, 18, 36], "roads": [(4, 12)]}), BuildSettlement(4),
     "all 5 of your settlements are on the board; a city gives one back"),
    ("city-already", lay({"settlements": [16], "cities": [12]}), BuildCity(12),
     "12 already has your own city; your settlements: 16"),
    ("not-your-settlement", lay({"settlements": []}), BuildCity(13),
     "you have no settlement at 13 to turn into a city; you have no settlement on the board"),
    ("no-cities-left", lay({"cities": [0, 2, 16, 18]}), BuildCity(12),
     "all 4 of your cities are on the board, and you get none back"),
    ("no-cards-left", lay(deck={}), BUY_CARD, "all development cards have been bought"),
    ("card-not-held", lay({"cards": {"monopoly": 2}}), PLAY_KNIGHT,
     "you have no knight card to play; you hold 2 Monopoly"),
    ("card-not-held", lay({"cards": {"knight": 2}}), PlayMonopoly(ORE),
     "you have no Monopoly card to play; you hold 2 knights"),
    ("card-not-held", lay(), PlayMonopoly(ORE),
     "you have no Monopoly card to play; you hold no development card"),
    ("one-card-a-turn", lay({"cards": {"knight": 1}}, card_played=True), PLAY_KNIGHT,
     "you have played a development card this turn; keep the knight card for another turn"),
    ("bought-this-turn", lay({"cards": {"knight": 1}}, new={"knight": 1}), PLAY_KNIGHT,
     "you bought the knight card this turn; you can play it from your next turn on"),
    ("plenty-count", lay({"cards": {"year-of-plenty": 1}}), PlayPlenty(A_WOOL),
     "Year of Plenty brings 2 cards from the bank now, not 1; write 'plenty: 2 wool'"),
    ("plenty-count", lay({"cards": {"year-of-plenty": 1}}, bank={"ore": 1}), PlayPlenty(A_WOOL + AN_ORE),
     "Year of Plenty brings 1 card from the bank now, not 2; write 'plenty: 1 ore'"),
    ("bank-short", lay({"cards": {"year-of-plenty": 1}}, bank={"ore": 1, "brick": 7}), PlayPlenty(2 * AN_ORE),
     "the bank lacks 1 ore; it has 7 brick and 1 ore"),
    ("bank-empty", lay({"cards": {"year-of-plenty": 1}}, bank={}), PlayPlenty(2 * AN_ORE),
     "the bank has no resource cards, so the card would be wasted"),
    ("bank-rate", lay({"hand": {"ore": 3, "wool": 4}}), TradeWithBank(ORE, BRICK),
     "the bank asks 4 ore for each card; you hold 3; write for example 'bank: wool for brick'"),
    ("bank-rate", lay({"hand": {"ore": 3}}), TradeWithBank(ORE, BRICK),
     "the bank asks 4 ore for each card; you hold 3; to ask the others, write 'propose: {give: 1 ore, get: 1 brick}'"),
    ("bank-rate", lay({"hand": {}}), TradeWithBank(ORE, BRICK), "the bank asks 4 ore for each card; you hold 0"),
    ("bank-out", lay(bank={"brick": 3}), TradeWithBank(WOOL, ORE), "the bank has no ore; it has 3 brick"),
    ("like-for-like", lay(), TradeWithBank(ORE, ORE), "ore for ore is not a trade; ask for something else"),
    ("robber-stays", lay(**SEVEN), robber("J"),
     ("the robber stands on J and has to go to another hex; "
      "you could write: 'F from bilal', 'K from bilal', 'G from bilal'")),
    ("robber-stays", lay(bilal={"hand": {}}, **SEVEN), robber("J"),
     "the robber stands on J and has to go to another hex; nobody can be robbed, so any other hex will do"),
    ("robber-barred", bar_robber(lay(robber="A", **SEVEN)), robber("J"),
     "the robber may not go to J, the desert; you could write: 'F from bilal', 'K from bilal', 'G from bilal'"),
    ("robber-spares", befriend(lay(**SEVEN)), robber("F", 1),
     ("at F the robber spares a rival with fewer than 3 points; "
      "nobody can be robbed; it may go to: B, C, E, A, I, L and 6 more")),
    ("victim-unnamed", lay(chadi={"settlements": [11], "hand": {"ore": 1}}, **SEVEN), robber("F"),
     "you did not say whom the robber robs at F; write 'F from bilal' or 'F from chadi'"),
    ("victim-yourself", lay(**SEVEN), robber("F", 0),
     "the robber takes nothing from you on your own turn; write 'F from bilal'"),
    ("victim-not-there", lay(**SEVEN), robber("F", 2), "chadi has no settlement or city at F; write 'F from bilal'"),
    ("victim-not-there", lay(**SEVEN), robber("A", 1), "bilal has no settlement or city at A; write 'A' alone"),
    ("victim-poor", lay(bilal={"hand": {}}, **SEVEN), robber("F", 1), "bilal has no cards; write 'F' alone"),
    ("discard-count", lay({"owes": 10}, **DISCARDING), Discard(A_WOOL),
     "you have to discard 10 cards, not 1; write 'discard: 2 brick, 2 lumber, 4 wool, 1 grain, 1 ore'"),
    ("discard-not-held", lay({"hand": {"wool": 1, "ore": 8}, "owes": 4}, **DISCARDING), Discard(4 * A_WOOL),
     "you are 3 wool short; you hold 1 wool and 8 ore; write 'discard: 1 wool, 3 ore'"),
    ("trade-alone", lay(), Trade(0, A_WOOL, AN_ORE), "you cannot trade with yourself; the others are bilal and chadi"),
    ("gift", lay(), Trade(1, A_WOOL, 0), "this cannot be done now"),
    ("like-for-like", lay(), Trade(1, A_WOOL + AN_ORE, A_WOOL), "wool for wool is not a trade; ask for something else"),
    ("not-your-cards", lay({"hand": {"ore": 1}}), Trade(1, A_WOOL, AN_ORE),
     "you do not have 1 wool to give; you hold 1 ore"),
    ("not-available", lay(), Trade(1, A_WOOL, AN_ORE), "the trade is not available; the reason stays secret"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "state", "action", "sentence"), CASES, ids=[f"{number}-{case[0]}" for number, case in enumerate(CASES)]
)
def test_a_reason_is_told_with_what_would_work(code: str, state: State, action: Action, sentence: str) -> None:
    told, facts = explain(as_state(see_state(state, EMPTY_BOOK, "amira")), 0, action)

    assert told == code
    assert SENTENCES[told].format_map({"order": "road 12-13", **facts}) == f"road 12-13: {sentence}"


def test_every_reason_has_a_position_that_has_it() -> None:
    waiting = {"not-your-turn", "others-first"}
    of_texts = UNREADABLE.keys() - {"like-for-like"}

    assert {code for code, *_ in CASES} == {*UNREADABLE, *NOT_LEGAL} - of_texts - waiting


def test_lasting_reasons_are_reasons() -> None:
    assert {*UNREADABLE, *NOT_LEGAL} >= LASTING


def test_every_text_error_has_a_sentence_of_its_own() -> None:
    files = Path(vocabulary.__file__).parents[1].rglob("*.py")
    codes = {code for file in files for code in re.findall(r'OrderTextError\(\s*"([a-z-]+)"', file.read_text())}

    assert sorted(codes) == sorted(UNREADABLE)


def test_who_cannot_honour_a_trade_is_never_told_apart() -> None:
    told = [
        explain(as_state(see_state(lay(bilal={"hand": hand}), EMPTY_BOOK, "amira")), 0, Trade(1, A_WOOL, AN_ORE))
        for hand in ({}, {"wool": 2}, {"ore": 2})
    ]

    assert told == [("not-available", {})] * 3


@pytest.mark.parametrize(
    ("others", "asks"),
    [({}, True), ({"options": {"trade-hours": "0"}}, False), ({"ahead": [[1, 2], [3, 4], [5, 5]]}, False)],
)
def test_a_proposal_is_offered_only_where_the_others_are_asked(others: Mapping[str, Any], asks: bool) -> None:
    state = lay({"hand": {"ore": 3, "wool": 1}}, **others)
    known = as_state(see_state(state, EMPTY_BOOK, "amira"))

    for action in (BUY_CARD, TradeWithBank(ORE, BRICK)):
        assert ("propose" in str(explain(known, 0, action)[1]["legal"])) is asks


def test_a_seat_not_on_turn_is_judged_as_if_its_move_came_now() -> None:
    state = lay(bilal={"hand": {}})

    code, _ = explain(as_state(see_state(state, EMPTY_BOOK, "bilal")), 1, road("23-24"))

    assert code == "cannot-pay"


def test_what_will_be_legal_waits_for_its_moment() -> None:
    bilal = see_state(lay(), EMPTY_BOOK, "bilal")
    amira = see_state(lay(bilal={"owes": 4}, chadi={"owes": 5}, **DISCARDING), EMPTY_BOOK, "amira")

    assert explain(as_state(bilal), 1, END_TURN) == ("not-your-turn", {})
    assert explain(as_state(amira), 0, robber("F", 1)) == ("others-first", {})


def test_what_is_legal_has_no_reason_against_it() -> None:
    with pytest.raises(ValueError, match="legal"):
        explain(as_state(see_state(lay(), EMPTY_BOOK, "amira")), 0, END_TURN)


def invent(dice: Dice, seats: int) -> Action:
    """Any action that can be written down."""
    sort = dice.below(8)
    closed = dice.pick(CLOSED)
    while isinstance(closed, MoveRobber) and closed.victim is not None and closed.victim >= seats:
        closed = dice.pick(CLOSED)
    cards = [sum(dice.below(3) * card for card in ONE) for _ in range(2)]
    if sort == 0:
        return Trade(dice.below(seats), *cards)
    if sort == 1:
        return Discard(cards[0])
    return PlayPlenty(cards[0]) if sort == 2 else closed


@pytest.mark.parametrize("number", range(3))
def test_whatever_is_illegal_has_a_reason_and_it_uses_nothing_hidden(number: int) -> None:
    chance, dice = SecretChance(f"reasons-{number}", bytes(32)), Dice("reasons", number)
    seats = SEATS[: 3 + number % 2]
    state, _ = KERNEL.setup(Setting("base", {}, seats), chance)
    told: set[str] = set()
    while decisions := KERNEL.decisions(state):
        mover = dice.pick(decisions).seat
        looked_at = (mover, dice.pick(state.table.seats)) if dice.below(3) == 0 else ()
        for seat in looked_at:
            known, place = see_state(state, EMPTY_BOOK, seat), state.table.number_of[seat]
            for _ in range(4):
                action = invent(dice, len(seats))
                legal = KERNEL.is_legal(state, seat, action) and not isinstance(action, Trade)
                if legal and is_deciding(state, place):
                    with pytest.raises(ValueError, match="legal"):
                        explain(as_state(known), place, action)
                    continue
                code, facts = explain(as_state(known), place, action)
                assert (code, facts) == explain(state, place, action)
                sentence = SENTENCES[code].format_map({"order": "this", **facts})
                assert re.search(r"\{[\w-]*\}", sentence) is None  # each blank is filled
                told.add(code)
        state, _ = KERNEL.apply(state, mover, dice.pick(KERNEL.legal(state, mover)), chance)
    assert len(told) > 20
