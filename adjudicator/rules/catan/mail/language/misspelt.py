"""The text of an order with misspelt words in it, where it can be read in one way only: ``K frm cleo``."""

import re
from collections.abc import Iterator
from itertools import islice, product

from adjudicator.core.name_rules import write_latin
from adjudicator.core.table import SeatNumber
from adjudicator.kit.negation import turns_round
from adjudicator.kit.words import has_other_digits
from adjudicator.rules.catan.mail.language.likeness import SURE
from adjudicator.rules.catan.mail.language.nearest import SHORT, is_read
from adjudicator.rules.catan.mail.language.order_text import list_steps
from adjudicator.rules.catan.mail.language.spelling import EVERYBODY, READ
from adjudicator.rules.catan.mail.language.vocabulary import OrderTextError
from adjudicator.rules.catan.mail.plans import read_line, spell_order
from adjudicator.rules.catan.views.known import View

_WORD = re.compile(r"[a-z][a-z0-9-]+")
_GLUED = re.compile(r"\b(?:hex)?([a-s])from ")
"""A hex that no blank parts from whom it is taken from."""
_LONGEST, _MOST = 12, 200
"""So many words has a text that is looked at, and so many readings are tried."""


def read_misspelt(known: View, seat: SeatNumber, kind: str, text: str) -> str:
    """What ``text`` behind ``kind`` says but for misspelt words; empty where it may say nothing, or several things."""
    readings = {
        _mean(known, seat, kind, reading): reading for reading in _list_readings(known, kind, write_latin(text).lower())
    }
    return str(spell_order(kind, *readings.values())) if len(readings) == 1 and None not in readings else ""


def _list_readings(known: View, kind: str, text: str) -> Iterator[str]:
    """What ``text`` can say, with other words in place of those that are none."""
    words = READ | EVERYBODY | {"somebody", "someone"} | known.table.number_of.keys()
    text = _GLUED.sub(r"\1 from ", text) if kind in ("robber", "knight") else text
    parts = _WORD.split(text)
    said = _WORD.findall(text)
    if len(said) > _LONGEST:
        return
    choices = [[word] if word in words else list(list_near(word, words)) for word in said]
    for choice in islice(product(*choices), _MOST):
        reading = "".join(part + word for part, word in zip(parts, (*choice, ""), strict=True))
        if is_read(known.table, kind, reading):
            yield reading


def list_near(word: str, words: frozenset[str]) -> Iterator[str]:
    """The ``words`` that are like ``word``, or have its letters in another order."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a misspelt word needs it

    numbered = sorted(other for other in words if not has_other_digits(word, other))
    near = get_close_matches(word, numbered, n=len(words), cutoff=SURE)
    near += [SHORT[word]] if word in SHORT and SHORT[word] not in near else []
    near += [other for other in sorted(words) if sorted(other) == sorted(word) and other not in near]
    yield from (other for other in near if not turns_round(word, other))


def _mean(known: View, seat: SeatNumber, kind: str, text: str) -> object:
    """What a text behind ``kind`` asks for; None for one that cannot be read."""
    try:
        inner, said, aim = read_line(kind, text)
        return (inner, aim) if aim is not None else list_steps(known.table, inner, said, known.seats[seat].rates)
    except OrderTextError:
        return None
