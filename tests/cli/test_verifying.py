"""``adjudicate verify``: its words, its JSON and its exit codes. What it finds is in ``tests/unit/store``."""

from __future__ import annotations

from pathlib import Path

from cli.shell import adjudicate, copy_game
from parts import turn_of

KEYS = ["path", "ok", "turns", "head", "findings", "remarks"]


def test_json_has_the_promised_keys(tmp_path: Path) -> None:
    game = copy_game("g42", tmp_path)
    ran = adjudicate("verify", game, "--json")
    assert ran.code == 0
    assert list(ran.json) == KEYS
    assert (ran.json["ok"], ran.json["turns"], ran.json["findings"]) == (True, 6, [])


def test_several_paths_give_a_list_and_one_finding_counts(tmp_path: Path) -> None:
    good, bad = copy_game("g42", tmp_path), copy_game("late", tmp_path)
    events = turn_of(bad, 3) / "events.json"
    events.write_text(events.read_text() + " ")
    ran = adjudicate("verify", good, bad, tmp_path / "none", "--json")
    assert ran.code == 1
    assert [verdict["ok"] for verdict in ran.json] == [True, False, False]
    assert ran.json[1]["findings"][0] == "turns/0003/events.json: not what the manifest says"
    words = adjudicate("verify", bad)
    assert (words.code, words.err) == (1, "")
    assert words.out.splitlines()[0].endswith("turns/0003/events.json: not what the manifest says")
    assert "DAMAGED" in words.out.splitlines()[-1]


def test_an_expected_head_must_be_in_the_history(tmp_path: Path) -> None:
    game = copy_game("g42", tmp_path)
    head = adjudicate("verify", game, "--json").json["head"]
    assert adjudicate("verify", game, "--expect", head).code == 0
    assert adjudicate("verify", game, "--expect", head[:8]).code == 0
    ran = adjudicate("verify", game, "--expect", "0" * 64)
    assert ran.code == 1
    assert "no turn has the expected head" in ran.out
