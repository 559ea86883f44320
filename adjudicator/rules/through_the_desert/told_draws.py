"""Which draws reports tell: all of the set-up, openly; what lies face down and is drawn when it is taken is hidden."""

from __future__ import annotations

from adjudicator.core.chance import ToldDraws

TOLD_DRAWS = ToldDraws(
    shown={}, sentences=(), begins=None, after_setup=1, ahead=0, setup=("seat",), hidden=frozenset({"water"})
)
