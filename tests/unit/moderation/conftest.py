from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from unit.moderation.tables import Table, found


@pytest.fixture(scope="session")
def _played(tmp_path_factory: pytest.TempPathFactory) -> Table:
    table = found(tmp_path_factory.mktemp("played"))
    table.play(4)
    table.send()
    return table


@pytest.fixture
def table(_played: Table, tmp_path: Path) -> Table:
    """A copy of a game after turn 4, with everybody's files for turn 5 in the inbox."""
    copy = Table(Path(shutil.copytree(_played.path, tmp_path / "toy")))
    copy.hours = _played.hours
    return copy
