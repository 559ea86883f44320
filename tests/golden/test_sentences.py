"""What players read in every CASE, in answer to mistakes and in letters is as it was read aloud, word for word."""

from __future__ import annotations

from types import ModuleType

import pytest
from golden import nonces_evening, office_evening, rare_evenings, terms, third_evening, whole_reports
from golden.cases_in_words import GAMES, SENTENCES, write_sentences
from golden.evenings import write_answers, write_evening
from golden.pages import list_help, list_pages
from golden.players_evenings import write_players
from golden.telling import list_new


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_of_the_cases_is_as_it_was_read(name: str) -> None:
    stored = (SENTENCES / f"{name}.txt").read_text(encoding="utf-8")
    assert write_sentences(name).splitlines() == stored.splitlines(), "`make golden` renews it; read the difference"


def test_every_answer_to_a_wrong_file_is_as_it_was_read() -> None:
    stored = (SENTENCES / "answers.txt").read_text(encoding="utf-8")
    assert write_answers().splitlines() == stored.splitlines(), "`make golden` renews it; read the difference"


def test_every_word_of_a_moderators_evening_is_as_it_was_read() -> None:
    stored = (SENTENCES / "moderator.txt").read_text(encoding="utf-8")
    assert write_evening().splitlines() == stored.splitlines(), "`make golden` renews it; read the difference"


def test_every_word_of_players_evenings_is_as_it_was_read() -> None:
    stored = (SENTENCES / "players.txt").read_text(encoding="utf-8")
    assert write_players().splitlines() == stored.splitlines(), "`make golden` renews it; read the difference"


_EVENINGS = (nonces_evening, office_evening, rare_evenings, terms, third_evening, whole_reports)


@pytest.mark.parametrize("evening", _EVENINGS)
def test_every_word_of_an_evening_is_as_it_was_read(evening: ModuleType) -> None:
    stored = (SENTENCES / evening.FILE).read_text(encoding="utf-8")
    assert list(list_new(evening.list_told())) == stored.splitlines(), "`make golden` renews it; read the difference"


def test_every_word_of_the_pages_is_as_it_was_read() -> None:
    stored = (SENTENCES / "pages.txt").read_text(encoding="utf-8")
    assert list(list_new(list_pages())) == stored.splitlines(), "`make golden` renews it; read the difference"


def test_the_help_of_every_command_is_as_it_was_read() -> None:
    stored = (SENTENCES / "help.txt").read_text(encoding="utf-8")
    assert list(list_help()) == stored.splitlines(), "`make golden` renews it; read the difference"
