"""An outbox: letters that wait, how often each was tried and when it is tried next; what was sent lies in ``sent``.

The folder is the queue. A letter is ``outbox/NAME.eml``, ``outbox/NAME.json`` beside it says how it fared; sent means
moved to ``sent/NAME.eml``. Whoever stops in between sends a letter again, with the same Message-ID.
"""

import os
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from adjudicator.core.instant import read_instant, write_instant
from adjudicator.core.json_value import JsonObject
from adjudicator.store.files import make_folder, read_regular, remove_if_there, replace_file, sync_folder
from adjudicator.store.formats import read_json, write_json
from adjudicator.store.gamedir import OUTBOX, SENT

MAIL: Final = ".eml"
_TRIES: Final = ".json"
_DELAYS: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 2, 5, 15, 30, 60, 120, 240))
_MOST_TRIES: Final = 32
"""With the delays above these are more than four days, after which mail servers give up, too."""


class Tries(NamedTuple):
    """How a letter fared: how often it was tried, when it is tried again, and why it is still here.

    One that is not tried again waits for the moderator; one that never was and never will be is withdrawn.
    """

    tries: int = 0
    next: datetime | None = None
    reason: str = ""


class WaitingLetter(NamedTuple):
    """A letter in an outbox: the folder that has the outbox, its name without ending, and how it fared, if tried."""

    folder: str
    name: str
    tried: Tries | None = None

    @property
    def path(self) -> str:
        """Where it lies."""
        return os.path.join(self.folder, OUTBOX, self.name + MAIL)

    @property
    def is_parked(self) -> bool:
        """Whether it is tried no more."""
        return self.tried is not None and self.tried.next is None

    @property
    def is_withdrawn(self) -> bool:
        """Whether it is not to be sent, since the turn that it is of was taken back."""
        return self.is_parked and self.tried is not None and not self.tried.tries

    def is_due(self, now: datetime) -> bool:
        """Whether it is to be tried now."""
        return self.tried is None or (self.tried.next is not None and self.tried.next <= now)


def plan_next(tried: Tries | None, reason: str, now: datetime, *, for_good: bool = False) -> Tries:
    """What stands beside a letter that could not be sent for ``reason``: when it is tried again, ever later.

    One that was refused ``for_good`` is not.
    """
    tries = (tried.tries if tried else 0) + 1
    delay = _DELAYS[min(tries, len(_DELAYS)) - 1]
    return Tries(tries, None if for_good or tries >= _MOST_TRIES else now + delay, reason)


def list_waiting(folder: str) -> list[WaitingLetter]:
    """The letters that wait in the outbox of ``folder``, oldest first; none where it cannot be read."""
    try:
        with os.scandir(os.path.join(folder, OUTBOX)) as entries:
            found = sorted(
                (entry.stat(follow_symlinks=False).st_mtime_ns, entry.name.removesuffix(MAIL))
                for entry in entries
                # what begins with a dot is aside, for a turn that is not kept yet
                if entry.name.endswith(MAIL) and entry.name[0] != "." and entry.is_file(follow_symlinks=False)
            )
    except OSError:
        return []
    return [WaitingLetter(folder, name, _read_tries(folder, name)) for _, name in found]


def _read_tries(folder: str, name: str) -> Tries | None:
    """How a letter fared; one whose record cannot be read counts as never tried."""
    try:
        saved = read_json(read_regular(os.path.join(folder, OUTBOX, name + _TRIES)))
        following = saved["next"]
        return Tries(
            int(str(saved["tries"])), read_instant(str(following)) if following else None, str(saved["reason"])
        )
    except (OSError, ValueError, KeyError):
        return None


def keep_tries(letter: WaitingLetter, tries: Tries) -> None:
    """Write beside ``letter`` how it fared, unless it was withdrawn meanwhile. Raises ``OSError``."""
    if letter._replace(tried=_read_tries(letter.folder, letter.name)).is_withdrawn:
        return
    saved: JsonObject = {
        "tries": tries.tries,
        "next": write_instant(tries.next) if tries.next else None,
        "reason": tries.reason,
    }
    replace_file(os.path.join(letter.folder, OUTBOX, letter.name + _TRIES), write_json(saved))


def keep_sent(letter: WaitingLetter) -> None:
    """Move ``letter`` among those that were sent. Raises ``OSError``."""
    sent = os.path.join(letter.folder, SENT)
    make_folder(sent)
    os.rename(letter.path, os.path.join(sent, letter.name + MAIL))
    remove_if_there(os.path.join(letter.folder, OUTBOX, letter.name + _TRIES))
    sync_folder(sent)
    sync_folder(os.path.join(letter.folder, OUTBOX))


def put_back(folder: str, name: str) -> None:
    """Have the letter ``name`` sent once more: from among those that were sent, or parked. Raises ``OSError``."""
    outbox = os.path.join(folder, OUTBOX)
    make_folder(outbox)
    remove_if_there(os.path.join(outbox, name + _TRIES))
    if not os.path.lexists(os.path.join(outbox, name + MAIL)):
        replace_file(os.path.join(outbox, name + MAIL), read_regular(os.path.join(folder, SENT, name + MAIL)))
