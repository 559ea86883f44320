"""What is unusual in a game directory: remarks where nothing is lost by it, findings in words where something is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from parts import part_of, record_of

from adjudicator.acts.verify import verify_game
from adjudicator.store.formats import pack_parts

CLOSED = "closed to the owner (modes that not even the owner can read by)"
LINKED = "known by another name too (hard links): what is changed there is changed here"
MARKED = "marked in a way that nothing here needs (setuid, setgid or sticky modes)"


@pytest.mark.parametrize(
    ("name", "mode", "says"),
    [
        ("turns/0001.turn", 0o4600, MARKED),
        ("private/secret", 0o2600, MARKED),
        ("turns", 0o1700, MARKED),
        ("game.yaml", 0o200, CLOSED),
    ],
)
def test_odd_modes_are_remarks(game: Path, name: str, mode: int, says: str) -> None:
    (game / name).chmod(mode)
    verdict = verify_game(str(game))
    if os.geteuid() == 0 or says is MARKED:
        assert verdict.findings == []
        assert verdict.remarks == [f"{name}: is {says}"]
    else:
        assert verdict.findings


def test_the_bit_that_folders_inherit_is_nothing(game: Path) -> None:
    (game / "turns" / "0003").chmod(0o2700)
    assert verify_game(str(game)).remarks == []


def test_hard_links_are_a_remark(game: Path) -> None:
    os.link(game / "turns" / "0001.turn", game.parent / "elsewhere")
    os.link(game / "turns" / "0002.turn", game.parent / "elsewhere-too")
    verdict = verify_game(str(game))
    assert (verdict.findings, verdict.remarks) == (
        [],
        [f"turns/0001.turn: is {LINKED}; so is 1 more in this directory"],
    )


def test_a_folder_that_cannot_be_read_is_a_finding(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.scandir

    def scan(path: str) -> object:
        if path.endswith("refused"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", scan)
    assert verify_game(str(game)).findings == ["refused: unreadable (you may not read or write it)"]


def test_a_turn_without_its_manifests_is_said_in_words(game: Path) -> None:
    record_of(game, 4).write_bytes(pack_parts({}))
    record_of(game, 4).chmod(0o600)
    assert verify_game(str(game)).findings == ["turns/0004.turn: is not the record of a turn: it has no parts"]
    record_of(game, 4).unlink()
    part_of(game, "turns/0003/private.json").unlink()
    assert verify_game(str(game)).findings == ["turns/0003/private.json: missing"]
    part_of(game, "turns/0003/turn.json").unlink()
    assert verify_game(str(game)).findings == ["turns/0003/turn.json: missing"]


def test_nobody_joins_a_game_of_level_one(game: Path) -> None:
    (game / "joined.json").write_text("garbage")
    (game / "joined.json").chmod(0o600)
    assert verify_game(str(game)).findings == ["joined.json: does not belong in a game of level L1, which nobody joins"]
