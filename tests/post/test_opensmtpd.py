"""Letters through OpenSMTPD, where it is installed and the tests run as root."""

from __future__ import annotations

import email
import time
from pathlib import Path

import pytest
from cli.shell import adjudicate
from post.mails import ADDRESS, NOW, receive, write, write_orders
from post.servers import HAS_OPENSMTPD, mail_server, opensmtpd, settings_for

from adjudicator.post.health import EventLog
from adjudicator.post.keeping import MailPlace
from adjudicator.post.mail_server import MailServer
from adjudicator.post.outbox import list_waiting
from adjudicator.post.sender import Sender

pytestmark = pytest.mark.skipif(not HAS_OPENSMTPD, reason="no OpenSMTPD here, or not as root, which it asks for")


def test_letters_go_through_it_unchanged_and_one_that_it_refuses_waits_with_its_words(
    games: Path, tmp_path: Path
) -> None:
    game, elsewhere = games / "toy", "bob@elsewhere.test"
    replaced = ("--seat", "bob", "--address", elsewhere, "--reason", "moved", "--now", "2026-01-01T12:00:00Z")
    assert adjudicate("replace", game, *replaced).code == 0
    with mail_server() as (taken, further), opensmtpd(tmp_path, further) as server:
        sender = Sender(
            settings_for(server),
            lambda _: (ADDRESS, elsewhere),
            EventLog(lambda: NOW),
            MailServer(server, 5),
            str(games),
        )
        sender.send_due(NOW, str(game))
        until = time.monotonic() + 20
        while not taken.letters and time.monotonic() < until:
            time.sleep(0.02)
    ((_, to, data),) = taken.letters
    assert to == ADDRESS
    kept = email.message_from_bytes((game / "sent" / "0000-ann-invitation.eml").read_bytes())
    came = email.message_from_bytes(data)
    assert came["Message-ID"] == kept["Message-ID"]
    assert [part.get_payload() for part in came.walk() if not part.is_multipart()] == [
        part.get_payload() for part in kept.walk() if not part.is_multipart()
    ]
    assert receive(games, write(write_orders(games, signed=False), str(came["Reply-To"]))).place is MailPlace.PROCESSED
    stuck = [letter.tried.reason for letter in list_waiting(str(game)) if letter.tried is not None]
    assert any("Invalid recipient" in reason for reason in stuck), stuck
