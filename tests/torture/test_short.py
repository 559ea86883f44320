"""The torture in short: few points of each bar, and that each fault fired. ``make torture`` is the whole of it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from torture.bar import Bar, run_bar
from torture.bars import BARS
from torture.faults import list_calls, strike_steps
from torture.order import check_order
from torture.scenario import prepare
from torture.tracing import PROGRAM, Held, NoTracerError, environment, log_calls, run_plain, tracer

try:
    tracer()
    MISSING = ""
except NoTracerError as error:
    MISSING = f"THE TORTURE IS NOT RUN HERE: {error}"

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(MISSING), reason=MISSING)]


@pytest.mark.parametrize("bar", BARS, ids=[bar.name for bar in BARS])
def test_every_fault_fires_and_nothing_acknowledged_is_lost(bar: Bar, tmp_path: Path) -> None:
    row = run_bar(bar, tmp_path, short=True, with_mutants=False)
    if row.tally.skipped:
        pytest.skip(f"NOT TRIED HERE: {row.tally.skipped}")
    assert row.tally.failures == ()
    assert row.tally.tried > 0
    assert row.tally.fired > 0


def test_a_receipt_said_before_the_file_is_kept_is_found(tmp_path: Path) -> None:
    assert strike_steps(prepare(tmp_path, "say-before-keeping"), "changes", ("kill",), 4, (0,)).failures


@pytest.mark.parametrize("mutant", ["sync-no-file", "sync-no-folder", "say-before-sync"])
def test_a_sync_left_out_is_found(mutant: str, tmp_path: Path) -> None:
    assert check_order(prepare(tmp_path, mutant)).failures


def test_the_commit_of_a_turn_is_one_rename(tmp_path: Path) -> None:
    renames = [call for call in list_calls(prepare(tmp_path), 2, "changes") if call.name == "rename"]
    # reports and the line of the status are made again where they are lost, and a letter lies there by another name
    apart = ("/turns/0007/reports", "/status.json", "/outbox/0007-chen-press.txt")
    kept = [call for call in renames if not call.second.endswith(apart)]
    assert [call.second.rsplit("/", 2)[1:] for call in kept] == [["turns", "0007.turn"]]


def test_a_founder_is_told_that_another_was_quicker_at_whatever_call_it_was_held(tmp_path: Path) -> None:
    variables = environment(None, tmp_path)
    games = ["--game", "through-the-desert", "--seat", "ann", "--seat", "bob"]
    place = tmp_path / "place"
    place.mkdir()
    _, calls = log_calls(place, "changes", ["new", str(place / "model"), *games], variables)
    locked = next(number for number, call in enumerate(calls, 1) if call.name == "lock")
    codes = []
    for point in range(1, locked + 1):
        words = ["new", str(place / f"game-{point}"), *games]
        held = Held(place, point, words, variables)
        assert held.is_held
        assert run_plain(words, variables).code == 0
        codes.append(held.let_go().code)
    assert len(codes) > 1
    assert set(codes) == {2}


def test_the_tracer_sees_every_call_that_strace_sees(tmp_path: Path) -> None:
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("THE TRACER IS NOT COMPARED WITH STRACE HERE: there is no strace (apt-get install strace)")
    scenario = prepare(tmp_path)
    game = Path(shutil.copytree(scenario.stages[2].before, tmp_path / "game"))
    log = tmp_path / "strace.log"
    words = [strace, "-f", "-y", "-o", str(log), *PROGRAM, *scenario.stages[2].step.at(game)]
    assert subprocess.run(words, env=scenario.variables, capture_output=True, check=False).returncode == 0
    pattern = re.compile(
        r"^\d+ +(write|pwrite64|writev|fsync|fdatasync|ftruncate|fallocate|fadvise64|rename|renameat2?|unlink|unlinkat"
        rf"|rmdir|mkdir|mkdirat|chmod|fchmod|fchmodat|link|linkat|symlink|flock)\((?:[^\"]*<|\"){re.escape(str(game))}"
    )
    seen = sum(pattern.match(line) is not None for line in log.read_text().splitlines())
    ours = [call for call in list_calls(scenario, 2, "changes") if call.name != "open" and call.descriptor != 1]
    assert len(ours) == seen > 60
