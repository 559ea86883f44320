"""``adjudicate check``: would this file be accepted?"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.acts.filing import Answer, Desk, answer_unreadable, check_bytes
from adjudicator.acts.submit import open_desk
from adjudicator.cli.answers import answer_to_json, code_of, is_unreadable, list_answer_lines
from adjudicator.cli.exit_codes import worst
from adjudicator.cli.output import complain, print_json, say
from adjudicator.cli.parameters import GameArgument, JsonOption, NowOption, SeatOption, take_now
from adjudicator.cli.reading import read_submission

if TYPE_CHECKING:
    from adjudicator.intake.judge import AnyCourt


def command(
    game: GameArgument,
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Move files; - is standard input.")],
    seat: SeatOption = None,
    now: NowOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say what would be answered to each FILE. Writes nothing.

    Exit codes: 0 accepted, 1 refused for its content, 2 not a readable file, 3 refused for its token or turn.
    """
    instant = take_now(now)
    opened = open_desk(game)
    court = opened.court()
    answers = [_check(opened, court, file, seat, instant) for file in files]
    if as_json:
        print_json([answer_to_json(answer, court.sentences) for answer in answers])
    else:
        for answer in answers:
            tell = complain if is_unreadable(answer) else say
            for line in list_answer_lines(answer, court.sentences, kept=False):
                tell(line)
    raise typer.Exit(worst(code_of(answer) for answer in answers))


def _check(opened: Desk, court: AnyCourt, file: str, seat: str | None, now: datetime) -> Answer:
    """One file's answer; one that cannot be read is answered too, and the others with it."""
    try:
        data = read_submission(file)
    except OSError as error:
        return answer_unreadable(court, file, error.strerror or "it is not a regular file", now)
    return check_bytes(opened, court, data, file, seat, now)
