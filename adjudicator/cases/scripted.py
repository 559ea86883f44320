"""A chance that gives what a case says."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.cases.case import ScriptedDraw
from adjudicator.cases.difference import Difference
from adjudicator.core.chance import Label

_SETUP = 0
"""The epoch of the set-up."""


class UnscriptedDrawError(Exception):
    """The rules drew something of which the case says nothing; its name is the argument."""


class ScriptedChance:
    """Gives what is scripted; in the set-up the first of what there is for the rest."""

    def __init__(self, script: Sequence[ScriptedDraw]) -> None:
        self._left = {draw.label: draw for draw in reversed(script)}
        self.differences: list[Difference] = []

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        """See :class:`adjudicator.core.chance.Chance`. Raises :class:`UnscriptedDrawError`."""
        del hidden
        name = " ".join(map(str, label))
        scripted = self._left.pop(name, None)
        if scripted is None:
            if epoch != _SETUP:
                raise UnscriptedDrawError(name)
            return 0
        if scripted.of not in {None, below}:
            what = f"outcomes of the draw {name}"
            self.differences.append(Difference(scripted.place, what, str(scripted.of), str(below)))
        if scripted.gives >= below:
            what = f"the draw {name}"
            self.differences.append(Difference(scripted.place, what, str(scripted.gives), f"0 to {below - 1}"))
            return 0
        return scripted.gives

    def find_unused(self) -> list[Difference]:
        """A difference for every scripted draw that was never made."""
        return [
            Difference(draw.place, f"the draw {draw.label}", "to be made", "never made") for draw in self._left.values()
        ]
