"""People to whom a trade is said to be put and whom nobody at the table is called like."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import SeatNumber
from adjudicator.kit.words import find_near, join_words
from adjudicator.rules.catan.cards import RESOURCES
from adjudicator.rules.catan.mail.language.likeness import SURE
from adjudicator.rules.catan.mail.language.meant_terms import GETS, GIVES, OFFER, PROPOSE, WANT
from adjudicator.rules.catan.mail.language.nearest import PLAIN
from adjudicator.rules.catan.mail.language.spelling import EVERYBODY, EVERYDAY, READ, join_names
from adjudicator.rules.catan.mail.language.vocabulary import list_items
from adjudicator.rules.catan.views.known import View

_LIMITS: Mapping[str, str] = {PROPOSE: "to", OFFER: "to", WANT: "from"}
"""The key behind which each order for others names them."""
_FOR = ("to", "from", "of", "with")
_ADDRESSED = re.compile(r"\b(?:to|with|from)\s+([a-z][\w-]*)\s*(?=$|[.!?,:;]|\bfor\b)", re.IGNORECASE)
_NOBODY = frozenset(
    {
        *(READ | PLAIN | EVERYBODY | GIVES | GETS),
        *("cards", "exchange", "hand", "her", "him", "leader", "me", "players", "propose", "someone", "somebody"),
        *("table", "them", "us", "you", "whoever"),
    }
)
"""Words behind ``to`` or ``with`` that are no names."""


def explain_stranger(known: View, seat: SeatNumber, item: JsonValue, lines: Sequence[str]) -> str:
    """What to write in place of ``item`` where it is put to somebody who is not at the table; empty where it is not.

    ``lines`` would put it to everybody, or to the others alone.
    """
    line = next((line for line in lines if line.partition(":")[0] in _LIMITS and "\n" not in line), "")
    limit = _LIMITS.get(line.partition(":")[0], "")
    others = [other.name for number, other in enumerate(known.seats) if number != seat]
    names = [other.name for other in known.seats]
    strangers = [name for name in _list_addressed(item, names) if _is_strange(name, names)]
    if not line or not strangers:
        return ""
    example = line if f"{limit}: [" in line else line.replace("}", f", {limit}: [{others[0]}]}}")
    return f"for example '{example}'; there is no seat '{strangers[0]}'; the other seats are {join_words(others)}"


def _list_addressed(item: JsonValue, seats: Collection[str]) -> Iterator[str]:
    """The words of ``item`` that stand where people are named."""
    if isinstance(item, Mapping):
        for key, part in item.items():
            is_for = key in _FOR or find_near(key, _FOR, SURE)
            if is_for and not isinstance(part, Mapping):
                names = (join_names(str(name), seats) for name in list_items(part))
                yield from (word.strip(".,!") for name in names for word in name.split())
            elif isinstance(part, Mapping | str):
                yield from _list_addressed(part, seats)
    elif isinstance(item, str):
        yield from _ADDRESSED.findall(join_names(item, seats))


def _is_strange(name: str, names: Sequence[str]) -> bool:
    """Whether ``name`` can be a name, and is not nearly one of ``names``."""
    word = name.lower()
    if word in _NOBODY or not re.fullmatch(r"[^\W\d][\w-]+", word):
        return False
    return not find_near(word, names) and not find_near(word, [*RESOURCES, *EVERYDAY], SURE)
