"""How often somebody is waited for in whole games by mail, played by scripted players in memory.

    python bench/waits.py [--games 100] [--seed waits] [--only catan] [--seats 4] [--processes 2]

Every game goes the way of a real one: set-up and turns with the chance of a game directory, every file judged like any
other, and only accepted files count. The players know what their seat knows and nothing else.

A seat is waited for when it must be asked before an adjudication and nothing that it sent before answers. ``asked``
counts every such seat, ``waits`` an adjudication before which there was at least one. Adjudications before which nobody
is waited for come at once: a standing order moves a robber. ``files`` are all that were sent, those too that came in
advance in the set-up, or to prolong a plan while somebody else was awaited. ``opening`` are the waits of the set-up,
``trades`` those between players. With one real proposal a turn nobody has said no to everything: what does not help a
seat is refused in advance by its terms, and the rest is asked. Turns passed in advance are those in which a player can
buy and play nothing and the bank would trade nothing: behind the end of a turn stands that of such a next one. In Catan
the goals hold for ``asked``, the larger of the two counts of waits, and in games by rounds for ``adjudications``; in
Through the Desert for ``waits``, for plans of three moves for ``asked`` too, and for two choices, where every round is
waited for, for the waits ``beyond`` one a round. Figures are medians, with the 10th and
90th percentile in brackets.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from statistics import median
from typing import NamedTuple

from players import desert
from players.tables import Tally, Variant, play_game

from adjudicator.core.charter import WhenBlocked
from adjudicator.core.table import Pacing
from adjudicator.registry import list_games

ASKED = {"preroll": "ask", "discard": "ask"}
DESERT = "through-the-desert"
_FULL = 4
_SHARE = 4
"""Rows without a goal, which are there for comparison, are played with this part of the games."""
COUNTED = ("turns", "rounds", "adjudications", "waits", "asked", "files", "opening", "trades")


class Row(NamedTuple):
    """A line of the table: what is played, in words, and the goal it is held against."""

    words: str
    variant: Variant
    goals: tuple[tuple[str, int], ...] = ()


def list_rows() -> Iterator[Row]:
    """Every line, game by game."""
    yield from _list_catan()
    yield from _list_desert()


def _list_desert() -> Iterator[Row]:
    """Through the Desert: by seat and by round, whatever players may send ahead."""
    habits = {
        "one choice": (desert.Habits(1, 1), ()),
        "two choices": (desert.Habits(2, 1), (("waits", 21), ("beyond", 5))),
        "three choices": (desert.Habits(3, 1), ()),
        "three choices, two moves": (desert.Habits(3, 2), ()),
        "three choices, three moves": (desert.Habits(3, 3), ()),
        "three choices, three moves, fallback": (desert.Habits(3, 3, fallback=True), (("waits", 12), ("asked", 32))),
        "standing orders, leaders planned with twelve choices": (
            desert.Habits(12, 1, standing=True),
            (("waits", 10),),
        ),
    }
    for pacing in (Pacing.SEAT, Pacing.ROUND):
        for words, (habit, goals) in habits.items():
            blocked = WhenBlocked.FALLBACK if habit.fallback else WhenBlocked.ASK
            variant = Variant(DESERT, "2005", 4, pacing, habit.standing, {}, blocked, habit)
            who = f"{DESERT} 2005, 4 seats, by {pacing.value}, {words}"
            yield Row(who, variant, goals if pacing is Pacing.ROUND else ())


def _list_catan() -> Iterator[Row]:
    goals = (("catan", "base", 72, 90, 22), ("catan-caravans", "box", 76, 95, 22))
    for game, edition, by_seat, proposing, by_round in goals:
        for seats in (_FULL, 3):
            who = f"{game} {edition}, {seats} seats, "
            nothing = Variant(game, edition, seats, Pacing.SEAT, standing=False, options=ASKED)
            yield Row(who + "by seat, everything asked", nothing)
            in_turn = nothing._replace(standing=True, options={})
            yield Row(who + "by seat, standing orders", in_turn)
            yield Row(
                who + "by seat, standing orders, turns passed in advance",
                in_turn._replace(ahead=True),
                (("asked", by_seat), ("opening", 2)),
            )
            weighing = in_turn._replace(proposing=True)
            yield Row(
                who + "by seat, standing orders and one real proposal a turn",
                weighing,
                (("asked", proposing), ("opening", 2)),
            )
            most = by_round if seats == _FULL else by_round + 2
            yield Row(who + "by round", in_turn._replace(pacing=Pacing.ROUND), (("adjudications", most),))


def describe(words: str, tallies: Sequence[Tally], goals: Sequence[tuple[str, int]]) -> str:
    """The figures of a row in two lines."""
    figures = [f"{name} {_spread([getattr(tally, name) for tally in tallies])}" for name in COUNTED]
    ended = ", ".join(f"{count} by {ending}" for ending, count in sorted(Counter(t.ending for t in tallies).items()))
    text = f"{words}\n    {'; '.join(figures)}; ended: {ended}"
    for name, most in goals:
        figure = median(getattr(tally, name) for tally in tallies)
        text += f"; goal: {name} at most {most}, {'reached' if figure <= most else 'NOT reached'} with {figure:g}"
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
            count = arguments.games if row.goals else -(-arguments.games // _SHARE)
            tallies = list(
                pool.map(play_game, [row.variant] * count, [arguments.seed] * count, range(count), chunksize=2)
            )
            print(describe(row.words, tallies, row.goals))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
