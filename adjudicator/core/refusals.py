"""How a command can end, and the errors that are no fault of ours: somebody else can mend what is the matter.

Each such error knows the exit code that it calls for, so that whoever adds one has no list elsewhere to add it to.
"""

from datetime import datetime
from enum import IntEnum


class ExitCode(IntEnum):
    """How a command ended, as documented for scripts."""

    DONE = 0
    """Done, or already done."""
    PROBLEMS = 1
    """Problems in the input: orders, damaged history."""
    USAGE = 2
    REFUSED = 3
    """Token, stale turn."""
    NOT_YET = 4
    """Orders outstanding and the deadline not passed."""
    FAULT = 70
    """Our own fault."""
    BUSY = 75
    """Try again."""


class MendableError(Exception):
    """What is the matter can be mended, though not by the program; the message says how."""

    code = ExitCode.REFUSED

    def tell(self) -> str:
        """The line for whoever gave the command."""
        return str(self)


class NoSuchTurnError(MendableError):
    """A turn was asked for that has not run."""

    code = ExitCode.USAGE


class RulesVersionError(MendableError):
    """The game runs by another version of its rules than the one installed."""


class FormatError(RulesVersionError):
    """The game is kept in the format of another version of the program."""


class ActRefusedError(MendableError):
    """The act cannot be done as the game stands; the message says why and what would work."""


class ClockError(MendableError):
    """The instant given lies before the newest turn, or before an act that was recorded since: before ``last``."""

    def __init__(self, words: str, last: datetime) -> None:
        """``words`` say what happened ``last``."""
        super().__init__(words)
        self.last = last


class NotStartedError(MendableError):
    """The game waits for its seats to join."""

    code = ExitCode.NOT_YET


class UnfitError(MendableError):
    """The letter or file is not what can be worked with; the message says why."""

    code = ExitCode.PROBLEMS


class DistrustError(MendableError):
    """Something is not as it was promised: nothing more should be given away."""
