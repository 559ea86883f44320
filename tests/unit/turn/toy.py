"""The smallest game that has everything the driver knows of: two seats, an order language, dice, an end.

Seats take turns. In a table turn a seat first takes a number from 1 to 6 that nobody holds, then rolls a die, which
counts for it. When all six numbers are taken, the game is over. Orders: ``take: 3`` or ``take: [3, 4]``, and ``roll``.

Where a number is ``sacred``, all other seats have to hail its taking before the die is rolled: ``hail: 0``. Standing
orders are public, and are carried out at once. Where there are ``omens``, the epoch of the next move is foretold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from adjudicator.core.agenda import (
    Act,
    Agenda,
    Ask,
    BlockedOrder,
    Fate,
    Item,
    NoOrder,
    OrderResult,
    Question,
    Refusal,
    Reply,
    Source,
)
from adjudicator.core.chance import Chance
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.game import Exhibit, Game
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.notation import CaseNotation
from adjudicator.core.order import START, MoveFile, Order, Problem
from adjudicator.core.table import Decision, Event, Pacing, Reader, Score, Seat, Setting
from adjudicator.kit.defaults import PlainGame, PlainKernel, PlainOrders

NUMBERS = 6


class Position(NamedTuple):
    seats: tuple[Seat, ...]
    taken: tuple[int, ...] = ()
    rolls: tuple[int, ...] = ()
    sacred: int = 0
    hailing: tuple[Seat, ...] = ()
    omens: bool = False

    @property
    def rolling(self) -> bool:
        return len(self.rolls) < len(self.taken)

    @property
    def moves(self) -> int:
        return len(self.rolls)

    @property
    def on_move(self) -> Seat:
        return self.seats[self.moves % len(self.seats)]


class ToyKernel(PlainKernel[Position, int]):
    def setup(self, setting: Setting, chance: Chance) -> tuple[Position, tuple[Event, ...]]:
        first = chance.draw(0, ("first",), 2)
        return Position((setting.seats[first], setting.seats[1 - first])), ()

    def seats(self, state: Position) -> tuple[Seat, ...]:
        return state.seats

    def decisions(self, state: Position) -> tuple[Decision, ...]:
        if len(state.rolls) == NUMBERS:
            return ()
        if state.hailing:
            return tuple(Decision(seat, "hail") for seat in state.hailing)
        return (Decision(state.on_move, "roll" if state.rolling else "take"),)

    def mover(self, state: Position) -> Seat | None:
        return None if len(state.rolls) == NUMBERS else state.on_move

    def epoch(self, state: Position) -> int:
        return state.moves + 1

    def phase(self, state: Position) -> str:
        return "over" if len(state.rolls) == NUMBERS else "play"

    def legal(self, state: Position, seat: Seat) -> Sequence[int]:
        del seat
        return [0] if state.hailing or state.rolling else [n for n in range(1, NUMBERS + 1) if n not in state.taken]

    def furthest_epoch(self, state: Position, pacing: Pacing) -> int:
        del pacing
        return self.epoch(state) + 1

    def draw_ahead(self, state: Position, chance: Chance) -> tuple[Position, tuple[Event, ...]]:
        del chance
        told = Event("foretold", {"seat": state.on_move, "epoch": self.epoch(state)})
        return state, (told,) if state.omens else ()

    def apply(self, state: Position, seat: Seat, action: int, chance: Chance) -> tuple[Position, tuple[Event, ...]]:
        if state.hailing:
            hailing = tuple(other for other in state.hailing if other != seat)
            return state._replace(hailing=hailing), (Event("hailed", {"seat": seat}),)
        if state.rolling:
            rolled = chance.draw(self.epoch(state), ("dice",), 6) + 1
            return state._replace(rolls=(*state.rolls, rolled)), (Event("rolled", {"seat": seat, "value": rolled}),)
        hailing = tuple(other for other in state.seats if other != seat) if action == state.sacred else ()
        taken = state._replace(taken=(*state.taken, action), hailing=hailing)
        return taken, (Event("took", {"seat": seat, "value": action}),)

    def scores(self, state: Position) -> tuple[Score, ...]:
        return tuple(Score(seat, sum(state.rolls[number::2]), {}) for number, seat in enumerate(state.seats))

    def ending(self, state: Position) -> str | None:
        return None if self.decisions(state) else "all-taken"

    def dump(self, state: Position) -> JsonObject:
        return {"seats": list(state.seats), "taken": list(state.taken), "rolls": list(state.rolls)}

    def load(self, saved: JsonObject) -> Position:
        seats, taken, rolls = (tuple(cast("Sequence[JsonValue]", saved[key])) for key in ("seats", "taken", "rolls"))
        return Position(cast("tuple[str, ...]", seats), cast("tuple[int, ...]", taken), cast("tuple[int, ...]", rolls))


class ToyOrders(PlainOrders[Position, int]):
    kinds = ("take", "roll", "hail")
    halts = True
    sentences: Mapping[str, str] = {"taken": "{number} is taken"}

    def asks(self, known: Position, pacing: Pacing) -> tuple[Ask, ...]:
        if len(known.rolls) == NUMBERS:
            return ()
        if known.hailing:
            return tuple(Ask(seat, "hail", 1, must=True, deadline="turn", duty="Hail.") for seat in known.hailing)
        first = known.seats.index(known.on_move)
        count = len(known.seats) if pacing is Pacing.ROUND else 1
        seats = [known.seats[(first + ahead) % len(known.seats)] for ahead in range(count)]
        due = [1 if known.rolling and number == 0 else 2 for number in range(count)]
        return tuple(
            Ask(seat, "take", orders, must=True, deadline="turn", duty="Take.")
            for seat, orders in zip(seats, due, strict=True)
        )

    def answers(self, known: Position, agenda: Agenda, ask: Ask) -> bool:
        del known
        if ask.decision == "hail":
            return any(item.order.kind == "hail" for item in agenda.items[:1])
        return sum(item.order.kind != "hail" for item in (*agenda.items, *agenda.standing)) >= ask.due

    def check(self, known: Position, seat: Seat, file: MoveFile) -> tuple[Problem, ...]:
        del known, seat, file
        return ()

    def say_if_silent(self, known: Position, agenda: Agenda, ask: Ask, when_silent: WhenSilent) -> str:
        del known, agenda, ask, when_silent
        return "I wait."

    def forecast(self, known: Position, seat: Seat, file: MoveFile, filed: Agenda) -> tuple[str, ...]:
        del known, filed
        return tuple(f"{seat} will {self.quote(order)}." for order in file.orders)

    def begin_turn(self, known: Position, seat: Seat, agenda: Agenda) -> tuple[Agenda, tuple[Event, ...]]:
        """New standing orders are told once."""
        del known
        if not agenda.standing or agenda.memory is not None:
            return agenda, ()
        return agenda._replace(memory={"told": True}), (Event("stands", {"seat": seat}),)

    def act_at_once(self, question: Question[Position, int]) -> Reply[int]:
        """Standing orders are carried out at once."""
        for item in question.agenda.standing:
            action = cast("int", item.order.value)
            if item.order.kind == question.decision.kind and action in question.legal:
                return Act(action, {})
        return NoOrder()

    def reply(self, question: Question[Position, int]) -> Reply[int]:
        decision, legal, agenda = question.decision, question.legal, question.agenda
        if not agenda.items or agenda.items[0].order.kind != decision.kind:
            return NoOrder()
        item, rest = agenda.items[0], agenda.items[1:]
        action, result = _choose(decision.seat, item, legal, Source.ORDERS)
        if action is None:
            return BlockedOrder({decision.seat: agenda._replace(items=())}, (result,))
        return Act(action, {decision.seat: agenda._replace(items=rest)}, (result,))

    def fall_back(self, question: Question[Position, int]) -> Reply[int]:
        decision, legal, agenda = question.decision, question.legal, question.agenda
        for item in agenda.fallback:
            if item.order.kind == decision.kind:
                action, result = _choose(decision.seat, item, legal, Source.FALLBACK)
                if action is not None:
                    return Act(action, {}, (result,))
        return NoOrder()

    def write(self, known: Position, action: int) -> Mapping[str, JsonValue]:
        if known.hailing:
            return {"hail": 0}
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
    def see(self, state: Position, agendas: Mapping[Seat, Agenda], reader: Reader) -> Position:
        del agendas, reader
        return state

    def hear(self, event: Event, reader: Reader) -> Event | None:
        del reader
        return event

    def scores(self, known: Position) -> tuple[Score, ...]:
        return ToyKernel().scores(known)

    def to_json(self, known: Position) -> JsonObject:
        return ToyKernel().dump(known)


class Toy(PlainGame):
    name = "toy"
    title = "Toy"
    module = "unit.turn.toy:TOY"
    seats = range(2, 3)
    epochs = 8
    fragments = "toy"
    schemas = ("toy",)
    kernel = ToyKernel()
    orders = ToyOrders()
    views = ToyViews()

    @property
    def exhibit(self) -> Exhibit[Position]:
        raise NotImplementedError

    @property
    def cases(self) -> CaseNotation[Position, int]:
        raise NotImplementedError


TOY: Game[Position, int, Position] = Toy()


def agenda(
    *orders: tuple[str, JsonValue],
    standing: Sequence[tuple[str, JsonValue]] = (),
    fallback: Sequence[tuple[str, JsonValue]] = (),
) -> Agenda:
    """An agenda of orders such as ``("take", [3, 4])``."""

    def items(pairs: Sequence[tuple[str, JsonValue]]) -> tuple[Item, ...]:
        return tuple(Item(Order(kind, value, None, START, (START,)), "f.yaml") for kind, value in pairs)

    return Agenda(items=items(orders), standing=items(standing), fallback=items(fallback))
