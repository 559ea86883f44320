"""Of two lines of a game, a reader learns what he was told of each, and nothing else."""

from __future__ import annotations

import pytest
from secrecy.catan_twins import CatanTwins

from adjudicator.core.table import Onlooker, Reader
from adjudicator.report import fates, letters
from adjudicator.testing.search import find_leak


@pytest.mark.slow
@pytest.mark.parametrize(("part", "name"), [(fates, "rerun."), (letters, "notice")], ids=["a comparison", "a notice"])
def test_what_is_made_from_what_the_moderator_is_told_is_found(
    part: object, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell = fates.tell_turn

    def tell_all(game: object, names: object, record: object, reader: Reader) -> list[str]:
        del reader
        return tell(game, names, record, Onlooker.MODERATOR)  # type: ignore[arg-type]

    monkeypatch.setattr(part, "tell_turn", tell_all)
    assert find_leak(CatanTwins(), 40, name) is not None
