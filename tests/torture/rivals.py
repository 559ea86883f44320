"""Bars 4 to 6: processes at the same game at the same time."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from parts import newest_of, read_record
from torture.faults import WORKERS, list_calls
from torture.scenario import Promises, Scenario, find_broken, is_one_line, spread
from torture.tally import Tally, count
from torture.tracing import Held, Ran, environment, log_calls, run_plain
from torture.workbench import Workbench, read_tree

MOST_TURNS = 10
DONE, EXISTS, REFUSED, BUSY = 0, 2, 3, 75


def preempt(scenario: Scenario, most: int | None = None) -> Tally:
    """Hold each pair's first command at each of its changes, run the other to its end, let the first go.

    The pairs: two runs of the same turn; a file handed in while a turn runs; a turn run while a file is handed in.
    """
    run, submit = 2, 0
    pairs = ((run, run, run), (run, submit, run), (submit, run, submit))
    jobs = []
    for start, (first, second, listed) in enumerate(pairs):
        points = spread(range(1, len(list_calls(scenario, listed, "changes")) + 1), most)
        jobs += [(scenario, first, second, points[part::WORKERS], f"{start}-{part}") for part in range(WORKERS)]
    total = Tally()
    with ThreadPoolExecutor(WORKERS) as pool:
        for tally in pool.map(_preempt, *zip(*jobs, strict=True)):
            total = total.plus(tally)
    return total


def _preempt(scenario: Scenario, first: int, second: int, points: Sequence[int], name: str) -> Tally:
    stages, variables = scenario.stages, scenario.variables
    # both commands start from the directory before the earlier of the two steps, where either can be done first
    bench = Workbench(scenario.scratch / f"preempt-{name}", stages[0 if 0 in (first, second) else first].before)
    total = Tally()
    for point in points:
        held = Held(bench.path, point, stages[first].step.at(bench.path), variables)
        other = run_plain(stages[second].step.at(bench.path), variables)
        ran = held.let_go()
        promised = stages[0].promised.and_of(ran.out).and_of(other.out)
        trouble = [] if ran.fired or not held.is_held else ["the fault did not fire"]
        trouble += _judge_pair(ran, other)
        trouble += find_broken(bench.path, promised, variables)
        if not trouble:
            trouble = _repeat(
                bench.path, [stages[first].step.at(bench.path), stages[second].step.at(bench.path)], variables
            )
        where = f"{stages[first].step.name} held at {point} for {stages[second].step.name}"
        if held.is_held:  # a rival may leave less to do: that is no trial
            total = total.plus(count(ran.fired, trouble, where))
        bench.restore()
    shutil.rmtree(bench.path)
    return total


def _judge_pair(*pair: Ran) -> list[str]:
    """Done, busy, or refused because the turn has passed; and at most one line of complaint."""
    trouble = [f"exit {ran.code}: {ran.err}" for ran in pair if ran.code not in {DONE, BUSY, REFUSED}]
    trouble += [f"not one line: {ran.err!r}" for ran in pair if ran.code == BUSY and not is_one_line(ran.err)]
    commits = sum("adjudicated (head" in ran.out for ran in pair)
    return trouble + ([f"{commits} commits of one turn"] if commits > 1 else [])


def _repeat(game: Path, commands: Sequence[Sequence[str]], variables: dict[str, str]) -> list[str]:
    """What is wrong after whoever was told to try again has done so."""
    for command in commands:
        ran = run_plain(command, variables)
        if ran.code not in {DONE, REFUSED}:
            return [f"tried again, exit {ran.code}: {ran.err}"]
    return [] if (game / "turns/0007.turn").is_file() else ["tried again, and there is no turn"]


def crowd(scenario: Scenario, rounds: int, size: int = 8) -> Tally:
    """``size`` processes run the same turn at once, ``rounds`` times: one commits, the others are busy or find it done.

    Fired counts the processes that met the lock or the finished turn.
    """
    stage, variables = scenario.stages[2], scenario.variables
    total = Tally()
    bench = Workbench(scenario.scratch / "crowd", stage.before)
    for number in range(rounds):
        with ThreadPoolExecutor(size) as pool:
            rans = list(pool.map(lambda _: run_plain(stage.step.at(bench.path), variables), range(size)))
        commits = sum("adjudicated (head" in ran.out for ran in rans)
        turned_away = sum(ran.code == BUSY or "has run already" in ran.out for ran in rans)
        trouble = [f"exit {ran.code}: {ran.err}" for ran in rans if ran.code not in {DONE, BUSY}]
        if (commits, turned_away) != (1, size - 1):
            trouble.append(f"{commits} commits, {turned_away} turned away")
        if read_tree(bench.path) != stage.after:
            trouble.append("the directory is not the undisturbed one")
        total = total.plus(count(turned_away, trouble, f"round {number}"))
        bench.restore()
    shutil.rmtree(bench.path)
    return total


def crowd_founding(folder: Path, rounds: int, size: int = 8, mutant: str | None = None) -> Tally:
    """``size`` processes set up a game at the same place: one succeeds, and its game is nobody else's in any part."""
    folder.mkdir(parents=True, exist_ok=True)
    variables = environment(mutant, folder)
    total = Tally()
    for number in range(rounds):
        game = folder / f"founded-{number}"
        words = _found_at(game)
        with ThreadPoolExecutor(size) as pool:
            rans = list(pool.map(lambda _, words=words: run_plain(words, variables), range(size)))
        trouble = _judge_founders(game, rans, variables)
        total = total.plus(count(sum(ran.code != DONE for ran in rans), trouble, f"round {number}"))
    return total


def preempt_founding(folder: Path, most: int | None = None, mutant: str | None = None) -> Tally:
    """Hold a founder at each of its changes while another founds at the same place: one game, of one of the two."""
    folder.mkdir(parents=True, exist_ok=True)
    variables = environment(mutant, folder)
    model = folder / "model"
    model.mkdir()
    _, calls = log_calls(model, "changes", _found_at(model / "game"), variables)
    total = Tally()
    for point in spread(range(1, len(calls) + 1), most):
        place = folder / f"place-{point}"
        place.mkdir()
        words = _found_at(place / "game")
        held = Held(place, point, words, variables)
        other = run_plain(words, variables)
        ran = held.let_go()
        trouble = [] if ran.fired else ["the fault did not fire"]
        trouble += _judge_founders(place / "game", [ran, other], variables)
        total = total.plus(count(ran.fired, trouble, f"held at {point}"))
        shutil.rmtree(place)
    return total


def _found_at(game: Path) -> list[str]:
    return ["new", str(game), "--game", "through-the-desert", "--seat", "ann", "--seat", "bob"]


def _judge_founders(game: Path, rans: Sequence[Ran], variables: dict[str, str]) -> list[str]:
    """One has set a game up, which is whole, and nothing lies beside it; the others were told so."""
    codes = [ran.code for ran in rans]
    trouble = [f"exit {ran.code}: {ran.err}" for ran in rans if ran.code not in {DONE, EXISTS, BUSY}]
    trouble += [] if codes.count(DONE) == 1 else [f"{codes.count(DONE)} games at one place"]
    trouble += find_broken(game, Promises(), variables)
    return [*trouble, *(["something is left aside"] if list(game.parent.glob(".*.aside")) else [])]


class Sent(NamedTuple):
    """A submission that was receipted: its receipt and the turn it was written for."""

    receipt: str
    turn: int


def race(folder: Path, submissions: int, turns: int, mutant: str | None = None) -> Tally:
    """Files handed in while turns run, in games of up to ten turns: forced on, a game may end after twelve."""
    games = -(-turns // MOST_TURNS)
    total = Tally()
    for number in range(games):
        total = total.plus(_race_in_a_game(folder / f"{number}", submissions // games, turns // games, mutant))
    return total


def _race_in_a_game(folder: Path, submissions: int, turns: int, mutant: str | None) -> Tally:
    """Files handed in by three senders while another process runs turn after turn.

    Each receipted file must lie in the one turn its receipt names, or in the inbox for the turn that is next; a sender
    who is told "busy" tries again, one who is told "too late" writes for the next turn.
    """
    folder.mkdir(parents=True, exist_ok=True)
    variables = environment(mutant, folder)
    game = folder / "race"
    seats = ("ann", "bob", "cyd")
    (folder / "secret").write_text("11" * 64)
    words = [word for seat in seats for word in ("--seat", seat)]
    new = ["new", str(game), "--game", "through-the-desert", *words, "--secret-file", str(folder / "secret")]
    made = run_plain([*new, "--now", "2026-01-01T00:00:00Z"], environment(None, folder))
    assert made.code == DONE, made
    share = submissions // turns

    def send(number: int) -> tuple[Sent | str, int]:
        return _send(game, seats[number % 3], number, variables)

    received: list[Sent | str] = []
    busy = 0
    trouble: list[str] = []
    with ThreadPoolExecutor(3) as pool, ThreadPoolExecutor(1) as runner:
        for turn in range(turns):
            sending = [pool.submit(send, turn * share + number) for number in range(share)]
            # the turn runs somewhere among its submissions: after the first third of them
            sending[share // 3].result()
            code, met = runner.submit(_run_until_done, game, turn + 1, variables).result()
            trouble += [] if code == DONE else [f"turn {turn + 1} exits {code}"]
            busy += met
            for future in sending:
                got, met = future.result()
                received.append(got)
                busy += met
    trouble += find_broken(game, Promises(), variables)
    failures = [*trouble, *(line for sent in received if (line := _find_misplaced(game, sent)))]
    failures += [] if len(received) == submissions else [f"{len(received)} answers to {submissions} files"]
    return Tally(submissions + turns, busy, tuple(failures[: submissions + turns]))


def _send(game: Path, seat: str, number: int, variables: dict[str, str]) -> tuple[Sent | str, int]:
    """Hand in a file for the turn that is next until it is receipted, or fails; and how often the game was busy."""
    path = Path(variables["TMPDIR"]) / f"file-{number}.yaml"
    busy = 0
    while True:
        turn = newest_of(game) + 1
        path.write_text(f"# file {number}\ngame: race\nturn: {turn}\nseat: {seat}\norders: []\n")
        ran = run_plain(
            ["submit", str(game), str(path), "--seat", seat, "--now", "2026-01-02T00:00:00Z", "--json"], variables
        )
        if ran.code == BUSY:
            busy += 1
        elif ran.code == DONE:
            told = json.loads(ran.out)
            if told["state"] not in {"green", "yellow"}:
                return f"file {number}: {told['state']}", busy
            return Sent(told["receipt"], told["turn"]), busy
        elif ran.code != REFUSED:
            return f"file {number}: exit {ran.code}: {ran.out}{ran.err}", busy


def _run_until_done(game: Path, turn: int, variables: dict[str, str]) -> tuple[int, int]:
    """Run ``turn`` until it is not busy: the exit code, and how often it was."""
    busy = 0
    words = ["run", str(game), "--turn", str(turn), "--force", "--now", "2026-01-02T00:00:00Z"]
    while (ran := run_plain(words, variables)).code == BUSY:
        busy += 1
    return ran.code, busy


def _find_misplaced(game: Path, sent: Sent | str) -> str:
    """What is wrong with the place of a receipted file, or with what was answered instead; empty where nothing is."""
    if isinstance(sent, str):
        return sent
    places = [
        name.split("/")
        for name, data in read_record(game).items()
        if fnmatchcase(name, "inbox/*/*.receipt.json") or fnmatchcase(name, "turns/*/orders/*/*.receipt.json")
        if json.loads(data)["receipt"] == sent.receipt
    ]
    if len(places) != 1:
        return f"receipt {sent.receipt} lies in {len(places)} places"
    newest = newest_of(game)
    lies_in = int(places[0][1]) if places[0][0] == "turns" else newest + 1
    return "" if lies_in == sent.turn else f"receipt {sent.receipt} for turn {sent.turn} lies in turn {lies_in}"
