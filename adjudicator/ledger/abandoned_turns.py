"""What is known of turns that a rewind abandons, of damaged ones too: which these are, and what they had fixed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress

from adjudicator.core.act_kinds import DamagedTurn, Rewind
from adjudicator.core.json_value import is_digest
from adjudicator.core.mixing import Mix, Mixes
from adjudicator.core.recorded_act import RecordedAct
from adjudicator.ledger.last_turn import check_position
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.acts import name_act
from adjudicator.store.branches import Shelf, name_branch, name_turn
from adjudicator.store.bundle import CHANCE, REPORT_FOLDER, REPORTS, read_mixes
from adjudicator.store.checks import audit_receipts, check_turn
from adjudicator.store.header import LOCAL, MANIFEST, SavedManifest, read_local, read_manifest
from adjudicator.store.json_text import read_json
from adjudicator.store.turn_format import SUFFIX, unpack_parts


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
    if later is not None and later["previous"] is not None:
        candidates.insert(0, later["previous"])
    with suppress(KeyError, ValueError):
        candidates.append(str(read_json(files[REPORTS])["head"]))
    reports = [data for name, data in files.items() if name.startswith(REPORT_FOLDER)]
    printed = (head for head in candidates if is_digest(head) and any(head.encode() in data for data in reports))
    return next(printed, candidates[0])


def shows_secret(files: Mapping[str, bytes]) -> bool | None:
    """Whether a turn was the last one of its game; None where nothing that is whole says so."""
    manifest, chance = _read_header(files), _read_chance(files)
    if manifest is not None:
        return manifest["rng"]["revealed"] is not None
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
        return {int(epoch): mix for epoch, mix in manifest["rng"]["mixes"].items()}
    chance = _read_chance(files)
    return read_mixes(chance) if chance is not None else {}


def _read_chance(files: Mapping[str, bytes]) -> bytes | None:
    """What is kept of the draws of a turn, where it is as it was written."""
    with suppress(KeyError, ValueError):
        if read_local(files[LOCAL])["files"].get(CHANCE) == hash_bytes(files[CHANCE]):
            return files[CHANCE]
    return None


def _read_header(files: Mapping[str, bytes]) -> SavedManifest | None:
    try:
        return read_manifest(files[MANIFEST])
    except (KeyError, ValueError):
        return None
