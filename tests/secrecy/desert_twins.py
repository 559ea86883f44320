"""What Through the Desert brings to the test of secrets: water that others have taken, hidden or face down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.acts.open_game import OpenGame
from adjudicator.core.table import Event, Pacing, Reader, Seat
from adjudicator.rules.through_the_desert import GAME
from adjudicator.rules.through_the_desert.state import COLOURS, State, WaterTokens
from adjudicator.store.record import TurnRecord
from adjudicator.testing.memory import SplitChance, TableSetup, lay_open
from adjudicator.testing.twins import (
    BOLDEST,
    Below,
    Lines,
    Parting,
    PlainTwins,
    Twin,
    change_lists,
    read_items,
    read_lists,
    write_file,
)

SEATS = ("amira", "bilal", "chadi", "dalia", "elias")
HEARD: Mapping[str, tuple[str, ...]] = {
    "leader-returned": ("seat", "colour"),
    "leader-placed": ("seat", "colour", "hex"),
    "camel-placed": ("seat", "colour", "hex"),
    "river-crossed": ("seat", "colour", "hex", "points"),
    "water-claimed": ("seat", "colour", "hex", "face_down", "value", "points"),
    "oasis-linked": ("seat", "colour", "hex", "points"),
    "area-enclosed": ("seat", "colour", "hexes", "points"),
}
"""What everybody hears of each kind of event; the rest comes at the end, when all is opened."""
TAKERS_ALONE = frozenset({"value", "points"})
"""What only the taker hears of a token that lay face down."""
TOKENS = (1,) * 15 + (2,) * 15 + (3,) * 15
_MOST_AHEAD = 25
_CHOICES = 6


class DesertTwins(PlainTwins[Any]):
    """See :class:`adjudicator.testing.twins.PlainTwins`. ``water`` says how it lies on the board."""

    def __init__(self, water: str = "face-up") -> None:
        super().__init__(GAME)
        self.water = water

    def plan(self, number: int) -> TableSetup:
        """Two to five seats, by seat and by round, leaders clockwise and in serpentine order."""
        edition = ("2005", "manual", "allplay")[number % 3]
        pacing = Pacing.ROUND if number // 2 % 2 else Pacing.SEAT
        options = {"water": self.water, "leader-order": ("clockwise", "serpentine")[number // 4 % 2]}
        return TableSetup(self.game, edition, options, SEATS[: 2 + number % 4], pacing)

    def skip_ahead(self, opened: OpenGame, chance: SplitChance, below: Below) -> OpenGame:
        """Now and then some moves at random, so that water is taken."""
        if opened.over or below(2):
            return opened
        kernel, state = self.game.kernel, opened.record.state
        first, count = state, below(_MOST_AHEAD) + 1
        while count > 0 or state.on_move != first.on_move or kernel.phase(state) == "returns":
            legal = kernel.legal(state, state.table.seats[state.on_move])
            before = kernel.epoch(state)
            state, _ = kernel.apply(state, state.table.seats[state.on_move], legal[below(len(legal))], chance)
            if not kernel.decisions(state):
                return opened
            count -= kernel.epoch(state) != before
        agendas = {seat: agenda._replace(items=()) for seat, agenda in opened.record.agendas.items()}
        record = opened.record._replace(state=state, agendas=agendas, events=(), results=(), stopped_at=None)
        return lay_open(opened, record._replace(number=opened.record.number + 1))

    def write_files(self, opened: OpenGame, below: Below) -> Mapping[Seat, bytes]:
        """Some choices for every order that is due, in an order of preference."""
        files = {}
        for ask in opened.asks:
            legal = self.game.kernel.legal(opened.record.state, ask.seat)
            if legal and (below(8) or opened.charter.pacing is Pacing.SEAT):
                lines = [self._list_choices(opened, ask.seat, legal, below) for _ in range(ask.due)]
                lines = [*self._ask_for_points(opened, ask.seat, lines, below), *lines]
                fallback = [self._list_choices(opened, ask.seat, legal, below)] if below(2) else []
                lists: dict[str, Lines] = {"orders": lines, "fallback": fallback}
                files[ask.seat] = write_file(opened.record.number + 1, ask.seat, lists)
        return files

    def _ask_for_points(self, opened: OpenGame, seat: Seat, lines: Lines, below: Below) -> Lines:
        """Now and then an order more, if somebody has some points or other: those that its sender knows of count."""
        if not lines or below(3):
            return []
        scores = self.game.views.scores(opened.see(seat))
        asked = scores[below(len(scores))]
        wanted = {"seat": asked.seat, "at-least": asked.points + 1 + below(4)}
        return [{"if": {"points": wanted}, **lines[0]}]

    def _list_choices(self, opened: OpenGame, seat: Seat, legal: Sequence[Any], below: Below) -> Mapping[str, Any]:
        known = opened.see(seat)
        chosen = [legal[below(len(legal))] for _ in range(min(_CHOICES, len(legal)))]
        ((key, first),) = self.game.orders.write(known, chosen[0]).items()
        texts = [first, *(self.game.orders.write(known, action).get(key) for action in chosen[1:])]
        return {key: list(dict.fromkeys(text for text in texts if text is not None))}

    def vary(self, opened: OpenGame, files: Mapping[Seat, bytes], reader: Reader, below: Below, boldness: int) -> Twin:
        """Other water taken by others, as many tokens; other later choices and fallback orders."""
        record: TurnRecord[State] = opened.record
        changed: Counter[str] = Counter()
        state = record.state
        record = (
            _turn_others_over(record, reader, below) if state.table.face_down else _take_others(record, reader, below)
        )
        changed["water taken"] += record.state.taken != state.taken
        agendas = dict(record.agendas)
        sent = dict(files)
        for seat in state.table.seats:
            if seat == reader:
                continue
            if boldness == BOLDEST and agendas[seat].fallback and seat in files:
                agendas[seat] = agendas[seat]._replace(fallback=read_items("fallback", [], f"{seat}/01.yaml"))
                changed["fallback orders"] += 1
            if seat in files:
                lists = read_lists(files[seat])
                legal = self.game.kernel.legal(state, seat)
                more = [self._list_choices(opened, seat, legal, below) for _ in lists["orders"]]
                lists["orders"] = [_add_choices(line, extra) for line, extra in zip(lists["orders"], more, strict=True)]
                changed["later choices in the inbox"] += 1
                if boldness == BOLDEST:
                    lists["fallback"] = [self._list_choices(opened, seat, legal, below)]
                    changed["fallback orders in the inbox"] += 1
                sent[seat] = change_lists(files[seat], lists, note=f"private {below(1000)}")
        results = tuple(result for result in record.results if result.seat == reader)
        changed["what became of others' orders"] += len(results) != len(record.results)
        return Twin(record._replace(agendas=agendas, results=results), sent, changed)

    def list_probes(self, opened: OpenGame, reader: Seat, below: Below) -> Mapping[str, bytes]:
        """What could be sent, and what not."""
        turn = opened.record.number + 1
        wrong = [{"place": "pink A1"}, {"leader": "teal Z9"}, {"place": ["pink D4", "yellow D4", "green E5"]}]
        probes = {
            "wrong": write_file(turn, reader, {"orders": wrong}),
            "stale": write_file(turn, reader, {"orders": wrong}, after='"00000000"'),
        }
        mine = self.write_files(opened, below).get(reader)
        return {**probes, "own": mine} if mine is not None else probes

    def tell_story(self, event: Event, reader: Reader) -> object:
        """Everything that happens lies open, but for the value of a token that lay face down."""
        facts = {fact: event.facts[fact] for fact in HEARD.get(event.kind, ()) if fact in event.facts}
        if "face_down" in facts and facts["seat"] != reader:
            facts = {fact: told for fact, told in facts.items() if fact not in TAKERS_ALONE}
        return event.kind, facts

    def explain(self, opened: OpenGame, parting: Parting, reader: Reader) -> str | None:
        """Later choices and fallback orders of another seat may be needed, and the reader may draw another token."""
        del opened
        kinds = {event.kind for event in parting[1:] if event is not None and "face_down" in event.facts}
        if kinds and parting.one is not None and parting.other is not None and parting.one.facts["seat"] == reader:
            first, second = parting.one.facts, parting.other.facts
            if {fact for fact in first if first[fact] != second.get(fact)} <= TAKERS_ALONE:
                return "the reader drew another token"
        actors = {event.facts.get("seat") for event in parting[1:] if event is not None}
        return None if reader in actors else "another choice of another seat was carried out"


def _take_others(record: TurnRecord[State], reader: Reader, below: Below) -> TurnRecord[State]:
    """Others have taken as many tokens of other values."""
    table = record.state.table

    def take(count: int) -> WaterTokens:
        ones = below(count + 1)
        twos = below(count - ones + 1)
        return WaterTokens(ones, twos, count - ones - twos)

    taken = tuple(
        counts if seat == reader else take(sum(counts))
        for seat, counts in zip(table.seats, record.state.taken, strict=True)
    )
    return record._replace(state=record.state._replace(taken=taken))


def _turn_others_over(record: TurnRecord[State], reader: Reader, below: Below) -> TurnRecord[State]:
    """Other values came of the tokens that others took face down: in the position, its past, the events, the draws."""
    state, seats = record.state, record.state.table.seats
    left = list(TOKENS)
    for seat, counts in zip(seats, state.taken, strict=True):
        for value, count in zip((1, 2, 3), counts, strict=False):
            for _ in range(count if seat == reader else 0):
                left.remove(value)
    drawn = {seat: [left.pop(below(len(left))) for _ in range(sum(counts))] for seat, counts in _others(state, reader)}
    taken = tuple(
        counts if seat == reader else WaterTokens(*(drawn[seat].count(value) for value in (1, 2, 3)))
        for seat, counts in zip(seats, state.taken, strict=True)
    )
    trail = tuple(
        camel if seats[camel.caravan // COLOURS] == reader else camel._replace(points=camel.points + below(3))
        for camel in state.trail
    )
    events, told = [], set()
    for event in record.events:
        if "face_down" in event.facts and event.facts["seat"] != reader:
            value = drawn[str(event.facts["seat"])].pop()
            told.add(("water", event.facts["hex"]))
            event = Event(event.kind, {**event.facts, "value": value, "points": value})  # noqa: PLW2901 - its twin
        events.append(event)
    draws = tuple(
        draw._replace(value=below(draw.below)) if draw.hidden and draw.label in told else draw for draw in record.draws
    )
    return record._replace(state=state._replace(taken=taken, trail=trail), events=tuple(events), draws=draws)


def _others(state: State, reader: Reader) -> list[tuple[Seat, WaterTokens]]:
    return [(seat, counts) for seat, counts in zip(state.table.seats, state.taken, strict=True) if seat != reader]


def _add_choices(line: Mapping[str, Any], extra: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same first choice, other ones behind it."""
    ((key, texts),) = ((key, texts) for key, texts in line.items() if key != "if")
    return {**line, key: list(dict.fromkeys([texts[0], *extra.get(key, ())]))}
