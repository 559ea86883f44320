"""A game of chance level L2 as its people play it: a keyring for each seat, and nothing but commands.

The commands run in this process, since there are many of them; ``cli.shell`` starts them as a shell does.
"""

from __future__ import annotations

import io
import json
import os
import shutil
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from hashlib import sha256
from pathlib import Path
from typing import Any

from cli.shell import SET_UP, Ran, token
from parts import newest_of, turn_of

from adjudicator.cli.main import main
from adjudicator.nonces.keyring import join_game

SEATS = ("ann", "bob", "cid")


def adjudicate(*arguments: object) -> Ran:
    """What the command does, says and ends with."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main([os.fspath(a) if isinstance(a, os.PathLike) else str(a) for a in arguments])
    ran = Ran(int(code), out.getvalue(), err.getvalue())
    assert code != 70, ran
    return ran


class Table:
    """The game directory, and beside it what each player has at home."""

    def __init__(self, folder: Path, game: str, *options: str, digits: str = "16") -> None:
        self.folder = folder
        self.path = folder / "g"
        secret = folder / "secret-file"
        secret.write_text(digits * 64)
        named = [part for seat in SEATS for part in ("--seat", seat)]
        wish = ["--game", game, "--level", "L2", *named, "--secret-file", str(secret), "--now", SET_UP, *options]
        ran = adjudicate("new", self.path, *wish)
        assert ran.code == 0, ran

    def keyring(self, seat: str) -> Path:
        return self.folder / f"{seat}-keys"

    def nonces(self, seat: str, *words: object) -> Ran:
        return adjudicate("nonces", *words, "--keyring", self.keyring(seat))

    def letter(self, seat: str, name: str) -> Path:
        return self.path / "outbox" / f"0000-{seat}-{name}.txt"

    def write_answer(self, seat: str, action: str) -> Path:
        """What the seat's keyring answers to its newest letter."""
        file = self.folder / f"{seat}-{action}.yaml"
        file.unlink(missing_ok=True)
        letter = self.letter(seat, {"join": "invitation", "open": "anchors"}[action])
        if action == "join":
            # the command would draw other secrets each time
            join_game(str(self.keyring(seat)), letter.read_text(), lambda count: sha256(seat.encode()).digest()[:count])
        ran = self.nonces(seat, action, letter, "-o", file)
        assert ran.code == 0, ran
        return file

    def answer(self, seat: str, action: str) -> Ran:
        return adjudicate("submit", self.path, self.write_answer(seat, action), "--now", SET_UP)

    def start(self, *words: object) -> Ran:
        return adjudicate("start", self.path, "--now", SET_UP, *words)

    def begin(self) -> None:
        """Everybody joins, opens, and the game begins."""
        for action in ("join", "open"):
            for seat in SEATS:
                assert self.answer(seat, action).code == 0
            self.start()
        assert self.newest() == 0

    def newest(self) -> int:
        return newest_of(self.path)

    def read(self, name: str, turn: int | None = None) -> Any:
        number = self.newest() if turn is None else turn
        return json.loads((turn_of(self.path, number) / name).read_text())

    def awaited(self) -> list[str]:
        told = adjudicate("status", self.path, "--json", "--now", SET_UP).json[0]
        return list(dict.fromkeys(ask["seat"] for ask in told["awaiting"]))

    def write_move(self, seat: str, orders: Sequence[str] | None = None, *, stamp: bool = True) -> Path:
        """The seat's form with its token and ``orders``, or the first legal ones, and the nonce that is asked for."""
        file = self.folder / f"{seat}.yaml"
        form = adjudicate("form", self.path, "--seat", seat).out
        head, _, _ = form.replace("\ntoken:", f"\ntoken: {token(self.path, seat)}").partition("\norders:")
        if orders is None:
            legal = adjudicate("legal", self.path, "--seat", seat, "--json").json["orders"]
            orders = [json.dumps(legal[0])] if legal else []
        lines = "".join(f"\n  - {order}" for order in orders) or " []"
        file.write_text(f"{head}\norders:{lines}\n")
        if stamp and "\nnonce:" in head:
            ran = self.nonces(seat, "stamp", file)
            assert ran.code == 0, ran
        return file

    def send(self, seat: str, file: Path) -> Ran:
        return adjudicate("submit", self.path, file, "--seat", seat, "--now", SET_UP)

    def run(self, *words: object) -> Ran:
        return adjudicate("run", self.path, *(words or ("--now", SET_UP)))

    def play(self, turns: int) -> None:
        """So many turns in which everybody does the first legal thing and gives his nonce."""
        for _ in range(turns):
            for seat in self.awaited():
                assert self.send(seat, self.write_move(seat)).code == 0
            ran = self.run()
            assert ran.code == 0, ran

    def place(self) -> None:
        """The set-up of Catan, to its end."""
        while self.read("state.json")["turn"] == 0:
            self.play(1)

    def end_turns(self, count: int) -> None:
        """So many turns of Catan in which nothing is done; the dice must show no 7."""
        for _ in range(count):
            (seat,) = self.awaited()
            assert self.send(seat, self.write_move(seat, ["end: turn"])).code == 0
            assert self.run().code == 0

    def verify(self, *words: object) -> list[str]:
        """Findings; there must be none where the exit code is 0."""
        ran = adjudicate("verify", self.path, "--json", *words)
        found = list(ran.json["findings"])
        assert (ran.code == 0) == (not found), ran
        return found

    def copy(self, name: str) -> Table:
        """The same table, to be spoilt."""
        other = object.__new__(Table)
        other.folder = Path(shutil.copytree(self.folder, self.folder.with_name(f"{self.folder.name}-{name}")))
        other.path = other.folder / "g"
        return other


def play_catan(folder: Path, turns: int) -> Table:
    """A game of Catan after the set-up and so many table turns, everybody's nonces in."""
    table = Table(folder, "catan")
    table.begin()
    table.place()
    table.end_turns(turns)
    return table
