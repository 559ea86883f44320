"""The kernel and the oracle play the same game side by side, and every difference is an error."""

from __future__ import annotations

from collections import Counter
from copy import copy
from typing import Any

from oracle.desert import Happening, Move, Oracle, read_position
from oracle.field import Field, build, read_board
from oracle.hexes import name, named

from adjudicator.core.chance import Chance, Draw, NoChance
from adjudicator.core.table import Decision, Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.through_the_desert import DesertKernel
from adjudicator.rules.through_the_desert.legal import Action, ActionKind
from adjudicator.rules.through_the_desert.saved import load_state
from adjudicator.rules.through_the_desert.state import State

KERNEL = DesertKernel()
NOTHING_DRAWN = NoChance()


class Match:
    """A game of the kernel (``state``) and the oracle. ``history`` has every state and the action taken there.

    Each side draws for itself, from chances that give the same; ``draws`` has what the kernel drew.
    """

    def __init__(self, state: State, board: Field, game: str = "drawn") -> None:
        agree("board", vars(read_board(state.table.board)), vars(board))
        self.chances = SecretChance(game, bytes(32)), SecretChance(game, bytes(32))
        self.state = state
        self.first = state
        self.oracle = read_position(KERNEL.dump(state), board)
        self.history: list[tuple[State, str, Action]] = []
        self.events: list[Happening] = []
        self.compare()

    def play(self, move: Move) -> list[Happening]:
        """Both sides carry out ``move``; the events, once they agree on them and on the position."""
        seat = self.oracle.on_move
        assert seat is not None
        ours, theirs = self.chances
        expected = self.oracle.play(move, ours)
        action = action_of(self.state, move)
        after, events = KERNEL.apply(self.state, seat, action, theirs)
        agree("draws", theirs.draws, ours.draws)
        self.history.append((self.state, seat, action))
        self.state = after
        agree("events", [(event.kind, dict(event.facts)) for event in events], expected)
        self.events += expected
        self.compare()
        return expected

    def fork(self) -> Match:
        """The same match, to be played on without changing this one."""
        other = copy(self)
        other.oracle = self.oracle.copy()
        other.history, other.events = [*self.history], [*self.events]
        other.chances = copy(self.chances[0]), copy(self.chances[1])
        for chance in other.chances:
            chance.draws = [*chance.draws]
        return other

    @property
    def draws(self) -> list[Draw]:
        """What the kernel has drawn since the match began."""
        return self.chances[1].draws

    def compare(self) -> None:
        """The kernel says what the oracle says about everything that can be asked about a position."""
        state, oracle = self.state, self.oracle
        agree("position", written(state), oracle.dump())
        agree("position read back", load_state(KERNEL.dump(state), state.table.board), state)
        agree("seats", KERNEL.seats(state), oracle.seats)
        agree("legal moves", *({seat: ask(seat) for seat in oracle.seats} for ask in (self._legal, oracle.legal)))
        agree("seat on move", KERNEL.mover(state), oracle.on_move)
        agree("phase", KERNEL.phase(state), oracle.phase)
        agree("ending", KERNEL.ending(state), oracle.ending)
        agree("decisions", KERNEL.decisions(state), open_decisions(oracle))
        scores = {score.seat: dict(score.parts) for score in KERNEL.scores(state)}
        agree("points", scores, oracle.scores())
        totals = [sum(parts.values()) for parts in scores.values()]
        agree("total points", [score.points for score in KERNEL.scores(state)], totals)
        agree("epoch", KERNEL.epoch(state), oracle.moves + 1)

    def _legal(self, seat: str) -> list[Move]:
        return legal_moves(self.state, seat)


def agree(what: str, kernel: object, oracle: object) -> None:
    """Raises ``AssertionError`` that says what the two sides have in different words."""
    if isinstance(kernel, dict) and isinstance(oracle, dict) and kernel.keys() == oracle.keys():
        for key, said in kernel.items():
            agree(f"{what}, {key}", said, oracle[key])
    assert kernel == oracle, f"{what}: the kernel has {kernel}, the oracle {oracle}"


def open_decisions(oracle: Oracle) -> tuple[Decision, ...]:
    """The one decision that is open in the oracle's position."""
    if oracle.on_move is None:
        return ()
    return (Decision(oracle.on_move, {"returns": "return", "leaders": "leader", "camels": "camel"}[oracle.phase]),)


def begin(seats: int, edition: str, options: dict[str, str], chance: Chance, board: Field | None) -> Match:
    """A match from the set-up on; the kernel is held to ``board``, where one is given."""
    setting = Setting(edition, options, tuple(("amira", "bilal", "chadi", "dalia", "emin")[:seats]))
    state, _ = KERNEL.setup(setting, chance)
    return Match(state, board or read_board(state.table.board))


def written(state: State) -> dict[str, Any]:
    """The kernel's position by names, but for the name of the board."""
    return {key: value for key, value in KERNEL.dump(state).items() if key != "board"}


def resume(oracle: Oracle, game: str = "drawn") -> Match:
    """A match from the oracle's position on."""
    state = load_state({**oracle.dump(), "board": "drawn"}, build(oracle.board))
    return Match(state, oracle.board, game)


def legal_moves(state: State, seat: str) -> list[Move]:
    """The kernel's legal actions, by names."""
    return [move_of(state, action) for action in KERNEL.legal(state, seat)]


def move_of(state: State, action: Action) -> Move:
    """The kernel's ``action`` in the oracle's terms."""
    spot = None if action.kind is ActionKind.RETURN else named(state.table.board.grid.names[action.hex])
    return action.kind.value, state.table.colours[action.colour], spot


def action_of(state: State, move: Move) -> Action:
    """The oracle's ``move`` in the kernel's terms."""
    kind, colour, spot = move
    number = state.table.colours.index(colour)
    if spot is None:
        return Action(ActionKind(kind), number)
    return Action(ActionKind(kind), number, state.table.board.grid.index_of[name(spot)])


def count_kinds(events: list[Happening]) -> Counter[str]:
    """How often each kind of event occurred."""
    return Counter(kind for kind, _ in events)
