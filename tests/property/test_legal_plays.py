"""Nothing is refused that some order of others' moves would have allowed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from scrutiny.legal_plays import draw_trial, run_trial

from adjudicator.core.order import Order
from adjudicator.intake.receipt import ReceiptState
from adjudicator.rules.through_the_desert.mail import check, prospect
from adjudicator.rules.through_the_desert.written.mending import Branch


def refused(numbers: Sequence[int]) -> list[str]:
    trials = [trial for trial in map(draw_trial, numbers) if trial is not None]
    assert len(trials) > len(numbers) // 2
    return [told for standing, told in map(run_trial, trials) if standing is ReceiptState.RED]


def test_files_built_from_legal_plays_are_accepted() -> None:
    assert refused(range(120)) == []


def _forget_the_first_camel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prospect, "carry_out", lambda position, *_: (position, ()))


def _follow_the_first_alternative(monkeypatch: pytest.MonkeyPatch) -> None:
    follow = prospect.Prospect.follow

    def follow_first(
        self: prospect.Prospect, order: Order, branches: Sequence[Branch]
    ) -> tuple[prospect.ReachedPosition | None, list[bool]]:
        spot, possible = follow(self, order, branches[:1])
        return spot, possible + [False] * (len(branches) - 1)

    monkeypatch.setattr(prospect.Prospect, "follow", follow_first)


def _refuse_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    as_it_is = check.Judge.judge

    def judge_as_due(self: check.Judge, number: int, order: Order) -> object:
        self.prospect.may_be_whole = False
        return as_it_is(self, number, order)

    monkeypatch.setattr(check.Judge, "judge", judge_as_due)
    monkeypatch.setattr(prospect.Prospect, "is_hopeless", lambda *_, **__: True)


@pytest.mark.parametrize("defect", [_forget_the_first_camel, _follow_the_first_alternative, _refuse_plans])
def test_a_planted_defect_is_found(
    defect: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    defect(monkeypatch)
    try:
        found = bool(refused(range(150)))
    except (KeyError, RuntimeError):
        found = True  # there is no reason to be found for what is legal
    assert found
