"""Checking orders one by one, for whom and against what: what cannot be read, and what to write in its place."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import NamedTuple

from adjudicator.core.order import CORRECTION, UNREAD_MEANT, Gravity, MoveFile, Order, Place, Problem, list_questions
from adjudicator.core.table import SeatNumber
from adjudicator.kit.negation import find_denial, say_without
from adjudicator.kit.words import join_words
from adjudicator.rules.catan.cards import Bundle
from adjudicator.rules.catan.mail.choosing import CARDS_BEFORE_ROLL
from adjudicator.rules.catan.mail.conditions import holds, may_roll
from adjudicator.rules.catan.mail.language import vocabulary
from adjudicator.rules.catan.mail.language.likeness import (
    adds_named,
    aims_elsewhere,
    is_example,
    is_spelt_nearly,
    keeps_said,
)
from adjudicator.rules.catan.mail.language.meant import join_list, mend_value, say_item
from adjudicator.rules.catan.mail.language.meant_condition import mend_condition
from adjudicator.rules.catan.mail.language.meant_terms import keeps_limits, mend_terms
from adjudicator.rules.catan.mail.language.misspelt import list_near, read_misspelt
from adjudicator.rules.catan.mail.language.nearest import write_item
from adjudicator.rules.catan.mail.language.order_text import list_alternatives
from adjudicator.rules.catan.mail.language.quoting import quote_alternative, quote_order
from adjudicator.rules.catan.mail.language.respelt import respell_condition, respell_order
from adjudicator.rules.catan.mail.language.spelling import READ
from adjudicator.rules.catan.mail.language.strangers import explain_stranger
from adjudicator.rules.catan.mail.language.trade_sides import hold_sides, states_trade
from adjudicator.rules.catan.mail.plans import check_line, spell_order
from adjudicator.rules.catan.mail.proposals import list_values
from adjudicator.rules.catan.mail.reasons import judge_count, judge_terms
from adjudicator.rules.catan.mail.script import Kinds
from adjudicator.rules.catan.mail.wording import give_example
from adjudicator.rules.catan.order_of_play import is_deciding
from adjudicator.rules.catan.state import Stage
from adjudicator.rules.catan.views.known import Terms, View, as_state


def _say_nothing(*_: object) -> tuple[()]:
    return ()


def _never_sure(*facts: object) -> bool:
    del facts
    return False


class OwnChecks(NamedTuple):
    """What is said before their moment of orders that only a game on top knows, on what their sender knows.

    ``check`` tells what is wrong with one of them, among the orders or the standing orders; ``remark`` what is wrong
    with a file as a whole; ``foresee`` what is where one of some hands is left when the script has ended the turn.
    ``mend`` finds lines for what was not understood, where it was to be an order of these ``kinds``; ``is_sure`` says
    of what is written and such a line whether nothing else can be meant.
    """

    kinds: tuple[str, ...] = ()
    check: Callable[[View, SeatNumber, Order, bool], Iterable[Problem]] = _say_nothing
    remark: Callable[[View, SeatNumber, MoveFile], Iterable[Problem]] = _say_nothing
    foresee: Callable[[View, Sequence[Order], Sequence[Bundle]], Iterable[Problem]] = _say_nothing
    mend: Callable[[View, SeatNumber, str], Sequence[str]] = _say_nothing
    is_sure: Callable[[View, SeatNumber, str, str], bool] = _never_sure


class FileSender(NamedTuple):
    """Whose orders are checked, and against what: all that the ``seat`` knows; ``own`` are orders of a game on top.

    ``outside`` are kinds of orders that answer something else than a turn, ``quote`` gives the words of any order.
    """

    known: View
    seat: SeatNumber
    own: OwnChecks
    outside: Kinds
    quote: Callable[[Order], str]


_ONE_BY_ONE = re.compile(r"\b(?:and|then)\b|[;&]")


def misread(
    error: vocabulary.OrderTextError,
    words: str,
    place: Place,
    lines: Sequence[str] = (),
    likeness: str = "",
    *,
    said: str = "",
    is_sure: bool | None = None,
) -> Problem:
    """The problem that ``words`` cannot be read; ``lines`` can stand in their place, else there is a ``likeness``.

    A single line is what was meant if that ``is_sure``; where nothing is said of it, if it is ``words`` but for their
    spelling. No line is that leaves out what is ``said``, which may be more than ``words``; what a single line has in
    place of misspelt ones is named.
    """
    code, said_facts = vocabulary.explain_word(error)
    facts = {"legal": "", **said_facts, "order": words}
    if not words.startswith("discard "):  # what of a hand is kept is reckoned
        denials = [
            denial for line in lines or [words.partition(" ")[0]] if (denial := find_denial(said or words, line))
        ]
        lines = [line for line in lines if not find_denial(said or words, line)]
        if denials and not lines:
            facts["legal"] = f"; write {say_without(denials[0])}"
    lines, is_side_said = hold_sides(said or words, lines)
    if likeness:
        facts["legal"] = f"; write for example '{likeness}'"
    if lines:
        suggested = str(facts.get("suggestion") or "")
        is_example_alone = all(is_example(words, line) for line in lines) or error.code == "nobody-called-so"
        adds = any(adds_named(said or words, line) for line in lines if not line.startswith("discard: "))
        is_whole = words == "if" or (keeps_said(said or words, lines) and not adds)
        # a comma may stand between orders, or between a first and a second choice
        is_listed = "," in words and len(lines) == 1 and lines[0].split(": ", 1)[1].startswith("[")
        is_open = not is_side_said or is_listed or any(map(aims_elsewhere, [words] * len(lines), lines))
        is_meant = not is_open and (is_sure or (is_whole and (suggested or not is_example_alone)))
        written = said if words == "if" else words
        respelt = _name_respelt(written, str(facts["word"]), lines) if "suggestion" in facts else ""
        facts["legal"] = f"; write {'' if is_meant else 'for example '}{join_lines(lines)}{respelt}"
        if is_sure is None:
            is_named = suggested.removesuffix("?)").split(" ")[-1] in re.findall(r"[\w-]+", lines[0])
            is_sure = is_whole and (
                is_named or is_spelt_nearly(words, lines[0]) or states_trade(said or words, lines[0])
            )
        orders = [line for line in lines[0].split("\n") if not line.startswith("if: ")]
        is_choice = len({*orders}) > 1 and not _ONE_BY_ONE.search(words)
        if len(lines) == 1 and is_sure and not (is_choice or is_open):
            listed = "- " + re.sub(r"\n(?!if: )", "\n- ", lines[0]).replace("\nif: ", "\n  if: ")
            facts[CORRECTION] = lines[0] if lines[0].startswith("if: ") else listed
        elif is_choice and is_meant and "," in words:
            facts["legal"] = str(facts["legal"]).replace("; write ", "; write for example ", 1)
    return Problem(code, Gravity.INVALID, place, facts)


def _name_respelt(said: str, told: str, lines: Sequence[str]) -> str:
    """What a single line has in place of misspelt words of ``said`` beside the one that is ``told``."""
    written, spelt = (re.findall(r"[a-z][\w-]+", text.lower()) for text in (said, lines[0]))
    known = frozenset(spelt).difference(written)
    if not known or len(lines) > 1:
        return ""
    others = [word for word in dict.fromkeys(written) if word not in READ.union(spelt, [told.lower()])]
    found = [f"{near} for {word}" for word in others for near in islice(list_near(word, known), 1)]
    return f", with {join_words(found)}" if found else ""


def misplaced(sender: FileSender, code: str, order: Order, place: Place | None = None, **facts: str) -> Problem:
    """The problem that ``order``, or what stands at ``place`` in it, cannot stand where it does."""
    return Problem(code, Gravity.INVALID, place or order.place, {**facts, "order": sender.quote(order)})


def say_next(sender: FileSender) -> str:
    """What to write in place of a roll in other words, where the right ones would not help; empty where they do."""
    known = sender.known
    if not known.turn or may_roll(known, sender.seat):
        return ""
    state = as_state(known)
    begun = known.stage is not Stage.TURN and is_deciding(state, sender.seat) and known.stage is not Stage.INTERLUDE
    example = give_example(state, sender.seat) if begun else "end: turn"
    return f"only what else you do, such as '{example}'; the dice are rolled for you"


def join_lines(lines: Sequence[str]) -> str:
    """``'road: 12-13' or 'road: 13-14'``; what stands in a line of its own below is told as such."""
    spelt = [re.sub(r"\n(if: )?", lambda found: f"' and below it '{found[1] or '- '}", line) for line in lines]
    return " or ".join(f"'{line}'" for line in spelt)


def check_texts(sender: FileSender, order: Order, *, standing: bool = False) -> Iterator[Problem]:
    """Alternatives that cannot be read, and lists that are none of alternatives."""
    known, seat = sender.known, sender.seat
    joined = join_list(known, seat, order)
    if joined:
        facts = {"order": quote_order(order), "instead": join_lines(joined)}
        yield Problem("not-a-list", Gravity.INVALID, order.place, facts)
        return
    errors: dict[int, vocabulary.OrderTextError] = {}
    for number, text in enumerate(list_alternatives(order)):
        try:
            check_line(known.table, order.kind, text)
        except vocabulary.OrderTextError as error:
            errors[number] = error
    instead = say_next(sender) if errors and order.kind == "roll" else ""
    if instead:
        yield Problem(UNREAD_MEANT, Gravity.INVALID, order.place, {"order": quote_order(order), "instead": instead})
        return
    lines, sure = _mend_texts(known, seat, order, list(errors), standing=standing) if errors else ([], frozenset())
    if errors and order.kind == "place" and known.turn:
        lines = list(sender.own.mend(known, seat, f"position {say_item(order.value)}")) or lines
    problems: list[Problem] = []
    said, is_spelling = f"{order.kind} {say_item(order.value)}", errors.keys() <= sure or None
    for number, found in errors.items():
        place = order.places[number] if number < len(order.places) else order.place
        other = known.table.ids[known.table.list_others(seat)[0]]
        likeness = f"{order.kind}: F from {other}" if found.code == "unknown-hex" else ""
        words = quote_alternative(order, number)
        problems.append(misread(found, words, place, lines, likeness, said=said, is_sure=is_spelling))
    # the line is that of the whole list; of several the condition below would be that of the last one alone
    is_split = order.condition is not None and any("\n" in line for line in lines)
    is_sure = all(CORRECTION in problem.facts for problem in problems) and not is_split
    yield from problems if is_sure else map(_leave_open, problems)


def _leave_open(problem: Problem) -> Problem:
    """``problem`` with what to write as an example, or as one of several."""
    return problem._replace(facts={key: fact for key, fact in problem.facts.items() if key != CORRECTION})


def _mend_texts(
    known: View, seat: SeatNumber, order: Order, unread: Sequence[int], *, standing: bool
) -> tuple[list[str], AbstractSet[int]]:
    """Lines in place of an order, of whose alternatives some cannot be read; the others stay where they are.

    Those of which only the spelling was at fault are named.
    """
    texts, key = list_alternatives(order), f"{order.kind}: "
    meant = {number: read_misspelt(known, seat, order.kind, str(texts[number])) for number in unread}
    sure = {number for number, text in meant.items() if text}
    found = {
        number: [f"{key}{text}"] if text else mend_value(known, seat, order.kind, str(texts[number]), standing=standing)
        for number, text in meant.items()
    }
    if len(texts) == 1:
        return found[0], sure
    readings = [[write_item(spell_order(order.kind, text))] for text in texts]
    for number, mended in found.items():
        readings[number] = [write_item(line.removeprefix(key)) for line in mended if line.startswith(key)]
    if not all(readings):
        return [], sure
    ways = [[*readings[:place], [way], *readings[place + 1 :]] for place, found in enumerate(readings) for way in found]
    lists = dict.fromkeys(tuple(dict.fromkeys(found[0] for found in way)) for way in ways)
    return [f"{key}[{', '.join(items)}]" for items in lists], sure


_OWN = frozenset({"i", "me", "mine", "my", "myself", "us", "we"})
"""How the sender is called in conditions, rightly or not."""


def check_condition(sender: FileSender, order: Order, number: int) -> Iterator[Problem]:
    """What a condition asks for that does not exist; ``number`` is the order's, 0 where no order is above it."""
    place = order.condition_place or order.place
    for part in list_questions(order.condition) if order.condition is not None else ():
        try:
            holds(part, sender.known, sender.seat, {})
        except vocabulary.OrderTextError as error:
            respelt = respell_condition(sender.known, sender.seat, order.condition)
            lines = [respelt] if respelt else mend_condition(sender.known, sender.seat, order.condition or {})
            if error.code == "nobody-called-so" and str(error.facts.get("word", "")).lower() not in _OWN:
                # a question about the sender is not what was meant
                lines = [
                    line
                    for line in lines
                    if not sender.known.table.number_of.keys().isdisjoint(re.findall(r"[\w-]+", line))
                ]
            yield misread(error, "if", place, lines, said=say_item(part), is_sure=bool(respelt))
        line = part.get("line")
        if isinstance(line, int) and not 0 < line < number:
            yield Problem("no-such-line", Gravity.UNWISE, place, {"order": "if", "number": line})


def check_terms(sender: FileSender, order: Order) -> Iterator[Problem]:
    """The terms of a trade: readable, no gift, nothing for its like, not with oneself (ruling B03).

    They are judged whatever the moment is, for an offer stands for more than one.
    """
    known, seat = sender.known, sender.seat
    for number, value in enumerate(list_values(order.value)):
        place = order.places[number] if number < len(order.places) else order.place
        try:
            terms = vocabulary.read_terms(known.table, value)
            for cards in ("keep", "up-to"):
                if cards in value:
                    vocabulary.read_cards_text(str(value[cards]))
        except vocabulary.OrderTextError as error:
            respelt = respell_order(known, order.kind, order.value)
            lines = [respelt] if respelt else mend_terms(known, seat, order.kind, order.value)
            lines = [line for line in lines if keeps_limits(value, line)]
            words = quote_order(order)
            is_sure = bool(respelt) or (len(lines) == 1 and is_spelt_nearly(words, lines[0]))
            problem = misread(error, words, place, lines, is_sure=is_sure)
            if error.code != "nobody-called-so" and (whom := explain_stranger(known, seat, {order.kind: value}, lines)):
                problem = problem._replace(facts={**problem.facts, "legal": f"; write {whom}"})
            yield problem
            continue
        reason = _judge_trade(known, seat, terms)
        if reason is not None:
            code, facts = reason
            lines = mend_terms(known, seat, order.kind, order.value) if seat in terms.to else []
            legal = f"; write {join_lines(lines)}" if lines else ""
            yield Problem(code, Gravity.ILLEGAL, place, {"legal": legal, **facts, "order": quote_order(order)})


def _judge_trade(known: View, seat: SeatNumber, terms: Terms) -> vocabulary.Reason | None:
    """Why a trade can never be, whatever the moment; None where it may be one day."""
    if known.stage is Stage.OVER:
        return "game-over", {}
    if seat in terms.to:
        others = [other.name for other in known.seats if other.name != known.seats[seat].name]
        return "trade-alone", {"known": ", ".join(others)}
    edition = known.table.edition
    return judge_terms(terms.give, terms.get) or judge_count(terms.give, edition) or judge_count(terms.get, edition)


ONLY_STANDING = ("offer", "want")
"""What can stand nowhere else."""
STANDING = (*ONLY_STANDING, "refuse", "discard", "robber", *CARDS_BEFORE_ROLL)
"""What can stand under ``standing:``."""
