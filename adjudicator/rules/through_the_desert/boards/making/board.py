"""Makes a whole board from a seed."""

from __future__ import annotations

from adjudicator.rules.through_the_desert.board import Board, lay_grid
from adjudicator.rules.through_the_desert.boards.making.course import run_river
from adjudicator.rules.through_the_desert.boards.making.features import Features
from adjudicator.rules.through_the_desert.boards.making.ground import CANVAS, Picks, make_ground

SMALL_POOLS, SMALL_PALMS = 32, 6
STRIP_POOLS, STRIP_PALMS = 11, 1
_ATTEMPTS = 8
"""How often features are laid on one ground before another is made."""


def make_board(seed: int, *, with_strip: bool, with_river: bool) -> Board:
    """The board that ``seed``, a whole number from 0, makes.

    It has the counts of the printed boards and all that was measured on the small one: see the docs on boards.
    """
    picks = Picks(seed)
    while (board := _try(picks, f"{seed:016x}", with_strip=with_strip, with_river=with_river)) is None:
        pass
    return board


def _try(picks: Picks, name: str, *, with_strip: bool, with_river: bool) -> Board | None:
    ground = make_ground(picks, with_strip=with_strip)
    if ground is None:
        return None
    for _ in range(_ATTEMPTS):
        features = _lay_features(picks, ground.field & ~ground.strip, ground.strip)
        river = run_river(picks, ground) if features and with_river else ()
        if features is not None and river is not None:
            names_of = CANVAS.names_of
            grid = lay_grid(names_of(ground.field))
            return Board(
                name="random",
                title=f"Board {name}, made at random",
                origin="Made by chance for one game; not a publisher's product.",
                grid=grid,
                mountains=tuple(names_of(ground.mountains)),
                pools=grid.mask_of(names_of(features.pools)),
                palms=grid.mask_of(names_of(features.palms)),
                river=river,
                strip=grid.mask_of(names_of(ground.strip)),
            )
    return None


def _lay_features(picks: Picks, small: int, strip: int) -> Features | None:
    """Pools and palm spaces of the small area by itself, then those of the strip; None where it failed."""
    features = Features(small)
    if not features.lay_palms(picks, small, SMALL_PALMS) or not features.lay_pools(picks, small, SMALL_POOLS):
        return None
    if not strip:
        return features
    features = Features(small | strip, features.pools, features.palms)
    laid = features.lay_palms(picks, strip, STRIP_PALMS) and features.lay_pools(picks, strip, STRIP_POOLS)
    return features if laid else None
