"""Sending letters: what is due goes to the mail server, what it took lies in ``sent``, all else is tried again.

Runs in a thread of its own, so that a server that hangs delays nothing else; between it and whoever writes letters
there is nothing but the outboxes.
"""

from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime, timedelta
from queue import Empty, SimpleQueue
from typing import Final

from adjudicator.core.system_errors import say_system_error
from adjudicator.post.health import EventLog
from adjudicator.post.mail_server import NO_SERVER, LetterRefusedError, MailServer, ServerDownError, address_letter
from adjudicator.post.office import find_reply_address
from adjudicator.post.outbox import WaitingLetter, keep_sent, keep_tries, list_waiting, plan_next
from adjudicator.post.settings import PostSettings
from adjudicator.store.files import read_regular

_PAUSES: Final = tuple(timedelta(seconds=seconds) for seconds in (5, 15, 60, 300))
"""How long a server is left alone that cannot be reached, the first time and later ones."""

Addressees = Callable[[str], Collection[str] | None]
"""The addresses that letters of a folder may go to; None for any."""


class Sender:
    """Sends what lies in the outboxes that it was told of."""

    def __init__(
        self, settings: PostSettings, addressees: Addressees, log: EventLog, server: MailServer | None, office: str = ""
    ) -> None:
        """``addressees`` says whom letters of a folder may go to; without a ``server`` they stay where they are.

        Letters to seats of games are answered to an address with a key where the folder of the ``office`` is known.
        """
        self._office = office
        self._settings = settings
        self._addressees = addressees
        self._log = log
        self._server = server
        self._news: SimpleQueue[str | None] = SimpleQueue()
        """Folders with something new, as other threads tell of them; None to stop."""
        self._outboxes: dict[str, datetime] = {}
        """The folders with letters that wait, and when each is looked into next."""
        self._failures = 0
        """How often the server could not be reached in a row."""
        self._not_before: datetime | None = None
        """When it is tried again."""
        self.trouble = NO_SERVER if server is None else ""
        """Why no letters go out; empty while they do."""

    def tell(self, folder: str) -> None:
        """The outbox of ``folder`` has something new; may be called from any thread."""
        self._news.put(folder)

    def run(self, clock: Callable[[], datetime]) -> None:
        """Send until :meth:`stop` is called."""
        wait: float | None = None
        while True:
            with suppress(Empty):
                folder = self._news.get(timeout=wait)
                while folder is not None:
                    self._outboxes[folder] = clock()
                    folder = self._news.get_nowait()
                if self._server is not None:
                    self._server.close()
                return
            now = clock()
            self.send_due(now)
            following = min(self._outboxes.values(), default=None)
            wait = None if following is None else max(0.1, (following - now).total_seconds())

    def stop(self) -> None:
        """Have :meth:`run` return once the letter that is being sent is told of; may be called from any thread."""
        self._news.put(None)

    def send_told(self, now: datetime) -> None:
        """Send whatever is due in the outboxes that it was told of by now."""
        with suppress(Empty):
            while folder := self._news.get_nowait():
                self._outboxes.setdefault(folder, now)
        self.send_due(now)

    def send_due(self, now: datetime, *folders: str) -> None:
        """Send whatever is due in the outboxes that it was told of, and in those of ``folders``."""
        if self._server is None:
            self._outboxes.clear()
            return
        self._outboxes |= dict.fromkeys(folders, now)
        if self._not_before is not None and now < self._not_before:
            self._delay(self._not_before)
        try:
            for folder in [folder for folder, at in self._outboxes.items() if at <= now]:
                for letter in list_waiting(folder):
                    if letter.is_due(now):
                        self._send(letter, self._server, now)
                self._look_later(folder, now)
        except ServerDownError as error:
            self.trouble = str(error)
            again = now + _PAUSES[min(self._failures, len(_PAUSES) - 1)]
            self._failures += 1
            self._log.write("server-down", server="smtp", reason=self.trouble, again=again)
            # one letter was tried; the others wait for the server alone
            self._not_before = again
            self._delay(again)
        else:
            self._server.close()

    def _delay(self, until: datetime) -> None:
        self._outboxes = {folder: max(at, until) for folder, at in self._outboxes.items()}

    def _look_later(self, folder: str, now: datetime) -> None:
        """Note when the outbox of ``folder`` is to be looked into again, if it is."""
        # of one that nothing could be written about, on a full disk, nothing is known
        all_tried = (letter.tried or plan_next(None, "", now) for letter in list_waiting(folder))
        following = [tried.next for tried in all_tried if tried.next is not None]
        if following:
            self._outboxes[folder] = min(following)
        else:
            del self._outboxes[folder]

    def _send(self, letter: WaitingLetter, server: MailServer, now: datetime) -> None:
        """Send one letter. Raises :class:`ServerDownError`."""
        settings = self._settings
        try:
            data = read_regular(letter.path)
            wire = address_letter(data, settings.address, settings.name, self._addressees(letter.folder))
            if self._office:
                reply = find_reply_address(
                    self._office, letter.folder, letter.name, wire.recipient, wire.wanted, settings.address
                )
                wire = wire.ask_reply(reply) if reply else wire
            server.send(wire, settings.address)
            keep_sent(letter)
        except FileNotFoundError:
            pass
        except LetterRefusedError as error:
            self._keep(letter, str(error), now, for_good=error.for_good)
        except ServerDownError as error:
            self._keep(letter, str(error), now)
            raise
        except OSError as error:
            self._keep(letter, say_system_error(error), now)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one letter must stop no other
            self._keep(letter, f"{type(error).__name__}: {error}"[:200], now)
        else:
            self._failures, self._not_before, self.trouble = 0, None, ""
            self._log.write("sent", letter=letter.path)

    def _keep(self, letter: WaitingLetter, reason: str, now: datetime, *, for_good: bool = False) -> None:
        tries = plan_next(letter.tried, reason, now, for_good=for_good)
        with suppress(OSError):  # a full disk: the letter is there still, and is tried again
            keep_tries(letter, tries)
        self._log.write("not-sent", letter=letter.path, reason=tries.reason, tries=tries.tries, again=tries.next)
