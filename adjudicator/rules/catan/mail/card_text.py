"""Resource cards as players write them, to bundles and back: ``2 wool, 1 ore``, ``2 wool 1 ore``, ``wool, ore``."""

from __future__ import annotations

from functools import lru_cache

from adjudicator.rules.catan.cards import RESOURCES, Bundle, pack, unpack
from adjudicator.rules.catan.mail.text_errors import CardCountError, UnknownCardError, suggest

MOST_CARDS = 95
"""So many cards at most are read; there are no more in the game."""

_EVERYDAY = {
    "clay": "brick",
    "wood": "lumber",
    "timber": "lumber",
    "sheep": "wool",
    "wheat": "grain",
    "corn": "grain",
    "stone": "ore",
    "rock": "ore",
}
"""What players of other translations call the cards."""


def read_kind(word: str) -> int:
    """The number of the resource called ``word``, in any letter case. Raises :class:`UnknownCardError`."""
    name = word.lower()
    if name not in RESOURCES:
        meant = _EVERYDAY.get(name)
        suggestion = f" (did you mean {meant}?)" if meant else suggest(word, RESOURCES)
        raise UnknownCardError(word, suggestion=suggestion, known=", ".join(RESOURCES))
    return RESOURCES.index(name)


def read_count(word: str) -> int:
    """The number of cards that ``word`` says. Raises :class:`CardCountError` where no hand holds so many, or 0."""
    # A longer word is no number of cards, and may be longer than Python reads.
    if len(word) > len(str(MOST_CARDS)) or not 1 <= int(word) <= MOST_CARDS:
        raise CardCountError(word, limit=MOST_CARDS)
    return int(word)


@lru_cache(maxsize=1024)
def read_cards_text(text: str) -> Bundle:
    """The cards that ``text`` names; a resource without a number is one card.

    Raises :class:`UnknownCardError` and :class:`CardCountError`.
    """
    counts = [0] * len(RESOURCES)
    number: str | None = None
    for word in text.replace(",", " ").split():
        if not word.isdecimal():
            counts[read_kind(word)] += 1 if number is None else read_count(number)
            number = None
        elif number is None:
            number = word
        else:
            raise CardCountError(f"{number} {word}", limit=MOST_CARDS)
    if number is not None or not 1 <= sum(counts) <= MOST_CARDS:
        raise CardCountError(text if number is None else number, limit=MOST_CARDS)
    return pack(counts)


def write_cards_text(bundle: Bundle) -> str:
    """The text that names the cards of ``bundle``: ``2 wool, 1 ore``; ``nothing`` for none."""
    return ", ".join(f"{count} {name}" for name, count in zip(RESOURCES, unpack(bundle), strict=True) if count) or (
        "nothing"
    )
