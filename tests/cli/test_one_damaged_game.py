"""One damaged game is told as such and stops no answer about another; that it is damaged is no fault of ours."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from cli.shell import BEFORE_DEADLINE, GAMES, adjudicate, copy_game, found
from jsonschema import Draft202012Validator
from parts import find, turn_of

from adjudicator.registry import find_resources

NEWEST = "turns/0006"
RECEIPT = "inbox/amira/01.receipt.json"


def put(*path: str | int, value: object) -> Callable[[Any], None]:
    """Put ``value`` at a place in a JSON value."""

    def change(saved: Any) -> None:
        for key in path[:-1]:
            saved = saved[key]
        saved[path[-1]] = value

    return change


def drop(key: str) -> Callable[[Any], None]:
    return lambda saved: saved.pop(key)


SPOILT = [
    ("g42", f"{NEWEST}/private.json", put("echoed", value=[])),
    ("g42", f"{NEWEST}/private.json", put("echoed", value=[["a", "b"]])),
    ("g42", f"{NEWEST}/private.json", put("files", value=[])),
    ("g42", f"{NEWEST}/turn.json", put("acts", value=1)),
    ("g42", "turns/0003/turn.json", put("acts", value=True)),
    ("g42", "private/seats.json", put("amira", "token_sha256", value=1.5)),
    ("g42", "private/seats.json", put("amira", value={})),
    ("g42", "private/seats.json", put("amira", value=[])),
    ("g42", "private/seats.json", put("amira", "replaced", value=[7])),
    ("g42", f"{NEWEST}/turn.json", put("turn", value="7")),
    ("g42", f"{NEWEST}/turn.json", put("turn", value=1.5)),
    ("g42", f"{NEWEST}/turn.json", put("turn", value=[])),
    ("g42", f"{NEWEST}/turn.json", put("echoes", value=1)),
    ("g42", f"{NEWEST}/turn.json", put("rng", "opened", value={"x": {}})),
    ("g42", f"{NEWEST}/turn.json", drop("previous")),
    ("g42", f"{NEWEST}/reports.json", put("reports", value=[])),
    ("g42", RECEIPT, put("problems", value=[{"code": "x", "gravity": "unwise", "line": 1, "column": 1, "facts": "x"}])),
    ("g42", RECEIPT, put("problems", value=[1.5])),
    ("g42", "turns/0000/chance.json", put("draws", 0, "below", value=10**30)),
    ("g42", "turns/0000/chance.json", put("draws", 0, "below", value=0)),
    ("g42", "turns/0005/reports.json", put("reports", value={})),
    ("g42", "turns/0005/reports.json", put("reports", value={"\ud800": "0" * 64})),
    ("g42", "turns/0000/chance.json", put("draws", 0, "label", value=[])),
    ("g42", "turns/0000/chance.json", put("draws", 0, "epoch", value=10**30)),
    ("reef", "turns/0001/chance.json", put("mixes", value={"9999999": {"nadia": "0" * 64}})),
    ("reef", "turns/0000/start.json", lambda saved: saved["seats"].popitem()),
    ("reef", "turns/0000/public-keys.json", put("nodes", value=[1])),
]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game called toy, of one turn, that nothing happens to."""
    return found(tmp_path_factory.mktemp("sound"))


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("name", "file", "change"), SPOILT)
def test_a_value_of_another_kind(
    tmp_path: Path, sound: Path, name: str, file: str, change: Callable[[Any], None]
) -> None:
    game, toy = copy_game(name, tmp_path), Path(shutil.copytree(sound, tmp_path / "toy"))
    place = find(game, file)
    saved = json.loads(place.read_text())
    change(saved)
    place.write_text(json.dumps(saved))
    told = adjudicate("verify", toy, game, toy, "--json")
    assert (told.code, told.err) == (1, "")
    assert [verdict["ok"] for verdict in told.json] == [True, False, True]
    seat = "amira" if name == "g42" else "nadia"
    for words in (("show",), ("dice",), ("legal", "--seat", seat), ("form", "--seat", seat), ("status",)):
        ran = adjudicate(words[0], game, *words[1:])
        assert ran.code != 70, ran
        assert "our own fault" not in ran.err
    told = adjudicate("status", tmp_path, "--json")
    assert [standing["path"].rsplit("/", 1)[1] for standing in told.json] == sorted([name, "toy"])
    assert {standing["path"]: standing["trouble"] for standing in told.json}[str(toy)] is None
    for words in (("run", toy, game), ("run", game, toy)):
        ran = adjudicate(*words, "--now", BEFORE_DEADLINE, "--dry-run")
        assert "our own fault" not in ran.err, ran
        assert "toy" in ran.err + ran.out


@pytest.mark.slow
def test_a_bit_of_the_charter_in_turn_0_silences_no_other_game(tmp_path: Path, sound: Path) -> None:
    game, toy = copy_game("g42", tmp_path), Path(shutil.copytree(sound, tmp_path / "toy"))
    charter = turn_of(game, 0) / "game.yaml"
    whole = charter.read_bytes()
    for bit in range(0, 8 * len(whole), 97):
        data = bytearray(whole)
        data[bit // 8] ^= 1 << bit % 8
        charter.write_bytes(data)
        told = adjudicate("verify", game, toy, "--json")
        assert [verdict["ok"] for verdict in told.json] == [False, True], bit
        told = adjudicate("status", tmp_path, "--json")
        assert [bool(standing["trouble"]) for standing in told.json] == [True, False], bit


def test_what_a_broken_archive_breaks_is_a_finding(tmp_path: Path) -> None:
    archive = tmp_path / "late.zip"
    shutil.copy(GAMES / "late" / "game.yaml", archive)
    told = adjudicate("verify", archive, GAMES / "late", "--json")
    assert [verdict["ok"] for verdict in told.json] == [False, True]


def test_of_several_games_each_has_its_place_in_what_a_run_prints(tmp_path: Path) -> None:
    good, bad = copy_game("late", tmp_path), copy_game("g42", tmp_path)
    (bad / "turns" / "0006.turn").write_bytes(b"nothing of the kind")
    ran = adjudicate("run", bad, good, tmp_path / "nowhere", "--dry-run", "--json")
    assert ran.code == 2
    schema = json.loads((Path(find_resources("schemas")) / "output" / "run.json").read_text())
    assert Draft202012Validator(schema).is_valid(ran.json)
    failed, told, none = ran.json
    assert (failed["status"], failed["code"], failed["path"]) == ("failed", 1, str(bad))
    assert failed["trouble"].startswith("damaged: turns/0006.turn: ")
    assert told["game"] == "late"
    assert (none["status"], none["code"]) == ("failed", 2)
    alone = adjudicate("run", bad, "--dry-run", "--json")
    assert (alone.code, alone.json) == (1, failed)


def swap_for_pipe(place: Path) -> None:
    place.unlink()
    os.mkfifo(place)


def empty(place: Path) -> None:
    place.write_bytes(b"")


@contextmanager
def nest(folder: Path, name: str, deep: int) -> Iterator[None]:
    """Make ``deep`` folders, each in the one before; afterwards they go, since Python cannot remove so many."""
    here = os.open(folder, os.O_RDONLY)
    for _ in range(deep):
        os.mkdir(name, dir_fd=here)
        below = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    try:
        yield
    finally:
        subprocess.run(["rm", "-r", folder / name], check=True)


@pytest.mark.parametrize(("name", "deep", "code"), [("a", 1100, 0), ("a" * 250, 20, 1)])
def test_folders_that_are_too_deep_to_be_gone_through_silence_no_game(
    tmp_path: Path, name: str, deep: int, code: int
) -> None:
    copy_game("late", tmp_path)
    with nest(tmp_path, name, deep):
        ran = adjudicate("status", tmp_path)
    assert "late: turn 15 has run" in ran.out
    assert (ran.code, "file name too long" in ran.err) == (code, code == 1)


def test_folders_that_are_too_deep_are_damage_and_no_fault_of_ours(tmp_path: Path) -> None:
    game = copy_game("late", tmp_path)
    with nest(game / "turns", "a", 1100):
        assert "turns/a: a folder that does not belong here" in adjudicate("verify", game, "--json").json["findings"]
        ran = adjudicate("archive", game, "-o", tmp_path / "late.zip")
    assert (ran.code, ran.err) == (
        1,
        "adjudicate: damaged: turns/a: a folder that does not belong here; put it elsewhere\n",
    )


@pytest.mark.parametrize("spoil", [Path.unlink, swap_for_pipe, empty])
def test_a_game_that_has_lost_its_charter_is_told_as_damaged(tmp_path: Path, spoil: Callable[[Path], object]) -> None:
    game = copy_game("g42", tmp_path)
    charter = (game / "game.yaml").read_bytes()
    spoil(game / "game.yaml")
    for words in (("run", game), ("extend", game, "--hours", 1, "--reason", "a"), ("show", game), ("archive", game)):
        more = ("-o", tmp_path / "g42.zip") if words[0] == "archive" else ()
        ran = adjudicate(*words, *more)
        assert ran.code == 1
        assert "damaged: game.yaml: " in ran.err
        assert "put back what was there; once a game has begun, adjudicate unpack --turn 0 writes out" in ran.err
    assert adjudicate("unpack", game, "--turn", 0, tmp_path / "parts").code == 0
    assert (tmp_path / "parts" / "game.yaml").read_bytes() == charter
