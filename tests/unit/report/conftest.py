"""A turn with a story, and the same turn with hostile texts in every place that a player can fill."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from adjudicator.acts.open_game import OpenGame, open_game
from adjudicator.acts.run import run_turn
from adjudicator.acts.upkeep import describe_opened
from adjudicator.core.agenda import Agenda, Item, Refusal
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import START, Order
from adjudicator.core.table import Event
from adjudicator.report.context import ReportContext
from adjudicator.store.record import TurnRecord

GAMES = Path(__file__).resolve().parents[3] / "games"
DEADLINE = datetime(2026, 9, 22, 8, tzinfo=UTC)


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> OpenGame:
    """g42 after turn 7, which ran after the deadline without Dora: Amira, behind her, was not reached."""
    game = Path(shutil.copytree(GAMES / "g42", tmp_path_factory.mktemp("report") / "g42"))
    for file in (game / "inbox" / "dora").iterdir():
        file.unlink()
    run_turn(str(game), None, DEADLINE)
    return open_game(str(game))


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> OpenGame:
    """g42 after turn 7 as all four wanted it."""
    game = Path(shutil.copytree(GAMES / "g42", tmp_path_factory.mktemp("report") / "g42"))
    run_turn(str(game), None, DEADLINE)
    return open_game(str(game))


def context_of(opened: OpenGame) -> ReportContext:
    return describe_opened(opened)


def rename(value: JsonValue, names: Mapping[str, str]) -> JsonValue:
    """``value`` with every text that is a seat's name replaced."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        return {key: rename(inner, names) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [rename(inner, names) for inner in value]
    return value


def infest_orders(context: ReportContext, text: str) -> ReportContext[Any, Any, Any]:
    """``context`` with ``text`` for every order, on file or judged, and in what is said of it.

    No such order is ever accepted, so none may come to its moment: the condition of those on file is false.
    """
    record: TurnRecord[Any] = context.record
    never: JsonObject = {"all": [{"hex": "D9", "is": "closed"}, {"hex": "D9", "is": "empty"}]}
    order = Order("place", text, never, START, (START,))
    facts = dict.fromkeys(("order", "hex", "owner", "whose", "there", "legal"), text)
    refusal = Refusal(text, "occupied", facts)
    model = record.results[0]
    result = model._replace(file=text, text=text, done=text, choice=2, refusals=(refusal,))
    infested = record._replace(
        agendas={seat: Agenda(items=(Item(order, text), Item(order, text))) for seat in record.agendas},
        results=tuple(result._replace(seat=seat) for seat in record.agendas),
    )
    return context._replace(record=infested)


def infest(context: ReportContext, text: str) -> ReportContext[Any, Any, Any]:
    """The same, with ``text`` in the names of the game, of its edition and of all seats as well.

    No such name passes ``new``; the pages must hold nonetheless.
    """
    context = infest_orders(context, text)
    record: TurnRecord[Any] = context.record
    table = record.state.table
    names = {seat: f"{text}{number}" for number, seat in enumerate(table.seats)}
    renamed = dataclasses.replace(table, seats=tuple(names.values()))
    events = []
    for event in record.events:
        facts = rename(event.facts, names)
        assert isinstance(facts, Mapping)
        events.append(Event(event.kind, facts))
    infested = record._replace(
        state=record.state._replace(table=renamed),
        agendas={names[seat]: agenda for seat, agenda in record.agendas.items()},
        events=tuple(events),
        results=tuple(result._replace(seat=names[result.seat]) for result in record.results),
        stopped_at=names[record.stopped_at] if record.stopped_at else None,
    )
    charter = context.charter
    charter = charter._replace(id=text, setting=charter.setting._replace(edition=text))
    return context._replace(record=infested, charter=charter)
