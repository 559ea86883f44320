"""What receipts say of orders that a file does not speak of, and that nothing in one receipt gainsays another line."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.shell import adjudicate, copy_game

_STANDING = "standing:\n- place: [pink R5, pink R7]\n  times: 2\n"
_STAYS = "\n  Your standing orders stay as they are: place pink R5 or pink R7, at most twice.\n"
_NOW = ("--seat", "farid", "--now", "2026-10-17T10:00Z")


@pytest.fixture
def late(tmp_path: Path) -> Path:
    """A game in which farid has standing orders on file, which fill his move."""
    game = copy_game("late", tmp_path)
    assert adjudicate("submit", game, _write(tmp_path, _STANDING), *_NOW).code == 0
    return game


def _write(folder: Path, said: str) -> Path:
    file = folder / "farid.yaml"
    file.write_text(f"game: late\nturn: 16\nseat: farid\n{said}")
    return file


@pytest.mark.parametrize(
    "said", ["fallback: []\n", "orders: []\n", "orders:\n- place: pink R5\n", "note: away\n", "orders:\n- plce: x\n"]
)
def test_standing_orders_that_stay_are_named(said: str, late: Path, tmp_path: Path) -> None:
    assert _STAYS in adjudicate("check", late, _write(tmp_path, said), *_NOW).out


def test_fallback_orders_that_stay_are_named(late: Path, tmp_path: Path) -> None:
    adjudicate("submit", late, _write(tmp_path, "fallback:\n- place: pink R5\n"), *_NOW)

    out = adjudicate("check", late, _write(tmp_path, "standing: []\n"), *_NOW).out

    assert "\n  Your fallback orders stay as they are: place pink R5.\n  You have no other orders on file.\n" in out


def test_orders_that_standing_orders_replace_are_not_called_missing(late: Path, tmp_path: Path) -> None:
    out = adjudicate("check", late, _write(tmp_path, "orders: []\nnote: away\n"), *_NOW).out

    assert "still missing" not in out
    assert "\nNothing is missing: the turn does not have to wait for you.\n" in out


def test_standing_orders_that_end_leave_orders_missing(late: Path, tmp_path: Path) -> None:
    out = adjudicate("check", late, _write(tmp_path, "orders: []\nstanding: []\n"), *_NOW).out

    assert "your camels are still missing; add them, or everybody has to wait for you" in out


def test_a_receipt_names_a_note_and_whom_letters_go_to_until_others_take_their_place(
    late: Path, tmp_path: Path
) -> None:
    to_all, to_one = "press:\n- {to: all, text: hello}\n", "press:\n- {to: [gulnar], text: hello}\n"
    note, letters = "\n  Your note is kept for the moderator.\n", "\n  Letters that go out with the next reports: to "

    first, second, third = (
        adjudicate("submit", late, _write(tmp_path, said), *_NOW).out
        for said in (f"{to_all}note: away\n", "orders: []\n", to_one)
    )

    assert f"{letters}everybody.{note}" in first
    assert f"{letters}everybody.\n" in second
    assert note not in second
    assert f"{letters}gulnar.\n" in third


def test_a_refused_file_is_not_told_that_it_lacks_what_stays_on_file(tmp_path: Path) -> None:
    file = tmp_path / "dora.yaml"
    file.write_text("game: g42\nturn: 7\nseat: dora\norders:\n- leader: pink A3\n")

    out = adjudicate("check", copy_game("g42", tmp_path), file, "--seat", "dora", "--now", "2026-09-01T10:00Z").out

    assert "your earlier orders for this turn still count" in out
    assert "everybody has to wait for you" not in out
