"""Cards as people write them in a position: ``2 wool, 1 ore`` or ``none`` (these and no others), or by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from adjudicator.core.bench import Fault, Path
from adjudicator.rules.catan.bench.written import WrittenCards
from adjudicator.rules.catan.cards import RESOURCES, Bundle, name_cards, read_cards

NONE = "none"
MOST = 99
"""More of a kind than any edition has."""
_ITEM = re.compile(r"(?:(\d{1,2})\s+)?([a-z]+(?:-[a-z]+)*)(?:\s*,\s*|\s+|$)")
_HINT = "write for example '2 wool, 1 ore', or none"


class CardTextError(Exception):
    """A text that is no list of cards; the argument says why."""


def read_card_text(text: str) -> Mapping[str, int]:
    """The counts in ``2 wool, 1 ore``, names unchecked. Raises :class:`CardTextError`."""
    counts: dict[str, int] = {}
    words, at = text.strip(), 0
    if words == NONE:
        return counts
    while at < len(words):
        item = _ITEM.match(words, at)
        if item is None:
            raise CardTextError(f"'{text}' is no list of cards; {_HINT}")
        count, name = item.groups()
        counts[name] = counts.get(name, 0) + int(count or 1)
        at = item.end()
    if not counts:
        raise CardTextError(f"nothing stands there; {_HINT}")
    return counts


def find_wrong_cards(written: WrittenCards, names: tuple[str, ...], path: Path) -> Iterator[Fault]:
    """What is wrong with cards written at ``path``: the form of the text, kinds that are none of ``names``."""
    is_text = isinstance(written, str)
    try:
        counts = read_card_text(written) if isinstance(written, str) else written
    except CardTextError as error:
        yield Fault(path, str(error))
        return
    for name, count in counts.items():
        if name not in names:
            says = f"there are no {name} cards there; the kinds are {', '.join(names)}"
            yield Fault(path if is_text else (*path, name), says, is_key=not is_text)
        elif count > MOST:
            yield Fault(path, f"{count} {name} cards are more than any edition has")


def complete_cards(written: WrittenCards, rest: Bundle, names: tuple[str, ...] = RESOURCES) -> Bundle:
    """The cards written, which are right; kinds that they do not speak of are as in ``rest``."""
    if isinstance(written, str):
        return read_cards(read_card_text(written), names)
    return read_cards({**name_cards(rest, names), **written}, names)


def say_cards(cards: Bundle, names: tuple[str, ...] = RESOURCES) -> str:
    """A bundle in words."""
    return ", ".join(f"{count} {name}" for name, count in name_cards(cards, names).items()) or NONE
