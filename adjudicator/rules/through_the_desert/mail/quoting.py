"""Orders, what is done and why something is not, in a few words; and
what is said of an order that is checked, refused or no more than remarked on.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from adjudicator.core.agenda import Refusal
from adjudicator.core.json_value import JsonObject, JsonScalar
from adjudicator.core.order import (
    CORRECTION,
    FILE_KEYS,
    UNREAD,
    UNREAD_LATER,
    UNREAD_MEANT,
    Gravity,
    Order,
    Place,
    Problem,
    give_reason,
)
from adjudicator.kit.negation import find_denial, say_without
from adjudicator.kit.words import count_of, say_times
from adjudicator.rules.through_the_desert.editions import EDITIONS
from adjudicator.rules.through_the_desert.legal import Action, ActionKind
from adjudicator.rules.through_the_desert.mail import conditions, reasons
from adjudicator.rules.through_the_desert.state import State, Table
from adjudicator.rules.through_the_desert.written import (
    BUNDLED,
    KEY_OF,
    Reading,
    leave_out_beside,
    misread,
    write_action,
)
from adjudicator.rules.through_the_desert.written.left_out import find_left_out
from adjudicator.rules.through_the_desert.written.mending import write_condition
from adjudicator.rules.through_the_desert.written.readings import FaultKind
from adjudicator.rules.through_the_desert.written.tokens import OWNED, list_pieces, read_hex_name, shorten


class _PlainSentence(str):
    """A pattern of which some facts, as turns and receipts have them on record, are said in plainer words."""

    __slots__ = ()

    def format_map(self, facts: Mapping[str, object], /) -> str:  # type: ignore[override]  # all facts are given in one
        """The sentence; of what is no order it does not say for when it is."""
        return say_round(super().format_map({"lead": _UNREAD_LATER, "write": "", **facts}))


def say_round(fact: str) -> str:
    """``fact``, in which ``round 2 of camels`` is ``round 2``, as conditions call it."""
    return _ROUND.sub(r"\1", fact)


_ROUND = re.compile(r"\b(it is round \d+) of camels\b")
_UNREAD_LATER = "this order for a later move cannot be read: "

_MOST_REASONS = 3
SENTENCES: Mapping[str, str] = {
    **reasons.SENTENCES,
    **misread.SENTENCES,
    **conditions.SENTENCES,
    UNREAD_LATER: _PlainSentence("{order}: {lead}{why}{write}"),
    "condition-false": _PlainSentence("{why}"),
    "condition-false-of": "{before}{seat}{between}{owner}{behind}",
    "later-move": "{order}: this is for a later move, and as things stand it will not be possible then: {why}",
    "later-never": _PlainSentence("{order}: this is for a later move, and cannot be done as written: {why}{write}"),
    "never-as-written": _PlainSentence("{order}: this cannot be done as written: {why}{write}"),
    "never-legal": "{order}: this can never be carried out: {why}",
    "named-twice": "{order}: this order already has this alternative",
    "never-again": "{order}: it can no longer be carried out",
    "never-asked": "{order}: its condition cannot be checked",
    "orders-missing": "{missing}, or everybody has to wait for you",
    "standing-kind": "{order}: standing orders only place camels; this belongs under 'orders:'",
    "times-up": "{order}: it has been carried out as often as you said",
    "until-true": "{order}: its 'until' is true, since {why}",
    "until-true-of": "{order}: its 'until' is true, since {before}{seat}{between}{owner}{behind}",
    UNREAD_MEANT: "{order}: this cannot be read; write {instead}",
    "write-order": "{where}write {instead}",
}
_MISPLACED = frozenset({FaultKind.MOUNTAIN, FaultKind.UNKNOWN_HEX})
"""What is wrong with a choice that is understood and can never be: the other choices of its order count without it."""


def quote_action(table: Table, action: Action) -> str:
    """``place teal D9``."""
    return f"{KEY_OF[action.kind]} {write_action(table, action)}"


def quote_chain(table: Table, chain: Sequence[Action]) -> str:
    """Actions that are done one after the other: ``place teal D9 and place teal D10``."""
    return " and ".join(quote_action(table, action) for action in chain)


def say_done(table: Table, action: Action) -> str:
    """What the program does for a player, behind ``I``: ``place a teal camel on D9``."""
    colour = table.colours[action.colour]
    match action.kind:
        case ActionKind.RETURN:
            return f"return your {colour} leader to the box"
        case ActionKind.LEADER:
            return f"place your {colour} leader on {table.board.grid.names[action.hex]}"
        case ActionKind.CAMEL:
            return f"place a {colour} camel on {table.board.grid.names[action.hex]}"


def quote_choices(order: Order) -> str:
    """What an order asks for, without its condition: ``place teal D9 or pink H4``, ``either pink L5 and pink M5``."""
    if order.kind == UNREAD:
        return shorten(" or ".join(list_pieces(leave_out_beside(order)))) or "an empty item"
    if order.branches:
        return f"{order.kind} {', or '.join(' and '.join(map(_say_choices, branch)) for branch in order.branches)}"
    return f"{order.kind or BUNDLED} {_say_choices(order)}"


def _say_choices(order: Order) -> str:
    return " or ".join(list_pieces(order))


_COLOURS = "|".join(sorted({colour for edition in EDITIONS.values() for colour in edition.colours}))
_PLAIN_PIECE = re.compile(f"(?:{_COLOURS}) [A-Z][0-9]+")
_PLAIN_RETURN = re.compile(_COLOURS)
"""Pieces of orders as :func:`~adjudicator.rules.through_the_desert.written.put_plainly` writes them."""


def _is_plain(order: Order) -> bool:
    """Whether anything that ``order`` asks for is written plainly."""
    plain = _PLAIN_RETURN if order.kind == KEY_OF[ActionKind.RETURN] else _PLAIN_PIECE
    return bool(order.branches) or any(map(plain.fullmatch, list_pieces(order)))


def is_unreadable(order: Order) -> bool:
    """Whether nothing that ``order``, which is on file, asks for was understood."""
    return order.kind == UNREAD or not _is_plain(order)


def quote_order(order: Order) -> str:
    """All that an order says: ``place teal D9 or pink H4, if D8 is empty, at most 3 times``.

    Of one on file, that nothing it asks for was understood: what is understood is put plainly there.
    """
    if is_unreadable(order):
        return f"{quote_choices(order)} (cannot be read)"
    condition = f", if {say_condition(order.condition)}" if order.condition else ""
    times = "" if order.times is None else f", at most {say_times(order.times)}"
    until = f", until {say_condition(order.until)}" if order.until else ""
    return f"{quote_choices(order)}{condition}{times}{until}"


def say_condition(condition: JsonObject) -> str:
    """A condition in words: ``D8 is empty and not (C8 is taken or C9 is taken)``."""
    for key, word in (("all", " and "), ("any", " or ")):
        if key in condition:
            parts = cast("Sequence[JsonObject]", condition[key])
            return word.join(_in_brackets(part) if len(parts) > 1 else say_condition(part) for part in parts)
    if "not" in condition:
        return f"not ({say_condition(cast('JsonObject', condition['not']))})"
    if "hex" in condition:
        return _say_hex(condition)
    ((key, asked),) = cast("dict[str, JsonObject]", dict(condition)).items()
    colour, seat = asked.get("colour"), asked.get("seat")
    match key:
        case "supply":
            camels = _say_number(asked, f"{colour} camel")
            return f"{camels} {'is' if camels.endswith('camel') else 'are'} left"
        case "caravan":
            return f"{str(seat).lower()}'s {colour} caravan has {_say_number(asked, 'camel')}"
        case "points":
            return f"{str(seat).lower()} has {_say_number(asked, 'point')}"
        case "round":
            return f"it is round {_say_number(asked)}"
    return f"{_say_who(asked)} has crossed the river"


def _say_number(asked: JsonObject, noun: str = "") -> str:
    """``at least 3 points``; without a ``noun`` ``3 or later``."""
    least, most = (cast("int | None", asked.get(word)) for word in ("at-least", "at-most"))
    number = most if most is not None else least
    counted = count_of(number, noun) if noun and number is not None else str(number)
    if least == most:
        return f"exactly {counted}" if noun else counted
    if least is not None and most is not None:
        return f"{least} to {counted}"
    if noun:
        return f"at {'least' if most is None else 'most'} {counted}"
    return f"{number} or {'later' if most is None else 'earlier'}"


def _in_brackets(condition: JsonObject) -> str:
    words = say_condition(condition)
    return f"({words})" if "all" in condition or "any" in condition else words


def _say_hex(condition: JsonObject) -> str:
    name = read_hex_name(str(condition["hex"])) or condition["hex"]
    if "is" in condition:
        return f"{name} is {condition['is']}"
    key = next(key for key in OWNED if key in condition)
    who = cast("JsonObject", condition[key])
    if key == "holds":
        piece = {True: "leader", False: "camel", None: "piece"}[cast("bool | None", who.get("leader"))]
        return f"{_say_who(who, piece)} stands on {name}"
    return f"{name} is {key} by {_say_who(who)}"


def _say_who(who: JsonObject, what: str = "caravan") -> str:
    owner = f"{str(who['seat']).lower()}'s" if "seat" in who else "a"
    return " ".join(str(word) for word in (owner, who.get("colour"), what) if word)


def join_reasons(refusals: Sequence[Refusal]) -> str:
    """Why each of some choices cannot be done, the first few of them: ``place teal D9, since D9 is an oasis; ...``."""
    whole = [(refusal.text, SENTENCES[refusal.code].format_map(refusal.facts)) for refusal in refusals]
    sentences = list(dict.fromkeys(f"{text}, since {sentence.removeprefix(f'{text}: ')}" for text, sentence in whole))
    more = f"; and {len(sentences) - _MOST_REASONS} more are not possible" if len(sentences) > _MOST_REASONS else ""
    return "; ".join(sentences[:_MOST_REASONS]) + more


def is_misplaced(reading: Reading) -> bool:
    """Whether all choices that are wrong are understood and can never be."""
    return _MISPLACED.issuperset(fault.kind for fault in reading.faults)


def say_why(code: str, facts: Mapping[str, JsonScalar]) -> Mapping[str, JsonScalar]:
    """The facts of a remark that repeats another problem's reason, without what would be legal."""
    return give_reason(code, {**facts, "legal": ""}, str(facts["order"]))


def say_alone(problem: Problem) -> str:
    """What ``problem`` says of an order, without the order's words."""
    return SENTENCES[problem.code].format_map(problem.facts).removeprefix(f"{problem.facts['order']}: ")


def grade(code: str, place: Place, facts: reasons.Facts, *, fits: bool, is_later: bool) -> Problem:
    """A choice that cannot be: a remark where another one ``fits`` or the order is for a later move, else illegal."""
    if not (fits or is_later):
        return Problem(code, Gravity.ILLEGAL, place, facts)
    return Problem("never-legal" if fits else "later-move", Gravity.UNWISE, place, say_why(code, facts))


def soften(code: str, problem: Problem, order: str = "") -> Problem:
    """A remark that has ``problem`` as its reason; ``order`` are the words of the order where it lacks them."""
    facts = dict(say_why(problem.code, {"order": order, **problem.facts}))
    instead = problem.facts.get(CORRECTION, "")
    if instead and problem.code in conditions.SENTENCES:
        facts["write"] = f"; write '{instead}'"
    if problem.gravity is Gravity.INVALID:
        facts[CORRECTION] = instead
    return Problem(code, Gravity.UNWISE, problem.place, facts)


def check_condition(known: State, order: Order) -> Iterator[Problem]:
    """What of an order's conditions cannot be asked."""
    asked = (("if", order.condition, order.condition_place), ("until", order.until, order.until_place))
    for key, condition, place in asked:
        faults = conditions.find_faults(condition or {}, known)
        spelt = conditions.spell_names(condition or {}, known) if faults else None
        certain = {CORRECTION: f"{key}: {write_condition(spelt)}"} if spelt else {}
        for code, facts in faults:
            yield Problem(code, Gravity.INVALID, place or order.place, {"key": key, **facts, **certain})


_BELOW = "' and below it '"
_ORDERS = ("'- ", *(f"'{key}: " for key in KEY_OF.values()))
"""How what is to be written begins where it is an order."""


def write_order(unread: Order, instead: str, *, certain: bool = False, example: bool = False) -> Problem:
    """What to write ``instead`` of an item, behind all that is wrong with it; ``certain`` if it can mean only this.

    It is an ``example`` where what was meant is not possible.
    """
    if denied := say_denied(unread, instead):
        instead, certain = denied, False
    elif find_left_out(_say_item(unread, instead), instead):
        certain, example = False, True
    place = max(unread.places, default=unread.place)
    is_whole = place.line != unread.place.line and instead.startswith("'- ")
    where = f"in place of the order in line {unread.place.line} " if is_whole else ""
    is_example = (example and instead.startswith(_ORDERS)) or _is_round_guessed(unread, instead)
    facts = {"where": where, "instead": f"for example {instead}" if is_example else instead}
    if correction := _find_certain(unread, instead, certain=certain):
        facts[CORRECTION] = correction
    if isinstance(unread.value, str):  # that a text is no order need not be said apart
        return Problem(UNREAD_MEANT, Gravity.INVALID, place, {"order": quote_choices(unread), **facts})
    return Problem("write-order", Gravity.INVALID, place, facts)


def _find_certain(unread: Order, instead: str, *, certain: bool) -> str:
    """What of ``instead`` takes the place of ``unread`` or of its condition, if it can mean only this; else nothing.

    What is ``certain`` takes the place of a line, and with its condition beside it that of all lines.
    """
    is_line = max(unread.places, default=unread.place).line == unread.place.line
    if certain and instead.startswith("'- " if is_line or _BELOW in instead else "'- {"):
        return instead.replace(_BELOW, "\n").strip("'")
    item = unread.value if isinstance(unread.value, Mapping) else {}
    if isinstance(item.get("if"), str) and re.fullmatch(r"'if: (\{not: )?\{hex: [^']*'", instead):
        return instead.strip("'").removeprefix("if: ")
    is_whole = isinstance(item.get("if"), Mapping) and not _is_round_guessed(unread, instead)
    if is_whole and re.fullmatch(r"'if: \{[^']*'", instead):
        return instead.strip("'")
    match = re.fullmatch(r"'(if: \{not: \{[^']*)' for '(?:unless|if not):'", instead)
    return match[1] if match and "if" not in item else ""


def _is_round_guessed(unread: Order, instead: str) -> bool:
    """Whether ``instead`` asks for a round and those behind it, where a number alone may be that one only."""
    item = unread.value if isinstance(unread.value, Mapping) else {}
    return instead.startswith("'if: {") and "at-least" in instead and "at-least" not in str(item.get("if"))


def _say_item(unread: Order, instead: str) -> str:
    """What ``unread`` says, without the conditions that ``instead`` spells."""
    item = unread.value
    if isinstance(item, Mapping):
        unread = unread._replace(value={key: item[key] for key in item if f"for '{key}:'" not in instead})
    return ", ".join(list_pieces(leave_out_beside(unread)))


def say_denied(unread: Order, instead: str) -> str:
    """What to write for an item with a no that ``instead`` would leave out; empty for any other."""
    denial = find_denial(quote_choices(unread), instead) if instead.startswith(_ORDERS) else ""
    return say_without(denial) if denial else ""


def remark_unread(unread: Order, instead: str, strange: str = "", *, certain: bool = False) -> Iterator[Problem]:
    """Remarks on an item that is for a later move, one for each of its faults; the last one says what to write.

    ``strange`` says what of its words the line ``instead`` does not explain, so that this is an example only;
    ``certain`` that it can mean only that.
    """
    example = ""
    if denied := say_denied(unread, instead):
        instead, strange, certain = denied, "", False
    elif instead.startswith(_ORDERS) and find_left_out(_say_item(unread, instead), instead):
        certain, example = False, "for example "
    words = quote_choices(unread)
    keys = {key.lower() for key in unread.value} if isinstance(unread.value, Mapping) else set()
    lead = {"lead": ""} if keys and keys <= FILE_KEYS else {}  # what is no order is for no move
    for place, fault in zip(unread.places, unread.faults, strict=True):
        write = f"; {strange}; write for example {instead}" if strange else f"; write {example}{instead}"
        is_last = bool(instead) and place == unread.places[-1]
        why = (
            re.split("; (?:did you mean|the orders here are) ", fault)[0] if is_last else fault
        )  # what to write says it
        if is_last and isinstance(unread.value, str):  # that a text is no order need not be said apart
            why, write = "", write.removeprefix("; ").strip()
        facts = {"order": words, "why": why, "write": write if is_last else "", **lead}
        if is_last and not strange:
            facts[CORRECTION] = _find_certain(unread, instead, certain=certain)
        yield Problem(UNREAD_LATER, Gravity.UNWISE, place, facts)
