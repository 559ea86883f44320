"""How files are written and read: private whatever the umask, following no link, waiting for no pipe."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from unit.store.conftest import play, set_up

from adjudicator.acts.simulate import Wish, play_directories
from adjudicator.core.table import Pacing
from adjudicator.report.render import make_environment
from adjudicator.rules.through_the_desert import GAME
from adjudicator.store.files import (
    BusyError,
    hold_lock,
    make_folder,
    make_folders,
    read_regular,
    remove_tree,
    replace_file,
    write_synced,
    write_tree,
)
from adjudicator.store.formats import DamageError, read_json, write_json
from adjudicator.store.turns import TurnFolder


@pytest.fixture(params=[0o000, 0o022, 0o077, 0o777], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def modes(folder: Path) -> tuple[set[int], set[int]]:
    every = [folder, *folder.rglob("*")]
    return (
        {stat.S_IMODE(path.stat().st_mode) for path in every if path.is_dir()},
        {stat.S_IMODE(path.stat().st_mode) for path in every if path.is_file()},
    )


def test_modes_do_not_depend_on_the_umask(tmp_path: Path, umask: int) -> None:
    set_up(tmp_path / "g1", "g1", b"\x01" * 32)
    play(tmp_path / "g1", 1)
    assert modes(tmp_path / "g1") == ({0o700}, {0o600}), oct(umask)


def test_folders_above_a_game_are_their_owners_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    make_folders(str(tmp_path / "games" / "old"))
    wish = Wish(GAME, "2005", {}, 2, Pacing.ROUND, b"seed")
    play_directories(wish, 0, str(tmp_path / "games" / "played"))
    wanted = {0o755} if umask in {0o000, 0o022} else {0o700}
    assert modes(tmp_path / "games")[0] == wanted
    assert (tmp_path / "games" / "played").is_dir()


def test_templates_are_kept_where_nobody_else_can_put_any(
    tmp_path: Path, umask: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    # the environment that other tests use stays as it is: they count what is written
    make_environment.__wrapped__()
    if umask != 0o777:
        assert modes(tmp_path / "adjudicator")[0] == {0o700}
    assert not any(mode & 0o022 for mode in modes(tmp_path / "adjudicator")[0])


def test_a_tree_is_written_as_named(tmp_path: Path) -> None:
    files = {"a": b"1", "b/c/d": b"2", "b/c/e": b"", "b/f": b"\0" * 100_000}
    write_tree(str(tmp_path / "tree"), files)
    assert {str(p.relative_to(tmp_path / "tree")): p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()} == files
    with pytest.raises(FileExistsError):
        write_tree(str(tmp_path / "tree"), {"a": b"other"})
    assert (tmp_path / "tree" / "a").read_bytes() == b"1"


def test_a_new_file_never_overwrites_and_never_follows_a_link(tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("precious")
    (tmp_path / "link").symlink_to(tmp_path / "victim")
    with pytest.raises(FileExistsError):
        write_synced(str(tmp_path / "link"), b"x")
    replace_file(str(tmp_path / "link"), b"mine")
    assert (tmp_path / "victim").read_text() == "precious"
    assert not (tmp_path / "link").is_symlink()
    (tmp_path / "other.aside").symlink_to(tmp_path / "victim")
    replace_file(str(tmp_path / "other"), b"mine")
    assert (tmp_path / "victim").read_text() == "precious"


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"abcdef")
    (tmp_path / "link").symlink_to("file")
    os.mkfifo(tmp_path / "pipe")
    assert read_regular(str(tmp_path / "file")) == b"abcdef"
    assert read_regular(str(tmp_path / "file"), 2) == b"abc"
    for name in ("link", "pipe", ".", "missing"):
        with pytest.raises(OSError, match=r"."):
            read_regular(str(tmp_path / name))
    with pytest.raises(OSError, match="not a regular file"):
        read_regular("/dev/zero", 10)


def test_removing_a_tree_follows_no_link_inside_it(tmp_path: Path) -> None:
    (tmp_path / "victim").mkdir()
    (tmp_path / "victim" / "file").write_text("precious")
    make_folder(str(tmp_path / "tree"))
    (tmp_path / "tree" / "folder").symlink_to(tmp_path / "victim")
    (tmp_path / "tree" / "file").symlink_to(tmp_path / "victim" / "file")
    remove_tree(str(tmp_path / "tree"))
    remove_tree(str(tmp_path / "tree"))  # nothing is there any more
    assert [path.name for path in tmp_path.rglob("*")] == ["victim", "file"]


def test_a_lock_is_for_one_holder_and_goes_with_it(tmp_path: Path) -> None:
    with hold_lock(str(tmp_path)):
        with pytest.raises(BusyError), hold_lock(str(tmp_path)):
            pass
        with pytest.raises(BusyError), hold_lock(str(tmp_path)):
            pass
    with hold_lock(str(tmp_path)):
        pass
    with pytest.raises(ZeroDivisionError), hold_lock(str(tmp_path)):
        raise ZeroDivisionError
    with hold_lock(str(tmp_path)):
        pass


def test_turns_are_never_overwritten(tmp_path: Path) -> None:
    turns = TurnFolder(str(tmp_path / "turns"))
    assert turns.newest() is None
    turns.commit(0, {"turn.json": b"0"})
    turns.commit(1, {"turn.json": b"1", "orders/a/01.yaml": b"x"})
    with pytest.raises(FileExistsError):
        turns.commit(1, {"turn.json": b"other"})
    turns.settle()
    assert (turns.newest(), turns.read_part(1, "turn.json"), turns.read_part(1, "orders/a/01.yaml")) == (1, b"1", b"x")
    assert TurnFolder(str(tmp_path / "turns")).read(1) == {"turn.json": b"1", "orders/a/01.yaml": b"x"}
    assert sorted(name for name in os.listdir(tmp_path / "turns") if "turn" in name) == ["0000.turn", "0001.turn"]
    with pytest.raises(DamageError, match=r"turns/0001/state\.json"):
        turns.read_part(1, "state.json")


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"a": 1, "b": [], "c": {}, "d": None, "e": True},
        {"list": [{"x": 1}, {"y": [1, 2]}], "text": 'Zoë said "ok"\n'},
        {"nested": {"deep": [[1, 2], [3]]}},
    ],
)
def test_json_is_read_back_as_it_was_written(value: dict[str, object]) -> None:
    text = write_json(value)  # type: ignore[arg-type]
    assert read_json(text) == value
    assert text.endswith(b"\n")
    assert write_json(read_json(text)) == text


@pytest.mark.parametrize("data", [b"", b"[]", b"5", b"null", b"{", b"\xff", b'{"a": 1} {'])
def test_what_is_no_object_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_json(data)
