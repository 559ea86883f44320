"""Bar 21: hostile ids, names and links make, change or read nothing outside of the game.

Around the game lies a world with things worth harming; it is photographed before and after every command.
"""

from __future__ import annotations

import functools
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from cli.shell import snapshot
from scrutiny.games import share
from torture.tally import Tally, count
from torture.tracing import HERE, Ran, environment, run_plain
from unit.archive.zips import make_zip

from adjudicator.ledger.archive import unpack
from adjudicator.store.placing import name_unfinished

GAME = HERE.parents[1] / "games" / "g42"
ACCEPTED = 0
LATER = "2026-09-22T08:00:00Z"
DESERT = ("--game", "through-the-desert")

NAMES = (
    "..", ".", "../x", "../../outside/x", "/etc/x", "a/b", "a\\b", "a/../../x", "..\\x", "~", "~root", "$HOME",
    "a b", "-rf", "--force", "a;b", "a|b", "a&b", "`id`", "$(id)", "a\nb", "a\tb", "a\x1b[31m", "a\x7fb", "A",
    "Ann", "1", "1a", "_a", ".a", "a.b", "a.yaml", "con:", "c:x", "a%2fb", "a%00b", "\u0430nn", "\uff41nn",
    "ann\u200b", "\u202enna", "a\u0301nn", "\xe4nn", "ann\xa0", " ann", "ann ", "x" * 33, "x" * 300, "",
    "public", "moderator", "all", "null", "true", "false", "a\u2044b", "a\u2215b", "a\uff0fb", "\u2024\u2024",
    "a'b", 'a"b', "a*b", "a?b", "[a]", "{a}",
)  # fmt: skip
"""None of them is an id. NUL cannot be a word of a command; it is tried in files and archives."""

MEMBERS = (
    "../x", "../../outside/x", "/etc/x", "game/../../outside/x", "game/turns/../../x", "game//turns",
    "game/turns/", "game\\..\\x", "C:\\x", "c:x", "//host/x", "game/./turns/0000.turn",
    "game/turns/0000.turn/x", "game/a\x00b", "game/private/secret", "game/private/seats.json",
    "game/outbox/0000-a.txt", "game/.hidden", "game/TURNS/0000.turn",
    "game/turns/\u0660\u0660\u0660\u0660.turn", "game/turns/\u202e0000.turn", "x", "..", "",
    "game/inbox/../x.yaml", "game/inbox/Amira/01.yaml", "game/turns/00.turn", "game/turns/0000/turn.json",
    "game/branches/../x",    "game/refused/../../x.yaml",
)  # fmt: skip


class World(NamedTuple):
    """The folder with everything, the game in it, what must not be touched, and what commands run under."""

    folder: Path
    game: Path
    outside: Path
    variables: dict[str, str]

    def run(self, *words: object) -> Ran:
        return run_plain([os.fspath(word) if isinstance(word, Path) else str(word) for word in words], self.variables)


class Attempt(NamedTuple):
    """What is tried: its name, what is done, and whether the command may succeed."""

    name: str
    act: Callable[[World], Ran]
    may_succeed: bool = False


def make_world(folder: Path, mutant: str | None) -> World:
    """The game ``in/g42``, and beside it files and folders that a path might lead to."""
    outside = folder / "outside"
    for name in ("x", "turn.json", "secret", "0001/turn.json", "inbox/01.yaml"):
        (outside / name).parent.mkdir(parents=True, exist_ok=True)
        (outside / name).write_text(f"the content of {name}\n")
    game = Path(shutil.copytree(GAME, folder / "in" / "g42"))
    scratch = folder.parent / "scratch"
    scratch.mkdir()
    return World(folder, game, outside, environment(mutant, scratch) | {"HOME": str(scratch)})


def list_attempts() -> Iterator[Attempt]:
    """All of them, by hand."""
    for name in NAMES:
        yield Attempt(f"new --id {name!r}", lambda world, name=name: _new(world, "--id", name, "--seat", "ann"))
        yield Attempt(f"new --seat {name!r}", lambda world, name=name: _new(world, "--id", "ok", "--seat", name))
        yield Attempt(f"show --seat {name!r}", lambda world, name=name: world.run("show", world.game, "--seat", name))
    for name in NAMES[::2]:
        yield Attempt(f"seat: {name!r}", lambda world, name=name: _submit(world, seat=name))
        yield Attempt(f"game: {name!r}", lambda world, name=name: _submit(world, game=name))
    for member in MEMBERS:
        yield Attempt(f"member {member!r}", lambda world, member=member: _import(world, member))
    yield from LINKS


def _new(world: World, *words: str) -> Ran:
    return world.run("new", world.folder / "in" / "new", *DESERT, "--seat", "bob", *words)


def _submit(world: World, game: str = "g42", seat: str = "dora") -> Ran:
    quoted = {"game": game, "seat": seat}
    lines = [f'{key}: "{value.encode("unicode_escape").decode()}"\n' for key, value in quoted.items()]
    file = world.folder.parent / "scratch" / "file.yaml"
    file.write_text("".join(lines).replace('\\"', '"') + "turn: 7\norders: []\n")
    return world.run("submit", world.game, file, "--now", "2026-09-22T07:00:00Z")


def _import(world: World, member: str) -> Ran:
    file = world.folder.parent / "scratch" / "a.zip"
    made = world.run("archive", world.game, "-o", file)
    assert made.code == ACCEPTED, made
    members = unpack(file.read_bytes()) | {member: b"owned\n"}
    file.write_bytes(make_zip(sorted(members.items())))
    return world.run("import", file, world.folder / "in" / "imported")


def _run_with_link(place: str, target: str) -> Callable[[World], Ran]:
    """Run the turn with ``place`` in the game a link to ``target`` in the world outside."""

    def act(world: World) -> Ran:
        path = world.game / place
        if path.is_dir():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(world.outside / target)
        _submit(world)
        return world.run("run", world.game, "--turn", "7", "--force", "--now", LATER)

    return act


def _aside(world: World, name: str) -> Path:
    return Path(name_unfinished(str(world.folder / "in" / name)))


def _new_through_link(world: World) -> Ran:
    _aside(world, "new").symlink_to(world.outside)
    return _new(world, "--seat", "ann")


def _new_at_link(world: World) -> Ran:
    (world.folder / "in" / "new").symlink_to(world.outside / "nothing")
    return _new(world, "--seat", "ann")


def _import_at_link(world: World) -> Ran:
    file = world.folder.parent / "scratch" / "a.zip"
    world.run("archive", world.game, "-o", file)
    (world.folder / "in" / "imported").symlink_to(world.outside / "nothing")
    return world.run("import", file, world.folder / "in" / "imported")


def _import_through_link(world: World) -> Ran:
    file = world.folder.parent / "scratch" / "a.zip"
    world.run("archive", world.game, "-o", file)
    _aside(world, "imported").symlink_to(world.outside)
    return world.run("import", file, world.folder / "in" / "imported")


LINKS = (
    *(
        Attempt(f"{place} is a link to {target or 'outside'}", _run_with_link(place, target), may_succeed=True)
        for place, target in (
            ("turns", ""), ("inbox", ""), ("refused", ""), ("private", ""), ("outbox", ""), ("inbox/amira", "inbox"),
            ("inbox/dora", "inbox"), ("inbox/dora/01.yaml", "inbox/01.yaml"), ("inbox/dora/05.yaml", "secret"),
            ("inbox/dora/05.yaml.aside", "x"), ("turns/0007.turn.aside", "0001.turn"), ("turns/0007", "0006"),
            ("turns/0007.turn", "0001.turn"), ("turns/0006.turn", "0006.turn"),
            ("turns/0006/reports", "reports"),
            ("private/secret", "secret"), ("game.yaml.aside", "x"),
            ("refused/dora-0000000000000000.yaml", "x"), ("branches", ""), ("sent", ""),
        )
    ),
    Attempt("new, its folder aside is a link", _new_through_link, may_succeed=True),
    Attempt("new at a link", _new_at_link),
    Attempt("import at a link", _import_at_link),
    Attempt("import, its folder aside is a link", _import_through_link, may_succeed=True),
)  # fmt: skip


def attempt_all(folder: Path, every: int = 1, mutant: str | None = None) -> Tally:
    """Every attempt, or one of ``every``; read counts the things in the world that were looked at."""
    numbers = range(0, len(list(list_attempts())), every)
    return share(functools.partial(_attempt, folder, mutant), numbers)


def _attempt(folder: Path, mutant: str | None, number: int) -> Tally:
    attempt = list(list_attempts())[number]
    place = folder / str(number)
    world = make_world(place / "world", mutant)
    around = _photograph(world)
    ran = attempt.act(world)
    after = _photograph(world)
    names = sorted(around.keys() | after.keys())
    trouble = [f"{name} was touched" for name in names if around.get(name) != after.get(name)]
    trouble += [] if attempt.may_succeed or ran.code != ACCEPTED else ["it was accepted"]
    trouble += ["a traceback"] if "Traceback" in ran.out + ran.err else []
    trouble += ["a secret was read out"] if "the content of" in ran.out + ran.err else []
    shutil.rmtree(place)
    return count(len(around), trouble, attempt.name)


def _photograph(world: World) -> dict[str, object]:
    """What lies outside, wholly, and what lies where games are kept and above, by name."""
    kept: dict[str, object] = {f"outside/{name}": seen for name, seen in snapshot(world.outside).items()}
    ours = {"new", "imported", _aside(world, "new").name, _aside(world, "imported").name}
    beside = {name for name in os.listdir(world.folder / "in") if name not in ours}
    names = {*os.listdir(world.folder), *os.listdir(world.folder.parent), *(f"in/{name}" for name in beside)}
    return kept | dict.fromkeys(names, 0)
