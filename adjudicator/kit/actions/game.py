"""A game in which an order is an action, put together from its rules, its look and its secrets.

In its CASE files a position is what the game keeps of it, laid over the one at the start.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Generic, TypeVar, cast

from adjudicator.core.bench import ActionTextError, Mismatch, PositionError, PositionFault
from adjudicator.core.chance import Label
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Option, Pacing, Seat, Setting
from adjudicator.kit.actions.conditions import clean, say_conditions
from adjudicator.kit.actions.kernel import ActionKernel, GameProgress
from adjudicator.kit.actions.orders import ActionOrders
from adjudicator.kit.actions.rules import ActionRules, Look, Secrets
from adjudicator.kit.actions.views import ActionExhibit, ActionViews
from adjudicator.kit.defaults import PlainGame
from adjudicator.kit.positions import Forms, find_faults, find_mismatches, lay_over, name_keys

S = TypeVar("S")


class _FirstOutcome:
    """Every draw gives its first outcome: a case says what it is about, whatever the set-up drew."""

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        del epoch, label, below, hidden
        return 0


class ActionCases(Generic[S]):
    """See :class:`adjudicator.core.bench.CaseBench`."""

    def __init__(self, kernel: ActionKernel[S]) -> None:
        self.kernel = kernel

    def read_position(self, content: JsonObject, setting: Setting) -> GameProgress[S]:
        """The start, with what ``content`` says laid over what the game keeps of it. Raises ``PositionError``."""
        start, _ = self.kernel.setup(setting, _FirstOutcome())
        kept = self.kernel.rules.dump(start.position)
        forms: Forms = {(): name_keys(tuple(kept), f"a position has no {{name}}; it has {', '.join(kept)}")}
        if faults := list(find_faults(content, forms)):
            raise PositionError(faults)
        try:
            position = self.kernel.rules.load(cast("JsonObject", lay_over(kept, content, forms)))
        except (ValueError, TypeError) as error:
            raise PositionError([PositionFault((), str(error))]) from error
        return start._replace(position=position)

    def compare(self, state: GameProgress[S], expected: JsonObject) -> Sequence[Mismatch]:
        """Where what the game keeps differs from what is expected."""
        return list(find_mismatches(expected, self.kernel.rules.dump(state.position), {}))

    def read_action(self, state: GameProgress[S], text: str) -> str:
        """What stands behind the order's key."""
        del state
        kind, _, action = text.partition(" ")
        if kind != self.kernel.order:
            raise ActionTextError("unknown-order")
        return clean(action)

    def explain(self, state: GameProgress[S], seat: Seat, action: str) -> str:
        """The reason in words."""
        return self.kernel.refuse(state, seat, action).why


class ActionGame(PlainGame, Generic[S]):
    """See :class:`adjudicator.core.game.Game`.

    ``module`` is where Python finds it, ``package:GAME``; ``order`` the key of its orders, ``duty`` the sentence with
    which a player is asked for one. ``draws`` says that chance is drawn from in play, ``seat_facts`` in which facts of
    events seats stand, which get people's names there. ``version`` is raised with every change of the rules that could
    alter a running game.
    """

    schemas = ("actions",)

    def __init__(
        self,
        *,
        name: str,
        title: str,
        module: str,
        seats: range,
        order: str,
        duty: str,
        rules: ActionRules[S],
        look: Look[S] | None = None,
        secrets: Secrets[S] | None = None,
        options: tuple[Option, ...] = (),
        draws: bool = False,
        default_pacing: Pacing = Pacing.SEAT,
        seat_facts: Collection[str] = PlainGame.seat_facts,
        version: int = 1,
    ) -> None:
        self.name, self.title, self.module, self.seats, self.version = name, title, module, seats, version
        self.options, self.default_pacing, self.seat_facts = options, default_pacing, frozenset(seat_facts)
        self.kernel = ActionKernel(rules, order, seats, options, draws=draws)
        self.orders = ActionOrders(self.kernel, duty)
        self.views = ActionViews(self.kernel, secrets or Secrets())
        self.exhibit = ActionExhibit(self.kernel, look or Look(), duty)

    def notes(self, setting: Setting, pacing: Pacing) -> Sequence[str]:
        """Which conditions orders can have."""
        del setting, pacing
        return (say_conditions(self.kernel.rules),)

    @property
    def cases(self) -> ActionCases[S]:
        """Positions as the game keeps them."""
        return ActionCases(self.kernel)
