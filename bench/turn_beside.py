"""What a turn costs the processor beside the program of another checkout: judged, stored, reported to everybody.

    python bench/turn_beside.py CHECKOUT [--game games/g42] [--turn 7] [--rounds 7] [--now 2026-09-22T07:00:00Z]
        [--new-disk FOLDER] [--count]

Each round is a process for each of the two programs, which run the turn in copies of their own game one after the
other, a copy each, so that a busy machine hits both alike. The first copies are not counted. Both use the packages of
this environment, and collect garbage as rarely as the commands of both do. Prints the medians of a round in
milliseconds, and the median of the rounds' ratios. The copies lie below ``TMPDIR``.

With ``--new-disk`` each copy lies on a disk that is new, an ext4 image below ``TMPDIR`` mounted on ``FOLDER``, as root.
On one disk for all copies, ext4 passes over each file that was deleted in the last minutes whenever one is created, so
that a turn costs the more the more turns, or anything else, went before it; a turn that is run once a day meets none.

With ``--count`` no clock is asked: valgrind's callgrind counts the instructions of the processor that a turn takes each
program, which a busy machine does not change. Prints both, and their ratio.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import IO, cast

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RUNNER = """
import gc, os, shutil, sys, tempfile, time
from datetime import datetime
from adjudicator.acts.run import run_turn
gc.set_threshold(100_000)
with tempfile.TemporaryDirectory() as folder:
    for number, line in enumerate(sys.stdin):
        path = shutil.copytree(sys.argv[1], os.path.join(line.strip() or folder, f"g{number:03}"))
        begin = time.process_time()
        outcome = run_turn(path, int(sys.argv[2]), datetime.fromisoformat(sys.argv[3]))
        print((time.process_time() - begin) * 1000, flush=True)
        if outcome.status.name != "ADJUDICATED":
            sys.exit(f"turn {sys.argv[2]} of {sys.argv[1]} did not run: {outcome.status.value}")
"""
FIRST, COUNTED = 10, 40
WARM, WATCHED = 3, 6
DISK_SIZE = 1 << 26
"""Bytes of a new disk, some hundred times what a game takes."""


def main() -> None:
    """Prints every round, and the median ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", help="a directory with another version of the program")
    parser.add_argument("--game", default="games/g42", help="a game directory that both have")
    parser.add_argument("--turn", type=int, default=7, help="the turn that is due there")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--now", default="2026-09-22T07:00:00Z", help="the instant of the turn, after the last one")
    parser.add_argument("--new-disk", default="", metavar="FOLDER", help="where to mount a new disk for each turn")
    parser.add_argument("--count", action="store_true", help="count instructions with valgrind; asks no clock")
    arguments = parser.parse_args()
    if arguments.count:
        counted, before = (
            count_instructions(checkout, arguments.game, arguments.turn, arguments.now)
            for checkout in (ROOT, arguments.checkout)
        )
        print(f"{counted:,} and {before:,} instructions a turn, {counted / before:.3f} times")
        return
    ratios = []
    for _ in range(arguments.rounds):
        ours, theirs = time_turns(
            [ROOT, arguments.checkout], arguments.game, arguments.turn, arguments.now, arguments.new_disk
        )
        ratios.append(ours / theirs)
        print(f"{ours:.2f} and {theirs:.2f} ms a turn, {ratios[-1]:.3f} times", flush=True)
    print(f"median ratio: {statistics.median(ratios):.3f}, {min(ratios):.3f} to {max(ratios):.3f}")


def time_turns(checkouts: list[str], game: str, turn: int, now: str, disk: str) -> list[float]:
    """Milliseconds of the processor that a turn of ``game`` takes the program of each checkout, at the median.

    ``disk`` is the folder to mount new disks on, or empty.
    """
    command = [sys.executable, "-c", RUNNER, game, str(turn), now]
    programs = [
        subprocess.Popen(command, cwd=checkout, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for checkout in checkouts
    ]
    spent: list[list[float]] = [[] for _ in checkouts]
    for _ in range(FIRST + COUNTED):
        for program, times in zip(programs, spent, strict=True):
            with mount_new(disk) if disk else nullcontext():
                ask, answer = cast("IO[str]", program.stdin), cast("IO[str]", program.stdout)
                ask.write(f"{disk}\n")
                ask.flush()
                times.append(float(answer.readline()))
    for program in programs:
        program.communicate()
    return [statistics.median(times[FIRST:]) for times in spent]


def count_instructions(checkout: str, game: str, turn: int, now: str) -> int:
    """Instructions that a turn of ``game`` takes the program of ``checkout``, over the first ones, which warm up."""
    collected = []
    with tempfile.TemporaryDirectory() as folder:
        for runs in (WARM, WARM + WATCHED):
            log = os.path.join(folder, "log")
            command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", f"--log-file={log}"]
            command += [sys.executable, "-c", RUNNER, game, str(turn), now]
            environment = {**os.environ, "PYTHONHASHSEED": "0"}
            subprocess.run(
                command, cwd=checkout, input=b"\n" * runs, env=environment, stdout=subprocess.DEVNULL, check=True
            )
            with open(log, encoding="ascii") as lines:
                collected += [int(line.split()[-1]) for line in lines if "Collected" in line]
    return (collected[1] - collected[0]) // WATCHED


@contextmanager
def mount_new(folder: str) -> Iterator[None]:
    """A new file system on ``folder`` while the body runs; nothing of it is left."""
    with tempfile.NamedTemporaryFile() as image:
        image.truncate(DISK_SIZE)
        subprocess.run(["mkfs.ext4", "-q", image.name], check=True)
        subprocess.run(["mount", "-o", "loop", image.name, folder], check=True)
        try:
            yield
        finally:
            subprocess.run(["umount", folder], check=True)


if __name__ == "__main__":
    main()
