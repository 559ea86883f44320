"""A turn, as values: the record before it, agendas and circumstances in, the record after it out.

Both running a turn and replaying one go through here, so that they cannot differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, TypeVar

from adjudicator.core.agenda import EMPTY, Agenda
from adjudicator.core.chance import Chance, Draw
from adjudicator.core.charter import Charter
from adjudicator.core.deadlines import WhenSilent, count_missed, set_deadlines
from adjudicator.core.driver import Stop, adjudicate
from adjudicator.core.mixing import NO_MIXING, Mixing, drop_finished
from adjudicator.core.table import Seat
from adjudicator.store.record import Circumstances, TurnRecord

if TYPE_CHECKING:
    from adjudicator.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
K = TypeVar("K")


class RecordingChance(Chance, Protocol):
    """A chance that keeps a record of what was drawn, and can show its secret when the game is over."""

    draws: list[Draw]

    def reveal(self) -> str | None:
        """The secret as hex, where it is known."""
        ...


def play_setup(
    game: Game[S, A, K], charter: Charter, chance: RecordingChance, now: datetime, mixing: Mixing = NO_MIXING
) -> TurnRecord[S]:
    """Turn 0. Raises ``ValueError`` for a setting the game does not have."""
    state, events = game.kernel.setup(charter.setting, chance)
    decisions = game.kernel.decisions(state)
    return TurnRecord(
        number=0,
        state=state,
        agendas=dict.fromkeys(game.kernel.seats(state), EMPTY),
        events=events,
        results=(),
        draws=tuple(chance.draws),
        circumstances=Circumstances(now),
        stop=Stop.WAITING,
        stopped_at=decisions[0].seat if decisions else None,
        due=set_deadlines(charter, now),
        revealed=None,
        mixes=mixing.fixed,
        known_mixes=mixing.known,
        withheld=mixing.withheld,
    )


def play_turn(
    game: Game[S, A, K],
    charter: Charter,
    last: TurnRecord[S],
    agendas: Mapping[Seat, Agenda],
    chance: RecordingChance,
    circumstances: Circumstances,
    mixing: Mixing = NO_MIXING,
) -> TurnRecord[S]:
    """The turn after ``last``, with ``agendas`` as the files in force have made them, and ``chance`` by ``mixing``."""
    when_silent = WhenSilent(charter.falls_back, circumstances.late, circumstances.forced)
    verdict = adjudicate(game, last.state, agendas, chance, charter.pacing, when_silent)
    over = verdict.stop is Stop.OVER
    # who only sends what does nothing must not put his deadline off
    stands = not verdict.events and verdict.state == last.state
    due = last.due if stands else set_deadlines(charter, circumstances.now)
    return TurnRecord(
        number=last.number + 1,
        state=verdict.state,
        agendas={
            seat: agenda._replace(
                draft=agenda.draft and seat not in verdict.asked,
                draft_answers=agenda.draft_answers and seat not in verdict.asked,
                missed=count_missed(agenda.missed, seat, verdict.asked, verdict.silent),
            )
            for seat, agenda in verdict.agendas.items()
        },
        events=verdict.events,
        results=verdict.results,
        draws=tuple(chance.draws),
        circumstances=circumstances,
        stop=verdict.stop,
        stopped_at=verdict.stopped_at,
        due={} if over else due,
        revealed=chance.reveal() if over else None,
        mixes=mixing.fixed,
        known_mixes={} if over else drop_finished(mixing.known, game.kernel.epoch(verdict.state)),
        withheld=mixing.withheld,
    )
