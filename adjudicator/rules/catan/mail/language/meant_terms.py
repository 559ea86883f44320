"""Terms of a trade as people say them: the cards on either side, for whom, how often; and as lines that can be sent."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import NamedTuple

from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import SeatNumber
from adjudicator.kit.negation import count_denials
from adjudicator.kit.words import find_near
from adjudicator.rules.catan.cards import RESOURCES, count_kind
from adjudicator.rules.catan.mail.language.likeness import SURE
from adjudicator.rules.catan.mail.language.meant_condition import join_parts, mend_beside
from adjudicator.rules.catan.mail.language.nearest import respell, write_item
from adjudicator.rules.catan.mail.language.spelling import (
    EVERYBODY,
    NUMBERS,
    join_names,
    spell,
    spell_cards,
    spell_kind,
)
from adjudicator.rules.catan.mail.language.vocabulary import WHOM, is_understood, read_cards_text, write_cards_text
from adjudicator.rules.catan.mail.proposals import AGAIN, COUNTER, NOBODY
from adjudicator.rules.catan.views.known import Proposal, View

PROPOSE, TAKE, OFFER, WANT, BANK = "propose", "take", "offer", "want", "bank"
WITH_TERMS = frozenset({COUNTER, OFFER, PROPOSE, TAKE, WANT})
"""Orders with cards that are given and cards that are got."""
GIVES = frozenset({"give", "giving", "pay", "sell", "offer", "have", "my"})
GETS = frozenset({"get", "getting", "want", "receive", "take", "buy", "need", "ask", "wish", "request"})
LIMITS: Mapping[str, Sequence[str]] = {
    PROPOSE: ("to", "up-to"),
    OFFER: ("to", "keep", "times", "until"),
    WANT: ("from", "keep", "times", "until"),
    TAKE: ("of",),
    COUNTER: (),
}
_OTHER_KEYS = frozenset({"ask", "else", "for", "from", "of", "or", "to", "with"})
_ALL_LIMITS = sorted({limit for limits in LIMITS.values() for limit in limits})
_RANKED = (PROPOSE, COUNTER)
_ANY = re.compile(r"any(?:thing|one)?(?: cards?)?|whatever|all", re.IGNORECASE)
_OR = re.compile(r"\s+or\s+|\s*[/|]\s*")
_BETWEEN = re.compile(r"[,;]?\s+or\s+(?:else\s+)?", re.IGNORECASE)
"""What stands between terms of which each names both sides."""
_MOST = 4
_TERM_WORDS = re.compile(
    r"giv(?:e|ing)|pay|offer|gets?|want|need|receive|buy|for|into|against|or|and|an?|x|but|except|rest|all|any\w*|cards?"
)
_ASKED = {
    **dict.fromkeys(("twice", "more", "once more", "another time", "yes", "true", "everybody"), AGAIN),
    **dict.fromkeys(("no", "none", "no-one", "no one", "never", "false"), NOBODY),
}
"""What people say of whether a proposal is put to the others."""
_NUMBERED = re.compile(r"(?:(?:table )?turn )?(\d+)(?: times)?")
_TIMES = {"once": "1", "twice": "2", "thrice": "3"}


class StatedTerms(NamedTuple):
    """Terms as they were said: cards on either side, empty where nothing is, and the rest in YAML."""

    give: str
    get: str
    rest: str = ""


def mend_terms(known: View, seat: SeatNumber, kind: str, value: JsonValue) -> list[str]:
    """Lines for terms behind ``kind`` that were not understood; none where no cards are named."""
    if isinstance(value, list | tuple):
        return _mend_list(known, seat, kind, value)
    if isinstance(value, str) and (several := mend_whole_terms(known, seat, kind, value)):
        return several
    if isinstance(value, Mapping):
        sides = (part for key, part in value.items() if _spell_key(kind, key) in GIVES | GETS)
        ways = (" or ", ", ") if any(isinstance(part, list | tuple) and len(part) > 1 for part in sides) else (", ",)
        readings = [read_mapping(known, seat, kind, value, joint) for joint in ways]
    else:
        readings = [read_text(known, seat, kind, str(value or ""))]
    lines = (line for said in readings if said.give or said.get for line in write_terms(known, seat, kind, said))
    return list(dict.fromkeys(lines))


def mend_whole_terms(known: View, seat: SeatNumber, kind: str, text: str) -> list[str]:
    """One line for ``1 ore for 1 wool, or 2 ore for 1 grain``: terms of which each names both sides; else none."""
    whole = _BETWEEN.split(text)
    if kind not in _RANKED or len(whole) == 1 or not all(" for " in terms for terms in whole):
        return []
    return _mend_list(known, seat, kind, whole)


def _mend_list(known: View, seat: SeatNumber, kind: str, values: Sequence[JsonValue]) -> list[str]:
    """Terms in order of liking as one line; as several where each stands for itself, or depends on something."""

    def mend(item: JsonValue) -> list[str]:
        assert isinstance(item, Mapping)
        return mend_terms(known, seat, kind, item[kind])

    parts = [mend_beside(known, seat, {kind: value}, mend) for value in values]
    if not parts or not all(parts):
        return []
    ways = [[part[min(way, len(part) - 1)] for part in parts] for way in range(max(map(len, parts)))]
    if kind not in _RANKED or any("\n" in line for lines in ways for line in lines):
        return ["\n".join(lines) for lines in ways]
    return [f"{kind}: [{', '.join(line.removeprefix(f'{kind}: ').strip('[]') for line in lines)}]" for lines in ways]


def read_mapping(
    known: View, seat: SeatNumber, kind: str, value: Mapping[str, JsonValue], joint: str = ", "
) -> StatedTerms:
    """Cards behind keys that mean giving or getting, ``joint`` between those of a list, and limits that can be read."""
    if has_stray_key(value) or _has_side_twice(kind, value):
        return StatedTerms("", "")
    sides = {"give": "", "get": ""}
    rest, open_ = "", ""
    names = [other.name for number, other in enumerate(known.seats) if number != seat]
    for key, said in value.items():
        word = _spell_key(kind, key)
        text = respell(known, joint.join(map(str, said)) if isinstance(said, list | tuple) else str(said or ""))
        text = " or ".join(RESOURCES) if _ANY.fullmatch(str(said)) else text
        asked = _ASKED.get(str(said).lower(), str(said))
        if word == "ask" and kind == PROPOSE and asked in (AGAIN, NOBODY):
            rest += f", ask: {asked}"
        elif word in GIVES or word in GETS:
            sides["give" if word in GIVES else "get"] = text
        elif word in ("or", "else") and sides["get"]:
            sides["get"] += f" or {text}"
        elif word == "for":
            open_ = text
        elif word in ("to", "from", "of", "with"):
            words = re.findall(r"[\w-]+", join_names(str(said).lower(), names))
            named = list(dict.fromkeys(near for name in words if (near := find_near(name, names))))
            if not named and not {"any", *EVERYBODY}.issuperset(words):
                return StatedTerms("", "")  # without whom it is for it would be for everybody
            rest += f", {_name_limit(kind)}: [{', '.join(named)}]" if named and _name_limit(kind) else ""
        else:
            limit = find_near(word, LIMITS[kind])
            numbered = _NUMBERED.fullmatch(text)
            text = numbered[1] if numbered else _TIMES.get(text, text)
            rest += f", {limit}: {write_item(text)}" if limit and _is_limit(limit, text) else ""
    if open_:
        sides["get" if sides["give"] else "give"] = open_
    return StatedTerms(sides["give"], sides["get"], rest)


def _spell_key(kind: str, key: str) -> str:
    """A key among the terms of ``kind``, spelt as it is read where it is nearly so: ``get`` for ``gets``."""
    word = key.lower().removeprefix("i ").removeprefix("you ").strip()
    for called in (word, word.removesuffix("s"), word.removesuffix("es")):
        if called in GIVES | GETS | _OTHER_KEYS:
            return called
    return find_near(word, ["give", "get", *LIMITS[kind]], SURE) or word


def has_stray_key(terms: Mapping[str, JsonValue]) -> bool:
    """Whether ``terms`` have a key that says nothing of a trade: it may say with whom, or what not."""
    # what denies something is told as such
    keys = (_spell_key(PROPOSE, key) for key, said in terms.items() if said is not None and not count_denials(key))
    others = (key for key in keys if key not in GIVES | GETS | _OTHER_KEYS and spell_kind(key) not in RESOURCES)
    return not all(find_near(key, _ALL_LIMITS) for key in others)


def _has_side_twice(kind: str, terms: Mapping[str, JsonValue]) -> bool:
    keys = [_spell_key(kind, key) for key, said in terms.items() if key != "ask" or is_cards(str(said))]
    return any(sum(key in side for key in keys) > 1 for side in (GIVES, GETS))


def read_text(known: View, seat: SeatNumber, kind: str, text: str) -> StatedTerms:
    """``2 wool for 1 ore`` and the like; cards alone are what is wanted, or what is offered."""
    plain = respell(known, text.lower())
    others = [other.name for number, other in enumerate(known.seats) if number != seat]
    names = [name for name in others if re.search(rf"\b{re.escape(name)}\b", plain)]
    called = "|".join(re.escape(other.name) for other in known.seats)
    theirs = re.search(rf"\bfrom (?:{called})\b.*\bfor\b", plain)
    plain = re.sub(rf"\b(?:with|to|from|and|or|of)?\s*\b(?:{called})(?:'s)?\b", " ", plain)
    plain = re.sub(r"\b(?:to |of |from )?(?:anybody|everybody|anyone|everyone|all|any)\b", " ", plain)
    often = re.search(r"\b(?:(once|twice|thrice)|(\d) times)\b", plain)
    if kind != BANK:
        plain = re.sub(r"\b([234])\s*:\s*1 ([a-z]+) for (?=[a-z])", r"\1 \2 for 1 ", plain)
    plain = re.sub(r"\b[234]\s*:\s*1\b|\b(?:once|twice|thrice|\d times)\b", " ", plain)
    mine, any_ = re.search(r"\bfor my\b|.\bpay\b", plain), re.match(r"any\b", text.lower())
    plain = " ".join(re.sub(r"[a-z']+|[?!]", _leave_out, plain).split()).removesuffix(" for").strip(" :,.")
    plain = f"get {plain}" if (mine or theirs) and not plain.startswith("get ") else plain
    turned = re.search(r"\b(?:get|want|receive)\b(.+?)\b(?:give|for|pay)\b(.+)", plain)
    turned = turned or re.match(rf"{'(?:for)?' if kind == WANT else 'for'}\b(.+?),?\s*\b(?:give|pay)\b(.+)", plain)
    straight = re.search(r"(?:\b(?:give|giving|pay|offer)\b)?(.+?)\b(?:get|want|need|for|receive)\b(.+)", plain)
    said, deal = StatedTerms("", ""), spell(BANK, plain)
    if " for " in deal and not turned:
        said = StatedTerms(*deal.split(" for ", 1))
    elif turned or straight:
        said = (
            StatedTerms(turned[2], turned[1]) if turned else StatedTerms(straight[1], straight[2]) if straight else said
        )
    elif wish := re.fullmatch(r"(?:get|want|buy|need|receive|for)\s+(.+)", plain):
        said = StatedTerms("", wish[1])
    elif is_cards(plain):
        said = StatedTerms(plain, "") if kind in (OFFER, PROPOSE) and not any_ else StatedTerms("", plain)
    if kind in (TAKE, WANT) and said.give and said.get and not (turned or "give" in plain):
        said = StatedTerms(said.get, said.give)
    limit = _name_limit(kind)
    rest = f", {limit}: [{', '.join(names)}]" if limit and names else ""
    if often and "times" in LIMITS[kind]:
        rest += f", times: {_TIMES.get(often[1]) or often[2]}"
    return said._replace(rest=rest)


def _leave_out(word: re.Match[str]) -> str:
    """Nothing for a word that says nothing of cards, of numbers, or of which side is which."""
    kept = _TERM_WORDS.fullmatch(word[0]) or word[0] in NUMBERS or spell_kind(word[0]) in RESOURCES
    return word[0] if kept else ""


def _name_limit(kind: str) -> str:
    """The key behind which an order names seats."""
    return next((limit for limit in LIMITS[kind] if limit in WHOM), "")


def write_terms(known: View, seat: SeatNumber, kind: str, said: StatedTerms) -> Iterator[str]:
    """One line; with an ``or`` in it the terms of each, as a list or as lines below each other."""
    give, get = _complete(known, seat, kind, said)
    pairs = product(_OR.split(give.strip()), _OR.split(get.strip()))
    whole = ((one, other) for one, other in pairs if is_cards(one) and is_cards(other) and not _have_both(one, other))
    terms = [
        f"{{give: {write_item(spell_cards(one))}, get: {write_item(spell_cards(other))}{said.rest}}}"
        for one, other in islice(whole, _MOST)
    ]
    if len(terms) > 1 and kind in _RANKED:
        yield f"{kind}: [{', '.join(terms)}]"
    elif terms:
        yield "\n".join(f"{kind}: {one}" for one in terms)


def _have_both(one: str, other: str) -> bool:
    """Whether a card is in both lists, so that neither can be traded for the other."""
    words = (re.findall(r"[a-z]+", spell_cards(cards)) for cards in (one, other))
    return not set(RESOURCES).isdisjoint(set.intersection(*map(set, words)))


def _complete(known: View, seat: SeatNumber, kind: str, said: StatedTerms) -> tuple[str, str]:
    """Both sides; what was left out is what the open proposal says, or a card of another kind that the seat holds."""
    give, get = said.give, said.get
    proposal = find_asking(known, seat)
    if kind == COUNTER and proposal is not None:
        terms = proposal.list_for(seat)[0][1]
        return give or write_cards_text(terms.get), get or write_cards_text(terms.give)
    others = [name for name in reversed(RESOURCES) if name not in spell_cards(give or get) or " or " in give + get]
    if not others:
        return give, get  # cards of every kind leave none to trade them for
    hand = known.seats[seat].hand or 0
    most = max(others, key=lambda name: count_kind(hand, RESOURCES.index(name)))
    return give or most, get or others[0]


def find_asking(known: View, seat: SeatNumber) -> Proposal | None:
    """The proposal that waits for ``seat``."""
    proposal = known.book.proposal
    return proposal if proposal is not None and seat in proposal.to else None


def join_cards(known: View, item: Mapping[str, JsonValue]) -> Iterator[str]:
    """Terms in which a list of cards without quotes fell apart at its comma, with the quotes."""
    for key, terms in item.items():
        if key in WITH_TERMS and isinstance(terms, Mapping) and None in terms.values():
            parts = [(name, join_names(str(said), known.table.number_of)) for name, said in join_parts(terms).items()]
            written = (f"{name}: {f'[{said}]' if name in WHOM else write_item(said)}" for name, said in parts)
            whole = (name not in ("give", "get") or is_cards(said) for name, said in parts)
            if all(whole) and not any(_is_mixed(name, said) for name, said in parts):
                yield f"{key}: {{{', '.join(written)}}}"


def keeps_limits(terms: Collection[str], line: str) -> bool:
    """Whether ``line`` has all keys of ``terms`` that it can have: without ``keep`` everything would be offered."""
    limits = LIMITS.get(line.partition(":")[0], ())
    return all(f"{key}: " in line for key in terms if key in limits and key not in WHOM)


def _is_mixed(key: str, said: str) -> bool:
    """Whether among what is ``said`` behind ``key`` there is what belongs behind another, another key or a decimal."""
    words = [word.split()[-1] for word in said.split(", ") if word]
    others = RESOURCES if key in WHOM else {"give", "get", *_OTHER_KEYS}
    return any(spell_kind(word) in others for word in words) or ", 0 " in said


def _is_limit(key: str, text: str) -> bool:
    """Whether ``text`` can stand behind ``key``: a number, or cards."""
    if key in ("times", "until"):
        return text.isdecimal() and text != "0"
    return is_cards(text)


def is_cards(text: str) -> bool:
    """Whether ``text`` names cards."""
    return is_understood(read_cards_text, text.strip())
