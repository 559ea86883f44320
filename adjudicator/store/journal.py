"""What a moderator's act writes, as one list that is kept before anything else is touched.

An act changes several files. They are listed, with all their content, in ``private/journal.json``; once that list is
durable the act will happen, whatever interrupts it: the next command that writes goes through the list from the
beginning. Every item may be done twice. When all are done, and durable, the list goes.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias, cast

from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.store.checksum import Fit, check, write_checked
from adjudicator.store.damage import DamageError
from adjudicator.store.files import make_folder, read_regular, replace_file, sync_folder
from adjudicator.store.json_text import read_json

JOURNAL = "private/journal.json"
FORMAT = 1


class Write(NamedTuple):
    """Put ``text`` at ``name``, below the game directory, in place of what is there."""

    name: str
    text: str


class Move(NamedTuple):
    """Rename ``name`` to ``to``, where nothing is yet; not a byte of it changes."""

    name: str
    to: str


Item: TypeAlias = Write | Move


def is_interrupted(path: str) -> bool:
    """Whether an act in the game directory ``path`` was interrupted and is not finished yet."""
    return os.path.lexists(os.path.join(path, JOURNAL))


def carry_out(path: str, items: Sequence[Item]) -> None:
    """Do ``items`` in the game directory ``path``, all or, at the next command that writes, all. Raises ``OSError``."""
    listed = [
        {"write": item.name, "text": item.text} if isinstance(item, Write) else {"move": item.name, "to": item.to}
        for item in items
    ]
    written = write_checked(cast("JsonObject", {"format": FORMAT, "items": listed}))
    # a list that cannot be read again would never be gone through
    _read_items(written)
    _make_above(path, JOURNAL)
    replace_file(os.path.join(path, JOURNAL), written)
    finish(path)


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
        raise DamageError(JOURNAL, f"unreadable: {error}") from error


def _do(path: str, item: Item) -> None:
    if isinstance(item, Write):
        _make_above(path, item.name)
        replace_file(_place(path, item.name), item.text.encode())
    else:
        _move(path, item)


def _read_items(data: bytes) -> list[Item]:
    if check(data) is not Fit.FITS:
        raise ValueError("changed since it was written: its checksum does not fit")
    saved = read_json(data)
    if saved["format"] != FORMAT:
        raise ValueError(f"format {saved['format']!r}, this version reads {FORMAT}")
    items: list[Item] = []
    for entry in cast("Sequence[dict[str, JsonValue]]", saved["items"]):
        names = [cast("str", entry[key]) for key in ("write", "move", "to") if key in entry]
        if any(part in {"", ".", ".."} for name in names for part in name.split("/")):
            raise ValueError("names what is not in the game directory")
        items.append(Write(names[0], cast("str", entry["text"])) if "write" in entry else Move(*names))
    return items


def _place(path: str, name: str) -> str:
    return os.path.join(path, *name.split("/"))


def _move(path: str, item: Move) -> None:
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
