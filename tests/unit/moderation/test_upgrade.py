"""Going on by another version of the rules: allowed where the whole history comes out the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer import Exit
from unit.moderation.tables import Table, tree

from adjudicator.acts.archive import archive_game, import_archive
from adjudicator.acts.moderation.rewind import rewind_game
from adjudicator.acts.moderation.terms import Sameness, compare_versions, upgrade_game
from adjudicator.acts.run import Status
from adjudicator.acts.verify import verify_archive, verify_game
from adjudicator.cli.keep import verify
from adjudicator.core.chance import Chance
from adjudicator.core.refusals import ActRefusedError, RulesVersionError
from adjudicator.core.table import Event
from adjudicator.rules import through_the_desert
from adjudicator.rules.through_the_desert import DesertKernel, ThroughTheDesert
from adjudicator.rules.through_the_desert.legal import Action
from adjudicator.rules.through_the_desert.state import State

NOW = ThroughTheDesert.version
NEXT = NOW + 1


class Same(ThroughTheDesert):
    version = NEXT


class Reworded(Same):
    title = "Through the Sands"


class OtherKernel(DesertKernel):
    def apply(self, state: State, seat: str, action: Action, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        after, events = super().apply(state, seat, action, chance)
        if self.epoch(state) == 8:
            events = (*events, Event("leader-returned", {"seat": seat, "colour": "pink"}))
        return after, events


class Other(Same):
    kernel = OtherKernel()


def install(monkeypatch: pytest.MonkeyPatch, game: ThroughTheDesert) -> None:
    monkeypatch.setattr(through_the_desert, "GAME", game)


def test_the_version_that_is_pinned_comes_out_identical(table: Table) -> None:
    assert compare_versions(table.path).sameness is Sameness.IDENTICAL
    with pytest.raises(ActRefusedError, match=f"already uses version {NOW} of its rules, the installed one"):
        upgrade_game(table.path, "why", table.now)


def test_a_game_of_a_version_that_is_not_installed_is_not_called_damaged(
    table: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = tmp_path / "toy.zip"
    archive_game(table.path, str(archive))
    install(monkeypatch, Other())
    for path in (table.path, str(archive)):
        found = verify_archive(path) if path.endswith("zip") else verify_game(path)
        assert not found.ok
        assert found.damage == []
        assert f"version {NOW} of the rules is needed, but version {NEXT} is installed" in found.unplayed
        with pytest.raises(Exit):
            verify([path], None, reports=False, as_json=False)
        said = capsys.readouterr().out
        assert "NOT PLAYED AGAIN; names and hashes of turns 0 to 4 are right" in said
        assert "DAMAGED" not in said
    with pytest.raises(RulesVersionError, match=f"uses version {NOW}"):
        archive_game(table.path, str(tmp_path / "again.zip"))
    imported = import_archive(str(archive), str(tmp_path / "restored"))
    assert imported.turn == 4
    assert any(f"but version {NEXT} is installed" in remark for remark in imported.remarks)


def test_a_game_keeps_its_version_until_it_is_upgraded(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Same())
    with pytest.raises(RulesVersionError, match="adjudicate upgrade"):
        table.run()
    assert compare_versions(table.path) == ("toy", 4, NOW, NEXT, Sameness.IDENTICAL, ())
    upgrade_game(table.path, "a new version", table.now)
    assert table.findings(reports=True) == []
    assert table.run().status is Status.ADJUDICATED
    assert table.opened.charter.version == NEXT
    told = " ".join(table.read("turns/0005/reports/public.txt").decode().split())
    assert f"from version {NOW} of its rules to version {NEXT}: every turn so far comes out the same, and" in told
    assert table.findings(reports=True) == []


def test_other_words_are_no_other_history(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Reworded())
    comparison = compare_versions(table.path)
    assert comparison.sameness is Sameness.WORDING
    assert [place.partition(":")[0] for place in comparison.places] == [f"turns/{n:04}/reports" for n in range(5)]
    upgrade_game(table.path, "nicer words", table.now)
    table.run()
    assert table.findings(reports=True) == []
    assert b"though old reports would read differently" in b" ".join(
        table.read("turns/0005/reports/public.txt").split()
    )


def test_another_history_is_refused_and_its_first_difference_named(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, Other())
    before = tree(table.path)
    comparison = compare_versions(table.path)
    assert comparison.sameness is Sameness.DIFFERS
    assert comparison.places[0].startswith("turns/0003/events.json: /events/")
    with pytest.raises(ActRefusedError, match=r"differs from turns/0003/events\.json"):
        upgrade_game(table.path, "a new version", table.now)
    assert tree(table.path) == before


def test_an_older_version_is_no_upgrade(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Same())
    upgrade_game(table.path, "a new version", table.now)
    install(monkeypatch, ThroughTheDesert())
    with pytest.raises(ActRefusedError, match=rf"the installed version is older \({NOW}\)"):
        upgrade_game(table.path, "back again", table.now)


def test_an_upgraded_game_can_be_taken_back(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Same())
    upgrade_game(table.path, "a new version", table.now)
    table.run()
    table.hours += 1
    rewind_game(table.path, 2, "oh", table.now)
    assert table.run().status is Status.ADJUDICATED
    assert table.turn_files(3) == table.turn_files(3, branch=1)
    assert table.findings(reports=True) == []
