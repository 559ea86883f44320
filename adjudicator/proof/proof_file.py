"""The proof of a report: a file with a line for people, and JSON packed into lines of letters and digits.

What every reader's report proves to him, and nothing of what is others', is written here, and read as a mail brings it:
field by field, and refused where a field is none of ours.
"""

import json
import re
from base64 import b64decode, b64encode
from binascii import unhexlify
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from adjudicator.core.chance import Draw
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.proof.hashing import (
    PUBLIC,
    LeafSet,
    canonical,
    group_reports,
    hash_bytes,
    seal_facts,
    seal_orders,
    seal_reports,
)

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
HEADER_FORMAT = 2
MOST_EPOCHS = 1 << 16
_ID = re.compile(r"[a-z][a-z0-9-]{0,31}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_PREFIX = re.compile(r"[0-9a-f]{8,64}")
_UNMIXED = "L1"
_LEVEL = re.compile("L[12]")
_MOST = 4096
"""How many entries a list in a header or proof may have."""
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


class Header(NamedTuple):
    """A turn's header; ``head`` is the hash of its text."""

    head: str
    game: str
    turn: int
    previous: str | None
    previous_reports: str | None
    seats: Sequence[str]
    acts: Sequence[JsonValue]
    echoes: Mapping[str, str]
    orders_root: str
    hidden_root: str
    level: str
    commitment: str
    public_root: str
    epochs: int
    mixes: Mapping[int, Mapping[str, str | None]]
    opened: Mapping[int, tuple[bytes, Sequence[bytes]]]
    revealed: str | None
    fields: Mapping[str, JsonValue]

    @property
    def mixed(self) -> bool:
        """Whether players add to the draws."""
        return self.level != _UNMIXED


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


def _expect(*, fits: bool, field: str) -> None:
    if not fits:
        raise BlockError(f"{field}: not what belongs there")


def _take(value: JsonValue, kind: type[_T], fits: Callable[[_T], object], field: str) -> _T:
    if not isinstance(value, kind) or not fits(value):
        raise BlockError(f"{field}: not what belongs there")
    return value


def _take_text(value: JsonValue, pattern: re.Pattern[str], field: str) -> str:
    return _take(value, str, pattern.fullmatch, field)


def _take_digest(value: JsonValue, field: str) -> str:
    return _take_text(value, _DIGEST, field)


def _take_optional(value: JsonValue, field: str) -> str | None:
    return None if value is None else _take_digest(value, field)


def _take_number(value: JsonValue, most: int, field: str) -> int:
    return _take(value, int, lambda number: not isinstance(number, bool) and 0 <= number <= most, field)


def _take_list(value: JsonValue, field: str) -> list[JsonValue]:
    return _take(value, list, lambda items: len(items) <= _MOST, field)


def _take_object(value: JsonValue, field: str) -> dict[str, JsonValue]:
    return _take(value, dict, lambda items: len(items) <= _MOST, field)


def _take_epoch(text: str, field: str) -> int:
    return int(_take_text(text, re.compile(r"0|[1-9][0-9]{0,5}"), field))


def _take_nodes(value: JsonValue, field: str) -> list[bytes]:
    return [bytes.fromhex(_take_digest(node, field)) for node in _take_list(value, field)]


def read_header(text: bytes) -> Header:
    """The header in ``text``. Raises :class:`BlockError`, which names the first field that is none of ours."""
    fields = _take_object(json.loads(text), "header")
    _expect(fits=fields.get("format") == HEADER_FORMAT, field="header.format")
    rng = _take_object(fields.get("rng"), "rng")
    previous, reports = (_take_optional(fields.get(name), name) for name in ("previous", "previous_reports"))
    mixes: dict[int, dict[str, str | None]] = {}
    for epoch, added in _take_object(rng.get("mixes"), "rng.mixes").items():
        field = f"rng.mixes.{epoch[:8]}"
        mixes[_take_epoch(epoch, field)] = {
            _take_text(seat, _ID, field): _take_optional(one, field) for seat, one in _take_object(added, field).items()
        }
    opened: dict[int, tuple[bytes, list[bytes]]] = {}
    for epoch, value in _take_object(rng.get("opened"), "rng.opened").items():
        field = f"rng.opened.{epoch[:8]}"
        entry = _take_object(value, field)
        key = bytes.fromhex(_take_digest(entry.get("key"), f"{field}.key"))
        opened[_take_epoch(epoch, field)] = key, _take_nodes(entry.get("path"), f"{field}.path")
    return Header(
        head=hash_bytes(text),
        game=_take_text(fields.get("game"), _ID, "game"),
        turn=_take_number(fields.get("turn"), 10**6, "turn"),
        previous=previous,
        previous_reports=reports,
        seats=[_take_text(seat, _ID, "seats") for seat in _take_list(fields.get("seats"), "seats")],
        acts=_take_list(fields.get("acts"), "acts"),
        echoes={
            _take_text(seat, _ID, "echoes"): _take_text(echo, _PREFIX, f"echoes.{seat}")
            for seat, echo in _take_object(fields.get("echoes"), "echoes").items()
        },
        orders_root=_take_digest(fields.get("orders_root"), "orders_root"),
        hidden_root=_take_digest(fields.get("hidden_root"), "hidden_root"),
        level=_take_text(rng.get("level"), _LEVEL, "rng.level"),
        commitment=_take_digest(rng.get("commitment"), "rng.commitment"),
        public_root=_take_digest(rng.get("public_root"), "rng.public_root"),
        epochs=_take_number(rng.get("epochs"), MOST_EPOCHS, "rng.epochs"),
        mixes=mixes,
        opened=opened,
        revealed=_take_optional(rng.get("revealed"), "rng.revealed"),
        fields=fields,
    )


def _read_opening(value: JsonValue, field: str, inner: str, read: Callable[[JsonValue], _T]) -> Opening[_T] | None:
    """An opening of what ``read`` reads in the field ``inner``."""
    if value is None:
        return None
    entry = _take_object(value, field)
    salt = bytes.fromhex(_take_digest(entry.get("salt"), f"{field}.salt"))
    _expect(fits=inner in entry, field=f"{field}.{inner}")
    return Opening(salt, _take_nodes(entry.get("path"), f"{field}.path"), read(entry[inner]))


def _read_draw(value: JsonValue) -> Draw:
    entry = _take_list(value, "draws")
    _expect(fits=len(entry) == 4, field="draws")  # noqa: PLR2004 - epoch, label, below, value
    label = [part for part in _take_list(entry[1], "draws") if isinstance(part, str | int)]
    _expect(fits=label == entry[1], field="draws")
    below = _take_number(entry[2], 1 << 64, "draws")
    _expect(fits=below > 0, field="draws")
    epoch, value = _take_number(entry[0], MOST_EPOCHS, "draws"), _take_number(entry[3], below - 1, "draws")
    return Draw(epoch, tuple(label), below, value, hidden=False)


def _read_consumed(value: JsonValue) -> list[list[str]]:
    """Files that were taken up: of each its name, its hashes as sent and as kept, and that of the receipt."""
    files = []
    for item in _take_list(value, "orders.files"):
        entry = _take_list(item, "orders.files")
        _expect(fits=len(entry) == 4, field="orders.files")  # noqa: PLR2004 - a name and three hashes
        name = _take_text(entry[0], re.compile(r"[0-9]{2,9}\.yaml"), "orders.files")
        files.append([name, *(_take_digest(digest, "orders.files") for digest in entry[1:])])
    return files


def _read_hashes(value: JsonValue) -> dict[str, str]:
    """Hashes of reports, by form."""
    return {
        form: _take_digest(digest, "reports.hashes") for form, digest in _take_object(value, "reports.hashes").items()
    }


def read_proof(proof: Mapping[str, JsonValue]) -> Proof:
    """The proof that goes with a header. Raises :class:`BlockError`, which names the field."""
    seat = proof.get("seat")
    return Proof(
        seat=None if seat is None else _take_text(seat, _ID, "seat"),
        orders=_read_opening(proof.get("orders"), "orders", "files", _read_consumed),
        facts=_read_opening(proof.get("facts"), "facts", "facts", lambda facts: facts),
        reports=_read_opening(proof.get("reports"), "reports", "hashes", _read_hashes),
        draws=[_read_draw(draw) for draw in _take_list(proof.get("draws"), "draws")],
    )
