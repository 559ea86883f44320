"""What a verification is made from, and what it found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from adjudicator.acts.side_by_side import Watch, look_away
from adjudicator.core.charter import Charter
from adjudicator.core.recorded_act import RecordedAct
from adjudicator.store.audit import Audit


@dataclass(slots=True)
class Findings:
    """What a verification found: ``findings`` are damage, ``remarks`` are worth knowing.

    ``busy`` says that the one finding is no damage: somebody was at work on the game. ``diverged`` is the finding, if
    any, that a turn played again is not the recorded one; ``reworded`` are turns whose reports, built again, are not
    what they were. ``unplayed`` is the finding, if any, that no turn could be played again because the rules of the
    game are not installed. ``outdated`` is where the expected head was found, if in a turn that no longer stands.
    """

    path: str
    turns: int = -1
    head: str = ""
    findings: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    busy: bool = False
    diverged: str = ""
    unplayed: str = ""
    outdated: str = ""
    reworded: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing is damaged, and every turn was played again."""
        return not self.findings

    @property
    def damage(self) -> list[str]:
        """The findings that speak of the game, not of what is installed."""
        return [finding for finding in self.findings if finding != self.unplayed]


class Effort(NamedTuple):
    """How many processes may work, and whom to tell how many turns are done, of how many."""

    jobs: int = 1
    watch: Watch = look_away


ALONE = Effort()


class VerifyInput(NamedTuple):
    """What a history is verified from, and how.

    ``secret`` is None where it is not at hand; ``any_version`` plays by the installed rules, whatever their version;
    ``reports`` builds every report again.
    """

    charter: Charter
    charter_text: bytes
    audit: Audit
    secret: bytes | None
    acts: tuple[RecordedAct, ...]
    any_version: bool = False
    reports: bool = False
    effort: Effort = ALONE
