"""Trades between players: standing offers, which of others' to take, proposals and answers to them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from adjudicator.core.json_value import JsonObject
from adjudicator.rules.catan.cards import COUNT, KINDS, ONE, RESOURCES
from adjudicator.rules.catan.views.known import Terms, View
from players.aims import Aim
from players.economy import Cards, write_cards
from players.plans import missing_of

_CLOSE = 2
"""Who lacks so few points gets nothing."""
_MOST_TAKES, _MOST_TERMS = 8, 9


class Market(Enum):
    """How a player comes to trades in its turn."""

    TAKE = "take"
    """It takes others' standing offers, by number."""
    ASK = "ask"
    """It proposes one trade to all, who are asked."""
    BOTH = "both"
    """It takes others' standing offers, and then proposes one trade to all."""
    MEET = "meet"
    """It proposes what others' standing offers may agree to at once. In a round their numbers change meanwhile."""


def seek_trades(market: Market, known: View, seat: int, hand: Cards, aim: Aim) -> list[JsonObject]:
    """Orders that trade spare cards for those that ``aim`` lacks."""
    seek = {
        Market.TAKE: take_offers,
        Market.ASK: propose_trade,
        Market.BOTH: take_and_propose,
        Market.MEET: propose_trades,
    }[market]
    return seek(known, seat, hand, aim)


def offer_cards(known: View, seat: int, hand: Cards, aim: Aim) -> list[JsonObject]:
    """Standing offers: a card that is not needed for one that is, and what is needed stays."""
    friends = [known.seats[n].name for n in _friends(known, seat)]
    if not friends:
        return []
    missing = missing_of(hand, aim.cost)
    offers: list[JsonObject] = []
    for get in missing:
        for give in range(KINDS):
            if give in missing:
                continue
            offer: dict[str, object] = {"give": f"1 {RESOURCES[give]}", "get": f"1 {RESOURCES[get]}"}
            if len(friends) < len(known.seats) - 1:
                offer["to"] = friends
            if aim.cost[give]:
                offer["keep"] = f"{aim.cost[give]} {RESOURCES[give]}"
            offers.append({"offer": offer})  # type: ignore[dict-item]
    return offers


def _friends(known: View, seat: int) -> list[int]:
    """Those who are not about to win."""
    target = known.table.edition.target
    return [n for n, other in enumerate(known.seats) if n != seat and other.points < target - _CLOSE]


def take_offers(known: View, seat: int, hand: Cards, aim: Aim) -> list[JsonObject]:
    """Orders to take others' offers of what is missing for spare cards, each only where it is still wanted."""
    missing = missing_of(hand, aim.cost)
    friends = _friends(known, seat)
    spare = [give for give in range(KINDS) if hand[give] > aim.cost[give]]
    spare.sort(key=lambda give: aim.cost[give] - hand[give])
    orders: list[JsonObject] = []
    for get in missing:
        for give in spare:
            for offer in known.book.offers:
                fits = offer.give == ONE[get] and offer.get == ONE[give] and (not offer.to or seat in offer.to)
                if not fits or offer.seat not in friends or not known.seats[offer.seat].cards:
                    continue
                wanted = _still_wanted(aim, give, get)
                order: JsonObject = {"take": f"{known.seats[offer.seat].name} {offer.number}", "if": wanted}
                orders += [order] * min(aim.cost[get] - hand[get], 2)
    return orders[:_MOST_TAKES]


def _still_wanted(aim: Aim, give: int, get: int) -> JsonObject:
    """The condition that the card is still missing and the other one still spare."""
    missing: JsonObject = {"not": {"have": f"{aim.cost[get]} {RESOURCES[get]}"}}
    return {"all": [missing, {"have": f"{aim.cost[give] + 1} {RESOURCES[give]}"}]}


def propose_trades(known: View, seat: int, hand: Cards, aim: Aim) -> list[JsonObject]:
    """Proposals of every spare card for every missing one, each only where it is still wanted."""
    friends = [known.seats[n].name for n in _friends(known, seat)]
    if not friends:
        return []
    orders: list[JsonObject] = []
    for get in missing_of(hand, aim.cost):
        for give in range(KINDS):
            if hand[give] > aim.cost[give]:
                terms: JsonObject = {"give": f"1 {RESOURCES[give]}", "get": f"1 {RESOURCES[get]}", "to": friends}
                order: JsonObject = {"propose": terms, "if": _still_wanted(aim, give, get)}
                orders += [order] * min(aim.cost[get] - hand[get], 2)
    return orders[:_MOST_TAKES]


def propose_trade(known: View, seat: int, hand: Cards, aim: Aim) -> list[JsonObject]:
    """One proposal: a spare card for a missing one, to those who hold cards and are not about to win."""
    missing = missing_of(hand, aim.cost)
    spare = max(range(KINDS), key=lambda give: (hand[give] - aim.cost[give], -give))
    friends = [known.seats[n].name for n in _friends(known, seat) if known.seats[n].cards]
    if not missing or hand[spare] <= aim.cost[spare] or not friends:
        return []
    terms: JsonObject = {"give": f"1 {RESOURCES[spare]}", "get": f"1 {RESOURCES[missing[0]]}", "to": friends}
    return [{"propose": terms}]


def take_and_propose(known: View, seat: int, hand: Cards, aim: Aim) -> list[JsonObject]:
    """Others' offers first, then one proposal for what may still be missing, its terms in order of liking."""
    friends = [known.seats[n].name for n in _friends(known, seat) if known.seats[n].cards]
    spare = [give for give in range(KINDS) if hand[give] > aim.cost[give]]
    spare.sort(key=lambda give: (aim.cost[give] - hand[give], give))
    terms: list[JsonObject] = []
    for give in spare:
        for get in missing_of(hand, aim.cost):
            more = min(2, hand[give] - aim.cost[give])
            limit: JsonObject = {"up-to": f"{more} {RESOURCES[give]}"} if more > 1 else {}
            terms.append({"give": f"1 {RESOURCES[give]}", "get": f"1 {RESOURCES[get]}", "to": friends, **limit})
    proposed: list[JsonObject] = []
    if terms and friends:
        wanted: JsonObject = {"not": {"have": write_cards(aim.cost)}}
        proposed = [{"propose": terms[:_MOST_TERMS], "if": wanted}]
    return [*take_offers(known, seat, hand, aim), *proposed]


def weigh_proposals(known: View, seat: int, hand: Cards, aim: Aim) -> list[JsonObject]:
    """No in advance to what does not help: cards of which there are enough, for those that are lacking, for a leader.

    What is left is either one of the seat's own offers, or worth a thought when it comes.
    """
    missing = missing_of(hand, aim.cost)
    refusals: list[JsonObject] = []
    enough = [RESOURCES[kind] for kind in range(KINDS) if kind not in missing]
    if enough:
        refusals.append({"refuse": {"get": enough}})
    dear = sorted(missing, key=lambda kind: (hand[kind] - aim.cost[kind], -kind))[: max(1, len(missing) - 1)]
    if dear:
        refusals.append({"refuse": {"give": [RESOURCES[kind] for kind in dear]}})
    close = [other.name for n, other in enumerate(known.seats) if n != seat and n not in _friends(known, seat)]
    return [*refusals, *([{"refuse": close}] if close else [])]


def answer_proposal(known: View, seat: int, hand: Cards, aim: Aim) -> JsonObject:
    """Yes to a card that is missing for one that is spare, else two for one, or no."""
    proposal = known.book.proposal
    assert proposal is not None
    name = known.seats[proposal.seat].name
    terms = [each for _, each in proposal.list_for(seat)]
    if proposal.seat not in _friends(known, seat):
        return {"refuse": name}
    numbers = [number for number, each in proposal.list_for(seat) if _helps(each, hand, aim)]
    if numbers:
        return {"accept": name if len(numbers) == len(terms) else f"{name} {numbers[0]}"}
    counter = _counter(terms, hand, aim)
    return {"counter": counter} if counter else {"refuse": name}


def _counter(terms: Sequence[Terms], hand: Cards, aim: Aim) -> JsonObject | None:
    """Two cards for one, where the card that is wanted can be spared and the other one is missing but for one."""
    missing = missing_of(hand, aim.cost)
    for give, get, _ in terms:
        kinds = [kind for kind in range(KINDS) if give >> 8 * kind & COUNT]
        wanted = [kind for kind in range(KINDS) if get >> 8 * kind & COUNT]
        if len(kinds) == len(wanted) == 1 and kinds[0] in missing and hand[wanted[0]]:
            return {"give": f"1 {RESOURCES[wanted[0]]}", "get": f"2 {RESOURCES[kinds[0]]}"}
    return None


def _helps(terms: Terms, hand: Cards, aim: Aim) -> bool:
    gets = [kind for kind in range(KINDS) if terms.give >> 8 * kind & COUNT]
    gives = [kind for kind in range(KINDS) if terms.get >> 8 * kind & COUNT]
    missing = missing_of(hand, aim.cost)
    return all(kind in missing for kind in gets) and all(hand[kind] > aim.cost[kind] for kind in gives)


def keep_list(aim: Aim) -> list[str]:
    """What to part with last in a discard: what is wanted next, most first."""
    wanted = sorted((kind for kind in range(KINDS) if aim.cost[kind]), key=lambda kind: (-aim.cost[kind], -kind))
    return [RESOURCES[kind] for kind in wanted]


def choose_discard(hand: Cards, aim: Aim, count: int) -> str:
    """Cards to discard: spare ones first, from the largest pile."""
    left = list(hand)
    cards = [0] * KINDS
    for _ in range(count):
        kind = max(range(KINDS), key=lambda k: (left[k] > 0, left[k] > aim.cost[k], left[k], -k))
        left[kind] -= 1
        cards[kind] += 1
    return write_cards(tuple(cards))  # type: ignore[arg-type]
