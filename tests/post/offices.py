"""A post office that a test serves: a Maildir, a mail server and a clock that is set by hand."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any

from cli.shell import legal_leaders, newest, token
from post.servers import Taken

from adjudicator.core.instant import read_instant
from adjudicator.post.fetching import MaildirSource
from adjudicator.post.health import EventLog
from adjudicator.post.mail_server import MailServer
from adjudicator.post.office import PostOffice
from adjudicator.post.sender import Sender
from adjudicator.post.serving import Serving

ADDRESSES = {"ann": "ann@example.org", "bob": "bob@example.org"}
MODERATOR = "ben@example.org"
START = read_instant("2026-01-01T01:00:00Z")


class Office:
    """A post office with a Maildir, a mail server and a clock that is set by hand."""

    def __init__(self, folder: Path, taken: Taken, settings: Any) -> None:
        self.folder, self.taken, self.now = folder, taken, START
        self.maildir = folder.parent / "Maildir"
        for name in ("new", "cur", "tmp"):
            (self.maildir / name).mkdir(parents=True, exist_ok=True)
        self.settings = settings
        self.mails = 0
        self.open()

    def open(self) -> None:
        """As after a start."""
        clock = self.tell_time
        log = EventLog(clock)
        assert self.settings.smtp is not None
        self.sender = Sender(
            self.settings, lambda _: (*ADDRESSES.values(), MODERATOR), log, MailServer(self.settings.smtp)
        )
        source = MaildirSource(str(self.maildir))
        office = PostOffice(str(self.folder), moderator=MODERATOR)
        self.serving = Serving(office, source, self.sender, clock, log, repr)

    def tell_time(self) -> datetime:
        return self.now

    def send(self, text: str, **headers: str) -> None:
        mail = EmailMessage(policy=SMTP)
        mail["From"], mail["To"], mail["Subject"] = "somebody@example.org", "table@example.org", "orders"
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        mail.set_content(text)
        self.mails += 1
        (self.maildir / "new" / f"{self.mails:06}.host").write_bytes(bytes(mail))

    def settle(self, **later: int) -> list[tuple[str, bytes]]:
        """Do all there is to do after some time; the letters that went out: to whom, and their bytes."""
        before = len(self.taken.letters)
        self.now += timedelta(**(later or {"seconds": 2}))
        while self.serving.work():
            pass
        self.sender.send_told(self.now)
        return [(to, data) for _, to, data in self.taken.letters[before:]]

    def live(self, hours: int) -> list[tuple[str, bytes]]:
        """The same while time passes, an hour at a time."""
        return [letter for _ in range(hours) for letter in self.settle(hours=1)]

    def count(self, folder: str) -> int:
        return len(list((self.maildir / f".{folder}" / "cur").glob("*")))


def orders(game: Path, seat: str) -> str:
    first, second, *_ = legal_leaders(game, seat)
    turn = newest(game) + 1
    return (
        f"game: toy\nturn: {turn}\nseat: {seat}\ntoken: {token(game, seat)}\norders:\n- leader: [{first}, {second}]\n"
    )
