"""CASE files of such games: a position is what the game keeps of it, laid over the one at the start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from adjudicator.core.bench import ActionTextError, Fault, Mismatch, Path, PositionError
from adjudicator.core.chance import Label
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.table import Seat, Setting
from adjudicator.kit.actions.conditions import clean
from adjudicator.kit.actions.kernel import ActionKernel, Progress

S = TypeVar("S")


class _FirstOutcome:
    """Every draw gives its first outcome: a case says what it is about, whatever the set-up drew."""

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        del epoch, label, below, hidden
        return 0


class ActionCases(Generic[S]):
    """See :class:`adjudicator.core.bench.CaseBench`."""

    def __init__(self, kernel: ActionKernel[S]) -> None:
        self.kernel = kernel

    def read_position(self, content: JsonObject, setting: Setting) -> Progress[S]:
        """The start, with what ``content`` says in the place of what the game keeps. Raises ``PositionError``."""
        start, _ = self.kernel.setup(setting, _FirstOutcome())
        kept = self.kernel.rules.dump(start.position)
        known = ", ".join(kept)
        unknown = [
            Fault((key,), f"a position has no {key}; it has {known}", is_key=True) for key in content if key not in kept
        ]
        if unknown:
            raise PositionError(unknown)
        try:
            return start._replace(position=self.kernel.rules.load({**kept, **content}))
        except (ValueError, TypeError) as error:
            raise PositionError([Fault((), str(error))]) from error

    def compare(self, state: Progress[S], expected: JsonObject) -> Sequence[Mismatch]:
        """Where what the game keeps differs from what is expected."""
        return list(_compare((), expected, self.kernel.rules.dump(state.position)))

    def read_action(self, state: Progress[S], text: str) -> str:
        """What stands behind the order's key."""
        del state
        kind, _, action = text.partition(" ")
        if kind != self.kernel.order:
            raise ActionTextError("unknown-order")
        return clean(action)

    def explain(self, state: Progress[S], seat: Seat, action: str) -> str:
        """The reason in words."""
        return self.kernel.rules.refuse(state.position, seat, action).why


def _compare(path: Path, expected: JsonValue, got: JsonValue) -> Iterator[Mismatch]:
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        for key, value in expected.items():
            yield from _compare((*path, key), value, got.get(key))
    elif expected != got:
        yield Mismatch(path, " ".join(map(str, path)), str(expected), str(got))
