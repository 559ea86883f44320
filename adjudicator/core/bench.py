"""The bench of a game: how people write its positions and actions in CASE files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Seat, Setting

S = TypeVar("S")
A = TypeVar("A")

Path: TypeAlias = tuple[str | int, ...]
"""The way to a part of a position that somebody wrote: keys and list numbers."""


class Fault(NamedTuple):
    """What is wrong with a part of a position that somebody wrote.

    ``line`` and ``column`` count from 1 within a text of several lines, such as a drawing; else they are 0.
    ``is_key`` says that the last key of the path is at fault, and not what stands behind it.
    """

    path: Path
    says: str
    line: int = 0
    column: int = 0
    is_key: bool = False


class PositionError(Exception):
    """A position contradicts itself or the board; the faults are the arguments."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(*faults)
        self.faults = tuple(faults)


class Mismatch(NamedTuple):
    """Where a position is not what was expected."""

    path: Path
    what: str
    expected: str
    got: str


class ActionTextError(Exception):
    """A text asks for nothing that the game knows; ``code`` is a problem code of the order language, if it has one."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class CaseBench(Protocol[S, A]):
    """Positions and actions as people write them in CASE files.

    What a position may say is in the game's schema ``position``; it is met by all that is handed in here.
    """

    def read_position(self, content: JsonObject, setting: Setting) -> S:
        """The state that ``content`` describes sparsely, the rest at its simplest; no rule is asked.

        Raises :class:`PositionError`.
        """
        ...

    def compare(self, state: S, expected: JsonObject) -> Sequence[Mismatch]:
        """Where ``state`` is not what ``expected`` says; what it does not speak of may be anything.

        Raises :class:`PositionError` for what cannot be compared.
        """
        ...

    def read_action(self, state: S, text: str) -> A:
        """The action that ``text`` (an order's key and value, parted by a blank) asks for, legal or not.

        Raises :class:`ActionTextError`.
        """
        ...

    def explain(self, state: S, seat: Seat, action: A) -> str:
        """The code of the reason why ``action`` of ``seat`` is not legal, as if its move came now."""
        ...
