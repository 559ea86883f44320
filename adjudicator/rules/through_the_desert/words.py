"""Events in sentences, which draws these tell, and where the game stands in words.

All that reports say of what happened stands here.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import cast

from adjudicator.core.chance import DrawSentences
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Event, Onlooker, Reader, Story
from adjudicator.kit.words import NO_BREAK, YOU, count_of, each, join_names, join_words
from adjudicator.rules.through_the_desert.score import find_winners, score_seats
from adjudicator.rules.through_the_desert.state import EndReason, Phase, State, WaterTokens

_PIECES = {"leader-placed": "the {colour} leader on {hex}", "camel-placed": "{colour} on {hex}"}
_CONSEQUENCES = frozenset({"river-crossed", "water-claimed", "oasis-linked", "area-enclosed"})
_UNSEEN = "water that lay face down"
"""A token whose value only its taker knows before the end, told in words that are true at the end too."""


def tell_events(known: State, events: Sequence[Event], reader: Reader) -> Story:
    """The events in sentences: what a seat placed one after the other, and what followed from it, makes one line.

    Raises ``ValueError`` for an event that nobody has words for.
    """
    own: list[str] = []
    others: list[str] = []
    lead = ""
    for _, together in groupby(events, key=_find_group):
        group = list(together)
        seat = group[0].facts.get("seat")
        match group[0].kind:
            case "game-over":
                lead = _tell_end(known, events, group[0].facts, reader)
            case "largest-caravan":
                others.append(f"Largest caravans: {', '.join(_tell_largest(group, reader))}.")
            case "leader-returned":
                colours = join_words([event.facts["colour"] for event in group])
                words = f"{_call(seat, reader)} returned the {colours} leader to the box."
                (own if seat == reader else others).append(_begin(words))
            case kind if kind not in _PIECES:
                raise ValueError(kind)
            case _:
                words = f"{_call(seat, reader)} placed {join_words(_list_placed(group))}."
                (own if seat == reader else others).append(_begin(words))
    return Story(lead, own, others)


def _call(seat: object, reader: Reader) -> str:
    """What the ``seat`` is called to the ``reader``."""
    return YOU if seat == reader else str(seat)


def _begin(sentence: str) -> str:
    """``sentence`` with a capital where it begins with the reader; names of seats are written as they are."""
    return sentence[0].upper() + sentence[1:] if sentence.startswith(f"{YOU} ") else sentence


def _find_group(event: Event) -> tuple[str, object]:
    """What is told together: placements of one seat and what followed from them, returned leaders, the caravans."""
    if event.kind in _PIECES or event.kind in _CONSEQUENCES:
        return "placed", event.facts["seat"]
    return event.kind, event.facts["seat"] if event.kind == "leader-returned" else None


def _list_placed(events: Sequence[Event]) -> list[str]:
    """``pink on D9 (3 water; links the oasis D8, 5 points)``: each piece with what followed from it."""
    placed: list[tuple[str, list[str]]] = []
    for event in events:
        if event.kind in _PIECES:
            placed.append((_PIECES[event.kind].format_map(event.facts), []))
        else:
            placed[-1][1].append(_name_consequence(event))
    return [f"{piece} ({'; '.join(_count_unseen(brought))})" if brought else piece for piece, brought in placed]


def _count_unseen(brought: Sequence[str]) -> Iterator[str]:
    """What a piece ``brought``, with tokens that nobody else has seen counted together."""
    for words, same in groupby(brought):
        number = len(list(same))
        yield from (
            [f"{number} water tokens that lay face down"] if words == _UNSEEN and number > 1 else [words] * number
        )


def _name_consequence(event: Event) -> str:
    """What followed from a camel, and what it brought."""
    facts = event.facts
    match event.kind:
        case "river-crossed":
            return f"across the river, {_count_points(facts)}"
        case "water-claimed":
            return f"{facts['value']} water" if "value" in facts else _UNSEEN
        case "oasis-linked":
            return f"links the oasis {facts['hex']}, {_count_points(facts)}"
        case "area-enclosed":
            return f"closes {_name_area(cast('Sequence[str]', facts['hexes']))}, {_count_points(facts)}"
    raise ValueError(event.kind)


def _count_points(facts: JsonObject) -> str:
    return count_of(cast("int", facts["points"]), "point")


def _tell_largest(events: Sequence[Event], reader: Reader) -> Iterator[str]:
    """Who has the largest caravan of each colour: ``karima in pink (7 camels, 10 points)``."""
    for colour, group in groupby(events, key=lambda event: event.facts["colour"]):
        holders = list(group)
        names = join_names([_call(event.facts["seat"], reader) for event in holders])
        size, each = cast("int", holders[0].facts["size"]), " each" if len(holders) > 1 else ""
        yield f"{names} in {colour} ({count_of(size, 'camel')}, {_count_points(holders[0].facts)}{each})"


def _tell_end(known: State, events: Sequence[Event], facts: JsonObject, reader: Reader) -> str:
    """The move that ended the game, and who won."""
    winners = cast("Sequence[str]", facts["winners"])
    won = _name_winners(winners, cast("int", facts["points"]), reader)
    if facts["reason"] == EndReason.STUCK.value:
        stuck = _call(known.table.seats[known.on_move], reader)
        return f"The game ended because {stuck} could not place a camel, and {won}."
    gone = [colour for colour, left in zip(known.table.colours, known.supply, strict=True) if not left]
    placed = [event.facts for event in events if event.kind == "camel-placed" and event.facts["colour"] in gone]
    if not placed:  # it was placed in the turn before, as the first camel of the same move
        return f"The last {gone[0]} camel ended the game, and {won}."
    last = placed[-1]
    ending = f"{_call(last['seat'], reader)} ended the game with the last {last['colour']} camel, on {last['hex']}"
    if winners == [last["seat"]]:  # who is not named twice
        won = won.removeprefix(f"{_call(last['seat'], reader)} ")
    return _begin(f"{ending}, and {won}.")


def _name_area(hexes: Sequence[str]) -> str:
    if len(hexes) == 1:
        return f"the hex {hexes[0]}"
    shown = " ".join(hexes[:8]) + (f" and {len(hexes) - 8} more" if len(hexes) > 8 else "")  # noqa: PLR2004 - a line's worth
    return f"{len(hexes)} hexes ({shown})"


def list_tokens(taken: WaterTokens) -> str:
    """The water tokens of a seat: how many there are of each value that is known, and how many others."""
    values = [f"{count}x{value}" for value, count in enumerate(taken[:3], start=1) if count]
    return " ".join([*values, *([f"{taken.unseen} hidden"] if taken.unseen else [])])


_COUNTS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen"),
)
"""In words, so that how many tokens there are and what one is worth are not taken for each other."""


def tell_tokens(taken: WaterTokens) -> str:
    """The water tokens of a seat in words: ``five 1s and three 3s``; a line may end between two values."""
    values = enumerate(taken[:3], start=1)
    return join_words([f"{_COUNTS[count - 1]}{NO_BREAK}{value}{'s'[: count - 1]}" for value, count in values if count])


def describe_phase(known: State, reader: Reader) -> str:
    """Where the game stands."""
    seats = len(known.table.seats)
    mover = known.table.seats[known.on_move]
    moves = "You move next" if mover == reader else f"{mover} moves next"
    placed = sum(index >= 0 for index in known.leaders)
    match known.phase:
        case Phase.RETURNS:
            return f"Leaders go back to the box. {moves}"
        case Phase.LEADERS:
            return f"Leader phase, {placed} of {known.table.leaders_each * seats} placed. {moves}"
        case Phase.CAMELS:
            return f"Camel phase. {moves}"
        case Phase.OVER:
            return f"The game is over. {_name_winners(*find_winners(score_seats(known)))}"


def _name_winners(winners: Sequence[str], points: int, reader: Reader = Onlooker.PUBLIC) -> str:
    verb = "won" if len(winners) == 1 else "share the victory"
    won = f"{count_of(points, 'point')}{each(winners)}"
    return f"{join_names([_call(seat, reader) for seat in winners])} {verb} with {won}"


DRAW_SENTENCES = DrawSentences(
    public={}, sentences=(), begins=None, after_setup=1, ahead=0, setup=("seat",), hidden=frozenset({"water"})
)
