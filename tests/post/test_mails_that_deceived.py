"""Mails that were once misread, counted twice or lost, and what becomes of them now."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
from email.message import EmailMessage
from pathlib import Path

import pytest
from cli.shell import adjudicate, token
from post.mails import NOW, list_filed, receive, write, write_orders

from adjudicator.intake.mailed.mending import mend
from adjudicator.intake.movefile import read_sent
from adjudicator.post import receiving
from adjudicator.post.file_in_mail import find_file
from adjudicator.post.keeping import MailPlace
from adjudicator.post.office import PostOffice
from adjudicator.post.opening import open_mail
from adjudicator.post.receiving import list_mails


def read_filed(games: Path, name: str = "01.yaml") -> object:
    document, _ = read_sent((games / "toy" / "inbox" / "ann" / name).read_bytes())
    assert document is not None
    return document.value


@pytest.mark.parametrize("before", ["", "Hi Ben,\n\n"])
def test_an_indented_closing_is_no_part_of_a_note(before: str, games: Path) -> None:
    mail = write(before + write_orders(games, note="Back on Monday") + "\n   Best wishes\n   Ann\n")
    assert receive(games, mail).place is MailPlace.PROCESSED
    filed = read_filed(games)
    assert isinstance(filed, dict)
    assert filed["note"] == "Back on Monday"


def test_what_a_company_notes_below_a_mail_is_no_note(games: Path) -> None:
    text = write_orders(games).replace("note: none\n", "\nNote: this mail is confidential\n")
    record = receive(games, write(text))
    assert (record.place, record.state) == (MailPlace.REFUSED, "red")
    phone = text.replace("\nNote", "Note").replace("game", "Game")
    assert receive(games, write(phone)).place is MailPlace.PROCESSED


REPORTS = sorted((Path(__file__).resolve().parents[2] / "games").glob("*/turns/*/reports/*.txt"))
FIRST_ORDER = re.compile("^# - (?=[a-z]+:)", re.MULTILINE)
FORMS = {f"{path.parts[-5]}-{path.stem}": path for path in REPORTS if FIRST_ORDER.search(path.read_text())}


@pytest.mark.parametrize("mark", ["> ", ">> ", "", " ", "    "])
@pytest.mark.parametrize("path", FORMS.values(), ids=FORMS.keys())
def test_a_form_that_is_filled_in_where_its_report_is_quoted_is_read(path: Path, mark: str) -> None:
    filled = FIRST_ORDER.sub("- ", path.read_text(), count=1)
    own = filled.partition("# ---- copy from here\n")[2].partition("# ---- to here")[0]
    quoted = "".join(f"{mark}{line}\n" for line in filled.splitlines())
    above = "On Monday the table wrote:\n" if mark.strip() else "-----Original Message-----\nFrom: The table\n\n"
    found = find_file(open_mail(write(f"Here they are\n\n{above}{quoted}")))
    read, wanted = read_sent(found.text.encode())[0], read_sent(own.encode())[0]
    assert read is not None
    assert wanted is not None
    assert read.value == wanted.value


@pytest.mark.parametrize("path", FORMS.values(), ids=FORMS.keys())
def test_what_is_typed_above_a_report_without_marks_counts_and_its_form_does_not(path: Path) -> None:
    report = path.read_text()
    own = FIRST_ORDER.sub("- ", report, count=1).partition("# ---- copy from here\n")[2].partition("# ---- to here")[0]
    found = find_file(open_mail(write(f"{own}\n\n-----Original Message-----\nFrom: The table\n\n{report}")))
    read, wanted = read_sent(found.text.encode())[0], read_sent(own.encode())[0]
    assert read is not None
    assert wanted is not None
    assert read.value == wanted.value


def test_of_what_is_typed_above_a_report_a_mistake_is_told_and_not_the_form_below() -> None:
    report = next(iter(FORMS.values())).read_text()
    typed = "game: g42\nturn: 7\nseat: dora\nPlease hold D9.\norders:\n"
    fault = mend(f"{typed}\n-----Original Message-----\nFrom: The table\n\n{report}", in_mail=True).refusal
    assert fault == ("unclear-line", 4)


def test_a_rule_in_html_ends_the_orders_above_a_report(games: Path) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = "ann@example.org", "box@example.org", "<1@example.org>"
    report = (games / "toy" / "turns" / "0000" / "reports" / "ann.txt").read_text()
    shown = "<br>".join(html.escape(line).replace(" ", "&nbsp;") for line in report.splitlines())
    typed = write_orders(games, note="hi").replace(":", "\uff1a").replace("\n", "<br>")
    mail.set_content(f"<p>{typed}</p><hr><p><b>From:</b> The table<br><b>Sent:</b> Friday</p><p>{shown}</p>", "html")
    assert receive(games, bytes(mail)).state == "yellow"


@pytest.mark.parametrize("end", ["", "Thanks,\nAnn\n"])
@pytest.mark.parametrize(
    "head", ["From: The table <t@example.org>\nSent: Friday\n", "*Von:* Der Tisch\n", "> On Friday\n"]
)
def test_the_head_of_the_mail_that_is_answered_ends_the_orders_right_above_it(end: str, head: str, games: Path) -> None:
    report = (games / "toy" / "turns" / "0000" / "reports" / "ann.txt").read_text()
    quoted = "".join(f"{'> ' if head.startswith('>') else ''}{line}\n" for line in report.splitlines())
    typed = write_orders(games).removesuffix("note: none\n")
    assert receive(games, write(f"{typed}{end}{head}{quoted}")).place is MailPlace.PROCESSED


def test_a_game_is_found_by_a_wide_colon_in_what_cannot_be_read(games: Path) -> None:
    typed = write_orders(games).replace(":", "\uff1a").replace("orders", "please\norders")
    assert receive(games, write(typed)).place is MailPlace.REFUSED


@pytest.mark.parametrize("blanks", [" ", "    "])
def test_orders_above_a_report_that_is_quoted_by_blanks_alone_count(blanks: str, games: Path) -> None:
    report = (games / "toy" / "turns" / "0000" / "reports" / "ann.txt").read_text()
    quoted = "".join(f"{blanks}{line}\n" for line in report.splitlines())
    text = f"{write_orders(games)}\n    On Monday, the table wrote:  \n \n{quoted}"
    assert receive(games, write(text)).state == "green"
    filed, (wanted, _) = read_filed(games), read_sent(write_orders(games, signed=False).encode())
    assert isinstance(filed, dict)
    assert wanted is not None
    assert filed == {**wanted.value, "token": "-"}


def test_a_charset_that_looks_like_ascii_is_read_as_it_is_called(games: Path) -> None:
    mail = write(write_orders(games, note="\u30e9\u30af\u30c0")).decode().replace("utf-8", "iso-2022-jp")
    assert receive(games, mail.encode("iso-2022-jp")).state == "green"
    filed = read_filed(games)
    assert isinstance(filed, dict)
    assert filed["note"] == "\u30e9\u30af\u30c0"


def test_orders_above_a_report_are_not_passed_over(games: Path) -> None:
    report = next(iter(FORMS.values())).read_text()
    for mark in ("", "> "):
        quoted = "".join(f"{mark}{line}\n" for line in report.splitlines())
        mail = write(f"- place: pink A3\n\n{write_orders(games)}\n- place: pink A4\n\n{quoted}")
        assert receive(games, mail).place is MailPlace.REFUSED


@pytest.mark.parametrize("gap", ["\u200b", "\xad", "\ufeff"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-32"])
def test_no_token_is_kept_with_unseen_characters_or_in_sixteen_bits(gap: str, encoding: str, games: Path) -> None:
    secret = token(games / "toy", "ann")
    hidden = secret[:9] + gap + secret[9:]
    text = write_orders(games, note=hidden).replace(f"token: {secret}", f"# {hidden} {secret}")
    file = games.parent / "ann.yaml"
    file.write_bytes(text.encode(encoding))
    adjudicate("submit", games / "toy", file, "--seat", "ann", "--now", "2026-01-02T00:00:00Z")
    receive(games, write(text))
    receive(games, write(text.replace("toy", "tay")))
    kept = [path.read_bytes() for path in games.rglob("*") if path.is_file() and path.name != "secret-file"]
    unseen = [
        data.replace(b"\0", b"").replace(gap.encode(), b"").replace(gap.encode(encoding[:9]), b"") for data in kept
    ]
    assert len(unseen) > 10
    invited = [data for data in unseen if secret.encode() in data]
    assert len(invited) == 1


def test_an_older_mail_that_was_interrupted_displaces_no_newer_one(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older, newer = write(write_orders(games, note="older")), write(write_orders(games, note="newer"))
    with monkeypatch.context() as patch:
        patch.setattr(receiving, "keep_mail", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            receive(games, older)
    receive(games, newer)
    again = receive(games, older)
    assert (again.place, again.reason) == (MailPlace.PROCESSED, "it was taken in before")
    assert list_filed(games) == ["01.yaml", "02.yaml"]
    assert receive(games, older + b"\n").place is MailPlace.PROCESSED
    assert list_filed(games) == ["01.yaml", "02.yaml", "03.yaml"], "the same orders in a mail of its own count again"


def test_an_interrupted_mail_whose_orders_a_turn_took_up_is_not_too_late(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = write(write_orders(games))
    with monkeypatch.context() as patch:
        patch.setattr(receiving, "keep_mail", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            receive(games, mail)
    assert adjudicate(games / "toy", "--force", "--now", "2026-01-02T00:00:00Z").code == 0
    again = receive(games, mail)
    assert (again.place, again.letters) == (MailPlace.PROCESSED, ())


def test_a_mail_that_was_parked_has_one_record_when_it_is_processed(games: Path) -> None:
    mail = write(write_orders(games))
    shutil.move(games / "toy", games.parent / "toy")
    assert receive(games, mail).place is MailPlace.PARKED
    shutil.move(games.parent / "toy", games / "toy")
    assert receive(games, mail).place is MailPlace.PROCESSED
    records = [path for path in (games / "post").rglob("*.*") if path.parent.name != "answered"]
    assert [path.parent.name for path in records] == ["processed"]


def test_two_games_of_one_name_are_told(games: Path) -> None:
    shutil.copytree(games / "toy", games / "copies" / "toy")
    record = receive(games, write(write_orders(games)))
    assert record.place is MailPlace.PARKED
    assert record.reason == "copies/toy and toy are both called toy; move one of them elsewhere"


def test_a_name_that_no_game_has_costs_no_look_at_all_games(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    office = PostOffice(str(games))
    assert office.find_game("tay") is None
    with monkeypatch.context() as patch:
        patch.setattr(office, "_list_games", lambda: 1 / 0)
        assert office.find_game("tay") is None
        assert office.find_game("toy") == str(games / "toy")
    other = games / "league" / "tay"
    other.mkdir(parents=True)
    (other / "game.yaml").write_bytes((games / "toy" / "game.yaml").read_bytes().replace(b"id: toy", b"id: tay"))
    assert office.find_game("tay") == str(other)


def test_a_file_that_cannot_be_read_ends_no_folder(games: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mails"
    folder.mkdir()
    os.mkfifo(folder / "1.eml")
    (folder / "2.eml").write_bytes(write(write_orders(games)))
    assert [(Path(mail.name).name, bool(mail.fault)) for mail in list_mails(str(folder))] == [
        ("1.eml", True),
        ("2.eml", False),
    ]
    ran = adjudicate("receive", games, folder, "--json", "--now", NOW.strftime("%Y-%m-%dT%H:%M:%SZ"))
    assert ran.code == 2
    assert [record["place"] for record in json.loads(ran.out)] == ["processed"]
