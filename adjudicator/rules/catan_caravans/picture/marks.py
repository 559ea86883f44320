"""Which mark stands for what: the figures of palms and camels, and how each route is told from the others.

Routes differ in colour and in the dashes of their bands, and their colours in lightness, so that they stay apart in
grey and for colour-blind readers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudicator.rules.catan.picture.marks import Mark, TerrainLook, frame_mark
from adjudicator.rules.catan.picture.view import View
from adjudicator.rules.catan_caravans.picture.view import CaravanView, as_caravans, list_positions

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


def list_marks(view: View) -> Sequence[Mark]:
    """Routes, arrows and positions; nothing for a view without routes."""
    return tuple(_explain_marks(as_caravans(view))) if "routes" in view else ()


def _explain_marks(view: CaravanView) -> Iterator[Mark]:
    for (name, route), look in zip(view.get("routes", {}).items(), LOOKS.values(), strict=False):
        plain = RouteLook(DARK, "", ""), RouteLook("#fff", "", ""), look, RouteLook(SAND, "", "")
        band = "".join(
            f'<path d="M2 20h84" stroke-width="{width}"{paint.draw()}/>'
            for paint, width in zip(plain, (34, 31, 31, 17), strict=True)
        )
        camel = f'<use href="#camel" x="24" y="20" stroke="{DARK}"/>'
        tip = "" if route["ended"] else "M82 20L66 7v26z"
        shape = "M45 6h28v28h-28z" if route["ended"] else "M44 20a15 15 0 1 0 30 0a15 15 0 1 0-30 0z"
        head = f'<path d="{tip}{shape}" fill="{look.colour}" stroke="#fff" stroke-width="3" paint-order="stroke"/>'
        words = f'<text x="59" y="26" font-size="17" fill="{look.ink}">{name}</text>'
        say = "has ended" if route["ended"] else "" if route["camels"] else "not begun"
        yield Mark(frame_mark(f"{band}{camel}{head}{words}", 88), f"route {name}{f' ({say})' if say else ''}")
    arrow = f'<path d="M36 20L22 6v9H6v10h16v9z" fill="{DARK}"/>'
    yield Mark(frame_mark(arrow), "where a first camel may lie")
    if list_positions(view):
        sign = f'<path d="M3 6h38v28H3z" fill="#fff" stroke="{LOOKS["R1"].colour}" stroke-width="4"/>'
        name = '<text x="22" y="28" font-size="22" fill="#111">V1</text>'
        yield Mark(frame_mark(sign + name, 44), "where the next camel may lie, as the list names it")
