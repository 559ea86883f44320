"""Checks a game from nothing but its mails: python3 verify_mail.py FOLDER-OR-MBOX [--json]

Needs Python 3.11 or newer and nothing else; reads, and writes nothing but to the terminal. It is made from the modules
of adjudicator.proof by tests/docs/verify_mail_file.py: change those. `adjudicate verify-mail` is the same.
"""

from __future__ import annotations

import argparse
import email
import hashlib
import html
import json
import os
import re
import stat
import sys
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from email.message import Message
from enum import Enum
from functools import cache, lru_cache
from itertools import chain, combinations, count, islice, pairwise, takewhile
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"

_BLOCK = 64
"""The block of SHA-256, in bytes."""
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))
"""The pads of HMAC as tables: what each byte of a key becomes."""

_ENCODE = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def canonical(value: Json) -> bytes:
    """``value`` as JSON with sorted keys and no blanks: the one spelling that is hashed."""
    return _ENCODE(value).encode()


@cache
def _prefix(tag: str) -> bytes:
    name = f"adjudicator/v1/{tag}".encode()
    return len(name).to_bytes(8, "big") + name


def digest(tag: str, *parts: bytes) -> bytes:
    """SHA-256 of ``parts`` under a ``tag`` that says what is hashed."""
    return hashlib.sha256(frame(tag, *parts)).digest()


def authenticate(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 (RFC 2104) of ``message`` under ``key``.

    Written out, because every draw takes two of them, and ``hmac.digest`` takes longer to set up than such short
    messages take to hash.
    """
    if len(key) > _BLOCK:
        key = hashlib.sha256(key).digest()
    block = key.ljust(_BLOCK, b"\0")
    inner = hashlib.sha256(block.translate(_INNER) + message).digest()
    return hashlib.sha256(block.translate(_OUTER) + inner).digest()


def frame(tag: str, *parts: bytes) -> bytes:
    """``tag`` and ``parts``, each preceded by its length: what is hashed."""
    return _prefix(tag) + b"".join([len(part).to_bytes(8, "big") + part for part in parts])


def keyed(key: bytes, tag: str, *parts: bytes) -> bytes:
    """HMAC-SHA256 of ``parts`` under ``key`` and ``tag``."""
    return authenticate(key, frame(tag, *parts))


def hash_bytes(data: bytes) -> str:
    """SHA-256 as hex: what ``sha256sum`` prints."""
    return hashlib.sha256(data).hexdigest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def _split(count: int) -> int:
    """The largest power of two below ``count``: how many leaves are on the left."""
    return 1 << ((count - 1).bit_length() - 1)


def join_nodes(nodes: Sequence[bytes]) -> bytes:
    """The root over ``nodes`` (at least one), themselves roots of complete trees of one height, but for the last."""
    if len(nodes) == 1:
        return nodes[0]
    split = _split(len(nodes))
    return _node(join_nodes(nodes[:split]), join_nodes(nodes[split:]))


def hash_leaf(leaf: bytes) -> bytes:
    """The tree that is one ``leaf``."""
    return hashlib.sha256(b"\0" + leaf).digest()


def merkle_root(leaves: Sequence[bytes]) -> bytes:
    """The root of a Merkle tree of the shape of RFC 6962 over ``leaves`` (at least one)."""
    return join_nodes([hash_leaf(leaf) for leaf in leaves])


def find_path(nodes: Sequence[bytes], index: int) -> list[bytes]:
    """What :func:`climb` needs beside node ``index`` to reach the root over ``nodes``, the lowest first."""
    if len(nodes) == 1:
        return []
    split = _split(len(nodes))
    if index < split:
        return [*find_path(nodes[:split], index), join_nodes(nodes[split:])]
    return [*find_path(nodes[split:], index - split), join_nodes(nodes[:split])]


def find_paths(nodes: Sequence[bytes]) -> tuple[bytes, list[tuple[bytes, ...]]]:
    """The root over ``nodes``, and what :func:`find_path` gives for each of them, at the price of the root alone."""
    if len(nodes) == 1:
        return nodes[0], [()]
    split = _split(len(nodes))
    (left, on_the_left), (right, on_the_right) = find_paths(nodes[:split]), find_paths(nodes[split:])
    return _node(left, right), [*((*path, right) for path in on_the_left), *((*path, left) for path in on_the_right)]


def climb(leaf: bytes, index: int, count: int, path: Sequence[bytes]) -> bytes:
    """The root of a tree of ``count`` leaves in which ``leaf`` stands at ``index`` beside ``path``.

    Raises ``ValueError`` where such a tree has paths of another length.
    """
    if not 0 <= index < count:
        raise ValueError("no such leaf")
    sides: list[bool] = []
    while count > 1:
        split = _split(count)
        sides.append(index < split)
        index, count = (index, split) if index < split else (index - split, count - split)
    if len(sides) != len(path):
        raise ValueError("a path of another tree")
    root = hash_leaf(leaf)
    for beside, left in zip(path, reversed(sides), strict=True):
        root = _node(root, beside) if left else _node(beside, root)
    return root


ORDERS, FACTS, REPORTS = "orders", "facts", "reports"
PUBLIC, MODERATOR = "public", "moderator"


def salt_turn(secret: bytes, game: str, turn: int, previous: str | None, acts: Json) -> bytes:
    """The salt of a turn, 32 bytes, other for every turn.

    The head before and the moderator's ``acts`` are in it, so that a turn played again after a rewind has another.
    """
    return keyed(secret, "turn-salt", game.encode(), turn.to_bytes(4, "big"), canonical([previous, acts]))


def salt_leaf(salt: bytes, path: str) -> bytes:
    """The salt of the leaf at ``path`` (``facts/amira``) of the turn with ``salt``."""
    return keyed(salt, "leaf-salt", path.encode())


def seal(salt: bytes, path: str, value: Json) -> bytes:
    """The leaf that commits to ``value`` at ``path``; ``salt`` is the leaf's own."""
    return keyed(salt, "leaf", canonical([path, value]))


class Sealed:
    """The leaves of one kind in one turn, in their order: names (seats, readers) with their values."""

    def __init__(self, salt: bytes, kind: str, values: Mapping[str, Json]) -> None:
        """``salt`` is the turn's."""
        self._salt, self._kind = salt, kind
        self._names = list(values)
        self._leaves = [seal(salt_leaf(salt, f"{kind}/{name}"), f"{kind}/{name}", values[name]) for name in values]

    def root(self) -> str:
        """The root over the leaves, as hex."""
        return merkle_root(self._leaves).hex()

    def open(self, name: str) -> tuple[str, list[str]]:
        """What shows the leaf of ``name`` to be under the root: its salt and its path, as hex."""
        path = find_path([hash_leaf(leaf) for leaf in self._leaves], self._names.index(name))
        return salt_leaf(self._salt, f"{self._kind}/{name}").hex(), [node.hex() for node in path]


def list_readers(seats: Iterable[str]) -> list[str]:
    """Who gets a report, in the order of their leaves."""
    return sorted([*seats, PUBLIC, MODERATOR])


def group_reports(hashes: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """The hashes of reports (``amira.html``) by reader and form, readers in the order of their leaves."""
    grouped: dict[str, dict[str, str]] = {}
    for name in sorted(hashes, key=lambda name: (name.partition(".")[0], name)):
        reader, _, form = name.partition(".")
        grouped.setdefault(reader, {})[form] = hashes[name]
    return grouped


def hash_public(view: Json) -> str:
    """The hash of what everybody knows."""
    return hash_bytes(canonical(view))


def seal_orders(salt: bytes, files: Mapping[str, Sequence[Sequence[str]]]) -> Sealed:
    """Leaves over what a turn took up, one for every seat.

    For each file its name, the hash of what was sent, of what was kept (the token blanked), and of the receipt.
    """
    return Sealed(salt, ORDERS, files)


def seal_facts(salt: bytes, facts: Mapping[str, Json]) -> Sealed:
    """Leaves over what each seat knows and not everybody."""
    return Sealed(salt, FACTS, facts)


def seal_reports(salt: bytes, hashes: Mapping[str, str]) -> Sealed:
    """Leaves over a turn's reports, one for every reader, from the hashes of all of them by name."""
    return Sealed(salt, REPORTS, group_reports(hashes))


_WORD = 8
_LIMIT = 1 << 64
HEIGHT = 6
"""Public keys are kept as the roots of trees of so many levels, so that opening one takes 64 of them, not all."""
_SPAN = 1 << HEIGHT


def _epoch(epoch: int) -> bytes:
    return epoch.to_bytes(4, "big")


def commit(game: str, secret: bytes) -> str:
    """The commitment to ``secret``, as hex: published before the game, checked at its end."""
    return digest("seed-commit", game.encode(), secret).hex()


def public_key(game: str, secret: bytes, epoch: int) -> bytes:
    """The key of the public draws of ``epoch``, before the mix."""
    return keyed(secret, "pub", game.encode(), _epoch(epoch))


def hidden_key(game: str, secret: bytes, epoch: int) -> bytes:
    """The key of the hidden draws of ``epoch``, before the mix."""
    return keyed(secret, "hid", game.encode(), _epoch(epoch))


def public_leaf(epoch: int, key: bytes) -> bytes:
    """The leaf of the public key of ``epoch`` in the tree that is committed to."""
    return digest("pub-leaf", _epoch(epoch), key)


@lru_cache(maxsize=8)
def _open_block(game: str, secret: bytes, start: int, stop: int) -> tuple[bytes, list[tuple[bytes, ...]]]:
    """The root over the public keys of some epochs, and the path of each: a replay opens one after the other."""
    leaves = [public_leaf(epoch, public_key(game, secret, epoch)) for epoch in range(start, stop)]
    return find_paths([hash_leaf(leaf) for leaf in leaves])


def list_public_nodes(game: str, secret: bytes, epochs: int) -> list[bytes]:
    """The roots over the public keys of each 64 of epochs 0 to ``epochs - 1``; :func:`join_nodes` makes one of them."""
    return [_open_block(game, secret, start, min(start + _SPAN, epochs))[0] for start in range(0, epochs, _SPAN)]


@lru_cache(maxsize=2)
def _join_all(nodes: tuple[bytes, ...]) -> tuple[bytes, list[tuple[bytes, ...]]]:
    return find_paths(nodes)


def join_public_nodes(nodes: Sequence[bytes]) -> str:
    """The root that :func:`commit_public_keys` gives, as hex, from the nodes under it (at least one)."""
    return _join_all(tuple(nodes))[0].hex()


def commit_public_keys(game: str, secret: bytes, epochs: int) -> str:
    """The root over the public keys of epochs 0 to ``epochs - 1``, as hex, so that each can be opened on its own."""
    return join_public_nodes(list_public_nodes(game, secret, epochs))


def open_public_key(
    game: str, secret: bytes, epoch: int, epochs: int, nodes: Sequence[bytes]
) -> tuple[bytes, list[bytes]]:
    """The public key of ``epoch``, and its path to the root; ``nodes`` are those of :func:`list_public_nodes`."""
    block = epoch // _SPAN
    start = block * _SPAN
    _, paths = _open_block(game, secret, start, min(start + _SPAN, epochs))
    inside = paths[epoch - start]
    return public_key(game, secret, epoch), [*inside, *_join_all(tuple(nodes))[1][block]]


def mix(game: str, epoch: int, added: Json, beacon: bytes = b"") -> bytes:
    """What others than the moderator add to ``epoch``; ``added`` is empty where that is nothing."""
    return digest("mix", game.encode(), _epoch(epoch), canonical(added), beacon)


def mix_key(base: bytes, mixed: bytes) -> bytes:
    """The key that draws are made with: a public or hidden key with its epoch's mix."""
    return keyed(base, "mixed", mixed)


@lru_cache(maxsize=1024, typed=True)
def _name_stream(*label: str | int) -> bytes:
    """What a label is hashed as. Few labels make up most of a game's draws."""
    return frame("stream", canonical(label))


def draw_below(key: bytes, label: Sequence[str | int], below: int) -> int:
    """A whole number under ``below`` (at least 1), without bias, from the stream of ``label`` under ``key``."""
    stream = authenticate(key, _name_stream(*label))
    ceiling = _LIMIT - _LIMIT % below
    for number in count():
        block = authenticate(stream, number.to_bytes(8, "big"))
        for start in range(0, len(block), _WORD):
            word = int.from_bytes(block[start : start + _WORD], "big")
            if word < ceiling:
                return word % below
    raise AssertionError  # the stream does not end


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


def _is_deeper(value: Json, depth: int) -> bool:
    """Whether ``value`` is nested in more than ``depth`` levels."""
    if isinstance(value, Mapping):
        return depth == 0 or any(_is_deeper(inner, depth - 1) for inner in value.values())
    return isinstance(value, list) and (depth == 0 or any(_is_deeper(inner, depth - 1) for inner in value))


def write_block(header: bytes, proof: Mapping[str, Json]) -> list[str]:
    """The lines of the block with a turn's ``header``, byte for byte, and the ``proof`` that goes with it.

    A hash of 64 digits is packed into a zero byte and its 32 bytes: JSON text has no zero bytes of its own. Nothing
    is compressed, since not every zlib gives the same bytes, and reports have to.
    """
    packed = _HASH.sub(lambda match: b"\0" + bytes.fromhex(match.group().decode()), header + canonical(proof))
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


def read_block(block: bytes) -> tuple[bytes, dict[str, Json]]:
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


LARGEST_FILE = 64 * 1024 * 1024
LARGEST_MAIL = 4 * 1024 * 1024
LARGEST_HEAD = 64 * 1024
"""Bytes that the headers of a mail may have."""
MOST_FILES = 20_000
MOST_PIECES = 100_000
MOST_PARTS = 40
DEEPEST = 8
_FROM = re.compile(rb"^From .*\r?\n(?=[A-Za-z][A-Za-z0-9-]{0,60}:|>From )", re.MULTILINE)
_FIRST = re.compile(rb"From .*\r?\n")
_FORWARDED = re.compile(r"\s*(?:fwd?|wg|tr|rv)\s*:", re.IGNORECASE)
"""Subjects of mails that pass another on."""
_MIME = re.compile(rb"^(?:MIME-Version|Content-Transfer-Encoding):", re.IGNORECASE | re.MULTILINE)
_FIELD = re.compile(rb"[A-Za-z][A-Za-z0-9-]{1,40}:[ \t]")
_MOVE_FILE = re.compile(rb"^(?:turn:[ \t]*[0-9]|(?:anchor|opening):)", re.MULTILINE)
_INVITATION = re.compile(rb"^public root: +[0-9a-f]{64}", re.MULTILINE)


class Piece(NamedTuple):
    """A file, or a part of a mail: where it was found, its bytes, and whether it but quotes or passes on another."""

    source: str
    data: bytes
    quoted: bool = False


class Gathered(NamedTuple):
    """What was found: reports with a proof, the player's files, letters; ``remarks`` say what could not be read."""

    reports: list[Piece]
    move_files: list[Piece]
    invitations: list[Piece]
    remarks: list[str]


def gather(paths: list[str]) -> Gathered:
    """All that lies at ``paths``. Raises ``FileNotFoundError`` for one where there is nothing."""
    found = Gathered([], [], [], [])
    seen: set[bytes] = set()
    count = 0
    for path in paths:
        for name, place in _list_files(path, found.remarks):
            count += 1
            if count > MOST_FILES:
                found.remarks.append(f"{name}: more than {MOST_FILES} files; the rest is left aside")
                return found
            for piece in _read_pieces(name, place, found.remarks):
                if len(seen) > MOST_PIECES:
                    found.remarks.append(f"{name}: more than {MOST_PIECES} mails; the rest is left aside")
                    return found
                if piece.data not in seen and _sort_in(piece, found):
                    seen.add(piece.data)
    return found


def _sort_in(piece: Piece, found: Gathered) -> bool:
    """Put a piece where it belongs; whether it belongs anywhere."""
    if is_marked(piece.data):
        found.reports.append(piece)
    elif _INVITATION.search(piece.data):
        found.invitations.append(piece)
    elif piece.source.endswith((".yaml", ".yml")) and _MOVE_FILE.search(piece.data):
        found.move_files.append(piece)
    else:
        return False
    return True


def _list_files(path: str, remarks: list[str]) -> Iterator[tuple[str, str]]:
    """Every regular file at or below ``path``: its name for messages, and where it is."""
    if stat.S_ISDIR(os.stat(path).st_mode):
        yield from _walk_folder(path, "", 0, remarks)
    else:
        yield os.path.basename(path), path


def _walk_folder(path: str, below: str, depth: int, remarks: list[str]) -> Iterator[tuple[str, str]]:
    try:
        with os.scandir(os.path.join(path, below)) as entries:
            ordered = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        remarks.append(f"{below or path}: unreadable ({error.strerror})")
        return
    for entry in ordered:
        name = f"{below}/{entry.name}" if below else entry.name
        if entry.is_dir(follow_symlinks=False):
            if depth < DEEPEST:
                yield from _walk_folder(path, name, depth + 1, remarks)
            else:
                remarks.append(f"{name}: too deep; left aside")
        elif entry.is_file(follow_symlinks=False):
            yield name, entry.path
        else:
            remarks.append(f"{name}: not a regular file; left aside")


def _read_pieces(name: str, place: str, remarks: list[str]) -> Iterator[Piece]:
    """The pieces in the file at ``place``: itself, or the parts of the mails in it."""
    try:
        handle = os.open(place, os.O_RDONLY | os.O_NONBLOCK)
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                remarks.append(f"{name}: not a regular file; left aside")
                return
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        remarks.append(f"{name}: unreadable ({error.strerror})")
        return
    if len(data) > LARGEST_FILE:
        remarks.append(f"{name}: larger than {LARGEST_FILE} bytes; left aside")
    elif data.startswith(b"From "):
        for number, mail in enumerate(_split_mbox(data), start=1):
            yield from _read_mail(f"{name}, mail {number}", mail, remarks)
    elif name.endswith(".eml") or _is_mail(name, data):
        yield from _read_mail(name, data, remarks)
    else:
        yield Piece(name, data)


def _is_mail(name: str, data: bytes) -> bool:
    """Whether a file without the ending of a mail is one: it has headers, and lies in a mail folder or has no ending.

    Or its headers are of those that only mails have.
    """
    if not _FIELD.match(data):
        return False
    folder = name.split("/")[-2:-1]
    head = data[: min(_find_head(data), LARGEST_HEAD)]
    return folder in (["cur"], ["new"]) or "." not in name.rpartition("/")[2] or bool(_MIME.search(head))


def _find_head(data: bytes) -> int:
    """Where the headers of a mail end."""
    return min((end for end in (data.find(b"\n\n"), data.find(b"\n\r\n")) if end >= 0), default=len(data))


def _split_mbox(data: bytes) -> Iterator[bytes]:
    """The mails of an mbox file: each begins behind a line ``From …`` at the beginning or after an empty line.

    The empty line before it belongs to the file, not to the mail.
    """
    starts = [
        match
        for match in _FROM.finditer(data)
        if data[max(0, match.start() - 3) : match.start()].endswith((b"\n\n", b"\n\r\n"))
    ]
    first = _FIRST.match(data)
    begins = [*([first] if first else []), *starts]
    for match, following in zip(begins, [*starts, None], strict=True):
        mail = data[match.end() : following.start() if following else len(data)]
        yield next((mail.removesuffix(end) for end in (b"\r\n", b"\n") if mail.endswith(b"\n" + end)), mail)


def _read_mail(source: str, data: bytes, remarks: list[str]) -> Iterator[Piece]:
    """The parts of one mail that may be of interest, decoded."""
    head = _find_head(data)
    parts = len(re.findall(rb"(?i)^content-type:", data[: LARGEST_MAIL + 1], re.MULTILINE))
    if len(data) > LARGEST_MAIL or head > LARGEST_HEAD or parts > MOST_PARTS:
        remarks.append(f"{source}: too large or of too many parts for a mail of ours; left aside")
        return
    try:
        mail = email.message_from_bytes(data)
        passed_on = bool(_FORWARDED.match(str(mail.get("Subject", ""))))
        leaves = [part for part in mail.walk() if not part.is_multipart()]
        pieces = [
            _decode_part(source, number, part, passed_on=passed_on) for number, part in enumerate(leaves, start=1)
        ]
    except Exception as error:  # noqa: BLE001 - the standard library's parser has raised many things at damaged mails
        remarks.append(f"{source}: cannot be read as a mail ({type(error).__name__})")
        return
    yield from pieces


def _decode_part(source: str, number: int, part: Message, *, passed_on: bool) -> Piece:
    data = part.get_payload(decode=True)
    attached = part.get_filename()
    name = str(attached or f"part {number}")[-100:]
    if part.get_content_type() in ("text/yaml", "application/yaml", "application/x-yaml") and not name.endswith(
        ".yaml"
    ):
        name += ".yaml"
    text = _write_utf8(data, part.get_content_charset()) if isinstance(data, bytes) else b""
    return Piece(f"{source}, {name}", text, quoted=passed_on and not attached)


def _write_utf8(data: bytes, charset: str | None) -> bytes:
    """The text of a part as we write it, where its mail has it in other letters."""
    if charset in (None, "utf-8", "us-ascii"):
        return data
    try:
        return data.decode(charset or "utf-8").encode()
    except (LookupError, UnicodeError):
        return data


_PAGE = b"<!doctype html"
_PAGE_END = re.compile(rb"</html>[ \t]*(?:\r?\n)?", re.IGNORECASE)
_LINE_END = re.compile(rb"[ \t]*(?:\r?\n)?")
_TAG = re.compile(rb"<[^<>]{0,200}>|&[a-z]{2,6};")
_PASSED_ON = re.compile(
    rb"^[ \t*]*(?:-{2,} ?(?:original|forwarded) message|begin forwarded message:"
    rb"|.{5,200}(?:wrote|schrieb).{0,80}:\s*$)",
    re.IGNORECASE | re.MULTILINE,
)
_PASSED_ON_PAGE = re.compile(rb"<blockquote|gmail_quote", re.IGNORECASE)
"""What mail programs write above what they quote or pass on; no report of ours has it above its heading."""
_HEADED = re.compile(rb"^[^\r\n]{1,300}, turn [0-9]+[^\r\n]{0,300}\r?\n=+\r?\n", re.MULTILINE)
"""The heading that a text report begins with."""
_LONGEST = 256 * 1024
"""Bytes of what may be a changed copy of ours; of longer ones nothing is undone but line ends."""


def split_copies(piece: Piece) -> list[Piece]:
    """The reports in ``piece``, each on its own, or ``piece`` itself where it is one; and whether it is a quotation."""
    frames = find_frames(piece.data) or find_frames(strip_tags(piece.data))[:1]
    if len(frames) <= 1:
        begin = frames[0].start if frames else len(piece.data)
        return [piece._replace(quoted=_is_quoted(piece, begin, marked=any(frame.quoted for frame in frames)))]
    copies: list[Piece] = []
    done = 0
    for number, frame in enumerate(frames, start=1):
        page = piece.data.lower().rfind(_PAGE, done, frame.start) if done <= frame.start else -1
        begin = page if page >= 0 else min(done, frame.start)
        closing = _PAGE_END.search(piece.data, frame.end) if page >= 0 else None
        line = _LINE_END.match(piece.data, frame.end)
        done = closing.end() if closing else line.end() if line else frame.end
        text = piece.data[begin:done]
        alone = Piece(f"{piece.source}, report {number}", text)
        copies.append(alone._replace(quoted=_is_quoted(alone, frame.start - begin, marked=frame.quoted)))
    return copies


def _is_quoted(piece: Piece, begin: int, *, marked: bool) -> bool:
    """Whether the block at ``begin`` stands in what somebody quoted or passed on."""
    if marked or piece.quoted:
        return True
    text = piece.data[:begin]
    if _PAGE in text.lower():
        return _PASSED_ON_PAGE.search(text) is not None
    heading = _HEADED.search(text)
    above = text[: heading.start()] if heading else text
    return any(pattern.search(above) for pattern in (_PASSED_ON, _PASSED_ON_PAGE))


def strip_tags(data: bytes) -> bytes:
    """``data`` without what a mail program that quotes in HTML puts into a block."""
    return _TAG.sub(b"", data)


def is_copy(data: bytes, hashes: Collection[str]) -> bool:
    """Whether ``data`` is, but for what a mail program changes and can be undone, what has one of the ``hashes``."""
    return any(hash_bytes(spelling) in hashes for spelling in list_spellings(data))


def hash_spellings(data: bytes) -> set[str]:
    """The hashes of ``data`` as it is, and as it may have been before it was mailed."""
    return {hash_bytes(spelling) for spelling in list_spellings(data)}


def list_spellings(data: bytes) -> Iterator[bytes]:
    """``data``, and what it may have been: each of the changes undone, and all that come before one in the list."""
    seen = [data]
    yield data
    for undo in _UNDO if len(data) <= _LONGEST else _UNDO[:1]:
        for before in list(seen):
            spelling = undo(before)
            if spelling not in seen:
                seen.append(spelling)
                yield spelling


def _unquote(data: bytes) -> bytes:
    return re.sub(rb"^> ?", b"", data, flags=re.MULTILINE)


def _cut_out(data: bytes) -> bytes:
    """A report alone: a page, or a text from its heading to the end of its block; one line end behind it."""
    page = data.lower().find(_PAGE)
    heading = None if page >= 0 else _HEADED.search(data)
    begin = page if page >= 0 else heading.start() if heading else 0
    mark = data.rfind(END.encode())
    closing = _PAGE_END.search(data, mark) if page >= 0 else None
    end = closing.end() if closing else mark + len(END) if mark >= begin and page < 0 else len(data)
    return data[begin:end].strip() + b"\n"


_UNDO: tuple[Callable[[bytes], bytes], ...] = (
    lambda data: data.replace(b"\r\n", b"\n"),
    lambda data: re.sub(rb"^>(>*From )", rb"\1", data, flags=re.MULTILINE),  # mbox files guard such lines
    _unquote,
    lambda data: re.sub(rb"^ ", b"", data, flags=re.MULTILINE),  # format=flowed stuffs lines (RFC 3676)
    lambda data: re.sub(rb" \n", b" ", data),  # and breaks long ones behind a blank
    lambda data: re.sub(rb"[ \t]+$", b"", data, flags=re.MULTILINE),
    _cut_out,
)
"""What mail programs do to a text, each undone, in the order in which it has to be."""


HEADER_FORMAT = 2
MOST_EPOCHS = 1 << 16
_ID = re.compile(r"[a-z][a-z0-9-]{0,31}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_PREFIX = re.compile(r"[0-9a-f]{8,64}")
_UNMIXED = "L1"
_LEVEL = re.compile("L[12]")
_MOST = 4096
"""How many entries a list in a header or proof may have."""


class Header(NamedTuple):
    """A turn's header; ``head`` is the hash of its text."""

    head: str
    game: str
    turn: int
    previous: str | None
    previous_reports: str | None
    seats: Sequence[str]
    acts: Sequence[Json]
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
    fields: Mapping[str, Json]

    @property
    def mixed(self) -> bool:
        """Whether players add to the draws."""
        return self.level != _UNMIXED


class Opening(NamedTuple):
    """What shows a leaf to be under its root: ``value`` is what the leaf commits to."""

    salt: bytes
    path: Sequence[bytes]
    value: Json


class Draw(NamedTuple):
    """A public draw that a report tells of."""

    epoch: int
    label: Sequence[str | int]
    below: int
    value: int


class Proof(NamedTuple):
    """What a report proves to its reader; ``seat`` is None in a public report."""

    seat: str | None
    orders: Opening | None
    facts: Opening | None
    reports: Opening | None
    draws: Sequence[Draw]


def _expect(*, fits: bool, field: str) -> None:
    if not fits:
        raise BlockError(f"{field}: not what a proof has there")


def _take_text(value: Json, pattern: re.Pattern[str], field: str) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise BlockError(f"{field}: not what a proof has there")
    return value


def _take_digest(value: Json, field: str) -> str:
    return _take_text(value, _DIGEST, field)


def _take_number(value: Json, most: int, field: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise BlockError(f"{field}: not what a proof has there")
    return value


def _take_list(value: Json, field: str) -> list[Json]:
    if not isinstance(value, list) or len(value) > _MOST:
        raise BlockError(f"{field}: not what a proof has there")
    return value


def _take_object(value: Json, field: str) -> dict[str, Json]:
    if not isinstance(value, dict) or len(value) > _MOST:
        raise BlockError(f"{field}: not what a proof has there")
    return value


def _take_epoch(text: str, field: str) -> int:
    return int(_take_text(text, re.compile(r"0|[1-9][0-9]{0,5}"), field))


def _take_nodes(value: Json, field: str) -> list[bytes]:
    return [bytes.fromhex(_take_digest(node, field)) for node in _take_list(value, field)]


def read_header(text: bytes) -> Header:
    """The header in ``text``. Raises :class:`BlockError`, which names the first field that is none of ours."""
    fields = _take_object(json.loads(text), "header")
    _expect(fits=fields.get("format") == HEADER_FORMAT, field="header.format")
    rng = _take_object(fields.get("rng"), "rng")
    optional = {
        name: None if fields.get(name) is None else _take_digest(fields.get(name), name)
        for name in ("previous", "previous_reports")
    }
    mixes: dict[int, dict[str, str | None]] = {}
    for epoch, added in _take_object(rng.get("mixes"), "rng.mixes").items():
        field = f"rng.mixes.{epoch[:8]}"
        mixes[_take_epoch(epoch, field)] = {
            _take_text(seat, _ID, field): None if one is None else _take_digest(one, field)
            for seat, one in _take_object(added, field).items()
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
        previous=optional["previous"],
        previous_reports=optional["previous_reports"],
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
        revealed=None if rng.get("revealed") is None else _take_digest(rng.get("revealed"), "rng.revealed"),
        fields=fields,
    )


def _read_opening(value: Json, field: str, inner: str) -> Opening | None:
    if value is None:
        return None
    entry = _take_object(value, field)
    salt = bytes.fromhex(_take_digest(entry.get("salt"), f"{field}.salt"))
    _expect(fits=inner in entry, field=f"{field}.{inner}")
    return Opening(salt, _take_nodes(entry.get("path"), f"{field}.path"), entry[inner])


def _read_draw(value: Json) -> Draw:
    entry = _take_list(value, "draws")
    _expect(fits=len(entry) == len(Draw._fields), field="draws")
    label: list[str | int] = []
    for part in _take_list(entry[1], "draws"):
        if not isinstance(part, str | int):
            raise BlockError("draws: not what a proof has there")
        label.append(part)
    below = _take_number(entry[2], 1 << 64, "draws")
    _expect(fits=below > 0, field="draws")
    return Draw(_take_number(entry[0], MOST_EPOCHS, "draws"), label, below, _take_number(entry[3], below - 1, "draws"))


def read_proof(proof: Mapping[str, Json]) -> Proof:
    """The proof that goes with a header. Raises :class:`BlockError`, which names the field."""
    seat = proof.get("seat")
    read = Proof(
        seat=None if seat is None else _take_text(seat, _ID, "seat"),
        orders=_read_opening(proof.get("orders"), "orders", "files"),
        facts=_read_opening(proof.get("facts"), "facts", "facts"),
        reports=_read_opening(proof.get("reports"), "reports", "hashes"),
        draws=[_read_draw(draw) for draw in _take_list(proof.get("draws"), "draws")],
    )
    if read.orders:
        read_consumed(read.orders.value)
    if read.reports:
        read_hashes(read.reports.value)
    return read


def read_consumed(value: Json) -> list[list[str]]:
    """The files in an opening of orders: name, hashes as sent, as kept, of the receipt. Raises :class:`BlockError`."""
    files = []
    for item in _take_list(value, "orders.files"):
        entry = _take_list(item, "orders.files")
        _expect(fits=len(entry) == 4, field="orders.files")  # noqa: PLR2004 - a name and three hashes
        _take_text(entry[0], re.compile(r"[0-9]{2,9}\.yaml"), "orders.files")
        files.append([str(entry[0]), *(_take_digest(digest, "orders.files") for digest in entry[1:])])
    return files


def read_hashes(value: Json) -> dict[str, str]:
    """The hashes in an opening of reports, by form. Raises :class:`BlockError`."""
    return {
        form: _take_digest(digest, "reports.hashes") for form, digest in _take_object(value, "reports.hashes").items()
    }


_MOST_ACTS = 1 << 14
"""Rewinds that are followed, each as often as a header tells of it."""


class Taken(NamedTuple):
    """A rewind: when turn ``last`` with ``head`` was the newest, the turns after ``to`` were abandoned."""

    head: str
    last: int
    to: int


class Relation(Enum):
    """How two headers of one turn go together."""

    REPLACED = "an act says that one took the place of the other"
    OPEN = "a mail that is missing may say so"
    SPLIT = "whatever is missing, they are two histories"


class Lines:
    """The headers that are here, by head, each linked to the one before it."""

    def __init__(self, headers: Mapping[str, Header]) -> None:
        """``headers`` are of one game, by head."""
        self.headers = headers
        self.ordered = sorted(headers.values(), key=lambda header: (header.turn, header.head))
        told = ((header, read_change(act)) for header in self.ordered for act in header.acts)
        self._rewinds: dict[str, list[Taken]] = {}
        for header, change in islice(((header, change) for header, change in told if change), _MOST_ACTS):
            self._rewinds.setdefault(header.head, []).append(change)
        self.rewinds = list(dict.fromkeys(taken for rewinds in self._rewinds.values() for taken in rewinds))
        """All that headers tell of, each once."""
        self._place_in_runs()
        self.abandoned: dict[str, Taken] = {}
        """Heads that are here and no longer count, each with the act that said so first."""
        for one in self.rewinds:
            for head in self._list_taken(one):
                self.abandoned.setdefault(head, one)

    def _place_in_runs(self) -> None:
        """Cut the tree into runs without forks, so that an ancestor is found in a few steps."""
        self._run: dict[str, int] = {}
        self._runs: list[list[str]] = []
        self._holder: dict[str, str | None] = {}
        for header in self.ordered:
            before = self.parent(header)
            self._holder[header.head] = (
                header.head if header.head in self._rewinds else self._holder[before.head] if before else None
            )
            if before and self._runs[self._run[before.head]][-1] == before.head:
                self._run[header.head] = self._run[before.head]
                self._runs[self._run[header.head]].append(header.head)
            else:
                self._run[header.head] = len(self._runs)
                self._runs.append([header.head])

    def parent(self, header: Header) -> Header | None:
        """The header before ``header``; None where it is not here."""
        before = self.headers.get(header.previous or "")
        return before if before and before.turn == header.turn - 1 else None

    def climb(self, head: str) -> Iterator[Header]:
        """The header with ``head`` and those before it, as far as they are here without a gap."""
        header = self.headers.get(head)
        while header:
            yield header
            header = self.parent(header)

    def find_at(self, head: str | None, last: int, turn: int) -> str | None:
        """The head of ``turn`` in the line that had ``head`` at turn ``last``; None where a missing mail would say."""
        while head is not None and last > turn:
            run = self._run.get(head)
            first = self.headers[self._runs[run][0]] if run is not None else None
            if run is None or first is None or self.headers[head].turn != last:
                return None
            if first.turn <= turn:
                return self._runs[run][turn - first.turn]
            head, last = first.previous, first.turn - 1
        return head if last == turn else None

    def find_end(self, header: Header) -> tuple[str | None, int]:
        """The first head below ``header`` that is not here, and its turn; None and -1 where turn 0 is here."""
        while True:
            first = self.headers[self._runs[self._run[header.head]][0]]
            before = self.parent(first)
            if before is None:
                return first.previous, first.turn - 1
            header = before

    def list_known(self, header: Header) -> tuple[set[str], bool]:
        """The heads that whoever played up to ``header`` may have been told, as far as they are here.

        Those before it, and those of all lines that acts up to it abandoned. Also whether these are all of them.
        """
        known: set[str] = set()
        line = list(self.climb(header.head))
        whole = line[-1].turn == 0
        for one in line:
            known |= {one.head, *([one.previous] if one.previous else [])}
            for taken in self._rewinds.get(one.head, ()):
                heads = self._list_taken(taken)
                known |= {taken.head, *heads, *(self.headers[head].previous or "" for head in heads)}
                whole = whole and len(heads) == taken.last - taken.to
        return known, whole

    def relate(self, one: Header, other: Header) -> Relation:
        """How two headers of one turn with different heads go together."""
        found = {self._replaces(one, other), self._replaces(other, one)}
        return next(relation for relation in Relation if relation in found)

    def _replaces(self, newer: Header, older: Header) -> Relation:
        """Whether ``newer`` can have been run after a rewind that abandoned ``older``: its own line has to say so."""
        turn, possible = newer.turn, False
        holder = self._holder[newer.head]
        while holder is not None:
            header = self.headers[holder]
            if self.find_at(older.head, turn, header.turn) == holder:
                break  # what both follow was there before either
            for taken in self._rewinds[holder]:
                if taken.to < turn <= taken.last:
                    head = self.find_at(taken.head, taken.last, turn)
                    if head == older.head:
                        return Relation.REPLACED
                    possible = possible or head is None
            before = self.parent(header)
            holder = self._holder[before.head] if before else None
        end, last = self.find_end(newer)
        unseen = end is not None and self.find_at(older.head, turn, last) != end
        marked = newer.fields.get("rerun") is True
        return Relation.OPEN if marked and (possible or unseen) else Relation.SPLIT

    def _list_taken(self, change: Taken) -> list[str]:
        """The heads that ``change`` abandoned, newest first, as far as they are here without a gap."""
        header = self.headers.get(change.head)
        if header is None or header.turn != change.last:
            return []
        return [one.head for one in self.climb(change.head) if one.turn > change.to]


def read_change(act: Json) -> Taken | None:
    """What an act says of turns taken back; None for other acts, and for what no act of ours is like."""
    if not isinstance(act, Mapping):
        return None
    head, last = act.get("head"), act.get("after_turn")
    if not isinstance(head, str) or not isinstance(last, int):
        return None
    to = act.get("to")
    if act.get("kind") == "rewind" and isinstance(to, int) and 0 <= to < last:
        return Taken(head, last, to)
    return None


COUNTED: Mapping[str, str] = {
    "bodies": "reports byte for byte",
    "orders": "times what was taken up of yours",
    "facts": "times what you alone knew",
    "keys": "keys",
    "nonces": "nonces",
    "draws": "public draws",
    "told": "times what a report tells of draws",
    "setup": "",
    "move_files": "of your move files",
}
"""What is checked, and how its count is told; of the set-up, which was made again or not, in other words."""


class Report(NamedTuple):
    """A report from a mail: the piece, its header, its proof."""

    piece: Piece
    header: Header
    proof: Proof

    @property
    def place(self) -> str:
        """The report, for messages."""
        return f"{self.piece.source}: turn {self.header.turn}"

    @property
    def reader(self) -> str:
        """Whose report it is."""
        return self.proof.seat or PUBLIC


@dataclass
class Ledger:
    """What was found: ``findings`` are wrong, ``questions`` open, ``remarks`` worth knowing; ``counts`` were checked.

    A question is what missing mails would answer: either way it is worth asking for them.
    """

    findings: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTED, 0))


@dataclass
class Told:
    """A game as its reports tell it, oldest first.

    ``lines`` are all headers, those that no longer count and those that are only quoted included; ``sources`` says of
    each head where it stood; ``headers`` has the one of each turn that counts, as far as can be told. ``changed`` are
    the sources of copies that were changed on their way: of their wording nothing is said.
    """

    game: str
    reports: Sequence[Report]
    lines: Lines
    headers: Mapping[int, Header]
    sources: Mapping[str, str]
    ledger: Ledger
    changed: set[str] = field(default_factory=set)

    @property
    def newest(self) -> Header:
        """The header of the newest turn."""
        return self.headers[max(self.headers)]

    def place(self, header: Header) -> str:
        """A header, for messages."""
        return f"{self.sources[header.head]}: turn {header.turn}"


def read_report(piece: Piece) -> Report:
    """The report in ``piece``. Raises :class:`BlockError`."""
    blocks = find_blocks(piece.data) or find_blocks(strip_tags(piece.data))
    if len(blocks) != 1:
        raise BlockError("the proof is damaged" if not blocks else f"{len(blocks)} proofs in one report")
    try:
        text, proof = read_block(blocks[0])
        return Report(piece, read_header(text), read_proof(proof))
    except (RecursionError, TypeError) as error:
        raise BlockError(f"damaged ({type(error).__name__})") from error


_HEADING = "What happened"
_AWAITED = "Who is awaited"
_NAMED = re.compile(r"([a-z][a-z0-9-]{0,31}): ")
_ITEM = re.compile(r"<li>(.*?)</li>", re.DOTALL)
_BULLET = "- "


def list_sentences(data: bytes, turn: int) -> list[str]:
    """The sentences about ``turn`` in the report ``data``; none where it has no such part.

    What players write cannot get in: it stands in other parts, cannot begin a line and cannot make a tag.
    """
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    if f"<h2>{_HEADING}</h2>" in text:
        return _read_html(text, turn)
    return _read_text(text.split("\n"), turn)


def _read_html(text: str, turn: int) -> list[str]:
    part = text.partition(f"<h2>{_HEADING}</h2>")[2].partition("<h2>")[0]
    items = part.partition(f"<h3>Turn {turn}</h3>")[2].partition("</ul>")[0]
    return [" ".join(html.unescape(item).split()) for item in _ITEM.findall(items)]


def _read_text(lines: list[str], turn: int) -> list[str]:
    underline = "-" * len(_HEADING)
    starts = [number for number, line in enumerate(lines) if line == underline and lines[number - 1] == _HEADING]
    sentences: list[str] = []
    inside = False
    for line in lines[starts[0] + 1 :] if starts else ():
        if not inside:
            if line and not line.strip("-"):
                break
            inside = line == f"Turn {turn}:"
        elif line.startswith(_BULLET):
            sentences.append(line.removeprefix(_BULLET).strip())
        elif line.startswith("  ") and sentences:
            sentences[-1] += f" {line.strip()}"
        else:
            break
    return sentences


def list_awaited(data: bytes) -> set[str]:
    """The seats that the report ``data`` says must be heard before the next turn; none where it does not say."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    if f"<h2>{_AWAITED}</h2>" in text:
        part = text.partition(f"<h2>{_AWAITED}</h2>")[2].partition("<h2>")[0]
        items = [html.unescape(item).strip() for item in _ITEM.findall(part)]
    else:
        part = text.partition(f"\n{_AWAITED}\n{'-' * len(_AWAITED)}\n")[2].strip("\n").partition("\n\n")[0]
        items = [line.removeprefix(_BULLET) for line in part.split("\n") if line.startswith(_BULLET)]
    return {match[1] for match in map(_NAMED.match, items) if match}


_MOST_NAMED = 20
"""So many findings of one kind are told one by one in a turn."""


class Shown(NamedTuple):
    """A number in a sentence: what the public draw ``label`` below ``below`` has given, counted from ``first``."""

    label: tuple[str | int, ...]
    below: int
    first: int


class ToldDraws(NamedTuple):
    """What a game's reports tell of its draws; see :class:`adjudicator.core.told_draws.ToldDraws`."""

    shown: Mapping[str, Shown]
    sentences: Sequence[str]
    begins: str | None
    after_setup: int
    ahead: int
    setup: Sequence[str]


Tables: TypeAlias = Mapping[str, ToldDraws]
"""By the module that a header names as its rules."""
NO_TABLES: Tables = MappingProxyType({})


class _Claim(NamedTuple):
    """Numbers that a sentence tells: of which epoch, as far as that is known."""

    epoch: int | None
    values: tuple[int, ...]
    words: str


class _Demands:
    """Goes along a run of turns and asks for the draws that there must be.

    ``covered`` is the first epoch of which all draws are in the run, ``last`` the last one that was drawn in, ``over``
    the first that was not asked for yet.
    """

    def __init__(self, told: Told, table: ToldDraws | None, turn: int) -> None:
        """``turn`` is the first of the run."""
        self._told, self._table = told, table
        self._shown = tuple(table.shown.values()) if table else ()
        self._begins = re.compile(table.begins) if table and table.begins else None
        self.drawn: dict[tuple[int, tuple[str | int, ...]], tuple[int, Draw]] = {}
        self.missed: set[int] = set()
        self._epoch: int | None = None if turn else 0
        self._covered: int | None = None if turn else 1
        self._last: int | None = None if turn else 0
        self._over = 0
        self.opened: set[int] = set()
        self.unchecked = 0

    def fork(self) -> _Demands:
        """The same for another line that follows."""
        other = copy(self)
        other.drawn, other.missed, other.opened = dict(self.drawn), set(self.missed), set(self.opened)
        other.unchecked = 0
        return other

    def take_up(self, reports: Sequence[Report]) -> None:
        """The reports of one turn."""
        header = reports[0].header
        self._take_draws(reports[0])
        begun = self._epoch
        told: list[_Claim] = []
        intact = [report for report in reports if report.piece.source not in self._told.changed]
        for report in intact:
            self._epoch = begun
            claims = list(self._read_claims(report, report.piece.data))
            self._hold_claims(report, claims)
            told += claims
        if intact:
            self._hold_draws(intact, told, begun)
        else:
            self._epoch = None  # one may have begun in words that cannot be read
        if header.turn == 0 and self._table:
            self._epoch = self._table.after_setup
            words = {draw.label[0] for draw in reports[0].proof.draws if draw.epoch == 0 and draw.label}
            for word in self._table.setup:
                if word not in words:
                    self._find(reports[0], f"draws: none of the set-up's whose label begins with {word}")
        self._demand_epochs(reports[0])
        self._demand_keys(reports[0])

    def _find(self, report: Report, words: str) -> None:
        self._told.ledger.findings.append(f"{report.place}: {words}")

    def _take_draws(self, report: Report) -> None:
        """Note the draws of a turn: each is told once, and those of every epoch come in their order."""
        header = report.header
        for draw in report.proof.draws:
            name = draw.epoch, tuple(draw.label)
            if name in self.drawn:
                words = f"was drawn before, in turn {self.drawn[name][0]}"
                self._find(report, f"draws: {list(draw.label)} of epoch {draw.epoch} {words}")
            self.drawn.setdefault(name, (header.turn, draw))
            if header.level == "L1" and draw.epoch not in header.mixes:
                self._find(report, f"rng.mixes: epoch {draw.epoch} is missing, and was drawn in")
        labels = {shown.label for shown in self._shown}
        for epoch in sorted({draw.epoch for draw in report.proof.draws if tuple(draw.label) in labels}):
            for shown in self._shown:
                _, drawn = self.drawn.get((epoch, shown.label), (0, None))
                if drawn is None or drawn.below != shown.below:
                    self._find(report, f"draws: {list(shown.label)} below {shown.below} of epoch {epoch} is missing")
            if self._last is not None and epoch > self._last + 1:
                self._find(report, f"draws: between those of epochs {self._last} and {epoch} some are missing")
            self._last = max(epoch, self._last or 0)

    def _read_claims(self, report: Report, data: bytes) -> Iterator[_Claim]:
        """The numbers that the sentences of a report tell, spelt as in ``data``; notes which epochs begin."""
        if not self._table:
            return
        for sentence in list_sentences(data, report.header.turn):
            begun = self._begins and self._begins.search(sentence)
            if begun:
                self._epoch = int(begun[1])
                if self._covered is None:
                    self._covered = self._epoch + self._table.ahead
            for pattern in self._table.sentences:
                for match in re.finditer(pattern, sentence):
                    numbers = match.groupdict()
                    values = tuple(int(numbers[name]) - shown.first for name, shown in self._table.shown.items())
                    total = sum(int(numbers[name]) for name in self._table.shown)
                    if int(numbers.get("total", total)) != total:
                        self._find(report, f"report: {match[0].strip()!r} adds up to something else")
                    epoch = int(numbers["epoch"]) if "epoch" in numbers else self._epoch
                    yield _Claim(epoch, values, match[0].strip())

    def _hold_claims(self, report: Report, claims: Sequence[_Claim]) -> None:
        """What is told was drawn, and what was drawn is told."""
        for claim in claims:
            if claim.epoch is None:
                self.unchecked += 1
                continue
            drawn = [self.drawn.get((claim.epoch, shown.label)) for shown in self._shown]
            if None in drawn:
                if self._covered is not None and claim.epoch >= self._covered:
                    words = f"draws: none of epoch {claim.epoch} is told, but the report says {claim.words!r}"
                    self._find(report, words)
                else:
                    self.unchecked += 1
            elif tuple(entry[1].value for entry in drawn if entry) != claim.values:
                words = f"draws: those of epoch {claim.epoch} are others than the report says: {claim.words!r}"
                self._find(report, words)
            else:
                self._told.ledger.counts["told"] += 1

    def _hold_draws(self, reports: Sequence[Report], told: Sequence[_Claim], begun: int | None) -> None:
        """What was drawn is told by one of the ``reports`` of a turn, or would be, had a mail program not broken it."""
        after = self._epoch
        untold = [epoch for epoch in self._list_epochs(reports[0]) if not self._tells(told, epoch)]
        for report in reports if untold else ():
            for spelling in list_spellings(report.piece.data):
                self._epoch = begun
                claims = list(self._read_claims(report, spelling))
                untold = [epoch for epoch in untold if not self._tells(claims, epoch)]
        self._epoch = after
        for epoch in untold:
            words = f"draws: no sentence of the report tells those of epoch {epoch}"
            self._find(reports[0], f"{words}, unless this copy was re-wrapped on its way")

    def _tells(self, claims: Sequence[_Claim], epoch: int) -> bool:
        """Whether one of ``claims`` is, or may be, about the draws of ``epoch``."""
        drawn = [self.drawn.get((epoch, shown.label)) for shown in self._shown]
        values = tuple(entry[1].value for entry in drawn if entry)
        return any(claim.epoch == epoch or (claim.epoch is None and claim.values == values) for claim in claims)

    def _list_epochs(self, report: Report) -> list[int]:
        """The epochs of which the turn of ``report`` has draws that are to be told."""
        labels = {shown.label for shown in self._shown}
        return sorted({draw.epoch for draw in report.proof.draws if tuple(draw.label) in labels})

    def _demand_epochs(self, report: Report) -> None:
        """No epoch that is over, or that was drawn in before a later one, is without the draws that each has."""
        if self._covered is None or not self._shown:
            return
        header = report.header
        over = max(self._epoch or 0, *(header.mixes if header.level == "L1" else ()), 0)
        for epoch in islice(range(max(self._covered, self._over), over), _MOST_NAMED):
            if (epoch, self._shown[0].label) not in self.drawn:
                self._find(report, f"draws: those of epoch {epoch} were told by no report, and the epoch is over")
        self._over = max(self._over, over)

    def _demand_keys(self, report: Report) -> None:
        """The key of an epoch with public draws is opened as soon as a later one has begun."""
        header = report.header
        self.opened |= set(header.opened)
        latest = max((self._epoch or 0), *(epoch + 1 for epoch in self.opened), 0)
        if header.revealed is None:
            waiting = {epoch for epoch, _ in self.drawn if epoch < latest} - self.opened - self.missed
            for epoch in sorted(waiting)[:_MOST_NAMED]:
                self.missed.add(epoch)
                self._find(report, f"rng.opened: the key of epoch {epoch} is missing, and the epoch is over")


def check_told(told: Told, tables: Tables) -> None:
    """The public draws that there must be are in the proofs, are what the reports tell, and their keys are opened."""
    table = tables.get(find_module(told.newest))
    turns: dict[str, list[Report]] = {}
    for report in told.reports:
        turns.setdefault(report.header.head, []).append(report)
    following = Counter(header.previous for header in told.lines.ordered if header.head in turns)
    runs: dict[str, _Demands] = {}
    for header in told.lines.ordered:
        if header.head not in turns:
            continue  # only quoted: what it told is not here
        before = told.lines.parent(header)
        demands = runs.get(before.head) if before else None
        if demands is None:
            demands = _Demands(told, table, header.turn)
        elif following[header.previous] > 1:
            demands = demands.fork()
        demands.take_up(turns[header.head])
        runs[header.head] = demands
    unchecked = sum(one.unchecked for one in {id(one): one for one in runs.values()}.values())
    if table is None:
        words = "this program does not know which sentences of this game come from draws: dice told in reports and"
        told.ledger.remarks.append(f"{words} kept out of their proofs would not be noticed")
    elif unchecked:
        words = "numbers told in reports may have been drawn in turns that are not here"
        told.ledger.remarks.append(f"{unchecked} {words}")


def find_module(header: Header) -> str:
    """The module of the rules that a header names; empty where it names none."""
    rules = header.fields.get("rules")
    module = rules.get("module") if isinstance(rules, Mapping) else None
    return module if isinstance(module, str) else ""


class _Waiting(NamedTuple):
    """A draw that waits for the key of its epoch; ``mixed`` is None where a missing mail says what was mixed in."""

    report: Report
    draw: Draw
    mixed: Mapping[str, str | None] | None


class _Course:
    """Goes through the headers turn by turn, each after the one before it; draws wait until their key is opened."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._findings = told.ledger.findings
        self._mixes: dict[str, Mapping[int, Mapping[str, str | None]]] = {}
        self._opened: dict[str, frozenset[int]] = {}
        self._whole: set[str] = set()
        self.keys: dict[int, bytes] = {}
        self.waiting: list[_Waiting] = []

    def take_up(self, header: Header, report: Report | None) -> None:
        """What a header mixes in and opens, and the draws that a ``report`` of its turn tells."""
        before = self._told.lines.parent(header)
        mixes = self._mixes[before.head] if before else {}
        opened = self._opened[before.head] if before else frozenset()
        if header.turn == 0 or (before and before.head in self._whole):
            self._whole.add(header.head)
        place = self._told.place(header)
        for epoch, added in header.mixes.items():
            if mixes.get(epoch, added) != added:
                self._findings.append(f"{place}: rng.mixes.{epoch}: not what an earlier turn mixed in")
            if added and not header.mixed:
                self._findings.append(f"{place}: rng.mixes.{epoch}: nothing is mixed in at level L1")
        self._mixes[header.head] = {**header.mixes, **mixes} if header.mixes else mixes
        for draw in report.proof.draws if report else ():
            if draw.epoch in opened:
                self._findings.append(f"{place}: draws: one of epoch {draw.epoch}, whose key was open by then")
            self._wait(header, report, draw)
        self._opened[header.head] = opened | header.opened.keys() if header.opened else opened
        for epoch, (key, path) in header.opened.items():
            if _check_key(self._told, header, epoch, key, path):
                self.keys[epoch] = key

    def _wait(self, header: Header, report: Report | None, draw: Draw) -> None:
        complete = not header.mixed or header.head in self._whole
        if report:
            mixed = self._mixes[header.head].get(draw.epoch, {} if complete else None)
            self.waiting.append(_Waiting(report, draw, mixed))


def check_draws(told: Told, tables: Tables = NO_TABLES) -> None:
    """Public draws are all there and what the opened keys give, and the keys those that were committed to."""
    check_told(told, tables)
    course = _Course(told)
    spoken: dict[str, Report] = {}
    for report in told.reports:
        first = spoken.setdefault(report.header.head, report)
        if first.proof.draws != report.proof.draws:
            told.ledger.findings.append(f"{report.place}: draws: not those that {first.piece.source} tells")
    for header in told.lines.ordered:
        course.take_up(header, spoken.get(header.head))
    _compute(told, course)


def _compute(told: Told, course: _Course) -> None:
    """Hold the draws that wait against the keys of their epochs, as far as those are known."""
    secret = next((header.revealed for header in told.lines.ordered if header.revealed), None)
    late = unmixed = 0
    for report, draw, mixed in course.waiting:
        key = course.keys.get(draw.epoch)
        if key is None and secret is not None:
            key = public_key(told.game, bytes.fromhex(secret), draw.epoch)
        if key is None:
            late += 1
        elif mixed is None:
            unmixed += 1
        else:
            told.ledger.counts["draws"] += 1
            if draw_below(mix_key(key, mix(told.game, draw.epoch, mixed)), draw.label, draw.below) != draw.value:
                words = f"{list(draw.label)} of epoch {draw.epoch} is not what the opened key gives"
                told.ledger.findings.append(f"{report.place}: draws: {words}")
    if late:
        told.ledger.remarks.append(f"{late} public draws wait for the key of their epoch")
    if unmixed:
        told.ledger.remarks.append(
            f"{unmixed} public draws: what was mixed into them stands in a report that is missing"
        )


def _check_key(told: Told, header: Header, epoch: int, key: bytes, path: Sequence[bytes]) -> bool:
    """Whether a ``key`` that a header opens is one that was committed to."""
    told.ledger.counts["keys"] += 1
    try:
        fits = climb(public_leaf(epoch, key), epoch, header.epochs, path).hex() == header.public_root
    except ValueError:
        fits = False
    if not fits:
        told.ledger.findings.append(f"{told.place(header)}: rng.opened.{epoch}: not a key that was committed to")
    return fits


def check_secret(told: Told) -> None:
    """The secret that is shown at the end is the one that was committed to, and gives every key that was opened."""
    for header in told.lines.ordered:
        if header.revealed is None:
            continue
        place, secret = told.place(header), bytes.fromhex(header.revealed)
        if commit(told.game, secret) != header.commitment:
            told.ledger.findings.append(f"{place}: rng.revealed: not the secret that was committed to")
        elif not header.epochs or commit_public_keys(told.game, secret, header.epochs) != header.public_root:
            words = "not the root over the keys that the secret gives"
            told.ledger.findings.append(f"{place}: rng.public_root: {words}")


def check_acts(told: Told) -> None:
    """Acts are numbered; one number is one act in all headers, and where no turn is missing none is left out.

    Each was made at the head that it names, and is told by the first header after it: an act that is dated back could
    say of a draw that is known what should have been said before it.
    """
    acts: dict[int, tuple[Json, str]] = {}
    counts: dict[str, int] = {}
    for header in told.lines.ordered:
        before, place = told.lines.parent(header), told.place(header)
        count = 0 if header.turn == 0 else counts.get(before.head) if before else None
        numbered = [(act, number) for act in header.acts if isinstance(number := _get(act, "number"), int)]
        if len(numbered) < len(header.acts):
            told.ledger.findings.append(f"{place}: acts: not an act as we record it")
        for act, number in numbered:
            known, source = acts.setdefault(number, (act, place))
            if known != act:
                told.ledger.findings.append(f"{place}: acts: number {number} is another than in {source}: a split view")
            if count is not None:
                if number != count + 1:
                    told.ledger.findings.append(f"{place}: acts: number {number} follows {count}")
                count = number
            if _hides_secret(told.lines, act):
                words = "secret_known: not what the turn shows that was the newest by then"
                told.ledger.findings.append(f"{place}: acts: number {number}: {words}")
        told.ledger.findings += [
            f"{place}: acts: number {_get(act, 'number')}: not made at the head that it names, before this turn"
            for act in find_misplaced(told.lines, header)
        ]
        if count is not None:
            counts[header.head] = count


def _get(act: Json, name: str) -> Json:
    return act.get(name) if isinstance(act, Mapping) else None


def _hides_secret(lines: Lines, act: Json) -> bool:
    """Whether a rewind says otherwise of the secret than the turn, if it is here, that it took back."""
    head = _get(act, "head")
    if _get(act, "kind") != "rewind" or not isinstance(head, str) or head not in lines.headers:
        return False
    return (lines.headers[head].revealed is not None) is not _get(act, "secret_known")


def find_misplaced(lines: Lines, header: Header) -> Sequence[Json]:
    """The acts in ``header`` that were not made at the heads they name, as far as these are here; the last one first.

    Going back from the turn before ``header``: a rewind leads to the line that it abandoned, on which the acts before
    it were made.
    """
    found: list[Json] = []
    head, last, lowest = header.previous, header.turn - 1, header.turn - 1
    back = False
    for act in reversed(header.acts):
        change = read_change(act)
        if change is None:
            at, turn = _get(act, "head"), _get(act, "after_turn")
        else:
            at, turn = _get(act, "to_head"), change.to
        inside = isinstance(turn, int) and lowest <= turn <= last and (back or turn == last)
        if not inside or not isinstance(turn, int) or lines.find_at(head, last, turn) not in (at, None):
            found.append(act)
        if change is not None:
            head, last, back = change.head, change.last, True
    return found


_MOVE = re.compile(rb"^(game|turn|seat):[ \t]*[\"']?([a-z0-9-]{1,32})[\"']?[ \t]*(?:#.*)?\r?$", re.MULTILINE)


def check_openings(told: Told) -> None:
    """The reader's own leaves are under the roots of the header."""
    for report in told.reports:
        header, proof = report.header, report.proof
        if proof.seat is None:
            continue
        if proof.seat not in header.seats:
            told.ledger.findings.append(f"{report.place}: seat: {proof.seat} is no seat of this game")
            continue
        index, count = header.seats.index(proof.seat), len(header.seats)
        for name, opening, root in (
            (ORDERS, proof.orders, header.orders_root),
            (FACTS, proof.facts, header.hidden_root),
        ):
            if opening is None:
                told.ledger.findings.append(f"{report.place}: {name}: missing in the proof")
            elif _find_root(opening, f"{name}/{proof.seat}", index, count) != root:
                told.ledger.findings.append(f"{report.place}: {name}: not what the header commits to")
            else:
                told.ledger.counts[name] += 1
                _check_salt(told, report, name, opening)


def _check_salt(told: Told, report: Report, name: str, opening: Opening) -> None:
    """Once the secret is shown, salts are those that it gives."""
    secret, header = told.newest.revealed, report.header
    if secret is None or commit(told.game, bytes.fromhex(secret)) != header.commitment:
        return
    salt = salt_turn(bytes.fromhex(secret), told.game, header.turn, header.previous, header.acts)
    if salt_leaf(salt, f"{name}/{report.reader}") != opening.salt:
        told.ledger.findings.append(f"{report.place}: {name}: a salt that the secret does not give")


def check_bodies(told: Told) -> None:
    """Reports are, byte for byte, what the header of a turn that follows commits to."""
    following: dict[tuple[str | None, str], dict[frozenset[str], int]] = {}
    for report in told.reports:
        header, opening = report.header, report.proof.reports
        readers = list_readers(header.seats)
        if header.turn == 0 or report.reader not in readers:
            continue
        if opening is None:
            told.ledger.findings.append(f"{report.place}: reports: missing in the proof")
            continue
        index = readers.index(report.reader)
        if _find_root(opening, f"{REPORTS}/{report.reader}", index, len(readers)) != header.previous_reports:
            told.ledger.findings.append(f"{report.place}: reports: not what previous_reports commits to")
            continue
        hashes = frozenset(read_hashes(opening.value).values())
        following.setdefault((header.previous, report.reader), {})[hashes] = header.turn
    intact: set[tuple[str, str, bool]] = set()
    changed: list[tuple[Report, int]] = []
    for report in told.reports:
        committed = following.get((report.header.head, report.reader), {})
        different = [turn for hashes, turn in committed.items() if not is_copy(report.piece.data, hashes)]
        if different:
            changed.append((report, different[0]))
        elif committed:
            intact.add(_name_copy(report))
            told.ledger.counts["bodies"] += 1
    told.changed |= {report.piece.source for report, _ in changed}
    for report, turn in changed:
        if _name_copy(report) in intact:
            told.ledger.remarks.append(
                f"{report.place}: this copy was changed on its way; another that is here was not"
            )
        else:
            told.ledger.findings.append(
                f"{report.place}: report: not, byte for byte, what turn {turn} commits to: this copy of the report was "
                "changed on its way (re-wrapped?), or by somebody; ask for it as an attachment"
            )
    last = max(told.headers)
    told.ledger.remarks.append(f"the wording of turn {last} is committed to by the header after it alone")


def _name_copy(report: Report) -> tuple[str, str, bool]:
    """What copies of one report in one form have in common."""
    return report.header.head, report.reader, b"<html" in report.piece.data.lower()


def check_move_files(told: Told, move_files: Sequence[Piece]) -> None:
    """The player's own files are those that the turns took up, abandoned ones included."""
    own = [file for file in map(_read_move_file, move_files) if file and file.game == told.game]
    known = {digest: file.source for file in own for digest in file.hashes}
    used: set[str] = set()
    done: set[tuple[str, str]] = set()
    others: list[tuple[Report, str]] = []
    for report in told.reports:
        opening = report.proof.orders
        if opening is None or (report.header.head, report.reader) in done:
            continue
        done.add((report.header.head, report.reader))
        for name, *digests in read_consumed(opening.value):
            sources = {known[digest] for digest in digests[:2] if digest in known}
            used |= sources
            if sources:
                told.ledger.counts["move_files"] += 1
            else:
                others.append((report, name))
    idle = {(file.turn, file.seat) for file in own if file.source not in used}
    for report, name in others:
        # a file that is not here says nothing, unless one for the same turn was passed over
        if not idle.isdisjoint({(report.header.turn, report.reader), (report.header.turn, "")}):
            words = "either one that you sent was changed, or another that you sent is not here"
            told.ledger.findings.append(f"{report.place}: orders: {name} is none of your files for this turn; {words}")
    unused = sorted({file.source for file in own if file.turn in told.headers} - used)
    told.ledger.remarks += [f"{source}: no turn took this file up (refused, or never received?)" for source in unused]


class _MoveFile(NamedTuple):
    """A move file by what its first lines say; ``seat`` is empty where it does not say whose it is."""

    source: str
    game: str
    turn: int
    seat: str
    hashes: set[str]


def _read_move_file(piece: Piece) -> _MoveFile | None:
    said = {name.decode(): value.decode() for name, value in _MOVE.findall(piece.data)}
    turn = said.get("turn", "")
    if not turn.isdigit():
        return None
    return _MoveFile(piece.source, said.get("game", ""), int(turn), said.get("seat", ""), hash_spellings(piece.data))


def _find_root(opening: Opening, path: str, index: int, count: int) -> str | None:
    """The root over the leaf that ``opening`` opens; None where it cannot be one of such a tree."""
    try:
        return climb(seal(opening.salt, path, opening.value), index, count, opening.path).hex()
    except ValueError:
        return None


_SAID = re.compile(rb"^([a-z]+):[ \t]*[\"']?([0-9a-z-]{1,64})(?![0-9a-z-])", re.MULTILINE)
_DIGITS = re.compile(r"[0-9a-f]{64}")


class OwnFile(NamedTuple):
    """A file of the player's by what its lines say; what a line does not say is empty."""

    source: str
    said: Mapping[str, str]
    hashes: set[str]

    def get(self, name: str) -> str:
        """What stands behind ``name``."""
        return self.said.get(name, "")

    def get_hash(self, name: str) -> str:
        """What 64 digits stand behind ``name``."""
        return self.get(name) if _DIGITS.fullmatch(self.get(name)) else ""


class TakenUp(NamedTuple):
    """The ``files`` of a seat that a turn took up, which are all here, as are those of all turns before.

    ``quoted`` are the heads that its newest files quoted before.
    """

    header: Header
    seat: str
    files: Sequence[OwnFile]
    quoted: frozenset[str]


def read_own(game: str, pieces: Sequence[Piece]) -> list[OwnFile]:
    """The player's files for ``game``."""
    files = []
    for piece in pieces:
        said = {name.decode(): value.decode() for name, value in _SAID.findall(piece.data)}
        if said.get("game") == game:
            files.append(OwnFile(piece.source, said, hash_spellings(piece.data)))
    return files


def list_taken_up(told: Told, own: Sequence[OwnFile]) -> Iterator[TakenUp]:
    """What turns took up of the player's ``own`` files, as far as a run of turns is here from its beginning."""
    known = {digest: file for file in own for digest in file.hashes}
    taken: dict[str, dict[str, list[list[str]]]] = {}
    for report in told.reports:
        if report.proof.orders:
            consumed = read_consumed(report.proof.orders.value)
            taken.setdefault(report.header.head, {}).setdefault(report.reader, consumed)
    quoted: dict[tuple[str, str], frozenset[str]] = {}  # by head and seat, what its newest files quote
    for header in told.lines.ordered:
        before = told.lines.parent(header)
        for seat, consumed in taken.get(header.head, {}).items():
            if header.turn == 0:
                quoted[header.head, seat] = frozenset()
                continue
            files = [next((known[digest] for digest in digests[:2] if digest in known), None)
                     for _, *digests in consumed]  # fmt: skip
            here = [file for file in files if file]
            earlier = quoted.get((before.head, seat)) if before else None
            if earlier is None or len(here) < len(files):
                continue  # a turn or a file that is not here may say anything
            # a head is published when its seat is asked, so that one quoted earlier may come now
            quoted[header.head, seat] = list_quoted(here) or earlier
            yield TakenUp(header, seat, here, earlier)


def list_quoted(files: Sequence[OwnFile]) -> frozenset[str]:
    """The heads that ``files`` quote."""
    return frozenset(file.get("after") for file in files) - {""}


def check_own_words(told: Told, pieces: Sequence[Piece]) -> None:
    """The heads that the player quoted are those that headers say he did."""
    for header, seat, files, quoted in list_taken_up(told, read_own(told.game, pieces)):
        before, echo = told.lines.parent(header), header.echoes.get(seat)
        if echo and echo not in list_quoted(files) | quoted and not (before and before.echoes.get(seat) == echo):
            words = f"echoes.{seat}: {echo} is not the head that your files quote"
            told.ledger.findings.append(f"{told.place(header)}: {words}")


NONCE_BYTES = 32


def hash_down(nonce: bytes, steps: int) -> bytes:
    """The link so many epochs before that of ``nonce``."""
    for _ in range(steps):
        nonce = digest("nonce-chain", nonce)
    return nonce


def find_nonce(end: bytes, length: int, epoch: int) -> bytes:
    """The link of ``epoch`` (0, the anchor, to ``length``, the end) of the chain that has the ``end``."""
    if not 0 <= epoch <= length:
        raise ValueError(f"a chain of {length} links has no nonce of epoch {epoch}")
    return hash_down(end, length - epoch)


def find_epoch(anchor: bytes, nonce: bytes, length: int) -> int | None:
    """Of which epoch ``nonce`` is in the chain with ``anchor``; None where it is not one of its links."""
    for epoch in range(length + 1):
        if nonce == anchor:
            return epoch
        nonce = digest("nonce-chain", nonce)
    return None


def commit_opening(opening: bytes) -> str:
    """The commitment to what a seat adds to the set-up, as hex."""
    return digest("setup-nonce", opening).hex()


_EPOCH = re.compile(r"[0-9]{1,5}")
_PACING = "pacing"


class _Fixing(NamedTuple):
    """A run of turns up to a header: the ``last`` epoch that was fixed, None where no report here says.

    Of a ``whole`` one, which begins with turn 0, all epochs are known that were ``settled`` by turns that were taken
    back.
    """

    last: int | None
    whole: bool
    settled: frozenset[int] = frozenset()


def check_mixes(told: Told) -> None:
    """No epoch is left out, nor in one a seat whose nonce another has; none is chosen when draws could be known."""
    _check_choices(told)
    reports: dict[str, list[Report]] = {}
    for report in told.reports:
        reports.setdefault(report.header.head, []).append(report)
    runs: dict[str, _Fixing] = {}
    for header in told.lines.ordered:
        if not header.mixed:
            continue
        here = reports.get(header.head, [])
        run = runs.get(header.previous or "") or _Fixing(None if header.turn else -1, whole=not header.turn)
        words = [*_check_pacing(header), *_check_seats(header), *_check_order(header, run)]
        run = run._replace(
            last=max(header.mixes, default=run.last),
            settled=run.settled | list_settled(header),
        )
        words += _check_draws(here, run)
        if run.whole:
            words += _check_gaps(header, run)
            # that the wording before is right is known from the same reader's report of this turn
            readers = {report.reader for report in here}
            earlier = [one for one in reports.get(header.previous or "", ()) if one.reader in readers]
            words += _check_due(header, run, [one for one in earlier if one.piece.source not in told.changed])
        runs[header.head] = run
        told.ledger.findings += [f"{told.place(header)}: {one}" for one in words]


def _check_pacing(header: Header) -> Iterator[str]:
    for act in header.acts:
        if isinstance(act, Mapping) and act.get("kind") == "edit":
            settings = act.get("settings")
            if isinstance(settings, Mapping) and _PACING in settings:
                words = "the pacing says whose nonces go into which draws, and does not change at level L2"
                yield f"acts: number {act.get('number')}: {words}"


def find_late_choices(known: Mapping[str, Header]) -> Iterator[tuple[str, str]]:
    """What was chosen when draws could be known: heads of turns and what is wrong, of ``known`` headers by their heads.

    An epoch has the same nonces on every line.
    """
    first: dict[int, tuple[Mapping[str, str | None], int]] = {}
    for header in sorted(known.values(), key=lambda header: (header.turn, header.head)):
        for epoch, mix in sorted(header.mixes.items()):
            earlier, turn = first.setdefault(epoch, (mix, header.turn))
            for seat in sorted(seat for seat in {**earlier, **mix} if earlier.get(seat, "") != mix.get(seat, "")):
                yield header.head, f"rng.mixes.{epoch}: {seat}: another nonce than a turn {turn} has for this epoch"


def _check_choices(told: Told) -> None:
    """An epoch has one mix on all lines, and a rewind settles what was fixed."""
    headers = told.lines.headers
    told.ledger.findings += [f"{told.place(headers[head])}: {words}" for head, words in find_late_choices(headers)]
    settled: dict[str, Mapping[str, Json]] = {}
    for header in told.lines.ordered:
        before = told.lines.parent(header)
        held = dict(settled[before.head]) if before else {}
        for act in header.acts:
            mixes = act.get("mixes") if isinstance(act, Mapping) else None
            if isinstance(act, Mapping) and isinstance(mixes, Mapping):
                held |= mixes
                _hold_settled(told, header, act, mixes)
        for epoch, mix in header.mixes.items():
            if held.get(str(epoch), mix) != mix:
                words = f"rng.mixes.{epoch}: not what a rewind says that holds"
                told.ledger.findings.append(f"{told.place(header)}: {words}")
        settled[header.head] = held


def _hold_settled(told: Told, header: Header, act: Mapping[str, Json], mixes: Mapping[str, Json]) -> None:
    """The ``mixes`` that the rewind ``act`` says hold are those of the turns that it took back.

    Of a turn that nobody was told of it could say anything, so that its report is asked for.
    """
    head, last, to = act.get("head"), act.get("after_turn"), act.get("to")
    if not isinstance(head, str) or not isinstance(last, int) or not isinstance(to, int):
        return
    gone = list(takewhile(lambda header: header.turn > to, told.lines.climb(head)))
    fixed = {str(epoch): mix for header in gone for epoch, mix in header.mixes.items() if mix}
    place = f"{told.place(header)}: acts: mixes"
    if len(gone) == last - to:
        if fixed != {epoch: mix for epoch, mix in mixes.items() if mix}:
            told.ledger.findings.append(f"{place}: not those that were fixed by the turns which the rewind took back")
    elif mixes:
        first = gone[-1] if gone else None
        turn, wanted = (first.turn - 1, first.previous) if first else (last, head)
        told.ledger.questions.append(
            f"{place}: that the turns which the rewind took back had fixed these, a report that is missing here has to "
            f"say: ask for that of turn {turn} with the head {wanted}"
        )


def list_settled(header: Header) -> frozenset[int]:
    """The epochs whose mixes were fixed by turns that the acts in ``header`` took back: those hold."""
    rewinds: list[Json] = [act.get("mixes") for act in header.acts if isinstance(act, Mapping)]
    epochs = [epoch for mixes in rewinds if isinstance(mixes, Mapping) for epoch in mixes]
    return frozenset(int(epoch) for epoch in epochs if _EPOCH.fullmatch(epoch))


def _check_seats(header: Header) -> Iterator[str]:
    for epoch, mix in header.mixes.items():
        if not mix:
            yield f"rng.mixes.{epoch}: nobody's nonce was asked for"
        for seat in sorted(mix.keys() - set(header.seats)):
            yield f"rng.mixes.{epoch}: {seat} is no seat of this game"
    for seat in header.seats if header.turn == 0 else ():
        if header.mixes.get(0, {}).get(seat) is None:
            yield f"rng.mixes.0: nothing of {seat}, and no game begins before everybody has opened"


def _check_order(header: Header, run: _Fixing) -> Iterator[str]:
    """Epochs are fixed one after the other: one that is passed over could be fixed when its draws are known."""
    first = min(header.mixes, default=0) if run.last is None else run.last + 1
    if sorted(header.mixes) != list(range(first, first + len(header.mixes))):
        told = ", ".join(map(str, sorted(header.mixes)))
        yield f"rng.mixes: fixes epochs {told}, and the first that was not fixed before is {first}"


def _check_draws(reports: Sequence[Report], run: _Fixing) -> Iterator[str]:
    """What is mixed into a draw is said before it, or with it."""
    drawn = {draw.epoch for report in reports for draw in report.proof.draws}
    for epoch in sorted(drawn if run.last is not None else ()):
        if run.last is not None and epoch > run.last:
            yield f"rng.mixes: epoch {epoch} was drawn in, and no turn has said what is mixed into it"


def _list_fresh(header: Header, run: _Fixing) -> list[int]:
    """The epochs that the turn itself has fixed."""
    return sorted(header.mixes.keys() - run.settled)


def _check_gaps(header: Header, run: _Fixing) -> Iterator[str]:
    """A seat gives one nonce to a turn; those of the epochs before follow from it."""
    fresh = _list_fresh(header, run)
    for epoch in fresh[:-1]:
        newest, mix = header.mixes[fresh[-1]], header.mixes[epoch]
        if mix.keys() != newest.keys():
            yield f"rng.mixes.{epoch}: of other seats than epoch {fresh[-1]}, which was fixed with it"
            continue
        for seat, nonce in newest.items():
            if (mix[seat] is None) != (nonce is None):
                yield f"rng.mixes.{epoch}: {seat}: not what follows from its nonce of epoch {fresh[-1]}"


def _check_due(header: Header, run: _Fixing, earlier: Sequence[Report]) -> Iterator[str]:
    """Whoever was awaited, as the reports before have told, is who was due."""
    fresh = _list_fresh(header, run)
    if not fresh or is_upgraded(header):
        return
    for report in earlier:
        awaited = list_awaited(report.piece.data)
        if awaited and awaited != header.mixes[fresh[-1]].keys():
            names = ", ".join(sorted(awaited))
            yield f"rng.mixes.{fresh[-1]}: not of those whom {report.piece.source} says were awaited: {names}"
            return


def is_upgraded(header: Header) -> bool:
    """Whether other rules may have asked others."""
    return any(isinstance(act, Mapping) and act.get("kind") == "upgrade" for act in header.acts)


_MOST_STEPS = 1 << 18
"""So many links of chains are hashed for one line of turns."""
_WANTED = re.compile(rb"^nonce: epoch ([0-9]{1,5})\b", re.MULTILINE)
"""The line of an order form for a nonce."""
_LISTED = re.compile(rb"^game: ([a-z][a-z0-9-]{0,31})\r?$", re.MULTILINE)
_PLEDGE = re.compile(
    rb"^seat ([a-z][a-z0-9-]{0,31})\r?\n +anchor: +([0-9a-f]{64})\r?\n +commitment: +([0-9a-f]{64})\s*$", re.MULTILINE
)
_START = "start.json"


class Joined(NamedTuple):
    """With what a seat joined: the anchor of its chain, the commitment to its opening."""

    anchor: str
    commitment: str


def check_chains(told: Told, move_files: Sequence[Piece], letters: Sequence[Piece]) -> None:
    """Every nonce and opening is what its seat committed to, and what the player's own files say of his.

    With what everybody joined stands in one of the ``letters``, and, for want of it, in what files say.
    """
    own, listed = read_own(told.game, move_files), _read_joined(told.game, letters)
    _follow_chains(told, {**_read_own_joins(own), **listed})
    _check_joining(told, own, listed)
    asked = {(report.header.head, report.reader): _find_wanted(report.piece.data) for report in told.reports}
    settled: dict[str, frozenset[int]] = {}  # by head, the epochs whose mixes hold since turns before a rewind
    for header in told.lines.ordered:
        before = told.lines.parent(header)
        settled[header.head] = (settled[before.head] if before else frozenset()) | list_settled(header)
    for header, seat, files, _ in list_taken_up(told, own):
        wanted = None if is_upgraded(header) else asked.get((header.previous or "", seat))
        about = _check_nonce(header, seat, files, wanted, settled[header.head])
        told.ledger.findings += [f"{told.place(header)}: {words}" for words in about]


def _read_joined(game: str, letters: Sequence[Piece]) -> dict[str, Joined]:
    """With what the seats joined, by the letter that lists it; nothing where it is not here."""
    for piece in letters:
        if game.encode() in _LISTED.findall(piece.data):
            return {
                seat.decode(): Joined(anchor.decode(), commitment.decode())
                for seat, anchor, commitment in _PLEDGE.findall(piece.data)
            }
    return {}


def _read_own_joins(own: Sequence[OwnFile]) -> dict[str, Joined]:
    """With what the player himself joined, by his file: for want of the letter that lists it."""
    joins: dict[str, set[Joined]] = {}
    for file in own:
        if file.get_hash("anchor") and file.get_hash("commitment"):
            joins.setdefault(file.get("seat"), set()).add(Joined(file.get("anchor"), file.get("commitment")))
    # of several that were sent only the letter says which one counts
    return {seat: next(iter(one)) for seat, one in joins.items() if len(one) == 1}


def _find_wanted(data: bytes) -> int | None:
    """The epoch whose nonce the order form in the report ``data`` asks for; None where it asks for none."""
    match = _WANTED.search(data)
    return int(match[1]) if match else None


def _follow_chains(told: Told, joined: Mapping[str, Joined]) -> None:
    """Every nonce is of the chain of its seat, or at least of one chain with those before it.

    ``joined`` is what the seats joined with, as far as it is known.
    """
    known: dict[str, Mapping[str, tuple[int, bytes]]] = {}  # by head, the epoch and nonce that each seat gave last
    steps = 0
    for header in told.lines.ordered:
        before = told.lines.parent(header)
        links = dict(known[before.head]) if before else {}
        for epoch, seat, nonce in _list_nonces(header):
            bare, pledge = bytes.fromhex(nonce), joined.get(seat)
            if epoch == 0:
                right = pledge is None or commit_opening(bare) == pledge.commitment
            else:
                lower, link = links.get(seat) or (0, bytes.fromhex(pledge.anchor if pledge else ""))
                steps += max(0, epoch - lower)
                if steps > _MOST_STEPS:
                    words = f"nonces from turn {header.turn} on are not checked: their chains are too long"
                    told.ledger.remarks.append(words)
                    return
                right = not link or epoch <= lower or hash_down(bare, epoch - lower) == link
                links[seat] = epoch, bare
            told.ledger.counts["nonces"] += 1
            if not right:
                words = f"{seat}: not a nonce that this seat had committed to"
                told.ledger.findings.append(f"{told.place(header)}: rng.mixes.{epoch}: {words}")
        known[header.head] = links


def _list_nonces(header: Header) -> Iterator[tuple[int, str, str]]:
    for epoch, mix in sorted(header.mixes.items()):
        for seat, nonce in mix.items():
            if nonce is not None:
                yield epoch, seat, nonce


def _check_nonce(
    header: Header, seat: str, files: Sequence[OwnFile], wanted: int | None, settled: Collection[int]
) -> Iterator[str]:
    """A turn mixes in the last nonce that the ``files`` gave which it took up.

    ``wanted`` is the epoch of the nonce that the seat's form had asked for, where that is known.
    """
    given = [file for file in files if file.get_hash("nonce") and file.get("turn") == str(header.turn)]
    last = max(header.mixes, default=0)
    epoch = wanted if wanted is not None and wanted not in settled else last
    if not epoch or not given or epoch in settled:
        return
    mix = header.mixes.get(epoch, {})
    if seat not in mix and wanted is None:
        return  # a nonce that nobody asked for is not used
    if mix.get(seat) is None:
        yield f"rng.mixes.{epoch}: nothing of {seat}, but the turn took up the nonce in {given[-1].source}"
    elif mix[seat] != given[-1].get("nonce"):
        yield f"rng.mixes.{epoch}: {seat}: not the nonce in {given[-1].source}"


def _check_joining(told: Told, own: Sequence[OwnFile], listed: Mapping[str, Joined]) -> None:
    """Turn 0 goes by what everybody joined with."""
    joins = [file for file in own if file.get_hash("anchor") and file.get_hash("commitment")]
    first = told.headers.get(0)
    openings = first.mixes.get(0, {}) if first else {}
    for seat in dict.fromkeys(file.get("seat") for file in joins):
        joined = {Joined(file.get("anchor"), file.get("commitment")) for file in joins if file.get("seat") == seat}
        if seat in listed and listed[seat] not in joined:
            told.ledger.findings.append(f"the list of anchors: {seat}: not what your file says that you joined with")
        bare = openings.get(seat)
        if first and bare and commit_opening(bytes.fromhex(bare)) not in {one.commitment for one in joined}:
            words = f"rng.mixes.0: {seat}: does not open the commitment in your file"
            told.ledger.findings.append(f"{told.place(first)}: {words}")
    opened = [file for file in own if file.get_hash("opening")]
    for seat in dict.fromkeys(file.get("seat") for file in opened):
        said = {file.get("opening") for file in opened if file.get("seat") == seat}
        if first and seat in openings and openings[seat] not in said:
            told.ledger.findings.append(f"{told.place(first)}: rng.mixes.0: {seat}: not the opening in your file")
    if first and openings and openings.keys() <= listed.keys():
        files = first.fields.get("files")
        if not isinstance(files, Mapping) or files.get(_START) != _hash_start(openings, listed):
            words = f"files.{_START}: not what the list of anchors says that everybody joined with"
            told.ledger.findings.append(f"{told.place(first)}: {words}")
    elif first and openings and first.mixed:
        told.ledger.remarks.append("the list of anchors is not here: put the letter that everybody got into the folder")


def _hash_start(openings: Mapping[str, str | None], listed: Mapping[str, Joined]) -> str:
    """The hash of ``start.json``, as the program writes it, from the openings and the list of anchors."""
    seats = {seat: {**listed[seat]._asdict(), "opening": opening} for seat, opening in openings.items()}
    return hash_bytes(b'{\n"format": 1,\n"seats": ' + json.dumps(seats).encode() + b"\n}\n")


_SAME = ("seats", "rng.level", "rng.commitment", "rng.public_root", "rng.epochs")
"""What every header of a game has in common."""
_SHORTEST = 8
"""Digits of a head that an echo has at least."""
_RECENT = 20
"""Turns before that are looked at first for a head that is quoted."""
_MOST_GAPS = 20
_MOST_HEADERS = 12
"""Headers of one turn that are compared with each other."""
_PROMISE = re.compile(rb"^(commitment|public root|Head of turn 0): +([0-9a-f]{64})\s*$", re.MULTILINE)
_INVITED = re.compile(rb": game ([a-z][a-z0-9-]{0,31})\r?\n")


def check_history(
    game: str,
    reports: Sequence[Report],
    move_files: Sequence[Piece],
    invitations: Sequence[Piece],
    tables: Tables = NO_TABLES,
) -> Told:
    """Hold everything that the mails of one game say against everything else.

    A quoted report counts for its header alone, and only where it prints the head that its header has.
    """
    told = _collect(game, reports)
    if not told.headers:
        return told
    _check_headers(told)
    _check_links(told)
    _check_views(told)
    check_acts(told)
    _check_echoes(told)
    check_openings(told)
    check_bodies(told)
    check_draws(told, tables)
    check_mixes(told)
    check_chains(told, move_files, invitations)
    check_own_words(told, move_files)
    check_secret(told)
    _tell_abandoned(told)
    check_move_files(told, move_files)
    _check_invitations(told, invitations)
    return told


def _collect(game: str, reports: Sequence[Report]) -> Told:
    """The headers that are here, and which of them count."""
    ledger = Ledger()
    ordered = sorted(reports, key=lambda report: (report.header.turn, report.piece.source))
    own = [report for report in ordered if not report.piece.quoted]
    headers: dict[str, Header] = {}
    sources: dict[str, str] = {}
    for report in own:
        headers.setdefault(report.header.head, report.header)
        sources.setdefault(report.header.head, report.piece.source)
        _check_print(report, ledger)
    for report in ordered:
        header = report.header
        if not report.piece.quoted or header.head in headers:
            continue
        if not _is_printed(header.head, report.piece.data):
            ledger.remarks.append(f"{report.place}: a quoted report that does not print its head; left aside")
            continue
        headers[header.head], sources[header.head] = header, report.piece.source
        ledger.remarks.append(
            f"{report.place}: this report is here only as a mail quotes it; ask for the report itself"
        )
    lines = Lines(headers)
    return Told(game, own, lines, _choose_standing(lines, sources), sources, ledger)


def _check_print(report: Report, ledger: Ledger) -> None:
    """A report prints what its header says."""
    header, data = report.header, report.piece.data
    for name, head in (("head", header.head), ("previous", header.previous)):
        if head is not None and not _is_printed(head, data):
            ledger.findings.append(f"{report.place}: {name}: the report prints another than its proof gives")
    if not re.search(rb"\b%s,\s+turn\s+%d\b" % (header.game.encode(), header.turn), data):
        ledger.findings.append(f"{report.place}: game, turn: the report is headed as another than its proof is for")


def _is_printed(head: str, data: bytes) -> bool:
    """Whether a report prints a head, be it broken in two by a mail program."""
    return head.encode() in data or head.encode() in re.sub(rb"[\s>|]+", b"", data)


def _choose_standing(lines: Lines, sources: Mapping[str, str]) -> dict[int, Header]:
    """For each turn the header that counts: it leads up to the newest, or no act has abandoned it."""
    counting = [header for header in lines.ordered if header.head not in lines.abandoned] or lines.ordered
    if not counting:
        return {}
    last = max(header.turn for header in counting)
    newest = min((header for header in counting if header.turn == last), key=lambda header: sources[header.head])
    line = {header.head for header in lines.climb(newest.head)}
    standing: dict[int, Header] = {}
    for header in sorted(
        lines.ordered,
        key=lambda header: (header.head not in line, header.head in lines.abandoned, sources[header.head]),
    ):
        if header.turn <= last:
            standing.setdefault(header.turn, header)
    return standing


def _check_headers(told: Told) -> None:
    """What never changes is the same in all; turn 0 alone follows none; and what is missing."""
    first = told.lines.ordered[0]
    for header in told.lines.ordered:
        if (header.previous is None) != (header.turn == 0):
            told.ledger.findings.append(f"{told.place(header)}: previous: turn 0 alone has none")
        told.ledger.findings += [
            f"{told.place(header)}: {name}: not the same as in turn {first.turn}"
            for name in _SAME
            if _look_up(header.fields, name) != _look_up(first.fields, name)
        ]
    gaps = [(last + 1, turn - 1) for last, turn in pairwise([-1, *sorted(told.headers)]) if turn > last + 1]
    if gaps:
        spans = [str(begin) if begin == end else f"{begin} to {end}" for begin, end in gaps[:_MOST_GAPS]]
        more = ", and others" if len(gaps) > _MOST_GAPS else ""
        told.ledger.remarks.append(f"no reports of turns {', '.join(spans)}{more}: what they say cannot be checked")


def _check_links(told: Told) -> None:
    """Each header quotes the head before. Where that one is missing, another of its turn may have been abandoned."""
    lines = told.lines
    counting: dict[int, list[str]] = {}
    for header in lines.ordered:
        if header.head not in lines.abandoned:
            counting.setdefault(header.turn, []).append(told.sources[header.head])
    for header in lines.ordered:
        if header.turn == 0 or lines.parent(header):
            continue
        place = told.place(header)
        if header.previous in lines.headers:
            told.ledger.findings.append(f"{place}: previous: the head of a turn that is not the one before")
        others = counting.get(header.turn - 1)
        if others and header.head not in lines.abandoned:
            source = min(others)
            told.ledger.questions.append(
                f"{place}: previous: not the head of turn {header.turn - 1} in {source}. Either that turn was taken "
                "back and a mail that says so is missing here, or two histories were told: ask for the report of turn "
                f"{header.turn - 1} with the head {header.previous}"
            )


def _check_views(told: Told) -> None:
    """Two headers of one turn are a split view, or one of the mails was changed, unless an act explains them."""
    lines = told.lines
    turns: dict[int, list[Header]] = {}
    for header in sorted(lines.headers.values(), key=lambda header: told.sources[header.head]):
        turns.setdefault(header.turn, []).append(header)
    split: set[tuple[str | None, str | None]] = set()
    for turn in sorted(turns):
        headers = turns[turn]
        if len(headers) > _MOST_HEADERS:
            words = f"turn {turn}: {len(headers)} different headers; only {_MOST_HEADERS} are compared"
            told.ledger.remarks.append(words)
        for first, header in combinations(headers[:_MOST_HEADERS], 2):
            place, source = told.place(header), told.sources[first.head]
            relation = Relation.SPLIT if (first.previous, header.previous) in split else lines.relate(first, header)
            if relation is Relation.SPLIT:
                split |= {(first.head, header.head), (header.head, first.head)}
                names = [name for name in {**first.fields, **header.fields}
                         if first.fields.get(name) != header.fields.get(name)]  # fmt: skip
                told.ledger.findings.append(
                    f"{place}: {', '.join(names) or 'header'}: another history than {source} has: a split view, or "
                    "one of the two was changed"
                )
            elif relation is Relation.OPEN and not (lines.parent(first) and lines.parent(header)):
                told.ledger.questions.append(
                    f"{place}: rerun: takes the place of a turn that was taken back, as it says; that it is the one of "
                    f"{source}, a report that is missing here has to say"
                )


def _check_echoes(told: Told) -> None:
    """Every head that a seat has quoted is one that could be told to it."""
    doubtful = 0
    for header in told.lines.ordered:
        before = told.lines.parent(header)
        # what the turn before has published already is held against the heads that it had
        fresh = {seat: echo for seat, echo in header.echoes.items() if not before or before.echoes.get(seat) != echo}
        if not fresh:
            continue
        # most quote a head not long before, so that all that are known need not be listed
        recent = [one.previous for one in islice(told.lines.climb(header.head), _RECENT) if one.previous]
        old = {seat: echo for seat, echo in fresh.items() if not any(head.startswith(echo) for head in recent)}
        if not old:
            continue
        known, whole = told.lines.list_known(header)
        begins: dict[str, list[str]] = {}
        for head in known - {header.head}:
            begins.setdefault(head[:_SHORTEST], []).append(head)
        for seat, echo in old.items():
            if any(head.startswith(echo) for head in begins.get(echo[:_SHORTEST], ())):
                continue
            if whole:
                words = f"{seat} has quoted {echo}, which is no head of this history: a split view"
                told.ledger.findings.append(f"{told.place(header)}: echoes.{seat}: {words}")
            else:
                doubtful += 1
    if doubtful:
        told.ledger.remarks.append(f"{doubtful} echoes quote heads that are not here, perhaps of missing turns")


def _tell_abandoned(told: Told) -> None:
    """What acts took back, and how much of it is here."""
    taken: dict[Taken, list[str]] = {}
    for head, change in told.lines.abandoned.items():
        taken.setdefault(change, []).append(head)
    for change in told.lines.rewinds:
        count = len(taken.get(change, ()))
        words = f"{count} of them {'is here and was' if count == 1 else 'are here and were'} followed too"
        told.ledger.remarks.append(
            f"turns from {change.to + 1} on were abandoned by a rewind; {words if count else 'none of them is here'}"
        )
    if told.lines.rewinds:
        told.ledger.remarks.append(
            "a rewind is told to all: whoever was not told of it has another head of the newest turn; compare heads"
        )


def _check_invitations(told: Told, invitations: Sequence[Piece]) -> None:
    """The promise in the invitation is the one that every header repeats."""
    first = told.headers[min(told.headers)]
    expected = {"commitment": first.commitment, "public root": first.public_root}
    if first.turn <= 1:
        expected["Head of turn 0"] = first.previous or first.head
    for piece in invitations:
        if not any(name.decode() == told.game for name in _INVITED.findall(piece.data)):
            continue
        promised = {name.decode(): value.decode() for name, value in _PROMISE.findall(piece.data)}
        told.ledger.findings += [
            f"{piece.source}: {name}: not what turn {first.turn} says"
            for name, value in expected.items()
            if promised.get(name, value) != value
        ]


def _look_up(fields: Mapping[str, Json], name: str) -> Json:
    """The value at a name of several steps."""
    value: Json = fields
    for step in name.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


FINE, FOUND, MISUSED = 0, 1, 2
_LONGEST_FACT = 300
_ABOUT = (
    "Checks a game from nothing but its mails: a folder, a mail folder or an mbox file with your reports as they came, "
    "in HTML or text. Your own move files and your invitation may lie beside them."
)


def remark_setup(told: Told, letters: Sequence[Piece]) -> None:
    """Say what cannot be checked without the rules of a game."""
    del letters
    if 0 in told.headers:
        words = "adjudicate verify-mail checks that too, where the game is installed"
        told.ledger.remarks.append(
            f"this program cannot set a game up, so it holds the first position to no draws: {words}"
        )


class Games(NamedTuple):
    """What is known of games: the draws that their reports tell, and how a set-up is held against its draws."""

    tables: Tables = NO_TABLES
    check_setup: Callable[[Told, Sequence[Piece]], None] = remark_setup


UNKNOWN_GAMES = Games()


def make_printable(text: str) -> str:
    """``text`` with what is not printable shown as code points, so that no mail can steer a terminal."""
    return "".join(char if char.isprintable() else f"\\u{{{ord(char):x}}}" for char in text)


def check_mails(paths: Sequence[str], known: Games = UNKNOWN_GAMES) -> dict[str, Json]:
    """Everything found in the mails at ``paths``, as JSON. Raises ``FileNotFoundError`` where there is nothing."""
    found = gather(list(paths))
    games: dict[str, list[Report]] = {}
    findings: list[str] = []
    questions: list[str] = []
    remarks = list(found.remarks)
    for piece in chain.from_iterable(map(split_copies, found.reports)):
        try:
            report = read_report(piece)
        except BlockError as error:
            if piece.quoted:
                remarks.append(f"{piece.source}: quotes a report, not whole ({error}); left aside")
            else:
                findings.append(f"{piece.source}: {error}; ask for the report as an attachment")
            continue
        games.setdefault(report.header.game, []).append(report)
    if not found.reports:
        findings.append(f"{', '.join(paths)}: no reports with a proof")
    told: list[Json] = []
    for game in sorted(games):
        history = check_history(game, games[game], found.move_files, found.invitations, known.tables)
        if history.headers:
            known.check_setup(history, found.invitations)
        prefix = f"{game}: " if len(games) > 1 else ""
        findings += [prefix + finding for finding in history.ledger.findings]
        questions += [prefix + question for question in history.ledger.questions]
        remarks += [prefix + remark for remark in history.ledger.remarks]
        if history.headers:
            told.append(_describe(history))
    return {
        "paths": list(paths),
        "ok": not findings,
        "games": told,
        "findings": [make_printable(finding) for finding in findings],
        "questions": [make_printable(question) for question in questions],
        "remarks": [make_printable(remark) for remark in remarks],
    }


def _describe(told: Told) -> Json:
    newest = told.newest
    facts = {
        report.proof.seat: {"turn": report.header.turn, "facts": report.proof.facts.value}
        for report in told.reports
        if report.proof.seat and report.proof.facts
    }
    acts: list[Json] = [{"turn": turn, "act": act} for turn in sorted(told.headers) for act in told.headers[turn].acts]
    return {
        "game": told.game,
        "seats": sorted(facts),
        "turns": sorted(told.headers),
        "head": newest.head,
        "level": newest.level,
        "secret": newest.revealed,
        "checked": {"reports": len(told.reports), **told.ledger.counts},
        "acts": acts,
        "facts": facts,
    }


def _tell(result: dict[str, Json]) -> list[str]:
    """The result in lines for a person."""
    lines: list[str] = []
    for game in _items(result["games"]):
        assert isinstance(game, dict)
        turns, checked = _items(game["turns"]), game["checked"]
        assert isinstance(checked, dict)
        whose = ", ".join(map(str, _items(game["seats"]))) or "public reports only"
        lines.append(f"{game['game']} ({whose}): {checked['reports']} reports of {len(turns)} turns, up to {turns[-1]}")
        lines.append(f"  head of turn {turns[-1]}: {game['head']}; compare it with other players")
        lines.append(f"  checked: {', '.join(f'{checked[name]} {words}' for name, words in COUNTED.items() if words)}")
        facts = game["facts"]
        assert isinstance(facts, dict)
        for seat, known in facts.items():
            if isinstance(known, dict) and known["facts"]:
                text = json.dumps(known["facts"], ensure_ascii=False, sort_keys=True)
                short = text if len(text) <= _LONGEST_FACT else text[:_LONGEST_FACT] + " …"
                lines.append(f"  {seat} alone knew after turn {known['turn']}: {short}")
        lines += [f"  the moderator's act, told in turn {a['turn']}: {json.dumps(a['act'], ensure_ascii=False)}"
                  for a in _items(game["acts"]) if isinstance(a, dict)]  # fmt: skip
        if checked["setup"]:
            lines.append("  the set-up was made again from its draws, and compared")
        if game["secret"]:
            lines.append("  the game is over, and its secret was shown")
    lines += [f"remark: {remark}" for remark in _items(result["remarks"])]
    findings, questions = _items(result["findings"]), _items(result["questions"])
    lines += [f"question: {question}" for question in questions]
    lines += map(str, findings)
    counts = [
        f"{len(items)} {word}{'s' if len(items) > 1 else ''}"
        for items, word in ((findings, "finding"), (questions, "open question"))
        if items
    ]
    lines.append(", ".join([*(["ok"] if result["ok"] else []), *counts]))
    return [make_printable(line) for line in lines]


def _items(value: Json) -> Sequence[Json]:
    return value if isinstance(value, list | tuple) else ()


def run(paths: Sequence[str], *, as_json: bool, known: Games = UNKNOWN_GAMES) -> int:
    """Check the mails at ``paths`` and print what is found; the exit code."""
    try:
        result = check_mails(paths, known)
    except FileNotFoundError as error:
        sys.stderr.write(make_printable(f"verify-mail: there is nothing at {error.filename}") + "\n")
        return MISUSED
    except OSError as error:
        sys.stderr.write(make_printable(f"verify-mail: {error.filename}: {error.strerror}") + "\n")
        return MISUSED
    if as_json:
        sys.stdout.write(json.dumps(result, indent=2, ensure_ascii=True) + "\n")
    else:
        text = "\n".join(_tell(result)) + "\n"
        encoding = sys.stdout.encoding or "ascii"
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
    return FINE if result["ok"] else FOUND


def main(arguments: Sequence[str] | None = None, known: Games = UNKNOWN_GAMES) -> int:
    """The command line of the file that runs on its own."""
    parser = argparse.ArgumentParser(prog="verify_mail.py", description=_ABOUT)
    parser.add_argument("paths", nargs="+", metavar="FOLDER-OR-MBOX")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args(arguments)
    try:
        code = run(options.paths, as_json=options.json, known=known)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND
    return code


TABLES: Tables = {
    "adjudicator.rules.catan:GAME": ToldDraws(
        shown={
            "one": Shown(label=("dice", 0), below=6, first=1),
            "other": Shown(label=("dice", 1), below=6, first=1),
        },
        sentences=(
            r" rolled (?P<total>\d\d?) \((?P<one>\d\d?) and (?P<other>\d\d?)\)",
            r" (?P<total>\d\d?) \((?P<one>\d\d?) and (?P<other>\d\d?)\) in turn (?P<epoch>\d{1,5})",
        ),
        begins=r"^Table turn (\d{1,5}): ",
        after_setup=0,
        ahead=3,
        setup=("seat",),
    ),
    "adjudicator.rules.catan_caravans:GAME": ToldDraws(
        shown={
            "one": Shown(label=("dice", 0), below=6, first=1),
            "other": Shown(label=("dice", 1), below=6, first=1),
        },
        sentences=(
            r" rolled (?P<total>\d\d?) \((?P<one>\d\d?) and (?P<other>\d\d?)\)",
            r" (?P<total>\d\d?) \((?P<one>\d\d?) and (?P<other>\d\d?)\) in turn (?P<epoch>\d{1,5})",
        ),
        begins=r"^Table turn (\d{1,5}): ",
        after_setup=0,
        ahead=3,
        setup=("seat",),
    ),
    "adjudicator.rules.through_the_desert:GAME": ToldDraws(
        shown={},
        sentences=(),
        begins=None,
        after_setup=1,
        ahead=0,
        setup=("seat",),
    ),
}


if __name__ == "__main__":
    sys.exit(main(known=Games(TABLES)))
