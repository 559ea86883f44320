"""Recorded acts by the installed command: words, codes, JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli.shell import AFTER_DEADLINE, BEFORE_DEADLINE, adjudicate, copy_game, newest, snapshot
from jsonschema import Draft202012Validator

from adjudicator.registry import find_resources

LATER = "2026-09-22T09:00:00Z"


def validate(schema: str, value: Any) -> None:
    path = Path(find_resources("schemas"), f"{schema}.json")
    Draft202012Validator(json.loads(path.read_text())).validate(value)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """g42 with turn 7 run."""
    path = copy_game("g42", tmp_path)
    assert adjudicate("run", path, "--turn", "7", "--now", BEFORE_DEADLINE).code == 0
    return path


def test_a_rewind_from_end_to_end(game: Path) -> None:
    ran = adjudicate("rewind", game, "--to", "6", "--reason", "wrong file", "--now", LATER)
    assert ran.code == 0
    assert "turn 7 no longer counts" in ran.out
    assert newest(game) == 6
    assert "pending: The moderator took the game back to turn 6" in adjudicate("status", game, "--now", LATER).out
    shown = adjudicate("show", game).out
    assert "Since this report" in shown
    assert "The reason: wrong file" in " ".join(shown.split())
    again = adjudicate("rewind", game, "--to", "6", "--reason", "wrong file", "--now", LATER)
    assert (again.code, "recorded already as act 1" in again.out) == (0, True)
    assert adjudicate("run", game, "--turn", "7", "--now", LATER).code == 0
    told = adjudicate("show", game, "--format", "json").json
    assert told["rerun"] is True
    assert [act["kind"] for act in told["acts"]] == ["rewind"]
    assert told["pending"] == []
    validate("output/show", told)
    assert adjudicate("verify", game, "--reports").code == 0


def test_the_head_of_a_turn_that_was_taken_back_is_said_to_stand_no_longer(game: Path) -> None:
    head = adjudicate("verify", game, "--json").json["head"]
    assert adjudicate("rewind", game, "--to", "6", "--reason", "wrong file", "--now", LATER).code == 0
    ran = adjudicate("verify", game, "--expect", head)
    assert ran.code == 0
    assert "NO LONGER STANDS: the expected head is of branches/0001/turns/0007" in ran.out.splitlines()[-1]
    assert "NO LONGER" not in adjudicate("verify", game).out


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("words", "schema"),
    [
        (("rewind", "--to", "5"), "rewind"),
        (("extend", "--hours", "12"), "extend"),
        (("extend", "--until", "2026-12-24T00:00:00+01:00"), "extend"),
        (("pause",), "pause"),
        (("substitute", "--seat", "chen", "--person", "Fay <fay@example.org>"), "substitute"),
        (("holiday", "--seat", "chen", "--from", "2026-09-24", "--to", "2026-10-03"), "holiday"),
        (("house", "--seat", "chen"), "house"),
        (("edit", "--set", "deadline=24", "--set", "pacing=seat"), "edit"),
        (("replace", "--seat", "chen", "--address", "chen@example.org"), "replace"),
    ],
)
def test_json_of_acts_is_what_the_schemas_say(game: Path, words: tuple[str, ...], schema: str) -> None:
    command, *rest = words
    dry = adjudicate(command, game, *rest, "--reason", "why", "--now", LATER, "--dry-run", "--json").json
    done = adjudicate(command, game, *rest, "--reason", "why", "--now", LATER, "--json").json
    for told in (dry, done):
        validate(f"output/{schema}", told)
        validate("act", told["act"])
    assert dry["act"] == done["act"]
    kept = json.loads((game / "acts" / "0001.json").read_text())
    validate("act", kept)
    assert kept.pop("checksum")
    assert kept == done["act"]
    validate("output/status", adjudicate("status", game, "--now", LATER, "--json").json)
    validate("output/show", adjudicate("show", game, "--format", "json").json)
    assert adjudicate("verify", game).code == 0


@pytest.mark.parametrize(
    ("words", "code", "complaint"),
    [
        (("rewind", "--to", "9", "--reason", "x"), 2, "there is no turn 9 yet"),
        (("rewind", "--to", "7", "--reason", "x"), 3, "there is nothing to take back"),
        (("rewind", "--to", "6"), 2, "reason"),
        (("rewind", "--to", "6", "--reason", " "), 3, "give a reason"),
        (("extend", "--reason", "x"), 2, "--hours and --until"),
        (("extend", "--hours", "1", "--until", LATER, "--reason", "x"), 2, "--hours and --until"),
        (("extend", "--until", "tomorrow", "--reason", "x"), 2, "--until"),
        (("edit", "--set", "options", "--reason", "x"), 2, "NAME=VALUE"),
        (("edit", "--set", "seats=ann", "--reason", "x"), 3, "adjudicate replace"),
        (("replace", "--seat", "eve", "--reason", "x"), 3, "the seats are"),
        (("upgrade",), 2, "--check"),
        (("upgrade", "--reason", "x"), 3, "the installed one"),
    ],
)
def test_what_cannot_be_done_changes_nothing(game: Path, words: tuple[str, ...], code: int, complaint: str) -> None:
    before = snapshot(game)
    command, *rest = words
    ran = adjudicate(command, game, *rest, *(() if command == "upgrade" else ("--now", LATER)))
    assert (ran.code, complaint in ran.err) == (code, True), ran
    assert {name: entry[2] for name, entry in snapshot(game).items()} == {
        name: entry[2] for name, entry in before.items()
    }


def test_a_finished_game_is_not_taken_back_by_chance(tmp_path: Path) -> None:
    path = copy_game("finished-2005", tmp_path)
    now = "2027-01-01T00:00:00Z"
    ran = adjudicate("rewind", path, "--to", "3", "--reason", "x", "--now", now)
    assert (ran.code, "--yes-the-secret-is-known" in ran.err) == (3, True)
    assert adjudicate("rewind", path, "--to", "3", "--reason", "x", "--now", now, "--yes-the-secret-is-known").code == 0
    assert adjudicate("verify", path).code == 0


def test_the_check_of_an_upgrade(game: Path) -> None:
    ran = adjudicate("upgrade", game, "--check")
    assert (ran.code, ran.out.strip().endswith("turns 0 to 7: identical")) == (0, True)
    told = adjudicate("upgrade", game, "--check", "--json").json
    validate("output/upgrade", told)


def test_orders_for_an_abandoned_turn_are_stale(game: Path, tmp_path: Path) -> None:
    head = adjudicate("show", game, "--format", "json").json["head"]
    adjudicate("rewind", game, "--to", "6", "--reason", "x", "--now", AFTER_DEADLINE)
    file = tmp_path / "late.yaml"
    file.write_text(f"game: g42\nturn: 7\nseat: dora\nafter: {head[:16]}\norders: []\n")
    assert adjudicate("submit", game, file, "--seat", "dora", "--now", LATER).code == 3


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "utf-16-le", "cp1252"])
def test_a_file_in_another_encoding_is_offered_again_after_a_rewind_as_it_came(tmp_path: Path, encoding: str) -> None:
    game = copy_game("g42", tmp_path)
    text = (game / "inbox" / "bilal" / "01.yaml").read_text() + "note: Grüße aus der Wüste\n"
    file = tmp_path / "bilal.yaml"
    file.write_bytes(text.encode(encoding))
    now = ("--now", BEFORE_DEADLINE)
    filed = adjudicate("submit", game, file, "--seat", "bilal", *now, "--json")
    assert filed.code == 0, filed
    kept = (game / filed.json["in_force"]).read_bytes()
    assert adjudicate("run", game, *now).code == 0
    ran = adjudicate("rewind", game, "--to", 6, "--reason", "once more", *now)
    assert ran.code == 0, ran
    assert (game / filed.json["in_force"]).read_bytes() == kept
    assert adjudicate("verify", game, "--reports").code == 0
    again = adjudicate("run", game, *now, "--json")
    assert again.json["status"] == "adjudicated"
    for more in ((), ("--redact",)):
        assert adjudicate("archive", game, "-o", tmp_path / f"g{len(more)}.zip", *more).code == 0
