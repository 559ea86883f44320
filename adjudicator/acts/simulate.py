"""Random play: bare kernels as fast as they go, or whole game directories made by the real path."""

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import count
from struct import unpack

from adjudicator.acts.filing import submit_file
from adjudicator.acts.new import NewGamePlan, set_up_game
from adjudicator.acts.open_game import OpenGame, open_game
from adjudicator.acts.run import Status, run_turn
from adjudicator.acts.side_by_side import Watch, look_away
from adjudicator.core.agenda import Act
from adjudicator.core.chance import ADDITION, USUAL_LEVEL, Chance, Label, Level
from adjudicator.core.charter import WhenBlocked
from adjudicator.core.deadlines import put_question
from adjudicator.core.instant import add_hours
from adjudicator.core.json_value import JsonValue
from adjudicator.core.table import Pacing, Seat, Setting
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.ledger.keys import SecretChance
from adjudicator.ledger.mixer import find_mixer
from adjudicator.registry import AnyGame
from adjudicator.store.files import make_folders

_LIMIT = 1 << 64
_WORDS = ">8Q"
_START = datetime(2026, 1, 1, tzinfo=UTC)
_HOURS = 24
CAP = "cap"
"""In place of a reason: the game was stopped after as many table turns as it has committed to."""
_LOOK = 256
"""How often, in decisions, a bare kernel is asked how long it has been at it."""
_MOST_ORDERS = 50
"""So many orders a simulated file has at most; a move file may have a few more."""


class Picker:
    """Even choices from a seed; not fair chance, only repeatable."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._words = self._stream()

    def _stream(self) -> Iterator[int]:
        for number in count():
            yield from unpack(_WORDS, hashlib.sha512(self._seed + number.to_bytes(8, "big")).digest())

    def below(self, count: int) -> int:
        """A whole number from 0 to ``count - 1``, every one equally likely."""
        if count == 1:
            return 0
        ceiling = _LIMIT - _LIMIT % count
        while True:
            word = next(self._words)
            if word < ceiling:
                return word % count


class PickedChance:
    """Draws for a bare kernel, one after the other from a :class:`Picker`: even and repeatable, bound to no label.

    A real game's draws are bound to their labels, which costs more than some games' rules.
    """

    def __init__(self, seed: bytes) -> None:
        self._below = Picker(seed).below

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        """See :class:`adjudicator.core.chance.Chance`."""
        del epoch, label, hidden
        return self._below(below)


@dataclass(frozen=True, slots=True)
class SimulationTally:
    """What was played: games, decisions taken, and how many games ended for which reason."""

    games: int
    decisions: int
    ended: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Wish:
    """What to play: game, edition, options, number of seats, pacing, a seed of any length, and the level of chance."""

    game: AnyGame
    edition: str
    options: Mapping[str, str]
    seats: int
    pacing: Pacing
    seed: bytes
    level: Level = USUAL_LEVEL

    @property
    def names(self) -> tuple[str, ...]:
        """Ids for the seats."""
        return tuple(f"seat{number}" for number in range(1, self.seats + 1))

    def secret(self, number: int, purpose: str) -> bytes:
        """32 bytes that belong to game ``number`` of this seed."""
        return hashlib.sha256(b"/".join([self.seed, purpose.encode(), str(number).encode()])).digest()


def play_kernels(wish: Wish, games: int, watch: Watch = look_away) -> SimulationTally:
    """Play ``games`` random games on the bare kernel, each action even over the complete list of legal ones.

    Raises ``ValueError`` for a number of seats or an option the game does not have.
    """
    kernel = wish.game.kernel
    legal, play, decide = kernel.legal, kernel.play, kernel.decisions
    setting = Setting(wish.edition, wish.options, wish.names)
    decisions = 0
    ended: Counter[str] = Counter()
    for number in range(games):
        chance = PickedChance(wish.secret(number, "chance"))
        below = Picker(wish.secret(number, "choices")).below
        state, _ = kernel.setup(setting, chance)
        while open_decisions := decide(state):
            seat = open_decisions[0].seat
            actions = legal(state, seat)
            state = play(state, seat, actions[below(len(actions))], chance)
            decisions += 1
            if not decisions % _LOOK and kernel.epoch(state) >= wish.game.epochs:
                break
        ended[kernel.ending(state) or CAP] += 1
        watch(number + 1, games)
    return SimulationTally(games, decisions, dict(sorted(ended.items())))


def play_directories(wish: Wish, games: int, folder: str, watch: Watch = look_away) -> SimulationTally:
    """Play ``games`` random games as real game directories below ``folder``: orders, turns, reports and all.

    Only the newest turn's reports are kept. Raises ``ValueError``, ``FileExistsError``, ``OSError``.
    """
    make_folders(os.path.abspath(folder))
    decisions = 0
    ended: Counter[str] = Counter()
    for number in range(games):
        name = f"sim-{number:04}"
        path = os.path.join(folder, name)
        plan = NewGamePlan(
            id=name,
            game=wish.game,
            edition=wish.edition,
            options=wish.options,
            seats=wish.names,
            addresses={},
            pacing=wish.pacing,
            deadline_hours=2 * _HOURS,
            when_blocked=WhenBlocked.ASK,
            sample=True,
            level=wish.level,
        )
        set_up_game(path, plan, wish.secret(number, "chance"), wish.secret(number, "tokens"), _START)
        draw = partial(wish.secret, number)
        find_mixer(wish.level).begin_simulated(path, partial(_submit, path), draw, _START)
        picker = Picker(wish.secret(number, "choices"))
        now = _START
        while True:
            now = add_hours(now, _HOURS)
            decisions += _send_orders(path, picker, now, draw)
            outcome = run_turn(path, None, now)
            if outcome.status is Status.WAITING:
                # who is not reached before the game ends has sent nothing: the deadline passes
                now = add_hours(now, 2 * _HOURS)
                outcome = run_turn(path, None, now)
            if outcome.status is not Status.ADJUDICATED:
                raise AssertionError(f"{path}: a turn with complete orders did not run: {outcome.status}")
            watch(number, games)
            opened = open_game(path)
            if outcome.over or opened.game.kernel.epoch(opened.record.state) >= wish.game.epochs:
                break
        ended[opened.game.kernel.ending(opened.record.state) or CAP] += 1
        watch(number + 1, games)
    return SimulationTally(games, decisions, dict(sorted(ended.items())))


def _submit(path: str, seat: Seat, text: str, now: datetime) -> None:
    answer, _ = submit_file(path, text.encode(), f"{seat}.yaml", seat, now)
    if answer.receipt.state not in ACCEPTED:
        raise AssertionError(f"{path}: a file of {seat} was refused: {answer.receipt.problems}")


def _send_orders(path: str, picker: Picker, now: datetime, draw: Callable[[str], bytes] | None = None) -> int:
    """Submit a random legal file for every seat that will move; how many decisions they answer.

    What the turn wants besides orders they send too, where ``draw`` gives their secrets.
    """
    opened = open_game(path)
    wanted = opened.find_wanted()
    added = wanted.pretend(draw) if wanted and draw else {}
    mixing = opened.foundation.mixer.mix(opened.foundation, opened.start, added)
    chance = SecretChance(opened.charter.id, opened.read_secret(), mixing.known)
    orders = _choose_orders(opened, picker, chance)
    for seat in [*orders, *sorted(added.keys() - orders.keys())]:
        text = f"game: {opened.charter.id}\nturn: {opened.record.number + 1}\nseat: {seat}\n"
        text += f'after: "{opened.head[:16]}"\n'
        if seat in added:
            text += f'{ADDITION}: "{added[seat]}"\n'
        _submit(path, seat, text + (f"orders:\n{''.join(orders[seat])}" if seat in orders else ""), now)
    return sum(len(lines) for lines in orders.values())


def _choose_orders(opened: OpenGame, picker: Picker, chance: Chance) -> dict[str, list[str]]:
    """Play ahead at random, as far as those go who are asked now, and write down what each of them did."""
    game, state = opened.game, opened.record.state
    kernel, language = game.kernel, game.orders
    asked = {ask.seat for ask in opened.asks if ask.must}
    orders: dict[str, list[str]] = {}
    moved: set[str] = set()
    while decisions := kernel.decisions(state):
        mover, epoch = kernel.mover(state), kernel.epoch(state)
        decision = decisions[0]
        question = put_question(game, state, opened.record.agendas, decision, opened.charter.pacing)
        reply = language.act_at_once(question)
        if isinstance(reply, Act):
            state, _ = kernel.apply(state, decision.seat, reply.action, chance)
        elif (
            decision.seat not in asked
            or len(orders.get(decision.seat, ())) == _MOST_ORDERS
            or (moved and (opened.charter.pacing is Pacing.SEAT or mover is None or mover in moved))
        ):
            break
        else:
            action = question.legal[picker.below(len(question.legal))]
            orders.setdefault(decision.seat, []).append(_write_item(language.write(question.known, action)))
            state = kernel.play(state, decision.seat, action, chance)
        if kernel.epoch(state) != epoch:
            moved |= orders.keys() if mover is None else {mover}
    return orders


def _write_item(order: Mapping[str, JsonValue]) -> str:
    lines = [f"{key}: {value}" for key, value in order.items()]
    return "  - " + "\n    ".join(lines) + "\n"
