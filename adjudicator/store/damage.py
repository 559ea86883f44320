"""What is wrong with a game directory."""

from __future__ import annotations

from adjudicator.core.refusals import ExitCode, MendableError

PUT_BACK = "put back what was there"


class DamageError(MendableError):
    """A file of a game directory is missing or not what was written; ``file`` names it below the game directory.

    ``remedy`` says what helps, where that is known.
    """

    code = ExitCode.PROBLEMS

    def __init__(self, file: str, reason: str, remedy: str = "") -> None:
        super().__init__(f"{file}: {reason}")
        self.file = file
        self.reason = reason
        self.remedy = remedy

    def tell(self) -> str:
        """The line for whoever gave the command."""
        return f"damaged: {self}; {self.remedy}" if self.remedy else f"damaged: {self}"
