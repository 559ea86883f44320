"""``adjudicate verify``: hashes, structure, draws and a full replay."""

from __future__ import annotations

import os
import re
from typing import Annotated

import typer

from adjudicator.acts.verification.effort import Effort, count_cores
from adjudicator.acts.verification.findings import Findings
from adjudicator.acts.verify import verify_archive, verify_game
from adjudicator.cli.exit_codes import ExitCode, worst
from adjudicator.cli.output import print_json_each, say
from adjudicator.cli.parameters import JsonOption
from adjudicator.cli.progress import show_progress
from adjudicator.core.json_value import JsonValue
from adjudicator.store.lock import BusyError

_LONGEST = 300
"""Characters of a finding that quotes an error."""


def command(
    paths: Annotated[list[str], typer.Argument(metavar="PATH…", help="Game directories or archives.")],
    expect: Annotated[
        str | None, typer.Option("--expect", metavar="HEAD", help="A head the history must contain, or its beginning.")
    ] = None,
    reports: Annotated[bool, typer.Option("--reports", help="Build every report again and compare.")] = False,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="N", min=0, help="Processes at a time; one for each core unless given.")
    ] = 0,
    as_json: JsonOption = False,
) -> None:
    """Check each game: exact files, hashes, the chance commitment, and every turn played again from its orders.

    Exit codes: 0 nothing is damaged, 1 something is, 75 busy.
    """
    if expect is not None and not re.fullmatch(r"[0-9a-f]{8,64}", expect):
        raise typer.BadParameter("give at least the first 8 digits of a head", param_hint="--expect")
    verdicts = [_verify(path, expect, jobs or count_cores(), reports=reports) for path in paths]
    if as_json:
        print_json_each([_to_json(verdict) for verdict in verdicts])
    else:
        for verdict in verdicts:
            _tell(verdict)
    raise typer.Exit(worst(_find_code(verdict) for verdict in verdicts))


def _verify(path: str, expect: str | None, jobs: int, *, reports: bool) -> Findings:
    """What is wrong at ``path``; whatever damaged data breaks in us is a finding, and stops no other answer."""
    verify = verify_archive if os.path.isfile(path) else verify_game
    try:
        with show_progress(path) as watch:
            return verify(path, expect, reports=reports, effort=Effort(jobs, watch))
    except BusyError:
        return Findings(path, findings=["busy: another adjudicate is at work on it; try again"], busy=True)
    except Exception as error:  # noqa: BLE001 - damaged data may break anything; that it does is the finding
        return Findings(path, findings=[f"{path}: cannot be verified: {error!r}"[:_LONGEST]])


def _find_code(verdict: Findings) -> ExitCode:
    if verdict.busy:
        return ExitCode.BUSY
    return ExitCode.DONE if verdict.ok else ExitCode.PROBLEMS


def _to_json(verdict: Findings) -> JsonValue:
    return {
        "path": verdict.path,
        "ok": verdict.ok,
        "turns": verdict.turns,
        "head": verdict.head,
        "findings": list(verdict.findings),
        "remarks": list(verdict.remarks),
    }


def _tell(verdict: Findings) -> None:
    for finding in verdict.findings:
        say(f"{verdict.path}: {finding}")
    for remark in verdict.remarks:
        say(f"{verdict.path}: remark: {remark}")
    if verdict.ok and verdict.turns < 0:
        say(f"{verdict.path}: ok, not started yet")
    elif verdict.ok:
        say(f"{verdict.path}: ok, turns 0 to {verdict.turns} replayed, head {verdict.head}")
    elif verdict.busy:
        say(f"{verdict.path}: NOT VERIFIED")
    elif verdict.turns < 0:
        say(f"{verdict.path}: nothing that could be verified")
    elif not verdict.damage:
        say(f"{verdict.path}: NOT PLAYED AGAIN; names and hashes of turns 0 to {verdict.turns} are right")
    else:
        count = f"{len(verdict.findings)} findings" if len(verdict.findings) > 1 else "1 finding"
        say(f"{verdict.path}: DAMAGED, {count}; the first is where to look")
    if verdict.outdated:
        say(
            f"{verdict.path}: NO LONGER STANDS: the expected head is of {verdict.outdated}, a turn that was taken "
            "back; acts/ and the reports since then say why"
        )
