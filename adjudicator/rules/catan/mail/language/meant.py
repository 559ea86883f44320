"""What an item that was not understood was probably meant to be: lines that can be sent in its place."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import ELSE, THEN, Order
from adjudicator.core.table import SeatNumber
from adjudicator.kit.words import find_near
from adjudicator.rules.catan.cards import RESOURCES
from adjudicator.rules.catan.mail.language import likeness, meant_places, nearest
from adjudicator.rules.catan.mail.language import meant_phrases as phrases
from adjudicator.rules.catan.mail.language.likeness import SURE
from adjudicator.rules.catan.mail.language.meant_condition import mend_beside
from adjudicator.rules.catan.mail.language.meant_terms import (
    BANK,
    OFFER,
    PROPOSE,
    TAKE,
    WANT,
    WITH_TERMS,
    has_stray_key,
    join_cards,
)
from adjudicator.rules.catan.mail.language.meant_trade import (
    ABOUT_TRADE,
    mend_answer,
    mend_refusal,
    mend_trade,
    write_standing,
    write_trade,
)
from adjudicator.rules.catan.mail.language.order_text import FORMS, has_text, write_text
from adjudicator.rules.catan.mail.language.spelling import spell, spell_cards
from adjudicator.rules.catan.mail.language.vocabulary import list_items
from adjudicator.rules.catan.mail.plans import BUILD, PURCHASES, SOFT, TRY, spell_order
from adjudicator.rules.catan.mail.proposals import ACCEPT, COUNTER, REFUSE
from adjudicator.rules.catan.state import Stage
from adjudicator.rules.catan.topology import INTERSECTIONS
from adjudicator.rules.catan.views.known import View

_POLITE = re.compile(
    r"\b(?:please|try|i(?:'d| would)? (?:like|want|wish) to|i(?:'ll| will)|let me|can i|will|then|now)\b"
)
_MYSELF = re.compile(r"(?<!\bto )(?<!\bon )(?<!\bat )(?<!\bhex )(?<!\brobber )\bi (?=[a-z]{2})(?!from\b|and\b)")
"""The speaker, and not the hex of that letter."""
_ODER = re.compile(r"\boder\b", re.IGNORECASE)
_END = re.compile(
    r"(?=.*(?:end|pass|done|fini|stop|turn|over|next|noth|skip|wait))"
    r"(?:(?:my|the|end|pass|done|finish(?:ed)?|stop|turn|that's|all|over|next|player|of|it|nothing|skip|wait|true|yes|[01])[\s:.!_]*)+"
)
_YES = re.compile(r"(?:yes|ok|okay|deal|agreed|accept|fine|sure|true)\b.*")
_NO = re.compile(r"(?:no|nope|never|decline|reject|refuse|false)\b.*")
_NO_BUT = re.compile(r"(?:no|nope|sorry)\b(?: thanks| thank you)?[\s,.]*(?:but\b\s*)?")
_KEYS: Sequence[tuple[str, str]] = (
    (r"road[ -]?building", "road-building"),
    (r"year[ -]of[ -]plenty|plenty|invention", "plenty"),
    (r"monopoly", "monopoly"),
    (r"knights?|soldiers?", "knight"),
    (r"discard|throw away|drop", "discard"),
    (r"accept|agree to", ACCEPT),
    (r"refuse|reject|decline", REFUSE),
    (r"bank|harbou?r|port", BANK),
    (r"counter(?:[- ]?offer|[- ]?proposal)?", COUNTER),
    (r"take (?:the )?offer", TAKE),
    (r"propose|proposal|offer", PROPOSE),
    (r"trade|exchange|swap|sell|give|needs?|asks?|requests?|wish(?:es)?", "trade"),
    (r"robber|thief|rob|steal", "robber"),
    (r"(?:buy|get|draw)?\s*(?:a )?(?:dev\w*)[ -]?(?:cards?)?|(?:buy|draw) (?:a |1 |one )?cards?", "buy"),
    (r"upgrade|city|cities", "city"),
    (r"settle(?:ments?)?|villages?|town", "settlement"),
    (r"roads?|path|street", "road"),
    (r"roll|dice", "roll"),
    (r"take", TAKE),
    (r"place|start|put", "place"),
    (r"buy", "buy"),
    (r"end|pass", "end"),
    (r"^(?:a |1 |one )?cards?(?::? ?\d)?$", "buy"),
)
"""Words by which people call an order, the surest first; ``trade`` may be with the bank or with others."""
_WANTED: Mapping[str, str] = {
    **dict.fromkeys(("need", "needs", "wants", "wish", "wishes"), WANT),
    **dict.fromkeys(("ask", "asks", "request", "requests"), OFFER),
}
"""What people write before the cards that they want, and which standing order has that: who asks says so to all."""
_LEFT_OVER = re.compile(r"\b(?:build|play|use|make|do|a|an|the|card|to|my|using|into|city|at|on|with|of|from)\b")
_TO = re.compile(r"to (\d{1,2})")
_NUMBERED = re.compile(r"(?:(?:step|order|line) )?\d+|first|second|third|next|finally")
"""What people write before an order to say when its turn comes."""
_OFFER = re.compile(r"([a-z][\w-]*?)(?:'s)?(?: offer)?(?: number| no\.?)? (\d+)")
_PAIR = 2
_REST = ("keep", "rest")
"""The keys of a trade with the bank of all but some cards."""
_AIMED = ("robber", "knight")
_WISHES = ("discard", "first", "keep")
"""How standing orders for discards begin."""
_DRAWN = frozenset({"knight", "monopoly", "plenty", "road-building"})
"""Development cards, which are bought unseen."""
_MENDERS: Mapping[str, Callable[[View, SeatNumber, JsonValue], list[str]]] = {
    "place": meant_places.mend_place,
    "discard": phrases.mend_discard,
    "road-building": meant_places.mend_roads,
}
"""What finds lines for a kind of order, whatever stands behind its key."""


def say_item(item: JsonValue) -> str:
    """An item in one line, as far as it says what to do."""
    match item:
        case Mapping():
            said = ((key, part) for key, part in item.items() if key not in {"if", ELSE})
            return " ".join(
                f"{key}: {say_item(part).replace(': ', ' ')}" if part is not None else key for key, part in said
            )
        case list() | tuple():
            return ", ".join(map(say_item, item))
    return "" if item is None else str(item)


_SHOWN = 60


def shorten(text: str) -> str:
    """``text`` as far as it stands well in a sentence."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def join_list(known: View, seat: SeatNumber, order: Order) -> list[str]:
    """What a list says whose items are parts of one order: cards of Plenty or a discard, free roads, place and path.

    Nothing for a list of alternatives.
    """
    if isinstance(order.value, str) or not isinstance(order.value, Sequence) or len(order.value) < _PAIR:
        return []
    texts = [str(text) for text in order.value]
    spelt = [spell(order.kind, text) for text in texts]
    match order.kind:
        case "plenty" if all(" " not in text and text in RESOURCES for text in spelt):
            return [f"{order.kind}: {', '.join(spelt)}"]
        case "discard":
            return phrases.join_discards(known, seat, order)
        case "road-building":
            return meant_places.join_roads(known, order)
        case "place" if len(texts) == _PAIR and nearest.is_read(known.table, order.kind, " ".join(texts)):
            alone = all(nearest.is_read(known.table, order.kind, text) for text in texts)
            return [] if alone else [f"place: {' '.join(texts)}"]
    return []


def mend_item(known: View, seat: SeatNumber, item: JsonValue, *, standing: bool = False) -> list[str]:
    """Lines in place of an item that is no order; none where nothing can be guessed. Its condition is not looked at."""
    if isinstance(item, Mapping) and len(item) == 1 and _NUMBERED.fullmatch(next(iter(item)).lower()):
        item = next(iter(item.values()))
    item = _join_soft(_join_terms(item))
    several = phrases.part_orders(item) if known.turn else []
    if several:
        found = [mend_item(known, seat, part, standing=standing) for part in several]
        return ["\n".join(lines[0] for lines in found)] if all(found) else []
    if isinstance(item, Mapping):
        joined = list(join_cards(known, item))
        # to take the first choice, or the first order of several in a set-up, would leave out the others
        if (
            joined
            or not {THEN, "or", "oder"}.isdisjoint(item)
            or (not known.turn and len(item.keys() & FORMS.keys()) > 1)
        ):
            return joined or _join_place(known, item)
        for key, value in item.items():
            lines = [] if key in ("if", ELSE) else _mend_entry(known, seat, key, value, standing=standing)
            if lines or _is_lost(key, value, standing=standing):
                return lines
    said = say_item(item)
    if said.lower().startswith("try ") and nearest.is_read(known.table, TRY, said[4:]):
        return [f"{TRY}: {spell_order(TRY, said[4:])}"]
    if standing and said.lower().startswith(_WISHES):
        return list(phrases.mend_wishes(said))
    if standing and phrases.NEVER.match(said.lower()):
        return mend_refusal(known, seat, said.lower())
    guessed = list(dict.fromkeys(_guess(known, seat, said))) or _show_deal(known, seat, item, said)
    return write_standing(guessed, said) if standing else guessed


def _join_place(known: View, item: Mapping[str, JsonValue]) -> list[str]:
    """A place of the set-up that stands with its road as two orders in one item; nothing for any other two."""
    pair = " ".join(say_item(item[key]) for key in ("place", "settlement", "road") if key in item)
    is_place = len(item) == _PAIR and "road" in item and nearest.is_read(known.table, "place", pair)
    return [f"place: {spell('place', pair)}"] if is_place else []


def _show_deal(known: View, seat: SeatNumber, item: JsonValue, said: str) -> list[str]:
    """A trade with the bank in place of one with the keys of a proposal, of which nothing else is understood."""
    deal = item.get(BANK) if isinstance(item, Mapping) else None
    is_deal = isinstance(deal, Mapping) and not {"give", "get"}.isdisjoint(deal)
    return [f"{BANK}: {nearest.find_example(known, seat, BANK, said)}"] if is_deal else []


def _join_terms(item: JsonValue) -> JsonValue:
    """``item`` with terms in brackets that have no keys as one text."""
    if not isinstance(item, Mapping):
        return item
    alone = {
        key
        for key, terms in item.items()
        if isinstance(terms, Mapping) and all(said is None for said in terms.values())
    }
    return {
        key: ", ".join(terms) if key in alone and isinstance(terms, Mapping) else terms for key, terms in item.items()
    }


def _join_soft(item: JsonValue) -> JsonValue:
    """``item`` with what it tries or builds behind that word, as in ``try road: {toward: 26}``; a choice alone."""
    match list(item.items()) if isinstance(item, Mapping) else []:
        case [(key, [one])] if key.lower() == "either":
            return _join_soft(one)
        case [(key, said)] if key.lower().startswith(tuple(f"{word} " for word in SOFT)) and said is not None:
            word, _, rest = key.partition(" ")
            return {word.lower(): [f"{rest} {say_item(said)}"]}
    return item


def _mend_entry(known: View, seat: SeatNumber, key: str, value: JsonValue, *, standing: bool) -> list[str]:
    """Lines for a key and what stands behind it, where the key says what is meant and the value is of its form."""
    key = BUILD if key.lower() == "either" else key
    if key in SOFT and isinstance(value, Mapping | list | tuple):
        parts = value if not isinstance(value, Mapping) else [{kind: said} for kind, said in value.items()]
        lines = [say_item(part).replace(":", " ") for part in parts]
        if lines and all(nearest.is_read(known.table, key, line) for line in lines):
            return [f"{key}: [{', '.join(spell_order(key, line) for line in lines)}]"]
    mend = None if standing and key == "discard" else _MENDERS.get(key.lower())
    if mend is not None:
        return mend(known, seat, value)
    if key in FORMS and key != "plenty" and isinstance(value, list | tuple) and len(value) > 1:
        texts = [say_item(text) for text in value]
        if all(nearest.is_read(known.table, key, text) for text in texts):  # a choice stays one
            return [nearest.write_line(key, [spell_order(key, text) for text in texts])]
    if key in FORMS and isinstance(value, Mapping) and has_text(value):
        text = str(write_text({word: ", ".join(map(str, list_items(said))) for word, said in value.items()}))
        return [f"{key}: {text}"] if nearest.is_read(known.table, key, text) else []
    if standing and key.lower() in _WISHES:
        return list(phrases.mend_wishes(value if key == "discard" else {key: value}))
    if key == BANK and (kept := phrases.mend_rest(known, say_item(value))):
        return kept
    if key in PURCHASES and key in FORMS:
        return mend_value(known, seat, key, say_item(value), standing=standing)
    kind = _name_kind(key, standing=standing)
    value = f"get {value}" if key.lower() in _WANTED and isinstance(value, str | int) else value
    return mend_trade(known, seat, kind, value, standing=standing) if kind else []


def _is_lost(key: str, terms: JsonValue, *, standing: bool) -> bool:
    """Whether there is a key among the terms of a trade that says nothing that a line could say.

    So has a ``take`` whose key alone is misspelt: the number behind the seat is no place.
    """
    if isinstance(terms, str) and key != TAKE and find_near(key, WITH_TERMS, SURE) == TAKE:
        return True
    kind = BANK if find_near(key, (BANK,), SURE) else _name_kind(key, standing=standing)
    if not isinstance(terms, Mapping) or kind not in (*WITH_TERMS, BANK, REFUSE):
        return False
    return (
        kind == REFUSE or has_stray_key(terms) or (kind == BANK and any(find_near(word, _REST, SURE) for word in terms))
    )


def _name_kind(key: str, *, standing: bool) -> str:
    """The order with terms, or the answer, that a key calls; empty for any other."""
    word = key.lower().strip()
    if word in _WANTED:
        return _WANTED[word] if standing else PROPOSE
    if standing and word in (OFFER, WANT):
        return word
    found = next((kind for pattern, kind in _KEYS if re.fullmatch(rf"(?:{pattern})(?:ed|s)?", word)), "")
    if standing and found == PROPOSE:
        return OFFER
    return found if found in (*WITH_TERMS, ACCEPT, REFUSE) else ""


def mend_several(known: View, seat: SeatNumber, kind: str, text: str) -> list[str] | None:
    """A line for each of several orders behind ``kind``, together, or none; None where there is one order alone."""
    several = phrases.part_orders(f"{kind} {text}") if known.turn else []
    found = [mend_item(known, seat, part) for part in several]
    return (["\n".join(lines[0] for lines in found)] if all(found) else []) if several else None


def mend_value(known: View, seat: SeatNumber, kind: str, text: str, *, standing: bool = False) -> list[str]:
    """Lines in place of an order whose value ``text`` was not understood; one that is legal where nothing else fits."""
    is_list = kind in SOFT and not re.search(r"\b(?:and|then)\b", text)
    several = None if standing or is_list else mend_several(known, seat, kind, text)
    if several is not None:
        return several
    lines = mend_beside(known, seat, text, lambda part: _mend_value(known, seat, kind, str(part), standing=standing))
    one_road = kind == "road" or kind in SOFT
    return [line for line in lines if not (one_road and nearest.names_no_road(known, seat, text, line))]


def _mend_value(known: View, seat: SeatNumber, kind: str, said: str, *, standing: bool) -> list[str]:
    text = _ODER.sub("or", said.strip(" !?.;"))
    if lines := phrases.mend_phrase(known, seat, kind, text.lower()):
        return lines
    if kind in _MENDERS:
        return _MENDERS[kind](known, seat, text)
    other = next((key for pattern, key in _KEYS if re.search(rf"\b(?:{pattern})\b", text.lower())), kind)
    if kind == "buy" and other in _DRAWN:
        return ["buy: card"]
    if kind == "buy" and likeness.find_cards(text.lower()):
        return list(write_trade(known, seat, PROPOSE, f"get {text.lower()}", text))
    if kind in {"buy", BANK} and other not in {kind, "trade"}:
        return list(_guess(known, seat, text))
    is_aim = kind in _AIMED and " from " not in text
    ranked = "" if is_aim else phrases.rank_purchases(known, kind, text) or phrases.rank(known, kind, text)
    ranked = ranked or phrases.show_purchases(known, seat, kind, text.lower())
    if ranked:
        return [ranked, *phrases.share_victim(ranked)]
    if kind in _AIMED:
        aimed = phrases.mend_aim(known, seat, kind, text, standing=standing)
        if aimed is not None:
            return aimed
    respelt = nearest.respell(known, text)
    if kind in SOFT and not nearest.is_read(known.table, kind, respelt):
        guessed = list(_guess(known, seat, text))
        lines = [line for said in guessed if nearest.is_read(known.table, kind, line := said.replace(": ", " ", 1))]
        return [f"{kind}: {line}" for line in lines][:1] or guessed or [f"{kind}: settlement best"] * (other == kind)
    return list(_write(known, seat, kind, respelt if nearest.is_read(known.table, kind, respelt) else text.lower()))


def _guess(known: View, seat: SeatNumber, said: str) -> Iterator[str]:
    text = " ".join(_POLITE.sub(" ", _ODER.sub("or", said.lower()).strip(" -.!")).split())
    text = re.sub(r"\bgive (?:me|us)\b", "get", text)
    if not any(f"i {other.name.lower()}" in text for other in known.seats):
        text = _MYSELF.sub("", text)
    proposal = known.book.proposal
    refuses = _NO.fullmatch(text) and not phrases.names_cards(text)
    if not refuses:
        text = _NO_BUT.sub("", text, count=1) if _NO.match(text) else text  # what comes next is a counter-offer
    if proposal is not None and seat in proposal.to and (_YES.fullmatch(text) or refuses):
        yield from mend_answer(known, seat, ACCEPT if _YES.fullmatch(text) else REFUSE, text)
        return
    if _END.fullmatch(text):
        yield "end: turn"
        return
    is_place = re.match(r"place|put|start|settle", text) or nearest.SPOT.search(nearest.PATH.sub(" ", text))
    if not known.turn and is_place and len(nearest.SPOT.findall(text)) >= _PAIR:
        yield from meant_places.mend_place(known, seat, text)
        return
    for pattern, kind in _KEYS:
        match = re.search(rf"\b(?:{pattern})\b", text)
        if match:
            rest = f"{text[: match.start()]} {text[match.end() :]}".strip(" :=,-.;")
            if kind == "robber" and phrases.is_robber_idle(known, seat):
                yield from _write(known, seat, "knight", rest, text) if nearest.may_play_knight(known, seat) else ()
                return
            is_trade = kind == "buy" and likeness.find_cards(rest)
            yield from _write(known, seat, "trade" if is_trade else kind, rest, text)
            return
    yield from _write_bare(known, seat, text)


def _write_bare(known: View, seat: SeatNumber, text: str) -> Iterator[str]:
    """Lines for a value without a key."""
    cards = spell_cards(re.sub(r"\b([a-z]+): *(\d+)", r"\2 \1", text))
    places = "" if known.turn else phrases.rank(known, "place", text)
    aims = known.stage is Stage.ROBBER and seat == known.mover
    offer = _OFFER.fullmatch(text)
    if offer and offer[1] in known.table.number_of:
        yield f"{TAKE}: {offer[1]} {offer[2]}"
    elif places:
        yield places
    elif not known.turn and spell("place", text) != "" and nearest.is_read(known.table, "place", text):
        yield from _write(known, seat, "place", text)
    elif aims and (nearest.is_read(known.table, "robber", text) or any(other.name in text for other in known.seats)):
        yield from _write(known, seat, "robber", text)
    elif nearest.PATH.search(text):
        yield from _write(known, seat, "road", text)
    elif known.seats[seat].owes and phrases.names_cards(text) and not re.search(r"\bfor\b", text):
        yield from phrases.mend_discard(known, seat, text)
    elif re.search(r"\bfor\b", text) or phrases.names_cards(text):
        yield from write_trade(known, seat, "trade", cards, cards)
    elif nearest.SPOT.search(text):
        mine = known.seats[seat]
        spot = int(nearest.SPOT.findall(text)[0])
        own = spot < INTERSECTIONS and mine.settlements >> spot & 1
        yield from _write(known, seat, "city" if own else "settlement", text)


def _write(known: View, seat: SeatNumber, kind: str, rest: str, whole: str = "") -> Iterator[str]:
    if kind == "settlement" and not known.turn:
        kind = "place"  # in the set-up it comes with its road
    if kind in ABOUT_TRADE:
        found = list(write_trade(known, seat, kind, rest, whole))
        example = [f"{BANK}: {nearest.find_example(known, seat, BANK, rest)}"] if kind == BANK else []
        yield from found or example
        return
    if kind == "road" and (aim := _TO.fullmatch(rest)):
        yield f"road: toward {aim[1]}"
        return
    bare = " ".join(_LEFT_OVER.sub(" ", rest).split()).strip(" ,;")
    if kind in _AIMED and not any(" from " in spell(kind, text) for text in (rest, bare)):
        aims = dict.fromkeys(
            nearest.find_example(known, seat, kind, part) for part in phrases.part_alternatives(kind, rest)
        )
        yield nearest.write_line(kind, list(aims))
        return
    ranked = phrases.rank(known, kind, rest) or phrases.rank(known, kind, bare)
    if ranked:
        yield from (ranked, *phrases.share_victim(ranked))
        return
    yield from _write_value(known, seat, kind, rest, bare)


def _write_value(known: View, seat: SeatNumber, kind: str, rest: str, bare: str) -> Iterator[str]:
    if kind in _MENDERS:
        yield from _MENDERS[kind](known, seat, rest)
        return
    for text in (rest, bare):
        if nearest.is_read(known.table, kind, text):
            yield f"{kind}: {spell(kind, text)}"
            return
    paths = nearest.PATH.findall(rest)
    spots = [spot for spot in nearest.SPOT.findall(rest) if int(spot) < INTERSECTIONS]
    if kind == "road" and (chained := list(nearest.list_chained(known, rest))):
        yield from chained
        return
    there = [spell("road", path) for path in paths if nearest.is_read(known.table, "road", path)]
    if kind == "road" and (len(paths) > 1 or there):
        if len(there) == len(paths) and not re.search(r"\bor\b", rest):  # no road or choice is left out
            yield "\n".join(f"road: {path}" for path in there)
    elif kind == "buy":
        yield "\n".join(["buy: card"] * likeness.read_times(rest))
    elif kind in {"settlement", "city"} and spots:
        yield from (f"{kind}: {int(spot)}" for spot in dict.fromkeys(spots))
    else:
        yield f"{kind}: {nearest.find_example(known, seat, kind, rest)}"
