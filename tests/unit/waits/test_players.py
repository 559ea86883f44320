"""How the scripted players choose: from what their seat knows, with the bank's rates, and never into a refused file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oracle.catan_positions import lay_out
from players.aims import imagine, list_aims
from players.deals import keep_list, offer_cards, take_offers
from players.economy import NEVER, Economy
from players.openings import rank_places
from players.plans import make_plan, pay
from players.player import Habits, answer
from players.robbers import rank_robber

from adjudicator.core.agenda import Ask
from adjudicator.core.table import Pacing
from adjudicator.rules.catan.mail.language.order_text import list_steps
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan.views.known import EMPTY_BOOK, Offer, TradeBook, View, see_state

CITY = (0, 0, 0, 2, 3)
TURN = Ask("amira", "turn", 1, must=True, deadline="turn", duty="")
HABITS = Habits(standing=True, pacing=Pacing.SEAT)
AMIRA = {"settlements": [12], "cities": [30], "roads": [(12, 13), (30, 31)]}


def lay(hand: Mapping[str, int], **others: Any) -> State:
    players = {"amira": {**AMIRA, "hand": hand}, "bilal": {"settlements": [23]}, "chadi": {"settlements": [40]}}
    return lay_out({name: {**player, **others.get(name, {})} for name, player in players.items()})


def see(hand: Mapping[str, int], book: TradeBook = EMPTY_BOOK, **others: Any) -> View:
    return see_state(lay(hand, **others), book, "amira")


def test_what_is_in_hand_needs_no_waiting_nor_does_what_the_bank_trades_for() -> None:
    economy = Economy((0.1,) * 5, (4, 4, 2, 4, 4))
    assert economy.wait_for((0, 0, 0, 2, 3), CITY) == 0
    assert economy.wait_for((0, 0, 2, 2, 2), CITY) == 0
    assert economy.wait_for((0, 0, 0, 2, 2), CITY) > 0
    assert Economy((0.0,) * 5, (4,) * 5).wait_for((0, 0, 0, 0, 0), CITY) == NEVER


def test_a_purchase_says_which_cards_it_takes_bank_trades_included() -> None:
    prospect = imagine(see({"wool": 4, "grain": 2, "ore": 2}), 0)
    city = next(aim for aim in list_aims(prospect) if aim.steps[-1].key == "city")
    purchase = pay(prospect, city.steps)
    assert purchase is not None
    assert purchase.trades == ("wool for ore",)
    assert purchase.inputs == (0, 0, 4, 2, 2)


def test_a_plan_builds_the_city_it_can_pay_for() -> None:
    plan = make_plan(imagine(see({"grain": 2, "ore": 3}), 0))
    assert [step.text for purchase in plan.purchases for step in purchase.steps] == [12]
    assert sum(plan.after.hand) == 0


def test_offers_keep_what_is_needed_and_leave_out_whoever_is_about_to_win() -> None:
    rich = {"settlements": [23], "cities": [0, 2, 4, 53]}
    known = see({"wool": 1, "grain": 2}, bilal=rich)
    aim = next(aim for aim in list_aims(imagine(known, 0)) if aim.steps[-1].key == "city")
    offers = [order["offer"] for order in offer_cards(known, 0, (0, 0, 1, 2, 0), aim)]
    assert {"give": "1 grain", "get": "1 ore", "to": ["chadi"], "keep": "2 grain"} in offers
    assert {"give": "1 wool", "get": "1 ore", "to": ["chadi"]} in offers
    assert keep_list(aim) == ["ore", "grain"]


def test_an_offer_is_taken_only_while_the_card_is_missing_and_another_is_spare() -> None:
    offer = Offer(seat=1, number=3, give=1 << 32, get=1 << 16, to=(), left=None, until=None)
    known = see({"wool": 1, "grain": 2, "ore": 2}, TradeBook((offer,)), bilal={"hand": {"ore": 1}})
    aim = next(aim for aim in list_aims(imagine(known, 0)) if aim.steps[-1].key == "city")
    condition = {"all": [{"not": {"have": "3 ore"}}, {"have": "1 wool"}]}
    assert take_offers(known, 0, (0, 0, 1, 2, 2), aim) == [{"take": "bilal 3", "if": condition}]


def test_places_and_robber_moves_are_orders_that_can_be_read_each_once() -> None:
    known = see({})
    for key, texts in (("place", rank_places(known, 0)), ("robber", rank_robber(known, 0))):
        assert len(texts) == len(set(texts)) > 3
        assert all(list_steps(known.table, key, text) for text in texts)


def test_the_robber_goes_where_others_live() -> None:
    known = see({}, bilal={"hand": {"ore": 3}})
    assert " from " in rank_robber(known, 0)[0]


def test_what_a_player_sends_does_not_depend_on_what_it_may_not_know() -> None:
    mine = {"wool": 4, "grain": 2, "ore": 2}
    some, others = (
        {"hand": {"ore": 3}, "cards": {"knight": 1}},
        {"hand": {"brick": 2, "wool": 1}, "cards": {"monopoly": 1}},
    )
    one = see(mine, bilal=some, chadi=others)
    other = see(mine, bilal=others, chadi=some)
    assert answer(HABITS, one, TURN) == answer(HABITS, other, TURN)
