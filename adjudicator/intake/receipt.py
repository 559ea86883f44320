"""Receipts: the fate of a file somebody sent."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from typing import Any, NamedTuple

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
from adjudicator.core.order import Gravity, Place, Problem, describe


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


class Forecast(NamedTuple):
    """What else is said to the sender of a file, in sentences, as far as the sender can know; it is not kept.

    ``orders`` says order by order how it was understood and what it will do, ``on_file`` what is on file besides it,
    ``missing`` what the sender is asked for and nothing on file answers; ``complete`` that there is no such thing.
    ``replaces`` says whether the file takes the place of orders sent before. The turn runs when everybody has answered,
    or ``until`` is over, which is in the time zone of the game; while the game is ``paused`` none runs. Of a file that
    does not count it says what is missing, and until when another can be sent.
    """

    orders: tuple[str, ...] = ()
    on_file: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    complete: bool = False
    replaces: bool = False
    until: datetime | None = None
    paused: bool = False


NO_FORECAST = Forecast()


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
                **problem.place._asdict(),
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


def load_receipt(saved: Mapping[str, Any]) -> Receipt:
    """The receipt that :func:`dump_receipt` wrote. Raises ``ValueError`` for anything else."""
    expect_fields(saved, _SHAPE)
    return Receipt(
        id=saved["receipt"],
        state=ReceiptState(saved["state"]),
        game=saved["game"],
        seat=saved["seat"],
        turn=saved["turn"],
        sha256=saved["sha256"],
        sent_sha256=saved["sent_sha256"],
        received=saved["received"],
        in_force=saved["in_force"],
        problems=tuple(
            Problem(item["code"], Gravity(item["gravity"]), Place(item["line"], item["column"]), item["facts"])
            for item in saved["problems"]
        ),
    )
