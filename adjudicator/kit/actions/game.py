"""A game in which an order is an action, put together from its rules, its look and its secrets."""

from __future__ import annotations

from typing import Generic, TypeVar

from adjudicator.core.table import Option, Pacing
from adjudicator.kit.actions.cases import ActionCases
from adjudicator.kit.actions.kernel import ActionKernel
from adjudicator.kit.actions.orders import ActionOrders
from adjudicator.kit.actions.rules import ActionRules, Look, Secrets
from adjudicator.kit.actions.shown import ActionExhibit, ActionViews
from adjudicator.kit.defaults import PlainGame

S = TypeVar("S")


class ActionGame(PlainGame, Generic[S]):
    """See :class:`adjudicator.core.game.Game`.

    ``module`` is where Python finds it, ``package:GAME``; ``order`` the key of its orders, ``duty`` the sentence with
    which a player is asked for one. ``draws`` says that chance is drawn from in play, ``version`` is raised with every
    change of the rules that could alter a running game.
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
        version: int = 1,
    ) -> None:
        self.name, self.title, self.module, self.seats, self.version = name, title, module, seats, version
        self.options, self.default_pacing = options, default_pacing
        self.kernel = ActionKernel(rules, order, seats, options, draws=draws)
        self.orders = ActionOrders(self.kernel, duty)
        self.views = ActionViews(self.kernel, secrets or Secrets())
        self.exhibit = ActionExhibit(self.kernel, look or Look(), duty)

    @property
    def cases(self) -> ActionCases[S]:
        """Positions as the game keeps them."""
        return ActionCases(self.kernel)
