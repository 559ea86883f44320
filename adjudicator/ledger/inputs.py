"""What a turn is played from: the turn before it, read from its files, and the move files that came in."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core.agenda import EMPTY, Agenda, enlist
from adjudicator.core.deadlines import move_deadlines
from adjudicator.core.order import UNREAD_LATER, MoveFile, leave_orders, leave_out_full_stop
from adjudicator.core.recorded_act import RecordedAct, dump_act, list_settled, seat_house, select_acts
from adjudicator.core.table import Seat
from adjudicator.intake.movefile import Fault, read_accepted
from adjudicator.intake.tokens import LEFT_OUT, came_with_token
from adjudicator.proof.hashing import hash_bytes, seal_reports
from adjudicator.proof.header import Header
from adjudicator.registry import AnyGame
from adjudicator.store.acts import ACTS
from adjudicator.store.checks import read_manifests
from adjudicator.store.formats import DamageError, explain_damage
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.header import LOCAL, MANIFEST, PreviousTurn, SavedLocal, read_local, read_manifest
from adjudicator.store.inbox import FiledFile, number_of, read_receipt, receipt_name
from adjudicator.store.record import RECORD_FILES, REPORTS, TurnRecord, read_report_list, unbundle_turn


class LastTurn(NamedTuple):
    """A turn as it is kept: its record, its two manifests, and its ``reports.json``."""

    record: TurnRecord[Any]
    manifest: Header
    local: SavedLocal
    reports: bytes


def load_turn(game: AnyGame, files: Mapping[str, bytes]) -> LastTurn:
    """The turn in ``files``, whatever the hashes say. Raises what damaged files break."""
    return keep_on(unbundle_turn(game, files), files)


def keep_on(record: TurnRecord[Any], files: Mapping[str, bytes]) -> LastTurn:
    """The turn of ``record``, which is kept as ``files``, for the next one to be played from."""
    return LastTurn(record, read_manifest(files[MANIFEST]), read_local(files[LOCAL]), files.get(REPORTS, b""))


def read_turn(game: AnyGame, where: str, files: Mapping[str, bytes]) -> LastTurn:
    """The turn in ``files``, which lie in ``where``, once it is what its manifest says. Raises :class:`DamageError`."""
    manifest, local = read_manifests(where, files)
    try:
        listed = {**local["files"], LOCAL: manifest.private_root}
        changed = [name for name in RECORD_FILES if name != MANIFEST and listed.get(name) != hash_bytes(files[name])]
        turn = load_turn(game, files) if not changed else None
    except Exception as error:
        # whatever damaged data breaks, it is the data's fault
        raise DamageError(where, f"not a turn that this program wrote: {explain_damage(error)}"[:300]) from error
    if turn is None:
        raise DamageError(f"{where}/{changed[0]}", "is not what the manifest says")
    return turn


def check_position(
    where: str,
    manifest: Header,
    game: str,
    number: int,
    before: Mapping[str, bytes] | None,
    acts: Sequence[RecordedAct] | None = None,
) -> Iterator[str]:
    """What the ``manifest`` of the turn ``where`` says otherwise than its place: turn ``number`` of ``game``.

    ``before`` are the files of the turn before, none before turn 0, ``acts`` all that were recorded in its line; None
    where nothing is expected of them.
    """
    if (manifest.game, manifest.turn) != (game, number):
        yield f"{where}/{MANIFEST}: is turn {manifest.turn} of game {manifest.game}"
    if acts is not None and list(manifest.acts) != [dump_act(act) for act in select_acts(acts, number, number)]:
        yield f"{where}/{MANIFEST}: acts: not those that {ACTS}/ has for this turn"
    if before is None:
        return
    if manifest.previous != (hash_bytes(before.get(MANIFEST, b"")) if number else None):
        yield f"{where}/{MANIFEST}: previous is not the head of the turn before"
    if number:
        place = f"{where.rpartition('/')[0]}/{number - 1:04}/{REPORTS}"
        try:
            root = find_reports_root(read_local(before[LOCAL]), before.get(REPORTS, b""), place)
        except (DamageError, KeyError, ValueError):
            root = ""
        if manifest.previous_reports != root:
            yield f"{place}: not what the next manifest says"


def start_after(acts: Sequence[RecordedAct], last: TurnRecord[Any]) -> TurnRecord[Any]:
    """The record that the turn after ``last`` starts from, with what ``acts`` have made of its deadlines and mixes."""
    if not acts:
        return last
    number = last.number + 1
    since = select_acts(acts, number, number)
    due, agendas = move_deadlines(last.due, since), seat_house(last.agendas, since)
    settled, reported = list_settled(select_acts(acts, 0, number)), last.agendas if agendas != last.agendas else None
    return last._replace(due=due, agendas=agendas, settled=settled, reported=reported)


def take_over(last: LastTurn) -> PreviousTurn:
    """What the next turn takes over from ``last``. Raises :class:`DamageError`."""
    place = f"turns/{last.record.number:04}/{REPORTS}"
    return PreviousTurn(last.manifest, last.local, find_reports_root(last.local, last.reports, place))


def find_reports_root(local: SavedLocal, reports: bytes, place: str) -> str:
    """The root over the reports listed in ``reports``. Raises :class:`DamageError`, which names ``place``."""
    try:
        return _seal_listed(local["salt"], reports)
    except ValueError as error:
        raise DamageError(place, f"not a list of reports: {explain_damage(error)}") from error


@lru_cache(maxsize=2)
def _seal_listed(salt: str, reports: bytes) -> str:
    """The root over the reports listed; a run asks twice for that of the turn before: as it checks it and goes on."""
    return seal_reports(bytes.fromhex(salt), read_report_list(reports)["reports"]).root()


_REMEMBERED = 64
"""Files that a run reads twice are read from their bytes once."""

Arrived: TypeAlias = Mapping[Seat, Sequence[FiledFile]]
"""The files that came in before a turn, with their receipts, by seat in table order and oldest first."""

Understood: TypeAlias = Mapping[Seat, Sequence[tuple[str, MoveFile]]]
"""Names and contents of the files that count, by seat, oldest first."""

LOOKED_BACK = 64
"""Turns that are looked through. The files of a seat that was silent for longer begin anew."""


def list_accepted(files: Sequence[FiledFile]) -> list[FiledFile]:
    """Those of a seat's ``files`` that count, oldest first.

    The orders are those of the last, and of the last before it where it only answers; standing orders and fallback are
    those of the last that speaks of them.
    """
    return [filed for filed in files if filed.accepted]


@lru_cache(maxsize=_REMEMBERED)
def _read_file(seat: Seat, name: str, data: bytes, faults: tuple[Fault, ...]) -> MoveFile:
    try:
        return read_accepted(data, faults)
    except ValueError as error:
        raise DamageError(f"orders of {seat}, {name}", f"not the file that was accepted: {error}") from error


def read_files(accepted: Arrived) -> dict[Seat, list[tuple[str, MoveFile]]]:
    """The ``accepted`` files as they were understood.

    Raises :class:`DamageError` for a file that cannot have been accepted as it is.
    """
    return {seat: [(filed.name, _understand(seat, filed)) for filed in files] for seat, files in accepted.items()}


def _understand(seat: Seat, filed: FiledFile) -> MoveFile:
    # what was not understood and waits for its moment
    waits = (remark for remark in filed.receipt.problems if remark.code == UNREAD_LATER)
    faults = tuple((remark.place, str(remark.facts["why"])) for remark in waits)
    file = _read_file(seat, filed.name, filed.data, faults)
    return leave_orders(leave_out_full_stop(file, filed.receipt.problems), filed.receipt.problems)


def take_up(game: AnyGame, start: TurnRecord[Any], orders: Understood) -> dict[Seat, Agenda]:
    """Every seat's agenda once ``orders`` are taken up, one file after the other; for the rest see ``enlist``."""
    agendas, answers, closing = {}, game.orders.answer_kinds, game.orders.closing
    for seat in game.kernel.seats(start.state):
        agendas[seat] = start.agendas.get(seat, EMPTY)
        for name, file in orders.get(seat, ()):
            agendas[seat] = enlist(agendas[seat], file, f"{seat}/{name}", answers, closing)
    return agendas


def find_echoes(files: Understood) -> dict[Seat, str]:
    """The head that each seat's accepted ``files`` quote last."""
    return {seat: file.after for seat, named in files.items() for _, file in named if file.after is not None}


def read_arrived(files: Mapping[str, bytes], seats: Sequence[Seat]) -> dict[Seat, list[FiledFile]]:
    """The files that the turn kept as ``files`` took up, of each of ``seats``.

    Raises ``KeyError`` or ``ValueError`` for a file without a receipt of ours.
    """
    arrived: dict[Seat, list[FiledFile]] = {seat: [] for seat in seats}
    for name, data in files.items():
        folder, _, file = name.partition("/")
        seat, _, file = file.partition("/")
        if folder == "orders" and file.endswith(".yaml"):
            receipt = read_receipt(files[f"orders/{seat}/{receipt_name(file)}"])
            arrived[seat].append(FiledFile(seat, file, data, receipt))
    return {seat: sorted(filed, key=number_of) for seat, filed in arrived.items()}


def sends_tokens(directory: GameDirectory, seat: Seat, waiting: FiledFile | None) -> bool:
    """Whether files of ``seat`` have come with a token; ``waiting`` is the last accepted one, where any is on file."""
    last = waiting or _find_last_taken(directory, seat)
    if last is None:
        return False
    return came_with_token(last.data) or any(problem.code == LEFT_OUT for problem in last.receipt.problems)


def _find_last_taken(directory: GameDirectory, seat: Seat) -> FiledFile | None:
    """The last file of ``seat`` that one of the newest turns took up; None where none did, or those before are damaged.

    Looked for backwards, so that all searches of a game together read each turn once for each seat at most.
    """
    turns = directory.turns
    newest = turns.newest()
    try:
        for turn in () if newest is None else range(newest, max(newest - LOOKED_BACK, -1), -1):
            parts = turns.read(turn)
            names = [name for name in parts if name.startswith(f"orders/{seat}/") and name.endswith(".yaml")]
            if names:
                last = max(names, key=lambda name: (len(name), name))
                receipt = read_receipt(parts[receipt_name(last)])
                return FiledFile(seat, last.rpartition("/")[2], parts[last], receipt)
    except (DamageError, ValueError, KeyError):
        # damage is told where the game is checked; a file is not turned away because a remark cannot be made
        return None
    return None
