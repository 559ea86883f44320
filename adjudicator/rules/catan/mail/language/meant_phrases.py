"""What people say in a phrase: a ranked list, where a road leads, what is kept, whom a knight robs, several orders."""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.cards import RESOURCES
from adjudicator.rules.catan.mail.language.meant_discard import names_cards
from adjudicator.rules.catan.mail.language.nearest import find_example, is_read, may_play_knight
from adjudicator.rules.catan.mail.language.order_text import FORMS
from adjudicator.rules.catan.mail.language.spelling import spell_cards, spell_kind
from adjudicator.rules.catan.mail.plans.wording import BUILD, PURCHASES, SOFT, TRY, spell_order
from adjudicator.rules.catan.mail.trade.meant_terms import BANK, WITH_TERMS
from adjudicator.rules.catan.state import Stage
from adjudicator.rules.catan.views.known import Known

NEVER = re.compile(
    r"(?:i )?(?:never|no|not|nothing|don'?t|won'?t)\b(?=.*\b(?:trades?|deals?|give|sell|for|with|to|offers?)\b)"
)
"""How people say that they will not trade, with some or on some terms."""
_TOWARD = re.compile(r"(?:to|towards?|direction(?: of)?|until|as far as)\b\D*(\d{1,2})$")
_PAIR = 2


def part_orders(item: JsonValue) -> list[JsonValue]:
    """The orders of an item that has several, each as an item; nothing where it has one."""
    if isinstance(item, Mapping):
        keys = [key for key in item if key in FORMS or key in WITH_TERMS]
        parts: list[JsonValue] = [{key: item[key]} for key in keys] if len(keys) == len(item) else []
    else:
        parts = [part.strip() for part in str(item or "").split(";") if part.strip()]
    return parts if len(parts) > 1 else []


_OR = r"[,;\s]+(?:or else|or|else|otherwise)[,\s]+(?:if not[,\s]+)?"
_ALTERNATIVES: Mapping[str, str] = {
    **dict.fromkeys(("place", "monopoly"), rf"{_OR}|\s*[,;]\s*"),
    BANK: rf"{_OR}|\s*,\s*(?=[a-z]+$)",
    **dict.fromkeys(SOFT, r"\s*(?:[,;]|\b)\s*\b(?:or|then|else)\b(?:\s*\b(?:a|an|the|or|else)\b)*\s*|\s*[,;]\s*"),
}
"""What separates alternatives in one text, where commas do."""


def part_alternatives(kind: str, text: str) -> list[str]:
    """``text`` behind ``kind`` in the pieces that are to be taken one instead of the other."""
    return re.split(_ALTERNATIVES.get(kind, _OR), text.strip())


def rank(known: Known, kind: str, text: str) -> str:
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
    ranked = [f'"{part}"' if "," in part else part for part in ranked]
    return f"{kind}: [{', '.join(ranked)}]" if len(ranked) > 1 else f"{kind}: {ranked[0]}"


def rank_purchases(known: Known, kind: str, text: str) -> str:
    """``19 or settlement 21`` behind ``city``: purchases of several kinds as the list that they should be."""
    parts = re.split(_ALTERNATIVES[BUILD], text.strip().lower())
    if kind not in PURCHASES or not any(part.startswith(PURCHASES) for part in parts[1:]):
        return ""
    ranked = [part if part.startswith(PURCHASES) else f"{kind} {part}" for part in parts]
    if not all(is_read(known.table, BUILD, part) for part in ranked):
        return ""
    return f"{BUILD}: [{', '.join(spell_order(BUILD, part) for part in ranked)}]"


def mend_phrase(known: Known, kind: str, text: str) -> list[str]:
    """Lines for what people say of one kind of order alone: where a road leads, what is kept, a card and the end."""
    aimed = _TOWARD.match(text) if kind == "road" else None
    if aimed and is_read(known.table, kind, f"toward {aimed[1]}"):
        return [f"road: toward {aimed[1]}"]
    if kind == BANK:
        return mend_rest(known, text)
    ends = kind == "buy" and re.search(r"\bcards?\b.*\bend\b", text)
    return ["buy: card\nend: turn"] if ends else []


def mend_aim(known: Known, seat: SeatNumber, kind: str, text: str, *, standing: bool) -> list[str] | None:
    """Lines for where a knight, or the robber, goes: a knight where nothing else moves it now; None elsewhere."""
    waits = "\nif: {robber: mine}" if re.search(r"\bmine\b|\bmy (?:land|hex)", text.lower()) else ""
    if kind == "knight" and standing and waits:
        return [f"knight: {find_example(known, seat, kind, text)}{waits}"]
    if standing or not is_robber_idle(known, seat):
        return None
    plays = may_play_knight(known, seat)
    return [f"knight: {find_example(known, seat, kind, text)}{waits}"] if plays else []


def mend_rest(known: Known, text: str) -> list[str]:
    """All but what is kept to the bank, in other words."""
    keep = re.search(r"\bkeep(?:ing)?:? ([^,]+?)(?:,|\band\b|$)", text)
    if not keep or not names_cards(keep[1]):
        return []
    rest = re.search(r"\b(?:rest|everything|all)\b\W*(?:for |into )?([a-z]+)", text)
    kinds = [spell_kind(rest[1])] if rest else []
    cards = spell_cards(keep[1].strip())
    take = next((kind for kind in (*kinds, *reversed(RESOURCES)) if kind in RESOURCES and kind not in cards), "")
    is_kept = is_read(known.table, BANK, f"all but {cards} for {take}")
    return [f"{BANK}: {{keep: {cards}, rest: {take}}}"] if is_kept else []


def is_robber_idle(known: Known, seat: SeatNumber) -> bool:
    """Whether it is the seat's turn, and nothing but a knight moves the robber in it."""
    return bool(known.turn) and seat == known.mover and known.stage is not Stage.ROBBER
