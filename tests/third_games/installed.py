"""The games of this folder, as good as installed: found on the path with their entry points, as pip leaves them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = ("hex", "rock_paper_scissors")


def lay_out(folder: Path) -> list[str]:
    """The folders to put on the path, with what pip writes about each package in ``folder``."""
    for package in PACKAGES:
        project = tomllib.loads((HERE / package / "pyproject.toml").read_text())["project"]
        write_about(folder, project["name"], project["version"], project["entry-points"]["adjudicator.games"])
    return [str(folder), *(str(HERE / package) for package in PACKAGES)]


def write_about(folder: Path, name: str, version: str, games: Mapping[str, str]) -> None:
    """What pip writes in ``folder`` about the package ``name`` with such entry points."""
    about = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    entries = "".join(f"{game} = {module}\n" for game, module in games.items())
    (about / "entry_points.txt").write_text(f"[adjudicator.games]\n{entries}")
