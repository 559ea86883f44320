"""``adjudicate receive``: mails as people and programs send them, and what becomes of each."""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from html import escape
from pathlib import Path
from typing import Any

import pytest
from cli.shell import adjudicate, legal_leaders, snapshot, token
from post.mails import ADDRESS

from adjudicator.report.mail import Letter, write_mail

NOW = ("--now", "2026-01-02T00:00:00Z")


@pytest.fixture(scope="module")
def orders(table: Path) -> str:
    """Ann's first move, as she would write it."""
    game = table / "toy"
    first, second, *_ = legal_leaders(game, "ann")
    return (
        f"game: toy\nturn: 1\nseat: ann\ntoken: {token(game, 'ann')}\n"
        f"orders:\n- leader: [{first}, {second}]\nnote: Back on Monday\n"
    )


def write(text: str, subtype: str = "plain", cte: str = "quoted-printable", **headers: str) -> bytes:
    """A mail with ``text``."""
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = f"Ann <{ADDRESS}>", "table@example.org", "Re: toy"
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(text, subtype=subtype, cte=cte)
    return bytes(mail)


def attach(text: str, name: str, kind: str = "application/octet-stream") -> bytes:
    """A mail with ``text`` as the attachment ``name``."""
    mail = email.message_from_bytes(write("My orders are attached.\n"), policy=SMTP)
    assert isinstance(mail, EmailMessage)
    main, _, sub = kind.partition("/")
    mail.add_attachment(text.encode(), maintype=main, subtype=sub, filename=name)
    return bytes(mail)


def attach_form(text: str, *forms: str) -> bytes:
    """A mail with ``text`` that has forms attached, as they came with the report or filled in."""
    mail = email.message_from_bytes(write(text), policy=SMTP)
    assert isinstance(mail, EmailMessage)
    for form in forms:
        mail.add_attachment(form.encode(), maintype="application", subtype="yaml", filename="toy-0001-ann.yaml")
    return bytes(mail)


def forward(text: str) -> bytes:
    """A mail with another mail in it."""
    mail = email.message_from_bytes(write("See what Ann sent me.\n"), policy=SMTP)
    assert isinstance(mail, EmailMessage)
    mail.add_attachment(email.message_from_bytes(write(text), policy=SMTP))
    return bytes(mail)


def in_html(text: str, before: str, after: str, empty: str = "<br>") -> bytes:
    """A mail of HTML alone with an element a line."""
    lines = (escape(line, quote=False).replace("  ", "&nbsp; ") or empty for line in text.splitlines())
    return write("".join(f"{before}{line}{after}" for line in lines), "html")


def quote(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


FORM = "game: toy\nturn: 1\nseat: ann\ntoken:\norders:\n# - leader: pink A3\n"
REPORT = "On Thu, 1 Jan 2026, Ben <ben@example.org> wrote:\n\n" + quote(f"Your order form\n{FORM}")
ACCEPTED: Mapping[str, Callable[[str], bytes]] = {
    "plain": write,
    "in base64": lambda text: write(text, cte="base64"),
    "above the quoted report": lambda text: write(f"Hi Ben,\n\n{text}\nBest\nAnn\n\n{REPORT}"),
    "below it": lambda text: write(f"{REPORT}\n\n{text}"),
    "typed into the quoted form": lambda text: write("Hi\n\n" + quote(text).replace("> - leader", "- leader")),
    "with a signature": lambda text: write(f"{text}-- \nAnn\nhttps://example.org\n"),
    "in a fence": lambda text: write(f"```\n{text}```\n"),
    "signed inline": lambda text: write(
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n"
        + text.replace("\n- ", "\n- - ")
        + "\n-----BEGIN PGP SIGNATURE-----\n\niQEz=\n-----END PGP SIGNATURE-----\n"
    ),
    "Gmail": lambda text: in_html(text, "<div>", "</div>"),
    "with line breaks": lambda text: in_html(text, "", "<br>\n", ""),
    "Outlook": lambda text: in_html(text, "<p class=MsoNormal>", "<o:p></o:p></p>", "&nbsp;"),
    "preformatted": lambda text: write(f"<pre>{escape(text, quote=False)}</pre>", "html"),
    "attached as YAML": lambda text: attach(text, "ann.yaml"),
    "attached as text": lambda text: attach(text, "orders.txt", "text/plain"),
    "typed above a form that was left as it came": lambda text: attach_form(text, FORM),
    "attached above an answered report with another form": lambda text: attach_form(
        f"See the file\n\n-----Original Message-----\nFrom: Ben\n\nToy: toy, turn 0\n=====\n- Bank: 19 ore\n\n"
        f"# ---- copy from here\n{FORM}- end: turn\n# ---- to here\n",
        text,
    ),
    "attached and typed": lambda text: attach_form(text, text),
    "attached beside the form as it came": lambda text: attach_form("See the file\n", FORM, text),
    "attached by type alone": lambda text: attach(text, "orders", "application/yaml"),
    "from a phone": lambda text: write(
        text.replace("game: toy", "Game: Toy").replace("- leader", "\u2013 leader").replace("turn: ", "turn:\xa0")
    ),
    "from a phone that sets a blank before colons": lambda text: write(text.replace(": ", "\xa0: ")),
    "from one that begins a token with a capital": lambda text: write(
        re.sub("(?<=token: ).*", lambda token: token[0].upper(), text)
    ),
    "from one that ends it with a full stop": lambda text: write(re.sub("(token: .*)", r"\1.", text)),
    "from one that sets a narrow blank there": lambda text: write(text.replace(": ", "\u202f: ")),
    "as Windows writes it": lambda text: (
        write(text.replace("Back", "Z\xfcr\xfcck"))
        .replace(b'charset="utf-8"', b'charset="windows-1252"')
        .replace(b"=C3=BC", b"=FC")
    ),
    "with a lying charset": lambda text: write(text.replace("Back", "Z\xfcr\xfcck")).replace(
        b'charset="utf-8"', b'charset="us-ascii"'
    ),
}


def receive(games: Path, folder: Path, data: bytes, *more: str) -> dict[str, Any]:
    """The record of one mail that was taken in."""
    mail = folder / "sent.eml"
    mail.write_bytes(data)
    ran = adjudicate("receive", games, mail, "--json", *NOW, *more)
    assert ran.code == 0, ran
    (record,) = ran.json
    return dict(record)


def test_a_note_in_a_mail_is_shown_to_the_moderator(games: Path, orders: str, tmp_path: Path) -> None:
    mail = tmp_path / "sent.eml"
    mail.write_bytes(write(orders))
    assert "    a note for you: Back on Monday\n" in adjudicate("receive", games, mail, *NOW).out


@pytest.mark.parametrize("send", ACCEPTED.values(), ids=ACCEPTED)
def test_a_mail_with_orders_is_processed(
    send: Callable[[str], bytes], games: Path, orders: str, tmp_path: Path
) -> None:
    record = receive(games, tmp_path, send(orders))
    assert (record["place"], record["game"], record["turn"], record["seat"]) == ("processed", "toy", 1, "ann"), record
    assert record["state"] in ("green", "yellow")
    (letter,) = record["letters"]
    answer = email.message_from_bytes(Path(letter).read_bytes(), policy=email.policy.default)
    assert answer["To"] == f"Ann <{ADDRESS}>"
    assert answer["Auto-Submitted"] == "auto-replied"
    text, page = (part.get_content() for part in answer.iter_parts())  # type: ignore[union-attr]
    assert any(f"Your orders for turn 1 are {word}" in text for word in ("valid", "accepted"))
    assert str(record["state"]).upper() in page
    assert token(games / "toy", "ann") not in Path(letter).read_text()


REFUSED: Mapping[str, tuple[Callable[[str], bytes], str, str]] = {
    "a Word file": (lambda text: attach(text, "orders.docx"), "parked", "Word document"),
    "Outlook's own": (lambda text: attach(text, "winmail.dat", "application/ms-tnef"), "parked", "winmail.dat"),
    "forwarded": (forward, "parked", "in a forwarded email; it is not opened"),
    "two files": (lambda text: write(f"{text}\nor rather\n\n{text.replace('turn: 1', 'turn: 2')}"), "refused", "red"),
    "another file attached": (
        lambda text: attach_form(text, text.replace("orders:", "orders: []\nfallback:")),
        "refused",
        "red",
    ),
    "a question": (lambda _: write("When is the deadline?\n"), "parked", "no line begins with 'game:'"),
    "a form that nobody filled in": (lambda _: write(f"Later!\n\n{REPORT}"), "parked", "has no orders of yours"),
    "without its token": (
        lambda text: write("\n".join(line for line in text.split("\n") if "token" not in line)),
        "parked",
        "nothing in it shows",
    ),
    "of a game that is not here": (lambda text: write(text.replace("game: toy", "game: tay")), "parked", "no game"),
    "an illegal move": (lambda text: write(text.replace("leader: [", "leader: pink Z99 # [")), "refused", "red"),
    "a question about a corrected file": (
        lambda text: write(
            "No, please wait!\n\nBen wrote:\n"
            + quote(f"Sorry, Ann.\n\nYour file with these mistakes corrected, to copy and send:\n\n{text}")
        ),
        "refused",
        "red",
    ),
    "away": (lambda text: write(text, Auto_Submitted="auto-replied"), "silent", "automatically"),
    "a list": (lambda text: write(text, List_Id="<talk.example.org>"), "silent", "mailing list"),
    "our own letter": (lambda text: write(text, X_Loop="adjudicator"), "silent", "automatically"),
    "too long": (lambda text: write(text + "#" * 300_000), "parked", "longer than"),
}


@pytest.mark.parametrize(("send", "place", "reason"), REFUSED.values(), ids=REFUSED)
def test_any_other_mail_ends_in_one_place_with_the_reason(
    send: Callable[[str], bytes], place: str, reason: str, games: Path, orders: str, tmp_path: Path
) -> None:
    record = receive(games, tmp_path, send(orders))
    assert record["place"] == place, record
    assert reason in record["reason"]
    assert bool(record["letters"]) is (place == "refused")
    assert not list((games / "toy" / "inbox" / "ann").glob("*.yaml"))
    kept = [path.name.rpartition(".")[2] for path in (games / "post" / place).iterdir()]
    assert sorted(kept) == (["eml", "json"] if place == "parked" else ["json"])
    assert not any(token(games / "toy", "ann").encode() in path.read_bytes() for path in (games / "post").rglob("*.*"))


def test_the_token_says_whose_a_file_is_that_names_no_seat(games: Path, orders: str, tmp_path: Path) -> None:
    (tmp_path / "mail.eml").write_bytes(write(orders.replace("seat: ann\n", "")))
    (record,) = adjudicate("receive", games, tmp_path / "mail.eml", "--json", *NOW).json
    assert (record["place"], record["seat"], record["state"]) == ("processed", "ann", "green")


def test_the_same_mail_again_changes_nothing(games: Path, orders: str, tmp_path: Path) -> None:
    first = receive(games, tmp_path, write(orders))
    filed = snapshot(games / "toy" / "inbox")
    again = receive(games, tmp_path, write(orders))
    assert (again["place"], again["letters"]) == (first["place"], [])
    assert snapshot(games / "toy" / "inbox") == filed


def test_mails_come_from_folders_maildirs_mailboxes_and_a_pipe(games: Path, orders: str, tmp_path: Path) -> None:
    mail = write(orders)
    box, maildir, folder = tmp_path / "mbox", tmp_path / "Maildir", tmp_path / "mails"
    box.write_bytes(b"From ann\n" + mail.replace(b"\r\n", b"\n") + b"\n\nFrom ann\n" + write("hello\n") + b"\n")
    for name in ("new", "cur", "tmp"):
        (maildir / name).mkdir(parents=True)
    (maildir / "new" / "1.eml").write_bytes(mail)
    (maildir / "tmp" / "2.eml").write_bytes(mail)
    folder.mkdir()
    (folder / "a.eml").write_bytes(mail)
    ran = adjudicate("receive", games, box, maildir, folder, "-", "--json", *NOW, stdin=mail)
    assert [record["place"] for record in ran.json] == ["processed", "parked", "processed", "processed", "processed"]
    assert ran.json[2]["mail"] == str(maildir / "new" / "1.eml")


@pytest.mark.parametrize(
    ("box", "count"),
    [
        (b"From a\nSubject: x\n\nhi\nFrom here on\n\nFrom b\nSubject: y\n\nhi\n", 2),
        (b"From a\r\nSubject: x\r\n\r\nhi\r\n\r\nFrom b\r\nSubject: y\r\n\r\nhi\r\n", 2),
        (b"\n", 0),
        (b"", 0),
    ],
)
def test_a_mailbox_in_one_file_has_its_mails_whatever_ends_its_lines(games: Path, box: bytes, count: int) -> None:
    ran = adjudicate("receive", games, "-", *NOW, stdin=box)
    assert (ran.code, len(ran.out.splitlines())) == (0, count)


def test_a_dry_run_writes_nothing(games: Path, orders: str, tmp_path: Path) -> None:
    before = snapshot(games)
    assert receive(games, tmp_path, write(orders), "--dry-run")["place"] == "processed"
    assert snapshot(games) == before


def test_a_mail_that_is_not_there_stops_no_other(games: Path, orders: str, tmp_path: Path) -> None:
    good = tmp_path / "good.eml"
    good.write_bytes(write(orders))
    ran = adjudicate("receive", games, tmp_path / "missing.eml", good, *NOW)
    assert ran.code == 2
    assert "missing.eml: there is no such file" in ran.err
    assert f"{good}: processed: toy, ann, turn 1" in ran.out


def test_an_older_mail_that_comes_again_displaces_no_newer_one(games: Path, orders: str, tmp_path: Path) -> None:
    receive(games, tmp_path, write(orders))
    receive(games, tmp_path, write(orders.replace("Monday", "Tuesday")))
    filed = snapshot(games / "toy" / "inbox")
    assert receive(games, tmp_path, write(orders))["place"] == "processed"
    assert snapshot(games / "toy" / "inbox") == filed


@pytest.mark.parametrize("cte", ["base64", "quoted-printable"])
def test_no_token_is_kept_in_an_encoded_mail(cte: str, games: Path, orders: str, tmp_path: Path) -> None:
    lost = "=" * 60 + orders.replace("game: toy", "\ngame: tay").replace("token: ", "# " + "x" * 45 + "\xe9 ")
    assert receive(games, tmp_path, write(lost, cte=cte))["place"] == "parked"
    (kept,) = (games / "post" / "parked").glob("*.eml")
    text = email.message_from_bytes(kept.read_bytes()).get_payload(decode=True)
    assert isinstance(text, bytes)
    assert b"game: tay" in text
    assert token(games / "toy", "ann").encode() not in text


@pytest.mark.parametrize("line", ["# token: {}", "note: 'token: {}'", "press: [{{to: all, text: 'token: {}'}}]"])
def test_a_token_speaks_only_from_its_own_line(line: str, games: Path, orders: str, tmp_path: Path) -> None:
    secret = token(games / "toy", "ann")
    text = orders.replace("note: Back on Monday\n", "").replace(f"token: {secret}", line.format(secret))
    for sent in (text, text.replace("turn: ", "turn:\xa0"), "".join(f"> {row}\n" for row in text.splitlines())):
        assert receive(games, tmp_path, write(sent))["place"] in ("refused", "parked")
    assert not list((games / "toy" / "inbox" / "ann").glob("*.yaml"))


def test_a_mail_that_cannot_be_opened_stops_no_other(games: Path, orders: str, tmp_path: Path) -> None:
    hostile = [
        write('<![x<![<!--<a b="' * 3000, "html"),
        write("game: toy\nturn: 1\nnote: +2AA-\n").replace(b'"utf-8"', b'"utf-7"'),
        write("x").replace(b"Content-Type: text/plain;", b"Content-Type: text/plain" + b";" * 20_000),
    ]
    assert [receive(games, tmp_path, data)["place"] for data in hostile] == ["parked"] * 3
    assert receive(games, tmp_path, write(orders))["place"] == "processed"


def test_a_move_file_in_utf_16_is_read(games: Path, orders: str, tmp_path: Path) -> None:
    mail = email.message_from_bytes(write("attached"), policy=SMTP)
    assert isinstance(mail, EmailMessage)
    mail.add_attachment(orders.encode("utf-16"), maintype="text", subtype="plain", filename="orders.txt")
    assert receive(games, tmp_path, bytes(mail))["place"] == "processed"


@pytest.mark.parametrize("name", ["=?utf-8?q?x=0D=0ABcc=3A_a=40b?=", "x\r\nBcc: a@b", "=?utf-8?b?DQpCY2M6IGE=?="])
def test_no_name_and_no_address_makes_a_header(name: str) -> None:
    letter = Letter("toy", "1.ann.receipt", ADDRESS, name, "s", "t\n", datetime(2026, 1, 1, tzinfo=UTC))
    assert email.message_from_bytes(write_mail(letter))["Bcc"] is None
    with pytest.raises(ValueError, match="address"):
        write_mail(letter._replace(address=f"{name}@example.org"))
