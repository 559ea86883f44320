"""A game in an older format is written anew: the same turns, other heads, and nothing is lost."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from cli.shell import adjudicate
from unit.moderation.tables import TURN_FILES, Table, tree
from unit.moderation.test_interrupted_acts import break_at

from adjudicator.acts.migrate import migrate_game, read_format
from adjudicator.acts.refusals import ActRefusedError, FormatError
from adjudicator.acts.rewind import rewind_game
from adjudicator.acts.run import Status
from adjudicator.proof.hashing import hash_bytes
from adjudicator.store.damage import DamageError
from adjudicator.store.header import FORMAT
from adjudicator.store.migrations import READERS

SAMPLES = Path(__file__).parents[2] / "samples"
NOW = "2026-02-01T00:00:00Z"


@pytest.fixture
def old(tmp_path: Path) -> Table:
    """A copy of a game of Catan in format 1, nine turns old, with a file in the inbox."""
    table = Table(Path(shutil.copytree(SAMPLES / "format-1" / "cove", tmp_path / "cove")))
    table.hours = 24 * 40
    return table


def test_every_earlier_format_has_a_sample() -> None:
    assert sorted(READERS) == list(range(1, FORMAT))
    for number in READERS:
        assert [read_format(str(game)) for game in (SAMPLES / f"format-{number}").iterdir()] == [number]


def test_a_game_in_an_older_format_says_what_to_do(old: Table) -> None:
    with pytest.raises(FormatError, match="kept in format 1, today's is 2; adjudicate upgrade"):
        old.run()
    assert adjudicate("status", old.path).code == 1
    assert adjudicate("run", old.path).code == 3


def test_turns_written_anew_are_the_same_turns(old: Table) -> None:
    before = tree(old.path)
    act = migrate_game(old.path, "the new format", old.now).act
    after = tree(old.path)
    turns = {name: data for name, data in before.items() if name.startswith("turns/")}
    assert {k.removeprefix("branches/0001/"): v for k, v in after.items() if k.startswith("branches/")} == turns
    for name, data in turns.items():
        if name.endswith(TURN_FILES) or "/orders/" in name:
            assert after[name] == data
    assert act.head == hash_bytes(before["turns/0009/turn.json"])
    assert {name: after[name] for name in before if name.startswith(("inbox/", "private/"))} == {
        name: data for name, data in before.items() if name.startswith(("inbox/", "private/"))
    }
    assert old.findings(reports=True) == []
    assert old.run().status is Status.ADJUDICATED
    told = " ".join(old.read("turns/0010/reports/public.txt").decode().split())
    assert "had all turns written anew in format 2 (they were in format 1)" in told
    assert old.findings(reports=True) == []


def test_a_game_written_anew_can_be_taken_back(old: Table) -> None:
    migrate_game(old.path, "the new format", old.now)
    old.run()
    rewind_game(old.path, 7, "oh", old.now)
    assert sorted(path.name for path in Path(old.path, "branches").iterdir()) == ["0001", "0002"]
    assert old.run().status is Status.ADJUDICATED
    assert old.turn_files(8) == old.turn_files(8, branch=1) == old.turn_files(8, branch=2)
    assert old.findings(reports=True) == []


def test_what_is_damaged_or_comes_out_differently_stays_as_it_is(old: Table) -> None:
    path = Path(old.path, "turns/0005/state.json")
    path.write_bytes(path.read_bytes().replace(b"1", b"2", 1))
    with pytest.raises(DamageError, match=r"turns/0005/state\.json: not what the manifest says"):
        migrate_game(old.path, "why", old.now)
    previous: str | None = None
    for number in range(5, 10):
        place = Path(old.path, f"turns/{number:04}/turn.json")
        saved = json.loads(place.read_text())
        saved["previous"] = previous or saved["previous"]
        saved["files"]["state.json"] = hash_bytes(Path(old.path, f"turns/{number:04}/state.json").read_bytes())
        place.write_text(json.dumps(saved))
        previous = hash_bytes(place.read_bytes())
    before = tree(old.path)
    with pytest.raises(ActRefusedError, match=r"turns/0005/state\.json: comes out differently"):
        migrate_game(old.path, "why", old.now)
    assert tree(old.path) == before


def test_an_old_turn_changed_in_its_branch_is_found(old: Table) -> None:
    migrate_game(old.path, "why", old.now)
    path = Path(old.path, "branches/0001/turns/0003/events.json")
    path.write_bytes(path.read_bytes() + b" ")
    assert old.findings() == ["branches/0001/turns/0003/events.json: not what the manifest says"]


def test_the_command(old: Table) -> None:
    before = tree(old.path)
    assert adjudicate("upgrade", old.path, "--check").code == 0
    assert tree(old.path) == before
    words = ("upgrade", old.path, "--reason", "the new format", "--now", NOW)
    assert [adjudicate(*words).code for _ in range(2)] == [0, 0]
    assert adjudicate("verify", old.path, "--reports").code == 0
    assert adjudicate("upgrade", old.path, "--check").out.strip().endswith("turns 0 to 9: identical")


def test_interrupted_anywhere_it_is_finished_by_running_it_again(
    old: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def copy(name: str) -> str:
        return str(shutil.copytree(old.path, tmp_path / name))

    undisturbed = copy("undisturbed")
    with monkeypatch.context() as patch:
        made = break_at(patch, 0)
        migrate_game(undisturbed, "why", old.now)
    expected, total = tree(undisturbed), len(made)
    first = total - 100
    for call in [*range(1, first, first // 4), *range(first, total + 1, 6), total]:
        broken = copy(f"broken-{call}")
        with monkeypatch.context() as patch:
            break_at(patch, call)
            with pytest.raises(OSError, match="Input/output"):
                migrate_game(broken, "why", old.now)
        migrate_game(broken, "why", old.now)
        assert tree(broken) == expected, call
        shutil.rmtree(broken)
