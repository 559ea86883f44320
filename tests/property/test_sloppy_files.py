"""Files with a slip in the writing are understood as meant, or refused with a line that works."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from scrutiny.sloppy import draw_trial, run_trial
from scrutiny.sloppy_lists import SLIPS

from adjudicator.rules.through_the_desert.written import misread
from adjudicator.rules.through_the_desert.written import readings as order_text
from adjudicator.rules.through_the_desert.written import tokens as order_tokens
from adjudicator.rules.through_the_desert.written.tokens import TokenKind


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_understood_or_answered_with_a_line_that_works(slip: str) -> None:
    assert [run_trial(draw_trial(slip, number)).trouble for number in range(2)] == ["", ""]


def test_what_is_plain_is_understood() -> None:
    plain = ("value, place: plain", "value, or", "value, mapping", "value, colour carried in brackets", "list, braces")
    assert all(run_trial(draw_trial(slip, number)).understood for slip in plain for number in range(3))


def _join_and(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(order_tokens._JOINS, "and", TokenKind.OR)  # type: ignore[arg-type]  # a dict, if not for everybody
    return "list, two orders in a line"


def _prefer_what_follows(monkeypatch: pytest.MonkeyPatch) -> str:
    resolve = order_text._resolve
    monkeypatch.setattr(order_text, "_resolve", lambda kind, groups: resolve(kind, groups)[-1:])
    return "value, hex and colour as items"


def _forget_what_works(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("adjudicator.rules.through_the_desert.mail.offers.propose", lambda *_: [])
    return "value, place: no hex"


def _correct_what_is_open(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(misread, "is_certain", lambda _table, _fault, proposals: bool(proposals))
    return "value, and"


@pytest.mark.parametrize("defect", [_join_and, _prefer_what_follows, _forget_what_works, _correct_what_is_open])
def test_a_planted_defect_is_found(
    defect: Callable[[pytest.MonkeyPatch], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    slip = defect(monkeypatch)
    assert any(run_trial(draw_trial(slip, number)).trouble for number in range(60))
