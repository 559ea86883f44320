"""What the author of a game imports.

A game whose orders are single actions is an :class:`ActionGame`, put together from :class:`ActionRules`, a
:class:`Look` and, where something is hidden, :class:`Secrets`; ``docs/game-authors.md`` begins with one. A game with an
order language of its own writes the parts of :class:`adjudicator.core.game.Game` and inherits from
:mod:`adjudicator.kit.defaults` what it has no use for.
"""

from adjudicator.core.table import Event, Onlooker, Option, Pacing, Reader, Seat, Setting
from adjudicator.kit.actions import ActionGame
from adjudicator.kit.actions.rules import ActionRules, Dice, Illegal, Look, Secrets

__all__ = [
    "ActionGame",
    "ActionRules",
    "Dice",
    "Event",
    "Illegal",
    "Look",
    "Onlooker",
    "Option",
    "Pacing",
    "Reader",
    "Seat",
    "Secrets",
    "Setting",
]
