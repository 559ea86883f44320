"""Tokens: what is kept of them, and that no copy of a file holds one.

Wherever a token of this game stands in a file, it is masked before anything else is done with the file. So nothing
that is quoted, kept or forecast can hold it. It is known by its hash, so nothing else is ever taken for one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

from adjudicator.core.problem import Gravity, Place, Problem
from adjudicator.intake.reader import read_document, scalar_spans, utf_16_encoding
from adjudicator.intake.syntax import list_line_starts, place_in

LENGTH: Final = 32
"""Hex digits of a token."""
BLANK: Final = "'-'"
"""Stands for a token in a stored file. In quotes, because a bare dash would begin a list."""
FILL: Final = "x"
"""Stands for each character of a token that was found: no hex digit, and text wherever it stands in YAML."""
_MOST_REMARKS = 10

_TOKEN_LINE = re.compile(
    r"""(\btoken["']?[ \t]*:[ \t]*(?:\r?\n[ \t]+)?)"""
    r"""("[^"\r\n]*"?|'[^'\r\n]*'?|[|>][^\r\n]*(?:\r?\n[ \t]+[^\r\n]*)*|[^\s,}\]][^\r\n,}\]]*)""",
    re.IGNORECASE,
)
"""What looks like a token in a file that cannot be read: the key with its colon, and the value."""

_NOT_SAYING = bytes(byte for byte in range(128) if not chr(byte).isalnum())
_RUN = re.compile(rb"[0-9A-Fa-f]{%d}" % LENGTH)
_RAW = re.compile(r"[0-9A-Za-z]|[^\x00-\x7f]")
_ESCAPED = re.compile(
    r"\\x([0-9A-Fa-f]{2})|\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})|\\.|[0-9A-Za-z]|[^\x00-\x7f]", re.DOTALL
)
_HEX = frozenset("0123456789abcdef")


class Found(NamedTuple):
    """A token in a file: the byte and the place at which it begins, its digits as they were written.

    ``width`` is the number of characters that were masked.
    """

    offset: int
    place: Place
    said: str
    width: int


class Masked(NamedTuple):
    """A file in which every token of its game is masked, line by line and column by column as long as it was."""

    data: bytes
    found: tuple[Found, ...] = ()


class _Digit(NamedTuple):
    """A hex digit as it was written, and the characters that make it."""

    said: str
    begin: int
    end: int


def hash_token(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(f"adjudicator/v1/token/{token}".encode()).hexdigest()


def mask_tokens(data: bytes, hashes: Collection[str]) -> Masked:
    """``data`` with every token masked whose hash is among ``hashes``, however it is written.

    Found are tokens in longer words, in capitals, in wide letters, in YAML's escapes, in UTF-16, and those with
    anything but letters and digits between their digits: blanks, line ends, quotes, comment signs.
    """
    if not hashes or not _may_hold(data):
        return Masked(data)
    found: list[Found] = []
    encodings = ("utf-8", "utf-16-le", "utf-16-be") if b"\0" in data or utf_16_encoding(data) else ("utf-8",)
    for encoding in encodings:
        data = _mask(data, encoding, hashes, found)
    return Masked(data, tuple(sorted(found)))


def restore_token(token: str | None, place: Place, masked: Masked) -> str | None:
    """The ``token`` that the masked file gives at ``place``, as its sender wrote it; None for that of a stored copy."""
    if token is not None and f"'{token}'" == BLANK:
        return None
    first = next((found for found in masked.found if found.place >= place), None)
    return first.said if first is not None and token == FILL * first.width else token


def blank_token(data: bytes) -> bytes:
    """``data`` with the value of its token replaced by :data:`BLANK`, and every other byte as it was.

    In a file that cannot be read without problems, whatever looks like a token is replaced, since such files are
    kept too.
    """
    blank = BLANK.encode(_encoding_of(data))
    pieces: list[bytes] = []
    done = 0
    for begin, end in _find_values(data):
        pieces += data[done:begin], blank
        done = end
    return b"".join((*pieces, data[done:]))


def came_with_token(kept: bytes) -> bool:
    """Whether the file whose stored copy is ``kept`` came with a token behind ``token:``."""
    return BLANK.encode() in kept and any(kept[begin:end] == BLANK.encode() for begin, end in _find_values(kept))


def remark_tokens(masked: Masked) -> Iterator[Problem]:
    """A remark for each token that stands anywhere but behind ``token:``, up to a number that anybody would read."""
    values = _find_values(masked.data) if masked.found else []
    elsewhere = [found for found in masked.found if not any(begin <= found.offset < end for begin, end in values)]
    for found in elsewhere[:_MOST_REMARKS]:
        yield Problem("token-elsewhere", Gravity.UNWISE, found.place, {"line": found.place.line})


def _may_hold(data: bytes) -> bool:
    """Whether a token may be in ``data``; mostly tells in no time that there is none."""
    if b"\\" in data or not data.isascii():
        return True
    return _RUN.search(data.translate(None, _NOT_SAYING)) is not None


def _mask(data: bytes, encoding: str, hashes: Collection[str], found: list[Found]) -> bytes:
    """``data`` with the tokens masked that are there when it is read by ``encoding``; they are added to ``found``."""
    errors = "surrogateescape" if encoding == "utf-8" else "surrogatepass"
    whole = len(data) if encoding == "utf-8" else len(data) // 2 * 2
    text = data[:whole].decode(encoding, errors)
    tokens = {digits[0].begin: digits for digits in _find_in(text, _RAW, hashes)}
    if "\\" in text:
        tokens |= {digits[0].begin: digits for digits in _find_in(text, _ESCAPED, hashes)}
    if not tokens:
        return data
    starts = list_line_starts(text.removeprefix("\ufeff"))
    mark = len(text) - len(text.removeprefix("\ufeff"))
    characters = list(text)
    for begin, digits in tokens.items():
        spans = {(digit.begin, digit.end) for digit in digits}
        width = sum(end - start for start, end in spans)
        offset = len(text[:begin].encode(encoding, errors))
        said = "".join(digit.said for digit in digits)
        found.append(Found(offset, place_in(starts, max(0, begin - mark)), said, width))
        for start, end in spans:
            characters[start:end] = FILL * (end - start)
    return "".join(characters).encode(encoding, errors) + data[whole:]


def _find_in(text: str, unit: re.Pattern[str], hashes: Collection[str]) -> Iterator[list[_Digit]]:
    """The digits of every token in ``text``, read by ``unit``; whatever is no letter and no digit is read over."""
    run: list[_Digit] = []
    for digit in _read_digits(text, unit):
        if digit is not None:
            run.append(digit)
            continue
        yield from _find_in_run(run, hashes)
        run = []
    yield from _find_in_run(run, hashes)


def _find_in_run(run: list[_Digit], hashes: Collection[str]) -> Iterator[list[_Digit]]:
    word = "".join(digit.said for digit in run).lower()
    for begin in range(len(word) - LENGTH + 1):
        if hash_token(word[begin : begin + LENGTH]) in hashes:
            yield run[begin : begin + LENGTH]


def _read_digits(text: str, unit: re.Pattern[str]) -> Iterator[_Digit | None]:
    """The hex digits that ``text`` says, and None for every other letter or digit."""
    for match in unit.finditer(text):
        code = match.lastindex and match[match.lastindex]
        said = match[0] if not code else chr(int(code, 16)) if int(code, 16) < 0x110000 else ""  # noqa: PLR2004
        if said.startswith("\\"):
            continue
        for character in said if said.isascii() else _plain(said):
            if character.lower() in _HEX:
                yield _Digit(character, match.start(), match.end())
            elif character.isalnum():
                yield None


def _plain(character: str) -> str:
    """What a ``character`` beyond ASCII stands for: a wide or small letter, a digit of another script."""
    import unicodedata  # noqa: PLC0415 - only a file with such a character needs it

    digit = unicodedata.decimal(character, None)
    return unicodedata.normalize("NFKC", character) if digit is None else str(digit)


def _encoding_of(data: bytes) -> str:
    # Latin-1 takes any bytes there and back; UTF-16 is refused as a move file, but is stored as well.
    return utf_16_encoding(data) or "latin-1"


def _find_values(data: bytes) -> list[tuple[int, int]]:
    """The bytes, from and to, of what is said to be a token, or looks so in a file that cannot be read."""
    document, problems = read_document(data)
    if document is None or problems or not isinstance(document.value, Mapping):
        return list(_find_lookalikes(data))
    owners = {document.places[path] for path in document.places if "token" in map(_folded, path)}
    return list(_find_scalars(data, owners)) if owners else []


def _find_scalars(data: bytes, owners: Collection[Place]) -> Iterator[tuple[int, int]]:
    text = data.decode("utf-8")
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    text = text.removeprefix(mark)
    for place, begin, end in scalar_spans(text):
        if place in owners and begin < end:
            first = len(mark.encode()) + len(text[:begin].encode())
            yield first, first + len(text[begin:end].rstrip().encode())


def _find_lookalikes(data: bytes) -> Iterator[tuple[int, int]]:
    encoding = _encoding_of(data)
    size = 1 if encoding == "latin-1" else 2
    text = data[: len(data) // size * size].decode(encoding, "surrogatepass")
    for match in _TOKEN_LINE.finditer(text):
        first = len(text[: match.start(2)].encode(encoding, "surrogatepass"))
        yield first, first + len(match[2].encode(encoding, "surrogatepass"))


def _folded(step: str | int) -> str | int:
    return step.casefold() if isinstance(step, str) else step
