"""The rules of Catan behind the core's kernel protocol.

One step is taken without a decision, because nothing else is possible and everybody can see it: the roll, when the
seat on turn holds no development card, or has played one before the roll. Everything else is decided, even where the
list of legal actions has one entry: what a seat could do depends on its hand, which is nobody's business, and on trades
with others, which are not listed.
"""

from collections.abc import Sequence

from adjudicator.core.chance import Chance
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Event, Pacing, Setting
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.dealing import foretell_dice
from adjudicator.rules.catan.legal import apply_action, is_legal, list_legal
from adjudicator.rules.catan.order_of_play import carry_out, list_decisions
from adjudicator.rules.catan.pieces import score_seats
from adjudicator.rules.catan.rules import BASE_RULES, Rules
from adjudicator.rules.catan.setup import dump_state, load_state, set_up
from adjudicator.rules.catan.state import MOVER, STAGE, TURN, VICTORY, Stage, State, name_phase

_OVER = Stage.OVER.value


class CatanKernel:
    """See :class:`adjudicator.core.game.Kernel`. A game built on this one hands in its own ``rules``."""

    decisions = staticmethod(list_decisions)
    draw_ahead = staticmethod(foretell_dice)
    scores = staticmethod(score_seats)
    dump = staticmethod(dump_state)

    def __init__(self, rules: Rules = BASE_RULES) -> None:
        self.rules = rules

    def setup(self, setting: Setting, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        """The position before the first settlement."""
        return set_up(self.rules, setting, chance)

    def seats(self, state: State) -> tuple[str, ...]:
        """The seats in table order; the first one begins."""
        return state.table.seats

    def mover(self, state: State) -> str | None:
        """The seat on turn."""
        return None if state.cells[STAGE] == _OVER else state.table.seats[state.cells[MOVER]]

    def epoch(self, state: State) -> int:
        """The number of the table turn under way, from 1; 0 in the set-up, its placements included."""
        return state.cells[TURN]

    def furthest_epoch(self, state: State, pacing: Pacing) -> int:
        """The next seat's dice; in a round everybody's, who may all move, and then all the dice that are foretold.

        The set-up ends with the seat that begins, so that a round goes no further than the dice of the first.
        """
        turn, seats = state.cells[TURN], len(state.table.seats)
        if pacing is Pacing.SEAT:
            return turn + 1
        return turn + 2 * seats - 1 if turn else seats

    def phase(self, state: State) -> str:
        """``set-up``, ``play``, ``interlude`` or ``over``."""
        return name_phase(state.cells[STAGE], state.cells[TURN])

    def legal(self, state: State, seat: str) -> Sequence[Action]:
        """All legal actions in the order of their numbers, discards by cards; trades between players are not listed."""
        return list_legal(state, state.table.number_of[seat])

    def is_legal(self, state: State, seat: str, action: Action) -> bool:
        """Whether ``action`` is legal for ``seat``, trades between players included."""
        return is_legal(state, state.table.number_of[seat], action)

    def apply(self, state: State, seat: str, action: Action, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        """The position after ``action`` and all that follows without a decision."""
        return apply_action(state, state.table.number_of[seat], action, chance)

    def play(self, state: State, seat: str, action: Action, chance: Chance) -> State:
        """The same position, for an ``action`` known to be legal; nothing is told."""
        return carry_out(state, state.table.number_of[seat], action, chance, tells=False).freeze()

    def ending(self, state: State) -> str | None:
        """``victory``."""
        return VICTORY if state.cells[STAGE] == _OVER else None

    def load(self, saved: JsonObject) -> State:
        """The position that :meth:`dump` wrote."""
        return load_state(self.rules, saved)
