"""What is said of an order that is not understood, or not in one way only: always with a line that would work."""

import re
from collections.abc import Callable, Sequence

from adjudicator.core.order import CORRECTION, Gravity, Order, Problem
from adjudicator.kit.hexes import Hex
from adjudicator.kit.negation import find_denial
from adjudicator.kit.words import ListSentence, join_words
from adjudicator.rules.through_the_desert.legal import Action, ActionKind, LegalActions
from adjudicator.rules.through_the_desert.mail.reasons import Facts
from adjudicator.rules.through_the_desert.state import NOWHERE, Table
from adjudicator.rules.through_the_desert.written import WordFault, read_order, write_branches, write_line
from adjudicator.rules.through_the_desert.written.left_out import find_left_out
from adjudicator.rules.through_the_desert.written.readings import FaultKind
from adjudicator.rules.through_the_desert.written.tokens import list_pieces, read_like_hex, shorten, suggest_colour

SENTENCES = {
    "unread": "{order}: this cannot be read ({why})",
    "unknown-colour": ListSentence(
        "{order}: '{word}' is not a colour of this game{suggestion}; the colours are {colours:and}"
    ),
    "unknown-hex": "{order}: {hex} is not a hex of this board; {range}",
    "mountain": "{order}: {hex} is a mountain{legal}",
    "not-understood": "{order}: '{word}' is not understood{instead}",
    "no-colour": "{order}: a colour is missing{instead}",
    "no-hex": "{order}: a hex is missing{instead}",
    "two-readings": "{order}: this can be read in two ways{instead}",
    "branches-in-place": "{order}: lists in a list are whole moves to choose from{instead}",
    "two-orders-in-one": "{order}: each item takes one order{instead}",
    "condition-in-order": "{order}: '{word}' is not understood here; a condition has a line of its own{instead}",
    "perhaps-two-orders": "{order}: these may be alternatives, or orders one after the other{instead}",
}
"""A pattern for each code. ``instead`` is empty or ``; write 'place: pink L5'``."""

_READINGS = 2
STATES = {
    **dict.fromkeys(("empty", "free", "open", "vacant", "unoccupied"), "empty"),
    **dict.fromkeys(("taken", "occupied", "full", "blocked"), "taken"),
    "water": "water",
    "closed": "closed",
}
"""What a hex can be, in people's words and ours."""
_ASKED_BEHIND = re.compile(
    r"(?!.*\b(?:except|but|only|not) (?:if|unless)\b)"
    r"[^,;]+? (if|unless|as long as|while|provided(?: that)?) ([A-Za-z][0-9]{1,2}) is ((?:not )?[A-Za-z]+)\.?",
    re.IGNORECASE,
)
_COUNTING = re.compile(r"both|all|\d+x?")
"""Words that say how many orders there are."""
_NOT_WHOLE = frozenset(
    {
        *(FaultKind.BRANCHES, FaultKind.TWO_ORDERS, FaultKind.PERHAPS_TWO_ORDERS, FaultKind.CONDITION),
        *(FaultKind.MOUNTAIN, FaultKind.UNKNOWN_HEX, FaultKind.NO_HEX),
    }
)
"""Faults of which words that take the place of one value are no correction: they would leave out what was meant."""
_EACH_WHOLE = "give each choice its hex, or "
"""Said where the lines that are offered leave out a choice."""
Allows = Callable[[Action], bool]
Offers = Sequence[tuple[Action, ...]]
"""Lines, each as the alternatives of its order; in place of branches, each as the camels of a branch."""


def propose(fault: WordFault, allows: Allows, legal: LegalActions) -> list[tuple[Action, ...]]:
    """What could be written instead: what may have been meant and ``allows`` lets pass, or else what is legal.

    Of that the first in the colour that was named, where there is one.

    Each is the alternatives of one order; behind actions for several orders each is an order of its own.
    """
    if fault.kind is FaultKind.TWO_ORDERS and fault.readings:
        return list_steps(fault)
    if fault.kind is FaultKind.BRANCHES:
        return []
    if fault.kind is FaultKind.CONDITION:
        return [reading for reading in fault.readings if all(map(allows, reading))]
    if fault.kind is FaultKind.NOT_UNDERSTOOD and not fault.word:  # all of it is, but for its key
        readings = [tuple(dict.fromkeys(reading)) for reading in fault.readings if any(map(allows, reading))]
    else:
        readings = [tuple(dict.fromkeys(filter(allows, reading))) for reading in fault.readings]
    found = list(dict.fromkeys(reading for reading in readings if reading))
    example = max(legal, key=lambda action: action.colour == fault.colour, default=None)
    return found or ([(example,)] if example else [])


def list_steps(fault: WordFault) -> list[tuple[Action, ...]]:
    """The orders that a fault of two or more in one item has, each with its choices."""
    return list(fault.readings) if len(fault.readings) > 1 else [(action,) for action in fault.readings[0]]


def propose_later(fault: WordFault, allows: Allows = lambda _: True) -> list[tuple[Action, ...]]:
    """The same where the order is for a later move, so that nothing is known to be legal."""
    return propose(fault, allows, LegalActions(ActionKind.CAMEL, ()))


def explain_fault(table: Table, order: Order, fault: WordFault, proposals: Sequence[tuple[Action, ...]]) -> Problem:
    """The problem behind one ``fault`` of ``order``, with lines that would work."""
    words = f"{order.kind} {_quote(order, fault)}".rstrip()
    proposals = proposals if _keeps_denials(table, words, fault, proposals) else ()
    lines = _write_lines(table, fault, proposals)
    whole = _EACH_WHOLE if fault.besides is FaultKind.NO_HEX else ""
    leaves_out = len(lines) == 1 and _leaves_out(order, fault, lines[0])
    is_whole = is_meant(fault, proposals) and not (says_more(fault) or leaves_out)
    says_which = says_more(fault) and not _COUNTING.fullmatch(fault.word.lower())  # as *between* and *next to* do
    example = "" if is_whole or (fault.besides and not says_which) else "for example "
    facts: Facts = {"order": words, "instead": f"; {whole}write {example}{' or '.join(lines)}" if lines else ""}
    gravity = Gravity.INVALID
    match fault.kind:
        case FaultKind.UNKNOWN_COLOUR:
            hint = _suggest(table, fault, lines, proposals)
            facts = {"order": words, "word": fault.word, "colours": ", ".join(table.colours), "suggestion": hint}
        case FaultKind.UNKNOWN_HEX:
            where = f"{describe_range(table, fault.word)}{_such_as(lines)}"
            facts = {"order": words, "hex": fault.word, "range": where}
        case FaultKind.MOUNTAIN:
            facts = {"order": words, "hex": fault.word, "legal": _such_as(lines)}
            gravity = Gravity.ILLEGAL
        case FaultKind.NO_COLOUR if lines and proposals[0][0].hex not in (spots := _list_spots(fault)):
            named = join_words([table.board.grid.names[spot] for spot in spots], "or")
            where = f"; none of your colours can go to {named} now" if named else ""
            facts["instead"] = f"{where}; write for example {lines[0]}"
        case FaultKind.BRANCHES:
            facts["instead"] = f"; write '{write_listed(table, fault, proposals)}'"
        case FaultKind.TWO_ORDERS | FaultKind.PERHAPS_TWO_ORDERS if fault.readings and proposals:
            # a choice that is not told from orders one after the other would become orders
            is_mixed = fault.kind is FaultKind.TWO_ORDERS and len(fault.readings) == 1 and " or " in words
            facts["instead"] = "" if is_mixed else f"; write {write_apart(table, fault)}"
            is_one = bool(_say_one(fault.readings[0]))
            if order.condition and not (is_mixed or is_one):
                facts["instead"] = f"{facts['instead']}, each with its own 'if:'"
        case FaultKind.CONDITION:
            facts |= {"word": fault.word, **say_condition(table, order, proposals)}
        case _:
            facts |= {"word": fault.word, "instead": f"{_say_script(fault.word)}{facts['instead']}"}
    correction = _correct(table, order, fault, proposals)
    is_sure = bool(correction) and not _leaves_out(order, fault, correction)
    facts |= {CORRECTION: correction} if is_sure else _say_example(order, fault, facts)
    return Problem(fault.kind.value, gravity, fault.place, facts)


def _say_example(order: Order, fault: WordFault, facts: Facts) -> Facts:
    """The line, or the lines for several orders, that take the place of all of ``order`` as an example only."""
    instead = str(facts.get("instead", ""))
    is_whole = len(order.places) == 1 and not order.condition and fault.kind is not FaultKind.CONDITION
    is_open = is_whole and "then" not in _quote_whole(order, fault).lower().split()
    is_choice = " for a choice" in instead or "' or '" in instead
    return {"instead": instead.replace("; write '", "; write for example '")} if is_open and not is_choice else {}


def leave_uncertain(problem: Problem) -> Problem:
    """``problem`` without what puts it right, where that is not certain, or is for another place."""
    return problem._replace(facts={name: fact for name, fact in problem.facts.items() if name != CORRECTION})


def _keeps_denials(table: Table, words: str, fault: WordFault, proposals: Sequence[tuple[Action, ...]]) -> bool:
    """Whether lines leave out no word of an order that denies something; a condition is answered with its own."""
    return fault.kind is FaultKind.CONDITION or not find_denial(words, " ".join(_write_lines(table, fault, proposals)))


def _say_script(word: str) -> str:
    return ", since it has a letter of another script" if read_like_hex(word) else ""


def is_meant(fault: WordFault, proposals: Sequence[tuple[Action, ...]]) -> bool:
    """Whether anything that is proposed is part of what may have been meant."""
    meant = {action for reading in fault.readings for action in reading}
    return any(action in meant for actions in proposals for action in actions)


def _suggest(table: Table, fault: WordFault, lines: Sequence[str], proposals: Sequence[tuple[Action, ...]]) -> str:
    """What is said of a colour that is unknown, in brackets; an order in another one than was meant is not offered."""
    near = suggest_colour(table, fault.word)
    is_near = bool(lines) and table.colours[proposals[0][0].colour] == near
    whole = fault.besides is FaultKind.NO_HEX
    example = "" if is_meant(fault, proposals) else "for example "
    write = f"{_EACH_WHOLE}write {lines[0]}" if lines and whole else f"write {example}{lines[0]}" if is_near else ""
    if near is None:
        return f" ({write or f'write for example {lines[0]}'})" if lines else ""
    return f" (did you mean {near}?{write and f' {write}'})"


def say_condition(table: Table, order: Order, proposals: Sequence[tuple[Action, ...]]) -> Facts:
    """What to write for an order with its condition behind it, and the lines that can mean only that."""
    if not proposals:
        return {"instead": ""}
    pieces = list_pieces(order)
    asked = _find_asked(pieces[0]) if len(pieces) == len(proposals) == 1 and not order.condition else ""
    if not asked:
        return {"instead": f"; write {write_with_condition(table, proposals[0])}"}
    line = write_line(table, proposals[0])
    certain = {CORRECTION: f"- {line}\n  {asked}"} if len(proposals[0]) == 1 else {}
    return {"instead": f"; write '{line}' and below it '{asked}'", **certain}


def _write_lines(table: Table, fault: WordFault, proposals: Sequence[tuple[Action, ...]]) -> list[str]:
    """What could be written, each in quotation marks; as one text where it may be several orders."""
    if fault.besides and fault.besides is not FaultKind.NO_HEX and fault.readings and proposals:
        return [write_apart(table, fault._replace(kind=fault.besides))]
    return [f"'{write_line(table, actions)}'" for actions in proposals[:_READINGS]]


def _correct(table: Table, order: Order, fault: WordFault, proposals: Sequence[tuple[Action, ...]]) -> str:
    """What to write at the place of ``fault``, if it can mean only that; else nothing."""
    text = list_pieces(order)[order.places.index(fault.place)] if fault.place in order.places else ""
    near = suggest_colour(table, fault.word) if fault.kind is FaultKind.UNKNOWN_COLOUR else None
    if near is not None and fault.besides is not FaultKind.NO_HEX:
        return text.replace(fault.word, near)
    if fault.kind is FaultKind.NOT_UNDERSTOOD and len(order.places) > 1:  # one of several places
        return _correct_place(table, order._replace(value=text, places=(fault.place,)))
    is_whole = len(order.places) == 1 and is_certain(table, fault, proposals)
    if is_whole and fault.kind is FaultKind.TWO_ORDERS:
        return "" if order.condition else "\n".join(f"- {write_line(table, step)}" for step in proposals)
    return write_line(table, proposals[0]).partition(": ")[2] if is_whole else ""


def _correct_place(table: Table, order: Order) -> str:
    """What to write for an ``order`` whose only place is not understood, if it can mean only that; else nothing."""
    faults = read_order(table, order).faults
    lines = {write_line(table, fault.readings[0]) for fault in faults if is_certain(table, fault, propose_later(fault))}
    return lines.pop().partition(": ")[2] if len(faults) == len(lines) == 1 else ""


def is_certain(table: Table, fault: WordFault, proposals: Sequence[tuple[Action, ...]]) -> bool:
    """Whether what was written can mean one thing only of what is possible, which then is all of ``proposals``."""
    if fault.are_apart and fault.readings and not fault.besides:
        is_return = any(action.kind is ActionKind.RETURN for reading in fault.readings for action in reading)
        return not is_return and list(proposals) == list_steps(fault)
    if len(proposals) != 1 or fault.besides or says_more(fault):
        return False
    if fault.kind in _NOT_WHOLE and not _is_choice(fault):
        return False
    if fault.kind is FaultKind.UNKNOWN_COLOUR:
        near = suggest_colour(table, fault.word)
        return all(table.colours[action.colour] == near for action in proposals[0])
    return any(set(proposals[0]) <= set(reading) for reading in fault.readings)


def says_more(fault: WordFault) -> bool:
    """Whether a line that leaves out the word of ``fault`` may be another order than was meant."""
    is_word = fault.kind is FaultKind.NOT_UNDERSTOOD and not read_like_hex(fault.word)
    return is_word and bool(find_left_out(fault.word, ""))


def _leaves_out(order: Order, fault: WordFault, line: str) -> bool:
    """Whether ``line`` leaves out more of an order than the word of ``fault``; a condition stands apart."""
    words = _quote_whole(order, fault)
    words = words.replace(fault.word, " ") if fault.word else words
    return not (fault.kind is FaultKind.CONDITION or fault.are_apart) and bool(find_left_out(words, line))


def _is_choice(fault: WordFault) -> bool:
    """Whether what may be two orders is one with a choice, since only one leader of a colour is placed, or returned."""
    actions = [action for reading in fault.readings for action in reading]
    return fault.kind is FaultKind.PERHAPS_TWO_ORDERS and bool(_say_one(actions))


def _say_one(actions: Sequence[Action]) -> str:
    """Why no more than one of ``actions`` can be done; empty where that may be."""
    if any(action.kind is not ActionKind.LEADER for action in actions):
        is_return = all(action.kind is ActionKind.RETURN for action in actions)
        return "as you return only one leader" if is_return else ""
    return "as you have one leader of each colour" if len({action.colour for action in actions}) == 1 else ""


def _list_spots(fault: WordFault) -> list[Hex]:
    """The hexes that are named on the board."""
    return list(dict.fromkeys(action.hex for reading in fault.readings for action in reading))


def write_listed(table: Table, fault: WordFault, branches: Sequence[Sequence[Action]]) -> str:
    """The order for lists in a list: with ``branches``, or where there are none with a choice of all their places."""
    if branches:
        return write_branches(table, [[(action,) for action in branch] for branch in branches])
    return write_line(table, [action for reading in fault.readings for action in reading])


def _find_asked(text: str) -> str:
    """The condition that stands behind the order in ``text``, as it is written below one; empty where it is unclear."""
    match = _ASKED_BEHIND.fullmatch(text.strip())
    word = match[3].lower() if match else ""
    state = STATES.get(word.removeprefix("not "))
    if match is None or state is None:
        return ""
    question = f"{{hex: {match[2].upper()}, is: {state}}}"
    is_contrary = word.startswith("not ") != (match[1].lower() == "unless")
    return f"if: {{not: {question}}}" if is_contrary else f"if: {question}"


def write_with_condition(table: Table, actions: Sequence[Action]) -> str:
    """The line for ``actions``, and how a condition stands below it."""
    spot = actions[0].hex
    example = f", such as 'if: {{hex: {table.board.grid.names[spot]}, is: empty}}'" if spot != NOWHERE else ""
    return f"'{write_line(table, actions)}' and below it its condition after 'if:'{example}"


def _such_as(lines: Sequence[str]) -> str:
    return f"; write for example {lines[0]}" if lines else ""


def _quote(order: Order, fault: WordFault) -> str:
    """The item that is at fault, or all of a value that is at fault as a whole; no longer than a line takes."""
    return shorten(_quote_whole(order, fault))


def _quote_whole(order: Order, fault: WordFault) -> str:
    pieces = list_pieces(order)
    number = order.places.index(fault.place) if fault.word and fault.place in order.places else None
    return ", ".join(pieces) if number is None else pieces[number]


def write_apart(table: Table, fault: WordFault, dash: str = "") -> str:
    """One order with a choice, where that may be meant, and orders one after the other."""
    actions = fault.readings[0]
    choice = f"'{dash}{write_line(table, actions)}' for a choice"
    if only_one := _say_one(actions):
        return f"{choice}, {only_one}"
    apart = " and below it ".join(f"'- {write_line(table, step)}'" for step in list_steps(fault))
    return apart if fault.kind is FaultKind.TWO_ORDERS else f"{choice}, or {apart}"


def describe_range(table: Table, word: str) -> str:
    """Which hexes there are, beside one that is not there: the rows of its column, or else the columns."""
    grid, letter = table.board.grid, word[0].upper()
    rows = [int(name[1:]) for name in grid.index_of if name[0] == letter]
    last = chr(ord("A") + grid.columns - 1)
    return f"column {letter} has rows {min(rows)} to {max(rows)}" if rows else f"columns run from A to {last}"
