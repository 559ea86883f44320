"""Replaying turns from what is recorded: set-up and orders in, the record out, compared byte for byte."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from adjudicator.acts.accepted import enlist_files, read_files
from adjudicator.acts.founding import mix_setup
from adjudicator.acts.joined import collect_joined
from adjudicator.acts.nonces import gather_nonces, want_nonces
from adjudicator.acts.sealing import find_echoes, seal_as_recorded, seal_with_secret
from adjudicator.chance import SecretChance
from adjudicator.core.chance import Draw, Label
from adjudicator.core.charter import Charter
from adjudicator.core.driver import list_asked
from adjudicator.core.due import find_wanted_epoch, mix_turn
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.mixing import Mixes
from adjudicator.core.order import MoveFile
from adjudicator.core.pledge import Joined
from adjudicator.core.record import TurnRecord
from adjudicator.core.recorded_act import RecordedAct, list_settled
from adjudicator.core.table import Seat
from adjudicator.registry import AnyGame
from adjudicator.store.bundle import bundle_record, locate
from adjudicator.store.header import (
    LOCAL,
    MANIFEST,
    Before,
    SavedLocal,
    Taken,
    list_consumed,
    read_local,
    read_manifest,
    write_local,
    write_manifest,
)
from adjudicator.store.json_text import read_json, write_json
from adjudicator.turn import play_setup, play_turn


class RecordedChance:
    """Gives back the recorded draws, for whoever does not hold the secret."""

    def __init__(self, recorded: TurnRecord[Any]) -> None:
        self._values = {(draw.epoch, draw.label, draw.below, draw.hidden): draw.value for draw in recorded.draws}
        self._revealed = recorded.revealed
        self.draws: list[Draw] = []

    def reveal(self) -> str | None:
        """The secret that the record shows."""
        return self._revealed

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        """The recorded value. Raises ``KeyError`` for a draw that was not recorded."""
        value = self._values[epoch, label, below, hidden]
        self.draws.append(Draw(epoch, label, below, value, hidden))
        return value


@dataclass(frozen=True, slots=True)
class Replay:
    """A turn played again; ``joined`` is with what the seats began, where chance is of level L2."""

    game: AnyGame
    record: TurnRecord[Any]
    joined: Mapping[Seat, Joined]


def _chance(
    charter: Charter, secret: bytes | None, recorded: TurnRecord[Any], mixes: Mixes
) -> SecretChance | RecordedChance:
    return RecordedChance(recorded) if secret is None else SecretChance(charter.id, secret, mixes)


def replay_setup(
    game: AnyGame, charter: Charter, secret: bytes | None, recorded: TurnRecord[Any], files: Mapping[str, bytes]
) -> Replay:
    """Turn 0 again, from the charter, and at level L2 from the ``files`` with which the seats have joined.

    Raises :class:`DamageError` where ``start.json`` does not say what these files do.
    """
    joined = collect_joined(charter, files)
    mixing = mix_setup(joined)
    chance = _chance(charter, secret, recorded, mixing.known)
    return Replay(game, play_setup(game, charter, chance, recorded.circumstances.now, mixing), joined)


def replay_turn(
    game: AnyGame,
    charter: Charter,
    secret: bytes | None,
    before: Replay,
    recorded: TurnRecord[Any],
    files: Mapping[str, bytes],
    acts: Sequence[RecordedAct] = (),
) -> Replay:
    """The turn after ``before`` again, from the orders recorded in ``files``.

    ``acts`` are those that it or an earlier turn takes up.
    """
    last = before.record._replace(settled=list_settled(acts))
    accepted = _read_accepted(read_local(files[LOCAL]), files)
    agendas = enlist_files(last.agendas, accepted)
    epoch = find_wanted_epoch(game, charter, last)
    anchors = {seat: entry.pledge.anchor for seat, entry in before.joined.items()}
    wanted = None if epoch is None else want_nonces(charter, last, game, epoch, anchors, acts)
    nonces = gather_nonces(wanted, accepted)
    mixing = mix_turn(game, charter, last, nonces.given, nonces.begins)
    chance = _chance(charter, secret, recorded, mixing.known)
    record = play_turn(game, charter, last, agendas, chance, recorded.circumstances, mixing)
    return Replay(game, record, before.joined)


def _read_accepted(local: SavedLocal, files: Mapping[str, bytes]) -> dict[Seat, list[tuple[str, MoveFile]]]:
    return read_files(
        {seat: [(name.rpartition("/")[2], files[name]) for name in names] for seat, names in local["in_force"].items()}
    )


@dataclass(frozen=True, slots=True)
class Held:
    """What every turn is held against: the rules, the charter, the secret where it is at hand, the public nodes."""

    game: AnyGame
    charter: Charter
    secret: bytes | None
    nodes: Sequence[bytes]


def compare_turn(
    held: Held, replay: Replay, last: Replay | None, before: Before | None, files: Mapping[str, bytes]
) -> str | None:
    """The first file, and the field in it, where the recorded turn is not the replayed one; None where it is.

    ``last`` is the replay of the turn before, ``before`` what its record hands over; None for turn 0.
    """
    record = replay.record
    for name, data in bundle_record(held.game, record).items():
        if data != files[name]:
            field = find_difference(read_json(data), read_json(files[name]))
            return f"{name}: {field}: not what a replay gives"
    manifest, local = read_manifest(files[MANIFEST]), read_local(files[LOCAL])
    taken = Taken(
        asked=_list_awaited(held, last.record) if last else (),
        in_force=local["in_force"],
        consumed=list_consumed(local["files"], files),
        echoed=find_echoes(_read_accepted(local, files)),
        acts=manifest["acts"],
        rerun=manifest.get("rerun", False),
    )
    seals = seal_as_recorded(manifest, local)
    if held.secret is not None:
        nodes = held.nodes
        seals = seal_with_secret(held.charter, held.secret, record.number, before, taken.acts, lambda: nodes)
    position = locate(held.game, record)
    local_again = write_local(record, position, taken, before, seals.salt, local["files"])
    if local_again != files[LOCAL]:
        return _name_difference(LOCAL, local_again, files)
    again = write_manifest(held.charter, record, position, taken, before, seals, local_again, manifest["files"])
    told = read_json(again)
    rules = cast("JsonObject", told["rules"])
    program = manifest["rules"]["program"]
    again = write_json({**told, "rules": {**rules, "program": program}})
    return None if again == files[MANIFEST] else _name_difference(MANIFEST, again, files)


def _list_awaited(held: Held, record: TurnRecord[Any]) -> frozenset[Seat]:
    asks = list_asked(held.game, record.state, record.agendas, held.charter.pacing)
    return frozenset(ask.seat for ask in asks if ask.must)


def _name_difference(name: str, again: bytes, files: Mapping[str, bytes]) -> str:
    field = find_difference(read_json(again), read_json(files[name])).removeprefix("/")
    return f"{name}: {field}: not what a replay gives" if field else f"{name}: not written as we write it"


def find_difference(one: JsonValue, other: JsonValue, path: str = "") -> str:
    """Where two JSON values first differ, as a path of keys and numbers."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in [*one, *(key for key in other if key not in one)]:
            if key not in one or key not in other:
                return f"{path}/{key}"
            if one[key] != other[key]:
                return find_difference(one[key], other[key], f"{path}/{key}")
    if isinstance(one, list) and isinstance(other, list):
        for number, (left, right) in enumerate(zip(one, other, strict=False)):
            if left != right:
                return find_difference(left, right, f"{path}/{number}")
        return f"{path}/{min(len(one), len(other))}" if len(one) != len(other) else path or "/"
    return path or "/"
