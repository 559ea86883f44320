"""What players read in every CASE is as it was read aloud, word for word."""

from __future__ import annotations

import pytest
from golden.cases_in_words import GAMES, SENTENCES, write_sentences


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_of_the_cases_is_as_it_was_read(name: str) -> None:
    stored = (SENTENCES / f"{name}.txt").read_text(encoding="utf-8")
    assert write_sentences(name).splitlines() == stored.splitlines(), "`make golden` renews it; read the difference"
