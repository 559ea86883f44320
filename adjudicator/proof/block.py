"""The block in a report that holds its proof: JSON packed into lines of letters and digits between two marks."""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from binascii import unhexlify
from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.core.json_value import JsonValue
from adjudicator.proof.hashing import canonical

BEGIN = "-----BEGIN ADJUDICATE PROOF-----"
END = "-----END ADJUDICATE PROOF-----"
FORMAT = 1
WIDTH = 76
LARGEST = 256 * 1024
"""Characters a block may have; those of the games we know have four thousand."""
DEEPEST_VALUE = 24
_HASH = re.compile(rb"[0-9a-f]{64}")
_PACKED = re.compile(rb"\0(.{32})", re.DOTALL)
_FRAMED = re.compile(
    rb"^(.{0,200}?)" + re.escape(BEGIN.encode()) + rb"[ \t]*\r?\n([A-Za-z0-9+/=\s>|]*?)" + re.escape(END.encode()),
    re.MULTILINE,
)
_MARKED = re.compile(
    rb"^(?:.{0,200}[>|])?[ \t]*(?:%s|%s)" % (re.escape(BEGIN.encode()), re.escape(END.encode())), re.MULTILINE
)
_BESIDE = re.compile(rb"[\s>|]+")
"""What mail programs put between the letters of a block: blanks, line ends, the marks of a quotation."""
_QUOTED = re.compile(rb"[ \t]*[>|][ \t>|]*")


class BlockError(ValueError):
    """A block that we did not write."""


class Frame(NamedTuple):
    """A block in some text: where its lines begin and end, what stands between the marks, whether it is quoted."""

    start: int
    end: int
    block: bytes
    quoted: bool


def _is_deeper(value: JsonValue, depth: int) -> bool:
    """Whether ``value`` is nested in more than ``depth`` levels."""
    if isinstance(value, Mapping):
        return depth == 0 or any(_is_deeper(inner, depth - 1) for inner in value.values())
    return isinstance(value, list) and (depth == 0 or any(_is_deeper(inner, depth - 1) for inner in value))


def write_block(header: bytes, proof: Mapping[str, JsonValue]) -> list[str]:
    """The lines of the block with a turn's ``header``, byte for byte, and the ``proof`` that goes with it.

    A hash of 64 digits is packed into a zero byte and its 32 bytes: JSON text has no zero bytes of its own. Nothing
    is compressed, since not every zlib gives the same bytes, and reports have to.
    """
    packed = _HASH.sub(lambda match: b"\0" + unhexlify(match[0]), header + canonical(proof))
    text = b64encode(packed).decode()
    return [BEGIN, *(text[start : start + WIDTH] for start in range(0, len(text), WIDTH)), END]


def is_marked(data: bytes) -> bool:
    """Whether ``data`` has a line that is a mark of a block, quoted or not."""
    return _MARKED.search(data) is not None


def find_frames(data: bytes) -> list[Frame]:
    """Every block in ``data``, also where a mail program has quoted it or put blanks into it."""
    return [
        Frame(match.start(), match.end(), _BESIDE.sub(b"", match.group(2)), bool(_QUOTED.fullmatch(match.group(1))))
        for match in _FRAMED.finditer(data)
    ]


def find_blocks(data: bytes) -> list[bytes]:
    """What stands between the marks, for every block in ``data``."""
    return [frame.block for frame in find_frames(data)]


def read_block(block: bytes) -> tuple[bytes, dict[str, JsonValue]]:
    """The header and the proof in ``block``. Raises :class:`BlockError` for anything that we did not pack."""
    if len(block) > LARGEST:
        raise BlockError(f"longer than {LARGEST} characters")
    try:
        packed = b64decode(block, validate=True)
        text = _PACKED.sub(lambda match: match.group(1).hex().encode(), packed).decode()
        header, end = json.JSONDecoder().raw_decode(text)
        proof = json.loads(text[end:])
    except (ValueError, RecursionError) as error:
        raise BlockError(f"damaged ({type(error).__name__})") from error
    if _is_deeper(proof, DEEPEST_VALUE) or _is_deeper(header, DEEPEST_VALUE):
        raise BlockError("nested too deeply")
    if not isinstance(proof, dict) or proof.get("format") != FORMAT:
        raise BlockError("not a proof of this format")
    return text[: end + 1].encode(), proof
