"""What a game built on this one adds to its CASE files, as functions; the base game's own add nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from adjudicator.core.bench import PositionFault
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import SeatNumber
from adjudicator.kit.positions import Form, Forms
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import Bundle
from adjudicator.rules.catan.state import State, Table


class ExpansionCases(NamedTuple):
    """How the extra of a state is written, and the actions that only the rule set knows.

    ``read`` makes the extra from what stands behind ``extra`` in a position (an empty mapping where nothing does), and
    raises ``PositionError``, with paths that begin with ``extra``. ``describe`` says all that may stand there, and
    ``list_forms`` how people write it at a table of these seats, by ways that begin with ``extra``. ``count_held``
    gives the resource cards that lie with the extra, in no hand and not in the bank. ``read_action`` reads an action's
    text, None where it is none of its own, and raises ``ActionTextError``; ``explain`` gives the code of the reason why
    such an action of a seat is not legal, None for other actions.
    """

    read: Callable[[JsonObject, Table], object]
    describe: Callable[[object, Table], JsonObject]
    list_forms: Callable[[tuple[str, ...]], Forms]
    count_held: Callable[[object], Bundle]
    read_action: Callable[[State, str], Action | None]
    explain: Callable[[State, SeatNumber, Action], str | None]


def _read(content: JsonObject, table: Table) -> object:
    del content, table
    return None


def _describe(extra: object, table: Table) -> JsonObject:
    del extra, table
    return {}


def _list_no_forms(seats: tuple[str, ...]) -> Forms:
    del seats
    nothing = "this game has nothing beyond the base game"
    return {("extra",): Form(check=lambda written, path: [PositionFault(path, nothing)] if written else [])}


def _hold_nothing(extra: object) -> Bundle:
    del extra
    return 0


def _read_no_action(state: State, text: str) -> Action | None:
    del state, text
    return None


def _explain_nothing(state: State, seat: SeatNumber, action: Action) -> str | None:
    del state, seat, action
    return None


NO_EXPANSION = ExpansionCases(_read, _describe, _list_no_forms, _hold_nothing, _read_no_action, _explain_nothing)
