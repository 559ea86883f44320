"""The views and the exhibit around secrets and look: scores by points, a form with the legal actions, who won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Generic, TypeVar

from adjudicator.core.agenda import Agenda
from adjudicator.core.event import Event, Moment, Story
from adjudicator.core.json_value import JsonObject
from adjudicator.core.table import Reader, Score, ScoreTable, Seat
from adjudicator.kit.actions.conditions import say_conditions
from adjudicator.kit.actions.kernel import ActionKernel, GameProgress
from adjudicator.kit.actions.rules import Look, Secrets
from adjudicator.kit.words import FORM_WIDTH, join_words

S = TypeVar("S")


class ActionViews(Generic[S]):
    """See :class:`adjudicator.core.game.Views`."""

    def __init__(self, kernel: ActionKernel[S], secrets: Secrets[S]) -> None:
        self.kernel, self.secrets = kernel, secrets

    def see(self, state: GameProgress[S], agendas: Mapping[Seat, Agenda], reader: Reader) -> GameProgress[S]:
        """What the secrets leave of the position; how far the game has come is known to all."""
        del agendas
        return GameProgress(state.seats, self.secrets.see(state.position, reader), state.turn, state.actions)

    def hear(self, event: Event, reader: Reader) -> Event | None:
        """What the secrets leave of it."""
        return self.secrets.hear(event, reader)

    def scores(self, known: GameProgress[S]) -> tuple[Score, ...]:
        """By what is known of the position."""
        return self.kernel.scores(known)

    def to_json(self, known: GameProgress[S]) -> JsonObject:
        """What is known, as it would be kept."""
        return self.kernel.dump(known)

    def rename(self, known: GameProgress[S], names: Mapping[Seat, str]) -> GameProgress[S]:
        """The same with the names beside it: positions are an author's own."""
        return known._replace(names=names)

    def retell(
        self, before: GameProgress[S], after: GameProgress[S], heard: Sequence[Event]
    ) -> Sequence[Moment[GameProgress[S]]]:
        """A turn in one: what lies in between is an author's own."""
        del before
        return [Moment(0, after, heard)]


class ActionExhibit(Generic[S]):
    """See :class:`adjudicator.core.game.Exhibit`."""

    def __init__(self, kernel: ActionKernel[S], look: Look[S], duty: str) -> None:
        self.kernel, self.look, self.duty = kernel, look, duty

    def parts(self, known: GameProgress[S], reader: Reader, news: Sequence[Event]) -> Mapping[str, object]:
        """The board in both ways."""
        del reader, news
        drawn = self.look.draw_text(known.position).rstrip("\n")
        return {"board_text": drawn, "board_svg": self.look.draw_svg(known.position)}

    def tell(self, known: GameProgress[S], events: Sequence[Event], reader: Reader) -> Story:
        """One sentence for each."""
        del known, reader
        return Story(others=[self.look.tell(event) for event in events])

    def phase_words(self, known: GameProgress[S]) -> str:
        """Who is awaited; who has won."""
        awaited = [known.names.get(seat, seat) for seat in self.kernel.list_awaited(known)]
        if awaited:
            return f"{join_words(awaited)} {'is' if len(awaited) == 1 else 'are'} on move"
        scores = self.kernel.scores(known)
        most = max(score.points for score in scores)
        best = [known.names.get(score.seat, score.seat) for score in scores if score.points == most]
        if len(best) == len(scores):
            return "The game is over and drawn"
        return f"The game is over: {join_words(best)} {'has' if len(best) == 1 else 'have'} won"

    def form_lines(self, known: GameProgress[S], seat: Seat) -> list[str]:
        """What is legal as things stand, and an example to take the ``#`` from."""
        legal = self.kernel.legal(known, seat)
        told = f"{self.duty} Alternatives go into brackets, the best one first: [first choice, second choice]. "
        told += say_conditions(self.kernel.rules)
        lines = wrap(told, FORM_WIDTH, initial_indent="# ", subsequent_indent="# ")
        listed = f"Legal as things stand: {', '.join(legal) or 'nothing'}"
        lines += wrap(listed, FORM_WIDTH, initial_indent="# ", subsequent_indent="#   ")
        return ["orders:", *lines, *(f"# - {self.kernel.order}: {action}" for action in legal[:1])]

    def scores(self, known: GameProgress[S], reader: Reader) -> ScoreTable:
        """Points, and nothing about where they come from."""
        del reader
        scores = self.kernel.scores(known)
        return ScoreTable((), tuple((known.names.get(one.seat, one.seat), (str(one.points),)) for one in scores))
