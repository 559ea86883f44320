"""``adjudicate run``: adjudicate the turn that is due."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Annotated

import typer

from adjudicator.acts.run import Outcome, Status, run_turn
from adjudicator.cli.exit_codes import ExitCode, worst
from adjudicator.cli.faults import classify, report_fault
from adjudicator.cli.output import UntoldError, complain, finish_words, print_json, say
from adjudicator.cli.parameters import DryRunOption, JsonOption, NowOption, take_now
from adjudicator.core.json_value import JsonValue
from adjudicator.core.json_view import list_awaiting


def command(
    games: Annotated[list[str], typer.Argument(metavar="GAME…", help="The games' directories.")],
    turn: Annotated[
        int | None, typer.Option("--turn", metavar="N", min=0, help="The turn that is expected to be due.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Run now; fill silence with fallback orders or the first legal action.")
    ] = False,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    as_json: JsonOption = False,
) -> None:
    """Adjudicate the turn that is due in each GAME, write it and its reports.

    Exit codes: 0 done or already done, 1 damaged history, 3 not the next turn, 4 orders outstanding, 75 busy.
    """
    instant = take_now(now)
    codes: list[ExitCode] = []
    outcomes: list[Outcome] = []
    untold: OSError | UntoldError | None = None
    for game in games:
        outcome, code = _run_one(game, turn, instant, force, dry_run)
        codes.append(code)
        if outcome is not None:
            outcomes.append(outcome)
            untold = untold or (None if as_json else _find_untold(partial(_tell, outcome, dry_run)))
    untold = untold or _find_untold(partial(_finish, outcomes, len(games), as_json=as_json))
    if untold is not None:
        done = [] if dry_run else [_say_done(outcome) for outcome in outcomes if outcome.status is Status.ADJUDICATED]
        if not done:
            raise untold
        reason = f"standard output: {untold}" if isinstance(untold, UntoldError) else "nobody reads the output"
        complain(
            f"adjudicate: {reason}; {'; '.join(done)}: do not run it again, with --force that would be the next turn"
        )
        if isinstance(untold, UntoldError):
            raise typer.Exit(ExitCode.FAULT)
        raise untold
    raise typer.Exit(worst(codes))


def _find_untold(tell: Callable[[], None]) -> OSError | UntoldError | None:
    """Why the words of ``tell`` were not taken, if they were not."""
    try:
        tell()
    except (BrokenPipeError, UntoldError) as error:
        return error
    return None


def _finish(outcomes: Sequence[Outcome], games: int, *, as_json: bool) -> None:
    told = [outcome_to_json(outcome) for outcome in outcomes]
    if as_json and told:
        print_json(told if games > 1 else told[0])
    finish_words()


def _say_done(outcome: Outcome) -> str:
    """That a turn has run, for somebody who may not have heard of it and would force it again, which runs the next."""
    return (
        f"{outcome.game}: turn {outcome.turn} was adjudicated (head {outcome.head[:16]}), only its announcement failed"
    )


def _run_one(game: str, turn: int | None, now: datetime, force: bool, dry_run: bool) -> tuple[Outcome | None, ExitCode]:
    """One game's run; its failure stops no other."""
    try:
        outcome = run_turn(game, turn, now, force=force, dry_run=dry_run)
    except Exception as error:  # noqa: BLE001 - one game's failure must not stop the others
        told = classify(error)
        if told is None:
            return None, report_fault(error)
        complain(f"{game}: {told[1]}")
        return None, told[0]
    return outcome, ExitCode.NOT_YET if outcome.status is Status.WAITING else ExitCode.DONE


def outcome_to_json(outcome: Outcome) -> JsonValue:
    """What ``--json`` prints of one game."""
    return {
        "game": outcome.game,
        "turn": outcome.turn,
        "status": outcome.status.value,
        "head": outcome.head,
        "over": outcome.over,
        "awaiting": list_awaiting(outcome.awaiting),
    }


def _tell(outcome: Outcome, dry_run: bool) -> None:
    for complaint in outcome.dropped.complaints:
        complain(complaint)
    for answer in outcome.dropped.answers:
        from adjudicator.cli.answers import list_answer_lines

        for line in list_answer_lines(answer, outcome.sentences, kept=True):
            say(line)
    name = f"{outcome.game}, turn {outcome.turn}"
    waiting = ", ".join(ask.seat for ask in outcome.missing or outcome.awaiting)
    match outcome.status:
        case Status.ALREADY:
            say(f"{name}: has run already, nothing to do (head {outcome.head[:16]})")
        case Status.OVER:
            say(f"{name}: the game is over, nothing to do (head {outcome.head[:16]})")
        case Status.WAITING:
            lacking = f"; {outcome.lacking}" if outcome.lacking else ""
            complain(f"{outcome.game}: turn {outcome.turn + 1} is not due yet; awaited: {waiting}{lacking}")
        case Status.ADJUDICATED:
            say(f"{name}: {'would be adjudicated' if dry_run else 'adjudicated'} (head {outcome.head[:16]})")
            for line in outcome.results:
                say(f"  {line}")
            if not dry_run:
                say(f"  reports: {outcome.reports}")
            next_ = f"awaited next: {waiting}" if outcome.missing else "nobody is awaited: the next turn can be run"
            say("  the game is over" if outcome.over else f"  {next_}")
