"""Which nonces the next turn wants, of whom, and what is mixed in: it follows from what everybody knows.

The mix of an epoch is fixed at the first turn that may draw in it, from the seats that were asked before that turn,
whether the turn comes to draw or not: nothing that anybody does within the turn can change who is mixed in
(``docs/decisions/014-nonces.md``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from adjudicator.core.charter import Charter
from adjudicator.core.driver import list_asked
from adjudicator.core.mixing import NO_MIXES, Mix, Mixes, Mixing
from adjudicator.core.record import TurnRecord
from adjudicator.core.table import Seat
from adjudicator.proof.nonces import hash_down

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
    if not game.kernel.decisions(last.state):
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


def find_wanted(known: Mixes, furthest: int | None) -> int | None:
    """The epoch whose nonce a turn wants that may draw up to ``furthest``; None where nothing is left to be fixed."""
    return furthest if furthest is not None and furthest > max(known, default=-1) else None


def fix_mixes(
    before: Mixing,
    wanted: int,
    due: Sequence[Seat],
    given: Mapping[Seat, str],
    settled: Mixes = NO_MIXES,
) -> Mixing:
    """What is mixed in after a turn that wanted the nonce of epoch ``wanted`` of the seats ``due``.

    ``given`` are the nonces of that epoch that came, each held against its chain before; those of epochs between
    follow from them. ``settled`` are mixes that turns fixed which were abandoned since; they hold, so that no rewind
    changes a draw.
    """
    fixed: dict[int, Mix] = {}
    for epoch in range(max(before.known, default=-1) + 1, wanted + 1):
        fixed[epoch] = settled.get(epoch) or {
            seat: hash_down(bytes.fromhex(given[seat]), wanted - epoch).hex() if seat in given else None for seat in due
        }
    silent = (
        [seat for seat, nonce in settled[wanted].items() if nonce is None]
        if wanted in settled
        else [seat for seat in due if seat not in given]
    )
    withheld = {**before.withheld, **{seat: before.withheld.get(seat, 0) + 1 for seat in silent}}
    return Mixing(fixed, {**before.known, **fixed}, withheld)
