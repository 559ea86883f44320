"""Archives: a game in one file, a plain zip whose every byte follows from the names and contents of its members.

Members are stored, not compressed, in the order of their names, with one fixed date and mode. So there is exactly one
archive of given members, and reading is simple and strict: whatever would not be written the same way again is
refused. Nothing can unfold into more than the file has. See ``docs/decisions/012-archives.md``.

Beside the files of the game stand pages to read and the course as JSON. All of that follows from these files, so the
same game gives the same archive.
"""

import os
import re
import stat
from collections.abc import Collection, Mapping
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from adjudicator import __version__
from adjudicator.core.charter import CHARTER, Charter
from adjudicator.core.instant import write_instant
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.recorded_act import RecordedAct, change_charter, dump_act, find_abandoned, select_acts
from adjudicator.core.table import Onlooker
from adjudicator.ledger.mixer import Foundation
from adjudicator.ledger.turn import describe_turn
from adjudicator.proof.hashing import hash_bytes
from adjudicator.registry import AnyGame, load_game
from adjudicator.report.context import ReportContext
from adjudicator.report.playback import render_playback
from adjudicator.store.acts import read_acts
from adjudicator.store.audit import is_record
from adjudicator.store.branches import FileShelf, Shelf, name_turn
from adjudicator.store.charter import read_charter
from adjudicator.store.checks import REDACTED
from adjudicator.store.files import read_regular
from adjudicator.store.formats import DamageError, explain_damage, open_turns, read_json, write_json
from adjudicator.store.header import MANIFEST
from adjudicator.store.placing import OccupiedError, put_file
from adjudicator.store.record import TurnRecord, unbundle_turn

GAME = "game/"
RECORD = "record.json"
PLAY = "play.txt"
REPLAY = "replay.html"
LARGEST = 128 * 1024 * 1024
"""Bytes an archive may have; a game of three hundred turns has them, with all its reports."""
MOST_MEMBERS = 50_000
_LONGEST_NAME = 255

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""Where a zip's calendar begins."""
_UNIX = 3
_MODE = stat.S_IFREG | 0o600
_ODD = re.compile(r"[^\x20-\x7e]")
_CHANGED = "its list of members is not what its members say: it was changed"
_FORMAT = 1
"""Of ``record.json``."""


def pack(members: Mapping[str, bytes]) -> bytes:
    """The archive of ``members``. Raises :class:`DamageError` where they are too many or too much."""
    if len(members) > MOST_MEMBERS:
        raise DamageError("archive", f"{len(members)} members; at most {MOST_MEMBERS} are possible")
    written = BytesIO()
    with ZipFile(written, "w", ZIP_STORED) as archive:
        for name in sorted(members):
            entry = ZipInfo(name, _FIRST_DAY)
            entry.create_system, entry.external_attr = _UNIX, _MODE << 16
            archive.writestr(entry, members[name])
    data = written.getvalue()
    if len(data) > LARGEST:
        raise DamageError("archive", f"{len(data)} bytes; at most {LARGEST} are possible")
    return data


def unpack(data: bytes) -> dict[str, bytes]:
    """The members of an archive by name. Raises :class:`DamageError` for anything that :func:`pack` would not write."""
    if len(data) > LARGEST:
        raise DamageError("archive", f"more than {LARGEST} bytes")
    try:
        with ZipFile(BytesIO(data)) as archive:
            members = _read_members(archive, len(data))
    except DamageError:
        raise
    except Exception as error:
        # what is no zip can break the reading of it anywhere
        raise DamageError("archive", "not an archive of adjudicate, or cut off") from error
    if not members:
        raise DamageError("archive", "not an archive of adjudicate")
    if pack(members) != data:
        raise DamageError("archive", _CHANGED)
    return members


def _read_members(archive: ZipFile, size: int) -> dict[str, bytes]:
    """The members of ``archive``, which has ``size`` bytes."""
    entries = archive.infolist()
    if len(entries) > MOST_MEMBERS:
        raise DamageError("archive", f"more than {MOST_MEMBERS} members")
    members: dict[str, bytes] = {}
    folded: dict[str, str] = {}
    for entry in entries:
        name = _ODD.sub("?", entry.filename[:_LONGEST_NAME])
        if name != entry.filename:
            raise DamageError(name, "a name that no member has")
        if entry.compress_type != ZIP_STORED or entry.flag_bits or entry.compress_size != entry.file_size:
            raise DamageError(name, "compressed or encrypted; members of an archive are stored as they are")
        _expect_name(name, members, folded)
        _expect_mode(name, entry.external_attr)
        size -= entry.file_size
        if size < 0:
            raise DamageError("archive", _CHANGED)
        try:
            members[name] = archive.read(entry)
        except BadZipFile as error:
            raise DamageError(name, "changed: its checksum does not fit") from error
    return members


def _expect_mode(name: str, attributes: int) -> None:
    """Nothing where what the list of members says of ``name`` makes a regular file of it."""
    kind = stat.S_IFMT(attributes >> 16)
    if kind == stat.S_IFLNK:
        raise DamageError(name, "is a link")
    if kind != stat.S_IFREG:
        raise DamageError(name, "is not a regular file")
    if attributes != _MODE << 16:
        raise DamageError(name, "has another mode than 0600")


def _expect_name(name: str, members: dict[str, bytes], folded: dict[str, str]) -> None:
    """Nothing where ``name`` may be the next member."""
    if name.startswith("/") or "\\" in name or re.match(r"[A-Za-z]:", name):
        raise DamageError(name, "an absolute name, or one of another system")
    if any(part in {"", ".", ".."} for part in name.split("/")):
        raise DamageError(name, "leads out of the archive, or is a folder")
    if name in members:
        raise DamageError(name, "is there twice")
    if name.casefold() in folded:
        raise DamageError(name, f"differs from {folded[name.casefold()]} in capitals only")
    folded[name.casefold()] = name
    if name not in {RECORD, PLAY, REPLAY} and not (name.startswith(GAME) and is_record(name.removeprefix(GAME))):
        raise DamageError(name, "does not belong in an archive")
    if members and name < next(reversed(members)):
        raise DamageError(name, "out of order")


def list_game_files(members: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of the game directory in an archive, by their names there."""
    return {name.removeprefix(GAME): data for name, data in members.items() if name.startswith(GAME)}


def find_unreceipted(names: Collection[str]) -> frozenset[str]:
    """Those of ``names`` in the inbox and among the refused that lack their receipt, or the file it is for."""
    present = frozenset(names)
    loose = [name for name in names if name.startswith(("inbox/", "refused/"))]
    stems = {name: name.removesuffix(".yaml").removesuffix(".receipt.json") for name in loose}
    return frozenset(name for name, stem in stems.items() if not {f"{stem}.yaml", f"{stem}.receipt.json"} <= present)


def write_archive(path: str, members: Mapping[str, bytes]) -> int:
    """Write the archive of ``members`` to ``path`` in one act, durable when this returns; its size in bytes."""
    data = pack(members)
    put_file(path, data)
    return len(data)


def expect_free(path: str, charter: Charter) -> None:
    """Nothing where an archive of the game of ``charter`` may be written to ``path``: where there is none, or another
    one of this very game. Raises :class:`OccupiedError`.
    """
    if not os.path.lexists(path):
        return
    try:
        there = read_charter(read_archive(path)[f"{GAME}{CHARTER}"])
    except (OSError, KeyError, DamageError) as error:
        raise OccupiedError(f"{path} exists and is not an archive; remove it, or name another file") from error
    if (there.id, there.commitment) != (charter.id, charter.commitment):
        raise OccupiedError(f"{path} exists and is an archive of another game; remove it, or name another file")


def read_archive(path: str) -> dict[str, bytes]:
    """The members of the archive at ``path``. Raises ``OSError`` and :class:`DamageError`."""
    return unpack(read_regular(path, LARGEST))


class RecordedGame(NamedTuple):
    """A game read from the files of its record: all turns in order, each with its head, and the recorded acts.

    ``founded`` is the charter that turn 0 holds, ``charter`` what acts have made of it, ``shelf`` has all files.
    """

    charter: Charter
    game: AnyGame
    records: list[TurnRecord[Any]]
    heads: list[str]
    founded: Charter
    acts: tuple[RecordedAct, ...]
    shelf: Shelf

    @property
    def over(self) -> bool:
        """Whether nobody has anything to decide any more."""
        return not self.game.kernel.decisions(self.records[-1].state)


def read_recorded(files: Mapping[str, bytes]) -> RecordedGame:
    """The game whose record is ``files``. Raises :class:`DamageError`, ``UnknownGameError``."""
    charter, files = read_charter(files[CHARTER]), open_turns(files)
    game = load_game(charter.module, charter.game)
    records: list[TurnRecord[Any]] = []
    heads: list[str] = []
    while (where := f"turns/{len(records):04}/") + MANIFEST in files:
        inner = {name.removeprefix(where): data for name, data in files.items() if name.startswith(where)}
        try:
            records.append(unbundle_turn(game, inner))
        except Exception as error:
            # whatever damaged data breaks, it is the data's fault
            raise DamageError(
                where.rstrip("/"), f"not a turn that this program wrote: {explain_damage(error)}"[:300]
            ) from error
        heads.append(hash_bytes(inner[MANIFEST]))
    if not records:
        raise DamageError("turns", "there is no turn 0")
    founded = read_charter(files[f"turns/0000/{CHARTER}"])
    acts = read_acts(files, charter.id)
    return RecordedGame(charter, game, records, heads, founded, acts, FileShelf(files))


def build_members(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """All members of the archive of a record."""
    recorded = read_recorded(files)
    text, page = render_playback(list_contexts(recorded))
    members = {GAME + name: data for name, data in files.items()} | {PLAY: text, REPLAY: page}
    members[RECORD] = write_record(recorded, members)
    return members


def list_contexts(recorded: RecordedGame) -> list[ReportContext]:
    """What the public reports of all turns are about; every seat is called by the name that it has in the end."""
    contexts, first, shelf = [], name_turn(None, 0), recorded.shelf
    for number, (record, head) in enumerate(zip(recorded.records, recorded.heads, strict=True)):
        charter = change_charter(recorded.founded, select_acts(recorded.acts, 0, number))
        charter = charter._replace(names=recorded.charter.names)
        read = lambda name: shelf.read(f"{first}/{name}")  # noqa: E731
        contexts.append(describe_turn(Foundation(recorded.game, charter, read, recorded.acts, shelf), record, head))
    return contexts


def write_record(recorded: RecordedGame, members: Mapping[str, bytes]) -> bytes:
    """``record.json``: the public course of the game, and the hash of every other member."""
    charter, game, last = recorded.charter, recorded.game, recorded.records[-1]
    known = game.views.see(last.state, last.agendas, Onlooker.PUBLIC)
    record: JsonObject = {
        "format": _FORMAT,
        "program": __version__,
        "game": charter.id,
        "rules": {"name": charter.game, "module": charter.module, "version": charter.version},
        "edition": charter.setting.edition,
        "options": dict(charter.setting.options),
        "pacing": charter.pacing.value,
        "seats": list(game.kernel.seats(last.state)),
        "sample": charter.sample,
        "commitment": charter.commitment.secret,
        "secret": last.revealed,
        "over": recorded.over,
        "head": recorded.heads[-1],
        "scores": [{"seat": score.seat, "points": score.points} for score in game.views.scores(known)],
        "redacted": GAME + REDACTED in members,
        "turns": [_tell_turn(recorded, number) for number in range(len(recorded.records))],
        "files": {name: hash_bytes(members[name]) for name in sorted(members) if name != RECORD},
    }
    return write_json(record)


def _tell_turn(recorded: RecordedGame, number: int) -> JsonValue:
    record, views = recorded.records[number], recorded.game.views
    heard = [views.hear(event, Onlooker.PUBLIC) for event in record.events]
    earlier = select_acts(recorded.acts, 0, number)
    about_acts: dict[str, JsonValue] = {}
    if earlier:
        rerun, taken_up = find_abandoned(earlier, number) is not None, select_acts(recorded.acts, number, number)
        about_acts = {"rerun": rerun, "acts": [dump_act(act) for act in taken_up]}
    return {
        "turn": number,
        "head": recorded.heads[number],
        "now": write_instant(record.circumstances.now),
        "forced": record.circumstances.forced,
        "late": record.circumstances.late,
        "stop": record.stop.value,
        "events": [event.to_json() for event in heard if event is not None],
        **about_acts,
    }


def check_members(members: Mapping[str, bytes], *, pages: bool) -> tuple[list[str], list[str]]:
    """Findings and remarks: what a sound archive has beside the game that the game does not give.

    ``pages`` are built again too. What another version of the program wrote cannot be.
    """
    if read_json(members[RECORD]).get("program") != __version__:
        words = f"{RECORD}: another version of the program wrote it, so it is not built again"
        return [], [words] if pages else []
    recorded = read_recorded(list_game_files(members))
    built = {RECORD: write_record(recorded, members)}
    if pages:
        built[PLAY], built[REPLAY] = render_playback(list_contexts(recorded))
    return [f"{name}: not what the game gives" for name in built if built[name] != members.get(name)], []


def check_listed(members: Mapping[str, bytes]) -> list[str]:
    """What is wrong with the members as they are listed, and with files that lack their receipts, or receipts files."""
    unpaired = sorted(find_unreceipted(list_game_files(members)))
    words = "one of a file and its receipt; the other is missing"
    return [*check_hashes(members), *(f"{GAME}{name}: {words}" for name in unpaired)]


def check_hashes(members: Mapping[str, bytes]) -> list[str]:
    """What ``record.json`` says of the other members and is not so."""
    try:
        listed = read_json(members[RECORD])["files"]
    except (KeyError, ValueError):
        listed = None
    if not isinstance(listed, dict):
        return [f"{RECORD}: missing, or not a record"]
    names = sorted({*members, *listed} - {RECORD})
    different = [f"{name}: not what {RECORD} says" for name in names if name in members and name in listed
                 and hash_bytes(members[name]) != listed[name]]  # fmt: skip
    absent = [f"{name}: missing, though {RECORD} lists it" for name in names if name not in members]
    strange = [f"{name}: not listed in {RECORD}" for name in names if name not in listed]
    return [*different, *absent, *strange]
