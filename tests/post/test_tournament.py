"""Whole games played by mail alone, through real servers, and a process that is killed while it serves them."""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from post.killing import KINDS, kill_often
from post.mailboxes import HAS_DOVECOT, dovecot_with_lmtp, pymap
from post.servers import HOST
from post.tournament import (
    Players,
    Served,
    deliver_to,
    found_games,
    letterbox,
    play_on,
    settle,
    take_stock,
    write_settings,
)

from adjudicator.cli.main import main
from adjudicator.post.settings import Server

Deliver = Callable[[bytes], None]


@contextmanager
def by_pymap(folder: Path) -> Iterator[tuple[Server, Deliver]]:
    with pymap(folder) as server:
        yield server, deliver_to(folder / "table")


@contextmanager
def by_dovecot(_: Path) -> Iterator[tuple[Server, Deliver]]:
    with dovecot_with_lmtp() as (server, port):

        def deliver(data: bytes) -> None:
            with smtplib.LMTP(HOST, port) as lmtp:
                lmtp.sendmail("player@example.org", ["table@example.org"], data)

        yield server, deliver


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("server", ["pymap", "dovecot"])
def test_a_whole_game_is_played_by_mail_alone(
    server: str, kind: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    if server == "dovecot" and not HAS_DOVECOT:
        pytest.skip("Dovecot is not installed")
    games, taken = tmp_path / "games", tmp_path / "taken"
    (path,) = found_games(games, [kind])
    mailbox = by_pymap if server == "pymap" else by_dovecot
    with letterbox(taken) as port, mailbox(tmp_path / "box") as (imap, deliver):
        (games / "password").write_text(imap.password)
        (games / "password").chmod(0o600)
        write_settings(
            games,
            port,
            f"imap:\n  host: {HOST}\n  port: {imap.port}\n  tls: none\n  user: table\n  password-file: password\n",
        )
        players = [Players(path, deliver, b"seed")]
        served = Served(games)
        served.start()
        play_on(players, 3600)
        settle(games, players, 120)
        assert served.stop() == 0
    account = take_stock(games, players, taken)
    assert players[0].over
    assert (account.lost, account.missing, account.unsent, account.doubled, account.different) == (0, [], [], 0, 0)
    assert main(["verify", str(path)]) == 0
    capfd.readouterr()


@pytest.mark.slow
@pytest.mark.parametrize("silent", [False, True], ids=["answering", "silent"])
def test_nothing_is_lost_when_it_is_killed(silent: bool, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    account, sound = kill_often(tmp_path, 8, 2, 7, silent=silent)
    assert account.mails > 0
    assert (account.lost, account.missing, account.unsent, account.different, sound) == (0, [], [], 0, 2)
    assert account.doubled <= 8
    capfd.readouterr()
