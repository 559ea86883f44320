"""Bar 9: recorded games replayed, and games played anew, under other surroundings: the same bytes and modes."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from scrutiny.games import KINDS, Kind, total
from torture.tally import Tally
from torture.tracing import HERE, PROGRAM, environment
from torture.workbench import read_tree

ROOT = HERE.parents[1]
GAMES = ROOT / "games"
SEED = "5eed"
OTHER_PYTHONS = ("python3.14", "python3.13", "python3.12")


Outputs = dict[str, tuple[int, bytes]]
"""What was said and written, by name, each with an exit code or a mode."""


class Surroundings(NamedTuple):
    """What a command runs in. ``here`` is the folder it is started in, below the scratch folder or from the root."""

    name: str
    variables: Mapping[str, str] = {}
    umask: int = 0o022
    here: str = "."
    program: Sequence[str] = PROGRAM


USUAL = Surroundings("as usual")
OTHERS = (
    Surroundings("other hash seed", {"PYTHONHASHSEED": "1"}),
    Surroundings("random hashes, 10 hours west", {"PYTHONHASHSEED": "random", "TZ": "HST10"}),
    Surroundings("5:45 east, summer time", {"TZ": "XST-5:45XDT,M3.2.0,M11.1.0", "LC_ALL": "C.UTF-8"}),
    Surroundings(
        "ASCII locale, Latin-1 streams", {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}
    ),
    Surroundings("from the root, everything open", {}, 0o000, "/"),
    Surroundings("from a folder far below, everything closed", {}, 0o077, "w\u00fcste und/dune"),
)


def list_other_pythons() -> list[str]:
    """Interpreters of other versions than this: on the path, or beside this one, as version managers lay them out."""
    beside = sorted(Path(sys.base_prefix).parent.glob("3.*/bin/python3"), key=_version_in, reverse=True)
    on_path = [found for name in OTHER_PYTHONS if (found := shutil.which(name))]
    newer = [str(path) for path in beside if _version_in(path) > sys.version_info[:2]]
    return [*newer, *on_path]


def _version_in(path: Path) -> tuple[int, ...]:
    return tuple(int(number) for number in path.parents[1].name.split(".")[:2] if number.isdigit())


def make_other_python(folder: Path) -> Surroundings | None:
    """The command under another Python, installed into ``folder``; None where there is none or it cannot be had."""
    for python in list_other_pythons():
        install = [f"{folder}/bin/python", "-m", "pip", "install", "-q", "--disable-pip-version-check", str(ROOT)]
        words = ['"$0" -m venv "$1" && shift && "$@"', python, str(folder), *install]
        if subprocess.run(["/bin/sh", "-c", *words], capture_output=True, check=False).returncode == 0:
            version = subprocess.run([python, "-V"], capture_output=True, text=True, check=True).stdout.strip()
            return Surroundings(version, {}, program=(f"{folder}/bin/python", f"{folder}/bin/adjudicate"))
        shutil.rmtree(folder, ignore_errors=True)
    sys.stderr.write("replays: no other Python could be had; they are not tried under one\n")
    return None


def _run(words: Sequence[str], around: Surroundings, scratch: Path, mutant: str | None) -> tuple[int, bytes, bytes]:
    here = scratch / around.here
    if around.here != "/":
        here.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [*around.program, *words],
        env=environment(mutant, scratch) | around.variables,
        cwd=here,
        umask=around.umask,
        capture_output=True,
        check=False,
        timeout=600,
    )
    return done.returncode, done.stdout, done.stderr


def _read_with_modes(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file and folder below ``folder`` with its mode and its content."""
    tree = read_tree(folder)
    return {name: (os.stat(folder / name).st_mode, content or b"") for name, content in tree.items()}


def play_again(folder: Path, kinds: Sequence[Kind], games: int, around: Surroundings, mutant: str | None) -> Outputs:
    """What games played, archived and shown in ``around`` are, byte for byte."""
    outputs: dict[str, tuple[int, bytes]] = {}
    for kind in kinds:
        out = folder / kind.name
        options = [word for name, value in kind.options.items() for word in ("--option", f"{name}={value}")]
        words = ["simulate", "--game", kind.name, "--seats", str(kind.seats[0]), "--games", str(games), "--seed", SEED]
        code, said, complaint = _run([*words, *options, "--out", str(out)], around, folder, mutant)
        outputs[f"{kind.name}: simulate"] = (code, complaint)
        for game in sorted(out.glob("sim-*")):
            name = f"{kind.name}/{game.name}"
            outputs |= {f"{name}/{inner}": found for inner, found in _read_with_modes(game).items()}
            for whose in ([], ["--moderator", "--format", "html"]):
                code, said, complaint = _run(["show", str(game), *whose], around, folder, mutant)
                outputs[f"{name}: show {' '.join(whose)}"] = (code, said + complaint)
            _run(["archive", str(game), "-o", f"{game}.zip"], around, folder, mutant)
            archive = Path(f"{game}.zip")
            outputs[f"{name}: archive"] = (0, archive.read_bytes() if archive.is_file() else b"")
    return outputs


def replay(folder: Path, recorded: Sequence[str], around: Surroundings, mutant: str | None) -> Outputs:
    """What ``verify --reports`` says of recorded games: every turn played again, every report built again."""
    folder.mkdir(parents=True, exist_ok=True)
    outputs = {}
    for name in recorded:
        code, said, complaint = _run(["verify", "--reports", str(GAMES / name)], around, folder, mutant)
        outputs[f"{name}: verify"] = (code, said + complaint)
    return outputs


def compare(one: Outputs, other: Outputs, where: str) -> Tally:
    """Each output is one trial; bytes are what was read."""
    names = sorted(one.keys() | other.keys())
    different = tuple(f"{where}: {name} differs" for name in names if one.get(name) != other.get(name))
    return Tally(len(names), sum(len(data) for _, data in other.values()), different)


def check_environments(
    folder: Path,
    kinds: Sequence[Kind] = KINDS,
    games: int = 1,
    others: Sequence[Surroundings] = OTHERS,
    mutant: str | None = None,
    *,
    other_python: bool = True,
) -> Tally:
    """Play and replay as usual and in each of ``others``; the recorded games are found sound everywhere."""
    recorded = sorted(path.name for path in GAMES.iterdir())[: None if len(kinds) > 1 else 1]
    folder.mkdir(parents=True)
    strange = [*others]
    if other_python and (python := make_other_python(folder / "other-python")):
        strange.append(python)
    try_one = functools.partial(_try_surroundings, folder, kinds, games, recorded, mutant)
    usual = try_one(USUAL)
    unsound = tuple(
        f"as usual: {name}" for name, (code, said) in usual.items() if name.endswith(": verify") and (code or not said)
    )
    tallies = [compare(usual, try_one(around), around.name) for around in strange]
    return total([Tally(len(recorded), len(recorded), unsound), *tallies])


def _try_surroundings(
    folder: Path, kinds: Sequence[Kind], games: int, recorded: Sequence[str], mutant: str | None, around: Surroundings
) -> Outputs:
    place = folder / around.name.replace(" ", "-")
    return replay(place, recorded, around, mutant) | play_again(place, kinds, games, around, mutant)
