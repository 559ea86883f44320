"""The proof of a report: a file with a line for people, and JSON packed into lines of letters and digits.

What every reader's report proves to him, and nothing of what is others', is written here, and read as a mail brings it:
field by field, and refused where a field is none of ours.
"""

import json
import re
from base64 import b64decode, b64encode
from binascii import unhexlify
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from adjudicator.core.chance import Draw
from adjudicator.core.json_value import (
    JsonObject,
    JsonValue,
    Shape,
    expect_fields,
    is_digest,
    list_of,
    mapping_of,
    or_null,
    record_of,
)
from adjudicator.proof.hashing import PUBLIC, LeafSet, canonical, group_reports, seal_facts, seal_orders, seal_reports
from adjudicator.proof.header import few, is_bound, is_epoch, is_id, is_label, is_path, matching, up_to

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
_T = TypeVar("_T")


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
    text = b64encode(_pack_header(header) + _pack(canonical(proof))).decode()
    lines = [title, BEGIN, *(text[start : start + WIDTH] for start in range(0, len(text), WIDTH)), END, ""]
    return "\n".join(lines).encode()


def _pack(text: bytes) -> bytes:
    return _HASH.sub(lambda match: b"\0" + unhexlify(match[0]), text)


_pack_header = lru_cache(maxsize=1)(_pack)
"""The same of a header, which is that of all readers."""


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


class ProofWriter:
    """Writes the proofs of one turn, one reader after the other; every leaf is made once."""

    def __init__(
        self,
        header: bytes,
        salt: bytes,
        consumed: Mapping[str, Sequence[Sequence[str]]],
        facts: Mapping[str, JsonObject],
        draws: Sequence[Draw],
        earlier: tuple[bytes, Mapping[str, str]] | None,
    ) -> None:
        """``consumed`` and ``facts`` have every seat, in table order.

        ``earlier`` is None for turn 0, else the salt of the turn before and the hashes of its reports by name.
        """
        self._header, self._consumed, self._known, self._draws = header, consumed, facts, draws
        self._orders, self._facts = seal_orders(salt, consumed), seal_facts(salt, facts)
        self._reports: LeafSet | None = None
        self._hashes: Mapping[str, Mapping[str, str]] = {}
        if earlier is not None:
            self._reports, self._hashes = seal_reports(*earlier), group_reports(earlier[1])

    def write_proof(self, game: str, turn: int, seat: str | None) -> bytes:
        """The proof of the report on ``turn`` of ``game`` to ``seat``; of the public one where that is None."""
        return write_proof_file(
            write_title(game, turn, seat),
            self._header,
            {
                "format": FORMAT,
                "seat": seat,
                "orders": self._open_orders(seat) if seat else None,
                "facts": self._open_facts(seat) if seat else None,
                "reports": self._open_reports(seat or PUBLIC),
                "draws": [
                    [draw.epoch, list(draw.label), draw.below, draw.value] for draw in self._draws if not draw.hidden
                ],
            },
        )

    def _open_orders(self, seat: str) -> JsonValue:
        salt, path = self._orders.open(seat)
        return {"salt": salt, "path": path, "files": [list(file) for file in self._consumed[seat]]}

    def _open_facts(self, seat: str) -> JsonValue:
        salt, path = self._facts.open(seat)
        return {"salt": salt, "path": path, "facts": self._known[seat]}

    def _open_reports(self, name: str) -> JsonValue:
        if self._reports is None or name not in self._hashes:
            return None
        salt, path = self._reports.open(name)
        return {"salt": salt, "path": path, "hashes": dict(self._hashes[name])}


class Opening(NamedTuple, Generic[_T]):
    """What shows a leaf to be under its root: ``value`` is what the leaf commits to."""

    salt: bytes
    path: Sequence[bytes]
    value: _T


class Proof(NamedTuple):
    """What a report proves to its reader; ``seat`` is None in a public report."""

    seat: str | None
    orders: Opening[list[list[str]]] | None
    facts: Opening[JsonValue] | None
    reports: Opening[dict[str, str]] | None
    draws: Sequence[Draw]


def _is_file(value: object) -> bool:
    """Whether ``value`` is a file that was taken up: its name, its hashes as sent and as kept, and its receipt's."""
    return isinstance(value, list) and len(value) == 4 and _is_name(value[0]) and all(map(is_digest, value[1:]))  # noqa: PLR2004 - a name and three hashes


def _is_draw(value: object) -> bool:
    """Whether ``value`` is epoch, label, upper bound and number of a draw."""
    if not isinstance(value, list) or len(value) != 4:  # noqa: PLR2004 - these four
        return False
    epoch, label, below, drawn = value
    return is_epoch(epoch) and is_label(label) and is_bound(below) and up_to(below - 1)(drawn)


_is_name = matching(r"[0-9]{2,9}\.yaml")


def _opening_of(**value: Shape) -> Shape:
    return or_null(record_of(salt=is_digest, path=is_path, **value))


_SHAPE: Mapping[str, Shape] = {
    "seat": or_null(is_id),
    "orders": _opening_of(files=few(list_of(_is_file))),
    "facts": _opening_of(facts=lambda _: True),
    "reports": _opening_of(hashes=few(mapping_of(is_digest))),
    "draws": few(list_of(_is_draw)),
}


def read_proof(proof: JsonObject) -> Proof:
    """The proof that goes with a header. Raises ``ValueError``, which names a field that is none of ours."""
    said: dict[str, Any] = {name: proof.get(name) for name in _SHAPE}
    expect_fields(said, _SHAPE)
    return Proof(
        seat=said["seat"],
        orders=_read_opening(said["orders"], "files"),
        facts=_read_opening(said["facts"], "facts"),
        reports=_read_opening(said["reports"], "hashes"),
        draws=[Draw(epoch, tuple(label), below, drawn, hidden=False) for epoch, label, below, drawn in said["draws"]],
    )


def _read_opening(saved: Mapping[str, Any] | None, name: str) -> Opening[Any] | None:
    """An opening of what stands behind ``name``."""
    if saved is None:
        return None
    return Opening(bytes.fromhex(saved["salt"]), [*map(bytes.fromhex, saved["path"])], saved[name])
