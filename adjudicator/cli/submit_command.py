"""``adjudicate submit``: file a move file and print its receipt."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.acts.filing import mask_name
from adjudicator.acts.submit import open_desk, submit_file
from adjudicator.cli.answers import answer_to_json, code_of, list_answer_lines
from adjudicator.cli.output import print_json, say
from adjudicator.cli.parameters import DryRunOption, GameArgument, JsonOption, NowOption, SeatOption, take_now
from adjudicator.cli.reading import read_submission


def command(
    game: GameArgument,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The move file; - is standard input.")],
    seat: SeatOption = None,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """File FILE for its seat and print the receipt. What is accepted is on disk before the receipt is printed.

    Exit codes: 0 accepted, 1 refused for its content, 3 refused for its token or turn, 75 busy.
    """
    try:
        data = read_submission(file)
    except OSError as error:
        reason = error.strerror or "not a regular file"
        called = mask_name(open_desk(game).court(), file)
        raise typer.BadParameter(f"{called}: {reason}", param_hint="FILE") from error
    answer, sentences = submit_file(game, data, file, seat, take_now(now), dry_run=dry_run)
    if as_json:
        print_json(answer_to_json(answer, sentences))
    else:
        for line in list_answer_lines(answer, sentences, kept=not dry_run):
            say(line)
    raise typer.Exit(code_of(answer))
