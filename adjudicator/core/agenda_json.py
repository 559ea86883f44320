"""Agendas and results as JSON, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict, cast

from adjudicator.core.agenda import Agenda, Fate, Item, OrderResult, Refusal, Source
from adjudicator.core.json_value import JsonObject, JsonScalar, JsonValue
from adjudicator.core.order import Order
from adjudicator.core.problem import Place


class SavedItem(TypedDict):
    """An order on an agenda: its key and value, its condition, the file and the places it was read from."""

    kind: str
    value: JsonValue
    condition: JsonObject | None
    file: str
    place: Sequence[int]
    places: Sequence[Sequence[int]]


class SavedAgenda(TypedDict):
    """A seat's agenda."""

    items: Sequence[SavedItem]
    standing: Sequence[SavedItem]
    fallback: Sequence[SavedItem]
    draft: bool
    memory: JsonObject | None


class SavedRefusal(TypedDict):
    """Why an alternative was not carried out."""

    text: str
    code: str
    facts: Mapping[str, JsonScalar]


def _dump_item(item: Item) -> SavedItem:
    order = item.order
    return {
        "kind": order.kind,
        "value": order.value,
        "condition": order.condition,
        "file": item.file,
        "place": (order.place.line, order.place.column),
        "places": [(place.line, place.column) for place in order.places],
    }


def _load_item(saved: SavedItem) -> Item:
    places = tuple(Place(line, column) for line, column in saved["places"])
    line, column = saved["place"]
    return Item(Order(saved["kind"], saved["value"], saved["condition"], Place(line, column), places), saved["file"])


def dump_agenda(agenda: Agenda) -> JsonObject:
    """``agenda`` as plain data; see :class:`SavedAgenda`."""
    saved: SavedAgenda = {
        "items": [_dump_item(item) for item in agenda.items],
        "standing": [_dump_item(item) for item in agenda.standing],
        "fallback": [_dump_item(item) for item in agenda.fallback],
        "draft": agenda.draft,
        "memory": agenda.memory,
    }
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
