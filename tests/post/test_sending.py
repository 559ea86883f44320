"""Letters leave an outbox by a real mail server, and whatever it does, none is lost and none is sent to a stranger."""

from __future__ import annotations

import email
import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from post.servers import Taken, free_port, mail_server, settings_for, silent_server, start

from adjudicator.post.health import EventLog
from adjudicator.post.mail_server import MailServer, UnfitLetterError, address_letter
from adjudicator.post.outbox import Tries, list_waiting, plan_next, put_back
from adjudicator.post.sender import Sender
from adjudicator.post.settings import Server, Tls
from adjudicator.report.mail import Letter, write_mail

NOW = datetime(2026, 1, 2, tzinfo=UTC)
ANN, BOB = "ann@example.org", "bob@example.org"


def letter(about: str = "1.ann.receipt", address: str = ANN, *, answers: bool = False) -> bytes:
    return write_mail(Letter("toy", about, address, "Ann", "toy, turn 1", "Hello Ann\n", NOW, answers))


def put(folder: Path, name: str, data: bytes) -> None:
    (folder / "outbox").mkdir(parents=True, exist_ok=True)
    (folder / "outbox" / f"{name}.eml").write_bytes(data)


def sender_for(server: Server, patience: float = 5) -> Sender:
    return Sender(settings_for(server), lambda _: (ANN, BOB), EventLog(lambda: NOW), MailServer(server, patience))


@pytest.fixture
def taking() -> Iterator[tuple[Taken, Sender]]:
    with mail_server() as (taken, server):
        yield taken, sender_for(server)


def fate(folder: Path) -> dict[str, Tries | None]:
    """How the letters fared that wait."""
    return {waiting.name: waiting.tried for waiting in list_waiting(str(folder))}


class Tally(NamedTuple):
    """How many letters went out of an outbox, and how many are left in it."""

    sent: int
    left: int


def send(sender: Sender, at: datetime, folder: Path, *told: str) -> Tally:
    """Have ``sender`` send what is due, in the outboxes of which it is ``told`` too."""
    waiting = len(list_waiting(str(folder)))
    sender.send_due(at, *told)
    left = len(list_waiting(str(folder)))
    return Tally(waiting - left, left)


def test_a_letter_is_sent_once_and_kept(taking: tuple[Taken, Sender], tmp_path: Path) -> None:
    taken, sender = taking
    put(tmp_path, "0001-ann-report", letter())
    assert send(sender, NOW, tmp_path, str(tmp_path)) == (1, 0)
    assert send(sender, NOW, tmp_path, str(tmp_path)) == (0, 0)
    ((origin, recipient, data),) = taken.letters
    head = email.message_from_bytes(data)
    assert (origin, recipient) == ("table@example.org", ANN)
    assert head["From"] == "The table <table@example.org>"
    assert head["X-Unsent"] is None
    assert head["Message-ID"] == email.message_from_bytes(letter())["Message-ID"]
    assert (tmp_path / "sent" / "0001-ann-report.eml").read_bytes() == letter()
    assert not list((tmp_path / "outbox").iterdir())


def test_an_answer_has_no_sender_on_its_envelope(taking: tuple[Taken, Sender], tmp_path: Path) -> None:
    taken, sender = taking
    put(tmp_path, "0001-ann-receipt-1", letter(answers=True))
    sender.send_due(NOW, str(tmp_path))
    assert [(origin, to) for origin, to, _ in taken.letters] == [("<>", ANN)]


def test_a_server_that_wants_a_sender_gets_ours(taking: tuple[Taken, Sender], tmp_path: Path) -> None:
    taken, sender = taking
    taken.senders["<>"] = "550 no null senders here"
    put(tmp_path, "0001-ann-receipt-1", letter(answers=True))
    put(tmp_path, "0001-ann-receipt-2", letter("2", answers=True))
    assert send(sender, NOW, tmp_path, str(tmp_path)).sent == 2
    assert [origin for origin, _, _ in taken.letters] == ["table@example.org"] * 2


def test_a_letter_that_is_refused_for_good_is_parked_and_stops_no_other(
    taking: tuple[Taken, Sender], tmp_path: Path
) -> None:
    taken, sender = taking
    taken.recipients[ANN] = "550 no such user"
    put(tmp_path, "0001-ann-report", letter())
    put(tmp_path, "0001-bob-report", letter("1.bob", BOB))
    assert send(sender, NOW, tmp_path, str(tmp_path)) == (1, 1)
    assert fate(tmp_path) == {"0001-ann-report": Tries(1, None, "550 no such user")}
    taken.recipients.clear()
    assert send(sender, NOW + timedelta(days=9), tmp_path, str(tmp_path)).sent == 0
    put_back(str(tmp_path), "0001-ann-report")
    assert send(sender, NOW, tmp_path, str(tmp_path)).sent == 1


def test_a_letter_that_is_refused_for_now_is_tried_again(taking: tuple[Taken, Sender], tmp_path: Path) -> None:
    taken, sender = taking
    taken.recipients[ANN] = "451 greylisted"
    put(tmp_path, "0001-ann-report", letter())
    assert send(sender, NOW, tmp_path, str(tmp_path)).left == 1
    assert fate(tmp_path) == {"0001-ann-report": Tries(1, NOW + timedelta(minutes=1), "451 greylisted")}
    taken.recipients.clear()
    assert send(sender, NOW + timedelta(seconds=59), tmp_path).sent == 0
    assert send(sender, NOW + timedelta(seconds=60), tmp_path).sent == 1


def test_a_letter_is_given_up_after_days(taking: tuple[Taken, Sender], tmp_path: Path) -> None:
    taken, sender = taking
    taken.says = "452 disk full"
    put(tmp_path, "0001-ann-report", letter())
    at, tries = NOW, 0
    while send(sender, at, tmp_path, str(tmp_path)).left and not list_waiting(str(tmp_path))[0].is_parked:
        tried = fate(tmp_path)["0001-ann-report"]
        assert tried is not None
        assert tried.next is not None
        assert tried.tries == (tries := tries + 1)
        at = tried.next
    assert timedelta(days=4) < at - NOW < timedelta(days=6)


@pytest.mark.parametrize("port", ["closed", "silent"])
def test_letters_wait_for_a_server_that_is_down(port: str, tmp_path: Path) -> None:
    for number in range(3):
        put(tmp_path, f"0001-ann-report-{number}", letter(str(number)))
    with silent_server() as silent:
        sender = sender_for(silent if port == "silent" else Server("127.0.0.1", free_port(), Tls.NONE), 0.2)
        assert send(sender, NOW, tmp_path, str(tmp_path)).sent == 0
    assert sender.trouble
    assert [name for name, tried in fate(tmp_path).items() if tried] == ["0001-ann-report-0"]
    assert send(sender, NOW + timedelta(seconds=1), tmp_path, str(tmp_path)).sent == 0
    assert [tried.tries for tried in fate(tmp_path).values() if tried] == [1]


def test_what_was_sent_and_not_noted_is_sent_again_with_the_same_id(
    taking: tuple[Taken, Sender], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken, sender = taking
    put(tmp_path, "0001-ann-report", letter())

    def die(_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("adjudicator.post.sender.keep_sent", die)
        with pytest.raises(KeyboardInterrupt):
            sender.send_due(NOW, str(tmp_path))
    assert send(sender, NOW, tmp_path, str(tmp_path)).sent == 1
    assert len({email.message_from_bytes(data)["Message-ID"] for _, _, data in taken.letters}) == 1
    assert len(taken.letters) == 2


def test_a_thread_sends_what_it_is_told_of_and_ends(taking: tuple[Taken, Sender], tmp_path: Path) -> None:
    taken, sender = taking
    thread = start(sender.run, lambda: NOW)
    for name in ("one", "two"):
        put(tmp_path / name, "0001-ann-report", letter(name))
        sender.tell(str(tmp_path / name))
    sender.stop()
    thread.join(10)
    assert not thread.is_alive()
    sender.send_due(NOW, str(tmp_path / "one"), str(tmp_path / "two"))
    assert [os.listdir(tmp_path / name / "sent") for name in ("one", "two")] == [["0001-ann-report.eml"]] * 2
    assert len(taken.letters) == 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ((b"To: ", b"To: eve@example.org, "), "it names no address"),
        ((b"To: ", b"To: eve@example.org\r\nTo: "), "one address"),
        ((b"To: ", b"Bcc: eve@example.org\r\nTo: "), "one address"),
        ((b"ann@example.org", b"eve@example.org"), "no seat of the game"),
        ((b"\r\n\r\n", b"\r\n"), "no text"),
    ],
)
def test_no_letter_goes_to_a_stranger(change: tuple[bytes, bytes], words: str) -> None:
    with pytest.raises(UnfitLetterError, match=words):
        address_letter(letter().replace(*change), "table@example.org", "", [ANN, BOB])


def test_tries_come_ever_later() -> None:
    tried, at, gaps = None, NOW, []
    for _ in range(8):
        tried = plan_next(tried, "451", at)
        assert tried.next is not None
        gaps.append((tried.next - at).total_seconds() / 60)
        at = tried.next
    assert gaps == [1, 2, 5, 15, 30, 60, 120, 240]


def test_a_letter_that_nobody_can_read_stops_no_other(taking: tuple[Taken, Sender], tmp_path: Path) -> None:
    _, sender = taking
    put(tmp_path, "0001-ann-report", b"To: a\xff\r\nSubject: =?x?=\r\n\r\n\xff")
    put(tmp_path, "0001-ann-report-2", letter().replace(b"Subject: ", b"Subject: \xc3\xa4"))
    put(tmp_path, "0001-bob-report", letter("1.bob", BOB))
    assert send(sender, NOW, tmp_path, str(tmp_path)).sent >= 1
    assert "0001-bob-report.eml" in os.listdir(tmp_path / "sent")
    assert fate(tmp_path)["0001-ann-report"] is not None
