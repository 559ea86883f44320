"""The files with which a seat joins a game, judging them before the game has begun, and what they say together.

Each seat first sends a **join file**: the anchor of its chain of nonces, and a commitment to what it adds to the
set-up. Once everybody has joined and all anchors are published, it sends an **opening file**: what it committed to. So
nobody's answer can depend on anybody's opening.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

from adjudicator.core.chance import Mixing
from adjudicator.core.charter import Charter
from adjudicator.core.order import START, Gravity, Place, Problem
from adjudicator.core.seat_names import NO_NAMES, SeatNames
from adjudicator.core.table import Seat
from adjudicator.intake.judge import Earlier
from adjudicator.intake.judgement import Judgement, find_state, in_order, tell_tokens
from adjudicator.intake.reader import Document, read_document
from adjudicator.intake.receipt import NO_FORECAST, Forecast, ReceiptState
from adjudicator.intake.sentences import SENTENCES as INTAKE_SENTENCES
from adjudicator.intake.sentences import invalid
from adjudicator.intake.tokens import (
    SPEAKER_SENTENCES,
    Claim,
    MaskedFile,
    SeatTokens,
    blank_token,
    identify,
    mask,
    restore_token,
)
from adjudicator.ledger.inputs import Arrived, list_accepted
from adjudicator.nonces.mixer import JoinRecord
from adjudicator.proof.draws import Pledge, commit_opening
from adjudicator.store.formats import DamageError

_SENTENCES: Mapping[str, str] = {
    **SPEAKER_SENTENCES,
    "not-started": "the game has not begun; send what your newest letter asks for, and no orders yet",
    "taken-anchor": "another seat joined with the same {key}; make your own with: adjudicate nonces join",
    "anchors-published": "the list of anchors is out and stays as it is; please send your opening",
    "not-all-joined": "not everybody has joined yet; keep your opening to yourself until then",
    "wrong-opening": "this opening is not what you committed to when you joined",
}
_MOVE_KEYS = frozenset({"turn", "orders", "standing", "fallback"})


class JoinFile(NamedTuple):
    """A join file (``pledge``) or an opening file (``opening``): who speaks, and what the seat adds to chance."""

    game: str
    seat: Seat | None
    token: str | None
    places: Mapping[str, Place]
    pledge: Pledge | None
    opening: str | None


class JoinContext(NamedTuple):
    """What files are judged against before a game has begun.

    ``pledges`` are those that came so far; once ``published`` they stay as they are, and openings are wanted.
    """

    game_id: str
    seats: tuple[Seat, ...]
    tokens: SeatTokens
    pledges: Mapping[Seat, Pledge]
    published: bool
    names: SeatNames = NO_NAMES

    @property
    def turn(self) -> int:
        """The set-up is turn 0."""
        return 0

    @property
    def sentences(self) -> Mapping[str, str]:
        """The catalogue for every problem a file may have here."""
        return {**INTAKE_SENTENCES, **_SENTENCES}

    def judge(self, data: bytes, hint_seat: Seat | None) -> Judgement:
        """See :class:`adjudicator.intake.judge.AnyIntakeContext`."""
        masked = mask(self, data)
        return tell_tokens(_judge(self, masked, hint_seat), masked)

    def forecast(self, judgement: Judgement, earlier: Earlier = list) -> Forecast:
        """What seats join with does nothing yet."""
        del judgement, earlier
        return NO_FORECAST

    def drop_untrue(self, judgement: Judgement, forecast: Forecast) -> Judgement:
        """Such files lack nothing that others have."""
        del forecast
        return judgement

    def rename(self, problem: Problem) -> Problem:
        """Such files have no orders that could speak of others."""
        return problem


def _judge(intake: JoinContext, masked: MaskedFile, hint_seat: Seat | None) -> Judgement:
    kept = blank_token(masked.data)
    file, problems = read_join_file(masked.data)
    if file is None:
        seat = hint_seat if hint_seat in intake.seats else None
        return Judgement(ReceiptState.RED, seat, 0, problems, None, kept)
    token = restore_token(file.token, file.places.get("token", START), masked)
    about_speaker, seat = identify(intake, Claim(file.game, file.seat, token, file.places), hint_seat)
    if about_speaker or seat is None:
        return Judgement(ReceiptState.RED, seat, 0, in_order(*problems, *about_speaker), None, kept)
    untimely = _check_time(intake, file)
    if untimely is not None:
        return Judgement(untimely[0], seat, 0, in_order(*problems, untimely[1]), None, kept)
    problems = in_order(*problems, *_check_pledge(intake, seat, file), *_check_opening(intake, seat, file))
    vouched = None if token else file.places.get("seat", START)
    return Judgement(find_state(problems), seat, 0, problems, None, kept, vouched)


def read_join_file(data: bytes) -> tuple[JoinFile | None, tuple[Problem, ...]]:
    """The join or opening file in ``data``, or None, and everything that is wrong with it, by place."""
    from adjudicator.intake.schema import check_schema  # noqa: PLC0415 - slow, and only before a game

    document, problems = read_document(data)
    if document is None or problems:
        return None, problems
    value = document.value
    if not isinstance(value, Mapping):
        return None, (invalid("no-keys", document.place_of(())),)
    orders = next((key for key in value if key in _MOVE_KEYS), None)
    if orders is not None:
        return None, (invalid("not-started", document.key_places[orders,]),)
    schema = "opening-file" if "opening" in value else "join-file"
    problems = check_schema(value, (), document, schema)
    return (None if problems else _build(document, value)), in_order(*problems)


def read_accepted_join(data: bytes, place: str) -> JoinFile:
    """The join or opening file at ``place``, which was accepted before. Raises :class:`DamageError` for another."""
    document, problems = read_document(data)
    if document is None or problems or not isinstance(document.value, Mapping):
        raise DamageError(place, "not the file that was accepted: an accepted file can no longer be read")
    try:
        return _build(document, document.value)
    except KeyError as error:
        raise DamageError(
            place, "not the file that was accepted: an accepted file has neither an anchor nor an opening"
        ) from error


def _build(document: Document, said: Mapping[str, object]) -> JoinFile:
    opening = said.get("opening")
    token = said.get("token")
    return JoinFile(
        game=cast("str", said["game"]),
        seat=cast("Seat | None", said.get("seat")),
        token=None if token is None else str(token),
        places={key: document.place_of((key,)) for key in said},
        pledge=Pledge(str(said["anchor"]), str(said["commitment"])) if opening is None else None,
        opening=None if opening is None else str(opening),
    )


def _check_time(intake: JoinContext, file: JoinFile) -> tuple[ReceiptState, Problem] | None:
    """Join files come before the anchors are published, openings after."""
    if intake.published and file.pledge is not None:
        return ReceiptState.LATE, invalid("anchors-published", file.places.get("anchor", START))
    if not intake.published and file.opening is not None:
        return ReceiptState.STALE, invalid("not-all-joined", file.places.get("opening", START))
    return None


def _check_pledge(intake: JoinContext, seat: Seat, file: JoinFile) -> Iterator[Problem]:
    """Nobody joins with what is another's: he could not open it, or knew it."""
    others = [pledge for other, pledge in intake.pledges.items() if other != seat]
    if file.pledge is None:
        return
    for key, mine in file.pledge._asdict().items():
        if mine in {getattr(pledge, key) for pledge in others}:
            yield invalid("taken-anchor", file.places.get(key, START), key=key)


def _check_opening(intake: JoinContext, seat: Seat, file: JoinFile) -> Iterator[Problem]:
    if file.opening is not None and commit_opening(bytes.fromhex(file.opening)) != intake.pledges[seat].commitment:
        yield Problem("wrong-opening", Gravity.ILLEGAL, file.places.get("opening", START))


def collect_joined(charter: Charter, arrived: Arrived) -> dict[Seat, JoinRecord]:
    """With what every seat joined, by the files that turn 0 takes up.

    Raises :class:`DamageError` where a file is missing or does not fit.
    """
    return {seat: _collect(seat, arrived) for seat in charter.setting.seats}


def mix_setup(joined: Mapping[Seat, JoinRecord]) -> Mixing:
    """What is mixed into the set-up: the openings of all seats."""
    mixes = {0: {seat: entry.opening for seat, entry in joined.items()}}
    return Mixing(mixes, mixes)


def _collect(seat: Seat, arrived: Arrived) -> JoinRecord:
    pledge: Pledge | None = None
    opening: str | None = None
    for filed in list_accepted(arrived.get(seat, ())):
        name = f"orders/{seat}/{filed.name}"
        file = read_accepted_join(filed.data, name)
        if file.opening is None:
            pledge = file.pledge
        elif pledge is None or commit_opening(bytes.fromhex(file.opening)) != pledge.commitment:
            raise DamageError(name, "does not match what the seat committed to when it joined")
        else:
            opening = file.opening
    if pledge is None or opening is None:
        raise DamageError(f"orders/{seat}", "has no join file and no opening")
    return JoinRecord(*pledge, opening)
