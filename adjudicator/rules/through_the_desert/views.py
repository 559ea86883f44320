"""What a reader may know. All is open but the values of water taken, where the options say so (rulings W5, W6)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import cast

from adjudicator.core.agenda import Agenda
from adjudicator.core.json_value import JsonObject, JsonValue
from adjudicator.core.table import Event, Moment, Onlooker, Reader, SeatNumber, list_moments
from adjudicator.kit.hexes import list_hexes
from adjudicator.rules.through_the_desert.board import Board
from adjudicator.rules.through_the_desert.legal import Action, ActionKind
from adjudicator.rules.through_the_desert.play import carry_out
from adjudicator.rules.through_the_desert.saved import list_crossed, list_leaders, name_areas, of_seat
from adjudicator.rules.through_the_desert.score import score_seats
from adjudicator.rules.through_the_desert.state import (
    BOXED,
    COLOURS,
    NOWHERE,
    Phase,
    PlacedCamel,
    State,
    WaterTokens,
    group_turns,
)

_WATER = "water-claimed"
_PUBLIC = {
    "leader-returned": frozenset({"seat", "colour"}),
    "leader-placed": frozenset({"seat", "colour", "hex"}),
    "camel-placed": frozenset({"seat", "colour", "hex"}),
    "river-crossed": frozenset({"seat", "colour", "hex", "points"}),
    _WATER: frozenset({"seat", "colour", "hex", "face_down"}),
    "oasis-linked": frozenset({"seat", "colour", "hex", "points"}),
    "area-enclosed": frozenset({"seat", "colour", "hexes", "points"}),
    "largest-caravan": frozenset({"seat", "colour", "size", "points"}),
    "game-over": frozenset({"reason", "winners", "points"}),
}
"""What everybody hears of each event."""
_WORTH = frozenset({"value", "points"})
"""What everybody hears of a water token besides, unless it lay face down."""
_PLACED = {"leader-returned": ActionKind.RETURN, "leader-placed": ActionKind.LEADER, "camel-placed": ActionKind.CAMEL}
"""The events of placements."""


class DesertViews:
    """See :class:`adjudicator.core.game.Views`. What is known of a position is a position with gaps."""

    scores = staticmethod(score_seats)

    def __init__(self) -> None:
        self._written: tuple[State, JsonObject] | None = None
        """What everybody knows of the position written last: a turn writes it for one reader after the other."""
        self._covered: tuple[tuple[PlacedCamel, ...], tuple[PlacedCamel, ...]] = (), ()
        """The trail that was covered last, and what is known of it."""
        self._seen: tuple[State | None, dict[Reader, State]] = None, {}
        """The position looked at last, and what each reader knows of it: a turn asks again and again."""

    def see(self, state: State, agendas: Mapping[str, Agenda], reader: Reader) -> State:
        """What ``reader`` knows."""
        del agendas
        if self._seen[0] is not state:
            self._seen = state, {}
        known = self._seen[1]
        if reader not in known:
            known[reader] = self._look(state, reader)
        return known[reader]

    def _look(self, state: State, reader: Reader) -> State:
        """What ``reader`` knows: every field named one by one, so that a new field is not shown by default."""
        over = state.phase is Phase.OVER
        everything = reader is Onlooker.MODERATOR or over or not state.table.taken_hidden
        return State(
            table=state.table,
            phase=state.phase,
            on_move=state.on_move,
            left=state.left,
            moves=state.moves,
            oases=state.oases,
            water=state.water,
            values=state.values,
            supply=state.supply,
            leaders=state.leaders,
            camels=state.camels,
            reach=state.reach,
            linked=state.linked,
            occupied=state.occupied,
            closed=state.closed,
            areas=state.areas,
            taken=state.taken
            if everything
            else tuple(
                taken if seat == reader else WaterTokens(unseen=sum(taken))
                for seat, taken in zip(state.table.seats, state.taken, strict=True)
            ),
            crossed=state.crossed,
            trail=state.trail if over or not state.table.taken_hidden else self._cover(state.trail),
            ending=state.ending,
            largest=state.largest,
        )

    def _cover(self, trail: tuple[PlacedCamel, ...]) -> tuple[PlacedCamel, ...]:
        """The camels without their points, among which may be those of hidden water; where each stands is public."""
        if self._covered[0] is not trail:
            self._covered = trail, tuple([PlacedCamel(camel.caravan, camel.hex, 0) for camel in trail])
        return self._covered[1]

    def hear(self, event: Event, reader: Reader) -> Event | None:
        """All that is named as public; the value of water that lay face down is known to who took it alone (W6)."""
        if reader is Onlooker.MODERATOR:
            return event
        heard = _PUBLIC.get(event.kind)
        if heard is None:
            return None
        if event.kind == _WATER and ("face_down" not in event.facts or reader == event.facts["seat"]):
            heard |= _WORTH
        return Event(event.kind, {name: fact for name, fact in event.facts.items() if name in heard})

    def to_json(self, known: State) -> JsonObject:
        """The view of the JSON output: the board, what lies and stands on it, supply and seats."""
        public = known._replace(taken=())
        if self._written is None or self._written[0] != public:
            self._written = public, _write_public(public)
        seats: JsonObject = {seat: self._seat(known, number) for number, seat in known.table.numbered}
        return {**self._written[1], "seats": seats}

    def rename(self, known: State, names: Mapping[str, str]) -> State:
        """The same at a table where the seats have names."""
        return known._replace(table=known.table.rename(names))

    def retell(self, before: State, after: State, heard: Sequence[Event]) -> Sequence[Moment[State]]:
        """Placement by placement."""

        def follow(known: State, events: Sequence[Event]) -> State:
            placed = next((event for event in events if event.kind in _PLACED), None)
            known = known if placed is None else _carry_out(known, placed)
            return known._replace(taken=before.taken) if known.table.taken_hidden else known

        def turn_of(known: State) -> int:
            return len(group_turns(known))

        return list_moments(before, after, heard, shown=_PLACED, follow=follow, turn_of=turn_of)

    def _seat(self, known: State, number: SeatNumber) -> JsonObject:
        table, names_of = known.table, known.table.board.grid.names_of
        taken = known.taken[number]
        values = None if taken.unseen else {"1": taken.ones, "2": taken.twos, "3": taken.threes}
        linked = zip(table.colours, of_seat(known.linked, number), strict=True)
        return {
            "hand": list_leaders(known, number, NOWHERE),
            "returned": next(iter(list_leaders(known, number, BOXED)), None),
            "linked": {colour: list(names_of(oases)) for colour, oases in linked if oases},
            "water": values,
            "water_tokens": sum(taken),
            **({"crossed": list_crossed(known, number)} if table.board.river else {}),
        }


def _carry_out(known: State, event: Event) -> State:
    table, facts = known.table, event.facts
    place = table.board.grid.index_of[str(facts["hex"])] if "hex" in facts else NOWHERE
    action = Action(_PLACED[event.kind], table.colours.index(str(facts["colour"])), place)
    return carry_out(known, table.number_of[str(facts["seat"])], action)[0]


def _write_public(known: State) -> JsonObject:
    """What lies on the table, the same for every reader: all but the seats."""
    table = known.table
    grid = table.board.grid
    names = grid.names
    camels: list[JsonValue] = [
        {
            "hex": names[index],
            "colour": table.colours[caravan % COLOURS],
            "seat": table.seats[caravan // COLOURS],
            "leader": known.leaders[caravan] == index,
        }
        for caravan, mask in enumerate(known.camels)
        for index in list_hexes(mask)
    ]
    return {
        "board": _write_board(table.board),
        "oases": list(grid.names_of(known.oases)),
        "water": {names[index]: known.values[index] or None for index in list_hexes(known.water)},
        "camels": camels,
        "areas": cast("list[JsonValue]", name_areas(known)),
        "supply": dict(zip(table.colours, known.supply, strict=True)),
    }


@lru_cache(maxsize=16)
def _write_board(board: Board) -> JsonObject:
    return {
        "name": board.name,
        "title": board.title,
        "origin": board.origin,
        "hexes": list(board.grid.index_of),
        "mountains": list(board.mountains),
        "river": list(board.sides),
        "strip": list(board.grid.names_of(board.strip)),
    }
