"""The board as SVG, to stand in a page: no script, no style sheet, nothing from elsewhere.

Only presentation attributes are used, so that a mail client without styles shows the same.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from adjudicator.rules.catan.picture.expansion import NO_EXPANSION, ExpansionPicture
from adjudicator.rules.catan.picture.ground import draw_ground, draw_robber
from adjudicator.rules.catan.picture.marks import GROUNDS
from adjudicator.rules.catan.picture.pieces import draw_buildings, draw_numbers, draw_roads
from adjudicator.rules.catan.picture.places import HEIGHT, WIDTH
from adjudicator.rules.catan.picture.view import View


def draw_board(view: View, newest: AbstractSet[str] = frozenset(), more: ExpansionPicture = NO_EXPANSION) -> str:
    """The board of ``view`` as one ``<svg>`` element; pieces on the intersections and paths in ``newest`` have a rim.

    Raises ``KeyError`` where the view names a terrain or path that there is not, ``IndexError`` for an intersection.
    """
    robber = view["robber"]
    tiles = view["board"]["hexes"]
    return "".join(
        (
            _open_drawing(),
            "<title>The board</title>",
            draw_ground(view["board"], robber, {**GROUNDS, **more.grounds}),
            '<g fill="none">',
            more.draw_below(view, newest),
            *draw_roads(view, newest),
            "</g>",
            *draw_buildings(view, newest),
            *draw_numbers(view["seats"]),
            draw_robber(robber, tiles[robber]["number"] is not None) if robber else "",
            *more.draw_above(view, newest),
            "</svg>",
        )
    )


def _open_drawing() -> str:
    """The opening tag. The drawing takes the room it gets, but never so little that its numbers cannot be read."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}" font-family="Verdana,Arial,sans-serif" text-anchor="middle"'
        f' style="width:100%;height:auto;min-width:{WIDTH * 17 // 20}px;max-width:{WIDTH * 23 // 20}px">'
    )
