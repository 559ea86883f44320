"""The post office: take in mails that players have sent, and show what waits for the moderator."""

import os
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Annotated, Final

import typer

from adjudicator.acts.status_line import find_games
from adjudicator.cli.output import complain, name_place, print_json, say, worst
from adjudicator.cli.parameters import DryRunOption, JsonOption, NowOption, expect_games, name_value, take_now
from adjudicator.cli.run import LONGEST_NOTE
from adjudicator.cli.status import status_to_json, tell_status
from adjudicator.core.instant import InstantError, read_instant, say_distance, write_deadline
from adjudicator.core.json_value import JsonObject
from adjudicator.core.printing import show_line
from adjudicator.core.refusals import ExitCode
from adjudicator.core.system_errors import say_system_error
from adjudicator.kit.words import count_of, join_words
from adjudicator.post.desk import (
    OfficeStatus,
    desk_to_json,
    drop_parked,
    file_parked,
    list_unreachable,
    read_desk,
    write_messages,
)
from adjudicator.post.keeping import MailRecord, record_to_json
from adjudicator.post.office import PostOffice, UnknownSpeakerError
from adjudicator.post.outbox import MAIL, put_back
from adjudicator.post.receiving import GivenMail, list_mails, receive_mail
from adjudicator.store.files import BusyError


def receive(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder with the games.")],
    mails: Annotated[
        list[str],
        typer.Argument(metavar="MAIL…", help="Emails: files, folders, Maildirs, mailboxes; - is standard input."),
    ],
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Take in emails, and file the move file in each for its game.

    Each email is processed, refused, parked (nobody knows whom it is from) or silent (no person wrote it);
    DIR/post records which. Exit codes: 0 done, 2 an email cannot be read, 75 a game is busy: its emails are left.

    Example: adjudicate receive games ~/Maildir
    """
    expect_games(folder)
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
                    say(_tell_record(record))
                    if record.note:
                        say(f"    a note for you: {show_line(record.note, LONGEST_NOTE)}")
                    _tell_answers(record)
        except OSError as error:
            complain(f"{path}: {say_system_error(error)}")
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
        complain(f"{mail.name}: {error}; take this email in again")
        return ExitCode.BUSY
    except OSError as error:
        complain(f"{mail.name}: {say_system_error(error)}; take this email in again")
        return ExitCode.USAGE


def _tell_record(record: MailRecord) -> str:
    """What became of a mail, in one line."""
    file = _tell_file(record._replace(state=None) if record.reason else record)
    words = f"{record.mail}: {record.place.value}"
    return words + (f": {file}" if file else "") + (f": {record.reason}" if record.reason else "")


def _tell_file(record: MailRecord) -> str:
    """Which file was in a mail, and how it was judged; only its game where it could not be read."""
    about = [record.game or "", record.seat or "", f"turn {record.turn}" if record.turn else "", record.state or ""]
    return ", ".join(part for part in about if part)


_SOON: Final = timedelta(seconds=1)


def desk(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder with the games.")],
    file: Annotated[str | None, name_value("--file", "MAIL", "File a parked email: you know who sent it.")] = None,
    seat: Annotated[str | None, name_value("--seat", "S", "With --file: the seat it is from.")] = None,
    game: Annotated[str | None, name_value("--game", "ID", "With --file: the game it is for.")] = None,
    drop: Annotated[str | None, name_value("--drop", "MAIL", "Remove a parked email.")] = None,
    resend: Annotated[
        str | None, name_value("--resend", "LETTER", "Send a letter again, from sent/ or outbox/.")
    ] = None,
    now: NowOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show all games, and what waits for you.

    That is: parked emails, letters that could not be sent, and games that cannot go on.

    A parked email is filed with --file, --game and --seat: you vouch for its sender. Exit codes: 0 done, 1 a game
    cannot go on, 2 no such email or letter, 3 the email names another seat, 75 the game is busy.

    Example: adjudicate desk games --file 5d41 --game oasis --seat bilal
    """
    expect_games(folder)
    instant = take_now(now)
    if file is not None:
        _file_parked(folder, file, game, seat, instant, as_json=as_json)
    elif drop is not None:
        say(f"removed {drop_parked(folder, drop)}")
    elif resend is not None:
        _resend(resend)
    else:
        raise typer.Exit(_show_desk(read_desk(folder), instant, as_json=as_json))


def _file_parked(folder: str, mail: str, game: str | None, seat: str | None, now: datetime, *, as_json: bool) -> None:
    if game is None or seat is None:
        raise typer.BadParameter("say with --game and --seat whose it is", param_hint="--file")
    try:
        path = PostOffice(folder).find_game(game)
    except UnknownSpeakerError as error:
        raise typer.BadParameter(str(error), param_hint="--game") from error
    if path is None:
        raise typer.BadParameter(f"there is no game {game} in {folder}", param_hint="--game")
    record = file_parked(folder, mail, path, game, seat, now)
    if as_json:
        print_json(record_to_json(record))
        return
    say(_tell_file(record))
    _tell_answers(record)


def _tell_answers(record: MailRecord) -> None:
    """Where the letters lie that answer a mail, and the receipt that none takes to its sender."""
    for letter in record.letters:
        say(f"    {name_place(letter)}")
    if record.receipt:
        say("The receipt, which you have to send yourself:")
    for line in record.receipt:
        say(f"    {line}".rstrip())


def _resend(letter: str) -> None:
    place, name = os.path.split(os.path.abspath(letter))
    try:
        put_back(os.path.dirname(place), name.removesuffix(MAIL))
    except OSError as error:
        raise typer.BadParameter(f"{letter}: {say_system_error(error)}", param_hint="--resend") from error
    say(f"{name} will be sent")


def _show_desk(desk: OfficeStatus, now: datetime, *, as_json: bool) -> ExitCode:
    if as_json:
        print_json(desk_to_json(desk, [status_to_json(status, now) for status in desk.games]))
    else:
        _tell_desk(desk, now)
    return ExitCode.PROBLEMS if desk.quarantined else ExitCode.DONE


def _tell_desk(desk: OfficeStatus, now: datetime) -> None:
    for status in desk.games:
        tell_status(status, now)
    if desk.quarantined:
        say("games that cannot go on:")
        for game in desk.quarantined:
            say(f"  {name_place(game.path)}: {game.reason} (since {_tell_instant(game.since)})")
    if desk.parked:
        say("parked emails, which wait for you (--file or --drop):")
        for mail in desk.parked:
            say(f"  {name_place(mail.path)}")
            say(f"    from {mail.sender or 'nobody'}, subject: {mail.subject or 'none'}")
            say(f"    {mail.reason}" + (f" ({mail.game})" if mail.game else ""))
    if desk.stuck:
        say("letters that could not be sent:")
        for letter in desk.stuck:
            assert letter.tried is not None
            after = letter.tried.next
            again = "--resend it" if after is None else f"tried again {say_distance(now, max(after, now + _SOON))}"
            say(f"  {name_place(letter.path)}: {letter.tried.reason} ({again})")
    say(f"{desk.waiting} letters wait to be sent" if desk.waiting != 1 else "1 letter waits to be sent")
    if desk.health is not None:
        say(_tell_health(desk.health))


def _tell_health(health: JsonObject) -> str:
    """How the server is doing, or how it was when it stopped."""
    started, seen = (_tell_instant(str(health.get(name))) for name in ("started", "at"))
    ran = f"stopped; served from {started} to" if health.get("stopped") else f"serving since {started}, last seen"
    mails, turns = (
        count_of(int(str(health.get(key) or 0)), noun) for key, noun in (("mails", "email"), ("turns", "turn"))
    )
    return f"{ran} {seen}: {mails}, {turns}; mailbox: {health.get('fetching')}; mail server: {health.get('sending')}"


def _tell_instant(said: str) -> str:
    """An instant as people read it; as it stands where it is none."""
    with suppress(InstantError):
        return write_deadline(read_instant(said), UTC)
    return said


def message(
    place: Annotated[str, typer.Argument(metavar="DIR|GAME", help="A game, or a folder with games.")],
    words: Annotated[list[str], typer.Argument(metavar="TEXT…", help="Your message.")],
    now: NowOption = None,
    dry_run: DryRunOption = False,
) -> None:
    """Write a letter with your words to everybody in a game.

    Each seat with an address gets one, in its game's outbox/. A folder stands for all games below it. Exit
    codes: 0 done, 3 the text has a token in it.

    Example: adjudicate message games/oasis "No turns before Monday."
    """
    expect_games(place, "DIR|GAME")
    try:
        paths = list(find_games(place))
    except OSError as error:
        raise typer.BadParameter(f"{place}: {say_system_error(error, 'folder')}", param_hint="DIR|GAME") from error
    if not paths:
        complain("no games here")
        raise typer.Exit(ExitCode.USAGE)
    if not " ".join(words).strip():
        raise typer.BadParameter("there is nothing to say", param_hint="TEXT…")
    instant = take_now(now)
    for path in paths:
        letters = list(write_messages(path, " ".join(words), instant, dry_run=dry_run))
        for letter in letters:
            say(name_place(letter))
        unreachable = list_unreachable(path)
        if unreachable:
            complain(f"{path}: no letter for {join_words(unreachable)}: no address is known")
        elif not letters:
            complain(f"{path}: everybody has this letter already")
