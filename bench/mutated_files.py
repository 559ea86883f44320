"""Damaged move files by the thousand: none may end in a traceback, take long, or be refused without a place.

    python bench/mutated_files.py [COUNT]

Good files of a sample game are damaged at random, the same way every time: bytes flipped, dropped, doubled, moved;
words and lines swapped, dropped, replaced by others that mean something. Nearly all go through the code of
``adjudicate check`` in this process, the last two hundred through real starts of the command, many files to a start.
Prints what came of them, and exits with 1 where a bound is broken.
"""

from __future__ import annotations

import json
import random  # noqa: TID251 - repeatable damage, not chance
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from adjudicator.acts.filing import check_bytes
from adjudicator.acts.open_game import open_game
from adjudicator.cli.play import answer_to_json
from adjudicator.cli.run import list_answer_lines
from adjudicator.store.formats import unpack_parts

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "games" / "g42"
COMMAND = Path(sys.executable).parent / "adjudicate"
NOW = datetime(2026, 9, 22, 7, tzinfo=UTC)
COUNT = 10_000
BY_COMMAND = 200
FILES_A_START = 50
SLOWEST = 1.0
"""Seconds of processor time that one file may take."""

EXTRA = b"""\
game: g42
turn: 7
seat: amira
token: 33304a17e6431b51db8db11a1a54901c
draft: true
orders:
  - place: pink I5
    if: {all: [{hex: I5, is: water}, {not: {any: [{hex: K5, is: taken}, {hex: D9, is: empty}]}}]}
  - place: [yellow E6, "yellow E5", 'pink I4']
standing: []
fallback:
  - place: [yellow E6, pink I4, red N7]
press:
  - {to: [bilal, chen], text: "No water, no trade."}
  - to: all
    text: |
      Good evening.
      This is the caravan.
note: for the moderator
"""
WHOLE_LANGUAGE = b"""\
game: g42
turn: 7
seat: amira
orders:
  - either: [[pink I5, "yellow on E-6"], [{place: red N7 or N8}, {place: [pink I4, E6 yellow]}]]
    if: {any: [{hex: I5, holds: {seat: bilal, colour: pink, leader: true}}, {points: {seat: chen, at-least: 3}}]}
  - place: {colour: pink, hex: [I5, I4]}
    if: {all: [{hex: D8, closed: {seat: dora}}, {hex: H11, linked: {colour: red}}, {round: {at-most: 9}}]}
  - place: L-05 P or M5
    if: {not: {supply: {colour: teal, at-least: 2, at-most: 25}}}
standing:
  - place: [pink I5, yellow E6, red N7]
    if: {caravan: {seat: amira, colour: pink, at-most: 7}}
    times: 3
    until: {any: [{supply: {colour: pink, at-most: 5}}, {points: {seat: amira, at-least: 20}}]}
fallback:
  - place: pink I4 / I5
"""
TOKENS = (
    b"game", b"turn", b"seat", b"token", b"after", b"draft", b"orders", b"standing", b"fallback", b"press", b"note",
    b"place", b"leader", b"return", b"if", b"hex", b"is", b"all", b"any", b"not", b"to", b"text", b"empty", b"taken",
    b"pink", b"teal", b"blue", b"A1", b"X13", b"Z99", b"D0", b"g42", b"g43", b"amira", b"bilal", b"moderator",
    b"either", b"times", b"until", b"holds", b"closed", b"linked", b"points", b"round", b"caravan", b"supply",
    b"crossed", b"at-least", b"at-most", b"leader: true", b"colour", b"or", b"and", b" L5 ", b"P",
    b"\xef\xbc\xac\xef\xbc\x95", b"\xd0\xa05", b"null", b"true", b"~", b"no", b"7", b"6", b"8", b"-1", b"0", b"007",
    b"1e9", b"12:30", b"999999999999999", b".inf",
    b"2026-01-01", b"[]", b"{}", b"[[", b"]]", b"{", b"}", b"- ", b": ", b":", b",", b"'", b'"', b"|\n", b">-\n", b"? ",
    b"&a ", b"*a", b"!!set ", b"<<: ", b"---\n", b"...\n", b"%YAML 1.1\n", b"# ", b"\t", b"\r\n", b"\n\n", b"  ",
    b"\0", b"\x1b[31m", b"\x7f", b"\xff", b"\xc2\x85", b"\xc2\xa0", b"\xe2\x80\xa8", b"\xe2\x80\xae", b"\xe2\x80\x9c",
    b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xf0\x9f\x90\xaa", b'"\\ud800"', b'"\\x1b"', b"\\", b"@", b"`", b"=", b"%",
)  # fmt: skip
WORD = re.compile(rb"[A-Za-z0-9_-]+|[^\sA-Za-z0-9]|\s+")


def list_good_files() -> list[bytes]:
    """The files for turn 7, those of earlier turns, and one that uses every key; each with the token of its seat."""
    newest = unpack_parts((GAME / "turns" / "0006.turn").read_bytes(), "turns/0006.turn")
    head = json.loads(newest["reports.json"])["head"][:8].encode()
    letters = sorted((ROOT / "tests" / "samples" / "g42-turn-7").glob("*.yaml"))
    older = [data for name, data in sorted(newest.items()) if name.endswith(".yaml")]
    files = [
        EXTRA,
        WHOLE_LANGUAGE,
        WHOLE_LANGUAGE,
        *(path.read_bytes().replace(b"HEAD", head) for path in letters),
        *older,
    ]
    return [data if b"token:" in data else data + b"token: %s\n" % _read_token(data) for data in files]


def _read_token(data: bytes) -> bytes:
    """The token of the seat whose file ``data`` is, from its invitation."""
    seat = re.findall(rb"^seat: (.*)$", data, re.MULTILINE)[0].decode()
    letter = (GAME / "outbox" / f"0000-{seat}-invitation.txt").read_bytes()
    return re.findall(rb"^token: (.*)$", letter, re.MULTILINE)[0]


def damage(data: bytes, draw: random.Random) -> bytes:
    """``data`` with one to four changes, each to bytes or to words."""
    for _ in range(draw.randint(1, 4)):
        data = draw.choice((_damage_bytes, _damage_words, _damage_words))(data, draw)
    return data


def _damage_bytes(data: bytes, draw: random.Random) -> bytes:
    begin = draw.randint(0, len(data))
    end = min(len(data), begin + draw.randint(1, 12))
    before, piece, behind = data[:begin], data[begin:end], data[end:]
    match draw.randrange(6):
        case 0:
            return before + behind
        case 1:
            return before + piece * draw.randint(2, 9) + behind
        case 2:
            return before + bytes(byte ^ 1 << draw.randrange(8) for byte in piece) + behind
        case 3:
            return before + draw.randbytes(draw.randint(1, 8)) + behind
        case 4:
            rest = before + behind
            spot = draw.randint(0, len(rest))
            return rest[:spot] + piece + rest[spot:]
        case _:
            return before


def _damage_words(data: bytes, draw: random.Random) -> bytes:
    words: list[bytes] = WORD.findall(data) or [b""]
    spot, other = draw.randrange(len(words)), draw.randrange(len(words))
    match draw.randrange(5):
        case 0:
            words[spot] = draw.choice(TOKENS)
        case 1:
            words.insert(spot, draw.choice(TOKENS))
        case 2:
            words[spot], words[other] = words[other], words[spot]
        case 3:
            del words[spot]
        case _:
            lines = data.splitlines(keepends=True) or [b""]
            lines.insert(draw.randrange(len(lines)), lines.pop(draw.randrange(len(lines))))
            return b"".join(lines)
    return b"".join(words)


class Tally:
    """What came of the files."""

    def __init__(self) -> None:
        self.states: Counter[str] = Counter()
        self.codes: Counter[str] = Counter()
        self.tracebacks = self.placeless = self.silent = 0
        self.slowest = 0.0

    def add(self, answer: dict[str, object]) -> None:
        """Count one answer."""
        self.states[str(answer["state"])] += 1
        problems = answer["problems"]
        assert isinstance(problems, list)
        self.silent += answer["state"] not in {"green", "needless"} and not problems
        for problem in problems:
            self.codes[problem["code"]] += 1
            self.placeless += not (problem["line"] >= 1 and problem["column"] >= 1 and problem["message"])

    @property
    def broken(self) -> list[str]:
        """The bounds that were broken."""
        bounds = {
            f"{self.tracebacks} tracebacks": self.tracebacks,
            f"{self.placeless} problems without line, column or sentence": self.placeless,
            f"{self.silent} refused or remarked upon without a reason": self.silent,
            f"a file took {self.slowest:.2f} s": self.slowest > SLOWEST,
        }
        return [words for words, broken in bounds.items() if broken]


def check_here(game: Path, files: Sequence[bytes], tally: Tally) -> None:
    """The path of ``adjudicate check``, without starting it anew for every file."""
    opened = open_game(str(game))
    intake = opened.intake()
    for number, data in enumerate(files):
        begin = time.process_time()
        try:
            answer = check_bytes(opened, intake, data[: 64 * 1024 + 1], f"{number}.yaml", None, NOW)
            list_answer_lines(answer, intake.sentences)
            told = answer_to_json(answer, intake.sentences)
        except Exception:  # noqa: BLE001 - that is what is counted here
            tally.tracebacks += 1
            print(f"traceback for {data!r}\n{traceback.format_exc()}")
            continue
        tally.slowest = max(tally.slowest, time.process_time() - begin)
        tally.add(dict(told))


def check_by_command(game: Path, files: Sequence[bytes], folder: Path, tally: Tally) -> None:
    """The installed command, with many files to a start, once for people and once for programs."""
    for first in range(0, len(files), FILES_A_START):
        paths = []
        for number, data in enumerate(files[first : first + FILES_A_START], start=first):
            paths.append(folder / f"{number}.yaml")
            paths[-1].write_bytes(data)
        for options in (["--json"], []):
            begin = time.perf_counter()
            ran = subprocess.run(
                [COMMAND, "check", game, *paths, "--now", "2026-09-22T07:00:00Z", *options],
                capture_output=True,
                timeout=120,
                check=False,
            )
            tally.slowest = max(tally.slowest, (time.perf_counter() - begin) / len(paths))
            # for people, with a line on stderr for the moderator about each file
            complaints = 0 if options else len(paths)
            if ran.returncode not in {0, 1, 3} or ran.stderr.count(b"\n") != complaints:
                tally.tracebacks += 1
                print(f"the command ended with {ran.returncode}: {ran.stderr.decode('utf-8', 'replace')}")
            elif options:
                for answer in json.loads(ran.stdout):
                    tally.add(answer)
            elif not ran.stdout.decode().replace("\n", "").isprintable():
                tally.tracebacks += 1
                print("a character that does not print reached the terminal")


def main() -> int:
    """Damage, check, count; 1 where a bound is broken."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else COUNT
    draw = random.Random(20260922)
    good = list_good_files()
    files = [damage(draw.choice(good), draw) for _ in range(count)]
    by_command = min(BY_COMMAND, count)
    tally = Tally()
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        game = Path(shutil.copytree(GAME, Path(folder) / "g42"))
        check_here(game, files[: count - by_command], tally)
        check_by_command(game, files[count - by_command :], Path(folder), tally)
    print(f"{count} damaged files in {time.perf_counter() - begin:.1f} s, {by_command} of them through the command")
    print("states: " + ", ".join(f"{state} {number}" for state, number in tally.states.most_common()))
    print(f"problems: {tally.codes.total()} of {len(tally.codes)} kinds, {tally.placeless} without line and column")
    print(f"tracebacks: {tally.tracebacks}; slowest file: {1000 * tally.slowest:.0f} ms")
    for words in tally.broken:
        print(f"BROKEN: {words}")
    return bool(tally.broken)


if __name__ == "__main__":
    sys.exit(main())
