"""A copy of a game directory that is spoilt and mended again and again, at the cost of what has changed."""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path


def read_tree(folder: Path) -> dict[str, bytes | None]:
    """Every file below ``folder`` with its content, every folder as None; links are what they point to, as text."""
    found: dict[str, bytes | None] = {}
    for where, folders, files in os.walk(folder):
        base = os.path.relpath(where, folder)
        for name in folders:
            found[os.path.normpath(f"{base}/{name}")] = None
        for name in files:
            found[os.path.normpath(f"{base}/{name}")] = Path(where, name).read_bytes()
    return found


class Workbench:
    """The folder ``path`` as a copy of ``template``."""

    def __init__(self, path: Path, template: Path) -> None:
        self.path = path
        self._template = template
        shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(template, path)
        self._stamps = self._stamp()

    def _stamp(self) -> dict[str, tuple[int, ...]]:
        """What tells whether a file or a folder is still the one that was copied."""
        found = {}
        pending = [str(self.path)]
        while pending:
            with os.scandir(pending.pop()) as entries:
                for entry in entries:
                    status = entry.stat(follow_symlinks=False)
                    is_folder = entry.is_dir(follow_symlinks=False)
                    times = () if is_folder else (status.st_mtime_ns, status.st_size, status.st_ino)
                    found[os.path.relpath(entry.path, self.path)] = (status.st_mode, *times)
                    if is_folder:
                        pending.append(entry.path)
        return found

    def changes(self) -> dict[str, bytes | None]:
        """What differs from the template: content of what is new or changed, None for what is gone or a folder."""
        now = self._stamp()
        names = sorted(name for name in now.keys() | self._stamps.keys() if now.get(name) != self._stamps.get(name))
        return {name: self._content(name) for name in names}

    def _content(self, name: str) -> bytes | None:
        path = self.path / name
        if path.is_file():
            return b"file " + path.read_bytes()
        return b"folder" if path.is_dir() else None

    def fingerprint(self) -> str:
        """The same for two states of this bench with the same content."""
        digest = hashlib.sha256()
        for name, content in self.changes().items():
            digest.update(f"{name}\0{-1 if content is None else len(content)}\0".encode() + (content or b""))
        return digest.hexdigest()

    def restore(self) -> None:
        """Make the folder the copy again."""
        changed = list(self.changes())
        for name in sorted(changed, reverse=True):
            path = self.path / name
            if path.is_dir() and not (self._template / name).is_dir():
                shutil.rmtree(path)
            elif path.is_file():
                path.unlink()
        for name in changed:
            source, path = self._template / name, self.path / name
            if source.is_dir():
                path.mkdir(exist_ok=True)
                shutil.copystat(source, path)
            elif source.exists():
                shutil.copy2(source, path)
        self._stamps = self._stamp()
