"""Pages: all that a report says, from what its reader knows, before it is laid out; and the order form in it."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.act_kinds import Replace
from adjudicator.core.agenda import EMPTY
from adjudicator.core.chance import WantedOfSeats
from adjudicator.core.charter import MOVE_FILE_SCHEMA
from adjudicator.core.recorded_act import list_lent
from adjudicator.core.seat_names import SeatNames, cut_names, show
from adjudicator.core.table import Onlooker, Reader, Seat, Story
from adjudicator.intake.tokens import LINE_TO_FILL_IN
from adjudicator.registry import AnyGame
from adjudicator.report.acts_told import tell_acts
from adjudicator.report.context import ReportContext
from adjudicator.report.fates import Fates, Rerun, say_rerun, tell_changes, tell_fates
from adjudicator.report.on_file import OrdersOnFile, list_on_file
from adjudicator.report.strip import Strip, tell_points, write_strip


class Page(NamedTuple):
    """What a report says; sentences are for the reader named by ``audience``, the ``person`` where that has a name.

    ``outlook`` stands above the ``promises``. ``draws`` are patterns of what no report may leave out: the draws that it
    is checked for. ``standing`` says who has how many points, while that is worth a line. ``has_secret`` says that the
    proof beside the report shows the game's secret, ``replaced`` is how a report ends that a rerun takes the place of.
    """

    game: str
    title: str
    edition: str
    turn: int
    phase: str
    standing: str
    audience: str
    person: str
    over: bool
    strip: Strip
    filed: Sequence[OrdersOnFile]
    promises: Sequence[str]
    outlook: str
    fates: Fates
    story: Story
    draws: Sequence[str]
    form: str
    checked: str
    head: str
    has_secret: bool
    fragments: str
    rerun: str
    replaced: str
    acts: Sequence[str]
    pending: Sequence[str]
    changes: Sequence[str]
    carried: Sequence[str]


_NARROW = 12
"""Columns of a name in a table of plain text that has no room for more."""
_NARROWEST = 8
"""Those that a name has where that is too much."""
_NUMBER = re.compile(r"[0-9]+(?:e[0-9]+)?|0b[01]+")
HEAD_DIGITS = 16
"""How much of a head a form quotes: so much that nobody makes two histories whose heads begin alike."""


def build_page(context: ReportContext, reader: Reader) -> tuple[Page, Mapping[str, object]]:
    """The page for ``reader`` and the variables of the game's own fragments."""
    game, record = context.game, context.record
    known = game.views.see(record.state, context.agendas, reader)
    heard = [event for event in (game.views.hear(event, reader) for event in record.events) if event is not None]
    shown = show(game, context.names, known, reader, heard)
    over = not game.kernel.decisions(record.state)
    asks = context.asks
    name = reader.value if isinstance(reader, Onlooker) else reader
    plays = not isinstance(reader, Onlooker) and not over
    agenda = context.agendas.get(name, EMPTY)
    form = ""
    if plays:
        form = write_form(game, known, context.charter.id, record.number + 1, context.head, name, context.wanted)
    story = game.exhibit.tell(shown.known, shown.heard, shown.reader)
    phase = game.exhibit.phase_words(shown.known, shown.reader)
    scores = game.exhibit.scores(shown.known, shown.reader)
    page = Page(
        game=context.charter.id,
        title=game.title,
        edition=context.edition,
        turn=record.number,
        phase="The game is over" if over and story.lead else phase,
        standing="" if over else tell_points(scores, shown.reader),
        audience=name,
        person=context.names.write_out(name),
        over=over,
        strip=write_strip(context, shown.known, name, (story.lead or f"{phase}.") if over else ""),
        filed=list(list_on_file(context, shown.known, name)) if plays else (),
        promises=game.orders.say_outlook(shown.known, name, agenda, asked=any(ask.seat == name for ask in asks))
        if plays
        else (),
        outlook=game.orders.outlook_title,
        fates=tell_fates(
            context.results,
            context.names.call_reader(reader),
            game.orders.sentences,
            [context.names.call(seat) for seat in context.housed],
            fills=context.house_fills,
        ),
        story=story,
        draws=game.draw_sentences.sentences if game.draw_sentences else (),
        form=form,
        checked=shorten_head(context.head),
        head=context.head,
        has_secret=record.revealed is not None and reader is not Onlooker.MODERATOR,
        fragments=game.fragments,
        rerun="",
        replaced="",
        acts=tell_acts(context.acts, context.zone, context.names, reader, lent=name in context.lent),
        pending=_tell_pending(context, reader),
        changes=(),
        carried=(),
    )
    if context.rerun is not None:
        page = _mark_rerun(page, context, context.rerun, story.lines, reader)
    called = [seat for seat, _ in scores.rows]
    narrow, narrowest = cut_names(called, _NARROW), cut_names(called, _NARROWEST)
    table = {
        "columns": ("total", *scores.columns),
        "rows": [
            {
                **_label_row(context.names, seat, (seat, narrow[seat], narrowest[seat]), shown.reader),
                "called": seat,
                "cells": (cells[-1], *cells[:-1]),
            }
            for seat, cells in scores.rows
        ],
    }
    parts = game.exhibit.parts(shown.known, shown.reader, shown.heard)
    part = {**parts, "scores": table, "remarks": scores.remarks}
    return page, part


def _tell_pending(context: ReportContext, reader: Reader) -> Sequence[str]:
    """What was done since the turn; who has taken a seat since is not known to the report, which calls it by its id."""
    taken = [act.change.seat for act in context.pending if isinstance(act.change, Replace)]
    lent = list_lent(context.pending, context.lent)
    return tell_acts(context.pending, context.zone, context.names.without(taken), reader, lent=reader in lent)


def _label_row(names: SeatNames, called: str, brief: Sequence[str], reader: Reader) -> Mapping[str, object]:
    """Whose row it is: the seat that is ``called`` so, with the id that orders need where that is another word.

    ``shorter`` says it by the ``brief`` names, where there is no room for that; an id is not cut, but left out at last.
    ``ranked`` is how the list of winners has it.
    """
    you = ["you"] if called == reader else []
    ids = [seat for seat, name in names.of.items() if name == called]
    forms = [(called, you)] * (2 + len(brief))
    if ids:
        forms = [*((name, ids + you) for name in (names.write_out(ids[0]), *brief)), (brief[0], you)]
    whole, *shorter = (f"{name} ({', '.join(notes)})" if notes else name for name, notes in forms)
    notes = ids + you
    return {"seat": whole, "shorter": shorter, "ranked": f"{called} ({', '.join(notes)})" if notes else called}


def _mark_rerun(page: Page, context: ReportContext, rerun: Rerun, lines: Sequence[str], reader: Reader) -> Page:
    """``page`` with what its turn takes the place of, what that changed, and what becomes of the reader's files.

    The moderator is told of everybody's files. ``lines`` tell the turn to the reader.
    """
    carried: Sequence[str] = ()
    if reader is Onlooker.MODERATOR:
        carried = [f"{context.names.call(seat)}: {line}" for seat, news in rerun.carried.items() for line in news]
    elif not isinstance(reader, Onlooker):
        carried = rerun.carried.get(reader, ())
    changes = tell_changes(context.game, context.names, rerun, lines, reader)
    replaced = shorten_head(rerun.head)
    return page._replace(rerun=say_rerun(context.record.number), replaced=replaced, changes=changes, carried=carried)


def shorten_head(head: str) -> str:
    """The first digits of ``head``, as players read them to each other: ``4f3c 91d2``."""
    return f"{head[:4]} {head[4:8]}"


def _write_head(head: str) -> str:
    """Its first digits; in quotes, which phones bend, only where an editor would take them for a number."""
    digits = head[:HEAD_DIGITS]
    return f'"{digits}"' if _NUMBER.fullmatch(digits) else digits


def write_form(
    game: AnyGame, known: object, game_id: str, turn: int, head: str, seat: Seat, wanted: WantedOfSeats | None = None
) -> str:
    """The form with which ``seat``, who knows ``known``, answers the report with ``head`` in ``turn``.

    ``wanted`` is what the turn wants of seats besides orders, if anything.
    """
    lines = [
        f"# yaml-language-server: $schema={MOVE_FILE_SCHEMA}",
        f"game: {game_id}",
        f"turn: {turn}",
        f"seat: {seat}",
        LINE_TO_FILL_IN,
        f"after: {_write_head(head)}",
        *(wanted.write_lines(seat) if wanted else ()),
        *game.exhibit.form_lines(known, seat),
    ]
    return "\n".join(lines) + "\n"
