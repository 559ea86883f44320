"""What reports of a turn are made from: the turn, and the game around it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, tzinfo
from typing import Any, NamedTuple

from adjudicator.core.agenda import NOTHING_CHANGED, Agenda, Ask, OrderResult
from adjudicator.core.chance import WantedOfSeats
from adjudicator.core.charter import Charter
from adjudicator.core.recorded_act import RecordedAct, seat_house
from adjudicator.core.seat_names import NO_NAMES, SeatNames
from adjudicator.core.table import Seat
from adjudicator.proof.proof_file import ProofWriter
from adjudicator.registry import AnyGame
from adjudicator.report.fates import Rerun
from adjudicator.store.record import TurnRecord


class ReportContext(NamedTuple):
    """The turn a report is about, and the game around it, whose ``charter`` is in force from then on.

    ``acts`` are those of the moderator that the turn took up, ``pending`` those made since (never in a report that is
    kept), ``rerun`` says what the turn takes the place of, ``proofs`` writes its proofs, where it has any. ``wanted``
    is what the next turn wants of seats besides orders, ``remarks`` tells what they add to draws, by what it is given
    to call them. ``names`` are what seats are called, ``zone`` is where deadlines are told, ``lent`` are the
    seats that a substitute plays. ``before`` are the agendas after the turn before, ``results`` what became of orders,
    with the seats renamed; ``house_fills`` is whether the house was to play for whoever had missed the deadline then.
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
    lent: Collection[Seat] = ()
    before: Mapping[Seat, Agenda] = NOTHING_CHANGED
    results: Sequence[OrderResult] = ()
    house_fills: bool = False

    @property
    def edition(self) -> str:
        """What the edition that is played is, in its first words; empty where the game's own title says as much."""
        editions, name = self.game.editions, self.charter.setting.edition
        title = editions.get(name, name).partition(",")[0].removeprefix("the ") if len(editions) > 1 else ""
        return "" if title in self.game.title else title[:1].upper() + title[1:]

    @property
    def agendas(self) -> Mapping[Seat, Agenda]:
        """The agendas that the next turn begins with, as far as the seats themselves know: files of an abandoned turn
        may count again.
        """
        return {**self.record.agendas, **self.rerun.refiled} if self.rerun else self.record.agendas

    @property
    def housed(self) -> Collection[Seat]:
        """The seats that the house played when the turn began."""
        began = seat_house(self.before, self.acts) if self.before else self.before
        return [seat for seat, agenda in began.items() if agenda.house]


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
