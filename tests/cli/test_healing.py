"""A game with damaged turns is taken back to one that is whole; then it is sound again, and says what was damaged."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from cli.shell import SOON, Ran, adjudicate, copy_game, found, head, legal_leaders, write_file
from jsonschema import Draft202012Validator
from parts import Part, part_of, record_of, turn_of

from adjudicator.registry import find_resources

REASON = ("--reason", "the disk has rotted")
SPOILT = [
    "",
    "turn.json",
    "private.json",
    "state.json",
    "chance.json",
    "events.json",
    "orders/ann/01.yaml",
    "orders/ann/01.receipt.json",
]
"""Parts of a turn's record that are changed by somebody who gives it a checksum that fits; by chance, the record."""


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of two seats that has come to turn 3, each with orders of ann; another file of hers waits."""
    folder = tmp_path_factory.mktemp("pattern")
    game = found(folder)
    for turn in range(1, 5):
        for seat, place in (("ann", 0), ("bob", -1)):
            order = f"leader: {legal_leaders(game, seat)[place]}"
            file = write_file(folder / "file.yaml", "toy", turn, seat, [order])
            assert adjudicate("submit", game, file, "--seat", seat, "--now", SOON).code == 0
        if turn < 4:
            assert run(game, turn).code == 0
    return game


@pytest.fixture
def toy(pattern: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(pattern, tmp_path / "toy"))


def run(game: Path, *turn: int) -> Ran:
    named = [word for number in turn for word in ("--turn", number)]
    return adjudicate("run", game, *named, "--force", "--now", SOON)


def turn_part(game: Path, turn: int, name: str) -> Path | Part:
    """A part of a turn, or its record."""
    return turn_of(game, turn) / name if name else record_of(game, turn)


def spoil(path: Path | Part) -> None:
    """Change one bit in the middle of a file or a part."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def rewind(game: Path, to: int, *more: str) -> Ran:
    return adjudicate("rewind", game, "--to", to, *REASON, "--now", SOON, *more)


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


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", SPOILT)
def test_the_newest_turn_is_damaged_and_taken_back(toy: Path, tmp_path: Path, name: str) -> None:
    told_head = head(toy)
    spoil(turn_part(toy, 3, name))
    kept = record_of(toy, 3).read_bytes()
    assert run(toy).code == 1
    assert rewind(toy, 2, "--dry-run").code == 0
    assert rewind(toy, 2).code == 0
    assert rewind(toy, 2).code == 0

    act = json.loads((toy / "acts" / "0001.json").read_text())
    schema = json.loads((Path(find_resources("schemas")) / "act.json").read_text())
    Draft202012Validator(schema).validate(act)
    assert (act["head"], act["damaged"]["3"]["head"]) == (told_head, told_head)
    assert (toy / "branches" / "0001" / "turns" / "0003.turn").read_bytes() == kept
    remarks = expect_sound(toy, tmp_path)["remarks"]
    assert [line for line in remarks if line.startswith("branches/0001/turns/0003: was damaged when acts/0001")]
    letter = (toy / "outbox" / "0002-ann-rewind-0001.txt").read_text()
    assert "the record of turn 3 was damaged" in " ".join(letter.split())
    # her file for turn 3 is on file again, unless it is what was damaged
    assert (toy / "inbox" / "ann" / "01.yaml").exists() is ("orders/ann" not in name)

    again = run(toy, 3)
    assert again.code == 0, again
    report = " ".join((toy / "turns" / "0003" / "reports" / "ann.txt").read_text().split())
    assert "RERUN. This turn 3 takes the place of an earlier turn 3, which no longer counts" in report
    assert f" in place of: {told_head[:4]} {told_head[4:8]} checked: " in report
    assert "Unknown, since the moderator's record of the earlier turn was damaged." in report
    assert "the record of turn 3 was damaged" in report
    shutil.rmtree(tmp_path / "again")
    expect_sound(toy, tmp_path)
    assert adjudicate("verify", toy, "--expect", told_head).code == 0


def test_a_turn_that_others_were_built_on_is_damaged(toy: Path, tmp_path: Path) -> None:
    told = {3: head(toy)}
    assert run(toy).code == 0
    told[4] = head(toy)
    manifest = turn_part(toy, 3, "turn.json")
    manifest.write_text(manifest.read_text().replace('"previous": "', '"previous": "x'))
    assert adjudicate("verify", toy).code == 1
    assert rewind(toy, 2).code == 0
    act = json.loads((toy / "acts" / "0001.json").read_text())
    assert (act["head"], act["damaged"]) == (told[4], {"3": {"head": told[3], "files": ["turn.json"]}})
    expect_sound(toy, tmp_path)
    for place, count in ((3, 0), (4, 0)):
        assert run(toy, place).code == count
    shutil.rmtree(tmp_path / "again")
    expect_sound(toy, tmp_path)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("gone", ["turn.json", "private.json", "orders/ann/01.yaml", ""])
def test_a_turn_that_lacks_something_is_taken_back(toy: Path, tmp_path: Path, gone: str) -> None:
    assert run(toy).code == 0
    turn_part(toy, 3, gone).unlink()
    assert rewind(toy, 2).code == 0
    expect_sound(toy, tmp_path)
    assert run(toy, 3).code == 0
    shutil.rmtree(tmp_path / "again")
    expect_sound(toy, tmp_path)


@pytest.mark.parametrize("stray", ["9" * 20, "0104"])
def test_a_file_with_a_number_far_beyond_all_turns_is_no_turn(toy: Path, stray: str) -> None:
    shutil.copy(toy / "turns" / "0003.turn", toy / "turns" / f"{stray}.turn")
    ran = rewind(toy, 1)
    assert ran.code == 1
    assert f"turns/{stray}: more than 99 turns before it are missing, so it does not belong here; put it" in ran.err
    (toy / "turns" / f"{stray}.turn").unlink()
    assert rewind(toy, 1).code == 0


def test_a_line_with_a_damaged_turn_may_be_taken_back_again(toy: Path, tmp_path: Path) -> None:
    spoil(turn_part(toy, 3, "state.json"))
    assert rewind(toy, 2).code == 0
    assert run(toy, 3).code == 0
    spoil(turn_part(toy, 3, "turn.json"))
    assert rewind(toy, 1).code == 0
    expect_sound(toy, tmp_path)


def test_what_is_not_damaged_by_the_act_is_damage_still(toy: Path) -> None:
    spoil(turn_part(toy, 3, "turn.json"))
    assert rewind(toy, 1).code == 0
    assert adjudicate("verify", toy).code == 0
    spoil(part_of(toy, "branches/0001/turns/0002/state.json"))
    told = adjudicate("verify", toy, "--json").json["findings"]
    assert told == ["branches/0001/turns/0002/state.json: not what the manifest says"]


def test_a_damaged_turn_is_none_to_go_on_from(toy: Path) -> None:
    spoil(turn_part(toy, 2, "turn.json"))
    spoil(turn_part(toy, 3, "turn.json"))
    ran = rewind(toy, 2)
    assert (ran.code, "turns/0002/" in ran.err) == (1, True)
    assert rewind(toy, 1).code == 0
    assert adjudicate("verify", toy).code == 0


def test_a_damaged_file_that_waits_stops_a_rewind_too(toy: Path) -> None:
    spoil(turn_part(toy, 3, "turn.json"))
    spoil(toy / "inbox" / "ann" / "01.yaml")
    ran = rewind(toy, 2)
    assert (ran.code, "inbox/ann/01.yaml: not the file" in ran.err) == (1, True)


@pytest.mark.sampled(1)
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
