"""Pages: all that a report says, gathered from what its reader knows, before it is laid out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, tzinfo
from typing import Any, NamedTuple

from adjudicator.core.agenda import EMPTY, Agenda, Ask, Fate, Item, OrderResult, Source
from adjudicator.core.charter import WhenBlocked
from adjudicator.core.mixing import WantedOfSeats
from adjudicator.core.recorded_act import RecordedAct, tell_act
from adjudicator.core.seat_names import NO_NAMES, SeatNames, show
from adjudicator.core.table import Onlooker, Reader
from adjudicator.registry import AnyGame
from adjudicator.report.form import shorten_head, write_form
from adjudicator.report.proof_writer import ProofWriter
from adjudicator.report.rerun import Rerun, say_rerun, tell_changes
from adjudicator.report.strip import Strip, write_strip
from adjudicator.store.record import TurnRecord


class News(NamedTuple):
    """What happened in one turn."""

    turn: int
    lines: Sequence[str]


class OrdersOnFile(NamedTuple):
    """Orders of one kind that a seat has on file, each in a few words, and what should be said of them.

    ``numbers`` are those by which they are called; where there are none, it is by their places.
    """

    what: str
    orders: Sequence[str]
    remark: str = ""
    folded: bool = False
    numbers: Sequence[int] = ()


class Page(NamedTuple):
    """What a report says; sentences are for the reader named by ``audience``, the ``person`` where that has a name."""

    game: str
    title: str
    edition: str
    turn: int
    phase: str
    audience: str
    person: str
    over: bool
    strip: Strip
    filed: Sequence[OrdersOnFile]
    promises: Sequence[str]
    results: Sequence[str]
    news: Sequence[News]
    form: str
    checked: str
    head: str
    secret: str
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
    ``edition`` is empty where the game has but one. ``names`` are what seats are called, ``zone`` is where deadlines
    are told.
    """

    game: AnyGame
    game_id: str
    edition: str
    asks: tuple[Ask, ...]
    when_blocked: WhenBlocked
    sample: bool
    record: TurnRecord[Any]
    head: str
    acts: tuple[RecordedAct, ...] = ()
    rerun: Rerun | None = None
    pending: tuple[RecordedAct, ...] = ()
    proofs: ProofWriter | None = None
    wanted: WantedOfSeats | None = None
    remarks: Sequence[str] = ()
    names: SeatNames = NO_NAMES
    zone: tzinfo = UTC


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def build_page(context: ReportContext, reader: Reader) -> tuple[Page, Mapping[str, object]]:
    """The page for ``reader`` and the variables of the game's own fragments."""
    game, record = context.game, context.record
    known = game.views.see(record.state, record.agendas, reader)
    heard = [event for event in (game.views.hear(event, reader) for event in record.events) if event is not None]
    shown = show(game, context.names, known, reader, heard)
    over = not game.kernel.decisions(record.state)
    asks = context.asks
    name = reader.value if isinstance(reader, Onlooker) else reader
    plays = not isinstance(reader, Onlooker) and not over
    agenda = record.agendas.get(name, EMPTY)
    form = ""
    if plays:
        form = write_form(game, known, context.game_id, record.number + 1, context.head, name, context.wanted)
    lines = game.exhibit.tell(shown.known, shown.heard, shown.reader)
    phase = game.exhibit.phase_words(shown.known)
    page = Page(
        game=context.game_id,
        title=game.title,
        edition=context.edition,
        turn=record.number,
        phase=phase,
        audience=name,
        person=context.names.of.get(name, ""),
        over=over,
        strip=write_strip(context, shown.known, name, phase if over else ""),
        filed=list(_list_filed(game, agenda, asks, name)) if plays else (),
        promises=game.orders.say_outlook(shown.known, name, agenda, asked=any(ask.seat == name for ask in asks))
        if plays
        else (),
        results=_tell_results(_rename_results(context), context.names.call_reader(reader), game.orders.sentences),
        news=[News(record.number, lines)] if lines else [],
        form=form,
        checked=shorten_head(context.head),
        head=context.head,
        secret=record.revealed or "",
        fragments=game.fragments,
        rerun="",
        acts=[tell_act(act, context.zone) for act in context.acts],
        pending=[tell_act(act, context.zone) for act in context.pending],
        changes=(),
        carried=(),
    )
    if context.rerun is not None:
        page = _mark_rerun(page, context, context.rerun, lines, reader)
    scores = game.exhibit.scores(shown.known, shown.reader)
    table = {
        "columns": ("total", *scores.columns),
        "rows": [
            {"seat": _label_row(context.names, seat, shown.reader), "cells": (cells[-1], *cells[:-1])}
            for seat, cells in scores.rows
        ],
    }
    parts = game.exhibit.parts(shown.known, shown.reader, shown.heard)
    part = {**parts, "scores": table, "remarks": scores.remarks}
    return page, part


def _label_row(names: SeatNames, called: str, reader: Reader) -> str:
    """Whose row it is: the seat that is ``called`` so, with the id that orders need where that is another word."""
    ids = [seat for seat, name in names.of.items() if name == called]
    notes = ", ".join([*ids, *(["you"] if called == reader else [])])
    return f"{called} ({notes})" if notes else called


def _mark_rerun(page: Page, context: ReportContext, rerun: Rerun, lines: Sequence[str], reader: Reader) -> Page:
    """``page`` with what its turn takes the place of, what that changed, and what becomes of the reader's files.

    The moderator is told of everybody's files. ``lines`` tell the turn to the reader.
    """
    carried: Sequence[str] = ()
    if reader is Onlooker.MODERATOR:
        carried = [f"{context.names.call(seat)}: {line}" for seat, told in rerun.carried.items() for line in told]
    elif not isinstance(reader, Onlooker):
        carried = rerun.carried.get(reader, ())
    changes = tell_changes(context.game, context.names, rerun, lines, reader)
    return page._replace(rerun=say_rerun(rerun, context.record.number), changes=changes, carried=carried)


def _list_filed(game: AnyGame, agenda: Agenda, asks: Sequence[Ask], name: str) -> Iterator[OrdersOnFile]:
    """All that is on file from the reader, asked or not: orders, plan, fallback, standing orders."""
    if agenda.items:
        asked = any(ask.seat == name for ask in asks)
        remark = "" if asked else "They are for when play comes to you. Other orders take their place."
        yield OrdersOnFile("Orders", _quote(game, agenda.items), remark, numbers=game.orders.number(agenda))
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
        yield OrdersOnFile("Standing orders", _quote(game, agenda.standing), folded=True)


def _quote(game: AnyGame, items: Sequence[Item]) -> list[str]:
    return [game.orders.quote(item.order) for item in items]


def _name_ordinal(number: int) -> str:
    return _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"{number}th"


def _rename_results(context: ReportContext) -> list[OrderResult]:
    """What became of orders, with the seats renamed."""
    names, seat_facts = context.names, context.game.seat_facts
    return [
        result._replace(
            seat=names.call(result.seat),
            refusals=tuple(
                refusal._replace(facts=names.in_facts(refusal.facts, seat_facts)) for refusal in result.refusals
            ),
        )
        for result in context.record.results
    ]


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
            choice = f"{result.done}{where}, your {_name_ordinal(result.choice)} choice"
            return f"{fallback}{choice}. Not {because}."
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
