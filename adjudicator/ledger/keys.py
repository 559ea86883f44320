"""What a turn draws and commits with: the secret where it is at hand, else what is recorded of the turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from adjudicator.chance import SecretChance
from adjudicator.core.chance import Draw, Label
from adjudicator.core.charter import Charter
from adjudicator.core.json_value import JsonObject
from adjudicator.core.mixing import Mixes
from adjudicator.core.record import TurnRecord
from adjudicator.ledger.play import RecordingChance
from adjudicator.proof.draws import join_public_nodes, open_public_key
from adjudicator.proof.leaves import salt_turn
from adjudicator.store.bundle import KEYS, read_nodes
from adjudicator.store.damage import DamageError
from adjudicator.store.header import SavedKey, SavedLocal, SavedManifest, Seals


class Keys(Protocol):
    """Where the draws and the commitments of a turn come from."""

    def open_chance(self, charter: Charter, mixes: Mixes) -> RecordingChance:
        """The chance of one turn, with what is mixed into each epoch."""
        ...

    def seal(
        self,
        charter: Charter,
        turn: int,
        head_before: str | None,
        acts: Sequence[JsonObject],
        read: Callable[[str], bytes],
    ) -> Seals:
        """The seals of ``turn``; ``read`` gives a public file of turn 0."""
        ...


class SecretKeys(NamedTuple):
    """Everything follows from the secret."""

    secret: bytes

    def open_chance(self, charter: Charter, mixes: Mixes) -> RecordingChance:
        """See :class:`Keys`."""
        return SecretChance(charter.id, self.secret, mixes)

    def seal(
        self,
        charter: Charter,
        turn: int,
        head_before: str | None,
        acts: Sequence[JsonObject],
        read: Callable[[str], bytes],
    ) -> Seals:
        """See :class:`Keys`. Opening a key raises :class:`DamageError` for nodes that were not committed to."""

        def open_key(epoch: int) -> SavedKey:
            epochs, nodes = charter.commitment.epochs, read_nodes(read(KEYS))
            if not nodes or join_public_nodes(nodes) != charter.commitment.public_root:
                raise DamageError(f"turns/0000/{KEYS}", "not the nodes over the public keys that were committed to")
            key, path = open_public_key(charter.id, self.secret, epoch, epochs, nodes)
            return {"key": key.hex(), "path": [node.hex() for node in path]}

        return Seals(salt_turn(self.secret, charter.id, turn, head_before, acts), open_key)


class RecordedKeys(NamedTuple):
    """Everything is taken from what is recorded of the turn, for whoever does not hold the secret."""

    record: TurnRecord[Any]
    manifest: SavedManifest
    local: SavedLocal

    def open_chance(self, charter: Charter, mixes: Mixes) -> RecordingChance:
        """See :class:`Keys`."""
        del charter, mixes
        return _RecordedChance(self.record)

    def seal(
        self,
        charter: Charter,
        turn: int,
        head_before: str | None,
        acts: Sequence[JsonObject],
        read: Callable[[str], bytes],
    ) -> Seals:
        """See :class:`Keys`. Opening a key that is not opened in the record raises ``KeyError``."""
        del charter, turn, head_before, acts, read
        return Seals(bytes.fromhex(self.local["salt"]), lambda epoch: self.manifest["rng"]["opened"][str(epoch)])


class _RecordedChance:
    """Gives back the recorded draws."""

    def __init__(self, recorded: TurnRecord[Any]) -> None:
        self._values = {(draw.epoch, draw.label, draw.below, draw.hidden): draw.value for draw in recorded.draws}
        self._revealed = recorded.revealed
        self.draws: list[Draw] = []

    def reveal(self) -> str | None:
        """The secret that the record shows."""
        return self._revealed

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        """The recorded value. Raises ``KeyError`` for a draw that was not recorded."""
        value = self._values[epoch, label, below, hidden]
        self.draws.append(Draw(epoch, label, below, value, hidden))
        return value
