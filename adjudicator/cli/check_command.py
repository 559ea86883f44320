"""``adjudicate check``: would this file be accepted?"""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.acts.filing import check_bytes
from adjudicator.acts.opened import open_game
from adjudicator.cli.answers import answer_to_json, code_of, list_answer_lines
from adjudicator.cli.exit_codes import worst
from adjudicator.cli.output import print_json, say
from adjudicator.cli.parameters import GameArgument, JsonOption, NowOption, SeatOption, take_now
from adjudicator.cli.reading import read_submission


def command(
    game: GameArgument,
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Move files; - is standard input.")],
    seat: SeatOption = None,
    now: NowOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say what would be answered to each FILE. Writes nothing.

    Exit codes: 0 accepted, 1 refused for its content, 3 refused for its token or turn.
    """
    instant = take_now(now)
    opened = open_game(game)
    court = opened.court()
    answers = [check_bytes(opened, court, read_submission(file), file, seat, instant) for file in files]
    if as_json:
        print_json([answer_to_json(answer, court.sentences) for answer in answers])
    else:
        for answer in answers:
            for line in list_answer_lines(answer, court.sentences, kept=False):
                say(line)
    raise typer.Exit(worst(code_of(answer) for answer in answers))
