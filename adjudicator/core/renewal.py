"""New chains of nonces in a running game: which one of a seat counts for which epoch, and from which on a new one may.

Which chain counts for an epoch follows from the recorded acts alone, not from the turn that comes to fix its mix: an
epoch that was fixed once, on whatever line, has the same nonces on every other
(``docs/decisions/017-new-anchors.md``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.core.pledge import Renewed
from adjudicator.core.recorded_act import Anchor, RecordedAct, Replace
from adjudicator.core.table import Seat

MOST_RENEWED = 1
"""New anchors of a seat that nobody need wonder about; more are remarked upon, which is all that happens."""


def find_renewed(acts: Sequence[RecordedAct], epoch: int) -> dict[Seat, Renewed]:
    """The chains of every seat that ``acts`` gave a new anchor or another holder, as they stand for ``epoch``."""
    seats = dict.fromkeys(act.change.seat for act in acts if isinstance(act.change, Anchor | Replace))
    return {seat: _find_chains([act for act in acts if _concerns(act, seat)], epoch) for seat in seats}


def _concerns(act: RecordedAct, seat: Seat) -> bool:
    return isinstance(act.change, Anchor | Replace) and act.change.seat == seat


def _find_chains(acts: Sequence[RecordedAct], epoch: int) -> Renewed:
    anchors = [act.change for act in acts if isinstance(act.change, Anchor)]
    counting = next((anchor for anchor in reversed(anchors) if anchor.epoch <= epoch), None)
    newest = anchors[-1] if anchors else None
    return Renewed(
        anchor=counting.anchor if counting else None,
        begins=counting.epoch if counting else 0,
        later=newest.epoch if newest and newest.epoch > epoch else None,
        handed_on=isinstance(acts[-1].change, Replace),
        others=tuple(anchor.anchor for anchor in anchors if anchor is not counting),
    )


def list_anchors(acts: Sequence[RecordedAct], seat: Seat) -> list[Anchor]:
    """The new anchors of ``seat``, oldest first."""
    return [act.change for act in acts if isinstance(act.change, Anchor) and act.change.seat == seat]


def find_first_epoch(fixed: Iterable[int], wanted: int | None) -> int:
    """The first epoch that a new chain may count for.

    ``fixed`` are the epochs whose mix any turn has fixed, abandoned ones included, or whose nonces were asked for when
    turns were abandoned, ``wanted`` the last one that the next turn fixes; a chain made now must have no part in them,
    since their draws, or what others add to them, could be known to its maker.
    """
    return max(*fixed, -1, -1 if wanted is None else wanted) + 1
