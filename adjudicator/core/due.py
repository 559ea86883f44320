"""Which nonces the next turn wants, and of whom; it follows from what everybody knows (chance level L2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from adjudicator.core.charter import Charter, Level
from adjudicator.core.driver import list_asked
from adjudicator.core.mixing import NO_MIXES, Mixing, find_wanted, fix_mixes
from adjudicator.core.record import TurnRecord
from adjudicator.core.table import Seat

if TYPE_CHECKING:
    from adjudicator.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
K = TypeVar("K")


def find_wanted_epoch(game: Game[S, A, K], charter: Charter, last: TurnRecord[S]) -> int | None:
    """The epoch whose nonce the turn after ``last`` wants of every seat that must be heard; None where it wants none.

    It is the same for all. Nobody has a nonce beyond the epochs that were committed to, and nobody is asked for one
    of an epoch that a turn has fixed, even if that turn was abandoned.
    """
    epoch = _find_epoch_to_fix(game, charter, last)
    return None if epoch in last.settled else epoch


def _find_epoch_to_fix(game: Game[S, A, K], charter: Charter, last: TurnRecord[S]) -> int | None:
    """The furthest epoch whose mix the turn after ``last`` fixes; None where it fixes none."""
    furthest = find_furthest(game, charter, last)
    return None if furthest is None else find_wanted(last.known_mixes, furthest)


def find_furthest(game: Game[S, A, K], charter: Charter, last: TurnRecord[S]) -> int | None:
    """The last epoch whose nonce anybody may have been asked for by the reports of ``last``; None where of none."""
    if charter.commitment.level is Level.L1 or not game.kernel.decisions(last.state):
        return None
    furthest = game.kernel.furthest_epoch(last.state, charter.pacing)
    return None if furthest is None else min(furthest, charter.commitment.epochs - 1)


def list_due(game: Game[S, A, K], charter: Charter, last: TurnRecord[S]) -> tuple[Seat, ...]:
    """The seats that the turn after ``last`` must hear, as its reports have told."""
    asks = list_asked(game, last.state, last.agendas, charter.pacing)
    return tuple(dict.fromkeys(ask.seat for ask in asks if ask.must))


def mix_turn(game: Game[S, A, K], charter: Charter, last: TurnRecord[S], given: Mapping[Seat, str]) -> Mixing:
    """What is mixed into the draws of the turn after ``last``, where the nonces ``given`` came and were found right."""
    before = Mixing(NO_MIXES, last.known_mixes, last.withheld)
    epoch = _find_epoch_to_fix(game, charter, last)
    if epoch is None:
        return before
    return fix_mixes(before, epoch, list_due(game, charter, last), given, last.settled)
