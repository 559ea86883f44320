"""A game read from its record, and what an archive has beside its files: pages to read and the course as JSON.

All of that follows from the files of the game, so the same game gives the same archive.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

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
from adjudicator.report.page import ReportContext
from adjudicator.report.playback import render_playback
from adjudicator.store.acts import read_acts
from adjudicator.store.archive import GAME, PLAY, RECORD, REPLAY, list_game_files
from adjudicator.store.branches import FileShelf, Shelf, name_turn
from adjudicator.store.charter import read_charter
from adjudicator.store.checks import REDACTED
from adjudicator.store.formats import DamageError, open_turns, read_json, write_json
from adjudicator.store.header import MANIFEST
from adjudicator.store.record import TurnRecord, unbundle_turn

FORMAT = 1


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
            raise DamageError(where.rstrip("/"), f"not a turn that this program wrote: {error!r}"[:300]) from error
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
    """What the public reports of all turns are about."""
    contexts, first, shelf = [], name_turn(None, 0), recorded.shelf
    for number, (record, head) in enumerate(zip(recorded.records, recorded.heads, strict=True)):
        charter = change_charter(recorded.founded, select_acts(recorded.acts, 0, number))
        read = lambda name: shelf.read(f"{first}/{name}")  # noqa: E731
        contexts.append(describe_turn(Foundation(recorded.game, charter, read, recorded.acts, shelf), record, head))
    return contexts


def write_record(recorded: RecordedGame, members: Mapping[str, bytes]) -> bytes:
    """``record.json``: the public course of the game, and the hash of every other member."""
    charter, game, last = recorded.charter, recorded.game, recorded.records[-1]
    known = game.views.see(last.state, last.agendas, Onlooker.PUBLIC)
    record: JsonObject = {
        "format": FORMAT,
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


def is_ours(members: Mapping[str, bytes]) -> bool:
    """Whether this version of the program wrote the archive, so that it can be built again."""
    return read_json(members[RECORD]).get("program") == __version__


def check_members(members: Mapping[str, bytes], *, pages: bool) -> list[str]:
    """What an archive of ours has beside the game that the game does not give; ``pages`` are built again too."""
    recorded = read_recorded(list_game_files(members))
    built = {RECORD: write_record(recorded, members)}
    if pages:
        built[PLAY], built[REPLAY] = render_playback(list_contexts(recorded))
    return [f"{name}: not what the game gives" for name in built if built[name] != members.get(name)]


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
