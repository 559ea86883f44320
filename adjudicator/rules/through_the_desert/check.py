"""Checking a seat's orders before their moment: with the same rules that will carry them out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.order import MoveFile, Order
from adjudicator.core.problem import Gravity, Place, Problem
from adjudicator.rules.through_the_desert import reasons
from adjudicator.rules.through_the_desert.conditions import list_hexes
from adjudicator.rules.through_the_desert.legal import (
    Action,
    ActionKind,
    is_legal,
    leader_mask,
    list_legal,
    seat_phase,
)
from adjudicator.rules.through_the_desert.order_text import (
    KEYS,
    MountainError,
    UnknownColourError,
    UnknownHexError,
    list_alternatives,
    read_action,
    read_hex,
)
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.state import BOXED, COLOURS, NOWHERE, Phase, State

SENTENCES: Mapping[str, str] = {
    **reasons.SENTENCES,
    "condition-hex": "if: {hex} is not a hex of this board; {range}",
    "condition-mountain": "if: {hex} is a mountain, nothing ever stands there",
    "never-legal": "{order}: this alternative can never be carried out: {why}",
    "named-twice": "{order}: this alternative was named before in the same order",
    "orders-missing": "{count} of {due} orders: {due_words} due, so the turn would stop at your seat",
    "standing-asleep": "standing orders are kept, but this game does not act on them yet",
}
_POSITIONS = 64
"""How many positions after a seat's own choices are followed; beyond that an order gets the benefit of the doubt."""
_UNDERSTOOD = 1000
"""``left`` of a position that looks ahead: no move ends in it."""


def check_orders(known: State, seat: int, file: MoveFile, due: int) -> tuple[Problem, ...]:
    """All problems of a file's orders for ``seat``, of which ``due`` are wanted now."""
    problems = list(_check_list(known, seat, file.orders, file.gap, due))
    for order in file.standing or ():
        problems += _understand(known, order)[1]
    for order in file.fallback or ():
        problems += _check_fallback(known, seat, order)
    if known.phase is Phase.OVER:
        return tuple(problems)
    if len(file.orders) < due and file.gap is None:
        place = file.places.get("orders", Place(1, 1))
        words = "1 camel is" if due == 1 else f"{due} camels are"
        if seat_phase(known, seat) is not Phase.CAMELS:
            words = "1 order is"
        facts: reasons.Facts = {"count": len(file.orders), "due": due, "due_words": words}
        problems.append(Problem("orders-missing", Gravity.UNWISE, place, facts))
    if file.standing:
        problems.append(Problem("standing-asleep", Gravity.UNWISE, file.places.get("standing", Place(1, 1))))
    return tuple(problems)


def _check_list(known: State, seat: int, orders: Sequence[Order], gap: int | None, due: int) -> Iterator[Problem]:
    """Problems of orders in sequence, each judged in every position that the choices before it can lead to.

    Behind an order that was not understood or cannot be, only what no order of one's own could mend is held against
    the rest.
    """
    positions = [known._replace(left=_UNDERSTOOD)]
    exact = True
    for number, order in enumerate(orders):
        exact = exact and number != gap
        actions, problems = _understand(known, order)
        yield from problems
        if problems:
            exact = False
            continue
        if number >= due and _comes_later(positions[0], seat, order):
            exact = False
            continue
        legal = [[_may_be_legal(position, seat, action) for position in positions] for action in actions]
        possible = [any(row) for row in legal]
        if not exact:
            possible = [
                fits or reasons.explain(positions[0], seat, action)[0] not in reasons.LASTING
                for fits, action in zip(possible, actions, strict=True)
            ]
        yield from _judge(positions[0], seat, order, actions, possible)
        after = {
            carry_out(position, seat, action)[0]: None
            for action, row in zip(actions, legal, strict=True)
            for position, fits in zip(positions, row, strict=True)
            if fits
        }
        if order.condition is not None or not after:
            after |= dict.fromkeys(positions)
        exact = exact and any(possible) and len(after) <= _POSITIONS
        positions = list(after)[:_POSITIONS]


def _check_fallback(known: State, seat: int, order: Order) -> Iterator[Problem]:
    """What of a fallback order is not understood, or can never be carried out; the rest depends on its moment."""
    actions, problems = _understand(known, order)
    yield from problems
    if problems:
        return
    for number, action in enumerate(actions):
        code, facts = ("", {}) if is_legal(known, seat, action) else reasons.explain(known, seat, action)
        too_late = code == "wrong-kind" and not _comes_later(known, seat, order)
        if code in reasons.LASTING or too_late:
            words = f"{order.kind} {list_alternatives(order)[number]}"
            why = SENTENCES[code].format_map({**facts, "legal": "", "order": words}).removeprefix(f"{words}: ")
            yield Problem("never-legal", Gravity.UNWISE, order.places[number], {"order": words, "why": why})


def _comes_later(position: State, seat: int, order: Order) -> bool:
    """Camels planned while leaders are still due, which cannot be judged before all leaders stand."""
    phase = seat_phase(position, seat)
    if KEYS[order.kind] is ActionKind.CAMEL:
        return phase is Phase.LEADERS and position.phase is not Phase.CAMELS and bool(position.occupied)
    return KEYS[order.kind] is ActionKind.LEADER and phase is Phase.RETURNS


def _may_be_legal(position: State, seat: int, action: Action) -> bool:
    """Whether ``action`` is legal now, or illegal for a reason that others' moves may lift (ruling L4)."""
    if action in list_legal(position, seat):
        return True
    mine = position.leaders[seat * COLOURS : (seat + 1) * COLOURS]
    waiting = BOXED in mine and not any(index >= 0 for index in mine) and seat != position.on_move
    if action.kind is not ActionKind.LEADER or not waiting or mine[action.colour] != NOWHERE:
        return False
    return bool(leader_mask(position) >> action.hex & 1)


def _judge(
    position: State, seat: int, order: Order, actions: Sequence[Action], possible: Sequence[bool]
) -> Iterator[Problem]:
    for number, action in enumerate(actions):
        words = f"{order.kind} {list_alternatives(order)[number]}"
        place = order.places[number] if number < len(order.places) else order.place
        if action in actions[:number]:
            yield Problem("named-twice", Gravity.UNWISE, place, {"order": words})
        elif not possible[number]:
            code, facts = reasons.explain(position, seat, action)
            facts = {"legal": "", "order": words, **facts}
            if any(possible):
                why = SENTENCES[code].format_map({**facts, "legal": ""}).removeprefix(f"{words}: ")
                yield Problem("never-legal", Gravity.UNWISE, place, {"order": words, "why": why})
            else:
                yield Problem(code, Gravity.ILLEGAL, place, facts)


def _understand(known: State, order: Order) -> tuple[list[Action], list[Problem]]:
    """The actions an order's alternatives ask for, and what could not be understood of it."""
    actions: list[Action] = []
    problems: list[Problem] = []
    table = known.table
    for number, text in enumerate(list_alternatives(order)):
        place = order.places[number] if number < len(order.places) else order.place
        words = f"{order.kind} {text}"
        try:
            actions.append(read_action(table, order.kind, text))
        except UnknownColourError as error:
            facts: reasons.Facts = {"order": words, "word": str(error), "colours": ", ".join(table.colours)}
            facts["suggestion"] = _suggest(str(error), table.colours)
            problems.append(Problem("unknown-colour", Gravity.INVALID, place, facts))
        except UnknownHexError as error:
            problems.append(
                Problem("unknown-hex", Gravity.INVALID, place, {"order": words, **_describe_board(known, str(error))})
            )
        except MountainError as error:
            facts = {"order": words, "hex": str(error), "legal": ""}
            problems.append(Problem("mountain", Gravity.ILLEGAL, place, facts))
    for word in list_hexes(order.condition or {}):
        try:
            read_hex(table, word)
        except UnknownHexError:
            problems.append(
                Problem(
                    "condition-hex", Gravity.INVALID, order.condition_place or order.place, _describe_board(known, word)
                )
            )
        except MountainError:
            problems.append(
                Problem("condition-mountain", Gravity.INVALID, order.condition_place or order.place, {"hex": word})
            )
    return actions, problems


def _describe_board(known: State, word: str) -> reasons.Facts:
    """The hex that is not there, and which are: the rows of its column, or else the columns."""
    grid, letter = known.table.board.grid, word[0].upper()
    rows = [int(name[1:]) for name in grid.index_of if name[0] == letter]
    last = chr(ord("A") + grid.columns - 1)
    where = f"column {letter} has rows {min(rows)} to {max(rows)}" if rows else f"columns run from A to {last}"
    return {"hex": word, "range": where}


def _suggest(word: str, known_words: Sequence[str]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - only a misspelt word needs it

    near = get_close_matches(word.lower(), known_words, n=1, cutoff=0.5)
    return f" (did you mean {near[0]}?)" if near else ""
