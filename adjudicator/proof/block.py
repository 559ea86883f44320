"""The file with the proof of a report: a line for people, and JSON packed into lines of letters and digits."""

import json
import re
from base64 import b64decode, b64encode
from binascii import unhexlify
from collections.abc import Mapping

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
_BLOCK = re.compile(
    rb"^%s[ \t]*\r?\n([A-Za-z0-9+/=\s]*?)%s" % (re.escape(BEGIN.encode()), re.escape(END.encode())), re.MULTILINE
)
_BEGINNING = re.compile(rb"([^\r\n]{0,200}\r?\n)?%s" % re.escape(BEGIN.encode()))


class BlockError(ValueError):
    """A block that we did not write."""


def _is_deeper(value: JsonValue, depth: int) -> bool:
    """Whether ``value`` is nested in more than ``depth`` levels."""
    if isinstance(value, Mapping):
        return depth == 0 or any(_is_deeper(inner, depth - 1) for inner in value.values())
    return isinstance(value, list) and (depth == 0 or any(_is_deeper(inner, depth - 1) for inner in value))


def write_title(game: str, turn: int, seat: str | None) -> str:
    """The first line of a proof, for people; ``seat`` is None in that of the public report."""
    return f"Proof of the report on turn {turn} of {game} for {seat or 'everybody'}; adjudicate verify-mail reads it."


def write_proof_file(title: str, header: bytes, proof: Mapping[str, JsonValue]) -> bytes:
    """The file with a turn's ``header``, byte for byte, and the ``proof`` that goes with it.

    A hash of 64 digits is packed into a zero byte and its 32 bytes: JSON text has no zero bytes of its own. Nothing
    is compressed, since not every zlib gives the same bytes, and proofs have to.
    """
    packed = _HASH.sub(lambda match: b"\0" + unhexlify(match[0]), header + canonical(proof))
    text = b64encode(packed).decode()
    lines = [title, BEGIN, *(text[start : start + WIDTH] for start in range(0, len(text), WIDTH)), END, ""]
    return "\n".join(lines).encode()


def is_proof(name: str, data: bytes) -> bool:
    """Whether a file is a proof, be it a damaged one: by its ``name``, or by what it begins with."""
    return name.endswith(".proof") or _BEGINNING.match(data.lstrip()) is not None


def read_proof_file(data: bytes) -> tuple[str, bytes, dict[str, JsonValue]]:
    """The title, the header and the proof in a file. Raises :class:`BlockError` for anything that we did not write."""
    blocks = _BLOCK.findall(data)
    if len(blocks) != 1:
        raise BlockError("the proof is damaged" if not blocks else f"{len(blocks)} proofs in one file")
    block = b"".join(blocks[0].split())
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
    title = data.lstrip().partition(b"\n")[0].decode("ascii", "replace").strip()
    return title, text[: end + 1].encode(), proof
