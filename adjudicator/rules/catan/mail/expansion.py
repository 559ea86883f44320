"""The expansion of the order language: what a game on top of this one adds for what it has between two turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from adjudicator.core.agenda import Agenda, AnswerKinds, Ask, Reply
from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import MoveFile, Order, Problem
from adjudicator.core.table import Pacing, SeatNumber
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.cards import Bundle
from adjudicator.rules.catan.mail.answer import QuestionAnswer
from adjudicator.rules.catan.views.known import Known


class ExpansionChecks(Protocol):
    """What is said of its orders before their moment, on what their sender knows; a module with these functions."""

    def check(self, known: Known, seat: SeatNumber, order: Order, *, standing: bool) -> Iterator[Problem]:
        """What is wrong with an order of one of its kinds, in orders or standing orders."""
        ...

    def remark(self, known: Known, seat: SeatNumber, file: MoveFile) -> Iterator[Problem]:
        """What is to be said of a file as a whole."""
        ...

    def foresee(self, known: Known, orders: Sequence[Order], hands: Sequence[Bundle]) -> Iterator[Problem]:
        """What is wrong with orders of its kinds where one of ``hands`` is left when the script has ended the turn."""
        ...


class ExpansionOrders(Protocol):
    """Orders of kinds of their own, which answer decisions that only the game on top knows."""

    kinds: tuple[str, ...]
    """Its kinds of orders; scripts leave them where they are."""
    answer_kinds: AnswerKinds
    """Those of them that answer what it asks."""
    sentences: Mapping[str, str]

    @property
    def checks(self) -> ExpansionChecks:
        """What judges its orders; receipts alone ask for it."""
        ...

    def asks(self, known: Known, pacing: Pacing) -> tuple[Ask, ...]:
        """Whom it asks between two turns; made from what everybody knows."""
        ...

    def answers(self, known: Known, agenda: Agenda, ask: Ask) -> bool:
        """Whether ``agenda`` answers one of its asks."""
        ...

    def say_if_silent(self, known: Known, agenda: Agenda, ask: Ask) -> str:
        """What happens when the deadline of one of its asks passes."""
        ...

    def say_outlook(self, known: Known, seat: SeatNumber, agenda: Agenda) -> Iterator[str]:
        """What its standing orders and defaults do for ``seat``, in sentences."""
        ...

    def forecast(self, known: Known, seat: SeatNumber, orders: Sequence[Order]) -> Iterator[str]:
        """When those of ``orders`` that are of its kinds count, in a line each."""
        ...

    def act_at_once(self, answer: QuestionAnswer) -> Reply[Action]:
        """What happens at once in one of its decisions."""
        ...

    def reply(self, answer: QuestionAnswer) -> Reply[Action]:
        """What the orders say to one of its decisions."""
        ...

    def fall_back(self, answer: QuestionAnswer) -> Reply[Action]:
        """What it does for a silent seat."""
        ...

    def write(self, known: Known, action: Action) -> Mapping[str, JsonValue]:
        """The order that asks for one of its actions."""
        ...

    def templates(self, known: Known, seat: SeatNumber) -> Sequence[Mapping[str, JsonValue]]:
        """Examples of its open-ended orders."""
        ...

    def mend(self, known: Known, seat: SeatNumber, said: str) -> Sequence[str]:
        """Lines for what an item that was not understood ``said``, where it was to be an order of its kinds."""
        ...

    def quote(self, order: Order) -> str:
        """An order of one of its kinds in a few words."""
        ...
