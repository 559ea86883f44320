"""Between a turn and its letters anything may happen: none is lost, none is there twice, none tells of no turn."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from unit.moderation.tables import found, tree
from unit.store.test_interrupted import Killed, Saboteur, saboteur

from adjudicator.acts.run import Status, run_turn
from adjudicator.acts.verify import verify_game
from adjudicator.post.outbox import list_waiting
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.header import MANIFEST

__all__ = ["saboteur"]
SAMPLES = Path(__file__).resolve().parents[3] / "games"


def list_letters(game: Path) -> dict[str, bytes]:
    return {name: data for name, data in tree(str(game / "outbox")).items() if "report" in name}


@pytest.mark.slow
def test_letters_are_there_once_when_the_turn_is_and_never_before(tmp_path: Path, saboteur: Saboteur) -> None:
    table = found(tmp_path, addresses={"ann": "ann@example.org", "bob": "bob@example.org"})
    table.send()
    pattern = Path(shutil.copytree(table.path, tmp_path / "pattern"))
    saboteur.rest()
    assert run_turn(str(pattern), None, table.now).status is Status.ADJUDICATED
    steps, letters = saboteur.count, list_letters(pattern)
    assert len(letters) == 2
    remarks = verify_game(str(pattern)).remarks
    seen = set()
    for step in range(0, steps, 2):
        game = Path(shutil.copytree(table.path, tmp_path / f"{step}"))
        saboteur.strike(step, Killed)
        with suppress(Killed):
            run_turn(str(game), None, table.now)
        saboteur.rest()
        kept = GameDirectory(str(game)).turns.newest() == 1
        out = {name: data for name, data in list_letters(game).items() if name[0] != "."}
        assert kept or not out, step
        seen.add((kept, len(out)))
        assert verify_game(str(game)).findings == []
        run_turn(str(game), 1, table.now)
        assert list_letters(game) == letters, step
        assert verify_game(str(game)).remarks == remarks
        shutil.rmtree(game)
    assert {(False, 0), (True, 0), (True, 2)} <= seen


def test_a_letter_that_was_sent_is_not_sent_again(tmp_path: Path) -> None:
    table = found(tmp_path, addresses={"ann": "ann@example.org"})
    table.play(1)
    game = Path(table.path)
    (letter,) = game.glob("outbox/*-report.eml")
    (game / "sent").mkdir(mode=0o700)
    sent = letter.rename(game / "sent" / letter.name)
    staged = game / "outbox" / f".staged-0001-{table.opened.head[:16]}-{sent.name}"
    shutil.copy(sent, staged)
    assert run_turn(table.path, 1, table.now).status is Status.ALREADY
    assert not list(game.glob("outbox/*-report.eml"))
    assert not staged.exists()


@pytest.mark.parametrize("name", [".staged-0007-0123456789abcdef", ".staged-0000-0123456789abcdef", ".staged-x"])
def test_letters_of_a_turn_that_never_was_are_removed(tmp_path: Path, name: str) -> None:
    table = found(tmp_path)
    staged = Path(table.path, "outbox", f"{name}-0007-ann-report.eml")
    staged.write_bytes(b"To: ann@example.org\r\n\r\n")
    assert list_waiting(table.path) == []
    table.send()
    assert table.run().status is Status.ADJUDICATED
    assert not list(Path(table.path).glob("outbox/*.eml"))


def test_a_turn_in_which_somebody_writes_a_letter_takes_six_syncs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = shutil.copytree(SAMPLES / "g42", tmp_path / "g42")
    synced: list[str] = []

    def note(handle: int) -> None:
        synced.append(Path(f"/proc/self/fd/{handle}").readlink().name)
        sync(handle)

    sync = os.fsync
    monkeypatch.setattr(os, "fsync", note)
    run_turn(str(game), 7, datetime(2026, 9, 22, 7, 0, tzinfo=UTC))
    letter, head = game / "outbox" / "0007-chen-press.txt", GameDirectory(str(game)).turns.read(7)[MANIFEST]
    staged = f".staged-0007-{hash_bytes(head)[:16]}-{letter.name}"
    assert letter.read_text()
    assert synced == ["turns", staged, "outbox", "0007.turn.aside", "turns", "outbox"]
