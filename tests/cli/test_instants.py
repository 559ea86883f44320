"""Wrong clocks and distant deadlines: whatever a command accepts, the next one can read and go on from."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from cli.shell import SET_UP, SOON, TOO_LATE, Ran, adjudicate, found, snapshot

WHY = ("--reason", "a storm")


def expect_alive(game: Path) -> None:
    """The game can be read, verified and gone on with."""
    assert adjudicate("verify", game).code == 0
    assert adjudicate("status", game).code == 0
    ran = adjudicate("run", game, "--force", "--now", TOO_LATE)
    assert ran.code == 0, ran


def refuse(game: Path, words: tuple[object, ...], code: int, complaint: str) -> None:
    before = snapshot(game)
    ran = adjudicate(*words)
    assert (ran.code, ran.out) == (code, ""), ran
    assert complaint in ran.err
    assert snapshot(game) == before


@pytest.mark.parametrize(
    ("words", "code", "complaint"),
    [
        (("--until", "2999-12-31T23:00:00Z"), 3, "973 years away; give an earlier one"),
        (("--until", "2999-12-31T23:00:00-05:00"), 2, "too far away; instants lie between"),
        (("--until", "3000-01-01T00:00:00Z"), 2, "too far away; instants lie between"),
        (("--until", "0001-01-01T00:00:00+23:59"), 2, "too far away"),
        (("--until", "1970-12-31T23:59:59Z"), 2, "too far away"),
        (("--hours", "2", "--now", "2999-12-31T23:00:00Z"), 3, "973 years before"),
        (("--hours", "2", "--now", "1971-01-01T00:00:00Z"), 3, "later than now"),
    ],
)
def test_a_deadline_that_could_not_be_read_or_reached_is_refused(
    tmp_path: Path, words: tuple[str, ...], code: int, complaint: str
) -> None:
    game = found(tmp_path)
    now = () if "--now" in words else ("--now", SOON)
    refuse(game, ("extend", game, *words, *WHY, *now), code, complaint)
    expect_alive(game)


def test_extending_again_and_again_never_makes_what_cannot_be_read(tmp_path: Path) -> None:
    game = found(tmp_path)
    for year, code in (("2125", 0), ("2126", 3)):
        words = ("--until", f"{year}-12-31T23:00:00Z", "--reason", year, "--now", SOON)
        assert adjudicate("extend", game, *words).code == code
    for number in range(3):
        ran = adjudicate("extend", game, "--hours", "8784", "--reason", f"again {number}", "--now", SOON)
        assert ran.code == 3, ran
    expect_alive(game)


def test_a_turn_far_in_the_future_is_not_run(tmp_path: Path) -> None:
    game = found(tmp_path)
    for now in ("2999-12-30T00:00:00Z", "2999-12-31T23:59:59Z", "2127-01-01T00:00:00Z"):
        refuse(game, ("run", game, "--force", "--now", now), 3, "set the clock, or give --now")
    expect_alive(game)


@pytest.mark.parametrize("now", ["2999-12-31T00:00:00Z", "2999-12-29T00:00:01Z"])
def test_no_game_begins_whose_deadline_could_not_be_kept(tmp_path: Path, now: str) -> None:
    words = ("--game", "through-the-desert", "--seat", "ann", "--seat", "bob")
    ran = adjudicate("new", tmp_path / "y1", *words, "--now", now)
    assert (ran.code, ran.out) == (2, "")
    assert "72 hours more is too far away; instants lie between" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_game_at_the_end_of_time_can_be_read(tmp_path: Path) -> None:
    words = ("--game", "through-the-desert", "--seat", "ann", "--seat", "bob", "--deadline", "0")
    assert adjudicate("new", tmp_path / "y1", *words, "--now", "2999-12-31T23:59:59Z").code == 0
    assert adjudicate("verify", tmp_path / "y1").code == 0


def say_date(seconds: int, *words: object) -> Ran:
    """What the command says on a machine whose clock shows so many seconds since 1970."""
    program = (
        "import datetime, sys\n"
        "class Wrong(datetime.datetime):\n"
        "    @classmethod\n"
        f"    def now(cls, tz=None): return datetime.datetime.fromtimestamp({seconds}, tz)\n"
        "from adjudicator.cli import parameters\n"
        "parameters.datetime = Wrong\n"
        "from adjudicator.cli.main import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, words)], capture_output=True, text=True, check=False, timeout=60
    )
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seconds", [12, 300_000_000, 32_503_679_000])
def test_a_clock_that_was_never_set_dates_nothing(tmp_path: Path, seconds: int) -> None:
    game = found(tmp_path / "game")
    for words in (
        ("run", game, "--force"),
        ("extend", game, "--hours", "2", *WHY),
        ("new", tmp_path / "y", "--game", "through-the-desert", "--seat", "ann", "--seat", "bob"),
    ):
        ran = say_date(seconds, *words)
        assert ran.code == 2, ran
        assert "which cannot be; set it, or give --now INSTANT" in " ".join(ran.err.split())
    assert not (tmp_path / "y").exists()
    assert say_date(seconds, "run", game, "--now", SET_UP).code == 4
