"""A whole game in memory, through the path of a real one, with every wait for a person counted."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from adjudicator.core.agenda import Agenda, Ask, enlist
from adjudicator.core.chance import Level
from adjudicator.core.charter import Charter, Commitment, WhenBlocked
from adjudicator.core.deadlines import find_missing, list_asked
from adjudicator.core.json_value import JsonObject
from adjudicator.core.order import describe
from adjudicator.core.table import Pacing, Setting
from adjudicator.intake.judge import IntakeContext
from adjudicator.intake.receipt import ACCEPTED
from adjudicator.ledger.keys import SecretChance
from adjudicator.ledger.turn import play_setup, play_turn
from adjudicator.registry import find_game
from adjudicator.store.record import Circumstances, TurnRecord
from players import desert
from players.player import Habits, answer

NOW = datetime(2026, 11, 21, tzinfo=UTC)
SEATS = ("amira", "bilal", "chadi", "dora")
_MOST_TURNS = 400
CAP = "cap"
"""The ending of a game that was given up after so many table turns."""


class Variant(NamedTuple):
    """What is played, and how: the table's agreement and the players' habits, of Catan or of the desert."""

    game: str
    edition: str
    seats: int
    pacing: Pacing
    standing: bool
    options: Mapping[str, str]
    when_blocked: WhenBlocked = WhenBlocked.ASK
    desert: desert.Habits | None = None
    proposing: bool = False
    ahead: bool = False


class Tally(NamedTuple):
    """One game.

    ``waits`` are adjudications before which somebody was waited for, ``asked`` says for how many seats in all.
    ``files`` were sent, those included that nobody waited for; ``remarks`` of them were accepted with remarks.
    ``rounds`` says how often the table came round, the last time perhaps not to its end. ``opening`` are the waits
    before the first table turn, ``trades`` were made between players.
    """

    turns: int
    rounds: int
    adjudications: int
    waits: int
    asked: int
    files: int
    opening: int
    trades: int
    remarks: int
    ending: str

    @property
    def beyond(self) -> int:
        """Waits beyond one a round: how often what was sent for a round did not last."""
        return self.waits - self.rounds


def play_game(variant: Variant, seed: str, number: int) -> Tally:
    """Play one game. Raises ``AssertionError`` where a player's file is refused or play does not go on."""
    return _Table(variant, seed, number).play()


class _Table:
    """A game under way."""

    def __init__(self, variant: Variant, seed: str, number: int) -> None:
        game = find_game(variant.game)
        options = {option.name: option.default for option in game.options} | dict(variant.options)
        self.variant, self.game = variant, game
        self.secret = hashlib.sha256(f"{seed}/{number}".encode()).digest()
        self.charter = Charter(
            id=f"waits-{number}",
            game=game.name,
            module=game.module,
            version=game.version,
            setting=Setting(variant.edition, dict(variant.options), SEATS[: variant.seats]),
            pacing=variant.pacing,
            deadlines=game.deadlines(options, 72),
            when_blocked=variant.when_blocked,
            commitment=Commitment(Level.L1, "", "", game.epochs),
            sample=True,
        )
        self.habits = Habits(variant.standing, variant.pacing, variant.proposing, variant.ahead)
        self.record: TurnRecord[Any] = play_setup(game, self.charter, self.chance(), NOW)
        self.waits = self.asked = self.remarks = self.files = self.opening = self.trades = 0

    def chance(self) -> SecretChance:
        """The chance of a turn."""
        return SecretChance(self.charter.id, self.secret)

    def play(self) -> Tally:
        """Turn after turn to the end."""
        kernel = self.game.kernel
        while kernel.decisions(self.record.state) and kernel.epoch(self.record.state) <= _MOST_TURNS:
            before = self.record.state
            agendas = self.hear_everybody()
            self.record = play_turn(self.game, self.charter, self.record, agendas, self.chance(), Circumstances(NOW))
            self.trades += sum(event.kind == "traded" for event in self.record.events)
            if self.record.state == before and not (self.record.events or self.record.results):
                raise AssertionError(f"{self.charter.id}: turn {self.record.number} changed nothing")
        return Tally(
            turns=kernel.epoch(self.record.state),
            rounds=-(-kernel.epoch(self.record.state) // self.variant.seats),
            adjudications=self.record.number,
            waits=self.waits,
            asked=self.asked,
            files=self.files,
            opening=self.opening,
            trades=self.trades,
            remarks=self.remarks,
            ending=kernel.ending(self.record.state) or CAP,
        )

    def hear_everybody(self) -> dict[str, Agenda]:
        """Everybody's agenda before the next turn, with the files of those who were asked."""
        agendas = dict(self.record.agendas)
        asks = list_asked(self.game, self.record.state, agendas, self.charter.pacing)
        missing = find_missing(self.game, self.record.state, agendas, asks, falls_back=self.charter.falls_back)
        awaited = {ask.seat for ask in missing}
        self.waits += bool(awaited)
        self.opening += bool(awaited) and not self.game.kernel.epoch(self.record.state)
        self.asked += len(awaited)
        for ask in asks:
            if ask in missing or (not ask.must and not agendas[ask.seat].items):
                agendas[ask.seat] = self.hear(ask.seat, ask)
        if awaited and self.variant.desert is not None:
            for seat in self.charter.setting.seats:
                if seat not in awaited and desert.wants_more(self.variant.desert, agendas[seat]):
                    agendas[seat] = self.hear(seat)
        return agendas

    def hear(self, seat: str, ask: Ask | None = None) -> Agenda:
        """The agenda of a seat, asked or not, with the file it sends, judged like any other."""
        record, game = self.record, self.game
        known = game.views.see(record.state, record.agendas, seat)
        turn = record.number + 1
        text = write_file(self.charter.id, turn, seat, self.answer(known, seat, ask))
        intake = IntakeContext(
            game, self.charter.id, self.charter.setting.seats, record.state, record.agendas, turn, ""
        )
        judgement = intake.judge(text.encode(), seat)
        if judgement.state not in ACCEPTED or judgement.file is None:
            told = [describe(problem, intake.sentences) for problem in judgement.problems]
            raise AssertionError(f"refused: {told}\n{text}")
        self.remarks += bool(judgement.problems)
        self.files += 1
        name = f"orders/{seat}/{turn:04}.yaml"
        return enlist(record.agendas[seat], judgement.file, name, game.orders.answer_kinds, game.orders.closing)

    def answer(self, known: Any, seat: str, ask: Ask | None) -> Mapping[str, Sequence[JsonObject]]:  # noqa: ANN401 - a view is its game's business
        """The lists of the file that the seat sends."""
        if self.variant.desert is not None:
            return desert.answer(self.variant.desert, known, seat)
        assert ask is not None
        return answer(self.habits, known, ask)


def write_file(game: str, turn: int, seat: str, lists: Mapping[str, Sequence[JsonObject]]) -> str:
    """A move file."""
    lines = [f"game: {game}", f"turn: {turn}", f"seat: {seat}"]
    for key, orders in lists.items():
        lines += [f"{key}:", *(f"  - {json.dumps(order)}" for order in orders)] if orders else [f"{key}: []"]
    return "\n".join(lines) + "\n"
