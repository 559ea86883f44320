"""What a seat adds to chance before the game begins, at chance level L2."""

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
