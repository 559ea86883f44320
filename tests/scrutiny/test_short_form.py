"""The other bars in short, and some of their planted defects. ``make torture`` is the whole of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from scrutiny.bars import BARS
from torture.bar import Bar, run_bar

QUICK = ("ask-no-checksum", "date-archives", "read-any-number", "escape-nothing", "wrap-late", "take-a-byte-modulo")
QUICK += ("mix-in-orders", "keep-tokens", "keep-tokens-elsewhere", "keep-tokens-in-capitals")
QUICK += ("tell-values-taken", "count-points-as-tokens", "tell-the-value-to-all", "draw-openly")
QUICK += ("promise-any-fallback", "overlook-standing-orders")
QUICK += ("river-scored-again", "serpentine-never-turns", "tokens-put-back", "tokens-drawn-openly")
"""Planted defects that are found within a second or two; the others are planted by ``make torture``."""
PLANTED = [(bar, name) for bar in BARS for name in bar.mutants if name in QUICK and "command" not in bar.name]


@pytest.mark.slow
@pytest.mark.parametrize("bar", BARS, ids=[bar.name for bar in BARS])
def test_every_trial_is_survived(bar: Bar, tmp_path: Path) -> None:
    row = run_bar(bar, tmp_path, short=True, with_mutants=False)
    if row.tally.skipped:
        pytest.skip(f"NOT TRIED HERE: {row.tally.skipped}")
    assert row.tally.failures == ()
    assert row.tally.tried > 0
    assert row.tally.fired > 0


@pytest.mark.slow
@pytest.mark.parametrize(("bar", "name"), PLANTED, ids=[name for _, name in PLANTED])
def test_a_planted_defect_is_found(bar: Bar, name: str, tmp_path: Path) -> None:
    assert bar.mutants[name](tmp_path / "planted").failures


def test_every_bar_has_planted_defects() -> None:
    assert [bar.name for bar in BARS if not bar.mutants] == []
