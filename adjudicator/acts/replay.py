"""Replaying turns from what is recorded: set-up and orders in, the record out, compared byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.acts.opened import enlist_files
from adjudicator.chance import SecretChance
from adjudicator.core.chance import Draw, Label
from adjudicator.core.charter import Charter
from adjudicator.core.json_value import JsonValue
from adjudicator.core.record import TurnRecord
from adjudicator.registry import AnyGame
from adjudicator.store.bundle import MANIFEST, bundle_turn, read_manifest
from adjudicator.store.json_text import read_json
from adjudicator.turn import play_setup, play_turn

_COMPARED = ("state.json", "agenda.json", "events.json", "chance.json")
_TOLD = ("stop", "stopped_at", "due")


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
    """A turn played again."""

    game: AnyGame
    record: TurnRecord[Any]


def _chance(charter: Charter, secret: bytes | None, recorded: TurnRecord[Any]) -> SecretChance | RecordedChance:
    return RecordedChance(recorded) if secret is None else SecretChance(charter.id, secret)


def replay_setup(game: AnyGame, charter: Charter, secret: bytes | None, recorded: TurnRecord[Any]) -> Replay:
    """Turn 0 again, from the charter alone."""
    chance = _chance(charter, secret, recorded)
    return Replay(game, play_setup(game, charter, chance, recorded.circumstances.now))


def replay_turn(
    game: AnyGame,
    charter: Charter,
    secret: bytes | None,
    before: Replay,
    recorded: TurnRecord[Any],
    files: Mapping[str, bytes],
) -> Replay:
    """The turn after ``before`` again, from the orders recorded in ``files``."""
    accepted = {
        seat: [(name.rpartition("/")[2], files[name]) for name in names]
        for seat, names in read_manifest(files[MANIFEST])["in_force"].items()
    }
    agendas = enlist_files(before.record.agendas, accepted)
    chance = _chance(charter, secret, recorded)
    return Replay(game, play_turn(game, charter, before.record, agendas, chance, recorded.circumstances))


def compare_turn(game: AnyGame, replay: Replay, files: Mapping[str, bytes]) -> str | None:
    """The first file, and the field in it, where the recorded turn is not the replayed one; None where it is."""
    rebuilt = bundle_turn(game, replay.record, {}, {}, None, ("", None))
    for name in _COMPARED:
        if rebuilt[name] != files[name]:
            field = find_difference(read_json(rebuilt[name]), read_json(files[name]))
            return f"{name}: {field}: not what a replay gives"
    recorded, again = read_manifest(files[MANIFEST]), read_manifest(rebuilt[MANIFEST])
    for key in _TOLD:
        if recorded[key] != again[key]:  # type: ignore[literal-required]  # the keys are listed above
            return f"turn.json: {key}: not what a replay gives"
    return None


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
