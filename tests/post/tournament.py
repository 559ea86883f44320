"""Games that are played by mail alone: scripted players write mails, a process serves, a mail server takes letters.

The process may be killed at any moment and started again. At the end everything is accounted for.
"""

from __future__ import annotations

import email
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import NamedTuple

from cli.shell import token
from post.mailboxes import expect_answer, stop
from post.servers import HOST, free_port

from adjudicator.acts.open_game import open_game
from adjudicator.acts.run import run_turn
from adjudicator.acts.simulate import Picker, _choose_orders
from adjudicator.acts.status import read_status
from adjudicator.cli.main import main
from adjudicator.cli.parameters import take_now
from adjudicator.cli.serve import serve  # noqa: F401 - so that a forked process has it at once
from adjudicator.core.table import Seat
from adjudicator.ledger.keys import SecretChance
from adjudicator.post.letters import MOST_ANSWERS
from adjudicator.store.files import BusyError
from adjudicator.store.formats import DamageError

SEATS = ("ann", "bob", "cleo", "dora")


@contextmanager
def letterbox(folder: Path) -> Iterator[int]:
    """A mail server in a process of its own that keeps whatever it takes in a Maildir; its port."""
    port = free_port()
    command = [sys.executable, "-m", "aiosmtpd", "-n", "-l", f"{HOST}:{port}", "-c", "aiosmtpd.handlers.Mailbox"]
    process = subprocess.Popen([*command, folder], stderr=subprocess.DEVNULL)
    try:
        expect_answer(port, process)
        yield port
    finally:
        stop(process)


def deliver_to(maildir: Path) -> Callable[[bytes], None]:
    """How mails get into a Maildir: whole, and never half."""
    numbers = iter(range(1, 1_000_000))

    def deliver(data: bytes) -> None:
        name = f"{next(numbers):06}.players"
        (maildir / "tmp" / name).write_bytes(data)
        (maildir / "tmp" / name).rename(maildir / "new" / name)

    for name in ("new", "cur", "tmp"):
        (maildir / name).mkdir(parents=True, exist_ok=True)
    return deliver


class Players:
    """Everybody in one game; each answers what is asked with orders picked from a seed."""

    def __init__(self, path: Path, deliver: Callable[[bytes], None], seed: bytes) -> None:
        self.path, self._deliver, self._picker = path, deliver, Picker(seed)
        self._tokens = {seat: token(path, seat) for seat in SEATS}
        self._answered = -1
        self.mails: list[Seat] = []
        """Whose each of them was."""
        self.over = False

    def play(self) -> None:
        """Send what is asked for the next turn, once."""
        try:
            opened = open_game(str(self.path))
        except (BusyError, DamageError, OSError):
            return  # it is being written
        self.over = opened.over
        number = opened.record.number + 1
        if self.over or number <= self._answered:
            return
        self._answered = number
        mixing = opened.foundation.mixer.mix(opened.foundation, opened.start, {})
        chance = SecretChance(opened.charter.id, opened.read_secret(), mixing.known)
        orders = _choose_orders(opened, self._picker, chance)
        for seat, items in orders.items():
            self._send(
                seat,
                f"game: {opened.charter.id}\nturn: {number}\nseat: {seat}\ntoken: {self._tokens[seat]}\n"
                f"orders:\n{''.join(items)}",
            )
        if {ask.seat for ask in read_status(str(self.path)).awaiting} - orders.keys():
            # the game ends before somebody is reached: that turn is the moderator's
            with suppress(BusyError):
                run_turn(str(self.path), number, take_now(None), force=True)

    def _send(self, seat: Seat, text: str) -> None:
        mail = EmailMessage(policy=SMTP)
        mail["From"], mail["To"], mail["Subject"] = "player@example.org", "table@example.org", "orders"
        mail["Message-ID"] = f"<{len(self.mails)}.{self.path.name}@example.org>"
        mail.set_content(text)
        self.mails.append(seat)
        self._deliver(bytes(mail))


class Served:
    """``adjudicate serve`` in a process that is forked from this one, which has imported everything."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process = 0

    def start(self) -> None:
        self._process = os.fork()
        if self._process == 0:
            log = os.open(self._folder.parent / "serve.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            os.dup2(log, 2)
            code = 70
            try:
                code = main(["serve", str(self._folder)])
            finally:
                os._exit(code)

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """End it as a service manager would; its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> int:
        os.kill(self._process, number)
        _, status = os.waitpid(self._process, 0)
        return os.waitstatus_to_exitcode(status)


class Account(NamedTuple):
    """What became of everything: mails that were sent, and are not accounted for; turns; letters."""

    mails: int
    lost: int
    turns: int
    letters: int
    missing: list[str]
    unsent: list[str]
    doubled: int
    different: int


def read_id(letter: bytes) -> str:
    """The Message-ID, however its header is folded."""
    return "".join(str(email.message_from_bytes(letter)["Message-ID"]).split())


def take_stock(folder: Path, players: list[Players], taken: Path) -> Account:
    """Compare what the players sent with what was filed, and the letters that were written with those that arrived."""
    mails = sum(len(one.mails) for one in players)
    records = count_records(folder)
    arrived: dict[str, set[bytes]] = {}
    times: Counter[str] = Counter()
    for path in (*(taken / "new").iterdir(), *(taken / "cur").iterdir()):
        data = path.read_bytes()
        name = read_id(data)
        said = re.sub(rb"(?m)^X-(?:Peer|MailFrom|RcptTo):[^\n]*\n", b"", data)
        arrived.setdefault(name, set()).add(said)
        times[name] += 1
    missing, unsent, letters, turns = [], [], 0, 0
    for one in players:
        number = read_status(str(one.path)).turn
        turns += number
        names = {path.name for path in (one.path / "sent").glob("*.eml")}
        unsent += [str(path) for path in (one.path / "outbox").glob("*.eml")]
        letters += len(names)
        missing += [
            f"{one.path.name}: {turn:04}-{seat}-report"
            for turn in range(1, number + 1)
            for seat in SEATS
            if f"{turn:04}-{seat}-report.eml" not in names
        ]
        for path in (one.path / "sent").glob("*.eml"):
            if read_id(path.read_bytes()) not in arrived:
                missing.append(f"{one.path.name}: {path.name} did not arrive")
        for seat, count in Counter(one.mails).items():
            receipts = sum(f"-{seat}-receipt-" in name for name in names)
            if not min(count, MOST_ANSWERS) <= receipts <= count:  # so many a day are answered
                missing.append(f"{one.path.name}: {seat} has {receipts} receipts for {count} mails")
    return Account(
        mails,
        mails - records,
        turns,
        letters,
        missing,
        unsent,
        sum(count - 1 for count in times.values()),
        sum(len(kinds) - 1 for kinds in arrived.values()),
    )


def write_settings(folder: Path, smtp: int, source: str) -> None:
    """``post.yaml`` for a server on loopback; ``source`` are its lines about where mails come from."""
    (folder / "post.yaml").write_text(
        f"address: table@example.org\nmoderator: ben@example.org\n{source}"
        f"smtp:\n  host: {HOST}\n  port: {smtp}\n  tls: none\n"
    )


def found_games(folder: Path, kinds: list[str], *options: str) -> list[Path]:
    """A game of each of ``kinds``, with four seats that have addresses."""
    folder.mkdir(parents=True)
    paths = []
    for number, kind in enumerate(kinds):
        path = folder / f"g{number}"
        seats = [part for seat in SEATS for part in ("--seat", f"{seat}={seat}.g{number}@example.org")]
        assert main(["new", str(path), "--game", kind, *seats, *options]) == 0
        paths.append(path)
    return paths


def play_on(players: list[Players], seconds: float, enough: Callable[[], bool] = lambda: False) -> None:
    """Let the players play for so long, or until it is ``enough``."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and not all(one.over for one in players) and not enough():
        for one in players:
            one.play()
        time.sleep(0.05)


def count_records(folder: Path) -> int:
    """How many mails have ended in a place; what comes when the game is over is refused, and that is said."""
    return len(list((folder / "post" / "processed").glob("*.json"))) + len(
        list((folder / "post" / "refused").glob("*.json"))
    )


def has_more(path: Path) -> bool:
    """Whether a game has a turn to run, or letters to send."""
    status = read_status(str(path))
    return bool(list((path / "outbox").glob("*.eml"))) or not (status.over or (status.awaiting and not status.busy))


def settle(folder: Path, players: list[Players], seconds: float) -> None:
    """Wait until all mails are filed and all letters are gone, but no longer than so many ``seconds``."""
    until = time.monotonic() + seconds
    mails = sum(len(one.mails) for one in players)
    while time.monotonic() < until:
        if count_records(folder) == mails and not any(has_more(one.path) for one in players):
            return
        time.sleep(0.2)
