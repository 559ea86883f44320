"""Tokens nowhere: whatever players send with their tokens, no output, file, file name, log or process list has one.

The one place of a token is its seat's invitation. What the players sent lies in a folder of its own and is not read.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from scrutiny.games import HOURS, KINDS, START, play_turns, share
from torture.tally import Tally, count
from torture.tracing import Held, NoTracerError, Ran, environment, run_plain, run_with_fault, tracer

from adjudicator.acts import simulate
from adjudicator.acts.archive import archive_game
from adjudicator.acts.filing import submit_file
from adjudicator.acts.open_game import open_game
from adjudicator.acts.run import run_turn
from adjudicator.cli.main import COMMANDS
from adjudicator.core.instant import add_hours, write_instant
from adjudicator.ledger.keys import SecretChance

TURNS = 3
EIO = 5
_TOKEN = re.compile(r"^token: (\S+)$", re.MULTILINE)

SPELLINGS = (
    "token: {}", 'token: "{}"', "token:   '{}'", "token: |\n  {}", "token: >-\n  {}", "token:\n  {}",
    "token: {} # mine", '"token": {}', "'token': '{}'",
)  # fmt: skip
"""What is good YAML, for files that are accepted."""
BROKEN = (
    "token: {}\nturn: x\n  y: [", "Token: {}\n", "TOKEN : {}\n\tx", "token: &a {}\n", "token: !!str {}\n",
    "{{token: {}, game", "token: '{}\n", "token: {}\ntoken: {}\n", "seat: eve\ntoken: {}\n", "game: other\ntoken: {}\n",
    "turn: 99\ntoken: {}\n",
)  # fmt: skip
"""What is refused, each for another reason."""


def read_tokens(game: Path) -> Mapping[str, str]:
    """Each seat's token, from its invitation."""
    letters = sorted(game.glob("outbox/0000-*-invitation.txt"))
    return {path.name.split("-")[1]: _TOKEN.search(path.read_text())[1] for path in letters}  # type: ignore[index]


def find_tokens(folder: Path, tokens: Sequence[str]) -> Iterator[tuple[str, int, str]]:
    """Each file below ``folder`` but invitations: its name, how many bytes were read, and what is wrong with it."""
    sought = [token.encode() for token in tokens]
    for root, _, names in os.walk(folder):
        for name in names:
            path = Path(root, name)
            if path.name.endswith("-invitation.txt"):
                continue
            data = path.read_bytes()
            said = str(path.relative_to(folder)).encode() + b"\0" + data
            yield str(path.relative_to(folder)), len(said), "has a token" if any(t in said for t in sought) else ""


def play_with_tokens(folder: Path, games: Sequence[int]) -> Tally:
    """Games of all kinds, some turns each, every file with its token; read counts bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    return share(functools.partial(_play_one, folder), games)


def _play_one(folder: Path, number: int) -> Tally:
    kind = KINDS[number % len(KINDS)]
    place = folder / f"{kind.name}-{number}"
    place.mkdir()
    game = play_turns(place / "game", kind, number, 0)
    tokens = read_tokens(game)
    picker = simulate.Picker(f"tokens {number}".encode())
    now = START
    accepted = 0
    for turn in range(1, TURNS + 1):
        now = add_hours(now, HOURS)
        opened = open_game(str(game))
        chance = SecretChance(opened.charter.id, opened.read_secret())
        for seat, lines in simulate._choose_orders(opened, picker, chance).items():
            token = SPELLINGS[(number + turn) % len(SPELLINGS)].format(tokens[seat])
            broken = BROKEN[(number + turn) % len(BROKEN)].replace("{}", tokens[seat])
            submit_file(str(game), broken.encode(), "broken.yaml", None, now)
            text = f"game: game\n{token}\nturn: {turn}\nseat: {seat}\norders:\n{''.join(lines)}"
            answer, _ = submit_file(str(game), text.encode(), f"{seat}.yaml", None, now)
            accepted += not answer.receipt.problems
        run_turn(str(game), turn, add_hours(now, 3 * HOURS), force=True)
        now = add_hours(now, 3 * HOURS)
    archive_game(str(game), str(place / "game.zip"))
    found = list(find_tokens(place, list(tokens.values())))
    shutil.rmtree(place)
    trouble = [f"{name} {what}" for name, _, what in found if what]
    trouble += [] if accepted else ["no file with a token was accepted"]
    return count(sum(size for _, size, _ in found), trouble, f"{kind.name} {number}")


def speak_by_command(folder: Path, mutant: str | None = None, spellings: int | None = None) -> Tally:
    """The installed command: every spelling, every refusal, faults in the middle, and the list of processes.

    ``spellings``: how many of those that are accepted and of those that are refused; all unless given.
    """
    folder.mkdir(parents=True, exist_ok=True)
    scratch = folder / "read"
    scratch.mkdir()
    game = play_turns(scratch / "game", KINDS[0], 1, 0)
    tokens = read_tokens(game)
    variables = environment(mutant, scratch) | {"XDG_CACHE_HOME": str(scratch / "cache")}
    said: list[tuple[str, Ran]] = []
    now = ["--now", write_instant(add_hours(START, 1))]
    seat, token = next(iter(tokens.items()))
    for number, spelling in enumerate((*SPELLINGS[:spellings], *BROKEN[:spellings])):
        file = folder / f"sent-{number}.yaml"
        file.write_text(f"game: game\nturn: 1\nseat: {seat}\n{spelling.replace('{}', token)}\norders: []\n")
        handed = (["check", str(game), str(file)], ["submit", str(game), str(file), "--json"])
        said += [(words[0], run_plain([*words, *now], variables)) for words in handed]
        said += _strike(game, ["submit", str(game), str(file), *now], variables, number)
    for words in (["run", str(game), "--force"], ["status", str(game)], ["verify", str(game)]):
        said.append((words[0], run_plain([*words, *(now if words[0] != "verify" else ())], variables)))
    for name, ran in said:
        (scratch / f"said-{len(os.listdir(scratch))}").write_text(f"{name} {ran.out}{ran.err}")
    tally = Tally()
    for name, size, what in find_tokens(scratch, list(tokens.values())):
        tally = tally.plus(count(size, [what] if what else [], name))
    tally = tally.plus(_list_processes(game, folder, list(tokens.values()), variables))
    return tally if spellings else tally.plus(_look_for_parameters(variables))


def _strike(game: Path, words: Sequence[str], variables: dict[str, str], number: int) -> list[tuple[str, Ran]]:
    """The command with a disk that fails on the way, where that can be had."""
    try:
        tracer()
    except NoTracerError:
        return []
    return [("struck", run_with_fault(game, "changes", f"once:{EIO}", 2 + number, words, variables))]


def _look_for_parameters(variables: dict[str, str]) -> Tally:
    """No command takes a token as a word, where every user of the machine could read it."""
    tally = Tally()
    for command in COMMANDS:
        told = run_plain([command, "--help"], variables).out
        offered = [line for line in told.splitlines() if re.match(r"\s*--\S*token", line)]
        tally = tally.plus(count(len(told), offered, f"{command} --help"))
    return tally


def _list_processes(game: Path, folder: Path, tokens: Sequence[str], variables: dict[str, str]) -> Tally:
    """A command that holds a file with a token stands still while the list of processes is read."""
    try:
        tracer()
    except NoTracerError:
        return Tally()
    held = Held(game, 1, ["submit", str(game), str(folder / "sent-0.yaml")], variables)
    listed = b""
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                listed += Path("/proc", entry, "cmdline").read_bytes() + Path("/proc", entry, "environ").read_bytes()
            except OSError:
                continue
    held.let_go()
    trouble = [] if held.is_held and str(game).encode() in listed else ["the command was not seen"]
    trouble += ["a token is in the list of processes"] if any(token.encode() in listed for token in tokens) else []
    return count(len(listed), trouble, "the list of processes")
