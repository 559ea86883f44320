"""What is left in an inbox: by a run that was interrupted, which is put right, or by an accident, which is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.store.damage import DamageError

if TYPE_CHECKING:
    from adjudicator.acts.filing import Desk


def clean_inbox(opened: Desk) -> None:
    """Finish what an interrupted run began: consumed files leave the inbox, with their receipts."""
    inbox = opened.directory.inbox
    for seat in opened.seats:
        for filed in (*inbox.list_filed(seat), *inbox.list_orphans(seat)):
            if opened.has_consumed(filed):
                inbox.remove(seat, filed.name)
        inbox.clean(seat)


def expect_receipted(opened: Desk) -> None:
    """Nothing where every file that waits for its turn is there. Raises :class:`DamageError`.

    A receipt without its file is what an accident leaves, such as a backup that was restored in part: a turn that ran
    without the file would break what its sender was promised.
    """
    for seat in opened.seats:
        for orphan in opened.directory.inbox.list_orphans(seat):
            if not opened.has_consumed(orphan):
                words = "missing, though its sender has a receipt; put it back, or remove its receipt too"
                raise DamageError(f"inbox/{seat}/{orphan.name}", words)
