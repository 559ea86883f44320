"""Many files in an inbox: each is read a fixed number of times, however many others there are."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from adjudicator.acts.filing import submit_file
from adjudicator.acts.open_game import open_game
from adjudicator.acts.run import Status, run_turn
from adjudicator.core.instant import read_instant
from adjudicator.intake.receipt import ReceiptState
from adjudicator.store import turns
from adjudicator.store.turns import TooLargeError

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


def test_a_seat_that_sends_without_end_is_told_when_it_is_enough_and_the_turn_can_be_read_again(tmp_path: Path) -> None:
    """A record that nobody can read would stop the game for good, and each file is judged beside all that wait."""
    game = Path(shutil.copytree(G42, tmp_path / "g42"))
    for number in range(20):
        text = f"game: g42\nturn: 7\nseat: {SEAT}\n# {number}\n{'#' * 64_000}\norders: []\n"
        (game / "inbox" / SEAT / f"m{number:02}.yaml").write_text(text)
    answers = run_turn(str(game), 7, NOW).dropped.answers
    accepted = [answer.receipt.in_force for answer in answers if answer.receipt.state is ReceiptState.YELLOW]
    refused = [answer.receipt for answer in answers if answer.receipt.state is ReceiptState.RED]
    assert 10 < len(accepted) < 20
    assert len(accepted) + len(refused) == 20
    told = {(receipt.problems[0].code, receipt.in_force) for receipt in refused}
    assert told == {("too-much-on-file", accepted[-1])}
    again = submit_file(str(game), (game / str(accepted[-1])).read_bytes(), "again.yaml", SEAT, NOW)[0]
    assert (again.again, again.receipt.in_force) == (True, accepted[-1])
    assert sum(path.stat().st_size for path in (game / "inbox" / SEAT).iterdir()) < 1 << 20
    assert run_turn(str(game), 7, NOW, force=True).status is Status.ADJUDICATED
    assert open_game(str(game)).record.number == 7


def test_a_turn_that_could_not_be_read_again_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Path(shutil.copytree(G42, tmp_path / "g42"))
    monkeypatch.setattr(turns, "LARGEST", 12_000)
    for _ in range(2):
        with pytest.raises(TooLargeError, match=r"turn 7 would have \d+ bytes, and 12000 are possible"):
            run_turn(str(game), 7, NOW)
        assert not (game / "turns" / "0007.turn").exists()
    monkeypatch.undo()
    assert run_turn(str(game), 7, NOW).status is Status.ADJUDICATED
