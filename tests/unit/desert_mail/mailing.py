"""A table that plays by mail from a drawn position: move files in, turns and what reports say of silence out."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from adjudicator.core.agenda import EMPTY, Agenda, dump_agenda, enlist, load_agenda
from adjudicator.core.deadlines import WhenSilent, find_missing, list_asked
from adjudicator.core.driver import Verdict, adjudicate
from adjudicator.core.order import describe
from adjudicator.core.table import Pacing, Setting
from adjudicator.intake.judge import IntakeContext
from adjudicator.intake.judgement import Judgement
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.state import State

SEATS = ("amira", "bilal", "carla")
ASK, LATE, FALL_BACK = WhenSilent(), WhenSilent(late=True), WhenSilent(fall_back_when_blocked=True, late=True)
BOARD = """\
     B     D     F     H     J     L
        C     E     G     I     K
   2 b2    d2    f2    h2    j2    l2
   2    c2    e2    g2    i2    k2
   3 b3    d3    f3    h3    j3    l3
   3    Pa*   e3    g3    i3    k3
   4 b4    d4    f4    h4    j4    l4
   4    c4    Yb*   g4    i4    Gc*
   5 b5    d5    f5    h5    j5    l5
   5    c5    e5    g5    i5    k5
   6 b6    d6    f6    h6    j6    l6
   6    c6    e6    g6    i6    k6
"""
"""Three leaders far apart but for amira and bilal, whose caravans both reach D4."""


class Mail:
    """A game under way; ``position`` is that of a CASE file, ``names`` are what reports call the seats."""

    def __init__(
        self,
        *,
        pacing: Pacing = Pacing.ROUND,
        board: str = BOARD,
        edition: str = "2005",
        options: Mapping[str, str] = MappingProxyType({}),
        names: Mapping[str, str] = MappingProxyType({}),
        seats: tuple[str, ...] = SEATS,
        **position: Any,
    ) -> None:
        setting = Setting(edition, options, seats)
        self.state: State = GAME.cases.read_position({"text": board, **position}, setting)
        self.pacing = pacing
        self.names = names
        self.agendas: dict[str, Agenda] = dict.fromkeys(seats, EMPTY)
        self.verdict: Verdict[State] | None = None
        self.files = 0

    @property
    def intake(self) -> IntakeContext:
        return IntakeContext(GAME, "g1", self.state.table.seats, self.state, self.agendas, 1, "")

    def judge(self, seat: str, text: str) -> Judgement:
        return self.intake.judge(f"game: g1\nturn: 1\nseat: {seat}\n{text}".encode(), seat)

    def complaints(self, seat: str, text: str) -> list[str]:
        """What is said of a file: line, column, code and sentence."""
        return [
            f"{problem.place.line}:{problem.place.column} {problem.code}: {describe(problem, self.intake.sentences)}"
            for problem in self.judge(seat, text).problems
        ]

    def send(self, seat: str, text: str) -> None:
        """Hand in a file that is accepted."""
        judgement = self.judge(seat, text)
        assert judgement.state in ACCEPTED, self.complaints(seat, text)
        assert judgement.file
        self.files += 1
        self.agendas[seat] = enlist(self.agendas[seat], judgement.file, f"{seat}/{self.files:02}.yaml")

    def forecast(self, seat: str, text: str) -> list[str]:
        """What the receipt of a file says its orders would do."""
        file = self.judge(seat, text).file
        assert file is not None
        return list(GAME.orders.forecast(self.see(seat), seat, file, self.agendas[seat]))

    def see(self, seat: str) -> State:
        """What the seat may know, with the seats called as reports call them."""
        return GAME.views.rename(GAME.views.see(self.state, self.agendas, seat), self.names)

    @property
    def missing(self) -> list[str]:
        """Who is awaited where a blocked seat is asked."""
        asks = list_asked(GAME, self.state, self.agendas, self.pacing)
        return [ask.seat for ask in find_missing(GAME, self.state, self.agendas, asks, falls_back=False)]

    def say_if_silent(self, seat: str, leave: WhenSilent) -> str:
        """What the report of a seat says of its silence."""
        asks = list_asked(GAME, self.state, self.agendas, self.pacing)
        (said,) = [
            GAME.orders.say_if_silent(self.see(seat), self.agendas[seat], ask, leave)
            for ask in asks
            if ask.seat == seat
        ]
        return said

    def run(self, leave: WhenSilent = ASK) -> Verdict[State]:
        """The next turn; agendas go through JSON."""
        verdict = adjudicate(GAME, self.state, self.agendas, Undrawn(), self.pacing, leave)
        self.state = verdict.state
        for seat, agenda in verdict.agendas.items():
            saved = json.loads(json.dumps(dump_agenda(agenda)))
            self.agendas[seat] = load_agenda(saved)
            assert json.loads(json.dumps(dump_agenda(self.agendas[seat]))) == saved
        self.verdict = verdict
        return verdict

    def fates(self, seat: str) -> list[str]:
        """What became of a seat's orders: words and fate."""
        assert self.verdict is not None
        return [f"{r.done or r.text}: {r.fate.value}" for r in self.verdict.results if r.seat == seat]


class Undrawn:
    """Chance where nothing may be drawn."""

    def draw(self, epoch: int, label: Any, below: int, *, hidden: bool = False) -> int:
        raise AssertionError((epoch, label, below, hidden))


REST = "  - place: pink C5\n"
"""An order beside the one that is looked at, so that as many are sent as are due."""
OFFER = re.compile(r"write-order|unread-meant|unknown-order: .*; (?:in place .*)?write")
"""A complaint that says what to write."""


def leave_out_place(complaint: str) -> str:
    """A complaint with what to write alone."""
    lead = r"^.*?(?:write-order: |unknown-order: unknown order '.*?'; |unread-meant: .*cannot be read; )"
    return re.sub(rf"{lead}(?:in place of the order in line \d+ )?", "", complaint)
