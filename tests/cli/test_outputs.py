"""What a command writes where the user says: it destroys nothing that is not its own, and leaves nothing unfinished."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from cli.shell import COMMAND, LETTERS, adjudicate, copy_game, found, snapshot

from adjudicator.store.placing import name_unfinished


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game, its archive, another game and its archive."""
    folder = tmp_path_factory.mktemp("pattern")
    copy_game("g42", folder)
    found(folder / "other")
    assert adjudicate("archive", folder / "g42", "-o", folder / "my.zip").code == 0
    assert adjudicate("archive", folder / "other" / "toy", "-o", folder / "toy.zip").code == 0
    return folder


@pytest.fixture
def place(pattern: Path, tmp_path: Path) -> Path:
    """The same with things of the user."""
    shutil.copytree(pattern, tmp_path, dirs_exist_ok=True)
    for name in ("my.zip.aside", "new.zip.aside", "notes.txt", "move.yaml.aside"):
        (tmp_path / name).write_text("precious")
    for name in ("foo.aside", ".foo.aside", "bar.aside", ".bar.aside"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "thesis").write_text("precious")
    (tmp_path / "lnk").symlink_to("notes.txt")
    (tmp_path / "dangling").symlink_to("nothing")
    os.mkfifo(tmp_path / "pipe")
    return tmp_path


def test_what_lies_beside_stays(place: Path) -> None:
    before = snapshot(place)
    assert adjudicate("import", place / "my.zip", place / "foo").code == 0
    seats = ("--game", "through-the-desert", "--seat", "ann", "--seat", "bob")
    assert adjudicate("new", place / "bar", *seats).code == 0
    for name in ("my.zip", "new.zip"):
        assert adjudicate("archive", place / "g42", "-o", place / name).code == 0
    after = snapshot(place)
    changed = {"my.zip", "new.zip", "."} | {name for name in after if name.split("/")[0] in {"foo", "bar"}}
    assert {name: seen for name, seen in before.items() if name not in changed} == {
        name: seen for name, seen in after.items() if name not in changed
    }


@pytest.mark.parametrize(
    ("output", "complaint"),
    [
        ("notes.txt", "exists and is not an archive; remove it, or name another file"),
        ("toy.zip", "is an archive of another game"),
        ("lnk", "is a link; name a file"),
        ("dangling", "is a link; name a file"),
        ("pipe", "is a device or a pipe; name a file"),
        ("/dev/null", "is a device or a pipe; name a file"),
        ("/dev/stdout", "; name a file"),
        ("-", "it cannot be written to standard output"),
        (".", "is a folder; name a file"),
        ("foo.aside", "is a folder; name a file"),
        ("nothing/", "is a folder; name a file"),
        ("nothing/x.zip", "there is no folder"),
        ("other/toy/game.yaml", "cannot be in the directory of a game"),
        ("other/toy/orders.zip", "cannot be in the directory of a game"),
        ("g42/turns/x.zip", "cannot be in the directory of a game"),
        ("", "name a file"),
    ],
)
def test_an_archive_takes_the_place_of_nothing_but_an_older_one(place: Path, output: str, complaint: str) -> None:
    before = snapshot(place)
    ran = adjudicate("archive", "g42", "-o", output, cwd=place)
    assert (ran.code, ran.out) == (2, ""), ran
    assert complaint in " ".join(ran.err.split())
    assert snapshot(place) == before


def test_what_a_killed_archive_left_is_removed_and_nothing_else(place: Path) -> None:
    aside = Path(name_unfinished(str(place / "new.zip")))
    aside.write_bytes(b"PK\3\4 half")
    assert adjudicate("archive", place / "g42", "-o", place / "new.zip").code == 0
    assert not aside.exists()
    aside.symlink_to("notes.txt")
    ran = adjudicate("archive", place / "g42", "-o", place / "new.zip")
    assert ran.code == 2
    assert "it did not write what is there; remove it" in ran.err
    assert (place / "notes.txt").read_text() == "precious"
    assert aside.is_symlink()


def test_what_a_killed_import_left_is_removed(place: Path) -> None:
    aside = Path(name_unfinished(str(place / "foo")))
    aside.mkdir()
    (aside / "half").write_text("half")
    assert adjudicate("import", place / "my.zip", place / "foo").code == 0
    assert not aside.exists()
    assert not (place / "foo" / "half").exists()
    assert adjudicate("verify", place / "foo").code == 0


def test_an_archive_that_is_being_written_is_not_disturbed(place: Path) -> None:
    aside = Path(name_unfinished(str(place / "new.zip")))
    with aside.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        ran = adjudicate("archive", place / "g42", "-o", place / "new.zip")
    assert ran.code == 75
    assert aside.exists()


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("pipe", "not a regular file"),
        ("lnk", "a link, not a regular file"),
        ("dangling", "a link, not a regular file"),
        ("/dev/zero", "not a regular file"),
        ("foo.aside", "is a folder"),
        ("nothing", "there is no such archive"),
    ],
)
def test_an_import_says_plainly_what_is_no_archive(place: Path, name: str, complaint: str) -> None:
    before = snapshot(place)
    ran = adjudicate("import", name, "imported", cwd=place)
    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err
    assert snapshot(place) == before


def test_a_way_through_folders_that_are_not_there_is_the_way_that_it_spells(tmp_path: Path) -> None:
    words = ("--game", "through-the-desert", "--seat", "ann", "--seat", "bob")
    assert adjudicate("new", "nn/a/../../zz", *words, cwd=tmp_path).code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["zz"]


def test_a_new_game_that_is_killed_is_begun_anew(tmp_path: Path) -> None:
    words = ["new", str(tmp_path / "zz"), "--game", "through-the-desert", "--seat", "ann", "--seat", "bob"]
    aside = Path(name_unfinished(str(tmp_path / "zz")))
    aside.mkdir()
    (aside / "game.yaml").write_text("half")
    killed = subprocess.Popen([COMMAND, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    assert adjudicate(*words).code in {0, 2}
    assert [path.name for path in tmp_path.iterdir()] == ["zz"]
    assert adjudicate("verify", tmp_path / "zz").code == 0


def test_a_dangling_link_in_the_inbox_is_called_one(tmp_path: Path) -> None:
    game = copy_game("g42", tmp_path)
    (game / "inbox" / "amira").mkdir(parents=True, exist_ok=True)
    (game / "inbox" / "amira" / "move.yaml").symlink_to("nothing")
    ran = adjudicate("run", game, "--now", "2026-09-22T07:59:59Z")
    assert "inbox/amira/move.yaml: left alone, a link, not a regular file" in ran.err
    file = tmp_path / "link.yaml"
    file.symlink_to(next(LETTERS.glob("*.yaml")))
    for command in ("check", "submit"):
        ran = adjudicate(command, game, file)
        assert ran.code == 2
        assert "a link, not a regular file" in ran.err
