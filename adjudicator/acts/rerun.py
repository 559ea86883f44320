"""Finding what a turn takes the place of: the abandoned turn of its number, from the branch that a rewind made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.core.record import TurnRecord
from adjudicator.core.recorded_act import RecordedAct, Rewind, find_abandoned, select_acts
from adjudicator.proof.hashing import hash_bytes
from adjudicator.registry import AnyGame
from adjudicator.report.rerun import Rerun
from adjudicator.store.branches import Shelf, name_turn
from adjudicator.store.bundle import RECORD_FILES, unbundle_turn
from adjudicator.store.damage import DamageError
from adjudicator.store.header import LOCAL, MANIFEST, read_local, read_manifest


def find_rerun(
    shelf: Shelf, acts: Sequence[RecordedAct], game: AnyGame, game_id: str, record: TurnRecord[Any]
) -> Rerun[Any] | None:
    """What ``record`` takes the place of; None where no turn of its number was abandoned before it.

    ``acts`` are all there are; those recorded after the turn do not count. Raises :class:`DamageError`.
    """
    told = select_acts(acts, 0, record.number)
    act = find_abandoned(told, record.number)
    if act is None or not isinstance(act.change, Rewind):
        return None
    from adjudicator.acts.carry import tell_offers

    where = name_turn(act.change.branch, record.number)
    abandoned, head = read_abandoned(shelf, game, where)
    carried = tell_offers(shelf, told, game, game_id, record) if game.kernel.decisions(record.state) else {}
    return Rerun(act, abandoned, head, carried)


def read_abandoned(shelf: Shelf, game: AnyGame, where: str) -> tuple[TurnRecord[Any], str]:
    """The turn in the folder ``where`` of a branch, and its head. Raises :class:`DamageError`."""
    files = {name: shelf.read(f"{where}/{name}") for name in RECORD_FILES}
    try:
        listed = {**read_local(files[LOCAL])["files"], LOCAL: read_manifest(files[MANIFEST])["private_root"]}
        changed = [name for name in RECORD_FILES if name != MANIFEST and listed.get(name) != hash_bytes(files[name])]
        record = unbundle_turn(game, files) if not changed else None
    except Exception as error:
        # whatever damaged data breaks, it is the data's fault
        raise DamageError(where, f"not a turn we wrote: {error!r}"[:300]) from error
    if record is None:
        raise DamageError(f"{where}/{changed[0]}", "is not what the manifest says")
    return record, hash_bytes(files[MANIFEST])
