"""A sync that failed is never tried again and never believed: what it was to make durable is written afresh."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from unit.store.conftest import START

from adjudicator.acts.filing import submit_file
from adjudicator.acts.open_game import open_game
from adjudicator.acts.run import Status, run_turn
from adjudicator.acts.verify import verify_game
from adjudicator.core.instant import add_hours

NOW = add_hours(START, 96)


def fail_syncs_of(monkeypatch: pytest.MonkeyPatch, chosen: Callable[[Path], bool]) -> list[Path]:
    """From now on a sync of a folder that is ``chosen`` fails; the list fills with those that did."""
    failed: list[Path] = []
    sync = os.fsync

    def fsync(handle: int) -> None:
        path = Path(os.readlink(f"/proc/self/fd/{handle}"))
        if stat.S_ISDIR(os.fstat(handle).st_mode) and chosen(path):
            failed.append(path)
            raise OSError(5, "Input/output error")
        sync(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    return failed


def test_a_turn_whose_last_sync_failed_is_not_there(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Path(shutil.copytree(model, tmp_path / "game"))
    head = open_game(str(game)).head
    with monkeypatch.context() as patch:
        failed = fail_syncs_of(patch, lambda path: path.name == "turns" and (path / "0004.turn").exists())
        with pytest.raises(OSError, match="Input/output"):
            run_turn(str(game), 4, NOW)
    assert len(failed) == 1
    assert open_game(str(game)).head == head
    assert verify_game(str(game)).findings == []
    assert run_turn(str(game), 4, NOW).status is Status.ADJUDICATED


def test_a_receipt_whose_sync_failed_is_given_for_a_file_written_afresh(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Path(shutil.copytree(model, tmp_path / "game"))
    opened = open_game(str(game))
    seat = opened.seats[1]
    orders = opened.game.orders
    order = orders.write(opened.record.state, opened.game.kernel.legal(opened.record.state, seat)[0])["leader"]
    data = f"# another\ngame: g1\nturn: 4\nseat: {seat}\norders:\n  - leader: {order}\n".encode()
    folder = game / "inbox" / seat
    before = len(list(folder.glob("*.receipt.json"))) if folder.exists() else 0
    with monkeypatch.context() as patch:
        failed = fail_syncs_of(patch, lambda path: path == folder and len(list(folder.glob("*.receipt.json"))) > before)
        with pytest.raises(OSError, match="Input/output"):
            submit_file(str(game), data, "x", seat, NOW)
    assert len(failed) == 1
    assert len(list(folder.glob("*.receipt.json"))) == before
    assert submit_file(str(game), data, "x", seat, NOW)[0].receipt.in_force
    assert verify_game(str(game)).findings == []
