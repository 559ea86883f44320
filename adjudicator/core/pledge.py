"""What a seat adds to chance, at chance level L2: before the game begins, and by a new chain in the game."""

from __future__ import annotations

from typing import NamedTuple


class Pledge(NamedTuple):
    """What a seat joins with, as hex: the anchor of its chain of nonces, and the commitment to its opening."""

    anchor: str
    commitment: str


class Joined(NamedTuple):
    """A pledge, and the opening (hex) of its commitment, which is mixed into the set-up."""

    pledge: Pledge
    opening: str


class Renewed(NamedTuple):
    """The chains of a seat that got another holder or a new anchor, as they stand for the nonce of one epoch.

    ``anchor`` (hex) is that of the chain which counts, from the epoch ``begins``; None for the one it joined with.
    ``later`` is the first epoch of its newest chain, where that comes later; ``handed_on`` says that whoever holds the
    seat now has no chain of his own yet. ``others`` are the anchors of chains that do not count.
    """

    anchor: str | None
    begins: int
    later: int | None
    handed_on: bool
    others: tuple[str, ...]

    @property
    def waived(self) -> bool:
        """Whether the nonce may be one that the seat cannot give: no turn waits for it then."""
        return self.handed_on or self.later is not None
