"""What was probably meant to go after a 7: ``all the wood and one sheep``, ``keep grain and ore``, ``{lumber: 3}``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import Order
from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.cards import COUNT, ONE, RESOURCES, Bundle, count_kind, covers, list_near, pick_cards
from adjudicator.rules.catan.mail.language.nearest import PLAIN
from adjudicator.rules.catan.mail.language.spelling import EVERYDAY, NUMBERS, spell, spell_kind
from adjudicator.rules.catan.mail.language.vocabulary import OrderTextError, read_cards_text, write_cards_text
from adjudicator.rules.catan.views.known import Known

_KEPT = re.compile(r"\b(?:keep(?:ing)?|all but|everything but|but|except(?: for)?|not|without)\b")
_NAMED = re.compile(r"(?:\b(all|every|\d+)x?\W+)?(?:(?:x|of|the|my) +)*([a-z]{3,})")
_NUMBERS = re.compile(rf"\b(?:{'|'.join(NUMBERS)}|an?)\b")
_NEAR = 0.75


def mend_discard(known: Known, seat: SeatNumber, value: JsonValue) -> list[str]:
    """Discards that can be carried out, nearest to what ``value`` says; nothing for a seat without cards.

    A seat that owes nothing is answered as if a 7 had been rolled now.
    """
    me = known.seats[seat]
    if not me.hand:
        return []
    due = me.owes or max(1, me.hand % COUNT // 2)
    if isinstance(value, Mapping) and "first" in value:
        return [_write(pick_cards(me.hand, due, _list_kinds(_say(value["first"]))))]
    said, *rest = _KEPT.split(_NUMBERS.sub(_write_number, _say(value)), maxsplit=1)
    keep = _list_kinds(" ".join(rest))
    return [_write(cards) for cards in list_near(me.hand, due, _add_up(said, me.hand), keep)]


def names_cards(text: str) -> bool:
    """Whether ``text`` names cards at all."""
    return bool(_list_kinds(text.lower()))


def join_discards(known: Known, seat: SeatNumber, order: Order) -> list[str]:
    """What a list says whose items are cards of one discard; nothing for a list of alternatives."""
    items = [str(text) for text in order.value] if isinstance(order.value, Sequence) else []
    texts = [spell(order.kind, text) for text in items]
    me = known.seats[seat]
    try:
        bundles = [read_cards_text(text) for text in texts]
    except OrderTextError:
        return []
    counts = [cards % COUNT for cards in bundles]
    if me.owes in counts or (set(counts) != {1} and sum(counts) != me.owes):
        return []
    fits = sum(counts) == me.owes and me.hand is not None and covers(me.hand, sum(bundles))
    return mend_discard(known, seat, texts) if me.owes and not fits else [f"discard: {', '.join(texts)}"]


def mend_wishes(value: JsonValue) -> Iterator[str]:
    """Standing orders for discards: what is to be kept, or goes first; a line for each where both are said, or none."""
    wishes: dict[str, list[str]] = {}
    key, before = "", list[str]()
    for part in re.split(r"[,;]|\band\b|(?=\bkeep)", _say(value)):
        words = re.findall(r"[a-z]+", part)
        key = "keep" if "last" in words else next((wish for wish in ("first", "keep") if wish in words), key)
        kinds = [kind for word in words if (kind := spell_kind(word)) in RESOURCES]
        if key:
            wishes.setdefault(key, []).extend([*before, *kinds])
        before = [] if key else [*before, *kinds]
    unsaid = {"first": before, "keep": before} if before and not wishes else {}
    for wish, kinds in {**wishes, **unsaid}.items():
        if kinds:
            yield f"discard: {{{wish}: [{', '.join(dict.fromkeys(kinds))}]}}"


def _say(value: JsonValue) -> str:
    """``value`` as one text in small letters, with the number of cards before each."""
    match value:
        case Mapping():
            pairs = ((key.lower(), _say(inner)) for key, inner in value.items())
            return ", ".join(f"{key} {said}" if names_cards(said) else f"{said} {key}" for key, said in pairs)
        case list() | tuple():
            return ", ".join(map(_say, value))
    return str(value).lower()


def _write_number(word: re.Match[str]) -> str:
    return str(NUMBERS.index(word[0])) if word[0] in NUMBERS else "1"


def _find_kind(word: str) -> int | None:
    """The resource that is called so, or nearly so."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a misspelt word needs it

    near = [] if word in PLAIN else get_close_matches(word, [*RESOURCES, *EVERYDAY], n=1, cutoff=_NEAR)
    name = spell_kind(near[0] if near else word)
    return RESOURCES.index(name) if name in RESOURCES else None


def _list_kinds(said: str) -> list[int]:
    kinds = (_find_kind(word) for word in re.findall(r"[a-z]{3,}", said))
    return list(dict.fromkeys(kind for kind in kinds if kind is not None))


def _add_up(said: str, hand: Bundle) -> Bundle:
    """The cards that are named, no more of a kind than there are in ``hand`` and one."""
    wanted = 0
    for count, word in _NAMED.findall(said):
        kind = _find_kind(word)
        if kind is not None:
            held = count_kind(hand, kind)
            wanted += ONE[kind] * min(held + 1, int(count) if count.isdecimal() else held if count else 1)
    return wanted


def _write(cards: Bundle) -> str:
    return f"discard: {write_cards_text(cards)}"
