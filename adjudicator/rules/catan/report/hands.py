"""Cards in words: one's own hand, what lies on the table of everybody's, and the trade book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypedDict

from adjudicator.core.seat_names import cut_names
from adjudicator.kit.words import count_of, join_words
from adjudicator.rules.catan.cards import DEVELOPMENTS, KNIGHT, RESOURCES, Bundle, count_kind, name_cards, unpack
from adjudicator.rules.catan.mail.language.vocabulary import write_cards_text
from adjudicator.rules.catan.views.known import Known, Offer

_NARROW = 12
"""Columns of a name in a table that has little room."""


class PublicCards(TypedDict):
    """A table of what everybody sees of everybody's cards."""

    columns: Sequence[str]
    rows: Sequence[PublicRow]


class PublicRow(TypedDict):
    """One seat's row, and how it is called where there is little room."""

    seat: str
    shorter: Sequence[str]
    cells: Sequence[str | int]


def list_hand(known: Known) -> list[str]:
    """What the reader holds, and the bank's rates for him; nothing for an onlooker."""
    if known.reader is None:
        return []
    me = known.seats[known.reader]
    assert me.hand is not None
    assert me.unplayed is not None
    lines = [f"Resource cards ({me.cards}): {write_cards_text(me.hand)}."]
    if me.unplayed:
        new = f"; bought in this turn: {_name_developments(me.fresh)}" if me.fresh else ""
        lines.append(f"Development cards: {_name_developments(me.unplayed)}{new}.")
    lines.append(f"The bank gives you one card for {_say_rates(unpack(me.rates))}.")
    return lines


def _say_rates(rates: Sequence[int]) -> str:
    """``2 ore, or 3 of any other``."""
    usual = max(rates)
    better = [f"{rate} {name}" for name, rate in zip(RESOURCES, rates, strict=True) if rate < usual]
    return ", or ".join([*([", ".join(better)] if better else []), f"{usual} of any {'other' if better else 'kind'}"])


def _name_developments(cards: Bundle) -> str:
    return ", ".join(f"{count} {name}" for name, count in name_cards(cards, DEVELOPMENTS).items())


def list_public_cards(known: Known) -> PublicCards:
    """Numbers of cards in every hand, knights played and pieces left; the reader's own row is marked."""
    edition = known.table.edition
    brief = cut_names([seat.name for seat in known.seats], _NARROW)
    rows: list[PublicRow] = [
        {
            "seat": f"{seat.name} (you)" if number == known.reader else seat.name,
            "shorter": [f"{brief[seat.name]} (you)" if number == known.reader else brief[seat.name]],
            "cells": [
                seat.cards,
                seat.developments,
                count_kind(seat.played, KNIGHT),
                edition.roads - seat.roads.bit_count(),
                edition.settlements - seat.settlements.bit_count(),
                edition.cities - seat.cities.bit_count(),
            ],
        }
        for number, seat in enumerate(known.seats)
    ]
    return {"columns": ("cards", "unplayed", "knights", "roads", "settlements", "cities"), "rows": rows}


def describe_bank(known: Known) -> str:
    """What the bank has left."""
    bank = ", ".join(f"{count} {name}" for name, count in zip(RESOURCES, unpack(known.bank), strict=True))
    return f"Bank: {bank}; {count_of(known.deck, 'development card')}."


def list_offers(known: Known) -> list[str]:
    """The trade book: the open proposal, the standing offers, the bank."""
    return [*_list_proposals(known), *_list_standing_offers(known), describe_bank(known)]


def _list_proposals(known: Known) -> Iterator[str]:
    proposal = known.book.proposal
    if proposal is not None:
        for number, terms in proposal.list_numbered():
            names = join_words([known.seats[seat].name for seat in terms.to])
            yield (
                f"{known.seats[proposal.seat].name}{f' {number}' if proposal.several else ''} proposes to {names}: "
                f"{write_cards_text(terms.give)} for {write_cards_text(terms.get)}; answers are awaited."
            )


def leave_out_offers(known: Known) -> list[str]:
    """The trade book without its offers."""
    told = ["Standing offers are listed in your HTML report."] if known.book.offers else []
    return [*_list_proposals(known), *told, describe_bank(known)]


def _list_standing_offers(known: Known) -> Iterator[str]:
    """The offers of each seat in a line for all that it asks the same of, and how one of them is taken."""
    for (seat, to), offers in groupby(known.book.offers, key=lambda offer: (offer.seat, offer.to)):
        asked: dict[str, list[str]] = {}
        for offer in offers:
            given = f"{write_cards_text(offer.give)} ({offer.number}{_say_limits(offer)})"
            asked.setdefault(write_cards_text(offer.get), []).append(given)
        told = "; ".join(f"for {wanted}: {', '.join(given)}" for wanted, given in asked.items())
        whom = (
            join_words(["you" if partner == known.reader else known.seats[partner].name for partner in to]) or "anybody"
        )
        yield f"{'You offer' if seat == known.reader else f'{known.seats[seat].name} offers'} {whom}, {told}."
    other = next((offer for offer in known.book.offers if offer.seat != known.reader), None)
    if other is not None and known.reader is not None:
        yield f"To take one on your turn, by its number: 'take: {known.table.ids[other.seat]} {other.number}'."


def _say_limits(offer: Offer) -> str:
    """How often and how long an offer still stands, where that is limited."""
    left = "" if offer.left is None else f", {offer.left} times more" if offer.left > 1 else ", once"
    return left if offer.until is None else f"{left}, until table turn {offer.until}"
