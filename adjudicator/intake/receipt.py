"""Receipts: the fate of a file somebody sent, and what else is said of it.

Of accepted orders that is what they do, what else is on file, and what is still missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from adjudicator.core.agenda import EMPTY, Agenda, Ask, enlist, holds_draft, leave_out_drafts, only_answers, only_closes
from adjudicator.core.charter import WhenBlocked
from adjudicator.core.deadlines import WhenSilent, find_late, is_lost, say_if_silent
from adjudicator.core.instant import write_instant
from adjudicator.core.json_value import (
    JsonObject,
    JsonValue,
    Shape,
    expect_fields,
    is_digest,
    is_number,
    is_scalar,
    is_text,
    list_of,
    mapping_of,
    or_null,
    record_of,
)
from adjudicator.core.order import Gravity, MoveFile, Place, Problem, describe
from adjudicator.core.seat_names import SeatNames, show
from adjudicator.core.table import Seat
from adjudicator.kit.words import end_sentence
from adjudicator.proof.hashing import hash_bytes

if TYPE_CHECKING:
    from adjudicator.core.game import OrderLanguage
    from adjudicator.intake.judge import AnyIntakeContext, IntakeContext
    from adjudicator.intake.judgement import Judgement

K = TypeVar("K")


class ReceiptState(Enum):
    """What became of a file."""

    GREEN = "green"
    """Accepted."""
    YELLOW = "yellow"
    """Accepted, with remarks."""
    RED = "red"
    """Refused: not understood, or not allowed."""
    STALE = "stale"
    """Refused: it answers another turn or another history than the one that stands."""
    LATE = "late"
    """Refused: the turn it is for has just run."""
    NEEDLESS = "needless"
    """Not wanted: the game is over."""


ACCEPTED = frozenset({ReceiptState.GREEN, ReceiptState.YELLOW})


class Receipt(NamedTuple):
    """The answer to a file.

    ``id`` is the same for the same bytes from the same seat for the same turn; ``sha256`` is of the file as kept
    (its token blanked), ``sent_sha256`` of the file as sent. ``in_force`` names the seat's file that counts now.
    """

    id: str
    state: ReceiptState
    game: str
    seat: str | None
    turn: int | None
    sha256: str
    sent_sha256: str
    received: str
    in_force: str | None
    problems: tuple[Problem, ...]


class Forecast(NamedTuple):
    """What else is said to the sender of a file, in sentences, as far as the sender can know; it is not kept.

    ``orders`` says order by order how it was understood and what it will do, ``on_file`` what is on file besides it,
    ``missing`` what the sender is asked for and nothing on file answers; ``complete`` that there is no such thing.
    ``replaces`` says whether the file takes the place of orders sent before. The turn runs when everybody has answered,
    and ``delay`` later where that was agreed, or ``until`` is over, which is in the time zone of the game, and may have
    ``passed``; while the game is ``paused`` none runs. Of a file that does not count it says what stays on file, what
    is missing, and until when another can be sent. ``conditional`` says that an order on file has a condition, so that
    it may turn out to do nothing; ``alone`` that nobody else is asked. ``answered`` says that what is on file answers
    all that the sender is asked, be it a draft; ``pending`` that play waits for the sender once the orders are done.
    ``beside`` is what a file brings that speaks of no orders: ``note``, ``letter`` or ``letters``.
    """

    orders: tuple[str, ...] = ()
    on_file: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    complete: bool = False
    conditional: bool = False
    replaces: bool = False
    until: datetime | None = None
    passed: bool = False
    paused: bool = False
    delay: timedelta = timedelta()
    alone: bool = False
    answered: bool = False
    pending: bool = False
    beside: tuple[str, ...] = ()


NO_FORECAST = Forecast()


def problem_to_json(problem: Problem, file: str, sentences: Mapping[str, str]) -> dict[str, JsonValue]:
    """The problem as JSON, its sentence included."""
    return {
        "code": problem.code,
        "gravity": problem.gravity.value,
        "file": file,
        "line": problem.place.line,
        "column": problem.place.column,
        "message": describe(problem, sentences),
    }


def dump_receipt(receipt: Receipt) -> JsonObject:
    """The receipt as it is kept beside its file; facts instead of sentences."""
    problems = [
        {
            "code": problem.code,
            "gravity": problem.gravity.value,
            **problem.place._asdict(),
            "facts": dict(problem.facts),
        }
        for problem in receipt.problems
    ]
    said = {name: value for name, value in receipt._asdict().items() if name != "id"}
    return {"receipt": receipt.id, **said, "state": receipt.state.value, "problems": problems}


_SHAPE: Mapping[str, Shape] = {
    "receipt": is_text,
    "state": is_text,
    "game": is_text,
    "seat": or_null(is_text),
    "turn": or_null(is_number),
    "sha256": is_digest,
    "sent_sha256": is_digest,
    "received": is_text,
    "in_force": or_null(is_text),
    "problems": list_of(
        record_of(code=is_text, gravity=is_text, line=is_number, column=is_number, facts=mapping_of(is_scalar))
    ),
}


def load_receipt(saved: Mapping[str, Any]) -> Receipt:
    """The receipt that :func:`dump_receipt` wrote. Raises ``ValueError`` for anything else."""
    expect_fields(saved, _SHAPE)
    said: dict[str, Any] = {name: saved[name] for name in Receipt._fields if name != "id"}
    problems = tuple(
        Problem(item["code"], Gravity(item["gravity"]), Place(item["line"], item["column"]), item["facts"])
        for item in saved["problems"]
    )
    return Receipt(saved["receipt"], **{**said, "state": ReceiptState(saved["state"]), "problems": problems})


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


BACK = "You play the seat again; {who} no longer does."
"""What an accepted file says to whom a substitute or the house has played for."""
DRAFT = "Your orders are marked as a draft: they do not make the turn run early."
NOTED = "Your note is kept for the moderator."
_SAID = ("orders", "has_orders", "standing", "fallback")
"""What two files say alike of which one is the other, sent again."""
_NO_ORDERS, _NO_OTHER_ORDERS = "You have no orders on file.", "You have no other orders on file."


def forecast_file(intake: IntakeContext, seat: Seat, file: MoveFile | None, earlier: Sequence[MoveFile]) -> Forecast:
    """What is said of the accepted ``file`` of ``seat``, which has sent the ``earlier`` ones for the same turn.

    None stands for a file that does not count: what stays on file, and what is still missing, is said all the same.
    """
    orders = intake.game.orders
    seen = intake.game.views.see(intake.state, intake.agendas, seat)
    known = show(intake.game, intake.names, seen, seat).known
    last = intake.agendas.get(seat, EMPTY)
    is_asked = any(ask.seat == seat and ask.must for ask in intake.asks)
    before = last
    for one in _leave_out_again(earlier, file) if file else earlier:
        before = enlist(before, one, "", orders.answer_kinds, orders.closing)
    if file is None:
        missing = tuple(_list_missing(intake, known, seat, before))
        left = before.items or before.answers or before.later
        stays = [_say_left(orders, known, seat, before, None, added=False)] if left else []
        stays += _say_staying(orders, known, seat, None, before)
        return Forecast(
            (),
            tuple(stays),
            missing,
            until=_find_until(intake),
            paused=intake.paused,
            delay=intake.delay,
            answered=is_asked and not missing,
        )
    after = enlist(before, file, "", orders.answer_kinds, orders.closing)
    is_answer = only_answers(file, orders.answer_kinds)
    closes = only_closes(before, file.orders, orders.closing)
    replaces = file.has_orders and not is_answer and not closes
    missing = tuple(_list_missing(intake, known, seat, after))
    counting = leave_out_drafts(after)
    waits = counting is None or any(_list_missing(intake, known, seat, counting))
    does = orders.forecast(known, seat, file, last) if file.says_what_to_do else ()
    return Forecast(
        orders=does or tuple(f"Line {order.place.line}: {orders.quote(order)}." for order in file.orders),
        on_file=(
            *([BACK.format(who="the house")] if before.house and not after.house else []),
            *_say_for_good(orders, known, seat, file, before),
            *(_say_replaced(orders, known, seat, before, after) if replaces else ()),
            *_say_staying(orders, known, seat, file, after),
            *(() if replaces else [_say_left(orders, known, seat, after, file if is_answer else None, added=closes)]),
            *_say_letters(intake.names, [*earlier, file], seat),
            *([NOTED] if file.note else []),
            *([DRAFT] if holds_draft(after) else []),
        ),
        missing=missing,
        complete=is_asked and not missing and intake.wanted is None and not waits,
        conditional=any(item.order.condition is not None for item in after.items),
        replaces=replaces and bool(before.items or before.answers or (before.later and not file.orders)),
        until=_find_until(intake),
        paused=intake.paused,
        delay=intake.delay,
        alone=not any(ask.must and ask.seat != seat for ask in intake.asks),
        answered=is_asked and not missing,
        beside=() if file.says_what_to_do else tuple(_list_beside(file)),
    )


def _list_beside(file: MoveFile) -> Iterator[str]:
    if file.note:
        yield "note"
    if file.press:
        yield "letter" if len(file.press) == 1 else "letters"


def _find_until(intake: IntakeContext) -> datetime | None:
    """When the turn runs whoever is silent, in the time zone of the game; None where it waits for all."""
    until = find_late(intake.asks, intake.due, {})
    return until.astimezone(intake.zone) if until else None


def _say_letters(names: SeatNames, files: Sequence[MoveFile], sender: Seat) -> Iterator[str]:
    """To whom the letters of ``sender`` go: those in the newest of the ``files`` that has any."""
    letters = next((file.press for file in reversed(files) if file.press), ())
    others = [[seat for seat in letter.to if seat != sender] for letter in letters]
    readers = [
        " and ".join(map(names.call, seats)) or "everybody"
        for letter, seats in zip(letters, others, strict=True)
        if seats or not letter.to
    ]
    if readers:
        yield end_sentence(
            f"Letters that go out with the next reports: {'; '.join(f'to {reader}' for reader in readers)}"
        )


def _leave_out_again(earlier: Sequence[MoveFile], file: MoveFile) -> Sequence[MoveFile]:
    """The ``earlier`` files without the last where ``file`` is that one, sent again, so that it is answered alike."""
    last = earlier[-1] if earlier else None
    again = last and all(getattr(last, name) == getattr(file, name) for name in _SAID)
    return earlier[:-1] if again else earlier


def _say_replaced(orders: OrderLanguage[K, Any], known: K, seat: Seat, before: Agenda, after: Agenda) -> Iterator[str]:
    """The orders that were on file ``before`` and are not any more, in the words of the report."""
    (was, _), (now, _) = (orders.begin_turn(known, seat, agenda) for agenda in (before, after))
    kept = [orders.quote(item.order) for item in (*now.items, *now.answers, *now.later)]
    lost = [words for item in (*was.items, *was.answers, *was.later) if (words := orders.quote(item.order)) not in kept]
    if lost:
        yield f"Removed: {'; '.join(lost)}."


def _list_missing(intake: IntakeContext, known: object, seat: Seat, agenda: Agenda) -> Iterator[str]:
    """What ``seat`` is asked for and ``agenda`` does not answer any more, with what happens on silence."""
    orders, falls_back = intake.game.orders, intake.when_blocked is WhenBlocked.FALLBACK
    wanted = [ask for ask in intake.asks if ask.seat == seat and ask.must]
    missing = [ask for ask in wanted if not orders.answers(known, agenda, ask)]
    for ask in missing:
        yield f"{ask.duty} {_say_silence(intake, known, agenda, ask)}".strip()
    if not missing and is_lost(intake.game, known, agenda, wanted, falls_back=falls_back):
        for ask in wanted:
            silence = _say_silence(intake, known, agenda, ask)
            yield f"Your orders on file are no longer possible; send new ones. {silence}"


def _say_silence(intake: IntakeContext, known: object, agenda: Agenda, ask: Ask) -> str:
    falls_back = intake.when_blocked is WhenBlocked.FALLBACK
    when_silent = WhenSilent(falls_back, late=ask.deadline in intake.due, missed=intake.missed)
    return say_if_silent(intake.game, known, agenda, ask, when_silent)


def _say_left(
    orders: OrderLanguage[K, Any], known: K, seat: Seat, after: Agenda, answer: MoveFile | None, *, added: bool
) -> str:
    """What stays on file beside an ``answer``, or what changes none of the orders there, in the words of the report.

    ``added`` says that the file's one order is the last of them now.
    """
    agenda, _ = orders.begin_turn(known, seat, after)
    beside = [item for item in agenda.answers if answer is None or item.order not in answer.orders]
    said = [orders.quote(item.order) for item in (*beside, *agenda.later)]
    left = "; ".join([*said[: len(beside)], *_say_numbered(orders, agenda), *said[len(beside) :]])
    if left and added:
        return f"Added to your orders on file, which are now: {left}."
    if left:
        return f"Your {'other ' if answer else ''}orders stay as they are: {left}."
    return _NO_OTHER_ORDERS if answer or after.standing or after.fallback else _NO_ORDERS


def _say_staying(
    orders: OrderLanguage[K, Any], known: K, seat: Seat, file: MoveFile | None, after: Agenda
) -> Iterator[str]:
    """The standing and fallback orders that stay on file, of which ``file``, if it counts, does not speak."""
    agenda, _ = orders.begin_turn(known, seat, after)
    for name, listed, held in (
        ("standing", file and file.standing, orders.list_standing(agenda)),
        ("fallback", file and file.fallback, [item.order for item in agenda.fallback]),
    ):
        if held and listed is None:
            yield f"Your {name} orders stay as they are: {'; '.join(map(orders.quote, held))}."


def _say_numbered(orders: OrderLanguage[K, Any], agenda: Agenda) -> list[str]:
    """The orders on an agenda, with their numbers where those above them are carried out."""
    numbers, words = orders.number(agenda), [orders.quote(item.order) for item in agenda.items]
    if list(numbers) == list(range(1, len(words) + 1)):
        return words
    return [f"{number}. {said}" for number, said in zip(numbers, words, strict=True)]


def _say_for_good(orders: OrderLanguage[K, Any], known: K, seat: Seat, file: MoveFile, before: Agenda) -> Iterator[str]:
    """What a file puts in the place of standing and fallback orders, as it was understood, and which of them end."""
    agenda, _ = orders.begin_turn(known, seat, enlist(EMPTY, file, ""))
    was, _ = orders.begin_turn(known, seat, before)
    for name, listed, held, ended in (
        ("standing", file.standing, agenda.standing, was.standing),
        ("fallback", file.fallback, agenda.fallback, was.fallback),
    ):
        if listed is not None:
            now = [orders.quote(item.order) for item in held]
            lost = [words for item in ended if (words := orders.quote(item.order)) not in now]
            gone = f" No longer among them: {'; '.join(lost)}." if lost else ""
            yield (
                f"Your {name} orders from now on: {'; '.join(now)}.{gone}"
                if now
                else f"You {'no longer ' if lost else ''}have {'' if lost else 'no '}{name} orders."
            )
