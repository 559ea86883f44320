"""Why something cannot be read is said in plain words, whatever the reading raised."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.store.files import read_regular, say_unread
from adjudicator.store.formats import explain_damage


@pytest.mark.parametrize(
    ("read", "words"),
    [
        (lambda: json.loads(""), "it is empty"),
        (lambda: json.loads('{\n"a": }'), "it is not JSON from line 2, column 6 on"),
        (b"\xff".decode, "it is not text in UTF-8"),
        (lambda: json.loads("{}")["seats"], "it has no 'seats'"),
        (lambda: json.loads("[1]")["a"], "a value in it is of the wrong kind"),
        (lambda: json.loads("null").keys(), "a value in it is of the wrong kind"),
    ],
)
def test_damage_is_explained_without_words_of_the_language_it_was_read_in(
    read: Callable[[], object], words: str
) -> None:
    with pytest.raises((ValueError, LookupError, TypeError, AttributeError)) as raised:
        read()
    assert explain_damage(raised.value) == words


def test_a_file_that_is_not_there_is_said_not_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such") as raised:
        read_regular(str(tmp_path / "orders.yaml"))
    assert say_unread(raised.value) == "there is no such file"
    with pytest.raises(IsADirectoryError) as other:
        read_regular(str(tmp_path))
    assert say_unread(other.value) == "Is a directory"
