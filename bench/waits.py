"""How often somebody is waited for in whole games of Catan by mail, played by scripted players in memory.

    python bench/waits.py [--games 100] [--seed waits] [--only catan] [--seats 4] [--processes 2]

Every game goes the way of a real one: set-up and turns with the chance of a game directory, every file judged like any
other, and only accepted files count. The players know what their seat knows and nothing else.

A seat is waited for when it must be asked before an adjudication and nothing that it sent before answers. ``asked``
counts every such seat, ``waits`` an adjudication before which there was at least one. Adjudications before which nobody
is waited for come at once: a standing order moves a robber. ``files`` are all that were sent, those too that came in
advance in the set-up. The goals hold for ``asked``, the larger of the two counts of waits, and in games by rounds for
``adjudications``. Figures are medians, with the 10th and the 90th percentile in brackets.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from statistics import median
from typing import NamedTuple

from players.tables import Tally, Variant, play_game

from adjudicator.core.table import Pacing
from adjudicator.registry import list_games

ASKED = {"preroll": "ask", "discard": "ask"}
_SHARE = 4
"""Rows without a goal, which are there for comparison, are played with this part of the games."""
COUNTED = ("turns", "adjudications", "waits", "asked", "files")


class Row(NamedTuple):
    """A line of the table: what is played, in words, and the goal it is held against."""

    words: str
    variant: Variant
    goal: tuple[str, int] | None = None


def list_rows() -> Iterator[Row]:
    """Every line, game by game."""
    for game, edition, by_seat, by_round in (("catan", "base", 100, 30), ("catan-caravans", "box", 120, 32)):
        for seats in (4, 3):
            who = f"{game} {edition}, {seats} seats, "
            nothing = Variant(game, edition, seats, Pacing.SEAT, standing=False, options=ASKED)
            yield Row(who + "by seat, everything asked", nothing)
            in_turn = nothing._replace(standing=True, options={})
            yield Row(who + "by seat, standing orders", in_turn, ("asked", by_seat))
            yield Row(who + "by round", in_turn._replace(pacing=Pacing.ROUND), ("adjudications", by_round))


def describe(words: str, tallies: Sequence[Tally], goal: tuple[str, int] | None) -> str:
    """The figures of a row in two lines."""
    figures = [f"{name} {_spread([getattr(tally, name) for tally in tallies])}" for name in COUNTED]
    ended = ", ".join(f"{count} by {ending}" for ending, count in sorted(Counter(t.ending for t in tallies).items()))
    text = f"{words}\n    {'; '.join(figures)}; ended: {ended}"
    if goal is not None:
        name, most = goal
        reached = median(getattr(tally, name) for tally in tallies) <= most
        text += f"; goal: {name} at most {most}, {'reached' if reached else 'NOT reached'}"
    return text


def _spread(values: Sequence[int]) -> str:
    ranked = sorted(values)
    last = len(ranked) - 1
    return f"{median(ranked):g} ({ranked[round(last * 0.1)]} to {ranked[round(last * 0.9)]})"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="games a row; a quarter where there is no goal")
    parser.add_argument("--seed", default="waits", help="any word; the same word gives the same figures")
    parser.add_argument("--only", help="one game by name")
    parser.add_argument("--seats", type=int, help="this number of seats only")
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    rows = [
        row
        for row in list_rows()
        if arguments.only in {None, row.variant.game} and arguments.seats in {None, row.variant.seats}
    ]
    installed = list_games()
    with ProcessPoolExecutor(arguments.processes) as pool:
        for name in dict.fromkeys(row.variant.game for row in rows):
            if name not in installed:
                print(f"{name} is not installed: skipped")
        for row in rows:
            if row.variant.game not in installed:
                continue
            count = arguments.games if row.goal else -(-arguments.games // _SHARE)
            tallies = list(
                pool.map(play_game, [row.variant] * count, [arguments.seed] * count, range(count), chunksize=2)
            )
            print(describe(row.words, tallies, row.goal))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
