"""The installed command and the process that stands by for it answer alike, byte for byte, and leave the same files."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest
from cli.shell import AFTER_DEADLINE, GAMES, LETTERS, SET_UP, Ran, adjudicate, run_installed

from adjudicator.cli.main import COMMANDS

DORA_AWAY = ("holiday", "g42", "--seat", "dora", "--from", "2026-10-01", "--to", "2026-10-09")
WORDS: dict[str, tuple[tuple[str, ...], int]] = {
    "run": (("run", "g42", "--turn", "7", "--now", AFTER_DEADLINE), 0),
    "new": (("new", "toy", "--game", "catan", "--seat", "ann", "--seat", "bob", "--seat", "cleo", "--now", SET_UP), 0),
    "start": (("start", "g42"), 0),
    "check": (("check", "g42", "dora.yaml", "--seat", "dora"), 1),
    "submit": (("submit", "g42", "chen.yaml", "--seat", "chen", "--now", AFTER_DEADLINE), 0),
    "receive": (("receive", ".", "chen.yaml", "--now", AFTER_DEADLINE), 0),
    "serve": (("serve", "."), 2),
    "desk": (("desk", ".", "--now", AFTER_DEADLINE), 0),
    "message": (("message", "g42", "No turns before Monday.", "--now", AFTER_DEADLINE), 0),
    "form": (("form", "g42", "--seat", "dora"), 0),
    "nonces": (("nonces", "g42"), 2),
    "legal": (("legal", "g42", "--seat", "dora", "--json"), 0),
    "show": (("show", "g42", "--format", "html", "--seat", "amira"), 0),
    "status": (("status", "."), 0),
    "verify": (("verify", "g42", "--json"), 0),
    "verify-mail": (("verify-mail", "g42/turns/0006/reports"), 0),
    "rewind": (("rewind", "g42", "--to", "5", "--reason", "a wrong file", "--now", AFTER_DEADLINE), 0),
    "extend": (("extend", "g42", "--hours", "24", "--reason", "a holiday", "--now", AFTER_DEADLINE), 0),
    "pause": (("pause", "g42", "--reason", "Christmas", "--now", AFTER_DEADLINE), 0),
    "resume": (("resume", "g42", "--reason", "a new year", "--now", AFTER_DEADLINE), 3),
    "holiday": ((*DORA_AWAY, "--reason", "the hills", "--now", AFTER_DEADLINE), 0),
    "edit": (("edit", "g42", "--set", "deadlines.turn=96", "--reason", "slower", "--now", AFTER_DEADLINE), 0),
    "replace": (("replace", "g42", "--seat", "dora", "--reason", "gone", "--now", AFTER_DEADLINE), 0),
    "substitute": (("substitute", "g42", "--seat", "dora", "--end", "--reason", "x", "--now", AFTER_DEADLINE), 3),
    "house": (("house", "g42", "--seat", "dora", "--reason", "gone", "--now", AFTER_DEADLINE), 0),
    "upgrade": (("upgrade", "g42", "--check"), 0),
    "archive": (("archive", "g42", "-o", "g42.zip"), 0),
    "import": (("import", "nothing.zip", "there"), 2),
    "unpack": (("unpack", "g42", "--turn", "6", "six"), 0),
    "dice": (("dice", "g42"), 0),
    "simulate": (("simulate", "--game", "through-the-desert", "--seats", "2", "--games", "1", "--seed", "1"), 0),
    "cases": (("cases", "nothing.yaml"), 2),
    "board": (("board", "--random", "--seed", "1"), 0),
    "games": (("games",), 0),
}
"""For every command a call, and the exit code that it ends with."""
DRAWS_TOKENS = {"new", "replace"}
"""Commands of which no two calls leave the same bytes, since they draw secrets."""

_SPEED = re.compile(r"[\d.]+ (s|games a second|decisions a second)\b")
"""What a simulation says of the machine."""


def prepare(folder: Path) -> Path:
    folder.mkdir()
    shutil.copytree(GAMES / "g42", folder / "g42")
    for name in ("dora", "chen"):
        shutil.copy(LETTERS.parent / "wrong" / "dora.yaml" if name == "dora" else LETTERS / "chen.yaml", folder)
    return folder


def read_tree(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {
        str(path.relative_to(folder)): (path.lstat().st_mode, path.read_bytes() if path.is_file() else b"")
        for path in sorted(folder.rglob("*"))
    }


def test_every_command_is_called() -> None:
    assert set(WORDS) == set(COMMANDS)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_both_answer_the_same(command: str, tmp_path: Path) -> None:
    words, code = WORDS[command]
    ran, left = [], []
    for door in (adjudicate, run_installed):
        folder = prepare(tmp_path / "here")
        ran.append(door(*words, cwd=folder))
        left.append(read_tree(folder))
        shutil.rmtree(folder)
    assert [one.code for one in ran] == [code, code], ran
    if command in DRAWS_TOKENS:
        assert left[0].keys() == left[1].keys()
        return
    assert left[0] == left[1]
    ours, theirs = (one._replace(out=_SPEED.sub("", one.out)) for one in ran)
    assert ours == theirs


def test_both_read_what_is_piped_in(tmp_path: Path) -> None:
    folder = prepare(tmp_path / "one")
    file = (folder / "dora.yaml").read_bytes()
    words = ("check", "g42", "-", "--seat", "dora")
    ours, theirs = (door(*words, stdin=file, cwd=folder) for door in (adjudicate, run_installed))
    assert ours == theirs
    assert ours.code == 1


def test_both_make_files_by_the_same_mask(tmp_path: Path) -> None:
    modes = []
    before = os.umask(0o027)
    try:
        for name, door in (("one", adjudicate), ("other", run_installed)):
            folder = prepare(tmp_path / name)
            ran: Ran = door("archive", "g42", "-o", "made.zip", cwd=folder)
            assert ran.code == 0, ran
            modes.append((folder / "made.zip").stat().st_mode)
    finally:
        os.umask(before)
    assert modes[0] == modes[1]


def test_a_changed_environment_is_not_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert adjudicate("show", prepare(tmp_path / "one") / "g42").code == 0
    assert (tmp_path / "cache").is_dir()
