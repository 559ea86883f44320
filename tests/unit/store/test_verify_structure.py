"""``verify`` against files that are missing, strange or not what they should be."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from parts import part_of, record_of
from unit.store.damage import STATE, findings
from unit.store.forging import edit

from adjudicator.acts.verify import verify_game
from adjudicator.store.formats import pack_parts


def link(game: Path, name: str) -> None:
    (game / name).rename(game.parent / "elsewhere")
    (game / name).symlink_to(game.parent / "elsewhere")


def pipe(game: Path, name: str) -> None:
    (game / name).unlink()
    os.mkfifo(game / name)


def swap(game: Path) -> None:
    record_of(game, 1).rename(record_of(game, 9))
    record_of(game, 2).rename(record_of(game, 1))
    record_of(game, 9).rename(record_of(game, 2))


RECORD = "turns/0002.turn"
STRUCTURAL: dict[str, tuple[Callable[[Path], object], str]] = {
    "symlink for a file": (lambda game: link(game, "turns/0003/reports/ann.txt"), "turns/0003/reports/ann.txt: not a"),
    "symlink for a turn": (lambda game: link(game, RECORD), f"{RECORD}: not a regular file"),
    "symlink for the newest turn": (lambda game: link(game, "turns/0003.turn"), "turns/0003.turn: not a regular file"),
    "symlink for the reports": (lambda game: link(game, "turns/0003/reports"), "turns/0003/reports: not a regular"),
    "pipe for a turn": (lambda game: pipe(game, RECORD), f"{RECORD}: not a regular file"),
    "pipe in the inbox": (lambda game: os.mkfifo(game / "inbox/ann/x.yaml"), "inbox/ann/x.yaml: not a regular file"),
    "extra file": (
        lambda game: (game / "turns/0003/extra.json").write_text("{}"),
        "turns/0003/extra.json: a file that",
    ),
    "file of a turn beside its record": (
        lambda game: (game / "turns/0003/state.json").write_text("{}"),
        "turns/0003/state.json: a file that does not belong here",
    ),
    "record of another turn's name": (
        lambda game: shutil.copy(record_of(game, 2), game / "turns/00002.turn"),
        "turns/00002.turn: a file that does not belong here",
    ),
    "extra part": (
        lambda game: part_of(game, "turns/0002/extra.json").write_text("{}"),
        "turns/0002/extra.json: a part that does not belong here",
    ),
    "extra file at the top": (lambda game: (game / "README").write_text("x"), "README: a file that does not belong"),
    "extra order": (
        lambda game: part_of(game, "turns/0002/orders/ann/07.yaml").write_text("x"),
        "turns/0002/orders/ann/07.yaml: not in the manifest",
    ),
    "extra report": (
        lambda game: (game / "turns/0003/reports/eve.txt").write_text("x"),
        "turns/0003/reports/eve.txt: not what reports.json says",
    ),
    "stray folder": (lambda game: (game / "turns/0003/more").mkdir(), "turns/0003/more: a folder that does not belong"),
    "stray folder among turns": (lambda game: (game / "turns/00002").mkdir(), "turns/00002: a folder that"),
    "missing state": (lambda game: part_of(game, STATE).unlink(), f"{STATE}: missing"),
    "missing order": (
        lambda game: part_of(game, "turns/0002/orders/ann/01.yaml").unlink(),
        "turns/0002/orders/ann/01.yaml: missing",
    ),
    "missing manifest": (lambda game: part_of(game, "turns/0002/turn.json").unlink(), "turns/0002/turn.json: missing"),
    "report among the parts": (
        lambda game: part_of(game, "turns/0002/reports/ann.txt").write_text("You have won."),
        "turns/0002/reports/ann.txt: a part that does not belong here",
    ),
    "missing reports.json": (
        lambda game: part_of(game, "turns/0002/reports.json").unlink(),
        "turns/0002/reports.json: not what the next manifest says",
    ),
    "missing newest reports.json": (
        lambda game: part_of(game, "turns/0003/reports.json").unlink(),
        "turns/0003/reports.json: missing",
    ),
    "missing turn": (lambda game: record_of(game, 2).unlink(), "turns/0002: missing, though later turns are there"),
    "missing first turn": (lambda game: record_of(game, 0).unlink(), "turns/0000: missing, though later turns"),
    "swapped turns": (swap, "turns/0001/turn.json: is turn 2 of game g1"),
    "turn copied to the end": (
        lambda game: shutil.copy(record_of(game, 3), record_of(game, 4)),
        "turns/0004/turn.json: is turn 3 of game g1",
    ),
    "changed charter": (
        lambda game: (game / "game.yaml").write_text((game / "game.yaml").read_text().replace("turn: 72", "turn: 73")),
        "game.yaml: differs from the copy in turns/0000",
    ),
    "changed secret": (
        lambda game: (game / "private/secret").write_text("02" * 32 + "\n"),
        "private/secret: not the secret that was fixed before the game",
    ),
    "changed receipt": (
        lambda game: edit(part_of(game, "turns/0002/orders/ann/01.receipt.json"), lambda r: r.update(state="yellow")),
        "turns/0002/orders/ann/01.receipt.json: not what the manifest says",
    ),
    "changed report": (
        lambda game: (game / "turns/0003/reports/ann.txt").write_text("You have won."),
        "turns/0003/reports/ann.txt: not what reports.json says",
    ),
    "manifest that is a list": (
        lambda game: part_of(game, "turns/0002/turn.json").write_text("[]"),
        "turns/0002/turn.json: not a manifest",
    ),
    "state that is no state": (
        lambda game: part_of(game, STATE).write_text("{}"),
        f"{STATE}: not what the manifest says",
    ),
}


@pytest.mark.parametrize("tamper", STRUCTURAL)
def test_structural_damage_is_found_and_named(game: Path, tamper: str) -> None:
    spoil, says = STRUCTURAL[tamper]
    spoil(game)
    found = findings(game)
    assert any(says in finding for finding in found), found


def test_loose_modes_are_remarks(game: Path) -> None:
    (game / "private" / "secret").chmod(0o644)
    (game / "turns").chmod(0o755)
    verdict = verify_game(str(game))
    assert verdict.findings == []
    assert verdict.remarks == [
        "private/secret: is open to others (modes looser than 0700 and 0600); so is 1 more in this directory"
    ]


def test_an_empty_turn_is_found(game: Path) -> None:
    record_of(game, 42).write_bytes(pack_parts({}))
    assert "turns/0042.turn: is not the record of a turn: it has no parts" in findings(game)


def test_a_stray_folder_is_damage_whatever_it_is_called(game: Path) -> None:
    (game / "evil.aside").mkdir()
    (game / "evil.aside" / "x").write_text("x")
    assert findings(game)


def test_a_folder_with_the_name_of_a_leftover_is_damage(game: Path) -> None:
    (game / "turns" / "0007.turn.aside").mkdir()
    assert findings(game) == ["turns/0007.turn.aside: a folder that does not belong here"]
