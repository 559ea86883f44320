"""A game that another version of the program keeps in another format is refused, and not called damaged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.shell import adjudicate
from parts import part_of, turn_of
from unit.moderation.tables import Table, found, tree

from adjudicator.core.refusals import FormatError
from adjudicator.store.formats import unpack_parts


@pytest.fixture
def old(tmp_path: Path) -> Table:
    """A game whose turn 0 is kept as format 1 had it: one manifest, and none for the moderator alone."""
    table = found(tmp_path, "catan")
    turn = turn_of(Path(table.path), 0)
    (turn / "private.json").unlink()
    manifest = json.loads((turn / "turn.json").read_text())
    (turn / "turn.json").write_text(json.dumps({**manifest, "format": 1}))
    return table


def test_a_game_in_another_format_is_refused_by_naming_both(old: Table) -> None:
    before = tree(old.path)
    with pytest.raises(FormatError, match=r"kept in format 1; this version reads format 2$"):
        old.run()
    assert adjudicate("status", old.path).code == 1
    for command in (("run",), ("show",), ("upgrade", "--check"), ("rewind", "--to", "0", "--reason", "oh")):
        refused = adjudicate(command[0], old.path, *command[1:])
        assert (refused.code, "format 1" in refused.err, "format 2" in refused.err) == (3, True, True)
    assert tree(old.path) == before


def test_a_turn_that_says_no_format_is_damaged(old: Table) -> None:
    part_of(Path(old.path), "turns/0000/turn.json").write_text("{}")
    refused = adjudicate("run", old.path)
    assert (refused.code, "turns/0000/turn.json: says no format" in refused.err) == (1, True)


def test_a_game_of_folders_is_left_to_the_version_that_keeps_them(tmp_path: Path) -> None:
    table = found(tmp_path, "catan")
    for record in sorted(Path(table.path, "turns").glob("*.turn")):
        folder = record.with_suffix("")
        folder.mkdir(exist_ok=True)
        for name, data in unpack_parts(record.read_bytes(), "").items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        record.unlink()
    for command in ("run", "show", "dice"):
        refused = adjudicate(command, table.path)
        assert (refused.code, "version 0.1.0" in refused.err) == (3, True), command
    for command in ("status", "verify"):
        told = adjudicate(command, table.path)
        assert told.code == 1
        assert "version 0.1.0" in told.out + told.err
