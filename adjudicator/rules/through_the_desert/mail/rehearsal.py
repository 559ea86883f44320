"""A seat's next move as its agenda would make it, as things stand, by the same code that makes it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import takewhile
from typing import NamedTuple, NoReturn

from adjudicator.core.agenda import Act, Agenda, Blocked, Fate, OrderResult, Question, Source
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.table import Decision, Pacing, SeatNumber
from adjudicator.rules.through_the_desert.legal import DECISIONS, Action, is_legal, list_legal
from adjudicator.rules.through_the_desert.mail.asks import come_to_move
from adjudicator.rules.through_the_desert.mail.conditions import list_worlds
from adjudicator.rules.through_the_desert.mail.moves import answer_decision, answer_silence
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.state import State


class MoveStep(NamedTuple):
    """Something done in a move, and where it came from; ``position`` is the one it was done in."""

    action: Action
    source: Source
    position: State


class Rehearsal(NamedTuple):
    """A move as it would go: what is done, what became of orders, how much is left open, and whether by a block.

    Where that depends on the worth of face-down water taken in the move, it is ``unsettled``: ``steps`` are those done
    in any case, and ``left`` is what is left open at least.
    """

    steps: tuple[MoveStep, ...]
    results: tuple[OrderResult, ...]
    left: int
    blocked: bool
    agenda: Agenda
    unsettled: bool = False


def _know_nothing(seat: str) -> NoReturn:
    raise NotImplementedError(f"no order of one seat asks what {seat} knows")


def rehearse(known: State, seat: SeatNumber, agenda: Agenda, when_silent: WhenSilent) -> Rehearsal:
    """The next move of ``seat``, were it on move now; ``when_silent`` says what is done where its orders do not."""
    ways = list(
        _go_on(come_to_move(known, seat), seat, when_silent, Rehearsal((), (), 0, blocked=False, agenda=agenda))
    )
    first = ways[0]
    if len({(tuple((step.action, step.source) for step in way.steps), way.left) for way in ways}) == 1:
        return first
    columns = takewhile(
        lambda column: len({(step.action, step.source) for step in column}) == 1,
        zip(*(way.steps for way in ways), strict=False),
    )
    steps = tuple(column[0] for column in columns)
    return first._replace(steps=steps, left=min(way.left for way in ways), unsettled=True)


def _go_on(position: State, seat: SeatNumber, when_silent: WhenSilent, so_far: Rehearsal) -> Iterator[Rehearsal]:
    """How the move can go on from ``position``: one way for each worth of the face-down water that is taken."""
    name = position.table.seats[seat]
    if not position.left or not len(legal := list_legal(position, seat)):
        yield so_far
        return
    question = Question(
        decision=Decision(name, DECISIONS[position.phase].value),
        known=position,
        legal=legal,
        agendas={name: so_far.agenda},
        pacing=Pacing.SEAT,
        allows=partial(is_legal, position, seat),
        know=_know_nothing,
    )
    reply = answer_decision(question)
    agenda, results = reply.agendas.get(name, so_far.agenda), so_far.results + reply.results
    blocked = so_far.blocked or isinstance(reply, Blocked) or any(r.fate is Fate.BLOCKED for r in reply.results)
    if not isinstance(reply, Act) and when_silent.allows_fallback(blocked=blocked):
        reply = answer_silence(question._replace(agendas={name: agenda}))
        agenda, results = reply.agendas.get(name, agenda), results + reply.results
    if not isinstance(reply, Act):
        yield Rehearsal(so_far.steps, results, position.left, blocked, agenda)
        return
    steps = (*so_far.steps, MoveStep(reply.action, results[-1].source, position))
    after, _ = carry_out(position, seat, reply.action)
    for world in list_worlds(after, seat) if after.left else [after]:
        yield from _go_on(world, seat, when_silent, Rehearsal(steps, results, 0, blocked, agenda))
