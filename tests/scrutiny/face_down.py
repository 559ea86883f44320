"""Face-down water: in twin games that differ only in tokens that a reader may not know, he is told the same.

Beside the search stand ways to tell too much; each is planted in this process.
"""

# ruff: noqa: PLC0415 - each leak imports what it changes, so that the others leave it alone

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from secrecy.desert_twins import DesertTwins
from torture.tally import Tally

from adjudicator.core.agenda import Agenda
from adjudicator.core.table import Event, Reader
from adjudicator.testing.search import Search

FEWEST = {"water taken": 2}
"""So many of each secret are changed in a game, on the average."""


def search_games(folder: Path, numbers: Sequence[int], *, enough: int = 20) -> Tally:
    """Search the games with these numbers, until ``enough`` leaks are found; ``fired`` counts the texts compared."""
    del folder
    found = Search(DesertTwins("face-down"), most_leaks=enough).run(numbers)
    failures = [str(leak).replace("\n", " ") for leak in found.leaks]
    failures += [] if failures or found.played > len(numbers) else [f"only {found.played} turns were played twice"]
    failures += [
        f"only {found.changed[secret]} times other {secret}"
        for secret, least in FEWEST.items()
        if not failures and found.changed[secret] < least * len(numbers)
    ]
    return Tally(found.games, found.readings, tuple(failures))


def plant(name: str) -> None:
    """Plant the leak of this name."""
    LEAKS[name]()


def _tell_values_taken() -> None:
    from adjudicator.rules.through_the_desert.views import DesertViews

    see = DesertViews.see

    def see_all(self: DesertViews, state: Any, agendas: Mapping[str, Agenda], reader: Reader) -> Any:
        return see(self, state, agendas, reader)._replace(taken=state.taken)

    DesertViews.see = see_all


def _count_points_as_tokens() -> None:
    from adjudicator.rules.through_the_desert.score import count_points
    from adjudicator.rules.through_the_desert.views import DesertViews

    see = DesertViews.see

    def see_sums(self: DesertViews, state: Any, agendas: Mapping[str, Agenda], reader: Reader) -> Any:
        known = see(self, state, agendas, reader)
        sums = (
            seen._replace(unseen=count_points(taken)) if seen.unseen else seen
            for seen, taken in zip(known.taken, state.taken, strict=True)
        )
        return known._replace(taken=tuple(sums))

    DesertViews.see = see_sums


def _tell_the_value_to_all() -> None:
    from adjudicator.rules.through_the_desert.views import DesertViews

    def hear(self: DesertViews, event: Event, reader: Reader) -> Event | None:
        del self, reader
        return event

    DesertViews.hear = hear


def _draw_openly() -> None:
    from adjudicator.acts import dice

    read = dice.read_draws
    dice.read_draws = lambda data: tuple(draw._replace(hidden=False) for draw in read(data))


def _keep_the_trail_in_view() -> None:
    from adjudicator.rules.through_the_desert.views import DesertViews

    see, to_json = DesertViews.see, DesertViews.to_json

    def see_trail(self: DesertViews, state: Any, agendas: Mapping[str, Agenda], reader: Reader) -> Any:
        return see(self, state, agendas, reader)._replace(trail=state.trail)

    DesertViews.see = see_trail
    DesertViews.to_json = lambda self, known: {
        **to_json(self, known),
        "points": [camel.points for camel in known.trail],
    }


def _ask_the_whole_position() -> None:
    from adjudicator.rules.through_the_desert.mail import conditions
    from adjudicator.rules.through_the_desert.views import DesertViews

    see, score = DesertViews.see, conditions.score_seats
    positions: dict[Any, Any] = {}

    def see_and_keep(self: DesertViews, state: Any, agendas: Mapping[str, Agenda], reader: Reader) -> Any:
        known = see(self, state, agendas, reader)
        positions[known.camels, known.on_move] = state
        return known

    def score_all(known: Any) -> Any:
        return score(positions.get((known.camels, known.on_move), known))

    DesertViews.see, conditions.score_seats = see_and_keep, score_all


LEAKS = {
    "tell-values-taken": _tell_values_taken,
    "count-points-as-tokens": _count_points_as_tokens,
    "tell-the-value-to-all": _tell_the_value_to_all,
    "draw-openly": _draw_openly,
    "keep-the-trail-in-view": _keep_the_trail_in_view,
    "ask-the-whole-position": _ask_the_whole_position,
}
