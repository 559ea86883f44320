"""Deadlines and missing orders: who is asked, when deadlines fall and have passed, and what happens to a silent seat.

Deadlines are of classes, such as ``turn`` and ``vote``. The charter gives the rule of each class, every turn that does
something sets them anew, and acts of the moderator move them. A turn is late when all deadlines have passed of what
must be answered, and the grace after them: from then on it runs without the answers, and :class:`WhenSilent` says what
may be done in the seats' names. Who has not answered is found by :func:`find_missing`, deadline or not.

What happens to a seat that is asked, by what is on file of it, ``docs/moderators.md`` has in a table; tests play by it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, timedelta, tzinfo
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from adjudicator.core.act_kinds import Deadlines, Extend, Holiday, Pause, Replace, Resume, Rewind
from adjudicator.core.agenda import EMPTY, Agenda, Ask, Question, leave_out_drafts
from adjudicator.core.charter import Charter, MissedPolicy
from adjudicator.core.order import Gravity, MoveFile
from adjudicator.core.recorded_act import RecordedAct, list_lent
from adjudicator.core.rhythm import (
    DAY,
    Break,
    Rhythm,
    Rules,
    count_least,
    find_after,
    find_allowed,
    find_deadline,
    find_grace,
)
from adjudicator.core.table import Decision, Onlooker, Pacing, Seat

if TYPE_CHECKING:
    from adjudicator.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
K = TypeVar("K")


def find_policy(agenda: Agenda, missed: MissedPolicy) -> MissedPolicy:
    """What is done for a seat that is asked, whose orders give no answer and whose deadline has passed.

    ``missed`` is the charter's policy. Fallback orders are used whatever it says: that is what the game does first.
    Where none of them is possible, it is as if there were none.
    """
    if agenda.house:
        return MissedPolicy.HOUSE
    return MissedPolicy.GAME if agenda.fallback else missed


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

    def calls_house(self, *, blocked: bool) -> bool:
        """Whether the house plays for a seat that was asked where its fallback orders give no answer either."""
        return self.late and self.missed is MissedPolicy.HOUSE and not blocked and not self.force


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


_HOUSE_PLAYS = "the house plays for you this time"
_HOUSE_FILLS = "the house plays what they leave open this time"


def say_if_silent(game: Game[S, A, K], known: K, agenda: Agenda, ask: Ask, when_silent: WhenSilent) -> str:
    """What will happen if the seat that is asked sends nothing more: for it alone, in a sentence or two."""
    falls_back = when_silent.fall_back_when_blocked
    if (
        ask.must
        and when_silent.late
        and not ask.advises
        and not game.orders.answers(known, list_answering(agenda, falls_back=falls_back), ask)
    ):
        match find_policy(agenda, when_silent.missed):
            case MissedPolicy.HOUSE if game.house is None or game.house.answers(ask):
                # what is on file counts first, and the house plays nothing where that is blocked
                if agenda.items and not game.orders.halts:
                    return f"If you send nothing by the deadline, your orders on file count; {_HOUSE_FILLS}."
                if not (game.orders.halts and (agenda.items or agenda.standing)):
                    return f"If you send nothing by the deadline, {ask.unsaid}{_HOUSE_PLAYS}."
            case MissedPolicy.WAIT:
                return "If you send nothing, the game waits for you, even after the deadline."
    return game.orders.say_if_silent(known, agenda, ask, when_silent)


def announce_house(why: str, condition: str = "") -> str:
    """That the house will play if the seat sends nothing, under a ``condition``, and ``why`` its fallback does not."""
    return f"If you send nothing by the deadline, {condition}{_HOUSE_PLAYS}: {why}."


def is_lost(game: Game[S, A, K], known: K, agenda: Agenda, wanted: Sequence[Ask], *, falls_back: bool) -> bool:
    """Whether the orders on ``agenda`` would be refused, were they sent now by the seat of which ``wanted`` is asked.

    It is not lost where its standing orders answer all of that, or fallback orders may act for blocked ones.
    """
    if not game.orders.halts or not (wanted and agenda.items) or (falls_back and agenda.fallback):
        return False
    alone = agenda._replace(items=())
    if agenda.standing and all(game.orders.answers(known, alone, ask) for ask in wanted):
        return False
    return are_impossible(game, known, agenda, wanted[0].seat)


def are_impossible(game: Game[S, A, K], known: K, agenda: Agenda, seat: Seat) -> bool:
    """Whether the orders on ``agenda``, of which there are some, would be refused, were they sent now by ``seat``."""
    file = MoveFile("", 0, seat, orders=tuple(item.order for item in agenda.items))
    return any(problem.gravity is not Gravity.UNWISE for problem in game.orders.check(known, seat, file))


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


_NOT_LONG = timedelta(hours=1)
"""For so long a program may be off, and nobody has lost time by it."""


def set_deadlines(charter: Charter, now: datetime, zone: tzinfo) -> Deadlines:
    """The deadlines that begin at ``now``; ``zone`` is the time zone of the charter."""
    return {name: find_deadline(rule, now, zone) for name, rule in charter.deadlines.items()}


def move_deadlines(due: Deadlines, acts: Sequence[RecordedAct]) -> Deadlines:
    """The deadlines that hold after ``acts`` where ``due`` held before them."""
    for act in acts:
        if isinstance(act.change, Rewind):
            due = act.change.due
        elif isinstance(act.change, Extend | Resume | Holiday):
            due = {**due, **act.change.due}
    return due


def list_holidays(acts: Sequence[RecordedAct]) -> list[tuple[Seat, Break]]:
    """Who is away and when, by ``acts``; a holiday is not handed on with the seat."""
    away: list[tuple[Seat, Break]] = []
    for act in acts:
        match act.change:
            case Holiday(seat, first, last):
                away.append((seat, Break(date.fromisoformat(first), date.fromisoformat(last))))
            case Replace(seat):
                away = [(one, days) for one, days in away if one != seat]
    return away


def list_absences(acts: Sequence[RecordedAct], further: Sequence[tuple[Seat, Break]] = ()) -> list[tuple[Seat, Break]]:
    """Who is away by ``acts`` and the ``further`` holidays, and when, with no substitute in the player's place."""
    lent = list_lent(acts)
    return [(seat, days) for seat, days in (*list_holidays(acts), *further) if seat not in lent]


def pass_holidays(
    rules: Rules, asks: Collection[Ask], due: Deadlines, holidays: Sequence[tuple[Seat, Break]], zone: tzinfo
) -> Deadlines:
    """``due``, where no deadline falls on a day of ``holidays`` of somebody of whom an answer to it must come."""
    passed = dict(due)
    for name in due:
        awaited = {ask.seat for ask in asks if ask.must and ask.deadline == name}
        breaks = sorted(days for seat, days in holidays if seat in awaited)
        for days in breaks:  # by their first days, so that none that was passed comes again
            if days.first <= passed[name].astimezone(zone).date() <= days.last:
                passed[name] = find_after(rules.get(name, DAY), passed[name], days.last, zone)
    return passed


def count_days_away(holidays: Sequence[tuple[Seat, Break]], seat: Seat, year: int) -> int:
    """On how many days of the ``year`` the player of ``seat`` is away."""
    first, last = date(year, 1, 1).toordinal(), date(year, 12, 31).toordinal()
    away: set[int] = set()
    for one, days in holidays:
        if one == seat:
            away |= set(range(max(first, days.first.toordinal()), min(last, days.last.toordinal()) + 1))
    return len(away)


def find_last(asks: Collection[Ask], due: Deadlines) -> datetime | None:
    """The last deadline of what is asked; None where nothing asked has one."""
    return max((due[ask.deadline] for ask in asks if ask.deadline in due), default=None)


def find_late(asks: Collection[Ask], due: Deadlines, rules: Rules) -> datetime | None:
    """When every deadline has passed of what must be answered, with its grace by ``rules``; None where none is set."""
    must = [ask for ask in asks if ask.must]
    if not all(ask.deadline in due for ask in must):
        return None
    return find_last(must, {name: until + find_grace(rules.get(name)) for name, until in due.items()})


def is_late(asks: Collection[Ask], due: Deadlines, rules: Rules, now: datetime) -> bool:
    """Whether every deadline has passed of what must be answered, with its grace by ``rules``."""
    late_from = find_late(asks, due, rules)
    return late_from is not None and now >= late_from


def find_delay(rules: Rules, asks: Collection[Ask]) -> timedelta:
    """How long the turn waits once all that is asked is answered, for those who think again."""
    of = (rules.get(ask.deadline) for ask in asks if ask.must)
    return max((timedelta(hours=rule.delay) for rule in of if isinstance(rule, Rhythm)), default=timedelta())


def find_pause(acts: Sequence[RecordedAct]) -> datetime | None:
    """Since when a game is paused, by the ``acts`` that no turn has taken up yet; None where it is not.

    No turn runs in a pause, so it begins and ends between two.
    """
    since = None
    for act in acts:
        if isinstance(act.change, Pause):
            since = act.at
        elif isinstance(act.change, Resume):
            since = None
    return since


def resume_deadlines(
    rules: Rules, due: Deadlines, acts: Sequence[RecordedAct], now: datetime, zone: tzinfo
) -> Deadlines:
    """The deadlines after a pause that ends ``now``, where they were ``due``; ``acts`` as :func:`find_pause` has them.

    Everybody has at least the time that was left when the pause began, or when the moderator last set the deadlines
    anew in it, and at least the minimum of the rule.
    """
    began = find_pause(acts)
    assert began is not None, "its callers know"
    counted_from = max([began, *(act.at for act in acts if isinstance(act.change, Rewind))])
    return {
        name: find_allowed(rules.get(name, DAY), now + max(until - counted_from, _give_least(rules, name)), zone)
        for name, until in due.items()
    }


def make_up_for_outage(
    rules: Rules, asks: Collection[Ask], due: Deadlines, alive: datetime, now: datetime, zone: tzinfo
) -> Deadlines:
    """The deadlines that move since the program was off from ``alive`` until ``now``; none where nobody lost by it.

    Whoever is asked has as much time after it as it took, but no more than the minimum of the rule. So no deadline that
    passed in an outage, or passes right after it, counts against anybody.
    """
    outage = now - alive
    if outage <= _NOT_LONG:
        return {}
    running = {ask.deadline for ask in asks if ask.must and ask.deadline in due}
    moved = {
        name: find_allowed(rules.get(name, DAY), now + min(outage, _give_least(rules, name)), zone)
        for name in sorted(running)
        if due[name] + find_grace(rules.get(name)) > alive
    }
    return {name: until for name, until in moved.items() if until > due[name]}


def _give_least(rules: Rules, name: str) -> timedelta:
    return timedelta(hours=count_least(rules.get(name, DAY)))
