"""The charter as recorded acts have made it: which one is in force, and which one was in any turn."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.charter import Charter
from adjudicator.core.recorded_act import Edit, RecordedAct, Upgrade, change_charter, select_acts
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.charter import read_charter


def is_in_force(text: bytes, founded: bytes, acts: Sequence[RecordedAct]) -> bool:
    """Whether the charter ``text`` is what ``acts`` have made of ``founded``, the one that turn 0 holds."""
    changes = [act.change.charter for act in acts if isinstance(act.change, Edit | Upgrade)]
    return hash_bytes(text) == changes[-1] if changes else text == founded


def changes_terms(acts: Sequence[RecordedAct]) -> bool:
    """Whether any of ``acts`` changes the charter, be it there and back."""
    return any(isinstance(act.change, Edit | Upgrade) for act in acts)


def read_terms(founded: bytes, acts: Sequence[RecordedAct], turn: int) -> Charter:
    """The charter that was in force in ``turn``. Raises ``DamageError`` or ``ValueError``."""
    return change_charter(read_charter(founded), select_acts(acts, 0, turn))
