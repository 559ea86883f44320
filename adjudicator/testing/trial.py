"""A random game on the bare kernel, kept move by move: what the checks look at."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from adjudicator.acts.simulate import Picker
from adjudicator.core.chance import Draw
from adjudicator.core.table import Decision, Event, Seat, Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.registry import AnyGame

MOST_STEPS = 300
"""So many actions of a random game are played."""
_SAMPLE = 40
"""So many of them are looked at closely."""
_NAMES = ("amira", "bilal", "chadi", "dalia", "elias", "farah", "ghadi", "hiba")


class Fault(NamedTuple):
    """What is wrong, in a sentence, which ``check`` found it, and the seed and the table that show it."""

    check: str
    says: str
    seed: int
    setting: Setting

    def __str__(self) -> str:
        table = f"edition {self.setting.edition}, {len(self.setting.seats)} seats"
        return f"{self.check}: {self.says} (seed {self.seed}: {table})"


class TrialStep(NamedTuple):
    """One action: the position before it, what was legal, and what came of it."""

    state: Any
    decisions: tuple[Decision, ...]
    seat: Seat
    legal: tuple[Any, ...]
    action: Any
    after: Any
    events: tuple[Event, ...]
    draws: tuple[Draw, ...]


class Trial(NamedTuple):
    """A random game; ``spoilt`` says which call changed what it was handed."""

    game: AnyGame
    seed: int
    setting: Setting
    steps: tuple[TrialStep, ...]
    spoilt: tuple[str, ...]

    def fault(self, check: str, says: str) -> Fault:
        """What is wrong, as ``check`` found it here."""
        return Fault(check, says, self.seed, self.setting)

    @property
    def last(self) -> Any:  # noqa: ANN401 - the game's business
        """The position at the end."""
        return self.steps[-1].after

    def sample(self, purpose: str) -> tuple[Callable[[int], int], list[TrialStep]]:
        """Even choices, and some of the steps, always the first and the last."""
        below = Picker(f"{self.seed} {purpose}".encode()).below
        count = len(self.steps)
        inner = {below(count) for _ in range(_SAMPLE)} if count > _SAMPLE else set(range(count))
        return below, [self.steps[number] for number in sorted(inner | {0, count - 1})]

    def digest(self) -> str:
        """All that happened, in a number."""
        return hashlib.sha256("\n".join(self.write_lines()).encode()).hexdigest()

    def write_lines(self) -> Iterator[str]:
        """All that happened, one action a line."""
        for step in self.steps:
            events = [event.to_json() for event in step.events]
            position = self.game.kernel.dump(step.after)
            yield f"{step.seat} {step.action!r} of {len(step.legal)}: {write(events)} {write(position)}"


def write(value: object) -> str:
    """A value of JSON as text, in one way only. Raises ``TypeError`` or ``ValueError`` for what is no JSON."""
    return json.dumps(value, allow_nan=False, ensure_ascii=False)


def choose_setting(game: AnyGame, seed: int) -> Setting:
    """Every edition and number of seats in turn; of the options nothing is said."""
    editions, counts = list(game.editions), game.seats
    seats = tuple(
        f"{_NAMES[number % len(_NAMES)]}{number // len(_NAMES) or ''}" for number in range(counts[seed % len(counts)])
    )
    return Setting(editions[seed % len(editions)], {}, seats)


def play_trial(game: AnyGame, seed: int) -> Trial:
    """The random game of ``seed``: always the same one, of a game that keeps its word."""
    *_, trial = _play(game, seed)
    return trial


def play_side_by_side(game: AnyGame, seed: int) -> Trial:
    """The same game, with another one played in between, action by action."""
    other = _play(game, seed + 1)
    *_, (trial, _) = ((trial, next(other, None)) for trial in _play(game, seed))
    return trial


def _play(game: AnyGame, seed: int) -> Iterator[Trial]:
    """The game as far as it has come after each action."""
    kernel, setting = game.kernel, choose_setting(game, seed)
    below = Picker(f"{seed} actions".encode()).below
    chance = SecretChance("trial", hashlib.sha256(f"{seed} chance".encode()).digest())
    state, _ = kernel.setup(setting, chance)
    steps: list[TrialStep] = []
    spoilt: dict[str, None] = {}
    while len(steps) < MOST_STEPS and (decisions := tuple(kernel.decisions(state))):
        before, drawn = write(kernel.dump(state)), len(chance.draws)
        seat = decisions[below(len(decisions))].seat
        legal = tuple(kernel.legal(state, seat))
        if not legal:
            raise AssertionError(f"{seat} has to decide and has no legal action, after {len(steps)} actions")
        action = legal[below(len(legal))]
        if write(kernel.dump(state)) != before:
            spoilt["legal changed the position that it was handed"] = None
        after, events = kernel.apply(state, seat, action, chance)
        if write(kernel.dump(state)) != before:
            spoilt[f"apply changed the position that it was handed, with {action!r} of {seat}"] = None
        steps.append(TrialStep(state, decisions, seat, legal, action, after, events, tuple(chance.draws[drawn:])))
        yield Trial(game, seed, setting, tuple(steps[-1:]), tuple(spoilt))
        state = after
    yield Trial(game, seed, setting, tuple(steps), tuple(spoilt))
