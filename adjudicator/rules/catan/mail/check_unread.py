"""Answering items that are no order: with the order that they were probably meant to be."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import CORRECTION, ELSE, THEN, UNREAD_MEANT, Gravity, Order, Problem
from adjudicator.kit.negation import find_denial, is_unless, say_without
from adjudicator.kit.words import find_near
from adjudicator.rules.catan.cards import RESOURCES
from adjudicator.rules.catan.mail.check_orders import (
    ONLY_STANDING,
    STANDING,
    FileSender,
    check_texts,
    join_lines,
    say_next,
)
from adjudicator.rules.catan.mail.conditions import may_roll
from adjudicator.rules.catan.mail.language.likeness import (
    SURE,
    adds_named,
    asks_same,
    is_example,
    is_spelt_nearly,
    keeps_said,
)
from adjudicator.rules.catan.mail.language.meant import mend_item, say_item, shorten
from adjudicator.rules.catan.mail.language.meant_condition import is_asking, is_whole, mend_asked, mend_beside
from adjudicator.rules.catan.mail.language.meant_phrases import NEVER, mend_wishes, names_cards
from adjudicator.rules.catan.mail.language.meant_terms import (
    GETS,
    GIVES,
    LIMITS,
    PROPOSE,
    WITH_TERMS,
    find_asking,
    keeps_limits,
)
from adjudicator.rules.catan.mail.language.meant_trade import mend_refusal
from adjudicator.rules.catan.mail.language.misspelt import read_misspelt
from adjudicator.rules.catan.mail.language.nearest import is_read, write_item
from adjudicator.rules.catan.mail.language.order_text import FORMS, list_alternatives
from adjudicator.rules.catan.mail.language.plain import says_plainly
from adjudicator.rules.catan.mail.language.respelt import respell_condition, respell_order
from adjudicator.rules.catan.mail.language.spelling import spell, spell_kind
from adjudicator.rules.catan.mail.language.strangers import explain_stranger
from adjudicator.rules.catan.mail.language.trade_sides import hold_sides, states_trade
from adjudicator.rules.catan.mail.language.vocabulary import WHOM, list_items
from adjudicator.rules.catan.mail.plans import BUILD, SOFT
from adjudicator.rules.catan.mail.proposals import ANSWERS, COUNTER
from adjudicator.rules.catan.mail.wording import COUNTS_ALONE, TAKE_BACK, give_example
from adjudicator.rules.catan.order_of_play import is_deciding
from adjudicator.rules.catan.views.known import as_state

_ROLL = "roll: dice"
_VICTORY = re.compile(
    r"(?=.*\b(?:victory|vp)\b)(?:(?:play|use|show|reveal|my|an?|the|victory|points?|vp|cards?|1)\b[\s:_-]*)+"
)
"""A card that counts by itself, and the words around it."""
_SIDES = (GIVES | GETS | {"to", *(limit for limits in LIMITS.values() for limit in limits)}) - {"my"}
"""The keys of terms."""
_TRIES = tuple(f"{word} " for word in SOFT)
"""How keys begin that say before an order that it may be skipped."""
_BESIDE = ("if", THEN, ELSE)
"""Keys that stand beside an order."""


def answer_unread(sender: FileSender, unread: Order, *, standing: bool = False) -> Iterator[Problem]:
    """What to write in place of an item that is no order, where that can be guessed."""
    known, seat, own = sender.known, sender.seat, sender.own
    item = _spell_own((*own.kinds, *(STANDING if standing else ())), unread.value)
    said, spelt = say_item(unread.value), say_item(item)
    keys = item if isinstance(item, Mapping) else {}
    if _is_told(keys):
        return
    meant = None if standing else _find_meant(sender, unread)
    told = shorten(said) if meant is None else f"{shorten(said)} (did you mean '{meant.kind}'?)"
    if (meant := meant or _read_purchases(unread)) is not None:
        yield from _answer_meant(sender, unread, meant, told)
        return
    if (problem := _answer_spelling(sender, unread, keys, standing=standing)) is not None:
        yield problem
        return

    def mend(part: JsonValue) -> list[str]:
        lines = list(own.mend(known, seat, say_item(part)))
        is_own = lines or any(key in own.kinds for key in keys)
        return lines if is_own else mend_item(known, seat, part, standing=standing)

    lines, beside = mend_asked(known, seat, keys), ""
    if lines is not None:
        said = next(key for key in keys if is_asking(key))
    else:
        lines = _mend_own(sender, keys) or mend_beside(known, seat, item, mend) or list(own.mend(known, seat, spelt))
    if standing and lines and not any(line.partition(":")[0] in {"if", *STANDING, *own.kinds} for line in lines):
        beside = " under 'orders:'"
    if not (standing or known.seats[seat].owes) and re.match(r"(?:keep|first)\b", said.lower()) and names_cards(said):
        lines, beside = list(mend_wishes(said)), " under 'standing:'"
    elif not standing and find_asking(known, seat) is None and NEVER.match(said.lower()):
        lines, beside = mend_refusal(known, seat, said.lower()), " under 'standing:'"
    # what says that already is at fault elsewhere: in its condition, or in a list that is none
    is_plain = ELSE in keys or all(isinstance(part, str | int) for key, part in keys.items() if key != "if")
    if not (keys and is_plain and lines == [say_item(unread.value)]):
        inner = [terms for terms in keys.values() if isinstance(terms, Mapping)]
        lines = [line for line in lines if all(keeps_limits(terms, line) for terms in inner)]
        lines = _leave_out_rolls(sender, lines)
        yield from _answer_with_lines(sender, unread, (said, spelt), lines, beside, standing=standing)


def _mend_own(sender: FileSender, item: JsonObject) -> list[str]:
    """The lines of an item with several orders that only a game on top knows, if each can be one only."""
    parts = [f"{key}: {say_item(value)}" for key, value in item.items() if key in sender.own.kinds]
    found = [list(sender.own.mend(sender.known, sender.seat, part)) for part in parts]
    is_all = len(parts) > 1 and len(parts) == len(item) and all(len(lines) == 1 for lines in found)
    return ["\n".join(lines[0] for lines in found)] if is_all else []


def _is_told(item: JsonObject) -> bool:
    """Whether more is said of an item where its mistake is than a line in its place would say.

    ``ask: everybody`` is so without ``ask``; a side of a trade without its colon is no card; beside a misspelt ``if`` a
    line has the order alone.
    """
    inner = [terms for terms in item.values() if isinstance(terms, Mapping)]
    asks = any(terms.get("ask") in _EVERYBODY for terms in inner)
    colons = any(
        said is None and key.split()[0] in _SIDES and key not in _SIDES
        for terms in inner
        for key, said in terms.items()
    )
    return (
        asks or colons or any(not is_asking(key) and find_near(key, _BESIDE, SURE) for key in item.keys() - {*_BESIDE})
    )


def _answer_spelling(sender: FileSender, unread: Order, item: JsonObject, *, standing: bool) -> Problem | None:
    """The one problem with an order with keys, or its condition, of which nothing but the spelling is wrong.

    So it is told of a card that nobody plays, too.
    """
    said = say_item(unread.value)
    if _VICTORY.fullmatch(said.lower()):
        return Problem(UNREAD_MEANT, Gravity.INVALID, unread.place, {"order": shorten(said), "instead": COUNTS_ALONE})
    written = [key for key in item if key not in ("if", ELSE)]
    place = next((place for place in unread.places if place != unread.place), unread.place)
    # a condition of the right form is looked at once the rest can be read
    asking = [key for key in item if is_asking(key)]
    key = asking[0] if len(asking) == 1 and not (asking == ["if"] and is_whole(sender.known, item["if"])) else ""
    asked = {"not": item[key]} if is_unless(key) else item.get(key)
    if line := respell_condition(sender.known, sender.seat, asked, is_mended=key != "if"):
        facts = {"order": key, "instead": f"'{line}'", CORRECTION: line}
        return Problem(UNREAD_MEANT, Gravity.INVALID, place, facts)
    names = {*STANDING} if standing else WITH_TERMS - {*ONLY_STANDING}
    if len(written) != 1 or not isinstance(value := item[written[0]], Mapping | list):
        return None
    kind = written[0] if written[0] in names else find_near(written[0], names, SURE)
    is_misspelt = isinstance(unread.value, Mapping) and kind not in unread.value
    line = respell_order(sender.known, kind, value, is_mended=is_misspelt) if kind else ""
    facts = {"order": shorten(said), "instead": f"'{line}'", CORRECTION: f"- {line}"}
    here = min([*unread.places, unread.place], key=lambda place: place.line != unread.place.line)
    return Problem(UNREAD_MEANT, Gravity.INVALID, here, facts) if line else None


def _spell_own(kinds: Collection[str], item: JsonValue) -> JsonValue:
    """``item`` with its only order spelt right, where that is nearly one of ``kinds`` and is like no other order."""
    written = [key for key in item if key not in ("if", ELSE)] if isinstance(item, Mapping) else []
    near = find_near(written[0], (*FORMS, *WITH_TERMS, *ANSWERS, *kinds), SURE) if len(written) == 1 else ""
    if not isinstance(item, Mapping) or near not in kinds:
        return item
    return {near if key == written[0] else key: value for key, value in item.items()}


_WRITE = "; write "
"""What comes before the line that is offered, in the fact ``legal``."""


def _answer_meant(sender: FileSender, unread: Order, meant: Order, said: str) -> Iterator[Problem]:
    """The one problem with an item that is ``said``, which is but for its spelling the order ``meant``."""
    misreadings = list(check_texts(sender, meant))
    items = [write_item(str(text)) for text in list_alternatives(meant)]
    line = f"{meant.kind}: " + (f"[{', '.join(items)}]" if isinstance(meant.value, list) else str(meant.value))
    # what is not in the right form needs no other explanation
    corrected = {str(problem.facts.get("legal", "")) for problem in misreadings if problem.code == "wrong-words"}
    instead = "".join(corrected) if len(corrected) == 1 else ""
    facts = {"order": said}
    if not misreadings:
        facts |= {"instead": join_lines([line]), CORRECTION: f"- {line}"}
    elif [problem.code for problem in misreadings] == ["not-a-list"]:
        facts |= {"instead": str(misreadings[0].facts["instead"])}
    elif instead.startswith(_WRITE) and all(problem.code == "wrong-words" for problem in misreadings):
        facts |= {"instead": instead.removeprefix(_WRITE)}
        certain = {str(problem.facts.get(CORRECTION, "")) for problem in misreadings}
        facts |= {CORRECTION: "".join(certain)} if len(certain) == 1 and all(certain) else {}
    else:
        yield from misreadings  # that its key is misspelt is told beside them
        return
    yield Problem(UNREAD_MEANT, Gravity.INVALID, unread.place, facts)


def _answer_with_lines(
    sender: FileSender, unread: Order, words: tuple[str, str], lines: Sequence[str], beside: str, *, standing: bool
) -> Iterator[Problem]:
    """The problem with an item, for which ``lines`` can stand, or else an example of a text.

    The ``words`` are the item as it is told, and the same with its key spelt right.
    """
    said, spelt = words
    place = (*unread.places, unread.place)[0]
    kept = {*sender.own.kinds, COUNTER, "if"}  # these see to it themselves
    whole, orders = say_item(unread.value), " ".join(sender.own.kinds)
    lines, is_side_said = hold_sides(spelt, lines, sender.known.table.number_of)
    others = [line for line in lines if line.partition(":")[0] not in kept]
    denials = [denial for line in others if (denial := find_denial(whole, f"{line} {orders}"))]
    is_taken_back = bool(_TAKEN_BACK.match(said) or (not standing and _NO_OFFERS.match(said)))
    if denials or is_taken_back:
        key = "standing" if standing or "offer" in said.lower() else "orders"
        instead = TAKE_BACK.format(key=key) if is_taken_back else say_without(denials[0])
        facts = {"order": shorten(said), "instead": instead}
        yield Problem(UNREAD_MEANT, Gravity.INVALID, place, facts)
    elif whom := explain_stranger(sender.known, sender.seat, unread.value, lines):
        yield Problem(UNREAD_MEANT, Gravity.INVALID, place, {"order": shorten(said), "instead": whom})
    elif lines:
        instead = (say_next(sender) if lines == [_ROLL] else "") or join_lines(lines) + beside
        kind = lines[0].partition(":")[0]
        is_keyed = kind in _AIMED or (isinstance(unread.value, Mapping) and kind in unread.value and kind in FORMS)
        is_meant = bool(beside) or not is_keyed or not all(is_example(spelt, line) for line in lines)
        is_bare = kind in _AIMED and _BARE.fullmatch(spelt.lower())  # where to and from whom is not said
        is_reckoned = kind in {*sender.own.kinds, "discard", "if"}  # from what is held, or asked elsewhere
        is_reckoned = is_reckoned or _NUMBER_ALONE.fullmatch(whole) is not None
        adds = any(adds_named(spelt, line) for line in lines)
        # in which order the positions are liked that are left beside a 'not' is not said
        invents = any("prefer: " in line and find_denial(whole, line) for line in lines)
        is_whole = is_side_said and not invents and (is_reckoned or (keeps_said(spelt, lines) and not adds))
        if standing and kind in sender.own.kinds:  # what a word stands for now is something else in a later vote
            is_whole = {*_NUMBER.findall(lines[0])} <= {*_NUMBER.findall(spelt)}
        shown = instead if is_meant and is_whole and not is_bare else f"for example {instead}"
        facts = {"order": shorten(said), "instead": shown}
        facts |= _correct(unread.value, instead, lines) if shown == instead else {}
        is_own = kind in sender.own.kinds and shown == join_lines(lines[:1]) and "\nif: " not in lines[0]
        if is_own and sender.own.is_sure(sender.known, sender.seat, spelt, lines[0]):
            facts[CORRECTION] = "- " + lines[0].replace("\n", "\n- ")
        alone = len(lines) == 1 and instead == join_lines(lines)
        is_stated = alone and shown == instead and states_trade(spelt, lines[0], sender.known.table.number_of)
        if is_stated or (alone and says_plainly(sender.known, sender.seat, unread.value, lines[0])):
            facts[CORRECTION] = "- " + lines[0].replace("\n", "\n  ")
        is_asked = isinstance(unread.value, Mapping) and not {"if", ELSE}.isdisjoint(unread.value)
        if is_asked and re.search(r"\n(?!if: )", lines[0]):  # the condition would be that of the last order alone
            facts.pop(CORRECTION, None)
        is_guess = alone and CORRECTION not in facts and _is_guess(spelt, lines[0])
        facts |= {"instead": f"for example {instead}"} if is_guess else {}
        if lines == [unread.value]:
            facts["instead"] = f"{shown} without the quotation marks"
        yield Problem(UNREAD_MEANT, Gravity.INVALID, place, facts)
    elif isinstance(unread.value, str) and not standing:
        yield Problem(UNREAD_MEANT, Gravity.INVALID, place, {"order": shorten(said), "instead": _show_any(sender)})


def _show_any(sender: FileSender) -> str:
    """An order that the sender may give, as an example."""
    state = as_state(sender.known)
    example = give_example(state, sender.seat) if is_deciding(state, sender.seat) else "end: turn"
    return f"for example '{example}'"


def _is_guess(words: str, line: str) -> bool:
    """Whether a ``line`` that is not certain is no more than an example; of trades it is told elsewhere."""
    kind = line.partition(":")[0]
    return kind not in _TRADES or (kind == PROPOSE and not _PROPOSED.search(words.lower()) and "to: [" not in line)


def _leave_out_rolls(sender: FileSender, lines: list[str]) -> list[str]:
    """``lines`` without a roll among other orders, where the dice need none."""
    if lines == [_ROLL] or not sender.known.turn or may_roll(sender.known, sender.seat):
        return lines
    return ["\n".join(part for part in line.split("\n") if part != _ROLL) or line for line in lines]


def _correct(item: JsonValue, instead: str, lines: Sequence[str]) -> Mapping[str, str]:
    """The line in place of ``item``, or the condition in place of its text, where it says the same in plain words."""
    if instead != join_lines(lines[:1]):
        return {}
    if lines[0].startswith("if: ") and isinstance(item, Mapping) and isinstance(item.get("if"), str):
        return {CORRECTION: lines[0].removeprefix("if: ")}
    if lines[0].startswith("if: {not: ") and isinstance(item, Mapping) and "if" not in item:
        denied = [said for key, said in item.items() if is_unless(key)]
        return {CORRECTION: lines[0]} if len(denied) == 1 and isinstance(denied[0], str) else {}
    if isinstance(item, Mapping) and isinstance(asked := item.get("if"), Mapping) and lines[0].startswith("if: "):
        words = f"if {say_item(asked)}"
        # a list of cards without quotes may have fallen apart
        is_spelling = None in asked.values() and is_spelt_nearly(words, lines[0])
        is_flat = not any(isinstance(part, Mapping) for asks in asked.values() for part in list_items(asks))
        is_same = is_spelling or (is_flat and asks_same(words, lines[0]))
        return {CORRECTION: lines[0]} if len(lines) == 1 and is_same else {}
    is_plain = isinstance(item, str) or (
        isinstance(item, Mapping) and all(isinstance(v, str | int) for v in item.values())
    )
    if isinstance(item, Mapping) and len(item) == 1 and isinstance(inner := next(iter(item.values())), Mapping):
        # whom it is for is not known where nothing stands behind 'to'
        is_plain = all(isinstance(part, str | int) or (part is None and key not in WHOM) for key, part in inner.items())
    said = say_item(item)
    if numbered := _NUMBER_ALONE.fullmatch(said):  # only one seat has proposed, maybe one trade alone
        kind, number = numbered.groups()
        who = lines[0].split()[1]
        said = f"{kind} {who}" if number == "1" and lines[0] == f"{kind}: {who}" else f"{kind} {who} {number}"
    said = _ROAD_TO.sub(r"\1toward ", _FIRST.sub("", said))
    is_certain = is_plain and is_spelt_nearly(said, lines[0])
    kind, _, rest = said.partition(" ")  # a text without its colon says what it would say with one
    is_certain = is_certain or (isinstance(item, str) and kind in FORMS and lines == [f"{kind}: {spell(kind, rest)}"])
    is_certain = is_certain or (said.strip(" .!").lower() in _ENDS and lines == ["end: turn"])
    deal = _DEAL.fullmatch(said)
    is_certain = is_certain or (
        deal is not None and [deal.expand("propose: {give: \\1, get: \\2, to: [\\3]}")] == lines
    )
    if not is_certain:
        return {}
    listed = "- " + re.sub(r"\n(?!if: )", "\n- ", lines[0])
    if isinstance(item, Mapping) and len(item) > 1 and "\n" in lines[0]:  # in brackets it stands for the whole item
        first, rest = listed.split("\n", 1)
        return (
            {CORRECTION: f"- {{{first[2:]}}}\n{rest}"}
            if _ALONE.fullmatch(first) and "end: turn\n" not in lines[0]
            else {}
        )
    return {CORRECTION: listed}


def _find_meant(sender: FileSender, unread: Order) -> Order | None:
    """The order that ``unread`` is but for its key, which is nearly one that can stand there; None if there is none."""
    item = unread.value if isinstance(unread.value, Mapping) else {}
    written = [key for key in item if key not in ("if", ELSE)]
    own = sender.own.kinds
    if len(written) != 1 or written[0] in FORMS or written[0] in own or written[0].lower().startswith(_TRIES):
        return None
    value = item[written[0]]
    texts = value if isinstance(value, list) else [value]
    if not texts or not all(isinstance(text, str | int) for text in texts):
        return None
    names = (*FORMS, *sorted(WITH_TERMS), *ANSWERS, *own)
    kind = find_near(written[0], names)
    known, seat = sender.known, sender.seat
    if kind == "settlement" and not known.turn:
        return None  # in the set-up it is placed with its road
    reads = (is_read(known.table, kind, str(one)) or read_misspelt(known, seat, kind, str(one)) for one in texts)
    if find_near(written[0], names, SURE) or (kind in FORMS and all(reads)):
        if kind == "plenty" and spell_kind(str(value)) in RESOURCES:
            value = f"2 {value}"  # the card brings two
        return Order(kind, value, None, unread.place, (unread.place,) * len(texts)) if kind in FORMS else None
    return None


def _read_purchases(unread: Order) -> Order | None:
    """The list of what to buy that has purchases as they stand by themselves, with keys; None for anything else."""
    item = unread.value if isinstance(unread.value, Mapping) else {}
    keys = [key for key in item if key not in ("if", ELSE)]
    listed = item[keys[0]] if len(keys) == 1 and keys[0] == BUILD else None
    if not isinstance(listed, list) or not any(isinstance(part, Mapping) for part in listed):
        return None
    if not all(isinstance(part, str | int) or (isinstance(part, Mapping) and len(part) == 1) for part in listed):
        return None
    texts: list[JsonValue] = [say_item(part).replace(": ", " ").removeprefix("buy ") for part in listed]
    return Order(BUILD, texts, None, unread.place, (unread.place,) * len(texts))


_NUMBER = re.compile(r"\d+")
_DEAL = re.compile(r"trade:? (.+) for (.+) with ([a-z].*)", re.IGNORECASE)
"""A trade with somebody, in plain words."""
_FIRST = re.compile(r"first,? (?=.*\b(?:then|and)\b)", re.IGNORECASE)
"""What begins the first of several orders, and says nothing that their order does not."""
_ROAD_TO = re.compile(r"(\broad )to (?=\d+$)", re.IGNORECASE)
"""What people say of a road that leads somewhere."""
_TRADES = frozenset({*WITH_TERMS, *ANSWERS, "bank", "if"})
"""Lines of which it is told elsewhere what in them is not certain."""
_PROPOSED = re.compile(r"propos|offer|every|any|\bask|want|need|wish|request|\bfor:")
"""What is said of a trade that others are to accept, and not the bank."""
_ENDS = frozenset({"end", "done", "endturn"})
_ALONE = re.compile(r"- [a-z-]+: [\w -]+")
"""An order that can stand in brackets as it is."""
_NUMBER_ALONE = re.compile(r"(accept|refuse): (\d)")
_AIMED = ("knight", "robber")
_BARE = re.compile(r"(?:(?:[ai]\b(?!\W*$)|please|play|use|move|an|the|my|cards?|knights?|soldiers?|robber)\b[\s:.!]*)+")
"""A knight, or the robber, and no more."""
_TAKEN_BACK = re.compile(
    r"(?:please |i )?(?:(?:cancel|delete|remove|retract|undo|withdraw)\b|stop:? (?!turn)\w)", re.IGNORECASE
)
_NO_OFFERS = re.compile(r"no (?:more )?offers?$", re.IGNORECASE)
"""How people begin to take back what they have on file."""
_EVERYBODY = ("all", "anybody", "anyone", "everybody", "everyone")
