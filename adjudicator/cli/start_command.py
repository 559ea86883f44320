"""``adjudicate start``: begin a game that its seats have to join first."""

from __future__ import annotations

import os

import typer

from adjudicator.acts.start import Beginning, Stage, start_game
from adjudicator.cli.answers import list_answer_lines
from adjudicator.cli.exit_codes import ExitCode
from adjudicator.cli.output import complain, print_json, say
from adjudicator.cli.parameters import DryRunOption, GameArgument, JsonOption, NowOption, take_now

_WANTED = {Stage.JOINING: "to join", Stage.OPENING: "to open what they committed to"}


def command(
    game: GameArgument, now: NowOption = None, dry_run: DryRunOption = False, as_json: JsonOption = False
) -> None:
    """Begin a game of chance level L2 as soon as everybody has joined; run it whenever files have come.

    It files what lies in the inbox, publishes the list of all anchors once everybody has joined, and plays the set-up
    once everybody has opened. Exit codes: 0 the game has begun, 4 somebody is awaited, 75 busy.
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
    for complaint in begun.dropped.complaints:
        complain(complaint)
    for answer in begun.dropped.answers:
        for line in list_answer_lines(answer, begun.sentences, kept=True):
            say(line)
    if begun.letters:
        say(f"{begun.game}: everybody has joined; letters with all anchors, to be sent:")
        for letter in begun.letters:
            say(f"    {os.path.join(game, letter)}")
    if begun.awaited:
        complain(f"{begun.game}: not started; awaited {_WANTED[begun.stage]}: {', '.join(begun.awaited)}")
    elif begun.stage is Stage.ALREADY:
        say(f"{begun.game}: has started already, nothing to do (head of turn 0 {begun.head[:16]})")
    else:
        say(f"{begun.game}: {'could be started' if dry_run else 'started'} (head {begun.head[:16]})")
        say(f"  table order: {', '.join(begun.seats)}")
        if not dry_run:
            say(f"  reports: {begun.reports}")
