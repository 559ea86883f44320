"""Judging a submitted file: who speaks, about which turn, and whether the orders stand. Pure: nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from adjudicator.core.act_kinds import Deadlines
from adjudicator.core.agenda import Agenda, Ask
from adjudicator.core.charter import WhenBlocked
from adjudicator.core.instant import write_instant
from adjudicator.core.json_value import JsonScalar
from adjudicator.core.mixing import UNWANTED, WantedOfSeats, check_unwanted
from adjudicator.core.order import (
    UNREAD_LATER,
    UNREAD_MEANT,
    MoveFile,
    Vocabulary,
    leave_out_full_stop,
)
from adjudicator.core.problem import CORRECTION, START, Gravity, Place, Problem, worst_gravity
from adjudicator.core.receipt import NO_FORECAST, Forecast, Receipt, ReceiptState
from adjudicator.core.seat_names import NO_NAMES, SeatNames
from adjudicator.core.table import Seat
from adjudicator.intake.movefile import read_move_file, salvage_move_file
from adjudicator.intake.sentences import SENTENCES as INTAKE_SENTENCES
from adjudicator.intake.sentences import closest
from adjudicator.intake.tokens import MaskedFile, blank_token, is_token, mask_tokens, refuse_tokens, restore_token
from adjudicator.proof.hashing import hash_bytes

if TYPE_CHECKING:
    from adjudicator.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
K = TypeVar("K")

LEFT_OUT = "token-left-out"
"""The code of the remark on a file without a token from a seat whose files came with one."""
SPEAKER_SENTENCES: Mapping[str, str] = {
    "unreadable-file": "the file cannot be read: {reason}",
    "wrong-game": "this file is for game {written!r}, not for {game!r}",
    "no-seat": "the file does not say whose it is; write for example seat: {example}",
    "unknown-seat": "there is no seat {written!r} in this game{hint}; the seats are {seats}",
    "other-seat": "the file says seat {written!r}, but it was handed in for {seat!r}",
    "no-token": (
        "nothing shows that this file is from {seat}; copy the line with your token from your invitation into it"
    ),
    "wrong-token": "this token is not the one of this game and seat; copy it from your invitation",
    "token-elsewhere": ("there is a token here, in line {line}; write it after token: only, and send the file again"),
    LEFT_OUT: "your earlier files had your token, and this one has none; if you did not send it, tell the moderator",
}
"""Patterns for what is wrong about a file whatever it wants."""
_SENTENCES: Mapping[str, str] = {
    **SPEAKER_SENTENCES,
    **UNWANTED,
    "press-seat": "press: there is no seat {written!r} in this game{hint}; the seats are {seats}",
    "stale-turn": "these orders are for turn {written}; please send orders for turn {turn}",
    "late-turn": "turn {written} has run already; please send orders for turn {turn}",
    "stale-head": (
        "these orders are for another report (head {written}…); please answer the newest one, of turn {report} "
        "(head {head}…)"
    ),
    "needless": "the game is over; you need not send anything",
}
_SHOWN = 16
"""Digits of a head that a problem quotes, as many as a form has."""
Earlier: TypeAlias = Callable[[], Sequence[MoveFile]]
"""Reads the files of a seat that were accepted before, oldest first."""
REFUSED = frozenset({"no-token", "wrong-token", "other-seat"})
"""Problems about who speaks."""


def describe_vocabulary(game: Game[S, A, K]) -> Vocabulary:
    """What the move files of ``game`` are written in."""
    orders = game.orders
    return Vocabulary(orders.kinds, game.schemas, orders.blocks, orders.repeats, orders.bundled, orders.plans)


class IntakeContext(NamedTuple, Generic[S, A, K]):
    """What files are judged against: the game as it stands. ``turn`` is the one that orders are wanted for.

    ``wanted`` is what that turn wants besides, if anything; ``about_wanted`` has patterns for what is wrong with that.
    ``replaced_hashes`` are of tokens that open nothing any more, and are to be kept by nobody all the same. ``names``
    are what seats are called in sentences, ``zone`` is where deadlines are told. ``asks`` are what is asked of all
    seats, with the deadlines ``due``.
    """

    game: Game[S, A, K]
    game_id: str
    seats: tuple[Seat, ...]
    state: S
    agendas: Mapping[Seat, Agenda]
    turn: int
    head: str
    token_hashes: Mapping[Seat, str]
    wanted: WantedOfSeats | None = None
    replaced_hashes: frozenset[str] = frozenset()
    about_wanted: Mapping[str, str] = MappingProxyType({})
    names: SeatNames = NO_NAMES
    zone: tzinfo = UTC
    asks: tuple[Ask, ...] = ()
    due: Deadlines = MappingProxyType({})
    when_blocked: WhenBlocked = WhenBlocked.ASK

    @property
    def vocabulary(self) -> Vocabulary:
        """What files are written in here."""
        return describe_vocabulary(self.game)

    @property
    def sentences(self) -> Mapping[str, str]:
        """The catalogue for every problem a file may have here."""
        return {**INTAKE_SENTENCES, **_SENTENCES, **self.about_wanted, **self.game.orders.sentences}

    def judge(self, data: bytes, hint_seat: Seat | None) -> Judgement:
        """See :class:`AnyIntakeContext`."""
        return judge_file(self, data, hint_seat)

    def forecast(self, judgement: Judgement, earlier: Earlier = list) -> Forecast:
        """See :class:`AnyIntakeContext`."""
        from adjudicator.intake.forecast import forecast_file  # noqa: PLC0415 - for receipts only

        seat, file = judgement.seat, judgement.file
        if seat is None or file is None:
            return NO_FORECAST
        return forecast_file(self, seat, file, earlier())

    def rename(self, problem: Problem) -> Problem:
        """See :class:`AnyIntakeContext`. What is wrong with a file whatever the game is told by ids, which it needs."""
        if problem.code not in self.game.orders.sentences:
            return problem
        return problem._replace(facts=self.names.in_facts(problem.facts, self.game.seat_facts))


class AnyIntakeContext(Protocol):
    """What files are judged against: a game under way, or one before its beginning.

    A speaker is known by the game that the file names, its seats, and the hash of each seat's token.
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
    def names(self) -> SeatNames:
        """What the seats are called."""
        ...

    @property
    def turn(self) -> int:
        """The turn that files are wanted for."""
        ...

    @property
    def sentences(self) -> Mapping[str, str]:
        """The catalogue for every problem a file may have here."""
        ...

    def judge(self, data: bytes, hint_seat: Seat | None) -> Judgement:
        """Judge ``data``, handed in for ``hint_seat`` where somebody who may speak for all handed it in."""
        ...

    def forecast(self, judgement: Judgement, earlier: Earlier = list) -> Forecast:
        """What is said of the orders of an accepted file, which came after its seat's ``earlier`` files."""
        ...

    def rename(self, problem: Problem) -> Problem:
        """The problem as it is told: with the seats in its facts called by their names."""
        ...


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


class Judgement(NamedTuple):
    """The finding: what becomes of the file, whose it is, its problems, and its bytes with the token blanked.

    ``vouched`` is None for a file with a token; of one without it is where its seat stands.
    """

    state: ReceiptState
    seat: Seat | None
    turn: int | None
    problems: tuple[Problem, ...]
    file: MoveFile | None
    kept: bytes
    vouched: Place | None = None

    @property
    def refused_speaker(self) -> bool:
        """Whether the file was refused for who sent it."""
        return any(problem.code in REFUSED for problem in self.problems)


def judge_file(
    intake: IntakeContext[S, A, K], data: bytes, hint_seat: Seat | None, *, carried: bool = False
) -> Judgement:
    """Judge ``data``, handed in for ``hint_seat`` where somebody who may speak for all handed it in.

    Never draws chance, and finds fault only for reasons the sender can see. ``carried`` is a file of a turn that a
    rewind abandoned: it was accepted from its seat before, and the report that it answers no longer counts.
    """
    if carried:
        return _judge(intake, MaskedFile(data), hint_seat, carried=True)
    masked = mask(intake, data)
    return tell_tokens(_judge(intake, masked, hint_seat, carried=False), masked)


def mask(intake: AnyIntakeContext, data: bytes) -> MaskedFile:
    """``data`` without any token of the game, be it another seat's or one that was replaced."""
    return mask_tokens(data, {*intake.token_hashes.values(), *intake.replaced_hashes})


def tell_tokens(judgement: Judgement, masked: MaskedFile) -> Judgement:
    """``judgement``, or a refusal that names each token which stands where it should not."""
    file = judgement.file
    misplaced = tuple(refuse_tokens(masked, has_own=file is None or file.token is not None))
    if not misplaced:
        return judgement
    return judgement._replace(state=ReceiptState.RED, problems=in_order(*judgement.problems, *misplaced))


def tell_left_out(judgement: Judgement, place: Place) -> Judgement:
    """``judgement`` with the remark, at ``place``, that the seat's files had come with a token until now."""
    return add_remarks(judgement, (Problem(LEFT_OUT, Gravity.UNWISE, place),))


def add_remarks(judgement: Judgement, remarks: tuple[Problem, ...]) -> Judgement:
    """``judgement`` with ``remarks``, which make green yellow."""
    if not remarks:
        return judgement
    state = ReceiptState.YELLOW if judgement.state is ReceiptState.GREEN else judgement.state
    return judgement._replace(state=state, problems=in_order(*judgement.problems, *remarks))


def _judge(intake: IntakeContext[S, A, K], masked: MaskedFile, hint_seat: Seat | None, *, carried: bool) -> Judgement:
    data = masked.data
    kept = blank_token(data)
    file, problems = read_move_file(data, intake.vocabulary)
    if file is None:
        file = salvage_move_file(data, intake.vocabulary)
    if file is None:
        seat = hint_seat if hint_seat in intake.seats else None
        return Judgement(ReceiptState.RED, seat, None, problems, None, kept)
    token = None if carried else restore_token(file.token, file.places.get("token", START), masked)
    about_speaker, seat = identify(intake, file._replace(token=token), hint_seat)
    if about_speaker or seat is None:
        return Judgement(ReceiptState.RED, seat, file.turn, in_order(*problems, *about_speaker), file, kept)
    about_turn = _check_turn(intake, file._replace(after=None) if carried else file)
    if about_turn:
        state, problem = about_turn
        return Judgement(state, seat, file.turn, in_order(*problems, problem), file, kept)
    known = intake.game.views.see(intake.state, intake.agendas, seat)
    about_orders = intake.game.orders.check(known, seat, file) if file.says_what_to_do else ()
    file = leave_out_full_stop(file, about_orders)
    told = {problem.place for problem in about_orders if problem.code in (UNREAD_LATER, UNREAD_MEANT)}
    mends = {problem.place: problem.facts[CORRECTION] for problem in problems if CORRECTION in problem.facts}
    about_orders = tuple(
        problem._replace(facts={CORRECTION: mends[problem.place], **problem.facts})
        if problem.code == UNREAD_MEANT and problem.place in mends
        else problem
        for problem in about_orders
    )
    problems = tuple(problem for problem in problems if problem.place not in told)
    added = _check_addition(intake, seat, file, carried=carried)
    problems = in_order(*problems, *_check_press(intake, file), *added, *about_orders)
    vouched = None if token else file.places.get("seat", START)
    return Judgement(find_state(problems), seat, file.turn, problems, file, kept, vouched)


def _check_addition(intake: IntakeContext[S, A, K], seat: Seat, file: MoveFile, *, carried: bool) -> Iterator[Problem]:
    """What is wrong with what the file adds to the draws; what was right before a rewind is right after it."""
    if intake.wanted is not None:
        return intake.wanted.check(seat, file)
    return iter(()) if carried else check_unwanted(file)


def find_state(problems: tuple[Problem, ...]) -> ReceiptState:
    """What becomes of a file with such problems and no others."""
    worst = worst_gravity(problems)
    return {None: ReceiptState.GREEN, Gravity.UNWISE: ReceiptState.YELLOW}.get(worst, ReceiptState.RED)


def in_order(*problems: Problem) -> tuple[Problem, ...]:
    """``problems`` by place."""
    return tuple(sorted(problems, key=lambda problem: (problem.place.line, problem.place.column)))


def _check_press(intake: IntakeContext[S, A, K], file: MoveFile) -> Iterator[Problem]:
    """Letters go to seats of this game."""
    for letter in file.press:
        for seat in letter.to:
            if seat not in intake.seats:
                yield Problem("press-seat", Gravity.INVALID, letter.place, _list_seats(seat, intake.seats))


def _list_seats(written: str, seats: Sequence[Seat]) -> dict[str, str]:
    """What is said of a name ``written`` that is none of the ``seats``."""
    near = closest(written, seats)
    return {"written": written, "hint": f" (did you mean {near}?)" if near else "", "seats": ", ".join(seats)}


def identify(intake: AnyIntakeContext, file: Claim, hint_seat: Seat | None) -> tuple[tuple[Problem, ...], Seat | None]:
    """Whose file it is, or what is wrong about who sent it; ``hint_seat`` is for whom it was handed in.

    A file that was handed in for nobody is its seat's by the seat's token alone.
    """

    def problem(code: str, key: str, **facts: str) -> Problem:
        return Problem(code, Gravity.INVALID, file.places.get(key, START), facts)

    if file.game != intake.game_id:
        return (problem("wrong-game", "game", written=file.game, game=intake.game_id),), None
    seat = file.seat or hint_seat
    if seat is None:
        return (problem("no-seat", "orders", example=intake.seats[0]),), None
    if seat not in intake.seats:
        return (problem("unknown-seat", "seat", **_list_seats(seat, intake.seats)),), None
    if hint_seat is not None and seat != hint_seat:
        return (problem("other-seat", "seat", written=seat, seat=hint_seat),), None
    if file.token is None:
        return ((), seat) if hint_seat else ((problem("no-token", "seat", seat=seat),), None)
    if not is_token(file.token, intake.token_hashes.get(seat, "")):
        return (problem("wrong-token", "token"),), None
    return (), seat


def _check_turn(intake: IntakeContext[S, A, K], file: MoveFile) -> tuple[ReceiptState, Problem] | None:
    if not intake.game.kernel.decisions(intake.state):
        return ReceiptState.NEEDLESS, Problem("needless", Gravity.UNWISE, START)
    place = file.places.get("turn", START)
    facts = {"written": file.turn, "turn": intake.turn}
    if file.turn == intake.turn - 1:
        return ReceiptState.LATE, Problem("late-turn", Gravity.INVALID, place, facts)
    if file.turn != intake.turn:
        return ReceiptState.STALE, Problem("stale-turn", Gravity.INVALID, place, facts)
    if file.after is not None and not intake.head.startswith(file.after):
        short: dict[str, JsonScalar] = {
            "written": file.after[:_SHOWN],
            "head": intake.head[:_SHOWN],
            "report": intake.turn - 1,
        }
        return ReceiptState.STALE, Problem("stale-head", Gravity.INVALID, file.places.get("after", START), short)
    return None


def make_receipt(
    intake: AnyIntakeContext, judgement: Judgement, data: bytes, in_force: str | None, now: datetime
) -> Receipt:
    """The receipt for ``judgement`` of ``data``."""
    kept, sent = hash_bytes(judgement.kept), hash_bytes(data)
    identity = f"adjudicator/v1/receipt/{intake.game_id}/{intake.turn}/{judgement.seat}/{sent}"
    return Receipt(
        id=hash_bytes(identity.encode())[:16],
        state=judgement.state,
        game=intake.game_id,
        seat=judgement.seat,
        turn=judgement.turn,
        sha256=kept,
        sent_sha256=sent,
        received=write_instant(now),
        in_force=in_force,
        problems=judgement.problems,
    )
