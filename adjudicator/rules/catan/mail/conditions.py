"""Conditions: closed questions about hand, board, dice, earlier orders and what everybody sees of seats.

Some dice are known ahead: those of the turn under way, and in a round those of the turn that a script is sent for.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import cast

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import Order
from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.cards import DEVELOPMENTS, VICTORY_POINT, count_kind, covers
from adjudicator.rules.catan.mail.language import vocabulary
from adjudicator.rules.catan.mail.language.order_text import END
from adjudicator.rules.catan.state import Stage
from adjudicator.rules.catan.topology import CORNER_MASKS
from adjudicator.rules.catan.views.known import View

SEVEN = 7
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


def holds(condition: JsonObject, known: View, seat: SeatNumber, fates: Mapping[str, bool]) -> bool:  # noqa: C901 - one case a question
    """Whether ``condition`` is true for ``seat`` by what it knows.

    ``have`` asks for cards in one's own hand, ``card`` for a development card that may be played, ``rolled`` for this
    turn's dice, ``robber`` for its hex or one's own land, ``free`` for an intersection or path with nothing on it,
    ``line`` for what became of the order of that number, and what is in ``OF_SEATS`` for what everybody sees. ``all``,
    ``any`` and ``not`` combine. Raises the errors of the order texts.
    """
    key, asked = split_question(condition)
    match key:
        case "all":
            return all(holds(part, known, seat, fates) for part in cast("Sequence[JsonObject]", asked))
        case "any":
            return any(holds(part, known, seat, fates) for part in cast("Sequence[JsonObject]", asked))
        case "not":
            return not holds(cast("JsonObject", asked), known, seat, fates)
        case "have":
            hand = known.seats[seat].hand
            return hand is not None and covers(hand, vocabulary.read_cards_text(str(asked)))
        case "card":
            return _may_play(known, seat, str(asked))
        case "rolled":
            return known.dice == asked
        case "robber":
            return _is_robbed(known, seat) if asked == MINE else known.robber == vocabulary.read_hex(str(asked))
        case "free":
            return _is_free(known, str(asked))
        case "line":
            return fates.get(str(asked)) is (condition["is"] == DONE)
        case key if key in OF_SEATS:
            return _holds_of_seats(key, asked, known, seat)
    return known.table.rules.conditions[key](known.extra, known.table.ids, asked)


def is_met(order: Order, known: View, seat: SeatNumber, fates: Mapping[str, bool] = MappingProxyType({})) -> bool:
    """Whether ``order`` has no condition, or one that holds. Raises the errors of the order texts."""
    return order.condition is None or holds(order.condition, known, seat, fates)


def split_question(condition: JsonObject) -> tuple[str, JsonValue]:
    """The key of a condition, and what stands behind it."""
    ((key, asked),) = ((key, value) for key, value in condition.items() if key != "is")
    return key, asked


def is_seen_false(condition: JsonObject, known: View, seat: SeatNumber) -> bool:
    """Whether everybody can see that ``condition`` is false, with no look at a hand or at what became of orders.

    What cannot be read is not seen to be false: its file is refused for that.
    """
    try:
        seen = _decide(condition, lambda part: holds(part, known, seat, {}) if PUBLIC & part.keys() else None)
    except vocabulary.OrderTextError:
        return False
    return seen is False


def _decide(condition: JsonObject, answer: Callable[[JsonObject], bool | None]) -> bool | None:
    """Whether ``condition`` is true by what ``answer`` says to its questions; None where that does not tell it."""
    key, asked = split_question(condition)
    if key == "not":
        inner = _decide(cast("JsonObject", asked), answer)
        return None if inner is None else not inner
    if key not in ("all", "any"):
        return answer(condition)
    answers = {_decide(part, answer) for part in cast("Sequence[JsonObject]", asked)}
    decisive = key == "any"
    return decisive if decisive in answers else None if None in answers else not decisive


def _may_play(known: View, seat: SeatNumber, card: str) -> bool:
    """Whether a development card is in hand, was not bought in this turn, and no other was played in it."""
    mine = known.seats[seat]
    kind = DEVELOPMENTS.index(_ORDER_NAMES.get(card, card))
    playable = count_kind(mine.unplayed or 0, kind) - count_kind(mine.fresh or 0, kind)
    return playable > 0 and not (known.card_played and seat == known.mover)


def _is_free(known: View, place: str) -> bool:
    """A path without a road, or an intersection without a building."""
    if not place.strip().isdecimal():
        path = 1 << vocabulary.read_path(place)
        return not any(seat.roads & path for seat in known.seats)
    spot = 1 << vocabulary.read_intersection(place)
    return not any((seat.settlements | seat.cities) & spot for seat in known.seats)


def count_points(known: View, seat: SeatNumber) -> int:
    """The points of a seat without hidden ones, whoever asks."""
    own = known.seats[seat]
    return own.points - count_kind(own.unplayed or 0, VICTORY_POINT) * known.table.edition.card_points


def find_leader(known: View) -> SeatNumber | None:
    """The seat with more points on the table than any other; None where several have most."""
    points = [count_points(known, seat) for seat in known.table.numbers]
    most = max(points)
    return known.table.numbers[points.index(most)] if points.count(most) == 1 else None


def _is_robbed(known: View, seat: SeatNumber) -> bool:
    """Whether the robber stands on a hex where the seat has a building."""
    own = known.seats[seat]
    return known.robber is not None and bool((own.settlements | own.cities) & CORNER_MASKS[known.robber])


def _holds_of_seats(key: str, asked: JsonValue, known: View, seat: SeatNumber) -> bool:
    """Whether what a condition asks of seats is true for ``seat``. Raises :class:`OrderTextError`."""
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


def _read_one(known: View, name: JsonValue, seat: SeatNumber) -> SeatNumber | None:
    if name == NOBODY:
        return None
    return seat if name == ME else vocabulary.read_seat(known.table, str(name))


def find_roll(known: View, seat: SeatNumber) -> int | None:
    """What the dice of the turn show that ``seat`` sends orders for; None where it cannot know that yet."""
    ahead = (seat - known.mover) % len(known.seats)
    if not ahead and known.dice:
        return known.dice
    dice = known.ahead[ahead]
    return None if dice is None else sum(dice)


def find_stage(known: View, seat: SeatNumber) -> Stage:
    """The stage in which the orders of ``seat`` for its turn begin: with the robber where a 7 is announced for it."""
    if seat == known.mover or known.stage is Stage.OVER:
        return known.stage
    return Stage.ROBBER if find_roll(known, seat) == SEVEN else Stage.TURN


def may_roll(known: View, seat: SeatNumber) -> bool:
    """Whether there are dice that wait for the word of ``seat``: elsewhere they are rolled when its turn begins."""
    is_asked = dict(known.table.options)["preroll"] == "ask" and not known.by_round
    return is_asked and (seat != known.mover or known.stage is Stage.BEFORE_ROLL)


def will_end(orders: Sequence[Order], roll: int | None) -> bool | None:
    """Whether a script comes to an end of the turn; None where that depends on its conditions.

    ``roll`` is its dice, if known: they may rule an end out.
    """
    found: bool | None = False
    for order in orders:
        true = order.kind == END or will_end(order.then, roll)
        false = will_end(order.otherwise, roll)
        answer = answer_by_roll(order, roll)
        ends = (true if true is false else None) if answer is None else true if answer else false
        if ends:
            return True
        found = None if ends is None else found
    return found


def answer_by_roll(order: Order, roll: int | None) -> bool | None:
    """Whether the condition of ``order`` is true with that roll, whatever else comes; None where that is not known."""
    if order.condition is None or roll is None:
        return True if order.condition is None else None
    return _decide(order.condition, lambda part: part["rolled"] == roll if "rolled" in part else None)
