"""``adjudicate serve``: the games of a folder played by mail, by one process that fetches, runs and sends."""

import gc
import os
import signal
from collections.abc import Collection
from datetime import datetime
from functools import partial
from threading import Event, Thread
from typing import Annotated

import typer

from adjudicator.cli.output import complain, keep_fault, say
from adjudicator.cli.parameters import expect_games, take_now
from adjudicator.core.refusals import ExitCode
from adjudicator.post.fetching import ImapSource, MaildirSource, MailSource, check_mailbox
from adjudicator.post.health import EventLog, log_to_standard_error
from adjudicator.post.mail_server import NO_SERVER, MailServer, check_sending
from adjudicator.post.office import POST, PostOffice
from adjudicator.post.sender import Sender
from adjudicator.post.serving import Serving
from adjudicator.post.settings import PostSettings, PostSettingsError, read_settings
from adjudicator.store.files import hold_lock, make_folder
from adjudicator.store.formats import DamageError
from adjudicator.store.gamedir import GameDirectory

_LAST_LETTER = 5.0
"""Seconds that a letter may take which is being sent at the end; after that it is sent again at the next start."""


def serve(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder with the games and post.yaml.")],
    check: Annotated[bool, typer.Option("--check", help="Try the mailbox and the mail server, and stop.")] = False,
    once: Annotated[bool, typer.Option("--once", help="Do everything that is due now, and stop.")] = False,
) -> None:
    """Run games by mail: fetch emails, run turns, send letters.

    Emails become orders, receipts go out at once, turns run when all are in or the deadline passes.

    DIR/post.yaml names the mailbox. Every event is a line of JSON on standard error. SIGTERM and Ctrl-C end it
    cleanly; after a crash, start it again and it goes on. Exit codes: 0 done, 1 --check found something,
    2 the settings cannot be used, 75 another process serves the folder.

    Example: adjudicate serve games --check
    """
    expect_games(folder)
    try:
        settings = read_settings(folder, os.environ)
    except PostSettingsError as error:
        for line in str(error).split("\n"):
            complain(f"adjudicate: {line}")
        raise typer.Exit(error.code) from error
    source = ImapSource(settings.imap, settings.every) if settings.imap else MaildirSource(settings.maildir)
    if check:
        raise typer.Exit(_check(settings, source))
    post = os.path.join(folder, POST)
    make_folder(post)
    with hold_lock(post):
        log_to_standard_error()
        log = EventLog(_read_clock)
        office = PostOffice(folder, settings.address, settings.moderator)
        server = MailServer(settings.smtp) if settings.smtp else None
        addressees = partial(_list_addressees, post, settings.moderator)
        sender = Sender(settings, addressees, log, server, office.folder)
        serving = Serving(office, source, sender, _read_clock, log, keep_fault)
        log.write("started", folder=office.folder)
        # what is loaded stays: no collection of garbage, which stops everything, need go through it
        gc.freeze()
        if once:
            while serving.work():
                pass
            sender.send_told(_read_clock())
            serving.stop()
        else:
            _serve(serving, sender)
        log.write("stopped", mails=serving.health.mails, turns=serving.health.turns)


def _serve(serving: Serving, sender: Sender) -> None:
    stop = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    thread = Thread(target=sender.run, args=(_read_clock,), daemon=True, name="sender")
    thread.start()
    serving.run(stop)
    sender.stop()
    thread.join(_LAST_LETTER)


def _read_clock() -> datetime:
    return take_now(None)


def _list_addressees(post: str, moderator: str, folder: str) -> Collection[str]:
    """Whom letters in ``folder`` may go to: those of a game to its seats, those of the office to the moderator."""
    if os.path.abspath(folder) == os.path.abspath(post):
        return [moderator]
    try:
        seats = GameDirectory(folder).read_seats().values()
    except DamageError as error:
        raise OSError(str(error)) from error
    # whoever has lent a seat to a substitute is told so, and whoever no longer is one
    holders = [holder["address"] for seat in seats for holder in (seat, *seat.get("holders", []))]
    return [*holders, *(address for seat in seats for address in seat.get("released", []))]


def _check(settings: PostSettings, source: MailSource) -> ExitCode:
    """Say whether the mailbox and the mail server can be used, and what to mend."""
    mailbox, sending = check_mailbox(source), check_sending(settings)
    say(f"mailbox: {mailbox or 'ok'}")
    say(f"mail server: {sending or ('ok' if settings.smtp else NO_SERVER)}")
    return ExitCode.PROBLEMS if mailbox or sending else ExitCode.DONE
