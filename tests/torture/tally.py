"""What a bar reports: how many faults were tried, fired and survived, and what went wrong."""

from __future__ import annotations

from typing import NamedTuple


class Tally(NamedTuple):
    """The figures of a bar. ``failures`` says what did not survive, one line each.

    ``fired`` proves that something was tried: faults that struck, or the bytes, files or draws that were read.
    ``skipped`` says why the bar cannot be tried on this machine.
    """

    tried: int = 0
    fired: int = 0
    failures: tuple[str, ...] = ()
    skipped: str = ""

    @property
    def survived(self) -> int:
        return max(0, self.tried - len(self.failures))

    def plus(self, other: Tally) -> Tally:
        return Tally(
            self.tried + other.tried,
            self.fired + other.fired,
            self.failures + other.failures,
            self.skipped or other.skipped,
        )


def count(fired: int, trouble: list[str], where: str) -> Tally:
    """One trial."""
    return Tally(1, fired, (f"{where}: {'; '.join(trouble)[:300]}",) if trouble else ())
