"""The games of this folder, as good as installed: found on the path with their entry points, as pip leaves them."""

from __future__ import annotations

import tomllib
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = ("hex", "rock_paper_scissors")


def lay_out(folder: Path) -> list[str]:
    """The folders to put on the path, with what pip writes about each package in ``folder``."""
    for package in PACKAGES:
        project = tomllib.loads((HERE / package / "pyproject.toml").read_text())["project"]
        about = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        )
        games = project["entry-points"]["adjudicator.games"]
        entries = "".join(f"{name} = {module}\n" for name, module in games.items())
        (about / "entry_points.txt").write_text(f"[adjudicator.games]\n{entries}")
    return [str(folder), *(str(HERE / package) for package in PACKAGES)]
