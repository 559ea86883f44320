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


_CONSEQUENCES = frozenset({"river-crossed", "water-claimed", "oasis-linked", "area-enclosed"})


def tell_events(known: State, events: Sequence[Event]) -> list[str]:
    """The events in sentences. A camel and what follows from it make one line."""
    lines: list[str] = []
    for event in events:
        sentence = _tell(known, event)
        if event.kind in _CONSEQUENCES and lines:
            lines[-1] = f"{lines[-1].removesuffix('.')}; {sentence}."
        else:
            lines.append(f"{sentence}.")
    return lines


def _count_points(facts: JsonObject, key: str = "points") -> str:
    return count_of(cast("int", facts[key]), "point")


def _tell(known: State, event: Event) -> str:
    facts = event.facts
    seat, colour, spot = facts.get("seat"), facts.get("colour"), facts.get("hex")
    match event.kind:
        case "leader-returned":
            return f"{seat} returned the {colour} leader to the box"
        case "leader-placed":
            return f"{seat} placed the {colour} leader on {spot}"
        case "camel-placed":
            return f"{seat} placed a {colour} camel on {spot}"
        case "river-crossed":
            return f"crossed the river ({_count_points(facts)})"
        case "water-claimed":
            worth = _count_points(facts, "value") if "value" in facts else "face down"
            return f"took the water on {spot} ({worth})"
        case "oasis-linked":
            return f"linked the oasis on {spot} ({_count_points(facts)})"
        case "area-enclosed":
            hexes = cast("Sequence[str]", facts["hexes"])
            return f"closed {_name_area(hexes)} ({_count_points(facts)})"
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
        return f"an area of 1 hex, {hexes[0]}"
    shown = ", ".join(hexes[:8]) + (f" and {len(hexes) - 8} more" if len(hexes) > 8 else "")  # noqa: PLR2004 - a line's worth
    return f"an area of {len(hexes)} hexes: {shown}"


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
