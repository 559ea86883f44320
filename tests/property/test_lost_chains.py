"""Games of chance level L2 with lost keyrings, replaced players and rewinds: all of it verifies."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from cli.level_two import SEATS, Table, adjudicate
from cli.shell import SET_UP
from unit.proof.mailbox import keep_reports

from adjudicator.acts.simulate import Picker

STEPS = 24


class Players:
    """What the players do, and the moderator's acts, as a seed has it; ``done`` counts them."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self.done = table, Counter[str]()
        self.below = Picker(bytes([seed])).below

    def act(self, kind: str, *words: object) -> None:
        ran = adjudicate(kind, self.table.path, *words, "--reason", f"r{self.done.total()}", "--now", SET_UP)
        assert ran.code in (0, 3), ran
        self.done[f"{kind} {'done' if ran.code == 0 else 'refused'}"] += 1

    def keep_mails(self) -> Path:
        mails = self.table.folder / "mails"
        keep_reports(self.table.path, SEATS[0], mails / str(self.done.total()), ("txt",))
        return mails

    def turn(self) -> None:
        for seat in self.table.awaited():
            file = self.table.write_move(seat, stamp=False)
            asked = re.search(r"^nonce: epoch \d+", file.read_text(), re.MULTILINE)
            if asked and self.table.keyring(seat).exists() and self.below(4):
                self.done["stamped"] += self.table.nonces(seat, "stamp", file, "--far").code == 0
            self.table.send(seat, file)
        self.done["turn"] += self.table.run("--now", SET_UP, "--force").code == 0

    def step(self) -> None:
        seat = SEATS[self.below(3)]
        match self.below(12):
            case 0 if self.table.newest() > 2:
                self.keep_mails()
                self.act("rewind", "--to", self.table.newest() - 1 - self.below(3))
            case 1:
                self.table.keyring(seat).unlink(missing_ok=True)
            case 2 | 4:
                self.act("replace", "--seat", seat)
            case 3:
                self.act("edit", "--set", f"pacing={('seat', 'round')[self.below(2)]}")
            case _:
                self.turn()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whatever_becomes_of_chains_the_game_verifies(seed: int, tmp_path: Path) -> None:
    table = Table(tmp_path, "catan")
    table.begin()
    table.place()
    players = Players(table, seed)
    for number in range(STEPS):
        players.step()
        assert table.verify() == [], (number, players.done)
    assert table.verify("--reports") == []
    assert adjudicate("dice", table.path).code == 0
    told = adjudicate("verify-mail", players.keep_mails(), "--json")
    assert told.json["findings"] == []
    assert players.done["replace done"]
    assert players.done["stamped"]
