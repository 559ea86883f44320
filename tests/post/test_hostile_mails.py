"""The bars of mails that nobody should have to read, in short; ``scrutiny.hostile_mails`` is the whole of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from post.odd_mails import set_up
from scrutiny.hostile_mails import LONGEST_HOSTILE, LONGEST_MUTATED, Cost, try_forged, try_hostile, try_mutated

from adjudicator.post import office


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    return set_up(tmp_path)


def expect(cost: Cost, longest: float) -> None:
    assert cost.faults == ()
    assert cost.mails > 0
    assert cost.longest < longest


@pytest.mark.slow
def test_no_exception_leaves_the_intake_whatever_the_bytes(tables: Path) -> None:
    expect(try_mutated(tables, range(300)), LONGEST_MUTATED)


@pytest.mark.slow
def test_no_mail_costs_a_second(tables: Path) -> None:
    expect(try_hostile(tables, (1_000, 60_000)), LONGEST_HOSTILE)


def test_no_forged_mail_is_accepted_or_answered(tables: Path) -> None:
    expect(try_forged(tables, 17), LONGEST_HOSTILE)


@pytest.mark.slow
def test_a_key_that_is_believed_without_being_made_again_is_noticed(
    tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(office, "find_holder", lambda *_: "")
    assert try_forged(tables, 7).faults
