"""Serving: one loop that fetches mails, files them and runs what is due, and tells whoever sends of new letters.

Whatever happens is on disk before anybody is told, so the process may be killed at any moment and started again.
"""

import gc
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from threading import Event
from typing import Final

from adjudicator.acts.moderation.terms import OFF, STOOD, extend_after_outage
from adjudicator.acts.run import RunResult, Status, begin_game, run_turn
from adjudicator.acts.status_line import GameStatus
from adjudicator.core.refusals import ClockError, MendableError
from adjudicator.core.system_errors import tell_system_error
from adjudicator.post.fetching import FetchedMail, MailSource, SourceDownError
from adjudicator.post.health import EventLog, Health, find_emptied, find_since, keep_health, quarantine, release
from adjudicator.post.keeping import MailPlace, MailRecord, keep_mail
from adjudicator.post.letters import LONGEST, remind_game, write_note, write_notice
from adjudicator.post.office import POST, PostOffice, Speaker, UnknownSpeakerError
from adjudicator.post.receiving import receive_mail
from adjudicator.post.sender import Sender
from adjudicator.post.timetable import Timetable
from adjudicator.store.files import BusyError

_AT_ONCE: Final = 10
"""Mails that are fetched before the games are looked at that are due."""
_LOOKED_AT: Final = 200
"""Games that are looked at each time for what others changed."""
_SWEPT_AFTER: Final = 250
"""Mails."""
_AGAIN: Final = timedelta(seconds=5)
"""After so long a mail is taken up again whose game was busy, or for which the disk was full."""
_RETRY: Final = timedelta(hours=1)
"""After so long a game in quarantine is tried again, unless somebody changes it before."""
_SHORTEST_WAIT: Final = 0.5
"""Seconds."""
_PAUSES: Final = tuple(timedelta(seconds=seconds) for seconds in (1, 5, 15, 60))
_OUTAGE: Final = timedelta(hours=1)
"""So long a mailbox may go unseen and no deadline moves."""
_NEW_GAMES: Final = timedelta(seconds=60)
_HEALTH: Final = timedelta(seconds=15)

KeepFault = Callable[[Exception], str]
"""Keeps the details of a fault of ours and says where."""


class Serving:
    """A post office at work."""

    def __init__(
        self,
        office: PostOffice,
        source: MailSource,
        sender: Sender,
        clock: Callable[[], datetime],
        log: EventLog,
        keep_fault: KeepFault,
    ) -> None:
        """``sender`` runs in a thread of its own, or not at all."""
        self._office = office
        self._source = source
        self._sender = sender
        self._clock = clock
        self._log = log
        self._keep_fault = keep_fault
        self._timetable = Timetable(office.folder)
        # Mails.
        self._left: dict[str, datetime] = {}
        """Those that could not be dealt with, by name, and when each is taken up again."""
        self._held_up: dict[str, str] = {}
        """Those of them whose game was busy, and which game: its turn waits for them."""
        self._ahead: frozenset[str] = frozenset()
        self._ahead_at: datetime | None = None
        """When the mails ``_ahead`` lay in the mailbox, of which some are not dealt with yet; None where all are."""
        # The mailbox.
        self._source_from: datetime | None = None
        """When it is asked again, after it could not be reached."""
        self._failures = 0
        """How often it could not be reached in a row."""
        # Games.
        self._faulty: set[str] = set()
        """Those in which a fault of ours stopped a turn, and that nobody has changed since."""
        self._reminded: dict[str, datetime] = {}
        """When each may have somebody to remind again."""
        self._to_remind: list[str] = []
        """Those that may have somebody to remind, one of which is looked at in each round of work."""
        # When this was last done: looking for new games and for changes, keeping the health, a round of work.
        self._looked: datetime | None = None
        self._watched: datetime | None = None
        self._kept_health: datetime | None = None
        self._worked: datetime | None = None
        # no deadline that passed after the mailbox was last empty counts before it is so again
        self.health = Health(clock(), emptied=find_emptied(office.folder))

    def run(self, stop: Event) -> None:
        """Serve until ``stop`` is set."""
        self._sender.tell(os.path.join(self._office.folder, POST))
        while not stop.is_set():
            if not self.work():
                self._wait(stop)
        self.stop()

    def stop(self) -> None:
        """Let go of the mailbox, and keep that nobody serves any more."""
        self._source.close()
        self.health.stopped = True
        keep_health(self._office.folder, self.health, self._clock())

    def work(self) -> bool:
        """Take in some mails and run some games; whether there may be more to do at once."""
        now = self._clock()
        if self._worked is not None and now < self._worked:
            self._forget_instants()
        self._worked = now
        self._look(now)
        mails = self._fetch(now)
        swept = self.health.mails // _SWEPT_AFTER
        for mail in mails:
            self._take_in(mail, self._clock())
        if self.health.mails // _SWEPT_AFTER > swept:
            # parsed mails and files are full of circles, which Python lets lie until they are a quarter of all there is
            gc.collect()
        # after each game the mailbox is looked into, so that nobody waits long for a receipt
        due = self._timetable.find_due(min(now, self.health.emptied or now))
        if due is not None and due in self._held_up.values():
            # a mail came in time while the game was busy, and has yet to be filed
            self._timetable.put_off(due, now + _AGAIN)
        elif due is not None and self.health.emptied is not None:
            self._run(due, self._clock())
        self._tell_health(self._clock())
        return bool(mails) or due is not None

    def _forget_instants(self) -> None:
        """The clock was set back: what was put off until an instant would wait for as long as it was wrong."""
        self._left.clear()
        self._reminded.clear()
        self._source_from = self._looked = self._watched = self._kept_health = None

    def _fetch(self, now: datetime) -> list[FetchedMail]:
        if self._source_from is not None and now < self._source_from:
            return []
        self._left = {name: at for name, at in self._left.items() if at > now}
        try:
            mails = self._source.fetch(_AT_ONCE, self._left)
        except SourceDownError as error:
            self._note_down(error, now)
            return []
        self._failures, self._source_from, self.health.fetching = 0, None, ""
        self._held_up = {name: path for name, path in self._held_up.items() if name in self._source.there}
        self._note_ahead(mails, now)
        return mails

    def _note_ahead(self, mails: list[FetchedMail], now: datetime) -> None:
        """Note which mails lay there at one instant, and when all of these are dealt with.

        Those that have come since do not count, so that whoever sends mails without end stops no turn.
        """
        if self._ahead_at is None:
            self._ahead, self._ahead_at = self._source.there, now
        self._ahead &= self._source.there
        if self._ahead <= {mail.name for mail in mails}:
            self._note_empty(self._ahead_at, now)
            self._ahead_at = None

    def _note_empty(self, at: datetime, now: datetime) -> None:
        """What lay in the mailbox ``at`` that instant is in but for what was just fetched.

        After an outage nobody has lost time by it.
        """
        before, self.health.emptied = self.health.emptied, at
        if before is None or at - before <= _OUTAGE:
            return
        for path in self._timetable.games:
            with suppress(MendableError, OSError):
                if self._make_up(path, before, now, OFF):
                    self._note(path, now)

    def _make_up(self, path: str, since: datetime, now: datetime, why: str) -> bool:
        """Move the deadlines of the game at ``path``, so that nobody loses the time ``since`` then; whether any is."""
        extended = extend_after_outage(path, since, now, why)
        if extended is not None:
            self._log.write("extended", path=path, reason=extended.act.reason)
            self._sender.tell(path)
        return extended is not None

    def _note_down(self, error: SourceDownError, now: datetime) -> None:
        self._source_from = now + _PAUSES[min(self._failures, len(_PAUSES) - 1)]
        self._failures += 1
        self.health.fetching = str(error)
        self._log.write("server-down", server="mailbox", reason=str(error), again=self._source_from)

    def _take_in(self, mail: FetchedMail, now: datetime) -> None:
        """File what a mail says, and put it away; one that cannot be dealt with now is left for later."""
        self._held_up.pop(mail.name, None)
        try:
            record = receive_mail(self._office, mail.data, mail.name, now)
        except (BusyError, OSError) as error:
            self._left[mail.name] = now + _AGAIN
            if isinstance(error, BusyError):
                self._held_up[mail.name] = str(error)
            self._log.write("mail-left", mail=mail.name, reason=tell_system_error(error))
            return
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one mail must stop no other
            record = MailRecord(mail.name, MailPlace.PARKED, self._keep_fault(error))
            try:
                keep_mail(self._office.folder, mail.data, record)
            except OSError:
                self._left[mail.name] = now + _AGAIN
                return
        self.health.mails += 1
        facts = record._asdict()
        about = {name: facts[name] for name in ("game", "turn", "seat", "state", "reason")}
        self._log.write("mail", mail=mail.name, place=record.place.value, **about)
        for letter in record.letters:
            self._sender.tell(os.path.dirname(os.path.dirname(letter)))
        if record.game is not None:
            with suppress(OSError, UnknownSpeakerError):
                path = self._office.find_game(record.game)
                if path is not None:
                    self._note(path, now)
        if self._source_from is not None:
            return
        try:
            self._source.put_away(mail.name, record.place)
        except SourceDownError as error:
            # its effect is on disk: when it comes again, it was taken in before
            self._note_down(error, now)

    def _run(self, path: str, now: datetime) -> None:
        """Run the game at ``path``, whose turn seems to be due."""
        since = None if path in self._faulty else find_since(self._office.folder, path)
        try:
            if since is not None:
                self._make_up(path, since, now, STOOD)
            result = begin_game(path, now) or run_turn(path, None, now)
        except BusyError:
            self._timetable.put_off(path, now + _AGAIN)
            return
        except (MendableError, OSError) as error:
            if isinstance(error, ClockError) and now < error.last <= now + _OUTAGE:
                self._timetable.put_off(path, error.last)  # a clock that was set right goes on in a while
                return
            self._quarantine(path, tell_system_error(error), now)
            return
        except Exception as error:  # noqa: BLE001 - a fault of one game must stop no other
            if path in self._faulty:
                self._timetable.put_off(path, now + _RETRY, deep=True)
                return
            # a turn that our own fault stops would have its deadline moved again and again
            self._faulty.add(path)
            self._quarantine(path, self._keep_fault(error), now)
            return
        self._faulty.discard(path)
        if release(self._office.folder, path):
            self._log.write("released", game=result.game)
            self.health.quarantined = max(0, self.health.quarantined - 1)
        has_run = result.status is Status.ADJUDICATED
        self.health.turns += has_run
        if has_run:
            self._log.write("turn", game=result.game, turn=result.turn, head=result.head, over=result.over)
        self._answer_dropped(path, result, now)
        self._sender.tell(path)
        self._note(path, now, has_waited=not has_run)

    def _answer_dropped(self, path: str, result: RunResult, now: datetime) -> None:
        """Tell of files that somebody copied into the inbox of the game at ``path``."""
        for complaint in result.dropped.complaints:
            self._log.write("left", path=path, reason=complaint)
        if result.dropped.letters:
            self._sender.tell(path)
        for answer in result.dropped.answers:
            self._log.write("filed", path=path, file=answer.file, state=answer.receipt.state.value)
            with suppress(OSError):
                for letter in write_note(self._office, Speaker(path, result.game, answer.receipt.seat), answer, now):
                    self._sender.tell(os.path.dirname(os.path.dirname(letter)))

    def _note(self, path: str, now: datetime, *, has_waited: bool = False) -> bool:
        return self._judge(self._timetable.note(path, now, has_waited=has_waited), now)

    def _judge(self, status: GameStatus, now: datetime) -> bool:
        """Whether the game can go on; one that cannot is left alone."""
        if status.trouble and not status.busy:
            self._quarantine(status.path, status.trouble, now)
            return False
        return True

    def _quarantine(self, path: str, reason: str, now: datetime) -> None:
        """Leave the game at ``path`` alone, and tell the moderator once."""
        self._timetable.put_off(path, now + _RETRY, deep=True)
        with suppress(OSError):
            if quarantine(self._office.folder, path, reason, now):
                self.health.quarantined += 1
                self._log.write("quarantined", path=path, reason=reason)
                if write_notice(self._office, path, reason, now):
                    self._sender.tell(os.path.join(self._office.folder, POST))

    def _look(self, now: datetime) -> None:
        """Notice new games, what others changed, and whom to remind; a little at a time, since mails wait."""
        if self._looked is None or now - self._looked >= _NEW_GAMES:
            self._looked = now
            self._sender.tell(os.path.join(self._office.folder, POST))
            with suppress(OSError):
                for status in self._timetable.find_games(now):
                    self._sender.tell(status.path)
                    self._judge(status, now)
            self._to_remind = [
                path
                for path, due in self._timetable.list_deadlines()
                if due - LONGEST <= now < due and self._reminded.get(path, now) <= now
            ]
        if self._watched is None or now > self._watched:
            self._watched = now
            games, outboxes = self._timetable.list_changed(_LOOKED_AT)
            for path in outboxes:
                self._sender.tell(path)
            for path in games:
                self._log.write("changed", path=path)
                self._faulty.discard(path)
                self._sender.tell(path)
                # files that were dropped into the inbox are filed by a run alone
                if self._note(path, now):
                    self._run(path, now)
            if self._to_remind:
                self._remind(self._to_remind.pop(), now)

    def _remind(self, path: str, now: datetime) -> None:
        with suppress(MendableError, OSError):
            reminder = remind_game(path, now)
            self._reminded[path] = reminder.again
            for letter in reminder.letters:
                self._log.write("reminded", letter=letter)
                self._sender.tell(path)

    def _tell_health(self, now: datetime) -> None:
        if self._kept_health is None or now - self._kept_health >= _HEALTH:
            self._kept_health = now
            self.health.sending = self._sender.trouble
            keep_health(self._office.folder, self.health, now)

    def _wait(self, stop: Event) -> None:
        """Wait for a mail, the next game that is due, or ``stop``."""
        now = self._clock()
        if self._source_from is not None:
            # nothing runs before the mailbox was looked into
            stop.wait(max(_SHORTEST_WAIT, (self._source_from - now).total_seconds()))
            return
        instants = (self._timetable.find_first(), now + _HEALTH, *self._left.values())
        until = min(at for at in instants if at is not None)
        seconds = _SHORTEST_WAIT if self._to_remind else max(_SHORTEST_WAIT, (until - now).total_seconds())
        try:
            self._source.wait(seconds, stop)
        except SourceDownError as error:
            self._note_down(error, self._clock())
