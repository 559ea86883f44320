"""A game with damaged turns is taken back to one that is whole; then it is sound again, and says what was damaged."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from cli.shell import BEFORE_DEADLINE, Ran, adjudicate, copy_game, head
from jsonschema import Draft202012Validator
from parts import Part, part_of, record_of, turn_of

from adjudicator.resources import find_resources

REASON = ("--reason", "the disk has rotted")
SPOILT = [
    "",
    "turn.json",
    "private.json",
    "state.json",
    "chance.json",
    "events.json",
    "orders/amira/01.yaml",
    "orders/amira/01.receipt.json",
]
"""Parts of a turn's record that are changed by somebody who gives it a checksum that fits; by chance, the record."""


@pytest.fixture
def g42(tmp_path: Path) -> Path:
    return copy_game("g42", tmp_path)


def turn_part(game: Path, turn: int, name: str) -> Path | Part:
    """A part of a turn, or its record."""
    return turn_of(game, turn) / name if name else record_of(game, turn)


def spoil(path: Path | Part) -> None:
    """Change one bit in the middle of a file or a part."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def rewind(game: Path, to: int, *more: str) -> Ran:
    return adjudicate("rewind", game, "--to", to, *REASON, "--now", BEFORE_DEADLINE, *more)


def expect_sound(game: Path, tmp_path: Path) -> dict[str, list[str]]:
    """The game verifies with all its reports, and so does its archive, and what was imported from it; what is said."""
    told = adjudicate("verify", game, "--reports", "--json")
    assert told.json["findings"] == []
    archive = tmp_path / "archive.zip"
    assert adjudicate("archive", game, "-o", archive).code == 0
    assert adjudicate("verify", archive).code == 0
    assert adjudicate("import", archive, tmp_path / "again").code == 0
    assert adjudicate("verify", tmp_path / "again", "--reports").code == 0
    for words in (("dice", game), ("status", game), ("upgrade", game, "--check"), ("show", game)):
        assert adjudicate(*words).code == 0, words
    remarks: dict[str, list[str]] = told.json
    return remarks


@pytest.mark.parametrize("name", SPOILT)
def test_the_newest_turn_is_damaged_and_taken_back(g42: Path, tmp_path: Path, name: str) -> None:
    told_head = head(g42)
    spoil(turn_part(g42, 6, name))
    kept = record_of(g42, 6).read_bytes()
    assert adjudicate("run", g42, "--force", "--now", BEFORE_DEADLINE).code == 1
    assert rewind(g42, 5, "--dry-run").code == 0
    assert rewind(g42, 5).code == 0
    assert rewind(g42, 5).code == 0

    act = json.loads((g42 / "acts" / "0001.json").read_text())
    schema = json.loads((Path(find_resources("schemas")) / "act.json").read_text())
    Draft202012Validator(schema).validate(act)
    assert (act["head"], act["damaged"]["6"]["head"]) == (told_head, told_head)
    assert (g42 / "branches" / "0001" / "turns" / "0006.turn").read_bytes() == kept
    remarks = expect_sound(g42, tmp_path)["remarks"]
    assert [line for line in remarks if line.startswith("branches/0001/turns/0006: was damaged when acts/0001")]
    letter = (g42 / "outbox" / "0005-amira-rewind-0001.txt").read_text()
    assert "the record of turn 6 was damaged" in " ".join(letter.split())
    # her file for turn 6 is on file again, unless it is what was damaged
    assert (g42 / "inbox" / "amira" / "01.yaml").exists() is ("orders/amira" not in name)

    again = adjudicate("run", g42, "--turn", 6, "--force", "--now", BEFORE_DEADLINE)
    assert again.code == 0, again
    report = " ".join((g42 / "turns" / "0006" / "reports" / "amira.txt").read_text().split())
    assert f"RERUN. This turn 6 takes the place of an earlier turn 6 (head {told_head[:16]})" in report
    assert "That cannot be told: the moderator's record of the earlier turn was damaged." in report
    assert "the record of turn 6 was damaged" in report
    shutil.rmtree(tmp_path / "again")
    expect_sound(g42, tmp_path)
    assert adjudicate("verify", g42, "--expect", told_head).code == 0


def test_a_turn_that_others_were_built_on_is_damaged(g42: Path, tmp_path: Path) -> None:
    told = {6: head(g42)}
    assert adjudicate("run", g42, "--force", "--now", BEFORE_DEADLINE).code == 0
    told[7] = head(g42)
    spoil(turn_part(g42, 6, "turn.json"))
    assert adjudicate("verify", g42).code == 1
    assert rewind(g42, 5).code == 0
    act = json.loads((g42 / "acts" / "0001.json").read_text())
    assert (act["head"], act["damaged"]) == (told[7], {"6": {"head": told[6], "files": ["turn.json"]}})
    expect_sound(g42, tmp_path)
    for place, count in ((6, 0), (7, 0)):
        assert adjudicate("run", g42, "--turn", place, "--force", "--now", BEFORE_DEADLINE).code == count
    shutil.rmtree(tmp_path / "again")
    expect_sound(g42, tmp_path)


@pytest.mark.parametrize("gone", ["turn.json", "private.json", "orders/amira/01.yaml", ""])
def test_a_turn_that_lacks_something_is_taken_back(g42: Path, tmp_path: Path, gone: str) -> None:
    assert adjudicate("run", g42, "--force", "--now", BEFORE_DEADLINE).code == 0
    turn_part(g42, 6, gone).unlink()
    assert rewind(g42, 5).code == 0
    expect_sound(g42, tmp_path)
    assert adjudicate("run", g42, "--turn", 6, "--force", "--now", BEFORE_DEADLINE).code == 0
    shutil.rmtree(tmp_path / "again")
    expect_sound(g42, tmp_path)


@pytest.mark.parametrize("stray", ["9" * 20, "0107"])
def test_a_file_with_a_number_far_beyond_all_turns_is_no_turn(g42: Path, stray: str) -> None:
    shutil.copy(g42 / "turns" / "0006.turn", g42 / "turns" / f"{stray}.turn")
    ran = rewind(g42, 4)
    assert ran.code == 1
    assert f"turns/{stray}: more than 99 turns before it are missing, so it does not belong here; put it" in ran.err
    (g42 / "turns" / f"{stray}.turn").unlink()
    assert rewind(g42, 4).code == 0


def test_a_line_with_a_damaged_turn_may_be_taken_back_again(g42: Path, tmp_path: Path) -> None:
    spoil(turn_part(g42, 6, "state.json"))
    assert rewind(g42, 5).code == 0
    assert adjudicate("run", g42, "--turn", 6, "--force", "--now", BEFORE_DEADLINE).code == 0
    spoil(turn_part(g42, 6, "turn.json"))
    assert rewind(g42, 4).code == 0
    expect_sound(g42, tmp_path)


def test_what_is_not_damaged_by_the_act_is_damage_still(g42: Path) -> None:
    spoil(turn_part(g42, 6, "turn.json"))
    assert rewind(g42, 4).code == 0
    assert adjudicate("verify", g42).code == 0
    spoil(part_of(g42, "branches/0001/turns/0005/state.json"))
    told = adjudicate("verify", g42, "--json").json["findings"]
    assert told == ["branches/0001/turns/0005/state.json: not what the manifest says"]


def test_a_damaged_turn_is_none_to_go_on_from(g42: Path) -> None:
    spoil(turn_part(g42, 5, "turn.json"))
    spoil(turn_part(g42, 6, "turn.json"))
    ran = rewind(g42, 5)
    assert (ran.code, "turns/0005/" in ran.err) == (1, True)
    assert rewind(g42, 4).code == 0
    assert adjudicate("verify", g42).code == 0


def test_a_damaged_file_that_waits_stops_a_rewind_too(g42: Path) -> None:
    spoil(turn_part(g42, 6, "turn.json"))
    spoil(g42 / "inbox" / "amira" / "01.yaml")
    ran = rewind(g42, 5)
    assert (ran.code, "inbox/amira/01.yaml: not the file" in ran.err) == (1, True)


@pytest.mark.parametrize("name", ["", "turn.json", "private.json", "chance.json"])
def test_the_nonces_of_a_damaged_turn_hold(tmp_path: Path, name: str) -> None:
    reef = copy_game("reef", tmp_path)
    fixed = json.loads((turn_of(reef, 6) / "chance.json").read_text())["mixes"]
    assert fixed
    spoil(turn_part(reef, 6, name))
    ran = adjudicate("rewind", reef, "--to", 5, *REASON, "--now", "2026-09-18T08:00:00Z")
    assert ran.code == 0, ran
    acts = sorted((reef / "acts").iterdir())
    assert json.loads(acts[-1].read_text())["mixes"] == fixed
    expect_sound(reef, tmp_path)
