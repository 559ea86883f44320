"""A random game on the bare kernel, kept move by move, and what every kernel has to hold to, tried on it."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from adjudicator.acts.simulate import Picker
from adjudicator.core.chance import Draw
from adjudicator.core.table import Decision, Event, IllegalActionError, Pacing, Seat, Setting
from adjudicator.kit.actions.kernel import ActionKernel
from adjudicator.kit.words import join_words
from adjudicator.ledger.keys import SecretChance
from adjudicator.registry import AnyGame

MOST_STEPS = 300
"""So many actions of a random game are played."""
_SAMPLE = 40
"""So many of them are looked at closely."""
_NAMES = ("amira", "bilal", "chadi", "dalia", "elias", "farah", "ghadi", "hiba")
_POOL = 12
"""So many actions of other moments are tried at each that is looked at."""


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


def check_purity(trial: Trial) -> Iterator[str]:
    """Nothing that is handed in is changed."""
    yield from trial.spoilt


def check_determinism(trial: Trial) -> Iterator[str]:
    """The same seed gives the same game: with another played in between, and with other hashes in another process."""
    again = play_side_by_side(trial.game, trial.seed)
    for number, (one, other) in enumerate(zip(trial.write_lines(), again.write_lines(), strict=False), start=1):
        if one != other:
            yield (
                f"action {number} came out otherwise when the game was played again beside another: the rules keep or "
                "draw something that is not handed in"
            )
    digests = [_read_digest(process) for process in [_start_elsewhere(trial, order) for order in ("1", "2")]]
    failed = [digest for worked, digest in digests if not worked]
    if failed:
        yield f"the game cannot be played in another process: {failed[0]}"
    elif len({digest for _, digest in digests}) > 1:
        yield "two processes play it differently: something hangs on the order of a set or of hashes"


def _start_elsewhere(trial: Trial, order: str) -> subprocess.Popen[str]:
    """A process that plays the same game, with hashes in another ``order``."""
    environment = {**os.environ, "PYTHONHASHSEED": order, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "adjudicator.testing", trial.game.module, trial.game.name, str(trial.seed)]
    return subprocess.Popen(  # noqa: S603 - our own command
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )


def _read_digest(process: subprocess.Popen[str]) -> tuple[bool, str]:
    printed, errors = process.communicate()
    return process.returncode == 0, printed or (errors.strip().splitlines() or ["it ended without a word"])[-1]


def check_round_trip(trial: Trial) -> Iterator[str]:
    """A position that was written and read back is the same one, and plays on in the same way."""
    kernel = trial.game.kernel
    _, steps = trial.sample("round trip")
    for step in steps:
        saved = kernel.dump(step.state)
        if json.loads(write(saved)) != saved:
            yield "dump gives what JSON does not keep, such as a tuple or a key that is no text"
        loaded = kernel.load(json.loads(write(saved)))
        if write(kernel.dump(loaded)) != write(saved):
            yield f"load does not bring back what dump wrote: {_cut(saved, kernel.dump(loaded))}"
        for what in ("decisions", "mover", "epoch", "phase", "scores", "ending", "seats"):
            if getattr(kernel, what)(loaded) != getattr(kernel, what)(step.state):
                yield f"{what} of a position that was read back is another one"
        if tuple(kernel.legal(loaded, step.seat)) != step.legal:
            yield f"what is legal for {step.seat} is another thing when it was read back"
        after, events = kernel.apply(loaded, step.seat, step.action, _same_chance(trial))
        if (write(kernel.dump(after)), events) != (write(kernel.dump(step.after)), step.events):
            yield f"{step.action!r} does something else when the position was read back"


def check_legality(trial: Trial) -> Iterator[str]:
    """``legal`` lists what ``is_legal`` allows, and ``apply`` refuses all else; ``play`` does what ``apply`` does."""
    kernel = trial.game.kernel
    below, steps = trial.sample("legality")
    pool = [action for step in steps for action in (step.action, step.legal[below(len(step.legal))], step.legal[-1])]
    for step in steps:
        state, seat = step.state, step.seat
        if len(set(map(repr, step.legal))) != len(step.legal):
            yield f"an action is listed twice for {seat}"
        for action in [step.action, *(pool[below(len(pool))] for _ in range(_POOL))]:
            listed, allowed = action in step.legal, kernel.is_legal(state, seat, action)
            if listed and not allowed:
                yield f"{action!r} of {seat} is listed by legal, and is_legal says no"
            applied = _is_applied(trial, state, seat, action)
            if applied != allowed:
                says = "apply carries it out" if applied else "apply refuses it"
                yield f"{action!r} of {seat} is {'' if allowed else 'not '}legal, and {says}"
        idle = [other for other in kernel.seats(state) if other not in {decision.seat for decision in step.decisions}]
        if idle and _is_applied(trial, state, idle[0], step.action):
            yield f"apply carries out {step.action!r} for {idle[0]}, who has nothing to decide"
        played = kernel.play(state, seat, step.action, _same_chance(trial))
        if write(kernel.dump(played)) != write(kernel.dump(step.after)):
            yield f"play does something else than apply, with {step.action!r} of {seat}"


def check_course(trial: Trial) -> Iterator[str]:
    """Who decides sits at the table, table turns count up, draws are made once and no further ahead than was said."""
    kernel = trial.game.kernel
    drawn: set[object] = set()
    for step in trial.steps:
        epoch, furthest = kernel.epoch(step.state), kernel.furthest_epoch(step.state, Pacing.SEAT)
        says = _check_people(kernel, step)
        if says:
            yield says
        facts = [event.to_json() for event in step.events]
        if json.loads(write(facts)) != facts:
            kinds = join_words(event.kind for event in step.events)
            yield f"an event has facts that JSON does not keep, such as a tuple, in {kinds}"
        if kernel.epoch(step.after) < epoch:
            yield f"epoch goes back from {epoch} to {kernel.epoch(step.after)}"
        for draw in step.draws:
            key = (draw.epoch, draw.label, draw.hidden)
            if key in drawn:
                yield f"{draw.label} of epoch {draw.epoch} is drawn twice, and gives the same twice"
            if furthest is None or draw.epoch > furthest:
                limit = "that nothing is drawn any more" if furthest is None else f"epoch {furthest} at most"
                yield f"{draw.label} is drawn in epoch {draw.epoch}; furthest_epoch had said {limit}"
            drawn.add(key)
    if not kernel.decisions(trial.last) and kernel.ending(trial.last) is None:
        yield "nobody has to decide any more, and ending gives no reason"


def _check_people(kernel: Any, step: TrialStep) -> str | None:  # noqa: ANN401 - the game's business
    """Who decides, and who has points; in a game of actions also what the kernel around the rules would make good."""
    strangers = [decision.seat for decision in step.decisions if decision.seat not in kernel.seats(step.state)]
    if strangers:
        return f"{strangers[0]} has to decide and is no seat"
    if kernel.ending(step.state) is not None:
        return "ending gives a reason while somebody has to decide"
    if not isinstance(kernel, ActionKernel):
        return None
    position = step.state.position
    awaited, points = list(kernel.rules.awaited(position)), kernel.rules.points(position)
    twice = next((seat for seat in awaited if awaited.count(seat) > 1), None)
    without = next((seat for seat in step.state.seats if seat not in points), None)
    if twice is not None:
        return f"awaited names {twice} twice"
    if without is not None:
        return f"points leaves {without} out"
    done = kernel.rules.act_for_silent(position, step.seat)
    if done is not None and done not in step.legal:
        return f"act_for_silent does {done!r} for {step.seat}, which is not legal"
    return None


def _is_applied(trial: Trial, state: Any, seat: str, action: Any) -> bool:  # noqa: ANN401 - the game's business
    with suppress(IllegalActionError):
        trial.game.kernel.apply(state, seat, action, _same_chance(trial))
        return True
    return False


def _same_chance(trial: Trial) -> SecretChance:
    return SecretChance("trial", hashlib.sha256(f"{trial.seed} chance".encode()).digest())


def _cut(one: object, other: object) -> str:
    return f"{write(one)[:120]} became {write(other)[:120]}"
