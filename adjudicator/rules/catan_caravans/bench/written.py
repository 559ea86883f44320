"""What a position says of caravans: the keys behind ``extra`` with their types, met by the schema ``position``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypedDict, cast

from adjudicator.core.json_value import JsonObject
from adjudicator.rules.catan.bench.written import WrittenCards

WrittenBallot: TypeAlias = str | Sequence[str]
"""Positions in order of liking, or the seat to agree with."""


class WrittenVote(TypedDict, total=False):
    """A vote under way, whose builder is the seat on turn: cards laid and positions preferred, by seat."""

    bids: Mapping[str, WrittenCards]
    ballots: Mapping[str, WrittenBallot]


WrittenCaravans = TypedDict(
    "WrittenCaravans",
    {
        "spokes": Sequence[str],
        "camels": Sequence[str],
        "vote": WrittenVote | None,
        "positions": Sequence[str],
        "camels-left": int,
        "fronts": Mapping[str, int | None],
        "ended": Sequence[str],
    },
    total=False,
)
"""What stands behind ``extra``; all after ``vote`` follows from the rest and belongs to what is expected only."""

ONLY_AFTER = ("positions", "camels-left", "fronts", "ended")


def as_written(content: JsonObject) -> WrittenCaravans:
    """``content``, which the schema has passed, with its types."""
    return cast("WrittenCaravans", content)
