"""Who speaks in a file: the game and seat it names, and the token that shows whose it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from adjudicator.core.order import START, Gravity, Place, Problem
from adjudicator.core.table import Seat
from adjudicator.intake.sentences import closest
from adjudicator.intake.tokens import LEFT_OUT, MaskedFile, is_token, mask_tokens

TOO_MUCH = "too-much-on-file"
"""The code of what is wrong with a file where its seat has sent very much for the turn already."""
SPEAKER_SENTENCES: Mapping[str, str] = {
    "unreadable-file": "the file cannot be read: {reason}",
    "wrong-game": "this file is for game {written!r}, not for {game!r}",
    "no-seat": "the file does not say whose it is; add a line such as 'seat: {example}'",
    "unknown-seat": "there is no seat {written!r} in this game{hint}; the seats are {seats}",
    "other-seat": "the file says seat {written!r}, but it was handed in for {seat!r}",
    "no-token": (
        "nothing shows that this file is from {seat}; copy the line with your token from your invitation into it"
    ),
    "wrong-token": "this token is not the one of this game and seat; copy it from your invitation",
    "token-elsewhere": (
        "there is a token here, in line {line}; write it after token: and nowhere else, and send the file again"
    ),
    TOO_MUCH: (
        "you have sent more for this turn than the {limit} bytes that are kept; the last file that was accepted "
        "counts. To change it before the turn runs, ask the moderator"
    ),
    LEFT_OUT: "your earlier files had your token, and this one has none; if you did not send it, tell the moderator",
}
"""Patterns for what is wrong about a file whatever it wants."""
REFUSED = frozenset({"no-token", "wrong-token", "other-seat"})
"""Problems about who speaks."""


class SpeakerRegister(Protocol):
    """By what a speaker is known: the game that the file names, its seats, and the hash of each seat's token.

    ``holder_hashes`` are of tokens that take a seat back from a substitute.
    """

    @property
    def game_id(self) -> str: ...  # noqa: D102 - the class says it
    @property
    def seats(self) -> tuple[Seat, ...]: ...  # noqa: D102
    @property
    def token_hashes(self) -> Mapping[Seat, str]: ...  # noqa: D102
    @property
    def replaced_hashes(self) -> frozenset[str]: ...  # noqa: D102
    @property
    def holder_hashes(self) -> Mapping[Seat, Sequence[str]]: ...  # noqa: D102


class Claim(Protocol):
    """What a file says of its sender: the game, the seat, the token, and where each of them stands."""

    @property
    def game(self) -> str: ...  # noqa: D102
    @property
    def seat(self) -> Seat | None: ...  # noqa: D102
    @property
    def token(self) -> str | None: ...  # noqa: D102
    @property
    def places(self) -> Mapping[str, Place]: ...  # noqa: D102


def mask(register: SpeakerRegister, data: bytes) -> MaskedFile:
    """``data`` without any token of the game, be it another seat's or one that was replaced."""
    away = (one for hashes in register.holder_hashes.values() for one in hashes)
    return mask_tokens(data, {*register.token_hashes.values(), *register.replaced_hashes, *away})


def list_seats(written: str, seats: Sequence[Seat]) -> dict[str, str]:
    """What is said of a name ``written`` that is none of the ``seats``."""
    near = closest(written, seats)
    return {"written": written, "hint": f" (did you mean {near}?)" if near else "", "seats": ", ".join(seats)}


def identify(register: SpeakerRegister, file: Claim, hint_seat: Seat | None) -> tuple[tuple[Problem, ...], Seat | None]:
    """Whose file it is, or what is wrong about who sent it; ``hint_seat`` is for whom it was handed in.

    A file that was handed in for nobody is its seat's by the seat's token alone, whether it names the seat or not.
    """

    def problem(code: str, key: str, **facts: str) -> Problem:
        return Problem(code, Gravity.INVALID, file.places.get(key, START), facts)

    if file.game != register.game_id:
        return (problem("wrong-game", "game", written=file.game, game=register.game_id),), None
    seat = file.seat or hint_seat or _find_holder(register, file.token)
    if seat is None:
        return (problem("no-seat", "orders", example=register.seats[0]),), None
    if seat not in register.seats:
        return (problem("unknown-seat", "seat", **list_seats(seat, register.seats)),), None
    if hint_seat is not None and seat != hint_seat:
        return (problem("other-seat", "seat", written=seat, seat=hint_seat),), None
    if file.token is None:
        return ((), seat) if hint_seat else ((problem("no-token", "seat", seat=seat),), None)
    if not _holds(register, seat, file.token):
        return (problem("wrong-token", "token"),), None
    return (), seat


def _holds(register: SpeakerRegister, seat: Seat, token: str) -> bool:
    kept = (register.token_hashes.get(seat, ""), *register.holder_hashes.get(seat, ()))
    return any(is_token(token, one) for one in kept)


def _find_holder(register: SpeakerRegister, token: str | None) -> Seat | None:
    """The seat that ``token`` is of, if any: a file with it need not say whose it is."""
    return next((seat for seat in register.seats if token is not None and _holds(register, seat, token)), None)
