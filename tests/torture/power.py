"""Bar 4: the power is cut. What the disk has then is what was synced, not what was written.

The game lies on a small file system in a file, mounted by root. A command is killed at a call, or runs to its end, and
the file is copied while the file system is still mounted: what the kernel has not been made to write is not in there.
A second copy is taken after an unrelated file was synced: the journal then has names of files without their content.
Each copy is mounted, must verify and have all that was promised, and the command is run again.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from torture.faults import WORKERS, list_calls
from torture.scenario import Scenario, find_broken, find_unrecovered, spread
from torture.tally import Tally, count
from torture.tracing import run_with_fault
from torture.workbench import read_tree

MEGABYTES = 12
OPTIONS = "loop,commit=300"
"""The journal is written every five minutes, unless somebody syncs."""
KINDS = ("what was synced", "and the journal")


class NoImagesError(Exception):
    """This machine cannot mount a file system from a file; the message says why."""


def _run(*words: str | Path) -> None:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoImagesError(f"{words[0]}: {done.stderr.strip()[:100]}")


@contextmanager
def mounted(image: Path) -> Iterator[Path]:
    """The folder at which ``image`` is mounted."""
    place = image.with_suffix(".mounted")
    place.mkdir(exist_ok=True)
    _run("mount", "-o", OPTIONS, image, place)
    try:
        yield place
    finally:
        _unmount(place)


def _unmount(place: Path) -> None:
    """Unmount; again where it is busy: a process that another thread is starting holds our open folders until it runs.

    Raises ``NoImagesError`` where it is busy for ten seconds.
    """
    latest = time.monotonic() + 10
    while True:
        try:
            return _run("umount", place)
        except NoImagesError:
            if time.monotonic() > latest:
                raise


def format_image(image: Path) -> None:
    """An empty file system in the file ``image``."""
    with image.open("wb") as file:
        file.truncate(MEGABYTES << 20)
    _run("mkfs.ext4", "-q", "-F", "-O", "^metadata_csum", image)


@cache
def find_obstacle() -> str:
    """Why no image can be mounted here; empty where it can."""
    if os.getuid() != 0:
        return "images of a cut need root, to mount them"
    if missing := [name for name in ("mkfs.ext4", "mount", "umount") if shutil.which(name) is None]:
        return f"there is no {missing[0]}"
    with TemporaryDirectory(prefix="torture-image-") as folder:
        try:
            format_image(Path(folder) / "image")
            with mounted(Path(folder) / "image") as place:
                (place / "file").write_text("x")
        except NoImagesError as error:
            return f"no file system can be mounted from a file here: {error}"
    return ""


def cut_power(scenario: Scenario, most: int | None = None, steps: Sequence[int] | None = None) -> Tally:
    """Cut at ``most`` calls of each step (all, unless given) and after its end.

    Fired counts the images that lack something that was written.
    """
    if obstacle := find_obstacle():
        return Tally(skipped=obstacle)
    jobs = []
    for number in steps or range(len(scenario.stages)):
        calls = len(list_calls(scenario, number, "changes"))
        # the point behind the last call is the end of the command: what it said last is promised, too
        points = spread(range(1, calls + 2), most)
        jobs += [(scenario, number, points[part::WORKERS], part) for part in range(WORKERS)]
    total = Tally()
    with ThreadPoolExecutor(WORKERS) as pool:
        for tally in pool.map(_cut_step, *zip(*jobs, strict=True)):
            total = total.plus(tally)
    return total


def _cut_step(scenario: Scenario, number: int, points: Sequence[int], part: int) -> Tally:
    stage = scenario.stages[number]
    folder = scenario.scratch / f"power-{number}-{part}"
    folder.mkdir()
    base = folder / "base.image"
    format_image(base)
    with mounted(base) as place:
        shutil.copytree(stage.before, place / "game")
        os.sync()
    total = Tally()
    for point in points:
        total = total.plus(_cut_at(scenario, number, point, folder))
    shutil.rmtree(folder)
    return total


def _cut_at(scenario: Scenario, number: int, point: int, folder: Path) -> Tally:
    stage, variables = scenario.stages[number], scenario.variables | {"TMPDIR": str(folder)}
    live = Path(shutil.copy(folder / "base.image", folder / "live.image"))
    copies = [folder / f"copy-{kind}.image" for kind in range(len(KINDS))]
    with mounted(live) as place:
        game = place / "game"
        ran = run_with_fault(game, "changes", "kill", point, stage.step.at(game), variables)
        shutil.copyfile(live, copies[0])
        tree = read_tree(game)
        with (place / "unrelated").open("wb") as unrelated:
            os.fsync(unrelated.fileno())
        shutil.copyfile(live, copies[1])
    promised = stage.promised.and_of(ran.out)
    total = Tally()
    for kind, copy in zip(KINDS, copies, strict=True):
        with mounted(copy) as place:
            lost = read_tree(place / "game") != tree
            trouble = find_broken(place / "game", promised, variables)
            trouble = trouble or find_unrecovered(scenario, number, place / "game")
        total = total.plus(count(int(lost), trouble, f"{stage.step.name}, power cut at {point}, {kind}"))
        copy.unlink()
    return total
