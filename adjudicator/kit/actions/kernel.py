"""The kernel around such rules: it judges, counts table turns, and tells who moves at once."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar, cast

from adjudicator.core.chance import Chance
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Decision, Event, IllegalActionError, Option, Pacing, Score, Seat, Setting, say_seats
from adjudicator.kit.actions.rules import ActionRules, Dice, Illegal
from adjudicator.kit.defaults import PlainKernel
from adjudicator.kit.words import join_words

S = TypeVar("S")

OVER, PLAY = "over", "play"


class GameProgress(NamedTuple, Generic[S]):
    """A position and how far the game has come: the table turn under way, from 1, and the actions taken in it.

    ``names`` are what seats are called in sentences, where they have names; no position is kept with them.
    """

    seats: tuple[Seat, ...]
    position: S
    turn: int = 1
    actions: int = 0
    names: Mapping[Seat, str] = MappingProxyType({})


class ActionKernel(PlainKernel[GameProgress[S], str]):
    """See :class:`adjudicator.core.game.Kernel`.

    ``order`` is the key of the game's orders, ``counts`` the numbers of seats that can play it; ``draws`` says that
    chance is drawn from in play.
    """

    def __init__(
        self, rules: ActionRules[S], order: str, counts: range, options: Sequence[Option], *, draws: bool
    ) -> None:
        self.rules, self.order, self.counts, self.options, self.draws = rules, order, counts, options, draws

    def setup(self, setting: Setting, chance: Chance) -> tuple[GameProgress[S], tuple[Event, ...]]:
        """The position before anybody acts."""
        position, events = self.rules.setup(self._complete(setting), Dice(chance, 0, ()))
        return GameProgress(setting.seats, position), tuple(events)

    def _complete(self, setting: Setting) -> Setting:
        """``setting`` with the defaults of options that it says nothing of. Raises ``ValueError``."""
        if len(setting.seats) not in self.counts:
            raise ValueError(f"the game is for {say_seats(self.counts)}")
        known = {option.name: option for option in self.options}
        for name, value in setting.options.items():
            if name not in known:
                raise ValueError(f"there is no option {name}; there are: {join_words(known) or 'none'}")
            if not known[name].allows(value):
                raise ValueError(f"{name} is one of {join_words(known[name].values, 'or')}, not {value}")
        defaults = {name: option.default for name, option in known.items()}
        return setting._replace(options={**defaults, **setting.options})

    def seats(self, state: GameProgress[S]) -> tuple[Seat, ...]:
        """The seats in the order in which they were given."""
        return state.seats

    def decisions(self, state: GameProgress[S]) -> tuple[Decision, ...]:
        """One of everybody who is awaited."""
        return tuple(Decision(seat, self.order) for seat in self.list_awaited(state))

    def list_awaited(self, state: GameProgress[S]) -> tuple[Seat, ...]:
        """Who is awaited, in table order."""
        awaited = self.rules.awaited(state.position)
        return tuple(seat for seat in state.seats if seat in awaited)

    def mover(self, state: GameProgress[S]) -> Seat | None:
        """Who is awaited, where it is one seat alone."""
        awaited = self.list_awaited(state)
        return awaited[0] if len(awaited) == 1 else None

    def epoch(self, state: GameProgress[S]) -> int:
        """The table turn under way."""
        return state.turn

    def furthest_epoch(self, state: GameProgress[S], pacing: Pacing) -> int | None:
        """The table turn under way; in a round everybody's, one after the other."""
        awaited = self.list_awaited(state)
        if not self.draws or not awaited:
            return None
        return state.turn + (len(state.seats) - 1 if pacing is Pacing.ROUND and len(awaited) == 1 else 0)

    def phase(self, state: GameProgress[S]) -> str:
        """``play`` or ``over``."""
        return PLAY if self.rules.awaited(state.position) else OVER

    def legal(self, state: GameProgress[S], seat: Seat) -> Sequence[str]:
        """All legal actions."""
        return self.rules.legal(state.position, seat)

    def refuse(self, known: GameProgress[S], seat: Seat, action: str) -> Illegal:
        """Why an ``action`` is not legal; what the rules stumble over is not understood."""
        try:
            return self.rules.refuse(known.position, seat, action)
        except Exception:  # noqa: BLE001 - an author's own code, handed what a player wrote; no game may stop at that
            return Illegal("it is not understood", for_good=True)

    def apply(
        self, state: GameProgress[S], seat: Seat, action: str, chance: Chance
    ) -> tuple[GameProgress[S], tuple[Event, ...]]:
        """The position after ``action``.

        A table turn is over when somebody is awaited who was not before: the next seat, or all for a new round.
        """
        awaited = self.list_awaited(state)
        if seat not in awaited or action not in self.legal(state, seat):
            raise IllegalActionError(f"{seat}: {action}")
        place = (seat, state.actions)
        dice = Dice(chance if self.draws else None, state.turn, place)
        position, events = self.rules.apply(state.position, seat, action, dice)
        after = state._replace(position=position, actions=state.actions + 1)
        if not {*self.list_awaited(after)} <= {*awaited}:
            after = after._replace(turn=state.turn + 1, actions=0)
        return after, tuple(events)

    def scores(self, state: GameProgress[S]) -> tuple[Score, ...]:
        """Everybody's points."""
        points = self.rules.points(state.position)
        return tuple(Score(seat, points.get(seat, 0), {}) for seat in state.seats)

    def ending(self, state: GameProgress[S]) -> str | None:
        """``over``."""
        return None if self.rules.awaited(state.position) else OVER

    def dump(self, state: GameProgress[S]) -> JsonObject:
        """The position, with what was counted."""
        position = self.rules.dump(state.position)
        return {"seats": list(state.seats), "turn": state.turn, "actions": state.actions, "position": position}

    def load(self, saved: JsonObject) -> GameProgress[S]:
        """The position that :meth:`dump` wrote."""
        seats = tuple(cast("Sequence[str]", saved["seats"]))
        position = self.rules.load(cast("JsonObject", saved["position"]))
        return GameProgress(seats, position, cast("int", saved["turn"]), cast("int", saved["actions"]))
