"""Boards made at random are faithful and all different, and no damage to a board file is met with a traceback.

    python tests/scrutiny/desert_boards.py --boards 1000 --oracle 20 --damaged 1000

Every board is judged by the program's own review, and one in ``--oracle`` by ``tests/oracle/board_rules`` too, which is
slow and knows nothing of how boards are made. Run it with ``tests`` on the path.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from random import Random  # noqa: TID251  the damage is ours, not a game's
from typing import NamedTuple

from oracle.board_rules import check_full, check_small
from oracle.field import read_board as as_field

from adjudicator.rules.through_the_desert.board import STRIP_FROM
from adjudicator.rules.through_the_desert.boards import read_board
from adjudicator.rules.through_the_desert.boards.review import DesertBoards

KINDS = {"small": (2, "mountain"), "full": (4, "mountain"), "river": (4, "river"), "small river": (2, "river")}
BOARDS, EDITION = DesertBoards(), "manual"
_SIGNS = "~&^.+#-: \t0123456789ABCXYZabcxyz\u00e9\u2013\x07"


class Made(NamedTuple):
    """What came of making boards of one kind: seconds each, findings, and how many different ones."""

    seconds: list[float]
    findings: list[str]
    different: int


def make_boards(kind: str, count: int, salt: str = "", oracle: int = 1) -> Made:
    """Make so many boards from seeds that nobody chose, and judge each, one in ``oracle`` twice."""
    seats, side = KINDS[kind]
    seconds, findings, seen = [], [], set()
    for number in range(count):
        seed = int(hashlib.sha256(f"{salt}{kind}{number}".encode()).hexdigest()[:16], 16)
        begin = time.perf_counter()
        text = BOARDS.make(seed, seats, side)
        seconds.append(time.perf_counter() - begin)
        seen.add(text.split("\n", 1)[1])
        findings += [f"{kind} {seed:x}: {says}" for says in judge(text, seats, side)]
        if number % oracle == 0:
            findings += [f"{kind} {seed:x}: oracle: {says}" for says in ask_oracle(text, seats)]
    return Made(seconds, findings, len(seen))


def ask_oracle(text: str, seats: int) -> Iterator[str]:
    """What the slow checks find wrong with a board made for so many seats."""
    board = read_board(text).board
    small = as_field(board.small_area)
    yield from check_small(small)
    if seats >= STRIP_FROM:
        yield from check_full(as_field(board), small)


def judge(text: str, seats: int, side: str) -> Iterator[str]:
    """What the program finds wrong with, or odd about, a board made for so many seats."""
    board = read_board(text).board
    review = BOARDS.review(text, EDITION, None if seats >= STRIP_FROM else seats)
    yield from (note.says for note in (*review.errors, *review.remarks))
    if bool(board.river) != (side == "river"):
        yield f"{len(board.river)} sides of a river, on the {side} side"


def damage(text: str, random: Random) -> str:
    """``text`` after one to five of the things that go wrong in an editor or in a mail."""
    for _ in range(random.randint(1, 5)):
        lines, at = text.split("\n"), random.randrange(len(text))
        line = random.randrange(len(lines))
        match random.randrange(9):
            case 0:
                text = text[:at] + random.choice(_SIGNS) + text[at + 1 :]
            case 1:
                text = text[:at] + text[at + 1 :]
            case 2:
                text = text[:at] + random.choice(_SIGNS) + text[at:]
            case 3:
                text = "\n".join(lines[:line] + lines[line + 1 :])
            case 4:
                text = "\n".join([*lines[:line], lines[line], *lines[line:]])
            case 5:
                text = "\n".join([*lines[:line], " " * random.randint(1, 4) + lines[line], *lines[line + 1 :]])
            case 6:
                text = random.choice(
                    ("\ufeff" + text, text.replace("\n", "\r\n"), text.replace("   ", "\t"), text.upper())
                )
            case 7:
                text = text[:at]
            case _:
                other = random.randrange(len(lines))
                lines[line], lines[other] = lines[other], lines[line]
                text = "\n".join(lines)
        text = text or "\n"
    return text


def damage_boards(count: int) -> Counter[str]:
    """Damage our boards and random ones so many times; how often which answer came. Raises for a wrong answer."""
    answers: Counter[str] = Counter()
    originals = [BOARDS.make(number, seats, side) for number in range(5) for seats, side in KINDS.values()]
    for number in range(count):
        random = Random(number)  # noqa: S311
        text = damage(random.choice(originals), random)
        review = BOARDS.review(text, EDITION, None)
        for line, column, says in (*review.errors, *review.remarks):
            if line < 1 or column < 1 or line > review.text.count("\n") + 1 or not says:
                raise AssertionError(f"damaged board {number}: {line}:{column}: {says}")
        if not review.errors and not (review.drawing and review.seats):
            raise AssertionError(f"damaged board {number}: neither an error nor a board")
        answers["an error" if review.errors else "remarks" if review.remarks else "still a board"] += 1
    return answers


def main() -> None:
    """Print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--oracle", type=int, default=20, help="one board in so many")
    parser.add_argument("--damaged", type=int, default=1000)
    parser.add_argument("--kinds", nargs="*", choices=KINDS, default=list(KINDS))
    asked = parser.parse_args()
    for kind in asked.kinds:
        made = make_boards(kind, asked.boards, oracle=asked.oracle)
        counts = f"{len(made.seconds)} boards, {made.different} different, {len(made.findings)} findings"
        speed = f"median {statistics.median(made.seconds):.3f} s, longest {max(made.seconds):.3f} s"
        sys.stdout.write("\n  ".join([f"{kind}: {counts}, {speed}", *made.findings[:5]]) + "\n")
        sys.stdout.flush()
    sys.stdout.write(f"{asked.damaged} damaged files: {dict(damage_boards(asked.damaged))}\n")


if __name__ == "__main__":
    main()
