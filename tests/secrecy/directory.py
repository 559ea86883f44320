"""Whole game directories and their twins: set up, played, copied with other secrets. Names no game."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from adjudicator.acts.filing import submit_file
from adjudicator.acts.new import NewGamePlan as Agreed
from adjudicator.acts.new import set_up_game
from adjudicator.acts.open_game import OpenGame, open_game
from adjudicator.acts.run import Status, run_turn
from adjudicator.acts.upkeep import describe_proved
from adjudicator.cli.play import answer_to_json
from adjudicator.cli.run import list_answer_lines, outcome_to_json
from adjudicator.core.instant import add_hours
from adjudicator.core.table import Reader, Seat
from adjudicator.report.render import render_reports
from adjudicator.store.formats import SUFFIX, pack_parts
from adjudicator.store.record import TurnRecord, bundle_reports
from adjudicator.testing.memory import GAME_ID, HOURS, START, TableSetup, bundle_twin
from adjudicator.testing.outputs import mask

SECRET = bytes(32)


def found(path: str, plan: TableSetup) -> None:
    """A game just set up at ``path``."""
    agreed = Agreed(
        id=GAME_ID,
        game=plan.game,
        edition=plan.edition,
        options=plan.options,
        seats=plan.seats,
        addresses={},
        pacing=plan.pacing,
        deadline_hours=HOURS,
        when_blocked=plan.when_blocked,
        sample=False,
        keep_reports=True,
    )
    set_up_game(path, agreed, SECRET, SECRET, START)


class TurnRun(NamedTuple):
    """The next turn of a game directory: all that was printed on the way, in order, and the game afterwards."""

    printed: Mapping[str, str]
    after: OpenGame


def play(path: str, files: Mapping[Seat, bytes], reader: Reader) -> TurnRun:
    """Submit the files one by one, try to run the turn every hour, and after the deadline."""
    opened = open_game(path)
    printed: dict[str, str] = {}
    now = opened.record.circumstances.now
    waits = try_to_run(path, now, printed)
    for number, (seat, data) in enumerate(files.items()):
        if not waits:
            break
        now = add_hours(now, 1)
        answer, sentences = submit_file(path, data, "file", seat, now)
        if seat == reader:
            told = [*list_answer_lines(answer, sentences), json.dumps(answer_to_json(answer, sentences))]
            printed[f"submit {number}"] = "\n".join(told)
        waits = try_to_run(path, now, printed)
    if waits:
        try_to_run(path, add_hours(now, HOURS), printed)
    after = open_game(path)
    return TurnRun({name: mask(text, after.head, opened.head) for name, text in printed.items()}, after)


def try_to_run(path: str, now: datetime, printed: dict[str, str]) -> bool:
    """Run the turn, if it is due; whether it is still waited for."""
    outcome = run_turn(path, None, now)
    printed[f"run {len(printed)}"] = json.dumps(outcome_to_json(outcome), indent=1)
    return outcome.status is Status.WAITING


def make_twin(path: str, twin: str, record: TurnRecord[Any]) -> OpenGame:
    """A copy of the game at ``path``, in ``twin``, in which the newest turn ended with ``record``."""
    shutil.copytree(path, twin)
    before, number = open_game(path), record.number
    bundle = bundle_twin(before, record)
    parts = {name: bundle.get(name, data) for name, data in before.directory.turns.read(number).items()}
    place = os.path.join(twin, "turns", f"{number:04}{SUFFIX}")
    _write(place, pack_parts(parts))
    opened = open_game(twin)
    context = describe_proved(opened)
    if not number:
        _correct_invitations(twin, before.head, opened.head)
    reports = bundle_reports(opened.head, render_reports(context))
    _write(place, pack_parts({name: reports.get(name, data) for name, data in parts.items()}))
    opened.directory.turns.write_reports(number, {name: data for name, data in reports.items() if name not in parts})
    return open_game(twin)


def _write(path: str, data: bytes) -> None:
    with open(path, "wb") as file:
        file.write(data)


def _correct_invitations(path: str, head: str, other: str) -> None:
    """Invitations quote the head of turn 0."""
    for entry in os.scandir(os.path.join(path, "outbox")):
        with open(entry.path, "rb") as file:
            text = file.read()
        _write(entry.path, text.replace(head.encode(), other.encode()))
