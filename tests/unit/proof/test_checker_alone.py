"""The checker on its own, under a bare Python: sound mails pass, spoilt ones are named, and a mutant in any of its
modules shows.

No test compares it with the modules that it is made of: what it is held against are mails.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

import pytest
from cli.shell import adjudicate
from unit.proof.mailbox import keep_files, keep_reports, read_parts, run_alone, write_parts
from unit.proof.test_whole_games import ALONE, GAMES, check

from adjudicator.acts.moderation.rewind import rewind_game
from adjudicator.acts.run import run_turn

GITA, NADIA, DORA = "gita", "nadia", "dora"
TURN = 7
"""A turn in the middle: with orders, hidden cards, draws, an opened key, echoes, and nonces where the game has them."""


@pytest.fixture(scope="module")
def mailboxes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A whole Catan of caravans; a game at chance level L2; a desert that was taken back, with the void report."""
    folder = tmp_path_factory.mktemp("mailboxes")
    for seat, name in ((GITA, "finished-caravan"), (NADIA, "reef")):
        keep_reports(GAMES / name, seat, folder / seat, ("txt",))
        keep_files(GAMES / name, seat, folder / seat)
    for letter in (GAMES / "reef" / "outbox").glob("*-anchors.txt"):
        shutil.copy(letter, folder / NADIA)
    path = Path(shutil.copytree(GAMES / "g42", folder / "g42"))
    run_turn(str(path), None, datetime(2026, 9, 22, 9, tzinfo=UTC))
    keep_reports(path, DORA, folder / DORA, ("txt",))
    for form in ("txt", "proof"):
        (folder / DORA / f"0007-dora.{form}").rename(folder / DORA / f"first-0007-dora.{form}")
    rewind_game(str(path), 6, "a file was lost", datetime(2026, 9, 22, 10, tzinfo=UTC))
    run_turn(str(path), None, datetime(2026, 9, 22, 11, tzinfo=UTC), force=True)
    keep_reports(path, DORA, folder / DORA, ("txt",))
    return {seat: folder / seat for seat in (GITA, NADIA, DORA)}


def find_report(folder: Path, turn: int) -> Path:
    (path,) = folder.glob(f"{turn:04}-*.txt") if turn else folder.glob("0000-????.txt")
    return path


def replace(path: Path, pattern: str, by: str) -> None:
    text = path.read_text()
    assert re.search(pattern, text), (path, pattern)
    path.write_text(re.sub(pattern, by, text, count=1))


def with_parts(turn: int, spoil: Callable[[dict[str, Any], dict[str, Any]], object]) -> Callable[[Path], None]:
    """Change the header and the proof of a report in place."""

    def change(folder: Path) -> None:
        path = find_report(folder, turn).with_suffix(".proof")
        header, proof = read_parts(path)
        spoil(header, proof)
        write_parts(path, header, proof)

    return change


def other_draw(draw: list[Any]) -> list[Any]:
    return [*draw[:3], (draw[3] + 1) % draw[2]]


def last_turn(folder: Path) -> int:
    return max(int(path.name[:4]) for path in folder.glob("[0-9]*.txt"))


def tell_another_secret(folder: Path) -> None:
    turn = last_turn(folder)
    with_parts(turn, lambda header, _: header["rng"].update(revealed="0" * 64))(folder)


class Spoilt(NamedTuple):
    """A mailbox that was spoilt, and what has to be found."""

    seat: str
    spoil: Callable[[Path], object]
    found: str


SPOILT = {
    "a word of a report": Spoilt(
        GITA,
        lambda folder: replace(find_report(folder, TURN), "What happened", "What hapened"),
        "turn 7: report: not, byte for byte, the one that turn 8 speaks of",
    ),
    "hidden cards": Spoilt(
        GITA,
        with_parts(TURN, lambda _, proof: proof["facts"].update(facts={"hand": 1})),
        "turn 7: facts: not what the header was made from",
    ),
    "what was taken up": Spoilt(
        GITA,
        with_parts(TURN, lambda _, proof: proof["orders"].update(files=[])),
        "turn 7: orders: not what the header was made from",
    ),
    "a draw": Spoilt(
        GITA,
        with_parts(TURN, lambda _, proof: proof["draws"].append(other_draw(proof["draws"].pop()))),
        "is not what the opened key gives",
    ),
    "a draw that is left out": Spoilt(GITA, with_parts(TURN, lambda _, proof: proof["draws"].pop()), "is missing"),
    "dice in words of the newest report": Spoilt(
        GITA,
        lambda folder: replace(find_report(folder, last_turn(folder)), r"\(\d and \d\)", "(9 and 9)"),
        "adds up to something else",
    ),
    "an opened key": Spoilt(
        GITA,
        with_parts(
            TURN, lambda header, _: [opened.update(key="0" * 64) for opened in header["rng"]["opened"].values()]
        ),
        "not a key that was fixed before the game",
    ),
    "the secret": Spoilt(GITA, tell_another_secret, "rng.revealed: not the secret that was fixed before the game"),
    "a head that another quoted": Spoilt(
        GITA,
        with_parts(
            TURN, lambda header, _: header["echoes"].update(dict.fromkeys(header["echoes"], "0123456789abcdef"))
        ),
        "which is not a head of this history: two histories were shown",
    ),
    "the instant of a turn": Spoilt(
        GITA,
        with_parts(TURN, lambda header, _: header.update(now="2026-01-01T00:00:00Z")),
        "the report prints another head than the proof in 0007-gita.proof gives",
    ),
    "the block": Spoilt(
        GITA,
        lambda folder: replace(find_report(folder, TURN).with_suffix(".proof"), "(PROOF-----\n.{20})...", r"\1AAA"),
        "ask for the proof as an attachment",
    ),
    "a file of one's own": Spoilt(
        GITA,
        lambda folder: replace(next(folder.glob("0007-*.yaml")), "$", "# later\n"),
        "01.yaml is not one of your files for this turn",
    ),
    "the promise in the invitation": Spoilt(
        GITA,
        lambda folder: replace(folder / "0000-gita-invitation.txt", "(commitment: +)....", r"\g<1>0000"),
        "commitment: not what turn 0 says",
    ),
    "a nonce": Spoilt(
        NADIA,
        with_parts(
            6, lambda header, _: [mix.update(dict.fromkeys(mix, "0" * 64)) for mix in header["rng"]["mixes"].values()]
        ),
        "not a nonce of the chain that this seat fixed before the game",
    ),
    "a nonce that is left out": Spoilt(
        NADIA,
        with_parts(6, lambda header, _: [mix.popitem() for mix in header["rng"]["mixes"].values()]),
        "names as awaited",
    ),
    "an act that was changed": Spoilt(
        DORA, with_parts(TURN, lambda header, _: header["acts"][0].update(number=2)), "acts: number 2 follows 0"
    ),
    "the turn that was taken back": Spoilt(
        DORA, with_parts(TURN, lambda header, _: header["acts"].clear()), "not the history in"
    ),
}


class Outcome(NamedTuple):
    """How the checker ended: its exit code, and what it found; None where it did not come so far."""

    code: int
    findings: list[str] | None

    def is_right(self, found: str | None) -> bool:
        """Whether this is what has to come of a mailbox in which ``found`` has to be found, or nothing."""
        if found is None:
            return self == (0, [])
        return self.code == 1 and any(found in finding for finding in self.findings or ())


def look(checker: Path, folder: Path) -> Outcome:
    done = run_alone(checker, folder, "--json")
    try:
        return Outcome(done.returncode, json.loads(done.stdout)["findings"])
    except ValueError:
        return Outcome(done.returncode, None)


@pytest.fixture(scope="module")
def prepare(mailboxes: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The mailbox that is spoilt in a way of :data:`SPOILT`; sound ones by their seat."""
    made = dict(mailboxes)

    def find(what: str) -> Path:
        if what not in made:
            made[what] = tmp_path_factory.mktemp("spoilt") / "mails"
            shutil.copytree(mailboxes[SPOILT[what].seat], made[what])
            SPOILT[what].spoil(made[what])
        return made[what]

    return find


@pytest.fixture(scope="module")
def see(checker: Path, prepare: Callable[[str], Path]) -> Callable[[str], Outcome]:
    """What comes of the mailbox that ``prepare`` gives where the checker is as it should be."""
    return cache(lambda what: look(checker, prepare(what)))


@pytest.mark.parametrize("seat", [GITA, NADIA, DORA])
def test_sound_mails_pass(seat: str, checker: Path, mailboxes: dict[str, Path]) -> None:
    done = run_alone(checker, mailboxes[seat], "--json")
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert told == check(mailboxes[seat], known=ALONE)
    (game,) = told["games"]
    assert game["checked"]["bodies"]
    assert game["checked"]["facts"]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("what", SPOILT)
def test_what_was_spoilt_is_named(what: str, see: Callable[[str], Outcome]) -> None:
    outcome = see(what)
    assert outcome.is_right(SPOILT[what].found), outcome


MUTANTS = {
    "acts": ("history", "number != count + 1", "number != number", "an act that was changed"),
    "block": ("proof_file", "len(block) > LARGEST", "len(block) < LARGEST", GITA),
    "chains": ("mix_checks", "if not right:", "if right is None:", "a nonce"),
    "command": ("command", 'FINE if result["ok"] else FOUND', "FINE", "hidden cards"),
    "copies": ("copies", "if hash_bytes(spelling) in hashes", "if hash_bytes(spelling)", "a word of a report"),
    "public draws": ("draw_checks", "draw.below) != draw.value", "draw.below) >= draw.below", "a draw"),
    "draws": ("draws", "return word % below", "return word // below % below", GITA),
    "hashing": ("hashing", 'b"\\1" + left + right', 'b"\\1" + right + left', GITA),
    "headers": ("header", "make_header(hash_bytes(text), ", "make_header(hash_bytes(text.strip()), ", GITA),
    "places of copies": (
        "history_checks",
        "header.head.startswith(copy.digits)), None)",
        "header.head), None)",
        "the instant of a turn",
    ),
    "leaves": ("hashing", "canonical([path, value])", "canonical([value, path])", GITA),
    "rewinds": ("history", "return Relation.REPLACED", "return Relation.SPLIT", DORA),
    "mails": ("mails", "found.move_files.append(piece)", "found.remarks.append(piece.source)", "a file of one's own"),
    "mixes": ("mix_checks", "awaited != header.mixes[fixed].keys()", "awaited is None", "a nonce that is left out"),
    "nonces": ("draws", 'nonce = digest("nonce-chain", nonce)', 'nonce = digest("nonce-link", nonce)', NADIA),
    "own_files": ("own_files", "index, count) != root:", "index, count) is None:", "what was taken up"),
    "sentences": ("copies", 'sentences[-1] += f" {line.strip()}"', "break", GITA),
    "reported draws": ("draw_checks", "!= total:", "> total:", "dice in words of the newest report"),
}
"""By name: the module, what stands in it, what a mutant has in its place, and the mails with which that shows."""
WORDS = {"adjudicator/proof/act_words.py", "adjudicator/proof/fact_words.py"}
"""They find nothing: tests of their own read what they say."""


def test_every_module_has_a_mutant(checker: Path) -> None:
    with ZipFile(checker) as zipped:
        modules = {name for name in zipped.namelist() if re.fullmatch(r"adjudicator/proof/[a-z].*\.py", name)}
    assert {f"adjudicator/proof/{module}.py" for module, *_ in MUTANTS.values()} == modules - WORDS


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", MUTANTS)
def test_a_mutant_shows(
    name: str,
    checker: Path,
    see: Callable[[str], Outcome],
    prepare: Callable[[str], Path],
    tmp_path: Path,
) -> None:
    module, here, instead, what = MUTANTS[name]
    mutant = tmp_path / "mutant.pyz"
    with ZipFile(checker) as zipped, ZipFile(mutant, "w") as other:
        for entry in zipped.namelist():
            text = zipped.read(entry)
            if entry == f"adjudicator/proof/{module}.py":
                assert here in text.decode()
                text = text.replace(here.encode(), instead.encode())
            other.writestr(entry, text)
    found = SPOILT[what].found if what in SPOILT else None
    assert see(what).is_right(found)
    outcome = look(mutant, prepare(what))
    assert outcome.findings is not None, "the mutant does not run at all"
    assert not outcome.is_right(found)


def test_its_bytes_follow_from_its_version_alone(checker: Path, tmp_path: Path) -> None:
    for number, seed in enumerate(("1", "2")):
        folder = tmp_path / seed
        folder.mkdir(mode=0o700 + number)
        code = "import sys; from adjudicator.acts.checker import build_checker;sys.stdout.buffer.write(build_checker())"
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": f"XYZ{seed}"}
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=folder,
            env=environment,
            capture_output=True,
            check=True,
            umask=number * 63,
        )
        assert done.stdout == checker.read_bytes()


def test_the_command_that_writes_it(checker: Path, tmp_path: Path) -> None:
    file = tmp_path / "verify_mail.pyz"
    for _ in range(2):
        ran = adjudicate("verify-mail", "--checker", file)
        assert ran.code == 0
        assert ran.out.splitlines()[-1] == f"sha256 {check_sum(file)}"
        assert file.read_bytes() == checker.read_bytes()
    file.write_text("mine")
    assert adjudicate("verify-mail", "--checker", file).code == 2
    assert file.read_text() == "mine"
    assert adjudicate("verify-mail").code == 2
    assert adjudicate("verify-mail", "--checker", file, tmp_path).code == 2


def check_sum(file: Path) -> str:
    return subprocess.run(["sha256sum", file], capture_output=True, text=True, check=True).stdout.split()[0]
