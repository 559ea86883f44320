"""Odd mails with the clock frozen: what becomes of each, letter by letter. ``README.md`` there lists the kinds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from post.odd_mails import GOLDEN, SEATS, list_mails, place_of, read_record, set_up, take_in
from scrutiny.damaged_mails import plain_prose

NAMES = sorted(path.stem for path in GOLDEN.glob("*.eml"))


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the three games; keys are given out as the mails that use them are made."""
    folder = set_up(tmp_path_factory.mktemp("odd"))
    assert dict(list_mails(folder))
    return folder


def test_the_mails_are_those_that_the_script_makes(tables: Path) -> None:
    made = dict(list_mails(tables))
    assert sorted(made) == NAMES
    assert [name for name in NAMES if (GOLDEN / f"{name}.eml").read_bytes() != made[name]] == []
    assert len(NAMES) >= 80


def test_whatever_the_mail_what_is_filed_is_what_was_written() -> None:
    said = {
        (
            name.rpartition("-")[2],
            json.dumps(plain_prose(json.loads(part.partition("\n")[2]) | {"token": ""}), sort_keys=True),
        )
        for name in NAMES
        for part in (GOLDEN / f"{name}.txt").read_text().split("\n\n")
        if part.startswith("filed: ")
    }
    assert sorted(game for game, _ in said) == sorted(SEATS)


@pytest.mark.parametrize("name", NAMES)
def test_a_mail_ends_as_it_did(name: str, tables: Path, tmp_path: Path) -> None:
    stored = GOLDEN / f"{name}.txt"
    told = take_in(tables, name, stored.with_suffix(".eml").read_bytes(), tmp_path)
    assert told == stored.read_text(), "`make golden` renews them; look at the difference first"
    assert json.loads(read_record(stored))["place"] == place_of(stored)
