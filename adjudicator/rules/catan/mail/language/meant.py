"""What an item that was not understood was probably meant to be: lines that can be sent in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import ELSE, THEN, Order
from adjudicator.rules.catan.actions import MoveRobber
from adjudicator.rules.catan.cards import RESOURCES, count_kind
from adjudicator.rules.catan.legal import list_legal
from adjudicator.rules.catan.mail.language.order_text import FORMS, write_action
from adjudicator.rules.catan.mail.language.spelling import spell
from adjudicator.rules.catan.mail.language.vocabulary import OrderTextError, name_paths_at
from adjudicator.rules.catan.mail.plans.wording import SOFT, check_line
from adjudicator.rules.catan.mail.trade.answers import ACCEPT, REFUSE
from adjudicator.rules.catan.mail.trade.taking import may_take
from adjudicator.rules.catan.mail.wording import give_example
from adjudicator.rules.catan.state import Stage, Table
from adjudicator.rules.catan.topology import INTERSECTIONS, Intersection
from adjudicator.rules.catan.views.known import Known, as_state

_POLITE = re.compile(r"\b(?:please|i(?:'d| would)? (?:like|want|wish) to|i(?:'ll| will)?|let me|can i|then|now)\b")
_END = re.compile(r"(?:(?:my|the|end|pass|done|finish(?:ed)?|stop|turn|that's|all|over|next|player|of|it)[\s:.!]*)+")
_YES = re.compile(r"(?:yes|ok|okay|deal|agreed|accept|fine|sure|true)\b.*")
_NO = re.compile(r"(?:no|nope|never|decline|reject|refuse|false)\b.*")
_KEYS: Sequence[tuple[str, str]] = (
    (r"road[ -]?building", "road-building"),
    (r"year[ -]of[ -]plenty|plenty|invention", "plenty"),
    (r"monopoly", "monopoly"),
    (r"knights?|soldiers?", "knight"),
    (r"discard|throw away|drop", "discard"),
    (r"accept", ACCEPT),
    (r"refuse|reject|decline", REFUSE),
    (r"bank|harbou?r|port", "bank"),
    (r"propose|proposal|offer", "propose"),
    (r"trade|exchange|swap|sell|give", "trade"),
    (r"robber|thief|rob|steal", "robber"),
    (r"(?:buy|get|draw)?\s*(?:a )?(?:dev\w*)[ -]?(?:cards?)?|(?:buy|draw) (?:a |1 |one )?cards?", "buy"),
    (r"upgrade|city|cities", "city"),
    (r"settle(?:ments?)?|villages?|town", "settlement"),
    (r"roads?|path|street", "road"),
    (r"roll|dice", "roll"),
    (r"take", "take"),
    (r"place|start|put", "place"),
    (r"buy", "buy"),
    (r"end|pass", "end"),
)
"""Words by which people call an order, the surest first; ``trade`` may be with the bank or with others."""
_SPOT, _PATH = re.compile(r"\d{1,2}"), re.compile(r"\d{1,2}\s*[-/]\s*\d{1,2}")
_LEFT_OVER = re.compile(r"\b(?:build|play|use|make|do|a|an|the|card|to|my|using|into|city|at|on|with|of|from)\b")
_PAIR = 2
_AIMED = ("robber", "knight")
_WITH_TERMS = frozenset({"counter", "offer", "propose", "take", "want"})
_MAPPINGS = frozenset({"offer", "want"})
"""Orders with keys of their own, whose faults are told key by key."""
_EXAMPLES = {
    "place": "12 12-13",
    "settlement": "12",
    "city": "12",
    "road": "12-13",
    "road-building": "12-13 13-14",
    "knight": "F",
    "robber": "F",
    "plenty": "2 ore",
    "monopoly": "ore",
    "bank": "wool for ore",
    "discard": "2 wool",
    "buy": "card",
    "end": "turn",
    "roll": "dice",
}


def say_item(item: JsonValue) -> str:
    """An item in one line, as far as it says what to do."""
    match item:
        case Mapping():
            said = ((key, part) for key, part in item.items() if key not in {"if", ELSE})
            return " ".join(f"{key}: {say_item(part).replace(': ', ' ')}" for key, part in said)
        case list() | tuple():
            return ", ".join(map(say_item, item))
    return "" if item is None else str(item)


_SHOWN = 60


def shorten(text: str) -> str:
    """``text`` as far as it stands well in a sentence."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def join_list(table: Table, order: Order) -> list[str]:
    """What a list says whose items are parts of one order: the cards of Plenty, two free roads, place and path.

    Two free roads may be alternatives, too; then both readings. Nothing for a list of alternatives.
    """
    if isinstance(order.value, str) or not isinstance(order.value, Sequence) or len(order.value) < _PAIR:
        return []
    texts = [str(text) for text in order.value]
    spelt = [spell(order.kind, text) for text in texts]
    if order.kind in {"plenty", "discard"} and all(" " not in text and text in RESOURCES for text in spelt):
        return [f"{order.kind}: {', '.join(spelt)}"]
    pairs = len(texts) == _PAIR
    if order.kind == "road-building" and pairs and all(_PATH.fullmatch(text) for text in spelt):
        return [f"{order.kind}: {' '.join(spelt)}", f"{order.kind}: {spelt[0]}"]
    if order.kind == "place" and pairs and _is_read(table, order.kind, " ".join(texts)):
        return [] if all(_is_read(table, order.kind, text) for text in texts) else [f"place: {' '.join(texts)}"]
    return []


def mend_item(known: Known, seat: int, unread: Order, kinds: Sequence[str]) -> list[str]:
    """Lines in place of an item that is no order; none where nothing can be guessed, or its condition is at fault."""
    item = unread.value
    if isinstance(item, Mapping):
        joined = [f"{key}: {text}" for key, text in _join_cards(item)]
        if joined:
            return joined
        known_keys = [key for key in item if key in kinds]
        if THEN in item or (known_keys and ("if" in item or known_keys[0] in _MAPPINGS)):
            return []
    return list(dict.fromkeys(_guess(known, seat, say_item(item))))


def _join_cards(item: Mapping[str, JsonValue]) -> Iterator[tuple[str, str]]:
    """Terms in which a list of cards without quotes fell apart at its comma, with the quotes."""
    for key, terms in item.items():
        if key in _WITH_TERMS and isinstance(terms, Mapping) and None in terms.values():
            parts: list[list[str]] = []
            for name, value in terms.items():
                if value is None and parts:
                    parts[-1][1] += f", {name}"
                else:
                    parts.append([name, str(value)])
            yield key, "{" + ", ".join(f"{name}: {_quote(cards)}" for name, cards in parts) + "}"


def mend_value(known: Known, seat: int, kind: str, text: str) -> list[str]:
    """Lines in place of an order whose value ``text`` was not understood; one that is legal where nothing else fits."""
    other = next((key for pattern, key in _KEYS if re.search(rf"\b(?:{pattern})\b", text.lower())), kind)
    if kind in {"buy", "bank"} and other not in {kind, "trade"}:
        return list(_guess(known, seat, text))
    respelt = _respell(known, text)
    if kind in SOFT and not _read(known, kind, respelt):
        words = f"{text} best" if text.lower().strip() in {"settlement", "city"} else text
        lines = [words, *(line.replace(": ", " ", 1) for line in _guess(known, seat, text))]
        return [f"{kind}: {line}" for line in lines if _read(known, kind, line)][:1]
    return list(_write(known, seat, kind, respelt if _read(known, kind, respelt) else text.lower()))


def _respell(known: Known, text: str) -> str:
    """``text`` with the nearest resource or seat in place of each word that is none."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a misspelt word needs it

    names = [*RESOURCES, *(other.name for other in known.seats)]

    def mend(match: re.Match[str]) -> str:
        word = match[0].lower()
        return next(iter(get_close_matches(word, names, n=1, cutoff=0.6)), word)

    return re.sub(r"[A-Za-z]{3,}", mend, text)


def _guess(known: Known, seat: int, said: str) -> Iterator[str]:
    text = " ".join(_POLITE.sub(" ", said.lower().strip(" -.!")).split())
    proposal = known.book.proposal
    if proposal is not None and seat in proposal.to and (_YES.fullmatch(text) or _NO.fullmatch(text)):
        yield f"{ACCEPT if _YES.fullmatch(text) else REFUSE}: {known.seats[proposal.seat].name}"
        return
    if _END.fullmatch(text):
        yield "end: turn"
        return
    for pattern, kind in _KEYS:
        match = re.search(rf"\b(?:{pattern})\b", text)
        if match:
            rest = f"{text[: match.start()]} {text[match.end() :]}".strip(" :=,-.")
            yield from _write(known, seat, kind, rest, text)
            return
    yield from _write_bare(known, seat, text)


def _write_bare(known: Known, seat: int, text: str) -> Iterator[str]:
    """Lines for a value without a key."""
    if not known.turn and spell("place", text) != "" and _read(known, "place", text):
        yield from _write(known, seat, "place", text)
    elif _PATH.search(text):
        yield from _write(known, seat, "road", text)
    elif re.search(r"\bfor\b", text):
        yield from _write_trade(known, seat, text, text)
    elif _SPOT.search(text):
        mine = known.seats[seat]
        spot = int(_SPOT.findall(text)[0])
        own = spot < INTERSECTIONS and mine.settlements >> spot & 1
        yield from _write(known, seat, "city" if own else "settlement", text)


def _write(known: Known, seat: int, kind: str, rest: str, whole: str = "") -> Iterator[str]:
    """Lines of one kind for what ``rest`` says."""
    if kind in {"trade", "propose", "bank"}:
        yield from _write_trade(known, seat, rest, whole, kind)
    elif kind in {ACCEPT, REFUSE}:
        proposal = known.book.proposal
        others = [number for number in range(len(known.seats)) if number != seat]
        asked = [proposal.seat] if proposal is not None and seat in proposal.to else others
        yield f"{kind}: {known.seats[asked[0]].name}"
    elif kind == "take":
        offers = [offer for offer in known.book.offers if may_take(offer, seat)]
        named = [offer for offer in offers if known.seats[offer.seat].name in rest]
        yield from (f"take: {known.seats[offer.seat].name} {offer.number}" for offer in (named or offers)[:2])
    else:
        yield from _write_plain(known, seat, kind, rest)


def _write_plain(known: Known, seat: int, kind: str, rest: str) -> Iterator[str]:
    bare = " ".join(_LEFT_OVER.sub(" ", rest).split())
    if kind in _AIMED and " from " not in spell(kind, bare):
        yield f"{kind}: {_find_example(known, seat, kind, rest)}"
        return
    yield from _write_value(known, seat, kind, rest, bare)


def _write_value(known: Known, seat: int, kind: str, rest: str, bare: str) -> Iterator[str]:
    if kind == "settlement" and not known.turn and (_PATH.search(rest) or len(_SPOT.findall(rest)) > 1):
        kind = "place"
    for text in (rest, bare):
        if _read(known, kind, text):
            yield f"{kind}: {spell(kind, text)}"
            return
    paths, spots = _PATH.findall(rest), [spot for spot in _SPOT.findall(rest) if int(spot) < INTERSECTIONS]
    if kind == "road" and len(paths) > 1:
        yield "\n".join(f"road: {spell('road', path)}" for path in paths if _read(known, "road", path))
    elif kind == "place" and spots:
        # 13-12 may be 13 with the road to 12, or the other way round
        for spot in spots if paths else spots[:1]:
            path = spell("road", paths[0]) if paths else name_paths_at(Intersection(int(spot))).split(", ")[0]
            if _read(known, kind, f"{spot} {path}"):
                yield f"place: {int(spot)} {path}"
    elif kind == "buy":
        yield "\n".join(["buy: card"] * (2 if re.search(r"\b(?:2|two)\b", rest) else 1))
    elif kind in {"settlement", "city"} and spots:
        yield from (f"{kind}: {int(spot)}" for spot in dict.fromkeys(spots))
    else:
        yield f"{kind}: {_find_example(known, seat, kind, rest)}"


def _write_trade(known: Known, seat: int, rest: str, whole: str, kind: str = "trade") -> Iterator[str]:
    """With the bank, with others, or either of them where nothing says which."""
    names = [other.name for other in known.seats if other.name != known.seats[seat].name]
    words = re.findall(r"[a-z][a-z0-9-]*", rest)
    partners = [name for name in names if name in words]
    plain = re.sub(rf"\b(?:with|to|from|and|or)?\s*\b(?:{'|'.join(map(re.escape, names))})(?:'s)?\b", " ", rest)
    plain = re.sub(r"\bto (?:anybody|everybody|all|anyone|any)\b", " ", plain)
    ratio = re.sub(r"\b[234]\s*:\s*1\b", " ", plain)
    deal = spell("bank", ratio)
    if " for " not in deal:
        yield f"bank: {_find_example(known, seat, 'bank', rest)}"
        yield "propose: {give: 1 wool, get: 1 ore}"
        return
    give, _, get = deal.partition(" for ")
    to_bank = kind == "bank" or re.search(r"\b(?:bank|harbou?r|port)\b", whole) or ratio != plain
    if not partners and kind != "propose" and _read(known, "bank", deal):
        word = give.split()[-1]
        rate = count_kind(known.seats[seat].rates, RESOURCES.index(word)) if word in RESOURCES else 0
        if to_bank or str(rate) in give or not re.search(r"\d", give):
            yield f"bank: {deal}"
    if not to_bank:
        to = f", to: [{', '.join(partners)}]" if partners else ""
        yield f"propose: {{give: {_quote(give)}, get: {_quote(get)}{to}}}"


def _quote(cards: str) -> str:
    return f'"{cards}"' if "," in cards else cards


def _read(known: Known, kind: str, text: str) -> bool:
    """Whether ``text`` can stand behind ``kind``."""
    return _is_read(known.table, kind, text)


def _is_read(table: Table, kind: str, text: str) -> bool:
    if kind not in FORMS or not text:
        return False
    try:
        check_line(table, kind, text)
    except OrderTextError:
        return False
    return True


def _find_example(known: Known, seat: int, kind: str, said: str) -> str:
    """What could stand behind ``kind`` now, nearest to what is ``said``; something of the form where nothing could."""
    state = as_state(known)
    if kind == "place" and state.stage is Stage.SETTLEMENT:
        return give_example(state, seat).partition(": ")[2]
    legal = list_legal(state, seat)
    robs = any(isinstance(action, MoveRobber) and action.victim is not None for action in legal)
    texts = [
        str(text)
        for action in legal
        if not (robs and isinstance(action, MoveRobber) and action.victim is None)
        for key, text in write_action(known.table, action).items()
        if key == kind
    ]
    words = set(re.findall(r"\w+", said))
    return max(texts, key=lambda text: len(words & set(re.findall(r"\w+", text.lower()))), default=_EXAMPLES[kind])
