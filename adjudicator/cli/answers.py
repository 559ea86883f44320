"""Receipts in words and as JSON."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.acts.filing import Answer
from adjudicator.cli.exit_codes import ExitCode
from adjudicator.core.json_value import JsonValue
from adjudicator.core.problem import describe
from adjudicator.core.receipt import Standing, problem_to_json

_WORDS = {
    Standing.GREEN: "accepted",
    Standing.YELLOW: "accepted, with remarks",
    Standing.RED: "refused",
    Standing.STALE: "refused as stale",
    Standing.LATE: "refused as late",
    Standing.NEEDLESS: "not needed",
}


def answer_to_json(answer: Answer, sentences: Mapping[str, str]) -> dict[str, JsonValue]:
    """The answer with the keys that scripts rely on."""
    receipt = answer.receipt
    return {
        "file": answer.file,
        "state": receipt.standing.value,
        "seat": receipt.seat,
        "turn": receipt.turn,
        "in_force": receipt.in_force,
        "receipt": receipt.id,
        "problems": [problem_to_json(problem, answer.file, sentences) for problem in receipt.problems],
        "forecast": list(answer.forecast),
    }


def list_answer_lines(answer: Answer, sentences: Mapping[str, str], *, kept: bool) -> list[str]:
    """The answer in words: each problem with its place, what became of the file, which one counts, what it would do."""
    receipt = answer.receipt
    lines = [
        f"{answer.file}:{problem.place.line}:{problem.place.column}: {problem.gravity.value}: "
        f"{describe(problem, sentences)}"
        for problem in receipt.problems
    ]
    whose = f" for {receipt.seat}" if receipt.seat else ""
    number = f", receipt {receipt.id}" if kept else ""
    lines.append(f"{answer.file}: {receipt.standing.value}: {_WORDS[receipt.standing]}{whose}{number}")
    if receipt.seat:
        in_force = receipt.in_force or "no file for this turn; what was on file before stays"
        lines.append(f"  in force for {receipt.seat}: {in_force}" + ("" if kept else " (were it submitted now)"))
    lines += [f"  {sentence}" for sentence in answer.forecast]
    return lines


def is_unreadable(answer: Answer) -> bool:
    """Whether the file could not even be read."""
    return any(problem.code == "unreadable-file" for problem in answer.receipt.problems)


def code_of(answer: Answer) -> ExitCode:
    """The exit code that ``answer`` calls for."""
    if is_unreadable(answer):
        return ExitCode.USAGE
    if answer.refused_speaker or answer.receipt.standing in {Standing.STALE, Standing.LATE}:
        return ExitCode.REFUSED
    return ExitCode.PROBLEMS if answer.receipt.standing is Standing.RED else ExitCode.DONE
