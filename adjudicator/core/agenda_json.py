"""Agendas, results and who is awaited as JSON, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict, cast

from adjudicator.core.agenda import Agenda, Ask, Fate, Item, OrderResult, Refusal, Source
from adjudicator.core.json_value import JsonObject, JsonScalar, JsonValue
from adjudicator.core.order import Order
from adjudicator.core.problem import Place


class SavedOrder(TypedDict):
    """An order: its key and value, its condition, the places it was read from, and the orders within it."""

    kind: str
    value: JsonValue
    condition: JsonObject | None
    place: Sequence[int]
    places: Sequence[Sequence[int]]
    then: NotRequired[Sequence[SavedOrder]]
    otherwise: NotRequired[Sequence[SavedOrder]]
    branches: NotRequired[Sequence[Sequence[SavedOrder]]]
    times: NotRequired[int]
    until: NotRequired[JsonObject]
    faults: NotRequired[Sequence[str]]


class SavedItem(SavedOrder):
    """An order on an agenda, and the file it was read from."""

    file: str


class SavedAgenda(TypedDict):
    """A seat's agenda."""

    items: Sequence[SavedItem]
    standing: Sequence[SavedItem]
    fallback: Sequence[SavedItem]
    draft: bool
    memory: JsonObject | None
    missed: NotRequired[int]
    later: NotRequired[Sequence[SavedItem]]
    answers: NotRequired[Sequence[SavedItem]]
    draft_answers: NotRequired[bool]


class SavedRefusal(TypedDict):
    """Why an alternative was not carried out."""

    text: str
    code: str
    facts: Mapping[str, JsonScalar]


def _dump_order(order: Order) -> SavedOrder:
    saved: SavedOrder = {
        "kind": order.kind,
        "value": order.value,
        "condition": order.condition,
        "place": (order.place.line, order.place.column),
        "places": [(place.line, place.column) for place in order.places],
    }
    if order.then:
        saved["then"] = [_dump_order(inner) for inner in order.then]
    if order.otherwise:
        saved["otherwise"] = [_dump_order(inner) for inner in order.otherwise]
    if order.branches:
        saved["branches"] = [[_dump_order(inner) for inner in branch] for branch in order.branches]
    if order.times is not None:
        saved["times"] = order.times
    if order.until is not None:
        saved["until"] = order.until
    if order.faults:
        saved["faults"] = order.faults
    return saved


def _dump_item(item: Item) -> SavedItem:
    return {"file": item.file, **_dump_order(item.order)}


def _load_order(saved: SavedOrder) -> Order:
    line, column = saved["place"]
    return Order(
        kind=saved["kind"],
        value=saved["value"],
        condition=saved["condition"],
        place=Place(line, column),
        places=tuple(Place(line, column) for line, column in saved["places"]),
        then=tuple(_load_order(inner) for inner in saved.get("then", ())),
        otherwise=tuple(_load_order(inner) for inner in saved.get("otherwise", ())),
        branches=tuple(tuple(_load_order(inner) for inner in branch) for branch in saved.get("branches", ())),
        times=saved.get("times"),
        until=saved.get("until"),
        faults=tuple(saved.get("faults", ())),
    )


def _load_item(saved: SavedItem) -> Item:
    return Item(_load_order(saved), saved["file"])


def dump_agenda(agenda: Agenda) -> JsonObject:
    """``agenda`` as plain data; see :class:`SavedAgenda`."""
    saved: SavedAgenda = {
        "items": [_dump_item(item) for item in agenda.items],
        "standing": [_dump_item(item) for item in agenda.standing],
        "fallback": [_dump_item(item) for item in agenda.fallback],
        "draft": agenda.draft,
        "memory": agenda.memory,
    }
    if agenda.missed:
        saved["missed"] = agenda.missed
    if agenda.later:
        saved["later"] = [_dump_item(item) for item in agenda.later]
    if agenda.answers:
        saved["answers"] = [_dump_item(item) for item in agenda.answers]
    if agenda.draft_answers:
        saved["draft_answers"] = True
    return cast("JsonObject", saved)


def load_agenda(content: JsonObject) -> Agenda:
    """The agenda that :func:`dump_agenda` wrote."""
    saved = cast("SavedAgenda", content)
    return Agenda(
        tuple(_load_item(item) for item in saved["items"]),
        tuple(_load_item(item) for item in saved["standing"]),
        tuple(_load_item(item) for item in saved["fallback"]),
        saved["draft"],
        saved["memory"],
        saved.get("missed", 0),
        tuple(_load_item(item) for item in saved.get("later", ())),
        tuple(_load_item(item) for item in saved.get("answers", ())),
        saved.get("draft_answers", False),
    )


def dump_result(result: OrderResult) -> JsonObject:
    """What became of an order, as plain data."""
    return {
        "seat": result.seat,
        "source": result.source.value,
        "file": result.file,
        "line": result.line,
        "text": result.text,
        "fate": result.fate.value,
        "done": result.done,
        "choice": result.choice,
        "refusals": [
            {"text": refusal.text, "code": refusal.code, "facts": dict(refusal.facts)} for refusal in result.refusals
        ],
    }


def load_result(saved: JsonObject) -> OrderResult:
    """The result that :func:`dump_result` wrote."""
    refusals = cast("Sequence[SavedRefusal]", saved["refusals"])
    return OrderResult(
        seat=cast("str", saved["seat"]),
        source=Source(saved["source"]),
        file=cast("str", saved["file"]),
        line=cast("int", saved["line"]),
        text=cast("str", saved["text"]),
        fate=Fate(saved["fate"]),
        done=cast("str | None", saved["done"]),
        choice=cast("int", saved["choice"]),
        refusals=tuple(Refusal(refusal["text"], refusal["code"], refusal["facts"]) for refusal in refusals),
    )


def list_awaiting(asks: Sequence[Ask]) -> list[JsonValue]:
    """Who is awaited, as ``awaiting:[{seat,decision,must}]``."""
    return [{"seat": ask.seat, "decision": ask.decision, "must": ask.must} for ask in asks]
