"""Why a command can do nothing with a game as it stands; each says what would help."""

from __future__ import annotations


class NoSuchTurnError(Exception):
    """A turn was asked for that has not run."""


class RulesVersionError(Exception):
    """The game runs by another version of its rules than the one installed."""


class FormatError(RulesVersionError):
    """The game is kept in the format of another version of the program."""


class ActRefusedError(Exception):
    """The act cannot be done as the game stands; the message says why and what would work."""


class ClockError(Exception):
    """The instant given lies before the newest turn, or before an act that was recorded since."""


class NotStartedError(Exception):
    """The game waits for its seats to join."""


class UnfitError(Exception):
    """The letter or file is not what can be worked with; the message says why."""


class DistrustError(Exception):
    """Something is not as it was promised: nothing more should be given away."""
