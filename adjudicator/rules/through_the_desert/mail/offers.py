"""What is offered in place of words that are not understood: lines that work, or for a later move lines that may.

``or:``, ``then:`` and ``else:`` are answered here too: each order is an item with its own condition in this game.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import EITHER, ELSE, THEN, UNREAD, Order, Problem
from adjudicator.core.table import SeatNumber
from adjudicator.rules.through_the_desert import written
from adjudicator.rules.through_the_desert.legal import (
    DECISIONS,
    Action,
    ActionKind,
    list_camels,
    list_legal,
    seat_phase,
)
from adjudicator.rules.through_the_desert.mail.meant import explain_conditions, explain_strange, say_strange
from adjudicator.rules.through_the_desert.mail.prospect import Prospect
from adjudicator.rules.through_the_desert.mail.quoting import quote_choices, remark_unread, soften, write_order
from adjudicator.rules.through_the_desert.mail.reasons import explain_taken, find_chain
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.state import Phase, State, Table
from adjudicator.rules.through_the_desert.written import mending
from adjudicator.rules.through_the_desert.written.misread import (
    Offers,
    explain_fault,
    is_certain,
    leave_uncertain,
    propose,
    propose_later,
)
from adjudicator.rules.through_the_desert.written.readings import FaultKind

_CONDITION = frozenset({"if"})


class Mender:
    """Finds lines for one list of orders, of which ``prospect`` has followed those before."""

    def __init__(self, prospect: Prospect) -> None:
        self.prospect = prospect
        self.known, self.seat = prospect.known, prospect.seat
        self.previous: Order | None = None
        """The order that was judged last."""

    def find_offers(self, order: Order, fault: written.WordFault, *, is_later: bool) -> Offers:
        """What could stand in place of a text that is not understood."""
        if fault.kind is FaultKind.BRANCHES:
            return self._find_branches(fault, is_later=is_later)
        waits = written.comes_later(self.known, self.seat, order)
        if waits:
            return propose_later(fault, lambda action: not explain_taken(self.known, self.seat, action))
        if is_later:
            return propose_later(fault, lambda action: not self.prospect.is_hopeless(action, is_later=True))
        spots = list(self.prospect.spots())

        def allows(action: Action) -> bool:
            if not spots:
                return not self.prospect.is_hopeless(action, is_later=True)
            return any(spot.allows(action) for spot in spots)

        return propose(fault, allows, spots[-1].legal if spots else list_legal(self.known, self.seat))

    def assume(self, order: Order, offers: Offers) -> None:
        """Goes on as if what was offered stood there; nothing that rests on it is held against the player."""
        for offer in offers:
            self.prospect.follow(order, [((action,),) for action in offer])
            self.prospect.extend_reach(offer)
        self.prospect.is_lost = True

    def mend(self, unread: Order, *, is_later: bool) -> str:
        """The line that ``unread`` was probably meant to be, which is assumed; empty where that does not help."""
        either = mending.find_either(unread.value)
        if either is not None:
            return self._mend_either(unread, either, is_later=is_later)
        phase = seat_phase(self.known, self.seat)
        if phase is Phase.OVER:
            return ""
        table, due = self.known.table, written.KEY_OF[DECISIONS[phase]]
        apart = write_further_choice(table, self.previous, unread) or write_block(table, unread, due)
        apart = apart or write_kinds_apart(table, unread, self._refuses)
        if apart is not None:
            self.prospect.extend_reach(apart.actions)
            return apart.instead
        order, fault = mending.read_meant(table, unread, due, takes_more=self.prospect.due > 1)
        offers = self.find_offers(order, fault, is_later=is_later)
        if is_later:
            self.prospect.extend_reach(action for offer in choose_meant(fault, offers) for action in offer)
        else:
            self.assume(order, choose_meant(fault, offers))
        return mending.write_instead(table, unread, order, offers, _CONDITION)

    def _refuses(self, action: Action) -> bool:
        """Whether ``action`` is for a phase that is over, or for the move now due, which does not allow it."""
        due = DECISIONS[seat_phase(self.known, self.seat)]
        if action.kind is due:
            return not any(spot.allows(action) for spot in self.prospect.spots())
        return due.comes_after(action.kind)

    def adds_camels(self, unread: Order) -> bool:
        """Whether the line in place of ``unread`` has more orders than were written, or fewer: its branches differ."""
        either = mending.find_either(unread.value)
        branches = mending.read_branches(self.known.table, unread, either).branches if either is not None else ()
        return len(set(map(len, branches))) > 1

    def _mend_either(self, unread: Order, key: str, *, is_later: bool) -> str:
        """The same for an item that was meant to have branches, which stand behind its ``key``."""
        choice, branches = mending.read_branches(self.known.table, unread, key)
        self.prospect.extend_reach(action for branch in branches or [[choice]] for step in branch for action in step)
        branches = self._even_out(branches, is_later=is_later)
        if not is_later:
            spots = list(self.prospect.spots())
            choice = choice if any(spot.allows(action) for spot in spots for action in choice) else ()
            plain = Order(EITHER, None, None, unread.place, ())
            branches = branches if any(self.prospect.follow(plain, branches)[1]) else ()
            self.assume(plain, [choice] if choice else [])
        return mending.write_either(self.known.table, unread, key, mending.EitherGuess(choice, branches), _CONDITION)

    def _find_branches(self, fault: written.WordFault, *, is_later: bool) -> Offers:
        """The branches that stand where a place should; none where none of them is possible in the move now due."""
        branches = self._even_out([[(action,) for action in actions] for actions in fault.readings], is_later=is_later)
        position = self._look_ahead(branches, is_later=is_later)
        fits = is_later or any(find_chain(position, self.seat, branch) for branch in branches)
        return [tuple(action for (action,) in branch) for branch in branches] if fits else []

    def _look_ahead(self, branches: Sequence[Sequence[object]], *, is_later: bool) -> State:
        """Where ``branches`` would begin, with room for the longest that the move allows."""
        spot = None if is_later else next(self.prospect.spots(), None)
        most = self.prospect.due - len(spot.lines) if spot else self.known.table.edition.camels_a_move
        return (spot.position if spot else self.known)._replace(left=min(most, max(map(len, branches), default=0)))

    def _even_out(
        self, branches: Sequence[Sequence[Sequence[Action]]], *, is_later: bool
    ) -> tuple[mending.Branch, ...]:
        """``branches`` in one length: a short one goes on with a legal camel, one that is too long is cut."""
        if len(set(map(len, branches))) < 2:  # noqa: PLR2004 - all of one length
            return tuple(tuple(map(tuple, branch)) for branch in branches)
        position = self._look_ahead(branches, is_later=is_later)
        longer = (self._go_on(position, branch[: position.left]) for branch in branches)
        return tuple(branch for branch in longer if len(branch) == position.left)

    def _go_on(self, position: State, steps: Sequence[Sequence[Action]]) -> mending.Branch:
        """``steps``, and behind them camels for what they leave of the move, of the same colour if one is legal."""
        branch = tuple(map(tuple, steps))
        while len(branch) < position.left and (chain := find_chain(position, self.seat, branch)):
            after = position
            for action in chain:
                after = carry_out(after, self.seat, action)[0]
            legal = list_camels(after, self.seat)
            example = max(legal, key=lambda action: action.colour == chain[-1].colour, default=None)
            if example is None:
                break
            branch = (*branch, (example,))
        return branch


def choose_meant(fault: written.WordFault, offers: Offers) -> Offers:
    """Those of ``offers`` that stand in the file together once one takes them up, each as an order of its own."""
    if fault.kind is FaultKind.BRANCHES:
        return [(action,) for offer in offers[:1] for action in offer]
    return offers if fault.kind is FaultKind.TWO_ORDERS else offers[:1]


def mend_apart(
    known: State,
    seat: SeatNumber,
    previous: Order | None,
    unread: Order,
    due: str,
    refuses: Callable[[Action], bool] = lambda _: False,
) -> Iterator[Problem]:
    """A line in place of an item that is no order, where it does not matter where those before it lead."""
    either = mending.find_either(unread.value)
    order, fault = mending.read_meant(known.table, unread, due)
    apart = write_further_choice(known.table, previous, unread) or write_block(known.table, unread, due)
    apart = apart or write_kinds_apart(known.table, unread, refuses)
    certain, offers = False, propose_later(fault)
    wrong = list(explain_conditions(known, unread))
    if wrong:
        instead = ""
    elif apart is not None:
        instead, certain = apart.instead, apart.certain
    elif either is None:
        instead = mending.write_instead(known.table, unread, order, offers, written.BESIDE)
        key = written.guess_key(unread.value) or written.KEY_OF[ActionKind.CAMEL]
        certain = isinstance(unread.value, str) and key == order.kind and is_certain(known.table, fault, offers)
    else:
        choice = mending.read_branches(known.table, unread, either).choice
        instead = mending.write_either(known.table, unread, either, mending.EitherGuess(choice, ()), written.BESIDE)
        yield from () if instead else _explain_words(known.table, unread)
    if written.comes_later(known, seat, order):
        strange = say_strange(known.table, unread, order, offers)
        yield from remark_unread(unread, instead, strange, certain=certain and not strange)
        yield from (soften("never-as-written", problem, quote_choices(unread)) for problem in wrong)
        return
    why = [*explain_strange(known.table, unread, order, offers), *wrong]
    yield from why
    if instead:
        yield write_order(unread, instead, certain=certain and not why, example=bool(why))


def _explain_words(table: Table, unread: Order) -> Iterator[Problem]:
    """What of the words in branches is not known, where no line is offered that has them right."""
    for value in (value for branch in written.list_written(unread) for value in branch if isinstance(value, str)):
        step = Order(written.BUNDLED, value, None, unread.place, (unread.place,))
        for fault in written.read_order(table, step).faults:
            yield leave_uncertain(explain_fault(table, step, fault, propose_later(fault)))  # it stands elsewhere


_FURTHER = re.compile(r"\W*(?:or|else|otherwise)\b[\s:,]*(?:else\b[\s:,]*)?(.*)", re.IGNORECASE | re.DOTALL)
_APART = "each order as an item of its own, with a condition of its own, as there are no blocks here"


class Rewriting(NamedTuple):
    """What to write, and the actions that it names; ``certain`` if it says the same as what it takes the place of."""

    instead: str
    actions: tuple[Action, ...]
    certain: bool = False


def _find_further(item: JsonValue) -> list[JsonValue]:
    """What ``item`` adds as a further choice, without the word that says so; nothing for any other item."""
    if isinstance(item, str):
        match = _FURTHER.fullmatch(item)
        return [match[1]] if match else []
    first = next(iter(item), "") if isinstance(item, Mapping) else ""
    if not isinstance(item, Mapping) or "if" in item or not _FURTHER.fullmatch(first):
        return []
    rest = {key: value for key, value in item.items() if key != first}
    if item[first] is None:  # `else:` and the order below it
        return [rest]
    return ["" if rest else item[first]]


def write_further_choice(table: Table, previous: Order | None, unread: Order) -> Rewriting | None:
    """What to write for an item that adds a choice to the ``previous`` order; None for any other item.

    Beside a condition it may also be what to do where that is false: then no line is offered.
    """
    further = _find_further(unread.value)
    if previous is None or not further:
        return None
    where = f"the order in line {previous.place.line}"
    if previous.condition:
        return Rewriting("this as an order of its own, with a condition of its own", ())
    plain = previous.kind in written.KEYS
    meant = list(_read_items(table, further[0], unread, previous.kind)) if plain else []
    before = written.list_actions(table, previous) if plain else ()
    if len(meant) != 1 or not meant[0] or not before or meant[0][0].kind is not before[0].kind:
        return Rewriting(f"this as a further choice in {where}", ())
    actions = tuple(dict.fromkeys((*before, *meant[0])))
    return Rewriting(f"'- {written.write_line(table, actions)}' for this and {where}", actions)


def write_block(table: Table, unread: Order, due: str) -> Rewriting | None:
    """What to write for orders that stand behind ``then`` or ``else`` of a condition; None for any other item.

    A line is offered where there is one side, or the condition asks what stands on a hex. What is done where the hex is
    not empty comes first then, as one's own camel may be what makes it so. Several orders on a side are a branch.
    """
    item = unread.value
    if not isinstance(item, Mapping) or not {THEN, ELSE} & item.keys():
        return None
    if "if" not in item:
        return Rewriting(_APART, ()) if ELSE in item and len(item) > 1 else None
    kind = next((key for key in item if key in written.KEYS), due)
    first = item.get(THEN, item.get(kind))
    sides = [tuple(_read_items(table, side, unread, kind)) for side in (first, item.get(ELSE))]
    actions = tuple(action for side in sides for order in side for action in order)
    known = {"if", THEN, ELSE, *([kind] if THEN not in item else [])}
    texts = [_write_side(table, side) if side else "" for side in sides]
    condition = mending.mend_condition(table, item["if"]) or item["if"]
    if item.keys() - known or None in texts or not any(texts) or not isinstance(condition, Mapping):
        return Rewriting(_APART, actions)
    asked = condition.get("is")
    if all(texts) and asked not in ("empty", "taken"):
        return Rewriting(_APART, actions)
    words = mending.write_condition(condition)
    lines = [
        f"'- {{{text}, if: {question}}}'"
        for text, question in zip(texts, (words, f"{{not: {words}}}"), strict=True)
        if text
    ]
    is_plain = all(len(side) < 2 for side in sides)  # noqa: PLR2004 - several are done all of them or none in a branch
    # places in brackets may be all of a side, or a choice
    is_plain = is_plain and not any(
        isinstance(said, list) and len(said) > 1 for key in (THEN, ELSE) if (said := item.get(key))
    )
    certain = is_plain and not mending.names_example(table, item["if"], words)
    return Rewriting(" and below it ".join(reversed(lines) if asked == "empty" else lines), actions, certain)


def write_kinds_apart(
    table: Table, unread: Order, refuses: Callable[[Action], bool] = lambda _: False
) -> Rewriting | None:
    """What to write for an item with orders of several kinds, such as a leader and a camel; None for any other item.

    Empty where a part of a line would not be understood, or the game ``refuses`` it.
    """
    item = unread.value
    kinds = {key: kind for key in item if (kind := written.find_kind(key))} if isinstance(item, Mapping) else {}
    if not isinstance(item, Mapping) or len(kinds) < 2 or item.keys() - {*kinds, *written.BESIDE}:  # noqa: PLR2004
        return None
    orders = [Order(kind, item[key], None, unread.place, (unread.place,)) for key, kind in kinds.items()]
    readings = [written.read_order(table, order) for order in orders]
    actions = [tuple(found.action for found in reading.alternatives) for reading in readings]
    all_actions = tuple(action for alternatives in actions for action in alternatives)
    is_plain = len(kinds) == len(item) and not any(reading.faults for reading in readings)
    if not is_plain or any(all(map(refuses, alternatives)) for alternatives in actions):
        return Rewriting("", all_actions)
    lines = " and below it ".join(f"'- {written.write_line(table, alternatives)}'" for alternatives in actions)
    return Rewriting(lines, all_actions, certain=True)


def _write_side(table: Table, side: mending.Branch) -> str | None:
    """The order that says all of one side; None where none does."""
    if not all(side):
        return None
    if len(side) == 1:
        return written.write_line(table, side[0])
    is_a_move = len(side) <= table.edition.camels_a_move and all(step[0].kind is ActionKind.CAMEL for step in side)
    return written.write_branches(table, [side]) if is_a_move else None


def _read_items(table: Table, items: JsonValue, unread: Order, kind: str) -> Iterator[tuple[Action, ...]]:
    """The alternatives of each order that stands behind a key; none for one that is not understood."""
    if items is None:
        return
    is_list = isinstance(items, list) and any(isinstance(item, Mapping) for item in items)
    for item in items if is_list and isinstance(items, list) else [items]:
        if isinstance(item, Mapping) and not written.BESIDE.isdisjoint(item):  # it would go without its condition
            yield ()
            continue
        value = {kind: item} if isinstance(item, list) else item
        order, _ = mending.read_meant(table, Order(UNREAD, value, None, unread.place, (unread.place,)), kind)
        reading = written.read_order(table, order)
        yield () if reading.faults else tuple(found.action for found in reading.alternatives)
