"""Nothing is ever half there: whatever call to the system fails or is the last one, the old state stands or the new."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from unit.store.conftest import START, set_up
from unit.store.forging import head_of

from adjudicator.acts.filing import submit_file
from adjudicator.acts.open_game import open_game
from adjudicator.acts.run import Status, run_turn
from adjudicator.acts.verify import verify_game
from adjudicator.core.instant import add_hours

MUTATING = ("open", "write", "fsync", "fchmod", "mkdir", "chmod", "rename", "unlink", "rmdir", "posix_fadvise")
NOW = add_hours(START, 96)


class Killed(BaseException):
    """Stands for the end of the process: nothing of ours catches it."""


class Saboteur:
    """Counts the calls that change the disk, and lets one of them fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self.fatal = -1
        self.error: Callable[[], BaseException] = Killed
        self.for_ever = False
        for name in MUTATING:
            monkeypatch.setattr(os, name, self._wrap(getattr(os, name), reads=name == "open"))

    def _wrap(self, real: Callable[..., object], *, reads: bool) -> Callable[..., object]:
        def call(*arguments: object, **named: object) -> object:
            if reads and not int(str(arguments[1])) & (os.O_WRONLY | os.O_RDWR):
                return real(*arguments, **named)
            number, self.count = self.count, self.count + 1
            if number == self.fatal or (self.for_ever and number > self.fatal >= 0):
                raise self.error()
            return real(*arguments, **named)

        return call

    def strike(self, number: int, error: Callable[[], BaseException], *, for_ever: bool = False) -> None:
        self.count, self.fatal, self.error, self.for_ever = 0, number, error, for_ever

    def rest(self) -> None:
        self.strike(-1, Killed)


@pytest.fixture
def saboteur(monkeypatch: pytest.MonkeyPatch) -> Saboteur:
    return Saboteur(monkeypatch)


def no_space() -> OSError:
    return OSError(28, "No space left on device")


def asides(game: Path) -> list[Path]:
    return list(game.rglob("*.aside*"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("error", "for_ever"), [(Killed, False), (no_space, False), (no_space, True)], ids=["killed", "once", "for-ever"]
)
def test_a_turn_is_there_wholly_or_not_at_all_and_running_again_finishes_it(
    model: Path, tmp_path: Path, saboteur: Saboteur, error: Callable[[], BaseException], *, for_ever: bool
) -> None:
    pattern = Path(shutil.copytree(model, tmp_path / "pattern"))
    saboteur.rest()
    run_turn(str(pattern), None, NOW)
    steps, head = saboteur.count, head_of(pattern)
    assert steps > 50
    outcomes = set()
    for step in range(0, steps, 1 if error is Killed else 3):
        game = Path(shutil.copytree(model, tmp_path / f"{step}"))
        saboteur.strike(step, error, for_ever=for_ever)
        done = False
        with suppress(Killed, OSError):
            # a disk that has no room for the line of the status has lost nothing
            done = run_turn(str(game), None, NOW).status is Status.ADJUDICATED
        saboteur.rest()
        verdict = verify_game(str(game))
        assert verdict.findings == [], (step, verdict.findings)
        assert verdict.turns in ({4} if done else {3, 4})
        outcomes.add(verdict.turns)
        again = run_turn(str(game), 4, NOW)
        assert again.status is (Status.ADJUDICATED if verdict.turns == 3 else Status.ALREADY)
        assert (again.head, head_of(game)) == (head, head)
        assert not asides(game)
        assert not list(game.glob("inbox/*/*"))
        assert verify_game(str(game)).findings == []
        shutil.rmtree(game)
    assert outcomes == {3, 4}


@pytest.mark.parametrize("by_hand", [True, False], ids=["by hand", "with its token"])
def test_a_file_is_accepted_wholly_or_not_at_all(
    model: Path, tmp_path: Path, saboteur: Saboteur, by_hand: bool
) -> None:
    opened = open_game(str(model))
    seat = opened.seats[1]
    actions = opened.game.kernel.legal(opened.record.state, seat)
    order = opened.game.orders.write(opened.record.state, actions[len(actions) // 3])["leader"]
    letter = (model / "outbox" / f"0000-{seat}-invitation.txt").read_text()
    spoken = "# by hand" if by_hand else f"token: {letter.partition(chr(10) + 'token: ')[2].split()[0]}"
    data = f"game: g1\nturn: 4\nseat: {seat}\n{spoken}\norders:\n  - leader: {order}\n".encode()
    handed = seat if by_hand else None
    pattern = Path(shutil.copytree(model, tmp_path / "pattern"))
    saboteur.rest()
    receipt = submit_file(str(pattern), data, "x", handed, NOW)[0].receipt
    steps = saboteur.count
    assert steps > 5
    for step in range(steps):
        game = Path(shutil.copytree(model, tmp_path / f"{step}"))
        saboteur.strike(step, Killed)
        with pytest.raises(Killed):
            submit_file(str(game), data, "x", handed, NOW)
        saboteur.rest()
        verdict = verify_game(str(game))
        assert (verdict.findings, verdict.turns) == ([], 3), step
        again = submit_file(str(game), data, "x", handed, NOW)[0].receipt
        assert (again.id, again.state) == (receipt.id, receipt.state)
        outcome = run_turn(str(game), None, NOW)
        assert outcome.status is Status.ADJUDICATED
        assert any(str(order).split()[1] in result for result in outcome.results)
        assert not asides(game)
        assert verify_game(str(game)).findings == []
        shutil.rmtree(game)


def test_a_refused_file_is_kept_wholly_and_none_of_those_before_it_is_looked_at(
    model: Path, tmp_path: Path, saboteur: Saboteur, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    for name in ("scandir", "listdir"):
        real = getattr(os, name)

        def look(path: str, real: Callable[[str], object] = real) -> object:
            looked.append(os.fspath(path))
            return real(path)

        monkeypatch.setattr(os, name, look)
    pattern = Path(shutil.copytree(model, tmp_path / "pattern"))
    saboteur.rest()
    submit_file(str(pattern), b"orders: 2", "x", None, NOW)
    first = {path.name for path in (pattern / "refused").iterdir()} - {p.name for p in (model / "refused").iterdir()}
    saboteur.rest()
    looked.clear()
    submit_file(str(pattern), b"orders: 1", "x", None, NOW)
    steps = saboteur.count
    assert str(pattern / "private") in looked
    assert str(pattern / "refused") not in looked
    kept = sorted({path.name for path in (pattern / "refused").iterdir()} - first)
    for step in range(steps):
        game = Path(shutil.copytree(model, tmp_path / f"{step}"))
        saboteur.strike(step, Killed)
        with pytest.raises(Killed):
            submit_file(str(game), b"orders: 1", "x", None, NOW)
        saboteur.rest()
        submit_file(str(game), b"orders: 1", "x", None, NOW)
        assert not asides(game)
        assert sorted(path.name for path in (game / "refused").iterdir()) == kept
        assert verify_game(str(game)).remarks == []


@pytest.mark.usefixtures("model")  # templates are loaded: the first report of a process takes more steps than others
def test_a_game_is_set_up_wholly_or_not_at_all(tmp_path: Path, saboteur: Saboteur) -> None:
    saboteur.rest()
    set_up(tmp_path / "pattern", "g1", b"\x01" * 32)
    steps, head = saboteur.count, head_of(tmp_path / "pattern")
    seen = set()
    for step in range(0, steps, 2):
        game = tmp_path / f"{step}"
        saboteur.strike(step, Killed)
        with pytest.raises(Killed):
            set_up(game, "g1", b"\x01" * 32)
        saboteur.rest()
        seen.add(game.exists())
        if not game.exists():
            set_up(game, "g1", b"\x01" * 32)
        assert verify_game(str(game)).findings == []
        assert head_of(game) == head
        assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".aside")] == []
        shutil.rmtree(game)
    assert False in seen


def test_half_written_files_are_swept_away_by_the_next_run(game: Path) -> None:
    (game / "turns" / "0007.turn.aside").write_text("half")
    (game / "turns" / "0003" / "reports" / "ann.html.aside").write_text("half")
    (game / "inbox" / "ann" / "02.yaml.aside").write_text("half")
    verdict = verify_game(str(game))
    assert verdict.findings == []
    assert verdict.remarks == [
        "inbox/ann/02.yaml.aside: left by an interrupted command; the next run removes it",
        "turns/0003/reports/ann.html.aside: left by an interrupted command; the next run removes it",
        "turns/0007.turn.aside: left by an interrupted command; the next run removes it",
    ]
    assert run_turn(str(game), None, NOW).status is Status.ADJUDICATED
    assert verify_game(str(game)).remarks == []


def test_reports_whose_folder_was_not_complete_are_made_again(game: Path) -> None:
    reports = game / "turns" / "0003" / "reports"
    kept = {path.name: path.read_bytes() for path in reports.iterdir()}
    unfinished = reports.rename(reports.with_name("reports.aside"))
    (unfinished / "ann.html").write_text("half")
    remark = "left by an interrupted command; the next run removes it"
    assert f"turns/0003/reports.aside/ann.html: {remark}" in verify_game(str(game)).remarks
    submit_file(str(game), b"no file", "orders.yaml", "ann", add_hours(START, 72))
    assert {path.name: path.read_bytes() for path in reports.iterdir()} == kept
    assert not unfinished.exists()
    assert verify_game(str(game)).remarks == []


def test_a_folder_with_something_else_in_it_stays_where_reports_would_be_written(game: Path) -> None:
    reports = game / "turns" / "0003" / "reports"
    kept = {path.name: path.read_bytes() for path in reports.iterdir()}
    mine = reports.rename(reports.with_name("reports.aside")) / "thesis"
    mine.write_text("mine")
    submit_file(str(game), b"no file", "orders.yaml", "ann", add_hours(START, 72))
    assert [path.name for path in mine.parent.iterdir()] == ["thesis"]
    assert {path.name: path.read_bytes() for path in reports.iterdir()} == kept


def test_leftovers_anywhere_are_swept_away(game: Path) -> None:
    ours = ("refused.aside", "private/secret.aside", "outbox/0003-ann-notice.txt.aside")
    for name in ours:
        (game / name).write_text("half")
    run_turn(str(game), None, NOW)
    assert verify_game(str(game)).remarks == []


def test_an_older_file_whose_submission_was_interrupted_never_displaces_a_newer_one(
    model: Path, tmp_path: Path, saboteur: Saboteur
) -> None:
    opened = open_game(str(model))
    seat = opened.seats[1]
    actions = opened.game.kernel.legal(opened.record.state, seat)
    spots = [str(opened.game.orders.write(opened.record.state, action)["leader"]) for action in actions]

    def file(spot: str) -> bytes:
        return f"game: g1\nturn: 4\nseat: {seat}\norders:\n  - leader: {spot}\n".encode()

    pattern = str(shutil.copytree(model, tmp_path / "pattern"))
    saboteur.rest()
    submit_file(pattern, file(spots[3]), "older", seat, NOW)
    steps = saboteur.count
    for step in range(steps):
        game = Path(shutil.copytree(model, tmp_path / f"{step}"))
        saboteur.strike(step, Killed)
        with pytest.raises(Killed):
            submit_file(str(game), file(spots[3]), "older", seat, NOW)
        saboteur.rest()
        receipt = submit_file(str(game), file(spots[9]), "newer", seat, NOW)[0].receipt
        told = [line for line in run_turn(str(game), None, NOW).results if line.startswith(seat)]
        assert told[0].rstrip(".").endswith(f" on {spots[9].split()[1]}"), (step, receipt.in_force)
