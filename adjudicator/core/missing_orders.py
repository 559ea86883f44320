"""Who is asked, whose orders are missing, and what happens to a seat by what is on file of it: one table.

``docs/moderators.md`` has the same table in words; a test holds one against the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from adjudicator.core.agenda import EMPTY, Agenda, Ask, Question, leave_out_drafts
from adjudicator.core.charter import MissedPolicy
from adjudicator.core.table import Decision, Onlooker, Pacing, Seat

if TYPE_CHECKING:
    from adjudicator.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
K = TypeVar("K")


class OnFile(Enum):
    """What there is of a seat when somebody looks whether the turn can run."""

    SUBMITTED = "orders"
    STANDING = "standing orders that answer"
    DRAFT = "a draft alone"
    FALLBACK = "fallback orders alone"
    NOTHING = "nothing"
    NOT_ASKED = "nothing, and it is not asked"
    ABSENT = "nothing, and it is on holiday"
    DELEGATED = "nothing, and a substitute plays it"
    HOUSE = "nothing, and the house plays it"


class Outcome(Enum):
    """What is done about it."""

    WAIT = "wait"
    EXTEND = "extend"
    """The deadline moves beyond the holiday."""
    USE = "use"
    """What is on file counts."""
    SUBSTITUTE = "substitute"
    """The substitute is asked, and waited for."""
    HOUSE = "house"
    """The house player decides."""
    SKIP = "skip"
    """Nobody waits for the seat: the game does what it does for a silent one. A game that cannot go on so waits."""


class Row(NamedTuple):
    """What is done before the deadline, and after it by each policy."""

    before: Outcome
    game: Outcome
    wait: Outcome
    house: Outcome


_USED = Row(Outcome.USE, Outcome.USE, Outcome.USE, Outcome.USE)
TABLE: Mapping[OnFile, Row] = {
    OnFile.SUBMITTED: _USED,
    OnFile.STANDING: _USED,
    OnFile.DRAFT: _USED._replace(before=Outcome.WAIT),
    OnFile.FALLBACK: _USED._replace(before=Outcome.WAIT),
    OnFile.NOTHING: Row(Outcome.WAIT, Outcome.SKIP, Outcome.WAIT, Outcome.HOUSE),
    OnFile.NOT_ASKED: Row(Outcome.SKIP, Outcome.SKIP, Outcome.SKIP, Outcome.SKIP),
    OnFile.ABSENT: Row(Outcome.EXTEND, Outcome.SKIP, Outcome.WAIT, Outcome.HOUSE),
    OnFile.DELEGATED: Row(Outcome.SUBSTITUTE, Outcome.SKIP, Outcome.WAIT, Outcome.HOUSE),
    OnFile.HOUSE: Row(Outcome.HOUSE, Outcome.HOUSE, Outcome.HOUSE, Outcome.HOUSE),
}
"""What is done, by what is on file."""


def decide(on_file: OnFile, missed: MissedPolicy, *, late: bool) -> Outcome:
    """What the table says; ``late`` is whether the deadline has passed."""
    row = TABLE[on_file]
    if not late:
        return row.before
    return {MissedPolicy.GAME: row.game, MissedPolicy.WAIT: row.wait, MissedPolicy.HOUSE: row.house}[missed]


def decide_for_silent(agenda: Agenda, missed: MissedPolicy) -> Outcome:
    """What is done for a seat that is asked, whose orders give no answer and whose deadline has passed."""
    on_file = OnFile.HOUSE if agenda.house else OnFile.FALLBACK if agenda.fallback else OnFile.NOTHING
    return decide(on_file, missed, late=True)


class WhenSilent(NamedTuple):
    """What may be done for a seat whose own orders give no answer.

    ``fall_back_when_blocked`` is the charter's policy; ``late`` says that the deadline has passed, ``force`` that
    the moderator wants the turn run whatever is missing. ``missed`` is the policy for a seat that has nothing on file.
    """

    fall_back_when_blocked: bool = False
    late: bool = False
    force: bool = False
    missed: MissedPolicy = MissedPolicy.GAME

    def allows_fallback(self, *, blocked: bool) -> bool:
        """Whether fallback orders may answer for a seat that was asked, ``blocked`` or silent."""
        return self.force or (self.fall_back_when_blocked if blocked else self.late)


def list_asked(game: Game[S, A, K], state: S, agendas: Mapping[Seat, Agenda], pacing: Pacing) -> tuple[Ask, ...]:
    """What is asked before the next turn; it depends on nothing but what everybody knows."""
    return leave_out_house(game.orders.asks(game.views.see(state, agendas, Onlooker.PUBLIC), pacing), agendas)


def leave_out_house(asks: tuple[Ask, ...], agendas: Mapping[Seat, Agenda]) -> tuple[Ask, ...]:
    """Those of ``asks`` that are of persons; everybody knows which seats the house plays."""
    if not any(agenda.house for agenda in agendas.values()):
        return asks
    return tuple(ask for ask in asks if not agendas.get(ask.seat, EMPTY).house)


def find_missing(
    game: Game[S, A, K], state: S, agendas: Mapping[Seat, Agenda], asks: tuple[Ask, ...], *, falls_back: bool
) -> list[Ask]:
    """Those of ``asks`` that must be answered and are not; a draft is no answer.

    Nobody is missing any more where what the others have answered decides. ``falls_back`` is the charter's policy for
    blocked orders: only by it fallback orders answer too.
    """
    must = [ask for ask in asks if ask.must]
    missing = [ask for ask in must if not _is_answered(game, state, agendas, ask, falls_back=falls_back)]
    if not missing or len(missing) == len(must):
        return missing
    decision = game.kernel.decisions(state)[0]
    # only by seat do several answer one question
    question = put_question(game, state, agendas, decision, Pacing.SEAT)
    return [] if game.orders.is_certain(question, {ask.seat for ask in missing}) else missing


def _is_answered(game: Game[S, A, K], state: S, agendas: Mapping[Seat, Agenda], ask: Ask, *, falls_back: bool) -> bool:
    agenda = leave_out_drafts(agendas.get(ask.seat, EMPTY))
    if agenda is None:
        return False
    known = game.views.see(state, agendas, ask.seat)
    return game.orders.answers(known, list_answering(agenda, falls_back=falls_back), ask)


def say_if_silent(game: Game[S, A, K], known: K, agenda: Agenda, ask: Ask, when_silent: WhenSilent) -> str:
    """What will happen if the seat that is asked sends nothing more: for it alone, in a sentence or two."""
    falls_back = when_silent.fall_back_when_blocked
    if when_silent.late and not game.orders.answers(known, list_answering(agenda, falls_back=falls_back), ask):
        match decide_for_silent(agenda, when_silent.missed):
            case Outcome.HOUSE:
                return "If you send nothing by the deadline, the house plays for you this time."
            case Outcome.WAIT:
                return "If you send nothing, the game waits for you, even when the deadline has passed."
    return game.orders.say_if_silent(known, agenda, ask, when_silent)


def list_answering(agenda: Agenda, *, falls_back: bool) -> Agenda:
    """What of ``agenda`` can answer before a turn: fallback orders only where they may act for blocked ones."""
    return agenda if falls_back else agenda._replace(fallback=())


def put_question(
    game: Game[S, A, K], state: S, agendas: Mapping[Seat, Agenda], decision: Decision, pacing: Pacing
) -> Question[K, A]:
    """The question that an open ``decision`` puts to the orders of its seat."""
    return Question(
        decision=decision,
        known=game.views.see(state, agendas, decision.seat),
        legal=game.kernel.legal(state, decision.seat),
        agendas=agendas,
        pacing=pacing,
        allows=partial(game.kernel.is_legal, state, decision.seat),
        know=partial(game.views.see, state, agendas),
    )
