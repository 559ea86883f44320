"""Addresses of players, as far as a moderator can mistype them; whether mail arrives there nobody can see."""

from __future__ import annotations

import re

LONGEST = 254
"""Characters of an address (RFC 5321, 4.5.3.1.3, less the brackets)."""
_ADDRESS = re.compile(r"(?=[^@]{1,64}@)[^\s@,;:<>()\[\]\"\\.]+(?:\.[^\s@,;:<>()\[\]\"\\.]+)*@[\w-]+(?:\.[\w-]+)*")


def is_address(text: str) -> bool:
    """Whether ``text`` is one mail address, such as ``ann@example.org``, with nothing around it."""
    return len(text) <= LONGEST and text.isprintable() and _ADDRESS.fullmatch(text) is not None
