"""``adjudicate archive``, ``import`` and ``dice``, and ``verify`` of archives: words, JSON, exit codes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from cli.shell import GAMES, TOO_LATE, adjudicate, copy_game, found, snapshot
from jsonschema import Draft202012Validator
from parts import turn_of

from adjudicator.registry import find_resources


def expect_schema(name: str, value: object) -> None:
    schema = json.loads(Path(find_resources("schemas"), "output", f"{name}.json").read_text())
    assert [error.message for error in Draft202012Validator(schema).iter_errors(value)] == []


def test_a_game_goes_into_a_file_and_comes_back(tmp_path: Path) -> None:
    file, restored = tmp_path / "a.zip", tmp_path / "restored"
    ran = adjudicate("archive", copy_game("finished-2005", tmp_path), "-o", file, "--json")
    assert ran.code == 0
    expect_schema("archive", ran.json)
    assert (ran.json["over"], ran.json["remarks"], ran.json["size"]) == (True, [], file.stat().st_size)
    assert file.stat().st_mode & 0o777 == 0o600
    back = adjudicate("import", file, restored, "--json")
    assert back.code == 0
    expect_schema("import", back.json)
    verified = adjudicate("verify", file, restored, "--expect", ran.json["head"], "--json")
    assert verified.code == 0
    expect_schema("verify", verified.json)
    assert [verdict["turns"] for verdict in verified.json] == [ran.json["turn"]] * 2
    assert adjudicate("run", restored).code == 0


def test_words_tell_what_the_keeper_should_know(tmp_path: Path) -> None:
    file, restored = tmp_path / "a.zip", tmp_path / "restored"
    ran = adjudicate("archive", copy_game("g42", tmp_path), "-o", file, "--redact")
    assert (ran.code, ran.err) == (0, "")
    assert "remark: the game is not over" in ran.out
    assert "left out" in ran.out
    back = adjudicate("import", file, restored)
    assert (back.code, back.err) == (0, "")
    assert "can be verified but not played on" in back.out


def test_a_restored_game_is_not_run_on_without_its_secret(tmp_path: Path) -> None:
    game = found(tmp_path / "home")
    file, restored = tmp_path / "a.zip", tmp_path / "restored"
    assert adjudicate("archive", game, "-o", file).code == 0
    assert adjudicate("import", file, restored).code == 0
    ran = adjudicate("run", restored, "--force", "--now", TOO_LATE)
    assert ran.code == 1
    assert "private/secret: missing: only whoever holds the secret can run the game on" in ran.err
    shutil.copytree(game / "private", restored / "private")
    assert adjudicate("run", restored, "--force", "--now", TOO_LATE).code == 0
    assert adjudicate("archive", tmp_path / "none", "-o", file).code == 2


def test_a_flipped_bit_in_an_archive_is_found_and_its_member_named(tmp_path: Path) -> None:
    file = tmp_path / "a.zip"
    assert adjudicate("archive", copy_game("g42", tmp_path), "-o", file).code == 0
    data = bytearray(file.read_bytes())
    where = data.index(b'"events"')
    data[where] ^= 4
    file.write_bytes(data)
    ran = adjudicate("verify", file)
    assert ran.code == 1
    assert "game/turns/0000.turn: changed" in ran.out
    refused = adjudicate("import", file, tmp_path / "restored")
    assert refused.code == 1
    assert "game/turns/0000.turn: changed" in refused.err
    assert not (tmp_path / "restored").exists()


def test_a_damaged_game_is_not_archived(tmp_path: Path) -> None:
    game = copy_game("g42", tmp_path)
    events = turn_of(game, 3) / "events.json"
    events.write_text(events.read_text() + " ")
    ran = adjudicate("archive", game, "-o", tmp_path / "a.zip")
    assert ran.code == 1
    assert "turns/0003/events.json: not what the manifest says" in ran.err
    assert not (tmp_path / "a.zip").exists()


def test_an_archive_never_lies_in_its_own_game_and_import_overwrites_nothing(tmp_path: Path) -> None:
    game = copy_game("g42", tmp_path)
    assert adjudicate("archive", game, "-o", game / "a.zip").code == 2
    assert adjudicate("archive", game, "-o", tmp_path / "a.zip").code == 0
    ran = adjudicate("import", tmp_path / "a.zip", game)
    assert ran.code == 2
    assert "exists already" in ran.err
    assert adjudicate("import", tmp_path / "none.zip", tmp_path / "new").code == 2


def test_an_import_that_was_done_may_be_run_again(tmp_path: Path) -> None:
    archive, game = tmp_path / "a.zip", tmp_path / "again"
    assert adjudicate("archive", copy_game("late", tmp_path), "-o", archive).code == 0
    first = adjudicate("import", archive, game)
    before = snapshot(game)
    assert first.code == 0
    assert adjudicate("import", archive, game) == first
    assert snapshot(game) == before
    (game / "notes").write_text("mine")
    assert adjudicate("import", archive, game).code == 2
    (game / "notes").unlink()
    (game / "game.yaml").write_text("changed")
    assert adjudicate("import", archive, game).code == 2
    assert (game / "game.yaml").read_text() == "changed"


def test_dice_agree_and_a_changed_draw_is_an_error(tmp_path: Path) -> None:
    ran = adjudicate("dice", GAMES / "finished-caravan", "--json")
    assert ran.code == 0
    expect_schema("dice", ran.json)
    assert (ran.json["differing"], ran.json["withheld"]) == (0, 0)
    game = copy_game("finished-caravan", tmp_path)
    place = turn_of(game, 0) / "chance.json"
    text = place.read_text()
    place.write_text(text.replace('"below": 4, "value": 0', '"below": 4, "value": 1', 1))
    if place.read_text() == text:
        place.write_text(text.replace('"below": 4, "value": ', '"below": 4, "value": 4', 1))
    spoilt = adjudicate("dice", game)
    assert spoilt.code == 1
    assert "DIFFERS" in spoilt.out


def test_dice_of_a_running_game_keep_hidden_draws(tmp_path: Path) -> None:
    ran = adjudicate("dice", GAMES / "caravan")
    assert ran.code == 0
    assert "steal" not in ran.out
    assert "dev-card" not in ran.out
    assert "hidden draws, shown when the game is over:" in ran.out
    assert adjudicate("dice", tmp_path).code == 2
    assert adjudicate("dice", found(tmp_path / "new")).code == 0
