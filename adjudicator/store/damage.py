"""What is wrong with a game directory, and what helps."""

from __future__ import annotations

from adjudicator.core.charter import CHARTER
from adjudicator.core.refusals import ExitCode, MendableError

MARKS = (CHARTER, "turns/0000.turn", "private/seats.json")
"""What shows that a folder is a game, even one that has lost its charter."""
PUT_BACK = "put back what was there"
NO_ACT = "no act has made this branch"
_SCATTERED = ("acts", "branches", "inbox", "private", "redacted.json", "refused", "turns")
"""Where else there may be damage that nothing better helps against."""


class DamageError(MendableError):
    """A file of a game directory is missing or not what was written; ``file`` names it below the game directory.

    ``remedy`` says what helps, where that is known.
    """

    code = ExitCode.PROBLEMS

    def __init__(self, file: str, reason: str, remedy: str = "") -> None:
        super().__init__(f"{file}: {reason}")
        self.file = file
        self.reason = reason
        self.remedy = remedy or _find_remedy(file, reason)

    def tell(self) -> str:
        """The line for whoever gave the command."""
        return f"damaged: {self}; {self.remedy}" if self.remedy else f"damaged: {self}"


def tell_why(error: Exception) -> str:
    """Why a file cannot be read, by what was raised; without the place of the game on this machine."""
    if isinstance(error, FileNotFoundError):
        return "missing"
    return f"unreadable: {error.strerror if isinstance(error, OSError) and error.strerror else error}"


def _find_remedy(place: str, reason: str) -> str:
    """What helps where ``place`` is damaged; nothing where it is no place of a game directory."""
    if reason.endswith("does not belong here"):
        return "put it elsewhere"
    first, _, rest = place.partition("/")
    stem = place.removesuffix(".yaml").removesuffix(".receipt.json")
    if first == "turns" and "/reports" in rest and not rest.endswith(".json"):
        return "remove it: the next command that writes makes reports again"
    if first == "turns" and rest[:4] != "0000" and rest:
        return f"{PUT_BACK}, or take the game back to before that turn with adjudicate rewind"
    if stem != place and "inbox" in place.split("/"):
        seat = place.split("/")[-2]
        return f"{PUT_BACK}, or remove {stem}.yaml and {stem}.receipt.json and submit the mail of {seat} again"
    if first == "inbox" and rest and reason.startswith("missing"):
        return f"{PUT_BACK}, or make an empty folder {place} and submit the mail of {rest} again"
    if reason == NO_ACT:
        return "put back what is gone from acts, or put it elsewhere"
    if place == "joined.json":
        return "remove it: the next adjudicate start writes it anew from the files of the seats"
    if place == CHARTER:
        return f"{PUT_BACK}; once a game has begun, adjudicate unpack --turn 0 writes out what it was at first"
    return PUT_BACK if first in _SCATTERED else ""
