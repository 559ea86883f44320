"""``adjudicate verify``: games checked from their record.

A page of its own, since a game that is verified loads little else of the program: what it takes to start counts.
"""

from __future__ import annotations

import os
import re
from typing import Annotated

import typer

from adjudicator.acts.side_by_side import count_cores
from adjudicator.acts.verification.findings import Effort, Findings
from adjudicator.acts.verify import verify_archive, verify_game
from adjudicator.cli.completion import complete_game
from adjudicator.cli.output import print_json_each, say, worst
from adjudicator.cli.parameters import JobsOption, JsonOption
from adjudicator.cli.progress import show_progress
from adjudicator.core.json_value import JsonValue
from adjudicator.core.refusals import ExitCode
from adjudicator.kit.words import count_of
from adjudicator.store.files import BusyError

_LONGEST = 300
"""Characters of a finding that quotes an error."""


def verify(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH…", help="Game directories or archives.", autocompletion=complete_game)
    ],
    expect: Annotated[
        str | None,
        typer.Option("--expect", metavar="HEAD", help="A head, or its first digits, that the history must contain."),
    ] = None,
    reports: Annotated[bool, typer.Option("--reports", help="Build every report again and compare.")] = False,
    jobs: JobsOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Check games: files, hashes, draws, and every turn played again.

    Exit codes: 0 nothing is damaged, 1 something is, 75 busy.

    Example: adjudicate verify games/g42 games/late
    """
    if expect is not None and not re.fullmatch(r"[0-9a-f]{8,64}", expect):
        raise typer.BadParameter("give at least the first 8 digits of a head", param_hint="--expect")
    verdicts = [_verify(path, expect, jobs or count_cores(), reports=reports, as_json=as_json) for path in paths]
    if as_json:
        print_json_each([_verdict_to_json(verdict) for verdict in verdicts])
    else:
        for verdict in verdicts:
            _tell_verdict(verdict)
    raise typer.Exit(worst(_find_code(verdict) for verdict in verdicts))


def _verify(path: str, expect: str | None, jobs: int, *, reports: bool, as_json: bool) -> Findings:
    """What is wrong at ``path``; whatever damaged data breaks in us is a finding, and stops no other answer."""
    verify = verify_archive if os.path.isfile(path) else verify_game
    try:
        with show_progress(path, as_json=as_json) as progress:
            return verify(path, expect, reports=reports, effort=Effort(jobs, progress.watch))
    except BusyError:
        return Findings(path, findings=["busy: another adjudicate is working on it; try again"], busy=True)
    except Exception as error:  # noqa: BLE001 - damaged data may break anything; that it does is the finding
        return Findings(path, findings=[f"{path}: cannot be verified: {error!r}"[:_LONGEST]])


def _find_code(verdict: Findings) -> ExitCode:
    if verdict.busy:
        return ExitCode.BUSY
    return ExitCode.DONE if verdict.ok else ExitCode.PROBLEMS


def _verdict_to_json(verdict: Findings) -> JsonValue:
    return {
        "path": verdict.path,
        "ok": verdict.ok,
        "turns": verdict.turns,
        "head": verdict.head,
        "findings": list(verdict.findings),
        "remarks": list(verdict.remarks),
    }


def _tell_verdict(verdict: Findings) -> None:
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
        say(f"{verdict.path}: nothing here can be verified")
    elif not verdict.damage:
        say(f"{verdict.path}: NOT PLAYED AGAIN; names and hashes of turns 0 to {verdict.turns} are right")
    else:
        say(f"{verdict.path}: DAMAGED, {count_of(len(verdict.findings), 'finding')}; the first is where to look")
    if verdict.outdated:
        say(
            f"{verdict.path}: NO LONGER STANDS: the expected head is of {verdict.outdated}, a turn that was taken "
            "back; acts/ and the reports since then say why"
        )
