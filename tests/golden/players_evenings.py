"""Evenings of players: missed deadlines, the house, plans, letters to each other, endings.

``players.txt`` has what commands print, what reports say and which letters go out, each sentence where it comes first.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cli.shell import Ran
from golden.pages import read_page
from golden.telling import GAMES, REASON, SENTENCES, adjudicate, leave_tables_out, list_new, read_letter

from adjudicator.post.letters import remind_game

Step = tuple[str, ...]
START = datetime(2026, 1, 1, tzinfo=UTC)
TIMELESS = ("show", "form", "legal", "board", "archive")
"""Commands for which it does not matter what time it is."""
PEOPLE = ("--seat", "ann=Ann <ann@example.org>", "--seat", "ben=Ben <ben@example.org>", "--seat", "cem=cem@example.org")
DESERT = ("--game", "through-the-desert", "--edition", "manual", "--timezone", "Europe/Berlin", *PEOPLE)
CATAN = ("--game", "catan", "--timezone", "Europe/Berlin", *PEOPLE)


def send(seat: str, turn: int, body: str) -> Step:
    """The step in which a player sends a file."""
    return ("submit", "g", f"game: g\nturn: {turn}\nseat: {seat}\n{body}", "--seat", seat)


def wait(hours: int) -> Step:
    """The step in which nothing is done for so long."""
    return ("wait", str(hours))


PRESS = "orders: []\npress:\n- to: [ann]\n  text: Shall we?\n- to: all\n  text: Good luck\n"
EVENINGS: dict[str, tuple[Step, ...]] = {
    "deadlines are missed, until the house plays": (
        ("new", "g", *DESERT, "--deadline", "72", "--policy", "missed=house", "--policy", "abandoned=2"),
        wait(47),
        ("remind",),
        wait(26),
        ("g",),
        wait(73),
        ("g",),
        send("ann", 3, "orders: []\n"),
        ("g", "--force"),
    ),
    "the house takes a seat from a substitute": (
        ("new", "g", *DESERT, "--deadline", "72", "--policy", "missed=house", "--policy", "abandoned=1"),
        ("substitute", "g", "--seat", "ben", "--person", "Fay <fay@example.org>", *REASON),
        wait(73),
        ("g",),
        *[send("ann", 2, "note: I am back on Monday\n")] * 2,
        ("substitute", "g", "--seat", "cem", "--person", "Gus <gus@example.org>", *REASON),
        ("rewind", "g", "--to", "0", *REASON),
        send("ben", 1, "note: I am away\n"),
    ),
    "the house plays instead of a fallback that is impossible": (
        ("new", "g", *DESERT, "--deadline", "72", "--policy", "missed=house"),
        *(send(seat, 1, "fallback:\n- leader: pink A5\n") for seat in ("ann", "ben", "cem")),
        wait(73),
        ("g",),
    ),
    "nobody plays instead": (
        ("new", "g", *DESERT, "--deadline", "72", "--policy", "missed=wait"),
        wait(73),
        ("status", "g"),
        send("cem", 1, "orders:\n- leader: green A7\n"),
        ("remind",),
        ("g",),
        ("g", "--force"),
    ),
    "letters between players, by each policy": (
        ("new", "g", *DESERT, "--policy", "press=partial", "--policy", "blocked=fallback"),
        send("cem", 1, PRESS),
        send("ben", 1, "orders:\n- leader: pink A3\ndraft: true\n"),
        ("g",),
        ("g", "--force"),
        ("edit", "g", "--set", "policies.press=anonymous", *REASON),
        send("ben", 2, PRESS),
        ("g", "--force"),
        ("edit", "g", "--set", "policies.press=public", *REASON),
        send("ben", 3, PRESS),
        ("edit", "g", "--set", "policies.press=none", *REASON),
        send("ben", 3, PRESS),
    ),
    "a plan stays on file": (
        ("new", "g", *DESERT, "--deadline", "3 days, weekdays mon-fri, hour 20, minimum 48 hours, delay 2 hours"),
        send("ann", 1, "orders:\n- leader: [pink A5, pink B3]\n- leader: green C4\n- leader: yellow E1\n"),
        ("g", "--force"),
        send("ann", 2, "orders:\n- leader: green C6\n"),
        ("g", "--force"),
        send("ann", 2, "orders:\n- leader: green C6\n"),
    ),
    "Catan, with a plan and standing orders": (
        ("new", "g", *CATAN, "--deadline", "48", "--policy", "missed=house"),
        send("ann", 1, "orders:\n- place: best\n- place: best\n"),
        send("ben", 1, "orders:\n- place: best\nstanding:\n- robber: best\nfallback:\n- place: best\n"),
        send("cem", 1, "orders:\n- place: best\n- place: best\n- end: turn\n"),
        ("g",),
        wait(49),
        ("g",),
        wait(49),
        ("g",),
        ("rewind", "g", "--to", "1", *REASON),
        ("g", "--force"),
    ),
    "Catan, where the house plays": (
        ("new", "g", *CATAN, "--deadline", "48"),
        ("house", "g", "--seat", "ann", *REASON),
        ("g", "--force"),
    ),
    "seats change hands": (
        ("new", "g", *DESERT, "--deadline", "72", "--policy", "missed=house"),
        ("substitute", "g", "--seat", "ben", "--person", "Fay <fay@example.org>", *REASON),
        ("house", "g", "--seat", "cem", *REASON),
        ("holiday", "g", "--seat", "ann", "--from", "2026-01-05", "--to", "2026-01-09", *REASON),
        ("g", "--force"),
        send("ben", 2, "orders: []\n"),
        send("cem", 2, "orders: []\n"),
        ("replace", "g", "--seat", "cem", "--name", "Dora", "--address", "dora@example.org", *REASON),
        ("edit", "g", "--set", "policies.holidays=14", "--set", "deadlines.turn=24", *REASON),
        ("edit", "g", "--set", "policies.press=none", "--set", "policies.abandoned=3", *REASON),
        ("edit", "g", "--set", "policies.abandoned=0", "--set", "policies.missed=game", *REASON),
        (
            "edit",
            "g",
            "--set",
            "policies.holidays=any",
            "--set",
            "deadlines.turn=3 days, hour 20, grace 6 hours",
            *REASON,
        ),
        ("g", "--force"),
    ),
}
"""By what happens: the steps of an evening in the game ``g``."""


def list_told() -> Iterator[tuple[str, str]]:
    """Evening, step, and what is said in it."""
    for title, steps in EVENINGS.items():
        with tempfile.TemporaryDirectory() as folder:
            for step, text in play_evening(Path(folder), steps):
                yield f"{title}: {step}", text
    for name in ("caravan", "finished-2005", "finished-caravan", "reef"):
        for letter in sorted((GAMES / name).glob("outbox/0000-*-invitation.txt")):
            seat = letter.name.split("-")[1]
            ran = adjudicate("show", GAMES / name, "--seat", seat)
            yield f"the sample games: {name} {seat}", leave_tables_out(ran.out)


def play_evening(place: Path, steps: Sequence[Step]) -> Iterator[tuple[str, str]]:
    """Each step, an hour after the one before, and what is said in it."""
    (place / "secret").write_text("5a" * 64)
    now, known = START, set[Path]()
    for step in steps:
        if step[0] == "wait":
            now += timedelta(hours=int(step[1]))
            continue
        if step[0] in {"copy", "board", "write", "cut", "lengthen", "delete"}:
            _change_files(place, step)
            known.update(place.glob("g/outbox/*.eml"))
            continue
        at = f"{now:%Y-%m-%dT%H:%M:%SZ}"
        if step[0] == "remind":
            told = "\n".join(remind_game(str(place / "g"), now).letters)
        else:
            ran = _run(place, step, () if step[0] in TIMELESS else ("--now", at))
            told = (read_page(ran.out) if "html" in step else leave_tables_out(ran.out)) + ran.err
        letters = sorted(set(place.glob("g/outbox/*.eml")) - known)
        known.update(letters)
        texts = (told, *(leave_tables_out(read_letter(letter)) for letter in letters))
        yield step[0], "\n\n".join(texts).replace(str(place), "")
        now += timedelta(hours=1)


def _change_files(place: Path, step: Step) -> None:
    """A sample game becomes ``g``; or a file is made a board, written, cut in half, lengthened or deleted."""
    what, name, *text = step
    if what == "copy":
        shutil.copytree(GAMES / name, place / "g")
    elif what == "board":
        (place / name).write_text(adjudicate("board", "--random", "--seed", "2026").out)
    elif what == "write":
        (place / name).write_text(text[0])
    elif what in {"cut", "lengthen"}:
        data = (place / name).read_bytes()
        (place / name).write_bytes(data[: len(data) // 2] if what == "cut" else data + b"x")
    else:
        (place / name).unlink()


def _run(place: Path, step: Step, clock: Step) -> Ran:
    """What a command says; of ``submit`` the third word is what the file says."""
    if step[0] == "submit":
        (place / "orders.yaml").write_text(step[2])
        step = (*step[:2], "orders.yaml", *step[3:])
    if step[0] == "new":
        step = (*step, "--secret-file", "secret")
    return adjudicate(*step, *clock, cwd=place)


def write_players() -> str:
    """The file ``players.txt``."""
    return "".join(f"{line}\n" for line in list_new(list_told()))


def main() -> None:
    """Write the file."""
    (SENTENCES / "players.txt").write_text(write_players(), encoding="utf-8")
