"""``either``: branches of camels that are placed all of one or none."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.order import BARE, EITHER, Order
from adjudicator.rules.through_the_desert.legal import Action, ActionKind, is_legal
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.state import State
from adjudicator.rules.through_the_desert.written.orders import KEY_OF, KEYS

BUNDLED = KEY_OF[ActionKind.CAMEL]
"""The kind of the orders in a branch."""


def kind_of(order: Order) -> ActionKind:
    """What an order does, with or without branches."""
    return ActionKind.CAMEL if order.kind == EITHER else KEYS[order.kind]


def count_actions(order: Order) -> int:
    """How many actions an order makes; all branches have the same number."""
    return len(order.branches[0]) if order.branches else 1


def list_branches(order: Order) -> tuple[tuple[Order, ...], ...]:
    """The branches of an order, every order in them with its kind."""
    return tuple(
        tuple(inner._replace(kind=BUNDLED) if inner.kind == BARE else inner for inner in branch)
        for branch in order.branches
    )


def find_chain(position: State, seat: int, steps: Sequence[Sequence[Action]]) -> tuple[Action, ...] | None:
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


def find_break(position: State, seat: int, steps: Sequence[Sequence[Action]]) -> tuple[State, Action]:
    """The first step that cannot be done after the ones before it, as it comes: where it stands, and its action."""
    for actions in steps:
        legal = next((action for action in actions if is_legal(position, seat, action)), None)
        if legal is None:
            return position, actions[0]
        position = carry_out(position, seat, legal)[0]
    return position, steps[-1][0]
