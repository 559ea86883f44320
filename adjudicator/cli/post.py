"""The post office: take in mails that players have sent."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from adjudicator.cli.output import complain, print_json, say, worst
from adjudicator.cli.parameters import DryRunOption, JsonOption, NowOption, take_now
from adjudicator.core.refusals import ExitCode
from adjudicator.post.mailbox import list_mails
from adjudicator.post.receiving import MailRecord, PostOffice, receive_mail, record_to_json
from adjudicator.store.lock import BusyError


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

    Each mail is processed, refused, parked (nobody knows whom it is from) or passed over in silence (no person wrote
    it); DIR/post keeps which. Exit codes: 0 done, 2 a mail cannot be read, 75 a game is busy: its mail is left.

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
                try:
                    records.append(receive_mail(office, mail.data, mail.name, instant, dry_run=dry_run))
                except BusyError as error:
                    complain(f"{mail.name}: {error}; take this mail in again")
                    codes.append(ExitCode.BUSY)
                    continue
                except OSError as error:
                    complain(f"{mail.name}: {error.strerror or error}; take this mail in again")
                    codes.append(ExitCode.USAGE)
                    continue
                if not as_json:
                    say(_tell(records[-1]))
                    for letter in records[-1].letters:
                        say(f"    {letter}")
        except OSError as error:
            complain(f"{path}: {error.strerror or error}")
            codes.append(ExitCode.USAGE)
    if as_json:
        print_json([record_to_json(record) for record in records])
    raise typer.Exit(worst(codes))


def _tell(record: MailRecord) -> str:
    """What became of a mail, in one line."""
    about = [record.game or "", record.seat or "", f"turn {record.turn}" if record.turn else "", record.state or ""]
    words = f"{record.mail}: {record.place.value}"
    told = ", ".join(part for part in about if part)
    return words + (f": {told}" if told else "") + (f": {record.reason}" if record.reason else "")
