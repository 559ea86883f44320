"""A folder of games with one whose first seat has an address, and a copy of it for each test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.shell import found
from post.mails import ADDRESS
from post.offices import ADDRESSES, MODERATOR, Office
from post.servers import mail_server, settings_for


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


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game of which both seats have addresses, that nobody spoils."""
    folder = tmp_path_factory.mktemp("served") / "games"
    found(folder, "--pacing", "seat", seats=[f"{seat}={address}" for seat, address in ADDRESSES.items()])
    (folder / "secret-file").unlink()
    return folder


@pytest.fixture
def office(served: Path, tmp_path: Path) -> Iterator[Office]:
    """A post office for a copy of it."""
    with mail_server() as (taken, server):
        folder = Path(shutil.copytree(served, tmp_path / "games"))
        yield Office(folder, taken, settings_for(server, moderator=MODERATOR))
