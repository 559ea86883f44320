"""Two thousand damaged copies of good move files: none ends in a traceback, none hangs, every problem has a place."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from time import process_time

import pytest
import yaml

from adjudicator.core.order import Gravity, Vocabulary, describe, worst_gravity
from adjudicator.intake import reader
from adjudicator.intake.checking import read_move_file
from adjudicator.intake.movefile import read_accepted
from adjudicator.intake.sentences import SENTENCES
from adjudicator.intake.tokens import blank_token

MUTANTS = 2000
VOCABULARY = Vocabulary(("place", "leader", "return"), ("through-the-desert",))

GOOD_FILES = (
    b"""\
# yaml-language-server: $schema=move-file.json
game: g42
turn: 7
seat: amira
token: 8f1c-secret
after: 4f3c91d2
draft: false
orders:
  - place: teal D9
    if: {hex: D8, is: empty}
  - place: [pink H4, pink H5, teal E9]
standing: []
press:
  - {to: [bilal], text: "No water, no trade."}
  - to: all
    text: |
      Good evening.
      This is the \xf0\x9f\x90\xaa caravan.
note: for the moderator
""",
    b"""{game: g42, turn: 12, orders: [{return: teal}, {leader: ['teal D9', "pink E3"]}], fallback: [
  {place: teal E8, if: {all: [{hex: D8, is: water}, {not: {any: [{hex: A1, is: taken}]}}]}}]}""",
    b"game: g42\r\nturn: 7\r\norders:\r\n- place: >-\r\n    teal\r\n    D9\r\nnote: 'it''s \\ fine'\r\n",
)
TREASURES = (
    b"&a ", b"*a", b"!!x ", b"<<: ", b"---\n", b"...\n", b"%YAML 1.2\n", b"> ", b"? ", b"- ", b": ", b"# ", b"|\n",
    b">9\n", b"[", b"]", b"{", b"}", b"'", b'"', b",", b"\\", b'"\\UFFFFFFFF"', b'"\\ud800"', b"\\x", b"\t", b"\r",
    b"\0", b"\x7f", b"\xff", b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xae", b"\xe2\x80\x8b", b"\xc2\xa0",
    b"\xe2\x80\x9c", b"\xef\xbb\xbf", b"@", b"`", b"999999999999", b"0x1F", b".inf", b"null", b"true", b"~",
    b"turn: 8\n", b"  ", b"\n\n", b"=",
)  # fmt: skip


def numbers(seed: int) -> Iterator[int]:
    """Numbers that look drawn and are the same on every machine."""
    count = 0
    while True:
        digest = sha256(f"{seed}/{count}".encode()).digest()
        yield from (int.from_bytes(digest[i : i + 4]) for i in range(0, 32, 4))
        count += 1


def damage(data: bytes, seed: int) -> bytes:
    """``data`` with one to three changes: bytes flipped, pieces dropped, doubled, moved or put in."""
    draw = numbers(seed)
    for _ in range(next(draw) % 3 + 1):
        begin = next(draw) % (len(data) + 1)
        end = min(len(data), begin + next(draw) % 12)
        piece = data[begin:end]
        match next(draw) % 6:
            case 0:
                data = data[:begin] + data[end:]
            case 1:
                data = data[:end] + piece + data[end:]
            case 2:
                data = data[:begin] + bytes(byte ^ 1 << next(draw) % 8 for byte in piece[:1]) + data[begin + 1 :]
            case 3:
                rest = data[:begin] + data[end:]
                other = next(draw) % (len(rest) + 1)
                data = rest[:other] + piece + rest[other:]
            case _:
                data = data[:begin] + TREASURES[next(draw) % len(TREASURES)] + data[begin:]
    return data


@pytest.mark.slow
@pytest.mark.parametrize("loader", [getattr(yaml, "CBaseLoader", yaml.BaseLoader), yaml.BaseLoader])
def test_damaged_files_are_answered(loader: type[yaml.BaseLoader], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "LOADER", loader)
    read = 0
    for seed in range(MUTANTS):
        data = damage(GOOD_FILES[seed % len(GOOD_FILES)], seed)
        begin = process_time()
        move_file, problems = read_move_file(data, VOCABULARY)
        assert process_time() - begin < 1, data
        assert (move_file is None) == (worst_gravity(problems) is Gravity.INVALID), data
        read += move_file is not None
        lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        for problem in problems:
            assert describe(problem, SENTENCES).isprintable(), data
            assert 1 <= problem.place.line <= len(lines), data
            assert 1 <= problem.place.column <= len(lines[problem.place.line - 1]) + 1, data
        if move_file is not None:
            assert read_accepted(data) == move_file
            assert_token_is_blanked(data)
    assert MUTANTS // 20 < read < MUTANTS // 2  # or the damage would test too little


def assert_token_is_blanked(data: bytes) -> None:
    before, after = read_accepted(data), read_accepted(blank_token(data))
    assert after.token == ("-" if before.token is not None else None)
    assert (after.orders, after.press, after.note) == (before.orders, before.press, before.note)


@pytest.mark.slow
def test_what_libyaml_reads_the_pure_parser_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    if not yaml.__with_libyaml__:
        pytest.skip("PyYAML was built without libyaml")
    accepted = 0
    for seed in range(MUTANTS):
        data = damage(GOOD_FILES[seed % len(GOOD_FILES)], seed)
        monkeypatch.setattr(reader, "LOADER", yaml.CBaseLoader)
        move_file, remarks = read_move_file(data, VOCABULARY)
        if move_file is not None:
            accepted += 1
            monkeypatch.setattr(reader, "LOADER", yaml.BaseLoader)
            assert read_move_file(data, VOCABULARY) == (move_file, remarks), data
    assert accepted > MUTANTS // 20  # or the damage would test too little
