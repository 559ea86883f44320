"""``adjudicate cases``: run CASE files."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.cases.finding import find_case_files
from adjudicator.cases.result import Result, run_file
from adjudicator.cli.exit_codes import ExitCode, worst
from adjudicator.cli.faults import report_fault
from adjudicator.cli.output import complain, print_json, say
from adjudicator.cli.parameters import JsonOption
from adjudicator.cli.reading import read_submission


def command(
    paths: Annotated[list[str], typer.Argument(metavar="PATH…", help="CASE files, or folders of them.")],
    as_json: JsonOption = False,
) -> None:
    """Run CASE files: a position, what is done in it, and what must come of it.

    Exit codes: 0 everything is as the cases say, 1 a case comes out otherwise or cannot be read.
    """
    try:
        files = list(find_case_files(paths))
    except FileNotFoundError as error:
        raise typer.BadParameter(str(error), param_hint="PATH") from error
    codes: list[ExitCode] = []
    results: list[Result] = []
    for file in files:
        try:
            result = run_file(read_submission(file), file)
        except typer.BadParameter:
            raise
        except Exception as error:  # noqa: BLE001 - one case that breaks our rules must not hide the others
            complain(f"FAIL {file}")
            codes.append(report_fault(error))
            continue
        codes.append(ExitCode.DONE if result.ok else ExitCode.PROBLEMS)
        results.append(result)
        if not as_json:
            for line in result.to_lines():
                say(line)
    if as_json:
        print_json([result.to_json() for result in results])
    else:
        good = codes.count(ExitCode.DONE)
        say(f"{len(codes)} cases: {good} ok, {len(codes) - good} failed")
    raise typer.Exit(worst(codes))
