"""What an interrupted run has left in an inbox."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.ledger.desk import Desk


def clean_inbox(opened: Desk) -> None:
    """Finish what an interrupted run began: consumed files leave the inbox, with their receipts."""
    inbox = opened.directory.inbox
    for seat in opened.seats:
        for filed in (*inbox.list_filed(seat), *inbox.list_orphans(seat)):
            if opened.has_consumed(filed):
                inbox.remove(seat, filed.name)
        inbox.clean(seat)
