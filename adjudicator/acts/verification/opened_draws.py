"""Public draws held against the keys that headers open, which anybody can do without the secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.chance import Draw
from adjudicator.core.charter import Charter
from adjudicator.proof.draws import draw_below, mix, mix_key, public_leaf
from adjudicator.proof.hashing import climb
from adjudicator.store.header import SavedManifest


class OpenedDraws:
    """Takes up turn after turn; an epoch's draws are kept until its key is opened."""

    def __init__(self, charter: Charter) -> None:
        self._charter = charter
        self._draws: dict[int, list[Draw]] = {}
        self._mixes: dict[int, Mapping[str, str | None]] = {}

    def find_fault(self, manifest: SavedManifest, draws: Sequence[Draw]) -> str | None:
        """What is wrong with the keys that ``manifest`` opens; ``draws`` are those of its turn.

        Raises ``KeyError`` or ``ValueError`` for a manifest we did not write.
        """
        commitment = self._charter.commitment
        for draw in draws:
            if not draw.hidden:
                self._draws.setdefault(draw.epoch, []).append(draw)
        self._mixes |= {int(epoch): added for epoch, added in manifest["rng"]["mixes"].items()}
        for name, opened in manifest["rng"]["opened"].items():
            epoch, key = int(name), bytes.fromhex(opened["key"])
            root = climb(public_leaf(epoch, key), epoch, commitment.epochs, [*map(bytes.fromhex, opened["path"])])
            if root.hex() != commitment.public_root:
                return f"turn.json: rng/opened/{epoch}: not a key that was committed to"
            mixed = mix_key(key, mix(self._charter.id, epoch, self._mixes.pop(epoch, {})))
            for draw in self._draws.pop(epoch, []):
                if draw_below(mixed, draw.label, draw.below) != draw.value:
                    return f"turn.json: rng/opened/{epoch}: does not give the draw {list(draw.label)} as recorded"
        return None
