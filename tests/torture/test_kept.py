"""Rows of a long run are kept, for the sources they were tried on and for no others."""

from __future__ import annotations

from pathlib import Path

import pytest
import torture.kept
from torture.bar import Row
from torture.kept import KeptRows, digest_sources
from torture.tally import Tally

FIRST = Row("kill at every call", Tally(3, 3), ("say-before-keeping",), ())
SECOND = Row("EIO at every call", Tally(4, 4, ("call 2: lost",)), (), ("swallow-failed-sync",))


def test_a_run_that_is_started_again_finds_the_rows_it_had(tmp_path: Path) -> None:
    kept = KeptRows(tmp_path / "rows")
    assert kept.find(FIRST.bar) is None
    kept.keep(FIRST)
    kept.keep(SECOND)
    again = KeptRows(tmp_path / "rows")
    assert [again.find(row.bar) for row in (FIRST, SECOND)] == [FIRST, SECOND]


def test_rows_of_other_sources_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    KeptRows(tmp_path / "rows").keep(FIRST)
    monkeypatch.setattr(torture.kept, "digest_sources", lambda: "others")
    changed = KeptRows(tmp_path / "rows")
    assert changed.find(FIRST.bar) is None
    changed.keep(SECOND)
    assert (tmp_path / "rows").read_text("utf-8").splitlines()[0] == "others"
    assert KeptRows(tmp_path / "rows").find(FIRST.bar) is None


def test_the_digest_sees_a_changed_byte_a_new_name_and_no_leftovers(tmp_path: Path) -> None:
    code = tmp_path / "adjudicator"
    code.mkdir()
    (code / "turn.py").write_text("one = 1\n", "utf-8")
    before = digest_sources(tmp_path)
    (code / "__pycache__").mkdir()
    (code / "__pycache__" / "turn.pyc").write_text("compiled", "utf-8")
    assert digest_sources(tmp_path) == before
    (code / "turn.py").write_text("one = 2\n", "utf-8")
    changed = digest_sources(tmp_path)
    (code / "turn.py").rename(code / "turns.py")
    assert len({before, changed, digest_sources(tmp_path)}) == 3
