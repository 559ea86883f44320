"""Many files in an inbox: each is read a fixed number of times, however many others there are."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from adjudicator.acts.run import Status, run_turn
from adjudicator.core.instant import read_instant

G42 = Path(__file__).resolve().parents[3] / "games" / "g42"
NOW = read_instant("2026-09-22T07:00:00Z")
SEAT = "amira"


class Opens:
    """Counts the files that are opened while it is switched on; what listens to the interpreter stays for good."""

    def __init__(self) -> None:
        self.on = False
        self.count = 0
        sys.addaudithook(self.listen)

    def listen(self, event: str, _: object) -> None:
        self.count += self.on and event in {"open", "os.listdir"}


@pytest.fixture(scope="module")
def opens() -> Opens:
    return Opens()


def drop(game: Path, first: int, count: int) -> None:
    folder = game / "inbox" / SEAT
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, first + count):
        (folder / f"m{number:04}.yaml").write_text(f"game: g42\nturn: 7\nseat: {SEAT}\n# {number}\norders: []\n")


def test_twice_as_many_files_take_twice_as_much(tmp_path: Path, opens: Opens) -> None:
    counted = []
    for files in (20, 40):
        game = Path(shutil.copytree(G42, tmp_path / str(files)))
        drop(game, 0, files)
        opens.count, opens.on = 0, True
        outcome = run_turn(str(game), 7, NOW)
        opens.on = False
        counted.append(opens.count)
        assert (outcome.status, len(outcome.dropped.answers)) == (Status.WAITING, files)
    assert counted[0] > 20
    assert counted[1] <= 2 * counted[0]


def test_files_keep_their_order_and_their_names(tmp_path: Path) -> None:
    game = Path(shutil.copytree(G42, tmp_path / "g42"))
    drop(game, 0, 12)
    (game / "inbox" / SEAT / "05.yaml").write_text(f"game: g42\nturn: 7\nseat: {SEAT}\n# interrupted\norders: []\n")
    (game / "inbox" / SEAT / "m0003.yaml").write_text("game: g42\nturn: 7\norders: [{plcae: x}]\n")
    trial = run_turn(str(game), 7, NOW, dry_run=True)
    answers = run_turn(str(game), 7, NOW).dropped.answers
    kept = [answer.receipt.in_force for answer in answers]
    numbers = [5, 6, 7, 8, 8, *range(9, 17)]
    assert kept == [f"inbox/{SEAT}/{number:02}.yaml" for number in numbers]
    assert [answer.file for answer in answers][:2] == [f"inbox/{SEAT}/05.yaml", f"inbox/{SEAT}/m0000.yaml"]
    assert trial.status is Status.WAITING
    drop(game, 11, 1)
    again = run_turn(str(game), 7, NOW).dropped.answers
    assert [answer.receipt.in_force for answer in again] == [f"inbox/{SEAT}/16.yaml"]
    assert not (game / "inbox" / SEAT / "17.yaml").exists()
