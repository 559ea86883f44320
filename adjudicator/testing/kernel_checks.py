"""What every kernel has to hold to, tried on a random game."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from adjudicator.core.table import IllegalActionError, Pacing
from adjudicator.kit.actions.kernel import ActionKernel
from adjudicator.ledger.keys import SecretChance
from adjudicator.testing.trial import Fault, Trial, TrialStep, play_side_by_side, write

_POOL = 12
"""So many actions of other moments are tried at each that is looked at."""


def check_purity(trial: Trial) -> Iterator[Fault]:
    """Nothing that is handed in is changed."""
    for says in trial.spoilt:
        yield trial.fault("purity", says)


def check_determinism(trial: Trial) -> Iterator[Fault]:
    """The same seed gives the same game: with another played in between, and with other hashes in another process."""
    again = play_side_by_side(trial.game, trial.seed)
    for number, (one, other) in enumerate(zip(trial.write_lines(), again.write_lines(), strict=False), start=1):
        if one != other:
            yield trial.fault(
                "determinism",
                f"action {number} came out otherwise when the game was played again beside another: the rules keep or "
                "draw something that is not handed in",
            )
            return
    digests = [_read_digest(process) for process in [_start_elsewhere(trial, order) for order in ("1", "2")]]
    failed = [told for worked, told in digests if not worked]
    if failed:
        yield trial.fault("determinism", f"the game cannot be played in another process: {failed[0]}")
    elif len({told for _, told in digests}) > 1:
        yield trial.fault(
            "determinism", "two processes play it differently: something hangs on the order of a set or of hashes"
        )


def _start_elsewhere(trial: Trial, order: str) -> subprocess.Popen[str]:
    """A process that plays the same game, with hashes in another ``order``."""
    environment = {**os.environ, "PYTHONHASHSEED": order, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "adjudicator.testing", trial.game.module, trial.game.name, str(trial.seed)]
    return subprocess.Popen(  # noqa: S603 - our own command
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )


def _read_digest(process: subprocess.Popen[str]) -> tuple[bool, str]:
    told, errors = process.communicate()
    return process.returncode == 0, told or (errors.strip().splitlines() or ["it ended without a word"])[-1]


def check_round_trip(trial: Trial) -> Iterator[Fault]:
    """A position that was written and read back is the same one, and plays on in the same way."""
    kernel = trial.game.kernel
    _, steps = trial.sample("round trip")
    for step in steps:
        saved = kernel.dump(step.state)
        if json.loads(write(saved)) != saved:
            yield trial.fault(
                "round trip", "dump gives what JSON does not keep, such as a tuple or a key that is no text"
            )
            return
        loaded = kernel.load(json.loads(write(saved)))
        if write(kernel.dump(loaded)) != write(saved):
            yield trial.fault(
                "round trip", f"load does not bring back what dump wrote: {_cut(saved, kernel.dump(loaded))}"
            )
            return
        for what in ("decisions", "mover", "epoch", "phase", "scores", "ending", "seats"):
            if getattr(kernel, what)(loaded) != getattr(kernel, what)(step.state):
                yield trial.fault("round trip", f"{what} of a position that was read back is another one")
                return
        if tuple(kernel.legal(loaded, step.seat)) != step.legal:
            yield trial.fault("round trip", f"what is legal for {step.seat} is another thing when it was read back")
            return
        after, events = kernel.apply(loaded, step.seat, step.action, _same_chance(trial))
        if (write(kernel.dump(after)), events) != (write(kernel.dump(step.after)), step.events):
            yield trial.fault("round trip", f"{step.action!r} does something else when the position was read back")
            return


def check_legality(trial: Trial) -> Iterator[Fault]:
    """``legal`` lists what ``is_legal`` allows, and ``apply`` refuses all else; ``play`` does what ``apply`` does."""
    kernel = trial.game.kernel
    below, steps = trial.sample("legality")
    pool = [action for step in steps for action in (step.action, step.legal[below(len(step.legal))], step.legal[-1])]
    for step in steps:
        state, seat = step.state, step.seat
        if len(set(map(repr, step.legal))) != len(step.legal):
            yield trial.fault("legal", f"an action is listed twice for {seat}")
            return
        for action in [step.action, *(pool[below(len(pool))] for _ in range(_POOL))]:
            listed, allowed = action in step.legal, kernel.is_legal(state, seat, action)
            if listed and not allowed:
                yield trial.fault("legal", f"{action!r} of {seat} is listed by legal, and is_legal says no")
                return
            applied = _is_applied(trial, state, seat, action)
            if applied != allowed:
                says = "apply carries it out" if applied else "apply refuses it"
                yield trial.fault("legal", f"{action!r} of {seat} is {'' if allowed else 'not '}legal, and {says}")
                return
        idle = [other for other in kernel.seats(state) if other not in {decision.seat for decision in step.decisions}]
        if idle and _is_applied(trial, state, idle[0], step.action):
            yield trial.fault("legal", f"apply carries out {step.action!r} for {idle[0]}, who has nothing to decide")
            return
        played = kernel.play(state, seat, step.action, _same_chance(trial))
        if write(kernel.dump(played)) != write(kernel.dump(step.after)):
            yield trial.fault("legal", f"play does something else than apply, with {step.action!r} of {seat}")
            return


def check_course(trial: Trial) -> Iterator[Fault]:
    """Who decides sits at the table, table turns count up, draws are made once and no further ahead than was said."""
    kernel = trial.game.kernel
    drawn: set[object] = set()
    for step in trial.steps:
        epoch, furthest = kernel.epoch(step.state), kernel.furthest_epoch(step.state, Pacing.SEAT)
        says = _check_people(kernel, step)
        if says:
            yield trial.fault("course", says)
            return
        facts = [event.to_json() for event in step.events]
        if json.loads(write(facts)) != facts:
            kinds = ", ".join(event.kind for event in step.events)
            yield trial.fault("course", f"an event has facts that JSON does not keep, such as a tuple, in {kinds}")
            return
        if kernel.epoch(step.after) < epoch:
            yield trial.fault("course", f"epoch goes back from {epoch} to {kernel.epoch(step.after)}")
            return
        for draw in step.draws:
            key = (draw.epoch, draw.label, draw.hidden)
            if key in drawn:
                yield trial.fault(
                    "course", f"{draw.label} of epoch {draw.epoch} is drawn twice, and gives the same twice"
                )
                return
            if furthest is None or draw.epoch > furthest:
                told = "that nothing is drawn any more" if furthest is None else f"epoch {furthest} at most"
                yield trial.fault(
                    "course", f"{draw.label} is drawn in epoch {draw.epoch}; furthest_epoch had said {told}"
                )
                return
            drawn.add(key)
    if not kernel.decisions(trial.last) and kernel.ending(trial.last) is None:
        yield trial.fault("course", "nobody has to decide any more, and ending gives no reason")


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
