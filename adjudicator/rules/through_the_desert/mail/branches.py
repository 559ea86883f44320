"""``either``: branches of camels that are placed all of one or none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import BARE, EITHER, UNREAD, Order
from adjudicator.core.table import SeatNumber
from adjudicator.rules.through_the_desert.legal import DECISIONS, Action, ActionKind, is_legal, seat_phase
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.state import Phase, State, Table
from adjudicator.rules.through_the_desert.written.orders import KEY_OF, KEYS, guess_key, read_order
from adjudicator.rules.through_the_desert.written.readings import FaultKind
from adjudicator.rules.through_the_desert.written.tokens import list_pieces

BUNDLED = KEY_OF[ActionKind.CAMEL]
"""The kind of the orders in a branch."""


def kind_of(order: Order) -> ActionKind:
    """What an order does, with or without branches.

    One that was not understood is for the move that its key was probably meant for, or else for the next one.
    """
    if order.kind == UNREAD:
        key = guess_key(order.value)
        return KEYS[key] if key else ActionKind.RETURN
    return ActionKind.CAMEL if order.kind in {EITHER, BARE} else KEYS[order.kind]


def comes_later(known: State, seat: SeatNumber, order: Order) -> bool:
    """Whether an order of ``seat`` is for a phase that has not come yet, where it cannot be judged."""
    phase = seat_phase(known, seat)
    return phase is not Phase.OVER and kind_of(order).comes_after(DECISIONS[phase])


def count_actions(order: Order) -> int:
    """How many actions an order makes; all branches have the same number."""
    if order.kind == UNREAD:
        return max(1, min(map(len, list_written(order)), default=1))
    return len(order.branches[0]) if order.branches else 1


def list_written(order: Order) -> list[list[JsonValue]]:
    """The branches of an order that was not understood, as they are written."""
    branches = order.value.get(EITHER) if isinstance(order.value, Mapping) else None
    return [branch for branch in branches if isinstance(branch, list)] if isinstance(branches, list) else []


def list_branches(table: Table, order: Order) -> tuple[tuple[Order, ...], ...]:
    """The branches of an order, every order in them with its kind, and with the colour of the one before it."""
    return tuple(tuple(_fill_in(table, branch)) for branch in order.branches)


def _fill_in(table: Table, branch: Sequence[Order]) -> Iterator[Order]:
    colours: set[int] = set()
    for inner in branch:
        step = inner._replace(kind=BUNDLED) if inner.kind == BARE else inner
        reading = read_order(table, step)
        if len(colours) == 1 and [fault.kind for fault in reading.faults] == [FaultKind.NO_COLOUR]:
            (colour,) = colours
            first, *others = list_pieces(step)
            texts = [f"{table.colours[colour]} {first}", *others]
            step = step._replace(value=texts if others else texts[0])
            reading = read_order(table, step)
        colours = {found.action.colour for found in reading.alternatives}
        yield step


def find_chain(position: State, seat: SeatNumber, steps: Sequence[Sequence[Action]]) -> tuple[Action, ...] | None:
    """The first choice of one action for each of ``steps`` that can be done one after the other in one move."""
    if not steps:
        return ()
    if len(steps) > position.left:
        return None
    for action in steps[0]:
        if is_legal(position, seat, action):
            rest = find_chain(carry_out(position, seat, action)[0], seat, steps[1:])
            if rest is not None:
                return (action, *rest)
    return None


def find_break(position: State, seat: SeatNumber, steps: Sequence[Sequence[Action]]) -> tuple[State, Action]:
    """The first step that cannot be done after the ones before it, as it comes: where it stands, and its action."""
    for actions in steps:
        legal = next((action for action in actions if is_legal(position, seat, action)), None)
        if legal is None:
            return position, actions[0]
        position = carry_out(position, seat, legal)[0]
    return position, steps[-1][0]
