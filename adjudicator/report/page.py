"""Pages: all that a report says, from what its reader knows, before it is laid out; and the order form in it."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, tzinfo
from typing import Any, NamedTuple

from adjudicator.core.agenda import EMPTY, NOTHING_CHANGED, Agenda, Ask, Item, OrderResult
from adjudicator.core.chance import WantedOfSeats
from adjudicator.core.charter import MOVE_FILE_SCHEMA, Charter, MissedPolicy
from adjudicator.core.recorded_act import RecordedAct, seat_house, tell_act
from adjudicator.core.seat_names import NO_NAMES, SeatNames, cut_names, show
from adjudicator.core.table import Onlooker, Reader, Seat, Story
from adjudicator.intake.tokens import LINE_TO_FILL_IN
from adjudicator.kit.words import count_of, join_words
from adjudicator.proof.proof_file import ProofWriter
from adjudicator.registry import AnyGame
from adjudicator.report.acts_told import tell_acts
from adjudicator.report.fates import Fates, Rerun, say_rerun, tell_changes, tell_fates
from adjudicator.report.strip import Strip, tell_points, write_strip
from adjudicator.store.record import TurnRecord


class OrdersOnFile(NamedTuple):
    """Orders of one kind that a seat has on file, each in a few words, and what should be said of them.

    ``numbers`` are those by which they are called; where there are none, it is by their places. Where ``brief`` names
    them by their kinds, the orders themselves are folded away; ``changes`` say what is not as in the last report, and
    ``gist`` names it by kinds alone.
    """

    what: str
    orders: Sequence[str]
    remark: str = ""
    numbers: Sequence[int] = ()
    brief: str = ""
    changes: Sequence[str] = ()
    gist: Sequence[str] = ()


class Page(NamedTuple):
    """What a report says; sentences are for the reader named by ``audience``, the ``person`` where that has a name.

    ``outlook`` stands above the ``promises``. ``draws`` are patterns of what no report may leave out: the draws that it
    is checked for. ``standing`` says who has how many points, while that is worth a line.
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
    secret: str
    fragments: str
    rerun: str
    acts: Sequence[str]
    pending: Sequence[str]
    changes: Sequence[str]
    carried: Sequence[str]


class ReportContext(NamedTuple):
    """The turn a report is about, and the game around it, whose ``charter`` was in force in that turn.

    ``acts`` are those of the moderator that the turn took up, ``pending`` those made since (never in a report that is
    kept), ``rerun`` says what the turn takes the place of, ``proofs`` writes its proofs, where it has any. ``wanted``
    is what the next turn wants of seats besides orders, ``remarks`` tells what they add to draws, by what it is given
    to call them. ``names`` are what seats are called, ``zone`` is where deadlines are told. ``before`` are the agendas
    after the turn before, ``results`` what became of orders, with the seats renamed.
    """

    game: AnyGame
    charter: Charter
    asks: tuple[Ask, ...]
    record: TurnRecord[Any]
    head: str
    acts: tuple[RecordedAct, ...] = ()
    rerun: Rerun | None = None
    pending: tuple[RecordedAct, ...] = ()
    proofs: ProofWriter | None = None
    wanted: WantedOfSeats | None = None
    remarks: Callable[[Callable[[Seat], str]], Iterable[str]] = lambda _: ()
    names: SeatNames = NO_NAMES
    zone: tzinfo = UTC
    before: Mapping[Seat, Agenda] = NOTHING_CHANGED
    results: Sequence[OrderResult] = ()

    @property
    def edition(self) -> str:
        """What the edition that is played is, in its first words; empty where the game has but one."""
        editions, name = self.game.editions, self.charter.setting.edition
        title = editions.get(name, name).partition(",")[0].removeprefix("the ") if len(editions) > 1 else ""
        return title[:1].upper() + title[1:]

    @property
    def housed(self) -> Collection[Seat]:
        """The seats that the house played when the turn began."""
        began = seat_house(self.before, self.acts) if self.before else self.before
        return [seat for seat, agenda in began.items() if agenda.house]

    @property
    def house_fills(self) -> bool:
        """Whether the house was to play for whoever had missed the deadline when the turn ran."""
        run = self.record.circumstances
        to_house = self.game.house is not None and self.charter.missed is MissedPolicy.HOUSE
        return to_house and run.late and not run.forced


_FEW, _SHORT = 3, 70
"""So many standing orders of so many letters are listed rather than folded away."""
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
        filed=list(_list_filed(context, shown.known, name)) if plays else (),
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
        secret=record.revealed or "",
        fragments=game.fragments,
        rerun="",
        acts=tell_acts(context.acts, context.zone, context.names, reader),
        pending=[tell_act(act, context.zone, context.names) for act in context.pending],
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
    return page._replace(rerun=say_rerun(rerun, context.record.number), changes=changes, carried=carried)


def _list_filed(context: ReportContext, known: object, name: str) -> Iterator[OrdersOnFile]:
    """All that is on file from the reader, who knows ``known``: orders, plan, fallback, standing orders.

    Of standing orders it is said what has changed since the turn before.
    """
    game, before = context.game, context.before.get(name, EMPTY)
    agenda = context.record.agendas.get(name, EMPTY)

    def say_over(items: Sequence[Item], numbers: Sequence[int] = ()) -> str:
        return _say_over([game.orders.is_over(known, name, item.order) for item in items], numbers)

    if agenda.items:
        asked = any(ask.seat == name for ask in context.asks)
        they, them = ("They are", "them") if len(agenda.items) > 1 else ("It is", "it")
        remark = "" if asked else f"{they} carried out when it is your turn. Newer orders replace {them}."
        numbers = game.orders.number(agenda)
        over = say_over(agenda.items, numbers)
        yield OrdersOnFile("Orders", _quote(game, agenda.items), over or remark, numbers=numbers)
    if agenda.answers:
        remark = say_over(agenda.answers) or "This is in addition to your other orders."
        yield OrdersOnFile("Answers", _quote(game, agenda.answers), remark)
    if agenda.later:
        yield OrdersOnFile(
            "Your plan for after this move",
            _quote(game, agenda.later),
            "To keep it, send only the orders for this move. Orders beyond this move take its place, and "
            "'orders: []' deletes it.",
        )
    if agenda.fallback:
        yield OrdersOnFile("Fallback orders", _quote(game, agenda.fallback), say_over(agenda.fallback))
    changed = agenda.standing != before.standing
    changes, gist = (
        list(_list_changes(game, agenda.standing, before.standing, short)) if changed else [] for short in (_SHORT, 0)
    )
    if agenda.standing or changes:
        orders = _quote(game, agenda.standing)
        few = len(orders) <= _FEW and all(len(words) <= _SHORT for words in orders)
        brief = "" if few else _count_kinds(item.order.kind for item in agenda.standing)
        if few and not before.standing:
            changes = gist = ["New since your last report."]
        yield OrdersOnFile("Standing orders", orders, say_over(agenda.standing), (), brief, changes, gist)


def _say_over(over: Sequence[bool], numbers: Sequence[int]) -> str:
    """That some of the orders of a list, or all, are ``over``; nothing where none is."""
    if not any(over):
        return ""
    which = [str(number) for number, one in zip(numbers or range(1, len(over) + 1), over, strict=True) if one]
    what = join_words(which) if len(which) < len(over) else "They" if len(over) > 1 else "It"
    verb, counts = ("is", "counts") if len(which) == 1 else ("are", "count")
    return f"{what} {verb} for a part of the game that is over, and no longer {counts}."


def _list_changes(game: AnyGame, after: Sequence[Item], before: Sequence[Item], short: int) -> Iterator[str]:
    """The standing orders that are new, changed or gone; how often one may still act makes no other of it.

    Those of more than ``short`` letters are named by their kinds: they stand in full where all are listed.
    """
    now, then = ({words: item.order.kind for words, item in _quote_each(game, items)} for items in (after, before))
    gone = [kind for words, kind in then.items() if words not in now]
    changes: dict[str, list[tuple[str, str]]] = {"Changed": [], "New": [], "Gone": []}
    for words, kind in now.items():
        if words not in then:
            if kind in gone:
                gone.remove(kind)
                changes["Changed"].append((words, kind))
            else:
                changes["New"].append((words, kind))
    changes["Gone"] += [(words, kind) for words, kind in then.items() if words not in now and kind in gone]
    lines = []
    for what, orders in changes.items():
        lines += [f"{what}: {words}" for words, _ in orders if len(words) <= short]
        if long := [kind for words, kind in orders if len(words) > short]:
            lines.append(f"You changed {_name_kinds(long)}" if what == "Changed" else f"{what}: {_count_kinds(long)}")
    rest = " The others stay." if now.keys() & then.keys() else ""
    yield from [f"{line}.{rest if line == lines[-1] else ''}" for line in lines]


def _quote_each(game: AnyGame, items: Sequence[Item]) -> Iterator[tuple[str, Item]]:
    for item in items:
        yield game.orders.quote(item.order._replace(times=None)), item


def _count_kinds(kinds: Iterable[str]) -> str:
    """``robber, 6 offers and bid``: the kinds of orders, in the order in which they stand."""
    return join_words([kind if count == 1 else count_of(count, kind) for kind, count in Counter(kinds).items()])


def _name_kinds(kinds: Iterable[str]) -> str:
    """``'robber' and 2 offers``: a single order by the key that it is written with."""
    return join_words([f"'{kind}'" if count == 1 else count_of(count, kind) for kind, count in Counter(kinds).items()])


def _quote(game: AnyGame, items: Sequence[Item]) -> list[str]:
    return [game.orders.quote(item.order) for item in items]


def rename_results(game: AnyGame, names: SeatNames, results: Sequence[OrderResult]) -> Sequence[OrderResult]:
    """What became of orders, with the seats renamed."""
    if not names.of:
        return results
    return [
        result._replace(
            seat=names.call(result.seat),
            refusals=tuple(
                refusal._replace(facts=names.in_facts(refusal.facts, game.seat_facts)) for refusal in result.refusals
            ),
        )
        for result in results
    ]


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
