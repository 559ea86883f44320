"""Forms that come back as they were sent: in the answer to a report, and as a file of their own."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from cli.shell import adjudicate, copy_game
from post import mails
from post.mails import address_of, list_filed, receive, write_orders
from post.test_receiving import quote, write

from adjudicator.acts.open_game import open_game
from adjudicator.intake.rewriting import write_corrected
from adjudicator.post import receiving
from adjudicator.post.file_in_mail import find_file
from adjudicator.post.keeping import MailPlace
from adjudicator.post.office import PostOffice, Speaker
from adjudicator.post.opening import open_mail
from adjudicator.post.receiving import receive_mail

NOW = datetime(2026, 9, 21, 6, tzinfo=UTC)


@pytest.fixture
def reef(tmp_path: Path) -> Path:
    """A round of Catan, whose forms end with the end of a turn."""
    return copy_game("reef", tmp_path)


def _receive(text: str, reef: Path, monkeypatch: pytest.MonkeyPatch, subtype: str = "plain") -> tuple[MailPlace, str]:
    """Where a mail of nadia ends that she sent to her reply address, and why."""
    speaker = Speaker(str(reef), "reef", "nadia", 7)
    monkeypatch.setattr(receiving, "find_speaker", lambda *_: speaker)
    monkeypatch.setattr(receiving, "find_owner", lambda *_: speaker)
    record = receive_mail(PostOffice(str(reef.parent)), write(text, subtype), "mail", NOW, dry_run=True)
    return record.place, record.reason


def _form(reef: Path) -> str:
    form = adjudicate("form", reef, "--seat", "nadia").out
    assert form.endswith("\n- end: turn\n")
    return f"Your order form\n---------------\n# ---- copy from here\n{form}# ---- to here\n"


@pytest.mark.parametrize("marks", [True, False])
def test_a_quoted_form_ends_no_turn_by_itself(marks: bool, reef: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = f"Catan: reef, turn 6\n===================\nFor nadia.\n\n{_form(reef)}"
    text = f"Later, I have guests!\n\n{quote(report) if marks else report}"

    assert _receive(text, reef, monkeypatch) == (
        MailPlace.PARKED,
        "the form in it has no orders of yours",
    )


def test_a_quoted_form_in_which_something_was_changed_is_a_file(reef: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = quote(_form(reef)).replace("> # - road: 13-23\n", "- road: 13-23\n")

    assert _receive(f"Here you are.\n\n{text}", reef, monkeypatch) == (MailPlace.PROCESSED, "")


def test_a_form_with_an_order_in_it_counts_as_a_file_of_its_own(reef: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _receive(_form(reef), reef, monkeypatch) == (MailPlace.PROCESSED, "")


WRAPPINGS = {
    "quoted": "<p>{}</p><blockquote>{}</blockquote>",
    "below a rule": "<p>{}</p><hr><p><b>From:</b> The table<br><b>Sent:</b> Friday</p>{}",
    "bare": "<div>{}</div><br>{}",
}
HEAD = re.compile("<head>.*?</head>", re.DOTALL)


def _page_of(game: Path) -> str:
    return HEAD.sub("", (game / "turns" / "0006" / "reports" / SEATS[game.name]).read_text())


SEATS = {"reef": "nadia.html", "g42": "dora.html"}


@pytest.mark.parametrize("wrapping", WRAPPINGS.values(), ids=WRAPPINGS)
@pytest.mark.parametrize("name", SEATS)
def test_the_page_below_an_answer_in_html_alone_is_no_file(
    name: str, wrapping: str, reef: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = _page_of(reef if name == "reef" else copy_game(name, reef.parent))

    assert _receive(wrapping.format("Thank you!", page), reef, monkeypatch, "html") == (
        MailPlace.PARKED,
        "the form in it has no orders of yours",
    )


@pytest.mark.parametrize("wrapping", WRAPPINGS.values(), ids=WRAPPINGS)
def test_what_is_typed_into_the_page_below_is_a_file(
    wrapping: str, reef: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = _page_of(reef).replace("# - road: ", "- road: ")

    assert _receive(wrapping.format("Here they are.", page), reef, monkeypatch, "html") == (MailPlace.PROCESSED, "")


@pytest.mark.parametrize("more", ["", "token:\n", "draft: false\n", "draft: true\n", "press: []\n"])
def test_a_form_that_nobody_filled_in_displaces_no_orders(more: str, tmp_path: Path) -> None:
    game, file = copy_game("g42", tmp_path), tmp_path / "chen.yaml"
    file.write_text(f"game: g42\nturn: 7\nseat: chen\n{more}orders:\n# - place: red C6\n")

    ran = adjudicate("submit", game, file, "--seat", "chen", "--now", "2026-09-21T08:00:00Z")

    assert ran.code == 1
    assert "This file cannot be used; your earlier orders for this turn still count." in ran.out
    assert (
        "there are no orders in this form; write them below 'orders:', or write 'orders: []' to delete those on file"
    ) in ran.out


@pytest.mark.parametrize("orders", ["", "orders:\n"])
@pytest.mark.parametrize("more", ["note: away from Friday\n", "press:\n- to: all\n  text: hello\n"])
def test_a_letter_displaces_no_orders(more: str, orders: str, tmp_path: Path) -> None:
    game, file = copy_game("g42", tmp_path), tmp_path / "chen.yaml"
    before = open_game(str(game))
    agenda = before.agendas_with(before.list_accepted())["chen"]
    file.write_text(f"game: g42\nturn: 7\nseat: chen\n{orders}{more}")

    ran = adjudicate("submit", game, file, "--seat", "chen", "--now", "2026-09-21T08:00:00Z")
    again = adjudicate("submit", game, file, "--seat", "chen", "--now", "2026-09-21T08:00:00Z")

    opened = open_game(str(game))
    assert agenda.items
    assert opened.agendas_with(opened.list_accepted())["chen"] == agenda
    for said in (ran, again):
        assert said.code == 0
        assert "\n  Your orders stay as they are: " in said.out
        assert "Removed: " not in said.out
        assert ("there is nothing below 'orders:', so your orders stay as they are" in said.out) == bool(orders)


@pytest.mark.parametrize("more", ["note: away from Friday\n", "press:\n- to: all\n  text: hello\n"])
def test_a_letter_in_a_form_without_orders_is_no_order_where_none_is_on_file(more: str, tmp_path: Path) -> None:
    game, file = copy_game("late", tmp_path), tmp_path / "farid.yaml"
    file.write_text(f"game: late\nturn: 16\nseat: farid\norders:\n{more}")

    first, again = (
        adjudicate("submit", game, file, "--seat", "farid", "--now", "2026-09-21T08:00:00Z").out for _ in range(2)
    )

    assert f"Your {'letter' if 'press' in more else 'note'} is in; your orders for turn 16 are still awaited." in first
    assert ": remark: there is nothing below 'orders:', so your orders stay as they are" in first
    assert "\n  You have no orders on file.\n" in first
    assert first.partition("remark")[2] == again.partition("remark")[2]


def test_a_form_that_nobody_filled_in_is_not_thanked_for_orders(tmp_path: Path) -> None:
    game, file = copy_game("late", tmp_path), tmp_path / "farid.yaml"
    file.write_text("game: late\nturn: 16\nseat: farid\norders:\n# - place: red C6\n")

    first, again = (adjudicate("submit", game, file, "--seat", "farid", "--now", "2026-09-21T08:00:00Z") for _ in "12")

    assert "Your form is in; your orders for turn 16 are still awaited." in first.out
    assert "We have this file already, and it counts." in again.out
    assert all("there is nothing below 'orders:', so your orders stay as they are" in ran.out for ran in (first, again))


def test_new_fallback_in_a_form_without_orders_displaces_none(tmp_path: Path) -> None:
    game, file = copy_game("g42", tmp_path), tmp_path / "chen.yaml"
    file.write_text("game: g42\nturn: 7\nseat: chen\norders:\nfallback: []\n")

    ran = adjudicate("submit", game, file, "--seat", "chen", "--now", "2026-09-21T08:00:00Z")

    assert ran.code == 0
    assert "\n  Your orders stay as they are: " in ran.out


def test_who_writes_an_empty_list_deletes_the_orders_on_file(tmp_path: Path) -> None:
    game, file = copy_game("g42", tmp_path), tmp_path / "chen.yaml"
    file.write_text("game: g42\nturn: 7\nseat: chen\norders: []\n")

    ran = adjudicate("submit", game, file, "--seat", "chen", "--now", "2026-09-21T08:00:00Z")

    assert ran.code == 0
    assert "\nOn file:\n  Removed: " in ran.out


def test_orders_apart_from_the_head_of_a_form_come_back_corrected(reef: Path) -> None:
    text = "Hello,\n\ngame: reef\nturn: 7\nseat: nadia\n\nroad: 13-23\nend turn\n"
    file = find_file(open_mail(write(text))).text.encode()
    intake = open_game(str(reef)).intake()

    corrected = write_corrected(file, intake.judge(file, "nadia"), lambda data: intake.judge(data, "nadia")).text

    assert corrected.endswith("seat: nadia\norders:\n- road: 13-23\n- end: turn\n")


@pytest.mark.parametrize("depth", [1, 3])
@pytest.mark.parametrize("is_signed", [True, False])
def test_a_quoted_older_file_displaces_no_newer_one(depth: int, is_signed: bool, games: Path) -> None:
    older, newer = (write_orders(games, note=note, signed=is_signed) for note in ("older", "newer"))
    to = address_of(games)
    for text in (older, newer):
        assert receive(games, _answer(text, to)).place is MailPlace.PROCESSED
    quoted = older
    for _ in range(depth):
        quoted = quote(f"On Friday Ann wrote:\n{quoted}")

    record = receive(games, _answer(f"Thank you, Ben, see you on Monday!\n\n{quoted}", to))

    assert record.place is MailPlace.PARKED
    assert record.reason.startswith("the file that it quotes is one that you have sent already")
    assert len(record.letters) == 1
    assert list_filed(games) == ["01.yaml", "02.yaml"]


OUTLOOK = "________________________________\nFrom: Ben <ben@example.org>\nSent: Friday, 2 January 2026\nTo: Ann\n\n"


@pytest.mark.parametrize("head", [OUTLOOK, "-----Original Message-----\n"])
def test_an_older_file_below_a_head_without_marks_displaces_no_newer_one(head: str, games: Path) -> None:
    older, newer = (write_orders(games, note=note) for note in ("older", "newer"))
    for text in (older, newer):
        assert receive(games, _answer(text, address_of(games))).place is MailPlace.PROCESSED

    record = receive(games, _answer(f"Thank you, Ben!\n\n{head}{older}", address_of(games)))

    assert record.place is MailPlace.PARKED
    assert list_filed(games) == ["01.yaml", "02.yaml"]


def test_an_older_file_counts_again_where_it_is_written_or_changed(games: Path) -> None:
    older, newer = (write_orders(games, note=note) for note in ("older", "newer"))
    for text in (
        older,
        newer,
        f"Back to this:\n\n{older}",
        quote(older).replace("older", "newest"),
        f"{older}\n{quote(older)}",
    ):
        assert receive(games, _answer(text, address_of(games))).place is MailPlace.PROCESSED
    assert list_filed(games) == ["01.yaml", "02.yaml", "03.yaml", "04.yaml", "05.yaml"]


ABOVE = ["No, please do not!\n\n{}", "On Friday Ben wrote:\n\n{}"]


def _offer(games: Path) -> str:
    """The corrected file in the refusal of one with a slip."""
    (name,) = receive(games, _answer(write_orders(games).replace("orders:", "ordres:"), address_of(games))).letters
    sent = message_from_bytes(Path(name).read_bytes(), policy=default).get_body(("plain",))
    assert sent is not None
    offer = sent.get_content().partition("corrected")[2].partition("\ngame:")[2]
    return f"game:{offer.partition('note: none')[0]}note: none\n"


@pytest.mark.parametrize("above", ABOVE)
def test_an_offered_file_that_is_cut_out_and_quoted_is_no_order_until_it_is_copied_or_changed(
    above: str, games: Path
) -> None:
    offer, to = _offer(games), address_of(games)
    record = receive(games, _answer(above.format(quote(offer)), to))
    assert record.place is MailPlace.PARKED
    assert "or were offered" in record.reason
    assert list_filed(games) == []
    assert receive(games, _answer(above.format(quote(offer.replace("none", "more"))), to)).place is MailPlace.PROCESSED
    assert receive(games, _answer(f"Yes, please!\n\n{offer}\n{quote(offer)}", to)).place is MailPlace.PROCESSED


def test_a_new_file_counts_above_one_that_was_sent_or_offered_and_above_no_other(games: Path) -> None:
    offered, to = _offer(games), address_of(games)
    older, newer = (write_orders(games, note=note) for note in ("older", "newer"))
    assert receive(games, _answer(older, to)).place is MailPlace.PROCESSED
    for number, below in enumerate((older, offered, f"{older}\n{OUTLOOK}{offered}"), 2):
        text = f"{newer.replace('newer', f'newer {number}')}\nThanks, Ann\n\n{OUTLOOK}{below}"
        assert receive(games, _answer(text, to)).place is MailPlace.PROCESSED
        assert f"newer {number}".encode() in (games / "toy" / "inbox" / "ann" / f"0{number}.yaml").read_bytes()
    other = older.replace("older", "another")
    record = receive(games, _answer(f"{newer}\nThanks, Ann\n\n{OUTLOOK}{other}", to))
    assert (record.place, record.reason) == (MailPlace.REFUSED, "its move file is red")
    record = receive(games, _answer(f"{older}\nThanks, Ann\n\n{OUTLOOK}{other}", to))
    assert record.place is MailPlace.REFUSED


def test_thanks_above_a_file_of_an_earlier_turn_are_no_late_orders(games: Path) -> None:
    older, to = write_orders(games, note="older"), address_of(games)
    assert receive(games, _answer(older, to)).place is MailPlace.PROCESSED
    assert adjudicate(games / "toy", "--force", "--now", "2026-01-02T01:00:00Z").code == 0
    later = datetime(2026, 1, 2, 2, tzinfo=UTC)
    record = receive(games, _answer(f"Thanks!\n\n{quote(older)}", to), later)
    assert (record.place, record.state) == (MailPlace.PARKED, None)
    assert receive(games, _answer(f"Thanks!\n\n{quote(older.replace('older', 'late'))}", to), later).state == "late"


def test_a_form_that_was_filled_in_where_it_was_quoted_is_filed_once_whatever_interrupts(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = _answer(quote(write_orders(games)), address_of(games))
    with monkeypatch.context() as patch:
        patch.setattr(receiving, "keep_mail", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            receive(games, mail)
    assert receive(games, mail).place is MailPlace.PROCESSED
    assert list_filed(games) == ["01.yaml"]


def _answer(text: str, to: str) -> bytes:
    return mails.write(text, to)
