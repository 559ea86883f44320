"""Which draws reports tell, and in which words; a test holds it against :mod:`adjudicator.rules.catan.phrases`."""

from __future__ import annotations

from adjudicator.core.told_draws import Shown, ToldDraws
from adjudicator.rules.catan.actions import MAX_SEATS
from adjudicator.rules.catan.resources import FACES, FIRST_DIE, SECOND_DIE

_DICE = r"(?P<total>\d\d?) \((?P<one>\d\d?) and (?P<other>\d\d?)\)"

TOLD_DRAWS = ToldDraws(
    shown={"one": Shown(FIRST_DIE, FACES, 1), "other": Shown(SECOND_DIE, FACES, 1)},
    sentences=(rf" rolled {_DICE}", rf" {_DICE} in turn (?P<epoch>\d{{1,5}})"),
    begins=r"^Table turn (\d{1,5}): ",
    after_setup=0,
    ahead=MAX_SEATS - 1,
    setup=("seat",),
    hidden=frozenset({"steal", "dev-card"}),
)
