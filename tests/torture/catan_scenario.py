"""The same in a game of Catan with The Great Caravan: hidden hands, dice, scripts that are kept."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

from scrutiny.games import HOURS, KINDS, START, play_turns
from torture.scenario import Scenario, Step, play_steps
from torture.tracing import environment, run_plain

from adjudicator.core.instant import add_hours, write_instant
from adjudicator.core.table import Pacing

KIND, NUMBER, TURNS = KINDS[2], 0, 7
"""The set-up is over by then, and the seats send scripts."""
NOW = add_hours(START, (TURNS + 1) * 3 * HOURS)
SOON, LATER = write_instant(NOW), write_instant(add_hours(NOW, 30 * HOURS))


def prepare_catan(folder: Path, mutant: str | None = None) -> Scenario:
    """A file is refused, one comes in, a turn runs, and the same for the turn after it."""
    folder.mkdir(parents=True, exist_ok=True)
    sample = play_turns(folder / "game", KIND, NUMBER, TURNS, Pacing.SEAT)
    model = Path(shutil.copytree(sample, folder / "model"))
    wrong = folder / "wrong.yaml"
    wrong.write_text(f"game: game\nturn: {TURNS + 1}\nseat: seat1\norders:\n  - citty: 12\n")
    steps: list[Step] = [Step("submit, refused", ("submit", "GAME", str(wrong), "--seat", "seat1", "--now", SOON))]
    for turn in (TURNS + 1, TURNS + 2):
        file = folder / f"turn-{turn}.yaml"
        seat = _write_file(file, model, turn, folder)
        coming = (
            Step(
                "submit", ("submit", "GAME", str(file), "--seat", seat, "--now", SOON if turn == TURNS + 1 else LATER)
            ),
            Step("run", ("run", "GAME", "--turn", str(turn), "--force", "--now", LATER)),
        )
        _do(coming, model, folder)
        steps += coming
    return play_steps(steps, Scenario((), folder, mutant), sample)


def _write_file(file: Path, model: Path, turn: int, folder: Path) -> str:
    """A file of the last order that is legal for the seat that is awaited, and for whom it is."""
    plain = environment(None, folder)
    told = json.loads(run_plain(["status", str(model), "--json", "--now", SOON], plain).out)
    seat = told[0]["awaiting"][0]["seat"]
    legal = json.loads(run_plain(["legal", str(model), "--seat", seat, "--json"], plain).out)["orders"][-1]
    order = "\n    ".join(f"{key}: {json.dumps(value)}" for key, value in legal.items())
    file.write_text(f"game: game\nturn: {turn}\nseat: {seat}\norders:\n  - {order}\n")
    return str(seat)


def _do(steps: Sequence[Step], model: Path, folder: Path) -> None:
    for step in steps:
        ran = run_plain(step.at(model), environment(None, folder))
        assert ran.code == 0, ran
