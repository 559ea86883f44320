"""A mail with the report for every seat that has an address."""

from __future__ import annotations

import email.policy
import re
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path

import pytest
from unit.moderation.tables import Table, found

from adjudicator.acts.filing import submit_file
from adjudicator.acts.moderation.rewind import rewind_game
from adjudicator.acts.moderation.seats import replace_player
from adjudicator.acts.moderation.terms import extend_deadline
from adjudicator.acts.outbox import post_receipt
from adjudicator.core.instant import add_hours
from adjudicator.core.seat_names import Addressee
from adjudicator.intake.reader import read_document
from adjudicator.proof.mails import gather
from adjudicator.report.letters import write_reminder
from adjudicator.report.mail import write_mail
from adjudicator.report.report_letter import find_form, write_mail_page, write_paragraphs

GAMES = Path(__file__).resolve().parents[3] / "games"
PEOPLE = {"ann": "ann@example.org", "cem": "cem@example.org"}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return found(tmp_path, addresses=PEOPLE, names={"cem": "Çem Ö"})


def open_letter(table: Table, name: str) -> EmailMessage:
    mail = message_from_bytes(table.read(f"outbox/{name}.eml"), policy=email.policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


def read_text(mail: EmailMessage, kind: str = "plain") -> str:
    body = mail.get_body((kind,))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def name_parts(mail: EmailMessage) -> list[str]:
    return [str(part.get_filename() or part.get_content_type()) for part in mail.walk() if not part.is_multipart()]


@pytest.mark.parametrize(
    ("said", "subject"),
    [
        ("note: hi", "your note is in"),
        ("press: [{to: all, text: hi}]", "your letter is in"),
        ("fallback: []\nnote: hi", "your orders are in"),
    ],
)
def test_the_subject_of_a_receipt_says_what_the_file_has_brought(table: Table, said: str, subject: str) -> None:
    file = f"game: toy\nturn: 1\nseat: ann\n{said}\n"
    answer, sentences = submit_file(table.path, file.encode(), "ann.yaml", "ann", table.now)
    place = post_receipt(table.opened.directory, "toy", "ann", answer, sentences, table.now, key="ab")
    assert place is not None
    assert open_letter(table, Path(place).stem)["Subject"] == f"toy, turn 1: {subject}"


def test_who_has_an_address_gets_the_report_as_a_mail_and_nobody_else(table: Table) -> None:
    table.play(1)
    letters = sorted(path.name for path in Path(table.path, "outbox").glob("0001-*"))
    assert letters == ["0001-ann-report.eml", "0001-cem-report.eml"]
    mail = open_letter(table, "0001-cem-report")
    assert (mail["To"], mail["X-Unsent"]) == ("Çem Ö <cem@example.org>", "1")
    assert mail["Subject"].startswith("toy: report of turn 1, orders by ")
    raw = Path(table.path, "outbox", "0001-cem-report.eml").read_bytes()
    assert b"\r\nSubject: toy: report of turn 1, orders by " in raw
    assert read_text(mail) == table.read("turns/0001/reports/cem.txt").decode()
    assert name_parts(mail) == [
        "text/plain",
        "text/html",
        "image/png",
        "toy-0002-cem.yaml",
        "toy-0001-cem.html",
        "toy-0001-cem.proof",
        "toy-0001-cem.ics",
    ]
    attached = {part.get_filename(): part.get_payload(decode=True) for part in mail.iter_attachments()}
    assert attached["toy-0001-cem.html"] == table.read("turns/0001/reports/cem.html")
    assert attached["toy-0001-cem.proof"] == table.read("turns/0001/reports/cem.proof")
    assert attached["toy-0002-cem.yaml"] == find_form(table.read("turns/0001/reports/cem.html").decode()).encode()


def test_a_checker_takes_the_page_that_is_attached_and_not_the_shorter_one_of_the_mail(table: Table) -> None:
    table.play(1)
    pages = [piece for piece in gather([f"{table.path}/outbox"]).reports if b"<html" in piece.data]
    assert sorted(piece.source.rpartition(", ")[2] for piece in pages) == [
        f"toy-000{turn}-{seat}.html" for turn in (0, 1) for seat in ("ann", "cem")
    ]


def test_the_page_in_a_mail_has_all_words_and_no_drawing(table: Table) -> None:
    page = read_text(open_letter(table, "0000-ann-invitation"), "html")
    assert "<svg" not in page
    assert "var(--" not in page
    assert len(page.encode()) < 40_000
    assert page.count('<img src="cid:board"') == 1
    for words in ("What happened", "Your order form", "Points by seat", "checked:"):
        assert words in page


@pytest.mark.parametrize("report", ["g42/turns/0006/reports/dora", "caravan/turns/0064/reports/amira"])
def test_no_legend_is_left_in_a_mail_without_its_marks(report: str) -> None:
    page = Path(f"{GAMES}/{report}.html").read_text()
    assert page.count('<ul class="legend') > 1
    assert '<ul class="legend' not in write_mail_page(page, pictured=True)


def test_an_invitation_has_the_token_in_both_texts_and_the_schema(table: Table) -> None:
    mail = open_letter(table, "0000-ann-invitation")
    (token,) = re.findall(r"^token: [0-9a-f]{32}$", read_text(mail), re.MULTILINE)
    assert token in read_text(mail, "html")
    assert "move-file.schema.json" in name_parts(mail)
    assert Path(table.path, "outbox", "0000-bob-invitation.txt").exists()
    assert not Path(table.path, "outbox", "0000-ann-invitation.txt").exists()


def test_the_calendar_asks_for_no_answer(table: Table) -> None:
    (calendar,) = [
        part for part in open_letter(table, "0000-cem-invitation").walk() if part.get_filename("").endswith("ics")
    ]
    lines = str(calendar.get_content()).replace("\r\n", "\n").split("\n")
    assert "METHOD:PUBLISH" in lines
    assert "DTSTART:20260103T000000Z" in lines
    assert not any(line.startswith(("ATTENDEE", "ORGANIZER")) for line in lines)
    assert max(map(len, lines)) <= 75


def test_acts_write_mails_too(table: Table) -> None:
    table.play(1)
    extended = extend_deadline(table.path, 24, None, "holidays", table.now)
    assert set(extended.letters) == {
        "outbox/0001-ann-extend-0001.eml",
        "outbox/0001-bob-extend-0001.txt",
        "outbox/0001-cem-extend-0001.eml",
    }
    mail = open_letter(table, "0001-cem-extend-0001")
    assert "holidays" in read_text(mail)
    (calendar,) = mail.iter_attachments()
    assert "SEQUENCE:1" in str(calendar.get_content())
    assert replace_player(table.path, "bob", "new@example.org", "gone", b"k" * 32, table.now).letters == (
        "outbox/0001-bob-invitation-0002.eml",
    )
    invitation = open_letter(table, "0001-bob-invitation-0002")
    assert invitation["To"] == "bob <new@example.org>"
    assert re.search(r"^token: [0-9a-f]{32}$", read_text(invitation), re.MULTILINE)
    rewound = rewind_game(table.path, 0, "a mistake", table.now)
    assert set(rewound.letters) == {f"outbox/0000-{seat}-rewind-0003.eml" for seat in ("ann", "bob", "cem")}
    table.send()
    table.run()
    again = list(Path(table.path, "outbox").glob("0001-ann-report*.eml"))
    assert len(again) == 2, "the abandoned turn's letter, and that of the turn in its place"
    assert table.findings() == []


def test_a_calendar_follows_the_deadlines_over_a_rewind(table: Table) -> None:
    table.play(1)
    extend_deadline(table.path, 24, None, "holidays", table.now)
    extend_deadline(table.path, 24, None, "more of them", add_hours(table.now, 1))
    table.hours += 2
    rewind_game(table.path, 0, "a mistake", table.now)
    table.play(1)
    (rerun,) = Path(table.path, "outbox").glob("0001-cem-report-*.eml")
    names = "0000-cem-invitation", "0000-cem-rewind-0003", "0001-cem-report", "0001-cem-extend-0002", rerun.stem
    calendars = [
        str(part.get_content())
        for name in names
        for part in open_letter(table, name).iter_attachments()
        if part.get_content_type() == "text/calendar"
    ]
    told = [re.findall(r"(?<=UID:)[^@]*|(?<=SEQUENCE:)\d+", calendar) for calendar in calendars]
    first, second = "toy.1.cem", "toy.2.cem"
    assert told == [[first, "0"], [first, "3"], [second, "0"], [second, "2"], [second, "3"]]
    due = table.opened.due["turn"]
    assert f"DTSTART:{due:%Y%m%dT%H%M%SZ}" in calendars[-1]


def test_the_form_is_no_file_of_the_player_when_mails_are_checked(table: Table) -> None:
    found_in = gather([str(Path(table.path, "outbox", "0000-ann-invitation.eml"))])
    assert len(found_in.proofs) == 1
    assert found_in.move_files == []


def test_a_form_that_comes_with_a_report_is_a_move_file(table: Table) -> None:
    mail = open_letter(table, "0000-ann-invitation")
    (form,) = [part for part in mail.iter_attachments() if part.get_content_type() == "application/yaml"]
    document, problems = read_document(form.get_payload(decode=True))  # type: ignore[arg-type]
    assert document is not None
    assert not problems


def test_a_reminder_says_what_is_wanted_and_by_when(table: Table) -> None:
    charter, until = table.opened.charter, add_hours(table.now, 5)
    letter = write_reminder(
        charter, 1, "4f3c91d2aa", "ann", Addressee("Ann", PEOPLE["ann"]), ["Place one leader."], until, table.now
    )
    assert letter.about == "0001-ann-reminder-4f3c91d2"
    assert "Place one leader." in letter.text
    assert "(in 5 hours)" in letter.text
    assert write_mail(letter) == write_mail(letter)


def test_an_invitation_breaks_where_the_screen_ends() -> None:
    text = (
        "Seat: dora\nDate: today\n\n"
        "Welcome! You play the seat dora. Your first report comes with this letter: it\nsays what to do.\n\n"
        "- A turn is a round: everybody sends orders for their next move by the same deadline, &\n  ends.\n- Another.\n"
    )
    assert write_paragraphs(text) == (
        "<p>Seat: dora<br>Date: today</p>\n"
        "<p>Welcome! You play the seat dora. Your first report comes with this letter: it says what to do.</p>\n"
        "<p>- A turn is a round: everybody sends orders for their next move by the same deadline, &amp; ends.<br>"
        "- Another.</p>\n"
    )
