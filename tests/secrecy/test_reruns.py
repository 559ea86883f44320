"""Of two lines of a game, a reader learns what he was told of each, and nothing else."""

from __future__ import annotations

import pytest
from secrecy.catan_twins import CatanTwins
from secrecy.desert_twins import DesertTwins
from secrecy.kit import Twins
from secrecy.reruns import RerunSearch

from adjudicator.core.table import Onlooker, Reader
from adjudicator.registry import find_game
from adjudicator.report import notice, rerun


@pytest.mark.slow
@pytest.mark.parametrize(
    ("twins", "games", "least"),
    [(CatanTwins(), 20, 60), (CatanTwins(find_game("catan-caravans")), 12, 30), (DesertTwins(), 30, 60)],
    ids=["catan", "catan-caravans", "through-the-desert"],
)
def test_a_rewind_tells_nobody_what_he_may_not_know(twins: Twins, games: int, least: int) -> None:
    search = RerunSearch(twins, every=3)
    tally = search.run(range(games))
    assert tally.leaks == [], tally
    assert search.reruns > least
    assert search.changes > least
    assert search.carried > 0


def is_caught(word: str) -> bool:
    search = RerunSearch(CatanTwins(), every=2, most_leaks=1)
    return any(leak.where.startswith(word) for leak in search.run(range(30)).leaks)


def test_a_comparison_made_from_what_the_moderator_is_told_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tell = rerun.tell_turn

    def tell_all(game: object, record: object, reader: Reader) -> list[str]:
        del reader
        return tell(game, record, Onlooker.MODERATOR)  # type: ignore[arg-type]

    monkeypatch.setattr(rerun, "tell_turn", tell_all)
    assert is_caught("rerun.")


def test_a_notice_made_from_what_the_moderator_is_told_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tell = rerun.tell_turn

    def tell_all(game: object, record: object, reader: Reader) -> list[str]:
        del reader
        return tell(game, record, Onlooker.MODERATOR)  # type: ignore[arg-type]

    monkeypatch.setattr(notice, "tell_turn", tell_all)
    assert is_caught("notice")
