"""A post office at work: mails become orders, turns and letters, and what goes wrong with one game stops no other."""

from __future__ import annotations

import email
import json
import logging
import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from cli.shell import adjudicate, found, head, legal_leaders, newest, table_order, token
from post.servers import Taken, mail_server, settings_for, silent_server, start

from adjudicator.core.instant import read_instant, write_instant
from adjudicator.nonces.keyring import join_game, open_commitment
from adjudicator.post import serving
from adjudicator.post.fetching import MaildirSource
from adjudicator.post.health import NAME, EventLog, list_quarantined, read_health
from adjudicator.post.mail_server import MailServer
from adjudicator.post.office import PostOffice
from adjudicator.post.sender import Sender
from adjudicator.post.serving import Serving
from adjudicator.store.files import hold_lock

ADDRESSES = {"ann": "ann@example.org", "bob": "bob@example.org"}
MODERATOR = "ben@example.org"
START = read_instant("2026-01-01T01:00:00Z")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("table") / "games"
    found(folder, "--pacing", "seat", seats=[f"{seat}={address}" for seat, address in ADDRESSES.items()])
    (folder / "secret-file").unlink()
    return folder


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


@pytest.fixture
def office(table: Path, tmp_path: Path) -> Iterator[Office]:
    with mail_server() as (taken, server):
        folder = Path(shutil.copytree(table, tmp_path / "games"))
        yield Office(folder, taken, settings_for(server, moderator=MODERATOR))


def orders(game: Path, seat: str) -> str:
    first, second, *_ = legal_leaders(game, seat)
    turn = newest(game) + 1
    return (
        f"game: toy\nturn: {turn}\nseat: {seat}\ntoken: {token(game, seat)}\norders:\n- leader: [{first}, {second}]\n"
    )


def test_orders_come_in_a_receipt_goes_out_and_the_turn_runs(office: Office) -> None:
    game = office.folder / "toy"
    office.settle()
    seat = table_order(game)[0]
    office.send(orders(game, seat))
    letters = office.settle()
    assert newest(game) == 1
    assert {to for to, _ in letters} >= {ADDRESSES[seat]}
    assert office.count("Processed") == 1
    assert not list((game / "outbox").glob("*.eml"))
    assert adjudicate("verify", game).code == 0


def test_each_mail_is_put_away_by_its_place_and_none_stops_another(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, receive = office.folder / "toy", serving.receive_mail

    def stumble(office: PostOffice, data: bytes, *more: Any) -> Any:
        if b"poison" in data:
            raise ZeroDivisionError
        return receive(office, data, *more)

    monkeypatch.setattr(serving, "receive_mail", stumble)
    office.send("poison\n")
    office.send("When is the deadline?\n")
    office.send("I am away\n", Auto_Submitted="auto-replied")
    seat = table_order(game)[0]
    office.send(orders(game, seat).replace("orders:", "ordres:"))
    office.settle()
    assert [office.count(name) for name in ("Processed", "Refused", "Parked", "Silent")] == [0, 1, 2, 1]
    parked = [json.loads(path.read_text())["reason"] for path in (office.folder / "post" / "parked").glob("*.json")]
    assert min(parked) == "ZeroDivisionError()"


def test_a_turn_runs_at_its_deadline_and_not_before(office: Office) -> None:
    game = office.folder / "toy"
    office.send(orders(game, table_order(game)[0]).replace("orders:", "orders: []\nfallback:"))
    office.settle()
    office.live(70)
    assert newest(game) == 0
    office.live(2)
    assert newest(game) == 1


def test_whoever_is_awaited_is_reminded_once(office: Office) -> None:
    game = office.folder / "toy"
    seat = table_order(game)[0]
    assert {to for to, _ in office.live(46)} == set(ADDRESSES.values()), "the invitations"
    ((to, data),) = office.live(2)
    assert to == ADDRESSES[seat]
    assert b"send your orders for turn 1 by" in data
    office.open()
    assert office.settle(hours=1) == []


def test_no_deadline_counts_while_mails_wait(office: Office) -> None:
    game = office.folder / "toy"
    office.settle()
    seat = table_order(game)[0]
    office.maildir.rename(office.maildir.with_name("gone"))
    office.settle(hours=80)
    assert newest(game) == 0
    office.maildir.with_name("gone").rename(office.maildir)
    office.send(orders(game, seat))
    office.settle(minutes=2)
    assert newest(game) == 1
    assert "no email could be read since" in " ".join(adjudicate("show", game, "--turn", "1").out.split())


def test_mails_without_end_are_remembered_by_nothing(office: Office) -> None:
    seat = table_order(office.folder / "toy")[0]
    for number in range(30):
        office.send(orders(office.folder / "toy", seat).replace("- leader", f"- oops{number}"))
    office.settle()
    assert office.count("Refused") == 30
    assert len(office.serving._timetable._queue) == 1


def test_mails_without_end_keep_no_turn_from_running(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    game, fetch = office.folder / "toy", MaildirSource.fetch
    office.settle()
    for _ in range(25):
        office.send("Buy now!\n")
    office.send(orders(game, table_order(game)[0]))

    def flood(source: MaildirSource, most: int, left: Any) -> Any:
        for _ in range(most):
            office.send("Buy now!\n")
        office.now += timedelta(seconds=1)
        return fetch(source, most, left)

    monkeypatch.setattr(MaildirSource, "fetch", flood)
    rounds = 0
    while newest(game) == 0:
        assert office.serving.work()
        rounds += 1
        assert rounds < 20
    assert rounds > 3, "the orders lay behind other mails"


def test_no_deadline_counts_before_all_mails_that_came_until_then(office: Office) -> None:
    game = office.folder / "toy"
    office.settle()
    seat = table_order(game)[0]
    office.live(71)
    for _ in range(25):
        office.send("Buy now!\n")
    office.send(orders(game, seat))
    office.live(2)
    assert newest(game) == 1
    assert "could be read" not in adjudicate("show", game, "--turn", "1").out
    assert len(list((game / "refused").glob("*.yaml"))) == 0


def test_after_an_outage_deadlines_move_and_everybody_is_told(office: Office) -> None:
    game = office.folder / "toy"
    office.send(orders(game, table_order(game)[0]).replace("orders:", "orders: []\nfallback:"))
    office.settle()
    office.open()
    office.settle(hours=100)
    assert newest(game) == 0
    assert "no email could be read since" in adjudicate("status", game).out
    office.open()
    office.live(50)
    assert newest(game) == 1


def test_a_game_that_cannot_go_on_is_told_once_and_stops_no_other(office: Office) -> None:
    game, other = office.folder / "toy", office.folder / "ot\nBcc: eve@example.org\u202eher"
    shutil.copytree(game, other)
    (other / "game.yaml").write_text((other / "game.yaml").read_text().replace("id: toy", "id: other"))
    letters = office.settle()
    assert [to for to, _ in letters if to not in ADDRESSES.values()] == [MODERATOR]
    ((broken),) = list_quarantined(str(office.folder))
    assert broken.path == str(other)
    seat = table_order(game)[0]
    office.send(orders(game, seat))
    assert MODERATOR not in {to for to, _ in office.settle()}
    assert newest(game) == 1
    assert MODERATOR not in {to for to, _ in office.settle(hours=2)}
    shutil.rmtree(other)
    shutil.copytree(game, other)
    office.open()
    office.settle()
    assert newest(game) == 1


def test_a_game_that_is_mended_goes_on_with_more_time_and_its_mails_are_filed_when_they_are_put_back(
    office: Office,
) -> None:
    game = office.folder / "toy"
    office.settle()
    text = orders(game, table_order(game)[0])
    record = game / "turns" / "0000.turn"
    data = record.read_bytes()
    with record.open("r+b") as file:  # no folder shows it
        file.write(b"x")
    office.send(text)
    ((to, told),) = office.settle(hours=1)
    assert to == MODERATOR
    assert b"back to the inbox" in told
    assert office.count("Parked") == 1
    office.live(80)
    with record.open("r+b") as file:
        file.write(data)
    assert b"the game could not go on since" in b"".join(data for _, data in office.settle(minutes=1))
    assert newest(game) == 0
    (mail,) = (office.maildir / ".Parked" / "cur").iterdir()
    mail.rename(office.maildir / "new" / "again")
    letters = office.settle(minutes=1)
    assert newest(game) == 1
    assert {to for to, _ in letters} == set(ADDRESSES.values())
    assert not list((office.folder / "post" / "parked").iterdir())
    assert not list(list_quarantined(str(office.folder)))


def test_a_note_is_sent_to_the_moderator_once_a_turn(office: Office) -> None:
    game = office.folder / "toy"
    office.settle()
    text = orders(game, table_order(game)[1]) + "note: |\n  I am away from 3 to 16 August.\n  Subject: forged\n"
    office.send(text)
    office.send(text.replace("turn: 1", "turn: 2"))
    office.send(text.replace("token: ", "token: 0"))
    letters = [data for to, data in office.settle() if to == MODERATOR]
    office.send(text + "draft: true\n")
    letters += [data for to, data in office.settle() if to == MODERATOR]
    mails = [email.message_from_bytes(data, policy=SMTP) for data in letters]
    assert [str(mail["Subject"]) for mail in mails] == ["toy, turn 1: a note from Bob", "toy, turn 2: a note from Bob"]
    said = str(mails[0].get_content()).replace("\r\n", "\n")
    assert "| I am away from 3 to 16 August.\n| Subject: forged\n\nReply to bob@example.org" in said
    assert adjudicate("verify", game).code == 0


def test_what_a_moderator_does_by_hand_is_noticed(office: Office) -> None:
    game = office.folder / "toy"
    office.settle()
    seat = table_order(game)[0]
    inbox = game / "inbox" / seat
    inbox.mkdir(parents=True, exist_ok=True)
    (inbox / "mail.txt").write_text("orders: [")
    ((to, told),) = office.settle()
    assert to == ADDRESSES[seat]
    assert b"your orders cannot be used" in told
    (inbox / "mail.txt").write_text(orders(game, seat) + "note: I am back\n")
    letters = [*office.settle(), *office.settle()]
    assert newest(game) == 1
    assert [to for to, data in letters if b"your orders are in" in data] == [ADDRESSES[seat]]
    assert [to for to, data in letters if b"I am back" in data] == [MODERATOR]


def test_what_a_moderator_says_and_sends_again_goes_out_while_games_are_served(office: Office) -> None:
    game = office.folder / "toy"
    office.settle()
    assert adjudicate("message", game, "No turns before Monday.").code == 0
    assert [to for to, data in office.settle(minutes=1) if b"before Monday" in data] == list(ADDRESSES.values())
    assert adjudicate("desk", office.folder, "--resend", game / "sent" / "0000-ann-invitation.eml").code == 0
    assert [to for to, _ in office.settle(minutes=1)] == [ADDRESSES["ann"]]
    assert office.settle(minutes=1) == []


def test_a_game_that_is_busy_is_waited_for(office: Office) -> None:
    game = office.folder / "toy"
    office.settle()
    seat = table_order(game)[0]
    office.send(orders(game, seat))
    with hold_lock(str(game)):
        office.settle()
        assert office.count("Processed") == 0
    office.settle(seconds=10)
    assert office.count("Processed") == 1
    office.settle(seconds=10)
    assert newest(game) == 1


def test_no_deadline_counts_before_a_mail_is_in_that_found_its_game_busy(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, receive, busy = office.folder / "toy", serving.receive_mail, [True]
    seat = table_order(game)[0]
    first, second, *_ = legal_leaders(game, seat)
    office.send(orders(game, seat).replace("orders:", "orders: []\nfallback:"))
    office.settle()
    office.live(70)

    def stumble(*given: Any) -> Any:
        if busy.pop() if busy else False:
            with hold_lock(str(game)):
                return receive(*given)
        return receive(*given)

    monkeypatch.setattr(serving, "receive_mail", stumble)
    office.send(orders(game, seat).replace(f"[{first}, {second}]", second))
    office.settle(hours=2)
    assert newest(game) == 0
    office.settle(seconds=10)
    assert newest(game) == 1
    assert f"leader on {second.split()[1]}." in adjudicate("show", game, "--turn", "1").out


def test_a_clock_that_is_set_back_a_little_stops_no_game_for_long(office: Office) -> None:
    game = office.folder / "toy"
    for seat in table_order(game):
        office.send(orders(game, seat))
    office.settle(minutes=5)
    for seat in table_order(game):
        office.send(orders(game, seat))
    office.now -= timedelta(minutes=20)
    letters = office.settle(minutes=1)
    assert newest(game) == 1
    assert MODERATOR not in {to for to, _ in letters}
    assert not list(list_quarantined(str(office.folder)))
    assert read_health(str(office.folder))["at"] == write_instant(office.now)
    office.settle(minutes=19)
    assert newest(game) > 1


def test_after_a_clock_that_was_far_ahead_what_a_moderator_does_is_noticed(office: Office) -> None:
    game = office.folder / "toy"
    office.settle(hours=1000)
    office.now -= timedelta(hours=999)
    office.settle()
    seat = table_order(game)[0]
    (game / "inbox" / seat).mkdir(parents=True, exist_ok=True)
    (game / "inbox" / seat / "mail.txt").write_text(orders(game, seat))
    assert [to for to, data in office.settle() if b"your orders are in" in data] == [ADDRESSES[seat]]


def test_a_letter_of_the_office_that_is_put_back_is_sent_again(office: Office) -> None:
    broken = Path(shutil.copytree(office.folder / "toy", office.folder / "other")) / "game.yaml"
    broken.write_text(broken.read_text().replace("id: toy", "id: other"))
    assert MODERATOR in {to for to, _ in office.settle()}
    assert office.settle(minutes=1) == []
    (sent,) = (office.folder / "post" / "sent").glob("*.eml")
    assert adjudicate("desk", office.folder, "--resend", sent).code == 0
    assert [to for to, _ in office.settle(minutes=1)] == [MODERATOR]


def test_a_mail_server_that_hangs_delays_no_receipt(table: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(table, tmp_path / "games"))
    game = folder / "toy"
    with silent_server() as silent:
        office = Office(folder, Taken(), settings_for(silent))
        sending, stop = start(office.sender.run, office.tell_time), Event()
        serving = start(office.serving.run, stop)
        office.send(orders(game, table_order(game)[0]))
        for _ in range(600):
            serving.join(0.05)
            if office.serving.health.turns:
                break
        assert sending.is_alive()
        assert not office.sender.trouble, "it still waits for the first answer"
        assert newest(game) == 1
        assert list((game / "outbox").glob("0001-*-receipt-*.eml"))
        stop.set()
        office.sender.stop()
        serving.join(30)
        assert not serving.is_alive()


def test_it_runs_until_it_is_stopped_and_says_how_it_fares(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    game, stop = office.folder / "toy", Event()
    seat = table_order(game)[0]
    with caplog.at_level(logging.INFO, logger=NAME):
        thread = start(office.serving.run, stop)
        office.send(orders(game, seat))
        for _ in range(600):
            thread.join(0.05)
            assert thread.is_alive()
            if office.serving.health.turns:
                break
        stop.set()
        thread.join(30)
    assert not thread.is_alive()
    health = read_health(str(office.folder))
    assert health is not None
    assert (health["stopped"], health["mails"], health["turns"], health["fetching"]) == (True, 1, 1, "ok")
    events = [json.loads(record.message) for record in caplog.records]
    assert [event["event"] for event in events if event["event"] in ("mail", "turn")] == ["mail", "turn"]
    assert token(game, seat) not in caplog.text
    assert head(game) in caplog.text


def test_a_game_that_its_seats_have_to_join_begins_when_the_last_answer_is_in(office: Office, tmp_path: Path) -> None:
    game = office.folder / "wells"
    named = [part for seat, address in ADDRESSES.items() for part in ("--seat", f"{seat}={address}")]
    wish = ("--game", "through-the-desert", "--level", "L2", "--option", "water=face-down", *named)
    assert adjudicate("new", game, *wish, "--now", write_instant(START)).code == 0
    office.settle()

    def answer(seat: str, letter: str) -> str:
        """What the seat's keyring answers to its letter."""
        mail = email.message_from_bytes((game / "sent" / f"0000-{seat}-{letter}.eml").read_bytes())
        text = next(part for part in mail.walk() if part.get_content_type() == "text/plain").get_payload(decode=True)
        assert isinstance(text, bytes)
        keyring = str(tmp_path / f"{seat}-keys")
        if letter == "invitation":
            return join_game(keyring, text.decode(), lambda count: seat.encode().ljust(count, b"x")).decode()
        return open_commitment(keyring, text.decode()).decode()

    for letter, following in (("invitation", "anchors"), ("anchors", "report")):
        for seat in ADDRESSES:
            assert not list((game / "sent").glob(f"0000-*-{following}.eml"))
            office.send(answer(seat, letter))
            office.settle()
        assert len(list((game / "sent").glob(f"0000-*-{following}.eml"))) == len(ADDRESSES)
    assert newest(game) == 0
    assert adjudicate("verify", game).code == 0
    assert not list(list_quarantined(str(office.folder)))


def test_join_files_that_the_moderator_copies_into_the_inbox_are_answered_too(office: Office) -> None:
    game = office.folder / "wells"
    named = [part for seat, address in ADDRESSES.items() for part in ("--seat", f"{seat}={address}")]
    assert (
        adjudicate(
            "new", game, "--game", "through-the-desert", "--level", "L2", *named, "--now", write_instant(START)
        ).code
        == 0
    )
    office.settle()
    inbox = game / "inbox" / "ann"
    inbox.mkdir(parents=True, exist_ok=True)
    (inbox / "copied.yaml").write_text(f"game: wells\nseat: ann\nanchor: {'a' * 64}\ncommitment: {'b' * 64}\n")
    letters = office.settle(minutes=5)
    assert [to for to, _ in letters] == [ADDRESSES["ann"]]
    assert not list(list_quarantined(str(office.folder)))
