"""A folder of games with one whose first seat has an address, and a copy of it for each test."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cli.shell import found
from post.mails import ADDRESS


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of games that nobody spoils."""
    folder = tmp_path_factory.mktemp("table") / "games"
    found(folder, seats=(f"ann={ADDRESS}", "bob=bob@example.org"))
    return folder


@pytest.fixture
def games(table: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(table, tmp_path / "games"))
