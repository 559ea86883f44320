"""What everybody can see of the seats, for conditions: points on the table, cards in hand, titles, who leads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.cards import VICTORY_POINT, count_kind
from adjudicator.rules.catan.mail.language.vocabulary import read_seat
from adjudicator.rules.catan.topology import CORNER_MASKS
from adjudicator.rules.catan.views.known import Known

ME, ANYBODY, NOBODY = "me", "anybody", "nobody"
MINE = "mine"
AT_LEAST, AT_MOST = "at-least", "at-most"


def count_points(known: Known, seat: SeatNumber) -> int:
    """The points of a seat without hidden ones, whoever asks."""
    own = known.seats[seat]
    return own.points - count_kind(own.unplayed or 0, VICTORY_POINT) * known.table.edition.card_points


def find_leader(known: Known) -> SeatNumber | None:
    """The seat with more points on the table than any other; None where several have most."""
    points = [count_points(known, seat) for seat in known.table.numbers]
    most = max(points)
    return known.table.numbers[points.index(most)] if points.count(most) == 1 else None


def is_robbed(known: Known, seat: SeatNumber) -> bool:
    """Whether the robber stands on a hex where the seat has a building."""
    own = known.seats[seat]
    return known.robber is not None and bool((own.settlements | own.cities) & CORNER_MASKS[known.robber])


def holds_of_seats(key: str, asked: JsonValue, known: Known, seat: SeatNumber) -> bool:
    """Whether what a condition asks of seats is true for ``seat``. Raises ``UnknownSeatError``."""
    match key:
        case "leads":
            return _read_one(known, asked, seat) == find_leader(known)
        case "longest-road":
            return _read_one(known, asked, seat) == known.longest
        case "army":
            return _read_one(known, asked, seat) == known.largest
    wanted = cast("JsonObject", asked)
    of = wanted.get("of", ME)
    everybody = known.table.numbers
    whom = [other for other in everybody if other != seat] if of == ANYBODY else [_read_one(known, of, seat)]
    return any(
        is_within(count_points(known, one) if key == "points" else known.seats[one].cards, wanted)
        for one in whom
        if one is not None
    )


def is_within(count: int, limits: Mapping[str, JsonValue]) -> bool:
    """Whether ``count`` is ``at-least`` and ``at-most`` what ``limits`` say."""
    least, most = limits.get(AT_LEAST), limits.get(AT_MOST)
    return (least is None or count >= cast("int", least)) and (most is None or count <= cast("int", most))


def _read_one(known: Known, name: JsonValue, seat: SeatNumber) -> SeatNumber | None:
    if name == NOBODY:
        return None
    return seat if name == ME else read_seat(known.table, str(name))


def say_limits(limits: Mapping[str, JsonValue], counted: str) -> str:
    """``at least 8 points``, ``at most 1 card`` or both limits; ``counted`` is the word for one."""
    named = [word for word in (AT_LEAST, AT_MOST) if word in limits]
    words = " and ".join(f"{word.replace('-', ' ')} {limits[word]}" for word in named)
    return f"{words} {counted}{'' if named and limits[named[-1]] == 1 else 's'}"
