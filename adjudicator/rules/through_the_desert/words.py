"""Events in sentences, which draws these tell, and where the game stands in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from adjudicator.core.chance import DrawSentences
from adjudicator.core.event import Event
from adjudicator.core.json_value import JsonObject
from adjudicator.kit.words import count_of, join_words
from adjudicator.rules.through_the_desert.score import score_seats
from adjudicator.rules.through_the_desert.state import Ending, Phase, State

_ENDINGS = {
    Ending.LAST_CAMEL: "the last camel of a colour was placed",
    Ending.STUCK: "the seat to move could not place a camel",
}


def tell_events(known: State, events: Sequence[Event]) -> list[str]:
    """The events in sentences: what a seat placed one after the other, and what followed from it, makes one line."""
    lines: list[str] = []
    placed: list[str] = []
    mover: object = None
    for event in events:
        seat, consequence = event.facts.get("seat"), _name_consequence(event)
        piece = _name_piece(event)
        if piece and placed and seat == mover:
            placed.append(piece)
        elif piece:
            placed, mover = [piece], seat
            lines.append("")
        elif consequence and placed:
            before = placed[-1]
            placed[-1] = f"{before[:-1]}; {consequence})" if before.endswith(")") else f"{before} ({consequence})"
        else:
            placed = []
            lines.append(f"{_tell(known, event)}.")
        if placed:
            lines[-1] = f"{mover} placed {join_words(placed)}."
    return lines


def _name_piece(event: Event) -> str:
    """What was placed, and where; nothing for an event that places nothing."""
    facts = event.facts
    match event.kind:
        case "leader-placed":
            return f"the {facts['colour']} leader on {facts['hex']}"
        case "camel-placed":
            return f"{facts['colour']} on {facts['hex']}"
    return ""


def _name_consequence(event: Event) -> str:
    """What followed from a camel, and what it brought; nothing for an event that follows from none."""
    facts = event.facts
    match event.kind:
        case "river-crossed":
            return f"across the river, {_count_points(facts)}"
        case "water-claimed":
            return f"{facts['value']} water" if "value" in facts else "water, face down"
        case "oasis-linked":
            return f"links the oasis {facts['hex']}, {_count_points(facts)}"
        case "area-enclosed":
            return f"closes {_name_area(cast('Sequence[str]', facts['hexes']))}, {_count_points(facts)}"
    return ""


def _count_points(facts: JsonObject) -> str:
    return count_of(cast("int", facts["points"]), "point")


def _tell(known: State, event: Event) -> str:
    facts = event.facts
    seat, colour = facts.get("seat"), facts.get("colour")
    match event.kind:
        case "leader-returned":
            return f"{seat} returned the {colour} leader to the box"
        case "largest-caravan":
            size, points = cast("int", facts["size"]), facts["points"]
            tied = "shares the largest" if points == known.table.edition.tied_points else "has the largest"
            return f"{seat} {tied} {colour} caravan, {count_of(size, 'camel')} ({points} points)"
        case "game-over":
            winners = cast("Sequence[str]", facts["winners"])
            why = _ENDINGS[Ending(facts["reason"])]
            return f"The game is over: {why}. {_name_winners(winners, cast('int', facts['points']))}"
    raise ValueError(event.kind)


def _name_area(hexes: Sequence[str]) -> str:
    if len(hexes) == 1:
        return f"the hex {hexes[0]}"
    shown = " ".join(hexes[:8]) + (f" and {len(hexes) - 8} more" if len(hexes) > 8 else "")  # noqa: PLR2004 - a line's worth
    return f"{len(hexes)} hexes ({shown})"


def describe_phase(known: State) -> str:
    """Where the game stands."""
    seats = len(known.table.seats)
    mover = known.table.seats[known.on_move]
    placed = sum(index >= 0 for index in known.leaders)
    match known.phase:
        case Phase.RETURNS:
            return f"Leaders are being returned; {mover} is to move"
        case Phase.LEADERS:
            return f"Leaders are being placed, {placed} of {known.table.leaders_each * seats} stand; {mover} is to move"
        case Phase.CAMELS:
            return f"Camels are being placed; {mover} is to move"
        case Phase.OVER:
            scores = score_seats(known)
            best = max(score.points for score in scores)
            return f"The game is over; {_name_winners([s.seat for s in scores if s.points == best], best)}"


def _name_winners(winners: Sequence[str], points: int) -> str:
    verb = "wins" if len(winners) == 1 else "share the victory"
    return f"{join_words(winners)} {verb} with {count_of(points, 'point')}"


DRAW_SENTENCES = DrawSentences(
    public={}, sentences=(), begins=None, after_setup=1, ahead=0, setup=("seat",), hidden=frozenset({"water"})
)
