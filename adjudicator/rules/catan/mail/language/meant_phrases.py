"""What people say in a phrase: a ranked list, where a road leads, what is kept, whom a knight robs, several
orders, and what goes after a 7: ``all the wood and one sheep``, ``keep grain and ore``, ``{lumber: 3}``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import Order
from adjudicator.core.table import SeatNumber
from adjudicator.kit.words import find_near
from adjudicator.rules.catan.cards import COUNT, ONE, RESOURCES, Bundle, count_kind, covers, list_near, pick_cards
from adjudicator.rules.catan.mail.language.likeness import SURE
from adjudicator.rules.catan.mail.language.meant_terms import BANK, WITH_TERMS
from adjudicator.rules.catan.mail.language.nearest import (
    PLAIN,
    SHORT,
    find_example,
    is_read,
    list_aims,
    may_play_knight,
    write_item,
    write_line,
)
from adjudicator.rules.catan.mail.language.order_text import FORMS
from adjudicator.rules.catan.mail.language.spelling import EVERYDAY, NUMBERS, spell, spell_cards, spell_kind
from adjudicator.rules.catan.mail.language.vocabulary import OrderTextError, read_cards_text, write_cards_text
from adjudicator.rules.catan.mail.plans import BUILD, PURCHASES, SOFT, TRY, spell_order
from adjudicator.rules.catan.state import Stage
from adjudicator.rules.catan.views.known import View, as_state

_KEPT = re.compile(r"\b(?:keep(?:ing)?|all but|everything but|but|except(?: for)?|never|not|without)\b")
_NAMED = re.compile(r"(?:\b(all|every|\d+)x?\W+)?(?:(?:x|of|the|my) +)*([a-z]{3,})")
_NUMBERS = re.compile(rf"\b(?:{'|'.join(NUMBERS)}|an?)\b")
NEVER = re.compile(
    r"(?:i )?(?:never|no|not|nothing|don'?t|won'?t)\b(?=.*\b(?:trades?|deals?|give|sell|for|with|to|offers?)\b)"
)
"""How people say that they will not trade, with some or on some terms."""
_TOWARD = re.compile(r"(?:to|towards?|direction(?: of)?|until|as far as)\b\D*(\d{1,2})$")
_SAVING = re.compile(r"(?:for|to|towards?) (?:(?:the|a|an|my|next|new) )*(city|road|settlement)\b(?!.*\bfor\b)")
"""What the bank is to help to build; where it will stand is nothing to it."""
_ALL_BUT = re.compile(r"all but (.+) for (\S+)")
_FROM_ANYBODY = re.compile(r"([a-s]) from (?:any|some)(?:body|one)", re.IGNORECASE)
_PAIR = 2
_PLACED = ("city", "road", "settlement")
"""What is bought for a place."""
_OR = r"[,;\s]+(?:or else|or|else|otherwise)[,\s]+(?:if not[,\s]+)?"
_ALTERNATIVES: Mapping[str, str] = {
    **dict.fromkeys(("place", "monopoly", "robber", "knight"), rf"{_OR}|\s*[,;]\s*"),
    BANK: rf"{_OR}|\s*,\s*(?=[a-z]+$)",
    **dict.fromkeys(SOFT, r"\s*(?:[,;]|\b)\s*\b(?:or|then|else)\b(?:\s*\b(?:a|an|the|or|else)\b)*\s*|\s*[,;]\s*"),
}
"""What separates alternatives in one text, where commas do."""


def mend_discard(known: View, seat: SeatNumber, value: JsonValue) -> list[str]:
    """Discards that can be carried out, nearest to what ``value`` says; nothing for a seat without cards.

    A seat that owes nothing is answered as if a 7 had been rolled now.
    """
    me = known.seats[seat]
    if not me.hand:
        return []
    if isinstance(value, str) and (ranked := rank(known, "discard", value)):
        return [ranked]
    due = me.owes or max(1, me.hand % COUNT // 2)
    if isinstance(value, Mapping) and "first" in value:
        return [_write(pick_cards(me.hand, due, _list_kinds(_say(value["first"]))))]
    said, *rest = _KEPT.split(_NUMBERS.sub(_write_number, _say(value)), maxsplit=1)
    keep = _list_kinds(" ".join(rest))
    return [_write(cards) for cards in list_near(me.hand, due, _add_up(said, me.hand), keep)]


def names_cards(text: str) -> bool:
    """Whether ``text`` names cards at all."""
    return bool(_list_kinds(text.lower()))


def join_discards(known: View, seat: SeatNumber, order: Order) -> list[str]:
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
        kinds = [RESOURCES[kind] for kind in map(_find_kind, words) if kind is not None]
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
    near = "" if word in PLAIN else SHORT.get(word) or find_near(word, [*RESOURCES, *EVERYDAY], SURE)
    name = spell_kind(near or word)
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


_NEXT_ORDER = re.compile(
    r"\s*(?:[,.&+]|\b(?:and|then)\b)\s+(?:(?:and|then)\s+)?|\s+/\s+(?=[a-z])|\s+(?=(?:buy (?:a )?card|end turn)\b)",
    re.IGNORECASE,
)
"""What stands between orders in one text; before the shortest ones it may be nothing."""
_BEGINS = re.compile(
    r"(?:(?:i|please|also|my|first)\s+)*(?:(?:an? |1 )?card$|accept|bank|build|buy|draw|end|finish|knight"
    r"|monopoly|pass|play|plenty|propose|refuse|road|roll|settle(?:ment)?|city|take (?=[\w-]+ \d)|upgrade)\b",
    re.IGNORECASE,
)
"""How an order begins, and nothing that belongs to the one before it."""
_KEY_APART = re.compile(
    r"^(road|settlement|city|place|bank|robber|knight|buy|end)\s*[;,.]\s*(?=\d|[a-s]\b|card\b|turn\b)", re.IGNORECASE
)
"""A key with another sign than a colon behind it."""


def part_orders(item: JsonValue) -> list[JsonValue]:
    """The orders of an item that has several, each as an item; nothing where it has one."""
    if isinstance(item, Mapping):
        keys = [key for key in item if key in FORMS or key in WITH_TERMS]
        parts: list[JsonValue] = [{key: item[key]} for key in keys] if len(keys) == len(item) else []
    else:
        said = _KEY_APART.sub(r"\1 ", str(item or ""))
        parts = [part.strip() for part in said.split(";") if part.strip()]
        if len(parts) == 1:
            pieces = [piece.strip() for piece in _NEXT_ORDER.split(said) if piece.strip().lower() != "first"]
            parts = list[JsonValue](pieces) if all(map(_BEGINS.match, pieces)) else parts
    return parts if len(parts) > 1 else []


def part_alternatives(kind: str, text: str) -> list[str]:
    """``text`` behind ``kind`` in the pieces that are to be taken one instead of the other."""
    return re.split(_ALTERNATIVES.get(kind, _OR), text.strip())


def rank(known: View, kind: str, text: str) -> str:
    """Alternatives in one text as the list that they should be; empty for none. Places and plans may have commas."""
    parts = part_alternatives(kind, text)
    if kind in (BANK, TRY) and len(parts) > 1 and " for " in parts[0]:
        give = parts[0].partition(" for ")[0]
        parts = [part if " for " in part else f"{give} for {part}" for part in parts]
    if kind == "plenty" and len(parts) > 1:
        parts = [f"2 {part}" if spell_kind(part) in RESOURCES else part for part in parts]
    ranked = list(dict.fromkeys(spell_order(kind, part) for part in parts))
    if len(parts) < _PAIR or not all(is_read(known.table, kind, part) for part in ranked):
        return ""
    return write_line(kind, ranked)


def share_victim(line: str) -> Iterator[str]:
    """The same ``line`` with the last hex's seat for all, where that may be meant: ``N or P from bilal``."""
    kind, _, listed = line.partition(": [")
    *earlier, last = listed.removesuffix("]").split(", ")
    aim, is_robbed, whom = last.partition(" from ")
    if kind in ("robber", "knight") and is_robbed and not any(" from " in one for one in earlier):
        yield f"{kind}: [{', '.join(f'{one} from {whom}' for one in (*earlier, aim))}]"


def rank_purchases(known: View, kind: str, text: str) -> str:
    """``19 or settlement 21`` behind ``city``: purchases of several kinds as the list that they should be."""
    parts = re.split(_ALTERNATIVES[BUILD], text.strip().lower())
    if kind not in PURCHASES or not any(part.startswith(PURCHASES) for part in parts[1:]):
        return ""
    ranked = [part if part.startswith(PURCHASES) else f"{kind} {part}" for part in parts]
    if not all(is_read(known.table, BUILD, part) for part in ranked):
        return ""
    return f"{BUILD}: [{', '.join(spell_order(BUILD, part) for part in ranked)}]"


def show_purchases(known: View, seat: SeatNumber, kind: str, text: str) -> str:
    """``road or card`` behind ``build`` as a list in which what has no place has one for example; empty for others."""
    parts = part_alternatives(kind, text) if kind in SOFT else []
    shown = [f"{part} {_show_place(known, seat, part)}" if part in _PLACED else part for part in parts]
    if len(parts) < _PAIR or not all(is_read(known.table, kind, part) for part in shown):
        return ""
    return write_line(kind, list(dict.fromkeys(spell_order(kind, part) for part in shown)))


def _show_place(known: View, seat: SeatNumber, piece: str) -> str:
    return find_example(known, seat, piece, "") if piece == "road" else "best"


def mend_phrase(known: View, seat: SeatNumber, kind: str, text: str) -> list[str]:
    """Lines for what people say of one kind of order alone: where a road leads, what is kept, a card and the end."""
    aimed = _TOWARD.match(text) if kind == "road" else None
    if aimed and is_read(known.table, kind, f"toward {aimed[1]}"):
        return [f"road: toward {aimed[1]}"]
    if kind == BANK and (aimed := _SAVING.match(text)):
        return [f"bank: toward {aimed[1]}"]
    if kind == BANK:
        return list(dict.fromkeys(_count_kept(known, seat, text))) or mend_rest(known, text)
    ends = kind == "buy" and re.search(r"\bcards?\b.*\bend\b", text)
    return ["buy: card\nend: turn"] if ends else []


def mend_aim(known: View, seat: SeatNumber, kind: str, text: str, *, standing: bool) -> list[str] | None:
    """Lines for where a knight, or the robber, goes: a knight where nothing else moves it now; None elsewhere."""
    if anybody := _FROM_ANYBODY.fullmatch(spell(kind, text)):
        return [f"{kind}: {aim}" for aim in list_aims(as_state(known), seat) if aim[0] == anybody[1].upper()]
    waits = "\nif: {robber: mine}" if re.search(r"\bmine\b|\bmy (?:land|hex)", text.lower()) else ""
    if kind == "knight" and standing and waits:
        return [f"knight: {find_example(known, seat, kind, text)}{waits}"]
    if standing or not is_robber_idle(known, seat):
        return None
    plays = may_play_knight(known, seat)
    return [f"knight: {find_example(known, seat, kind, text)}{waits}"] if plays else []


def _count_kept(known: View, seat: SeatNumber, text: str) -> Iterator[str]:
    """``all but ore`` to the bank with the number that is missing: all that the seat holds of a card, or one."""
    said = _ALL_BUT.fullmatch(spell(BANK, text))
    for keeps_all in (True, False):
        if said is None:
            return
        cards = [_count_card(known, seat, card, keeps_all=keeps_all) for card in said[1].split(", ")]
        if is_read(known.table, BANK, f"all but {', '.join(cards)} for {said[2]}"):
            yield f"{BANK}: {{keep: {write_item(', '.join(cards))}, rest: {said[2]}}}"


def _count_card(known: View, seat: SeatNumber, card: str, *, keeps_all: bool) -> str:
    if card not in RESOURCES:
        return card
    held = count_kind(known.seats[seat].hand or 0, RESOURCES.index(card))
    return f"{max(held, 1) if keeps_all else 1} {card}"


def mend_rest(known: View, text: str) -> list[str]:
    """All but what is kept to the bank, in other words."""
    keep = re.search(r"\bkeep(?:ing)?:? ([^,]+?)(?:,|\band\b|(?=\brest\b)|$)", text)
    if not keep or not names_cards(keep[1]):
        return []
    rest = re.search(r"\b(?:rest|everything|all)\b\W*(?:for |into )?([a-z]+)", text)
    kinds = [spell_kind(rest[1])] if rest else []
    cards = spell_cards(keep[1].strip())
    take = next((kind for kind in (*kinds, *reversed(RESOURCES)) if kind in RESOURCES and kind not in cards), "")
    is_kept = is_read(known.table, BANK, f"all but {cards} for {take}")
    return [f"{BANK}: {{keep: {cards}, rest: {take}}}"] if is_kept else []


def is_robber_idle(known: View, seat: SeatNumber) -> bool:
    """Whether it is the seat's turn, and nothing but a knight moves the robber in it."""
    return bool(known.turn) and seat == known.mover and known.stage is not Stage.ROBBER
