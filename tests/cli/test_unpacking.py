"""``adjudicate unpack``: a turn's parts as files, and nothing is overwritten."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest
from cli.shell import BEFORE_DEADLINE, adjudicate, copy_game, found, snapshot
from jsonschema import Draft202012Validator
from parts import part_of, record_of

from adjudicator.registry import find_resources
from adjudicator.store.formats import unpack_parts

ROWS = ("turn.json", "private.json", "state.json", "reports.json", "orders/dora/01.yaml", "orders/dora/01.receipt.json")


@pytest.fixture
def g42(tmp_path: Path) -> Path:
    return copy_game("g42", tmp_path)


def test_the_parts_are_the_files_and_the_header_hashes_to_the_head(g42: Path, tmp_path: Path) -> None:
    before = snapshot(g42)
    ran = adjudicate("unpack", g42, "--turn", 6, tmp_path / "six", "--json")
    assert (ran.code, ran.err) == (0, "")
    schema = json.loads(Path(find_resources("schemas"), "output", "unpack.json").read_text())
    Draft202012Validator(schema).validate(ran.json)
    assert (ran.json["game"], ran.json["turn"]) == ("g42", 6)
    paths = [path for path in (tmp_path / "six").rglob("*") if path.is_file()]
    written = {str(path.relative_to(tmp_path / "six")): path.read_bytes() for path in paths}
    assert written == unpack_parts(record_of(g42, 6).read_bytes(), "turns/0006.turn")
    assert ran.json["parts"] == list(unpack_parts(record_of(g42, 6).read_bytes(), "turns/0006.turn"))
    assert set(ROWS) <= written.keys()
    assert sha256(written["turn.json"]).hexdigest() == adjudicate("verify", g42, "--json").json["head"]
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "six").rglob("*")} == {0}
    assert snapshot(g42) == before


def test_words_name_the_parts(g42: Path, tmp_path: Path) -> None:
    ran = adjudicate("unpack", g42, "--turn", 0, tmp_path / "first")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[0] == f"{tmp_path / 'first'}: g42, turn 0, {len(ran.out.splitlines()) - 1} parts"
    assert "  game.yaml" in ran.out.splitlines()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("g42", "--turn", "6", "there"), "there: unpack needs a folder that does not exist; it exists already"),
        (("g42", "--turn", "7", "new"), "there is no turn 7; the newest is 6"),
        (("g42", "--turn", "6", "g42/turns/0006"), "what is unpacked cannot be in the directory of a game"),
        (("g42", "--turn", "6", "g42"), "g42: unpack needs a folder that does not exist; it exists already"),
        (("there", "--turn", "6", "new"), "is not a game directory"),
        (("g42", "new"), "--turn"),
    ],
)
def test_what_cannot_be_unpacked_is_said(g42: Path, tmp_path: Path, words: tuple[str, ...], complaint: str) -> None:
    (tmp_path / "there").mkdir()
    before = snapshot(tmp_path)
    ran = adjudicate("unpack", *words, cwd=g42.parent)
    assert (ran.code, ran.out) == (2, ""), ran
    assert complaint in " ".join(ran.err.split())
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("part", ["orders/../../x", "orders/amira/../../../x", "more.json"])
def test_no_part_leads_out_of_the_folder(g42: Path, tmp_path: Path, part: str) -> None:
    part_of(g42, f"turns/0006/{part}").write_text("{}")
    before = snapshot(tmp_path)
    ran = adjudicate("unpack", g42, "--turn", 6, tmp_path / "new")
    assert (ran.code, "a part that does not belong here" in ran.err) == (1, True), ran
    assert snapshot(tmp_path) == before


def test_damage_is_named_and_nothing_written_but_other_turns_can_be_looked_into(g42: Path, tmp_path: Path) -> None:
    record = record_of(g42, 6)
    record.write_bytes(record.read_bytes().replace(b"seat", b"seal", 1))
    ran = adjudicate("unpack", g42, "--turn", 6, tmp_path / "new")
    assert (ran.code, "damaged: turns/0006.turn: was changed" in ran.err) == (1, True)
    assert not (tmp_path / "new").exists()
    assert adjudicate("unpack", g42, "--turn", 5, tmp_path / "five").code == 0


@pytest.mark.parametrize("keep", [False, True])
def test_reports_of_earlier_turns_stay_where_the_charter_says_so(tmp_path: Path, keep: bool) -> None:
    game = found(tmp_path, *(["--keep-reports"] if keep else []))
    for _ in range(2):
        assert adjudicate("run", game, "--force", "--now", BEFORE_DEADLINE).code == 0
    there = sorted(path.name for path in (game / "turns").iterdir() if path.is_dir())
    assert there == (["0000", "0001", "0002"] if keep else ["0002"])
    assert adjudicate("verify", game, "--reports").code == 0
    edited = adjudicate("edit", game, "--set", "keep_reports=true", "--reason", "r", "--now", BEFORE_DEADLINE)
    assert (edited.code, "agreed for good" in edited.err) == (3, True)
