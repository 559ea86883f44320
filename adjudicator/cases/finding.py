"""Finding CASE files below the paths that somebody named."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

_ENDINGS = (".yaml", ".yml")


def find_case_files(paths: Iterable[str]) -> Iterator[str]:
    """The files named, and those below the folders named, numbers in names in their order.

    Raises ``FileNotFoundError`` for a path that is not there, or a folder without such files.
    """
    for path in paths:
        if os.path.isdir(path):
            found = sorted(_walk(path), key=_by_number)
            if not found:
                raise FileNotFoundError(f"{path}: no CASE files ({', '.join(_ENDINGS)}) below this folder")
            yield from found
        elif os.path.exists(path):
            yield path
        else:
            raise FileNotFoundError(f"{path}: no such file or folder")


def _walk(folder: str) -> Iterator[str]:
    for here, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (os.path.join(here, name) for name in files if name.endswith(_ENDINGS) and not name.startswith("."))


def _by_number(path: str) -> list[tuple[str, int]]:
    return [(text, int(number or 0)) for text, number in re.findall(r"(\D+)(\d*)", path)]
