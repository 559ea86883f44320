"""What strangers send may be large, and takes no more memory than it is worth."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.ledger.archive import pack, read_archive
from adjudicator.store.formats import LARGEST, MOST_INSIDE, read_json

GAMES = Path(__file__).resolve().parents[3] / "games"
COMMAND = Path(sys.executable).parent / "adjudicate"
MIB = 1 << 20


def measure(*words: object) -> tuple[int, int]:
    """The exit code of the command, and the most memory in bytes that it had."""
    told = "import re, sys; from adjudicator.cli.main import main; code = main(sys.argv[1:]); "
    told += "sys.stderr.write(re.search(r'VmHWM: *\\s*\\d+', open('/proc/self/status').read())[0]); sys.exit(code)"
    ran = subprocess.run([sys.executable, "-c", told, *map(str, words)], capture_output=True, text=True, check=False)
    return ran.returncode, int(ran.stderr.rpartition("VmHWM:")[2]) * 1024


@pytest.mark.slow
@pytest.mark.parametrize("value", [b"[],", b"{},", b"[[]],", b'"ab",', b"1e5,"])
@pytest.mark.parametrize("name", ["record.json", "game/turns/0003.turn", "game/acts/0001.json"])
def test_an_archive_of_sixty_megabytes_of_lists_takes_no_gigabyte(tmp_path: Path, name: str, value: bytes) -> None:
    archive = tmp_path / "late.zip"
    game = shutil.copytree(GAMES / "late", tmp_path / "late")
    subprocess.run([COMMAND, "archive", game, "-o", archive], check=True, capture_output=True)
    filled = b'{"a":[' + value * (60 * MIB // len(value)) + b"0]}"
    archive.write_bytes(pack({**read_archive(str(archive)), name: filled}))
    for words in (("verify", archive), ("import", archive, tmp_path / "again")):
        code, peak = measure(*words)
        assert code == 1
        assert peak < 256 * MIB


def test_a_large_file_that_waits_is_not_read_whole(tmp_path: Path) -> None:
    for name in ("01.yaml", "01.receipt.json"):
        game = Path(shutil.copytree(GAMES / "g42", tmp_path / name))
        with (game / "inbox" / "amira" / name).open("ab") as file:
            file.truncate(200 * MIB)
        code, peak = measure("run", game)
        assert code == 1
        assert peak < 128 * MIB


def test_a_json_file_has_a_limit() -> None:
    assert read_json(b'{"a": "' + b"x" * (LARGEST - 9) + b'"}')
    for data in (b'{"a": "' + b"x" * LARGEST + b'"}', b'{"a": [' + b"[]," * MOST_INSIDE + b"0]}"):
        with pytest.raises(ValueError, match="more than"):
            read_json(data)
