"""Agendas, results and who is awaited as JSON, and back.

What an order or an agenda has none of is not written, so that most are short.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.core.agenda import Agenda, Ask, Fate, Item, OrderResult, Refusal, Source
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import Order
from adjudicator.core.problem import Place


def _dump_order(order: Order) -> dict[str, JsonValue]:
    further: JsonObject = {
        "then": [_dump_order(inner) for inner in order.then],
        "otherwise": [_dump_order(inner) for inner in order.otherwise],
        "branches": [[_dump_order(inner) for inner in branch] for branch in order.branches],
        "times": order.times,
        "until": order.until,
        "faults": list(order.faults),
    }
    return {
        "kind": order.kind,
        "value": order.value,
        "condition": order.condition,
        "place": (order.place.line, order.place.column),
        "places": [(place.line, place.column) for place in order.places],
        **{key: value for key, value in further.items() if value not in (None, [])},
    }


def _load_order(saved: Mapping[str, Any]) -> Order:
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


def _dump_items(items: Iterable[Item]) -> list[JsonValue]:
    return [{"file": item.file, **_dump_order(item.order)} for item in items]


def _load_items(saved: Iterable[Mapping[str, Any]]) -> tuple[Item, ...]:
    return tuple(Item(_load_order(item), item["file"]) for item in saved)


def dump_agenda(agenda: Agenda) -> JsonObject:
    """``agenda`` as plain data."""
    further: JsonObject = {
        "missed": agenda.missed,
        "later": _dump_items(agenda.later),
        "answers": _dump_items(agenda.answers),
        "draft_answers": agenda.draft_answers,
        "house": agenda.house,
    }
    return {
        "items": _dump_items(agenda.items),
        "standing": _dump_items(agenda.standing),
        "fallback": _dump_items(agenda.fallback),
        "draft": agenda.draft,
        "memory": agenda.memory,
        **{key: value for key, value in further.items() if value},
    }


def load_agenda(saved: Mapping[str, Any]) -> Agenda:
    """The agenda that :func:`dump_agenda` wrote."""
    return Agenda(
        _load_items(saved["items"]),
        _load_items(saved["standing"]),
        _load_items(saved["fallback"]),
        saved["draft"],
        saved["memory"],
        saved.get("missed", 0),
        _load_items(saved.get("later", ())),
        _load_items(saved.get("answers", ())),
        saved.get("draft_answers", False),
        saved.get("house", False),
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


def load_result(saved: Mapping[str, Any]) -> OrderResult:
    """The result that :func:`dump_result` wrote."""
    return OrderResult(
        seat=saved["seat"],
        source=Source(saved["source"]),
        file=saved["file"],
        line=saved["line"],
        text=saved["text"],
        fate=Fate(saved["fate"]),
        done=saved["done"],
        choice=saved["choice"],
        refusals=tuple(Refusal(refusal["text"], refusal["code"], refusal["facts"]) for refusal in saved["refusals"]),
    )


def list_awaiting(asks: Sequence[Ask]) -> list[JsonValue]:
    """Who is awaited, as ``awaiting:[{seat,decision,must}]``."""
    return [{"seat": ask.seat, "decision": ask.decision, "must": ask.must} for ask in asks]
