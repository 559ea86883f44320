"""Lines of Catan orders with a slip are understood as meant, or refused with a line that works."""

from __future__ import annotations

from pathlib import Path

import pytest
from scrutiny.catan_sloppy import DEFECTS, SLIPS, plant, try_line, try_lines
from torture.bar import with_defect

KINDS = tuple(dict.fromkeys(slip.kind for slip in SLIPS))


@pytest.mark.parametrize("kind", KINDS)
def test_a_slip_is_understood_or_answered_with_a_line_that_works(kind: str) -> None:
    numbers = range(
        8 if kind in ("knight", "robber") else 1
    )  # so often that the hexes A and I, which are words, come up
    lines = [(slip, number) for slip in SLIPS if slip.kind == kind for number in numbers]

    assert [trouble for line in lines if (trouble := try_line(*line).trouble)] == []


@pytest.mark.parametrize("defect", DEFECTS)
def test_a_planted_defect_is_found(defect: str, tmp_path: Path) -> None:
    trial = with_defect(defect, lambda folder: try_lines(folder, range(len(SLIPS)), enough=1), plant)

    assert trial(tmp_path).failures
