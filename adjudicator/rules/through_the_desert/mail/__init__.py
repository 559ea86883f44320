"""The order language: one item is one action, taken in order; alternatives stand inside an item.

An item whose condition is false is skipped; items beyond what is due stay for later turns. Whatever becomes impossible
here stays impossible, since camels never leave: that is why a check today can refuse for good.
"""

from collections.abc import Mapping

from adjudicator.core.agenda import Agenda, Ask, Item, Question, Reply, enlist
from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import UNREAD, MoveFile, Order, Problem
from adjudicator.core.table import Event, Pacing
from adjudicator.kit.defaults import PlainOrders
from adjudicator.rules.through_the_desert.legal import Action
from adjudicator.rules.through_the_desert.mail.asks import announce_silence, fills_move, invite_more, list_asks
from adjudicator.rules.through_the_desert.mail.conditions import name_plainly
from adjudicator.rules.through_the_desert.mail.moves import (
    answer_decision,
    answer_silence,
    set_lost_aside,
    settle_agendas,
)
from adjudicator.rules.through_the_desert.mail.quoting import SENTENCES, quote_order
from adjudicator.rules.through_the_desert.state import State, Table
from adjudicator.rules.through_the_desert.written import (
    BUNDLED,
    KEY_OF,
    KEYS,
    is_over,
    list_branches,
    put_plainly,
    write_action,
)
from adjudicator.rules.through_the_desert.written.order_words import list_table_words, list_useless_keys


def _put_plainly(table: Table, order: Order) -> Order:
    if order.kind == UNREAD:
        return order
    order = order._replace(
        condition=name_plainly(order.condition, table) if order.condition else None,
        until=name_plainly(order.until, table) if order.until else None,
    )
    branches = tuple(tuple(put_plainly(table, step) for step in branch) for branch in list_branches(table, order))
    return order._replace(branches=branches) if branches else put_plainly(table, order)


class DesertOrders(PlainOrders[State, Action]):
    """See :class:`adjudicator.core.game.OrderLanguage`."""

    kinds = tuple(KEYS)
    repeats = True
    plans = True
    bundled = BUNDLED
    lacking = ("orders-missing",)
    halts = True
    outlook_title = "Be early"
    sentences = SENTENCES
    list_words = staticmethod(list_table_words)
    list_useless_keys = staticmethod(list_useless_keys)
    answers = staticmethod(fills_move)
    say_if_silent = staticmethod(announce_silence)
    say_outlook = staticmethod(invite_more)
    end_turn = staticmethod(set_lost_aside)
    act_at_once = staticmethod(settle_agendas)
    quote = staticmethod(quote_order)

    def __init__(self) -> None:
        self._asked: tuple[State | None, Pacing, tuple[Ask, ...]] = None, Pacing.ROUND, ()
        """The position asked about last, by which pacing, and the answer: a turn asks again and again."""

    def asks(self, known: State, pacing: Pacing) -> tuple[Ask, ...]:
        """In a round everybody's next move, else that of the seat on move."""
        if self._asked[0] is not known or self._asked[1] is not pacing:
            self._asked = known, pacing, list_asks(known, pacing)
        return self._asked[2]

    def reply(self, question: Question[State, Action]) -> Reply[Action]:
        """By the orders, or the standing orders that stand in for them."""
        return answer_decision(question.known, question.agenda)

    def fall_back(self, question: Question[State, Action]) -> Reply[Action]:
        """By the fallback orders."""
        return answer_silence(question.known, question.agenda)

    def check(self, known: State, seat: str, file: MoveFile) -> tuple[Problem, ...]:
        """What is illegal under every choice of alternatives, and what is surely not meant."""
        from adjudicator.rules.through_the_desert.mail.check import check_orders  # noqa: PLC0415 - for receipts only

        return check_orders(known, known.table.number_of[seat], file)

    def forecast(self, known: State, seat: str, file: MoveFile, filed: Agenda) -> tuple[str, ...]:
        """Order by order what happens if nobody moves first, and who could prevent it."""
        from adjudicator.rules.through_the_desert.mail.forecast import forecast_file  # noqa: PLC0415 - for receipts only

        agenda, _ = self.begin_turn(known, seat, enlist(filed, file, ""))
        if not file.has_orders:
            agenda = agenda._replace(items=(), later=())
        return tuple(forecast_file(known, known.table.number_of[seat], agenda))

    def begin_turn(self, known: State, seat: str, agenda: Agenda) -> tuple[Agenda, tuple[Event, ...]]:
        """The agenda in the words of the report; there are no public standing orders."""
        del seat

        def rewrite(items: tuple[Item, ...]) -> tuple[Item, ...]:
            return tuple(item._replace(order=_put_plainly(known.table, item.order)) for item in items)

        items, standing, fallback = map(rewrite, (agenda.items, agenda.standing, agenda.fallback))
        return agenda._replace(items=items, standing=standing, fallback=fallback), ()

    def is_over(self, known: State, seat: str, order: Order) -> bool:
        """A leader's order once camels are due."""
        return is_over(known, known.table.number_of[seat], order)

    def write(self, known: State, action: Action) -> Mapping[str, JsonValue]:
        """``{"place": "teal D9"}``."""
        return {KEY_OF[action.kind]: write_action(known.table, action)}
