"""A game that was archived and imported is the game that was archived, byte for byte, and verifies."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from adjudicator.acts.archive import archive_game, import_archive
from adjudicator.acts.verify import verify_archive, verify_game
from adjudicator.ledger.archive import read_archive
from adjudicator.registry import find_resources

ROOT = Path(__file__).resolve().parents[3]
LEFT_OUT = {"private", "outbox", "sent", "move-file.schema.json"}


def read_record(game: Path) -> dict[str, bytes]:
    """All that an archive of the game has to hold."""
    names = [str(path.relative_to(game)) for path in game.rglob("*") if path.is_file()]
    return {name: (game / name).read_bytes() for name in names if name.split("/")[0] not in LEFT_OUT}


def copy_game(name: str, folder: Path) -> Path:
    """A copy of a sample game: whoever archives one holds its lock alone, and other tests read it."""
    return Path(shutil.copytree(ROOT / "games" / name, folder / name))


def test_nothing_is_lost_and_nothing_is_added(simulated: list[Path], tmp_path: Path) -> None:
    for game in simulated:
        file, restored = tmp_path / f"{game.name}.zip", tmp_path / game.name
        archived = archive_game(str(game), str(file))
        imported = import_archive(str(file), str(restored))
        assert read_record(restored) == read_record(game)
        assert sorted(path.name for path in restored.iterdir()) == ["game.yaml", "turns"]
        assert (imported.head, imported.turn) == (archived.head, archived.turn)
        archive_game(str(restored), str(tmp_path / "again.zip"))
        assert (tmp_path / "again.zip").read_bytes() == file.read_bytes()


def test_an_archive_and_what_was_restored_from_it_verify(simulated: list[Path], tmp_path: Path) -> None:
    game = simulated[0]
    file, restored = str(tmp_path / "a.zip"), str(tmp_path / "restored")
    archived = archive_game(str(game), file)
    import_archive(file, restored)
    here, there = verify_archive(file, archived.head, reports=True), verify_game(restored, archived.head)
    assert (here.findings, there.findings) == ([], [])
    assert (here.turns, here.head) == (there.turns, there.head) == (archived.turn, archived.head)


def test_an_archive_has_nothing_private(simulated: list[Path], tmp_path: Path) -> None:
    game, file = simulated[0], tmp_path / "a.zip"
    archive_game(str(game), str(file))
    members = read_archive(str(file))
    hashes = [seat["token_sha256"] for seat in json.loads((game / "private" / "seats.json").read_text()).values()]
    tokens = [
        line.removeprefix("token: ")
        for letter in (game / "outbox").iterdir()
        for line in letter.read_text().splitlines()
        if line.startswith("token: ")
    ]
    assert len(tokens) == len(hashes)
    for data in members.values():
        assert str(game.parent).encode() not in data
        assert not any(secret.encode() in data for secret in (*tokens, *hashes))


def test_modes_of_what_is_restored_are_private_whatever_the_umask(tmp_path: Path) -> None:
    file = tmp_path / "a.zip"
    archive_game(str(copy_game("g42", tmp_path)), str(file))
    before = os.umask(0)
    try:
        import_archive(str(file), str(tmp_path / "restored"))
    finally:
        os.umask(before)
    for path in [tmp_path / "restored", *(tmp_path / "restored").rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def test_the_same_game_gives_the_same_bytes_elsewhere(tmp_path: Path) -> None:
    archive_game(str(copy_game("finished-2005", tmp_path)), str(tmp_path / "one.zip"))
    copy = Path(shutil.copytree(ROOT / "games" / "finished-2005", tmp_path / "elsewhere" / "under-another-name"))
    for path in copy.rglob("*"):
        os.utime(path, (1, 1))
    odd = {"PYTHONHASHSEED": "7", "TZ": "Pacific/Kiritimati", "LC_ALL": "C", "PATH": os.environ["PATH"]}
    command = [str(Path(sys.executable).parent / "adjudicate"), "archive", "under-another-name", "-o", "two.zip"]
    subprocess.run(command, check=True, cwd=copy.parent, env=odd, umask=0, capture_output=True)
    assert (copy.parent / "two.zip").read_bytes() == (tmp_path / "one.zip").read_bytes()


@pytest.mark.parametrize("name", ["g42", "finished-2005", "finished-caravan"])
def test_the_record_is_what_its_schema_says(name: str, tmp_path: Path) -> None:
    archived = archive_game(str(copy_game(name, tmp_path)), str(tmp_path / "a.zip"))
    record = json.loads(read_archive(str(tmp_path / "a.zip"))["record.json"])
    schema = json.loads(Path(find_resources("schemas"), "archive.json").read_text())
    assert [error.message for error in Draft202012Validator(schema).iter_errors(record)] == []
    assert len(record["files"]) == archived.members - 1
    assert len(record["turns"]) == archived.turn + 1
    assert (record["secret"] is not None) == archived.over == record["over"]


def test_a_running_game_is_archived_with_a_remark_and_without_its_secret(tmp_path: Path) -> None:
    game = ROOT / "games" / "g42"
    archived = archive_game(str(game), str(tmp_path / "a.zip"))
    assert not archived.over
    assert "not over" in archived.remarks[0]
    secret = (game / "private" / "secret").read_bytes().strip()
    assert secret not in (tmp_path / "a.zip").read_bytes()
    assert verify_archive(str(tmp_path / "a.zip")).findings == []
