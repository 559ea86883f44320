"""The smallest game that has everything the driver knows of: two seats, an order language, dice, an end.

Seats take turns. In a table turn a seat first takes a number from 1 to 6 that nobody holds, then rolls a die, which
counts for it. When all six numbers are taken, the game is over. Orders: ``take: 3`` or ``take: [3, 4]``, and ``roll``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from adjudicator.core.agenda import Act, Agenda, Ask, Blocked, Done, Fate, Item, OrderResult, Refusal, Reply, Source
from adjudicator.core.bench import CaseBench
from adjudicator.core.chance import Chance
from adjudicator.core.event import Event
from adjudicator.core.game import Exhibit, Game
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import MoveFile, Order
from adjudicator.core.problem import START, Problem
from adjudicator.core.table import Decision, Option, Pacing, Reader, Score, Seat, Setting

NUMBERS = 6


class Position(NamedTuple):
    seats: tuple[Seat, ...]
    taken: tuple[int, ...] = ()
    rolls: tuple[int, ...] = ()

    @property
    def rolling(self) -> bool:
        return len(self.rolls) < len(self.taken)

    @property
    def moves(self) -> int:
        return len(self.rolls)

    @property
    def on_move(self) -> Seat:
        return self.seats[self.moves % len(self.seats)]


class ToyKernel:
    def setup(self, setting: Setting, chance: Chance) -> tuple[Position, tuple[Event, ...]]:
        first = chance.draw(0, ("first",), 2)
        return Position((setting.seats[first], setting.seats[1 - first])), ()

    def seats(self, state: Position) -> tuple[Seat, ...]:
        return state.seats

    def decisions(self, state: Position) -> tuple[Decision, ...]:
        if len(state.rolls) == NUMBERS:
            return ()
        return (Decision(state.on_move, "roll" if state.rolling else "take"),)

    def mover(self, state: Position) -> Seat | None:
        return None if len(state.rolls) == NUMBERS else state.on_move

    def epoch(self, state: Position) -> int:
        return state.moves + 1

    def phase(self, state: Position) -> str:
        return "over" if len(state.rolls) == NUMBERS else "play"

    def legal(self, state: Position, seat: Seat) -> Sequence[int]:
        del seat
        return [0] if state.rolling else [n for n in range(1, NUMBERS + 1) if n not in state.taken]

    def apply(self, state: Position, seat: Seat, action: int, chance: Chance) -> tuple[Position, tuple[Event, ...]]:
        if state.rolling:
            rolled = chance.draw(self.epoch(state), ("dice",), 6) + 1
            return state._replace(rolls=(*state.rolls, rolled)), (Event("rolled", {"seat": seat, "value": rolled}),)
        return state._replace(taken=(*state.taken, action)), (Event("took", {"seat": seat, "value": action}),)

    def scores(self, state: Position) -> tuple[Score, ...]:
        return tuple(Score(seat, sum(state.rolls[number::2]), {}) for number, seat in enumerate(state.seats))

    def ending(self, state: Position) -> str | None:
        return None if self.decisions(state) else "all-taken"

    def dump(self, state: Position) -> JsonObject:
        return {"seats": list(state.seats), "taken": list(state.taken), "rolls": list(state.rolls)}

    def load(self, saved: JsonObject) -> Position:
        seats, taken, rolls = (tuple(cast("Sequence[JsonValue]", saved[key])) for key in ("seats", "taken", "rolls"))
        return Position(cast("tuple[str, ...]", seats), cast("tuple[int, ...]", taken), cast("tuple[int, ...]", rolls))


class ToyOrders:
    kinds = ("take", "roll")
    sentences: Mapping[str, str] = {"taken": "{number} is taken"}

    def asks(self, known: Position, agendas: Mapping[Seat, Agenda], pacing: Pacing) -> tuple[Ask, ...]:
        del agendas
        if len(known.rolls) == NUMBERS:
            return ()
        first = known.seats.index(known.on_move)
        count = len(known.seats) if pacing is Pacing.ROUND else 1
        seats = [known.seats[(first + ahead) % len(known.seats)] for ahead in range(count)]
        return tuple(
            Ask(seat, "take", 2, must=True, deadline="turn", duty="Take.", silence="I wait.") for seat in seats
        )

    def answers(self, known: Position, agenda: Agenda, ask: Ask) -> bool:
        del known
        return len(agenda.items) >= ask.due

    def check(self, known: Position, seat: Seat, file: MoveFile) -> tuple[Problem, ...]:
        del known, seat, file
        return ()

    def reply(self, known: Position, decision: Decision, legal: Sequence[int], agenda: Agenda) -> Reply[int]:
        del known
        if not agenda.items or agenda.items[0].order.kind != decision.kind:
            return Done(agenda)
        item, rest = agenda.items[0], agenda.items[1:]
        action, result = _choose(decision.seat, item, legal, Source.ORDERS)
        if action is None:
            return Blocked(agenda._replace(items=()), (result,))
        return Act(action, agenda._replace(items=rest), (result,))

    def fall_back(self, known: Position, decision: Decision, legal: Sequence[int], agenda: Agenda) -> Reply[int]:
        del known
        for item in agenda.fallback:
            if item.order.kind == decision.kind:
                action, result = _choose(decision.seat, item, legal, Source.FALLBACK)
                if action is not None:
                    return Act(action, agenda, (result,))
        return Done(agenda)

    def write(self, known: Position, action: int) -> Mapping[str, JsonValue]:
        del known
        return {"take": action} if action else {"roll": 0}

    def quote(self, order: Order) -> str:
        return f"{order.kind} {order.value}"


def _choose(seat: Seat, item: Item, legal: Sequence[int], source: Source) -> tuple[int | None, OrderResult]:
    value = item.order.value
    choices = cast("Sequence[int]", value if isinstance(value, list | tuple) else [value])
    refused = []
    for number, choice in enumerate(choices, start=1):
        if choice in legal:
            done = f"{item.order.kind} {choice}"
            return choice, OrderResult(seat, source, item.file, 1, "", Fate.DONE, done, number, tuple(refused))
        refused.append(Refusal(str(choice), "taken", {"number": choice}))
    return None, OrderResult(seat, source, item.file, 1, "", Fate.BLOCKED, refusals=tuple(refused))


class ToyViews:
    def see(self, state: Position, reader: Reader) -> Position:
        del reader
        return state

    def hear(self, event: Event, reader: Reader) -> Event | None:
        del reader
        return event

    def scores(self, known: Position) -> tuple[Score, ...]:
        return ToyKernel().scores(known)

    def to_json(self, known: Position) -> JsonObject:
        return ToyKernel().dump(known)


class Toy:
    name = "toy"
    title = "Toy"
    version = 1
    module = "unit.turn.toy:TOY"
    options: tuple[Option, ...] = ()
    seats = range(2, 3)
    default_pacing = Pacing.SEAT
    epochs = 8
    editions: Mapping[str, str] = {"plain": "the only one"}
    rulings: Mapping[str, str] = {}
    kernel = ToyKernel()
    orders = ToyOrders()
    views = ToyViews()

    @property
    def exhibit(self) -> Exhibit[Position]:
        raise NotImplementedError

    @property
    def cases(self) -> CaseBench[Position, int]:
        raise NotImplementedError


TOY: Game[Position, int, Position] = Toy()


def agenda(*orders: tuple[str, JsonValue], fallback: Sequence[tuple[str, JsonValue]] = ()) -> Agenda:
    """An agenda of orders such as ``("take", [3, 4])``."""

    def items(pairs: Sequence[tuple[str, JsonValue]]) -> tuple[Item, ...]:
        return tuple(Item(Order(kind, value, None, START, (START,)), "f.yaml") for kind, value in pairs)

    return Agenda(items=items(orders), fallback=items(fallback))
