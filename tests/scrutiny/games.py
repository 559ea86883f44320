"""Games for the bars: played at random by the real path, whole or for a few turns, always the same for a number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from torture.tally import Tally

from adjudicator.acts import simulate
from adjudicator.acts.new import NewGamePlan, set_up_game
from adjudicator.acts.run import run_turn
from adjudicator.core.charter import WhenBlocked
from adjudicator.core.instant import add_hours
from adjudicator.core.table import Pacing
from adjudicator.registry import find_game

START = datetime(2026, 1, 1, tzinfo=UTC)
WORKERS = 2
HOURS = 24


class Kind(NamedTuple):
    """A game that is installed, and how it is played here: seats, and options that keep it short."""

    name: str
    seats: Sequence[int]
    options: Mapping[str, str]


KINDS = (
    Kind("through-the-desert", (2, 3, 4, 5), {}),
    Kind("catan", (3, 4), {"target": "5"}),
    Kind("catan-caravans", (3, 4), {"target": "5"}),
)


def make_wish(kind: Kind, number: int, pacing: Pacing = Pacing.ROUND) -> simulate.Wish:
    """What game ``number`` of a kind is: its edition, the number of its seats and its seed follow from the number."""
    game = find_game(kind.name)
    editions = list(game.editions)
    seats = kind.seats[number % len(kind.seats)]
    seed = f"{kind.name}/{number}".encode()
    return simulate.Wish(game, editions[number % len(editions)], kind.options, seats, pacing, seed)


def play_whole(folder: Path, kind: Kind, number: int, pacing: Pacing = Pacing.ROUND) -> Path:
    """Game ``number`` of a kind, played to its end below ``folder``."""
    place = folder / f"{kind.name}-{number}"
    simulate.play_directories(make_wish(kind, number, pacing), 1, str(place))
    return place / "sim-0000"


def play_turns(path: Path, kind: Kind, number: int, turns: int, pacing: Pacing = Pacing.ROUND) -> Path:
    """The first ``turns`` turns of game ``number`` of a kind, at ``path``; all reports of the turns stay."""
    wish = make_wish(kind, number, pacing)
    plan = NewGamePlan(
        id=path.name,
        game=wish.game,
        edition=wish.edition,
        options=wish.options,
        seats=wish.names,
        addresses={},
        pacing=pacing,
        deadline_hours=2 * HOURS,
        when_blocked=WhenBlocked.ASK,
        sample=False,
        keep_reports=True,
    )
    set_up_game(str(path), plan, wish.secret(number, "chance"), wish.secret(number, "tokens"), START)
    picker = simulate.Picker(wish.secret(number, "choices"))
    now = START
    for _ in range(turns):
        now = add_hours(now, HOURS)
        simulate._send_orders(str(path), picker, now)
        now = add_hours(now, 2 * HOURS)
        run_turn(str(path), None, now)
    return path


def share(task: Callable[[int], Tally], numbers: Sequence[int]) -> Tally:
    """``task`` for each of ``numbers`` in two processes; the sum."""
    return total(_in_parts(task, [numbers[part::WORKERS] for part in range(WORKERS)]))


def total(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies."""
    summed = Tally()
    for tally in tallies:
        summed = summed.plus(tally)
    return summed


def _in_parts(task: Callable[[int], Tally], parts: Sequence[Sequence[int]]) -> Iterable[Tally]:
    with ProcessPoolExecutor(WORKERS) as pool:
        yield from pool.map(_do_all, [task] * len(parts), parts)


def _do_all(task: Callable[[int], Tally], numbers: Sequence[int]) -> Tally:
    return total(task(number) for number in numbers)
