"""A game of another package: it is found by its entry point, brings its own templates, and its author runs the kit."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from secrecy.third import CardTwins
from secrecy.walk import Walk

from adjudicator.acts.checker import _compare_setup, _OpenChance
from adjudicator.cases.running import run_file
from adjudicator.core.order import describe
from adjudicator.core.table import Onlooker, Reader, Setting
from adjudicator.testing.memory import SplitChance, found
from adjudicator.testing.search import LeakError, expect_no_leaks, find_leak
from adjudicator.testing.twins import Twin

Patch = pytest.MonkeyPatch


def test_its_author_finds_no_leak_in_a_few_lines(package: ModuleType) -> None:
    tally = expect_no_leaks(CardTwins(package.GAME), games=6)
    assert tally.played > 20
    assert tally.changed["hidden position"] > 20


def test_whoever_checks_mails_reads_in_words_why_a_hidden_set_up_is_not_made_again(package: ModuleType) -> None:
    history: Any = SimpleNamespace(remarks=[])
    _compare_setup(history, package.GAME, Setting("plain", {}, ("ann", "ben")), _OpenChance(bytes(32)))
    assert history.remarks == ["the set-up was not made again: some of its draws are hidden"]


def test_nor_in_whole_directories(package: ModuleType, tmp_path: Path) -> None:
    tally = Walk(CardTwins(package.GAME), 0, str(tmp_path)).go(4)
    tally.expect_nothing()
    assert tally.played > 2


def test_a_view_that_shows_all_cards_is_found(package: ModuleType, monkeypatch: Patch) -> None:
    see = package.Views.see

    def see_all(self: Any, state: Any, agendas: Any, reader: Reader) -> Any:
        del reader
        return see(self, state, agendas, Onlooker.MODERATOR)

    monkeypatch.setattr(package.Views, "see", see_all)
    for output in ("report.txt", "show.json", "pending.json", "replay.html"):
        assert find_leak(CardTwins(package.GAME), 6, output)
    with pytest.raises(LeakError, match="leaks"):
        expect_no_leaks(CardTwins(package.GAME), games=1)


def test_an_event_that_tells_the_card_is_found(package: ModuleType, monkeypatch: Patch) -> None:
    monkeypatch.setattr(package.Views, "hear", lambda _self, event, _reader: event)
    assert find_leak(CardTwins(package.GAME), 6, "another course")


def test_legal_orders_by_others_cards_are_found(package: ModuleType, monkeypatch: Patch) -> None:
    monkeypatch.setattr(
        package.Kernel, "legal", lambda _self, state, _seat: ("keep", "swap")[: 1 + (sum(state.hands) % 2)]
    )
    assert find_leak(CardTwins(package.GAME), 6, "legal")


def test_draws_that_are_not_marked_as_hidden_are_found(package: ModuleType, monkeypatch: Patch) -> None:
    apply = package.Kernel.apply

    class Open:
        def __init__(self, chance: Any) -> None:
            self.chance = chance

        def draw(self, epoch: int, label: Any, below: int, *, hidden: bool = False) -> int:
            value: int = self.chance.draw(epoch, label, below, hidden=hidden)
            self.chance.draws[-1] = self.chance.draws[-1]._replace(hidden=False)
            return value

    monkeypatch.setattr(
        package.Kernel,
        "apply",
        lambda self, state, seat, action, chance: apply(self, state, seat, action, Open(chance)),
    )
    assert find_leak(CardTwins(package.GAME), 6, "dice")
    assert find_leak(CardTwins(package.GAME), 6, "report.proof")


def test_a_search_that_changes_nothing_is_worth_nothing(package: ModuleType, monkeypatch: Patch) -> None:
    monkeypatch.setattr(CardTwins, "vary", lambda _self, opened, files, *_: Twin(opened.record, files, Counter()))
    with pytest.raises(LeakError, match="nothing was compared"):
        expect_no_leaks(CardTwins(package.GAME), games=1)


def test_what_it_has_no_use_for_is_refused_in_words(package: ModuleType) -> None:
    intake = found(CardTwins(package.GAME).plan(0), SplitChance(bytes(32), bytes(32))).intake()
    seat = intake.seats[0]
    file = f"game: {intake.game_id}\nturn: 1\nseat: {seat}\norders:\n  - play: keep\n    if: {{points: 3}}\n"
    judgement = intake.judge(file.encode(), seat)
    (problem,) = judgement.problems
    assert describe(problem, intake.sentences) == (
        "'if' must be left out: the orders of this game have no conditions, not keys with values (points)"
    )
    case = (
        "case: H1-01\ntitle: A card\ngame: hidden-cards\nedition: plain\nseats: [amira, bilal]\nrule: {plain: Cards}\n"
    )
    result = run_file(f"{case}basis: rulebook\nwhy: May it? Yes.\nsetup: true\n".encode(), "x.yaml")
    assert result.to_lines()[1:] == [
        "  x.yaml:3:7: hidden-cards does not say how positions are written, so there are no cases of it"
    ]
