"""A seat's next move as its agenda would make it, as things stand, by the same code that makes it."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple, NoReturn

from adjudicator.core.agenda import Act, Agenda, Blocked, Fate, OrderResult, Question, Source
from adjudicator.core.driver import WhenSilent
from adjudicator.core.table import Decision, Pacing
from adjudicator.rules.through_the_desert.legal import Action, is_legal, list_legal
from adjudicator.rules.through_the_desert.mail.asks import DECISIONS, come_to_move
from adjudicator.rules.through_the_desert.mail.moves import answer_decision, answer_silence
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.state import State


class MoveStep(NamedTuple):
    """Something done in a move, and where it came from; ``position`` is the one it was done in."""

    action: Action
    source: Source
    position: State


class Rehearsal(NamedTuple):
    """A move as it would go: what is done, what became of orders, how much is left open, and whether by a block."""

    steps: tuple[MoveStep, ...]
    results: tuple[OrderResult, ...]
    left: int
    blocked: bool
    agenda: Agenda


def _know_nothing(seat: str) -> NoReturn:
    raise NotImplementedError(f"no order of one seat asks what {seat} knows")


def rehearse(known: State, seat: int, agenda: Agenda, leave: WhenSilent) -> Rehearsal:
    """The next move of ``seat``, were it on move now, with what ``leave`` allows where its orders give no answer."""
    position, name = come_to_move(known, seat), known.table.seats[seat]
    decision = Decision(name, DECISIONS[position.phase].value)
    steps: list[MoveStep] = []
    results: list[OrderResult] = []
    blocked = False
    while position.left and len(legal := list_legal(position, seat)):
        question = Question(
            decision=decision,
            known=position,
            legal=legal,
            agendas={name: agenda},
            pacing=Pacing.SEAT,
            allows=partial(is_legal, position, seat),
            know=_know_nothing,
        )
        reply = answer_decision(question)
        agenda = reply.agendas.get(name, agenda)
        results += reply.results
        blocked = blocked or isinstance(reply, Blocked) or any(r.fate is Fate.BLOCKED for r in reply.results)
        if not isinstance(reply, Act) and leave.allows_fallback(blocked=blocked):
            reply = answer_silence(question._replace(agendas={name: agenda}))
            agenda = reply.agendas.get(name, agenda)
            results += reply.results
        if not isinstance(reply, Act):
            return Rehearsal(tuple(steps), tuple(results), position.left, blocked, agenda)
        steps.append(MoveStep(reply.action, results[-1].source, position))
        position, _ = carry_out(position, seat, reply.action)
    return Rehearsal(tuple(steps), tuple(results), 0, blocked, agenda)
