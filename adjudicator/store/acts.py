"""The recorded acts of a game, ``acts/0001.json`` and so on, and what an act writes, which is kept before it is done.

Each has the hash of the one before it, and a checksum. The next act and the manifest of the turn that takes it up
protect an act; until then only the checksum speaks for it.

An act changes several files. They are listed, with all their content, in ``private/journal.json``; once that list is
durable the act will happen, whatever interrupts it: the next command that writes goes through the list from the
beginning. Every item may be done twice. When all are done, and durable, the list goes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from adjudicator.core.json_value import JsonObject
from adjudicator.core.recorded_act import RecordedAct, dump_act, load_act
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.files import make_folder, read_regular, replace_file, sync_folder
from adjudicator.store.formats import (
    DamageError,
    drop_checksum,
    explain_damage,
    fits,
    read_json,
    tell_why,
    write_checked,
    write_json,
)

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
            if not fits(files[name]):
                raise DamageError(name, "changed since it was written: its checksum does not fit")
            bare = drop_checksum(files[name])
            act = load_act(read_json(bare))
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            raise DamageError(name, f"not a recorded act ({explain_damage(error)})") from error
        if (act.game, act.number) != (game, number):
            raise DamageError(name, f"is act {act.number} of game {act.game}")
        if act.previous != previous:
            raise DamageError(name, "previous is not the hash of the act before it")
        if write_json(dump_act(act)) != bare:
            raise DamageError(name, "not written as the program writes it")
        acts.append(act)
        previous = hash_bytes(files[name])
    return tuple(acts)


def list_acts(path: str, game: str) -> tuple[RecordedAct, ...]:
    """The acts in the game directory ``path``. Raises :class:`DamageError`."""
    folder = os.path.join(path, ACTS)
    files: dict[str, bytes] = {}
    place = ACTS
    try:
        for name in filter(_ACT.fullmatch, sorted(os.listdir(folder))):
            place = f"{ACTS}/{name}"
            files[place] = read_regular(os.path.join(folder, name))
    except OSError as error:
        if place == ACTS and isinstance(error, FileNotFoundError):
            return ()
        raise DamageError(place, tell_why(error)) from error
    return read_acts(files, game)


JOURNAL = "private/journal.json"
FORMAT = 1


_UTF_8, _ANY = "utf-8", "latin-1"
"""How texts are written, and what has a letter for every byte."""


class Write(NamedTuple):
    """Put ``text`` at ``name``, below the game directory, in place of what is there."""

    name: str
    text: str
    encoding: str = _UTF_8

    @classmethod
    def of_bytes(cls, name: str, data: bytes) -> Write:
        """Put ``data`` there, whatever it is: players' files are kept as they came."""
        try:
            return cls(name, data.decode())
        except UnicodeDecodeError:
            return cls(name, data.decode(_ANY), _ANY)


class RenameFile(NamedTuple):
    """Rename ``name`` to ``to``, where nothing is yet; not a byte of it changes."""

    name: str
    to: str


Item: TypeAlias = Write | RenameFile


def is_interrupted(path: str) -> bool:
    """Whether an act in the game directory ``path`` was interrupted and is not finished yet."""
    return os.path.lexists(os.path.join(path, JOURNAL))


def carry_out(path: str, items: Sequence[Item]) -> None:
    """Do ``items`` in the game directory ``path``, all or, at the next command that writes, all. Raises ``OSError``."""
    written = write_checked({"format": FORMAT, "items": list(map(_list_item, items))})
    # a list that cannot be read again would never be gone through
    _read_items(written)
    _make_above(path, JOURNAL)
    replace_file(os.path.join(path, JOURNAL), written)
    finish(path)


def _list_item(item: Item) -> JsonObject:
    if isinstance(item, RenameFile):
        return {"move": item.name, "to": item.to}
    return {"write": item.name, "text": item.text} | ({} if item.encoding == _UTF_8 else {"encoding": item.encoding})


def finish(path: str) -> None:
    """Do what an interrupted act has left to do. Raises ``OSError``, :class:`DamageError`."""
    if not is_interrupted(path):
        return
    place = os.path.join(path, JOURNAL)
    for item in read_items(path):
        _do(path, item)
    os.unlink(place)
    sync_folder(os.path.dirname(place))


def read_items(path: str) -> list[Item]:
    """What an interrupted act in the game directory ``path`` has to do. Raises :class:`DamageError`."""
    try:
        return _read_items(read_regular(os.path.join(path, JOURNAL)))
    except (OSError, KeyError, ValueError, TypeError, AttributeError) as error:
        raise DamageError(JOURNAL, tell_why(error)) from error


def _do(path: str, item: Item) -> None:
    if isinstance(item, Write):
        _make_above(path, item.name)
        replace_file(_place(path, item.name), item.text.encode(item.encoding))
    else:
        _move(path, item)


def _read_items(data: bytes) -> list[Item]:
    if not fits(data):
        raise ValueError("changed since it was written: its checksum does not fit")
    saved = read_json(data)
    if saved["format"] != FORMAT:
        raise ValueError(f"format {saved['format']!r}, this version reads {FORMAT}")
    items: list[Item] = []
    for entry in saved["items"]:
        names = [entry[key] for key in ("write", "move", "to") if key in entry]
        if any(part in {"", ".", ".."} for name in names for part in name.split("/")):
            raise ValueError("names what is not in the game directory")
        if "write" in entry:
            encoding = _ANY if entry.get("encoding") == _ANY else _UTF_8
            items.append(Write(names[0], entry["text"], encoding))
        else:
            items.append(RenameFile(*names))
    return items


def _place(path: str, name: str) -> str:
    return os.path.join(path, *name.split("/"))


def _move(path: str, item: RenameFile) -> None:
    source, target = _place(path, item.name), _place(path, item.to)
    _make_above(path, item.to)
    # what is at the target was moved there before, even where something else has been written to the source since
    if not os.path.lexists(target):
        if not os.path.lexists(source):
            raise DamageError(item.name, "missing: an interrupted act was to keep it")
        os.rename(source, target)
    # where the rename was done before, whether it is durable is not known
    sync_folder(os.path.dirname(target))
    sync_folder(os.path.dirname(source))


def _make_above(path: str, name: str) -> None:
    """Make the folders above ``name``, each durable."""
    folder = path
    for part in name.split("/")[:-1]:
        above, folder = folder, os.path.join(folder, part)
        if os.path.islink(folder):
            raise DamageError(os.path.relpath(folder, path), "is a link, not a folder")
        if not os.path.isdir(folder):
            make_folder(folder)
            sync_folder(above)
