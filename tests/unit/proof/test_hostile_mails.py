"""Mails that want to harm whoever checks them: everything is measured before it is parsed, and nothing is written."""

from __future__ import annotations

import json
import os
import time
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import pytest
from unit.proof.mailbox import read_parts, write_parts
from unit.proof.test_whole_games import check

from adjudicator.acts.simulate import Picker
from adjudicator.cli.main import main
from adjudicator.proof import mails
from adjudicator.proof.proof_file import BEGIN, END

SECONDS = 5


def block(packed: bytes) -> bytes:
    return f"{BEGIN}\n".encode() + b64encode(packed) + f"\n{END}\n".encode()


HOSTILE: dict[str, tuple[str, Callable[[], bytes]]] = {
    "no base64": ("a.proof", f"{BEGIN}\n====\n{END}".encode),
    "an empty block": ("a.proof", f"{BEGIN}\n{END}".encode),
    "two blocks": ("a.proof", lambda: block(b"{}{}") * 2),
    "a huge block": ("a.proof", lambda: block(b"x" * 10_000_000)),
    "deep lists": ("a.proof", lambda: block(b"[" * 100_000)),
    "a deep object": ("a.proof", lambda: block(b'{"a":' * 30_000 + b"1" + b"}" * 30_000 + b'\n{"format":1}')),
    "deep facts": ("a.proof", lambda: block(b'{"format":2}\n{"format":1,"facts":' + b"[" * 900 + b"]" * 900 + b"}")),
    "a number of many digits": ("a.proof", lambda: block(b'{"format":2,"turn":' + b"9" * 5000 + b'}\n{"format":1}')),
    "not a number": ("a.proof", lambda: block(b'{"format":2,"turn":NaN}\n{"format":1}')),
    "half a character": ("a.proof", lambda: block(b'{"format":2,"game":"\\ud800"}\n{"format":1}')),
    "no UTF-8": ("a.proof", lambda: block(b"\xff\xfe{}")),
    "half a packed hash": ("a.proof", lambda: block(b'{"format":2}\n{"format":1}\0abc')),
    "a begin without an end": ("a.proof", (f"{BEGIN}\n" * 100_000).encode),
    "ends without a begin": ("a.proof", (f"{END}\n" * 100_000).encode),
    "a mail of many parts": (
        "a.eml",
        lambda: b"Content-Type: multipart/mixed; boundary=a\n\n" + b"--a\nContent-Type: text/plain\n\nx\n" * 5000,
    ),
    "parts in parts": (
        "a.eml",
        lambda: b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(3000)),
    ),
    "endless headers": ("a.eml", lambda: b"Subject: x\n" + b"X-A: b\n" * 200_000),
    "an unfinished quote": ("a.eml", lambda: b'To: "' + b"a" * 60_000 + b"\n\nx"),
    "brackets in From": ("a.eml", lambda: b"From: " + b"(" * 60_000 + b"\n\nx"),
    "encoded words": (
        "a.eml",
        lambda: b"Content-Disposition: attachment; filename=" + b"=?utf-8?q?x=0D=0A?= " * 3000 + b"\n\nx",
    ),
    "an unknown encoding": (
        "a.eml",
        lambda: b"Content-Type: text/plain; charset=nonsense\nContent-Transfer-Encoding: base64\n\n!!!!",
    ),
    "an mbox of many mails": ("box", lambda: b"From a\n\nx\n\n" * 50_000),
    "a yaml of one line": ("a.yaml", lambda: b"turn: 7 " + b"a" * 1_000_000),
    "many turns": ("a.yaml", lambda: b"turn: 7\n" * 200_000),
    "many reports": ("a.txt", lambda: b"checked: 0123 4567\n" * 100_000),
    "many pages": ("a.html", lambda: b"<!doctype html\n<summary>checked: 0123 4567</summary>\n" * 60_000),
    "many headings": ("a.txt", lambda: b": a, turn 1\n" * 200_000 + b"checked: 0123 4567\n"),
    "blanks before what is checked": ("a.txt", lambda: b"> " * 1_000_000 + b"\nchecked: 0123 4567\n"),
    "an invitation of many promises": ("a.txt", lambda: (b"public root: " + b"0" * 64 + b"\n") * 20_000),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_it_ends_soon_and_without_a_traceback(what: str, kept: Path, tmp_path: Path) -> None:
    name, make = HOSTILE[what]
    folder = tmp_path / "mails"
    folder.mkdir()
    (folder / name).write_bytes(make())
    (folder / "good.proof").write_bytes((kept / "0003-gita.proof").read_bytes())
    begun = time.monotonic()
    result = check(folder)
    assert time.monotonic() - begun < SECONDS
    assert [game["turns"] for game in result["games"]] == [[3]]
    json.dumps(result)


def test_links_pipes_and_depths_are_left_aside(kept: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mails"
    (folder / "/".join("abcdefghijkl")).mkdir(parents=True)
    (folder / "good.proof").write_bytes((kept / "0003-gita.proof").read_bytes())
    os.mkfifo(folder / "pipe.txt")
    (folder / "link.txt").symlink_to(kept / "0004-gita.txt")
    (folder / "loop").symlink_to(folder)
    result = check(folder)
    assert result["findings"] == []
    assert result["games"][0]["turns"] == [3]
    aside = {remark.split(":")[0] for remark in result["remarks"] if remark.endswith("skipped")}
    assert aside == {"pipe.txt", "link.txt", "loop", "a/b/c/d/e/f/g/h/i"}


def test_too_many_files_and_too_large_ones_are_left_aside(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mails, "LARGEST_FILE", 100_000)
    monkeypatch.setattr(mails, "MOST_FILES", 3)
    for number in range(5):
        (tmp_path / f"{number}.txt").write_bytes(b"x" * 100_001 if number == 1 else b"x")
    (tmp_path / "0.txt").write_bytes((kept / "0003-gita.proof").read_bytes())
    result = check(tmp_path)
    assert "1.txt: larger than 100000 bytes; skipped" in result["remarks"]
    assert "3.txt: more than 3 files; the rest is skipped" in result["remarks"]


@pytest.mark.slow
def test_ten_thousand_damaged_blocks_end_in_findings(kept: Path, tmp_path: Path) -> None:
    """Bytes of the packed proof, before they become letters, changed at random."""
    path = tmp_path / "a.proof"
    path.write_bytes((kept / "0007-gita.proof").read_bytes())
    header, proof = read_parts(path)
    write_parts(path, header, proof)
    assert check(path)["findings"] == []
    data = path.read_bytes()
    begin = data.index(BEGIN.encode()) + len(BEGIN) + 1
    end = data.index(END.encode()) - 1
    below = Picker(b"damage").below
    letters = b"ABCxyz019+/=\n"
    refused = 0
    for _ in range(10_000):
        spoilt = bytearray(data)
        for _ in range(1 + below(4)):
            spoilt[begin + below(end - begin)] = letters[below(len(letters))]
        path.write_bytes(spoilt)
        result = check(path)
        assert result["findings"] or result["games"]
        refused += not result["ok"]
    assert refused > 9_000


def test_nothing_in_a_mail_steers_a_terminal(kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evil = "\x1b]0;owned\x07\u202e\n[31m"
    path = tmp_path / f"a{evil}.proof"
    path.write_bytes((kept / "0007-gita.proof").read_bytes())
    header, proof = read_parts(path)
    proof["facts"]["facts"] = {"hand": evil}
    header["acts"] = [{"kind": evil}]
    write_parts(path, header, proof)
    for arguments in ([str(tmp_path)], [str(tmp_path), "--json"]):
        assert main(["verify-mail", *arguments]) == 1
        shown = capsys.readouterr().out
        assert "\x1b" not in shown
        assert "\u202e" not in shown
        assert "owned" in shown


def test_what_is_not_there_is_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify-mail", str(tmp_path / "nothing")]) == 2
    assert "there is nothing at" in capsys.readouterr().err
    assert main(["verify-mail"]) == 2
    assert main(["verify-mail", str(tmp_path)]) == 1
    assert "no proofs" in capsys.readouterr().out


def test_nothing_is_written(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in kept.iterdir()}
    assert main(["verify-mail", str(kept)]) == 0
    assert {path: path.stat().st_mtime_ns for path in kept.iterdir()} == before
    assert list(tmp_path.iterdir()) == []
