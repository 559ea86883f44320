"""The strip at the head of a report: what its reader must do, by when, what silence brings, and who is awaited."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from adjudicator.core.act_kinds import House
from adjudicator.core.agenda import EMPTY, Agenda, Ask, holds_draft, leave_out_drafts
from adjudicator.core.charter import WhenBlocked
from adjudicator.core.deadlines import (
    WhenSilent,
    are_impossible,
    find_delay,
    find_missing,
    find_pause,
    is_lost,
    say_if_silent,
)
from adjudicator.core.driver import Stop
from adjudicator.core.instant import say_distance, write_deadline
from adjudicator.core.rhythm import write_wait
from adjudicator.core.seat_names import WIDEST_NAME, SeatNames
from adjudicator.core.table import Onlooker, Reader, ScoreTable, Seat
from adjudicator.kit.words import NO_BREAK, YOU, join_words
from adjudicator.report.context import ReportContext

WHEN_BLOCKED = {
    WhenBlocked.ASK: "If all your orders become impossible, you are asked again.",
    WhenBlocked.FALLBACK: "If all your orders become impossible, your fallback orders are used.",
}
"""What the charter's rule for blocked orders means to a player."""
NO_FALLBACK = "If all your orders become impossible, you are asked again, since you have no fallback orders on file."


class Strip(NamedTuple):
    """What stands at the head of a report, in sentences.

    ``awaited`` names everybody who is, ``awaited_brief`` without the rest of long names, where there are any; ``notes``
    are what else should be known at once. ``called`` is whether its reader has to send something.
    """

    heading: str
    lines: Sequence[str]
    awaited: Sequence[str]
    notes: Sequence[str]
    awaited_brief: Sequence[str] = ()
    called: bool = False


def write_strip(context: ReportContext, known: object, name: str, ending: str) -> Strip:
    """The strip for the reader called ``name``, who knows ``known``; ``ending`` says how the game ended, if it has."""
    mine = [ask for ask in context.asks if ask.seat == name]
    wanted = [ask for ask in mine if ask.must]
    due = _tell_due(context, _find_due(context, wanted[0])) if wanted else ""
    waited_for = bool(wanted) and _is_waited_for(context, wanted)
    agenda = context.agendas.get(name, EMPTY)
    falls_back = context.charter.when_blocked is WhenBlocked.FALLBACK
    lost = bool(wanted) and not waited_for and is_lost(context.game, known, agenda, wanted, falls_back=falls_back)
    by = " (the game is paused)" if find_pause(context.pending) else f" by {due}" if due else ""
    return Strip(
        heading="The game is over" if ending else _write_heading(mine, wanted, by, waited_for=waited_for, lost=lost),
        lines=[ending]
        if ending
        else list(_list_duties(context, known, mine, name, None if waited_for else due, lost=lost)),
        awaited=list(_list_awaited(context, context.names, name)),
        awaited_brief=list(_list_awaited(context, SeatNames(context.names.of), name)) if context.names.whole else (),
        notes=_list_notes(context, name),
        called=waited_for or lost,
    )


def _write_heading(mine: Sequence[Ask], wanted: Sequence[Ask], by: str, *, waited_for: bool, lost: bool) -> str:
    """Whether the reader, who is asked for ``mine`` and has to answer what is ``wanted``, must do so, and ``by`` when.

    Nobody waits yet for a reader whose orders are ``lost``, but everybody will.
    """
    if waited_for:
        return f"Send your orders{by}"
    if lost:
        return f"Your orders on file are no longer possible: send new ones{by}"
    if wanted:
        return "Your orders are on file"
    return "You may send orders" if mine else "Nothing to do for now"


def _is_waited_for(context: ReportContext, wanted: Sequence[Ask]) -> bool:
    """Whether the next turn waits for the seat of which ``wanted`` is asked, as a run of it would find.

    That tells what the seat has on file, so nobody else may be told.
    """
    (seat,) = {ask.seat for ask in wanted}
    if context.wanted and seat in context.wanted.accept({}).missing:
        return True
    record, falls_back = context.record, context.charter.when_blocked is WhenBlocked.FALLBACK
    # each by itself: whether what others have sent settles it already would tell of their orders
    return any(
        find_missing(context.game, record.state, context.agendas, (ask,), falls_back=falls_back) for ask in wanted
    )


def _tell_due(context: ReportContext, due: datetime | None) -> str:
    """The deadline ``due``, and how far away it was when the turn ran; nothing where there is none."""
    if due is None:
        return ""
    now = context.pending[-1].at if context.pending else context.record.circumstances.now
    return f"{write_deadline(due, context.zone)} ({say_distance(now, due, context.zone)})"


def _find_due(context: ReportContext, ask: Ask) -> datetime | None:
    return None if find_pause(context.pending) else context.record.due.get(ask.deadline)


def _list_duties(
    context: ReportContext, known: object, mine: Sequence[Ask], name: str, spare: str | None, *, lost: bool
) -> Iterator[str]:
    """What the reader has to send, what is on file, and what happens on silence.

    ``spare`` is the deadline, or empty, of a seat that has answered what is wanted of it, so that no turn waits for it;
    ``lost`` says that it did so with orders that are no longer possible.
    """
    game, record = context.game, context.record
    agenda = context.agendas.get(name, EMPTY)
    if spare is not None and any(ask.must for ask in mine):
        # where they are lost, the heading says when it is
        deadline = f", or after the deadline{'' if lost else f', {spare}'}" if spare else ""
        has_others = any(ask.must and ask.seat != name for ask in context.asks)
        wait = write_wait(find_delay(context.charter.deadlines, context.asks))
        runs = f"The turn runs {f'{wait} after' if wait else 'as soon as'} the others have answered{deadline}"
        runs = runs if has_others else "Nobody else is asked, so the turn may run at once"
        if find_pause(context.pending):
            runs = "No turn runs before the pause is over"
        elif lost:
            runs = f"Send them soon: {runs[0].lower()}{runs[1:]}"
        until = "" if lost else " Until then you may send other orders."
        yield f"{runs}.{until}" + (" 'Awaited' names everybody who is asked." if has_others else "")
        if not lost and game.orders.halts and agenda.items and are_impossible(game, known, agenda, name):
            yield "Your orders on file are no longer possible."
    for ask in mine:
        yield ask.duty
        if holds_draft(agenda):
            yield "Your newest file is marked as a draft: it does not make the turn run early."
        falls_back, late = context.charter.when_blocked is WhenBlocked.FALLBACK, ask.deadline in record.due
        when_silent = WhenSilent(falls_back, late=late, missed=context.charter.missed)
        counting = leave_out_drafts(agenda)
        answered = counting is not None and game.orders.answers(known, counting, ask)
        # a turn that can stop at a seat's orders can wait for them too, and the game says why
        if ask.must and not answered and not when_silent.late and (agenda.draft or not game.orders.halts):
            yield f"If you send nothing, the game waits for you: {_say_open(context, known, agenda, ask)}."
        else:
            yield say_if_silent(game, known, agenda, ask, when_silent)
        if game.orders.halts and not lost:
            yield WHEN_BLOCKED[context.charter.when_blocked] if agenda.fallback or not falls_back else NO_FALLBACK
    if context.wanted:
        yield from context.wanted.tell(name)


def _say_open(context: ReportContext, known: object, agenda: Agenda, ask: Ask) -> str:
    """Why a game without a deadline waits for a seat that is asked."""
    if holds_draft(agenda) and context.game.orders.answers(known, agenda, ask):
        return "a draft counts only once a deadline has passed, and there is none"
    return "there is no deadline"


def _list_awaited(context: ReportContext, called: SeatNames, name: str) -> Iterator[str]:
    """Who must send something before the next turn, the reader called ``name`` among them: a line for each deadline.

    Where there is but one, a reader who is awaited is told of it elsewhere.
    """
    seats: dict[datetime | None, list[Seat]] = {}
    for ask in context.asks:
        if ask.must:
            seats.setdefault(_find_due(context, ask), []).append(ask.seat)
    for due, names in seats.items():
        known = len(seats) == 1 and name in names
        by = f" by {_tell_due(context, due)}" if due and not known else ""
        # whoever checks a game from its mails reads the ids, so no line of a text ends inside a name
        people = (
            f"you{NO_BREAK}({seat})" if seat == name else called.introduce(seat, WIDEST_NAME).replace(" ", NO_BREAK)
            for seat in dict.fromkeys(names)
        )
        yield f"Awaited{by}: {', '.join(people)}."


def _list_notes(context: ReportContext, name: str) -> list[str]:
    record = context.record
    notes = []
    mine = record.stopped_at == name
    at = "your seat: your" if mine else f"{context.names.call(str(record.stopped_at))}, whose"
    if record.stop is Stop.BLOCKED:
        notes.append(f"The turn stopped at {at} orders had all become impossible.")
    elif record.stop is Stop.WAITING and record.number:
        notes.append(f"The turn stopped at {at} order for the next step is missing.")
    if context.game.kernel.decisions(record.state):
        notes += [*_tell_house(context, name), *_tell_missed(context, name)]
    notes += context.remarks(lambda seat: YOU if seat == name else context.names.call(seat))
    if record.circumstances.forced:
        notes.append("The moderator forced this turn: what was missing was filled in.")
    if context.charter.sample:
        notes.append("This is a sample game; its secrets are public.")
    return notes


def _tell_house(context: ReportContext, name: str) -> list[str]:
    """Which seats the house plays, to everybody; acts made since the report are told apart."""
    changed = {act.change.seat for act in context.pending if isinstance(act.change, House)}
    played = [seat for seat, agenda in context.record.agendas.items() if agenda.house and seat not in changed]
    others = [seat for seat in played if seat != name]
    until = "they send" if len(others) > 1 else f"{''.join(map(context.names.call, others))} sends"
    called = join_words([context.names.introduce(seat) for seat in others])
    return [
        *["The house plays for you. Send a file, and you play again."] * (name in played),
        *[f"The house plays for {called} until {until} a file again."] * bool(others),
        *_tell_back(context, name, [seat for seat in context.housed if seat not in played]),
    ]


def _tell_back(context: ReportContext, name: str, back: Sequence[Seat]) -> list[str]:
    """Whose seat the house no longer plays, since their file has come."""
    others = [context.names.introduce(seat) for seat in back if seat != name]
    return [
        *["You play again instead of the house."] * (name in back),
        *[f"{join_words(others)} play{'s' * (len(others) == 1)} again instead of the house."] * bool(others),
    ]


def _tell_missed(context: ReportContext, name: str) -> list[str]:
    """Deadlines missed in a row: to the seat that missed them, and all of them to the moderator."""
    agendas, most = context.record.agendas, context.charter.abandoned
    if name in agendas and agendas[name].missed:
        count = agendas[name].missed
        times = _say_missed(count)
        if most:
            then = "a missed deadline" if most == 1 else f"{most} in a row"
            return [f"You missed {times}. After {then} the house plays for you until you send a file."]
        if count > 1:
            return [f"You missed {times}. The moderator may give your seat to somebody else."]
        return [f"You missed {times}. After 2 in a row the moderator may give your seat to somebody else."]
    if name != Onlooker.MODERATOR.value:
        return []
    missed = {seat: agenda.missed for seat, agenda in agendas.items() if agenda.missed}
    return [f"{context.names.call(seat)} missed {_say_missed(count)}." for seat, count in missed.items()]


def _say_missed(count: int) -> str:
    return "the last deadline" if count == 1 else f"{count} deadlines in a row"


_LEADING = re.compile(r"-?\d+")


def tell_points(scores: ScoreTable, reader: Reader) -> str:
    """``Points: Dora (you) 45, bilal 27+?.``: the most that is known of first; nothing while nobody has any."""
    totals = {seat: cells[-1] for seat, cells in scores.rows}
    known = {seat: int(found[0]) for seat, total in totals.items() if (found := _LEADING.match(total))}
    if not any(known.values()):
        return ""
    ranked = sorted(totals, key=lambda seat: -known.get(seat, 0))
    points = (f"{seat}{' (you)' if seat == reader else ''}{NO_BREAK}{totals[seat]}" for seat in ranked)
    return f"Points: {', '.join(points)}."
