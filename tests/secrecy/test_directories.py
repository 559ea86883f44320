"""The same with whole game directories and the program's real acts: what the search reads is what is really sent."""

from __future__ import annotations

from pathlib import Path

import pytest
from secrecy.catan_twins import CatanTwins
from secrecy.desert_twins import DesertTwins
from secrecy.directory import SECRET, found, play
from secrecy.walk import Walk

from adjudicator.acts.open_game import open_game
from adjudicator.acts.simulate import Picker
from adjudicator.core.agenda import dump_agenda
from adjudicator.core.table import Onlooker
from adjudicator.store.formats import write_json
from adjudicator.testing.memory import SplitChance, accept, run_next
from adjudicator.testing.twins import Twins


@pytest.mark.slow
@pytest.mark.parametrize(
    ("twins", "number", "least"),
    [
        (CatanTwins(), 0, 8),
        (CatanTwins(), 3, 5),
        (CatanTwins(), 5, 8),
        (DesertTwins(), 1, 6),
        (DesertTwins("face-down"), 1, 6),
    ],
)
def test_whole_directories_tell_nothing(twins: Twins, number: int, least: int, tmp_path: Path) -> None:
    tally = Walk(twins, number, str(tmp_path)).go(16)
    tally.expect_nothing()
    assert tally.played >= least, tally


def test_a_turn_in_memory_is_the_turn_that_the_program_runs(tmp_path: Path) -> None:
    twins, below = CatanTwins(), Picker(b"same").below
    path = str(tmp_path / "game")
    found(path, twins.plan(0))
    for _ in range(12):
        opened = open_game(path)
        files = twins.write_files(opened, below)
        arrivals = [(seat, file) for seat, data in files.items() if (file := accept(opened, seat, data)) is not None]
        run = run_next(opened, arrivals, SplitChance(SECRET, SECRET))
        assert run.after is not None
        course = play(path, files, Onlooker.PUBLIC)
        assert run.after.record.events == course.after.record.events
        assert run.after.record.stop == course.after.record.stop
        assert run.late == course.after.record.circumstances.late
        agendas = [
            {seat: dump_agenda(agenda) for seat, agenda in game.record.agendas.items()}
            for game in (run.after, course.after)
        ]
        assert write_json(agendas[0]) == write_json(agendas[1])
