"""Whose orders are checked, and against what."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from adjudicator.core.order import MoveFile, Order, Problem
from adjudicator.core.table import SeatNumber
from adjudicator.rules.catan.cards import Bundle
from adjudicator.rules.catan.mail.script import Kinds
from adjudicator.rules.catan.views.known import View


def _say_nothing(*_: object) -> tuple[()]:
    return ()


def _never_sure(*facts: object) -> bool:
    del facts
    return False


class OwnChecks(NamedTuple):
    """What is said before their moment of orders that only a game on top knows, on what their sender knows.

    ``check`` tells what is wrong with one of them, among the orders or the standing orders; ``remark`` what is wrong
    with a file as a whole; ``foresee`` what is where one of some hands is left when the script has ended the turn.
    ``mend`` finds lines for what was not understood, where it was to be an order of these ``kinds``; ``is_sure`` says
    of what is written and such a line whether nothing else can be meant.
    """

    kinds: tuple[str, ...] = ()
    check: Callable[[View, SeatNumber, Order, bool], Iterable[Problem]] = _say_nothing
    remark: Callable[[View, SeatNumber, MoveFile], Iterable[Problem]] = _say_nothing
    foresee: Callable[[View, Sequence[Order], Sequence[Bundle]], Iterable[Problem]] = _say_nothing
    mend: Callable[[View, SeatNumber, str], Sequence[str]] = _say_nothing
    is_sure: Callable[[View, SeatNumber, str, str], bool] = _never_sure


class FileSender(NamedTuple):
    """Whose orders are checked, and against what: all that the ``seat`` knows; ``own`` are orders of a game on top.

    ``outside`` are kinds of orders that answer something else than a turn, ``quote`` gives the words of any order.
    """

    known: View
    seat: SeatNumber
    own: OwnChecks
    outside: Kinds
    quote: Callable[[Order], str]
