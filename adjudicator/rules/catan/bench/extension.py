"""What a game built on this one adds to its CASE files, as functions; the base game's own add nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from adjudicator.core.bench import Fault, Mismatch, PositionError
from adjudicator.core.json_value import JsonObject
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import Bundle
from adjudicator.rules.catan.state import State, Table


class Extension(NamedTuple):
    """How the extra of a state is written, and the actions that only the rule set knows.

    ``read`` makes the extra from what stands behind ``extra`` in a position (an empty mapping where nothing does),
    ``compare`` says where an extra is not what stands there; both raise ``PositionError``, with paths that begin
    behind ``extra``. ``count_held`` gives the resource cards that lie with the extra, in no hand and not in the bank.
    ``read_action`` reads an action's text, None where it is none of its own, and raises ``ActionTextError``;
    ``explain`` gives the code of the reason why such an action of a seat is not legal, None for other actions.
    """

    read: Callable[[JsonObject, Table], object]
    compare: Callable[[object, JsonObject, Table], Sequence[Mismatch]]
    count_held: Callable[[object], Bundle]
    read_action: Callable[[State, str], Action | None]
    explain: Callable[[State, int, Action], str | None]


def _read(content: JsonObject, table: Table) -> object:
    del table
    if content:
        raise PositionError([Fault((), "this game has nothing beyond the base game")])
    return None


def _compare(extra: object, content: JsonObject, table: Table) -> Sequence[Mismatch]:
    del extra
    _read(content, table)
    return ()


def _hold_nothing(extra: object) -> Bundle:
    del extra
    return 0


def _read_no_action(state: State, text: str) -> Action | None:
    del state, text
    return None


def _explain_nothing(state: State, seat: int, action: Action) -> str | None:
    del state, seat, action
    return None


NO_EXTENSION = Extension(_read, _compare, _hold_nothing, _read_no_action, _explain_nothing)
