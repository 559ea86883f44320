"""What a moderator does, is told and puts right while games are served."""

from __future__ import annotations

import email
import shutil
from datetime import timedelta
from email.policy import SMTP
from pathlib import Path

from cli.shell import adjudicate, newest, table_order
from post.offices import ADDRESSES, MODERATOR, START, Office, orders

from adjudicator.core.instant import write_instant
from adjudicator.nonces.keyring import join_game, open_commitment
from adjudicator.post.health import list_quarantined


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
