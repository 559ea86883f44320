"""A disk that cannot be written to: what is named is the first thing that was really to be written."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from adjudicator.cli.main import main
from adjudicator.store.files import remove_if_there


def refuse_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every call that changes the disk fails as it does on Linux: mostly before it is seen whether the name exists."""

    def refuse(path: str, *_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)

    def refuse_folder(path: str, *_: object, **__: object) -> None:
        code = errno.EEXIST if os.path.lexists(path) else errno.EROFS
        raise OSError(code, os.strerror(code), path)

    monkeypatch.setattr(os, "mkdir", refuse_folder)
    for name in ("unlink", "rename", "rmdir"):
        monkeypatch.setattr(os, name, refuse)


def test_a_turn_names_itself_and_nothing_that_is_not_there(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patched:
        refuse_changes(patched)
        assert main(["run", str(game), "--now", "2026-01-05T00:00:00Z"]) == 70
    assert f"{game}: {game}/turns/0004.turn.aside: read-only file system; nothing was lost" in capsys.readouterr().err


def test_what_is_there_and_stays_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "there").write_text("x")
    with monkeypatch.context() as patched:
        refuse_changes(patched)
        with pytest.raises(OSError, match="Read-only"):
            remove_if_there(str(tmp_path / "there"))
        remove_if_there(str(tmp_path / "not-there"))
