"""The same with whole game directories and the program's real acts: what the search reads is what is really sent."""

from __future__ import annotations

import io
import json
import shutil
from collections import Counter
from collections.abc import Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from secrecy.catan_twins import CatanTwins
from secrecy.desert_twins import DesertTwins
from secrecy.kit import SHY, Below, Search, Twins
from secrecy.memory import GAME_ID, HOURS, START, accept, bundle_twin, run_next
from secrecy.memory import Plan as Wanted
from secrecy.told import list_told, mask, print_legal

from adjudicator.acts.new import Plan, set_up_game
from adjudicator.acts.opened import OpenGame, open_game
from adjudicator.acts.run import Outcome, Status, run_turn
from adjudicator.acts.simulate import Picker
from adjudicator.acts.submit import submit_file
from adjudicator.chance import SecretChance
from adjudicator.cli import form_command, legal_command, run_command, show_command
from adjudicator.cli.answers import answer_to_json, list_answer_lines
from adjudicator.core.agenda_json import dump_agenda
from adjudicator.core.instant import add_hours
from adjudicator.core.table import Onlooker, Reader, Seat
from adjudicator.store.bundle import RECORD_FILES
from adjudicator.store.json_text import write_json

SECRET = bytes(32)


def found(path: Path, wanted: Wanted) -> None:
    plan = Plan(
        id=GAME_ID,
        game=wanted.game,
        edition=wanted.edition,
        options=wanted.options,
        seats=wanted.seats,
        addresses={},
        pacing=wanted.pacing,
        deadline_hours=HOURS,
        when_blocked=wanted.when_blocked,
        sample=False,
    )
    set_up_game(str(path), plan, SECRET, SECRET, START)


class Course(NamedTuple):
    """The next turn of a game directory: all that was printed on the way, in order, and the game afterwards."""

    printed: tuple[str, ...]
    after: OpenGame


def play(path: Path, files: Mapping[Seat, bytes], reader: Reader) -> Course:
    """Submit the files one by one, try to run the turn every hour, and after the deadline."""
    opened = open_game(str(path))
    printed: list[str] = []
    now = opened.record.circumstances.now
    outcome = _run(path, now, printed)
    for seat, data in files.items():
        if outcome.status is not Status.WAITING:
            break
        now = add_hours(now, 1)
        answer, sentences = submit_file(str(path), data, "file", seat, now)
        if seat == reader:
            printed += list_answer_lines(answer, sentences, kept=True)
            printed.append(json.dumps(answer_to_json(answer, sentences)))
        outcome = _run(path, now, printed)
    if outcome.status is Status.WAITING:
        _run(path, add_hours(now, HOURS), printed)
    after = open_game(str(path))
    return Course(tuple(mask(text, after.head, opened.head) for text in printed), after)


def _run(path: Path, now: Any, printed: list[str]) -> Outcome:
    outcome = run_turn(str(path), None, now)
    printed.append(json.dumps(run_command._to_json(outcome)))
    return outcome


def make_twin(path: Path, opened: OpenGame, record: Any) -> Path:
    """A copy of the game in which the newest turn ended with ``record``."""
    twin = Path(shutil.copytree(path, path.with_name(path.name + "-twin")))
    files = bundle_twin(opened, record)
    for name in RECORD_FILES:
        (twin / "turns" / f"{record.number:04}" / name).write_bytes(files[name])
    return twin


def print_all(path: Path, opened: OpenGame, reader: Reader) -> dict[str, str]:
    """What the commands print for ``reader``, and the reports as they lie on disk."""
    seat = None if isinstance(reader, Onlooker) else reader
    printed = {}
    for form in show_command.Format:
        printed[f"show {form.value}"] = _catch(
            lambda form=form: show_command.command(str(path), None, seat, False, form)
        )
    if seat is not None and not opened.over:
        printed["form"] = _catch(lambda: form_command.command(str(path), seat))
        printed["legal"] = _catch(lambda: legal_command.command(str(path), seat, as_json=True))
        printed["legal text"] = _catch(lambda: legal_command.command(str(path), seat, as_json=False))
    reports = path / "turns" / f"{opened.record.number:04}" / "reports"
    for name in (seat or Onlooker.PUBLIC.value, Onlooker.PUBLIC.value):
        for suffix in ("html", "txt"):
            printed[f"{name}.{suffix}"] = (reports / f"{name}.{suffix}").read_text()
    printed["reports"] = " ".join(sorted(report.name for report in reports.iterdir()))
    return {name: mask(text, opened.head, opened.manifest["previous"] or "") for name, text in printed.items()}


def _catch(command: Any) -> str:
    printed = io.StringIO()
    with redirect_stdout(printed):
        command()
    return printed.getvalue()


class Walk:
    """Plays a game directory, with a twin at every turn; ``compared`` counts the turns played in both."""

    def __init__(self, twins: Twins, number: int, folder: Path) -> None:
        self.twins, self.path = twins, folder / f"game-{number}"
        self.below = Picker(bytes([number, 3])).below
        self.compared = 0
        self.skipped: Counter[str] = Counter()
        self.changed: Counter[str] = Counter()
        found(self.path, twins.plan(number))

    def go(self, turns: int) -> None:
        for _ in range(turns):
            opened = open_game(str(self.path))
            if opened.over:
                return
            files = {
                seat: data
                for seat, data in self.twins.write_files(opened, self.below).items()
                if accept(opened, seat, data) is not None
            }
            readers: tuple[Reader, ...] = (*opened.seats, Onlooker.PUBLIC)
            self._compare(opened, files, readers[self.below(len(readers))], self.below)

    def _compare(self, opened: OpenGame, files: Mapping[Seat, bytes], reader: Reader, below: Below) -> None:
        """Play the turn in the game and in up to three twins, until one has the same course in public."""
        copies = []
        for boldness in range(SHY + 1):
            twin = self.twins.vary(opened, files, reader, below, boldness)
            copy = make_twin(self.path, opened, twin.record)
            copies.append((twin, Path(copy.rename(copy.with_name(f"{copy.name}-{opened.record.number}-{boldness}")))))
        before = list_told(opened, reader, {}, START)
        course = play(self.path, files, reader)
        for twin, copy in copies:
            other = open_game(str(copy))
            assert list_told(other, reader, {}, START) == before
            assert all(accept(other, seat, data) for seat, data in twin.files.items())
            theirs = play(copy, twin.files, reader)
            events = course.after.record.events, theirs.after.record.events
            parted = Search(self.twins)._find_parting(*events, reader)
            if parted is not None:
                why = self.twins.explain(course.after, parted, reader)
                assert why is not None, parted
                self.skipped[why] += 1
                continue
            if not course.after.over:
                self._hold_against(course, theirs, copy, reader)
                self.changed += twin.changed
            break
        for _, copy in copies:
            shutil.rmtree(copy)

    def _hold_against(self, course: Course, theirs: Course, copy: Path, reader: Reader) -> None:
        self.compared += 1
        assert course.printed == theirs.printed
        printed = print_all(self.path, course.after, reader)
        assert printed == print_all(copy, theirs.after, reader)
        told = list_told(course.after, reader, {}, course.after.record.circumstances.now)
        assert told["report.html"] == printed["show html"].removesuffix("\n") + "\n"
        assert told["report.txt"].rstrip("\n") == printed["show text"].rstrip("\n")
        assert told["show.json"] + "\n" == printed["show json"]
        if "legal" in printed:
            assert told["legal"] == printed["legal"]
            assert told["form"] == printed["form"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("twins", "number", "least"),
    [(CatanTwins(), 0, 8), (CatanTwins(), 3, 5), (CatanTwins(), 5, 8), (DesertTwins(), 1, 6)],
)
def test_whole_directories_tell_nothing(twins: Twins, number: int, least: int, tmp_path: Path) -> None:
    walk = Walk(twins, number, tmp_path)
    walk.go(16)
    assert walk.compared >= least, walk.skipped
    assert walk.changed


def test_a_turn_in_memory_is_the_turn_that_the_program_runs(tmp_path: Path) -> None:
    twins, below = CatanTwins(), Picker(b"same").below
    path = tmp_path / "game"
    found(path, twins.plan(0))
    for _ in range(12):
        opened = open_game(str(path))
        files = twins.write_files(opened, below)
        arrivals = [(seat, file) for seat, data in files.items() if (file := accept(opened, seat, data)) is not None]
        run = run_next(opened, arrivals, SecretChance(GAME_ID, SECRET))
        assert run.after is not None
        course = play(path, dict.fromkeys(files) | files, Onlooker.PUBLIC)
        assert run.after.record.events == course.after.record.events
        assert run.after.record.stop == course.after.record.stop
        assert run.late == course.after.record.circumstances.late
        agendas = [
            {seat: dump_agenda(agenda) for seat, agenda in game.record.agendas.items()}
            for game in (run.after, course.after)
        ]
        assert write_json(agendas[0]) == write_json(agendas[1])


def test_what_is_printed_for_legal_orders_is_read_from_the_game_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "game"
    found(path, CatanTwins().plan(0))
    opened = open_game(str(path))
    seat = opened.seats[0]
    assert print_legal(opened, seat) == _catch(lambda: legal_command.command(str(path), seat, as_json=True))
