"""Giving a seat a new chain of nonces, as a recorded act: the first epoch it counts for, and who asked for it."""

from __future__ import annotations

from datetime import datetime

from adjudicator.acts.opened import OpenGame
from adjudicator.acts.recording import Intent, Recorded, record_act
from adjudicator.acts.refusals import ActRefusedError, AnchorRefusedError
from adjudicator.core.charter import Level
from adjudicator.core.due import find_furthest, find_wanted_epoch
from adjudicator.core.recorded_act import Anchor, RecordedAct, Rewind, list_settled
from adjudicator.core.renewal import find_first_epoch, list_anchors
from adjudicator.core.table import Seat
from adjudicator.intake.anchor import AnchorCourt, judge_anchor
from adjudicator.ledger.last_turn import read_turn
from adjudicator.ledger.nonces import read_anchors
from adjudicator.store.branches import FolderShelf, name_turn
from adjudicator.store.bundle import RECORD_FILES
from adjudicator.store.joined import START


def record_anchor(
    path: str, data: bytes, seat: Seat | None, reason: str, now: datetime, *, dry_run: bool = False
) -> Recorded:
    """Take the new anchor from the file ``data`` that its seat sent, or somebody handed in for ``seat``.

    Raises ``AnchorRefusedError`` with what is wrong with the file, ``ActRefusedError`` and what ``record_act`` raises.
    """

    def plan(opened: OpenGame) -> Intent | RecordedAct:
        first = _find_first_epoch(opened)
        last = opened.pending[-1] if opened.pending else None
        recorded = last.change if last and last.reason == reason and isinstance(last.change, Anchor) else None
        known = [anchor for anchor in _list_known(opened) if recorded is None or anchor != recorded.anchor]
        hashes, replaced = opened.directory.read_token_hashes(), opened.directory.read_replaced_hashes()
        court = AnchorCourt(opened.charter.id, opened.seats, hashes, replaced, known)
        asked = judge_anchor(court, data, seat)
        if asked.seat is None or asked.anchor is None:
            raise AnchorRefusedError(asked.problems)
        if last and recorded and recorded.anchor == asked.anchor:
            if recorded.seat != asked.seat:
                raise ActRefusedError(f"this anchor was recorded for {recorded.seat}")
            return last
        times = len(list_anchors(opened.acts, asked.seat)) + 1
        return Intent(change=Anchor(asked.seat, asked.anchor, first, times), write=lambda _: [])

    return record_act(path, plan, reason, now, dry_run=dry_run)


def _find_first_epoch(opened: OpenGame) -> int:
    """The first epoch that an anchor recorded now counts for. Raises ``ActRefusedError`` where there is none."""
    charter, game, record = opened.charter, opened.game, opened.record
    if charter.commitment.level is Level.L1:
        raise ActRefusedError(f"{charter.id} is of chance level L1, where seats have no chains")
    if opened.over or game.kernel.furthest_epoch(record.state, charter.pacing) is None:
        raise ActRefusedError("nothing is drawn any more, so no nonce is wanted and a new anchor would change nothing")
    fixed = [*record.known_mixes, *list_settled(opened.acts)]
    first = find_first_epoch([*fixed, *_list_asked_before(opened)], find_wanted_epoch(game, charter, record))
    if first >= charter.commitment.epochs:
        raise ActRefusedError(f"no epoch is left: the moderator has committed to {charter.commitment.epochs}")
    return first


def _list_asked_before(opened: OpenGame) -> list[int]:
    """The epochs whose nonces were asked for when a rewind abandoned the turns: some may be known, though not used."""
    shelf = FolderShelf(opened.directory.path)
    asked: list[int] = []
    for act in opened.acts:
        if isinstance(act.change, Rewind):
            where = name_turn(act.change.branch, act.after_turn)
            files = {name: shelf.read(f"{where}/{name}") for name in RECORD_FILES}
            last = read_turn(opened.game, where, files).record
            furthest = find_furthest(opened.game, opened.charter, last)
            asked += [] if furthest is None else [furthest]
    return asked


def _list_known(opened: OpenGame) -> list[str]:
    joined = read_anchors(opened.directory.turns.read(0, START)).values()
    return [*joined, *(anchor.anchor for seat in opened.seats for anchor in list_anchors(opened.acts, seat))]
