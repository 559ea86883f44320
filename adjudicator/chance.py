"""Chance: every draw derived from the game's secret, its epoch and its label, and what players add to the epoch.

The secret is committed to before the game and shown at its end; the moderator cannot change a draw later,
but where players add nothing he knows the future, and could have chosen among secrets before the start. How a draw is
derived stands in :mod:`adjudicator.proof.draws`, which players use too.
"""

from __future__ import annotations

from adjudicator.core.chance import Draw, Label
from adjudicator.core.mixing import NO_MIXES, Mixes
from adjudicator.proof.draws import draw_below, hidden_key, mix, mix_key, public_key


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
