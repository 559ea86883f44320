"""What a turn draws and commits with: the secret where it is at hand, else what is recorded of the turn.

Every draw is derived from the secret, its epoch and its label, and what players add to the epoch. The secret is
committed to before the game and shown at its end; the moderator cannot change a draw later, but where players add
nothing he knows the future, and could have chosen among secrets before the start. How a draw is derived stands in
:mod:`adjudicator.proof.draws`, which players use too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from adjudicator.core.chance import NO_MIXES, Draw, Label, Mixes, RecordingChance
from adjudicator.core.charter import CHARTER, Charter
from adjudicator.core.json_value import JsonObject
from adjudicator.ledger.inputs import LastTurn
from adjudicator.proof.draws import (
    commit,
    commit_public_keys,
    draw_below,
    hidden_key,
    join_public_nodes,
    mix,
    mix_key,
    open_public_key,
    public_key,
)
from adjudicator.proof.hashing import salt_turn
from adjudicator.proof.header import Header, OpenedKey
from adjudicator.store.formats import DamageError
from adjudicator.store.header import MANIFEST, Commitments
from adjudicator.store.record import KEYS, TurnRecord, read_nodes


class TurnToSeal(NamedTuple):
    """A turn by its number, the head before it and the acts it takes up; ``read`` gives a public file of turn 0."""

    charter: Charter
    number: int
    head_before: str | None
    acts: Sequence[JsonObject]
    read: Callable[[str], bytes]


class Keys(Protocol):
    """Where the draws and the commitments of a turn come from."""

    def open_chance(self, charter: Charter, mixes: Mixes) -> RecordingChance:
        """The chance of one turn, with what is mixed into each epoch."""

    def seal(self, turn: TurnToSeal) -> Commitments:
        """What ``turn`` commits to hidden things with."""


class SecretKeys(NamedTuple):
    """Everything follows from the secret."""

    secret: bytes

    def open_chance(self, charter: Charter, mixes: Mixes) -> RecordingChance:
        """See :class:`Keys`."""
        return SecretChance(charter.id, self.secret, mixes)

    def seal(self, turn: TurnToSeal) -> Commitments:
        """See :class:`Keys`. Opening a key raises :class:`DamageError` for nodes that were not committed to."""
        charter = turn.charter

        def open_key(epoch: int) -> OpenedKey:
            nodes = _read_nodes(turn)
            return OpenedKey(*open_public_key(charter.id, self.secret, epoch, charter.commitment.epochs, nodes))

        return Commitments(salt_turn(self.secret, charter.id, turn.number, turn.head_before, turn.acts), open_key)


class RecordedKeys(NamedTuple):
    """Everything is taken from the turn as it is ``kept``, for whoever does not hold the secret.

    Public draws are made anew where their epoch is among ``opened``: the keys that this turn or others have opened.
    """

    kept: LastTurn
    opened: Mapping[int, bytes] = MappingProxyType({})

    def open_chance(self, charter: Charter, mixes: Mixes) -> RecordingChance:
        """See :class:`Keys`."""
        mixed = {
            epoch: mix_key(key, mix(charter.id, epoch, mixes.get(epoch, {}))) for epoch, key in self.opened.items()
        }
        return _RecordedChance(self.kept.record, mixed)

    def seal(self, turn: TurnToSeal) -> Commitments:
        """See :class:`Keys`. Opening a key that is not opened in the record raises ``KeyError``.

        Raises :class:`DamageError` for keys that were not committed to, and for such nodes in turn 0.
        """
        if turn.number == 0:
            _read_nodes(turn)

        def open_key(epoch: int) -> OpenedKey:
            opened = self.kept.manifest.opened[epoch]
            commitment = turn.charter.commitment
            if not opened.is_committed(epoch, commitment.epochs, commitment.public_root):
                place = f"turns/{turn.number:04}/{MANIFEST}"
                raise DamageError(place, f"rng/opened/{epoch}: not a key that was fixed before the game")
            return opened

        return Commitments(bytes.fromhex(self.kept.local["salt"]), open_key)


def _read_nodes(turn: TurnToSeal) -> list[bytes]:
    """The nodes over the public keys. Raises :class:`DamageError` for others than were committed to."""
    nodes = read_nodes(turn.read(KEYS))
    if not nodes or join_public_nodes(nodes) != turn.charter.commitment.public_root:
        raise DamageError(f"turns/0000/{KEYS}", "not the nodes over the public keys that were fixed before the game")
    return nodes


def list_opened(charter: Charter, headers: Iterable[Header]) -> Iterator[tuple[int, bytes]]:
    """The public keys that ``headers`` open, of those that were committed to, with their epochs.

    Of others it is said where their turn is played again.
    """
    for header in headers:
        for epoch, opened in header.opened.items():
            if opened.is_committed(epoch, charter.commitment.epochs, charter.commitment.public_root):
                yield epoch, opened.key


def check_secret(charter: Charter, secret: bytes, place: str) -> Iterator[str]:
    """What is wrong with ``secret``, read from ``place``, by what was committed to."""
    if commit(charter.id, secret) != charter.commitment.secret:
        yield f"{place}: not the secret that was fixed before the game"
    elif commit_public_keys(charter.id, secret, charter.commitment.epochs) != charter.commitment.public_root:
        yield f"{CHARTER}: the public root does not belong to the secret"


class SecretChance:
    """The chance of a real game; keeps a record of its draws."""

    def __init__(self, game: str, secret: bytes, mixes: Mixes = NO_MIXES) -> None:
        """``secret`` is 32 bytes; ``game`` the id that binds every draw to this game.

        ``mixes`` has what is mixed into each epoch; nothing is where it has none, as in all epochs at level L1.
        """
        self._game = game
        self._secret = secret
        self._mixes = mixes
        self._keys: dict[tuple[int, bool], bytes] = {}
        self.draws: list[Draw] = []

    def reveal(self) -> str:
        """The secret as hex, for the end of the game."""
        return self._secret.hex()

    def _key(self, epoch: int, hidden: bool) -> bytes:
        key = self._keys.get((epoch, hidden))
        if key is None:
            base = (hidden_key if hidden else public_key)(self._game, self._secret, epoch)
            key = self._keys[epoch, hidden] = mix_key(base, mix(self._game, epoch, self._mixes.get(epoch, {})))
        return key

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        """See :class:`adjudicator.core.chance.Chance`."""
        value = draw_below(self._key(epoch, hidden), label, below)
        self.draws.append(Draw(epoch, label, below, value, hidden))
        return value


class _RecordedChance:
    """Gives back the recorded draws, but for public ones that ``mixed`` has the key of, by epoch."""

    def __init__(self, recorded: TurnRecord[Any], mixed: Mapping[int, bytes]) -> None:
        self._values = {(draw.epoch, draw.label, draw.below, draw.hidden): draw.value for draw in recorded.draws}
        self._revealed = recorded.revealed
        self._mixed = mixed
        self.draws: list[Draw] = []

    def reveal(self) -> str | None:
        """The secret that the record shows."""
        return self._revealed

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        """The value. Raises ``KeyError`` for a draw that was not recorded."""
        value = self._values[epoch, label, below, hidden]
        if not hidden and epoch in self._mixed:
            value = draw_below(self._mixed[epoch], label, below)
        self.draws.append(Draw(epoch, label, below, value, hidden))
        return value
