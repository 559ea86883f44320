"""A few of all combinations of options; the bars of ``make torture`` try every one."""

from __future__ import annotations

from pathlib import Path

from scrutiny import combinations


def test_what_may_be_together_is_played_to_the_end(tmp_path: Path) -> None:
    for made in (False, True):
        tally = combinations.play(tmp_path, 1, 83, made=made)
        assert tally.failures == ()
        assert tally.tried > 4
        assert tally.fired > 80 * tally.tried


def test_what_may_not_is_refused_in_a_sentence_that_names_both_sides(tmp_path: Path) -> None:
    tally = combinations.refuse(tmp_path, 401)
    assert tally.failures == ()
    assert tally.tried > 100
