"""The script of a turn: a plan as orders with conditions, so that it fits whatever a steal or a trade brings."""

from __future__ import annotations

from typing import cast

from adjudicator.core.json_value import JsonObject
from adjudicator.rules.catan.cards import DEVELOPMENTS, KINDS, RESOURCES, unpack
from adjudicator.rules.catan.views.known import View
from players.aims import CARD, CITY, ROAD, Prospect, list_aims
from players.cards import draw_on_cards
from players.deals import Market, seek_trades
from players.economy import Cards, write_cards
from players.plans import Plan, Purchase, make_plan, missing_of
from players.robbers import rank_robber

_SPARE_AIMS = 4


def write_script(
    known: View, seat: int, prospect: Prospect, *, robber: bool, market: Market, ahead: bool = False
) -> tuple[list[JsonObject], Plan]:
    """Orders for the seat's turn up to ``end: turn``, and the plan behind them.

    ``robber`` says that a 7 was rolled and no standing order moves him, ``market`` how trades are come by, ``ahead``
    that the next turn is passed where nothing can be bought in it.
    """
    orders: list[JsonObject] = [{"robber": rank_robber(known, seat)}] if robber else []
    boon = draw_on_cards(known, seat, prospect)
    orders += boon.orders
    plan = make_plan(boon.prospect)
    orders += _write_trades(known, boon.prospect, plan, market) or write_plan(plan)
    waits = [write_pass(known, seat)] if ahead else []
    return [*orders, *write_spares(plan), {"end": "turn"}, *waits], plan


def write_pass(known: View, seat: int) -> JsonObject:
    """The end of the next turn, unless something can be bought or played then, or the bank would trade."""
    rates = zip(unpack(known.seats[seat].rates), RESOURCES, strict=True)
    wanted = [*(write_cards(cost) for cost in (ROAD, CITY, CARD)), *(f"{rate} {name}" for rate, name in rates)]
    asked: list[JsonObject] = [{"have": cards} for cards in wanted]
    asked += [{"card": name} for name in DEVELOPMENTS if name != "victory-point"]
    return {"end": "turn", "if": {"not": {"any": asked}}}


def _write_trades(known: View, prospect: Prospect, plan: Plan, market: Market) -> list[JsonObject]:
    """Trades towards the best aim, and what to do if they bring all of it, or else; nothing where none is to be had."""
    best = next(iter(list_aims(prospect)), None)
    if best is None or not missing_of(prospect.hand, best.cost):
        return []
    trades = seek_trades(market, known, prospect.seat, prospect.hand, best)
    lucky = write_plan(make_plan(prospect.with_hand(_get_all(prospect.hand, best.cost))))
    if not trades or not lucky:
        return []
    alone, asked = write_plan(plan), {"have": write_cards(best.cost)}
    if lucky[0]["if"] == asked:
        lucky[:1] = cast("list[JsonObject]", lucky[0]["then"])
    found: JsonObject = {"if": asked, "then": lucky}
    return [*trades, {**found, "else": alone} if alone else found]


def _get_all(hand: Cards, cost: Cards) -> Cards:
    """The hand after every trade for what is missing, paid from the largest spare piles."""
    cards = list(hand)
    for kind in range(KINDS):
        while cards[kind] < cost[kind]:
            give = max(range(KINDS), key=lambda g: (cards[g] - cost[g], -g))
            if cards[give] <= cost[give]:
                break
            cards[give] -= 1
            cards[kind] += 1
    return tuple(cards)  # type: ignore[return-value]


def write_plan(plan: Plan) -> list[JsonObject]:
    """The purchases of a plan, each where its cards are there."""
    return [_write_purchase(purchase) for purchase in plan.purchases]


def _write_purchase(purchase: Purchase) -> JsonObject:
    steps: list[JsonObject] = [{"bank": trade} for trade in purchase.trades]
    steps += [{step.key: step.text} for step in purchase.steps]
    return {"if": {"have": write_cards(purchase.inputs)}, "then": steps}


def write_spares(plan: Plan) -> list[JsonObject]:
    """What else is bought where luck brought the cards for it."""
    found: list[JsonObject] = []
    for aim in plan.aims[:_SPARE_AIMS]:
        steps: list[JsonObject] = [{step.key: step.text} for step in aim.steps]
        found.append({"if": {"have": write_cards(aim.cost)}, "then": steps})
    return found
