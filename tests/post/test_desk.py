"""What a moderator sees at the desk, and does there."""

from __future__ import annotations

import email
import json
import shutil
from pathlib import Path

import pytest
from cli.shell import SOON, adjudicate, found, legal_leaders, table_order, token

from adjudicator.core.instant import read_instant
from adjudicator.post.health import quarantine
from adjudicator.post.outbox import Tries, keep_sent, keep_tries, list_waiting

NOW = ("--now", SOON)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("table") / "games"
    found(folder, "--pacing", "seat", seats=("ann=ann@example.org", "bob=bob@example.org"))
    (folder / "secret-file").unlink()
    return folder


@pytest.fixture
def games(table: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(table, tmp_path / "games"))


def park(games: Path, secret: str = "") -> str:
    """A mail of the first seat that nobody is known to have sent; how its copy is called."""
    game = games / "toy"
    seat = table_order(game)[0]
    first, second, *_ = legal_leaders(game, seat)
    line = f"token: {secret}\n" if secret else ""
    text = f"From: x@example.org\n\ngame: toy\nturn: 1\nseat: {seat}\n{line}orders:\n- leader: [{first}, {second}]\n"
    adjudicate("receive", games, "-", *NOW, stdin=text.encode())
    (parked,) = (games / "post" / "parked").glob("*.eml")
    return parked.name


@pytest.mark.parametrize("secret", ["", "0" * 32])
def test_a_parked_mail_is_filed_by_the_moderators_word(secret: str, games: Path) -> None:
    mail, seat = park(games, secret), table_order(games / "toy")[0]
    shown = adjudicate("desk", games, *NOW)
    assert mail in shown.out
    assert "nothing in it shows" in shown.out
    done = adjudicate("desk", games, "--file", mail[:6], "--game", "toy", "--seat", seat, "--json", *NOW)
    assert done.code == 0, done
    assert (done.json["place"], done.json["seat"]) == ("processed", seat), done
    (letter,) = done.json["letters"]
    assert email.message_from_bytes(Path(letter).read_bytes())["To"] == f"{seat.capitalize()} <{seat}@example.org>"
    assert adjudicate("desk", games, "--json", *NOW).json["parked"] == []
    assert "ready to run" in adjudicate("status", games).out


def test_a_parked_mail_whose_file_cannot_be_read_has_no_turn(games: Path) -> None:
    seat = table_order(games / "toy")[0]
    adjudicate("receive", games, "-", *NOW, stdin=b"From: a@b.c\n\ngame: toy\nturn: 1\norders: [\n")
    (parked,) = (games / "post" / "parked").glob("*.eml")
    done = adjudicate("desk", games, "--file", parked.name[:6], "--game", "toy", "--seat", seat, *NOW)
    assert done.out.splitlines()[0] == f"toy, {seat}, red"


def test_a_parked_mail_that_says_that_it_is_anothers_stays_parked(games: Path) -> None:
    mail, (seat, other, *_) = park(games), table_order(games / "toy")
    done = adjudicate("desk", games, "--file", mail[:6], "--game", "toy", "--seat", other, *NOW)
    assert done.code == 3
    assert f"{mail} stays parked: the file says seat '{seat}', but it was submitted for '{other}'" in done.err
    assert adjudicate("desk", games, "--file", mail[:6], "--game", "toy", "--seat", seat, *NOW).code == 0


def test_a_mail_that_was_filed_is_not_parked_again_though_its_token_was_hidden(games: Path) -> None:
    mail, seat = park(games, "0" * 32), table_order(games / "toy")[0]
    adjudicate("desk", games, "--file", mail[:6], "--game", "toy", "--seat", seat, *NOW)
    with pytest.raises(ValueError, match="not enough values"):
        park(games, "0" * 32)
    assert adjudicate("desk", games, "--json", *NOW).json["parked"] == []


def test_the_receipt_of_a_seat_without_an_address_is_shown(games: Path) -> None:
    game = games / "toy"
    seats = json.loads((game / "private" / "seats.json").read_text())
    for known in seats.values():
        known["address"] = ""
    (game / "private" / "seats.json").write_text(json.dumps(seats))
    mail, seat = park(games), table_order(game)[0]
    done = adjudicate("desk", games, "--file", mail[:6], "--game", "toy", "--seat", seat, *NOW)
    first, second, third, *_ = done.out.splitlines()
    assert first == f"toy, {seat}, turn 1, green"
    assert second == "The receipt, which you have to send yourself:"
    assert third.startswith(f"    Thanks, {seat.capitalize()}. Your orders for turn 1 are valid")
    orders = f"game: toy\nturn: 1\nseat: {seat}\ntoken: {token(game, seat)}\norders: []\n"
    received = adjudicate("receive", games, "-", *NOW, stdin=f"From: x@example.org\n\n{orders}".encode())
    first, second, third, *_ = received.out.splitlines()
    assert first.endswith(f"processed: toy, {seat}, turn 1, yellow")
    assert second == "The receipt, which you have to send yourself:"
    assert third.startswith(f"    Thanks, {seat.capitalize()}. Your orders for turn 1 are accepted")
    told = adjudicate("message", games, "Hello.", *NOW)
    assert told.out == ""
    assert "no letter for " in told.err


@pytest.mark.parametrize(
    ("headers", "sender", "subject"),
    [
        ("From: Ann <a@b.c>\nSubject: my orders\n", "Ann <a@b.c>", "my orders"),
        ("From: =?utf-8?q?K=C3=B6=1B[2J?= <k@b.c>\n", "K\xf6 [2J <k@b.c>", ""),
        ("Subject: a\u202eb\u2068 \x07c\n", "", "a b c"),
        ("From: \u05d0\u05d1\n", "\u2068\u05d0\u05d1\u2069", ""),
        (f"Subject: {'ab ' * 90}\n", "", f"{'ab ' * 19}ab\u2026"),
        (f"Subject: =?utf-8?q?{'0' * 20}?= =?utf-8?q?{'0' * 12}?=\n", "", "x" * 32),
        ("Subject: =?x?q?y?= =?utf-8?b?!?=\n", "", "=?x?q?y?= =?utf-8?b?!?="),
    ],
)
def test_the_desk_shows_from_whom_a_parked_mail_is_and_steers_no_terminal(
    headers: str, sender: str, subject: str, games: Path
) -> None:
    adjudicate("receive", games, "-", *NOW, stdin=f"{headers}\nhello\n".encode())
    (mail,) = adjudicate("desk", games, "--json", *NOW).json["parked"]
    assert (mail["from"], mail["subject"]) == (sender, subject)
    shown = adjudicate("desk", games, *NOW).out
    assert f"    from {sender or 'nobody'}, subject: {subject or 'none'}\n" in shown


def test_a_parked_mail_is_dropped(games: Path) -> None:
    mail = park(games)
    assert adjudicate("desk", games, "--drop", mail, *NOW).code == 0
    assert not list((games / "post" / "parked").iterdir())
    assert adjudicate("desk", games, "--drop", mail, *NOW).code == 2


def test_what_was_dropped_stays_so_when_it_comes_again(games: Path) -> None:
    text = b"From: x@example.org\n\ngame: toy\nturn: 1\nseat: ann\norders: []\n"
    adjudicate("receive", games, "-", *NOW, stdin=text)
    (parked,) = (games / "post" / "parked").glob("*.eml")
    assert adjudicate("desk", games, "--drop", parked.name, *NOW).code == 0
    for _ in range(2):
        assert adjudicate("receive", games, "-", *NOW, stdin=text).out == "-: silent: the moderator dropped it\n"
    assert adjudicate("desk", games, "--json", *NOW).json["parked"] == []
    assert "parked" in adjudicate("receive", games, "-", *NOW, stdin=text.replace(b"x@", b"y@")).out
    (games / "post" / "dropped" / parked.stem).unlink()
    assert "parked" in adjudicate("receive", games, "-", *NOW, stdin=text).out


def test_a_message_goes_to_everybody_once(games: Path) -> None:
    said = [adjudicate("message", games, "No turns", "before Monday.", *NOW) for _ in range(2)]
    assert [len(one.out.splitlines()) for one in said] == [2, 0]
    assert [one.err.strip().endswith("everybody has this letter already") for one in said] == [False, True]
    letters = [email.message_from_bytes(Path(line).read_bytes()) for line in said[0].out.splitlines()]
    assert {letter["To"] for letter in letters} == {"ann@example.org", "bob@example.org"}
    assert all(b"No turns before Monday." in letter.get_payload(decode=True) for letter in letters)  # type: ignore[operator]
    assert adjudicate("verify", games / "toy").code == 0


def test_no_message_gives_a_token_away(games: Path) -> None:
    game = games / "toy"
    own = token(game, "ann")
    # one that waits behind a substitute is one, too
    adjudicate("substitute", game, "--seat", "ann", "--person", "Fay <fay@example.org>", "--reason", "ill", *NOW)
    before = sorted((game / "outbox").iterdir())
    said = adjudicate("message", game, f"token: {own}", *NOW)
    assert said.code == 3
    assert "token" in said.err
    assert sorted((game / "outbox").iterdir()) == before


def test_letters_and_games_in_trouble_are_shown(games: Path) -> None:
    game = games / "toy"
    for invitation in (game / "outbox").glob("*.eml"):
        invitation.unlink()
    adjudicate("message", game, "Hello.", *NOW)
    stuck, sent = list_waiting(str(game))
    keep_tries(stuck, Tries(3, None, "550 no such user"))
    keep_sent(sent)
    quarantine(str(games), str(game), "out of tune", read_instant(SOON))
    shown = adjudicate("desk", games, *NOW)
    assert shown.code == 1
    assert "550 no such user (--resend it)" in shown.out
    assert f"{game}: out of tune" in shown.out
    told = adjudicate("desk", games, "--json", *NOW).json
    assert told["letters"]["stuck"][0]["tries"] == 3
    assert adjudicate("desk", games, "--resend", stuck.path, *NOW).code == 0
    assert adjudicate("desk", games, "--resend", game / "sent" / f"{sent.name}.eml", *NOW).code == 0
    assert [letter.tried for letter in list_waiting(str(game))] == [None, None]
    assert json.dumps(told)


def test_words_that_name_nothing_are_usage_errors(games: Path) -> None:
    for words in (("--file", "5d41"), ("--drop", "5d41"), ("--resend", "nothing.eml")):
        assert adjudicate("desk", games, *words, *NOW).code == 2
    assert adjudicate("message", games / "nowhere", "x").code == 2
    assert adjudicate("message", games, " ", *NOW).code == 2


def test_letters_of_turns_that_are_taken_back_stay_and_the_notices_go(games: Path) -> None:
    game = games / "toy"
    for day in (1, 2, 3):
        assert adjudicate(game, "--force", "--now", f"2026-01-0{day + 3}T00:00:00Z").code == 0
    before = {letter.name for letter in list_waiting(str(game))}
    later = ("--now", "2026-01-08T00:00:00Z")
    done = adjudicate("rewind", game, "--to", "1", "--reason", "a mistake", *later, "--json")
    assert done.code == 0, done
    assert ".json" not in done.out
    waiting = {letter.name: letter for letter in list_waiting(str(game))}
    withdrawn = {name for name, letter in waiting.items() if letter.is_withdrawn}
    assert withdrawn == {f"000{turn}-{seat}-report" for turn in (2, 3) for seat in ("ann", "bob")}
    assert {name for name in waiting if name not in before} == {f"0001-{seat}-rewind-0001" for seat in ("ann", "bob")}
    shown = adjudicate("desk", games, *later)
    assert "letters that could not be sent" not in shown.out
    assert f"{len(waiting) - len(withdrawn)} letters wait to be sent" in shown.out
    assert adjudicate("verify", game).code == 0

    one = waiting["0002-ann-report"]
    assert not one.is_due(read_instant("2027-01-01T00:00:00Z"))
    keep_tries(one, Tries(3, read_instant(SOON), "421 busy"))
    assert next(letter for letter in list_waiting(str(game)) if letter.name == one.name).is_withdrawn, (
        "whoever had it in hand does not have it tried again"
    )
    assert adjudicate(game, "--force", "--now", "2026-01-09T00:00:00Z").code == 0
    again = [letter.name for letter in list_waiting(str(game)) if letter.name.startswith("0002-ann-report-")]
    assert len(again) == 1
    assert adjudicate("desk", games, "--resend", one.path, *later).code == 0
    assert next(letter for letter in list_waiting(str(game)) if letter.name == one.name).tried is None


def test_a_letter_that_is_tried_again_says_when(games: Path) -> None:
    game = found(games / "tried", seats=["ann=ann@example.org", "bob"])
    (letter,) = list_waiting(str(game))
    for now in ("2026-01-08T00:00:00Z", "2026-01-08T00:02:00Z"):
        keep_tries(letter, Tries(1, read_instant("2026-01-08T00:01:00Z"), "421 busy"))
        shown = adjudicate("desk", games, "--now", now)
        assert "421 busy (tried again in less than an hour)" in shown.out, shown
