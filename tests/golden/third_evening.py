"""Games of other authors, of the kind in which an order is an action: what their players read.

``third.txt`` has what commands print, what reports say and which letters go out, each sentence where it comes first.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from golden.players_evenings import Step, play_evening, send, wait
from golden.telling import REASON, list_new, write_lines
from third_games.installed import lay_out

from adjudicator.seam import Illegal

FILE = "third.txt"
_TWO = ("--seat", "ann=Ann <ann@example.org>", "--seat", "ben=Ben <ben@example.org>")


def _throw(turn: int, throws: Sequence[str]) -> Iterator[Step]:
    """The throws of all, and the turn."""
    for seat, throw in zip(("ann", "ben", "cem"), throws, strict=True):
        yield send(seat, turn, f"orders:\n- throw: {throw}\n")
    yield ("g",)


_LATER = (wait(200), ("upgrade", "g", *REASON), ("g", "--force"), wait(100), ("g", "--force"))
_EVENINGS: dict[str, tuple[Step, ...]] = {
    "Hex": (
        ("new", "g", "--game", "hex", "--option", "size=5", "--deadline", "24", *_TWO),
        ("form", "g", "--seat", "ben"),
        send("ben", 1, "orders: []\n"),
        send("ben", 1, "orders:\n- place: z9\n"),
        send("ben", 1, "orders:\n- place: a1\n  if: {colour: red}\n"),
        send("ben", 1, "orders:\n- place: a1\n  if: {beside: nowhere}\n"),
        send("ann", 1, "orders:\n- place: a1\n- place: [c1, c2]\n"),
        send(
            "ben",
            1,
            "orders:\n- place: b1\n  if: {beside: a1}\n- place: b2\n  if: {beside: empty}\n- place: a1\n- place: c1\n",
        ),
        ("g",),
        *(("show", "g", "--seat", seat) for seat in ("ann", "ben")),
        send("ben", 2, "fallback: []\n"),
        ("g",),
        *(("show", "g", "--seat", seat) for seat in ("ann", "ben")),
        ("rewind", "g", "--to", "1", *REASON),
        send("ann", 2, "orders:\n- place: c4\n  if: {beside: a1}\n"),
        send("ann", 2, "orders:\n- place: c4\n- place: a1\n"),
        ("g",),
        send("ben", 2, "orders:\n- place: d1\n- place: a1\n"),
        ("g",),
        *(("show", "g", "--seat", seat) for seat in ("ann", "ben")),
    ),
    "Hex, with fallback orders for blocked ones": (
        ("new", "g", "--game", "hex", "--option", "size=5", "--deadline", "24", "--policy", "blocked=fallback", *_TWO),
        send("ann", 1, "orders:\n- place: a1\n"),
        send("ben", 1, "orders:\n- place: a1\nfallback:\n- place: b1\n"),
        ("g",),
        ("show", "g", "--seat", "ben"),
    ),
    "rock, paper, scissors": (
        ("new", "g", "--game", "rock-paper-scissors", *_TWO, "--seat", "cem"),
        send("ann", 1, "orders: []\n"),
        *_throw(1, ("rock", "paper", "scissors")),
        *_throw(2, ("rock", "rock", "scissors")),
        *_throw(3, ("rock", "rock", "scissors")),
        ("show", "g", "--seat", "ann"),
    ),
    "rock, paper, scissors, a draw": (
        ("new", "g", "--game", "rock-paper-scissors", *_TWO, "--seat", "cem"),
        *(step for turn in (1, 2, 3) for step in _throw(turn, ("rock", "paper", "scissors"))),
        ("show", "g", "--seat", "ann"),
    ),
}
"""By what happens: the steps of an evening in the game ``g``."""


def _is_beside(position: Any, seat: str, asked: str) -> bool:
    """A question of an author that has no answer to some words, and none to others once a stone lies."""
    del seat
    known = {"a1": False} if position.stones else {"a1": False, "empty": False}
    return known[asked]


def _refuse(position: Any, seat: str, action: str) -> Illegal:
    del seat
    return Illegal("a stone lies there" if action in position.stones else "there is no such cell", action == "z9")


def list_told() -> Iterator[tuple[str, str]]:
    """Evening, step, and what is said in it."""
    with tempfile.TemporaryDirectory() as installed, pytest.MonkeyPatch.context() as patched:
        for path in lay_out(Path(installed)):
            patched.syspath_prepend(path)
        import hex_by_mail  # noqa: PLC0415 - they can be imported now only
        import rps_by_mail  # noqa: PLC0415

        patched.setattr(hex_by_mail.HexRules, "conditions", {"beside": _is_beside})
        patched.setattr(hex_by_mail.HexRules, "refuse", lambda _self, *asked: _refuse(*asked))
        patched.setattr(rps_by_mail.RpsRules, "act_for_silent", lambda _self, _position, _seat: "rock")
        for title, steps in _EVENINGS.items():
            with tempfile.TemporaryDirectory() as folder:
                for step, text in play_evening(Path(folder), steps):
                    yield f"{title}: {step}", text
                for version, name in ((2, "Rock, Paper, Scissors"), (3, "Paper, Rock, Scissors")):
                    with patched.context() as later:
                        later.setattr(rps_by_mail.GAME, "version", version)
                        later.setattr(rps_by_mail.GAME, "title", name)
                        for step, text in play_evening(Path(folder), _LATER if "paper" in title else ()):
                            yield f"{title}, by version {version}: {step}", text


def main() -> None:
    """Write the file."""
    write_lines(FILE, list_new(list_told()))


if __name__ == "__main__":
    main()
