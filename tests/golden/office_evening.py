"""An evening of a post office: mails with and without orders, and the letters that answer them.

``office.txt`` has what commands print and the letters, each sentence where it comes first.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from cli.shell import token
from golden.telling import REASON, adjudicate, leave_tables_out, list_new, read_letter, write_lines

from adjudicator.post.office import KeyOwner, PostOffice, issue_key, write_address
from adjudicator.post.receiving import receive_mail
from adjudicator.store.gamedir import GameDirectory

FILE = "office.txt"
BOX = "table@example.org"
_SEATS = ("ann=Ann <ann@example.org>", "ben=Ben <ben@example.org>", "cem")
_MOST = 20
"""Answers a day."""


class Office:
    """A folder with two games and the settings of a post office; every call is an hour of the evening."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.hour = 0
        self.known: set[Path] = set()
        self.last = b""
        (folder / "secret").write_text("5a" * 64)
        seats = [word for seat in _SEATS for word in ("--seat", seat)]
        for game in ("dunes", "reefs"):
            new = ("new", game, "--game", "through-the-desert", *seats, "--secret-file", "secret")
            assert adjudicate(*new, "--deadline", "240", "--now", self.now, cwd=folder).code == 0
            (folder / game / "private" / "reply-secret").write_text("22" * 32 + "\n")
        self.known.update(folder.rglob("*.eml"))

    @property
    def now(self) -> str:
        return f"2026-01-01T{self.hour // 60:02}:{self.hour % 60:02}:00Z"

    def do(self, *words: str) -> str:
        """What a command says, and the new letters."""
        self.hour += 1
        ran = adjudicate(*words, "--now", self.now, cwd=self.folder)
        return self._tell(ran.out + ran.err)

    def _tell(self, told: str) -> str:
        letters = sorted(set(self.folder.rglob("outbox/*.eml")) - self.known)
        self.known.update(letters)
        texts = (told, *(leave_tables_out(read_letter(letter)) for letter in letters))
        return "\n\n".join(texts).replace(str(self.folder), "")

    def send(self, text: str, to: str = BOX, sender: str = "ann@example.org", **headers: str) -> str:
        """A mail, and what becomes of it."""
        mail = EmailMessage(policy=SMTP)
        mail["From"], mail["To"], mail["Subject"] = sender, to, "Re: my orders"
        mail["Date"], mail["Message-ID"] = "Thu, 01 Jan 2026 00:00:00 +0000", f"<{self.hour}@example.org>"
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        mail.set_content(text)
        return self.take_in(mail.as_bytes())

    def take_in(self, data: bytes) -> str:
        """What becomes of the mail ``data``, with the letters of the office itself."""
        self.hour += 1
        office = PostOffice(str(self.folder), BOX, "max@example.org")
        self.last = data
        record = receive_mail(office, data, "mail.eml", datetime.fromisoformat(self.now))
        return self._tell(f"{record.place.value}: {record.reason}" if record.reason else "")

    def key(self, game: str, seat: str, turn: int) -> str:
        """The address that asks for the orders of a seat."""
        key = issue_key(str(self.folder), GameDirectory(str(self.folder / game)), KeyOwner(game, seat, turn))
        assert key is not None
        return write_address(BOX, key)

    def write(self, game: str, turn: int, seat: str, *lines: str) -> str:
        """A file with its token."""
        said = token(self.folder / game, seat)
        return "\n".join(
            [f"game: {game}", f"turn: {turn}", f"seat: {seat}", f"token: {said}", *lines, "orders: []", ""]
        )


def list_told() -> Iterator[tuple[str, str]]:
    """Step, and what is said in it."""
    with tempfile.TemporaryDirectory() as name:
        office = Office(Path(name))
        yield from _play_notes(office)
        yield from _play_turns(office)
        yield from _play_odd_mails(office)
        yield from _play_at_the_desk(office)
        yield from _join(office)
        yield from _quote(office)


def _play_notes(office: Office) -> Iterator[tuple[str, str]]:
    ann, cem = office.write("dunes", 1, "ann", "note: Away on Sunday."), office.write("dunes", 1, "cem", "note: Hello.")
    yield "a note", office.send(ann, office.key("dunes", "ann", 1))
    yield "a note of somebody without an address", office.send(cem, sender="cem@example.org")
    form = office.write("dunes", 1, "ann").replace("orders: []", "orders:")
    quoted = "".join(f"> {line}\n" for line in form.splitlines())
    yield "a form that nobody filled in", office.send(f"Later!\n\n{quoted}", office.key("dunes", "ann", 1))
    yield "another game", office.send(office.write("reefs", 1, "ann"), office.key("dunes", "ann", 1))
    yield "two keys", office.send(ann, f"{office.key('dunes', 'ann', 1)}, {office.key('dunes', 'ben', 1)}")
    yield "a token that has left its line", office.send(ann.replace("token: ", "note: my token is "))
    yield "a token behind the form's sign for remarks", office.send(ann.replace("token: ", "token:   # "))
    yield "no seat", office.send(re.sub("(?m)^(seat|token):.*\n", "", ann))
    theirs, old = office.key("dunes", "ben", 1), office.write("dunes", 1, "ben")
    substitute = ("substitute", "dunes", "--seat", "ben", "--person", "Fay <fay@example.org>", *REASON)
    yield "a substitute", office.do(*substitute)
    broken = old.replace("orders: []", "orders:\n- leader: pink Z99")
    yield "the player sends a file that cannot be used", office.send(broken, theirs, "ben@example.org")
    yield "the player is back", office.send(old, theirs, "ben@example.org")
    office.do(*substitute)
    hers = office.key("dunes", "ben", 1)
    office.do(*substitute[:5], "Gus <gus@example.org>", *REASON)
    bare = re.sub("(?m)^token:.*\n", "", old)
    yield "the first of two substitutes is back", office.send(bare, hers, "fay@example.org")
    office.send(old, theirs, "ben@example.org")
    for _ in range(_MOST + 2):
        yield "too many mails", office.send(office.write("reefs", 1, "ann"))


def _play_turns(office: Office) -> Iterator[tuple[str, str]]:
    asked = office.key("dunes", "ann", 1)
    office.do("dunes", "--force")
    report = office.folder.joinpath("dunes/turns/0001/reports/ben.txt").read_text(encoding="utf-8")
    yield (
        "what the report of the player says who is back",
        report.partition("From the moderator:")[2].partition("You:")[0],
    )
    yield "an older mail", office.send(office.write("dunes", 1, "ann"), asked)
    new = office.write("dunes", 2, "ann")
    yield "an older mail, a new form", office.send(new, asked)
    yield "an older mail, a new form without a token", office.send(re.sub("(?m)^token:.*\n", "", new), asked)


def _play_odd_mails(office: Office) -> Iterator[tuple[str, str]]:
    plain = office.write("reefs", 1, "ben")
    yield "one line too many", office.send("game: reefs\nI do not know\n", office.key("reefs", "ben", 1))
    yield "a word misspelt beside a token", office.send(plain.replace("orders:", "ordres:"), sender="ben@example.org")
    yield "our own", office.send(plain, sender=BOX)
    yield (
        "a loop",
        office.take_in(b"Received: by example.org\r\n" * 200 + b"From: ben@example.org\r\n\r\n" + plain.encode()),
    )
    yield "a bounce", office.send("It could not be delivered.", sender="<>", Auto_Submitted="auto-replied")
    yield "a notice", office.take_in(b"From: <>\r\nContent-Type: multipart/report; boundary=x\r\n\r\n--x--\r\n")
    yield "too long", office.take_in(b"From: ben@example.org\r\n\r\n" + b"x" * (12 << 20))
    yield "long headers", office.take_in(b"From: ben@example.org\r\nX: " + b"x" * (64 << 10) + b"\r\n\r\n")
    yield "a long header", office.take_in(b"From: ben@example.org\r\nContent-Type: " + b"x" * 5000 + b"\r\n\r\n")
    yield "a text document", office.take_in(_write_odt(office.key("reefs", "ben", 1)))
    parts = b"".join(b"--x\r\nContent-Type: text/plain\r\n\r\nHello\r\n" for _ in range(2000))
    yield "many parts", office.take_in(b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + parts + b"--x--\r\n")
    yield "again", office.send(plain)
    yield "and again", office.take_in(office.last)
    yield "the desk", office.do("desk", ".")


def _play_at_the_desk(office: Office) -> Iterator[tuple[str, str]]:
    for parked in (office.folder / "post" / "parked").iterdir():
        parked.unlink()
    unsigned = re.sub("(?m)^token:.*\n", "", office.write("reefs", 1, "cem"))
    office.send(unsigned, sender="cem@example.org")
    (parked,) = (office.folder / "post" / "parked").glob("*.eml")
    yield "filed for another seat", office.do("desk", ".", "--file", parked.name, "--game", "reefs", "--seat", "ben")
    yield "filed for its seat", office.do("desk", ".", "--file", parked.name, "--game", "reefs", "--seat", "cem")
    yield "a message", office.do("message", "reefs", "Hello.")
    yield "no message", office.do("message", "reefs", " ")
    yield "dropped", office.do("desk", ".", "--drop", parked.name)
    office.send(unsigned, sender="ben@example.org")
    (parked,) = (office.folder / "post" / "parked").glob("*.eml")
    yield "dropped while it was parked", office.do("desk", ".", "--drop", parked.name)
    yield "again, though it was dropped", office.take_in(office.last)
    old = office.write("reefs", 1, "cem")
    office.do("replace", "reefs", "--seat", "cem", *REASON)
    yield "the token of somebody whose seat another has", office.send(old, sender="cem@example.org")


def _join(office: Office) -> Iterator[tuple[str, str]]:
    """A game of chance level L2, before it begins."""
    seats = [word for seat in _SEATS[:2] for word in ("--seat", seat)]
    new = ("new", "wells", "--game", "through-the-desert", "--level", "L2", *seats, "--secret-file", "secret")
    yield "a game that has to be joined", office.do(*new)
    head = f"Hello!\n\ngame: wells\nseat: ann\ntoken: {token(office.folder / 'wells', 'ann')}\n"
    yield "a join file", office.send(f"{head}anchor: {'a' * 64}\ncommitment: {'b' * 64}\n\nAnn\n")
    yield "half a join file", office.send(f"{head}anchor: {'a' * 64}\n\nAnn\n")
    yield "a message", office.do("message", "wells", "Hello.")
    yield "the same message", office.do("message", "wells", "Hello.")


def _quote(office: Office) -> Iterator[tuple[str, str]]:
    older, to = office.write("dunes", 2, "ann", "note: Older."), office.key("dunes", "ann", 2)
    yield "an older file", office.send(older, to)
    yield "the same, quoted below thanks", office.send("Thanks!\n\n" + re.sub("(?m)^", "> ", older.rstrip()), to)


def _write_odt(to: str) -> bytes:
    """A mail with nothing but a word processor's file."""
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = "ben@example.org", to, "Re: my orders"
    mail["Date"], mail["Message-ID"] = "Thu, 01 Jan 2026 00:00:00 +0000", "<odt@example.org>"
    mail.set_content("See the file.")
    mail.add_attachment(b"PK", maintype="application", subtype="vnd.oasis.opendocument.text", filename="orders.odt")
    return mail.as_bytes()


def main() -> None:
    """Write the file."""
    write_lines(FILE, list_new(list_told()))


if __name__ == "__main__":
    main()
