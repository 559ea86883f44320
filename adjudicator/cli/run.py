"""``adjudicate run``: the turn of each game that is due, and what came of it, in words and as JSON."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Annotated, NamedTuple

import typer

from adjudicator.acts.filing import FilingAnswer
from adjudicator.acts.outbox import list_receipt_lines
from adjudicator.acts.run import RunResult, Status, run_turn
from adjudicator.acts.side_by_side import count_cores, work_side_by_side
from adjudicator.cli.completing import complete_game, complete_next_turn
from adjudicator.cli.output import (
    UntoldError,
    classify,
    complain,
    finish_words,
    keep_fault,
    name_place,
    print_json_each,
    say,
    show_progress,
    worst,
)
from adjudicator.cli.parameters import DryRunOption, JobsOption, JsonOption, NowOption, name_turn, take_now
from adjudicator.core.agenda import list_awaiting
from adjudicator.core.json_value import JsonValue
from adjudicator.core.printing import show_line
from adjudicator.core.refusals import ExitCode
from adjudicator.intake.receipt import ACCEPTED, ReceiptState
from adjudicator.kit.words import join_words


class GameAnswer(NamedTuple):
    """What is said of one game: why it failed, or else ``lines``, each with what prints it; the ``record`` as JSON.

    ``done`` says of a turn that was kept that it was, for somebody who may not have heard of it and would force it
    again, which runs the next.
    """

    code: ExitCode
    failure: str = ""
    lines: Sequence[tuple[Callable[[str], None], str]] = ()
    record: JsonValue = None
    done: str = ""


def run(
    games: Annotated[
        list[str], typer.Argument(metavar="GAME…", help="The games' directories.", autocompletion=complete_game)
    ],
    turn: Annotated[int | None, name_turn("--turn", "Run this turn and no other.", complete_next_turn)] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Run now; silent seats get their fallback orders or the first legal action.")
    ] = False,
    now: NowOption = None,
    dry_run: DryRunOption = False,
    jobs: JobsOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Run the turn that is due and write its reports.

    Exit codes: 0 done or already done, 1 damaged history, 3 not the next turn, 4 orders outstanding, 75 busy.

    Example: adjudicate run games/g42 --turn 7
    """
    run = partial(_run_one, turn=turn, now=take_now(now), force=force, dry_run=dry_run, as_json=as_json)
    # of a game that is named twice, one run is over before the other begins
    alone = len(set(map(os.path.realpath, games))) < len(games)
    answers: list[GameAnswer] = []
    untold: list[OSError | UntoldError] = []
    results = work_side_by_side(run, games, 1 if alone else jobs or count_cores())
    with show_progress("games", as_json=as_json) as progress:
        for game, result in zip(games, results, strict=True):
            answer = result or _tell_failure(game, ExitCode.FAULT, "the process that ran it was killed; see its status")
            answers.append(answer)
            progress.clear()
            if answer.failure:
                complain(answer.failure)
            with _catch(untold):
                for print_, line in () if untold else answer.lines:
                    print_(line)
            progress.watch(len(answers), len(games))
    if not untold:
        with _catch(untold):
            if as_json:
                print_json_each([answer.record for answer in answers])
            finish_words()
    for error in untold:
        done = [answer.done for answer in answers if answer.done]
        if not done:
            raise error
        reason = f"standard output: {error}" if isinstance(error, UntoldError) else "nobody is reading the output"
        complain(
            f"adjudicate: {reason}; {'; '.join(done)}: do not run it again, with --force that would be the next turn"
        )
        if isinstance(error, UntoldError):
            raise typer.Exit(ExitCode.FAULT)
        raise error
    raise typer.Exit(worst(answer.code for answer in answers))


@contextmanager
def _catch(untold: list[OSError | UntoldError]) -> Iterator[None]:
    """Note in ``untold`` that words were not taken; it stops no game."""
    try:
        yield
    except (BrokenPipeError, UntoldError) as error:
        untold.append(error)


def _run_one(game: str, *, turn: int | None, now: datetime, force: bool, dry_run: bool, as_json: bool) -> GameAnswer:
    """One game's run; its failure stops no other."""
    try:
        outcome = run_turn(game, turn, now, force=force, dry_run=dry_run)
        return GameAnswer(
            code=ExitCode.NOT_YET if outcome.status is Status.WAITING else ExitCode.DONE,
            lines=() if as_json else tuple(tell_outcome(outcome, dry_run=dry_run)),
            record=outcome_to_json(outcome),
            done=_say_done(outcome) if outcome.status is Status.ADJUDICATED and not dry_run else "",
        )
    except Exception as error:  # noqa: BLE001 - one game's failure must not stop the others
        return _tell_failure(game, *(classify(error) or (ExitCode.FAULT, keep_fault(error))))


def _tell_failure(game: str, code: ExitCode, words: str) -> GameAnswer:
    record: dict[str, JsonValue] = {"game": "", "turn": -1, "status": "failed", "head": "", "over": False}
    record |= {"awaiting": [], "path": game, "code": int(code), "trouble": words}
    return GameAnswer(code, f"{game}: {words}", record=record)


def _say_done(outcome: RunResult) -> str:
    return (
        f"{outcome.game}: turn {outcome.turn} was adjudicated (head {outcome.head[:16]}), only its announcement failed"
    )


def outcome_to_json(outcome: RunResult) -> JsonValue:
    """What ``--json`` prints of one game."""
    return {
        "game": outcome.game,
        "turn": outcome.turn,
        "status": outcome.status.value,
        "head": outcome.head,
        "over": outcome.over,
        "awaiting": list_awaiting(outcome.awaiting),
    }


def tell_outcome(outcome: RunResult, *, dry_run: bool) -> Iterator[tuple[Callable[[str], None], str]]:
    """What came of a run in lines, each with what prints it; what is awaited or was left lying is complained of."""
    for complaint in outcome.dropped.complaints:
        yield complain, complaint
    for answer in outcome.dropped.answers:
        for line in list_answer_lines(answer, outcome.sentences):
            yield say, line
    for receipt in outcome.dropped.letters:
        yield complain, f"{outcome.game}: the receipt as a letter: {name_place(outcome.path, receipt)}"
    name = f"{outcome.game}, turn {outcome.turn}"
    waiting = join_words(outcome.names.call(ask.seat) for ask in outcome.missing or outcome.awaiting)
    match outcome.status:
        case Status.ALREADY:
            yield say, f"{name}: has run already, nothing to do (head {outcome.head[:16]})"
        case Status.OVER:
            yield say, f"{name}: the game is over, nothing to do (head {outcome.head[:16]})"
        case Status.WAITING:
            why = "; ".join([*([f"awaited: {waiting}"] if waiting else []), *filter(None, [outcome.lacking])])
            yield complain, f"{outcome.game}: turn {outcome.turn + 1} has not run; {why}"
        case Status.ADJUDICATED:
            yield say, f"{name}: {'would be adjudicated' if dry_run else 'adjudicated'} (head {outcome.head[:16]})"
            letters = [f"letter: {name_place(outcome.path, letter)}" for letter in outcome.letters]
            for line in (*outcome.results, *([] if dry_run else [f"reports: {name_place(outcome.reports)}", *letters])):
                yield say, f"  {line}"
            next_ = f"awaited next: {waiting}" if outcome.missing else "nobody is awaited: the next turn can be run"
            yield say, f"  {_tell_archive(outcome)}" if outcome.over else f"  {next_}"


def _tell_archive(outcome: RunResult) -> str:
    return (
        "the game is over; to give the players an archive with a replay: "
        f"adjudicate archive {name_place(outcome.path)} -o {outcome.game}.zip"
    )


LONGEST_NOTE = 500
"""Columns of a note that are shown in a line; the file has all of it."""

_WORDS = {
    ReceiptState.GREEN: "accepted",
    ReceiptState.YELLOW: "accepted with remarks",
    ReceiptState.RED: "refused",
    ReceiptState.STALE: "refused as stale",
    ReceiptState.LATE: "refused as late",
    ReceiptState.NEEDLESS: "not needed",
}


def name_answer(answer: FilingAnswer, *, kept: bool) -> str:
    """The line for the moderator: which file it is, what became of it, and which one counts."""
    receipt = answer.receipt
    whose = f" for {receipt.seat}" if receipt.seat else ""
    number = f", receipt {receipt.id}" if kept else ""
    line = f"{answer.file}: {receipt.state.value}: {_WORDS[receipt.state]}{whose}{number}"
    if receipt.seat is None:
        unproved = next((str(one.facts["seat"]) for one in receipt.problems if one.code == "no-token"), "")
        return f"{line}; if you know that it is from {unproved}, add --seat {unproved}" if unproved else line
    would = "would be " if not (kept or answer.again) and receipt.state in ACCEPTED else ""
    note = f"; a note for you: {show_line(answer.note, LONGEST_NOTE)}" if answer.note and kept else ""
    return f"{line}; {would}in force: {receipt.in_force or 'no file for this turn'}{note}"


def list_answer_lines(answer: FilingAnswer, sentences: Mapping[str, str]) -> list[str]:
    """The answer to a file that lay in the inbox: the line for the moderator, and below it the receipt for its seat."""
    receipt = list_receipt_lines(answer, sentences, kept=True)
    return [name_answer(answer, kept=True), *(f"  {line}".rstrip() for line in receipt)]
