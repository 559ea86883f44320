"""What a post office costs: a burst among many games, one mail among few and among many, memory after many mails.

The mails go to a few games that are real; the others stand beside them by the line that each game leaves of how it
stands, which is all that a post office ever reads of a game that nothing happens to.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import redirect_stdout
from datetime import UTC, datetime
from email.message import EmailMessage
from io import StringIO
from pathlib import Path

from adjudicator.acts.open_game import open_game
from adjudicator.acts.simulate import Picker, _choose_orders
from adjudicator.acts.status_line import STATUS, GameStatus, write_line
from adjudicator.cli.main import main
from adjudicator.core.instant import read_instant
from adjudicator.ledger.keys import SecretChance
from adjudicator.post.fetching import FetchedMail, MaildirSource
from adjudicator.post.health import EventLog
from adjudicator.post.office import PostOffice
from adjudicator.post.sender import Sender
from adjudicator.post.serving import Serving
from adjudicator.post.settings import PostSettings

NOW = read_instant("2026-01-01T01:00:00Z")
SEATS = ("ann", "bob", "cleo", "dora")
_TOKEN = re.compile(r"^token: ([0-9a-f]{32})$", re.MULTILINE)


def found_real(folder: Path, count: int) -> list[Path]:
    """Games that mails go to."""
    paths = []
    for number in range(count):
        path = folder / f"real{number}"
        seats = [part for seat in SEATS for part in ("--seat", f"{seat}={seat}@example.org")]
        with redirect_stdout(StringIO()):
            said = ["new", str(path), "--game", "through-the-desert", *seats, "--now", "2026-01-01T00:00:00Z"]
            assert main(said) == 0
        paths.append(path)
    return paths


def stand_by(folder: Path, count: int) -> None:
    """Games that nothing happens to, in folders of a hundred."""
    charter = (folder / "real0" / "game.yaml").read_text()
    for number in range(count):
        path = folder / f"h{number // 100}" / f"other{number}"
        (path / "turns").mkdir(parents=True)
        (path / "inbox").mkdir()
        (path / "private").mkdir()
        (path / "game.yaml").write_text(charter.replace("id: real0", f"id: other{number}"))
        (path / "turns" / "0000.turn").touch()
        status = GameStatus(
            path="", game=f"other{number}", turn=0, head="0" * 64, late_from=datetime(2027, 1, 1, tzinfo=UTC)
        )
        (path / STATUS).write_bytes(write_line(status))


def write_mails(paths: Sequence[Path], each: int) -> list[bytes]:
    """So many mails for each seat that is asked in each game, every one a little different."""
    mails = []
    for path in paths:
        opened = open_game(str(path))
        mixing = opened.foundation.mixer.mix(opened.foundation, opened.start, {})
        chance = SecretChance(opened.charter.id, opened.read_secret(), mixing.known)
        for seat, items in _choose_orders(opened, Picker(b"bench"), chance).items():
            letter = next((path / "outbox").glob(f"0000-{seat}-invitation.*"))
            found = _TOKEN.search(letter.read_text())
            assert found is not None
            for number in range(each):
                text = f"game: {path.name}\nturn: 1\nseat: {seat}\ntoken: {found[1]}\norders:\n{''.join(items)}"
                mails.append(write_mail(f"{text}# {number}\n"))
    return mails


def write_mail(text: str) -> bytes:
    """A mail with a move file."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "a@example.org", "table@example.org", "orders"
    mail.set_content(text)
    return bytes(mail)


class Watched(MaildirSource):
    """A Maildir that remembers when each mail was fetched, and when it was put away, its receipt on disk."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.fetched: dict[str, float] = {}
        self.done: dict[str, float] = {}

    def fetch(self, most: int, left: object) -> list[FetchedMail]:
        """Note when."""
        mails = super().fetch(most, left)  # type: ignore[arg-type]
        self.fetched |= dict.fromkeys((mail.name for mail in mails), time.perf_counter())
        return mails

    def put_away(self, name: str, place: object) -> None:
        """Note when."""
        self.done[name] = time.perf_counter()
        super().put_away(name, place)  # type: ignore[arg-type]


def open_office(folder: Path) -> tuple[Serving, Watched]:
    """A post office that sends nothing, and its Maildir."""
    maildir = folder.parent / "Maildir"
    for name in ("new", "cur", "tmp"):
        (maildir / name).mkdir(parents=True, exist_ok=True)
    settings = PostSettings("table@example.org", maildir=str(maildir))
    log, source = EventLog(lambda: NOW), Watched(str(maildir))
    sender = Sender(settings, lambda _: None, log, None)
    return Serving(PostOffice(str(folder)), source, sender, lambda: NOW, log, repr), source


def deliver(source: Watched, mails: Sequence[bytes], begin: int) -> None:
    """Put ``mails`` into the Maildir, named by numbers."""
    for number, data in enumerate(mails, start=begin):
        (Path(source._path) / "new" / f"{number:07}.bench").write_bytes(data)  # noqa: SLF001


def serve_all(serving: Serving, source: Watched, mails: Sequence[bytes], begin: int = 0) -> list[float]:
    """Take in ``mails``, numbered from ``begin``; the seconds from fetch to receipt of each."""
    source.done.clear()
    source.fetched.clear()
    deliver(source, mails, begin)
    while len(source.done) < len(mails):
        serving.work()
    return [source.done[name] - source.fetched[name] for name in source.done]


def count_memory() -> float:
    """MB that this process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6


def measure_burst(games: int, mails: int) -> None:
    """Print how long receipts take where so many ``mails`` come at once."""
    with tempfile.TemporaryDirectory(prefix="burst-") as name:
        folder = Path(name) / "games"
        folder.mkdir()
        real = found_real(folder, 10)
        stand_by(folder, games - len(real))
        burst = write_mails(real, -(-mails // (len(real) * len(SEATS))))[:mails]
        serving, source = open_office(folder)
        began = time.perf_counter()
        serving.work()
        started = time.perf_counter() - began
        began = time.perf_counter()
        waits = serve_all(serving, source, burst)
        print(
            f"{games} games, a burst of {len(burst)} mails: start {started:.2f} s; from fetch to receipt "
            f"{statistics.median(waits):.2f} s at the median, {max(waits):.2f} s at the latest; "
            f"all receipts after {time.perf_counter() - began:.1f} s"
        )


def measure_one(counts: Sequence[int], rounds: int) -> None:
    """One mail at a time, among few and many games in turn."""
    with tempfile.TemporaryDirectory(prefix="one-") as name:
        offices = []
        for count in counts:
            folder = Path(name) / str(count) / "games"
            folder.mkdir(parents=True)
            real = found_real(folder, 1)
            stand_by(folder, count - 1)
            (seat,) = [write_mails(real, rounds + 2)]
            serving, source = open_office(folder)
            serving.work()
            offices.append((count, serving, source, iter(seat)))
        costs: dict[int, list[float]] = {count: [] for count in counts}
        for number in range(rounds + 2):
            for count, serving, source, mails in offices:
                deliver(source, [next(mails)], number)
                began = time.process_time()
                serving.work()
                if number > 1:
                    costs[count].append(time.process_time() - began)
        for count in counts:
            print(f"one mail among {count} games: {statistics.median(costs[count]) * 1000:.1f} ms of the processor")


def measure_memory(most: int) -> None:
    """Print what the process has after a thousand mails, and after the last."""
    with tempfile.TemporaryDirectory(prefix="memory-") as name:
        folder = Path(name) / "games"
        folder.mkdir()
        real = found_real(folder, 1)
        good = write_mails(real, 25)
        serving, source = open_office(folder)
        sizes = {}
        for begin in range(0, most, 1000):
            junk = [
                write_mail(f"game: real0\nturn: 1\nseat: ann\norders:\n- leader: x{begin + n}\n") for n in range(900)
            ]
            serve_all(serving, source, [*junk, *good[: 1000 - len(junk)]], begin)
            sizes[begin + 1000] = count_memory()
        first, last = sizes[1000], sizes[most]
        more = 100 * (last / first - 1)
        print(f"memory after 1000 mails {first:.1f} MB, after {most} mails {last:.1f} MB ({more:+.1f} %)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("what", nargs="*", default=["burst", "one", "memory"])
    parser.add_argument("--mails", type=int, default=20_000)
    given = parser.parse_args()
    print(json.dumps({"load": os.getloadavg()[0]}), file=sys.stderr)
    if "burst" in given.what:
        measure_burst(1000, 200)
    if "one" in given.what:
        measure_one((10, 1000, 10_000), 40)
    if "memory" in given.what:
        measure_memory(given.mails)
