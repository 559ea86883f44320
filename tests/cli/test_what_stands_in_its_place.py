"""A turn, an act, a branch or a file that waits is gone, or another one is in its place: no command builds on that."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from cli.misplaced import (
    DAMAGES,
    NOW,
    REASON,
    copy_newest,
    copy_older,
    extend,
    lose_all_but_the_line,
    lose_newest,
    lose_newest_and_reports,
    lose_what_an_act_followed,
    put_back,
    replace_the_one_before,
    run,
    swap,
)
from cli.shell import LETTERS, adjudicate, copy_game, snapshot


@pytest.fixture
def g42(tmp_path: Path) -> Path:
    return copy_game("g42", tmp_path)


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("damage", "named"), DAMAGES)
def test_no_command_builds_on_it(g42: Path, damage: Callable[[Path], None], named: str) -> None:
    damage(g42)
    before = snapshot(g42)
    for words in (
        ("run", g42, "--force"),
        ("run", g42, "--force", "--dry-run"),
        ("extend", g42, "--hours", 2, *REASON),
        ("replace", g42, "--seat", "chen", *REASON),
        ("edit", g42, "--set", "deadline=9", *REASON),
    ):
        ran = adjudicate(*words, *NOW)
        assert (ran.code, ran.out) == (1, ""), words
        assert f"damaged: {named}: " in ran.err, (words, ran.err)
        assert "; " in ran.err
        assert snapshot(g42) == before, words
    assert adjudicate("verify", g42).code == 1


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("damage", "to"),
    [
        *((copy_older, 5), (copy_older, 2), (copy_newest, 6), (swap, 5), (put_back, 5), (replace_the_one_before, 4)),
        *((lose_newest, 5), (lose_newest_and_reports, 4), (lose_all_but_the_line, 6), (lose_what_an_act_followed, 5)),
    ],
)
def test_a_rewind_heals_it(g42: Path, damage: Callable[[Path], None], to: int) -> None:
    damage(g42)
    if damage is swap:
        # the turns before are to be whole
        shutil.copy(Path(__file__).parents[2] / "games" / "g42" / "turns" / "0001.turn", g42 / "turns")
    ran = adjudicate("rewind", g42, "--to", to, *REASON, *NOW, "--yes-the-secret-is-known")
    assert ran.code == 0, ran
    assert adjudicate("verify", g42, "--reports").code == 0
    for turn in range(to + 1, 8):
        again = adjudicate("run", g42, "--turn", turn, "--force", *NOW)
        assert again.code == 0, again
    assert adjudicate("verify", g42, "--reports").code == 0
    assert adjudicate("archive", g42, "-o", g42.parent / "archive.zip").code == 0


@pytest.mark.parametrize("place", ["private/status.json", "private/status.json.aside", "joined.json"])
def test_a_pipe_in_the_place_of_what_is_no_record_hangs_nothing(g42: Path, place: str) -> None:
    (g42 / place).unlink(missing_ok=True)
    os.mkfifo(g42 / place)
    assert adjudicate("status", g42.parent).code == 0
    run(g42)
    assert adjudicate("verify", g42).code == 0


@pytest.mark.parametrize(
    "place",
    [
        "inbox/amira/02.yaml.aside",
        "inbox/chen/02.receipt.json.aside",
        "acts/0001.json.aside",
        "joined.json",
        "private/journal.json.aside",
        "game.yaml.aside",
        "turns/0007.turn.aside",
    ],
)
def test_a_folder_where_something_unfinished_would_be_is_named(g42: Path, place: str) -> None:
    (g42 / place / "inner").mkdir(parents=True)
    for words in (("run", g42), ("extend", g42, "--hours", 2, *REASON), ("rewind", g42, "--to", 5, *REASON)):
        ran = adjudicate(*words, *NOW)
        assert (ran.code, f"damaged: {place}: a folder that does not belong here; remove it" in ran.err) == (1, True), (
            ran
        )
    assert place in adjudicate("verify", g42).out
    shutil.rmtree(g42 / place)
    run(g42)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("how", ["emptied", "cut", "folder", "gone"])
def test_a_game_is_healed_of_a_turn_that_an_act_followed(g42: Path, how: str) -> None:
    extend(g42)
    record = g42 / "turns" / "0006.turn"
    data = record.read_bytes()
    record.unlink()
    if how == "folder":
        record.mkdir()
    elif how != "gone":
        record.write_bytes(data[: 100 if how == "cut" else 0])
    ran = adjudicate("rewind", g42, "--to", 5, *REASON, *NOW, "--yes-the-secret-is-known")
    assert ran.code == 0, ran
    assert adjudicate("verify", g42).code == 0
    run(g42)
    assert adjudicate("archive", g42, "-o", g42.parent / "archive.zip").code == 0


def test_files_that_wait_in_the_place_of_each_other_are_told(g42: Path) -> None:
    folder = g42 / "inbox" / "chen"
    for name in ("yaml", "receipt.json"):
        (folder / f"01.{name}").rename(folder / f"05.{name}")
    ran = adjudicate("run", g42, "--force", *NOW)
    assert (ran.code, "inbox/chen/05.receipt.json: given for inbox/chen/01.yaml; " in ran.err) == (1, True), ran
    assert adjudicate("verify", g42).code == 1


def test_a_file_whose_receipt_is_gone_is_not_judged_anew(g42: Path) -> None:
    # the line of the status is left behind by whatever files something
    assert adjudicate("submit", g42, LETTERS / "amira.yaml", "--seat", "amira", *NOW).code == 0
    (g42 / "inbox" / "chen" / "01.receipt.json").unlink()
    for words in (("run", g42, "--force"), ("run", g42, "--force", "--dry-run")):
        ran = adjudicate(*words, *NOW)
        assert (ran.code, "inbox/chen/01.receipt.json: missing, though" in ran.err) == (1, True), ran
    assert "inbox/chen/01.receipt.json: missing" in adjudicate("verify", g42).out


@pytest.mark.parametrize(
    ("place", "kind", "says"),
    [
        ("inbox", "file", "put back the folder"),
        ("inbox/chen/01.yaml", "folder", "submit chen's file again"),
        ("inbox/chen/01.receipt.json", "pipe", "submit chen's file again"),
        ("turns/0006/reports/amira.txt", "pipe", "remove it"),
        ("turns/0006/reports/amira.txt", "folder", "remove it"),
        ("turns/0006/reports", "file", "remove it"),
        ("turns/0000.turn", "gone", "put back what was there"),
        ("private/secret", "pipe", "put back what was there"),
    ],
)
def test_every_complaint_says_what_helps(g42: Path, place: str, kind: str, says: str) -> None:
    target = g42 / place
    shutil.rmtree(target) if target.is_dir() else target.unlink()
    if kind == "file":
        target.write_bytes(b"")
    elif kind == "folder":
        target.mkdir()
    elif kind == "pipe":
        os.mkfifo(target)
    ran = adjudicate("run", g42, "--force", *NOW)
    assert (ran.code, ran.out) == (1, "")
    assert f"damaged: {place}: " in ran.err, ran.err
    assert says in ran.err


def test_a_game_without_its_charter_is_told_among_others(g42: Path) -> None:
    (g42 / "game.yaml").unlink()
    ran = adjudicate("status", g42.parent)
    assert (ran.code, "game.yaml" in ran.out + ran.err) == (1, True), ran


def test_a_name_whose_file_was_taken_away_with_its_receipt_is_free_again(g42: Path) -> None:
    words = ("submit", g42, LETTERS / "amira.yaml", "--seat", "amira", *NOW)
    assert adjudicate(*words).code == 0
    folder = g42 / "inbox" / "amira"
    kept = (folder / "01.yaml").read_bytes()
    (folder / "01.yaml").unlink()
    (folder / "01.receipt.json").unlink()
    assert adjudicate(*words).code == 0
    assert (folder / "01.receipt.json").exists()
    # as an interrupted submission leaves it, the first since both were taken away
    for name in ("01.yaml", "01.receipt.json"):
        (folder / name).unlink()
    assert adjudicate("run", g42, *NOW).code == 4
    (folder / "01.yaml").write_bytes(kept)
    assert adjudicate("verify", g42).code == 0
    run(g42)


@pytest.mark.parametrize("line", [True, False])
def test_a_seats_folder_under_another_name_is_not_passed_over(g42: Path, line: bool) -> None:
    if not line:
        (g42 / "private" / "status.json").unlink()
    folder = g42 / "inbox" / "amira"
    folder.rename(folder.with_name("amirax"))
    for words in (
        ("run", g42, "--force"),
        ("run", g42, "--force", "--dry-run"),
        ("extend", g42, "--hours", 2, *REASON),
    ):
        ran = adjudicate(*words, *NOW)
        says = "inbox/amirax: has what was acknowledged as inbox/amira/01.yaml, which is not there; put back"
        assert (ran.code, says in ran.err) == (1, True), ran
    assert "inbox/amirax" in adjudicate("verify", g42).out
    folder.with_name("amirax").rename(folder)
    run(g42)
    assert adjudicate("verify", g42).code == 0


def test_a_copy_of_a_seats_folder_under_another_name_stops_nothing(g42: Path) -> None:
    shutil.copytree(g42 / "inbox" / "amira", g42 / "inbox" / "amira.old")
    run(g42)
    run(g42)


def test_a_seats_folder_that_is_gone_with_its_files_is_missed(g42: Path) -> None:
    shutil.rmtree(g42 / "inbox" / "amira")
    ran = adjudicate("run", g42, "--force", *NOW)
    says = "inbox/amira: missing, though private/status.json mentions 01.yaml in it; put back what was there, or make"
    assert (ran.code, says in ran.err) == (1, True), ran
    assert "inbox/amira: missing" in adjudicate("verify", g42).out
    (g42 / "inbox" / "amira").mkdir()
    assert adjudicate("submit", g42, LETTERS / "amira.yaml", "--seat", "amira", *NOW).code == 0
    run(g42)
    assert adjudicate("verify", g42).code == 0


def test_a_copy_of_a_turns_reports_is_taken_for_no_other_turn(g42: Path) -> None:
    shutil.copytree(g42 / "turns" / "0006", g42 / "turns" / "00062")
    shutil.copy(g42 / "turns" / "0006.turn", g42 / "turns" / "00062.turn")
    run(g42)
    told = adjudicate("verify", g42, "--json").json["findings"]
    assert "turns/00062: a folder that does not belong here" in told
    assert not [finding for finding in told if "0062" in finding and "00062" not in finding]


@pytest.mark.parametrize("where", ["turns/0006", "turns/0006/reports"])
def test_folders_beside_a_turns_reports_are_left_where_they_are(g42: Path, where: str) -> None:
    nested = [f"{g42 / where}{'/d' * depth}" for depth in range(1, 1001)]
    for folder in nested:
        os.mkdir(folder)
    try:
        for turn in (7, 8):
            ran = adjudicate("run", g42, "--turn", turn, "--force", *NOW)
            if where == "turns/0006":
                assert ran.code == 0, ran
            else:
                assert (ran.code, "damaged: turns/0006/reports/d: " in ran.err) == (1, True), ran
        assert f"{where}/d" in adjudicate("verify", g42).out
    finally:
        # whatever clears up after tests goes down only so far, and would fail after one that failed
        for folder in reversed(nested):
            os.rmdir(folder)
    if where == "turns/0006":
        assert list((g42 / where).iterdir()) == []


def test_an_empty_branch_is_none(g42: Path) -> None:
    for number in (1, 3):
        (g42 / "branches" / f"{number:04}" / "turns").mkdir(parents=True)
    run(g42)
    assert adjudicate("rewind", g42, "--to", 4, *REASON, *NOW).code == 0
    run(g42)
    assert adjudicate("verify", g42).code == 0


def test_a_branch_that_no_act_has_made_is_put_elsewhere(g42: Path) -> None:
    (g42 / "branches" / "0003" / "inbox" / "amira").mkdir(parents=True)
    file = shutil.copy(g42 / "inbox" / "amira" / "01.yaml", g42 / "branches" / "0003" / "inbox" / "amira")
    ran = adjudicate("run", g42, *NOW)
    says = "damaged: branches/0003: no act has made this branch; put back what is gone from acts, or put it elsewhere"
    assert (ran.code, says in ran.err) == (1, True), ran
    assert "branches/0003" in adjudicate("verify", g42).out
    os.unlink(file)
    run(g42)


@pytest.mark.parametrize("text", ["{}", None, ""])
def test_no_seat_is_given_anew_where_the_tokens_of_the_others_are_not_there(g42: Path, text: str | None) -> None:
    place = g42 / "private" / "seats.json"
    if text is None:
        place.unlink()
    else:
        place.write_text(text or place.read_text().replace('"bilal"', '"noor"'))
    before = snapshot(g42)
    ran = adjudicate("replace", g42, "--seat", "amira", *REASON, *NOW)
    assert (ran.code, "damaged: private/seats.json: has no token of bilal" in ran.err) == (1, True), ran
    assert "put back" in ran.err
    assert snapshot(g42) == before
