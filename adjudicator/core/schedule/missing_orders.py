"""Missing orders: what happens to a seat that is asked, by what is on file of it. One table, and who reads it.

``docs/moderators.md`` has the same table in words; a test holds one against the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from adjudicator.core.agenda import Agenda


class OnFile(Enum):
    """What there is of a seat when somebody looks whether the turn can run."""

    SUBMITTED = "orders"
    STANDING = "standing orders that answer"
    DRAFT = "a draft alone"
    FALLBACK = "fallback orders alone"
    NOTHING = "nothing"
    NOT_ASKED = "nothing, and it is not asked"
    ABSENT = "nothing, and it is on holiday"
    DELEGATED = "nothing, and a substitute plays it"
    HOUSE = "nothing, and the house plays it"


class Outcome(Enum):
    """What is done about it."""

    WAIT = "wait"
    EXTEND = "extend"
    """The deadline moves beyond the holiday."""
    USE = "use"
    """What is on file counts."""
    SUBSTITUTE = "substitute"
    """The substitute is asked, and waited for."""
    HOUSE = "house"
    """The house player decides."""
    SKIP = "skip"
    """Nobody waits for the seat: the game does what it does for a silent one. A game that cannot go on so waits."""


class MissedPolicy(Enum):
    """The policy for a seat whose deadline has passed, and that has nothing on file that could be used."""

    GAME = "game"
    """The game does what it does for a silent seat."""
    WAIT = "wait"
    """Play waits for it."""
    HOUSE = "house"
    """The house player decides in its place, this time."""


class Row(NamedTuple):
    """What is done before the deadline, and after it by each policy."""

    before: Outcome
    game: Outcome
    wait: Outcome
    house: Outcome


_USED = Row(Outcome.USE, Outcome.USE, Outcome.USE, Outcome.USE)
TABLE: Mapping[OnFile, Row] = {
    OnFile.SUBMITTED: _USED,
    OnFile.STANDING: _USED,
    OnFile.DRAFT: _USED._replace(before=Outcome.WAIT),
    OnFile.FALLBACK: _USED._replace(before=Outcome.WAIT),
    OnFile.NOTHING: Row(Outcome.WAIT, Outcome.SKIP, Outcome.WAIT, Outcome.HOUSE),
    OnFile.NOT_ASKED: Row(Outcome.SKIP, Outcome.SKIP, Outcome.SKIP, Outcome.SKIP),
    OnFile.ABSENT: Row(Outcome.EXTEND, Outcome.SKIP, Outcome.WAIT, Outcome.HOUSE),
    OnFile.DELEGATED: Row(Outcome.SUBSTITUTE, Outcome.SKIP, Outcome.WAIT, Outcome.HOUSE),
    OnFile.HOUSE: Row(Outcome.HOUSE, Outcome.HOUSE, Outcome.HOUSE, Outcome.HOUSE),
}
"""What is done, by what is on file."""


def decide(on_file: OnFile, missed: MissedPolicy, *, late: bool) -> Outcome:
    """What the table says; ``late`` is whether the deadline has passed."""
    row = TABLE[on_file]
    if not late:
        return row.before
    return {MissedPolicy.GAME: row.game, MissedPolicy.WAIT: row.wait, MissedPolicy.HOUSE: row.house}[missed]


def decide_for_silent(agenda: Agenda, missed: MissedPolicy) -> Outcome:
    """What is done for a seat that is asked, whose orders give no answer and whose deadline has passed."""
    on_file = OnFile.HOUSE if agenda.house else OnFile.FALLBACK if agenda.fallback else OnFile.NOTHING
    return decide(on_file, missed, late=True)
