"""Positions of Through the Desert that random play comes to, for bars about what players write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from oracle.dice import Dice

from adjudicator.core.table import Setting
from adjudicator.ledger.keys import SecretChance
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.legal import Action, list_legal
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.state import Phase, State

SEATS = ("amira", "bilal", "chadi", "dora", "elif")
KERNEL = GAME.kernel
NOBODY = SecretChance("nobody", bytes(32))


def reach_position(dice: Dice, moves: int, variants: Mapping[str, str] = MappingProxyType({})) -> State:
    """The position after about so many ``moves`` of a random game for 2 to 5 seats, or at its end."""
    seats = SEATS[: 2 + dice.below(4)]
    edition = dice.pick(("2005", "manual", "allplay"))
    chance = SecretChance("position", repr(dice.below(1 << 60)).encode())
    options = {"returned-leaders": "choice"} if len(seats) == 5 and dice.below(2) else {}
    state, _ = KERNEL.setup(Setting(edition, {**options, **variants}, seats), chance)
    while state.phase is not Phase.OVER and state.moves < moves:
        state = play_on(state, dice, chance)
    return state


def play_on(state: State, dice: Dice, chance: SecretChance = NOBODY) -> State:
    """One action at random of the seat on move."""
    mover = state.table.seats[state.on_move]
    return KERNEL.apply(state, mover, dice.pick(KERNEL.legal(state, mover)), chance)[0]


def plan_move(state: State, seat: int, due: int, dice: Dice, most: int) -> list[list[Action]]:
    """Orders for the ``due`` actions of a move: for each up to ``most`` alternatives, the first of them legal in turn.

    Shorter where the seat gets stuck.
    """
    orders: list[list[Action]] = []
    for _ in range(due):
        legal = list_legal(state, seat)
        if not len(legal):
            break
        wanted = [dice.pick(legal) for _ in range(1 + dice.below(most))]
        orders.append(list(dict.fromkeys(wanted)))
        state = carry_out(state, seat, wanted[0])[0]
    return orders


def say_alternatives(state: State, orders: Sequence[Sequence[Action]]) -> list[str]:
    """The alternatives of each order in the words of a report, for messages."""
    from adjudicator.rules.through_the_desert.written import write_line  # noqa: PLC0415 - for messages alone

    return [write_line(state.table, order) for order in orders]
