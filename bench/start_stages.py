"""Where the milliseconds of one turn as a process go: imports stage by stage, then the turn itself.

    python bench/start_stages.py [--game games/g42] [--turn 7] [--runs 9]

Each run is a process of its own; the figures are medians over the runs.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

STAGES = """
import gc, sys, time
began = time.perf_counter()
gc.set_threshold(100_000)
laps = {}
def lap(name):
    global began
    now = time.perf_counter()
    laps[name] = (now - began) * 1000
    began = time.perf_counter()
import collections, dataclasses, datetime, enum, functools, hashlib, hmac, inspect, json, re, textwrap, typing
lap("standard library")
import typer
lap("typer")
import yaml
lap("yaml")
import jinja2
lap("jinja2")
import adjudicator.acts.run, adjudicator.cli.run, adjudicator.cli.output, adjudicator.report.render
lap("our modules but the game's")
from adjudicator.rules.through_the_desert import GAME
GAME.kernel, GAME.orders, GAME.views, GAME.exhibit
lap("the game's modules")
import os
synced = 0.0
sync = os.fsync
def timed(handle):
    global synced
    begin = time.perf_counter()
    sync(handle)
    synced += (time.perf_counter() - begin) * 1000
os.fsync = timed
from adjudicator.core.instant import read_instant
adjudicator.acts.run.run_turn(sys.argv[1], int(sys.argv[2]), read_instant("2026-09-22T07:00:00Z"))
lap("the turn")
laps["the turn"] -= synced
laps["syncing"] = synced
print(json.dumps(laps))
"""


def main() -> None:
    """Print the median of each stage."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default=os.path.join(ROOT, "games", "g42"))
    parser.add_argument("--turn", type=int, default=7)
    parser.add_argument("--runs", type=int, default=9)
    arguments = parser.parse_args()
    told: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(arguments.runs):
            copy = os.path.join(folder, str(number))
            shutil.copytree(arguments.game, copy)
            command = [sys.executable, "-c", STAGES, copy, str(arguments.turn)]
            told.append(json.loads(subprocess.run(command, check=True, capture_output=True).stdout))
    for stage in told[0]:
        print(f"{stage}: {statistics.median(laps[stage] for laps in told):.1f} ms")


if __name__ == "__main__":
    main()
