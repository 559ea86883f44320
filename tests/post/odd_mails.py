"""Odd mails, as people and programs send them: how each kind is made from a plain move file, and where it ends.

``python -m post.odd_mails`` in ``tests/`` writes them, and what became of them, to ``tests/golden/mails``. Look at the
difference before it is committed.
"""

from __future__ import annotations

import email
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from email.message import EmailMessage, Message
from email.policy import SMTP
from html import escape
from pathlib import Path
from typing import NamedTuple

from cli.shell import adjudicate, token

from adjudicator.intake.movefile import read_sent
from adjudicator.post.keeping import record_to_json
from adjudicator.post.office import KeyOwner, PostOffice, issue_key, write_address
from adjudicator.post.receiving import receive_mail
from adjudicator.store.gamedir import GameDirectory

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "mails"
SEATS = {"desert": "ann", "catan": "ann", "caravans": "bob"}
"""The games, and who writes in each."""
KINDS_OF_GAMES = {"desert": "through-the-desert", "catan": "catan", "caravans": "catan-caravans"}
SET_UP, NOW = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 2, tzinfo=UTC)
BOX = "box@example.org"


class Plain(NamedTuple):
    """A plain move file of one of the games, the address that asks for it, and the form that it fills in."""

    game: str
    text: str
    to: str
    form: str


def write(
    plain: Plain, text: str, subtype: str = "plain", charset: str = "utf-8", cte: str = "8bit", **params: str
) -> EmailMessage:
    """A mail with ``text`` that answers the letter for the file ``plain``."""
    seat = SEATS[plain.game].capitalize()
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = f"{seat} <{seat.lower()}@example.org>", plain.to, f"Re: {plain.game}"
    mail["Date"], mail["Message-ID"] = "Fri, 02 Jan 2026 00:00:00 +0000", "<1@example.org>"
    mail.set_content(text, subtype=subtype, charset=charset, cte=cte, params=params or None)
    return mail


def attach(plain: Plain, data: bytes, name: str, kind: str) -> EmailMessage:
    """A mail with an attachment."""
    mail = write(plain, "My orders are attached.\n")
    main, _, sub = kind.partition("/")
    mail.add_attachment(data, maintype=main, subtype=sub, filename=name)
    mail.set_boundary("=_part")
    return mail


def head(mail: EmailMessage, **headers: str) -> EmailMessage:
    """``mail`` with further headers."""
    for name, value in headers.items():
        del mail[name.replace("_", "-")]
        mail[name.replace("_", "-")] = value
    return mail


def quote(text: str, mark: str = "> ") -> str:
    return "".join(f"{mark}{line}".rstrip() + "\n" for line in text.splitlines())


def in_html(plain: Plain, before: str, after: str, empty: str = "<br>") -> EmailMessage:
    lines = (re.sub("^ +|  +", lambda m: "&nbsp;" * len(m[0]), escape(x, quote=False)) for x in plain.text.splitlines())
    return write(plain, "".join(f"{before}{line or empty}{after}" for line in lines), "html")


def swap(text: str, *pairs: tuple[str, str]) -> str:
    for pattern, new in pairs:
        text = re.sub(pattern, new, text, flags=re.MULTILINE)
    return text


def report(plain: Plain) -> str:
    return f"On Thu, 1 Jan 2026, the moderator wrote:\n\n{quote('Your order form' + chr(10) + plain.form)}"


def flow(text: str) -> str:
    lines = (f" {line}" if line.startswith(" ") else line for line in text.splitlines())
    return "\n".join(re.sub(r"(?=.{73})(.{50,70}) ", r"\1 \n", line) for line in lines) + "\n"


def wrap(text: str) -> str:
    return re.sub(r"^(#.{40,69}) (?=.*\S)", r"\1\n", text, flags=re.MULTILINE)


INDEX = """\
# Odd mails

Each kind of mail with three move files (`plain-*.yaml`), for the games {games}:
`NN-kind-game.eml` is what came in, `NN-kind-game.txt` what became of it: the record, the file
as it was filed, and the letter that goes out. `tests/post/odd_mails.py` writes all of it, this
page too, and `test_mails.py` compares it.

| | kind | place | receipts | reason | letters |
|---|---|---|---|---|---|
{rows}
"""
Kind = Callable[[Plain], Message | bytes]
SIGNED = (
    "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{}"
    "-----BEGIN PGP SIGNATURE-----\n\niQEz=\n-----END PGP SIGNATURE-----\n"
)
NO_TOKEN = (r"^token:.*\n", "")


def half_quote(text: str) -> str:
    """The lines of the form quoted, and what was typed between them not."""
    return "".join(
        line if re.match("- |note|press|  |fallback|standing|#", line) else f"> {line}"
        for line in text.splitlines(keepends=True)
    )


def attach_two(plain: Plain) -> EmailMessage:
    mail = attach(plain, plain.text.encode(), "one.yaml", "text/yaml")
    other = plain.text.replace("turn: 1", "turn: 2").encode()
    mail.add_attachment(other, maintype="text", subtype="yaml", filename="two.yaml")
    return mail


def forward(plain: Plain) -> EmailMessage:
    mail = write(plain, "See below.\n")
    mail.add_attachment(write(plain, plain.text))
    mail.set_boundary("=_part")
    return mail


def answer_appointment(plain: Plain) -> EmailMessage:
    mail = write(plain, "Accepted.\n")
    mail.add_alternative(
        "BEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR\n", subtype="calendar", params={"method": "REPLY"}
    )
    mail.set_boundary("=_part")
    return mail


ACCEPTED: dict[str, Kind] = {
    "plain": lambda p: write(p, p.text),
    "by key alone": lambda p: write(p, swap(p.text, NO_TOKEN)),
    "quoted-printable": lambda p: write(p, p.text, cte="quoted-printable"),
    "base64": lambda p: write(p, p.text, cte="base64"),
    "above a quote": lambda p: write(p, f"Hi Ben,\n\n{p.text}\nBest\nAnn\n\n{report(p)}"),
    "below a quote": lambda p: write(p, f"{report(p)}\n\n{p.text}"),
    "typed into the quote": lambda p: write(p, "Hi\n\n" + quote(p.text)),
    "typed between quoted lines": lambda p: write(p, half_quote(p.text)),
    "Outlook's original message": lambda p: write(
        p, f"{p.text}\n\n-----Original Message-----\nFrom: Ben\nSent: Thursday\n\n{quote(p.form)}"
    ),
    "HTML, Outlook": lambda p: in_html(p, "<p class=MsoNormal>", "<o:p></o:p></p>\n", "&nbsp;"),
    "HTML, Gmail div": lambda p: in_html(p, "<div>", "</div>"),
    "HTML, Gmail br": lambda p: in_html(p, "", "<br>\n", ""),
    "HTML, pre": lambda p: write(p, f"<pre>{escape(p.text, quote=False)}</pre>", "html"),
    "HTML, quoted form": lambda p: write(
        p, f"<blockquote><pre>{escape(p.text, quote=False)}</pre></blockquote>", "html"
    ),
    "flowed": lambda p: write(p, flow(p.text), format="flowed"),
    "hard wrapped": lambda p: write(p, wrap(p.text)),
    "signature with dashes": lambda p: write(p, f"{p.text}-- \nAnn Example\nhttps://example.org\n"),
    "signature without": lambda p: write(p, f"{p.text}\nBest wishes\nAnn\n"),
    "indented closing": lambda p: write(p, f"{p.text}\n    Best wishes\n    Ann\n"),
    "sent from a phone": lambda p: write(p, f"{p.text}\nSent from my iPhone\n"),
    "greeting": lambda p: write(p, f"Dear moderator,\n\nhere are my orders:\n\n{p.text}"),
    "fence": lambda p: write(p, f"```yaml\n{p.text}```\n"),
    "PGP inline": lambda p: write(p, SIGNED.format(re.sub("^-", "- -", p.text, flags=re.MULTILINE))),
    "attached YAML": lambda p: attach(p, p.text.encode(), "orders.yaml", "application/yaml"),
    "attached yml": lambda p: attach(p, p.text.encode(), "orders.yml", "application/octet-stream"),
    "attached text": lambda p: attach(p, p.text.encode(), "orders.txt", "text/plain"),
    "attached by type alone": lambda p: attach(p, p.text.encode(), "orders", "text/x-yaml"),
    "attached in UTF-16": lambda p: attach(p, p.text.encode("utf-16"), "orders.txt", "text/plain"),
    "cp1252": lambda p: write(p, p.text, charset="windows-1252", cte="quoted-printable"),
    "cp1252 called UTF-8": lambda p: bytes(
        write(p, p.text, charset="windows-1252", cte="quoted-printable")
    ).replace(b"windows-1252", b"utf-8"),
    "UTF-8 called ASCII": lambda p: bytes(write(p, p.text)).replace(b'"utf-8"', b'"us-ascii"'),
    "typographic quotes": lambda p: write(p, swap(p.text, (r'"([^"\n]*)"', "\u201c\\1\u201d"))),
    "dashes": lambda p: write(p, swap(p.text, (r"^( *)- ", "\\1\u2013 "))),
    "bullets": lambda p: write(p, swap(p.text, (r"^( *)- ", "\\1\u2022 "))),
    "glued dashes and colons": lambda p: write(
        p, swap(p.text, (r"^( *)- (?=place|leader)", r"\1-"), ("^turn: ", "turn:"))
    ),
    "special blanks": lambda p: write(p, swap(p.text, (r"(?<=[:-]) (?!\|)", "\xa0"))),
    "unseen characters": lambda p: write(p, swap("\ufeff" + p.text, ("turn", "tu\u200brn"), ("place", "pl\xadace"))),
    "tabs": lambda p: write(p, swap(p.text, (r"^  ", "\t"))),
    "capitals": lambda p: write(p, re.sub("(?m)^(?:game: .|seat|note|orders)", lambda m: m[0].title(), p.text)),
    "full stop from two blanks": lambda p: write(p, swap(p.text, (r"^  - ", ". - "))),
    "in a Delivered-To": lambda p: head(write(p, swap(p.text, NO_TOKEN)), To=BOX, Delivered_To=p.to),
}  # fmt: skip
REFUSED: dict[str, Kind] = {
    "Word file": lambda p: attach(p, b"PK\3\4", "orders.docx", "application/msword"),
    "winmail.dat": lambda p: attach(p, b"\x78\x9f\x3e\x22", "winmail.dat", "application/ms-tnef"),
    "PDF": lambda p: attach(p, b"%PDF-1.7", "orders.pdf", "application/pdf"),
    "photograph": lambda p: attach(p, b"\xff\xd8\xff", "orders.jpg", "image/jpeg"),
    "two files": lambda p: write(p, f"{p.text}\nor rather\n\n{p.text.replace('turn: 1', 'turn: 2')}"),
    "two attachments": attach_two,
    "forwarded mail": forward,
    "orders below the file": lambda p: write(p, f"Hi\n\n{p.text}\nand then\n- place: best\n"),
    "company's note": lambda p: write(p, swap(p.text, ("^note:.*\n", "")) + "\nNote: this mail is confidential.\n"),
    "another seat": lambda p: write(p, swap(p.text, NO_TOKEN, ("^seat: .*", "seat: cem"))),
    "another game": lambda p: write(p, swap(p.text, NO_TOKEN, ("^game: .*", "game: chess"))),
    "another turn": lambda p: write(p, swap(p.text, ("^turn: 1", "turn: 9"))),
    "too long": lambda p: write(p, p.text + "".join("#" * 70 + "\n" for _ in range(1000))),
    "broken list": lambda p: write(p, swap(p.text, ("orders:", "orders: ["))),
    "misspelt order": lambda p: write(p, swap(p.text, ("- (place|leader):", "- plcae:"))),
}
PARKED: dict[str, Kind] = {
    "question": lambda p: write(p, "When is the deadline?\n"),
    "form not filled in": lambda p: write(p, f"Later!\n\n{report(p)}"),
    "forwarded inline, from a stranger": lambda p: head(
        write(p, f"---------- Forwarded message ---------\nFrom: Ann\n\n{p.text}"), To=BOX
    ),
    "no token, no key": lambda p: head(write(p, swap(p.text, NO_TOKEN)), To=BOX),
    "wrong token": lambda p: head(write(p, swap(p.text, ("^token: .*", "token: " + "0" * 32))), To=BOX),
    "wrong key": lambda p: head(write(p, swap(p.text, NO_TOKEN)), To=f"box+{'a' * 26}@example.org"),
    "token and key of different seats": lambda p: write(p, swap(p.text, ("^token: .*", "token: " + "0" * 32))),
    "unknown game": lambda p: head(write(p, swap(p.text, ("^game: .*", "game: chess"))), To=BOX),
    "broken file from nobody": lambda p: head(write(p, swap(p.text, NO_TOKEN, ("orders:", "orders: ["))), To=BOX),
}
SILENT: dict[str, Kind] = {
    "auto-reply": lambda p: head(write(p, p.text), Auto_Submitted="auto-replied"),
    "out of office": lambda p: head(write(p, f"I am away.\n\n{quote(p.text)}"), Subject="Automatic reply: your turn"),
    "mailing list": lambda p: head(write(p, p.text), List_Id="<talk.example.org>"),
    "bounce": lambda p: head(write(p, p.text), From="MAILER-DAEMON@example.org"),
    "our own letter": lambda p: head(write(p, p.text), X_Loop="adjudicator"),
    "calendar reply": answer_appointment,
}
KINDS = {"processed": ACCEPTED, "refused": REFUSED, "parked": PARKED, "silent": SILENT}


def set_up(folder: Path) -> Path:
    """The folder with the three games, whose secrets are known."""
    games = folder / "games"
    games.mkdir(parents=True)
    (folder / "secret").write_text("11" * 64)
    seats = [part for seat in ("ann", "bob", "cem") for part in ("--seat", f"{seat}={seat}@example.org")]
    for name, kind in KINDS_OF_GAMES.items():
        at = ("--secret-file", folder / "secret", "--now", SET_UP.strftime("%Y-%m-%dT%H:%M:%SZ"))
        ran = adjudicate("new", games / name, "--game", kind, *seats, *at)
        assert ran.code == 0, ran
        (games / name / "private" / "reply-secret").write_text("22" * 32 + "\n")
    return games


def list_plain(games: Path) -> Iterator[Plain]:
    """The plain move files, with the addresses that ask for them."""
    for name, seat in SEATS.items():
        key = issue_key(str(games), GameDirectory(str(games / name)), KeyOwner(name, seat, 1))
        assert key is not None
        text = (GOLDEN / f"plain-{name}.yaml").read_text().replace("TOKEN", token(games / name, seat))
        form = (
            re.sub("^(- |  )", r"# \1", text, flags=re.MULTILINE)
            .replace("note:", "# note:")
            .replace("draft:", "# draft:")
        )
        yield Plain(name, text, write_address(BOX, key), swap(form, ("^token:.*", "token:")))


def list_mails(games: Path) -> Iterator[tuple[str, bytes]]:
    """Every odd mail by its name."""
    plains = list(list_plain(games))
    names = [(place, name) for place, kinds in KINDS.items() for name in kinds]
    for number, (place, name) in enumerate(names, start=1):
        for plain in plains:
            made = KINDS[place][name](plain)
            short = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")
            yield f"{number:02}-{short}-{plain.game}", made if isinstance(made, bytes) else made.as_bytes(policy=SMTP)


def take_in(games: Path, name: str, data: bytes, folder: Path) -> str:
    """What becomes of one mail, in words: its record, what was understood, and the letters that go out."""
    here = Path(shutil.copytree(games, folder / name))
    record = receive_mail(PostOffice(str(here), BOX), data, f"{name}.eml", NOW)
    told = record_to_json(record._replace(letters=tuple(Path(letter).name for letter in record.letters)))
    pieces = [json.dumps(told, indent=1, ensure_ascii=False)]
    for path in sorted(here.glob("*/inbox/*/*.yaml")):
        document, _ = read_sent(path.read_bytes())
        said = document.value if document else None
        pieces.append(f"filed: {path.relative_to(here)}\n{json.dumps(said, indent=1, ensure_ascii=False)}")
    pieces += [tell_letter(Path(letter)) for letter in record.letters]
    shutil.rmtree(here)
    return "\n\n".join(pieces) + "\n"


def tell_letter(path: Path) -> str:
    """A letter without what differs from one form of letters to another."""
    mail = email.message_from_bytes(path.read_bytes(), policy=SMTP)
    assert isinstance(mail, EmailMessage)
    body = mail.get_body(("plain",))
    text = str(body.get_content()) if body else ""
    return f"letter: {path.name}\nTo: {mail['To']}\nSubject: {mail['Subject']}\n\n{text}".replace("\r\n", "\n").rstrip()


def main() -> None:
    """Write all mails, and what became of them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        games = set_up(folder)
        for path in GOLDEN.glob("[0-9]*"):
            path.unlink()
        for mail, data in list_mails(games):
            (GOLDEN / f"{mail}.eml").write_bytes(data)
            (GOLDEN / f"{mail}.txt").write_text(take_in(games, mail, data, folder))
    (GOLDEN / "README.md").write_text(write_index())
    wrong = [
        path.stem
        for path in sorted(GOLDEN.glob("[0-9]*.txt"))
        if json.loads(read_record(path))["place"] != place_of(path)
    ]
    sys.stdout.write("".join(f"{name}: not where it should end\n" for name in wrong))


def write_index() -> str:
    """The page of all kinds: where each ends, and of which colour the receipts are."""
    rows = []
    for first in sorted(GOLDEN.glob("[0-9]*-catan.txt")):
        stem = first.stem.removesuffix("-catan")
        records = [json.loads(read_record(GOLDEN / f"{stem}-{game}.txt")) for game in SEATS]
        number, _, name = stem.partition("-")
        ends = ", ".join(str(record["state"] or "-") for record in records)
        reasons = "; ".join(dict.fromkeys(record["reason"] or "" for record in records))
        letters = sum(len(record["letters"]) for record in records)
        rows.append(f"| {number} | {name.replace('-', ' ')} | {records[0]['place']} | {ends} | {reasons} | {letters} |")
    return INDEX.format(games=", ".join(SEATS), rows="\n".join(rows))


def read_record(path: Path) -> str:
    return path.read_text().partition("\n\n")[0]


def place_of(path: Path) -> str:
    """Where the mail should end to which ``path`` belongs, by its number."""
    number = int(path.name[:2])
    for place, kinds in KINDS.items():
        if number <= len(kinds):
            return place
        number -= len(kinds)
    raise AssertionError(path)


if __name__ == "__main__":
    main()
