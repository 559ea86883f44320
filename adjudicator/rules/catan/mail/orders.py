"""The order language of the game; that of a game on top of it is a class that inherits from it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.core.agenda import EMPTY, Agenda, AnswerKinds, Ask, Question, Reply, enlist
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.json_value import JsonValue
from adjudicator.core.order import UNREAD, MoveFile, Order, Problem, Words, leave_out_full_stop
from adjudicator.core.table import Event, Pacing
from adjudicator.kit.defaults import PlainOrders
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.mail import script
from adjudicator.rules.catan.mail.answer import (
    QuestionAnswer,
    ScriptProgress,
    is_under_way,
    list_places,
    number_items,
    recall,
    remember,
)
from adjudicator.rules.catan.mail.asks import is_answered, list_asks, names_place
from adjudicator.rules.catan.mail.conditions import find_roll, will_end
from adjudicator.rules.catan.mail.language.order_text import END, FORMS, write_action
from adjudicator.rules.catan.mail.language.order_words import list_order_words
from adjudicator.rules.catan.mail.language.quoting import quote_order
from adjudicator.rules.catan.mail.language.vocabulary import OrderTextError
from adjudicator.rules.catan.mail.offers import list_left, take_up_deals
from adjudicator.rules.catan.mail.promises import announce_silence, forecast_answers, forecast_orders, list_promises
from adjudicator.rules.catan.mail.proposals import ANSWERS, find_sample, is_certain
from adjudicator.rules.catan.mail.script import Kinds, leave_out_replaced
from adjudicator.rules.catan.mail.taking import may_take
from adjudicator.rules.catan.mail.wording import SENTENCES
from adjudicator.rules.catan.state import Stage
from adjudicator.rules.catan.views.known import View

if TYPE_CHECKING:
    from adjudicator.rules.catan.mail.check_orders import OwnChecks

KINDS = (*FORMS, "take", "propose", *ANSWERS, "offer", "want")
"""The keys of orders of the base game."""
ANSWER_KINDS = (frozenset(ANSWERS), *(frozenset((kind,)) for kind in ("discard", "roll", "robber")))
"""Those that only answer what is asked."""


class CatanOrders(PlainOrders[View, Action]):
    """See :class:`adjudicator.core.game.OrderLanguage`."""

    kinds: tuple[str, ...] = KINDS
    blocks = True
    plans = True
    answer_kinds: AnswerKinds = ANSWER_KINDS
    closing = END
    lacking: tuple[str, ...] = ("nothing-ordered",)
    pending = (
        "end-missing",
        "end-in-doubt",
        "round-open",
        "nothing-ordered",
        "second-place",
        "knight-bare",
        "roads-bare",
    )
    sentences: Mapping[str, str] = SENTENCES
    outside: Kinds = frozenset(ANSWERS)
    """Kinds of orders that answer something else than a turn; scripts leave them where they are."""

    @property
    def own_checks(self) -> OwnChecks:
        """What judges the orders that only a game on top knows; receipts alone ask for it."""
        from adjudicator.rules.catan.mail.check_orders import OwnChecks  # noqa: PLC0415 - for receipts only

        return OwnChecks()

    def list_words(self, known: View) -> Mapping[str, Words]:
        """Paths, placements, hexes, cards and seats."""
        return list_order_words(known.table.seats, known.table.board.terrains)

    def asks(self, known: View, pacing: Pacing) -> tuple[Ask, ...]:
        """See :mod:`adjudicator.rules.catan.mail.asks`."""
        return list_asks(known, pacing)

    def answers(self, known: View, agenda: Agenda, ask: Ask) -> bool:
        """Whether there are orders for what is asked, or a standing order that settles it."""
        return is_answered(known, agenda, ask, self.outside)

    def is_certain(self, question: Question[View, Action], waiting: Collection[str]) -> bool:
        """Whether a proposal is taken by somebody who is asked before those that wait."""
        return is_certain(QuestionAnswer(question), waiting)

    def say_if_silent(self, known: View, agenda: Agenda, ask: Ask, when_silent: WhenSilent) -> str:
        """What is done for a silent seat."""
        del when_silent  # the game goes on whatever is allowed
        return announce_silence(known, agenda, ask, self.outside)

    def say_outlook(self, known: View, seat: str, agenda: Agenda, *, asked: bool) -> tuple[str, ...]:
        """What standing orders and defaults do, whoever is asked."""
        del asked
        return tuple(list_promises(known, known.table.number_of[seat], agenda))

    def check(self, known: View, seat: str, file: MoveFile) -> tuple[Problem, ...]:
        """What can never be, what cannot be read, and what is surely not meant."""
        from adjudicator.rules.catan.mail import check, check_orders, remarks  # noqa: PLC0415 - for receipts only

        if any(order.kind == UNREAD for order in (*file.orders, *(file.standing or ()), *(file.fallback or ()))):
            file = file._replace(gap=0)
        number = known.table.number_of[seat]
        sender = check_orders.FileSender(known, number, self.own_checks, self.outside, self.quote)
        ends = tuple(remarks.remark_on_full_stop(sender, file.orders))
        file = leave_out_full_stop(file, ends)
        asks = [ask for ask in self.asks(known, Pacing.SEAT) if ask.must and ask.seat == seat]
        agenda = enlist(EMPTY, file, "", self.answer_kinds)
        try:
            answered = any(self.answers(known, agenda, ask) or names_place(known, agenda, ask) for ask in asks)
        except OrderTextError:
            answered = True  # as far as anybody can tell: what cannot be read is told with its order
        own = sender.own.remark(known, number, file)
        return (*ends, *check.check_file(sender, file, asked=bool(asks), answered=answered), *own)

    def forecast(self, known: View, seat: str, file: MoveFile, filed: Agenda) -> tuple[str, ...]:
        """How the orders fare as things stand."""
        del filed
        number = known.table.number_of[seat]
        answers = forecast_answers(known, number, file.orders)
        return (*answers, *forecast_orders(known, number, file.orders, self.outside))

    def begin_turn(self, known: View, seat: str, agenda: Agenda) -> tuple[Agenda, tuple[Event, ...]]:
        """Note where the orders of a new file stand, leave out answers that newer ones replace, take up new offers."""
        memory = recall(agenda)
        progress = memory.progress
        if not is_under_way(agenda):
            file = agenda.items[0].file if agenda.items else ""
            places = list_places([item for item in agenda.items if item.file == file])
            progress = ScriptProgress(file=file, places=places, left=places)
        agenda = leave_out_replaced(agenda._replace(renewed=False), self.answer_kinds)
        ends = will_end([item.order for item in agenda.items], find_roll(known, known.table.number_of[seat]))
        progress = progress._replace(left=list_places(agenda.items), ends=ends is not False)
        agenda = remember(agenda, memory._replace(progress=progress))
        return take_up_deals(known.table, known.table.number_of[seat], agenda)

    def act_at_once(self, question: Question[View, Action]) -> Reply[Action]:
        """Steps under way, the roll, discards: what needs nobody."""
        return script.act_at_once(QuestionAnswer(question))

    def reply(self, question: Question[View, Action]) -> Reply[Action]:
        """What the orders say."""
        return script.reply(QuestionAnswer(question), self.outside)

    def fall_back(self, question: Question[View, Action]) -> Reply[Action]:
        """What is done for a silent seat."""
        return script.fall_back(QuestionAnswer(question), self.outside)

    def write(self, known: View, action: Action) -> Mapping[str, JsonValue]:
        """``{"road": "12-13"}``."""
        return write_action(known.table, action)

    def templates(self, known: View, seat: str) -> Sequence[Mapping[str, JsonValue]]:
        """Trades, which are too many to be listed."""
        number = known.table.number_of[seat]
        if known.stage is not Stage.TURN or number != known.mover:
            return ()
        takes = ({"take": f"{known.seats[o.seat].name} {o.number}"} for o in known.book.offers if may_take(o, number))
        return ({"propose": find_sample(known.seats[number].hand or 0)}, *takes)

    def list_standing(self, agenda: Agenda) -> Sequence[Order]:
        """Offers and wishes with how often they may still be taken."""
        return list_left(agenda)

    def number(self, agenda: Agenda) -> Sequence[int]:
        """As conditions count them."""
        return number_items(agenda)

    def quote(self, order: Order) -> str:
        """``road 12-13 or 13-14``."""
        return quote_order(order)
