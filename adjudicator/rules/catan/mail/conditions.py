"""Conditions: closed questions about hand, board, dice, earlier orders and what everybody sees of seats; in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias, cast

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.cards import DEVELOPMENTS, VICTORY_POINT, count_kind, covers
from adjudicator.rules.catan.mail.language.spelling import spell_path
from adjudicator.rules.catan.mail.language.vocabulary import (
    OrderTextError,
    read_cards_text,
    read_hex,
    read_intersection,
    read_path,
    read_seat,
    say_cards,
)
from adjudicator.rules.catan.topology import CORNER_MASKS
from adjudicator.rules.catan.views.known import Known

ME, ANYBODY, NOBODY = "me", "anybody", "nobody"
MINE = "mine"
AT_LEAST, AT_MOST = "at-least", "at-most"
DONE = "done"
OF_SEATS = ("points", "hand", "leads", "longest-road", "army")
"""What conditions ask of seats: points on the table, numbers of cards, titles."""
PUBLIC = frozenset({*OF_SEATS, "rolled", "robber", "free"})
"""Conditions that everybody can answer: no hand and no order of one's own is looked at."""


_ORDER_NAMES = {"plenty": "year-of-plenty"}
"""Development cards by the names of their orders, where they differ."""


def holds(condition: JsonObject, known: Known, seat: SeatNumber, fates: Mapping[str, bool]) -> bool:  # noqa: C901 - one case a question
    """Whether ``condition`` is true for ``seat`` by what it knows.

    ``have`` asks for cards in one's own hand, ``card`` for a development card that may be played, ``rolled`` for this
    turn's dice, ``robber`` for its hex or one's own land, ``free`` for an intersection or path with nothing on it,
    ``line`` for what became of the order of that number, and what is in ``OF_SEATS`` for what everybody sees. ``all``,
    ``any`` and ``not`` combine. Raises the errors of the order texts.
    """
    ((key, asked),) = ((key, value) for key, value in condition.items() if key != "is")
    match key:
        case "all":
            return all(holds(part, known, seat, fates) for part in cast("Sequence[JsonObject]", asked))
        case "any":
            return any(holds(part, known, seat, fates) for part in cast("Sequence[JsonObject]", asked))
        case "not":
            return not holds(cast("JsonObject", asked), known, seat, fates)
        case "have":
            hand = known.seats[seat].hand
            return hand is not None and covers(hand, read_cards_text(str(asked)))
        case "card":
            return _may_play(known, seat, str(asked))
        case "rolled":
            return known.dice == asked
        case "robber":
            return _is_robbed(known, seat) if asked == MINE else known.robber == read_hex(str(asked))
        case "free":
            return _is_free(known, str(asked))
        case "line":
            return fates.get(str(asked)) is (condition["is"] == DONE)
        case key if key in OF_SEATS:
            return _holds_of_seats(key, asked, known, seat)
    return known.table.rules.conditions[key](known.extra, known.table.ids, seat, asked)


def is_seen_false(condition: JsonObject, known: Known, seat: SeatNumber) -> bool:
    """Whether everybody can see that ``condition`` is false, with no look at a hand or at what became of orders.

    What cannot be read is not seen to be false: its file is refused for that.
    """
    try:
        return _see(condition, known, seat) is False
    except OrderTextError:
        return False


def _see(condition: JsonObject, known: Known, seat: SeatNumber) -> bool | None:
    """The answer that everybody can give; None where it takes more than they know."""
    ((key, asked),) = ((key, value) for key, value in condition.items() if key != "is")
    if key == "not":
        seen = _see(cast("JsonObject", asked), known, seat)
        return None if seen is None else not seen
    if key in _GROUPS:
        decisive = key == "any"
        answers = {_see(part, known, seat) for part in cast("Sequence[JsonObject]", asked)}
        return decisive if decisive in answers else None if None in answers else not decisive
    return holds(condition, known, seat, {}) if key in PUBLIC else None


def _may_play(known: Known, seat: SeatNumber, card: str) -> bool:
    """Whether a development card is in hand, was not bought in this turn, and no other was played in it."""
    mine = known.seats[seat]
    kind = DEVELOPMENTS.index(_ORDER_NAMES.get(card, card))
    playable = count_kind(mine.unplayed or 0, kind) - count_kind(mine.fresh or 0, kind)
    return playable > 0 and not (known.card_played and seat == known.mover)


def _is_free(known: Known, place: str) -> bool:
    """A path without a road, or an intersection without a building."""
    if not place.strip().isdecimal():
        path = 1 << read_path(place)
        return not any(seat.roads & path for seat in known.seats)
    spot = 1 << read_intersection(place)
    return not any((seat.settlements | seat.cities) & spot for seat in known.seats)


def list_parts(condition: JsonObject) -> list[JsonObject]:
    """The conditions within ``condition`` that ask something themselves, itself included where it does."""
    parts: list[JsonObject] = []
    for key in ("all", "any"):
        for part in cast("Sequence[JsonObject]", condition.get(key, ())):
            parts += list_parts(part)
    if "not" in condition:
        parts += list_parts(cast("JsonObject", condition["not"]))
    return parts or ([condition] if not {"all", "any", "not"} & condition.keys() else [])


class Saying(NamedTuple):
    """A condition's words, and those of its contrary.

    ``{}`` stands for what it asks for, or for the name of that in ``names``; where it counts something, ``{name}`` for
    whose, ``{limits}`` for how many, and ``{has}`` for the verb between them.
    """

    true: str
    false: str
    names: Mapping[str, str] = MappingProxyType({})


Sayings: TypeAlias = Mapping[str, Saying]
NO_SAYINGS: Sayings = MappingProxyType({})
_PEOPLE = {
    "all": "all together",
    "me": "you",
    "nobody": "nobody",
    "anybody": "somebody else",
    "builder": "the builder",  # of games built on this one
}
_COUNTED = {"points": "point"}
"""What is counted, where it is not cards."""
_SAYINGS: Sayings = {
    "have": Saying("you hold {}", "you do not hold {}"),
    "card": Saying("you can play a {} card", "you cannot play a {} card"),
    "rolled": Saying("the dice show {}", "the dice do not show {}"),
    "robber": Saying("the robber is on {}", "the robber is not on {}", {MINE: "your land"}),
    "free": Saying("{} is free", "{} is not free"),
    "leads": Saying("the lead is with {}", "the lead is not with {}", _PEOPLE),
    "longest-road": Saying("the longest road is with {}", "the longest road is not with {}", _PEOPLE),
    "army": Saying("the largest army is with {}", "the largest army is not with {}", _PEOPLE),
    "points": Saying("{name} {has} {limits} on the table", "{name} {has} {limits} on the table"),
    "hand": Saying("{name} {has} {limits} in hand", "{name} {has} {limits} in hand"),
}
_SPELLERS: Mapping[str, Callable[[str], str]] = {"have": say_cards, "free": spell_path, "robber": str.upper}
_GROUPS = {"all": ("and", "or"), "any": ("or", "and")}
"""What joins the parts of a group, and those of its contrary."""


def quote_condition(condition: JsonObject, sayings: Sayings = NO_SAYINGS) -> str:
    """``if ...`` or ``unless ...``; ``sayings`` are those of a game built on this one."""
    inner = condition.get("not")
    if isinstance(inner, Mapping):
        return f"unless {_say(inner, sayings, true=True)}"
    return f"if {_say(condition, sayings, true=True)}"


def _say(condition: JsonObject, sayings: Sayings, *, true: bool) -> str:
    ((key, asked),) = ((key, value) for key, value in condition.items() if key != "is")
    if key == "not":
        return _say(cast("JsonObject", asked), sayings, true=not true)
    if key in _GROUPS:
        return _join(key, cast("Sequence[JsonObject]", asked), sayings, true=true)
    if key == "line":
        return f"order {asked} was {'' if true else 'not '}{condition['is']}"
    is_counted = isinstance(asked, Mapping)
    saying = sayings.get(key) or _SAYINGS.get(key) or _say_plainly(key, is_counted=is_counted)
    pattern = saying.true if true else saying.false
    if is_counted:
        return pattern.format_map(_count(key, cast("JsonObject", asked), saying.names, true=true))
    return pattern.format(saying.names.get(str(asked).lower(), _SPELLERS.get(key, str.lower)(str(asked))))


def _say_plainly(key: str, *, is_counted: bool) -> Saying:
    """The words for what a game built on this one asks in an order of this one: ``the builder laid 2 cards``."""
    words = f"{{name}} {key} {{limits}}" if is_counted else f"{{}} {key}"
    return Saying(words, f"not {words}", _PEOPLE)


def _count(key: str, asked: Mapping[str, JsonValue], names: Mapping[str, str], *, true: bool) -> Mapping[str, str]:
    """The words for ``bilal has at least 8 points``, ``you do not have at most 1 card``."""
    whom = str(asked.get("of", "me" if key in _SAYINGS else "all")).lower()
    name, count = names.get(whom, _PEOPLE.get(whom, whom)), _COUNTED.get(key, "card")
    have, has = ("have", "has") if true else ("do not have", "does not have")
    return {"name": name, "has": have if name == "you" else has, "limits": _say_limits(asked, count)}


def _join(key: str, parts: Sequence[JsonObject], sayings: Sayings, *, true: bool) -> str:
    """The parts of a group; a group within it that has parts of its own stands in brackets."""
    word = _GROUPS[key][0 if true else 1]
    said = [_say(part, sayings, true=true) for part in parts]
    if len(parts) > 1:
        said = [f"({words})" if _is_group(part) else words for part, words in zip(parts, said, strict=True)]
    return f" {word} ".join(said)


def _is_group(condition: JsonObject) -> bool:
    """Whether a condition has several parts, however often it is turned around."""
    ((key, asked),) = ((key, value) for key, value in condition.items() if key != "is")
    if key == "not":
        return _is_group(cast("JsonObject", asked))
    return key in _GROUPS and len(cast("Sequence[JsonObject]", asked)) > 1


def count_points(known: Known, seat: SeatNumber) -> int:
    """The points of a seat without hidden ones, whoever asks."""
    own = known.seats[seat]
    return own.points - count_kind(own.unplayed or 0, VICTORY_POINT) * known.table.edition.card_points


def find_leader(known: Known) -> SeatNumber | None:
    """The seat with more points on the table than any other; None where several have most."""
    points = [count_points(known, seat) for seat in known.table.numbers]
    most = max(points)
    return known.table.numbers[points.index(most)] if points.count(most) == 1 else None


def _is_robbed(known: Known, seat: SeatNumber) -> bool:
    """Whether the robber stands on a hex where the seat has a building."""
    own = known.seats[seat]
    return known.robber is not None and bool((own.settlements | own.cities) & CORNER_MASKS[known.robber])


def _holds_of_seats(key: str, asked: JsonValue, known: Known, seat: SeatNumber) -> bool:
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


def _say_limits(limits: Mapping[str, JsonValue], counted: str) -> str:
    """``at least 8 points``, ``at most 1 card`` or both limits; ``counted`` is the word for one."""
    named = [word for word in (AT_LEAST, AT_MOST) if word in limits]
    words = " and ".join(f"{word.replace('-', ' ')} {limits[word]}" for word in named)
    return f"{words} {counted}{'' if named and limits[named[-1]] == 1 else 's'}"
