"""A game in memory, opened like one on disk: the program's own parts do all the work, nothing is written.

Names no game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

from adjudicator import __version__
from adjudicator.acts.filing import check_bytes
from adjudicator.acts.open_game import OpenGame
from adjudicator.core.chance import USUAL_LEVEL, Draw, Label, Mixes
from adjudicator.core.charter import CHARTER, Charter, Commitment, MissedPolicy, WhenBlocked
from adjudicator.core.instant import add_hours
from adjudicator.core.table import Pacing, Seat, Setting
from adjudicator.ledger.keys import RecordedKeys, SecretChance, SecretKeys, TurnToSeal
from adjudicator.ledger.mixer import Foundation
from adjudicator.ledger.turn import RunAt, first_turn, keep_turn, next_turn
from adjudicator.proof.draws import join_public_nodes, list_public_nodes
from adjudicator.proof.hashing import hash_bytes, list_readers
from adjudicator.registry import AnyGame
from adjudicator.store.formats import read_json, write_json
from adjudicator.store.gamedir import GameDirectory
from adjudicator.store.header import LOCAL, MANIFEST, PreviousTurn, TurnInputs, read_local, read_manifest
from adjudicator.store.inbox import FiledFile
from adjudicator.store.record import KEYS, REPORTS, TurnRecord, bundle_turn, list_knowledge, write_nodes

GAME_ID = "memory"
START = datetime(2026, 1, 1, tzinfo=UTC)
HOURS = 48
_SECRET = bytes(32)
_SEALER = SecretKeys(_SECRET)
_NOWHERE = GameDirectory("/nonexistent/game")
"""A directory in which nothing lies: nobody has a token, and no file waits."""


class SplitChance:
    """Real draws, the public ones from one secret and the hidden ones from another, so that these can be varied."""

    def __init__(self, public: bytes, hidden: bytes) -> None:
        self._secrets = public, hidden
        self._public, self._hidden = SecretChance(GAME_ID, public), SecretChance(GAME_ID, hidden)
        self.draws: list[Draw] = []

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        """See :class:`adjudicator.core.chance.Chance`."""
        chance = self._hidden if hidden else self._public
        value = chance.draw(epoch, label, below, hidden=hidden)
        self.draws.append(chance.draws[-1])
        return value

    def reveal(self) -> str:
        """See :class:`adjudicator.core.chance.Chance`."""
        return self._hidden.reveal()

    def open_chance(self, charter: Charter, mixes: Mixes) -> SplitChance:
        """See :class:`adjudicator.ledger.keys.Keys`."""
        del charter, mixes
        return SplitChance(*self._secrets)

    seal = _SEALER.seal
    """Whose secret gives the salts is of no consequence: they are masked, and tested elsewhere."""


class _MemoryTurns:
    """Turns as their parts, by number; see :class:`adjudicator.store.turns.KeptTurns`."""

    def __init__(self, parts: Mapping[int, Mapping[str, bytes]]) -> None:
        self.parts = parts

    def newest(self) -> int:
        return max(self.parts)

    def read(self, turn: int) -> Mapping[str, bytes]:
        return self.parts[turn]

    def read_part(self, turn: int, name: str) -> bytes:
        return self.parts[turn][name]


class TableSetup(NamedTuple):
    """What is played: options, seats in the order they signed up, pacing."""

    game: AnyGame
    edition: str
    options: Mapping[str, str]
    seats: tuple[Seat, ...]
    pacing: Pacing
    when_blocked: WhenBlocked = WhenBlocked.ASK
    missed: MissedPolicy = MissedPolicy.GAME


def lay_open(last: OpenGame, record: TurnRecord[Any]) -> OpenGame:
    """``record`` as the turn after ``last``, the newest of its game, in which nobody has sent a file."""
    inputs = TurnInputs(asked=frozenset(ask.seat for ask in last.asks if ask.must))
    game, charter = last.game, last.charter
    turn = keep_turn(_found(game, charter), last.read_last(), record, {}, inputs, RunAt(START), _SEALER)
    return _open(game, charter, record, turn.files, last)


def _open(
    game: AnyGame, charter: Charter, record: TurnRecord[Any], files: Mapping[str, bytes], last: OpenGame | None
) -> OpenGame:
    """The turn of ``record``, kept as ``files``, as the newest of its game; ``last`` is the one before it."""
    manifest = read_manifest(files[MANIFEST])
    turns = {**_list_parts(last), record.number: _add_reports(files)}
    return OpenGame(
        _NOWHERE, _MemoryTurns(turns), charter, game, record, manifest, read_local(files[LOCAL]), manifest.head
    )


def _list_parts(opened: OpenGame | None) -> dict[int, Mapping[str, bytes]]:
    """What is at hand of the turns; of a game from disk the newest, since nothing but its next turn is asked of it."""
    if opened is None:
        return {}
    older = opened.turns.parts if isinstance(opened.turns, _MemoryTurns) else {}
    return {**older, opened.record.number: opened.turns.read(opened.record.number)}


def _add_reports(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The ``files`` of a turn with a list of its reports, which have hashes and no bytes."""
    manifest = read_manifest(files[MANIFEST])
    names = [f"{reader}.{form}" for reader in list_readers(manifest.seats) for form in ("html", "proof", "txt")]
    listed = dict.fromkeys(names, hash_bytes(manifest.head.encode()))
    return {**files, REPORTS: write_json({"head": manifest.head, "reports": listed})}


def _found(game: AnyGame, charter: Charter) -> Foundation:
    public = {CHARTER: b"", KEYS: write_nodes(_list_nodes(charter.commitment.epochs))}
    return Foundation(game, charter, public.__getitem__)


@cache
def _list_nodes(epochs: int) -> list[bytes]:
    return list_public_nodes(GAME_ID, _SECRET, epochs)


def bundle_twin(opened: OpenGame, record: TurnRecord[Any]) -> dict[str, bytes]:
    """The files of the newest turn of ``opened``, ended with another ``record``, which its header commits to."""
    manifest, local = opened.manifest, opened.local
    before = PreviousTurn(manifest, {**local, "unopened": [*local["unopened"], *manifest.opened]}, "")
    names = [name for name in local["files"] if name.startswith("orders/")]
    orders = {name: opened.turns.read_part(opened.record.number, name) for name in names}
    inputs = TurnInputs(in_force=local["in_force"])
    turn = TurnToSeal(opened.charter, record.number, None, (), opened.foundation.read)
    commitments = RecordedKeys(opened.read_last()).seal(turn)
    knowledge = list_knowledge(opened.game, record)
    sent = {name: local["files"][name] for name in orders}
    taken = orders, sent, inputs, before, commitments
    bundle = bundle_turn(opened.game, opened.charter, record, knowledge, *taken, {}, program=__version__)
    links = {name: manifest.fields[name] for name in ("previous", "previous_reports", "files")}
    return {**bundle, MANIFEST: write_json({**read_json(bundle[MANIFEST]), **links})}


def retell(opened: OpenGame, record: TurnRecord[Any]) -> OpenGame:
    """The game in memory whose newest turn ended with another ``record``."""
    files = bundle_twin(opened, record)
    return _open(opened.game, opened.charter, record, files, opened)._replace(
        directory=opened.directory, acts=opened.acts, charter_then=opened.charter_then
    )


def found(plan: TableSetup, chance: SplitChance) -> OpenGame:
    """A game just set up. Its secret and its heads are no real ones: both are masked, or never told."""
    nodes = join_public_nodes(_list_nodes(plan.game.epochs))
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
        missed=plan.missed,
        commitment=Commitment(USUAL_LEVEL, "0" * 64, nodes, plan.game.epochs),
        sample=False,
    )
    first = first_turn(_found(plan.game, charter), {}, RunAt(START), chance)
    return _open(plan.game, charter, first.record, first.files, None)


class Run(NamedTuple):
    """How the next turn came about.

    ``trail`` has for every moment before it who was awaited for what: at first, then after each file that came in.
    ``after`` is the game when the turn had run, None where nothing could be done. ``settled`` says that some were not
    waited for any more, because what the others had answered decided.
    """

    trail: tuple[tuple[str, ...], ...]
    late: bool
    after: OpenGame | None
    settled: bool = False


def accept(opened: OpenGame, seat: Seat, data: bytes) -> FiledFile | None:
    """``data`` as a file that was accepted of ``seat``; None where it is refused."""
    intake = opened.intake()
    answer = check_bytes(opened, intake, data, "file", seat, opened.record.circumstances.now)
    filed = FiledFile(seat, "01.yaml", answer.kept, answer.receipt)
    return filed if filed.accepted else None


def run_next(opened: OpenGame, arrivals: Sequence[tuple[Seat, FiledFile]], chance: SplitChance) -> Run:
    """The next turn: it runs as soon as nobody is awaited any more, else at the deadline.

    The program's own run does the same, as the tests with whole directories show.
    """
    trail: list[tuple[str, ...]] = []
    in_force: dict[Seat, list[FiledFile]] = {}
    missing: tuple[Any, ...] = ()
    silent: set[Seat] = set()
    nobody: tuple[Seat, FiledFile | None] = "", None
    for seat, filed in (nobody, *arrivals):
        if filed is not None:
            in_force[seat] = [filed]
            silent.discard(seat)
        missing = opened.list_missing(opened.asks, opened.agendas_with(in_force))
        silent |= {ask.seat for ask in missing} if filed is None else set()
        trail.append(tuple(f"{ask.seat} {ask.decision} {ask.due} {ask.deadline}" for ask in missing))
        if not missing:
            break
    foundation, last = _found(opened.game, opened.charter), opened.read_last()
    for late in (bool(missing), True):
        now = add_hours(opened.record.circumstances.now, HOURS if late else len(trail))
        turn = next_turn(foundation, last, in_force, RunAt(now), chance)
        if not turn.stands_still:
            after = _open(opened.game, opened.charter, turn.record, turn.files, opened)
            return Run(tuple(trail), late, after, settled=bool(silent) and not missing)
        trail.append(("nothing could be done",))
    return Run(tuple(trail), True, None)
