"""Names that a person wrote into a position, checked against the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypedDict, cast

from adjudicator.core.bench import Fault, Path
from adjudicator.core.json_value import JsonObject
from adjudicator.rules.through_the_desert.state import Table


class WrittenArea(TypedDict, total=False):
    """An area as written; points may be left to be counted."""

    seat: str
    colour: str
    hexes: Sequence[str]
    points: int


class Written(TypedDict, total=False):
    """A position as written, met by the schema ``position``."""

    board: str
    text: str
    phase: str
    mover: str
    left: int
    opening: bool
    leaders: Mapping[str, Mapping[str, str]]
    camels: Mapping[str, Mapping[str, Sequence[str]]]
    returned: Mapping[str, str]
    hand: Mapping[str, Sequence[str]]
    oases: Sequence[str]
    water: Mapping[str, int | str | None]
    tokens: int
    taken: Mapping[str, Sequence[int]]
    supply: Mapping[str, int]
    linked: Mapping[str, Mapping[str, Sequence[str]]]
    crossed: Mapping[str, Sequence[str]]
    river: Sequence[str]
    areas: Sequence[WrittenArea]


FACE_DOWN = "face-down"
"""In place of the value of a water token: it lies face down."""


def as_written(content: JsonObject) -> Written:
    """``content``, which the schema has passed, with its types."""
    return cast("Written", content)


def find_wrong_names(written: Written, table: Table) -> Iterator[Fault]:
    """Every seat, colour and hex that is not at the table."""
    for path, word in _list_seats(written):
        if word not in table.seats:
            says = f"there is no seat {word}; the seats are {', '.join(table.seats)}"
            yield Fault(path, says, is_key=path[-1] == word)
    for path, word in _list_colours(written):
        if word not in table.colours:
            colours = ", ".join(table.colours)
            says = f"there are no {word} camels in this edition; the colours are {colours}"
            yield Fault(path, says, is_key=path[-1] == word)
    for path, word in _list_hexes(written):
        name = word.upper()
        if name not in table.board.grid.index_of:
            what = "a mountain" if name in table.board.mountains else "not a hex"
            yield Fault(path, f"{name} is {what} of this board", is_key=path[-1] == word)


def _list_seats(written: Written) -> Iterator[tuple[Path, str]]:
    if "mover" in written:
        yield ("mover",), written["mover"]
    by_seat: Mapping[str, Mapping[str, object]] = {
        "leaders": written.get("leaders", {}),
        "camels": written.get("camels", {}),
        "linked": written.get("linked", {}),
        "returned": written.get("returned", {}),
        "hand": written.get("hand", {}),
        "taken": written.get("taken", {}),
        "crossed": written.get("crossed", {}),
    }
    for key, seats in by_seat.items():
        yield from (((key, seat), seat) for seat in seats)
    for number, area in enumerate(written.get("areas", ())):
        yield ("areas", number, "seat"), area["seat"]


def _list_colours(written: Written) -> Iterator[tuple[Path, str]]:
    by_caravan: Mapping[str, Mapping[str, Mapping[str, object]]] = {
        "leaders": written.get("leaders", {}),
        "camels": written.get("camels", {}),
        "linked": written.get("linked", {}),
    }
    for key, seats in by_caravan.items():
        yield from (((key, seat, colour), colour) for seat, colours in seats.items() for colour in colours)
    yield from ((("returned", seat), colour) for seat, colour in written.get("returned", {}).items())
    for key, lists in (("hand", written.get("hand", {})), ("crossed", written.get("crossed", {}))):
        for seat, named in lists.items():
            yield from (((key, seat, number), colour) for number, colour in enumerate(named))
    yield from ((("supply", colour), colour) for colour in written.get("supply", {}))
    for number, area in enumerate(written.get("areas", ())):
        yield ("areas", number, "colour"), area["colour"]


def _list_hexes(written: Written) -> Iterator[tuple[Path, str]]:
    for seat, leaders in written.get("leaders", {}).items():
        yield from ((("leaders", seat, colour), name) for colour, name in leaders.items())
    for key, caravans in (("camels", written.get("camels", {})), ("linked", written.get("linked", {}))):
        for seat, colours in caravans.items():
            for colour, names in colours.items():
                yield from (((key, seat, colour, number), name) for number, name in enumerate(names))
    yield from ((("water", name), name) for name in written.get("water", {}))
    yield from ((("oases", number), name) for number, name in enumerate(written.get("oases", ())))
    for number, area in enumerate(written.get("areas", ())):
        yield from ((("areas", number, "hexes", place), name) for place, name in enumerate(area["hexes"]))
