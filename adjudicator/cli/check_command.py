"""``adjudicate check``: would this file be accepted?"""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.acts.filing import answer_unreadable, check_bytes
from adjudicator.acts.submit import open_desk
from adjudicator.cli.answers import answer_to_json, code_of, is_unreadable, list_answer_lines
from adjudicator.cli.exit_codes import worst
from adjudicator.cli.output import complain, print_json, say
from adjudicator.cli.parameters import GameArgument, JsonOption, NowOption, SeatOption, take_now
from adjudicator.cli.reading import read_submission
from adjudicator.store.lock import hold_still


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
    contents = [_read(file) for file in files]
    with hold_still(game):
        opened = open_desk(game)
        court = opened.court()
        answers = [
            answer_unreadable(court, file, data, instant)
            if isinstance(data, str)
            else check_bytes(opened, court, data, file, seat, instant)
            for file, data in zip(files, contents, strict=True)
        ]
    if as_json:
        print_json([answer_to_json(answer, court.sentences) for answer in answers])
    else:
        for answer in answers:
            tell = complain if is_unreadable(answer) else say
            for line in list_answer_lines(answer, court.sentences, kept=False):
                tell(line)
    raise typer.Exit(worst(code_of(answer) for answer in answers))


def _read(file: str) -> bytes | str:
    """What is in ``file``; in words why it cannot be read."""
    try:
        return read_submission(file)
    except OSError as error:
        return error.strerror or "it is not a regular file"
