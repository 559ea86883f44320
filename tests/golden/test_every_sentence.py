"""Every sentence that can reach a player stands in a golden file, where it was read; exceptions give their reason."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from golden.collecting import Sentence, list_said, read_golden

EXCEPTIONS = Path(__file__).with_name("exceptions.txt")


class Excepted(NamedTuple):
    """A file whose sentences need not stand in a golden file, or one sentence of it, and why."""

    file: str
    sentence: str
    reason: str

    def covers(self, said: Sentence) -> bool:
        return fnmatchcase(said.file, self.file) and self.sentence in {"", said.shown}


def _list_exceptions() -> Iterator[Excepted]:
    reason = ""
    for line in EXCEPTIONS.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            reason = line.removeprefix("#").strip()
        elif line:
            file, _, sentence = line.partition(": ")
            yield Excepted(file, sentence, reason)


def test_every_sentence_stands_in_a_golden_file_or_is_an_exception() -> None:
    golden, exceptions = read_golden(), list(_list_exceptions())
    missing = [said for said in list_said() if not golden.has(said)]
    unread = [
        f"{said.file}: {said.shown}" for said in missing if not any(exception.covers(said) for exception in exceptions)
    ]
    assert unread == [], "let an evening or an answer of tests/golden say it, and read it there"
    needless = [
        f"{exception.file}: {exception.sentence}"
        for exception in exceptions
        if not any(exception.covers(said) for said in missing)
    ]
    assert needless == [], "all that these exceptions cover stands in golden files now"
    assert all(exception.reason for exception in exceptions)


def test_the_sentences_are_found_where_they_stand() -> None:
    said = {one.shown for one in list_said()}
    assert "the file is empty; write at least game, turn and orders" in said  # a pattern of a catalogue
    assert "must be ..., not" in said  # with what is filled in
    assert "How it ended" in said  # of a template
    assert not read_golden().has(Sentence("", 1, "the camel is not amused"))
