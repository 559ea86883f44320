"""Whoever reads a game waits for whoever writes, and says busy after a while: never that it is damaged."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from cli.level_two import adjudicate
from cli.shell import BEFORE_DEADLINE, copy_game

from adjudicator.acts.status_line import STATUS
from adjudicator.store import files
from adjudicator.store.files import BusyError, hold_lock, hold_still

READING = [
    ("verify",),
    ("status",),
    ("show",),
    ("legal", "--seat", "amira"),
    ("form", "--seat", "amira"),
    ("dice",),
    ("check", "game.yaml"),
    ("upgrade", "--check"),
    ("run", "--dry-run"),
    ("extend", "--hours", "1", "--reason", "a reason", "--dry-run", "--now", BEFORE_DEADLINE),
]


@pytest.fixture
def g42(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(files, "PATIENCE", 0.02)
    game = copy_game("g42", tmp_path)
    monkeypatch.chdir(game)
    return game


@pytest.mark.parametrize("words", READING, ids=[" ".join(words) for words in READING])
def test_a_game_that_is_written_to_is_busy_and_not_damaged(g42: Path, words: tuple[str, ...]) -> None:
    (g42 / STATUS).unlink()
    with hold_lock(str(g42)):
        ran = adjudicate(words[0], g42, *words[1:])
    assert ran.code == 75, ran
    assert "busy: another adjudicate" in ran.out + ran.err or "is busy" in ran.err
    assert "amaged" not in ran.out + ran.err


def test_a_busy_game_keeps_no_other_from_its_answer(g42: Path, tmp_path: Path) -> None:
    late = copy_game("late", tmp_path)
    (g42 / STATUS).unlink()
    with hold_lock(str(g42)):
        told = adjudicate("verify", g42, late, "--json")
        standing = adjudicate("status", tmp_path, "--json")
    assert (told.code, [verdict["ok"] for verdict in told.json]) == (75, [False, True])
    assert (standing.code, [bool(game["trouble"]) for game in standing.json]) == (75, [True, False])


def test_the_status_of_a_busy_game_is_how_it_stood_before(g42: Path) -> None:
    before = adjudicate("status", g42, "--json").json[0]
    assert adjudicate("run", g42, "--now", BEFORE_DEADLINE).code == 0
    with hold_lock(str(g42)):
        (g42 / "inbox" / "amira" / "mail.yaml").write_text("a file that is being filed")
        told, read = adjudicate("status", g42), adjudicate("status", g42, "--json").json[0]
    assert (told.code, "turn 7 has run" in told.out, "busy" in told.err) == (0, True, True)
    assert (read["turn"], read["head"] != before["head"], read["trouble"].partition(":")[0]) == (7, True, "busy")


def test_readers_share_and_a_writer_waits_for_them(g42: Path) -> None:
    with hold_still(str(g42)), hold_still(str(g42)):
        ran = adjudicate("run", g42, "--now", BEFORE_DEADLINE)
        assert (ran.code, "busy" in ran.err) == (75, True)
    files.PATIENCE = 30.0
    reading = hold_still(str(g42))
    reading.__enter__()
    writing = threading.Thread(target=lambda: adjudicate("run", g42, "--now", BEFORE_DEADLINE))
    writing.start()
    assert not (g42 / "turns" / "0007.turn").exists()
    reading.__exit__(None, None, None)
    writing.join()
    assert (g42 / "turns" / "0007.turn").exists()


def test_a_second_writer_is_turned_away_at_once(g42: Path) -> None:
    files.PATIENCE = 3600.0
    with hold_lock(str(g42)), pytest.raises(BusyError), hold_lock(str(g42)):
        pass


def test_what_cannot_be_locked_is_read_all_the_same(tmp_path: Path) -> None:
    with hold_still(str(tmp_path / "nothing")):
        pass
    archive = tmp_path / "file"
    archive.write_bytes(b"")
    with hold_still(str(archive)):
        pass
