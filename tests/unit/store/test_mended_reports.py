"""Reports stand beside the record, unsynced: torn or missing ones are made again word for word."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from parts import part_of
from unit.moderation.tables import tree
from unit.store.conftest import START
from unit.store.forging import edit

from adjudicator.acts.open_game import open_game
from adjudicator.acts.run import Status, run_turn
from adjudicator.acts.upkeep import mend_reports
from adjudicator.acts.verify import verify_game
from adjudicator.core.instant import add_hours
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.formats import DamageError


def read_reports(game: Path, turn: int = 3) -> dict[str, bytes]:
    folder = game / "turns" / f"{turn:04}" / "reports"
    return {path.name: path.read_bytes() for path in folder.glob("*")}


def tear(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:100])


LOST: dict[str, Callable[[Path], object]] = {
    "one is torn": lambda folder: tear(folder / "ann.txt"),
    "a proof is torn": lambda folder: tear(folder / "ann.proof"),
    "one is empty": lambda folder: (folder / "public.html").write_bytes(b""),
    "one is full of zeros": lambda folder: (folder / "bob.txt").write_bytes(b"\0" * 4096),
    "one is missing": lambda folder: (folder / "bob.html").unlink(),
    "all are torn": lambda folder: [tear(path) for path in folder.iterdir()],
    "all are missing": lambda folder: [path.unlink() for path in folder.iterdir()],
    "their folder is missing": shutil.rmtree,
    "both folders are missing": lambda folder: shutil.rmtree(folder.parent),
}


@pytest.mark.parametrize("loss", LOST)
def test_what_is_lost_is_made_again_word_for_word(game: Path, loss: str) -> None:
    before = read_reports(game)
    assert len(before) > 6
    LOST[loss](game / "turns" / "0003" / "reports")
    mend_reports(open_game(str(game)))
    assert read_reports(game) == before
    assert verify_game(str(game), reports=True).findings == []


@pytest.mark.parametrize("name", ["turns/0003", "turns/0003/reports", "turns/0003/reports/bob.html"])
def test_reports_are_neither_read_nor_written_through_links(game: Path, tmp_path: Path, name: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    (game / name).rename(elsewhere)
    (game / name).symlink_to(elsewhere)
    for path in [elsewhere] if elsewhere.is_file() else elsewhere.rglob("*.txt"):
        path.write_text("precious")
    before = tree(str(tmp_path))
    with pytest.raises(DamageError, match=f"{name}: .*a link"):
        run_turn(str(game), 4, add_hours(START, 96))
    assert tree(str(tmp_path)) == before


def test_nothing_is_written_where_nothing_is_lost(game: Path) -> None:
    folder = game / "turns" / "0003" / "reports"
    before = {path.name: path.stat().st_ino for path in folder.iterdir()}
    mend_reports(open_game(str(game)))
    assert {path.name: path.stat().st_ino for path in folder.iterdir()} == before


def test_a_run_that_has_nothing_to_do_makes_them_again(game: Path) -> None:
    before = read_reports(game)
    shutil.rmtree(game / "turns" / "0003")
    assert run_turn(str(game), 3, add_hours(START, 96)).status is Status.ALREADY
    assert read_reports(game) == before


def test_what_another_version_of_the_program_wrote_stays_as_it_is(game: Path) -> None:
    """In its words the report is listed; in ours it would be another one, and is not put in its place."""
    other = game / "turns" / "0003" / "reports" / "ann.txt"
    words = other.read_bytes().replace(b"turn", b"round")
    other.write_bytes(words)
    edit(
        part_of(game, "turns/0003/reports.json"),
        lambda listed: listed["reports"].update({"ann.txt": hash_bytes(words)}),
    )
    before = read_reports(game)
    tear(game / "turns" / "0003" / "reports" / "bob.txt")
    mend_reports(open_game(str(game)))
    assert read_reports(game) == before
    other.unlink()
    mend_reports(open_game(str(game)))
    assert read_reports(game) == {name: data for name, data in before.items() if name != "ann.txt"}
    assert verify_game(str(game)).findings == []
