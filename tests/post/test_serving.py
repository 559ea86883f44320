"""A post office at work: mails become orders, turns and letters, in time and in order."""

from __future__ import annotations

import json
import logging
import shutil
from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from cli.shell import adjudicate, head, legal_leaders, newest, table_order, token
from post.offices import ADDRESSES, MODERATOR, Office, orders
from post.servers import Taken, settings_for, silent_server, start

from adjudicator.core.instant import write_instant
from adjudicator.post import serving
from adjudicator.post.fetching import MaildirSource
from adjudicator.post.health import NAME, list_quarantined, read_health
from adjudicator.post.office import PostOffice
from adjudicator.store.files import hold_lock


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


def test_a_mail_server_that_hangs_delays_no_receipt(served: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(served, tmp_path / "games"))
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
