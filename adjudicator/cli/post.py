"""The post office: take in mails that players have sent."""

from __future__ import annotations

import os
from datetime import datetime
from typing import Annotated

import typer

from adjudicator.cli.answers import LONGEST_NOTE
from adjudicator.cli.output import complain, print_json, say, worst
from adjudicator.cli.parameters import DryRunOption, JsonOption, NowOption, take_now
from adjudicator.core.refusals import ExitCode
from adjudicator.core.seat_names import show_line
from adjudicator.post.keeping import MailRecord, record_to_json
from adjudicator.post.office import PostOffice
from adjudicator.post.receiving import GivenMail, list_mails, receive_mail
from adjudicator.store.files import BusyError


def receive(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder with the games.")],
    mails: Annotated[
        list[str],
        typer.Argument(metavar="MAIL…", help="Mails: files, folders, Maildirs, mailboxes; - is standard input."),
    ],
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Take in mails, and file the move file in each for its game.

    Each mail is processed, refused, parked (nobody knows whom it is from) or ignored (no person wrote it);
    DIR/post records which. Exit codes: 0 done, 2 a mail cannot be read, 75 a game is busy: its mail is left.

    Example: adjudicate receive games ~/Maildir
    """
    if not os.path.isdir(folder):
        raise typer.BadParameter(f"{folder}: no such folder", param_hint="DIR")
    instant = take_now(now)
    office = PostOffice(folder)
    records: list[MailRecord] = []
    codes = [ExitCode.DONE]
    for path in mails:
        try:
            for mail in list_mails(path):
                record = _receive(office, mail, instant, dry_run=dry_run)
                if isinstance(record, ExitCode):
                    codes.append(record)
                    continue
                records.append(record)
                if not as_json:
                    say(_tell(record))
                    if record.note:
                        say(f"    a note for you: {show_line(record.note, LONGEST_NOTE)}")
                    for letter in record.letters:
                        say(f"    {letter}")
        except OSError as error:
            complain(f"{path}: {error.strerror or error}")
            codes.append(ExitCode.USAGE)
    if as_json:
        print_json([record_to_json(record) for record in records])
    raise typer.Exit(worst(codes))


def _receive(office: PostOffice, mail: GivenMail, now: datetime, *, dry_run: bool) -> MailRecord | ExitCode:
    """What became of a mail; of one that is left alone it is said why, and its exit code comes back."""
    if mail.fault:
        complain(f"{mail.name}: {mail.fault}")
        return ExitCode.USAGE
    try:
        return receive_mail(office, mail.data, mail.name, now, dry_run=dry_run)
    except BusyError as error:
        complain(f"{mail.name}: {error}; take this mail in again")
        return ExitCode.BUSY
    except OSError as error:
        complain(f"{mail.name}: {error.strerror or error}; take this mail in again")
        return ExitCode.USAGE


def _tell(record: MailRecord) -> str:
    """What became of a mail, in one line."""
    about = [record.game or "", record.seat or "", f"turn {record.turn}" if record.turn else "", record.state or ""]
    words = f"{record.mail}: {record.place.value}"
    told = ", ".join(part for part in about if part)
    return words + (f": {told}" if told else "") + (f": {record.reason}" if record.reason else "")
