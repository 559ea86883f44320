"""What a rewind abandons: which turns these are and what they had fixed, damaged ones too, and orders carried over it.

Files of abandoned turns are judged again when their turn comes on the new line: for the first turn after the rewind
that is at once, for later ones when the turn before has run again. A seat's files are left alone where it has sent
anything newer since the rewind, and where they are not allowed any more. They all stay where they are, in the branch.
Of a turn that was damaged when it was abandoned those files are carried that fit their receipts, and at the rewind
alone. Reports say what became of them, and what their turn takes the place of.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

from adjudicator.core.act_kinds import DamagedTurn, Replace, Rewind, Substitute
from adjudicator.core.agenda import Agenda
from adjudicator.core.chance import Mix, Mixes
from adjudicator.core.charter import Charter
from adjudicator.core.json_value import is_digest
from adjudicator.core.order import describe
from adjudicator.core.recorded_act import RecordedAct, find_abandoned, find_offering, select_acts
from adjudicator.core.table import Seat
from adjudicator.intake.judge import IntakeContext
from adjudicator.intake.judgement import leave_as_before
from adjudicator.intake.receipt import ACCEPTED, Receipt, make_receipt
from adjudicator.kit.words import join_words
from adjudicator.ledger.inputs import check_position, read_files, read_turn, take_up
from adjudicator.proof.hashing import hash_bytes
from adjudicator.proof.header import Header
from adjudicator.registry import AnyGame
from adjudicator.report.fates import Rerun
from adjudicator.store.acts import name_act
from adjudicator.store.branches import Shelf, keep_whole, list_accepted_in, name_branch, name_turn
from adjudicator.store.checks import audit_receipts, check_turn
from adjudicator.store.formats import SUFFIX, DamageError, read_json, unpack_parts
from adjudicator.store.header import LOCAL, MANIFEST, read_local, read_manifest
from adjudicator.store.inbox import FiledFile, number_of
from adjudicator.store.record import CHANCE, RECORD_FILES, REPORT_FOLDER, REPORTS, TurnRecord, read_mixes


def find_damaged(
    turns: Mapping[int, Mapping[str, bytes]],
    before: Mapping[str, bytes],
    redacted: Collection[str],
    game: str,
    broken: Collection[int],
    known: Mapping[int, str],
) -> dict[int, DamagedTurn]:
    """Which of the ``turns`` of ``game``, given by their files, are not as they were written, or not those ``known``.

    ``before`` are the files of the turn before them, ``known`` has heads by which turns are known. The records of the
    turns ``broken`` are damaged, though all that can be read of them may be whole. Of files below a folder the folder
    is named, since everybody is told: who has sent something is nobody's business.
    """
    damaged: dict[int, DamagedTurn] = {}
    for number, files in turns.items():
        where = name_turn(None, number)
        # reports are made again, where they are torn
        record = {name: data for name, data in files.items() if not name.startswith(REPORT_FOLDER)}
        places = [finding.partition(": ")[0] for finding in check_turn(where, record, redacted)]
        manifest = _read_header(files)
        earlier = None if number - 1 in damaged else turns.get(number - 1, before)
        known_head = known.get(number)
        if manifest is None or known_head not in {None, hash_bytes(files[MANIFEST])}:
            places.append(f"{where}/{MANIFEST}")
        else:
            findings = check_position(where, manifest, game, number, earlier)
            # of a list of reports that does not fit nobody can tell which of the two turns was changed
            places += [f"{where}/{finding.partition(': ')[0].rpartition('/')[2]}" for finding in findings]
        if places or number in broken:
            names = {place.removeprefix(where).removeprefix("/").partition("/")[0] for place in places}
            head = known_head or _find_head(files, turns.get(number + 1, {}))
            damaged[number] = DamagedTurn(head, sorted(names - {""}))
    return damaged


def check_offered(shelf: Shelf, act: RecordedAct, until: int, redacted: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with what ``act``, a rewind, has left on ``shelf`` that bears on turns up to ``until``.

    Files of abandoned turns, or those that waited after the last one, are offered again, by what the turns before had;
    reports speak of these turns; the head of the last one is in the act.
    """
    assert isinstance(act.change, Rewind)
    change, last = act.change, act.after_turn
    for turn in sorted({*range(change.to + 1, min(until, last) + 1), last} - set(change.damaged)):
        yield from _check_abandoned(shelf, act, name_turn(change.branch, turn), turn, redacted)
    if until > last:
        place = f"{name_branch(change.branch)}/inbox"
        waited = {f"{place}/{name}": data for name, data in shelf.read_below(place).items()}
        yield from audit_receipts(waited, (), redacted).findings


def _check_abandoned(shelf: Shelf, act: RecordedAct, place: str, turn: int, redacted: Collection[str]) -> Iterator[str]:
    """What is wrong with the ``turn`` in ``place``, which ``act`` abandoned."""
    files = unpack_parts(shelf.read(f"{place}{SUFFIX}"), f"{place}{SUFFIX}")
    findings = [*check_turn(place, files, redacted)]
    yield from findings
    if not findings:
        yield from check_position(place, read_manifest(files[MANIFEST]), act.game, turn, None)
        if turn == act.after_turn and hash_bytes(files[MANIFEST]) != act.head:
            yield f"{place}/{MANIFEST}: not the turn that {name_act(act.number)} speaks of"


def drop_strangers(
    turns: Mapping[int, Mapping[str, bytes]], damaged: Mapping[int, DamagedTurn]
) -> dict[int, Mapping[str, bytes]]:
    """``turns`` without the files of those that are ``damaged`` because another turn, though whole, is in their place.

    Such a turn says nothing of the one that was there.
    """
    return {
        number: {} if number in damaged and _is_stranger(files, damaged[number]) else files
        for number, files in turns.items()
    }


def _is_stranger(files: Mapping[str, bytes], found: DamagedTurn) -> bool:
    head = hash_bytes(files.get(MANIFEST, b""))
    return MANIFEST in found.files and head.encode() in files.get(REPORTS, b"")


def _find_head(files: Mapping[str, bytes], following: Mapping[str, bytes]) -> str:
    """The head by which a damaged turn was told, as far as ``files`` and those of the turn ``following`` it show."""
    candidates = [hash_bytes(files.get(MANIFEST, b""))]
    later = _read_header(following)
    if later is not None and later.previous is not None:
        candidates.insert(0, later.previous)
    with suppress(KeyError, ValueError):
        candidates.append(str(read_json(files[REPORTS])["head"]))
    reports = [data for name, data in files.items() if name.startswith(REPORT_FOLDER)]
    printed = (head for head in candidates if is_digest(head) and any(head.encode() in data for data in reports))
    return next(printed, candidates[0])


def shows_secret(files: Mapping[str, bytes]) -> bool | None:
    """Whether a turn was the last one of its game; None where nothing that is whole says so."""
    manifest, chance = _read_header(files), _read_chance(files)
    if manifest is not None:
        return manifest.revealed is not None
    return None if chance is None else read_json(chance)["revealed"] is not None


def list_mixes(turns: Mapping[int, Mapping[str, bytes]]) -> Mixes:
    """The mixes that ``turns`` fixed; of a damaged one as far as something that is whole says them.

    At chance level L1 nothing is mixed into any epoch.
    """
    mixes: dict[int, Mix] = {}
    for number in sorted(turns):
        mixes |= {epoch: mix for epoch, mix in _find_mixes(turns[number]).items() if mix}
    return mixes


def _find_mixes(files: Mapping[str, bytes]) -> Mixes:
    manifest = _read_header(files)
    if manifest is not None and hash_bytes(files[MANIFEST]).encode() in files.get(REPORTS, b""):
        return manifest.mixes
    chance = _read_chance(files)
    return read_mixes(chance) if chance is not None else {}


def _read_chance(files: Mapping[str, bytes]) -> bytes | None:
    """What is kept of the draws of a turn, where it is as it was written."""
    with suppress(KeyError, ValueError):
        if read_local(files[LOCAL])["files"].get(CHANCE) == hash_bytes(files[CHANCE]):
            return files[CHANCE]
    return None


def _read_header(files: Mapping[str, bytes]) -> Header | None:
    try:
        return read_manifest(files[MANIFEST])
    except (KeyError, ValueError):
        return None


_ORDERS = "orders/"


class AbandonedFiles(NamedTuple):
    """A seat's files for an abandoned turn, oldest first; ``newer`` rules them out."""

    files: Sequence[FiledFile]
    newer: bool


class RefiledFile(NamedTuple):
    """A file of an abandoned turn that was judged again."""

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
    return {seat: AbandonedFiles(filed, seat in newer) for seat, filed in files.items() if filed}


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


def judge_offer(intake: IntakeContext, seat: Seat, offer: AbandonedFiles, now: datetime) -> list[RefiledFile]:
    """What becomes of the files of an offer that nothing rules out; nothing is written.

    A receipt has the number it had, since it is about the same bytes from the same seat for the same turn.
    """
    carried: list[RefiledFile] = []
    in_force: str | None = None
    for filed in offer.files:
        judgement = leave_as_before(intake.judge(filed.data, seat, carried=True), filed.receipt.problems)
        if judgement.state in ACCEPTED:
            in_force = f"inbox/{seat}/{filed.name}"
        receipt = make_receipt(intake, judgement, filed.data, in_force, now)
        receipt = receipt._replace(id=filed.receipt.id, sent_sha256=filed.receipt.sent_sha256)
        carried.append(RefiledFile(filed, receipt))
    return carried


def tell_offers(
    shelf: Shelf, acts: Sequence[RecordedAct], game: AnyGame, charter: Charter, record: TurnRecord[Any]
) -> tuple[Mapping[Seat, Sequence[str]], Mapping[Seat, Agenda]]:
    """What becomes, after ``record``, of each seat's files for the abandoned turn that comes next, in sentences for it;
    and the agendas of those whose files count again, with them.

    Judged by what the seat knows, like every file.
    """
    seats = game.kernel.seats(record.state)
    intake = IntakeContext(
        game, charter.id, seats, record.state, record.agendas, record.number + 1, "", names=charter.seat_names
    )
    lines: dict[Seat, Sequence[str]] = {}
    counting: dict[Seat, list[FiledFile]] = {}
    act = find_offering(acts, record.number + 1)
    since = act.change.to + 1 if act and isinstance(act.change, Rewind) else record.number + 1
    new = {
        one.change.seat
        for one in select_acts(acts, since, record.number)
        if isinstance(one.change, Replace | Substitute)
    }
    for seat, offer in list_offers(shelf, acts, record.number + 1, seats).items():
        if offer.newer:
            lines[seat] = [
                f"{_name_file(filed, offer.files, intake.turn, is_new=seat in new)} is not used again, because you "
                "have sent newer orders since; the moderator still has it."
                for filed in offer.files
            ]
        else:
            judged = judge_offer(intake, seat, offer, record.circumstances.now)
            lines[seat] = tell_carried(judged, intake, is_new=seat in new)
            counting[seat] = [one.filed._replace(receipt=one.receipt) for one in judged if one.accepted]
    agendas = take_up(game, record, read_files(counting))
    return lines, {seat: agendas[seat] for seat, files in counting.items() if files}


def name_owner(*, is_new: bool) -> str:
    """Whose the files of a seat are that were sent before somebody who may be new came to it."""
    return "The seat's" if is_new else "Your"


def _name_file(filed: FiledFile, files: Sequence[FiledFile], turn: int, *, is_new: bool) -> str:
    """What a file is called where its seat reads of it: by its number where there are several."""
    number = f" no. {number_of(filed)}" if len(files) > 1 else ""
    return f"{name_owner(is_new=is_new)} earlier file{number} for turn {turn}"


def tell_carried(carried: Sequence[RefiledFile], intake: IntakeContext, *, is_new: bool = False) -> list[str]:
    """What became of a seat's files, in sentences for it; several that count again are told of together.

    Where somebody ``is_new`` at the seat the files may be of who had it before.
    """
    sentences = []
    counting = [one for one in carried if one.accepted]
    if len(counting) > 1:
        numbers = join_words([f"no. {number_of(one.filed)} ({one.receipt.state.value})" for one in counting])
        sentences.append(
            f"{name_owner(is_new=is_new)} earlier files for turn {intake.turn} count again as they did, until you send "
            f"a newer one: {numbers}."
        )
    for one in carried:
        file = _name_file(one.filed, [other.filed for other in carried], intake.turn, is_new=is_new)
        state = one.receipt.state.value
        problems = [
            f"line {it.place.line}: {describe(intake.rename(it), intake.sentences)}" for it in one.receipt.problems
        ]
        if counting == [one]:
            sentences.append(f"{file} counts again ({state}), until you send a newer one.")
        elif not one.accepted:
            sentences.append(
                f"{file} cannot be used again ({state}): {'; '.join(problems)}. The moderator still has it."
            )
    return sentences


def find_rerun(
    shelf: Shelf, acts: Sequence[RecordedAct], game: AnyGame, charter: Charter, record: TurnRecord[Any]
) -> Rerun | None:
    """What ``record`` takes the place of; None where no turn of its number was abandoned before it.

    ``acts`` are all there are; those recorded after the turn do not count. Raises :class:`DamageError`.
    """
    taken_up = select_acts(acts, 0, record.number)
    act = find_abandoned(taken_up, record.number)
    if act is None or not isinstance(act.change, Rewind):
        return None
    where = name_turn(act.change.branch, record.number)
    is_over = not game.kernel.decisions(record.state)
    carried, refiled = ({}, {}) if is_over else tell_offers(shelf, taken_up, game, charter, record)
    if record.number in act.change.damaged:
        return Rerun(None, act.change.damaged[record.number].head, carried, refiled)
    abandoned = read_turn(game, where, {name: shelf.read(f"{where}/{name}") for name in RECORD_FILES})
    return Rerun(abandoned.record, abandoned.manifest.head, carried, refiled)
