"""A podium: who came first, second and third."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from adjudicator.kit.charts.paper import WIDTH, frame_sheet, shorten_name, write_text
from adjudicator.kit.words import count_of

_BLOCK = WIDTH / 3
_LEFTS = (_BLOCK, 0.0, 2 * _BLOCK)
"""Where the blocks of the first three begin: the first in the middle."""
_HEIGHTS = (84, 58, 40)
_OPACITIES = (".75", ".45", ".2")
_BASE = 122


def rank_seats(points: Mapping[str, int], winners: Collection[str]) -> list[tuple[int, str]]:
    """The seats from first to last, each with its place: the ``winners`` before all, then by points.

    Seats with as many points share a place.
    """
    strength = {seat: (seat in winners, mine) for seat, mine in points.items()}
    places = [(1 + sum(other > mine for other in strength.values()), seat) for seat, mine in strength.items()]
    return sorted(places, key=lambda ranked: ranked[0])


def draw_podium(ranking: Sequence[tuple[int, str]], points: Mapping[str, int]) -> str:
    """The first three of ``ranking`` as one ``<svg>`` element, with their ``points``."""
    pieces = []
    for (place, seat), left in zip(ranking, _LEFTS, strict=False):
        top, middle = _BASE - _HEIGHTS[place - 1], left + _BLOCK / 2
        box = f"M{left + 3:.0f} {_BASE}V{top}h{_BLOCK - 6:.0f}V{_BASE}z"
        opacity = _OPACITIES[place - 1]
        pieces += [
            f'<path d="{box}" fill="#e0a100" fill-opacity="{opacity}" stroke="currentColor"/>',
            write_text(middle, top - 21, shorten_name(seat, 15), 'text-anchor="middle" font-weight="bold"'),
            write_text(middle, top - 6, count_of(points[seat], "point"), 'text-anchor="middle"'),
            write_text(middle, _BASE - 11, place, 'text-anchor="middle" font-weight="bold" font-size="22"'),
        ]
    return frame_sheet("The podium", _BASE + 2, "".join(pieces))
