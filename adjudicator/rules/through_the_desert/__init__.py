"""Through the Desert, in three editions, for 2 to 5 seats. An unofficial adjudicator of Reiner Knizia's game.

Here its parts are put together: the rules behind the core's kernel protocol, the house player, and the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from adjudicator.core.agenda import Ask, Question
from adjudicator.core.chance import Chance
from adjudicator.core.table import Decision, Event, IllegalActionError, Option, Pacing, Setting
from adjudicator.kit.defaults import PlainGame, PlainKernel
from adjudicator.kit.hexes import list_bits
from adjudicator.rules.through_the_desert.editions import EDITIONS, OPTIONS, RANDOM
from adjudicator.rules.through_the_desert.exhibit import DesertExhibit
from adjudicator.rules.through_the_desert.legal import DECISIONS, Action, ActionKind, LegalActions, list_legal
from adjudicator.rules.through_the_desert.mail import DesertOrders
from adjudicator.rules.through_the_desert.play import carry_out, play_action
from adjudicator.rules.through_the_desert.rulings import RULINGS, SOURCES
from adjudicator.rules.through_the_desert.saved import dump_state, load_state
from adjudicator.rules.through_the_desert.score import score_seats
from adjudicator.rules.through_the_desert.setup import check_setting, draw_board, lay_table, set_up
from adjudicator.rules.through_the_desert.state import COLOURS, Phase, State, list_movers
from adjudicator.rules.through_the_desert.views import DesertViews
from adjudicator.rules.through_the_desert.words import DRAW_SENTENCES

if TYPE_CHECKING:
    from adjudicator.rules.through_the_desert.boards.review import DesertBoards
    from adjudicator.rules.through_the_desert.cases import DesertCases


class DesertKernel(PlainKernel[State, Action]):
    """See :class:`adjudicator.core.game.Kernel`."""

    scores = staticmethod(score_seats)
    dump = staticmethod(dump_state)
    load = staticmethod(load_state)

    def __init__(self) -> None:
        self._ready: tuple[State, LegalActions] | None = None
        """The position reached last and the legal camels of the seat on move, which the end of the game hung on."""

    def setup(self, setting: Setting, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        """The position before the first leader."""
        check_setting(setting)
        return set_up(lay_table(setting, draw_board(setting, chance)), chance)

    def seats(self, state: State) -> tuple[str, ...]:
        """The seats in table order."""
        return state.table.seats

    def decisions(self, state: State) -> tuple[Decision, ...]:
        """The one decision of the seat on move; none when the game is over."""
        if state.phase is Phase.OVER:
            return ()
        return (Decision(state.table.seats[state.on_move], DECISIONS[state.phase].value),)

    def mover(self, state: State) -> str | None:
        """The seat on move."""
        return None if state.phase is Phase.OVER else state.table.seats[state.on_move]

    def epoch(self, state: State) -> int:
        """The number of the table turn under way, from 1."""
        return state.moves + 1

    def furthest_epoch(self, state: State, pacing: Pacing) -> int | None:
        """None but for water that lies face down: any camel of the turn to come may take some."""
        if not state.table.face_down or not state.water or state.phase is Phase.OVER:
            return None
        moves = len(list_movers(state)) if pacing is Pacing.ROUND else 1
        last = state.moves + moves
        return last if last > state.table.leader_moves else None

    def phase(self, state: State) -> str:
        """The phase's word."""
        return state.phase.value

    def legal(self, state: State, seat: str) -> LegalActions:
        """All legal actions, by colour, then hex by hex."""
        number = state.table.number_of[seat]
        ready = self._ready
        if ready is not None and ready[0] is state and number == state.on_move:
            return ready[1]
        return list_legal(state, number)

    def apply(self, state: State, seat: str, action: Action, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        """The position after ``action``; water that lies face down is drawn when it is taken."""
        if seat != self.mover(state) or action not in self.legal(state, seat):
            raise IllegalActionError(f"{seat}: {action}")
        return self._carry_out(state, action, chance)

    def play(self, state: State, seat: str, action: Action, chance: Chance) -> State:
        """The same position, for an ``action`` of the seat on move that is known to be legal."""
        del seat
        return self._carry_out(state, action, chance)[0]

    def _carry_out(self, state: State, action: Action, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        after, events, ready = play_action(state, action, chance)
        self._ready = None if ready is None else (after, ready)
        return after, events

    def ending(self, state: State) -> str | None:
        """``last-camel`` or ``stuck``."""
        return None if state.ending is None else state.ending.value


_LOOKED_AT = 12
"""Camels that are played in thought; the others come no nearer to anything."""


class DesertHouse:
    """See :class:`adjudicator.core.game.HousePlayer`."""

    def answers(self, ask: Ask) -> bool:
        """Whatever is asked."""
        del ask
        return True

    def choose(self, question: Question[State, Action]) -> Action | None:
        """The camel or leader, by points, then by nearness, then in the order of the list; a return is left alone."""
        known, seat = question.known, question.known.table.number_of[question.decision.seat]
        if question.decision.kind == ActionKind.RETURN.value:
            return None
        distances = [_measure(known, goal) for goal in _list_goals(known, seat)]
        near = sorted(
            question.legal, key=lambda action: (distances[action.colour].get(action.hex, 0), action.colour, action.hex)
        )
        if question.decision.kind == ActionKind.LEADER.value:
            return near[0]

        def count(action: Action) -> int:
            return score_seats(carry_out(known, seat, action)[0])[seat].points

        return max(near[:_LOOKED_AT], key=count)


def _list_goals(known: State, seat: int) -> list[int]:
    """By colour, the hexes with tokens and the oases that the seat's caravan has not linked, as masks."""
    linked = known.linked[seat * COLOURS : (seat + 1) * COLOURS]
    return [known.water | known.oases & ~mask for mask in linked]


def _measure(known: State, goals: int) -> dict[int, int]:
    """How far each hex is from the nearest of ``goals``, as numbers below 0, since 0 is for what reaches none."""
    grid = known.table.board.grid
    free = known.table.board.everywhere & ~(known.closed | known.occupied)
    far: dict[int, int] = {}
    reached, distance = goals, -len(grid.neighbours)
    while True:
        far |= dict.fromkeys((index for index in list_bits(reached) if index not in far), distance)
        grown = grid.grow(reached) & free | reached
        if grown == reached:
            return far
        reached, distance = grown, distance + 1


class ThroughTheDesert(PlainGame):
    """See :class:`adjudicator.core.game.Game`. What few commands ask for is imported when it is."""

    name = "through-the-desert"
    title = "Through the Desert"
    version = 2
    module = "adjudicator.rules.through_the_desert:GAME"
    options: tuple[Option, ...] = OPTIONS
    seats = range(2, 6)
    default_pacing = Pacing.ROUND
    epochs = 256
    reserved: frozenset[str] = frozenset({RANDOM})
    seat_facts: frozenset[str] = frozenset({"seat", "winners", "owner", "whose", "first", "last"})
    fragments = "through-the-desert"
    schemas = ("through-the-desert",)
    kernel = DesertKernel()
    orders = DesertOrders()
    views = DesertViews()
    exhibit = DesertExhibit()
    house = DesertHouse()
    draw_sentences = DRAW_SENTENCES
    rulings: Mapping[str, str] = RULINGS
    sources: Mapping[str, Mapping[str, str]] = SOURCES
    editions: Mapping[str, str] = MappingProxyType({name: edition.title for name, edition in EDITIONS.items()})

    def notes(self, setting: Setting, pacing: Pacing) -> Sequence[str]:
        """Which board is played, and whose it is."""
        del pacing
        if setting.options.get("board") == RANDOM:
            return ("The board is made at random in the set-up; it is not a publisher's product.",)
        return (f"The board: {lay_table(setting).board.words}",)

    @cached_property
    def boards(self) -> DesertBoards:
        """Boards as files."""
        from adjudicator.rules.through_the_desert.boards.review import DesertBoards  # noqa: PLC0415 - for boards

        return DesertBoards()

    @cached_property
    def cases(self) -> DesertCases:
        """Positions as CASE files write them."""
        from adjudicator.rules.through_the_desert.cases import DesertCases  # noqa: PLC0415 - for CASEs

        return DesertCases()


GAME = ThroughTheDesert()
