"""Cards in words: one's own hand, what lies on the table of everybody's, and the trade book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from adjudicator.kit.words import join_words
from adjudicator.rules.catan.cards import DEVELOPMENTS, KNIGHT, RESOURCES, Bundle, count_kind, name_cards, unpack
from adjudicator.rules.catan.mail.language.vocabulary import write_cards_text
from adjudicator.rules.catan.views.known import Known


class PublicCards(TypedDict):
    """A table of what everybody sees of everybody's cards."""

    columns: Sequence[str]
    rows: Sequence[PublicRow]


class PublicRow(TypedDict):
    """One seat's row."""

    seat: str
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
    rates = ", ".join(f"{rate} {name}" for name, rate in zip(RESOURCES, unpack(me.rates), strict=True))
    lines.append(f"The bank takes of you for one card: {rates}.")
    return lines


def _name_developments(cards: Bundle) -> str:
    return ", ".join(f"{count} {name}" for name, count in name_cards(cards, DEVELOPMENTS).items())


def list_public_cards(known: Known) -> PublicCards:
    """Numbers of cards in every hand, knights played and pieces left, and the bank."""
    edition = known.table.edition
    rows: list[PublicRow] = [
        {
            "seat": seat.name,
            "cells": [
                seat.cards,
                seat.developments,
                count_kind(seat.played, KNIGHT),
                edition.roads - seat.roads.bit_count(),
                edition.settlements - seat.settlements.bit_count(),
                edition.cities - seat.cities.bit_count(),
            ],
        }
        for seat in known.seats
    ]
    return {"columns": ("cards", "unplayed", "knights", "roads", "settlements", "cities"), "rows": rows}


def describe_bank(known: Known) -> str:
    """What the bank has left."""
    bank = ", ".join(f"{count} {name}" for name, count in zip(RESOURCES, unpack(known.bank), strict=True))
    return f"The bank: {bank}; {known.deck} development cards."


def list_offers(known: Known) -> list[str]:
    """The trade book: the open proposal, the standing offers, the bank."""
    lines = []
    proposal = known.book.proposal
    if proposal is not None:
        for number, terms in proposal.list_numbered():
            names = join_words([known.seats[seat].name for seat in terms.to])
            lines.append(
                f"{known.seats[proposal.seat].name}{f' {number}' if proposal.several else ''} proposes to {names}: "
                f"{write_cards_text(terms.give)} for {write_cards_text(terms.get)}; answers are awaited."
            )
    for offer in known.book.offers:
        name = known.seats[offer.seat].name
        to = join_words([known.seats[seat].name for seat in offer.to]) if offer.to else "anybody"
        left = "" if offer.left is None else f", {offer.left} times more" if offer.left > 1 else ", once"
        until = "" if offer.until is None else f", until table turn {offer.until}"
        lines.append(
            f"{name} {offer.number}: gives {write_cards_text(offer.give)} for {write_cards_text(offer.get)} to {to}"
            f"{left}{until}. On your turn: 'take: {name} {offer.number}'."
        )
    return [*lines, describe_bank(known)]
