"""Running the turn that is due: the whole story, top to bottom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.acts.accepted import list_accepted, list_contents, read_files
from adjudicator.acts.filing import Dropped, file_dropped, prepare_game, preview_dropped
from adjudicator.acts.opened import OpenGame, open_game
from adjudicator.acts.sealing import find_echoes, seal_with_secret, take_over
from adjudicator.acts.soundness import open_sound
from adjudicator.chance import SecretChance
from adjudicator.core.agenda import Ask, Source
from adjudicator.core.driver import find_missing, list_asked
from adjudicator.core.due import find_wanted_epoch, mix_turn
from adjudicator.core.json_value import JsonObject
from adjudicator.core.record import Circumstances, TurnRecord
from adjudicator.core.table import Onlooker, Seat
from adjudicator.proof.hashing import hash_bytes
from adjudicator.report.page import Occasion
from adjudicator.store.bundle import KEYS, REPORTS, bundle_reports, bundle_turn, locate, read_nodes
from adjudicator.store.damage import DamageError
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.header import MANIFEST, Taken
from adjudicator.store.inbox import Filed, number_of, receipt_name
from adjudicator.store.json_text import write_json
from adjudicator.store.lock import hold_lock
from adjudicator.turn import play_turn

if TYPE_CHECKING:
    from adjudicator.core.recorded_act import RecordedAct


class Status(Enum):
    """How a run ended."""

    ADJUDICATED = "adjudicated"
    ALREADY = "already"
    WAITING = "waiting"
    OVER = "over"


class WrongTurnError(Exception):
    """The turn asked for is not the one that is next."""


NOTHING_DROPPED = Dropped()


class Outcome(NamedTuple):
    """What a run did: the newest turn and its head afterwards, who is asked, and the answers to files found.

    ``missing`` are those of the asked that play waits for, after a turn that was adjudicated; ``without_nonce`` the
    seats whose nonce a turn that is not due waits for.
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
    dropped: Dropped = NOTHING_DROPPED
    sentences: Mapping[str, str] = MappingProxyType({})
    missing: tuple[Ask, ...] = ()
    without_nonce: tuple[Seat, ...] = ()


def run_turn(path: str, turn: int | None, now: datetime, *, force: bool = False, dry_run: bool = False) -> Outcome:
    """Adjudicate the turn of the game at ``path`` that is due; running it again changes nothing.

    ``turn`` is the number the caller expects: one that has run already is left alone, any other than the next is
    refused. Raises :class:`WrongTurnError`, ``BusyError``, ``NoGameError``, ``DamageError``, ``OSError``.
    """
    directory = GameDirectory(path)
    directory.expect_charter()
    if dry_run:
        return _run_next(open_sound(path), turn, Circumstances(now, force), write=False)
    with hold_lock(directory.path):
        opened = prepare_game(directory, now)
        return _run_next(opened, turn, Circumstances(now, force), write=True)


def _run_next(opened: OpenGame, turn: int | None, circumstances: Circumstances, *, write: bool) -> Outcome:
    """File what was dropped into the inbox, see whether the turn is due, play it, keep it."""
    number = opened.record.number + 1
    if turn is not None and turn < number:
        return _stand_still(opened, Status.ALREADY, opened.asks)
    if opened.over:
        return _stand_still(opened, Status.OVER, ())
    if turn is not None and turn != number:
        raise WrongTurnError(f"turn {turn} is not next: turn {number} is")
    opened.expect_later(circumstances.now)
    dropped = file_dropped(opened, circumstances.now) if write else NOTHING_DROPPED
    waiting = _list_waiting(opened, {} if write else preview_dropped(opened, circumstances.now))
    accepted = {seat: list_accepted(files) for seat, files in waiting.items()}
    agendas = opened.agendas_with(accepted)
    circumstances = circumstances._replace(late=opened.is_late(circumstances.now))
    nonces = opened.find_nonces(accepted)
    missing = opened.list_missing(agendas, nonces.missing)
    if missing and not (circumstances.late or circumstances.forced):
        return _stand_still(opened, Status.WAITING, missing, dropped)._replace(without_nonce=nonces.missing)
    secret = opened.read_secret()
    mixing = mix_turn(opened.game, opened.charter, opened.standing, nonces.given, nonces.begins)
    chance = SecretChance(opened.charter.id, secret, mixing.known)
    record = play_turn(opened.game, opened.charter, opened.standing, agendas, chance, circumstances, mixing)
    if not record.events and all(result.source is Source.FALLBACK for result in record.results):
        return _stand_still(opened, Status.WAITING, missing or opened.asks, dropped)
    bundle = bundle_next(opened, record, waiting, secret)
    if write:
        opened.directory.inbox.settle(opened.seats)
        opened.directory.turns.commit(number, bundle)
        for seat, files in waiting.items():
            for filed in files:
                opened.directory.inbox.remove(seat, filed.name)
    outcome = _tell_outcome(opened, record, hash_bytes(bundle[MANIFEST]), dropped)
    if write and opened.acts:
        outcome = outcome._replace(missing=_offer_abandoned(opened, circumstances.now))
    return outcome


def _offer_abandoned(opened: OpenGame, now: datetime) -> tuple[Ask, ...]:
    """File at once what a rewind abandoned and the turn after the one just kept may use; who is awaited then."""
    from adjudicator.acts.carry import take_up_abandoned

    reopened = open_game(opened.directory.path)
    take_up_abandoned(reopened, now)
    accepted = {seat: list_accepted(reopened.list_filed(seat)) for seat in reopened.seats}
    return reopened.list_missing(reopened.agendas_with(accepted), reopened.find_nonces(accepted).missing)


def _list_waiting(opened: OpenGame, previewed: Mapping[Seat, list[Filed]]) -> dict[Seat, list[Filed]]:
    """Each seat's files in the inbox, oldest first, with those a dry run only looked at."""
    return {seat: sorted([*opened.list_filed(seat), *previewed.get(seat, [])], key=number_of) for seat in opened.seats}


def _tell_outcome(opened: OpenGame, record: TurnRecord[Any], head: str, dropped: Dropped) -> Outcome:
    game = opened.game
    known = game.views.see(record.state, record.agendas, Onlooker.MODERATOR)
    asks = list_asked(game, record.state, record.agendas, opened.charter.pacing)
    return Outcome(
        path=opened.directory.path,
        game=opened.charter.id,
        status=Status.ADJUDICATED,
        turn=record.number,
        head=head,
        over=not game.kernel.decisions(record.state),
        awaiting=asks,
        missing=tuple(find_missing(game, record.state, record.agendas, asks)),
        results=tuple(game.exhibit.tell(known, record.events, Onlooker.MODERATOR)),
        reports=f"{opened.directory.turns.folder(record.number)}/reports",
        dropped=dropped,
        sentences=opened.court().sentences if dropped.answers else {},
    )


def bundle_next(
    opened: OpenGame,
    record: TurnRecord[Any],
    consumed: Mapping[Seat, list[Filed]],
    secret: bytes,
) -> dict[str, bytes]:
    """All files of the turn after the newest one, reports included."""
    from adjudicator.acts.evidence import gather_evidence
    from adjudicator.core.receipt import dump_receipt
    from adjudicator.report.evidence import Witness
    from adjudicator.report.render import render_reports

    orders: dict[str, bytes] = {}
    for seat, filed in consumed.items():
        for item in filed:
            orders[f"orders/{seat}/{item.name}"] = item.data
            orders[f"orders/{seat}/{receipt_name(item.name)}"] = write_json(dump_receipt(item.receipt))
    accepted = {seat: kept for seat, files in consumed.items() if (kept := list_accepted(files))}
    occasion = make_occasion(opened, record, "", opened.head, orders)
    taken = Taken(
        asked=frozenset(ask.seat for ask in opened.asks if ask.must),
        in_force={seat: [f"orders/{seat}/{filed.name}" for filed in files] for seat, files in accepted.items()},
        echoed=find_echoes(read_files(list_contents(accepted))),
        acts=_dump_acts(occasion.acts),
        rerun=occasion.rerun is not None,
    )
    reports = _read_reports(opened)
    before = take_over(opened.manifest, opened.local, opened.head, reports)
    seals = seal_with_secret(
        opened.charter,
        secret,
        record.number,
        before,
        taken.acts,
        lambda: read_nodes(opened.directory.turns.read(0, KEYS)),
    )
    position = locate(opened.game, record)
    files = bundle_turn(opened.game, opened.charter, record, position, orders, taken, before, seals)
    head = hash_bytes(files[MANIFEST])
    evidence = gather_evidence(record, position.knowledge, files, (opened.local, reports))
    files |= bundle_reports(head, render_reports(occasion._replace(head=head, witness=Witness(evidence))))
    return files


def _dump_acts(acts: Sequence[RecordedAct]) -> list[JsonObject]:
    if not acts:
        return []
    from adjudicator.core.recorded_act import dump_act

    return [dump_act(act) for act in acts]


def _read_reports(opened: OpenGame) -> bytes:
    try:
        return opened.directory.turns.read(opened.record.number, REPORTS)
    except DamageError as error:
        raise DamageError(error.file, "missing: it is part of the hash chain") from error


def make_occasion(
    opened: OpenGame,
    record: TurnRecord[Any],
    head: str,
    previous_head: str,
    orders: Mapping[str, bytes] = MappingProxyType({}),
) -> Occasion[Any, Any, Any]:
    """What the reports of ``record`` are about: the turn of ``opened``, or the one after it.

    ``orders`` are the files that the turn consumes, where it is not written yet.
    """
    charter = opened.told if opened.told and record.number == opened.record.number else opened.charter
    occasion = Occasion(
        game=opened.game,
        game_id=charter.id,
        edition=charter.setting.edition,
        pacing=charter.pacing,
        when_blocked=charter.when_blocked,
        sample=charter.sample,
        record=record,
        head=head,
        previous_head=previous_head,
        wanted=find_wanted_epoch(opened.game, opened.charter, record),
    )
    if not opened.acts:
        return occasion
    from adjudicator.acts.rerun import find_rerun
    from adjudicator.core.recorded_act import list_settled, select_acts
    from adjudicator.core.renewal import find_renewed
    from adjudicator.store.branches import FolderShelf, name_turn

    where = name_turn(None, record.number)
    shelf = FolderShelf(opened.directory.path, {f"{where}/{name}": data for name, data in orders.items()})
    taken_up = select_acts(opened.acts, 0, record.number)
    wanted = find_wanted_epoch(opened.game, opened.charter, record._replace(settled=list_settled(taken_up)))
    return occasion._replace(
        wanted=wanted,
        renewed={} if wanted is None else find_renewed(taken_up, wanted),
        acts=select_acts(opened.acts, record.number, record.number),
        rerun=find_rerun(shelf, opened.acts, opened.game, charter.id, record),
    )


def _stand_still(
    opened: OpenGame, status: Status, awaiting: tuple[Ask, ...], dropped: Dropped = NOTHING_DROPPED
) -> Outcome:
    """The outcome of a run that wrote no turn."""
    return Outcome(
        path=opened.directory.path,
        game=opened.charter.id,
        status=status,
        turn=opened.record.number,
        head=opened.head,
        over=opened.over,
        awaiting=awaiting,
        dropped=dropped,
        sentences=opened.court().sentences if dropped.answers else {},
    )
