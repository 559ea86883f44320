"""Filing again what a rewind abandoned, when its turn has come on the new line."""

from __future__ import annotations

from datetime import datetime

from adjudicator.acts.opened import OpenGame
from adjudicator.ledger.carried import judge_offer, list_offers
from adjudicator.store.branches import FolderShelf


def take_up_abandoned(opened: OpenGame, now: datetime) -> None:
    """File what is offered again before the next turn; the caller holds the game's lock. Doing it again does nothing.

    A file keeps its number, so that what a seat sends after it comes after it.
    """
    if not opened.acts or opened.over:
        return
    inbox = opened.directory.inbox
    offers = list_offers(FolderShelf(opened.directory.path), opened.acts, opened.record.number + 1, opened.seats)
    for seat, offer in offers.items():
        present = {filed.data for filed in opened.list_filed(seat)}
        if offer.newer or present - {filed.data for filed in offer.files}:
            continue
        for one in judge_offer(opened.court(), seat, offer, now):
            if one.accepted and one.filed.data not in present:
                inbox.accept(seat, one.filed.data, one.receipt, one.filed.name)
            elif not one.accepted and not inbox.has_refused(seat, one.receipt):
                inbox.refuse(seat, one.filed.data, one.receipt)
