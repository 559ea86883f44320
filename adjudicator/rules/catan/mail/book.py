"""The trade book: offers that stand and the proposal that waits for answers. What is here is public."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.rules.catan.cards import Bundle


class Offer(NamedTuple):
    """A standing offer of ``seat``, to be taken by the seat on turn; seats are numbers in table order.

    ``give`` and ``get`` are what ``seat`` gives and gets. ``to`` are the seats that may take it (empty: all), ``left``
    how often it may still be taken (None: as often as wanted), ``until`` the last table turn in which it stands. What
    its owner wants to keep in hand is not here: that is private.
    """

    seat: int
    number: int
    give: Bundle
    get: Bundle
    to: tuple[int, ...]
    left: int | None
    until: int | None


class Proposal(NamedTuple):
    """A trade that the seat on turn proposes to ``to``, in order; ``give`` and ``get`` are its own."""

    seat: int
    give: Bundle
    get: Bundle
    to: tuple[int, ...]


class TradeBook(NamedTuple):
    """Offers by seat and number, and the proposal that is open."""

    offers: tuple[Offer, ...] = ()
    proposal: Proposal | None = None


EMPTY_BOOK = TradeBook()
