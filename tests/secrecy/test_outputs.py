"""Every output is in the table of docs/secrets.md: a new command, or a new file in a directory, needs a row."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from parts import read_record
from secrecy.outputs import COMMAND_OUTPUTS, FILE_OUTPUTS, PAGE, Whose, write_page
from unit.moderation.tables import found

from adjudicator.acts.moderation.rewind import rewind_game
from adjudicator.acts.moderation.seats import replace_player
from adjudicator.acts.moderation.terms import extend_deadline
from adjudicator.cli.main import COMMANDS
from adjudicator.core.instant import add_hours
from adjudicator.store.audit import list_files

GUIDE = PAGE.parent / "game-authors.md"


def test_every_command_has_a_row() -> None:
    assert {output.source for output in COMMAND_OUTPUTS} == set(COMMANDS)


def test_every_row_is_compared_or_says_why_not() -> None:
    rows = (*COMMAND_OUTPUTS, *FILE_OUTPUTS)
    assert [row for row in rows if bool(row.compared) == bool(row.why)] == []
    assert [row for row in rows if row.whose is Whose.MODERATOR and row.compared] == []


def test_every_file_of_a_directory_has_a_row(tmp_path: Path) -> None:
    table = found(tmp_path)
    table.play(2)
    table.submit("ann", "no: move file")
    path, now = table.path, add_hours(table.now, 1)
    extend_deadline(path, 5, None, "a storm", now)
    replace_player(path, "ann", None, "gone sailing", bytes(32), now)
    rewind_game(path, 1, "a mistake", now)
    table.hours += 2
    table.send()
    names = sorted({*list_files(path), *read_record(Path(path))})
    patterns = [output.source for output in FILE_OUTPUTS[:-1]]
    assert [name for name in names if not any(fnmatchcase(name, pattern) for pattern in patterns)] == []
    met = {next(pattern for pattern in patterns if fnmatchcase(name, pattern)) for name in names}
    # what only a game of level L2, a sent letter, an archive has
    assert set(patterns) - met == {"joined.json", "redacted.json", "sent/*", "turns/0000/start.json"}


def test_the_page_has_the_table() -> None:
    assert PAGE.read_text() == write_page(), "run `python tests/secrecy/outputs.py`"


def test_the_example_of_the_guide_is_what_an_author_writes(
    package: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    del package
    code = re.search(r"<!-- twins -->\n```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    assert code is not None
    written: dict[str, Any] = {}
    exec(code[1], written)  # noqa: S102 - the page is ours
    written["test_nobody_is_told_too_much"]()
    written["test_a_card_in_the_reports_is_found"](monkeypatch)
