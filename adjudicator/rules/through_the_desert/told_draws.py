"""Which draws reports tell: everything is drawn in the set-up, and openly."""

from __future__ import annotations

from adjudicator.core.told_draws import ToldDraws

TOLD_DRAWS = ToldDraws(
    shown={}, sentences=(), begins=None, after_setup=1, ahead=0, setup=("seat", "palm", "water"), hidden=frozenset()
)
