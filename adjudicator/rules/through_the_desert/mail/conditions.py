"""Conditions of orders: a closed little language about what the sender sees on the table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple, cast

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import list_questions
from adjudicator.core.table import SeatNumber
from adjudicator.kit.hexes import Hex, list_bits
from adjudicator.kit.words import ListSentence, count_of, find_near, suggest
from adjudicator.rules.through_the_desert.mail.reasons import Facts, find_owner
from adjudicator.rules.through_the_desert.score import count_points, score_seats
from adjudicator.rules.through_the_desert.state import COLOURS, State, Table, WaterTokens
from adjudicator.rules.through_the_desert.written import read_colour
from adjudicator.rules.through_the_desert.written.misread import describe_range
from adjudicator.rules.through_the_desert.written.tokens import OWNED, read_hex_name, read_like_hex, suggest_colour

SENTENCES = {
    "condition-hex": "{key}: {hex} is not a hex of this board; {range}",
    "condition-mountain": "{key}: {hex} is a mountain, where nothing can stand",
    "condition-seat": ListSentence("{key}: there is no seat '{word}'{suggestion}; the seats are {seats:and}"),
    "condition-colour": ListSentence(
        "{key}: '{word}' is not a colour of this game{suggestion}; the colours are {colours:and}"
    ),
    "condition-oasis": ListSentence("{key}: {hex} is not an oasis; oases: {oases:and}"),
    "condition-numbers": "{key}: no number is at least {least} and at most {most}",
    "condition-river": "{key}: this board has no river to cross",
}
"""A pattern for each code; ``key`` is the one that the condition stands behind."""

WRONG_NAMES = frozenset({"condition-seat", "condition-colour"})
"""Codes for names that stand for nobody and nothing at this table, whatever comes."""


class ConditionTruth(NamedTuple):
    """Whether a condition is true, and the fact that makes it so, as a clause: ``D4 is taken by dora's teal camel``.

    In a position that looks ahead ``holds`` is None where face-down water taken before decides it.
    """

    holds: bool | None
    fact: str


def foresee(condition: JsonObject | None, known: State, seat: SeatNumber) -> ConditionTruth:
    """What can be said of ``condition`` for orders of ``seat``; true where there is none, or it cannot be asked."""
    if condition is None or find_faults(condition, known):
        return ConditionTruth(holds=True, fact="")
    found = [find_fact(condition, world) for world in list_worlds(known, seat)]
    more = ", or more with the water taken before" if len({truth.fact for truth in found}) > 1 else ""
    agreed = len({truth.holds for truth in found}) == 1
    return ConditionTruth(found[0].holds if agreed else None, found[0].fact + more)


def list_worlds(known: State, seat: SeatNumber) -> Sequence[State]:
    """``known`` with every worth that the tokens can have which ``seat`` takes without chance, the least first."""
    unseen, mine = known.taken[seat].unseen, known.taken[seat]
    if not unseen:
        return [known]
    left = [there - sum(has[value] for has in known.taken) for value, there in enumerate(known.table.edition.tokens)]
    worths: dict[int, WaterTokens] = {}
    for threes, twos in product(range(min(unseen, left[2]) + 1), range(min(unseen, left[1]) + 1)):
        ones = unseen - threes - twos
        if 0 <= ones <= left[0]:
            tokens = WaterTokens(mine.ones + ones, mine.twos + twos, mine.threes + threes)
            worths.setdefault(count_points(tokens), tokens)
    taken = known.taken
    return [known._replace(taken=(*taken[:seat], worths[worth], *taken[seat + 1 :])) for worth in sorted(worths)]


def holds(condition: JsonObject, known: State) -> bool:
    """Whether ``condition`` is true of what is known."""
    return find_fact(condition, known).holds is True


def find_fact(condition: JsonObject, known: State) -> ConditionTruth:
    """What is known of that which ``condition`` asks.

    A hex ``is`` ``taken`` (a camel or leader stands there), ``water`` (a token lies there), ``closed`` (inside an
    enclosed area) or ``empty`` (none of these, and no oasis); it ``holds`` somebody's piece; it is ``closed`` or
    ``linked`` by somebody's caravan. ``supply``, ``caravan``, ``points`` and ``round`` compare numbers, ``crossed``
    asks about the river. ``all``, ``any`` and ``not`` combine conditions. Nothing is said that ``known`` does not
    hold: tokens whose value is unseen count no points.

    It can be asked: :func:`find_faults` finds nothing.
    """
    if "hex" in condition:
        index = known.table.board.grid.index_of[_name_hex(condition)]
        if "is" in condition:
            return _ask_state(known, index, str(condition["is"]))
        key = next(key for key in OWNED if key in condition)
        return _ask_owner(known, index, key, cast("JsonObject", condition[key]))
    ((key, asked),) = condition.items()
    if key == "not":
        inner = find_fact(cast("JsonObject", asked), known)
        return inner._replace(holds=not inner.holds)
    if key in {"all", "any"}:
        parts = [find_fact(part, known) for part in cast("Sequence[JsonObject]", asked)]
        wanted = key == "any"
        telling = next((part for part in parts if part.holds is wanted), None)
        return telling or ConditionTruth(not wanted, " and ".join(dict.fromkeys(part.fact for part in parts)))
    who = cast("JsonObject", asked)
    if key == "crossed":
        return _ask_crossing(known, who)
    number, fact = _count_asked(known, key, who)
    least, most = cast("int", who.get("at-least", number)), cast("int", who.get("at-most", number))
    return ConditionTruth(least <= number <= most, fact)


def part_fact(condition: JsonObject, known: State) -> dict[str, str]:
    """The fact of :func:`find_fact` as ``why``, or in parts, where it names seats: the first two stand by themselves.

    These parts are ``before``, ``seat``, ``between``, ``owner`` (empty where only one is named) and ``behind``, so that
    reports can call the seats by their names.
    """
    table = known.table
    apart = replace(table, seats=tuple(f"{_APART}{seat}{_APART}" for seat in table.seats), renamed=table.ids)
    first, *more = find_fact(condition, known._replace(table=apart)).fact.split(_APART)
    if not more:
        return {"why": first}
    seat, between, owner, *behind = (*more, "", "")
    return {"before": first, "seat": seat, "between": between, "owner": owner, "behind": "".join(behind)}


_APART = "\0"


def name_plainly(condition: JsonObject, table: Table) -> JsonObject:
    """``condition`` with its hexes and colours named as in the report."""
    plain: dict[str, JsonValue] = {}
    for key, asked in condition.items():
        if key == "hex":
            plain[key] = read_hex_name(str(asked)) or asked
        elif key == "colour" and (number := read_colour(table, str(asked))) is not None:
            plain[key] = table.colours[number]
        elif isinstance(asked, Mapping):
            plain[key] = name_plainly(asked, table)
        elif isinstance(asked, list | tuple):
            plain[key] = [name_plainly(cast("JsonObject", part), table) for part in asked]
        else:
            plain[key] = asked
    return plain


def spell_names(condition: JsonObject, known: State) -> JsonObject | None:
    """``condition`` with the only name that is like it in place of each that is none; None where more is wrong."""
    spelt = cast("JsonObject", _spell(condition, known.table))
    return None if find_faults(spelt, known) else spelt


def _spell(asked: JsonValue, table: Table, key: str = "") -> JsonValue:
    names = {"seat": table.ids, "colour": table.colours}.get(key, ())
    if isinstance(asked, Mapping):
        return {key: _spell(part, table, key) for key, part in asked.items()}
    if isinstance(asked, list | tuple):
        return [_spell(part, table) for part in asked]
    if key == "hex":
        return read_like_hex(str(asked)) or asked
    same = [name for name in names if isinstance(asked, str) and sorted(asked.lower()) == sorted(name)]
    near = same or [name for name in names if isinstance(asked, str) and find_near(asked, [name])]
    return near[0] if len(near) == 1 else asked


def _name_caravan(table: Table, caravan: int) -> str:
    return f"{table.seats[caravan // COLOURS]}'s {table.colours[caravan % COLOURS]} caravan"


def _list_asked(table: Table, who: JsonObject) -> list[int]:
    """The caravans of the seat and colour that ``who`` names; where it leaves one out, of any."""
    seats = range(len(table.seats)) if "seat" not in who else [table.number_of[str(who["seat"]).lower()]]
    colour = read_colour(table, str(who["colour"])) if "colour" in who else None
    return [seat * COLOURS + c for seat in seats for c in (range(COLOURS) if colour is None else [colour])]


def _describe_hex(known: State, index: Hex) -> str:
    name, spot = known.table.board.grid.names[index], 1 << index
    if known.occupied & spot:
        owner, piece = find_owner(known, index)
        return f"{name} is taken by {owner}'s {piece}"
    for area in known.areas:
        if area.hexes & spot:
            return f"{name} is in an area that {known.table.seats[area.seat]} has closed"
    if known.water & spot:
        return f"a water token lies on {name}"
    return f"{name} is an oasis" if known.oases & spot else f"{name} is empty"


def _ask_state(known: State, index: Hex, asked: str) -> ConditionTruth:
    spot = 1 << index
    facts = {
        "taken": known.occupied & spot,
        "water": known.water & spot,
        "closed": known.closed & spot,
        "empty": spot & ~(known.occupied | known.water | known.closed | known.oases),
    }
    return ConditionTruth(bool(facts[asked]), _describe_hex(known, index))


def _ask_owner(known: State, index: Hex, key: str, who: JsonObject) -> ConditionTruth:
    table, name, asked_of = known.table, known.table.board.grid.names[index], _list_asked(known.table, who)
    if key == "holds":
        holders = [caravan for caravan in asked_of if known.camels[caravan] >> index & 1]
        fits = bool(holders) and ("leader" not in who or (index in known.leaders) is who["leader"])
        return ConditionTruth(fits, _describe_hex(known, index))
    if key == "closed":
        closed = [area.seat * COLOURS + area.colour for area in known.areas if area.hexes >> index & 1]
        where = f"in an area of {_name_caravan(table, closed[0])}" if closed else "not in a closed area"
        return ConditionTruth(bool(closed) and closed[0] in asked_of, f"{name} is {where}")
    linked = [caravan for caravan, oases in enumerate(known.linked) if oases >> index & 1]
    by = [caravan for caravan in asked_of if caravan in linked]
    if not linked:
        return ConditionTruth(holds=False, fact=f"no caravan has linked {name}")
    names = ", ".join(_name_caravan(table, caravan) for caravan in by or linked)
    return ConditionTruth(bool(by), f"{name} is linked {'' if by else 'only '}by {names}")


def _count_asked(known: State, key: str, asked: JsonObject) -> tuple[int, str]:
    """The number that is compared, and the fact that says it."""
    table = known.table
    match key:
        case "supply":
            colour = _list_asked(table, {"colour": asked["colour"]})[0] % COLOURS
            left = known.supply[colour]
            return left, f"{count_of(left, f'{table.colours[colour]} camel')} {'is' if left == 1 else 'are'} left"
        case "caravan":
            (caravan,) = _list_asked(table, asked)
            size = known.camels[caravan].bit_count()
            return size, f"{_name_caravan(table, caravan)} has {count_of(size, 'camel')}"
        case "points":
            score = score_seats(known)[table.number_of[str(asked["seat"]).lower()]]
            unseen = "" if score.complete else " that you can see"
            return score.points, f"{score.seat} has {count_of(score.points, 'point')}{unseen}"
    number = count_round(known)
    return number, f"it is round {number} of camels"


def count_round(known: State) -> int:
    """The round of camels under way, from 1; 0 before the first."""
    placed = known.moves - known.table.leader_moves
    return 0 if placed < 0 else placed // len(known.table.seats) + 1


def _ask_crossing(known: State, asked: JsonObject) -> ConditionTruth:
    table, caravans = known.table, _list_asked(known.table, asked)
    crossed = [caravan for caravan in list_bits(known.crossed) if caravan in caravans]
    if crossed:
        return ConditionTruth(holds=True, fact=f"{_name_caravan(table, crossed[0])} has crossed the river")
    if len(caravans) == 1:
        return ConditionTruth(holds=False, fact=f"{_name_caravan(table, caravans[0])} has not crossed the river")
    seat, colour = table.seats[caravans[0] // COLOURS], table.colours[caravans[0] % COLOURS]
    who = f"none of {seat}'s caravans" if "seat" in asked else f"no {colour} caravan"
    return ConditionTruth(holds=False, fact=f"{who} has crossed the river")


def find_faults(condition: JsonObject, known: State) -> list[tuple[str, Facts]]:
    """What of ``condition`` cannot be asked here: the code of each problem, and its facts."""
    return [fault for part in list_questions(condition) for fault in _find_faults(part, known)]


def _find_faults(part: JsonObject, known: State) -> Iterator[tuple[str, Facts]]:
    table = known.table
    if "hex" in part:
        yield from _check_hex(part, known)
    for asked in part.values():
        if isinstance(asked, dict):
            yield from _check_names(table, asked)
            least, most = asked.get("at-least"), asked.get("at-most")
            if isinstance(least, int) and isinstance(most, int) and least > most:
                yield "condition-numbers", {"least": least, "most": most}
    if "crossed" in part and not table.board.river:
        yield "condition-river", {}


def _check_hex(part: JsonObject, known: State) -> Iterator[tuple[str, Facts]]:
    table, name = known.table, _name_hex(part)
    index = table.board.grid.index_of.get(name)
    if name in table.board.mountains:
        yield "condition-mountain", {"hex": name}
    elif index is None:
        like = read_like_hex(name)
        hexes = [word for word in name.upper().split() if word in table.board.grid.index_of]
        range_ = f"its letter is of another script than that of {like}" if like else describe_range(table, name)
        range_ = f"write {hexes[0]} alone" if len(hexes) == 1 and " or " not in name.lower() else range_
        yield "condition-hex", {"hex": name, "range": range_}
    elif "linked" in part and not known.oases >> index & 1:
        oases = ", ".join(table.board.grid.names_of(known.oases)) or "none"
        yield "condition-oasis", {"hex": name, "oases": oases}


def _name_hex(part: JsonObject) -> str:
    """The name of the hex that is asked about; what is written where that is no hex's."""
    written = str(part["hex"])
    return read_hex_name(written) or written


def _check_names(table: Table, who: JsonObject) -> Iterator[tuple[str, Facts]]:
    seat, colour = who.get("seat"), who.get("colour")
    if seat is not None and str(seat).lower() not in table.ids:
        near = suggest(str(seat), table.ids, 0.5)
        yield "condition-seat", {"word": str(seat), "suggestion": near, "seats": ", ".join(table.ids)}
    if colour is not None and read_colour(table, str(colour)) is None:
        meant = suggest_colour(table, str(colour))
        suggestion = f" (did you mean {meant}?)" if meant else ""
        yield "condition-colour", {"word": str(colour), "suggestion": suggestion, "colours": ", ".join(table.colours)}
