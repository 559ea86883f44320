"""Who speaks by the address that he answers, and who does not."""

from __future__ import annotations

import email
import re
import shutil
from pathlib import Path

import pytest
from cli.shell import adjudicate, token
from post.mails import ADDRESS, BOX, NOW, address_of, list_filed, receive, write, write_orders
from post.servers import mail_server, settings_for

from adjudicator.post.health import EventLog
from adjudicator.post.keeping import MailPlace
from adjudicator.post.mail_server import MailServer
from adjudicator.post.outbox import put_back
from adjudicator.post.sender import Sender


def words_of(letters: tuple[str, ...]) -> str:
    (letter,) = letters
    return re.sub(r"=\n", "", Path(letter).read_text().replace("\r\n", "\n"))


def test_an_address_has_a_key_of_128_bits_of_its_own_for_each_seat_and_turn(games: Path) -> None:
    addresses = {address_of(games, seat, turn) for seat in ("ann", "bob") for turn in (1, 2)}
    assert len(addresses) == 4
    assert all(re.fullmatch(r"box\+[a-z2-7]{26}@example\.org", address) for address in addresses)
    assert address_of(games) in addresses


def test_who_answers_to_the_address_needs_no_token(games: Path) -> None:
    record = receive(games, write(write_orders(games, signed=False), address_of(games)))
    assert (record.place, record.game, record.seat, record.turn) == (MailPlace.PROCESSED, "toy", "ann", 1)
    assert record.state == "green"
    assert list_filed(games) == ["01.yaml"]


@pytest.mark.parametrize("header", ["Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "Cc"])
def test_the_address_may_stand_in_any_header_that_servers_write(header: str, games: Path) -> None:
    mail = write(write_orders(games, signed=False), **{header.replace("-", "_"): address_of(games).upper()})
    assert receive(games, mail).place is MailPlace.PROCESSED


def test_a_corrected_file_says_that_it_needs_its_token_where_that_spoke(games: Path) -> None:
    text, alone = (write_orders(games, signed=signed).replace("- leader", "- leadr") for signed in (True, False))
    by_token = words_of(receive(games, write(text)).letters)
    by_key = words_of(receive(games, write(alone, address_of(games))).letters)

    assert "\nYour file with these mistakes corrected. Copy it, fill in your token, send it:\n" in by_token
    assert "\ntoken:   # the one in your invitation\n" in by_token
    assert "\nYour file with these mistakes corrected, to copy and send:\n" in by_key
    assert "token" not in by_key

    corrected = by_token.partition("send it:\n")[2].partition("\nReceipt")[0]
    assert receive(games, write(corrected)).place is MailPlace.PARKED
    filled = corrected.replace("token:   # the one", f"token: {token(games / 'toy', 'ann')} # the one")
    assert receive(games, write(filled)).place is MailPlace.PROCESSED


def test_files_without_a_token_are_not_remarked_on_when_they_answer(games: Path) -> None:
    receive(games, write(write_orders(games)))
    assert receive(games, write(write_orders(games, signed=False), address_of(games))).state == "green"


def test_the_office_need_not_remember_a_key_of_the_game_that_the_file_names(games: Path) -> None:
    mail = write(write_orders(games, signed=False), address_of(games))
    shutil.rmtree(games / "post" / "keys")
    assert receive(games, mail).place is MailPlace.PROCESSED


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (("seat: ann", "seat: bob"), "the file says seat 'bob', but it was submitted for 'ann'"),
        (("game: toy", "game: tay"), "this file is for game 'tay', not for 'toy'"),
        (("turn: 1", "turn: 2"), "these orders are for turn 2; please send orders for turn 1"),
    ],
)
def test_a_file_for_another_seat_game_or_turn_is_refused_and_its_sender_told(
    wrong: tuple[str, str], told: str, games: Path
) -> None:
    record = receive(games, write(write_orders(games, signed=False).replace(*wrong), address_of(games)))
    assert (record.place, record.seat) == (MailPlace.REFUSED, "ann")
    words = words_of(record.letters)
    assert f"To: {ADDRESS}" in words or f"<{ADDRESS}>" in words
    assert told in words
    assert ("You replied to the email for game toy, seat ann, turn 1" in words) is (record.state == "red")
    assert not list_filed(games) + list_filed(games, "bob")


def run_turn(games: Path) -> None:
    assert adjudicate(games / "toy", "--force", "--now", "2026-01-02T00:00:00Z").code == 0


def test_a_key_of_a_turn_that_is_over_files_nothing_and_its_owner_is_told(games: Path) -> None:
    old, orders = address_of(games), write_orders(games, signed=False)
    run_turn(games)
    late = receive(games, write(orders, old))
    assert (late.place, late.state) == (MailPlace.REFUSED, "late")
    ahead = receive(games, write(orders.replace("turn: 1", "turn: 2"), old))
    assert (ahead.place, ahead.state) == (MailPlace.REFUSED, "stale")
    assert "you replied to the email that asked for turn 1" in words_of(ahead.letters)
    assert not list_filed(games)


def test_the_token_speaks_whatever_the_turn_of_the_address(games: Path) -> None:
    old = address_of(games)
    run_turn(games)
    mail = write(write_orders(games).replace("turn: 1", "turn: 2"), old)
    assert receive(games, mail).state not in ("stale", "late")


def test_the_keys_of_a_seat_that_was_given_away_are_dead(games: Path) -> None:
    old = address_of(games)
    ran = adjudicate("replace", games / "toy", "--seat", "ann", "--reason", "gone", "--now", "2026-01-01T12:00:00Z")
    assert ran.code == 0
    record = receive(games, write(write_orders(games, signed=False), old))
    assert (record.place, record.letters) == (MailPlace.PARKED, ())
    assert address_of(games) != old


def test_the_moderator_reads_whose_an_old_token_is_and_nobody_is_answered(games: Path) -> None:
    signed = write(write_orders(games))
    adjudicate("replace", games / "toy", "--seat", "ann", "--reason", "gone", "--now", "2026-01-01T12:00:00Z")
    record = receive(games, signed)
    assert (record.place, record.seat, record.letters) == (MailPlace.PARKED, None, ())
    assert record.reason == "its token is an old one of the seat ann, which has changed hands"


def test_a_token_and_an_address_of_different_seats_are_parked(games: Path) -> None:
    other = write(write_orders(games, "bob"), address_of(games, "ann"))
    unknown = write(re.sub("token: .*", "token: " + "0" * 32, write_orders(games)), address_of(games, "ann"))
    two = write(write_orders(games, signed=False), f"{address_of(games, 'ann')}, {address_of(games, 'bob')}")
    for mail in (other, unknown, two):
        record = receive(games, mail)
        assert (record.place, record.letters) == (MailPlace.PARKED, ())
    assert not list_filed(games) + list_filed(games, "bob")


def test_no_key_is_kept_anywhere(games: Path) -> None:
    secret = address_of(games).partition("+")[2].partition("@")[0]
    dead = "a" * 26
    for text in (write_orders(games, signed=False), "game: toy\n- oops: [\n", "hello"):
        quoted = f"On Monday box+{secret}@example.org wrote:\n{text}# box+{secret}@example.org\n"
        receive(games, write(quoted, f"box+{secret}@example.org"))
        receive(games, write(quoted, f"=?utf-8?b?Ym94?= <box+{dead}@example.org>"))
    kept = [path for path in games.rglob("*") if path.is_file()]
    assert kept
    assert not [path for path in kept if secret.encode() in path.read_bytes().lower()]
    assert not [path for path in kept if dead.encode() in path.read_bytes().lower()]


def test_the_office_does_not_answer_itself(games: Path) -> None:
    assert receive(games, write(write_orders(games), sender=BOX)).place is MailPlace.SILENT


def test_nobody_is_answered_without_end(games: Path) -> None:
    records = [receive(games, write(write_orders(games, note=f"n{number}"))) for number in range(22)]
    assert [len(record.letters) for record in records] == [1] * 20 + [0, 0]
    assert all(record.place is MailPlace.PROCESSED for record in records)
    assert "You have had 20 answers today; this is the last until tomorrow." in words_of(records[19].letters)
    tomorrow = receive(games, write(write_orders(games, note="last")), NOW.replace(day=3))
    assert len(tomorrow.letters) == 1
    assert token(games / "toy", "ann")


def test_an_answer_that_a_kill_lost_is_counted_once(games: Path) -> None:
    mails = [write(write_orders(games, note=f"n{number}")) for number in range(20)]
    for _ in range(3):
        (letter,) = receive(games, mails[0]).letters
        Path(letter).unlink()
        for record in (games / "post" / "processed").glob("*.json"):
            record.unlink()
    records = [receive(games, mail) for mail in mails]
    assert [len(record.letters) for record in records] == [1] * 20


def send(games: Path) -> dict[str, email.message.Message]:
    """Send what waits; the letters by their subjects."""
    with mail_server() as (taken, server):
        log = EventLog(lambda: NOW)
        addressees = (ADDRESS, "bob@example.org", "sub@example.org")
        sender = Sender(settings_for(server), lambda _: addressees, log, MailServer(server, 5), str(games))
        sender.send_due(NOW, str(games / "toy"))
    letters = [email.message_from_bytes(data) for _, recipient, data in taken.letters if recipient == ADDRESS]
    return {str(letter["Subject"]): letter for letter in letters}


def test_two_offices_that_write_to_each_other_fall_silent(games: Path, tmp_path: Path) -> None:
    others = Path(shutil.copytree(games, tmp_path / "others"))
    receive(games, write(write_orders(games)))
    letters = send(games)
    assert len(letters) > 1, "an invitation and a receipt"
    for letter in letters.values():
        letter["Delivered-To"] = address_of(others)
        record = receive(others, bytes(letter))
        assert (record.place, record.letters) == (MailPlace.SILENT, ())


def test_a_letter_asks_for_the_same_answer_whenever_it_is_sent(games: Path) -> None:
    (first,) = send(games).values()
    run_turn(games)
    send(games)
    put_back(str(games / "toy"), "0000-ann-invitation")
    (again,) = send(games).values()
    assert again["Reply-To"] == first["Reply-To"]
    assert again.as_bytes() == first.as_bytes()
    assert again["X-Orders-For-Turn"] is None
    record = receive(games, write(write_orders(games, signed=False), str(again["Reply-To"])))
    assert (record.place, record.state) == (MailPlace.REFUSED, "late")


def test_the_receipt_of_a_file_for_a_wrong_turn_is_answered_for_the_one_that_is_wanted(games: Path) -> None:
    receive(games, write(write_orders(games, signed=False).replace("turn: 1", "turn: 7"), address_of(games)))
    letters = send(games)
    (receipt,) = [letter for subject, letter in letters.items() if "turn 7" in subject]
    record = receive(games, write(write_orders(games, signed=False), str(receipt["Reply-To"])))
    assert (record.place, record.state) == (MailPlace.PROCESSED, "green")


def test_a_substitute_and_the_owner_answer_by_their_own_addresses(games: Path) -> None:
    game, reason = games / "toy", ("--reason", "ill", "--now", "2026-01-01T12:00:00Z")
    owners, orders, signed = address_of(games), write_orders(games, signed=False), write_orders(games, note="back")
    assert adjudicate("substitute", game, "--seat", "ann", "--person", "Sub <sub@example.org>", *reason).code == 0
    substitutes = address_of(games)
    assert substitutes != owners
    assert receive(games, write(orders, substitutes)).place is MailPlace.PROCESSED
    assert receive(games, write(signed)).place is MailPlace.PROCESSED
    assert address_of(games) == owners, "the owner is back, and the address is as it was"
    gone = receive(games, write(orders.replace("note: none", "note: gone"), substitutes))
    assert (gone.place, gone.letters) == (MailPlace.PARKED, ())
    assert receive(games, write(orders.replace("note: none", "note: mine"), owners)).place is MailPlace.PROCESSED


@pytest.mark.parametrize("signed", [False, True])
def test_an_owner_who_answers_an_old_mail_takes_the_seat_back_with_a_file_that_is_accepted(
    games: Path, *, signed: bool
) -> None:
    game, reason = games / "toy", ("--reason", "ill", "--now", "2026-01-01T12:00:00Z")
    owners, orders = address_of(games), write_orders(games, signed=signed)
    assert adjudicate("substitute", game, "--seat", "ann", "--person", "Sub <sub@example.org>", *reason).code == 0
    substitutes = address_of(games)
    wrong = receive(games, write(orders.replace("- leader", "- oops"), owners))
    assert (wrong.place, wrong.seat) == (MailPlace.REFUSED, "ann")
    words = words_of(wrong.letters)
    assert ADDRESS in words
    assert "A substitute plays your seat." in words
    assert "sub@example.org" not in words
    (advice,) = receive(games, write("Thank you, Sub!\n", owners)).letters
    assert ADDRESS in Path(advice).read_text()
    assert address_of(games) == substitutes, "nothing was accepted yet"
    assert receive(games, write(orders, owners)).place is MailPlace.PROCESSED
    assert address_of(games) == owners
    assert receive(games, write(write_orders(games, signed=False), substitutes)).place is MailPlace.PARKED


def test_a_letter_that_is_sent_asks_for_the_answer_to_an_address_with_a_key(games: Path) -> None:
    receive(games, write(write_orders(games)))
    game = str(games / "toy")
    with mail_server() as (taken, server):
        log = EventLog(lambda: NOW)
        sender = Sender(settings_for(server), lambda _: (ADDRESS,), log, MailServer(server, 5), str(games))
        sender.send_due(NOW, game)
    ((_, recipient, data),) = [letter for letter in taken.letters if letter[1] == ADDRESS and b"receipt" in letter[2]]
    assert recipient == ADDRESS
    reply = str(email.message_from_bytes(data)["Reply-To"])
    record = receive(games, write(write_orders(games, signed=False, note="again"), reply))
    assert (record.place, record.state) == (MailPlace.PROCESSED, "green")
    kept = [path.read_bytes() for path in games.rglob("*") if path.is_file()]
    assert not any(reply.partition("+")[2][:26].encode() in one for one in kept)
