"""A game in which an order is an action, put together from its rules, its look and its secrets.

In its CASE files a position is what the game keeps of it, laid over the one at the start.
"""

from collections.abc import Collection, Mapping, Sequence
from textwrap import wrap
from typing import Generic, TypeVar, cast

from adjudicator.core.agenda import Agenda
from adjudicator.core.chance import Label
from adjudicator.core.json_value import JsonObject
from adjudicator.core.notation import ActionTextError, Mismatch, PositionError, PositionFault
from adjudicator.core.table import Event, Option, Pacing, Reader, ScoreTable, Seat, Setting, Story
from adjudicator.kit.actions.kernel import ActionKernel, GameProgress
from adjudicator.kit.actions.orders import ActionOrders, clean, say_conditions
from adjudicator.kit.actions.rules import ActionRules, Look, Secrets
from adjudicator.kit.defaults import PlainGame, PlainViews
from adjudicator.kit.positions import Forms, find_faults, find_mismatches, lay_over, name_keys
from adjudicator.kit.words import FORM_WIDTH, join_words

S = TypeVar("S")


class ActionViews(PlainViews[GameProgress[S]]):
    """See :class:`adjudicator.core.game.Views`."""

    def __init__(self, kernel: ActionKernel[S], secrets: Secrets[S]) -> None:
        self.secrets, self.scores, self.to_json = secrets, kernel.scores, kernel.dump

    def see(self, state: GameProgress[S], agendas: Mapping[Seat, Agenda], reader: Reader) -> GameProgress[S]:
        """What the secrets leave of the position; how far the game has come is known to all."""
        return GameProgress(state.seats, self.secrets.see(state.position, reader), state.turn, state.actions)

    def hear(self, event: Event, reader: Reader) -> Event | None:
        """What the secrets leave of it."""
        return self.secrets.hear(event, reader)

    def rename(self, known: GameProgress[S], names: Mapping[Seat, str]) -> GameProgress[S]:
        """The same with the names beside it: positions are an author's own."""
        return known._replace(names=names)


class ActionExhibit(Generic[S]):
    """See :class:`adjudicator.core.game.Exhibit`."""

    def __init__(self, kernel: ActionKernel[S], look: Look[S], duty: str) -> None:
        self.kernel, self.look, self.duty = kernel, look, duty

    def parts(self, known: GameProgress[S], reader: Reader, news: Sequence[Event]) -> Mapping[str, object]:
        """The board in both ways."""
        drawn = self.look.draw_text(known.position).rstrip("\n")
        return {"board_text": drawn, "board_svg": self.look.draw_svg(known.position)}

    def tell(self, known: GameProgress[S], events: Sequence[Event], reader: Reader) -> Story:
        """One sentence for each; at the end, who has won leads."""
        lead = "" if self.kernel.list_awaited(known) else self._name_winners(known, reader)
        return Story(others=[self.look.tell(event) for event in events], lead=lead)

    def phase_words(self, known: GameProgress[S], reader: Reader) -> str:
        """Who is awaited; who has won."""
        called = [known.names.get(seat, seat) for seat in self.kernel.list_awaited(known)]
        awaited = ["You"] * (reader in called) + [name for name in called if name != reader]
        if awaited:
            return f"{join_words(awaited)} {'moves' if len(awaited) == 1 and awaited != ['You'] else 'move'} next"
        return f"The game is over. {self._name_winners(known, reader).removesuffix('.')}"

    def _name_winners(self, known: GameProgress[S], reader: Reader) -> str:
        scores = self.kernel.scores(known)
        most = max(score.points for score in scores)
        winners = [known.names.get(score.seat, score.seat) for score in scores if score.points == most]
        if len(winners) == len(scores):
            return "It is a draw."
        others = [name for name in winners if name != reader]
        return f"{join_words(['You', *others] if reader in winners else winners)} won."

    def form_lines(self, known: GameProgress[S], seat: Seat) -> list[str]:
        """What is legal as things stand, and an example to take the ``#`` from."""
        legal = self.kernel.legal(known, seat)
        instructions = f"{self.duty} Put alternatives in brackets, the best one first: [first choice, second choice]. "
        instructions += say_conditions(self.kernel.rules)
        lines = wrap(instructions, FORM_WIDTH, initial_indent="# ", subsequent_indent="# ")
        listed = f"Legal as things stand: {', '.join(legal) or 'nothing'}"
        lines += wrap(listed, FORM_WIDTH, initial_indent="# ", subsequent_indent="#   ")
        return ["orders:", *lines, *(f"# - {self.kernel.order}: {action}" for action in legal[:1])]

    def scores(self, known: GameProgress[S], reader: Reader) -> ScoreTable:
        """Points, and nothing about where they come from."""
        scores = self.kernel.scores(known)
        return ScoreTable((), tuple((known.names.get(one.seat, one.seat), (str(one.points),)) for one in scores))


class _FirstOutcome:
    """Every draw gives its first outcome: a case says what it is about, whatever the set-up drew."""

    def draw(self, epoch: int, label: Label, below: int, *, hidden: bool = False) -> int:
        return 0


class ActionCases(Generic[S]):
    """See :class:`adjudicator.core.notation.CaseNotation`."""

    def __init__(self, kernel: ActionKernel[S]) -> None:
        self.kernel = kernel

    def read_position(self, content: JsonObject, setting: Setting) -> GameProgress[S]:
        """The start, with what ``content`` says laid over what the game keeps of it. Raises ``PositionError``."""
        start, _ = self.kernel.setup(setting, _FirstOutcome())
        kept = self.kernel.rules.dump(start.position)
        forms: Forms = {(): name_keys(tuple(kept), f"a position has no {{name}}; it has {join_words(kept)}")}
        if faults := list(find_faults(content, forms)):
            raise PositionError(faults)
        try:
            position = self.kernel.rules.load(cast("JsonObject", lay_over(kept, content, forms)))
        except (ValueError, TypeError) as error:
            raise PositionError([PositionFault((), str(error))]) from error
        return start._replace(position=position)

    def compare(self, state: GameProgress[S], expected: JsonObject) -> Sequence[Mismatch]:
        """Where what the game keeps differs from what is expected."""
        return list(find_mismatches(expected, self.kernel.rules.dump(state.position), {}))

    def read_action(self, state: GameProgress[S], text: str) -> str:
        """What stands behind the order's key."""
        kind, _, action = text.partition(" ")
        if kind != self.kernel.order:
            raise ActionTextError("unknown-order")
        return clean(action)

    def explain(self, state: GameProgress[S], seat: Seat, action: str) -> str:
        """The reason in words."""
        return self.kernel.refuse(state, seat, action).why


class ActionGame(PlainGame, Generic[S]):
    """See :class:`adjudicator.core.game.Game`.

    ``module`` is where Python finds it, ``package:GAME``; ``order`` the key of its orders, ``duty`` the sentence with
    which a player is asked for one. ``draws`` says that chance is drawn from in play, ``seat_facts`` in which facts of
    events seats stand, which get people's names there. ``version`` is raised with every change of the rules that could
    alter a running game.
    """

    schemas = ("actions",)

    def __init__(
        self,
        *,
        name: str,
        title: str,
        module: str,
        seats: range,
        order: str,
        duty: str,
        rules: ActionRules[S],
        look: Look[S] | None = None,
        secrets: Secrets[S] | None = None,
        options: tuple[Option, ...] = (),
        draws: bool = False,
        default_pacing: Pacing = Pacing.SEAT,
        seat_facts: Collection[str] = PlainGame.seat_facts,
        version: int = 1,
    ) -> None:
        self.name, self.title, self.module, self.seats, self.version = name, title, module, seats, version
        self.options, self.default_pacing, self.seat_facts = options, default_pacing, frozenset(seat_facts)
        self.kernel = ActionKernel(rules, order, seats, options, draws=draws)
        self.orders = ActionOrders(self.kernel, duty)
        self.views = ActionViews(self.kernel, secrets or Secrets())
        self.exhibit = ActionExhibit(self.kernel, look or Look(), duty)

    def moves_together(self, setting: Setting) -> bool:
        """Whether several are awaited at the start."""
        start, _ = self.kernel.setup(setting, _FirstOutcome())
        return len(self.kernel.list_awaited(start)) > 1

    def notes(self, setting: Setting, pacing: Pacing) -> Sequence[str]:
        """Which conditions orders can have."""
        return (say_conditions(self.kernel.rules),)

    @property
    def cases(self) -> ActionCases[S]:
        """Positions as the game keeps them."""
        return ActionCases(self.kernel)
