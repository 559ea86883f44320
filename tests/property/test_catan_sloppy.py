"""Lines of Catan orders with a slip are understood as meant, or refused with a line that works."""

from __future__ import annotations

from pathlib import Path

import pytest
from scrutiny.catan_sloppy import DEFECTS, SLIPS, plant, try_line, try_lines
from torture.bar import with_defect

KINDS = tuple(dict.fromkeys(slip.kind for slip in SLIPS))


@pytest.mark.parametrize("kind", KINDS)
def test_a_slip_is_understood_or_answered_with_a_line_that_works(kind: str) -> None:
    assert [trouble for slip in SLIPS if slip.kind == kind if (trouble := try_line(slip, 0).trouble)] == []


@pytest.mark.parametrize("defect", DEFECTS)
def test_a_planted_defect_is_found(defect: str, tmp_path: Path) -> None:
    trial = with_defect(defect, lambda folder: try_lines(folder, range(len(SLIPS)), enough=1), plant)

    assert trial(tmp_path).failures
