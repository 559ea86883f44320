"""What ``verify`` would find no command builds upon: it stops, names the file, and says what helps. That helps."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from cli.level_two import SEATS, Table
from cli.shell import BEFORE_DEADLINE, LETTERS, adjudicate, copy_game, newest, snapshot, write_file
from parts import Part, find, part_of

ORDERS = ["place: pink I4", "place: yellow E6"]
NEWEST = "turns/0006"
SPOILT = {
    f"{NEWEST}/turn.json": b'"orders_root": "',
    f"{NEWEST}/private.json": b'"salt": "',
    f"{NEWEST}/reports.json": b'"public.txt": "',
    f"{NEWEST}/state.json": b'"seats": ["',
    f"{NEWEST}/orders/amira/01.yaml": b"seat: ",
    f"{NEWEST}/orders/amira/01.receipt.json": b'"state": "',
    f"{NEWEST}.turn": b"turn.json ",
    "inbox/amira/01.yaml": b"place: ",
    "inbox/amira/01.receipt.json": b'"state": "',
}
"""Files and parts that the next turn is built on, and after which words of theirs a letter or digit is changed.

A part is changed by somebody who gives its record a checksum that fits; a record by chance, and it does not.
"""

NAMED = {f"{NEWEST}/turn.json": f"{NEWEST}/reports.json", f"{NEWEST}/reports.json": f"{NEWEST}/reports/public.txt"}
"""Of two files that speak of each other nobody can tell which was changed: the other one may be named."""


@pytest.fixture
def g42(tmp_path: Path) -> Path:
    return copy_game("g42", tmp_path)


def spoil(path: Path | Part, after: bytes = b"") -> bytes:
    """Change the lowest bit of the letter behind ``after``; what was there before."""
    kept = path.read_bytes()
    place = kept.lower().index(after.lower()) + len(after)
    path.write_bytes(kept[:place] + bytes([kept[place] ^ 1]) + kept[place + 1 :])
    return kept


def list_writers(game: Path, mail: Path) -> list[tuple[object, ...]]:
    """Every command that changes a game which has begun, and those that only say what would be changed."""
    reason = ("--reason", "a reason")
    return [
        ("run", game, "--force"),
        ("run", game, "--dry-run"),
        ("submit", game, mail, "--seat", "bilal"),
        ("submit", game, mail, "--seat", "bilal", "--dry-run"),
        ("start", game),
        ("extend", game, "--hours", "2", *reason),
        ("extend", game, "--hours", "2", *reason, "--dry-run"),
        ("edit", game, "--set", "deadline=9", *reason),
        ("replace", game, "--seat", "chen", *reason),
        ("archive", game, "-o", game.parent / "archive.zip"),
    ]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", SPOILT)
def test_no_command_builds_on_a_changed_file(g42: Path, tmp_path: Path, name: str) -> None:
    kept = spoil(find(g42, name), SPOILT[name])
    mail = write_file(tmp_path / "mail.yaml", "g42", 7, "bilal", ["place: pink I4"])
    before = snapshot(g42)
    named = NAMED.get(name, name)
    for words in list_writers(g42, mail):
        now = () if words[0] == "archive" else ("--now", BEFORE_DEADLINE)
        ran = adjudicate(*words, *now)
        assert (ran.code, ran.out) == (1, ""), words
        assert named in ran.err or name in ran.err, (words, ran.err)
        assert snapshot(g42) == before, words
    find(g42, name).write_bytes(kept)
    assert adjudicate("run", g42, "--force", "--now", BEFORE_DEADLINE).code == 0
    assert adjudicate("verify", g42).code == 0


@pytest.mark.parametrize("gone", ["turn.json", "private.json", "reports.json", "events.json", "orders/amira/01.yaml"])
def test_no_turn_is_built_on_one_that_lacks_a_file(g42: Path, gone: str) -> None:
    part_of(g42, f"{NEWEST}/{gone}").unlink()
    ran = adjudicate("run", g42, "--force", "--now", BEFORE_DEADLINE)
    assert (ran.code, f"{NEWEST}/{gone}" in ran.err, newest(g42)) == (1, True, 6)


@pytest.mark.parametrize("how", ["cut", "emptied"])
def test_no_turn_is_built_on_a_record_that_is_not_whole(g42: Path, how: str) -> None:
    record = g42 / f"{NEWEST}.turn"
    record.write_bytes(record.read_bytes()[: -100 if how == "cut" else 0])
    before = snapshot(g42)
    ran = adjudicate("run", g42, "--force", "--now", BEFORE_DEADLINE)
    assert (ran.code, "damaged: " in ran.err) == (1, True), ran
    assert snapshot(g42) == before


@pytest.mark.parametrize("how", ["changed", "cut", "emptied", "gone", "all gone"])
def test_reports_of_the_newest_turn_are_made_again(g42: Path, how: str) -> None:
    reports = g42 / NEWEST / "reports"
    kept = {path.name: path.read_bytes() for path in reports.iterdir()}
    place = reports / "public.txt"
    if how == "changed":
        spoil(place, b"TURN ")
    elif how == "all gone":
        shutil.rmtree(g42 / NEWEST)
    elif how == "gone":
        place.unlink()
    else:
        place.write_bytes(place.read_bytes()[: 1000 if how == "cut" else 0])
    if "gone" not in how:
        assert f"{NEWEST}/reports/public.txt" in adjudicate("verify", g42).out
    words = ("submit", g42, LETTERS / "amira.yaml", "--seat", "amira", "--now", BEFORE_DEADLINE)
    assert adjudicate(*words).code == 0
    assert {path.name: path.read_bytes() for path in reports.iterdir()} == kept


@pytest.mark.parametrize(
    ("spoilt", "how"),
    [
        *(("01.yaml", how) for how in ("changed", "emptied", "grown", "gone")),
        *(("01.receipt.json", how) for how in ("changed", "emptied", "grown")),
    ],
)
def test_of_a_file_that_waits_what_was_acknowledged_is_never_judged_anew(g42: Path, spoilt: str, how: str) -> None:
    place = g42 / "inbox" / "amira" / spoilt
    if how == "changed":
        spoil(place)
    elif how == "gone":
        place.unlink()
    else:
        place.write_bytes(b"" if how == "emptied" else place.read_bytes() + b"#" * 70_000)
    for words in (("run", g42), ("run", g42, "--force"), ("run", g42, "--dry-run")):
        ran = adjudicate(*words, "--now", BEFORE_DEADLINE)
        assert (ran.code, newest(g42)) == (1, 6)
        assert f"damaged: inbox/amira/{spoilt}: " in ran.err
        assert "remove inbox/amira/01.yaml and inbox/amira/01.receipt.json and submit amira's file again" in ran.err

    for left in ("01.yaml", "01.receipt.json"):
        (g42 / "inbox" / "amira" / left).unlink(missing_ok=True)
    again = adjudicate("submit", g42, LETTERS / "amira.yaml", "--seat", "amira", "--now", BEFORE_DEADLINE)
    assert again.code == 0, again
    assert adjudicate("run", g42, "--now", BEFORE_DEADLINE).code == 0
    assert adjudicate("verify", g42).code == 0


def test_whoever_looks_at_a_seats_files_is_told_too(g42: Path) -> None:
    spoil(g42 / "inbox" / "amira" / "01.yaml")
    ran = adjudicate("status", g42, "--json")
    assert (ran.code, "inbox/amira/01.yaml: not the file" in ran.json[0]["trouble"]) == (1, True)
    assert adjudicate("show", g42).code == 0


def test_a_game_does_not_begin_with_another_anchor_than_that_of_a_join_file(tmp_path: Path) -> None:
    table = Table(tmp_path, "through-the-desert")
    for seat in SEATS:
        table.answer(seat, "join")
    table.start()
    joined = table.path / "joined.json"
    pledge = json.loads(joined.read_text())["seats"]["bob"]
    kept = joined.read_bytes()
    other = f"{(int(pledge['anchor'][0], 16) + 1) % 16:x}{pledge['anchor'][1:]}"
    for text in (kept.replace(pledge["anchor"].encode(), other.encode()), kept + b"\n", kept[:100]):
        joined.write_bytes(text)
        for words in (("start", "--dry-run"), ("start",), ("submit", "--seat", "bob")):
            ran = adjudicate(words[0], table.path, *([joined] if words[0] == "submit" else []), *words[1:])
            assert (ran.code, "joined.json: " in ran.err, "remove it" in ran.err) == (1, True, True), ran
            assert joined.read_bytes() == text
    joined.unlink()
    assert table.start().code == 4
    assert joined.read_bytes() == kept
    for seat in SEATS:
        assert table.answer(seat, "open").code == 0
    assert table.start().code == 0
    assert table.verify() == []


def empty_inbox(game: Path) -> None:
    for file in (game / "inbox").glob("*/*"):
        file.unlink()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize("name", ["01.yaml", "01.receipt.json"])
def test_nor_on_a_waiting_file_that_a_rewind_has_put_into_a_branch(g42: Path, name: str, later: bool) -> None:
    """The reports of the turn before speak of it already."""
    now = ("--now", BEFORE_DEADLINE)
    assert adjudicate("rewind", g42, "--to", 5, "--reason", "a mistake", *now).code == 0
    if later:
        empty_inbox(g42)
        assert adjudicate("run", g42, "--force", *now).code == 0
        empty_inbox(g42)
    place = f"branches/0001/inbox/amira/{name}"
    kept = spoil(g42 / place, {"01.yaml": b"pink I", "01.receipt.json": b'"turn": '}[name])
    before = snapshot(g42)
    for words in (("run", "--force"), ("run", "--force", "--dry-run"), ("extend", "--hours", 1, "--reason", "more")):
        ran = adjudicate(words[0], g42, *words[1:], *now)
        assert (ran.code, "damaged: branches/0001/inbox/amira/01." in ran.err) == (1, True), ran
        assert "put back what was there, or remove branches/0001/inbox/amira/01.yaml and " in ran.err
    assert snapshot(g42) == before
    (g42 / place).write_bytes(kept)
    assert adjudicate("run", g42, "--force", *now).code == 0
    assert adjudicate("verify", g42, "--reports").code == 0
