"""What people say in a few words that can mean one line alone: ``settle: best``, ``no thanks``, ``upgrade: 42``."""

import re
from collections.abc import Mapping

from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.mail.language.likeness import is_spelt_nearly
from adjudicator.rules.catan.mail.language.meant import say_item
from adjudicator.rules.catan.mail.language.meant_terms import find_asking
from adjudicator.rules.catan.mail.language.nearest import PATH, SPOT, is_read
from adjudicator.rules.catan.mail.language.spelling import spell, spell_kind
from adjudicator.rules.catan.mail.proposals import ACCEPT, REFUSE
from adjudicator.rules.catan.views.known import View

_ANSWERS = {
    ACCEPT: re.compile(r"accept|yes(?: please)?|ok(?:ay)?|agreed|deal"),
    REFUSE: re.compile(r"refuse|no(?: thanks| thank you)?|nope|decline|reject"),
}
_WISHED = re.compile(r"(?:i(?:'d| would)? (?:like|want)(?: to)?|i(?:'ll| will)|let me) ")
_SYNONYMS: Mapping[str, str] = {
    r"(?:(?:build|lay|put|place) (?:(?:a|my|the|new) )*)?(?:road|street|path)(?: (?:at|along|on))? (?=\d)": "road ",
    r"draw (?:a |one |1 )?(?:development )?card$": "buy: card",
    r"finish(?: (?:my |the )?turn)?$": "end: turn",
    r"(?:trade|exchange|swap) (.+ for .+) (?:with|at|from) (?:the )?bank$": r"bank \1",
}
"""Other words for orders, and those that orders begin with."""
_UPGRADE = re.compile(r"upgrade (\d{1,2})")
_SETTLE = re.compile(r"settle(?:ment)? best")
_DEVELOPMENT = re.compile(r"\bdev(?:elopment)? (?=card\b)")


def says_plainly(known: View, seat: SeatNumber, item: JsonValue, line: str) -> bool:
    """Whether ``item`` says what ``line`` says, and can say nothing else to ``seat``."""
    if isinstance(item, Mapping) and len(item) != 1:
        return False
    said = " ".join(say_item(item).lower().replace(":", " ").strip(" .!").split())
    asking = find_asking(known, seat)
    name = "" if asking is None else known.seats[asking.seat].name
    word = said.removesuffix(f" {name}")
    answer = next((kind for kind, words in _ANSWERS.items() if words.fullmatch(word)), "")
    if asking is not None and answer:
        return not asking.several and line == f"{answer}: {name}"
    if upgrade := _UPGRADE.fullmatch(said):
        return line == f"city: {int(upgrade[1])}"
    if _SETTLE.fullmatch(said):
        return line == "place: best"
    plain = _WISHED.sub("", said)
    for words, order in _SYNONYMS.items():
        plain = re.sub(rf"^{words}", order, plain)
    kind, _, rest = plain.replace(":", "").partition(" ")
    if plain != said and is_read(known.table, kind, rest) and line == f"{kind}: {spell(kind, rest)}":
        return True
    asks = (_is_listed_place, _is_counted_out, _has_condition)
    return isinstance(item, Mapping) and any(ask(item, line) for ask in asks)


def _is_listed_place(item: Mapping[str, JsonValue], line: str) -> bool:
    """Whether ``item`` has an intersection and its path apart: ``place: [10, 10-2]``, ``{at: 10, road: 10-2}``."""
    listed = item.get("place")
    parts = [listed["at"], listed["road"]] if isinstance(listed, Mapping) and {*listed} == {"at", "road"} else listed
    texts = [str(part) for part in parts] if isinstance(parts, list | tuple) else []
    match texts:
        case [spot, path] if SPOT.fullmatch(spot) and PATH.fullmatch(path):
            return line == f"place: {spell('place', f'{spot} {path}')}"
    return False


def _is_counted_out(item: Mapping[str, JsonValue], line: str) -> bool:
    """Whether ``item`` has each card with its number behind it, as in ``discard: {lumber: 3, wool: 2}``."""
    cards = item.get("discard")
    if not isinstance(cards, Mapping) or not all(type(count) is int for count in cards.values()):
        return False
    return line == f"discard: {', '.join(f'{count} {spell_kind(kind)}' for kind, count in cards.items())}"


def _has_condition(item: Mapping[str, JsonValue], line: str) -> bool:
    """Whether ``item`` says ``if`` and a condition before its order, in the words of ``line``."""
    ((key, order),) = item.items()
    words = _DEVELOPMENT.sub("", f"{order} {key}")
    return isinstance(order, str) and key.startswith("if ") and "\nif: " in line and is_spelt_nearly(words, line)
