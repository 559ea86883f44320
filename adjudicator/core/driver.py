"""The turn driver: takes open decisions one by one and lets each seat's agenda answer, until it is blocked.

Knows no game: it asks the kernel what is open and legal, the order language what the agendas say, and the pacing when
to stop. Pure, but for the draws it asks of the chance it is handed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from enum import Enum
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from adjudicator.core.agenda import (
    EMPTY,
    Act,
    Agenda,
    Ask,
    BlockedOrder,
    Fate,
    NoOrder,
    OrderResult,
    Question,
    Reply,
    Source,
    go_on,
)
from adjudicator.core.chance import Chance
from adjudicator.core.charter import MissedPolicy
from adjudicator.core.deadlines import WhenSilent, find_missing, find_policy, list_asked, put_question
from adjudicator.core.table import Decision, Event, Pacing, Seat

if TYPE_CHECKING:
    from adjudicator.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
K = TypeVar("K")


class Stop(Enum):
    """Why a turn ended where it did."""

    PACING = "pacing"
    """The move, or the round, is complete."""
    WAITING = "waiting"
    """A decision found no order."""
    WINDOW = "window"
    """Others have to be asked before play goes on."""
    BLOCKED = "blocked"
    """A seat's orders all became impossible; it is asked first next time."""
    OVER = "over"
    """The game ended."""


class Verdict(NamedTuple, Generic[S]):
    """The driver's finding: the state after, what is left on each agenda, what happened, and what became of orders."""

    state: S
    agendas: Mapping[Seat, Agenda]
    events: tuple[Event, ...]
    results: tuple[OrderResult, ...]
    stop: Stop
    stopped_at: Seat | None
    """The seat whose decision is open; None at the end of the game."""
    asked: frozenset[Seat]
    """The seats that a decision was put to."""
    silent: frozenset[Seat]
    """Those of them for which something else than their orders answered, because a deadline had passed.

    A seat whose orders were in, and came to nothing, such as by a condition, is not silent."""


def adjudicate(
    game: Game[S, A, K],
    state: S,
    agendas: Mapping[Seat, Agenda],
    chance: Chance,
    pacing: Pacing,
    when_silent: WhenSilent,
) -> Verdict[S]:
    """One turn, from ``state`` until it is blocked or the pacing says stop."""
    return _Turn(game, state, agendas, chance, pacing, when_silent).run()


class _Window(NamedTuple):
    """Decisions that were asked for all at once and are taken now: nobody's answer to them can change any more."""

    asks: frozenset[tuple[Seat, str, int]]
    excused: frozenset[Seat]
    """The seats for which silence may be filled, since they were asked before the turn."""

    @classmethod
    def of(cls, asks: Iterable[Ask], excused: frozenset[Seat] = frozenset()) -> _Window:
        """The window of ``asks``."""
        keys = ((ask.seat, ask.decision, ask.stage + later) for ask in asks for later in range(ask.due))
        return cls(frozenset(keys), excused)

    def holds(self, asks: Iterable[Ask]) -> bool:
        """Whether one of ``asks`` was asked in it."""
        return any((ask.seat, ask.decision, ask.stage) in self.asks for ask in asks)

    def without(self, acted: AbstractSet[tuple[Seat, str]]) -> _Window:
        """What is left of it when these decisions are taken."""
        return self._replace(asks=frozenset(ask for ask in self.asks if ask[:2] not in acted))


class _Turn(Generic[S, A, K]):
    """A turn under way.

    What was asked for before the turn is closed when it begins, so its decisions are taken, with whatever
    ``when_silent`` allows for who is silent. When play comes to decisions that others were not asked for yet, they are
    taken only if everybody who has to answer has done so in advance.
    """

    def __init__(
        self,
        game: Game[S, A, K],
        state: S,
        agendas: Mapping[Seat, Agenda],
        chance: Chance,
        pacing: Pacing,
        when_silent: WhenSilent,
    ) -> None:
        self.game, self.state, self.chance, self.pacing, self.when_silent = game, state, chance, pacing, when_silent
        # What the verdict will tell; see there.
        self.agendas = dict(agendas)
        self.events: list[Event] = []
        self.results: list[OrderResult] = []
        self.asked: set[Seat] = set()
        self.silent: set[Seat] = set()
        # How far the turn has got.
        self.acted: set[tuple[Seat, str]] = set()
        """The decisions taken in the table turn under way. Who comes to one of them again when it has ended, as all do
        in a new round of a game in which everybody moves at once, has to be asked again."""
        self.moved: set[Seat] = set()
        """The seats whose table turn has ended in this turn: in a round nobody moves twice."""
        self.complete = False
        """Whether the move, or the round, is made that the pacing wants of a turn: found between two table turns."""
        self.blocked: set[Seat] = set()
        """The seats of which an order became impossible in the table turn under way: what is left of theirs counts as
        blocked too, not as silence."""
        # What everybody was asked for, and can no longer be sent otherwise.
        asks = self._list_asks()
        asks = [ask for ask in asks if ask.stage == asks[0].stage]
        self.opening = _Window.of(asks, excused=frozenset(ask.seat for ask in asks))
        """What was asked before the turn."""
        self.window = self.opening
        """What was asked last: the opening, or decisions that all who had to answered in advance."""

    def run(self) -> Verdict[S]:
        """Take decisions one by one, each from the position that the one before has left."""
        kernel = self.game.kernel
        for seat in kernel.seats(self.state):
            known = self.game.views.see(self.state, self.agendas, seat)
            agenda, happened = self.game.orders.begin_turn(known, seat, self.agendas.get(seat, EMPTY))
            self.agendas[seat] = agenda._replace(renewed=False)
            self.events += happened
        while decisions := kernel.decisions(self.state):
            if any(self._take(decision, self.game.orders.act_at_once(self._put(decision))) for decision in decisions):
                continue
            if self.complete:
                return self._stop(Stop.PACING, decisions[0].seat)
            # what the house decides holds nobody up, whoever else is asked for something
            is_house = all(self.agendas.get(decision.seat, EMPTY).house for decision in decisions)
            missing = None if is_house else self._close_window()
            if missing is not None:
                return self._stop_at(missing)
            replies = []
            for decision in decisions:
                reply = self._answer(decision)
                if self._take(decision, reply):
                    break
                replies.append(reply)
            else:
                # nobody acts, but what replies have noted, such as a trade proposed, may ask others: play stops at who
                # has not answered; where all have in advance, their answers are taken
                closed = self.window.asks
                missing = self._close_window()
                if missing is not None:
                    return self._stop_at(missing)
                if self.window.asks != closed:
                    continue
                return self._stop(self._say_why(decisions[0].seat, replies[0]), decisions[0].seat)
        return self._stop(Stop.OVER, None)

    def _say_why(self, seat: Seat, reply: Reply[A]) -> Stop:
        """Why play stops at ``seat``. Who was not asked for this before the turn has missed nothing.

        What it had on file in advance, and how far that went, is nobody else's business.
        """
        if isinstance(reply, BlockedOrder):
            return Stop.BLOCKED
        return Stop.WAITING if seat in self.window.excused else Stop.WINDOW

    def _stop_at(self, missing: Ask) -> Verdict[S]:
        """Stop at who has not answered; it waits for a seat alone that was asked for this in an earlier stage."""
        again = any(asked[:2] == (missing.seat, missing.decision) for asked in self.opening.asks) and missing.stage
        return self._stop(Stop.WAITING if again else Stop.WINDOW, missing.seat)

    def _stop(self, why: Stop, seat: Seat | None) -> Verdict[S]:
        if self.pacing is Pacing.ROUND and why is not Stop.OVER:
            self.state, happened = self.game.kernel.draw_ahead(self.state, self.chance)
            self.events += happened
        if why is not Stop.OVER:
            self._set_lost_aside()
        events, results = tuple(self.events), tuple(self.results)
        asked, silent = frozenset(self.asked), frozenset(self.silent)
        return Verdict(self.state, self.agendas, events, results, why, seat, asked, silent)

    def _set_lost_aside(self) -> None:
        """Orders that are lost already are told and set aside now: their seat is asked, and a plan behind them stays.

        Where fallback orders act in place of blocked ones, they do so when the move comes.
        """
        for seat, agenda in self.agendas.items():
            if agenda.items and not (self.when_silent.fall_back_when_blocked and agenda.fallback):
                known = self.game.views.see(self.state, self.agendas, seat)
                self.agendas[seat], lost = self.game.orders.end_turn(known, seat, agenda)
                self.results += lost

    def _list_asks(self) -> list[Ask]:
        return [ask for ask in list_asked(self.game, self.state, self.agendas, self.pacing) if ask.must]

    def _close_window(self) -> Ask | None:
        """Close the window of what is asked next, if nobody has to answer any more; else the first who has to."""
        asks = self._list_asks()
        if not asks or self.window.holds(asks):
            return None
        if asks[0].alone:
            asks = asks[:1]
        mover = self.game.kernel.mover(self.state)
        if mover not in self.moved and self.opening.holds(ask for ask in asks if ask.seat == mover):
            # play is back at what was asked before the turn, after a window in between
            self.window = self.opening
            return None
        missing = find_missing(
            self.game, self.state, self.agendas, tuple(asks), falls_back=self.when_silent.fall_back_when_blocked
        )
        if missing:
            return missing[0]
        self.window = _Window.of(asks)
        return None

    def _put(self, decision: Decision) -> Question[K, A]:
        return put_question(self.game, self.state, self.agendas, decision, self.pacing)

    def _take(self, decision: Decision, reply: Reply[A]) -> bool:
        """Note what a reply says and carry out its action; whether there is one."""
        self.agendas.update(reply.agendas)
        self.results += reply.results
        self.events += reply.events
        if any(result.fate is Fate.BLOCKED and result.source is not Source.FALLBACK for result in reply.results):
            self.blocked.add(decision.seat)
        if not isinstance(reply, Act):
            return False
        kernel = self.game.kernel
        mover, epoch = kernel.mover(self.state), kernel.epoch(self.state)
        self.state, happened = kernel.apply(self.state, decision.seat, reply.action, self.chance)
        self.events += happened
        self.acted.add((decision.seat, decision.kind))
        if kernel.epoch(self.state) != epoch:
            movers = {seat for seat, _ in self.acted} if mover is None else {mover}
            self.moved |= movers
            self.blocked.clear()
            self.agendas |= {seat: go_on(self.agendas.get(seat, EMPTY)) for seat in sorted(movers)}
            # An answer settles one decision: to the next one of its kind the seat was not asked yet.
            self.window, self.opening = self.window.without(self.acted), self.opening.without(self.acted)
            self.acted.clear()
            following = kernel.mover(self.state)
            self.complete = self.pacing is Pacing.SEAT or following is None or following in self.moved
        return True

    def _opens_window(self, reply: Reply[A]) -> bool:
        """Whether, with what a reply says, others have to be asked who were not asked yet."""
        asks = list_asked(self.game, self.state, {**self.agendas, **reply.agendas}, self.pacing)
        must = [ask for ask in asks if ask.must]
        return bool(must) and not self.window.holds(must)

    def _asks_the_same(self, reply: Reply[A]) -> bool:
        """Whether a reply says nothing that others are asked about: what they are asked for next holds up no house."""
        return list_asked(self.game, self.state, {**self.agendas, **reply.agendas}, self.pacing) == list_asked(
            self.game, self.state, self.agendas, self.pacing
        )

    def _answer(self, decision: Decision) -> Reply[A]:
        """The agenda's own answer; else fallback orders where allowed; else, when forced, the first legal action.

        Where orders of this seat became impossible earlier in this move, what is left of the move is answered like
        the order that was blocked.
        """
        self.asked.add(decision.seat)
        question = self._put(decision)
        reply = self.game.orders.reply(question)
        if isinstance(reply, Act):
            return reply
        if self._opens_window(reply) and not (question.agenda.house and self._asks_the_same(reply)):
            return reply
        if question.agenda.house:
            return self._play_for_house(question, reply)
        when_silent, excused = self.when_silent, decision.seat in self.window.excused
        blocked = decision.seat in self.blocked or isinstance(reply, BlockedOrder)
        if excused and when_silent.allows_fallback(blocked=blocked):
            was_heard = any(result.source is Source.ORDERS for result in reply.results)
            if when_silent.late and not blocked and not was_heard:
                self.silent.add(decision.seat)
            if not blocked and not when_silent.force:
                match find_policy(question.agenda, when_silent.missed):
                    case MissedPolicy.HOUSE:
                        return self._play_for_house(question, reply)
                    case MissedPolicy.WAIT:
                        return reply
            reply = self._stand_in(question, reply, blocked=blocked)
        if when_silent.force and excused and not isinstance(reply, Act) and not self._opens_window(reply):
            return self._act_for(question, question.legal[0], Source.FORCED, reply)
        return reply

    def _act_for(self, question: Question[K, A], action: A, source: Source, reply: Reply[A]) -> Act[A]:
        """Carry out, after ``reply``, an ``action`` that no order of the seat asks for."""
        text = " ".join(f"{key} {value}" for key, value in self.game.orders.write(question.known, action).items())
        result = OrderResult(question.decision.seat, source, "", 0, text, Fate.DONE, done=text)
        return Act(action, reply.agendas, (*reply.results, result), reply.events)

    def _stand_in(self, question: Question[K, A], reply: Reply[A], *, blocked: bool) -> Reply[A]:
        """What fallback orders say after ``reply``; what the house does where they say nothing and it is to step in."""
        reply = self._fall_back(question, reply)
        if isinstance(reply, Act) or not self.when_silent.calls_house(blocked=blocked) or self._opens_window(reply):
            return reply
        return self._play_for_house(question, reply, fell_back=True)

    def _fall_back(self, question: Question[K, A], reply: Reply[A]) -> Reply[A]:
        """What fallback orders say after ``reply``, then what the game does for a silent seat."""
        second = self.game.orders.fall_back(question._replace(agendas={**self.agendas, **reply.agendas}))
        if isinstance(reply, BlockedOrder) and isinstance(second, NoOrder):
            second = BlockedOrder(*second)
        return second._replace(
            agendas={**reply.agendas, **second.agendas},
            results=reply.results + second.results,
            events=reply.events + second.events,
        )

    def _play_for_house(self, question: Question[K, A], reply: Reply[A], *, fell_back: bool = False) -> Reply[A]:
        """What the house does where orders say no more than ``reply``; else what the game does for a silent seat.

        ``fell_back`` says that this is in the reply already.
        """
        house = self.game.house
        action = house.choose(question) if house else None
        if action is None and not fell_back:
            reply = self._fall_back(question, reply)
            if isinstance(reply, Act) or self._opens_window(reply):
                return reply
        return self._act_for(question, question.legal[0] if action is None else action, Source.HOUSE, reply)
