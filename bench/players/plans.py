"""A plan for a turn: purchases, the bank trades that pay for them, and what to save for afterwards."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.rules.catan.cards import KINDS, RESOURCES, unpack
from adjudicator.rules.catan.state import Stage
from players.aims import Aim, Prospect, Step, list_aims
from players.economy import Cards, add, read_economy, subtract

_SAFE = 7
"""With more cards a 7 costs half of them."""
_MOST = 8


class Purchase(NamedTuple):
    """Bank trades and the steps they pay for; ``inputs`` are all cards of one's own that go into it."""

    trades: tuple[str, ...]
    steps: tuple[Step, ...]
    inputs: Cards


class Plan(NamedTuple):
    """What to do in a turn, the position after it, and what is wanted next."""

    purchases: tuple[Purchase, ...]
    after: Prospect
    aims: tuple[Aim, ...]


def make_plan(prospect: Prospect) -> Plan:
    """The plan of a player who takes what brings most a roll, and buys beside it what delays that little."""
    purchases: list[Purchase] = []
    now = prospect
    aims = list_aims(now)
    while aims and len(purchases) < _MOST and now.state.stage is not Stage.OVER:
        steps = _choose_steps(now, aims)
        if not steps:
            break
        purchase = pay(now, steps)
        if purchase is None:
            break
        purchases.append(purchase)
        now = carry_out(now, purchase)
        if now.state.stage is not Stage.OVER:
            aims = list_aims(now)
    if now.state.stage is not Stage.OVER and aims:
        trade = _trade_down(now, aims[0])
        if trade is not None:
            purchases.append(trade)
            now = carry_out(now, trade)
    return Plan(tuple(purchases), now, tuple(aims))


def carry_out(prospect: Prospect, purchase: Purchase) -> Prospect:
    """The position after a purchase."""
    hand = prospect.hand
    rates = read_economy(prospect.state, prospect.seat).rates
    for trade in purchase.trades:
        give, take = (RESOURCES.index(word) for word in trade.split(" for "))
        hand = _swap(hand, give, rates[give], take)
    now = prospect.with_hand(hand)
    for step in purchase.steps:
        now = now.build(step)
        if now.state.stage is Stage.OVER:
            break
    return now


def _swap(hand: Cards, give: int, count: int, take: int) -> Cards:
    changed = list(hand)
    changed[give] -= count
    changed[take] += 1
    return tuple(changed)  # type: ignore[return-value]


def _choose_steps(now: Prospect, aims: list[Aim]) -> tuple[Step, ...]:
    """What to buy now: the best aim or its first roads, else something that hardly delays it."""
    best = aims[0]
    if best.wait <= 0:
        return best.steps
    first = best.steps[0]
    if len(best.steps) > 1 and covers(now.hand, first.cost):
        return (first,)
    economy = read_economy(now.state, now.seat)
    patience = 1.0 if sum(now.hand) <= _SAFE else 4.0
    for aim in aims[1:]:
        if aim.wait <= 0 and aim.score > best.score * 0.2:
            rest = pay(now, aim.steps)
            if rest is None:
                continue
            left = carry_out(now, rest)
            if left.state.stage is Stage.OVER or economy.wait_for(left.hand, best.cost) <= best.wait + patience:
                return aim.steps
    return ()


def covers(hand: Cards, cost: Cards) -> bool:
    """Whether ``hand`` pays ``cost`` without any trade."""
    return all(held >= price for held, price in zip(hand, cost, strict=True))


def pay(now: Prospect, steps: tuple[Step, ...]) -> Purchase | None:
    """The purchase of ``steps`` with the bank's help; None where it cannot be paid."""
    cost: Cards = (0, 0, 0, 0, 0)
    for step in steps:
        cost = add(cost, step.cost)
    trades = _trade_for(now, cost)
    if trades is None:
        return None
    rates = read_economy(now.state, now.seat).rates
    inputs = list(cost)
    for trade in trades:
        give, take = (RESOURCES.index(word) for word in trade.split(" for "))
        inputs[give] += rates[give]
        inputs[take] -= 1
    return Purchase(trades, steps, tuple(inputs))  # type: ignore[arg-type]


def _trade_for(now: Prospect, cost: Cards, *, partly: bool = False, floor: int = 0) -> tuple[str, ...] | None:
    """The bank trades that bring what is missing of ``cost``; cheapest rates and largest spares go first."""
    rates = read_economy(now.state, now.seat).rates
    bank = list(unpack(now.state.bank))
    hand = now.hand
    trades: list[str] = []
    for kind in range(KINDS):
        while hand[kind] < cost[kind]:
            spare = [g for g in range(KINDS) if g != kind and hand[g] - cost[g] >= rates[g]]
            if not spare or not bank[kind] or (partly and sum(hand) <= floor):
                if partly:
                    break
                return None
            give = min(spare, key=lambda g: (rates[g], cost[g] - hand[g]))
            trades.append(f"{RESOURCES[give]} for {RESOURCES[kind]}")
            hand = _swap(hand, give, rates[give], kind)
            bank[kind] -= 1
            bank[give] += rates[give]
    return tuple(trades)


def _trade_down(now: Prospect, best: Aim) -> Purchase | None:
    """Trades towards the best aim while there are too many cards in hand."""
    if sum(now.hand) <= _SAFE:
        return None
    trades = _trade_for(now, best.cost, partly=True, floor=_SAFE)
    if not trades:
        return None
    rates = read_economy(now.state, now.seat).rates
    inputs = [0] * KINDS
    for trade in trades:
        inputs[RESOURCES.index(trade.split(" for ")[0])] += rates[RESOURCES.index(trade.split(" for ")[0])]
    return Purchase(trades, (), tuple(inputs))  # type: ignore[arg-type]


def missing_of(hand: Cards, cost: Cards) -> list[int]:
    """The kinds of which ``hand`` lacks cards for ``cost``."""
    return [kind for kind, left in enumerate(subtract(hand, cost)) if left < 0]
