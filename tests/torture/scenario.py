"""The two-turn scenario: files come in, a turn runs, a file comes in, a turn runs; and what must hold after a fault."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from parts import read_record
from torture.tracing import HERE, Ran, environment, run_plain
from torture.workbench import read_tree

SAMPLE = HERE.parents[1] / "games" / "g42"
BEFORE, LATER, LAST = "2026-09-22T07:00:00Z", "2026-09-22T08:00:00Z", "2026-09-30T08:00:00Z"

_RECEIPT = re.compile(r"^.*: (?:green|yellow|red|stale|late|needless): .*, receipt ([0-9a-f]{16})$")
_RECEIPTED = re.compile(r"(?:(?:branches/[0-9]+/)?(?:inbox|turns/[0-9]{4,}/orders)/[^/]+|refused)/[^/]+\.receipt\.json")
_REPORT = re.compile(r"turns/[0-9]{4,}/reports(?:/[a-z]+\.(?:html|txt|proof))?: ")
_HEAD = re.compile(r"^\S+, turn (\d+): .*\(head ([0-9a-f]{16})\)$")


class Promises(NamedTuple):
    """What was said to the outside: receipts by id, heads by turn."""

    receipts: frozenset[str] = frozenset()
    heads: frozenset[tuple[int, str]] = frozenset()

    def and_of(self, out: str) -> Promises:
        """With what the whole lines of ``out`` say."""
        lines = [line for line in out.splitlines(keepends=True) if line.endswith("\n")]
        receipts = {match[1] for line in lines if (match := _RECEIPT.match(line.rstrip("\n")))}
        heads = {(int(match[1]), match[2]) for line in lines if (match := _HEAD.match(line.rstrip("\n")))}
        return Promises(self.receipts | receipts, self.heads | heads)


class Step(NamedTuple):
    """A command of the scenario: the words after ``adjudicate``, where GAME stands for the directory."""

    name: str
    words: tuple[str, ...]

    def at(self, game: Path) -> list[str]:
        return [str(game) if word == "GAME" else word for word in self.words]


class Stage(NamedTuple):
    """A step with the directory before it and after it, what it said undisturbed, and what was promised before."""

    step: Step
    before: Path
    after: dict[str, bytes | None]
    ran: Ran
    promised: Promises


class Scenario(NamedTuple):
    """The stages; every command runs with ``variables``."""

    stages: tuple[Stage, ...]
    scratch: Path
    mutant: str | None

    @property
    def variables(self) -> dict[str, str]:
        return environment(self.mutant, self.scratch)


def _write_files(folder: Path, model: Path) -> tuple[Step, ...]:
    """The steps; turn 8's file is of the first legal order once turn 7 has run, in ``model``."""
    first, wrong, second = folder / "revision.yaml", folder / "wrong.yaml", folder / "next.yaml"
    first.write_text((HERE.parent / "samples/g42-turn-7/dora.yaml").read_text().replace('after: "HEAD"\n', "# late\n"))
    wrong.write_text("game: g42\nturn: 7\nseat: dora\norders:\n  - plaice: red F5\n")
    plain = environment(None, folder)
    run_plain(["run", str(model), "--now", LATER], plain)
    legal = json.loads(run_plain(["legal", str(model), "--seat", "bilal", "--json"], plain).out)["orders"][0]
    second.write_text(f"game: g42\nturn: 8\nseat: bilal\norders:\n  - place: {legal['place']}\n")
    return (
        Step("submit", ("submit", "GAME", str(first), "--seat", "dora", "--now", BEFORE)),
        Step("submit, refused", ("submit", "GAME", str(wrong), "--seat", "dora", "--now", BEFORE)),
        Step("run", ("run", "GAME", "--turn", "7", "--now", LATER)),
        Step("submit", ("submit", "GAME", str(second), "--seat", "bilal", "--now", LATER)),
        Step("run", ("run", "GAME", "--turn", "8", "--force", "--now", LAST)),
    )


def prepare(folder: Path, mutant: str | None = None) -> Scenario:
    """Play the scenario undisturbed below ``folder``, keeping the directory before every step."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree(SAMPLE, folder / "model")
    steps = _write_files(folder, folder / "model")
    return play_steps(steps, Scenario((), folder, mutant), without="dora")


def play_steps(
    steps: Sequence[Step], scenario: Scenario, sample: Path = SAMPLE, without: str | None = None
) -> Scenario:
    """The scenario with its stages, played on a copy of the game ``sample`` ``without`` the files of a seat."""
    folder = scenario.scratch
    game = Path(shutil.copytree(sample, folder / "played"))
    if without is not None:
        shutil.rmtree(game / "inbox" / without)
        # it would speak of what was there
        (game / "private" / "status.json").unlink()
    promised, stages = Promises(), []
    for number, step in enumerate(steps):
        before = Path(shutil.copytree(game, folder / f"before-{number}"))
        ran = run_plain(step.at(game), scenario.variables)
        assert ran.code == (1 if "refused" in step.name else 0), ran
        stages.append(Stage(step, before, read_tree(game), ran, promised))
        promised = promised.and_of(ran.out)
    return scenario._replace(stages=tuple(stages))


def prepare_rewind(folder: Path, mutant: str | None = None) -> Scenario:
    """A turn runs, the game is taken back before it with a file in the inbox, and the turn runs again."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree(SAMPLE, folder / "model")
    _, _, _, later, _ = _write_files(folder, folder / "model")
    return play_steps(
        (
            Step("run", ("run", "GAME", "--turn", "7", "--now", LATER)),
            later,
            Step("rewind", ("rewind", "GAME", "--to", "5", "--reason", "a wrong file", "--now", LATER)),
            Step("run", ("run", "GAME", "--turn", "6", "--now", LAST)),
        ),
        Scenario((), folder, mutant),
    )


def prepare_acts(folder: Path, mutant: str | None = None) -> Scenario:
    """What a moderator does to a running game, one act after the other, and the run after it."""
    folder.mkdir(parents=True, exist_ok=True)
    acts = {
        "edit": ("--set", "deadlines.turn=96"),
        "extend": ("--hours", "24"),
        "holiday": ("--seat", "dora", "--from", "2026-09-26"),
        "pause": (),
        "resume": (),
        "house": ("--seat", "dora"),
        "substitute": ("--seat", "bilal", "--person", "Fay <fay@example.org>"),
    }
    steps = [Step(name, (name, "GAME", *words, "--reason", "a test", "--now", BEFORE)) for name, words in acts.items()]
    return play_steps(
        (*steps, Step("run", ("run", "GAME", "--turn", "7", "--force", "--now", LAST))),
        Scenario((), folder, mutant),
    )


def find_broken(game: Path, promised: Promises, variables: Mapping[str, str], *, mended: bool = False) -> list[str]:
    """What is wrong with ``game``: what ``verify`` finds, and what was promised and is not kept.

    Reports are not synced and may be torn until the next command has ``mended`` them.
    """
    verified = run_plain(["verify", str(game), "--json"], variables)
    if verified.code not in {0, 1} or verified.err:
        return [f"verify: {verified.out}{verified.err}"]
    findings = json.loads(verified.out)["findings"]
    broken = [finding for finding in findings if mended or not _REPORT.match(finding)]
    return [f"verify: {finding}" for finding in broken] + find_lost(game, promised)


def find_lost(game: Path, promised: Promises) -> list[str]:
    """Which promises ``game`` does not keep."""
    files = read_record(game)
    kept = set()
    for name, data in files.items():
        if not _RECEIPTED.fullmatch(name):
            continue
        try:
            receipt = json.loads(data)
        except ValueError:
            continue
        sent = files.get(name.removesuffix(".receipt.json") + ".yaml")
        if sent is not None and hashlib.sha256(sent).hexdigest() == receipt["sha256"]:
            kept.add(receipt["receipt"])
    lost = [f"receipt {number} is nowhere" for number in sorted(promised.receipts - kept)]
    for turn, head in sorted(promised.heads):
        manifest = re.compile(rf"(?:branches/[0-9]+/)?turns/{turn:04}/turn\.json")
        heads = [hashlib.sha256(data).hexdigest() for name, data in files.items() if manifest.fullmatch(name)]
        if not any(one.startswith(head) for one in heads):
            lost.append(f"turn {turn} is not the one with head {head}")
    return lost


def find_unrecovered(scenario: Scenario, number: int, game: Path) -> list[str]:
    """What is wrong after running step ``number`` and all after it again; nothing where all is as if undisturbed.

    A directory that is byte for byte the undisturbed one after this step is so after those that follow.
    """
    for stage in scenario.stages[number:]:
        ran = run_plain(stage.step.at(game), scenario.variables)
        if ran.code != stage.ran.code:
            return [f"run again, {stage.step.name} exits {ran.code}: {ran.err}"]
        if read_tree(game) == stage.after:
            return find_lost(game, stage.promised.and_of(ran.out))
    last = max(name for name in scenario.stages[-1].after if re.fullmatch(r"turns/[0-9]{4}\.turn", name))
    if (game / last).read_bytes() != scenario.stages[-1].after[last]:
        return ["run again, the newest turn is another"]
    return find_broken(game, Promises(), scenario.variables, mended=True)


def is_one_line(text: str) -> bool:
    """Whether a complaint is one line, and no traceback."""
    return len(text.splitlines()) == 1 and "Traceback" not in text


def spread(points: Sequence[int], most: int | None) -> list[int]:
    """``most`` of ``points``, evenly spread and with both ends; all of them where None."""
    if most is None or most >= len(points):
        return list(points)
    return [points[round(place * (len(points) - 1) / (most - 1))] for place in range(most)]
