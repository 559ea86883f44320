"""Small real games for tests of recorded acts: set up, played at random, looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from parts import part_of

from adjudicator.acts.filing import submit_file
from adjudicator.acts.new import NewGamePlan, set_up_game
from adjudicator.acts.open_game import OpenGame, open_game
from adjudicator.acts.run import RunResult, Status, run_turn
from adjudicator.acts.simulate import Picker, _send_orders
from adjudicator.acts.verify import verify_game
from adjudicator.core.charter import WhenBlocked
from adjudicator.core.instant import add_hours, read_instant
from adjudicator.core.table import Pacing
from adjudicator.intake.receipt import Receipt
from adjudicator.registry import find_game
from adjudicator.store.formats import split_part

START = read_instant("2026-01-01T00:00:00Z")
TURN_FILES = ("state.json", "agenda.json", "events.json", "chance.json")


class Table:
    """A game at ``path`` and the hours since its beginning."""

    def __init__(self, path: Path, seed: int = 1) -> None:
        self.path = str(path)
        self.hours = 0
        self.picker = Picker(bytes([seed]))

    @property
    def now(self) -> datetime:
        return add_hours(START, self.hours)

    @property
    def opened(self) -> OpenGame:
        return open_game(self.path)

    @property
    def newest(self) -> int:
        return self.opened.record.number

    def send(self) -> None:
        """Random legal orders of everybody who is asked."""
        self.hours += 1
        _send_orders(self.path, self.picker, self.now)

    def submit(self, seat: str, text: str) -> Receipt:
        answer, _ = submit_file(self.path, text.encode(), f"{seat}.yaml", seat, self.now)
        return answer.receipt

    def run(self) -> RunResult:
        """The next turn, by the deadline's passing if need be."""
        self.hours += 1
        outcome = run_turn(self.path, None, self.now)
        if outcome.status is Status.WAITING:
            self.hours += 24 * 14
            outcome = run_turn(self.path, None, self.now)
        return outcome

    def play(self, turns: int) -> None:
        for _ in range(turns):
            self.send()
            assert self.run().status is Status.ADJUDICATED

    def read(self, name: str) -> bytes:
        return (part_of(Path(self.path), name) if split_part(name) else Path(self.path, name)).read_bytes()

    def turn_files(self, turn: int, branch: int | None = None) -> dict[str, bytes]:
        """What a turn came to, without anything that names the instant it ran at."""
        where = f"turns/{turn:04}" if branch is None else f"branches/{branch:04}/turns/{turn:04}"
        return {name: self.read(f"{where}/{name}") for name in TURN_FILES}

    def findings(self, *, reports: bool = False) -> list[str]:
        return verify_game(self.path, reports=reports).findings


def found(
    folder: Path,
    game: str = "through-the-desert",
    seats: Sequence[str] = ("ann", "bob", "cem"),
    options: Mapping[str, str] | None = None,
    seed: int = 1,
    pacing: Pacing | None = None,
    names: Mapping[str, str] | None = None,
    zone: str = "UTC",
    addresses: Mapping[str, str] | None = None,
    edition: str = "",
) -> Table:
    """A game just set up, its id always the same."""
    rules = find_game(game)
    plan = NewGamePlan(
        id="toy",
        game=rules,
        edition=edition or next(iter(rules.editions)),
        options=options or {},
        seats=tuple(seats),
        addresses=addresses or {},
        pacing=pacing or rules.default_pacing,
        deadline_hours=48,
        when_blocked=WhenBlocked.ASK,
        sample=False,
        names=names or {},
        zone=zone,
    )
    set_up_game(str(folder / "toy"), plan, bytes([seed]) * 32, b"t" * 32, START)
    return Table(folder / "toy", seed)


def tree(path: str) -> dict[str, bytes]:
    """Every file below ``path``."""
    root = Path(path)
    return {str(file.relative_to(root)): file.read_bytes() for file in sorted(root.rglob("*")) if file.is_file()}
