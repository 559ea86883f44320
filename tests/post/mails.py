"""Mails to a table, and what becomes of them, told by the office itself."""

from __future__ import annotations

from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from cli.shell import legal_leaders, token

from adjudicator.post.keeping import MailRecord
from adjudicator.post.office import KeyOwner, PostOffice, issue_key, write_address
from adjudicator.post.receiving import receive_mail
from adjudicator.store.gamedir import GameDirectory

ADDRESS = "ann@example.org"
BOX = "box@example.org"
NOW = datetime(2026, 1, 2, tzinfo=UTC)


def write(text: str, to: str = BOX, sender: str = ADDRESS, **headers: str) -> bytes:
    """A mail with ``text``."""
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = sender, to, "Re: toy"
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(text, cte="8bit")
    return bytes(mail)


def write_orders(games: Path, seat: str = "ann", *, signed: bool = True, turn: int = 1, note: str = "none") -> str:
    """A first move as its seat would write it, with its token or without."""
    game = games / "toy"
    first, second, *_ = legal_leaders(game, seat)
    line = f"token: {token(game, seat)}\n" if signed else ""
    return f"game: toy\nturn: {turn}\nseat: {seat}\n{line}orders:\n- leader: [{first}, {second}]\nnote: {note}\n"


def address_of(games: Path, seat: str = "ann", turn: int = 1, game: str = "toy") -> str:
    """The address that asks ``seat`` for its orders."""
    key = issue_key(str(games), GameDirectory(str(games / game)), KeyOwner(game, seat, turn))
    assert key is not None
    return write_address(BOX, key)


def receive(games: Path, data: bytes, now: datetime = NOW) -> MailRecord:
    """What becomes of one mail."""
    return receive_mail(PostOffice(str(games), BOX), data, "mail", now)


def list_filed(games: Path, seat: str = "ann") -> list[str]:
    """The names of the files that wait."""
    return sorted(path.name for path in (games / "toy" / "inbox" / seat).glob("*.yaml"))
