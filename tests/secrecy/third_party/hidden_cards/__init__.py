"""A game of another package, as small as one with a secret can be.

Everybody holds a card from 1 to 99 that nobody else sees. Three times round the table it may be swapped for another
one. Then all cards are shown, and the highest wins.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from adjudicator.core.agenda import Act, Agenda, Ask, Fate, NoOrder, OrderResult, Question, Reply, Source
from adjudicator.core.chance import Chance
from adjudicator.core.deadlines import WhenSilent
from adjudicator.core.game import Game
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.order import MoveFile, Order, Problem
from adjudicator.core.table import Decision, Event, Onlooker, Pacing, Reader, Score, ScoreTable, Seat, Setting, Story
from adjudicator.kit.defaults import PlainGame, PlainKernel, PlainOrders, PlainViews

ROUNDS = 3
CARDS = 99
ACTIONS = ("keep", "swap")
_HERE = os.path.dirname(os.path.abspath(__file__))


class Position(NamedTuple):
    seats: tuple[Seat, ...]
    hands: tuple[int, ...]
    moves: int = 0

    @property
    def over(self) -> bool:
        return self.moves == ROUNDS * len(self.seats)

    @property
    def on_move(self) -> Seat:
        return self.seats[self.moves % len(self.seats)]


class View(NamedTuple):
    """A card that the reader may not see is 0."""

    seats: tuple[Seat, ...]
    hands: tuple[int, ...]
    moves: int
    on_move: Seat | None


class Kernel(PlainKernel[Position, str]):
    def setup(self, setting: Setting, chance: Chance) -> tuple[Position, tuple[Event, ...]]:
        hands = tuple(chance.draw(0, ("deal", seat), CARDS, hidden=True) + 1 for seat in setting.seats)
        return Position(setting.seats, hands), ()

    def seats(self, state: Position) -> tuple[Seat, ...]:
        return state.seats

    def decisions(self, state: Position) -> tuple[Decision, ...]:
        return () if state.over else (Decision(state.on_move, "play"),)

    def mover(self, state: Position) -> Seat | None:
        return None if state.over else state.on_move

    def epoch(self, state: Position) -> int:
        return state.moves + 1

    def furthest_epoch(self, state: Position, pacing: Pacing) -> int | None:
        del pacing
        return self.epoch(state) + len(state.seats)

    def phase(self, state: Position) -> str:
        return "over" if state.over else "play"

    def legal(self, state: Position, seat: Seat) -> Sequence[str]:
        del state, seat
        return ACTIONS

    def apply(self, state: Position, seat: Seat, action: str, chance: Chance) -> tuple[Position, tuple[Event, ...]]:
        number = state.seats.index(seat)
        after = state._replace(moves=state.moves + 1)
        if action == "keep":
            return after, (Event("kept", {"seat": seat}),)
        card = chance.draw(self.epoch(state), ("swap",), CARDS, hidden=True) + 1
        hands = (*state.hands[:number], card, *state.hands[number + 1 :])
        return after._replace(hands=hands), (Event("swapped", {"seat": seat, "card": card}),)

    def scores(self, state: Position) -> tuple[Score, ...]:
        cards = state.hands if state.over else (0,) * len(state.seats)
        return tuple(Score(seat, card, {}) for seat, card in zip(state.seats, cards, strict=True))

    def ending(self, state: Position) -> str | None:
        return "all-shown" if state.over else None

    def dump(self, state: Position) -> JsonObject:
        return {"seats": list(state.seats), "hands": list(state.hands), "moves": state.moves}

    def load(self, saved: JsonObject) -> Position:
        seats, hands = (tuple(cast("Sequence[JsonValue]", saved[key])) for key in ("seats", "hands"))
        return Position(cast("tuple[str, ...]", seats), cast("tuple[int, ...]", hands), cast("int", saved["moves"]))


class Orders(PlainOrders[View, str]):
    kinds = ("play",)

    def asks(self, known: View, pacing: Pacing) -> tuple[Ask, ...]:
        if known.on_move is None:
            return ()
        count = len(known.seats) if pacing is Pacing.ROUND else 1
        first = known.seats.index(known.on_move)
        seats = [known.seats[(first + ahead) % len(known.seats)] for ahead in range(count)]
        left = ROUNDS * len(known.seats) - known.moves
        duty = "Keep your card or swap it."
        return tuple(Ask(seat, "play", 1, must=True, deadline="turn", duty=duty) for seat in seats[:left])

    def answers(self, known: View, agenda: Agenda, ask: Ask) -> bool:
        del known, ask
        return bool(agenda.items)

    def say_if_silent(self, known: View, agenda: Agenda, ask: Ask, when_silent: WhenSilent) -> str:
        del known, agenda, ask
        return (
            "If you send nothing, you keep it." if when_silent.late else "If you send nothing, the game waits for you."
        )

    def check(self, known: View, seat: Seat, file: MoveFile) -> tuple[Problem, ...]:
        del known, seat, file
        return ()

    def forecast(self, known: View, seat: Seat, file: MoveFile, filed: Agenda) -> tuple[str, ...]:
        del filed
        card = known.hands[known.seats.index(seat)]
        return tuple(f"You {order.value} your {card}." for order in file.orders[:1])

    def reply(self, question: Question[View, str]) -> Reply[str]:
        agenda, seat = question.agenda, question.decision.seat
        if not agenda.items:
            return NoOrder()
        item = agenda.items[0]
        action = str(item.order.value)
        result = OrderResult(seat, Source.ORDERS, item.file, item.order.place.line, action, Fate.DONE, action, 1)
        return Act(action, {seat: agenda._replace(items=agenda.items[1:])}, (result,))

    def fall_back(self, question: Question[View, str]) -> Reply[str]:
        seat = question.decision.seat
        return Act("keep", {}, (OrderResult(seat, Source.POLICY, "", 0, "keep", Fate.DONE, "keep", 1),))

    def write(self, known: View, action: str) -> Mapping[str, JsonValue]:
        del known
        return {"play": action}

    def quote(self, order: Order) -> str:
        return str(order.value)


class Views(PlainViews[View]):
    def see(self, state: Position, agendas: Mapping[Seat, Agenda], reader: Reader) -> View:
        del agendas
        hands = tuple(
            card if state.over or reader in (seat, Onlooker.MODERATOR) else 0
            for seat, card in zip(state.seats, state.hands, strict=True)
        )
        return View(state.seats, hands, state.moves, None if state.over else state.on_move)

    def hear(self, event: Event, reader: Reader) -> Event | None:
        if reader in (event.facts["seat"], Onlooker.MODERATOR):
            return event
        return Event(event.kind, {"seat": event.facts["seat"]})

    def scores(self, known: View) -> tuple[Score, ...]:
        cards = known.hands if known.on_move is None else (0,) * len(known.seats)
        return tuple(Score(seat, card, {}) for seat, card in zip(known.seats, cards, strict=True))

    def to_json(self, known: View) -> JsonObject:
        return {"hands": dict(zip(known.seats, known.hands, strict=True)), "moves": known.moves}


class Exhibit:
    def parts(self, known: View, reader: Reader, news: Sequence[Event]) -> Mapping[str, object]:
        del reader, news
        shown = [f"{seat} {card or '?'}" for seat, card in zip(known.seats, known.hands, strict=True)]
        return {"table": ", ".join(shown)}

    def tell(self, known: View, events: Sequence[Event], reader: Reader) -> Story:
        del known, reader
        cards = [f" for {event.facts['card']}" if "card" in event.facts else "" for event in events]
        told = [f"{event.facts['seat']} {event.kind}{card}." for event, card in zip(events, cards, strict=True)]
        return Story(others=told)

    def phase_words(self, known: View, reader: Reader) -> str:
        del reader
        return f"{known.on_move} is on move" if known.on_move else "All cards are shown"

    def form_lines(self, known: View, seat: Seat) -> list[str]:
        return ["orders:", f"  - play: keep   # your {known.hands[known.seats.index(seat)]}; or swap"]

    def scores(self, known: View, reader: Reader) -> ScoreTable:
        del reader
        rows = zip(known.seats, known.hands if known.on_move is None else (0,) * len(known.seats), strict=True)
        return ScoreTable((), tuple((seat, (str(card),)) for seat, card in rows))


class House:
    def answers(self, ask: Ask) -> bool:
        del ask
        return True

    def choose(self, question: Question[View, str]) -> str:
        """Keeps a card of the upper half: it knows its own alone."""
        card = question.known.hands[question.known.seats.index(question.decision.seat)]
        return ACTIONS[2 * card <= CARDS]


class HiddenCards(PlainGame):
    name = "hidden-cards"
    title = "Hidden Cards"
    module = "hidden_cards:GAME"
    seats = range(2, 4)
    fragments = os.path.join(_HERE, "templates")
    schemas = (os.path.join(_HERE, "schemas"),)
    kernel = Kernel()
    orders = Orders()
    views = Views()
    exhibit = Exhibit()
    house = House()


GAME: Game[Position, str, View] = HiddenCards()
