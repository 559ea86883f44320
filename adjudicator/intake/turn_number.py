"""The number of a turn that is not written as a number: whether what stands there can only mean the one awaited."""

import re
from typing import Final

_ONES: Final = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_TEENS: Final = ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS: Final = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NEXT: Final = frozenset({"", "current", "newest", "next", "now", "this"})
"""What people write who have no other turn in mind."""


def is_awaited(written: str, turn: int) -> bool:
    """Whether ``written``, which is no number, says ``turn``, or is as good as left out.

    For turn 27 these are ``T27``, ``twenty-seven``, ``next`` and nothing at all; not ``seven``, ``T26`` or ``soon``.
    """
    digits = "".join(filter(str.isdigit, written))
    words = " ".join(re.findall(r"[a-z]+", written.lower().replace("turn", " ")))
    return digits == str(turn) if digits else words in _NEXT or words == _spell(turn)


def _spell(number: int) -> str:
    """``number`` in words; nothing for 100 and more."""
    few = (*_ONES, *_TEENS)
    if number < len(few):
        return few[number]
    tens, ones = divmod(number, 10)
    return f"{_TENS[tens]} {_ONES[ones]}".strip() if tens < len(_TENS) else ""
