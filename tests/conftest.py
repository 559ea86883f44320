"""What all tests share: the second implementation in ``oracle`` is importable, and Hypothesis repeats itself."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))
pytest.register_assert_rewrite("oracle")

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")
