"""A wheel built from the tree, installed elsewhere, runs a turn with its own schemas and templates."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's content; what it depends on is taken from this environment."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    tree = folder / "tree"
    keep = shutil.ignore_patterns(".*", "games", "demo", "tests", "__pycache__")
    shutil.copytree(ROOT, tree, ignore=keep)
    subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, tree], check=True)
    target = folder / "installed"
    subprocess.run([*pip, "install", "--no-deps", "--target", target, *folder.glob("*.whl")], check=True)
    return target


def run(installed: Path, cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, "-m", "adjudicator", *arguments]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


def list_data(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for kind in ("schemas", "templates")
        for path in sorted((folder / kind).rglob("*"))
        if path.is_file()
    }


@pytest.mark.slow
def test_it_is_the_wheel_that_runs(installed: Path, tmp_path: Path) -> None:
    code = "import adjudicator, adjudicator.registry as r; print(adjudicator.__file__, r.find_resources('schemas'))"
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    ).stdout.split()
    assert all(path.startswith(str(installed)) for path in told)


def test_schemas_and_templates_come_along(installed: Path) -> None:
    assert list_data(installed / "adjudicator") == list_data(ROOT)


def test_it_runs_a_turn_and_a_check(installed: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "games" / "g42", tmp_path / "g42")
    done = run(installed, tmp_path, "run", "g42", "--turn", "7")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "g42" / "turns" / "0007" / "reports" / "dora.html").is_file()
    bad = tmp_path / "bad.yaml"
    bad.write_text("game: g42\nturn: 8\nseat: dora\norders:\n  - plcae: yellow P5\n")
    done = run(installed, tmp_path, "check", "g42", "bad.yaml", "--seat", "dora")
    assert done.returncode == 1
    assert "bad.yaml:5:5: invalid: unknown order 'plcae'; did you mean 'place'?" in done.stdout
