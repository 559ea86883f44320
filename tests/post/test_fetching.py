"""Mails come from real mailboxes and are put away by place; waiting ends when one comes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from imap_tools import MailBoxUnencrypted
from post.mailboxes import HAS_DOVECOT, PASSWORD, SERVERS
from post.servers import free_port, silent_server, start

from adjudicator.post.fetching import ImapSource, MaildirSource, MailSource, SourceDownError
from adjudicator.post.keeping import MailPlace
from adjudicator.post.settings import Server, Tls

FIRST, SECOND = b"Subject: 1\r\n\r\none\r\n", b"Subject: 2\r\n\r\ntwo\r\n"


def lines(mail: bytes) -> list[bytes]:
    """The lines of a mail; servers end them as they like."""
    return mail.splitlines()


class Box:
    """A mailbox as whoever writes to it, and whoever looks into it by another way, has it."""

    source: MailSource

    def put(self, data: bytes) -> None:
        raise NotImplementedError

    def count(self, folder: str) -> int:
        raise NotImplementedError


class ImapBox(Box):
    def __init__(self, server: Server) -> None:
        self.source = ImapSource(server, 1)
        self._server = server

    def _enter(self, folder: str) -> MailBoxUnencrypted:
        box = MailBoxUnencrypted(self._server.host, self._server.port, 30)
        box.login(self._server.user, PASSWORD, initial_folder=folder)
        return box

    def put(self, data: bytes) -> None:
        with self._enter("INBOX") as box:
            box.append(data, "INBOX")

    def count(self, folder: str) -> int:
        with self._enter(folder) as box:
            return len(box.uids())


class FolderBox(Box):
    def __init__(self, path: Path) -> None:
        self.source = MaildirSource(str(path))
        self._path = path
        for name in ("new", "cur", "tmp"):
            (path / name).mkdir(parents=True)
        self._number = 0

    def put(self, data: bytes) -> None:
        self._number += 1
        (self._path / "new" / f"{self._number:05}.host").write_bytes(data)

    def count(self, folder: str) -> int:
        where = self._path if folder == "INBOX" else self._path / f".{folder}"
        return sum(1 for name in ("new", "cur") for _ in (where / name).glob("*"))


@pytest.fixture(params=["pymap", "dovecot", "maildir"])
def box(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    folder = tmp_path_factory.mktemp("mail") / "box"
    if request.param == "maildir":
        yield FolderBox(folder)
        return
    if request.param == "dovecot" and not HAS_DOVECOT:
        pytest.skip("Dovecot is not installed")
    with SERVERS[request.param](folder) as server:
        yield (imap := ImapBox(server))
        imap.source.close()


def test_mails_come_in_order_and_stay_until_they_are_put_away(box: Box) -> None:
    box.put(FIRST)
    box.put(SECOND)
    first, second = box.source.fetch(10, ())
    assert [lines(mail.data) for mail in (first, second)] == [lines(FIRST), lines(SECOND)]
    assert box.source.fetch(10, [first.name]) == [second]
    assert box.source.fetch(1, ()) == [first]
    box.source.put_away(first.name, MailPlace.PROCESSED)
    box.source.put_away(second.name, MailPlace.PARKED)
    assert box.source.fetch(10, ()) == []
    assert (box.count("INBOX"), box.count("Processed"), box.count("Parked")) == (0, 1, 1)


def test_a_mail_that_was_put_away_already_is_no_matter(box: Box) -> None:
    box.put(FIRST)
    (mail,) = box.source.fetch(1, ())
    for _ in range(2):
        box.source.put_away(mail.name, MailPlace.SILENT)
    assert box.count("Silent") == 1


def test_of_a_huge_mail_no_more_comes_than_shows_that_it_is_huge(box: Box) -> None:
    box.put(FIRST + b"x" * 1_000_000)
    (mail,) = box.source.fetch(1, ())
    assert 256 * 1024 < len(mail.data) < 257 * 1024


def test_waiting_ends_when_a_mail_comes(box: Box) -> None:
    assert box.source.fetch(1, ()) == []
    thread = start(box.source.wait, 30, Event())
    thread.join(0.3)
    assert thread.is_alive()
    box.put(FIRST)
    thread.join(20)
    assert not thread.is_alive()
    assert [lines(mail.data) for mail in box.source.fetch(1, ())] == [lines(FIRST)]


def test_waiting_ends_when_it_is_over_or_stopped(box: Box) -> None:
    began, stop = time.monotonic(), Event()
    box.source.wait(0.2, stop)
    stop.set()
    box.source.wait(30, stop)
    assert time.monotonic() - began < 20


@pytest.mark.parametrize("server", sorted(SERVERS))
def test_a_server_that_ends_and_comes_back_is_found_again(server: str, tmp_path: Path) -> None:
    if server == "dovecot" and not HAS_DOVECOT:
        pytest.skip("Dovecot is not installed")
    with SERVERS[server](tmp_path / "box") as running:
        source = ImapSource(running, 1)
        assert source.fetch(1, ()) == []
    with pytest.raises(SourceDownError):
        source.wait(30, Event())
    with pytest.raises(SourceDownError):
        source.fetch(1, ())


def test_a_server_that_says_nothing_is_waited_for_so_long_and_no_longer() -> None:
    with silent_server() as silent, pytest.raises(SourceDownError, match="does not answer"):
        ImapSource(silent, 1, 0.2).fetch(1, ())
    with pytest.raises(SourceDownError, match="refused"):
        ImapSource(Server("127.0.0.1", free_port(), Tls.NONE, "a", "b"), 1, 1).fetch(1, ())


def test_a_wrong_password_is_not_repeated(tmp_path: Path) -> None:
    with SERVERS["pymap"](tmp_path) as server, pytest.raises(SourceDownError) as caught:
        ImapSource(server._replace(password="swordfish"), 1).fetch(1, ())  # noqa: S106
    assert str(caught.value) == "the mail server does not let us in: check user and password"
