"""Who speaks in a file: the game and seat it names, the token that shows whose it is, and what is kept of tokens.

What stands behind ``token:`` is blanked in what is kept. A token of the game anywhere else refuses the file; it is
masked before the file is read, so that nothing that is quoted or kept can hold it. It is known by its hash, so nothing
else is ever taken for one. Who writes his token in disguise gives it away himself: that is not looked for.
"""

import hashlib
import hmac
import re
import string
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from adjudicator.core.order import CORRECTION, START, Gravity, Place, Problem
from adjudicator.core.seat_names import SeatNames
from adjudicator.core.table import Seat
from adjudicator.intake.reader import read_document, scalar_spans, utf_16_encoding
from adjudicator.intake.sentences import closest, place_at
from adjudicator.kit.words import ListSentence

LENGTH: Final = 32
"""Hex digits of a token."""
BLANK: Final = "'-'"
"""Stands for a token in a stored file. In quotes, because a bare dash would begin a list."""
LINE_TO_FILL_IN: Final = "token:   # the one in your invitation"
"""Stands for the line with the token in what a player is sent."""
FILL: Final = "x"
"""Stands for each character of a token that was found: no hex digit, and text wherever it stands in YAML."""
LEFT_OUT: Final = "token-left-out"
"""The code of the remark on a file without a token from a seat whose files came with one."""
_MOST_TOLD = 10

_TOKEN_LINE = re.compile(
    r"""(\btoken["']?[ \t\xa0\u2000-\u200a\u202f\u3000\xc2\xe2\xe3\x80-\x8a\xaf]*(?::|\uff1a|\xef\xbc\x9a)[ \t]*"""
    r"""(?:\r?\n[ \t]+)?|^[ \t>]*token[ \t]+(?=[0-9a-fx]{32}\b|'-'))"""
    r"""("[^"\r\n]*"?|'[^'\r\n]*'?|[|>][^\r\n]*(?:\r?\n[ \t]+[^\r\n]*)*|[^\s,}\]#][^\r\n,}\]]*)""",
    re.IGNORECASE | re.MULTILINE,
)
"""What looks like a token in a file that cannot be read: the key with its colon, and the value; a comment is none.

Blanks of French before the colon may be special, the colon may be wide, or both the bytes of such as letters of
Latin-1. At the beginning of a line the colon may be missing.
"""

UNSEEN: Final = "\0\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
"""What nobody sees between two letters, as the inside of a class; noughts are half of each letter of UTF-16."""
_RUN = re.compile(rf"[0-9A-Fa-f](?:[{UNSEEN}]*+[0-9A-Fa-f]){{{LENGTH - 1},}}")
_COMMENTED = re.compile(rb"\s*token\s*:\s*#", re.IGNORECASE)
"""How the line of the form begins that was filled in without deleting its sign for remarks."""
_KEY = re.compile(r"(?<=\+)[a-z2-7]{26}(?=@)", re.IGNORECASE)
"""The key in a reply address."""


class TokenMatch(NamedTuple):
    """A token in a file: the byte and the place at which it begins, and how it was written."""

    offset: int
    place: Place
    said: str


class MaskedFile(NamedTuple):
    """A file in which every token of its game is masked, line by line and column by column as long as it was."""

    data: bytes
    found: tuple[TokenMatch, ...] = ()


def hash_token(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(f"adjudicator/v1/token/{token}".encode()).hexdigest()


def is_token(said: str, kept: str) -> bool:
    """Whether ``said`` is the token of which ``kept`` is kept; how long the answer takes tells nothing of it."""
    return hmac.compare_digest(hash_token(said.lower()), kept)


def mask_tokens(data: bytes, hashes: Collection[str]) -> MaskedFile:
    """``data`` with every token masked whose hash is among ``hashes``, in capitals and within longer words too.

    So are keys in addresses, as a quoted mail has them, of whatever game they are.
    """
    encoding = utf_16_encoding(data) or "utf-8"
    size = len(data) // 2 * 2 if encoding != "utf-8" else len(data)
    errors = "surrogateescape" if encoding == "utf-8" else "surrogatepass"
    text = data[:size].decode(encoding, errors)
    found: list[TokenMatch] = []
    kept = list(text)
    for run in _RUN.finditer(text) if hashes else ():
        digits = [index for index in range(run.start(), run.end()) if text[index] in string.hexdigits]
        for first in range(len(digits) - LENGTH + 1):
            indices = digits[first : first + LENGTH]
            said = "".join(text[index] for index in indices)
            if hash_token(said.lower()) in hashes:
                for index in indices:
                    kept[index] = FILL
                before = text[: indices[0]]
                place = place_at(bare := before.removeprefix("\ufeff"), len(bare))
                found.append(TokenMatch(len(before.encode(encoding, errors)), place, said))
    for key in _KEY.finditer(text):
        kept[key.start() : key.end()] = FILL * len(key[0])
    return MaskedFile("".join(kept).encode(encoding, errors) + data[size:], tuple(found))


def find_speakers(data: bytes, hashes: Mapping[str, Seat]) -> frozenset[Seat]:
    """The seats whose tokens stand in ``data``, wherever and however; ``hashes`` of tokens say whose each is."""
    return frozenset(hashes[hash_token(found.said.lower())] for found in mask_tokens(data, hashes).found)


def restore_token(token: str | None, place: Place, masked: MaskedFile) -> str | None:
    """The ``token`` that the masked file gives at ``place``, as its sender wrote it; None for that of a stored copy."""
    if token is not None and f"'{token}'" == BLANK:
        return None
    # what was undone in its line may have moved it, and phones end it with a full stop
    first = next((found for found in masked.found if found.place.line >= place.line), None)
    return first.said if first is not None and token in (FILL * LENGTH, f"{FILL * LENGTH}.") else token


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


def refuse_tokens(masked: MaskedFile, *, has_own: bool) -> Iterator[Problem]:
    """A problem for each token that stands anywhere but behind ``token:``, up to a number that anybody would read.

    ``has_own`` says whether the file has one behind a ``token:`` of its own: what only looks so is in a text then.
    """
    values = _find_values(masked.data) if masked.found and has_own else []
    elsewhere = [found for found in masked.found if not any(begin <= found.offset < end for begin, end in values)]
    for found in elsewhere[:_MOST_TOLD]:
        first = masked.data.rfind(b"\n", 0, found.offset) + 1
        code = "token-in-comment" if _COMMENTED.match(masked.data, first) else "token-elsewhere"
        yield Problem(code, Gravity.INVALID, found.place, {"line": found.place.line})


def _encoding_of(data: bytes) -> str:
    # Latin-1 takes any bytes there and back; UTF-16 is refused as a move file, but is stored as well.
    return utf_16_encoding(data) or "latin-1"


def _find_values(data: bytes) -> list[tuple[int, int]]:
    """The bytes, from and to, of what is said to be a token, or looks so in a file that cannot be read."""
    document, problems = read_document(data)
    if document is None or problems or not isinstance(document.value, Mapping):
        return list(_find_lookalikes(data))
    # keys as they are once they are mended, with special blanks before their colons too
    owners = {
        place
        for path, place in document.places.items()
        if any(isinstance(step, str) and step.casefold().strip() == "token" for step in path)
    }
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


TOO_MUCH = "too-much-on-file"
"""The code of what is wrong with a file where its seat has sent very much for the turn already."""
SPEAKER_SENTENCES: Mapping[str, str] = {
    "unreadable-file": "the file cannot be read ({reason})",
    "wrong-game": "this file is for game {written!r}, not for {game!r}",
    "no-seat": "the file does not say whose it is; add a line such as 'seat: {example}'",
    "unknown-seat": ListSentence("there is no seat {written!r} in this game{hint}; the seats are {seats:and}"),
    "other-seat": "the file says seat {written!r}, but it was submitted for {seat!r}",
    "no-token": (
        "nothing shows that this file is from {seat}; copy the line with your token from your invitation into it"
    ),
    "wrong-token": "this is not the token for this game and seat; copy it from your invitation",
    "token-elsewhere": (
        "there is a token here, in line {line}; write it after 'token:' and nowhere else, and send the file again"
    ),
    "token-in-comment": (
        "your token in line {line} comes after a '#', so it is not read; delete the '#', and send the file again"
    ),
    TOO_MUCH: (
        "you have sent so much for this turn that no more can be kept; your last accepted file counts; to change it "
        "before the turn runs, ask the moderator"
    ),
    LEFT_OUT: "your earlier files had your token, and this one has none; if you did not send it, tell the moderator",
}
"""Patterns for what is wrong about a file whatever it wants."""
REFUSED = frozenset({"no-token", "wrong-token", "other-seat"})
"""Problems about who speaks."""


class SeatTokens(NamedTuple):
    """The hashes of a game's tokens.

    ``speaking`` are of those that speak for each seat: of who holds it, then of those who may take it back from a
    substitute. ``replaced`` open nothing any more, and are to be kept by nobody all the same. ``called`` has the names
    of substitutes by the hashes of theirs.
    """

    speaking: Mapping[Seat, Sequence[str]] = MappingProxyType({})
    replaced: frozenset[str] = frozenset()
    called: Mapping[str, str] = MappingProxyType({})

    @property
    def everyone(self) -> frozenset[str]:
        """Those that there are, and were."""
        return self.replaced.union(*self.speaking.values())

    def call_holder(self, seat: Seat, names: SeatNames, holder: str = "") -> str:
        """What is said to who holds ``seat``, or to the ``holder`` with that hash of a token: the substitute's name.

        The seat's own player has that of the seat, in full; an id begins with a capital here, as names of people do.
        """
        speaking = holder or next(iter(self.speaking.get(seat, ())), "")
        return self.called.get(speaking) or names.write_out(seat) or seat.capitalize()

    def opens(self, seat: Seat, token: str | None) -> bool:
        """Whether ``token`` speaks for ``seat``."""
        return token is not None and any(is_token(token, kept) for kept in self.speaking.get(seat, ()))


NO_TOKENS = SeatTokens()


class SpeakerRegister(Protocol):
    """By what a speaker is known: the game that the file names, its seats, and their tokens."""

    @property
    def game_id(self) -> str: ...  # noqa: D102 - the class says it
    @property
    def seats(self) -> tuple[Seat, ...]: ...  # noqa: D102
    @property
    def tokens(self) -> SeatTokens: ...  # noqa: D102


class Claim(NamedTuple):
    """What a file says of its sender: the game, the seat, the token, and where each of them stands."""

    game: str
    seat: Seat | None
    token: str | None
    places: Mapping[str, Place]


def mask(register: SpeakerRegister, data: bytes) -> MaskedFile:
    """``data`` without any token of the game, be it another seat's or one that was replaced."""
    return mask_tokens(data, register.tokens.everyone)


def list_seats(written: str, seats: Sequence[Seat], meant: str | None = None) -> dict[str, str]:
    """What is said of a name ``written`` that is none of the ``seats``; ``meant`` is the word that says the same."""
    near = meant or closest(written, seats)
    return {"written": written, "hint": f" (did you mean {near}?)" if near else "", "seats": ", ".join(seats)}


def identify(register: SpeakerRegister, file: Claim, hint_seat: Seat | None) -> tuple[tuple[Problem, ...], Seat | None]:
    """Whose file it is, or what is wrong about who sent it; ``hint_seat`` is for whom it was handed in.

    A file that was handed in for nobody is its seat's by the seat's token alone, whether it names the seat or not.
    Where the seat is misspelt, and who sent the file is known, it is theirs.
    """

    def problem(code: str, key: str, **facts: str) -> Problem:
        return Problem(code, Gravity.INVALID, file.places.get(key, START), facts)

    if file.game != register.game_id:
        return (problem("wrong-game", "game", written=file.game, game=register.game_id),), None
    named = file.seat or hint_seat
    shown = next((one for one in register.seats if register.tokens.opens(one, file.token)), None)
    seat = named or shown
    if seat is None:
        return (problem("no-seat", "orders", example=register.seats[0]),), None
    if seat not in register.seats:
        sender = closest(seat, [one for one in (hint_seat or shown,) if one and "seat" in file.places])
        about = problem("unknown-seat", "seat", **list_seats(seat, register.seats, sender))
        if sender is None:
            return (about,), None
        others, known = identify(register, file._replace(seat=sender), hint_seat)
        return (about._replace(facts={**about.facts, CORRECTION: sender}), *others), known
    if hint_seat is not None and seat != hint_seat:
        return (problem("other-seat", "seat", written=seat, seat=hint_seat),), None
    if file.token is None:
        return ((), seat) if hint_seat else ((problem("no-token", "seat", seat=seat),), None)
    if not register.tokens.opens(seat, file.token):
        return (problem("wrong-token", "token"),), None
    return (), seat
