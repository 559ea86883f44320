"""Why something cannot be read is said in plain words, whatever the reading raised."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.core.system_errors import say_system_error, tell_system_error
from adjudicator.store.files import read_regular
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
    assert say_system_error(raised.value) == "there is no such file"
    with pytest.raises(IsADirectoryError) as other:
        read_regular(str(tmp_path))
    assert say_system_error(other.value) == "it is a folder"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOENT, "there is no such file"),
        (errno.EACCES, "you may not read or write it"),
        (errno.EPERM, "you may not read or write it"),
        (errno.EISDIR, "it is a folder"),
        (errno.ENOTDIR, "part of its path is a file, not a folder"),
        (errno.EEXIST, "there is one already"),
        (errno.ENOSPC, "the disk is full"),
        (errno.EROFS, "read-only file system"),
    ],
)
def test_what_the_system_refuses_is_said_in_plain_words(number: int, words: str) -> None:
    assert say_system_error(OSError(number, os.strerror(number), "orders.yaml")) == words


def test_words_that_are_not_the_systems_are_said_as_they_are() -> None:
    assert say_system_error(FileNotFoundError(errno.ENOENT, "gone"), "folder") == "there is no such folder"
    assert say_system_error(OSError(errno.EFBIG, "more than 7 bytes")) == "more than 7 bytes"
    assert say_system_error(OSError("private/seats.json: missing")) == "private/seats.json: missing"
    assert say_system_error(OSError(0, "TLS is not spoken")) == "TLS is not spoken"
    assert (
        tell_system_error(PermissionError(errno.EACCES, "no", "games/g1")) == "games/g1: you may not read or write it"
    )
    assert tell_system_error(ValueError("nothing of the system")) == "nothing of the system"
    assert say_system_error(OSError()) == "it cannot be used"
