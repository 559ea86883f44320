"""What a receipt says of accepted orders: what they do, what else is on file, and what is still missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from adjudicator.core.agenda import EMPTY, Agenda, enlist, leave_out_drafts, only_answers, only_closes
from adjudicator.core.charter import WhenBlocked
from adjudicator.core.deadlines import find_late
from adjudicator.core.missing_orders import WhenSilent, say_if_silent
from adjudicator.core.order import MoveFile
from adjudicator.core.seat_names import SeatNames, show
from adjudicator.core.table import Seat
from adjudicator.intake.receipt import Forecast

if TYPE_CHECKING:
    from adjudicator.core.game import OrderLanguage
    from adjudicator.intake.judge import IntakeContext

K = TypeVar("K")

DRAFT = "Your orders are marked as a draft: the turn does not run early because of them."
_NO_ORDERS = "You have no orders on file."
_NO_OTHER_ORDERS = "You have no other orders on file."


def forecast_file(
    intake: IntakeContext[Any, Any, Any], seat: Seat, file: MoveFile, earlier: Sequence[MoveFile]
) -> Forecast:
    """What is said of the accepted ``file`` of ``seat``, which has sent the ``earlier`` ones for the same turn."""
    orders = intake.game.orders
    seen = intake.game.views.see(intake.state, intake.agendas, seat)
    known = show(intake.game, intake.names, seen, seat).known
    last = intake.agendas.get(seat, EMPTY)
    before = last
    for one in _leave_out_again(earlier, file):
        before = enlist(before, one, "", orders.answer_kinds, orders.closing)
    after = enlist(before, file, "", orders.answer_kinds, orders.closing)
    is_answer = only_answers(file, orders.answer_kinds)
    closes = only_closes(before, file.orders, orders.closing)
    replaces = file.has_orders and not is_answer and not closes
    missing = list(_list_missing(intake, known, seat, after))
    is_asked = any(ask.seat == seat and ask.must for ask in intake.asks)
    does = orders.forecast(known, seat, file, last) if file.says_what_to_do else ()
    return Forecast(
        orders=does or tuple(f"Line {order.place.line}: {orders.quote(order)}." for order in file.orders),
        on_file=(
            *_say_for_good(orders, known, seat, file),
            *(
                _say_replaced(orders, known, seat, before, after)
                if replaces
                else [_say_left(orders, known, seat, after, file if is_answer else None, added=closes)]
            ),
            *_say_letters(intake.names, file),
            *([DRAFT] if after.draft or after.draft_answers else []),
        ),
        missing=tuple(missing),
        complete=is_asked and not missing and intake.wanted is None and leave_out_drafts(after) is not None,
        replaces=replaces and bool(before.items or before.answers),
        until=_find_until(intake),
        paused=intake.paused,
    )


def forecast_silence(intake: IntakeContext[Any, Any, Any], seat: Seat, earlier: Sequence[MoveFile]) -> Forecast:
    """What is said to ``seat`` of a file that does not count, where the ``earlier`` ones do: what is still missing."""
    orders, agenda = intake.game.orders, intake.agendas.get(seat, EMPTY)
    known = show(intake.game, intake.names, intake.game.views.see(intake.state, intake.agendas, seat), seat).known
    for file in earlier:
        agenda = enlist(agenda, file, "", orders.answer_kinds, orders.closing)
    missing = tuple(_list_missing(intake, known, seat, agenda))
    return Forecast(missing=missing, until=_find_until(intake), paused=intake.paused)


def _find_until(intake: IntakeContext[Any, Any, Any]) -> datetime | None:
    """When the turn runs whoever is silent, in the time zone of the game; None where it waits for all."""
    until = find_late(intake.asks, intake.due)
    return until.astimezone(intake.zone) if until else None


def _say_letters(names: SeatNames, file: MoveFile) -> Iterator[str]:
    """To whom the letters in a file go."""
    readers = [" and ".join(map(names.call, letter.to)) or "everybody" for letter in file.press]
    if readers:
        yield f"Letters that go out with the next reports: {'; '.join(f'to {reader}' for reader in readers)}."


def _leave_out_again(earlier: Sequence[MoveFile], file: MoveFile) -> Sequence[MoveFile]:
    """The ``earlier`` files without the last where ``file`` is that one, sent again, so that it is answered alike."""
    again = earlier and (earlier[-1].orders, earlier[-1].has_orders) == (file.orders, file.has_orders)
    return earlier[:-1] if again else earlier


def _say_replaced(orders: OrderLanguage[K, Any], known: K, seat: Seat, before: Agenda, after: Agenda) -> Iterator[str]:
    """The orders that were on file ``before`` and are not any more, in the words of the report."""
    (was, _), (now, _) = (orders.begin_turn(known, seat, agenda) for agenda in (before, after))
    kept = [orders.quote(item.order) for item in (*now.items, *now.answers)]
    lost = [words for item in (*was.items, *was.answers) if (words := orders.quote(item.order)) not in kept]
    if lost:
        yield f"No longer on file: {'; '.join(lost)}."


def _list_missing(intake: IntakeContext[Any, Any, Any], known: object, seat: Seat, agenda: Agenda) -> Iterator[str]:
    """What ``seat`` is asked for and ``agenda`` does not answer, with what happens if nothing else comes."""
    orders = intake.game.orders
    for ask in intake.asks:
        if ask.seat == seat and ask.must and not orders.answers(known, agenda, ask):
            falls_back = intake.when_blocked is WhenBlocked.FALLBACK
            when_silent = WhenSilent(falls_back, late=ask.deadline in intake.due, missed=intake.missed)
            silence = say_if_silent(intake.game, known, agenda, ask, when_silent)
            yield f"{ask.duty} {silence}".strip()


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
    return _NO_OTHER_ORDERS if answer else _NO_ORDERS


def _say_numbered(orders: OrderLanguage[K, Any], agenda: Agenda) -> list[str]:
    """The orders on an agenda, with their numbers where those above them are carried out."""
    numbers, words = orders.number(agenda), [orders.quote(item.order) for item in agenda.items]
    if list(numbers) == list(range(1, len(words) + 1)):
        return words
    return [f"{number}. {said}" for number, said in zip(numbers, words, strict=True)]


def _say_for_good(orders: OrderLanguage[K, Any], known: K, seat: Seat, file: MoveFile) -> Iterator[str]:
    """What a file puts in the place of standing and fallback orders, as it was understood."""
    agenda, _ = orders.begin_turn(known, seat, enlist(EMPTY, file, ""))
    for name, listed, held in (
        ("standing", file.standing, agenda.standing),
        ("fallback", file.fallback, agenda.fallback),
    ):
        if listed is not None:
            said = "; ".join(orders.quote(item.order) for item in held)
            yield f"Your {name} orders from now on: {said}." if said else f"You have no {name} orders from now on."
