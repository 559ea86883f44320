"""What commands answer, in words and as JSON: a receipt, what came of a run, the report of a turn."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping

from adjudicator.acts.filing import FilingAnswer
from adjudicator.acts.letters.answering import list_receipt_lines
from adjudicator.acts.opened import OpenGame
from adjudicator.acts.run import RunResult, Status
from adjudicator.cli.output import complain, say
from adjudicator.core.agenda import list_awaiting
from adjudicator.core.json_value import JsonValue
from adjudicator.core.recorded_act import RecordedAct, dump_act, find_abandoned, select_acts
from adjudicator.core.refusals import ExitCode
from adjudicator.core.seat_names import show_line
from adjudicator.core.table import Reader
from adjudicator.intake.receipt import ACCEPTED, ReceiptState, problem_to_json

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


def answer_to_json(answer: FilingAnswer, sentences: Mapping[str, str]) -> dict[str, JsonValue]:
    """The answer with the keys that scripts rely on."""
    receipt = answer.receipt
    return {
        "file": answer.file,
        "state": receipt.state.value,
        "seat": receipt.seat,
        "turn": receipt.turn,
        "in_force": receipt.in_force,
        "receipt": receipt.id,
        "problems": [problem_to_json(problem, answer.file, sentences) for problem in answer.problems],
        "forecast": [*answer.forecast.orders, *answer.forecast.on_file],
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


def is_unreadable(answer: FilingAnswer) -> bool:
    """Whether the file could not even be read."""
    return any(problem.code == "unreadable-file" for problem in answer.receipt.problems)


def code_of(answer: FilingAnswer) -> ExitCode:
    """The exit code that ``answer`` calls for."""
    if is_unreadable(answer):
        return ExitCode.USAGE
    if answer.refused_speaker or answer.receipt.state in {ReceiptState.STALE, ReceiptState.LATE}:
        return ExitCode.REFUSED
    return ExitCode.PROBLEMS if answer.receipt.state is ReceiptState.RED else ExitCode.DONE


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


def failure_to_json(path: str, code: ExitCode, words: str) -> JsonValue:
    """What ``--json`` prints of the game at ``path``, whose run failed."""
    known: dict[str, JsonValue] = {
        "game": "",
        "turn": -1,
        "status": "failed",
        "head": "",
        "over": False,
        "awaiting": [],
    }
    return {**known, "path": path, "code": int(code), "trouble": words}


def tell_outcome(outcome: RunResult, *, dry_run: bool) -> Iterator[tuple[Callable[[str], None], str]]:
    """What came of a run in lines, each with what prints it; what is awaited or was left lying is complained of."""
    for complaint in outcome.dropped.complaints:
        yield complain, complaint
    for answer in outcome.dropped.answers:
        for line in list_answer_lines(answer, outcome.sentences):
            yield say, line
    name = f"{outcome.game}, turn {outcome.turn}"
    waiting = ", ".join(outcome.names.call(ask.seat) for ask in outcome.missing or outcome.awaiting)
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
            letters = [f"letter: {os.path.join(outcome.path, letter)}" for letter in outcome.letters]
            for line in (*outcome.results, *([] if dry_run else [f"reports: {outcome.reports}", *letters])):
                yield say, f"  {line}"
            next_ = f"awaited next: {waiting}" if outcome.missing else "nobody is awaited: the next turn can be run"
            yield say, "  the game is over" if outcome.over else f"  {next_}"


def show_as_json(opened: OpenGame, reader: Reader) -> JsonValue:
    """What ``--format json`` prints for ``reader`` of the turn that is opened."""
    game, record = opened.game, opened.record
    known = game.views.see(record.state, record.agendas, reader)
    heard = [event for event in (game.views.hear(event, reader) for event in record.events) if event is not None]
    return {
        "game": opened.charter.id,
        "turn": record.number,
        "head": opened.head,
        "phase": game.kernel.phase(record.state),
        "over": opened.over,
        "awaiting": list_awaiting(opened.asks),
        "scores": [
            {"seat": score.seat, "points": score.points, "complete": score.complete}
            for score in game.views.scores(known)
        ],
        "view": game.views.to_json(known),
        "events": [event.to_json() for event in heard],
        **(_tell_acts(opened) if opened.acts else {}),
    }


def _tell_acts(opened: OpenGame) -> dict[str, JsonValue]:
    """What only a game with recorded acts has to tell."""
    number = opened.record.number
    return {
        "rerun": find_abandoned(select_acts(opened.acts, 0, number), number) is not None,
        "acts": [dump_act(act) for act in opened.taken_up],
        "pending": [dump_act(act) for act in list_pending(opened)],
    }


def list_pending(opened: OpenGame) -> tuple[RecordedAct, ...]:
    """The acts since the turn that is shown, where that is the newest."""
    return opened.pending if opened.acts and opened.turns.newest() == opened.record.number else ()
