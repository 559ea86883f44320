"""Archives as somebody else might make them, with Python's own zip files."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from io import BytesIO

REGULAR = 0o100600


def make_zip(members: Iterable[tuple[str, bytes]], *, mode: int = REGULAR, method: int = zipfile.ZIP_STORED) -> bytes:
    """A zip of ``members`` in the order given, all of the given mode; names may be anything, also repeated."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in members:
            entry = zipfile.ZipInfo(name)
            entry.filename = name
            entry.external_attr = mode << 16
            entry.create_system = 3
            entry.compress_type = method
            archive.writestr(entry, data)
    return file.getvalue()
