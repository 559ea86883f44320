"""The one hook of what players add to chance: wanted, accepted, mixed in, told of. By default it does nothing.

What a turn wants of its seats, and what is wrong with what comes, is a value
(:class:`adjudicator.core.chance.WantedOfSeats`); the rest is :class:`Mixer`. A game in which nobody adds anything loads
nothing but this.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from adjudicator.core.chance import NO_MIXING, Level, Mixes, Mixing, WantedOfSeats
from adjudicator.core.charter import Charter
from adjudicator.core.recorded_act import RecordedAct
from adjudicator.core.table import Seat
from adjudicator.ledger.inputs import Arrived
from adjudicator.registry import AnyGame
from adjudicator.store.branches import NO_SHELF, Shelf
from adjudicator.store.gamedir import JOINED, GameDirectory
from adjudicator.store.inbox import FiledFile
from adjudicator.store.record import TurnRecord

if TYPE_CHECKING:
    from adjudicator.intake.judge import AnyIntakeContext


class IntakeGame(Protocol):
    """A game that takes in files, under way or before its beginning."""

    @property
    def directory(self) -> GameDirectory:
        """Where it lies."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who may send files; before the beginning as they signed up, since their order is drawn when it begins."""

    def intake(self) -> AnyIntakeContext:
        """What files are judged against now."""

    def list_filed(self, seat: Seat) -> list[FiledFile]:
        """The files of ``seat`` that wait in the inbox."""

    def has_consumed(self, filed: FiledFile) -> bool:
        """Whether the newest turn took up this very file."""


class WaitingGame(IntakeGame, Protocol):
    """A game that its seats have to join before turn 0 is played."""

    @property
    def charter(self) -> Charter:
        """What was agreed."""

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats whose answer is missing."""

    @property
    def wanted(self) -> str:
        """What is awaited of them, in words."""

    def list_faults(self) -> list[str]:
        """What was published and is not what the files say by which it was, a sentence each."""

    def go_on(self, now: datetime) -> str:
        """Take the steps towards turn 0 that the files allow; the head of turn 0 where it was played, or empty.

        The caller holds the game's lock. Raises ``DamageError``, ``OSError``.
        """


Read: TypeAlias = Callable[[str], bytes]
"""Gives a public file of turn 0 by its name."""


class Foundation(NamedTuple):
    """What a turn is built on besides the turn before it.

    ``charter`` is in force in it. ``read`` gives a public file of turn 0 by its name. ``acts`` are all that the
    moderator recorded so far; ``shelf`` has the game's other turns, which are asked for after a rewind alone.
    """

    game: AnyGame
    charter: Charter
    read: Read
    acts: tuple[RecordedAct, ...] = ()
    shelf: Shelf = NO_SHELF

    @property
    def mixer(self) -> Mixer:
        """What players add to the draws."""
        return find_mixer(self.charter.commitment.level)


class Mixer:
    """What a level of chance has the players add to the draws: here nothing, at any point."""

    sentences: Mapping[str, str] = MappingProxyType({})
    """Patterns for what is wrong with what files add."""
    fixed: Mapping[str, str] = MappingProxyType({})
    """Keys of the charter that stay for its sake though others may change, and why."""

    def want(self, foundation: Foundation, start: TurnRecord[Any]) -> WantedOfSeats | None:
        """What the turn after ``start`` wants of seats besides orders; None where nothing."""
        return None

    def mix(self, foundation: Foundation, start: TurnRecord[Any], given: Mapping[Seat, str]) -> Mixing:
        """What is mixed into the draws of the turn after ``start``, for which seats have ``given`` what was wanted."""
        return NO_MIXING

    def tell(
        self, record: TurnRecord[Any], wanted: WantedOfSeats | None, charter: Charter, call: Callable[[Seat], str]
    ) -> Iterator[str]:
        """What everybody is told of the turn of ``record`` and of what is ``wanted`` in the next.

        ``call`` says what a seat is called.
        """
        yield from ()

    def set_up(self, charter: Charter, arrived: Arrived) -> tuple[Mixing, dict[str, bytes]]:
        """What is mixed into the set-up by the files that ``arrived``, and the public files of turn 0 that say so.

        Raises ``DamageError`` where a file is missing or does not fit.
        """
        return NO_MIXING, {}

    def invite(self, game: AnyGame, charter: Charter, seat: Seat, token: str, now: datetime) -> str:
        """The letter that asks ``seat``, whose ``token`` it tells, to join before the game begins."""
        raise NotImplementedError

    def open_waiting(self, directory: GameDirectory, charter: Charter, charter_text: bytes) -> WaitingGame:
        """The game in ``directory`` that waits for its seats to join."""
        raise NotImplementedError

    def begin_simulated(
        self, path: str, submit: Callable[[Seat, str, datetime], None], draw: Callable[[str], bytes], now: datetime
    ) -> None:
        """Have everybody join a simulated game, whose secrets ``draw`` gives by their purpose, and play turn 0."""

    def tell_successor(self, foundation: Foundation, record: TurnRecord[Any]) -> str:
        """What whoever takes a seat over after ``record`` has to know of it, as a part of a letter."""
        return ""

    def verify(self, acts: Sequence[RecordedAct], manifests: Mapping[str, bytes]) -> Iterator[str]:
        """What is wrong across turns and lines, by ``acts`` and ``manifests`` (by their names)."""
        yield from ()

    def verify_begun(self, directory: GameDirectory, read: Read) -> tuple[Sequence[str], Sequence[str]]:
        """Findings and remarks about what a game in ``directory`` that has begun still has of its beginning."""
        if not os.path.lexists(os.path.join(directory.path, JOINED)):
            return (), ()
        return (f"{JOINED}: does not belong in a game of level L1, which nobody joins",), ()

    def list_wrong(self, seats: Sequence[Seat], fixed: Sequence[Mixes], read: Read) -> Iterator[tuple[int, Seat]]:
        """Epochs and ``seats`` of what was ``fixed`` in each turn that is not what was committed to."""
        yield from ()


_NOTHING = Mixer()


def find_mixer(level: Level) -> Mixer:
    """The mixer of ``level``."""
    if not level.mixes:
        return _NOTHING
    # by its name, as a game is: it stands above all that it is used by
    mixer: Mixer = import_module(level.module).MIXER
    return mixer
