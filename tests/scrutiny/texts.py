"""Bar 18: what is written as text steers no terminal, forges no line and stays within 78 columns.

The texts are the reports and playbacks of the games of :mod:`scrutiny.shapes`, with hostile texts as long as a name may
be, and what the command prints about games and files with hostile names.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from scrutiny.games import KINDS, Kind, total
from scrutiny.shapes import HOSTILE, AnyOccasion, context_of, infest, open_games, render
from torture.tally import Tally, count
from torture.tracing import HERE, environment, run_plain

WIDTH = 78
LONGEST_NAME = 31
"""A seat's name has up to 32 characters; the last is the number that keeps two seats apart."""
SYSTEM_LINES = re.compile(rb"^(Head of|Game over|The game is over|What you must do)", re.MULTILINE)
GAME = HERE.parents[1] / "games" / "g42"
_REPORT = re.compile(rb"[\n\x20-\x7e]*")


def check_texts(
    folder: Path, kinds: Sequence[Kind] = KINDS, texts: Sequence[str] = HOSTILE, *, over: bool = True
) -> Tally:
    """Every text page of every game with every text; read counts bytes."""
    return total(_check_game(context_of(opened), texts) for opened in open_games(folder, kinds, over=over))


def _check_game(context: AnyOccasion, texts: Sequence[str]) -> Tally:
    honest = {name: _count_system_lines(data) for name, data in render(infest(context, "ann")).items()}
    tally = Tally()
    for text in texts:
        # names are of a fixed form: lines are judged with the longest of these, bytes with hostile names as well
        pages = ((False, render(infest(context, text))), (True, render(infest(context, text, "n" * LONGEST_NAME))))
        for lines, page in pages:
            for name, data in page.items():
                if name.endswith(".txt"):
                    trouble = _judge(data, honest[name] if lines else None)
                    tally = tally.plus(count(len(data), trouble, f"{context.game.name}, {name}, {text[:20]!r}"))
    return tally


def _judge(data: bytes, system_lines: int | None) -> list[str]:
    trouble = [] if _REPORT.fullmatch(data) else ["bytes that are not printable ASCII"]
    if system_lines is None:
        return trouble
    line = max(data.decode("utf-8", "replace").splitlines(), key=len)
    trouble += [f"{len(line)} columns: {line}"] if len(line) > WIDTH else []
    return trouble + ([] if _count_system_lines(data) == system_lines else ["a forged line"])


def _count_system_lines(data: bytes) -> int:
    return len(SYSTEM_LINES.findall(data))


def check_commands(folder: Path, texts: Sequence[str] = HOSTILE, mutant: str | None = None) -> Tally:
    """The command, with every text as the name of a file, of a game, of a seat, and within a move file."""
    folder.mkdir(parents=True)
    variables = environment(mutant, folder)
    game = Path(shutil.copytree(GAME, folder / "g42"))
    tally = Tally()
    for number, text in enumerate(texts):
        name = text.replace("/", "_").replace("\0", "_")[:80]
        file = folder / name
        file.write_text(f'game: "{name}"\nturn: 7\nseat: {number}\n{name}: x\norders:\n  - place: "{name}"\n')
        for words in (
            ["check", str(game), str(file)],
            ["submit", str(game), str(file)],
            ["show", str(game), "--seat", name],
            ["status", str(folder / f"no{name}")],
            ["verify", str(file)],
            ["new", str(folder / "new"), "--game", name, "--seat", name, "--seat", "bob"],
            ["simulate", "--game", "catan", "--seats", "3", "--games", "0", "--seed", name],
            ["cases", str(file)],
            [name],
        ):
            ran = run_plain(words, variables)
            said = ran.out + ran.err
            trouble = [] if said.replace("\n", "").isprintable() else ["what does not print"]
            trouble += [] if ran.code in {0, 1, 2, 3} and "Traceback" not in said else [f"exit {ran.code}"]
            tally = tally.plus(count(len(said.encode()), trouble, f"{words[0]} with {text[:20]!r}"))
        file.unlink()
    return tally
