"""Running the turn that is due: the whole story, top to bottom."""

from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.acts.filing import InboxAnswers, file_dropped, preview_dropped
from adjudicator.acts.open_game import OpenGame, open_game, open_lobby
from adjudicator.acts.outbox import NO_PRESS, release_reports, settle_letters, stage_reports
from adjudicator.acts.status import find_delayed, keep_line, say_lacking
from adjudicator.acts.upkeep import give_seats_back, open_sound, prepare_game, prepare_lobby, take_up_abandoned
from adjudicator.core.act_kinds import Replace, Substitute
from adjudicator.core.agenda import Ask
from adjudicator.core.instant import write_deadline
from adjudicator.core.order import relay
from adjudicator.core.refusals import MendableError
from adjudicator.core.seat_names import NO_NAMES, SeatNames
from adjudicator.core.table import Onlooker, Seat
from adjudicator.ledger.inputs import Arrived, list_accepted, read_files
from adjudicator.ledger.keys import SecretKeys
from adjudicator.ledger.turn import RunAt, next_turn
from adjudicator.report.fates import tell_turn
from adjudicator.store.files import hold_lock, hold_still
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.inbox import number_of


class Status(Enum):
    """How a run ended."""

    ADJUDICATED = "adjudicated"
    ALREADY = "already"
    WAITING = "waiting"
    OVER = "over"


class WrongTurnError(MendableError):
    """The turn asked for is not the one that is next."""


NOTHING_DROPPED = InboxAnswers()


class RunResult(NamedTuple):
    """What a run did: the newest turn and its head afterwards, who is asked, and the answers to files found.

    ``missing`` are those of the asked that play waits for, after a turn that was adjudicated;
    ``letters`` are those with its reports, in the outbox.
    ``lacking`` says what a turn that is not due waits for besides orders, if anything, ``names`` what seats are called.
    """

    path: str
    game: str
    status: Status
    turn: int
    head: str
    over: bool
    awaiting: tuple[Ask, ...]
    results: tuple[str, ...] = ()
    reports: str = ""
    dropped: InboxAnswers = NOTHING_DROPPED
    sentences: Mapping[str, str] = MappingProxyType({})
    missing: tuple[Ask, ...] = ()
    lacking: str = ""
    names: SeatNames = NO_NAMES
    letters: tuple[str, ...] = ()


def run_turn(path: str, turn: int | None, now: datetime, *, force: bool = False, dry_run: bool = False) -> RunResult:
    """Adjudicate the turn of the game at ``path`` that is due; running it again changes nothing.

    ``turn`` is the number the caller expects: one that has run already is left alone, any other than the next is
    refused. Raises :class:`WrongTurnError`, ``BusyError``, ``NoGameError``, ``DamageError``, ``OSError``.
    """
    directory = GameDirectory(path)
    directory.expect_charter()
    if dry_run:
        with hold_still(directory.path):
            return _run_next(open_sound(path), turn, RunAt(now, force), write=False)[0]
    give_seats_back(directory, now)
    with hold_lock(directory.path):
        opened = prepare_game(directory, now)
        outcome, opened = _run_next(opened, turn, RunAt(now, force), write=True)
        if outcome.status is Status.ADJUDICATED:
            return outcome._replace(missing=_prepare_next(opened, now))
        if outcome.dropped.answers:
            keep_line(opened)
        settle_letters(directory)
        return outcome


def begin_game(path: str, now: datetime) -> RunResult | None:
    """Bring the game at ``path``, which its seats have to join, as far towards turn 0 as their files allow.

    None for any other. Raises ``BusyError``, ``NoGameError``, ``DamageError``, ``OSError``.
    """
    directory = GameDirectory(path)
    if directory.turns.newest() is not None or open_lobby(path) is None:
        return None
    with hold_lock(directory.path):
        waiting = prepare_lobby(directory)
        if waiting is None:
            return None
        dropped, charter, sentences = file_dropped(waiting, now), waiting.charter, waiting.intake().sentences
        head = waiting.go_on(now)
    return RunResult(
        path=directory.path,
        game=charter.id,
        status=Status.ADJUDICATED if head else Status.WAITING,
        turn=0,
        head=head,
        over=False,
        awaiting=(),
        dropped=dropped,
        sentences=sentences,
        names=charter.seat_names,
    )


def _run_next(opened: OpenGame, turn: int | None, moment: RunAt, *, write: bool) -> tuple[RunResult, OpenGame]:
    """File what was dropped into the inbox, see whether the turn is due, play it, keep it; the game afterwards."""
    number = opened.record.number + 1
    asks = opened.asks
    if turn is not None and turn < number:
        return _tell_outcome(opened, Status.ALREADY, asks), opened
    if opened.over:
        return _tell_outcome(opened, Status.OVER, ()), opened
    if turn is not None and turn != number:
        raise WrongTurnError(f"turn {turn} is not next: turn {number} is")
    opened.expect_later(moment.now)
    dropped = file_dropped(opened, moment.now) if write else NOTHING_DROPPED
    previewed = {} if write else preview_dropped(opened, moment.now)
    filed = {seat: [*opened.list_filed(seat), *previewed.get(seat, ())] for seat in opened.seats}
    waiting = {seat: sorted(files, key=number_of) for seat, files in filed.items()}
    accepted = {seat: list_accepted(files) for seat, files in waiting.items()}
    additions = opened.find_additions(accepted)
    missing = opened.list_missing(asks, opened.agendas_with(accepted), additions.missing)
    waits_for = _say_why_not(opened, asks, accepted, missing, moment)
    if waits_for or (missing and not (moment.forced or opened.is_late(moment.now))):
        outcome = _tell_outcome(opened, Status.WAITING, missing, dropped)
        return outcome._replace(lacking=waits_for or say_lacking(additions, outcome.names.call)), opened
    keys = SecretKeys(opened.read_secret())
    after = next_turn(opened.foundation, opened.read_last(), waiting, moment, keys)
    if after.stands_still:
        # where all have answered, play waits for the seat it stopped at
        stuck = tuple(ask for ask in asks if ask.seat == after.record.stopped_at)
        return _tell_outcome(opened, Status.WAITING, missing or stuck, dropped), opened
    reports = after.tell()
    letters: tuple[str, ...] = ()
    if write:
        press = _list_press(opened, accepted)
        began = opened.start.agendas
        missed = [seat for seat, agenda in after.record.agendas.items() if agenda.house and not began[seat].house]
        facts = opened.directory, opened.game, opened.charter, after, reports, press, missed
        letters = stage_reports(*facts, moved=len(opened.acts))
        _commit(opened, number, after.files | reports, waiting)
        if letters:
            release_reports(opened.directory)
    opened = opened._replace(record=after.record, head=after.head)
    asks = opened.asks
    outcome = _tell_outcome(opened, Status.ADJUDICATED, asks, dropped)._replace(
        results=tuple(tell_turn(opened.game, opened.charter.seat_names, after.record, Onlooker.MODERATOR)),
        reports=f"{opened.directory.turns.folder(number)}/reports",
        letters=letters,
    )
    return outcome._replace(missing=() if write else opened.list_missing(asks, after.record.agendas)), opened


def _say_why_not(
    opened: OpenGame, asks: tuple[Ask, ...], accepted: Arrived, missing: tuple[Ask, ...], moment: RunAt
) -> str:
    """Why the turn does not run now whatever is on file: in a pause, and while somebody may think again."""
    if opened.paused:
        return f"paused since {write_deadline(opened.paused, opened.zone)}; adjudicate resume ends it"
    until = None if missing or moment.forced or opened.is_late(moment.now) else find_delayed(opened, asks, accepted)
    if until is None or moment.now >= until:
        return ""
    return f"all orders are in; the turn waits until {write_deadline(until, opened.zone)}, as agreed"


def _list_press(opened: OpenGame, accepted: Arrived) -> Mapping[Seat, str]:
    """What others have written to each seat, as it is to read it."""
    if not any(b"press" in filed.data.lower() for files in accepted.values() for filed in files):
        return NO_PRESS
    from adjudicator.report.letters import write_press  # noqa: PLC0415 - few turns have letters

    files = {seat: [file for _, file in sent] for seat, sent in read_files(accepted).items()}
    # who had a seat that has changed hands when its letters were written is not known
    handed_on = [act.change.seat for act in opened.pending if isinstance(act.change, Replace | Substitute)]
    names, policy = opened.charter.seat_names.without(handed_on), opened.charter.press
    written = {seat: write_press(relay(policy, files, seat), names) for seat in opened.seats}
    return {seat: text for seat, text in written.items() if text}


def _commit(opened: OpenGame, number: int, files: Mapping[str, bytes], consumed: Arrived) -> None:
    """Keep the turn ``number``; from then on its ``consumed`` files and the reports before it are of no use."""
    turns, inbox = opened.directory.turns, opened.directory.inbox
    turns.commit(number, files)
    if opened.charter.keep_reports:
        turns.settle_reports(number - 1)
    else:
        turns.drop_reports(number - 1)
    for seat, filed in consumed.items():
        for item in filed:
            inbox.remove(seat, item.name)


def _prepare_next(opened: OpenGame, now: datetime) -> tuple[Ask, ...]:
    """File at once what a rewind abandoned and the turn after the one just kept may use; whom that turn waits for.

    It waits for those who have no orders for it on file, and for those whose part in its draws is not there yet.
    """
    if opened.acts or opened.charter.commitment.level.mixes:
        opened = open_game(opened.directory.path)
        take_up_abandoned(opened, now)
    return keep_line(opened).awaiting


def _tell_outcome(
    opened: OpenGame, status: Status, awaiting: tuple[Ask, ...], dropped: InboxAnswers = NOTHING_DROPPED
) -> RunResult:
    """The outcome of a run after which the game is ``opened``."""
    return RunResult(
        path=opened.directory.path,
        game=opened.charter.id,
        status=status,
        turn=opened.record.number,
        head=opened.head,
        over=opened.over,
        awaiting=awaiting,
        dropped=dropped,
        sentences=opened.intake().sentences if dropped.answers else {},
        names=opened.charter.seat_names,
    )
