"""Mails of sample games, made once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from unit.proof.mailbox import keep_files, keep_reports

from adjudicator.acts.checker import build_checker

GAMES = Path(__file__).resolve().parents[3] / "games"


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Gita's mails of a whole game of The Great Caravan: reports as HTML and as text, files sent, invitation."""
    folder = keep_reports(GAMES / "finished-caravan", "gita", tmp_path_factory.mktemp("kept") / "gita")
    keep_files(GAMES / "finished-caravan", "gita", folder)
    return folder


@pytest.fixture
def mails(kept: Path, tmp_path: Path) -> Path:
    """A copy of them that may be spoilt."""
    return Path(shutil.copytree(kept, tmp_path / "mails"))


@pytest.fixture(scope="session")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program that checks mails on its own."""
    path = tmp_path_factory.mktemp("alone") / "verify_mail.pyz"
    path.write_bytes(build_checker())
    return path
