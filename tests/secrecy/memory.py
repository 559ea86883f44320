"""A game in memory, opened like one on disk: the program's own parts do all the work, nothing is written.

Names no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, cast

from adjudicator.acts.filing import check_bytes
from adjudicator.acts.opened import OpenGame
from adjudicator.chance import SecretChance
from adjudicator.core.agenda import Source
from adjudicator.core.agenda_json import dump_agenda
from adjudicator.core.chance import Draw, Label
from adjudicator.core.charter import Charter, Commitment, WhenBlocked
from adjudicator.core.instant import add_hours
from adjudicator.core.record import Circumstances, TurnRecord
from adjudicator.core.table import Pacing, Seat, Setting
from adjudicator.intake.movefile import blank_token
from adjudicator.proof.hashing import hash_bytes
from adjudicator.registry import AnyGame
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.header import SavedLocal, SavedManifest
from adjudicator.store.inbox import Filed
from adjudicator.store.json_text import write_json
from adjudicator.turn import play_setup, play_turn

GAME_ID = "memory"
START = datetime(2026, 1, 1, tzinfo=UTC)
HOURS = 48


class SplitChance:
    """Real draws, the public ones from one secret and the hidden ones from another, so that these can be varied."""

    def __init__(self, public: bytes, hidden: bytes) -> None:
        self._public, self._hidden = SecretChance(GAME_ID, public), SecretChance(GAME_ID, hidden)
        self.draws: list[Draw] = []

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        chance = self._hidden if hidden else self._public
        value = chance.draw(epoch, label, below, hidden=hidden)
        self.draws.append(chance.draws[-1])
        return value

    def reveal(self) -> str:
        return self._hidden.reveal()


class _Inbox:
    def __init__(self) -> None:
        self.files: dict[Seat, list[Filed]] = {}

    def list_filed(self, seat: Seat) -> list[Filed]:
        return self.files.get(seat, [])

    def next_name(self, seat: Seat) -> str:
        return f"{len(self.list_filed(seat)) + 1:02}.yaml"


class _Directory:
    """As much of a game directory as filing and judging ask for."""

    path = GAME_ID

    def __init__(self) -> None:
        self.inbox = _Inbox()

    def read_token_hashes(self) -> Mapping[Seat, str]:
        return {}


class Plan(NamedTuple):
    """What is played: options, seats in the order they signed up, pacing."""

    game: AnyGame
    edition: str
    options: Mapping[str, str]
    seats: tuple[Seat, ...]
    pacing: Pacing
    when_blocked: WhenBlocked = WhenBlocked.ASK


def lay_open(game: AnyGame, charter: Charter, record: TurnRecord[Any], previous: str) -> OpenGame:
    """``record`` as the newest turn of a game; its head commits to position and agendas, hidden parts included."""
    position = {"turn": record.number, "state": game.kernel.dump(record.state)}
    agendas = {seat: dump_agenda(agenda) for seat, agenda in record.agendas.items()}
    head = hash_bytes(write_json({**position, "agendas": agendas}))
    manifest, local = cast("SavedManifest", {"previous": previous}), cast("SavedLocal", {"files": {}})
    directory = cast("GameDirectory", _Directory())
    return OpenGame(directory, charter, b"", game, record, manifest, local, head)


def found(plan: Plan, chance: SplitChance) -> OpenGame:
    """A game just set up."""
    charter = Charter(
        id=GAME_ID,
        game=plan.game.name,
        module=plan.game.module,
        version=plan.game.version,
        setting=Setting(plan.edition, plan.options, plan.seats),
        pacing=plan.pacing,
        deadlines=plan.game.deadlines(
            {option.name: plan.options.get(option.name, option.default) for option in plan.game.options}, HOURS
        ),
        when_blocked=plan.when_blocked,
        commitment=Commitment("L1", "", "", plan.game.epochs),
        sample=False,
    )
    return lay_open(plan.game, charter, play_setup(plan.game, charter, chance, START), "")


class Run(NamedTuple):
    """How the next turn came about.

    ``trail`` has for every moment before it who was awaited for what: at first, then after each file that came in.
    ``after`` is the game when the turn had run, None where nothing could be done.
    """

    trail: tuple[tuple[str, ...], ...]
    late: bool
    after: OpenGame | None


def accept(opened: OpenGame, seat: Seat, data: bytes) -> Filed | None:
    """``data`` as a file that was accepted of ``seat``; None where it is refused."""
    court = opened.court()
    receipt = check_bytes(opened, court, data, "file", seat, opened.record.circumstances.now).receipt
    filed = Filed(seat, "01.yaml", blank_token(data), receipt)
    return filed if filed.accepted else None


def run_next(opened: OpenGame, arrivals: Sequence[tuple[Seat, Filed]], chance: SplitChance) -> Run:
    """The next turn: it runs as soon as nobody is awaited any more, else at the deadline.

    The program's own run does the same, and a test in this folder says so.
    """
    trail: list[tuple[str, ...]] = []
    in_force: dict[Seat, list[Filed]] = {}
    missing: tuple[Any, ...] = ()
    for seat, filed in _begin_with_nothing(arrivals):
        if filed is not None:
            in_force[seat] = [filed]
        missing = opened.list_missing(opened.agendas_with(in_force))
        trail.append(tuple(f"{ask.seat} {ask.decision} {ask.due} {ask.deadline}" for ask in missing))
        if not missing:
            break
    agendas = opened.agendas_with(in_force)
    for late in (bool(missing), True):
        now = add_hours(opened.record.circumstances.now, HOURS if late else len(trail))
        circumstances = Circumstances(now, late=late)
        record = play_turn(opened.game, opened.charter, opened.record, agendas, chance, circumstances)
        if record.events or any(result.source is not Source.FALLBACK for result in record.results):
            return Run(tuple(trail), late, lay_open(opened.game, opened.charter, record, opened.head))
        trail.append(("nothing could be done",))
    return Run(tuple(trail), True, None)


def _begin_with_nothing(arrivals: Sequence[tuple[Seat, Filed]]) -> Iterator[tuple[Seat, Filed | None]]:
    yield "", None
    yield from arrivals
