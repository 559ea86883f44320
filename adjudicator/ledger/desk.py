"""Games that take in files: what filing needs to know of one, be it under way or before its beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from adjudicator.core.charter import Charter
from adjudicator.core.table import Seat
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.inbox import Filed

if TYPE_CHECKING:
    from adjudicator.intake.judge import AnyCourt


class Desk(Protocol):
    """A game that takes in files, under way or before its beginning."""

    @property
    def directory(self) -> GameDirectory:
        """Where it lies."""
        ...

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who may send files; before the beginning as they signed up, since their order is drawn when it begins."""
        ...

    def court(self) -> AnyCourt:
        """What files are judged against now."""
        ...

    def list_filed(self, seat: Seat) -> list[Filed]:
        """The files of ``seat`` that wait in the inbox."""
        ...

    def has_consumed(self, filed: Filed) -> bool:
        """Whether the newest turn took up this very file."""
        ...


class WaitingGame(Desk, Protocol):
    """A game that its seats have to join before turn 0 is played."""

    @property
    def charter(self) -> Charter:
        """What was agreed."""
        ...

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats whose answer is missing."""
        ...

    @property
    def wanted(self) -> str:
        """What is awaited of them, in words."""
        ...

    def list_faults(self) -> list[str]:
        """What was published and is not what the files say by which it was, a sentence each."""
        ...
