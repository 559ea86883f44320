"""``adjudicate start``: begin a game that its seats have to join. ``adjudicate nonces``: a player's secrets."""

import os
from enum import Enum
from typing import Annotated

import typer

from adjudicator.cli.output import complain, name_place, print_json, say, say_all
from adjudicator.cli.parameters import DryRunOption, GameArgument, JsonOption, NowOption, expect_folder, take_now
from adjudicator.cli.run import list_answer_lines
from adjudicator.core.refusals import ExitCode
from adjudicator.core.system_errors import say_system_error
from adjudicator.kit.words import join_words
from adjudicator.nonces.keyring import VARIABLE, find_keyring, is_open_to_others, join_game, open_commitment, stamp_file
from adjudicator.nonces.start import Beginning, StartStage, start_game
from adjudicator.store.files import read_regular
from adjudicator.store.inbox import LIMIT
from adjudicator.store.placing import put_file, write_once

_WANTED = {StartStage.JOINING: "to join", StartStage.OPENING: "to open what they committed to"}


def start(
    game: GameArgument, now: NowOption = None, dry_run: DryRunOption = False, as_json: JsonOption = False
) -> None:
    """Begin a game of chance level L2 once everybody has joined.

    Run it whenever files arrive. It files what is in the inbox, publishes the list of all anchors once everybody
    has joined, and plays the set-up once everybody has opened. Exit codes: 0 the game has begun, 4 somebody is awaited,
    75 busy.

    Example: adjudicate start games/g50
    """
    begun = start_game(game, take_now(now), dry_run=dry_run)
    if as_json:
        print_json(
            {
                "game": begun.game,
                "stage": begun.stage.value,
                "awaiting": list(begun.awaited),
                "letters": list(begun.letters),
                "head": begun.head or None,
                "seats": list(begun.seats),
            }
        )
    else:
        _tell(game, begun, dry_run=dry_run)
    if begun.awaited:
        raise typer.Exit(ExitCode.NOT_YET)


def _tell(game: str, begun: Beginning, *, dry_run: bool) -> None:
    places = [name_place(game, letter) for letter in begun.dropped.letters]
    for complaint in (*begun.dropped.complaints, *(f"{begun.game}: the receipt as a letter: {one}" for one in places)):
        complain(complaint)
    for answer in begun.dropped.answers:
        for line in list_answer_lines(answer, begun.sentences):
            say(line)
    letters = [f"    {name_place(game, letter)}" for letter in begun.letters]
    if letters and begun.stage is not StartStage.STARTED:
        say(f"{begun.game}: everybody has joined; letters with all anchors, to be sent:")
        for letter in letters:
            say(letter)
    if begun.awaited:
        awaited = join_words(map(begun.names.call, begun.awaited))
        complain(f"{begun.game}: not started; still {_WANTED[begun.stage]}: {awaited}")
    elif begun.stage is StartStage.ALREADY:
        say(f"{begun.game}: has started already, nothing to do (head of turn 0 {begun.head[:16]})")
    else:
        say(f"{begun.game}: {'could be started' if dry_run else 'started'} (head {begun.head[:16]})")
        say(f"  table order: {', '.join(map(begun.names.introduce, begun.seats))}")
        if not dry_run:
            say(f"  reports: {name_place(begun.reports)}")
        for line in ("  letters to send:", *letters) if letters else ():
            say(line)


class KeyringAction(Enum):
    """What is to be done with the keyring."""

    JOIN = "join"
    OPEN = "open"
    STAMP = "stamp"


def nonces(
    action: Annotated[KeyringAction, typer.Argument(metavar="join|open|stamp", help="What to do.")],
    file: Annotated[str, typer.Argument(metavar="FILE", help="The letter; for stamp the move file, which is changed.")],
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="F", help="The new file for the answer; not with stamp.")
    ] = None,
    epoch: Annotated[
        int | None, typer.Option("--epoch", metavar="N", min=1, help="With stamp: the epoch, where the file has none.")
    ] = None,
    far: Annotated[bool, typer.Option("--far", help="With stamp: give a nonce even if it is far ahead.")] = False,
    keyring: Annotated[
        str | None,
        typer.Option("--keyring", metavar="F", help=f"The keyring; by default ${VARIABLE}, or the one in your home."),
    ] = None,
) -> None:
    """Answer the letters of a level L2 game, or stamp a move file.

    `join` answers the invitation, `open` the list of anchors; `stamp` puts the nonce into a move file.

    Exit codes: 0 done, 1 the file or letter does not fit, 3 something is not as promised, 75 busy.

    Example: adjudicate nonces stamp dora.yaml
    """
    path = find_keyring(keyring, os.environ)
    _expect_keyring(path)
    if is_open_to_others(path):
        complain(f"adjudicate: {path} is open to others on this computer; it becomes private when it is next written")
    try:
        data = read_regular(file, LIMIT)
    except OSError as error:
        if os.path.islink(file):
            raise typer.BadParameter(f"{file} is a link; name {os.path.realpath(file)}", param_hint="FILE") from error
        raise typer.BadParameter(f"{file}: {say_system_error(error)}", param_hint="FILE") from error
    if action is KeyringAction.STAMP:
        stamped = stamp_file(path, data, epoch, far=far)
        if not stamped.already:
            put_file(file, stamped.data)
        say(f"{file}: {'has' if stamped.already else 'now has'} your nonce of epoch {stamped.epoch}")
        return
    if output is not None:
        expect_folder(output)
    letter = data.decode("utf-8", "replace")
    answer = join_game(path, letter, os.urandom) if action is KeyringAction.JOIN else open_commitment(path, letter)
    if output is None:
        say_all(answer.decode().rstrip("\n"))
    else:
        write_once(output, answer)
        say(f"{output}: send this file to the moderator")


def _expect_keyring(path: str) -> None:
    """Nothing where a keyring is at ``path``, or may be; it is replaced whole, so what only leads to one is none."""
    if os.path.islink(path):
        said = f"{path} is a link; name the keyring itself: --keyring {os.path.realpath(path)}"
    elif os.path.lexists(path) and not os.path.isfile(path):
        said = f"{path} is not a regular file; name a file, or one that does not exist yet"
    else:
        return
    raise typer.BadParameter(said, param_hint="--keyring")
