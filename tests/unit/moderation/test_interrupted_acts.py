"""An act that is interrupted anywhere is finished by the next command, and damages nothing before."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from unit.moderation.tables import Table, tree

from adjudicator.acts.archive import archive_game
from adjudicator.acts.moderation.recording import ActResult
from adjudicator.acts.moderation.rewind import rewind_game
from adjudicator.acts.moderation.seats import replace_player
from adjudicator.acts.moderation.terms import edit_charter
from adjudicator.acts.run import run_turn
from adjudicator.acts.verify import verify_archive
from adjudicator.core.refusals import ActRefusedError

Act = Callable[[Table], ActResult]
ACTS: dict[str, Act] = {
    "rewind": lambda table: rewind_game(table.path, 2, "why", table.now),
    "edit": lambda table: edit_charter(table.path, {"deadline": "12"}, "why", table.now),
    "replace": lambda table: replace_player(table.path, "ann", "a@example.org", "why", b"k" * 32, table.now),
}


def break_at(patch: pytest.MonkeyPatch, call: int) -> list[str]:
    """The disk fails at the ``call``-th rename or sync from now on, once; the list fills with the calls made.

    The line of the status is no record, and its loss no reason to fail.
    """
    made: list[str] = []
    for name in ("rename", "fsync"):
        real = getattr(os, name)

        def wrapped(*arguments: object, real: Callable[..., None] = real, name: str = name) -> None:
            counts = not str(arguments[0]).endswith("status.json.aside")
            made.extend([name] * counts)
            if counts and len(made) == call:
                raise OSError(5, "Input/output error")
            real(*arguments)

        patch.setattr(os, name, wrapped)
    return made


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", ACTS)
def test_running_it_again_gives_what_it_would_have_given(
    table: Table, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    act = ACTS[kind]

    def copy(name: str) -> Table:
        again = Table(Path(shutil.copytree(table.path, tmp_path / name)))
        again.hours = table.hours
        return again

    undisturbed = copy("undisturbed")
    with monkeypatch.context() as patch:
        made = break_at(patch, 0)
        act(undisturbed)
    expected, total = tree(undisturbed.path), len(made)
    assert total > 8
    for call in range(1, total + 1):
        broken = copy(f"broken-{call}")
        with monkeypatch.context() as patch:
            break_at(patch, call)
            with pytest.raises(OSError, match="Input/output"):
                act(broken)
        assert broken.findings() == [], call
        act(broken)
        assert tree(broken.path) == expected, call
        shutil.rmtree(broken.path)


def test_a_run_finishes_the_rewind_before_it_runs(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        break_at(patch, 28)
        with pytest.raises(OSError, match="Input/output"):
            ACTS["rewind"](table)
    assert Path(table.path, "private/journal.json").exists()
    with pytest.raises(ActRefusedError, match="was interrupted, so acts and branches are incomplete"):
        archive_game(table.path, f"{table.path}.zip")
    assert not Path(f"{table.path}.zip").exists()
    outcome = run_turn(table.path, None, table.now)
    assert outcome.turn == 3
    assert not Path(table.path, "private/journal.json").exists()
    archive_game(table.path, f"{table.path}.zip")
    assert verify_archive(f"{table.path}.zip").findings == []
    assert table.findings(reports=True) == []
