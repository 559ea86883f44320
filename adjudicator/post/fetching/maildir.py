"""Mails from a Maildir; those that were dealt with go into its folders, as Maildir++ names them."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from threading import Event
from time import monotonic
from typing import Final

from adjudicator.post.fetching.source import FOLDERS, FetchedMail, SourceDownError
from adjudicator.post.keeping import MailPlace
from adjudicator.post.opening import MAX_MAIL
from adjudicator.store.files import make_folder, read_regular

_NEW: Final = ("new", "cur")
_PAUSE: Final = 0.5
"""Seconds between two looks for new mails."""


class MaildirSource:
    """The Maildir at a path."""

    def __init__(self, path: str) -> None:
        """``path`` is a folder with ``new`` and ``cur``."""
        self._path = path
        self.there: frozenset[str] = frozenset()

    def fetch(self, most: int, left: Collection[str]) -> list[FetchedMail]:
        """The oldest mails, by their names, which begin with the time."""
        try:
            self.there = frozenset(self._list())
            names = sorted(self.there.difference(left), key=os.path.basename)
            return [FetchedMail(name, read_regular(os.path.join(self._path, name), MAX_MAIL)) for name in names[:most]]
        except OSError as error:
            raise SourceDownError(f"{self._path}: {error.strerror or error}") from error

    def _list(self) -> Iterator[str]:
        for folder in _NEW:
            with os.scandir(os.path.join(self._path, folder)) as entries:
                for entry in entries:
                    if entry.is_file(follow_symlinks=False) and not entry.name.startswith("."):
                        yield f"{folder}/{entry.name}"

    def put_away(self, name: str, place: MailPlace) -> None:
        """Move a mail into ``.Processed`` and the like; one that is gone already is no matter."""
        folder = os.path.join(self._path, f".{FOLDERS[place]}")
        try:
            for made in (folder, *(os.path.join(folder, part) for part in ("tmp", *_NEW))):
                make_folder(made)
            kept = os.path.basename(name)
            os.rename(
                os.path.join(self._path, name), os.path.join(folder, "cur", kept if ":2," in kept else f"{kept}:2,S")
            )
        except FileNotFoundError:
            return
        except OSError as error:
            raise SourceDownError(f"{self._path}: {error.strerror or error}") from error

    def wait(self, seconds: float, stop: Event) -> None:
        """Look every now and then whether ``new`` has changed."""
        until = monotonic() + seconds
        before = self._stamp()
        while monotonic() < until and not stop.wait(min(_PAUSE, max(0.0, until - monotonic()))):
            if self._stamp() != before:
                return

    def _stamp(self) -> int:
        try:
            return os.stat(os.path.join(self._path, "new")).st_mtime_ns
        except OSError as error:
            raise SourceDownError(f"{self._path}: {error.strerror or error}") from error

    def close(self) -> None:
        """Nothing is open."""
