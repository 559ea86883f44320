"""Games written by the guide, as good as installed."""

from __future__ import annotations

import os
from types import ModuleType

import pytest
from third_games.installed import lay_out


@pytest.fixture(scope="session")
def path_of_games(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return lay_out(tmp_path_factory.mktemp("installed"))


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, path_of_games: list[str]) -> tuple[str, ...]:
    """The names of the games that can be found now."""
    for folder in path_of_games:
        monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path_of_games))
    return ("hex", "rock-paper-scissors")


@pytest.fixture
def hex_by_mail(installed: tuple[str, ...]) -> ModuleType:
    assert installed
    import hex_by_mail  # noqa: PLC0415 - it can be imported now only

    return hex_by_mail


@pytest.fixture
def rps_by_mail(installed: tuple[str, ...]) -> ModuleType:
    assert installed
    import rps_by_mail  # noqa: PLC0415 - it can be imported now only

    return rps_by_mail
