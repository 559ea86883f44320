"""Carrying orders over a rewind: files of abandoned turns are judged again when their turn comes on the new line.

For the first turn after the rewind that is at once, for later ones when the turn before has run again. A seat's files
are left alone where it has sent anything newer since the rewind, and where they are not allowed any more. They all
stay where they are, in the branch. Of a turn that was damaged when it was abandoned those files are carried that fit
their receipts, and at the rewind alone. Reports say what became of them, and what their turn takes the place of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from adjudicator.core.act_kinds import Rewind
from adjudicator.core.problem import describe
from adjudicator.core.recorded_act import RecordedAct, find_abandoned, find_offering, select_acts
from adjudicator.core.table import Seat
from adjudicator.intake.judge import IntakeContext, judge_file, make_receipt
from adjudicator.intake.receipt import ACCEPTED, Receipt
from adjudicator.ledger.abandoned_turns import drop_strangers
from adjudicator.ledger.last_turn import read_turn
from adjudicator.registry import AnyGame
from adjudicator.report.rerun import Rerun
from adjudicator.store.branches import Shelf, keep_whole, list_accepted_in, name_branch, name_turn
from adjudicator.store.bundle import RECORD_FILES
from adjudicator.store.damage import DamageError
from adjudicator.store.inbox import FiledFile
from adjudicator.store.record import TurnRecord

_ORDERS = "orders/"


class AbandonedFiles(NamedTuple):
    """A seat's files for an abandoned turn, oldest first, and the folder they are in; ``newer`` rules them out."""

    place: str
    files: Sequence[FiledFile]
    newer: bool


class RefiledFile(NamedTuple):
    """A file of an abandoned turn that was judged again; ``place`` is where it is kept."""

    place: str
    filed: FiledFile
    receipt: Receipt

    @property
    def accepted(self) -> bool:
        """Whether it is on file again."""
        return self.receipt.state in ACCEPTED


def list_offers(
    shelf: Shelf, acts: Sequence[RecordedAct], turn: int, seats: Sequence[Seat]
) -> dict[Seat, AbandonedFiles]:
    """The files that are offered again before ``turn``, of each seat that has any.

    ``acts`` are those recorded so far. Files that waited when the game was taken back belong to the turn after the
    newest of that time.
    """
    act = find_offering(acts, turn)
    if act is None or not isinstance(rewind := act.change, Rewind):
        return {}
    if turn in rewind.damaged and turn != rewind.to + 1:
        return {}
    place = _place_of(act, rewind, turn)
    files = _read_files(shelf, rewind, turn, place, seats)
    newer = _list_newer(shelf, act, rewind, turn, seats)
    return {seat: AbandonedFiles(f"{place}/{seat}", filed, seat in newer) for seat, filed in files.items() if filed}


def _place_of(act: RecordedAct, rewind: Rewind, turn: int) -> str:
    """The folder of the files that were sent for ``turn`` on the line that ``act`` abandoned."""
    if turn > act.after_turn:
        return f"{name_branch(rewind.branch)}/inbox"
    return f"{name_turn(rewind.branch, turn)}/orders"


def _read_files(
    shelf: Shelf, rewind: Rewind, turn: int, place: str, seats: Sequence[Seat]
) -> dict[Seat, list[FiledFile]]:
    """The accepted files in ``place``, which ``rewind`` abandoned with ``turn``. Raises :class:`DamageError`."""
    if turn not in rewind.damaged:
        return list_accepted_in(shelf.read_below(place), seats, place)
    try:
        kept = drop_strangers({turn: shelf.read_below(name_turn(rewind.branch, turn))}, rewind.damaged)[turn]
        orders = {name.removeprefix(_ORDERS): data for name, data in kept.items() if name.startswith(_ORDERS)}
        return list_accepted_in(keep_whole(orders), seats, place)
    except DamageError:
        return {seat: [] for seat in seats}


def _list_newer(shelf: Shelf, act: RecordedAct, rewind: Rewind, turn: int, seats: Sequence[Seat]) -> set[Seat]:
    """The seats that have sent something of their own for the turns between the rewind and ``turn``."""
    newer: set[Seat] = set()
    for between in range(rewind.to + 1, turn):
        place, before = f"{name_turn(None, between)}/orders", _place_of(act, rewind, between)
        old = _read_files(shelf, rewind, between, before, seats)
        new = list_accepted_in(shelf.read_below(place), seats, place)
        newer |= {seat for seat in seats if {filed.data for filed in new[seat]} - {filed.data for filed in old[seat]}}
    return newer


def judge_offer(
    intake: IntakeContext[Any, Any, Any], seat: Seat, offer: AbandonedFiles, now: datetime
) -> list[RefiledFile]:
    """What becomes of the files of an offer that nothing rules out; nothing is written.

    A receipt has the number it had, since it is about the same bytes from the same seat for the same turn.
    """
    carried: list[RefiledFile] = []
    in_force: str | None = None
    for filed in offer.files:
        judgement = judge_file(intake, filed.data, seat, carried=True)
        if judgement.state in ACCEPTED:
            in_force = f"inbox/{seat}/{filed.name}"
        receipt = make_receipt(intake, judgement, filed.data, in_force, now)
        receipt = receipt._replace(id=filed.receipt.id, sent_sha256=filed.receipt.sent_sha256)
        carried.append(RefiledFile(f"{offer.place}/{filed.name}", filed, receipt))
    return carried


def tell_offers(
    shelf: Shelf, acts: Sequence[RecordedAct], game: AnyGame, game_id: str, record: TurnRecord[Any]
) -> dict[Seat, list[str]]:
    """What becomes, after ``record``, of each seat's files for the abandoned turn that comes next, in sentences for it.

    Judged by what the seat knows, like every file.
    """
    seats = game.kernel.seats(record.state)
    intake: IntakeContext[Any, Any, Any] = IntakeContext(
        game, game_id, seats, record.state, record.agendas, record.number + 1, "", {}
    )
    lines: dict[Seat, list[str]] = {}
    for seat, offer in list_offers(shelf, acts, record.number + 1, seats).items():
        if offer.newer:
            lines[seat] = [_say_newer(offer, filed, intake.turn) for filed in offer.files]
        else:
            lines[seat] = tell_carried(judge_offer(intake, seat, offer, record.circumstances.now), intake)
    return lines


def _say_newer(offer: AbandonedFiles, filed: FiledFile, turn: int) -> str:
    return (
        f"Your earlier file {filed.name} for turn {turn} is not taken up again, because you have sent newer orders "
        f"since; it is kept in {offer.place}."
    )


def tell_carried(carried: Sequence[RefiledFile], intake: IntakeContext[Any, Any, Any]) -> list[str]:
    """What became of a seat's files, each in a sentence for it."""
    return [_say_carried(one, intake.sentences, intake.turn) for one in carried]


def _say_carried(one: RefiledFile, sentences: Mapping[str, str], turn: int) -> str:
    name, state = one.filed.name, one.receipt.state.value
    if one.accepted:
        return f"Your earlier file {name} for turn {turn} is on file again ({state}); a newer one takes its place."
    reasons = "; ".join(
        f"line {problem.place.line}: {describe(problem, sentences)}" for problem in one.receipt.problems
    )
    kept = f"It is kept in {one.place}."
    return f"Your earlier file {name} for turn {turn} is not taken up again ({state}): {reasons}. {kept}"


def find_rerun(
    shelf: Shelf, acts: Sequence[RecordedAct], game: AnyGame, game_id: str, record: TurnRecord[Any]
) -> Rerun | None:
    """What ``record`` takes the place of; None where no turn of its number was abandoned before it.

    ``acts`` are all there are; those recorded after the turn do not count. Raises :class:`DamageError`.
    """
    taken_up = select_acts(acts, 0, record.number)
    act = find_abandoned(taken_up, record.number)
    if act is None or not isinstance(act.change, Rewind):
        return None
    where = name_turn(act.change.branch, record.number)
    carried = tell_offers(shelf, taken_up, game, game_id, record) if game.kernel.decisions(record.state) else {}
    if record.number in act.change.damaged:
        return Rerun(act, None, act.change.damaged[record.number].head, carried)
    abandoned = read_turn(game, where, {name: shelf.read(f"{where}/{name}") for name in RECORD_FILES})
    return Rerun(act, abandoned.record, abandoned.head, carried)
