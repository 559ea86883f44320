"""A turn does not wait until what it consumed is gone from the disk: what comes back is known, and goes again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from parts import turn_of
from unit.store.conftest import START, send_orders
from unit.store.forging import head_of

from adjudicator.acts.filing import submit_file
from adjudicator.acts.open_game import open_game
from adjudicator.acts.run import Status, run_turn
from adjudicator.acts.verify import verify_game
from adjudicator.core.instant import add_hours

BACK = {
    "both": ("01.yaml", "01.receipt.json"),
    "the receipt alone": ("01.receipt.json",),
}


def run(game: Path, turn: int) -> str:
    assert run_turn(str(game), turn, add_hours(START, 24 * turn), force=True).status is Status.ADJUDICATED
    return head_of(game)


@pytest.mark.parametrize("names", BACK.values(), ids=BACK)
@pytest.mark.parametrize("turns", [1, 2, 3], ids="after {} turns".format)
def test_a_file_that_comes_back_after_its_turn_is_no_order(
    game: Path, tmp_path: Path, names: tuple[str, ...], turns: int
) -> None:
    kept = {f"{seat}/{name}": (game / "inbox" / seat / name).read_bytes() for seat in ("ann", "bob") for name in names}
    run(game, 4)
    for turn in range(5, 4 + turns):
        send_orders(game)
        run(game, turn)
    newest = 3 + turns
    undisturbed = Path(shutil.copytree(game, tmp_path / "undisturbed"))
    for name, data in kept.items():
        (game / "inbox" / name).parent.mkdir(exist_ok=True)
        (game / "inbox" / name).write_bytes(data)
    opened = open_game(str(game))
    assert [opened.list_filed(seat) for seat in opened.seats] == [[], []]
    assert opened.record.number == newest
    assert verify_game(str(game)).findings == []
    assert run_turn(str(game), newest + 1, add_hours(START, 24 * newest)).status is Status.WAITING
    assert not list(game.glob("inbox/*/*"))
    for there in (game, undisturbed):
        send_orders(there)
    assert run(game, newest + 1) == run(undisturbed, newest + 1)
    assert verify_game(str(game)).findings == []


def test_a_file_that_comes_back_displaces_no_newer_one(game: Path, tmp_path: Path) -> None:
    back = {name: (game / "inbox" / "ann" / name).read_bytes() for name in BACK["both"]}
    run(game, 4)
    undisturbed = Path(shutil.copytree(game, tmp_path / "undisturbed"))
    send_orders(undisturbed)
    for name, data in back.items():
        (game / "inbox" / "ann" / name).write_bytes(data)
    send_orders(game)
    assert sorted(path.name for path in (game / "inbox" / "ann").iterdir()) == ["01.receipt.json", "01.yaml"]
    assert run(game, 5) == run(undisturbed, 5)
    assert {p.part for p in turn_of(game, 5).rglob("*")} == {p.part for p in turn_of(undisturbed, 5).rglob("*")}
    assert verify_game(str(game)).findings == []


def test_the_same_words_for_the_next_turn_are_another_file(game: Path) -> None:
    text = (game / "inbox" / "ann" / "01.yaml").read_bytes()
    run(game, 4)
    answer, _ = submit_file(str(game), text, "ann.yaml", "ann", add_hours(START, 97))
    assert not answer.receipt.in_force
    assert open_game(str(game)).list_filed("ann") == []
