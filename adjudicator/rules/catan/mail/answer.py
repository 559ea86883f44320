"""An answer in the making: what changes on whose agenda, what became of orders, what everybody is told."""

from collections.abc import Collection, Mapping, Sequence

from adjudicator.core.agenda import Act, Agenda, Done, Fate, Item, OrderResult, Question, Refusal, Source
from adjudicator.core.table import Event, Seat
from adjudicator.rules.catan.actions import Action
from adjudicator.rules.catan.mail.language.quoting import quote_order
from adjudicator.rules.catan.mail.memory import Memory, ProposalItem, is_lent, list_places, recall, remember
from adjudicator.rules.catan.views.known import Known


class QuestionAnswer:
    """What the order language is about to reply to one question. It lives as long as the question."""

    def __init__(self, question: Question[Known, Action]) -> None:
        self.question = question
        self.known = question.known
        self.table = question.known.table
        self.seat = self.table.number_of[question.decision.seat]
        self.name = question.decision.seat
        self.lent = False
        """Whether fallback orders stand among the others, for this question alone."""
        self._changed: dict[Seat, Agenda] = {}
        self._recalled: tuple[Agenda, Memory] | None = None
        self._results: list[OrderResult] = []
        self.events: list[Event] = []

    def agenda_of(self, seat: Seat) -> Agenda:
        """The agenda of a seat as it stands by now."""
        return self._changed.get(seat) or self.question.agendas[seat]

    @property
    def agenda(self) -> Agenda:
        """The deciding seat's agenda as it stands by now."""
        return self.agenda_of(self.name)

    @property
    def memory(self) -> Memory:
        """What it remembers; read once for each agenda."""
        agenda = self.agenda
        if self._recalled is None or self._recalled[0] is not agenda:
            self._recalled = agenda, recall(agenda)
        return self._recalled[1]

    @property
    def fates(self) -> Mapping[str, bool]:
        """What became of the orders of this table turn, by number."""
        progress = self.memory.progress
        return progress.fates if progress.turn == self.known.turn else {}

    def change(self, seat: Seat, agenda: Agenda) -> None:
        """Put another agenda in the place of a seat's."""
        self._changed[seat] = agenda

    def keep_items(self, items: Sequence[Item], seat: Seat | None = None) -> None:
        """Leave these orders on the agenda of the deciding seat, or of another."""
        owner = seat or self.name
        agenda = self.agenda_of(owner)._replace(items=tuple(items))
        memory = recall(agenda)
        progress = memory.progress._replace(left=list_places(items))
        self.change(owner, remember(agenda, memory._replace(progress=progress)))

    def drop_kinds(self, kinds: Collection[str], seat: Seat | None = None) -> None:
        """Take orders of these kinds, which answer a question, from the agenda of the deciding seat, or of another."""
        owner = seat or self.name
        agenda = self.agenda_of(owner)
        self.keep_items([item for item in agenda.items if item.order.kind not in kinds], owner)
        self.keep_answers([item for item in agenda.answers if item.order.kind not in kinds], owner)

    def keep_answers(self, answers: Sequence[Item], seat: Seat | None = None) -> None:
        """Leave these answers on the agenda of the deciding seat, or of another."""
        owner = seat or self.name
        self.change(owner, self.agenda_of(owner)._replace(answers=tuple(answers)))

    def source_of(self, item: Item) -> Source:
        """Whether ``item`` is one of the orders, or a fallback order that took their place."""
        if self._is_answer(self.name, item):
            return Source.ORDERS
        fallback = self.memory.progress.fallback or (self.lent and is_lent(self.agenda, item))
        return Source.FALLBACK if fallback else Source.ORDERS

    def _is_answer(self, seat: Seat, item: Item) -> bool:
        """Whether ``item`` came in a file that only answers, and so is no part of a script."""
        return any(item is other for other in self.question.agendas[seat].answers)

    def remember(self, memory: Memory) -> None:
        """Change what the deciding seat's agenda remembers."""
        self.change(self.name, remember(self.agenda, memory))

    def note(
        self,
        item: Item,
        fate: Fate,
        *,
        source: Source | None = None,
        done: str | None = None,
        choice: int = 0,
        refusals: tuple[Refusal, ...] = (),
        seat: Seat | None = None,
        text: str | None = None,
    ) -> None:
        """Note what became of an order, for its player and for conditions on its number.

        Without ``seat`` it is one of the deciding seat's, without ``source`` one of its script; ``text`` quotes it
        where a game on top does so in its own way. Answers have no number.
        """
        order, owner = item.order, seat or self.name
        where = source or (self.source_of(item) if owner == self.name else Source.ORDERS)
        words = text or quote_order(order)
        line = order.place.line
        self._results.append(OrderResult(owner, where, item.file, line, words, fate, done, choice, refusals))
        borrowed = self.lent and where is Source.FALLBACK
        numbered = not self._is_answer(owner, item)
        if source is None and owner == self.name and not borrowed and numbered:
            self._set_fate(self.memory.progress.number_of(order), done=fate is Fate.DONE)

    def note_proposal(
        self, made: ProposalItem, *, taken: bool, done: str | None = None, refusals: tuple[Refusal, ...] = ()
    ) -> None:
        """Note what became of the order that made a proposal, now that the answers are in."""
        source = Source.FALLBACK if made.fallback else Source.ORDERS
        fate = Fate.DONE if taken else Fate.REFUSED
        self._results.append(
            OrderResult(self.name, source, made.file, made.line, made.words, fate, done, refusals=refusals)
        )
        if made.file == self.memory.progress.file:
            self._set_fate(made.number, done=taken)

    def _set_fate(self, number: int, *, done: bool) -> None:
        memory = self.memory
        fates = {**self.fates, str(number): done or self.fates.get(str(number), False)}
        progress = memory.progress._replace(fates=fates, turn=self.known.turn)
        self.remember(memory._replace(progress=progress))

    def note_policy(self, text: str) -> None:
        """Note what is done for a silent seat."""
        self._results.append(OrderResult(self.name, Source.POLICY, "", 0, text, Fate.DONE, done=text))

    def act(self, action: Action) -> Act[Action]:
        """The reply: this action."""
        return Act(action, self._changed, tuple(self._results), tuple(self.events))

    def stop(self) -> Done:
        """The reply: no order for this decision."""
        return Done(self._changed, tuple(self._results), tuple(self.events))
