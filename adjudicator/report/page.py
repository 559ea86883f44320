"""Pages: all that a report says, gathered from what its reader knows, before it is laid out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from adjudicator.core.agenda import EMPTY, Agenda, Ask, Fate, Item, OrderResult, Source, leave_out_drafts
from adjudicator.core.charter import WhenBlocked
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.driver import Stop
from adjudicator.core.instant import write_deadline
from adjudicator.core.mixing import WantedOfSeats
from adjudicator.core.recorded_act import RecordedAct, tell_act
from adjudicator.core.table import Onlooker, Reader, Seat
from adjudicator.registry import AnyGame
from adjudicator.report.form import write_form
from adjudicator.report.proof_writer import ProofWriter
from adjudicator.report.rerun import Rerun, say_rerun, tell_changes
from adjudicator.store.record import TurnRecord

WHEN_BLOCKED = {
    WhenBlocked.ASK: (
        "If all you ordered for a move becomes impossible through what others do before you, the turn stops at your "
        "seat and you are asked again; fallback orders serve for a missed deadline alone."
    ),
    WhenBlocked.FALLBACK: (
        "If all you ordered for a move becomes impossible through what others do before you, your fallback orders are "
        "used at once; if none of them is possible either, the turn stops at your seat and you are asked again."
    ),
}
"""What the charter's rule for blocked orders means to a player."""


class News(NamedTuple):
    """What happened in one turn."""

    turn: int
    lines: Sequence[str]


class OrdersOnFile(NamedTuple):
    """Orders of one kind that a seat has on file, each in a few words, and what should be said of them."""

    what: str
    orders: Sequence[str]
    remark: str = ""


class Page(NamedTuple):
    """What a report says; sentences are for the reader named by ``audience``."""

    game: str
    title: str
    edition: str
    turn: int
    phase: str
    audience: str
    over: bool
    duty: Sequence[str]
    filed: Sequence[OrdersOnFile]
    promises: Sequence[str]
    notes: Sequence[str]
    results: Sequence[str]
    news: Sequence[News]
    awaited: Sequence[str]
    form: str
    head: str
    previous_head: str
    reports_note: str
    secret: str
    proof_note: str
    proof: Sequence[str]
    fragments: str
    rerun: str
    acts: Sequence[str]
    pending: Sequence[str]
    changes: Sequence[str]
    carried: Sequence[str]


class ReportContext(NamedTuple):
    """The turn a report is about, and the game around it.

    ``acts`` are those of the moderator that the turn took up, ``pending`` those made since (never in a report that is
    kept), ``rerun`` says what the turn takes the place of, ``proofs`` writes its proofs, where it has any. ``wanted``
    is what the next turn wants of seats besides orders, ``remarks`` what everybody is told of what they add to draws.
    ``edition`` is empty where the game has but one.
    """

    game: AnyGame
    game_id: str
    edition: str
    asks: tuple[Ask, ...]
    when_blocked: WhenBlocked
    sample: bool
    record: TurnRecord[Any]
    head: str
    previous_head: str
    acts: tuple[RecordedAct, ...] = ()
    rerun: Rerun | None = None
    pending: tuple[RecordedAct, ...] = ()
    proofs: ProofWriter | None = None
    wanted: WantedOfSeats | None = None
    remarks: Sequence[str] = ()


def build_page(context: ReportContext, reader: Reader) -> tuple[Page, Mapping[str, object]]:
    """The page for ``reader`` and the variables of the game's own fragments."""
    game, record = context.game, context.record
    known = game.views.see(record.state, record.agendas, reader)
    heard = [event for event in (game.views.hear(event, reader) for event in record.events) if event is not None]
    over = not game.kernel.decisions(record.state)
    asks = context.asks
    name = reader.value if isinstance(reader, Onlooker) else reader
    plays = not isinstance(reader, Onlooker) and not over
    agenda = record.agendas.get(name, EMPTY)
    form = ""
    if plays:
        form = write_form(game, known, context.game_id, record.number + 1, context.head, name, context.wanted)
    lines = game.exhibit.tell(known, heard, reader)
    page = Page(
        game=context.game_id,
        title=game.title,
        edition=context.edition,
        turn=record.number,
        phase=game.exhibit.phase_words(known),
        audience=name,
        over=over,
        duty=_list_duties(context, known, asks, name),
        filed=list(_list_filed(game, agenda, asks, name)) if plays else (),
        promises=game.orders.say_outlook(known, name, agenda, asked=any(ask.seat == name for ask in asks))
        if plays
        else (),
        notes=_list_notes(context, game.exhibit.phase_words(known) if over else "", name),
        results=_tell_results(record.results, reader, game.orders.sentences),
        news=[News(record.number, lines)] if lines else [],
        awaited=_list_awaited(asks, record.due),
        form=form,
        head=context.head,
        previous_head=context.previous_head,
        reports_note=(
            f"The head is the SHA-256 of turns/{record.number:04}/turn.json in the game directory, which commits to "
            "everything else and to the head before it. The command adjudicate verify replays the whole game and "
            "compares; its option --expect with a head from your mail shows that nothing was cut off."
        ),
        secret=record.revealed or "",
        proof_note=(
            "The proof below is for adjudicate verify-mail, or for verify_mail.pyz, which needs nothing but "
            "Python: keep your reports as they came, and it shows from them alone that nothing was changed."
        ),
        proof=context.proofs.write_proof(reader) if context.proofs else (),
        fragments=game.fragments,
        rerun="",
        acts=_tell_acts(context.acts),
        pending=_tell_acts(context.pending),
        changes=(),
        carried=(),
    )
    if context.rerun is not None:
        page = _mark_rerun(page, context, context.rerun, lines, reader)
    scores = game.exhibit.scores(known, reader)
    table = {
        "columns": ("total", *scores.columns),
        "rows": [{"seat": seat, "cells": (cells[-1], *cells[:-1])} for seat, cells in scores.rows],
    }
    part = {**game.exhibit.parts(known, reader, heard), "scores": table, "remarks": scores.remarks}
    return page, part


def _tell_acts(acts: Sequence[RecordedAct]) -> Sequence[str]:
    return [tell_act(act) for act in acts]


def _mark_rerun(page: Page, context: ReportContext, rerun: Rerun, lines: Sequence[str], reader: Reader) -> Page:
    """``page`` with what its turn takes the place of, what that changed, and what becomes of the reader's files.

    The moderator is told of everybody's files. ``lines`` tell the turn to the reader.
    """
    carried: Sequence[str] = ()
    if reader is Onlooker.MODERATOR:
        carried = [f"{seat}: {line}" for seat, told in rerun.carried.items() for line in told]
    elif not isinstance(reader, Onlooker):
        carried = rerun.carried.get(reader, ())
    changes = tell_changes(context.game, rerun, lines, reader)
    return page._replace(rerun=say_rerun(rerun, context.record.number), changes=changes, carried=carried)


def _list_duties(context: ReportContext, known: object, asks: Sequence[Ask], name: str) -> list[str]:
    """What the reader has to send, by when, what is on file, and what happens on silence."""
    game, record = context.game, context.record
    agenda = record.agendas.get(name, EMPTY)
    lines: list[str] = []
    for ask in asks:
        if ask.seat != name:
            continue
        due = record.due.get(ask.deadline)
        by = f" by {write_deadline(due)}" if due else ""
        lines.append(f"{ask.duty} Send your orders for turn {record.number + 1}{by}.")
        if agenda.draft or agenda.draft_answers:
            lines.append("Your newest file is marked as a draft: the turn does not run early on its account.")
        when_silent = WhenSilent(context.when_blocked is WhenBlocked.FALLBACK, late=due is not None)
        counting = leave_out_drafts(agenda)
        answered = counting is not None and game.orders.answers(known, counting, ask)
        # a turn that can stop at a seat's orders can wait for them too, and the game says why
        if ask.must and not answered and not when_silent.late and (agenda.draft or not game.orders.halts):
            lines.append(f"If I hear nothing, the game waits for you: {_say_open(game, known, agenda, ask)}.")
        else:
            lines.append(game.orders.say_if_silent(known, agenda, ask, when_silent))
        if game.orders.halts:
            lines.append(WHEN_BLOCKED[context.when_blocked])
    return [*lines, *context.wanted.tell(name)] if context.wanted else lines


def _list_filed(game: AnyGame, agenda: Agenda, asks: Sequence[Ask], name: str) -> Iterator[OrdersOnFile]:
    """All that is on file from the reader, asked or not: orders, plan, fallback, standing orders."""
    if agenda.items:
        asked = any(ask.seat == name for ask in asks)
        remark = "" if asked else "They are for when play comes to you. Other orders take their place."
        yield OrdersOnFile("Orders", _quote(game, agenda.items), remark)
    if agenda.answers:
        yield OrdersOnFile("Answers", _quote(game, agenda.answers), "They stand beside your other orders.")
    if agenda.later:
        yield OrdersOnFile(
            "Your plan for after this move",
            _quote(game, agenda.later),
            "Send the orders for this move alone, if it is to stand. Orders beyond this move take its place, and "
            "'orders: []' withdraws it.",
        )
    if agenda.fallback:
        yield OrdersOnFile("Fallback orders", _quote(game, agenda.fallback))
    if agenda.standing:
        yield OrdersOnFile("Standing orders", _quote(game, agenda.standing))


def _say_open(game: AnyGame, known: object, agenda: Agenda, ask: Ask) -> str:
    """Why a game without a deadline waits for a seat that is asked."""
    if (agenda.draft or agenda.draft_answers) and game.orders.answers(known, agenda, ask):
        return "your newest file is marked as a draft, and there is no deadline"
    return "there is no deadline"


def _quote(game: AnyGame, items: Sequence[Item]) -> list[str]:
    return [game.orders.quote(item.order) for item in items]


def _list_notes(context: ReportContext, ending: str, name: str) -> list[str]:
    record = context.record
    notes = [f"{ending}."] if ending else []
    at, whose, who = (
        ("your seat", "your orders", "you")
        if record.stopped_at == name
        else (str(record.stopped_at), f"{record.stopped_at}'s orders", str(record.stopped_at))
    )
    if record.stop is Stop.BLOCKED:
        notes.append(f"The turn stopped at {at}: {whose} had all become impossible.")
    elif record.stop is Stop.WAITING and record.number:
        notes.append(f"The turn stopped at {at}: {who} had no order for what was due.")
    notes += _tell_missed(record.agendas, name)
    notes += context.remarks
    if record.circumstances.forced:
        notes.append("The moderator forced this turn: what was missing was filled in.")
    if context.sample:
        notes.append("This is a sample game; its secrets are public.")
    return notes


def _tell_missed(agendas: Mapping[Seat, Agenda], name: str) -> list[str]:
    """Deadlines missed in a row: to the seat that missed them, and all of them to the moderator."""
    if name in agendas and agendas[name].missed:
        count = agendas[name].missed
        times = "the last deadline" if count == 1 else f"{count} deadlines in a row"
        return [f"You missed {times}. After two in a row the moderator may give your seat to somebody else."]
    if name != Onlooker.MODERATOR.value:
        return []
    return [f"{seat} missed {agenda.missed} in a row." for seat, agenda in agendas.items() if agenda.missed]


def _list_awaited(asks: Sequence[Ask], due: Mapping[str, datetime]) -> list[str]:
    lines = []
    for ask in asks:
        if not ask.must:
            continue
        instant = due.get(ask.deadline)
        by = f", by {write_deadline(instant)}" if instant else ""
        count = f"{ask.due} orders" if ask.due > 1 else "1 order"
        lines.append(f"{ask.seat}: {count} ({ask.decision}){by}")
    return lines


def _tell_results(results: Sequence[OrderResult], reader: Reader, sentences: Mapping[str, str]) -> list[str]:
    """What became of the reader's orders; the moderator is told of everybody's."""
    everybody = reader is Onlooker.MODERATOR
    return [
        (f"{result.seat}: " if everybody else "") + _tell_result(result, sentences)
        for result in results
        if everybody or result.seat == reader
    ]


def _tell_result(result: OrderResult, sentences: Mapping[str, str]) -> str:
    reasons = [
        sentences[refusal.code].format_map(refusal.facts).removeprefix(f"{refusal.text}: ")
        for refusal in result.refusals
    ]
    because = "; ".join(
        f"{refusal.text}, since {reason}" for refusal, reason in zip(result.refusals, reasons, strict=True)
    )
    if result.source is Source.FORCED:
        why = "because the moderator forced the turn and no order of yours could be carried out"
        return f"{result.text}: done for you, {why}."
    where = f" (line {result.line})" if result.line else ""
    fallback = {Source.FALLBACK: "Fallback: ", Source.STANDING: "Standing order: "}.get(result.source, "")
    if result.source is Source.POLICY:
        return f"{result.text}: done for you, because nothing of yours said otherwise."
    match result.fate:
        case Fate.DONE if result.choice > 1:
            choice = f"your choice number {result.choice}, {result.done}, was done"
            return f"{fallback}{result.text}{where}: {choice}. Not {because}."
        case Fate.DONE:
            return f"{fallback}{result.text}{where}: done."
        case Fate.SKIPPED:
            why = f": {reasons[0]}" if reasons else ", its condition was not true"
            return f"{fallback}{result.text}{where}: skipped{why}."
        case Fate.BLOCKED | Fate.REFUSED | Fate.ENDED if [refusal.text for refusal in result.refusals] == [result.text]:
            what = "ended" if result.fate is Fate.ENDED else "not possible"
            return f"{fallback}{result.text}{where}: {what}: {reasons[0]}."
        case Fate.BLOCKED | Fate.REFUSED | Fate.ENDED:
            return f"{fallback}{result.text}{where}: not possible: {because}."
        case Fate.SET_ASIDE:
            return f"{result.text}{where}: set aside with the order before it; please order again."
        case Fate.UNUSED:
            why = f": {reasons[0]}" if reasons else ", another of your orders counted"
            return f"{fallback}{result.text}{where}: not used{why}."
