"""Orders as they are written with certain cards in hand: what a hand cannot pay is refused, so nobody writes it so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.rules.catan.cards import COUNT, ONE, Bundle, covers, unpack
from adjudicator.rules.catan.mail.language.vocabulary import read_cards_text, write_cards_text
from adjudicator.rules.catan.views.known import View
from adjudicator.testing.twins import Below, Lines


def fit_orders(orders: Sequence[Mapping[str, Any]], known: View, number: int, below: Below) -> Lines:
    """What seat ``number`` writes for ``orders`` with the cards that it holds in ``known``.

    Trades that it cannot pay now are for the time when it can; discards and bids are of cards that it has.
    """
    hand = known.seats[number].hand or 0
    return [_fit_order(order, known, hand, below) for order in orders]


def _fit_order(order: Mapping[str, Any], known: View, hand: Bundle, below: Below) -> Mapping[str, Any]:
    price = _find_price(order, known)
    if price is not None and "if" not in order and not covers(hand, price):
        return {"if": {"have": write_cards_text(price)}, **order}
    if "discard" in order:
        wished = read_cards_text(order["discard"])
        return {**order, "discard": choose_discard(hand, wished % COUNT, below, wished)}
    bid = order.get("bid")
    if isinstance(bid, str) and not covers(hand, read_cards_text(bid)):
        return {**order, "bid": {"up-to": 1, "over": "best"}}
    return order


def _find_price(order: Mapping[str, Any], known: View) -> Bundle | None:
    """What a trade costs the seat that orders it; None where ``order`` is no trade, or nobody offers it."""
    if "propose" in order:
        terms = order["propose"]
        return read_cards_text((terms[0] if isinstance(terms, list) else terms)["give"])
    if isinstance(order.get("take"), Mapping):
        return read_cards_text(order["take"]["give"])
    names = {f"{known.seats[offer.seat].name} {offer.number}": offer for offer in known.book.offers}
    offer = names.get(order.get("take", ""))
    return None if offer is None else offer.get


def choose_discard(hand: Bundle, count: int, below: Below, wished: Bundle = 0) -> str:
    """``count`` cards of ``hand``: the ``wished`` ones that are in it, and drawn ones for the rest."""
    chosen = 0
    for kind in lay_open(wished):
        if covers(hand - chosen, ONE[kind]):
            chosen += ONE[kind]
    pool = lay_open(hand - chosen)
    chosen += sum(ONE[pool.pop(below(len(pool)))] for _ in range(count - chosen % COUNT))
    return write_cards_text(chosen)


def lay_open(bundle: Bundle) -> list[int]:
    """The kind of every card."""
    return [kind for kind, count in enumerate(unpack(bundle)) for _ in range(count)]
