"""One damaged game is told as such and stops no answer about another; that it is damaged is no fault of ours."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli.shell import BEFORE_DEADLINE, GAMES, adjudicate, copy_game
from parts import find, turn_of

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


@pytest.mark.parametrize(("name", "file", "change"), SPOILT)
def test_a_value_of_another_kind(tmp_path: Path, name: str, file: str, change: Callable[[Any], None]) -> None:
    game, late = copy_game(name, tmp_path), copy_game("late", tmp_path)
    place = find(game, file)
    saved = json.loads(place.read_text())
    change(saved)
    place.write_text(json.dumps(saved))
    told = adjudicate("verify", late, game, late, "--json")
    assert (told.code, told.err) == (1, "")
    assert [verdict["ok"] for verdict in told.json] == [True, False, True]
    seat = "amira" if name == "g42" else "nadia"
    for words in (("show",), ("dice",), ("legal", "--seat", seat), ("form", "--seat", seat), ("status",)):
        ran = adjudicate(words[0], game, *words[1:])
        assert ran.code != 70, ran
        assert "our own fault" not in ran.err
    told = adjudicate("status", tmp_path, "--json")
    assert [standing["path"].rsplit("/", 1)[1] for standing in told.json] == sorted([name, "late"])
    assert {standing["path"]: standing["trouble"] for standing in told.json}[str(late)] is None
    for words in (("run", late, game), ("run", game, late)):
        ran = adjudicate(*words, "--now", BEFORE_DEADLINE, "--dry-run")
        assert "our own fault" not in ran.err, ran
        assert "late" in ran.err + ran.out


def test_a_bit_of_the_charter_in_turn_0_silences_no_other_game(tmp_path: Path) -> None:
    game, late = copy_game("g42", tmp_path), copy_game("late", tmp_path)
    charter = turn_of(game, 0) / "game.yaml"
    whole = charter.read_bytes()
    for bit in range(0, 8 * len(whole), 97):
        data = bytearray(whole)
        data[bit // 8] ^= 1 << bit % 8
        charter.write_bytes(data)
        told = adjudicate("verify", game, late, "--json")
        assert [verdict["ok"] for verdict in told.json] == [False, True], bit
        told = adjudicate("status", tmp_path, "--json")
        assert [bool(standing["trouble"]) for standing in told.json] == [True, False], bit


def test_what_a_broken_archive_breaks_is_a_finding(tmp_path: Path) -> None:
    archive = tmp_path / "late.zip"
    shutil.copy(GAMES / "late" / "game.yaml", archive)
    told = adjudicate("verify", archive, GAMES / "late", "--json")
    assert [verdict["ok"] for verdict in told.json] == [False, True]
