"""A game of another package, as good as installed."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Found on the path with its entry point, as Python finds what pip has installed."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "third_party"))
    import hidden_cards  # noqa: PLC0415 - it can be imported now only

    return hidden_cards
