"""What a disk, a backup or a hand in the wrong folder does to a game: something is gone, or another is in its place."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from cli.shell import BEFORE_DEADLINE, adjudicate

NOW = ("--now", BEFORE_DEADLINE)
REASON = ("--reason", "the disk has rotted")


def put_back(game: Path) -> None:
    """Turn 6 as it was before a rewind, in the place of the one played since."""
    take_back(game, 5)
    run(game)
    shutil.copy(game / "branches" / "0001" / "turns" / "0006.turn", game / "turns")
    shutil.rmtree(game / "turns" / "0006")


def copy_older(game: Path) -> None:
    shutil.copy(game / "turns" / "0005.turn", game / "turns" / "0006.turn")


def copy_newest(game: Path) -> None:
    shutil.copy(game / "turns" / "0006.turn", game / "turns" / "0007.turn")


def swap(game: Path) -> None:
    first, last, aside = (game / "turns" / name for name in ("0001.turn", "0006.turn", "aside"))
    first.rename(aside)
    last.rename(first)
    aside.rename(last)


def replace_the_one_before(game: Path) -> None:
    shutil.copy(game / "turns" / "0003.turn", game / "turns" / "0005.turn")


def lose_newest(game: Path) -> None:
    (game / "turns" / "0006.turn").unlink()


def lose_newest_and_reports(game: Path) -> None:
    lose_newest(game)
    shutil.rmtree(game / "turns" / "0006")


def lose_all_but_the_line(game: Path) -> None:
    run(game)
    (game / "turns" / "0007.turn").unlink()
    shutil.rmtree(game / "turns" / "0007")


def lose_what_an_act_followed(game: Path) -> None:
    extend(game)
    lose_newest_and_reports(game)
    shutil.rmtree(game / "inbox")
    (game / "private" / "status.json").unlink()


def lose_the_rewind(game: Path) -> None:
    take_back(game, 4)
    (game / "acts" / "0001.json").unlink()


def replace_in_branch(game: Path) -> None:
    take_back(game, 4)
    shutil.copy(game / "turns" / "0003.turn", game / "branches" / "0001" / "turns" / "0006.turn")


def lose_in_branch(game: Path) -> None:
    take_back(game, 4)
    (game / "branches" / "0001" / "turns" / "0006.turn").unlink()


def lose_an_act_taken_up(game: Path) -> None:
    extend(game)
    run(game)
    (game / "acts" / "0001.json").unlink()


def lose_an_act_to_come(game: Path) -> None:
    extend(game)
    (game / "acts" / "0001.json").unlink()


def lose_an_older_act(game: Path) -> None:
    extend(game)
    run(game)
    run(game)
    (game / "acts" / "0001.json").unlink()


def take_back(game: Path, to: int) -> None:
    assert adjudicate("rewind", game, "--to", to, *REASON, *NOW).code == 0


def extend(game: Path) -> None:
    assert adjudicate("extend", game, "--hours", 24, *REASON, *NOW).code == 0


def run(game: Path) -> None:
    assert adjudicate("run", game, "--force", *NOW).code == 0


DAMAGES: list[tuple[Callable[[Path], None], str]] = [
    (put_back, "turns/0006/turn.json"),
    (copy_older, "turns/0006/turn.json"),
    (copy_newest, "turns/0007/turn.json"),
    (swap, "turns/0006/turn.json"),
    (replace_the_one_before, "turns/0006/turn.json"),
    (lose_newest, "turns/0006.turn"),
    (lose_newest_and_reports, "turns/0006.turn"),
    (lose_all_but_the_line, "turns/0007.turn"),
    (lose_what_an_act_followed, "turns/0006.turn"),
    (lose_the_rewind, "branches/0001"),
    (replace_in_branch, "branches/0001/turns/0006/turn.json"),
    (lose_in_branch, "branches/0001"),
    (lose_an_act_taken_up, "turns/0007/turn.json"),
    (lose_an_act_to_come, "acts/0001.json"),
    (lose_an_older_act, "acts/0001.json"),
]
"""What is done to the game, and what is named by every command that would build on it."""
