"""A table that plays by mail: move files as text in, turns out. Agendas go through JSON between any two turns."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from oracle.catan_positions import Loaded

from adjudicator.core.agenda import EMPTY, Agenda, Ask, dump_agenda, enlist, load_agenda
from adjudicator.core.deadlines import WhenSilent, find_missing, list_asked
from adjudicator.core.driver import Stop, Verdict, adjudicate
from adjudicator.core.order import MoveFile, describe
from adjudicator.core.table import Onlooker, Pacing
from adjudicator.intake.judge import IntakeContext
from adjudicator.intake.judgement import Judgement
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.rules.catan import GAME
from adjudicator.rules.catan.state import State
from adjudicator.rules.catan.views.known import View

END = "- end: turn"
LATE, FORCE, WAIT = WhenSilent(late=True), WhenSilent(force=True), WhenSilent()


def indent(lines: str) -> str:
    return "".join(f"  {line}\n" for line in lines.strip("\n").splitlines())


def write_file(seat: str, turn: int, orders: str, **lists: Any) -> str:
    """A move file; ``orders`` and the other lists are lines of YAML."""
    text = f"game: g1\nturn: {turn}\nseat: {seat}\n"
    for key, lines in {"orders": orders, **lists}.items():
        if isinstance(lines, bool):
            text += f"{key}: true\n"
        else:
            text += f"{key}:\n{indent(lines)}" if lines.strip() else f"{key}: []\n"
    return text


class Mail:
    """A game under way."""

    def __init__(self, state: State, *, game: Any = GAME, pacing: Pacing = Pacing.SEAT) -> None:
        self.game = game
        self.state = state
        self.pacing = pacing
        self.turn = 1
        self.agendas: dict[str, Agenda] = dict.fromkeys(state.table.seats, EMPTY)
        self.files: dict[str, MoveFile] = {}
        self.earlier: list[tuple[str, MoveFile]] = []
        self.verdict: Verdict[State] | None = None

    @property
    def intake(self) -> IntakeContext:
        return IntakeContext(self.game, "g1", self.state.table.seats, self.state, self.agendas, self.turn, "")

    def judge(self, seat: str, orders: str, **lists: Any) -> Judgement:
        return self.intake.judge(write_file(seat, self.turn, orders, **lists).encode(), seat)

    def complaints(self, seat: str, orders: str, **lists: Any) -> list[tuple[str, str]]:
        """What is said of a file: gravity and code."""
        problems = self.judge(seat, orders, **lists).problems
        assert all(describe(problem, self.intake.sentences) for problem in problems)
        return [(problem.gravity.value, problem.code) for problem in problems]

    def send(self, seat: str, orders: str, **lists: Any) -> Judgement:
        """Hand in a file that is accepted, after those that the seat has sent before."""
        judgement = self.judge(seat, orders, **lists)
        sentences = [describe(problem, self.intake.sentences) for problem in judgement.problems]
        assert judgement.state in ACCEPTED, sentences
        assert judgement.file is not None
        if seat in self.files:
            self.earlier.append((seat, self.files[seat]))
        self.files[seat] = judgement.file
        return judgement

    def taken_up(self) -> dict[str, Agenda]:
        """Agendas with the files in force."""
        agendas = dict(self.agendas)
        for seat, file in (*self.earlier, *self.files.items()):
            agendas[seat] = enlist(
                agendas[seat], file, f"{seat}/01.yaml", self.game.orders.answer_kinds, self.game.orders.closing
            )
        return agendas

    def run(self, *dice: tuple[int, int], leave: WhenSilent = WAIT, chance: Any = None, **drawn: int) -> Verdict[State]:
        """The next turn."""
        chance = chance or Loaded(*dice, **drawn)
        verdict = adjudicate(self.game, self.state, self.taken_up(), chance, self.pacing, leave)
        self.state, self.files, self.earlier, self.turn = verdict.state, {}, [], self.turn + 1
        self.agendas = {}
        for seat, agenda in verdict.agendas.items():
            saved = json.loads(json.dumps(dump_agenda(agenda)))
            self.agendas[seat] = load_agenda(saved)
            assert dump_agenda(self.agendas[seat]) == dump_agenda(load_agenda(dump_agenda(agenda)))
        self.verdict = verdict
        return verdict

    @property
    def stop(self) -> tuple[Stop, str | None]:
        assert self.verdict is not None
        return self.verdict.stop, self.verdict.stopped_at

    @property
    def happened(self) -> list[str]:
        """The kinds of the events of the last turn."""
        assert self.verdict is not None
        return [event.kind for event in self.verdict.events]

    def event(self, kind: str) -> dict[str, Any]:
        """The facts of the one event of its kind."""
        assert self.verdict is not None
        (facts,) = [event.facts for event in self.verdict.events if event.kind == kind]
        return dict(facts)

    def fates(self, seat: str) -> list[str]:
        """What became of the seat's orders: where they came from unless from its orders, words and fate."""
        assert self.verdict is not None
        found = []
        for result in self.verdict.results:
            if result.seat == seat:
                source = "" if result.source.value == "orders" else f"{result.source.value}: "
                found.append(f"{source}{result.done or result.text}: {result.fate.value}")
        return found

    def refusals(self, seat: str) -> list[str]:
        """The codes of the reasons why alternatives were not carried out."""
        assert self.verdict is not None
        results = [result for result in self.verdict.results if result.seat == seat]
        return [refusal.code for result in results for refusal in result.refusals]

    def hand(self, seat: str) -> dict[str, Any]:
        return dict(self.game.kernel.dump(self.state)["seats"][seat]["hand"])

    def see(self, seat: str) -> View:
        known: View = self.game.views.see(self.state, self.agendas, seat)
        return known

    @property
    def asks(self) -> tuple[Ask, ...]:
        return list_asked(self.game, self.state, self.agendas, self.pacing)

    @property
    def missing(self) -> list[str]:
        """Who has not answered yet, the files in force included."""
        return [ask.seat for ask in find_missing(self.game, self.state, self.taken_up(), self.asks, falls_back=False)]

    def announcements(self, seat: str) -> list[str]:
        agenda = self.taken_up()[seat]
        return [
            self.game.orders.say_if_silent(self.see(seat), agenda, ask, WhenSilent(late=True))
            for ask in self.asks
            if ask.seat == seat
        ]

    def promises(self, seat: str) -> Sequence[str]:
        promises: Sequence[str] = self.game.orders.say_outlook(self.see(seat), seat, self.taken_up()[seat], asked=False)
        return promises

    def standing(self, seat: str) -> list[str]:
        """The standing orders of the seat as its report lists them."""
        return [self.game.orders.quote(order) for order in self.game.orders.list_standing(self.taken_up()[seat])]

    def forecast(self, seat: str, orders: str, **lists: Any) -> Sequence[str]:
        judgement = self.judge(seat, orders, **lists)
        assert judgement.file is not None
        told: Sequence[str] = self.game.orders.forecast(self.see(seat), seat, judgement.file, EMPTY)
        return told

    def offers(self) -> list[str]:
        """The book that everybody sees."""
        book = self.game.views.see(self.state, self.agendas, Onlooker.PUBLIC).book
        return [f"{self.state.table.seats[offer.seat]} {offer.number}" for offer in book.offers]
