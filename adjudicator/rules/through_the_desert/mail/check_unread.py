"""Checking items that are no orders: what would work in their place, as far as it is clear what was meant."""

import re
from collections.abc import Iterator, Mapping

from adjudicator.core.order import CORRECTION, UNREAD_MEANT, Gravity, Order, Problem
from adjudicator.kit.negation import find_denial, say_without
from adjudicator.rules.through_the_desert import written
from adjudicator.rules.through_the_desert.legal import DECISIONS, Action, seat_phase
from adjudicator.rules.through_the_desert.mail import quoting
from adjudicator.rules.through_the_desert.mail.meant import (
    explain_conditions,
    explain_strange,
    is_one_order,
    say_strange,
)
from adjudicator.rules.through_the_desert.mail.offers import Mender, write_block, write_kinds_apart
from adjudicator.rules.through_the_desert.mail.prospect import Prospect, ReachedPosition
from adjudicator.rules.through_the_desert.written.mending import list_conditions, may_be_several, read_meant
from adjudicator.rules.through_the_desert.written.misread import explain_fault, is_certain, say_condition
from adjudicator.rules.through_the_desert.written.readings import FaultKind

_PASSING = re.compile(
    r"(?:i |we )?(?:pass|skip|wait|none|nothing|no|end|done|stop|finish)\b[:, ]*"
    r"(?:(?:my|the) )?(?:turn|move|round|true|yes|0)?"
)
"""What people write who want to do nothing."""
_CONDITIONAL = re.compile(r"\b(?:if|unless|except|when|as)\b", re.IGNORECASE)
_LACKING = frozenset({FaultKind.NOT_UNDERSTOOD, FaultKind.NO_COLOUR, FaultKind.NO_HEX})
"""Faults that a line in place of the text explains where it has what was named."""


def _find_plain_denial(text: str) -> str:
    """The word of ``text`` that says what is not to be done, without any condition; empty where there is none."""
    return "" if _CONDITIONAL.search(text) else find_denial(text, "")


def _says_and(text: str, meant: tuple[Order, written.WordFault] | None) -> bool:
    """Whether ``text`` joins orders by *and* alone, which may be meant as a choice."""
    return meant is not None and meant[1].kind is FaultKind.TWO_ORDERS and "then" not in text.lower().split()


class UnreadJudge:
    """Judges the items of one list that are no orders."""

    def __init__(self, prospect: Prospect, mender: Mender) -> None:
        self.known, self.seat, self.prospect, self.mender = prospect.known, prospect.seat, prospect, mender

    def judge(self, number: int, unread: Order) -> Iterator[Problem]:
        """A line that would work in place of an item that is no order; for a later move with what is wrong with it."""
        is_later = self.prospect.is_later(number, unread)
        due = DECISIONS.get(seat_phase(self.known, self.seat))
        takes_more = self.prospect.due > 1
        meant = read_meant(self.known.table, unread, written.KEY_OF[due], takes_more=takes_more) if due else None
        if not is_later and meant and written.comes_later(self.known, self.seat, meant[0]):
            self.prospect.is_lost = True
            too_early = next((reading[0] for reading in meant[1].readings if reading), None)
            if too_early and not list_conditions(self.known.table, unread.value):
                yield self._refuse(unread, too_early)
            return
        if not is_later:
            certain = meant is not None and self._is_certain(unread, *meant)
            why = list(self._explain_meant(unread, *meant)) if meant else []
            is_offered = meant is None or self._is_offered(unread, *meant)
            asked = self._say_asked(unread, *meant) if meant else {}
            several = self._explain_several(unread, *meant) if meant else None
            instead = self.mender.mend(unread, is_later=False)
            self.prospect.is_lost = True
            if wrong := list(explain_conditions(self.known, unread)):
                yield from (*why, *wrong)
            elif several:
                yield several
            elif asked:
                yield Problem(
                    UNREAD_MEANT, Gravity.INVALID, unread.place, {"order": quoting.quote_choices(unread), **asked}
                )
            elif not instead and isinstance(unread.value, str) and (denial := _find_plain_denial(unread.value)):
                yield quoting.write_order(unread, say_without(denial))
            elif instead and _PASSING.fullmatch(" ".join(quoting.quote_choices(unread).lower().split())):
                problem = quoting.write_order(unread, instead, example=True)
                facts = {**problem.facts, "instead": f"{problem.facts['instead']}, since nobody can pass in this game"}
                yield problem._replace(facts=facts)
            elif instead:
                yield from () if quoting.say_denied(unread, instead) else why
                is_example = (
                    bool(why)
                    or not is_offered
                    or self.mender.adds_camels(unread)
                    or (meant is not None and meant[1].besides is FaultKind.NO_HEX)
                    or (not certain and isinstance(unread.value, str) and _says_and(unread.value, meant))
                )
                yield quoting.write_order(unread, instead, certain=certain and not why, example=is_example)
            return
        yield from self._remark_unread(unread, meant)

    def _remark_unread(self, unread: Order, meant: tuple[Order, written.WordFault] | None) -> Iterator[Problem]:
        """The same for a later move."""
        instead = self.mender.mend(unread, is_later=True)
        for branch in written.list_written(unread):
            for value in branch:
                self.mender.mend(unread._replace(value=value), is_later=True)
        strange = ""
        if meant:  # it stands for nothing in this game
            offers = self.mender.find_offers(*meant, is_later=True)
            strange = say_strange(self.known.table, unread, meant[0], offers)
        certain = meant is not None and not strange and self._is_certain(unread, *meant)
        wrong = list(explain_conditions(self.known, unread))
        yield from quoting.remark_unread(unread, "" if wrong else instead, strange, certain=certain)
        for problem in wrong:
            yield quoting.soften("later-never", problem, quoting.quote_choices(unread))

    def _is_certain(self, unread: Order, order: Order, fault: written.WordFault) -> bool:
        """Whether an item that is no order, and was meant to be ``order``, can mean one only."""
        due = written.KEY_OF[DECISIONS[seat_phase(self.known, self.seat)]]
        apart = write_block(self.known.table, unread, due) or write_kinds_apart(self.known.table, unread)
        if apart:
            return apart.certain
        if isinstance(unread.value, list) or list_conditions(self.known.table, unread.value):
            return False
        if self.mender.adds_camels(unread):
            return False
        return is_certain(self.known.table, fault, self.mender.find_offers(order, fault, is_later=False))

    def _say_asked(self, unread: Order, order: Order, fault: written.WordFault) -> Mapping[str, str]:
        """What to write for a text with its condition behind it, where it can mean only that; else nothing."""
        if fault.kind is not FaultKind.CONDITION or not isinstance(unread.value, str):
            return {}
        said = say_condition(self.known.table, order, self.mender.find_offers(order, fault, is_later=False))
        facts = {"instead": str(said["instead"]).removeprefix("; write "), CORRECTION: str(said.get(CORRECTION, ""))}
        return facts if facts[CORRECTION] else {}

    def _explain_several(self, unread: Order, order: Order, fault: written.WordFault) -> Problem | None:
        """That places listed where orders should be may be several orders; None for anything else."""
        if (
            not isinstance(unread.value, Mapping)
            or not may_be_several(unread)
            or fault.kind not in {FaultKind.PERHAPS_TWO_ORDERS, FaultKind.TWO_READINGS}
        ):
            return None
        asked = order._replace(condition={"if": True}) if "if" in unread.value else order
        return explain_fault(self.known.table, asked, fault, self.mender.find_offers(order, fault, is_later=False))

    def _is_offered(self, unread: Order, order: Order, fault: written.WordFault) -> bool:
        """Whether the line in place of ``unread`` has anything that was meant by it."""
        meant = {action for reading in fault.readings for action in reading}
        offers = self.mender.find_offers(order, fault, is_later=False)
        if not meant:
            is_example = is_one_order(self.known.table, unread)
            return not is_example and fault.kind not in {FaultKind.NO_COLOUR, FaultKind.NO_HEX}
        return any(action in meant for offer in offers for action in offer)

    def _explain_meant(self, unread: Order, order: Order, fault: written.WordFault) -> Iterator[Problem]:
        """Why an item that is no order would not do as one either, where the line in its place says something else."""
        table = self.known.table
        meant = [action for reading in fault.readings for action in reading]
        is_offered = bool(meant) and self._is_offered(unread, order, fault)
        faults = written.read_order(table, order).faults
        if isinstance(unread.value, str) and not is_offered:
            yield from (explain_fault(table, order, one, ()) for one in faults if one.kind in _LACKING)
        yield from explain_strange(table, unread, order, self.mender.find_offers(order, fault, is_later=False))
        is_alone = isinstance(unread.value, str) or (isinstance(unread.value, dict) and len(unread.value) == 1)
        if is_alone and meant and not faults and not is_offered:
            yield self._refuse(unread, meant[0], next(iter(self.prospect.spots()), None))

    def _refuse(self, unread: Order, action: Action, spot: ReachedPosition | None = None) -> Problem:
        """Why the ``action`` that an item was meant to ask for would not be legal."""
        words = quoting.quote_action(self.known.table, action)
        code, facts = self.prospect.explain_choice(action, words, spot, offer=False)
        return Problem(code, Gravity.ILLEGAL, unread.place, facts)
