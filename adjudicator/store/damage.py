"""What is wrong with a game directory."""

from __future__ import annotations


class DamageError(Exception):
    """A file of a game directory is missing or not what was written; ``file`` names it below the game directory."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"{file}: {reason}")
        self.file = file
        self.reason = reason
