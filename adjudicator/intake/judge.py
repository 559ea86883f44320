"""Judging a submitted file: who speaks, about which turn, and whether the orders stand. Pure: nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, timedelta, tzinfo
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeAlias

from adjudicator.core.act_kinds import Deadlines
from adjudicator.core.agenda import Agenda, Ask
from adjudicator.core.chance import UNWANTED, WantedOfSeats, check_unwanted
from adjudicator.core.charter import MissedPolicy, WhenBlocked
from adjudicator.core.json_value import JsonScalar
from adjudicator.core.order import (
    CORRECTION,
    ORDERS_LEFT,
    START,
    UNREAD,
    UNREAD_LATER,
    UNREAD_MEANT,
    Gravity,
    MoveFile,
    Place,
    PressPolicy,
    Problem,
    Vocabulary,
    check_press,
    leave_out_full_stop,
    worst_gravity,
)
from adjudicator.core.seat_names import NO_NAMES, SeatNames
from adjudicator.core.table import Seat
from adjudicator.intake.checking import is_awaited, read_move_file, salvage_move_file
from adjudicator.intake.judgement import Judgement, find_state, in_order, keep_mend, tell_keys_once, tell_tokens
from adjudicator.intake.movefile import read_sent
from adjudicator.intake.reader import ORDER_LISTS
from adjudicator.intake.receipt import ACCEPTED, NO_FORECAST, Forecast, ReceiptState, forecast_file
from adjudicator.intake.sentences import SENTENCES as INTAKE_SENTENCES
from adjudicator.intake.sentences import closest, fill_in_problem
from adjudicator.intake.tokens import (
    NO_TOKENS,
    SPEAKER_SENTENCES,
    Claim,
    MaskedFile,
    SeatTokens,
    SpeakerRegister,
    blank_token,
    identify,
    list_seats,
    mask,
    restore_token,
)
from adjudicator.kit.words import ListSentence
from adjudicator.registry import AnyGame

_EVERYBODY = frozenset(("everybody", "everyone"))
"""What people write for ``all``."""
_SENTENCES: Mapping[str, str] = {
    "missing-line": "the file needs the key '{key}'; write '{key}: {value}'",
    "turn-no-number": "'turn' must be a number; the next turn is {turn}, so write 'turn: {turn}'",
    **SPEAKER_SENTENCES,
    **UNWANTED,
    "press-none": "press: this game has no letters between players",
    "press-public": "press: letters in this game go to everybody; write 'to: all'",
    "called-by-name": "{written} is the name of a player; write the id: {id}",
    "press-yourself": "press: this letter is to you alone, so nobody gets it",
    "press-yourself-too": "press: your own letter does not come to you; the others get it",
    "press-seat": ListSentence("press: there is no seat {written!r} in this game{hint}; the seats are {seats:and}"),
    "form-blank": (
        "there are no orders in this form; write them below 'orders:', or write 'orders: []' to delete those on file"
    ),
    ORDERS_LEFT: (
        "there is nothing below 'orders:', so your orders stay as they are; 'orders: []' deletes those on file"
    ),
    "stale-turn": "these orders are for turn {written}; please send orders for turn {turn}",
    "late-turn": "turn {written} has already run; please send orders for turn {turn}",
    "stale-head": (
        "these orders answer another report; please read the newest one, of turn {report}, and answer that: its form "
        "says 'after: {head}'"
    ),
    "stale-reply": (
        "you replied to the email that asked for turn {written}; reply to the newest one, which asks for turn {turn}"
    ),
    "needless": "the game is over; you need not send anything",
    "needless-letter": "the game is over, so what you wrote under 'press:' goes to nobody",
}
_SHOWN = 16
"""Digits of a head that a problem quotes, as many as a form has."""
_PLAIN = frozenset(("duplicate-key", "order-again", "no-list"))
"""Codes for a key that a file or an item has twice, and for a list of which nothing is said but that it has none."""
Earlier: TypeAlias = Callable[[], Sequence[MoveFile]]
"""Reads the files of a seat that were accepted before, oldest first."""


def describe_vocabulary(game: AnyGame) -> Vocabulary:
    """What the move files of ``game`` are written in."""
    orders = game.orders
    return Vocabulary(orders.kinds, game.schemas, orders.blocks, orders.repeats, orders.bundled, orders.plans)


class IntakeContext(NamedTuple):
    """What files are judged against: the game as it stands. ``turn`` is the one that orders are wanted for.

    ``tokens`` show who speaks. ``wanted`` is what that turn wants besides, if anything; ``about_wanted`` has patterns
    for what is wrong with that. ``names`` are what seats are called in sentences, ``zone`` is where deadlines are told.
    ``asks`` are what is asked of all seats, with the deadlines ``due``. ``reply_turn`` is the turn of the reply key by
    which a file came, if it did. ``delay`` is how long the turn waits once all have answered.
    """

    game: AnyGame
    game_id: str
    seats: tuple[Seat, ...]
    state: Any
    agendas: Mapping[Seat, Agenda]
    turn: int
    head: str
    tokens: SeatTokens = NO_TOKENS
    wanted: WantedOfSeats | None = None
    about_wanted: Mapping[str, str] = MappingProxyType({})
    names: SeatNames = NO_NAMES
    zone: tzinfo = UTC
    asks: tuple[Ask, ...] = ()
    due: Deadlines = MappingProxyType({})
    when_blocked: WhenBlocked = WhenBlocked.ASK
    reply_turn: int | None = None
    missed: MissedPolicy = MissedPolicy.GAME
    press: PressPolicy = PressPolicy.PARTIAL
    paused: bool = False
    delay: timedelta = timedelta()

    @property
    def vocabulary(self) -> Vocabulary:
        """What files are written in here."""
        return describe_vocabulary(self.game)

    @property
    def sentences(self) -> Mapping[str, str]:
        """The catalogue for every problem a file may have here."""
        return {**INTAKE_SENTENCES, **_SENTENCES, **self.about_wanted, **self.game.orders.sentences}

    def judge(self, data: bytes, hint_seat: Seat | None, *, carried: bool = False) -> Judgement:
        """See :class:`AnyIntakeContext`. Never draws chance, and finds fault only for reasons the sender can see.

        ``carried`` is a file of a turn that a rewind abandoned: it was accepted from its seat before, and the report
        that it answers no longer counts.
        """
        masked = MaskedFile(data) if carried else mask(self, data)
        judgement = _judge(self, masked, hint_seat, carried=carried)
        if judgement.state is ReceiptState.RED and self.names.of:
            judgement = _answer_called(self, masked, judgement, hint_seat)
        problems = tuple(fill_in_problem(problem, self.seats, judgement.seat) for problem in judgement.problems)
        judgement = judgement._replace(problems=problems)
        return judgement if carried else tell_tokens(judgement, masked)

    def forecast(self, judgement: Judgement, earlier: Earlier = list) -> Forecast:
        """See :class:`AnyIntakeContext`."""
        seat, file = judgement.seat, judgement.file
        if seat is None or judgement.state is ReceiptState.NEEDLESS:
            return NO_FORECAST
        forecast = forecast_file(self, seat, file if judgement.state in ACCEPTED else None, earlier())
        untrue = self.game.orders.lacking if forecast.answered else ()
        codes = [problem.code for problem in judgement.problems if problem.code not in untrue]
        pending = any(code in self.game.orders.pending for code in codes)
        return forecast._replace(pending=pending)

    def drop_untrue(self, judgement: Judgement, forecast: Forecast) -> Judgement:
        """See :class:`AnyIntakeContext`."""
        if not forecast.answered:
            return judgement
        problems = tuple(problem for problem in judgement.problems if problem.code not in self.game.orders.lacking)
        state = find_state(problems) if judgement.state in ACCEPTED else judgement.state
        return judgement._replace(state=state, problems=problems)

    def rename(self, problem: Problem) -> Problem:
        """See :class:`AnyIntakeContext`. What is wrong with a file whatever the game is told by ids, which it needs.

        What was not understood is quoted as it was written, be it the id of a seat.
        """
        if problem.code not in self.game.orders.sentences or problem.gravity is Gravity.INVALID:
            return problem
        return problem._replace(facts=self.names.in_facts(problem.facts, self.game.seat_facts))


class AnyIntakeContext(SpeakerRegister, Protocol):
    """What files are judged against: a game under way, or one before its beginning."""

    @property
    def names(self) -> SeatNames:
        """What the seats are called."""

    @property
    def turn(self) -> int:
        """The turn that files are wanted for."""

    @property
    def sentences(self) -> Mapping[str, str]:
        """The catalogue for every problem a file may have here."""

    def judge(self, data: bytes, hint_seat: Seat | None) -> Judgement:
        """Judge ``data``, handed in for ``hint_seat`` where somebody who may speak for all handed it in."""

    def forecast(self, judgement: Judgement, earlier: Earlier = list) -> Forecast:
        """What is said of a file, which came after its seat's ``earlier`` ones: what its orders do if it counts."""

    def drop_untrue(self, judgement: Judgement, forecast: Forecast) -> Judgement:
        """``judgement`` without remarks that the file lacks what is on file already, as ``forecast`` says of it."""

    def rename(self, problem: Problem) -> Problem:
        """The problem as it is told: with the seats in its facts called by their names."""


def _answer_called(intake: IntakeContext, masked: MaskedFile, judgement: Judgement, hint: Seat | None) -> Judgement:
    """``judgement`` of a file in which names of people stand for seats, answered with the ids."""
    from adjudicator.intake.called_names import answer_names  # noqa: PLC0415 - for refused files alone

    def judge_again(data: bytes) -> tuple[Problem, ...]:
        return _judge(intake, masked._replace(data=data), hint, carried=False).problems

    taken = {word.casefold() for word in intake.game.reserved} | set(intake.seats)
    problems = in_order(*answer_names(masked.data, intake.names, taken, judgement.problems, judge_again))
    place = judgement.file.places.get("seat") if judgement.file else None
    ids = (str(problem.facts["id"]) for problem in problems if problem.place == place and "id" in problem.facts)
    called = next(ids, "")
    token = restore_token(judgement.file.token, START, masked) if judgement.file else None
    is_own = called in intake.seats and (called == hint or (hint is None and intake.tokens.opens(called, token)))
    return judgement._replace(problems=problems, seat=called if judgement.seat is None and is_own else judgement.seat)


def _judge(intake: IntakeContext, masked: MaskedFile, hint_seat: Seat | None, *, carried: bool) -> Judgement:
    data = masked.data
    kept = blank_token(data)
    file, problems = read_move_file(data, intake.vocabulary)
    is_salvaged = file is None
    if file is None:
        file = salvage_move_file(data, intake.vocabulary, (intake.game_id, intake.turn))
    problems = tuple(_say_line(intake, problem, file) for problem in problems)
    if file is None:
        seat = hint_seat if hint_seat in intake.seats else None
        return Judgement(ReceiptState.RED, seat, None, problems, None, kept)
    token = None if carried else restore_token(file.token, file.places.get("token", START), masked)
    claim = Claim(file.game, file.seat, token, file.places)
    about_speaker, seat = identify(intake, claim, hint_seat)
    named = {problem.place for problem in about_speaker} - {START}
    problems = tuple(p for p in problems if p.gravity is Gravity.UNWISE or p.place not in named)
    problems = in_order(*problems, *about_speaker)
    # a seat that is none hides nothing of the orders of whoever sent the file, as far as that is known
    sender = identify(intake, claim._replace(seat=None), hint_seat)[1] if file.seat not in intake.seats else None
    if (reader := seat or sender) is None:
        return Judgement(ReceiptState.RED, seat, file.turn, problems, file, kept)
    # which report it answers is told once the rest can be read
    about_turn = _check_turn(intake, file, is_bound=not (carried or is_salvaged))
    if about_turn:
        state, problem = about_turn
        # whatever is wrong with a file that nobody needs, or else with a turn of another number
        needed = () if state is ReceiptState.NEEDLESS else problems
        problems = tuple(p for p in needed if p.place != problem.place or p.gravity is Gravity.UNWISE)
        return Judgement(state, seat, file.turn, in_order(*problems, problem), file, kept)
    known = intake.game.views.see(intake.state, intake.agendas, reader)
    about_orders = intake.game.orders.check(known, reader, file) if file.says_what_to_do else ()
    file = leave_out_full_stop(file, about_orders)
    if outside := {problem.facts["key"] for problem in problems if problem.code == "order-outside"}:
        again = [problem.code == "duplicate-key" and problem.facts["key"] in outside for problem in problems]
        problems = tuple(
            problem._replace(code="order-outside", facts={"key": problem.facts["key"]}) if is_again else problem
            for problem, is_again in zip(problems, again, strict=True)
        )
        # what the list lacks may be those orders
        lacks = file.places.get("orders", START)
        about_orders = tuple(p for p in about_orders if p.gravity is not Gravity.UNWISE or p.place != lacks)
    # a game knows nothing of keys that are written twice, nor of lists without orders, and would propose what is there
    plain = {problem.place for problem in problems if problem.code in _PLAIN}
    about_orders = tuple(p for p in about_orders if "instead" not in p.facts or p.place not in plain)
    problems, about_orders = tell_keys_once(problems, about_orders)
    explained = {problem.place for problem in about_orders if problem.code in (UNREAD_LATER, UNREAD_MEANT)}
    mends = {problem.place: problem.facts for problem in problems}
    about_orders = tuple(keep_mend(problem, mends.get(problem.place, {})) for problem in about_orders)
    parts = frozenset(_list_parts(file, explained))
    left = tuple(problem for problem in problems if not _is_explained(problem, explained, parts))
    is_told = len(left) == len(problems) or worst_gravity((*left, *about_orders)) is Gravity.INVALID
    if is_told or not (is_salvaged or worst_gravity(read_sent(data)[1]) is Gravity.INVALID):
        problems = left  # else nobody could read the file again when its turn runs
    # what was right before a rewind is right after it, and what a file lacks is told once it can be read
    spared = carried or is_salvaged
    added = intake.wanted.check(reader, file) if intake.wanted else () if spared else check_unwanted(file)
    problems = in_order(*problems, *_check_press(intake, file, reader), *added, *about_orders)
    vouched = None if token or intake.reply_turn is not None else file.places.get("seat", START)
    return Judgement(find_state(problems), seat, file.turn, problems, file, kept, vouched)


def _list_parts(file: MoveFile, explained: AbstractSet[Place]) -> Iterator[Place]:
    """Where something is wrong in the items that were not understood, of which something is said at ``explained``."""
    for order in (*file.orders, *(file.standing or ()), *(file.fallback or ())):
        if order.kind == UNREAD and not explained.isdisjoint((order.place, *order.places)):
            yield from order.places


def _is_explained(problem: Problem, explained: Collection[Place], parts: Collection[Place]) -> bool:
    """Whether what is wrong there is said of the whole order, at one of the places ``explained``, or it is a part."""
    where = str(problem.facts.get("where", "")).strip("'")
    if where in ORDER_LISTS:  # keys in place of a list begin where the first of them does; that is said all the same
        return False
    is_part = problem.code in ("unknown-key", "two-orders") or (
        where.startswith("item ") and not where.endswith(ORDER_LISTS)
    )
    return problem.place in explained or (is_part and problem.place in parts)


def _say_line(intake: IntakeContext, problem: Problem, file: MoveFile | None) -> Problem:
    """``problem``, or where the ``file`` has no game or no turn, which line it needs."""
    lines: dict[JsonScalar, JsonScalar] = {"game": intake.game_id, "turn": intake.turn}
    key = problem.facts.get("key")
    if problem.code == "wrong-type" and problem.facts.get("where") == "'turn'":
        found = str(problem.facts.get("found"))
        written = "" if found.startswith("nothing") else found.removeprefix("the text ")
        is_meant = is_awaited(written, intake.turn) or _answers_newest(intake, file)
        certain: dict[str, JsonScalar] = {CORRECTION: str(intake.turn)} if is_meant else {}
        return Problem("turn-no-number", problem.gravity, problem.place, {"turn": intake.turn, **certain})
    if problem.code != "missing-key" or problem.facts.get("where") != "the file" or key not in lines:
        return problem
    return Problem("missing-line", problem.gravity, problem.place, {"key": key, "value": lines[key]})


def _answers_newest(intake: IntakeContext, file: MoveFile | None) -> bool:
    """Whether a file answers the newest report, as its head says: then it is for the turn awaited."""
    return file is not None and bool(file.after) and intake.head.startswith(str(file.after))


def _check_press(intake: IntakeContext, file: MoveFile, sender: Seat) -> Iterator[Problem]:
    """Letters go to seats of this game, as far as the game has any, and to others than their sender."""
    refused = tuple(check_press(intake.press, file.press))
    yield from refused
    for letter in file.press:
        spelt = {seat: seat if seat in intake.seats else _spell_seat(intake, seat, sender) for seat in letter.to}
        seats = [*dict.fromkeys(filter(None, spelt.values()))]
        is_sure = all(spelt.values()) and (len(spelt) == 1 or "all" not in seats)
        written = seats[0] if len(seats) == 1 else f"[{', '.join(seats)}]"
        for seat, meant in spelt.items():
            if seat not in intake.seats:
                facts = list_seats(seat, intake.seats, meant) | ({CORRECTION: written} if is_sure else {})
                yield Problem("press-seat", Gravity.INVALID, letter.place, facts)
        if sender in letter.to and not refused:
            code = "press-yourself" if set(letter.to) == {sender} else "press-yourself-too"
            yield Problem(code, Gravity.UNWISE, letter.place)


def _spell_seat(intake: IntakeContext, written: str, sender: Seat) -> str | None:
    """Whom a letter is to that is ``written`` to nobody: the only other seat that is like it, or all."""
    near = [one for one in intake.seats if one != sender and closest(written, [one])]
    return "all" if written in _EVERYBODY else near[0] if len(near) == 1 else None


def _check_turn(intake: IntakeContext, file: MoveFile, *, is_bound: bool) -> tuple[ReceiptState, Problem] | None:
    """What is wrong with the turn that a file is for, or where it ``is_bound`` to a report, with that."""
    if not intake.game.kernel.decisions(intake.state):
        return ReceiptState.NEEDLESS, Problem("needless-letter" if file.press else "needless", Gravity.UNWISE, START)
    place = file.places.get("turn", START)
    facts: dict[str, JsonScalar] = {"written": file.turn, "turn": intake.turn}
    if file.turn != intake.turn and _answers_newest(intake, file):
        facts[CORRECTION] = str(intake.turn)
    if file.turn == intake.turn - 1:
        return ReceiptState.LATE, Problem("late-turn", Gravity.INVALID, place, facts)
    if file.turn != intake.turn:
        return ReceiptState.STALE, Problem("stale-turn", Gravity.INVALID, place, facts)
    if intake.reply_turn not in (None, intake.turn):
        facts["written"] = intake.reply_turn
        return ReceiptState.STALE, Problem("stale-reply", Gravity.INVALID, place, facts)
    if is_bound and file.after is not None and not intake.head.startswith(file.after):
        short: dict[str, JsonScalar] = {
            "head": intake.head[:_SHOWN],
            "report": intake.turn - 1,
        }
        return ReceiptState.STALE, Problem("stale-head", Gravity.INVALID, file.places.get("after", START), short)
    return None
