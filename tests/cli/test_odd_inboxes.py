"""Whatever lies in an inbox, left by a moderator, a mail program or an import: no game stops, no outsider is hurt."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from cli.shell import BEFORE_DEADLINE, LETTERS, adjudicate, copy_game, newest, write_file

OTHER = ["place: pink I4", "place: yellow E6"]


@pytest.fixture
def g42(tmp_path: Path) -> Path:
    return copy_game("g42", tmp_path)


@pytest.mark.parametrize("kind", ["fifo", "symlink", "folder"])
def test_what_is_no_file_is_named_and_left_alone(g42: Path, kind: str) -> None:
    odd = g42 / "inbox" / "amira" / "x.yaml"
    if kind == "fifo":
        os.mkfifo(odd)
    elif kind == "symlink":
        odd.symlink_to("/etc/passwd")
    else:
        odd.mkdir()
    ran = adjudicate(g42, "--now", BEFORE_DEADLINE)
    assert (ran.code, newest(g42)) == (0, 7)
    assert "x.yaml" in ran.out + ran.err
    assert os.path.lexists(odd)


def test_a_linked_seat_folder_harms_nothing_outside(g42: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "f").write_text("precious")
    shutil.rmtree(g42 / "inbox" / "amira")
    (g42 / "inbox" / "amira").symlink_to(tmp_path / "out")
    adjudicate(g42, "--now", BEFORE_DEADLINE)
    file = write_file(tmp_path / "m", "g42", 7, "amira", OTHER)
    adjudicate("submit", g42, file, "--seat", "amira", "--now", BEFORE_DEADLINE)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["f"]


def test_a_linked_leftover_harms_nothing_outside(g42: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "f").write_text("precious")
    (g42 / "turns" / "x.aside").symlink_to(tmp_path / "out")
    (g42 / "turns" / "y.aside").write_text("no folder")
    assert adjudicate(g42, "--now", BEFORE_DEADLINE).code == 0
    assert (tmp_path / "out" / "f").read_text() == "precious"


def test_a_file_of_any_number_is_used(g42: Path) -> None:
    write_file(g42 / "inbox" / "amira" / "9999.yaml", "g42", 7, "amira", OTHER)
    ran = adjudicate(g42, "--now", BEFORE_DEADLINE)
    assert "9999.yaml: green: accepted" in ran.out
    assert "amira placed pink on I4" in ran.out
    remarks = adjudicate("verify", g42, "--json").json["remarks"]
    assert [remark for remark in remarks if "open to others" not in remark] == []  # git keeps no private modes


@pytest.mark.parametrize("orders", [OTHER, ["place: blue D9"], ["place: pink"]])
def test_a_file_written_over_one_with_a_receipt_is_not_taken_for_it(g42: Path, orders: list[str]) -> None:
    write_file(g42 / "inbox" / "amira" / "01.yaml", "g42", 7, "amira", orders)
    for words in (("run", g42, "--now", BEFORE_DEADLINE), ("status", g42)):
        ran = adjudicate(*words)
        assert (ran.code, "inbox/amira/01.yaml: not the file its receipt was given for" in ran.err) == (1, True)
    assert newest(g42) == 6


@pytest.mark.parametrize("length", [200, 242, 243, 248, 255])
def test_a_long_name_stops_nothing(g42: Path, length: int) -> None:
    for name in ("c" * length, "d" * (length - 5) + ".yaml"):
        shutil.copy(LETTERS / "chen.yaml", g42 / "inbox" / "chen" / name)
    ran = adjudicate(g42, "--now", BEFORE_DEADLINE)
    assert (ran.code, newest(g42)) == (0, 7)
    assert list((g42 / "inbox" / "chen").iterdir()) == []


@pytest.mark.slow
def test_of_very_many_files_the_first_hundred_are_filed_and_the_rest_is_told(g42: Path) -> None:
    for number in range(250):
        write_file(g42 / "inbox" / "amira" / f"m{number:03}.yaml", "g42", 7, "amira", [], f"# {number}")
    for left in (150, 50):
        ran = adjudicate(g42, "--now", BEFORE_DEADLINE)
        assert ran.code == 4
        assert f"inbox/amira: {left} more are left for the next run, which files 100 of a seat" in ran.err
        assert len([*(g42 / "inbox" / "amira").glob("m*.yaml")]) == left
    assert "more are left" not in adjudicate(g42, "--now", BEFORE_DEADLINE).err


def test_files_for_a_seat_that_is_not_there_are_spoken_of(g42: Path) -> None:
    (g42 / "inbox" / "amria").mkdir()
    shutil.copy(g42 / "inbox" / "amira" / "01.yaml", g42 / "inbox" / "amria" / "x.yaml")
    ran = adjudicate(g42, "--now", BEFORE_DEADLINE)
    assert "amria" in ran.out + ran.err


def test_one_players_nonsense_keeps_no_other_game_from_running(tmp_path: Path) -> None:
    one, two = copy_game("g42", tmp_path / "1"), copy_game("g42", tmp_path / "2")
    (one / "inbox" / "amira" / "m.yaml").write_text("game: g42\nturn: 7\nseat: amira\norders: [place: []]\n")
    ran = adjudicate(one, two, "--now", BEFORE_DEADLINE)
    assert (ran.code, newest(one), newest(two)) == (0, 7, 7)
    assert "m.yaml:4:17: invalid: 'place' has 0 items; it needs at least 1" in ran.out


def test_a_dry_run_counts_files_that_are_not_filed_yet(g42: Path) -> None:
    shutil.move(g42 / "inbox" / "amira" / "01.yaml", g42 / "inbox" / "amira" / "mail.yaml")
    (g42 / "inbox" / "amira" / "01.receipt.json").unlink()
    dry = adjudicate(g42, "--now", BEFORE_DEADLINE, "--dry-run", "--json")
    wet = adjudicate(g42, "--now", BEFORE_DEADLINE, "--json")
    assert (dry.code, dry.json["status"], dry.json["turn"]) == (wet.code, wet.json["status"], wet.json["turn"])


def test_the_name_of_a_file_forges_no_line(g42: Path) -> None:
    shutil.copy(LETTERS / "chen.yaml", g42 / "inbox" / "chen" / "x\nbilal: green: accepted, receipt 0000.yaml")
    ran = adjudicate(g42, "--now", BEFORE_DEADLINE)
    assert not any(line.startswith("bilal: green") for line in ran.out.splitlines())
