"""A post office: the games below a folder, by their ids."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Final

from adjudicator.acts.status_line import find_games
from adjudicator.core.charter import CHARTER
from adjudicator.post.keys import UnknownSpeakerError
from adjudicator.store.files import read_regular

_ID: Final = re.compile(rb"^id: *\"?([a-z][a-z0-9-]{0,31})\"?\s*$", re.MULTILINE)


class PostOffice:
    """The games below a folder by their ids, and the folder's post; made once for any number of mails."""

    def __init__(self, folder: str, address: str = "", moderator: str = "") -> None:
        """``folder`` holds game directories, at any depth; ``address`` is the mailbox to which players write.

        ``moderator`` is the address to which their notes go, if any.
        """
        self.folder = os.path.abspath(folder)
        self.address = address
        self.moderator = moderator
        self._games: Mapping[str, tuple[str, ...]] = {}
        self._looked_at: Mapping[str, int] = {}

    def find_game(self, game: str) -> str | None:
        """The directory of the game with that id.

        A name that no game has costs no look at all games, unless a folder that holds games has changed. Raises
        :class:`UnknownSpeakerError` where two have it, and ``OSError`` where the folder cannot be read.
        """
        known = [path for path in self._games.get(game, ()) if os.path.lexists(os.path.join(path, CHARTER))]
        if not known and (not self._looked_at or self._looked_at != self._look()):
            self._list_games()
            known = list(self._games.get(game, ()))
        if len(known) > 1:
            places = " and ".join(os.path.relpath(path, self.folder) for path in known)
            raise UnknownSpeakerError(f"{places} are both called {game}; move one of them elsewhere")
        return known[0] if known else None

    def _look(self) -> dict[str, int]:
        """When the folders were changed that may hold games."""
        return {folder: os.stat(folder).st_mtime_ns for folder in self._looked_at if os.path.isdir(folder)}

    def _list_games(self) -> None:
        games: dict[str, tuple[str, ...]] = {}
        looked_at: dict[str, int] = {}
        for path in find_games(self.folder, looked_at):
            try:
                match = _ID.search(read_regular(os.path.join(path, CHARTER)))
            except OSError:
                continue
            if match:
                games[match[1].decode()] = (*games.get(match[1].decode(), ()), path)
        self._games, self._looked_at = games, looked_at
