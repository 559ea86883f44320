"""What words about a trade were probably meant to be: answers, refusals, takings, proposals, trades with the bank."""

import re
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import Order
from adjudicator.core.table import SeatNumber
from adjudicator.kit.words import find_near
from adjudicator.rules.catan.actions import TradeWithBank
from adjudicator.rules.catan.cards import RESOURCES, count_kind
from adjudicator.rules.catan.legal import list_legal
from adjudicator.rules.catan.mail.language import vocabulary
from adjudicator.rules.catan.mail.language.likeness import SURE
from adjudicator.rules.catan.mail.language.meant_terms import (
    BANK,
    GETS,
    GIVES,
    OFFER,
    PROPOSE,
    TAKE,
    WANT,
    WITH_TERMS,
    StatedTerms,
    find_asking,
    is_cards,
    mend_terms,
    mend_whole_terms,
    read_mapping,
    read_text,
    write_terms,
)
from adjudicator.rules.catan.mail.language.nearest import PLAIN, find_example, is_read, respell
from adjudicator.rules.catan.mail.language.spelling import EVERYDAY, join_names, spell_kind
from adjudicator.rules.catan.mail.offers import LEADER
from adjudicator.rules.catan.mail.proposals import ACCEPT, COUNTER, REFUSE, find_sample
from adjudicator.rules.catan.mail.taking import ANYBODY, list_wanted, may_take, read_wanted
from adjudicator.rules.catan.views.known import Terms, View, as_state

ABOUT_TRADE = frozenset({*WITH_TERMS, ACCEPT, REFUSE, BANK, "trade"})
_WISH = re.compile(r"\b(?:needs?|asks?|wants?|wish(?:es)?|requests?|get|buy)\b")
_PEOPLE = re.compile(r"\b(?:any|every|some)(?:body|one)\b|\byours?\b")
"""Others, with whom the bank has nothing to do."""
_WHOM = frozenset({"from", "of", "to", "with"})
"""The keys behind which people say whose proposals they refuse."""
_CALLED = {
    kind: rf"(?:{'|'.join([kind, *(word for word, called in EVERYDAY.items() if called == kind)])})s?\b"
    for kind in RESOURCES
}
"""The words for each resource."""
_PAIR = 2
_SECOND = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3}


def mend_trade(known: View, seat: SeatNumber, kind: str, value: JsonValue, *, standing: bool) -> list[str]:
    """Lines for what stands behind an order of a trade, or an answer, and was not understood."""
    if kind == TAKE:
        return mend_take(known, seat, value)
    if kind == REFUSE and standing:
        return mend_refusal(known, seat, value)
    return mend_answer(known, seat, kind, value) if kind in (ACCEPT, REFUSE) else mend_terms(known, seat, kind, value)


def write_standing(lines: Sequence[str], said: str) -> list[str]:
    """``lines`` of trades as standing orders: to others, where there are such, and a wish for nobody else to read."""
    offers = [line.replace("propose: ", "offer: ", 1) for line in lines if not line.startswith(f"{BANK}: ")]
    if said.lower().startswith(WANT):
        offers = [line.replace("offer: ", "want: ", 1).replace(", to: ", ", from: ") for line in offers]
    return offers or list(lines)


def mend_answer(known: View, seat: SeatNumber, kind: str, value: JsonValue) -> list[str]:
    """Lines for a yes or a no that was not understood: to the proposal that waits, with the number that was said.

    Where none waits, they take an offer, propose what was to be a counter-offer, or refuse in advance.
    """
    proposal = find_asking(known, seat)
    if proposal is None and kind == COUNTER:
        return mend_terms(known, seat, PROPOSE, value)
    if proposal is None and kind == REFUSE:
        return mend_refusal(known, seat, value)
    if proposal is None:
        makers = {known.seats[offer.seat].name for offer in known.book.offers if may_take(offer, seat)}
        text = str(value).lower()
        named = {other.name for other in known.seats if other.name in text}
        has_offers = not makers.isdisjoint(named or makers)
        return list(_write_taking(known, seat, text)) if kind == ACCEPT and has_offers else []
    name = known.seats[proposal.seat].name
    if kind != ACCEPT:
        return [f"{kind}: {name}"]
    numbers = [number for number, _ in proposal.list_for(seat)]
    if isinstance(value, Mapping):
        said = read_mapping(known, seat, COUNTER, value)
        found = [number for number, terms in proposal.list_for(seat) if _fits(said, terms)]
        return [f"accept: {name} {found[0]}"] if found else list(write_terms(known, seat, COUNTER, said))
    words = re.findall(r"\w+", join_names(str(value).lower(), known.table.number_of))
    kinds = {kind for word in words if (kind := spell_kind(word)) in RESOURCES}
    if kinds:
        found = [number for number, terms in proposal.list_for(seat) if kinds <= _name_cards(terms)]
        return [f"accept: {name} {found[0]}" if proposal.several and len(found) == 1 else f"accept: {name}"]
    number = next((_SECOND.get(word) or int(word) for word in words if word in _SECOND or word.isdecimal()), 0)
    return [f"accept: {name} {number}"] if number in numbers and proposal.several else [f"accept: {name}"]


def _name_cards(terms: Terms) -> set[str]:
    return {name for kind, name in enumerate(RESOURCES) if count_kind(terms.give + terms.get, kind)}


def _fits(said: StatedTerms, terms: Terms) -> bool:
    """Whether a partner said just these terms."""
    both = ((said.give, terms.get), (said.get, terms.give))
    return all(is_cards(text) and vocabulary.read_cards_text(text) == cards for text, cards in both)


def mend_refusal(known: View, seat: SeatNumber, value: JsonValue) -> list[str]:
    """A standing refusal in place of one that was not understood: by seats, by cards, of the leader, of anything."""
    if isinstance(value, Mapping):
        if not all(key.lower() in GIVES | GETS | _WHOM for key in value):
            return []
        keys = {"give": GIVES, "get": GETS}
        sides = {side: [said for key, said in value.items() if key.lower() in words] for side, words in keys.items()}
        called = [name for key, names in value.items() if key.lower() in _WHOM for name in vocabulary.list_items(names)]
        whom = _name_seats(known, seat, called)
        if whom.count(",") + bool(whom) < len(called):
            return []  # one of them is no seat
        if any(_names_others(known, said) for said in sides.values()):
            return []
        named = {side: _name_kinds(known, said) for side, said in sides.items()}
        parts = [f"{side}: [{', '.join(kinds)}]" for side, kinds in named.items() if kinds]
        if parts:
            return [f"refuse: {{{', '.join([*parts, *([f'from: {whom}'] if whom else [])])}}}"]
        return [f"refuse: {whom or 'any'}"]
    word = str(value).strip(" []'")
    others = [other.name for number, other in enumerate(known.seats) if number != seat]
    texts = list(map(str, value)) if isinstance(value, list | tuple) else re.split(r"\s*(?:[,&]|\band\b)\s*", word)
    near = [find_near(text, others) for text in texts]
    if near and all(near):
        return [f"refuse: [{', '.join(dict.fromkeys(near))}]"]
    if word.isalpha() and not find_near(word, [*RESOURCES, *EVERYDAY, LEADER], SURE):
        return ["refuse: any"]
    kinds, whom = _name_kinds(known, value), _name_seats(known, seat, value)
    only = f", from: {whom}" if whom.startswith("[") else ""
    return [f"refuse: {{give: [{', '.join(kinds)}]{only}}}" if kinds else f"refuse: {whom or 'any'}"]


def _name_kinds(known: View, value: JsonValue) -> list[str]:
    words = re.findall(r"[\w-]+", respell(known, str(value).lower()))
    return list(dict.fromkeys(kind for word in words if (kind := spell_kind(word)) in RESOURCES))


def _names_others(known: View, value: JsonValue) -> bool:
    """Whether ``value`` has a word that is no card, but may be meant for one."""
    words = re.findall(r"[a-z]+", respell(known, str(value).lower()))
    return any(word not in PLAIN and spell_kind(word) not in RESOURCES for word in words)


def _name_seats(known: View, seat: SeatNumber, value: JsonValue) -> str:
    """A list of the seats that ``value`` names, ``leader`` among them or alone; empty for neither."""
    words = re.findall(r"[\w-]+", respell(known, str(value).lower()))
    names = [other.name for number, other in enumerate(known.seats) if number != seat and other.name in words]
    leads = any(find_near(word, [LEADER], SURE) for word in words)
    names = [LEADER, *names] if leads else names
    return LEADER if names == [LEADER] else f"[{', '.join(names)}]" if names else ""


def write_trade(known: View, seat: SeatNumber, kind: str, rest: str, whole: str) -> Iterator[str]:
    """Lines for a trade in plain words: with the bank, with others, or either of them where nothing says which."""
    if kind in (ACCEPT, REFUSE):
        lines = mend_answer(known, seat, kind, rest)
        yield from lines or (mend_refusal(known, seat, rest) if kind == REFUSE else ())
        return
    if kind == TAKE:
        yield from _write_taking(known, seat, rest)
        return
    if re.search(r"\bget\b.+\bgive\b|\bgive\b.+\bget\b", whole):
        rest = whole
    if kind == "trade" and find_asking(known, seat) is not None:
        kind = COUNTER
    if several := mend_whole_terms(known, seat, kind, rest):
        yield from several
    elif kind in (COUNTER, OFFER, WANT):
        yield from mend_terms(known, seat, kind, rest)
    else:
        yield from _write_deal(known, seat, kind, rest, whole)


def _write_deal(known: View, seat: SeatNumber, kind: str, rest: str, whole: str) -> Iterator[str]:
    """Lines for a trade with the bank or with others that names both sides, or what is said of one."""
    if re.search(r"\b(?:swap|exchange)\b", whole) and " for " not in rest:
        rest = re.sub(r" (?:and|with) ", " for ", rest, count=1)
    wished, *paid = re.split(r"\b(?:for|give|pay)\b", rest, maxsplit=1)
    if _WISH.search(whole) and paid and _name_kinds(known, wished) and not re.search(r"\bget\b", rest):
        rest = f"get {rest}"
    said = read_text(known, seat, PROPOSE, rest)
    if not said.give or not said.get:
        yield from _write_half(
            known, seat, kind, f"get {rest}" if _WISH.search(whole) and " for " not in rest else rest
        )
        return
    ratio = re.search(r"\b[234]\s*:\s*1\b", rest)
    to_bank = kind == BANK or ratio or re.search(r"\b(?:bank|harbou?r|port)\b", whole)
    deal = " for ".join(cards.strip(" ,") for cards in (said.give, said.get))
    if not said.rest and kind != PROPOSE and not _PEOPLE.search(whole) and is_read(known.table, BANK, deal):
        word = said.give.split()[-1]
        rate = count_kind(known.seats[seat].rates, RESOURCES.index(word)) if word in RESOURCES else 0
        if to_bank or str(rate) in said.give or not re.search(r"\d", said.give):
            yield f"{BANK}: {deal}"
    if not to_bank:
        yield from write_terms(known, seat, PROPOSE, said)


def _write_half(known: View, seat: SeatNumber, kind: str, rest: str) -> Iterator[str]:
    """Lines where one side alone is named, or none."""
    trades = any(isinstance(action, TradeWithBank) for action in list_legal(as_state(known), seat))
    kinds = _name_kinds(known, rest)
    if kind == BANK and len(kinds) == _PAIR:
        yield from _list_deals(kinds[0], kinds[1], respell(known, rest))
    elif kind == BANK or (kind != PROPOSE and trades):
        yield f"{BANK}: {find_example(known, seat, BANK, rest)}"
    if kind != BANK:
        lines = mend_terms(known, seat, PROPOSE, rest)
        sample = find_sample(known.seats[seat].hand or 0)
        yield from lines or (f"{PROPOSE}: {{give: {sample['give']}, get: {sample['get']}}}",)


def _list_deals(one: str, other: str, said: str) -> list[str]:
    """The trade of two resources with the bank in the direction that is ``said``, in both where that may be either."""
    cards = r"(?: (?:the|my|an?|\d+))* "
    given, got = (
        [kind for kind in (one, other) if re.search(rf"\b(?:{words}){cards}{_CALLED[kind]}", said)]
        for words in ("give|pay|from", "get|take|receive|want|buy|to|into")
    )
    if given == [one] or (got == [other] and not given):
        return [f"{BANK}: {one} for {other}"]
    if given == [other] or (got == [one] and not given):
        return [f"{BANK}: {other} for {one}"]
    lines = [f"{BANK}: {one} for {other}", f"{BANK}: {other} for {one}"]
    return lines if re.search(r"\b(?:and|with)\b", said) else lines[:1]


def mend_take(known: View, seat: SeatNumber, value: JsonValue) -> list[str]:
    """Lines for a ``take`` that was not understood."""
    if isinstance(value, Mapping):
        return mend_terms(known, seat, TAKE, value)
    return list(_write_taking(known, seat, " or ".join(map(str, vocabulary.list_items(value))).lower()))


def _write_taking(known: View, seat: SeatNumber, rest: str) -> Iterator[str]:
    """The offers that fit the cards that are named, or the seat; terms where no offer does."""
    rest = join_names(rest, known.table.number_of)
    offers = [offer for offer in known.book.offers if may_take(offer, seat)]
    named = [offer for offer in offers if known.seats[offer.seat].name in rest]
    numbers = [int(number) for number in re.findall(r"(?<![\w-])\d+", rest)]
    named = [offer for offer in named or offers if offer.number in numbers] or named
    lines = mend_terms(known, seat, TAKE, rest)
    said = read_text(known, seat, TAKE, rest)
    if is_cards(said.give) and is_cards(said.get):
        wanted = read_wanted(known.table, {"give": said.give, "get": said.get})
        offers = [offer for offer in list_wanted(known, seat, wanted) if offer in (named or offers)]
    elif named:
        offers = named
    if offers:
        yield from (f"{TAKE}: {known.seats[offer.seat].name} {offer.number}" for offer in offers[:2])
        return
    called = [vocabulary.spell_take(part) for part in re.split(r"\s+or\s+", rest)]
    if all(vocabulary.is_understood(vocabulary.read_take, known.table, text) for text in called):
        yield from (f"{TAKE}: {text}" for text in called)
        return
    of = next((other.name for other in known.seats if other.name in rest and other is not known.seats[seat]), ANYBODY)
    yield from lines or (f"{TAKE}: {{give: 1 wool, get: 1 ore, of: {of}}}",)


def write_for_now(known: View, seat: SeatNumber, order: Order) -> list[str]:
    """Lines for a standing offer or wish where it is to be said once: as an answer, or as a proposal."""
    kind = PROPOSE if find_asking(known, seat) is None else COUNTER
    return mend_terms(known, seat, kind, order.value) if order.kind in (OFFER, WANT) else []
