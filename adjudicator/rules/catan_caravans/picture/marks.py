"""Which mark stands for what: the figures of palms and camels, and how each route is told from the others.

Routes differ in colour and in the dashes of their bands, and their colours in lightness, so that they stay apart in
grey and for colour-blind readers.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.rules.catan.picture.marks import TerrainLook

PALM = (
    '<path d="M-3 16q5-10 1-18h4q4 9 1 18z" fill="#6b4a2b"/>'
    '<path d="M1-3q-8-9-18 1 10-2 18-1zM-1-3q8-9 18 1-10-2-18-1zM1-4q-12-1-12 12 5-8 12-12zM-1-4q12-1 12 12-5-8-12-12z'
    'M0-3q-8-7-6-16 8 7 6 16zM0-3q8-7 6-16-8 7-6 16z" fill="#1d5c2a"/>'
)
"""A palm tree round its own middle."""
CAMEL = (
    "M-8 8l.5-7q-1.5-4 2.5-5 1.5-1 3.5-5.5 1.5 5 4.5 6.5 1.5-1 1.5-5 .5-2.5 3-2l3 1.5-.5 1.5-3 0"
    "q.5 6-2.5 9l.5 6H2.5L2 3h-6.5L-6 8z"
)
"""A camel round its own middle."""
SAND, DARK = "#f4c878", "#5a3410"


class RouteLook(NamedTuple):
    """How a route is shown: the colour of its band, the ink upon it, and the dashes in which it is drawn."""

    colour: str
    ink: str
    dashes: str

    def draw(self) -> str:
        """The attributes of a line."""
        dashes = f' stroke-dasharray="{self.dashes}"' if self.dashes else ""
        return f' stroke="{self.colour}"{dashes}'


LOOKS = {
    "R1": RouteLook("#4a1486", "#fff", ""),
    "R2": RouteLook("#00818f", "#fff", "13 9"),
    "R3": RouteLook("#ff6fb5", "#111", "4 5"),
}
"""By route, from dark to light."""

GROUND = TerrainLook(
    "#e3f3d4",
    36,
    20,
    '<path d="M2 7q4-4 8 0t8 0M20 17q4-4 8 0t8 0" stroke="#6aa7bd" stroke-width="1.6" fill="none"/>',
    figure=PALM,
)
"""The oasis."""
