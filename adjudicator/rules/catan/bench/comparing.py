"""Where a state is not what a sparse position says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.bench import Mismatch, Path, PositionError
from adjudicator.core.json_value import JsonObject
from adjudicator.rules.catan.bench.board_reading import find_board_faults
from adjudicator.rules.catan.bench.card_lists import complete_cards, say_cards
from adjudicator.rules.catan.bench.extension import Extension
from adjudicator.rules.catan.bench.moment import STAGE_NAMES
from adjudicator.rules.catan.bench.names import find_wrong_names
from adjudicator.rules.catan.bench.places import mask_chains, say_roads, say_spots
from adjudicator.rules.catan.bench.written import Written, WrittenBoard, WrittenCards, WrittenSeat, as_written
from adjudicator.rules.catan.cards import DEVELOPMENTS, RESOURCES
from adjudicator.rules.catan.resources import unpack_dice
from adjudicator.rules.catan.setup import describe_board
from adjudicator.rules.catan.state import AHEAD, ANCHOR, CARD_PLAYED, FREE_ROADS, NOWHERE, State
from adjudicator.rules.catan.topology import LETTERS, mask_of


def compare_position(extension: Extension, state: State, content: JsonObject) -> Sequence[Mismatch]:
    """All that differs, what there is one of first. Raises :class:`PositionError` for what cannot be compared."""
    expected = as_written(content)
    table = state.table
    faults = [
        *find_wrong_names(expected, table.seats),
        *find_board_faults(expected.get("board", {}), table.edition),
    ]
    if faults:
        raise PositionError(faults)
    found = [*_compare_facts(state, content), *_compare_table(state, expected)]
    for name, of_seat in expected.get("seats", {}).items():
        found += _compare_seat(state, table.seats.index(name), of_seat)
    if "extra" in expected:
        try:
            mismatches = extension.compare(state.extra, expected["extra"], table)
        except PositionError as error:
            raise PositionError([fault._replace(path=("extra", *fault.path)) for fault in error.faults]) from error
        found += [mismatch._replace(path=("extra", *mismatch.path)) for mismatch in mismatches]
    return [mismatch for mismatch in found if mismatch.expected != mismatch.got]


class _Fact(NamedTuple):
    """What there is one of in a position: in words, as it is, and the word for nothing."""

    what: str
    got: object
    nothing: str = "nobody"


def _list_facts(state: State) -> Mapping[str, _Fact]:
    """By the key that speaks of it."""
    cells, seats = state.cells, state.table.seats
    return {
        "stage": _Fact("what is due", next(name for name, stage in STAGE_NAMES.items() if stage is state.stage)),
        "mover": _Fact("seat on turn", seats[state.mover]),
        "turn": _Fact("turn", state.turn),
        "dice": _Fact("dice", state.dice),
        "anchor": _Fact("settlement that waits for its road", _or_nothing(cells[ANCHOR], NOWHERE), "none"),
        "robber": _Fact("robber", None if state.robber is None else LETTERS[state.robber], "beside the board"),
        "longest": _Fact("who holds the longest road", None if state.longest is None else seats[state.longest]),
        "largest": _Fact("who holds the largest army", None if state.largest is None else seats[state.largest]),
        "card-played": _Fact("a card was played in this turn", bool(cells[CARD_PLAYED])),
        "free-roads": _Fact("free roads left", cells[FREE_ROADS]),
        "built": _Fact("buildings paid for in this turn", state.built),
    }


def _compare_facts(state: State, content: JsonObject) -> Iterator[Mismatch]:
    for key, fact in _list_facts(state).items():
        if key in content:
            yield Mismatch((key,), fact.what, _say(content[key], fact), _say(fact.got, fact))


def _say(value: object, fact: _Fact) -> str:
    if value is None:
        return fact.nothing
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _or_nothing(cell: int, nothing: int) -> int | None:
    return None if cell == nothing else cell


def _compare_table(state: State, expected: Written) -> Iterator[Mismatch]:
    """Published dice, bank, deck and board."""
    for place, dice in enumerate(expected.get("ahead", ())):
        got = _say_dice(unpack_dice(state.cells[AHEAD + place]))
        yield Mismatch(("ahead", place), f"dice published for {place} turns ahead", _say_dice(dice), got)
    if "bank" in expected:
        yield _compare_cards(("bank",), "bank", expected["bank"], state.bank, RESOURCES)
    if "deck" in expected:
        yield _compare_cards(("deck",), "deck", expected["deck"], state.deck, DEVELOPMENTS)
    yield from _compare_board(state, expected.get("board", {}))


def _compare_board(state: State, expected: WrittenBoard) -> Iterator[Mismatch]:
    got = describe_board(state.table.board)
    for letter, terrain in expected.get("terrain", {}).items():
        path: Path = ("board", "terrain", letter)
        yield Mismatch(path, f"terrain of {letter}", terrain, str(got["terrain"][letter]))
    for letter, number in expected.get("numbers", {}).items():
        path = ("board", "numbers", letter)
        yield Mismatch(path, f"number on {letter}", str(number or "none"), str(got["numbers"].get(letter, "none")))
    for place, kind in expected.get("harbours", {}).items():
        yield Mismatch(("board", "harbours", place), f"harbour at {place}", kind, str(got["harbours"][place]))


def _compare_seat(state: State, seat: int, expected: WrittenSeat) -> Iterator[Mismatch]:
    name = state.table.seats[seat]
    path: Path = ("seats", name)
    yield from _compare_cards_of(state, seat, expected)
    pieces = (
        ("settlements", expected.get("settlements"), state.settlements(seat)),
        ("cities", expected.get("cities"), state.cities(seat)),
    )
    for key, spots, got in pieces:
        if spots is not None:
            yield Mismatch((*path, key), f"{key} of {name}", say_spots(mask_of(spots)), say_spots(got))
    if "roads" in expected:
        said = say_roads(mask_chains(expected["roads"]))
        yield Mismatch((*path, "roads"), f"roads of {name}", said, say_roads(state.roads(seat)))
    if "owes" in expected:
        what = f"cards that {name} has to discard"
        yield Mismatch((*path, "owes"), what, str(expected["owes"]), str(state.owes(seat)))
    if "road-length" in expected:
        length = str(state.road_length(seat))
        yield Mismatch((*path, "road-length"), f"length of {name}'s road", str(expected["road-length"]), length)


def _compare_cards_of(state: State, seat: int, expected: WrittenSeat) -> Iterator[Mismatch]:
    name = state.table.seats[seat]
    lists = (
        ("hand", "hand of", expected.get("hand"), state.hand(seat), RESOURCES),
        ("cards", "development cards of", expected.get("cards"), state.developments(seat), DEVELOPMENTS),
        ("fresh", "cards bought in this turn by", expected.get("fresh"), state.new_developments(seat), DEVELOPMENTS),
        ("played", "cards played by", expected.get("played"), state.played(seat), DEVELOPMENTS),
        ("rates", "rates of the bank for", expected.get("rates"), state.rates(seat), RESOURCES),
    )
    for key, what, written, got, names in lists:
        if written is not None:
            yield _compare_cards(("seats", name, key), f"{what} {name}", written, got, names)


def _compare_cards(path: Path, what: str, written: WrittenCards, got: int, names: tuple[str, ...]) -> Mismatch:
    expected = complete_cards(written, got, names)
    return Mismatch(path, what, say_cards(expected, names), say_cards(got, names))


def _say_dice(dice: Sequence[int]) -> str:
    return " and ".join(map(str, dice)) if any(dice) else "none"
