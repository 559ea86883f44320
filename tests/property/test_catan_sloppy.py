"""Lines of Catan orders with a slip are understood as meant, or refused with a line that works."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from scrutiny.catan_sloppy import SLIPS, try_line

from adjudicator.rules.catan.mail import check_orders
from adjudicator.rules.catan.mail.language import spelling

KINDS = tuple(dict.fromkeys(slip.kind for slip in SLIPS))


@pytest.mark.parametrize("kind", KINDS)
def test_a_slip_is_understood_or_answered_with_a_line_that_works(kind: str) -> None:
    assert [trouble for slip in SLIPS if slip.kind == kind if (trouble := try_line(slip, 0).trouble)] == []


def _take_lists_for_choices(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(check_orders, "join_list", lambda *_: [])
    return "road-building: [{p}, {q}]"


def _propose_nothing(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(check_orders, "mend_item", lambda *_, **__: [])
    return "build road {v}"


def _give_what_is_wanted(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(spelling._SPELLERS, "bank", lambda text: " for ".join(reversed(text.split(" to "))))  # type: ignore[index]  # a dict, if not for everybody
    spelling.spell.cache_clear()
    return "bank: {g} to {t}"


@pytest.mark.parametrize("plant", [_take_lists_for_choices, _propose_nothing, _give_what_is_wanted])
def test_a_planted_defect_is_found(plant: Callable[[pytest.MonkeyPatch], str], monkeypatch: pytest.MonkeyPatch) -> None:
    line = plant(monkeypatch)
    try:
        assert any(try_line(slip, 0).trouble for slip in SLIPS if slip.line == line)
    finally:
        spelling.spell.cache_clear()
