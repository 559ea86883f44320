"""Receipts: the fate of a file somebody sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NamedTuple, cast

from adjudicator.core.json_value import (
    JsonObject,
    JsonValue,
    Shape,
    expect_fields,
    is_digest,
    is_number,
    is_scalar,
    is_text,
    list_of,
    mapping_of,
    or_null,
    record_of,
)
from adjudicator.core.problem import Gravity, Place, Problem, describe


class ReceiptState(Enum):
    """What became of a file."""

    GREEN = "green"
    """Accepted."""
    YELLOW = "yellow"
    """Accepted, with remarks."""
    RED = "red"
    """Refused: not understood, or not allowed."""
    STALE = "stale"
    """Refused: it answers another turn or another history than the one that stands."""
    LATE = "late"
    """Refused: the turn it is for has just run."""
    NEEDLESS = "needless"
    """Not wanted: the game is over."""


ACCEPTED = frozenset({ReceiptState.GREEN, ReceiptState.YELLOW})


class Receipt(NamedTuple):
    """The answer to a file.

    ``id`` is the same for the same bytes from the same seat for the same turn; ``sha256`` is of the file as kept
    (its token blanked), ``sent_sha256`` of the file as sent. ``in_force`` names the seat's file that counts now.
    """

    id: str
    state: ReceiptState
    game: str
    seat: str | None
    turn: int | None
    sha256: str
    sent_sha256: str
    received: str
    in_force: str | None
    problems: tuple[Problem, ...]


def problem_to_json(problem: Problem, file: str, sentences: Mapping[str, str]) -> dict[str, JsonValue]:
    """The problem as JSON, its sentence included."""
    return {
        "code": problem.code,
        "gravity": problem.gravity.value,
        "file": file,
        "line": problem.place.line,
        "column": problem.place.column,
        "message": describe(problem, sentences),
    }


def dump_receipt(receipt: Receipt) -> JsonObject:
    """The receipt as it is kept beside its file; facts instead of sentences."""
    return {
        "receipt": receipt.id,
        "state": receipt.state.value,
        "game": receipt.game,
        "seat": receipt.seat,
        "turn": receipt.turn,
        "sha256": receipt.sha256,
        "sent_sha256": receipt.sent_sha256,
        "received": receipt.received,
        "in_force": receipt.in_force,
        "problems": [
            {
                "code": problem.code,
                "gravity": problem.gravity.value,
                "line": problem.place.line,
                "column": problem.place.column,
                "facts": dict(problem.facts),
            }
            for problem in receipt.problems
        ],
    }


_SHAPE: Mapping[str, Shape] = {
    "receipt": is_text,
    "state": is_text,
    "game": is_text,
    "seat": or_null(is_text),
    "turn": or_null(is_number),
    "sha256": is_digest,
    "sent_sha256": is_digest,
    "received": is_text,
    "in_force": or_null(is_text),
    "problems": list_of(
        record_of(code=is_text, gravity=is_text, line=is_number, column=is_number, facts=mapping_of(is_scalar))
    ),
}


def load_receipt(saved: JsonObject) -> Receipt:
    """The receipt that :func:`dump_receipt` wrote. Raises ``ValueError`` for anything else."""
    expect_fields(saved, _SHAPE)
    problems = []
    for item in cast("Sequence[JsonObject]", saved["problems"]):
        place = Place(cast("int", item["line"]), cast("int", item["column"]))
        facts = cast("Mapping[str, str]", item["facts"])
        problems.append(Problem(cast("str", item["code"]), Gravity(item["gravity"]), place, facts))
    return Receipt(
        id=cast("str", saved["receipt"]),
        state=ReceiptState(saved["state"]),
        game=cast("str", saved["game"]),
        seat=cast("str | None", saved["seat"]),
        turn=cast("int | None", saved["turn"]),
        sha256=cast("str", saved["sha256"]),
        sent_sha256=cast("str", saved["sent_sha256"]),
        received=cast("str", saved["received"]),
        in_force=cast("str | None", saved["in_force"]),
        problems=tuple(problems),
    )
