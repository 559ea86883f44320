"""``adjudicate anchor``: a seat gets a new chain of nonces."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.acts.anchor import record_anchor
from adjudicator.acts.filing import mask_name
from adjudicator.acts.refusals import AnchorRefusedError
from adjudicator.acts.submit import open_desk
from adjudicator.cli.act_answers import tell_recorded
from adjudicator.cli.exit_codes import ExitCode
from adjudicator.cli.output import print_json, say
from adjudicator.cli.parameters import (
    DryRunOption,
    GameArgument,
    JsonOption,
    NowOption,
    ReasonOption,
    SeatOption,
    take_now,
)
from adjudicator.cli.reading import read_submission
from adjudicator.core.problem import Problem, describe
from adjudicator.core.receipt import problem_to_json
from adjudicator.intake.anchor import SENTENCES
from adjudicator.intake.judge import REFUSED


def command(
    game: GameArgument,
    file: Annotated[str, typer.Argument(metavar="FILE", help="What the player's nonces renew wrote; - is input.")],
    reason: ReasonOption,
    seat: SeatOption = None,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Record the new anchor in FILE: from the epoch that reports name, nonces of that seat are of its new chain.

    Exit codes: 0 done or already done, 1 the file has problems, 3 refused, 75 busy.
    """
    try:
        data = read_submission(file)
    except OSError as error:
        reason = error.strerror or "not a regular file"
        raise typer.BadParameter(f"{_call(game, file)}: {reason}", param_hint="FILE") from error
    try:
        recorded = record_anchor(game, data, seat, reason, take_now(now), dry_run=dry_run)
    except AnchorRefusedError as error:
        _tell_refused(_call(game, file), error.problems, as_json=as_json)
        wrong_speaker = any(problem.code in REFUSED for problem in error.problems)
        raise typer.Exit(ExitCode.REFUSED if wrong_speaker else ExitCode.PROBLEMS) from error
    tell_recorded(recorded, dry_run=dry_run, as_json=as_json)


def _call(game: str, file: str) -> str:
    """What the file is called in complaints: nobody's token."""
    return mask_name(open_desk(game).court(), file)


def _tell_refused(file: str, problems: tuple[Problem, ...], *, as_json: bool) -> None:
    if as_json:
        print_json({"file": file, "problems": [problem_to_json(problem, file, SENTENCES) for problem in problems]})
        return
    for problem in problems:
        place = f"{file}:{problem.place.line}:{problem.place.column}"
        say(f"{place}: {problem.gravity.value}: {describe(problem, SENTENCES)}")
    say(f"{file}: refused: nothing was recorded")
