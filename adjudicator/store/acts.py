"""The recorded acts of a game, ``acts/0001.json`` and so on: each has the hash of the one before it, and a checksum.

The next act and the manifest of the turn that takes it up protect an act; until then only the checksum speaks for it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence

from adjudicator.core.recorded_act import RecordedAct, dump_act, load_act
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.checksum import Fit, check, drop_checksum, write_checked
from adjudicator.store.damage import DamageError
from adjudicator.store.files import read_regular
from adjudicator.store.json_text import read_json, write_json

ACTS = "acts"
_ACT = re.compile(r"([0-9]{4,})\.json")


def name_act(number: int) -> str:
    """Where act ``number`` lies in its game directory."""
    return f"{ACTS}/{number:04}.json"


def write_act(act: RecordedAct) -> bytes:
    """The file of ``act``."""
    return write_checked(dump_act(act))


def hash_newest(path: str, acts: Sequence[RecordedAct]) -> str | None:
    """The SHA-256 of the file of the last of ``acts`` in the game directory ``path``; None where there are none."""
    if not acts:
        return None
    return hash_bytes(read_regular(os.path.join(path, *name_act(acts[-1].number).split("/"))))


def read_acts(files: Mapping[str, bytes], game: str) -> tuple[RecordedAct, ...]:
    """The acts of ``game`` in order, of all its ``files`` by their names there. Raises :class:`DamageError`."""
    files = {name: data for name, data in files.items() if name.startswith(f"{ACTS}/")}
    acts: list[RecordedAct] = []
    previous: str | None = None
    for number in range(1, len(files) + 1):
        name = name_act(number)
        if name not in files:
            raise DamageError(name, "missing, though later acts are there")
        try:
            if check(files[name]) is Fit.CHANGED:
                raise DamageError(name, "changed since it was written: its checksum does not fit")
            bare = drop_checksum(files[name])
            act = load_act(read_json(bare))
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            raise DamageError(name, f"not a recorded act ({error!r})") from error
        if (act.game, act.number) != (game, number):
            raise DamageError(name, f"is act {act.number} of game {act.game}")
        if act.previous != previous:
            raise DamageError(name, "previous is not the hash of the act before it")
        if write_json(dump_act(act)) != bare:
            raise DamageError(name, "not as we write it")
        acts.append(act)
        previous = hash_bytes(files[name])
    return tuple(acts)


def list_acts(path: str, game: str) -> tuple[RecordedAct, ...]:
    """The acts in the game directory ``path``. Raises :class:`DamageError`."""
    folder = os.path.join(path, ACTS)
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise DamageError(ACTS, error.strerror or "unreadable") from error
    try:
        files = {f"{ACTS}/{name}": read_regular(os.path.join(folder, name)) for name in names if _ACT.fullmatch(name)}
    except OSError as error:
        raise DamageError(ACTS, f"unreadable: {error}") from error
    return read_acts(files, game)
